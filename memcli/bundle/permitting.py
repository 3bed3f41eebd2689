"""Add and remove allow entries of a memory directory, as a person says."""

import os
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from memcli.bundle.allowing import ALLOW_FILE, allow_file_of, read_allow_file, today_here
from memcli.errors import UsageError
from memcli.fs import PUBLIC_FILE, StagedFile, display, refuse_unless_replaceable
from memcli.scan.allow import AllowEntry, is_fingerprint, with_entry, without_entry
from memcli.scan.model import Finding, Tier
from memcli.scan.problems import is_problem
from memcli.scan.rules import rule_of
from memcli.scan.scanner import Scanner

_SECRETS = (Tier.STRUCTURAL, Tier.HEURISTIC)
_NOT_ADDED = "nothing was allowed"
_NOT_REMOVED = "no allow entry was removed"


class Permission(NamedTuple):
    """What a person says of a finding: why it may stay, who says so, and its last day if any."""

    reason: str
    by: str = ""
    until: str | None = None


class Named(NamedTuple):
    """A finding that a person names and that is not looked for: its rule and its file.

    The file may be one that a scan of the directory leaves out, or what Git or a pipe holds.
    """

    rule: str
    path: str


def allow(
    root: str,
    fingerprint: str,
    seen: Iterable[Finding] | Named,
    permission: Permission,
    *,
    scanner: Scanner,
    today: date | None = None,
) -> AllowEntry:
    """Write and return the entry at ``root`` for the finding with ``fingerprint``.

    ``seen`` are the directory's findings as they are now, asked for only if all else can be used,
    or names the finding. Raises UsageError if there is no such finding, rule or file, if it cannot
    be allowed, or if what is said about it cannot be used.
    """
    day = today or today_here()
    _check_fingerprint(fingerprint, not_done=_NOT_ADDED)
    reason, by, until = permission
    if not reason.strip():
        raise _not_added("no reason was given", hint="say with --reason why it may stay")
    _refuse_secrets(scanner, {"--reason": reason, "--by": by})
    last_day = _last_day(until, day)
    if isinstance(seen, Named):
        rule, path = _known_rule(seen.rule), _below_root(seen.path, scanner)
    else:
        rule, path = _found(root, fingerprint, seen)
    if is_problem(rule):
        raise _not_added(
            f"{rule} cannot be allowed: the file could not be judged",
            hint="do what the finding says",
        )
    entry = AllowEntry(fingerprint, rule, _text(path), reason, day, by, last_day)
    _write(root, with_entry(read_allow_file(root), entry), not_done=_NOT_ADDED)
    return entry


def _found(root: str, fingerprint: str, findings: Iterable[Finding]) -> Named:
    for each in findings:
        if each.fingerprint == fingerprint:
            return Named(each.rule, each.path)
    raise _not_added(
        f"no finding in {display(root)} has the fingerprint {fingerprint}",
        hint="run the command that the scan shows below the finding",
    )


def _known_rule(rule: str) -> str:
    try:
        is_known = is_problem(rule) or rule_of(rule).tier is not Tier.DISGUISE
    except KeyError:
        is_known = False
    if not is_known:
        raise _not_added(
            f"there is no rule '{display(rule)}'", hint="give the rule that the finding names"
        )
    return rule


def _below_root(path: str, scanner: Scanner) -> str:
    """Return ``path`` as a finding names it. Raises UsageError."""
    below = os.path.normpath(path)
    if not path or below.split(os.sep)[0] in ("", ".", "..") or below == ALLOW_FILE:
        raise _not_added(
            f"--file '{display(scanner.mask_name(path))}' names no file of the memory directory",
            hint="give the path below the memory directory, as the finding names it",
        )
    if scanner.mask_name(below) != below:
        raise _not_added(
            "--file itself holds something that a scan finds",
            hint=f"give the name as the finding shows it; {ALLOW_FILE} is committed",
        )
    return below


def disallow(root: str, fingerprint: str) -> None:
    """Remove the entries at ``root`` for ``fingerprint``. Raises UsageError if there are none."""
    _check_fingerprint(fingerprint, not_done=_NOT_REMOVED)
    raw, removed = without_entry(read_allow_file(root), fingerprint)
    if not removed:
        raise UsageError(
            _NOT_REMOVED,
            f"{display(allow_file_of(root))} has no entry for {fingerprint}",
            hint="'memcli allow --list' shows the entries",
        )
    _write(root, raw, not_done=_NOT_REMOVED)


def _check_fingerprint(text: str, *, not_done: str) -> None:
    if not is_fingerprint(text):
        raise UsageError(
            not_done,
            f"'{display(text)}' is no fingerprint",
            hint="a scan shows it in brackets after each finding: v1: and 32 hexadecimal digits",
        )


def _refuse_secrets(scanner: Scanner, texts: dict[str, str]) -> None:
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


def _last_day(until: str | None, today: date) -> date | None:
    if until is None:
        return None
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


def _write(root: str, raw: bytes, *, not_done: str) -> None:
    place = allow_file_of(root)
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
