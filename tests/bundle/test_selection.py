"""What would travel from a directory, and that only this is judged."""

import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from memcli.bundle.gate import gate_opens
from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.selection import Selection, select
from memcli.denylist.policy import Denied, apply_denylist
from memcli.digest import Digest
from memcli.errors import ExitCode, UsageError
from memcli.fs import FileChangedError, display, read_beneath
from memcli.memdir.model import LeftOut, Reason, Survey
from memcli.scan.model import Effect, Tier
from memcli.scan.problems import PROBLEMS
from memcli.scan.scanner import default_scanner
from secretshapes import github_token, password, seeded
from trees import HostileTree, Trap, hostile_tree, secret_tree

SECRET = github_token(seeded(1))
SMALL = replace(DEFAULT_LIMITS, entry=64)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "m"
    place.mkdir()
    write(place, "MEMORY.md", "- [A](a.md) — first\n- [B](b.md) — second\n")
    write(place, "a.md", "A note.\n")
    write(place, "b.md", "Another.\n")
    return place


def write(root: Path, path: str, text: str | bytes) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())


def chosen(
    root: Path, deny: Sequence[str] = (), *, limits: Limits = DEFAULT_LIMITS, strict: bool = False
) -> Selection:
    return select(
        str(root),
        layout="auto",
        deny=deny,
        user_deny_file=root.parent / "no-user-file",
        scanner=default_scanner(strict=strict),
        limits=limits,
    )


def paths(selection: Selection) -> list[str]:
    return [each.path for each in selection.files]


def blocking(selection: Selection) -> list[tuple[str, str]]:
    return [
        (each.path, each.rule)
        for each in selection.scanned.report.findings
        if each.effect is Effect.BLOCK
    ]


def reasons(selection: Selection) -> dict[str, Reason]:
    return {each.path: each.reason for each in selection.scanned.left_out}


def test_a_plain_directory_travels_whole(root: Path) -> None:
    found = chosen(root)
    assert [
        ("MEMORY.md", "context/MEMORY.md"),
        ("a.md", "memory/a.md"),
        ("b.md", "memory/b.md"),
    ] == [(each.path, each.bundle_path) for each in found.files]
    assert Digest.of(b"A note.\n") == found.files[1].digest
    report = found.scanned.report
    assert ((), 3, 62, {}) == (report.findings, report.files, report.bytes, dict(report.left_out))
    assert ((), 0) == (found.scanned.notes, found.entries_removed)


def test_files_are_in_the_order_of_their_bundle_paths(root: Path) -> None:
    for name in ("B.md", "é.md", "sub/a.md", "sub-a.md", "MEMORY-old.md"):
        write(root, name, "x\n")
    order = [each.bundle_path.encode() for each in chosen(root).files]
    assert sorted(order) == order


# --- Only what would travel is judged -----------------------------------------------------------


def _denied(root: Path) -> None:
    write(root, "x-private.md", SECRET)


def _built_in(root: Path) -> None:
    write(root, "team/x.md", SECRET)


def _binary(root: Path) -> None:
    write(root, "x.md", SECRET.encode() + b"\0")


def _link(root: Path) -> None:
    write(root.parent, "outside.md", SECRET)
    (root / "x.md").symlink_to("../outside.md")


def _link_within(root: Path) -> None:
    write(root, "x.txt", SECRET)
    (root / "x.md").symlink_to("x.txt")


def _other_suffix(root: Path) -> None:
    write(root, "x.txt", SECRET)


def _hidden(root: Path) -> None:
    write(root, ".hidden/x.md", SECRET)


def _large(root: Path) -> None:
    write(root, "x.md", SECRET + " " * DEFAULT_LIMITS.entry)


def _own(root: Path) -> None:
    write(root, ".memdeny", f"# {SECRET}\n*-private.md\nx-*\n")
    write(root, "memory.lock.json", SECRET)


def _unreadable_denied(root: Path) -> None:
    write(root, "x-private.md", b"\xff\xfe\xff")
    write(root, "x-private/co:lon.md", "x")


