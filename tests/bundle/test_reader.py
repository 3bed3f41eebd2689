"""The reader accepts what is canonical, whatever file it comes from, and only that."""

import io
import json
from collections.abc import Sequence

import pytest

from archives import GOOD, archive, gzip, member, of_paths, with_lockfile, zstd, zstd_raw
from memcli.bundle.reader import BundleReader
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar
from memcli.bundle.verify import VerifiedBundle, verify
from memcli.digest import Digest

WITHOUT_LOCKFILE = Digest.of(GOOD)


def paths_in(data: bytes) -> list[str]:
    return [entry.path for entry in BundleReader(io.BytesIO(data))]


class Dripping(io.BytesIO):
    """A pipe whose writer is slow: at most ``step`` bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self._step = step

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self._step if size is None or size < 0 else min(size, self._step))


@pytest.mark.parametrize(
    "paths",
    [
        ("memory/e\u0301.md",),
        ("memory/\U0001f468\u200d\U0001f469\u200d\U0001f467.md",),
        ("memory/\u2764.md", "memory/\u2764\ufe0f.md"),
        ("memory/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.md",),
        ("memory/\u845b\U000e0100.md",),
        ("memory/ leading space.md",),
        ("memory/.md",),
        ("memory/..a.md",),
        ("memory/Memory.md",),
        ("memory/console.md",),
        ("memory/com10.md",),
        ("memory/what?.md",),
        ("memory/a.md", "memory/a.md.md"),
        ("memory/a/x.md", "memory/b/X.md"),
        ("memory/\u0131.md", "memory/\u0269.md"),
        ("memory/team/MEMORY.md",),
        ("context/agents/0-CLAUDE.md", "context/agents/10-AGENTS.md"),
        ("prompt/append-0.md", "prompts/p.md", "skills/s/deep/data.bin"),
    ],
    ids=ascii,
)
def test_paths_that_may_be(paths: Sequence[str]) -> None:
    assert list(paths) == paths_in(of_paths(*paths))


def test_modes_that_may_be() -> None:
    data = archive(
        member("skills/s/a.sh", mode=b"0000644\0"), member("skills/s/b.sh", mode=b"0000755\0")
    )
    assert [0o644, 0o755] == [entry.mode for entry in BundleReader(io.BytesIO(data))]


def test_an_archive_of_nothing_is_a_bundle() -> None:
    empty = canonical_tar([])
    expected = VerifiedBundle(Digest.of(empty), 0, 1024, has_index=False)
    assert expected == verify(io.BytesIO(empty), expected=Digest.of(empty))


def test_verify_says_what_it_read() -> None:
    expected = VerifiedBundle(Digest.of(GOOD), 2, len(GOOD), has_index=True)
    assert expected == verify(io.BytesIO(gzip(GOOD)))


@pytest.mark.parametrize(
    "content",
    [
        b"{}",
        b'{"formatVersion": 99, "memory": ["../evil.md"]}',
        json.dumps({"digest": WITHOUT_LOCKFILE.text}).encode(),
        b'{"digest": "' + WITHOUT_LOCKFILE.text.encode() + b'"}' + b" " * 1_000_000,
    ],
    ids=["empty", "unknown", "digest", "long"],
)
def test_a_foreign_lockfile_is_neither_given_nor_hashed(content: bytes) -> None:
    reader = BundleReader(io.BytesIO(with_lockfile(content)), expected=WITHOUT_LOCKFILE)
    entries = list(reader)
    assert ["context/MEMORY.md", "memory/a.md"] == [entry.path for entry in entries]
    assert (WITHOUT_LOCKFILE, len(GOOD)) == (reader.digest, reader.size)


def test_the_digest_is_not_that_of_a_file_with_a_lockfile() -> None:
    data = with_lockfile(b"{}")
    with pytest.raises(BundleRefusedError) as caught:
        list(BundleReader(io.BytesIO(data), expected=Digest.of(data)))
    assert Refusal.DIGEST_MISMATCH is caught.value.refusal


def test_there_is_no_digest_before_the_end() -> None:
    reader = BundleReader(io.BytesIO(GOOD))
    next(iter(reader))
    with pytest.raises(RuntimeError):
        _ = reader.digest


@pytest.mark.parametrize("step", [1, 3, 511, 70_000])
@pytest.mark.parametrize("form", ["tar", "gzip", "zstd"])
def test_a_slow_pipe_gives_the_same(form: str, step: int) -> None:
    data = canonical_tar([Entry(f"memory/{n:04}.md", b"%d" % n * n) for n in range(0, 999, 9)])
    stored = {"tar": data, "gzip": gzip(data), "zstd": zstd(zstd_raw(data))}[form]
    assert Digest.of(data) == verify(Dripping(stored, step)).digest


def test_no_beginning_of_a_bundle_is_one() -> None:
    codes = {Refusal.NOT_A_TAR, Refusal.TRUNCATED, Refusal.TERMINATOR_MISSING}
    found = set()
    for length in range(1, len(GOOD)):
        with pytest.raises(BundleRefusedError) as caught:
            paths_in(GOOD[:length])
        found.add(caught.value.refusal)
    assert codes == found
