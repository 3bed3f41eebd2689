"""Secrets in disguise are found where they stand."""

import base64
import html
from urllib.parse import quote

import pytest

from memcli.scan.model import Effect, Finding, Tier
from memcli.scan.scanner import Privacy, default_scanner
from secretshapes import aws_access_key_id, github_token, seeded

GITHUB = github_token(seeded(11))
AWS = aws_access_key_id(seeded(12))
HUMAN = "Som" + "mer!" + "2041"


def secrets(text: str | bytes, path: str = "a.md") -> list[Finding]:
    raw = text if isinstance(text, bytes) else text.encode()
    found = default_scanner(privacy=Privacy.OFF).scan_file(path, raw)
    return [each for each in found if each.tier in (Tier.STRUCTURAL, Tier.HEURISTIC)]


def blocking(text: str | bytes) -> list[tuple[str, int, int, int]]:
    return [
        (each.rule, each.line, each.column, each.end_column)
        for each in secrets(text)
        if each.effect is Effect.BLOCK
    ]


@pytest.mark.parametrize("hidden", ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u200d", "\u202e"])
def test_a_zero_width_character_inside_a_token(hidden: str) -> None:
    disguised = GITHUB[:9] + hidden + GITHUB[9:]
    expected = [("github-token", 2, 7, 7 + len(disguised))]
    assert expected == blocking(f"one\ntoken {disguised} end\n")


@pytest.mark.parametrize("before", ["key_", "my", "x-"])
def test_a_token_glued_to_words(before: str) -> None:
    assert "github-token" == blocking(f"{before}{GITHUB}_prod")[0][0]
    assert "aws-access-key-id" == blocking(f"key_{AWS}")[0][0]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16(encoding: str) -> None:
    found = secrets(f"one\ntoken {GITHUB} end\n".encode(encoding))
    assert "github-token" in [each.rule for each in found]


def test_nul_bytes_inside_a_token() -> None:
    assert "github-token" in [each[0] for each in blocking("\0".join(f"x {GITHUB}"))]


@pytest.mark.parametrize(
    "escape",
    [
        lambda char: f"&#{ord(char)};",
        lambda char: f"&#x{ord(char):X};",
        lambda char: "&lowbar;" if char == "_" else char,
    ],
)
def test_html_entities(escape: object) -> None:
    assert callable(escape)
    disguised = GITHUB[:3] + escape("_") + GITHUB[4:]
    assert GITHUB == html.unescape(disguised)
    assert [("github-token", 1, 5, 5 + len(disguised))] == blocking(f"use {disguised} ok")


def test_entities_in_a_labelled_password() -> None:
    found = secrets("password: " + HUMAN.replace("!", "&#33;"))
    assert [Tier.HEURISTIC] == [each.tier for each in found]


def test_percent_encoding() -> None:
    disguised = quote(GITHUB, safe="").replace("_", "%5F")
    assert [("github-token", 1, 9, 9 + len(disguised))] == blocking(f"https://{disguised}/x")


@pytest.mark.parametrize("around", ["", "user:", "the token is "])
def test_base64_of_a_token(around: str) -> None:
    run = base64.b64encode(f"{around}{GITHUB}\n".encode()).decode()
    assert [("github-token", 1, 5, 5 + len(run))] == blocking(f"see {run} there")


@pytest.mark.parametrize("joint", ["\n", "\r\n", "\\\n", "\n  ", "\n> "])
def test_a_token_split_over_two_lines(joint: str) -> None:
    found = blocking(f"see {GITHUB[:20]}{joint}{GITHUB[20:]} there")
    assert [("github-token", 1, 5)] == [each[:3] for each in found]


def test_two_halves_that_are_no_token_are_left_in_peace() -> None:
    assert [] == secrets(f"see {GITHUB[:20]}\n\n{GITHUB[20:]}\n")
    assert [] == secrets(f"{GITHUB[:12]}\nwords in the next line\n")


def test_a_second_secret_after_a_placeholder() -> None:
    assert [("github-token", 1, 19, 59)] == blocking(f"ghp_YOUR_TOKEN or {GITHUB}")


def test_a_placeholder_word_inside_a_real_secret() -> None:
    value = "Tr0ub" + "fake4dor" + "AndThree"
    assert [Tier.HEURISTIC] == [each.tier for each in secrets(f"password: {value}")]


def test_a_secret_in_a_file_name() -> None:
    found = secrets("A note.\n", f"notes/{GITHUB}.md")
    assert [("github-token", 0)] == [(each.rule, each.line) for each in found]
    assert GITHUB not in str(found)


@pytest.mark.parametrize(
    "marker",
    [
        "pragma: allowlist secret",
        "gitleaks:allow",
        "noqa",
        "betterleaks:allow",
        "nosec",
        "ggignore",
    ],
)
def test_no_marker_switches_a_structural_finding_off(marker: str) -> None:
    assert "github-token" == blocking(f"{GITHUB}  # {marker}")[0][0]


def test_all_secrets_on_a_line_are_found() -> None:
    tokens = [github_token(seeded(number)) for number in range(20, 25)]
    assert 5 == len(blocking(" ".join(tokens)))


def test_what_is_found_plainly_is_not_reported_twice() -> None:
    assert 1 == len(secrets(f"{GITHUB}\nnext line here"))
    assert 1 == len(secrets(f"a\u200bb {GITHUB} x%20y &#95;z"))


def test_an_evaded_value_is_not_shown() -> None:
    disguised = f"{GITHUB[:9]}\u200b{GITHUB[9:]}"
    found = default_scanner().scan_file("a.md", disguised.encode())
    assert GITHUB[9:] not in str(found)
    assert {"gh" + "p_\u2026", "U+200B"} == {each.mask for each in found}
