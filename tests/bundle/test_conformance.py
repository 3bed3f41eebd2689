"""The conformance benchmark says what differs, and by its exit code that something does."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from archives import GOOD, gzip, of_paths
from memcli.digest import Digest

SCRIPT = Path(__file__).resolve().parents[2] / "bench" / "conformance.py"
VECTORS: list[dict[str, Any]] = [
    {
        "name": "good",
        "digest": Digest.of(GOOD).text,
        "tarBytes": len(GOOD),
        "entries": [
            {"path": "memory/a.md", "b64": "eAo="},
            {"path": "lockfile.json", "b64": "e30K"},
            {"path": "context/MEMORY.md", "b64": "LSBbYV0oYS5tZCkK"},
        ],
    },
    {
        "name": "long",
        "error": "path_too_long",
        "entries": [{"path": "a" * 101, "rep": ["6162", 3], "mode": 493}],
    },
    {
        "name": "empty",
        "digest": "sha256:fd1a8bbfa629ac7b3b30f54f99af0ae6c4c2466fbf44ef845b919a0f033639e0",
        "tarBytes": 1536,
        "entries": [{"path": "memory/a.md", "prng": ["seed", 0]}],
    },
]
DESCENDING = of_paths("memory/b.md", "memory/a.md")
HOSTILE: list[tuple[str, bytes, str, list[str], str]] = [
    ("good", gzip(GOOD), "accept", [], Digest.of(GOOD).text),
    (
        "order",
        of_paths("memory/b.md", "memory/a.md"),
        "order_noncanonical",
        [],
        Digest.of(b"").text,
    ),
    ("also", GOOD + b"\0", "too_big", ["trailing_data"], Digest.of(GOOD).text),
    ("digest", GOOD, "digest_invalid", [], "sha256:no"),
]


def write_cases(directory: Path) -> None:
    (directory / "hostile").mkdir()
    (directory / "bundle-vectors.json").write_text(json.dumps({"vectors": VECTORS}))
    manifest = []
    for name, data, expect, also, declared in HOSTILE:
        (directory / "hostile" / name).write_bytes(data)
        case = {"name": name, "file": name, "expect": expect, "also": also, "declared": declared}
        manifest.append(case)
    (directory / "hostile" / "manifest.json").write_text(json.dumps(manifest))


def conformance(directory: Path) -> tuple[int, list[str]]:
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(directory)], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout.splitlines()


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_all_as_expected(tmp_path: Path) -> None:
    write_cases(tmp_path)
    expected = [
        "vectors: 3/3 reproduced",
        "hostile: 4/4 refused or accepted as expected",
    ]
    assert (0, expected) == conformance(tmp_path)


def test_a_digest_that_is_not_reproduced(tmp_path: Path) -> None:
    write_cases(tmp_path)
    other = Digest.of(b"").text
    change(tmp_path / "bundle-vectors.json", Digest.of(GOOD).text, other)
    code, lines = conformance(tmp_path)
    expected = f"vector good: expected 3072 bytes, {other}, got 3072 bytes, {Digest.of(GOOD)}"
    assert (1, expected, "vectors: 2/3 reproduced") == (code, *lines[:2])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"accept"', '"gzip_corrupt"', "hostile good: expected gzip_corrupt, got accept"),
        (
            '"order_noncanonical"',
            '"accept"',
            "hostile order: expected accept, got order_noncanonical",
        ),
        (
            '"trailing_data"',
            '"truncated"',
            "hostile also: expected too_big or truncated, got trailing_data",
        ),
    ],
)
def test_a_bundle_that_meets_something_else(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    write_cases(tmp_path)
    change(tmp_path / "hostile" / "manifest.json", old, new)
    code, lines = conformance(tmp_path)
    assert (1, expected) == (code, lines[0])
    assert "hostile: 3/4 refused or accepted as expected" == lines[-1]


def test_a_directory_without_cases(tmp_path: Path) -> None:
    assert (2, []) == conformance(tmp_path)


def test_generated_content_is_that_of_the_counter(tmp_path: Path) -> None:
    """40 bytes of a seed are more than one SHA-256."""
    counters = (number.to_bytes(8, "big") for number in range(2))
    content = b"".join(hashlib.sha256(b"seed" + each).digest() for each in counters)[:40]
    write_cases(tmp_path)
    vectors = tmp_path / "bundle-vectors.json"
    change(vectors, '"seed", 0', '"seed", 40')
    code, lines = conformance(tmp_path)
    assert 1 == code
    change(vectors, '"prng": ["seed", 40]', f'"rep": ["{content.hex()}", 40]')
    assert lines == conformance(tmp_path)[1]
