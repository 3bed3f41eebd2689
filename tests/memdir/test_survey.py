"""What is found in a memory directory: everything once, nothing followed."""

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from memcli.errors import UsageError
from memcli.memdir.layouts import LAYOUTS, choose
from memcli.memdir.model import LeftOut, Reason, Selected, Survey
from memcli.memdir.survey import OWN_FILES, survey
from trees import HostileTree, Trap, hostile_tree

LIMIT = 1 << 20
SKIPPED = {Trap.HIDDEN, Trap.GIT}
LINKS = {
    Trap.LINK_IN,
    Trap.LINK_OUT,
    Trap.LINK_OUT_DIRECTORY,
    Trap.LINK_DANGLING,
    Trap.LINK_LOOP,
}
SPECIAL = {Trap.FIFO, Trap.SOCKET, Trap.DEVICE}


def look(root: Path | str, layout: str = "auto") -> Survey:
    return survey(str(root), layout=layout, entry_limit=LIMIT)


def reasons(found: Survey) -> dict[str, Reason]:
    return {each.path: each.reason for each in found.left_out}


def selected(found: Survey) -> list[str]:
    return [each.path for each in found.selected]


@pytest.fixture
def tree(tmp_path: Path) -> HostileTree:
    return hostile_tree(tmp_path / "m")


class FailingScan:
    """Stands for a directory that cannot be opened, or that fails after its first entry."""

    def __init__(self, entries: Iterator[os.DirEntry[str]]) -> None:
        self._entries = entries
        self._given = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> os.DirEntry[str]:
        self._given += 1
        if self._given > 1:
            raise OSError(5, "Input/output error")
        return next(self._entries)


def fail_below(monkeypatch: pytest.MonkeyPatch, name: str, *, after_one: bool = False) -> None:
    real = os.scandir

    def scandir(path: str) -> object:
        if os.path.basename(path) != name:
            return real(path)
        if after_one:
            with real(path) as entries:
                return FailingScan(iter(sorted(entries, key=lambda each: each.name)))
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", scandir)


def test_every_entry_of_a_hostile_tree_is_found_exactly_once(tree: HostileTree) -> None:
    found = look(tree.root)
    paths = [*selected(found), *reasons(found), *found.unlisted]
    entered = {entry.path for entry in tree.made if entry.trap not in SKIPPED}
    assert Counter([*tree.plain, *entered, ".hidden", ".git"]) == Counter(paths)


def test_each_trap_of_a_hostile_tree_has_its_reason(tree: HostileTree) -> None:
    expected: dict[str, Reason] = {
        ".hidden": Reason.HIDDEN_DIRECTORY,
        ".git": Reason.HIDDEN_DIRECTORY,
    }
    for entry in tree.made:
        if entry.trap in LINKS:
            expected[entry.path] = Reason.SYMLINK
        elif entry.trap in SPECIAL:
            expected[entry.path] = Reason.SPECIAL_FILE
        elif entry.trap is Trap.HUGE:
            expected[entry.path] = Reason.TOO_LARGE
        elif entry.path.endswith((". ", ".md.", ".md ")):
            expected[entry.path] = Reason.NOT_MARKDOWN
    assert expected == reasons(look(tree.root))


def test_nothing_behind_a_link_is_found(tree: HostileTree) -> None:
    found = look(tree.root)
    everything = "\n".join([*selected(found), *reasons(found)])
    assert "link-out-directory/" not in everything
    assert "link-loop-directory/" not in everything


def test_a_linked_root_is_the_directory_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m/a.md").write_bytes(b"text\n")
    (tmp_path / "link").symlink_to("m")
    found = look(tmp_path / "link")
    assert ((Selected("a.md", 5),), str(tmp_path / "link")) == (found.selected, found.root)


@pytest.mark.parametrize("name", [".hidden", ".claude", "...", ".md", ".x.md"])
def test_a_hidden_directory_is_listed_and_not_entered(tmp_path: Path, name: str) -> None:
    (tmp_path / "sub" / name).mkdir(parents=True)
    (tmp_path / "sub" / name / "a.md").touch()
    left = LeftOut(f"sub/{name}", Reason.HIDDEN_DIRECTORY, is_directory=True)
    found = look(tmp_path)
    assert ((), (left,)) == (found.selected, found.left_out)


