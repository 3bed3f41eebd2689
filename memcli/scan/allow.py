"""Findings that a person looked at and allowed: the entries of .memallow."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from memcli.errors import UsageError
from memcli.scan.model import Finding
from memcli.scan.problems import is_problem

ALLOW_FILE = ".memallow"
_NOT_DONE = "the allow entries were not read"
_HEADER = (
    "# Findings that were looked at and are allowed; 'memcli allow' adds and removes them.\n"
    "# This file is committed: no secret, no denied name and no private path belongs in it.\n"
)
_FIELDS = {"fingerprint": str, "rule": str, "path": str, "reason": str, "on": date}
_OPTIONAL = {"by": str, "until": date}
_TABLE = re.compile(r"(?m)^[ \t]*\[\[[ \t]*allow[ \t]*\]\]")
_FINGERPRINT = re.compile(r"v1:[0-9a-f]{32}")


class AllowEntry(NamedTuple):
    """One allowed finding. ``on`` is the day it was allowed, ``until`` the last day it counts."""

    fingerprint: str
    rule: str
    path: str
    reason: str
    on: date
    by: str = ""
    until: date | None = None

    def has_expired(self, today: date) -> bool:
        """Tell whether the entry's last day has passed."""
        return self.until is not None and self.until < today


class Allowed(NamedTuple):
    """Findings with what allows them, and the entries that did nothing."""

    findings: tuple[Finding, ...]
    stale: tuple[AllowEntry, ...]
    expired: tuple[AllowEntry, ...]


def is_fingerprint(text: str) -> bool:
    """Tell whether ``text`` has the form of a finding's fingerprint."""
    return _FINGERPRINT.fullmatch(text) is not None


def can_be_allowed(finding: Finding) -> bool:
    """Tell whether an entry may allow ``finding``: what could not be judged cannot be allowed."""
    return not is_problem(finding.rule)


def read_entries(raw: bytes) -> tuple[AllowEntry, ...]:
    """Return the entries of an allow file. Raises UsageError if any part of it is not understood.

    An entry that is misread would allow something else than what was looked at.
    """
    import tomllib  # only where there is a file

    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise _unusable("it is not valid TOML") from error
    tables = data.pop("allow", [])
    if data or not isinstance(tables, list):
        raise _unusable("it holds something else than [[allow]] tables")
    return tuple(_entry(number, table) for number, table in enumerate(tables, start=1))


def with_entry(raw: bytes, entry: AllowEntry) -> bytes:
    """Return the allow file ``raw`` with ``entry`` at its end, the rest as it was.

    Another entry for the same finding is replaced. Raises UsageError as ``read_entries``.
    """
    kept, _ = without_entry(raw, entry.fingerprint)
    text = kept.decode("utf-8")
    if not text:
        text = _HEADER
    elif not text.endswith("\n"):
        text += "\n"
    return (text + "\n" + _encoded(entry)).encode("utf-8")


def without_entry(raw: bytes, fingerprint: str) -> tuple[bytes, bool]:
    """Return the allow file without the entries for ``fingerprint``, and whether it had one.

    Comments and other entries stay as they are. Raises UsageError as ``read_entries``.
    """
    entries = read_entries(raw)
    text = raw.decode("utf-8")
    starts = [match.start() for match in _TABLE.finditer(text)]
    if len(starts) != len(entries):
        # Written as inline tables, or inside a string: which lines are whose is not certain.
        raise _unusable("its entries are not written as [[allow]] tables")
    ends = [*starts, len(text)][1:]
    parts = [text[: starts[0]] if starts else text]
    for start, end, entry in zip(starts, ends, entries, strict=True):
        table = text[start:end]
        parts.append(table if entry.fingerprint != fingerprint else _after_table(table))
    if not any(entry.fingerprint == fingerprint for entry in entries):
        return raw, False
    left = "".join(parts).rstrip("\n")
    return (left + "\n").encode("utf-8") if left else b"", True


def apply_entries(
    findings: Iterable[Finding], entries: Sequence[AllowEntry], *, today: date
) -> Allowed:
    """Return ``findings`` with those marked that an entry allows.

    An entry allows findings of its fingerprint, rule and path together, up to its last day.
    """
    by_fingerprint = {entry.fingerprint: entry for entry in entries}
    used: set[str] = set()
    marked: list[Finding] = []
    for finding in findings:
        entry = by_fingerprint.get(finding.fingerprint)
        fits = (
            entry is not None
            and (entry.rule, entry.path) == (finding.rule, finding.path)
            and can_be_allowed(finding)
        )
        if entry is None or not fits:
            marked.append(finding)
            continue
        used.add(entry.fingerprint)
        expired = entry.has_expired(today)
        marked.append(finding if expired else finding._replace(allowed_by=ALLOW_FILE))
    return Allowed(
        tuple(marked),
        stale=tuple(each for each in entries if each.fingerprint not in used),
        expired=tuple(
            each for each in entries if each.fingerprint in used and each.has_expired(today)
        ),
    )


def _after_table(text: str) -> str:
    """Return the comments after a table's last line: they speak of the next one."""
    lines = text.splitlines(keepends=True)
    last = max((n for n, line in enumerate(lines) if line.strip()[:1] not in ("", "#")), default=-1)
    return "".join(lines[last + 1 :])


def _entry(number: int, table: object) -> AllowEntry:
    if not isinstance(table, dict):
        raise _unusable(f"entry {number} is not a table")
    for key in table:
        if key not in _FIELDS and key not in _OPTIONAL:
            raise _unusable(f"entry {number} has the unknown key '{key[:40]}'")
    for key, kind in _FIELDS.items():
        if type(table.get(key)) is not kind:
            raise _unusable(f"entry {number} needs '{key}', a {_word(kind)}")
    for key, kind in _OPTIONAL.items():
        if key in table and type(table[key]) is not kind:
            raise _unusable(f"'{key}' of entry {number} is not a {_word(kind)}")
    if not is_fingerprint(table["fingerprint"]):
        raise _unusable(f"the fingerprint of entry {number} is none")
    if not table["reason"].strip():
        raise _unusable(f"entry {number} gives no reason")
    return AllowEntry(**table)


def _word(kind: type) -> str:
    return "date such as 2026-05-17" if kind is date else "text"


def _encoded(entry: AllowEntry) -> str:
    lines = ["[[allow]]"]
    for key, value in entry._asdict().items():
        if isinstance(value, date):
            lines.append(f"{key} = {value.isoformat()}")
        elif value:
            lines.append(f"{key} = {_quoted(str(value))}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return ``text`` as a TOML string; what is not printable is escaped."""
    parts = []
    for char in text:
        if char in '"\\':
            parts.append("\\" + char)
        elif char.isprintable():
            parts.append(char)
        else:
            parts.append(f"\\U{ord(char):08x}")
    return '"' + "".join(parts) + '"'


def _unusable(cause: str) -> UsageError:
    return UsageError(
        _NOT_DONE,
        f"{ALLOW_FILE} cannot be used: {cause}",
        hint=f"mend {ALLOW_FILE}, or remove the entry and use 'memcli allow'",
    )
