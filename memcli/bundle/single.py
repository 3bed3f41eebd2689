"""Judge one file that was named on its own, as commit hooks do."""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import BinaryIO

from memcli.bundle.allowing import ALLOW_FILE, apply_allow_file
from memcli.bundle.baselines import baseline_of
from memcli.bundle.judging import is_utf16
from memcli.bundle.selection import Scanned
from memcli.errors import UsageError
from memcli.fs import FileChangedError, NotRegularError, display, open_regular
from memcli.memdir.model import INDEX_NAME
from memcli.memdir.survey import DENY_FILE
from memcli.scan.model import ScanReport
from memcli.scan.scanner import Scanner, problem
from memcli.scan.windows import scan_windows

# At the root alone; deny files may also lie below it.
_ROOT_MARKS = (INDEX_NAME, ALLOW_FILE)

# Takes a number of bytes and returns at most so many, none at the end.
Read = Callable[[int], bytes]


def scan_one(path: str, *, scanner: Scanner) -> Scanned:
    """Return what the scan says of the file at ``path``, whatever its suffix and any deny-list.

    Findings carry the path below the memory directory around the file, so that a fingerprint is
    the same however the file was reached, and what is allowed in the directory counts. Raises
    UsageError if ``path``, the allow file or the baseline cannot be read.
    """
    with _opened(path) as file:
        return scan_content(path, file.read, scanner=scanner)


def scan_content(path: str, read: Read, *, scanner: Scanner) -> Scanned:
    """Return what the scan says of content that stands, or would stand, at ``path``.

    Nothing need be at ``path``; the memory directory around it counts as in ``scan_one``.
    """
    root, relative = _around(path)
    judged = judge_content(relative, read, scanner=scanner.heeding(baseline_of(root)))
    if relative == ALLOW_FILE:
        # What is wrong with it is to be seen, and it cannot allow what is in itself.
        return judged._replace(root=root)
    allowed = apply_allow_file(root, judged.report, path=scanner.mask_name(relative))
    return judged._replace(root=root, report=allowed.report, notes=allowed.notes)


def judge_content(path: str, read: Read, *, scanner: Scanner) -> Scanned:
    """Return what the scan says of content of no directory: no entry allows what is in it."""
    seen = scan_windows(scanner, path, read)
    findings = seen.findings
    details = {}
    # Binary files are no text in another encoding; what can be read in them is judged.
    is_text = not seen.has_nul or is_utf16(seen.head)
    if seen.undecodable is not None and is_text:
        shown = scanner.mask_name(path)
        findings = (problem("file-not-utf8", shown), *findings)
        details[shown] = f"byte {seen.undecodable} is no UTF-8"
    return Scanned("", ScanReport(findings, 1, seen.size, {}), (), details)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """Yield the open file. Raises UsageError, and FileChangedError if it changed meanwhile."""
    try:
        with open_regular(path) as file:
            before = os.fstat(file.fileno())
            yield file
            after = os.fstat(file.fileno())
    except OSError as error:
        cause = error.strerror or "it cannot be read"
        if not isinstance(error, NotRegularError):
            cause = f"it cannot be read: {cause}"
        raise UsageError(
            "nothing was scanned",
            f"{display(path)}: {cause}",
            hint="give readable files or memory directories",
        ) from error
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise FileChangedError(path)


def _around(path: str) -> tuple[str, str]:
    """Return the memory directory around ``path``, by its marks, and the path below it."""
    whole = os.path.abspath(path)
    parent = top = os.path.dirname(whole)
    outermost = parent
    while True:
        if any(os.path.lexists(os.path.join(top, mark)) for mark in _ROOT_MARKS):
            break
        if os.path.lexists(os.path.join(top, DENY_FILE)):
            outermost = top
        above = os.path.dirname(top)
        if above == top or os.path.lexists(os.path.join(top, ".git")):
            top = outermost
            break
        top = above
    return top, os.path.relpath(whole, top)
