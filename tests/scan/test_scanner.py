"""Findings: places, masks, effects, names."""

import hashlib
import hmac

import pytest

from memcli.scan.engine import ReEngine
from memcli.scan.model import Effect, Finding, Tier
from memcli.scan.problems import PROBLEMS, Problem
from memcli.scan.rules import RULES
from memcli.scan.scanner import Scanner, default_scanner, problem

_BODY = hashlib.sha256(b"a token").hexdigest()[:36]
GITHUB = "gh" + "p_" + _BODY
HUMAN = "Som" + "mer!" + "2041"
PEM_HEAD = "-----BEGIN " + "PRIVATE" + " KEY-----"
PEM = "\n".join(
    [
        PEM_HEAD,
        "Zk3Rw9TqLm7X" + _BODY,
        "vB2nHsPd4YcF" + _BODY,
        "-----END " + "PRIVATE" + " KEY-----",
    ]
)


def scan(text: str | bytes, path: str = "a.md") -> tuple[Finding, ...]:
    raw = text if isinstance(text, bytes) else text.encode()
    return default_scanner().scan_file(path, raw)


def places(findings: tuple[Finding, ...]) -> list[tuple[str, int, int, int]]:
    return [
        (f.rule, f.line, f.column, f.end_column)
        for f in findings
        if not f.rule.startswith("hidden-")
    ]


def fingerprints(findings: tuple[Finding, ...]) -> list[str]:
    return [f.fingerprint for f in findings]


def test_clean_text_has_no_findings() -> None:
    assert scan("# Notes\n\nNothing to see, not even a password.\n") == ()


def test_a_finding_says_everything_but_the_value() -> None:
    key = b"github-token\0notes/a.md"
    assert scan(f"one\ntwo {GITHUB}\n", "notes/a.md") == (
        Finding(
            rule="github-token",
            tier=Tier.STRUCTURAL,
            effect=Effect.BLOCK,
            path="notes/a.md",
            line=2,
            column=5,
            end_column=45,
            mask="gh" + "p_\u2026",
            fingerprint="v1:" + hmac.new(key, GITHUB.encode(), hashlib.sha256).hexdigest()[:32],
        ),
    )


def test_the_mask_of_a_heuristic_shows_nothing() -> None:
    assert [f.mask for f in scan(f"password: {HUMAN}")] == ["\u2026"]


def test_the_mask_of_a_key_block_is_its_header() -> None:
    assert [f.mask for f in scan(PEM)] == [PEM_HEAD + "\u2026"]


@pytest.mark.parametrize(("strict", "expected"), [(False, Effect.WARN), (True, Effect.BLOCK)])
def test_a_heuristic_warns_unless_strict(*, strict: bool, expected: Effect) -> None:
    raw = f"password: {HUMAN}".encode()
    effects = [f.effect for f in default_scanner(strict=strict).scan_file("a.md", raw)]
    assert effects == [expected]


def test_structural_blocks_whether_strict_or_not() -> None:
    for strict in (False, True):
        scanner = Scanner(engine=ReEngine(RULES), strict=strict)
        assert [f.effect for f in scanner.scan_file("a", GITHUB.encode())] == [Effect.BLOCK]


@pytest.mark.parametrize(
    ("before", "line", "column"),
    [
        ("", 1, 1),
        ("\n", 2, 1),
        ("\n\n ", 3, 2),
        ("é ", 1, 3),
        ("\u5bc6\u94a5\uff1a", 1, 4),
        ("\U0001f511 ", 1, 3),
        ("e\u0301 ", 1, 4),
        ("x\r\n", 2, 1),
        ("x\r", 1, 3),
        ("x\u2028y\x0b\x0c\x85", 1, 7),
        ("\t", 1, 2),
        ("\ufeff", 1, 1),
        ("\ufeffx ", 1, 3),
        ("\ufeff\n\ufeff", 2, 2),
        ("\0", 1, 2),
    ],
)
def test_lines_and_columns(before: str, line: int, column: int) -> None:
    assert places(scan(before + GITHUB + "\n")) == [("github-token", line, column, column + 40)]


@pytest.mark.parametrize(
    ("before", "column"),
    [(b"\xff", 2), (b"\xe4\xbd ", 4), (b"\xf0\x9f\x94 ", 5), (b"\xc3\xa9\xff ", 4), (b"\x80", 2)],
)
def test_an_undecodable_byte_takes_one_column(before: bytes, column: int) -> None:
    assert places(scan(before + GITHUB.encode())) == [("github-token", 1, column, column + 40)]


def test_a_hit_over_lines_ends_on_its_first_line() -> None:
    assert places(scan(f"\nkey: {PEM}\nend")) == [("private-key", 2, 6, 6 + len(PEM_HEAD))]


def test_findings_are_sorted() -> None:
    text = f"password: {HUMAN} {GITHUB}\n{GITHUB} é {GITHUB}\npassword: {HUMAN}\n"
    assert places(scan(text)) == [
        ("assigned-secret", 1, 11, 22),
        ("github-token", 1, 23, 63),
        ("github-token", 2, 1, 41),
        ("github-token", 2, 44, 84),
        ("assigned-secret", 3, 11, 22),
    ]


def test_a_structural_fingerprint_does_not_depend_on_the_line() -> None:
    assert fingerprints(scan(GITHUB)) == fingerprints(scan(f"x\ny {GITHUB} z\n"))


def test_a_heuristic_fingerprint_depends_on_the_line_but_not_on_the_value() -> None:
    one = fingerprints(scan(f"password: {HUMAN}"))
    moved = fingerprints(scan(f"before\npassword: {HUMAN}\nafter"))
    changed = fingerprints(scan("password: other!4711x"))
    edited = fingerprints(scan(f"the password: {HUMAN}"))
    assert (moved == one, changed == one, edited == one) == (True, True, False)


