"""Apply, add and remove the allow entries of a memory directory."""

import dataclasses
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memcli.errors import UsageError
from memcli.fs import (
    PUBLIC_FILE,
    StagedFile,
    display,
    read_path,
    refuse_unless_replaceable,
)
from memcli.scan.model import Finding, ScanReport, Tier

if TYPE_CHECKING:
    from datetime import date

    from memcli.scan.allow import AllowEntry
    from memcli.scan.scanner import Scanner

# As in memcli.scan.allow, which is imported only where there is a file.
ALLOW_FILE = ".memallow"
_FILE_LIMIT = 4 << 20
_SECRETS = (Tier.STRUCTURAL, Tier.HEURISTIC)
_NOT_READ = "the allow entries were not read"
_NOT_ADDED = "nothing was allowed"
_NOT_REMOVED = "no allow entry was removed"


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
    raw = _read(root)
    if not raw:
        return AfterAllowing(report)
    from memcli.scan.allow import apply_entries, read_entries  # only where there is a file

    entries = [each for each in read_entries(raw) if path is None or each.path == path]
    allowed = apply_entries(report.findings, entries, today=today or _today())
    notes = (
        *(f"{_called(each)} matches no finding and does nothing" for each in allowed.stale),
        *(f"{_called(each)} ended on {each.until} and does nothing" for each in allowed.expired),
    )
    return AfterAllowing(dataclasses.replace(report, findings=allowed.findings), notes)


def allow(
    root: str,
    fingerprint: str,
    findings: Sequence[Finding],
    *,
    reason: str,
    scanner: "Scanner",
    by: str = "",
    until: str | None = None,
    today: "date | None" = None,
) -> "AllowEntry":
    """Write and return the entry at ``root`` for the finding with ``fingerprint``.

    ``findings`` are those of the directory as it is now. Raises UsageError if there is no such
    finding, if it cannot be allowed, or if what is said about it cannot be used.
    """
    from memcli.scan.allow import AllowEntry, can_be_allowed, with_entry

    _check_fingerprint(fingerprint, not_done=_NOT_ADDED)
    day = today or _today()
    if not reason.strip():
        raise _not_added("no reason was given", hint="say with --reason why it may stay")
    _refuse_secrets(scanner, {"--reason": reason, "--by": by})
    last_day = _last_day(until, day)
    finding = next((each for each in findings if each.fingerprint == fingerprint), None)
    if finding is None:
        raise _not_added(
            f"no finding in {display(root)} has the fingerprint {fingerprint}",
            hint=f"copy it from 'memcli scan {display(root)}', and name its directory with --in",
        )
    if not can_be_allowed(finding):
        raise _not_added(
            f"{finding.rule} cannot be allowed: the file could not be judged",
            hint="do what the finding says",
        )
    entry = AllowEntry(fingerprint, finding.rule, _text(finding.path), reason, day, by, last_day)
    _write(root, with_entry(_read(root), entry), not_done=_NOT_ADDED)
    return entry


def disallow(root: str, fingerprint: str) -> None:
    """Remove the entries at ``root`` for ``fingerprint``. Raises UsageError if there are none."""
    from memcli.scan.allow import without_entry

    _check_fingerprint(fingerprint, not_done=_NOT_REMOVED)
    raw, removed = without_entry(_read(root), fingerprint)
    if not removed:
        raise UsageError(
            _NOT_REMOVED,
            f"{display(_place(root))} has no entry for {fingerprint}",
            hint="'memcli allow --list' shows the entries",
        )
    _write(root, raw, not_done=_NOT_REMOVED)


def allow_entries(root: str) -> "tuple[AllowEntry, ...]":
    """Return the entries at ``root``. Raises UsageError if it is no directory, or as above."""
    from memcli.scan.allow import read_entries

    if not os.path.isdir(root):
        raise UsageError(
            _NOT_READ,
            f"{display(root) or 'the empty path'} is not a directory",
            hint="name a memory directory with --in",
        )
    return read_entries(_read(root))


def expired(entries: "Sequence[AllowEntry]", today: "date | None" = None) -> Iterator[bool]:
    """Yield for each entry whether its last day has passed."""
    day = today or _today()
    return (each.has_expired(day) for each in entries)


def _today() -> "date":
    import datetime as dt  # only where there are entries

    return dt.datetime.now().astimezone().date()


def _called(entry: "AllowEntry") -> str:
    # Not its path: the file may be denied.
    return f"the allow entry {entry.fingerprint} for {display(entry.rule)}"


def _check_fingerprint(text: str, *, not_done: str) -> None:
    from memcli.scan.allow import is_fingerprint

    if not is_fingerprint(text):
        raise UsageError(
            not_done,
            f"'{display(text)}' is no fingerprint",
            hint="a scan shows it in brackets after each finding: v1: and 32 hexadecimal digits",
        )


def _refuse_secrets(scanner: "Scanner", texts: dict[str, str]) -> None:
    """Refuse words that quote the very secret they are about: the file is committed."""
    for option, text in texts.items():
        try:
            raw = text.encode()
        except UnicodeEncodeError:
            raise _not_added(f"{option} is not UTF-8", hint="give plain text") from None
        if any(each.tier in _SECRETS for each in scanner.scan_file("", raw)):
            raise _not_added(
                f"{option} itself holds something that a scan finds",
                hint=f"say it without the value; {ALLOW_FILE} is committed",
            )


def _last_day(until: str | None, today: "date") -> "date | None":
    if until is None:
        return None
    from datetime import date

    try:
        day = date.fromisoformat(until)
    except ValueError:
        raise _not_added(
            f"'{display(until)}' is no date", hint="give the last day such as 2027-01-31"
        ) from None
    if day < today:
        raise _not_added(
            f"{day} has passed", hint="give the last day on which it is allowed, or no --until"
        )
    return day


def _text(path: str) -> str:
    """Return ``path`` if a text file can hold it. Raises UsageError."""
    try:
        path.encode()
    except UnicodeEncodeError:
        raise _not_added(
            f"the name {display(path)} is not UTF-8", hint="rename the file, or deny it"
        ) from None
    return path


def _not_added(cause: str, *, hint: str) -> UsageError:
    return UsageError(_NOT_ADDED, cause, hint=hint)


def _place(root: str) -> str:
    return os.path.join(root, ALLOW_FILE)


def _read(root: str) -> bytes:
    """Return the allow file's bytes, none if there is no such file. Raises UsageError."""
    try:
        return read_path(_place(root), limit=_FILE_LIMIT, follow=False)
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        is_link = os.path.islink(_place(root))
        cause = "it is a link" if is_link else error.strerror or "it cannot be read"
        raise UsageError(
            _NOT_READ,
            f"{display(_place(root))} cannot be used: {cause}",
            hint=f"make {ALLOW_FILE} a regular file that you can read, or remove it",
        ) from error


def _write(root: str, raw: bytes, *, not_done: str) -> None:
    place = _place(root)
    refuse_unless_replaceable(place, not_done=not_done)
    try:
        with StagedFile(place, mode=PUBLIC_FILE) as staged:
            staged.file.write(raw)
            staged.commit()
    except OSError as error:
        raise UsageError(
            not_done,
            f"{display(place)} cannot be written: {error.strerror}",
            hint="make room there, or make the directory writable",
        ) from error
