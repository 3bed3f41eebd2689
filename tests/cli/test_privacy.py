"""The privacy check from the outside: what it does is the user's choice."""

from pathlib import Path

import pytest

from cli.conftest import NOTES, write_notes
from harness import Memcli

ADDRESS = "ada.writer" + "@" + "harbour-office.net"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    text = f"# People\nAsk {ADDRESS} about it.\n"
    return write_notes(tmp_path / "notes", NOTES | {"people.md": text.encode()})


@pytest.mark.parametrize(
    ("choice", "code", "counts", "first"),
    [
        (None, 0, "0 block, 0 warn, 1 info", "info email-address: "),
        ("off", 0, "0 block, 0 warn, 0 info", ""),
        ("inform", 0, "0 block, 0 warn, 1 info", "info email-address: "),
        ("warn", 0, "0 block, 1 warn, 0 info", "notes/people.md:2:5: warn email-address"),
        ("block", 1, "1 block, 0 warn, 0 info", "notes/people.md:2:5: block email-address"),
    ],
)
def test_the_option_says_what_the_check_does(
    choice: str | None, code: int, counts: str, first: str, memcli: Memcli, notes: Path
) -> None:
    words = [] if choice is None else ["--privacy", choice]
    result = memcli.run("scan", "notes", *words, exit_code=code)

    assert counts in result.stderr
    assert (result.stdout == "") is (first == "")
    assert result.stdout.startswith(first)
    assert ADDRESS not in result.stdout


def test_what_informs_is_in_the_json_each_with_its_place(memcli: Memcli, notes: Path) -> None:
    (finding,) = memcli.run("scan", "notes", "--format", "json").json["findings"]

    place = [finding[name] for name in ("effect", "path", "line", "column")]
    assert ["info", "people.md", 2, 5] == place


def test_a_privacy_finding_can_be_allowed(memcli: Memcli, notes: Path) -> None:
    call = ("notes", "--privacy", "block", "--format", "json")
    (finding,) = memcli.run("scan", *call, exit_code=1).json["findings"]
    memcli.run("allow", finding["fingerprint"], "--reason", "public", "--in", "notes")

    memcli.run("scan", *call)


def test_another_word_is_refused(memcli: Memcli, notes: Path) -> None:
    result = memcli.run("scan", "notes", "--privacy", "maybe", exit_code=2)

    assert "maybe" in result.stderr
