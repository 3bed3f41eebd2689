"""Every named refusal is met by archives that have exactly that wrong."""

import io
from collections import Counter

import pytest

from archives import GOOD
from hostile import Hostile, hostile
from hostilepaths import COLLISIONS, PATHS
from memcli.bundle.reader import BundleReader
from memcli.bundle.refusal import BundleRefusedError, EmptyBundleError, Refusal
from memcli.bundle.ustar import Entry
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest
from memcli.errors import ExitCode, MemcliError

ROWS = hostile()


def refused(row: Hostile) -> MemcliError:
    reader = BundleReader(io.BytesIO(row.data), expected=row.expected, limits=row.limits)
    with pytest.raises((BundleRefusedError, EmptyBundleError)) as caught:
        list(reader)
    assert isinstance(caught.value, MemcliError)
    with pytest.raises(RuntimeError):
        _ = reader.digest
    return caught.value


def test_what_the_rows_are_made_from_is_accepted() -> None:
    entries = list(BundleReader(io.BytesIO(GOOD), expected=Digest.of(GOOD)))
    expected = [Entry("context/MEMORY.md", b"- [a](a.md)\n"), Entry("memory/a.md", b"x\n")]
    assert expected == entries


def test_every_code_has_a_row() -> None:
    assert set(Refusal) == {row.refusal for row in ROWS}


def test_rows_have_names_of_their_own() -> None:
    assert [] == [name for name, count in Counter(map(str, ROWS)).items() if count > 1]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_it_is_refused_by_its_name(row: Hostile) -> None:
    assert row.refusal.value == refused(row).code


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_refusal_says_what_to_do_in_printable_text(row: Hostile) -> None:
    error = refused(row)
    shown = (error.not_done, error.cause, error.hint)
    assert [] == [text for text in shown if not text or not text.isprintable()]
    assert error.cause.startswith(f"{row.refusal}: ")


def test_an_empty_file_is_a_mistake_and_all_else_a_matter_of_integrity() -> None:
    codes = {row.refusal: refused(row).exit_code for row in ROWS}
    assert ExitCode.UNUSABLE == codes.pop(Refusal.EMPTY_INPUT)
    assert {ExitCode.INTEGRITY} == set(codes.values())


@pytest.mark.parametrize(
    ("refusal", "path"), [(code, path) for code, _, path in PATHS], ids=[row[1] for row in PATHS]
)
def test_the_writer_refuses_the_same_paths(refusal: Refusal, path: str) -> None:
    with pytest.raises(BundleRefusedError) as caught:
        ArchiveWriter(None).add(path, b"")
    assert refusal is caught.value.refusal


@pytest.mark.parametrize(
    ("refusal", "paths"),
    [(code, paths) for code, _, paths in COLLISIONS],
    ids=[row[1] for row in COLLISIONS],
)
def test_the_writer_refuses_the_same_collisions(refusal: Refusal, paths: tuple[str, ...]) -> None:
    writer = ArchiveWriter(None)
    *before, last = paths
    for path in before:
        writer.add(path, b"")
    with pytest.raises(BundleRefusedError) as caught:
        writer.add(last, b"")
    assert refusal is caught.value.refusal