def test_a_directory_named_like_a_note_is_entered(tmp_path: Path) -> None:
    (tmp_path / "a.md").mkdir()
    (tmp_path / "a.md/b.md").touch()
    assert ["a.md/b.md"] == selected(look(tmp_path))


@pytest.mark.parametrize("name", sorted(OWN_FILES))
@pytest.mark.parametrize("below", ["", "sub/deep/"])
def test_files_of_memcli_never_travel_wherever_they_lie(
    tmp_path: Path, name: str, below: str
) -> None:
    (tmp_path / below).mkdir(parents=True, exist_ok=True)
    (tmp_path / below / name).write_bytes(b"x" * (LIMIT + 1))
    assert {f"{below}{name}": Reason.OWN_FILE} == reasons(look(tmp_path))


def test_a_file_of_memcli_that_is_a_link_is_a_link(tmp_path: Path) -> None:
    (tmp_path / ".memdeny").symlink_to("elsewhere")
    (tmp_path / ".memallow").mkdir()
    expected = {".memdeny": Reason.SYMLINK, ".memallow": Reason.HIDDEN_DIRECTORY}
    assert expected == reasons(look(tmp_path))


@pytest.mark.parametrize("name", ["a.txt", "a.MD", "a.md.bak", "md", "a.markdown", "b.md~"])
def test_only_markdown_is_memory(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert {name: Reason.NOT_MARKDOWN} == reasons(look(tmp_path))


@pytest.mark.parametrize("name", ["a.md", ".md", ".a.md", "ä b (1).md", "MEMORY.md"])
def test_every_markdown_file_is_memory(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert [name] == selected(look(tmp_path))


def test_the_limit_itself_still_travels(tmp_path: Path) -> None:
    (tmp_path / "at.md").write_bytes(b"x" * LIMIT)
    (tmp_path / "over.md").write_bytes(b"x" * (LIMIT + 1))
    found = look(tmp_path)
    assert (Selected("at.md", LIMIT),) == found.selected
    assert (LeftOut("over.md", Reason.TOO_LARGE, f"{LIMIT + 1} bytes"),) == found.left_out


def test_paths_are_sorted_by_bytes_and_not_by_segments(tmp_path: Path) -> None:
    names = ["a.md", "a/b.md", "a-b.md", "B.md", "\uffff.md", "\U00010000.md", "é.md", "e\u0301.md"]
    names += [os.fsdecode(b"\xff.md"), os.fsdecode(b"\x80.md")]
    (tmp_path / "a").mkdir()
    for name in names:
        (tmp_path / name).touch()
    expected = sorted(os.fsencode(name) for name in names)
    assert expected == [os.fsencode(path) for path in selected(look(tmp_path))]


def test_left_out_files_are_sorted_too(tmp_path: Path) -> None:
    names = ["z.txt", "a.txt", "A.txt", "é.txt", "sub/x.txt", "sub-x.txt"]
    (tmp_path / "sub").mkdir()
    for name in names:
        (tmp_path / name).touch()
    assert sorted(names, key=os.fsencode) == list(reasons(look(tmp_path)))


def test_a_directory_that_cannot_be_listed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("shut", "open"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").touch()
    fail_below(monkeypatch, "shut")
    found = look(tmp_path)
    assert (["open/a.md"], ("shut",), ()) == (selected(found), found.unlisted, found.left_out)


def test_a_directory_that_fails_half_way_is_named_beside_what_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad").mkdir()
    for name in ("a.md", "b.md"):
        (tmp_path / "bad" / name).touch()
    fail_below(monkeypatch, "bad", after_one=True)
    found = look(tmp_path)
    assert (["bad/a.md"], ("bad",)) == (selected(found), found.unlisted)


def test_a_file_that_vanishes_once_it_is_listed_was_never_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).touch()
    real = os.scandir

    def scandir(path: str) -> object:
        with real(path) as entries:
            listed = sorted(entries, key=lambda each: each.name)
        (tmp_path / "a.md").unlink()
        return contextlib.nullcontext(listed)

    monkeypatch.setattr(os, "scandir", scandir)
    found = look(tmp_path)
    assert (["b.md"], (), ()) == (selected(found), found.left_out, found.unlisted)


def test_forty_levels_and_four_hundred_are_walked_alike(tmp_path: Path) -> None:
    """A stack, not recursion: the depth is the user's to choose."""
    fd = os.open(tmp_path, os.O_RDONLY)
    for _ in range(400):
        os.mkdir("d", dir_fd=fd)
        below = os.open("d", os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = below
    os.close(os.open("a.md", os.O_CREAT | os.O_WRONLY, dir_fd=fd))
    os.close(fd)
    assert ["d/" * 400 + "a.md"] == selected(look(tmp_path))


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        ("missing", "No such file or directory"),
        ("file", "is not a directory"),
        ("dangling", "No such file or directory"),
        ("fifo", "is not a directory"),
    ],
)
def test_a_root_that_is_no_directory_is_refused(tmp_path: Path, make: str, cause: str) -> None:
    root = tmp_path / "m"
    if make == "file":
        root.touch()
    elif make == "dangling":
        root.symlink_to("nowhere")
    elif make == "fifo":
        os.mkfifo(root)
    with pytest.raises(UsageError) as caught:
        look(root)
    assert cause in caught.value.cause


@pytest.mark.parametrize("root", ["", "nul\0byte"])
def test_a_root_that_is_no_path_is_refused(root: str) -> None:
    with pytest.raises(UsageError):
        look(root)


def test_an_empty_directory_has_nothing(tmp_path: Path) -> None:
    assert Survey(str(tmp_path), "generic", (), (), ()) == look(tmp_path)


def test_an_empty_directory_below_is_nothing_to_tell(tmp_path: Path) -> None:
    (tmp_path / "sub/deep").mkdir(parents=True)
    assert Survey(str(tmp_path), "generic", (), (), ()) == look(tmp_path)


@pytest.mark.parametrize(
    ("place", "names", "expected"),
    [
        ("/anywhere", ["MEMORY.md"], "claude-code"),
        ("/anywhere", ["memory.md", "a.md"], "generic"),
        ("/home/u/.claude/projects/-home-u-x/memory", [], "claude-code"),
        ("/elsewhere/projects/-home-u-x/memory", ["a.md"], "claude-code"),
        ("/home/u/.claude/memory", [], "claude-code"),
        ("/repo/.claude/agent-memory/reviewer", [], "claude-code"),
        ("/repo/.claude/agent-memory-local/reviewer", [], "claude-code"),
        ("/repo/agent-memory/reviewer", [], "claude-code"),
        ("/repo/memory", [], "generic"),
        ("/repo/memory-bank", ["projectbrief.md"], "generic"),
        ("/home/u/projects/memory", [], "generic"),
        ("/repo/.claude/memory/sub", [], "generic"),
        ("/repo/agent-memory", [], "generic"),
    ],
)
def test_a_layout_is_recognised_by_its_index_or_its_place(
    place: str, names: list[str], expected: str
) -> None:
    assert expected == choose("auto", place, names).name


def test_a_relative_root_is_recognised_by_where_it_really_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / ".claude/memory"
    root.mkdir(parents=True)
    monkeypatch.chdir(root)
    assert look(".").layout == "claude-code"


@pytest.mark.parametrize("layout", [layout.name for layout in LAYOUTS])
def test_a_layout_that_is_named_is_taken(tmp_path: Path, layout: str) -> None:
    assert layout == look(tmp_path, layout).layout


@pytest.mark.parametrize("layout", ["", "Generic", "openclaw", "claude-code "])
def test_an_unknown_layout_is_refused_with_the_known_ones(tmp_path: Path, layout: str) -> None:
    with pytest.raises(UsageError) as caught:
        look(tmp_path, layout)
    assert caught.value.hint == "the layouts are: auto, claude-code, generic"
