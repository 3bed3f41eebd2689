"""The deny-list of a directory: where it comes from, and what happens when it cannot be read."""

import codecs
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memcli.denylist.policy import Denied, apply_denylist
from memcli.errors import UsageError
from memcli.memdir.model import LeftOut, Reason
from memcli.memdir.survey import survey

PLACES = [".memdeny", "sub/.memdeny", "user"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A directory with notes at two levels."""
    place = tmp_path / "m"
    for name in ("a.md", "b.md", "c.txt", "sub/a.md", "sub/b.md", "drafts/d.md"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(b"text\n")
    return place


def denied(root: Path, *flags: str, user: Path | None = None) -> Denied:
    return apply_denylist(
        survey(str(root), entry_limit=1 << 20),
        user_file=user or root.parent / "user",
        flags=flags,
    )


def selected(found: Denied) -> list[str]:
    return [each.path for each in found.survey.selected]


def left_out(found: Denied) -> dict[str, tuple[Reason, str]]:
    return {each.path: (each.reason, each.detail) for each in found.survey.left_out}


def unused(found: Denied) -> Sequence[str]:
    return [f"{each.origin} {each.text}" for each in found.unused]


def place_of(root: Path, place: str) -> Path:
    return root.parent / place if place == "user" else root / place


def test_without_a_deny_list_all_notes_travel(root: Path) -> None:
    found = denied(root)
    assert ["a.md", "b.md", "drafts/d.md", "sub/a.md", "sub/b.md"] == selected(found)
    assert ({"c.txt": (Reason.NOT_MARKDOWN, "")}, []) == (left_out(found), unused(found))


def test_the_four_sources_add_up(root: Path) -> None:
    (root / ".memdeny").write_text("# ours\ndrafts/\n")
    (root / "sub/.memdeny").write_text("/a.md\n")
    (root.parent / "user").write_text("c.txt\n")
    found = denied(root, "b.md")
    assert ["a.md"] == selected(found)
    user = str(root.parent / "user")
    assert {
        ".memdeny": (Reason.OWN_FILE, ""),
        "b.md": (Reason.DENIED, "--deny: b.md"),
        "c.txt": (Reason.DENIED, f"{user}:1: c.txt"),
        "drafts/d.md": (Reason.DENIED, ".memdeny:2: drafts/"),
        "sub/.memdeny": (Reason.OWN_FILE, ""),
        "sub/a.md": (Reason.DENIED, "sub/.memdeny:1: /a.md"),
        "sub/b.md": (Reason.DENIED, "--deny: b.md"),
    } == left_out(found)


def test_what_is_built_in_says_so(root: Path) -> None:
    (root / "team").mkdir()
    (root / "team/t.md").touch()
    detail = "built in: team (other people's text, synced by the tool)"
    assert (Reason.DENIED, detail) == left_out(denied(root))["team/t.md"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("start", "end"),
    [("", "\n"), ("", "\r\n"), ("\ufeff", "\n"), ("\ufeff", "\r\n"), ("", "")],
    ids=["plain", "crlf", "bom", "bom and crlf", "no final newline"],
)
def test_however_a_deny_file_was_saved_it_denies(
    root: Path, place: str, start: str, end: str
) -> None:
    place_of(root, place).write_bytes(f"{start}b.md{end}".encode())
    assert "sub/b.md" not in selected(denied(root))


def test_a_byte_order_mark_does_not_hide_a_negation(root: Path) -> None:
    (root / ".memdeny").write_bytes(codecs.BOM_UTF8 + b"!b.md\r\n")
    with pytest.raises(UsageError, match="it never lets something back in"):
        denied(root)


@pytest.mark.parametrize("place", [*PLACES, "--deny"])
def test_a_negation_is_refused_in_each_place(root: Path, place: str) -> None:
    flags = ["!a.md"] if place == "--deny" else []
    if not flags:
        place_of(root, place).write_text("a.md\n!a.md\n")
    shown = str(place_of(root, place)) if place == "user" else place
    with pytest.raises(UsageError) as caught:
        denied(root, *flags)
    origin = shown if flags else f"{shown}:2"
    assert caught.value.cause.startswith(f"{origin} has a pattern that begins with '!': ")


@pytest.mark.parametrize("place", [*PLACES, "--deny"])
def test_a_broken_pattern_is_refused_in_each_place(root: Path, place: str) -> None:
    flags = ["[z-a]"] if place == "--deny" else []
    if not flags:
        place_of(root, place).write_text("[z-a]\n")
    with pytest.raises(UsageError, match="has a pattern that cannot be used"):
        denied(root, *flags)


def _latin(path: Path) -> None:
    path.write_bytes(b"caf\xe9.md\n")


def _utf16(path: Path) -> None:
    path.write_bytes("b.md\n".encode("utf-16"))


def _utf16_without_mark(path: Path) -> None:
    path.write_bytes("b.md\n".encode("utf-16-le"))


def _large(path: Path) -> None:
    path.write_bytes(b"# remark\n" * (1 << 17))


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


UNUSABLE: dict[str, Callable[[Path], None]] = {
    "directory": Path.mkdir,
    "dangling link": _dangling,
    "link in a circle": _loop,
    "fifo": os.mkfifo,
    "not utf-8": _latin,
    "utf-16": _utf16,
    "utf-16 without a mark": _utf16_without_mark,
    "too large": _large,
}


@pytest.mark.parametrize("make", UNUSABLE.values(), ids=UNUSABLE)
@pytest.mark.parametrize("place", PLACES)
def test_a_deny_file_that_cannot_be_used_is_an_error(
    root: Path, place: str, make: Callable[[Path], None]
) -> None:
    make(place_of(root, place))
    with pytest.raises(UsageError) as caught:
        denied(root)
    assert caught.value.not_done == "the deny-list was not used, and nothing was written"
    assert place in caught.value.cause


def test_a_link_in_place_of_the_directory_s_deny_file_is_not_followed(root: Path) -> None:
    """It could lead anywhere; what travels must depend on the directory alone."""
    (root.parent / "elsewhere").write_text("b.md\n")
    (root / ".memdeny").symlink_to("../elsewhere")
    with pytest.raises(UsageError, match="it is not a regular file"):
        denied(root)


def test_the_user_s_deny_file_may_be_a_link(root: Path) -> None:
    (root.parent / "elsewhere").write_text("b.md\n")
    (root.parent / "user").symlink_to("elsewhere")
    assert "b.md" not in selected(denied(root))


def test_a_link_above_the_user_s_deny_file_that_leads_nowhere_is_an_error(root: Path) -> None:
    (root.parent / "config").symlink_to("unmounted")
    with pytest.raises(UsageError, match="a link on the way to it leads nowhere"):
        denied(root, user=root.parent / "config/deny")


@pytest.mark.parametrize("below", ["missing/deny", "a-file/deny"])
def test_no_user_file_is_no_error(root: Path, below: str) -> None:
    (root.parent / "a-file").touch()
    assert "a.md" in selected(denied(root, user=root.parent / below))


def test_an_unreadable_user_file_is_an_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = root.parent / "user"
    user.touch()
    real = os.open

    def refuse(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == str(user):
            raise PermissionError(13, "Permission denied")
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(UsageError, match="Permission denied"):
        denied(root)


def test_a_deny_file_in_a_hidden_directory_is_not_read(root: Path) -> None:
    (root / ".hidden").mkdir()
    (root / ".hidden/.memdeny").write_text("!a.md\n")
    assert "a.md" in selected(denied(root))


def test_a_pattern_that_matches_nothing_is_named_once(root: Path) -> None:
    (root / ".memdeny").write_text("b.md\nb.dm\n")
    (root / "sub/.memdeny").write_text("/d.md\n")
    expected = [".memdeny:2 b.dm", "sub/.memdeny:1 /d.md", "--deny nothing"]
    assert expected == unused(denied(root, "nothing"))


def test_a_pattern_for_what_is_denied_anyway_counts_as_used(root: Path) -> None:
    (root / "x.pem").touch()
    assert [] == unused(denied(root, "*.pem"))


def test_a_denied_directory_takes_everything_with_it(root: Path) -> None:
    (root / "drafts/deep/.git").mkdir(parents=True)
    (root / "drafts/deep/x.png").touch()
    (root / "drafts/deep/link.md").symlink_to("../../a.md")
    found = denied(root, "drafts/")
    below = {path: reason for path, (reason, _) in left_out(found).items() if "drafts" in path}
    assert {
        "drafts/d.md": Reason.DENIED,
        "drafts/deep/.git": Reason.DENIED,
        "drafts/deep/link.md": Reason.DENIED,
        "drafts/deep/x.png": Reason.DENIED,
    } == below


def test_a_denied_hidden_directory_stays_a_directory(root: Path) -> None:
    (root / ".hidden").mkdir()
    found = denied(root, ".hidden/")
    detail = "--deny: .hidden/"
    assert LeftOut(".hidden", Reason.DENIED, detail, is_directory=True) in found.survey.left_out


def test_the_index_can_be_denied(root: Path) -> None:
    (root / "MEMORY.md").write_text("- [A](a.md)\n")
    found = denied(root, "MEMORY.md")
    assert "MEMORY.md" not in selected(found)
    assert (Reason.DENIED, "--deny: MEMORY.md") == left_out(found)["MEMORY.md"]


def test_own_files_cannot_be_denied_and_still_deny(root: Path) -> None:
    (root / ".memdeny").write_text("b.md\n")
    found = denied(root, ".memdeny")
    assert (Reason.OWN_FILE, "") == left_out(found)[".memdeny"]
    assert "b.md" not in selected(found)


def test_what_cannot_be_listed_is_denied_by_name_or_stays_unlisted(root: Path) -> None:
    found = survey(str(root), entry_limit=1 << 20)._replace(unlisted=("shut", "drafts2"))
    after = apply_denylist(found, user_file=root.parent / "user", flags=["drafts2/"])
    assert ("shut",) == after.survey.unlisted
    detail = "--deny: drafts2/"
    assert LeftOut("drafts2", Reason.DENIED, detail, is_directory=True) in after.survey.left_out


def test_the_policy_judges_paths_that_do_not_exist(root: Path) -> None:
    policy = denied(root, "*-private.md").policy
    paths = ["x-private.md", "sub/x-private.md", "x.md", "team/x.md", "x.pem"]
    assert [True, True, False, True, True] == [policy.denies(path) for path in paths]


def test_nothing_is_lost_and_nothing_appears(root: Path) -> None:
    before = survey(str(root), entry_limit=1 << 20)
    after = denied(root, "b.md", "drafts/").survey
    names = sorted([*(s.path for s in before.selected), *(o.path for o in before.left_out)])
    kept = [each.path for each in after.selected]
    gone = [each.path for each in after.left_out]
    assert (names, sorted(gone)) == (sorted([*kept, *gone]), gone)


def test_only_the_patterns_of_here_are_expected_to_hit(root: Path) -> None:
    """The user's own are for every directory."""
    (root.parent / "user").write_text("not-here-*\n")
    (root / ".memdeny").write_text("nor-this\n")
    found = denied(root, "nor-that")
    assert ["nor-this", "nor-that"] == [pattern.text for pattern in found.unused]


def test_a_deny_file_counts_however_its_name_is_cased(root: Path) -> None:
    (root / ".MemDeny").write_text("a.md\n")
    assert ["b.md", "drafts/d.md", "sub/b.md"] == selected(denied(root))


def test_one_of_several_flags_is_named_by_its_number_and_not_by_its_text(root: Path) -> None:
    found = denied(root, "a.md", "gone.md", "other.md")
    origins = ["--deny (number 2)", "--deny (number 3)"]
    assert origins == [each.origin for each in found.unused]
