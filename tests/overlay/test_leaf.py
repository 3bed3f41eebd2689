"""Each leaf has a directory of its own, whatever its id looks like."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.digest import Digest
from memcli.errors import ConflictError, UsageError
from memcli.overlay.acquire import Overlay
from memcli.overlay.leaf import leaf_directory, link_target
from overlay.sandboxes import DIGEST, ENTRIES, GivenMemory, copies, files_of, snapshot, values

OTHER = GivenMemory((ENTRIES[3],))
IDS = [
    *("run/1", "run-1", "run.1", "run 1", "Run-1", "run-1-", "-run-1", "run-1\n", "run\x001"),
    *("日本/一", "日本/二", "///", "//", "-", ".", "..", "...", "../..", "/etc", "leaf", " ", "\0"),
    *("ü", "u\u0308", "a" * 40, "a" * 41, "a" * 300, "a" * 299 + "b", "é" * 4096),
    *("\udcc3\udcbc", "\ud800", "sha256-" + "0" * 64, "tenant/a/b", "\U0001f30a", "\x1b[2J"),
]


@pytest.mark.parametrize("leaf", IDS)
def test_an_id_becomes_a_portable_name_below_the_leaves(leaf: str, sandbox: Path) -> None:
    acquired = Overlay(GivenMemory()).acquire(str(sandbox), leaf=leaf)
    (name,) = os.listdir(sandbox / "leaves")
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}-[0-9a-f]{16}", name)
    assert str(sandbox / "leaves" / name / "memory") == acquired.memory_dir
    assert values(ENTRIES) == files_of(acquired)
    assert {".memcli", "leaves"} == set(os.listdir(sandbox))


def test_ids_that_look_alike_have_directories_of_their_own() -> None:
    assert len(IDS) == len({leaf_directory(leaf, DIGEST).casefold() for leaf in IDS})


@given(st.text(st.characters(), min_size=1), st.text(st.characters(), min_size=1))
def test_two_ids_share_a_directory_only_if_they_are_one(one: str, two: str) -> None:
    shared = leaf_directory(one, DIGEST) == leaf_directory(two, DIGEST)
    assert (one == two) == shared


@given(st.text(st.characters(), min_size=1, max_size=4096))
def test_a_name_depends_on_the_id_alone_and_is_no_other_place(leaf: str) -> None:
    name = leaf_directory(leaf, DIGEST)
    assert name == leaf_directory(leaf, Digest.of(b"other"))
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}-[0-9a-f]{16}", name)
    assert name != DIGEST.directory_name


def test_the_readable_part_is_kept() -> None:
    assert ["run-1", "run-1", "leaf", "leaf", "a" * 40] == [
        leaf_directory(leaf, DIGEST)[:-17]
        for leaf in ("run/1", "run-1", "///", "日本/一", "a" * 300)
    ]


def test_without_an_id_the_digest_names_the_directory() -> None:
    assert DIGEST.directory_name == leaf_directory(None, DIGEST)


@pytest.mark.parametrize("leaf", ["", "a" * 4097])
def test_an_id_that_is_empty_or_too_long_is_refused(leaf: str, sandbox: Path) -> None:
    with pytest.raises(UsageError, match="1 to 4096"):
        Overlay(GivenMemory()).acquire(str(sandbox), leaf=leaf)
    assert {} == snapshot(sandbox)


def test_the_same_leaf_again_is_the_same_result(sandbox: Path) -> None:
    """Delivery is at least once."""
    first = Overlay(GivenMemory()).acquire(str(sandbox), leaf="run/1")
    before = snapshot(sandbox)
    assert first == Overlay(GivenMemory()).acquire(str(sandbox), leaf="run/1")
    assert before == snapshot(sandbox)


def test_a_leaf_cannot_have_two_memories(sandbox: Path) -> None:
    first = Overlay(GivenMemory()).acquire(str(sandbox), leaf="run/1\x1b")
    before = snapshot(sandbox)
    with pytest.raises(ConflictError) as caught:
        Overlay(OTHER).acquire(str(sandbox), leaf="run/1\x1b")
    assert (5, "leaf_taken") == (caught.value.exit_code, caught.value.code)
    assert r"run/1\x1b" in caught.value.cause
    # The copy that the refused call brought is gone, the first leaf's untouched.
    assert before == snapshot(sandbox)
    assert [DIGEST.directory_name] == copies(sandbox)
    assert values(ENTRIES) == files_of(first)


def test_a_refused_leaf_does_not_take_a_copy_that_others_use(sandbox: Path) -> None:
    Overlay(GivenMemory()).acquire(str(sandbox), leaf="one")
    user = Overlay(OTHER).acquire(str(sandbox), leaf="two")
    with pytest.raises(ConflictError):
        Overlay(OTHER).acquire(str(sandbox), leaf="one")
    assert {"one.md": ENTRIES[3].content} == files_of(user)


def test_a_leaf_whose_copy_is_gone_gets_it_again(sandbox: Path) -> None:
    acquired = Overlay(GivenMemory()).acquire(str(sandbox), leaf="one")
    (sandbox / ".memcli" / "overlays").rename(sandbox / "moved")
    assert acquired == Overlay(GivenMemory()).acquire(str(sandbox), leaf="one")
    assert values(ENTRIES) == files_of(acquired)


def test_the_link_is_relative() -> None:
    expected = f"../../.memcli/overlays/sha256-{DIGEST.hex}/memory"
    assert expected == link_target(DIGEST)
