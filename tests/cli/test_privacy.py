"""The privacy check from the outside: what it does is the user's choice."""

from pathlib import Path

import pytest

from cli.conftest import NOTES, write_notes
from harness import Memcli, tree

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


@pytest.mark.parametrize("call", ["scan notes", "bundle notes"])
def test_another_word_is_refused(call: str, memcli: Memcli, notes: Path) -> None:
    result = memcli.run(*call.split(), "--privacy", "maybe", exit_code=2)

    assert "'privacy' from the flag has the value 'maybe'" in result.stderr


# The same of a bundle: what is shown, and what travels.


@pytest.mark.parametrize(
    ("choice", "code", "first"),
    [
        (None, 0, "info email-address: "),
        ("off", 0, ""),
        ("inform", 0, "info email-address: "),
        ("warn", 0, "notes/people.md:2:5: warn email-address"),
        ("block", 1, "notes/people.md:2:5: block email-address"),
    ],
)
def test_a_bundle_heeds_the_option_and_the_setting(
    choice: str | None, code: int, first: str, memcli: Memcli, notes: Path
) -> None:
    words = [] if choice is None else ["--privacy", choice]
    env = {} if choice is None else {"MEMCLI_PRIVACY": choice}
    by_flag = memcli.run("bundle", "notes", "--dry-run", *words, exit_code=code)
    by_setting = memcli.run("bundle", "notes", "--dry-run", env=env, exit_code=code)

    assert by_flag == by_setting
    assert ("email-address" in by_flag.stderr) is (first != "")
    assert by_flag.stderr.startswith(first)
    assert ADDRESS not in by_flag.stderr
    assert (by_flag.stdout == "") is (code == 1)


def test_a_bundle_that_privacy_blocks_is_not_written(memcli: Memcli, notes: Path) -> None:
    before = tree(notes.parent)
    call = ("bundle", "notes", "-o", "out.tar", "--privacy", "block", "--format", "json")
    result = memcli.run(*call, exit_code=1)

    assert before == tree(notes.parent)
    assert (None, 1) == (result.json["digest"], result.json["scan"]["summary"]["block"])


def test_a_bundle_is_the_same_whatever_privacy_shows(memcli: Memcli, notes: Path) -> None:
    digests = {
        memcli.run("bundle", "notes", "--dry-run", "--privacy", choice).stdout
        for choice in ("off", "inform", "warn")
    }

    assert 1 == len(digests)


def test_a_flag_goes_before_the_setting(memcli: Memcli, notes: Path) -> None:
    env = {"MEMCLI_PRIVACY": "block"}
    for call in ("scan notes", "bundle notes --dry-run"):
        memcli.run(*call.split(), env=env, exit_code=1)
        memcli.run(*call.split(), "--privacy", "warn", env=env)


def test_a_project_may_block_a_bundle_by_privacy(memcli: Memcli, notes: Path) -> None:
    (notes.parent / "memcli.toml").write_bytes(b"privacy = 'block'\n")
    shown = memcli.run("config", "show", "--format", "json").json["settings"]["privacy"]

    assert ("block", "project file") == (shown["value"], shown["origin"])
    memcli.run("bundle", "notes", "--dry-run", exit_code=1)
