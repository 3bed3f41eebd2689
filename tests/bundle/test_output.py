"""Where a bundle and its lockfile may go: nothing that somebody keeps is replaced."""

import os
from pathlib import Path

import pytest

from memcli.bundle.output import checked_lockfile, checked_output
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.errors import UsageError

ARCHIVE = canonical_tar([Entry("memory/a.md", b"A note.\n")])
OWN = (".memdeny", ".memallow", "memory.lock.json", "memcli.toml")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def output(path: str) -> str:
    return checked_output(path, lockfile="memory.lock.json")


@pytest.mark.parametrize("name", ["out.tar", "bundle", "sub/out.tar", "./a b.tar"])
def test_a_free_name_may_be_used_as_it_is_given(name: str) -> None:
    assert name == output(name)


@pytest.mark.parametrize("content", [b"", ARCHIVE], ids=["empty", "archive"])
def test_an_older_bundle_and_an_empty_file_may_be_replaced(content: bytes) -> None:
    Path("out.tar").write_bytes(content)
    assert "out.tar" == output("out.tar")


@pytest.mark.parametrize("content", [b"x", b"A note.\n" * 99, ARCHIVE[:200], bytes(1024)])
def test_a_file_that_is_no_bundle_is_kept(content: bytes) -> None:
    Path("notes.txt").write_bytes(content)
    with pytest.raises(UsageError, match="is no bundle"):
        output("notes.txt")


@pytest.mark.parametrize("name", ["a.md", "sub/NOTE.MD", "MEMORY.md", *OWN, "sub/.memdeny"])
def test_a_name_of_memory_or_of_memcli_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="is a name for memory"):
        output(name)


@pytest.mark.parametrize("name", ["a.md", "sub/NOTE.MD", ".memdeny", ".memallow", "memcli.toml"])
def test_a_lockfile_is_no_memory_and_no_other_file_of_memcli(name: str) -> None:
    with pytest.raises(UsageError, match="is a name for memory"):
        checked_lockfile(name)


@pytest.mark.parametrize("name", ["memory.lock.json", "sub/memory.lock.json", "x.json", "lock"])
def test_a_lockfile_may_have_another_name(name: str) -> None:
    assert name == checked_lockfile(name)


def test_a_link_may_be_replaced_and_a_fifo_is_not_read(here: Path) -> None:
    Path("notes.txt").write_bytes(b"A note.\n")
    Path("link").symlink_to("notes.txt")
    os.mkfifo(here / "fifo")
    assert ("link", "fifo") == (output("link"), output("fifo"))