def _fifo(root: Path) -> None:
    os.mkfifo(root / "x.md")


def _socket(root: Path) -> None:
    # A relative name: the whole path may be too long for an address.
    before = Path.cwd()
    os.chdir(root)
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind("x.md")
    finally:
        os.chdir(before)


@pytest.mark.parametrize(
    "make",
    [
        _denied,
        _built_in,
        _binary,
        _link,
        _link_within,
        _other_suffix,
        _hidden,
        _large,
        _own,
        _unreadable_denied,
        _fifo,
        _socket,
    ],
)
def test_what_does_not_travel_never_blocks(root: Path, make: Callable[[Path], None]) -> None:
    before = chosen(root)
    make(root)
    found = chosen(root, ["x-private*"])
    assert before.files == found.files
    assert () == found.scanned.report.findings
    assert sum(found.scanned.report.left_out.values()) == len(found.scanned.left_out) > 0


def test_the_same_value_in_what_travels_blocks(root: Path) -> None:
    write(root, "x.md", f"token {SECRET}\n")
    found = chosen(root)
    assert [("x.md", "github-token")] == blocking(found)
    assert not gate_opens(found.scanned.report)


def test_an_index_entry_of_a_denied_file_is_not_judged(root: Path) -> None:
    write(root, "x-private.md", "x\n")
    write(root, "MEMORY.md", f"- [A](a.md)\n- [X](x-private.md) — {SECRET}\n")
    found = chosen(root, ["*-private.md"])
    assert ((), 1) == (found.scanned.report.findings, found.entries_removed)


@pytest.mark.parametrize("deny", ["orca/", "orca/*", "orca/**", "*-plan.md"])
def test_a_directory_of_which_nothing_travels_is_no_more_named(root: Path, deny: str) -> None:
    write(root, "orca/exit-plan.md", "x\n")
    write(root, "MEMORY.md", "- [A](a.md)\n- [The exit](orca/)\n- see orca/exit-plan.md\n")
    found = chosen(root, [deny])
    assert found.index is not None
    assert (b"- [A](a.md)\n", 2) == (found.index.raw, found.entries_removed)


def test_a_directory_of_which_something_travels_is_named(root: Path) -> None:
    write(root, "orca/exit-plan.md", "x\n")
    write(root, "orca/food.md", "x\n")
    write(root, "MEMORY.md", "- [A](a.md)\n- [Orca](orca/)\n- see orca/exit-plan.md\n")
    found = chosen(root, ["*-plan.md"])
    assert found.index is not None
    assert b"- [A](a.md)\n- [Orca](orca/)\n" == found.index.raw


def test_a_link_to_a_directory_is_no_more_named(root: Path) -> None:
    write(root.parent, "private/x.md", "x\n")
    (root / "orca").symlink_to("../private")
    write(root, "MEMORY.md", "- [A](a.md)\n- [X](orca/x.md)\n- [Orca](orca/)\n")
    found = chosen(root)
    assert found.index is not None
    assert b"- [A](a.md)\n" == found.index.raw


def test_findings_in_the_index_count_lines_of_the_original(root: Path) -> None:
    write(root, "x-private.md", "x\n")
    lines = ["# Index", "- [X](x-private.md)", "  more of it", "", "- [A](a.md)", f"key {SECRET}"]
    write(root, "MEMORY.md", "\n".join(lines) + "\n")
    found = chosen(root, ["*-private.md"])
    assert [("MEMORY.md", 6, 5)] == [
        (each.path, each.line, each.column) for each in found.scanned.report.findings
    ]
    assert 1 == found.entries_removed
    assert found.index is not None
    assert b"\n".join(found.index.raw.split(b"\n")[:2]) == b"# Index\n"


def test_the_digest_of_the_index_is_of_what_lies_on_disk(root: Path) -> None:
    found = chosen(root, ["b.md"])
    assert found.index is not None
    assert (b"- [A](a.md) \xe2\x80\x94 first\n", 1) == (found.index.raw, found.index.removed)
    assert Digest.of((root / "MEMORY.md").read_bytes()) == found.files[0].digest


