"""Paths of one bundle stand together, whichever comes first."""

from itertools import permutations

import pytest

from hostilepaths import COLLISIONS
from memcli.bundle.paths import INDEX_PATH, PathSet, bundle_path, check_path
from memcli.bundle.refusal import BundleRefusedError, Refusal


def refusal_of(paths: tuple[str, ...]) -> Refusal | None:
    together = PathSet()
    try:
        for path in paths:
            together.add(path)
    except BundleRefusedError as error:
        return error.refusal
    return None


@pytest.mark.parametrize(
    ("expected", "paths"),
    [(code, paths) for code, _, paths in COLLISIONS],
    ids=[row[1] for row in COLLISIONS],
)
def test_a_collision_is_found_in_any_order(expected: Refusal, paths: tuple[str, ...]) -> None:
    assert {expected} == {refusal_of(order) for order in permutations(paths)}


def test_a_path_that_was_refused_is_not_there() -> None:
    paths = PathSet()
    paths.add("memory/a/b.md")
    with pytest.raises(BundleRefusedError):
        paths.add("memory/a")
    with pytest.raises(BundleRefusedError):
        paths.add("memory/A/c.md")
    paths.add("memory/a/c.md")


def test_what_only_looks_alike_stands_together() -> None:
    """Compatibility forms are other names on every file system."""
    names = ("a", "\uff41", "\u0430", "\u2764", "\u2764\ufe0f", "2", "\u00b2")
    assert refusal_of(tuple(f"memory/{name}.md" for name in names)) is None


def test_where_files_of_a_memory_directory_lie() -> None:
    paths = [bundle_path(path) for path in ("MEMORY.md", "a.md", "sub/MEMORY.md")]
    assert [INDEX_PATH, "memory/a.md", "memory/sub/MEMORY.md"] == paths
    for path in paths:
        check_path(path)
