"""Read the allow entries of a memory directory, and apply them to what a scan found."""

import dataclasses
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memcli.errors import UsageError
from memcli.fs import display, read_path
from memcli.scan.model import ScanReport

if TYPE_CHECKING:
    from datetime import date

    from memcli.scan.allow import AllowEntry

# As in memcli.scan.allow, which is imported only where there is a file.
ALLOW_FILE = ".memallow"
_FILE_LIMIT = 4 << 20
_NOT_READ = "the allow entries were not read"


class AfterAllowing(NamedTuple):
    """A report whose allowed findings are marked, and notes on the entries that do nothing."""

    report: ScanReport
    notes: tuple[str, ...] = ()


def apply_allow_file(
    root: str, report: ScanReport, *, path: str | None = None, today: "date | None" = None
) -> AfterAllowing:
    """Return ``report`` with the findings marked that the allow file at ``root`` allows.

    With ``path`` the report is of that file alone, and entries for others are not spoken of.
    ``today`` is this day where the user is, unless it is given. Raises UsageError if the allow
    file cannot be used.
    """
    raw = read_allow_file(root)
    if not raw:
        return AfterAllowing(report)
    from memcli.scan.allow import apply_entries, read_entries  # only where there is a file

    entries = [each for each in read_entries(raw) if _concerns(each, path)]
    allowed = apply_entries(report.findings, entries, today=today or today_here())
    notes = (
        *(f"{_called(each)} matches no finding and does nothing" for each in allowed.stale),
        *(f"{_called(each)} ended on {each.until} and does nothing" for each in allowed.expired),
    )
    return AfterAllowing(dataclasses.replace(report, findings=allowed.findings), notes)


def allow_entries(root: str) -> "tuple[AllowEntry, ...]":
    """Return the entries at ``root``. Raises UsageError if it is no directory, or as above."""
    from memcli.scan.allow import read_entries

    if not os.path.isdir(root):
        raise UsageError(
            _NOT_READ,
            f"{display(root) or 'the empty path'} is not a directory",
            hint="name a memory directory with --in",
        )
    return read_entries(read_allow_file(root))


def expired(entries: "Sequence[AllowEntry]", today: "date | None" = None) -> Iterator[bool]:
    """Yield for each entry whether its last day has passed."""
    day = today or today_here()
    return (each.has_expired(day) for each in entries)


def today_here() -> "date":
    """Return this day where the user is."""
    import datetime as dt  # only where there are entries

    return dt.datetime.now().astimezone().date()


def _concerns(entry: "AllowEntry", path: str | None) -> bool:
    if path is not None:
        return entry.path == path
    # Of a directory other files are never judged. An entry for one is for scans of it alone.
    *above, name = entry.path.split("/")
    return name.endswith(".md") and not any(each.startswith(".") for each in above)


def _called(entry: "AllowEntry") -> str:
    # Not its path: the file may be denied.
    return f"the allow entry {entry.fingerprint} for {display(entry.rule)}"


def allow_file_of(root: str) -> str:
    """Return where the allow file of the memory directory at ``root`` is, or would be."""
    return os.path.join(root, ALLOW_FILE)


def read_allow_file(root: str) -> bytes:
    """Return the allow file's bytes, none if there is no such file. Raises UsageError."""
    try:
        return read_path(allow_file_of(root), limit=_FILE_LIMIT, follow=False)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        is_link = os.path.islink(allow_file_of(root))
        cause = "it is a link" if is_link else error.strerror or "it cannot be read"
        raise UsageError(
            _NOT_READ,
            f"{display(allow_file_of(root))} cannot be used: {cause}",
            hint=f"make {ALLOW_FILE} a regular file that you can read, or remove it",
        ) from error