def test_bytes_are_counted_as_they_travel(root: Path) -> None:
    found = chosen(root, ["b.md"])
    assert found.index is not None
    assert len(found.index.raw) + len(b"A note.\n") == found.scanned.report.bytes


# --- What blocks --------------------------------------------------------------------------------


def test_what_a_hostile_tree_blocks_and_leaves_out(tmp_path: Path) -> None:
    tree = hostile_tree(tmp_path / "m")
    found = chosen(tree.root)
    known = {each.id for each in PROBLEMS}
    blocked = {path: rule for path, rule in blocking(found) if rule in known}
    names = {
        **dict.fromkeys(tree.paths(Trap.INVALID_UTF8), "file-not-utf8"),
        **dict.fromkeys(tree.paths(Trap.UTF16), "file-not-utf8"),
        **dict.fromkeys(_unportable(tree), "name-not-portable"),
    }
    if os.geteuid() != 0:
        names |= dict.fromkeys(tree.paths(Trap.UNREADABLE), "file-unreadable")
    assert names == blocked
    # A name with a control character misleads its reader, too.
    assert {"hidden-control"} == {rule for _, rule in blocking(found)} - known
    assert set(blocked) == set(found.scanned.details)
    left = reasons(found)
    assert dict.fromkeys(tree.paths(Trap.NUL_BYTES), Reason.BINARY).items() <= left.items()
    for trap in (Trap.TEAM, Trap.AGENTS, Trap.GIT):
        for path in tree.paths(trap):
            shown = path if trap is not Trap.GIT else ".git"
            assert left[shown] is Reason.DENIED
    judged = {*paths(found), *blocked, *left}
    assert {each.path for each in found.survey.selected} <= judged


def _unportable(tree: HostileTree) -> list[str]:
    """Names that a bundle cannot carry; of two that collide, the one that comes later."""
    bad = [
        *tree.paths(Trap.NAME_NOT_UTF8),
        *tree.paths(Trap.NAME_CONTROL),
        *tree.paths(Trap.NAME_PUNCTUATION),
        *tree.paths(Trap.DEEP),
    ]
    bad += [path for path in tree.paths(Trap.NAME_WINDOWS) if path.endswith(".md")]
    colliding = tree.paths(Trap.NAME_COLLIDES)
    for one, other in (("CASE.md", "case.md"), ("cafe\u0301.md", "caf\u00e9.md")):
        bad += [other] if {one, other} <= set(colliding) else []
    return bad


@pytest.mark.parametrize(
    ("names", "blocked"),
    [
        (["x.md", "X.md"], "x.md"),
        (["\u00e9.md", "e\u0301.md"], "\u00e9.md"),
        (["Sub/x.md", "sub/y.md"], "sub/y.md"),
        (["stra\u00dfe.md", "strasse.md"], "stra\u00dfe.md"),
        (["Memory.md/x.md", "memory.md"], "memory.md"),
    ],
)
def test_names_that_are_one_file_elsewhere_collide(
    root: Path, names: list[str], blocked: str
) -> None:
    for name in names:
        write(root, name, "x\n")
    assert [(blocked, "name-not-portable")] == blocking(chosen(root))


