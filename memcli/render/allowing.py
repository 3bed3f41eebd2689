"""Allow entries, for people and for machines."""

from typing import TYPE_CHECKING, Any

from memcli.bundle.allowing import expired
from memcli.fs import display
from memcli.render.document import document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memcli.scan.allow import AllowEntry

SCHEMA = "memcli.allow/v1"


def entries_text(entries: "Sequence[AllowEntry]") -> str:
    """Return the entries, each as what it allows and why; empty without any."""
    lines: list[str] = []
    for entry, has_ended in zip(entries, expired(entries), strict=True):
        lines.append(f"{entry.fingerprint} {display(entry.rule)} in {display(entry.path)}")
        who = f" by {display(entry.by)}" if entry.by else ""
        until = "" if entry.until is None else f", until {entry.until}"
        ended = " (ended)" if has_ended else ""
        lines += [f"    {display(entry.reason)}", f"    allowed on {entry.on}{who}{until}{ended}"]
    return "".join(f"{line}\n" for line in lines)


def entries_json(entries: "Sequence[AllowEntry]") -> str:
    """Return the document ``memcli.allow/v1``: entries as they stand in the file."""
    ended = expired(entries)
    data = {
        "schema": SCHEMA,
        "entries": [_entry(entry, is_over) for entry, is_over in zip(entries, ended, strict=True)],
    }
    return document(data)


def _entry(entry: "AllowEntry", has_ended: bool) -> dict[str, Any]:  # noqa: FBT001  (one caller)
    return {
        "fingerprint": entry.fingerprint,
        "rule": entry.rule,
        "path": entry.path,
        "reason": entry.reason,
        "on": entry.on.isoformat(),
        "by": entry.by or None,
        "until": entry.until.isoformat() if entry.until else None,
        "expired": has_ended,
    }
