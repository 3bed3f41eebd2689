"""Judge what is in a bundle, as it is."""

from io import BytesIO
from typing import BinaryIO

from memcli.bundle.limits import Limits
from memcli.bundle.reader import BundleReader
from memcli.bundle.selection import Scanned
from memcli.bundle.single import judge_content
from memcli.digest import Digest
from memcli.fs import NotRegularError, open_regular
from memcli.scan.model import Finding, ScanReport
from memcli.scan.scanner import Scanner

_MAGIC_AT, _MAGIC = 257, b"ustar"
_COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


def looks_like_bundle(path: str) -> bool:
    """Tell whether the file at ``path`` begins like an archive, plain or compressed."""
    try:
        with open_regular(path) as file:
            head = file.read(_MAGIC_AT + len(_MAGIC))
    except (NotRegularError, OSError, ValueError):
        # Whoever reads it says why it cannot be read.
        return False
    return head.startswith(_COMPRESSED) or head[_MAGIC_AT:] == _MAGIC


def scan_bundle(
    raw: BinaryIO, *, scanner: Scanner, limits: Limits, expected: Digest | None = None
) -> Scanned:
    """Return what the scan says of every file of a bundle, by their paths in it.

    No allow entry counts: whoever receives a bundle has not allowed anything. Raises
    BundleRefusedError and EmptyBundleError as the strict reader does.
    """
    findings: list[Finding] = []
    details: dict[str, str] = {}
    files = size = 0
    for entry in BundleReader(raw, expected=expected, limits=limits):
        judged = judge_content(entry.path, BytesIO(entry.content).read, scanner=scanner)
        findings += judged.report.findings
        details |= judged.details
        files += 1
        size += judged.report.bytes
    return Scanned("", ScanReport(tuple(findings), files, size, {}), (), details)
