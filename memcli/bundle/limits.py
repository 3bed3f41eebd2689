"""How much a bundle may be: the same bounds for the writer and the reader."""

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds in bytes, entries, path segments, and output bytes per input byte."""

    entry: int = 8 * MIB
    total: int = 256 * MIB
    entries: int = 20_000
    depth: int = 32
    lockfile: int = MIB
    expansion: int = 200
    expansion_from: int = MIB
    """Output below this is not judged for its expansion: short texts compress well."""
    window: int = 32 * MIB
    """Largest zstd window: what a frame may make its reader allocate."""


DEFAULT_LIMITS = Limits()
