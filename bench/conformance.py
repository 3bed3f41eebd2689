"""Measure the bundle format against cases: digests to reproduce, archives to refuse or accept.

CASES_DIR holds ``bundle-vectors.json``, entries with the size and digest of their archive, and
``hostile/manifest.json``, files with the refusal each must meet. Exit code 1 on any difference.
"""

import argparse
import base64
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from memcli.bundle.paths import FOREIGN_LOCKFILE
from memcli.bundle.reader import BundleReader
from memcli.bundle.ustar import FILE_MODE, Entry, canonical_tar
from memcli.digest import Digest
from memcli.errors import MemcliError

ACCEPTED = "accept"
# Cases are JSON that a person wrote: a missing field shows as the KeyError that it is.
Case = dict[str, Any]


def content_of(spec: Case) -> bytes:
    """Return an entry's bytes from base64, a repeated pattern, or a seed of SHA-256 counters."""
    if "b64" in spec:
        return base64.b64decode(spec["b64"], validate=True)
    if "rep" in spec:
        pattern, size = bytes.fromhex(spec["rep"][0]), int(spec["rep"][1])
        return (pattern * (size // len(pattern) + 1))[:size]
    seed, size = str(spec["prng"][0]).encode(), int(spec["prng"][1])
    blocks = (
        hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for counter in range(size // hashlib.sha256().digest_size + 1)
    )
    return b"".join(blocks)[:size]


def vector_outcome(case: Case) -> str:
    """Return the size and digest of the archive that ``case`` describes, or its refusal."""
    entries = [
        Entry(spec["path"], content_of(spec), spec.get("mode", FILE_MODE))
        for spec in case["entries"]
        if spec["path"] != FOREIGN_LOCKFILE
    ]
    try:
        archive = canonical_tar(entries)
    except MemcliError as error:
        return error.code
    return f"{len(archive)} bytes, {Digest.of(archive)}"


def vector_differences(cases: Sequence[Case]) -> Iterator[str]:
    """Yield a line for each vector that is not reproduced."""
    for case in cases:
        expected = case.get("error") or f"{case['tarBytes']} bytes, {case['digest']}"
        actual = vector_outcome(case)
        if actual != expected:
            yield f"vector {case['name']}: expected {expected}, got {actual}"


def hostile_outcome(path: Path, declared: str) -> str:
    """Return the code that the file at ``path`` is refused with, or that it is accepted."""
    try:
        with path.open("rb") as raw:
            for _ in BundleReader(raw, expected=Digest(declared)):
                pass
    except MemcliError as error:
        return error.code
    return ACCEPTED


def hostile_differences(cases: Sequence[Case], directory: Path) -> Iterator[str]:
    """Yield a line for each file that does not meet what its case expects."""
    for case in cases:
        expected = (case["expect"], *case["also"])
        actual = hostile_outcome(directory / case["file"], case["declared"])
        if actual not in expected:
            yield f"hostile {case['name']}: expected {' or '.join(expected)}, got {actual}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what differs and the two counts; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", metavar="CASES_DIR", type=Path)
    directory: Path = parser.parse_args(arguments).cases
    hostile_directory = directory / "hostile"
    try:
        vectors: list[Case] = json.loads((directory / "bundle-vectors.json").read_bytes())[
            "vectors"
        ]
        hostile: list[Case] = json.loads((hostile_directory / "manifest.json").read_bytes())
    except (OSError, ValueError) as error:
        parser.error(f"the cases cannot be read: {error}")
    not_reproduced = list(vector_differences(vectors))
    not_met = list(hostile_differences(hostile, hostile_directory))
    for line in (*not_reproduced, *not_met):
        print(ascii(line)[1:-1])
    print(f"vectors: {len(vectors) - len(not_reproduced)}/{len(vectors)} reproduced")
    print(f"hostile: {len(hostile) - len(not_met)}/{len(hostile)} refused or accepted as expected")
    return 1 if not_reproduced or not_met else 0


if __name__ == "__main__":
    sys.exit(main())
