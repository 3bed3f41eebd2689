"""Windows over a large file: the same findings as in the whole, each once, at its place."""

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memcli.scan.model import Finding
from memcli.scan.scanner import Scanner, default_scanner
from memcli.scan.windows import Windowed, scan_windows
from secretshapes import github_token, private_key_block, seeded

WINDOW, OVERLAP = 4096, 1024
TOKEN = github_token(seeded(7))


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return default_scanner()


def windowed(scanner: Scanner, raw: bytes, path: str = "a.md") -> Windowed:
    return scan_windows(scanner, path, io.BytesIO(raw).read, window=WINDOW, overlap=OVERLAP)


def places(findings: tuple[Finding, ...]) -> list[tuple[int, int, int, str]]:
    return [(each.line, each.column, each.end_column, each.rule) for each in findings]


def filler(rng: random.Random, *, lines: bool) -> str:
    """Return a few words, with or without a line end, now and then of more than one byte each."""
    words = rng.choices(["note", "deploy", "caf\u00e9", "\u5bc6\u94a5", "\U0001f511", "run"], k=9)
    return " ".join(words) + ("\n" if lines else " ")


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 1 << 32), lines=st.booleans(), begin=st.sampled_from(["", "\ufeff"]))
def test_windows_find_what_the_whole_shows(seed: int, begin: str, *, lines: bool) -> None:
    rng = seeded(seed)
    scanner = default_scanner()
    parts = [filler(rng, lines=lines) for _ in range(rng.randrange(10, 400))]
    for _ in range(12):
        value = github_token(rng) if rng.random() < 0.9 else private_key_block(rng)[:400] + "\n"
        parts.insert(rng.randrange(len(parts)), f"{value} ")
    raw = (begin + "".join(parts)).encode()
    seen = windowed(scanner, raw)
    assert places(scanner.scan_file("a.md", raw)) == places(seen.findings)
    assert (len(raw), None, False) == (seen.size, seen.undecodable, seen.has_nul)


@pytest.mark.parametrize("at", range(WINDOW - 60, WINDOW + 60, 7))
def test_a_token_over_the_end_of_a_window_is_whole(scanner: Scanner, at: int) -> None:
    raw = b"x" * (at - 1) + b" " + TOKEN.encode() + b" " + b"x" * WINDOW
    assert [(1, at + 1, at + 1 + len(TOKEN), "github-token")] == places(
        windowed(scanner, raw).findings
    )


@pytest.mark.parametrize("at", range(WINDOW - OVERLAP - 60, WINDOW, 31))
def test_a_token_in_the_overlap_is_found_once(scanner: Scanner, at: int) -> None:
    raw = b"\n" * at + TOKEN.encode() + b"\n" * WINDOW
    assert [(at + 1, 1, len(TOKEN) + 1, "github-token")] == places(windowed(scanner, raw).findings)


def test_the_end_of_a_window_makes_no_token_of_a_longer_run(scanner: Scanner) -> None:
    """Cut to the right length, a longer run would be one."""
    run = "AK" + "IA" + "QZ7RT3WLMX5P2KVD7QLTZ2HN"
    for at in range(WINDOW - 30, WINDOW + 1):
        raw = b"x" * (at - 1) + b" " + run.encode() + b" " + b"x" * WINDOW
        assert [] == places(windowed(scanner, raw).findings)


def test_the_name_is_judged_once(scanner: Scanner) -> None:
    seen = windowed(scanner, b"x\n" * WINDOW, path=f"{TOKEN}.md")
    assert [(0, 1, 41, "github-token")] == places(seen.findings)


@pytest.mark.parametrize("at", [0, 1, WINDOW - 1, WINDOW, 2 * WINDOW + 5])
def test_the_first_undecodable_byte_is_named(scanner: Scanner, at: int) -> None:
    raw = bytearray(b"x" * (3 * WINDOW))
    raw[at] = 0xFF
    raw[-1] = 0xFE
    assert windowed(scanner, bytes(raw)).undecodable == at


@pytest.mark.parametrize("size", [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 2 * WINDOW])
def test_a_character_cut_by_a_window_is_decodable(scanner: Scanner, size: int) -> None:
    raw = b"x" * size + "\U0001f511".encode() * WINDOW
    assert windowed(scanner, raw).undecodable is None
    assert windowed(scanner, raw[:-1]).undecodable == len(raw) - 4


def test_a_nul_is_seen_wherever_it_is(scanner: Scanner) -> None:
    assert windowed(scanner, b"x" * WINDOW * 2 + b"\0").has_nul
    assert not windowed(scanner, b"x" * WINDOW * 2).has_nul


def test_pieces_of_any_size_are_the_same_file(scanner: Scanner) -> None:
    raw = (b"word " * 300 + TOKEN.encode() + b"\n") * 8
    file = io.BytesIO(raw)
    rng = seeded(3)
    seen = scan_windows(
        scanner,
        "a.md",
        lambda size: file.read(min(size, rng.randrange(1, 700))),
        window=WINDOW,
        overlap=OVERLAP,
    )
    assert windowed(scanner, raw) == seen
    assert 8 == len(seen.findings)