def test_a_heuristic_fingerprint_does_not_depend_on_line_endings_or_a_byte_order_mark() -> None:
    text = f"password: {HUMAN}"
    names = {
        name
        for variant in (text, f"{text}\r\n", f"\ufeff{text}\n", f"\ufeff\r\n{text}")
        for name in fingerprints(scan(variant))
    }
    assert len(names) == 1


def test_findings_of_one_rule_on_one_line_share_a_line_fingerprint() -> None:
    first, second = fingerprints(scan(f"password: {HUMAN} token: q7Lm2Wx9Tb4"))
    assert first == second


def test_a_structural_value_beside_it_has_no_part_in_a_line_fingerprint() -> None:
    other = "gh" + "p_" + hashlib.sha256(b"another").hexdigest()[:36]
    lines = [f"{token} password: {HUMAN}" for token in (GITHUB, other)]
    names = [[f.fingerprint for f in scan(line) if f.tier is Tier.HEURISTIC] for line in lines]
    assert names[0] == names[1]


def test_a_key_block_that_ends_on_the_line_has_no_part_in_a_line_fingerprint() -> None:
    block = PEM.replace("\n-----END", " -----END")
    other = block.replace(_BODY, hashlib.sha256(b"another").hexdigest()[:36])
    names = [
        [f.fingerprint for f in scan(f"{key} password: {HUMAN}") if f.tier is Tier.HEURISTIC]
        for key in (block, other)
    ]
    assert (len(names[0]), names[0] == names[1]) == (1, True)


def test_the_same_value_under_another_path_has_another_fingerprint() -> None:
    text = f"{GITHUB}\npassword: {HUMAN}"
    assert set(fingerprints(scan(text, "a.md"))).isdisjoint(fingerprints(scan(text, "b.md")))


@pytest.mark.parametrize(
    ("path", "shown", "column"),
    [
        (f"{GITHUB}.md", "gh" + "p_\u2026.md", 1),
        (f"notes/key_{GITHUB}_prod.md", "notes/key_gh" + "p_\u2026_prod.md", 11),
        (f"\u00e9/{GITHUB}/a.md", "\u00e9/gh" + "p_\u2026/a.md", 3),
        (f"\udcff{GITHUB}", "\udcffgh" + "p_\u2026", 2),
    ],
)
def test_a_secret_in_a_name_is_found_and_masked(path: str, shown: str, column: int) -> None:
    scanner = default_scanner()
    key = b"github-token\0" + shown.encode("utf-8", "surrogateescape")
    expected = Finding(
        rule="github-token",
        tier=Tier.STRUCTURAL,
        effect=Effect.BLOCK,
        path=shown,
        line=0,
        column=column,
        end_column=column + 40,
        mask="gh" + "p_\u2026",
        fingerprint="v1:" + hmac.new(key, GITHUB.encode(), hashlib.sha256).hexdigest()[:32],
    )
    assert scanner.mask_name(path) == shown
    assert scanner.scan_file(path, b"") == (expected,)
    assert scanner.scan_file(path, b"clean") == (expected,)


@pytest.mark.parametrize("suffix", [".md", ".MD", "", ".txt", "/a.md"])
def test_a_labelled_value_in_a_name_ends_before_suffix_and_separator(suffix: str) -> None:
    path = f"notes/password={HUMAN}{suffix}"
    assert places(default_scanner().scan_file(path, b"")) == [("assigned-secret", 0, 16, 27)]
    assert default_scanner().mask_name(path) == f"notes/password=\u2026{suffix}"


def test_a_clean_name_is_shown_as_it_is() -> None:
    path = "notes/\u00fcber-\udcfftokens.md"
    assert (default_scanner().mask_name(path), default_scanner().scan_file(path, b"")) == (path, ())


def test_findings_in_the_content_carry_the_masked_name() -> None:
    findings = scan(f"password: {HUMAN}", f"{GITHUB}.md")
    assert [(f.line, f.path) for f in findings] == [
        (0, "gh" + "p_\u2026.md"),
        (1, "gh" + "p_\u2026.md"),
    ]


def test_two_secrets_in_a_name_are_both_masked() -> None:
    path = f"{GITHUB}/password={HUMAN}.md"
    scanner = default_scanner()
    assert scanner.mask_name(path) == "gh" + "p_\u2026/password=\u2026.md"
    assert [f.rule for f in scanner.scan_file(path, b"")] == ["github-token", "assigned-secret"]


def test_the_problems_are_the_three_that_no_rule_can_judge() -> None:
    assert [known.id for known in PROBLEMS] == [
        "file-unreadable",
        "file-not-utf8",
        "name-not-portable",
    ]
    assert {known.id for known in PROBLEMS}.isdisjoint(rule.id for rule in RULES)


@pytest.mark.parametrize("known", PROBLEMS, ids=lambda known: known.id)
def test_a_problem_blocks_on_the_name(known: Problem) -> None:
    found = problem(known.id, "b\u00e9/a.md")
    assert (found.tier, found.effect, found.mask) == (Tier.HYGIENE, Effect.BLOCK, "")
    assert places((found,)) == [(known.id, 0, 1, 8)]
    assert found.fingerprint != problem(known.id, "b.md").fingerprint


@pytest.mark.parametrize("known", PROBLEMS, ids=lambda known: known.id)
def test_a_problem_says_why_and_what_to_do(known: Problem) -> None:
    for text in (known.why, known.advice):
        assert (text[:1].isupper(), text[-1:]) == (True, ".")


def test_an_unknown_problem_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        problem("file-too-nice", "a.md")