def test_an_unreadable_file_blocks_and_says_why(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(fd: int, path: str, *, limit: int) -> bytes:
        if path == "a.md":
            raise PermissionError(13, "Permission denied")
        return read_beneath(fd, path, limit=limit)

    monkeypatch.setattr("memcli.bundle.judging.read_beneath", refuse)
    found = chosen(root)
    assert [("a.md", "file-unreadable")] == blocking(found)
    assert {"a.md": "Permission denied"} == dict(found.scanned.details)
    assert ["MEMORY.md", "b.md"] == paths(found)


def test_an_unreadable_index_blocks_and_is_not_called_missing(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(fd: int, path: str, *, limit: int) -> bytes:
        if path == "MEMORY.md":
            raise PermissionError(13, "Permission denied")
        return read_beneath(fd, path, limit=limit)

    monkeypatch.setattr("memcli.bundle.judging.read_beneath", refuse)
    found = chosen(root)
    assert [("MEMORY.md", "file-unreadable")] == blocking(found)
    assert () == found.scanned.notes


def test_a_directory_that_cannot_be_listed_blocks_unless_it_is_denied(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "shut/x.md", "x\n")
    real = os.scandir

    def refuse(path: str) -> object:
        if os.path.basename(path) == "shut":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert [("shut", "file-unreadable")] == blocking(chosen(root))
    found = chosen(root, ["shut/"])
    assert ([], {"shut": Reason.DENIED}) == (blocking(found), reasons(found))


@pytest.mark.parametrize(
    ("raw", "offset"), [(b"caf\xe9\n", 3), (b"ok\n\xff", 3), ("ü".encode("utf-16"), 0)]
)
def test_text_that_is_not_utf8_blocks_without_being_shown(
    root: Path, raw: bytes, offset: int
) -> None:
    write(root, "a.md", raw)
    found = chosen(root)
    assert [("a.md", "file-not-utf8")] == blocking(found)
    assert {"a.md": f"byte {offset} is no UTF-8"} == dict(found.scanned.details)
    finding = found.scanned.report.findings[0]
    assert (0, 1, 5, "", Tier.HYGIENE) == (
        finding.line,
        finding.column,
        finding.end_column,
        finding.mask,
        finding.tier,
    )


def test_a_secret_beside_bad_bytes_is_still_found(root: Path) -> None:
    write(root, "a.md", b"caf\xe9 " + SECRET.encode() + b"\n")
    assert [("a.md", "file-not-utf8"), ("a.md", "github-token")] == blocking(chosen(root))


def test_a_secret_in_a_name_is_masked_wherever_the_name_is_shown(root: Path) -> None:
    write(root, f"{SECRET}.md", b"\xff")
    write(root, f"{SECRET.upper()}:.md", "x\n")
    found = chosen(root)
    scanned = found.scanned
    text = "\n".join(
        [*map(str, scanned.report.findings), *scanned.details, *scanned.details.values()]
    )
    assert SECRET not in text
    assert {"file-not-utf8", "github-token", "name-not-portable"} == {r for _, r in blocking(found)}


def test_names_that_collide_and_hold_a_secret_are_not_quoted(root: Path) -> None:
    write(root, f"{SECRET}.md", "x\n")
    write(root, f"{SECRET}.mD/x.md", "x\n")
    write(root, f"{SECRET}.MD/x.md", "x\n")
    scanned = chosen(root).scanned
    assert SECRET not in "\n".join([*scanned.details, *scanned.details.values()])
    assert SECRET[:12] not in "\n".join(scanned.details.values())


def test_a_lost_index_entry_with_a_secret_in_its_name_is_masked(root: Path) -> None:
    """A heuristic only warns, so the name travels; a message must not hold it all the same."""
    secret = password(seeded(4)).replace("?", "!").replace("#", "!").replace("%", "!")
    name = f"password={secret}.md"
    write(root, name, "x\n")
    write(root, "x-private.md", "x\n")
    write(root, "MEMORY.md", f"- [A](<{name}>) and [X](x-private.md)\n")
    notes = "\n".join(chosen(root, ["x-private.md"]).scanned.notes)
    assert "their index entries stay behind" in notes
    assert secret not in notes


@pytest.mark.parametrize("strict", [True, False])
def test_every_planted_secret_is_found_and_strict_blocks_all(
    tmp_path: Path, *, strict: bool
) -> None:
    planted = secret_tree(tmp_path / "m", seeded(5))
    found = chosen(tmp_path / "m", strict=strict)
    places = {(each.path, each.line, each.column) for each in found.scanned.report.findings}
    assert {(each.path, each.line, each.column) for each in planted} <= places
    shown = "\n".join(map(str, found.scanned.report.findings))
    assert [] == [each.kind for each in planted if each.value in shown]
    if strict:
        assert {each.path for each in planted} == {path for path, _ in blocking(found)}


# --- Files that change while they are read ------------------------------------------------------


def test_a_file_that_changes_while_it_is_judged_is_a_conflict(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(_fd: int, path: str, *, limit: int) -> bytes:
        raise FileChangedError(f"{path} of {limit} bytes")

    monkeypatch.setattr("memcli.bundle.judging.read_beneath", change)
    with pytest.raises(FileChangedError) as caught:
        chosen(root)
    assert (ExitCode.CONFLICT, "changed_while_read") == (caught.value.exit_code, caught.value.code)


def test_a_changing_file_with_a_secret_in_its_name_is_masked(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, f"{SECRET}.md", "x\n")

    def change(_fd: int, path: str, *, limit: int) -> bytes:
        if path.startswith(SECRET):
            raise FileChangedError(path)
        return b"x" * min(limit, 1)

    monkeypatch.setattr("memcli.bundle.judging.read_beneath", change)
    with pytest.raises(FileChangedError) as caught:
        chosen(root)
    assert SECRET not in str(caught.value)


def test_what_became_too_large_or_a_fifo_since_it_was_listed_is_left_out(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(found: Survey, *, user_file: Path, flags: Sequence[str]) -> Denied:
        result = apply_denylist(found, user_file=user_file, flags=flags)
        write(root, "a.md", "x" * 65)
        (root / "b.md").unlink()
        os.mkfifo(root / "b.md")
        return result

    monkeypatch.setattr("memcli.bundle.selection.apply_denylist", late)
    found = chosen(root, limits=SMALL)
    assert {"a.md": Reason.TOO_LARGE, "b.md": Reason.SPECIAL_FILE} == reasons(found)
    assert found.index is not None
    assert (b"", 2) == (found.index.raw, found.index.removed)


# --- The index ----------------------------------------------------------------------------------


def test_without_an_index_a_note_says_so(root: Path) -> None:
    (root / "MEMORY.md").unlink()
    found = chosen(root)
    expected = "there is no MEMORY.md: the agent will see file names only"
    assert ((expected,), None) == (found.scanned.notes, found.index)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda root: write(root, "MEMORY.md", b"x\0"), "binary"),
        (lambda root: write(root, "MEMORY.md", b"x" * 65), "too-large"),
        (lambda root: os.mkfifo(root / "MEMORY.md"), "special-file"),
        (lambda root: (root / "MEMORY.md").symlink_to("a.md"), "symlink"),
    ],
)
def test_an_index_that_is_left_out_is_noted(
    root: Path, make: Callable[[Path], None], reason: str
) -> None:
    (root / "MEMORY.md").unlink()
    make(root)
    found = chosen(root, limits=SMALL)
    expected = f"MEMORY.md does not travel ({reason}): there will be no index"
    assert ((expected,), None) == (found.scanned.notes, found.index)
    assert ["a.md", "b.md"] == paths(found)


def test_a_denied_index_is_noted_and_its_text_stays(root: Path) -> None:
    found = chosen(root, ["MEMORY.md"])
    expected = "MEMORY.md does not travel (denied): there will be no index"
    assert ((expected,), None) == (found.scanned.notes, found.index)


def test_an_index_below_the_root_is_a_note_like_others(root: Path) -> None:
    write(root, "sub/MEMORY.md", "- [A](a.md)\n")
    assert "memory/sub/MEMORY.md" in [each.bundle_path for each in chosen(root).files]


def test_an_unused_pattern_is_noted_once(root: Path) -> None:
    write(root, ".memdeny", "nothing.md\n")
    expected = (
        "the deny pattern at .memdeny:1 matches no file; patterns are relative to the memory "
        "directory"
    )
    assert (expected,) == chosen(root).scanned.notes


def test_lost_entries_are_named_up_to_five(root: Path) -> None:
    names = [f"n{number}.md" for number in range(7)]
    for name in names:
        write(root, name, "x\n")
    links = " ".join(f"[N]({name})" for name in names)
    write(root, "x-private.md", "x\n")
    write(root, "MEMORY.md", f"- [X](x-private.md) and {links}\n")
    expected = (
        "these travel, but their index entries stay behind with others': "
        "n0.md, n1.md, n2.md, n3.md, n4.md and 2 more"
    )
    assert (expected,) == chosen(root, ["x-private.md"]).scanned.notes


def test_binary_files_lose_their_entries_too(root: Path) -> None:
    write(root, "b.md", b"\0")
    found = chosen(root)
    assert found.index is not None
    assert (b"- [A](a.md) \xe2\x80\x94 first\n", 1) == (found.index.raw, found.index.removed)


@pytest.mark.parametrize(
    "line",
    [
        "- everything is in qzvault-x/\n",
        "- `qzvault-x/`\n",
        "- [x](qzvault-x/)\n",
        "- [x](qzvault-x)\n",
        "- see qzvault-x for more\n",
        "- [[qzvault-x]]\n",
    ],
)
def test_the_name_of_a_denied_directory_is_taken_out(root: Path, line: str) -> None:
    write(root, "sub/qzvault-x/deep/n.md", "x\n")
    write(root, "qzvault-x/n.md", "x\n")
    write(root, "MEMORY.md", f"- [A](a.md)\n{line}")
    found = chosen(root, ["qzvault-x/"])
    assert found.index is not None
    assert b"- [A](a.md)\n" == found.index.raw


@pytest.mark.parametrize(
    ("directory", "section"), [(".git", "Git"), ("team", "Team"), ("agents", "Agents")]
)
def test_a_section_that_is_called_like_a_built_in_directory_stays(
    root: Path, directory: str, section: str
) -> None:
    write(root, f"{directory}/config", "x\n")
    index = f"- [A](a.md)\n\n## {section}\n\n- {section}: be kind\n- [B](b.md)\n"
    write(root, "MEMORY.md", index)
    found = chosen(root)
    assert found.index is not None
    assert (index.encode(), 0) == (found.index.raw, found.index.removed)


def test_a_file_below_a_denied_directory_names_itself(root: Path) -> None:
    write(root, "drafts/n.md", "---\nname: Quorzim vexatl plans\n---\n")
    write(root, "MEMORY.md", "- [A](a.md)\n- Quorzim vexatl plans: soon\n")
    found = chosen(root, ["drafts/"])
    assert found.index is not None
    assert b"- [A](a.md)\n" == found.index.raw


# --- What cannot be used ------------------------------------------------------------------------


def test_a_directory_with_nothing_in_it_is_a_selection_of_nothing(tmp_path: Path) -> None:
    found = chosen(tmp_path)
    assert ((), (), 0) == (found.files, found.scanned.report.findings, found.scanned.report.files)


def test_a_deny_list_that_cannot_be_used_stops_everything(root: Path) -> None:
    write(root, "sub/.memdeny", "!a.md\n")
    with pytest.raises(UsageError, match=r"sub/\.memdeny:1"):
        chosen(root)


def test_left_out_is_sorted_and_counted(root: Path) -> None:
    for name in ("z.txt", "a.txt", "team/x.md"):
        write(root, name, "x\n")
    write(root, "b.md", b"\0")
    found = chosen(root).scanned
    detail = "built in: team (other people's text, synced by the tool)"
    assert (
        LeftOut("a.txt", Reason.NOT_MARKDOWN),
        LeftOut("b.md", Reason.BINARY),
        LeftOut("team/x.md", Reason.DENIED, detail),
        LeftOut("z.txt", Reason.NOT_MARKDOWN),
    ) == found.left_out
    assert {"binary": 1, "denied": 1, "not-markdown": 2} == dict(found.report.left_out)


def test_every_message_is_safe_for_a_terminal(tmp_path: Path) -> None:
    tree = hostile_tree(tmp_path / "m")
    write(tree.root, ".memdeny", "no\x1bthing.md\n")
    scanned = chosen(tree.root).scanned
    shown = [*scanned.notes, *scanned.details.values()]
    assert [display(text) for text in shown] == shown
