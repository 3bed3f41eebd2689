"""What detect-secrets was told may stay: marked by the scan, counted apart, never structural."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from detect_secrets.core.secrets_collection import SecretsCollection
from detect_secrets.settings import transient_settings

from cli.conftest import NOTES, write_notes
from harness import Memcli
from memcli.bundle.ustar import Entry, canonical_tar
from secretshapes import github_token, password, seeded

LABEL = "pass" + "word: "
WEAK = password(seeded(2))
TOKEN = github_token(seeded(2))
HERE = "# pragma: allowlist " + "secret"
NEXT = "# pragma: allowlist nextline " + "secret"


def note(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def marks(memcli: Memcli, *call: str, exit_code: int = 0) -> dict[str, str | None]:
    data = memcli.run("scan", *call, "--format", "json", exit_code=exit_code).json
    return {each["rule"]: each["allowed_by"] for each in data["findings"]}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes", NOTES)


@pytest.fixture
def detected(notes: Path) -> Iterator[dict[str, Any]]:
    """Yield the baseline that detect-secrets itself writes for ``keys.md`` with a password."""
    write_notes(notes, {"keys.md": note("# Keys", f'{LABEL}"{WEAK}"')})
    with transient_settings({"plugins_used": [{"name": "KeywordDetector"}]}):
        found = SecretsCollection(root=str(notes))
        found.scan_file("keys.md")
        yield {"version": "1.5.0", "results": found.json()}


@pytest.mark.parametrize(
    "lines", [(f"The {LABEL}{WEAK} {HERE}",), (NEXT, f"The {LABEL}{WEAK}")], ids=["here", "next"]
)
def test_a_comment_lets_a_heuristic_finding_stay(
    lines: tuple[str, ...], memcli: Memcli, notes: Path
) -> None:
    write_notes(notes, {"keys.md": note("# Keys", *lines)})

    assert {"assigned-secret": "pragma"} == marks(memcli, "notes", "--strict")
    assert {"assigned-secret": "pragma"} == marks(memcli, "notes/keys.md", "--strict")
    memcli.run("bundle", "notes", "--dry-run", "--strict")
    piped = memcli.run("scan", "-", "--strict", stdin=note(*lines))
    assert "0 block, 0 warn, 0 info, 1 allowed" in piped.stderr


def test_a_comment_lets_no_structural_finding_stay(memcli: Memcli, notes: Path) -> None:
    write_notes(notes, {"keys.md": note(NEXT, f"Use {TOKEN}. {HERE}")})

    assert {"github-token": None} == marks(memcli, "notes", exit_code=1)


def test_a_comment_is_for_its_own_line_alone(memcli: Memcli, notes: Path) -> None:
    write_notes(notes, {"keys.md": note(HERE, f"The {LABEL}{WEAK}", HERE)})

    assert {"assigned-secret": None} == marks(memcli, "notes")


def test_a_baseline_of_detect_secrets_is_understood(
    memcli: Memcli, notes: Path, detected: dict[str, Any]
) -> None:
    assert {"assigned-secret": None} == marks(memcli, "notes")
    (notes / ".secrets.baseline").write_text(json.dumps(detected), encoding="utf-8")

    assert {"assigned-secret": ".secrets.baseline"} == marks(memcli, "notes", "--strict")
    assert {"assigned-secret": ".secrets.baseline"} == marks(memcli, "notes/keys.md", "--strict")


def test_a_baseline_above_counts_up_to_the_repository(
    memcli: Memcli, notes: Path, detected: dict[str, Any]
) -> None:
    detected["results"] = {"notes/keys.md": detected["results"]["keys.md"]}
    (notes.parent / ".secrets.baseline").write_text(json.dumps(detected), encoding="utf-8")
    assert {"assigned-secret": None} == marks(memcli, "notes")
    (notes.parent / ".git").mkdir()

    assert {"assigned-secret": ".secrets.baseline"} == marks(memcli, "notes")


def test_a_baseline_lets_no_structural_finding_stay(
    memcli: Memcli, notes: Path, detected: dict[str, Any]
) -> None:
    digest = hashlib.sha1(TOKEN.encode(), usedforsecurity=False).hexdigest()
    write_notes(notes, {"keys.md": note(f"Use {TOKEN}.")})
    detected["results"]["keys.md"][0]["hashed_secret"] = digest
    (notes / ".secrets.baseline").write_text(json.dumps(detected), encoding="utf-8")

    assert {"github-token": None} == marks(memcli, "notes", exit_code=1)


def test_a_broken_baseline_stops_everything(memcli: Memcli, notes: Path) -> None:
    (notes / ".secrets.baseline").write_bytes(b"{}")
    for call in ("scan notes", "scan notes/one.md", "bundle notes --dry-run"):
        result = memcli.run(*call.split(), exit_code=2)
        assert ".secrets.baseline cannot be used: it has no results by file" in result.stderr


def test_a_baseline_that_is_a_link_is_not_followed(memcli: Memcli, notes: Path) -> None:
    (notes / ".secrets.baseline").symlink_to("../elsewhere")

    assert "it is a link" in memcli.run("scan", "notes", exit_code=2).stderr


def test_in_a_bundle_no_comment_counts(memcli: Memcli, tmp_path: Path) -> None:
    text = note("# Keys", f"The {LABEL}{WEAK} {HERE}")
    (tmp_path / "x.tar").write_bytes(canonical_tar((Entry("memory/keys.md", text),)))

    assert {"assigned-secret": None} == marks(memcli, "x.tar")
