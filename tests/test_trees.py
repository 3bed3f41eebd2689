"""The directories and values that tests make at run time are what they claim to be."""

import os
import re
import stat
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secretshapes import MAKERS, Kind, seeded
from trees import Trap, hostile_tree, large_tree, locked_directory, secret_tree

SHAPES = {
    Kind.AWS_ACCESS_KEY_ID: r"AK" + r"IA[A-Z2-7]{16}",
    Kind.GITHUB_TOKEN: r"gh" + r"p_[A-Za-z0-9]{36}",
    Kind.OPENAI_KEY: r"sk" + r"-proj-[A-Za-z0-9_-]{74}T3Blbk" + r"FJ[A-Za-z0-9]{74}",
    Kind.SLACK_TOKEN: r"xo" + r"xb-\d{12}-\d{13}-[A-Za-z0-9]{24}",
    Kind.PRIVATE_KEY_BLOCK: r"-----BEGIN RSA PRIV[A]TE KEY-----\nMII[A-Za-z0-9+/=\n]+\n-----END .+",
    Kind.PASSWORD: r"[A-Za-z](?=.*\d.*\d)(?=.*[!#%+?])[A-Za-z0-9!#%+?]{12}[A-Za-z]",
    Kind.BEARER: r"[A-Za-z](?=.*\d.*\d)[A-Za-z0-9_-]{41}[A-Za-z]",
}
FILE_KINDS: Mapping[Trap, Callable[[int], bool]] = {
    Trap.LINK_OUT: stat.S_ISLNK,
    Trap.LINK_DANGLING: stat.S_ISLNK,
    Trap.LINK_LOOP: stat.S_ISLNK,
    Trap.FIFO: stat.S_ISFIFO,
    Trap.SOCKET: stat.S_ISSOCK,
    Trap.DEVICE: stat.S_ISCHR,
    Trap.UNREADABLE: lambda mode: stat.S_IMODE(mode) == 0,
}


def everything(root: Path) -> set[str]:
    """Paths of all entries that are no real directory; links are not followed."""
    return {
        os.path.relpath(os.path.join(place, name), root)
        for place, directories, files in os.walk(root)
        for name in [*directories, *files]
        if name in files or os.path.islink(os.path.join(place, name))
    }


@pytest.mark.parametrize("kind", Kind)
@given(seed=st.integers(0, 2**32))
def test_a_value_has_its_shape_and_depends_on_the_seed_alone(kind: Kind, seed: int) -> None:
    value = MAKERS[kind](seeded(seed))
    assert re.fullmatch(SHAPES[kind], value)
    assert value == MAKERS[kind](seeded(seed))
    assert value != MAKERS[kind](seeded(seed + 1))


def test_planted_values_stand_where_the_list_says(tmp_path: Path) -> None:
    planted = secret_tree(tmp_path / "m", seeded(7))
    assert sorted(Kind) == sorted(item.kind for item in planted)
    for item in planted:
        lines = (tmp_path / "m" / item.path).read_text(encoding="utf-8").split("\n")
        rest = "\n".join([lines[item.line - 1][item.column - 1 :], *lines[item.line :]])
        assert rest.startswith(item.value)


def test_each_planted_value_occurs_once_in_the_whole_tree(tmp_path: Path) -> None:
    planted = secret_tree(tmp_path / "m", seeded(8))
    text = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "m").iterdir())
    assert [1] * len(Kind) == [text.count(item.value) for item in planted]


def test_a_hostile_tree_lists_everything_it_made(tmp_path: Path) -> None:
    tree = hostile_tree(tmp_path / "m")
    listed = {*tree.plain, *(entry.path for entry in tree.made)}
    assert listed == everything(tree.root)
    tried = {entry.trap for entry in tree.made} | {entry.trap for entry, _ in tree.not_made}
    assert set(Trap) == tried


def test_what_a_hostile_tree_cannot_make_is_listed_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "m-outside").mkdir()
    with pytest.raises(FileExistsError):
        hostile_tree(tmp_path / "m")
    tree = hostile_tree(tmp_path / "n")
    assert [] == [entry for entry, reason in tree.not_made if not reason]


def test_hostile_entries_are_of_the_kind_they_claim(tmp_path: Path) -> None:
    tree = hostile_tree(tmp_path / "m")
    for trap, is_kind in FILE_KINDS.items():
        for path in tree.paths(trap):
            assert is_kind((tree.root / path).lstat().st_mode), path
    assert [9 * 1024 * 1024] == [
        (tree.root / path).stat().st_size for path in tree.paths(Trap.HUGE)
    ]
    assert [40] == [path.count("/") for path in tree.paths(Trap.DEEP)]
    for path in tree.paths(Trap.LINK_OUT):
        assert tree.outside / "note.md" == (tree.root / path).resolve()


def test_a_locked_directory_is_unlocked_again(tmp_path: Path) -> None:
    with locked_directory(tmp_path) as name:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0
    assert b"A plain note.\n" == (tmp_path / name / "note.md").read_bytes()


@pytest.mark.parametrize("size", [0, 1, 100, 5000])
def test_a_large_tree_has_the_asked_number_and_size_of_files(tmp_path: Path, size: int) -> None:
    tree = large_tree(tmp_path / "m", 200, size, seeded(9))
    assert set(tree.paths) == everything(tree.root)
    sizes = {path: (tree.root / path).stat().st_size for path in tree.paths}
    assert tree.bytes == sum(sizes.values())
    assert {size} == {bytes_ for path, bytes_ in sizes.items() if path != "MEMORY.md"}
