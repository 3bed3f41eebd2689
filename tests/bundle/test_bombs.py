"""No bundle makes its reader take much memory, whatever it announces or expands to."""

import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from archives import END, GOOD, header, zstd, zstd_raw, zstd_rle

MIB = 1 << 20
ALLOWED = 80 * MIB
# In a process of its own: a peak never falls again, and a child starts with its parent's.
READ = r"""
import re, resource, sys
from memcli.bundle.verify import verify
from memcli.errors import MemcliError
try:
    with open(sys.argv[1], "rb") as raw:
        outcome = verify(raw).digest.text
except MemcliError as error:
    outcome = error.code
try:
    with open("/proc/self/status") as status:
        peak = int(re.search(r"VmHWM:\s+(\d+) kB", status.read())[1]) * 1024
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(outcome, peak)
"""


def gzip_of(first: bytes, *, zeros: int) -> bytes:
    """Return a gzip member of ``first`` and ``zeros`` MiB of NULs, without deflating them all."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    start = deflater.compress(first) + deflater.flush(zlib.Z_FULL_FLUSH)
    one = deflater.compress(bytes(MIB)) + deflater.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08" + bytes(6) + b"\xff" + start + one * zeros + deflater.flush() + bytes(8)


def gzip_bomb() -> bytes:
    """Return 2 GiB in one entry."""
    return gzip_of(header(b"memory/a.md", size=(8 << 30) - 1), zeros=2048)


def gzip_bomb_of_entries() -> bytes:
    """Return 2 GiB after an entry that is in bounds."""
    return gzip_of(header(b"memory/a.md", size=8 * MIB), zeros=2048)


def gzip_bomb_after_the_end() -> bytes:
    """Return 2 GiB that no reader needs."""
    return gzip_of(GOOD, zeros=2048)


def zstd_bomb() -> bytes:
    """Return 4 GiB in blocks of four bytes."""
    return zstd([*zstd_raw(header(b"memory/a.md", size=8 * MIB)), *zstd_rle(b"\0", blocks=32768)])


def zstd_bomb_after_the_end() -> bytes:
    """Return 4 GiB that no reader needs, in the largest window that is allowed."""
    return zstd([*zstd_raw(GOOD), *zstd_rle(b"\0", blocks=32768)], window=15 << 3)


def empty_headers_of_8_gib() -> bytes:
    """Return a header that announces 8 GiB, and nothing."""
    return header(b"memory/a.md", size=(8 << 30) - 1)


def outcome_and_peak(bundle: Path) -> tuple[str, int]:
    run = subprocess.run(
        [sys.executable, "-c", READ, str(bundle)], capture_output=True, text=True, check=True
    )
    outcome, peak = run.stdout.split()
    return outcome, int(peak)


@pytest.mark.parametrize(
    "bomb",
    [
        gzip_bomb,
        gzip_bomb_of_entries,
        gzip_bomb_after_the_end,
        zstd_bomb,
        zstd_bomb_after_the_end,
        empty_headers_of_8_gib,
    ],
)
def test_a_bomb_is_refused_in_bounded_memory(bomb: Callable[[], bytes], tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_bytes(bomb())
    outcome, peak = outcome_and_peak(bundle)
    assert outcome in {"too_big", "trailing_data"}
    assert peak < ALLOWED


def test_a_large_bundle_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """More than the bound in entries of the largest size; the holes of the file are their bytes."""
    bundle = tmp_path / "bundle"
    with bundle.open("wb") as file:
        for number in range(25):
            file.write(header(b"memory/%02d.md" % number, size=8 * MIB))
            file.seek(8 * MIB, 1)
        file.write(END)
    assert bundle.stat().st_size > ALLOWED
    outcome, peak = outcome_and_peak(bundle)
    assert outcome.startswith("sha256:")
    assert peak < ALLOWED


def test_what_passes_the_total_is_refused_before_it_is_all_read(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    with bundle.open("wb") as file:
        for number in range(33):
            file.write(header(b"memory/%02d.md" % number, size=8 * MIB))
            file.seek(8 * MIB, 1)
        file.truncate(1 << 40)
    assert "too_big" == outcome_and_peak(bundle)[0]
