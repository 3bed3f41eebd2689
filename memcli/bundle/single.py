"""Judge one file that was named on its own, as commit hooks do."""

import os

from memcli.bundle.selection import Scanned, is_binary
from memcli.errors import UsageError
from memcli.fs import NotRegularError, OverLimitError, display, read_path
from memcli.memdir.model import INDEX_NAME
from memcli.memdir.survey import DENY_FILE
from memcli.scan.model import ScanReport
from memcli.scan.scanner import Scanner, problem

_LIMIT = 1 << 30
# At the root alone; deny files may also lie below it.
_ROOT_MARKS = (INDEX_NAME, ".memallow")


def scan_one(path: str, *, scanner: Scanner) -> Scanned:
    """Return what the scan says of the file at ``path``, whatever its suffix and any deny-list.

    Findings carry the path below the memory directory around the file, so that a fingerprint is
    the same however the file was reached. Raises UsageError if ``path`` cannot be read.
    """
    root, relative = _around(path)
    try:
        raw = read_path(path, limit=_LIMIT)
    except OSError as error:
        if isinstance(error, NotRegularError | OverLimitError):
            cause = error.strerror
        else:
            cause = f"it cannot be read: {error.strerror}"
        raise UsageError(
            "nothing was scanned",
            f"{display(path)}: {cause}",
            hint="give readable files or memory directories",
        ) from error
    shown = scanner.mask_name(relative)
    details = {}
    findings = scanner.scan_file(relative, raw)
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        # Binary files are no text in another encoding; what can be read in them is judged.
        if not is_binary(raw):
            findings = (problem("file-not-utf8", shown), *findings)
            details[shown] = f"byte {error.start} is no UTF-8"
    return Scanned(root, ScanReport(findings, 1, len(raw), {}), (), details)


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
