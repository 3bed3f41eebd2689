"""Well-formed frontmatter of a memory file, read and never rewritten."""

import datetime as dt
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_HEADER_LIMIT = 64 << 10
_BOM = b"\xef\xbb\xbf"
_OPENING = re.compile(rb"---[ \t]*\n")
_CLOSING = re.compile(rb"^---[ \t]*$", re.MULTILINE)
# Aliases let a few lines stand for billions of values, or for themselves.
_VALUE_LIMIT = 10_000
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The header's fields, JSON-safe: dates are ISO text.

    ``problem`` says why a header that is there could not be read, without quoting it; the fields
    are empty then.
    """

    fields: Mapping[str, Json] = field(default_factory=dict)
    problem: str | None = None

    @property
    def type(self) -> str | None:
        """The memory's type, of whichever generation: ``type``, or ``metadata.type``."""
        metadata = self.fields.get("metadata")
        candidates = (
            self.fields.get("type"),
            metadata.get("type") if isinstance(metadata, dict) else None,
        )
        return next((each for each in candidates if isinstance(each, str)), None)


def read_frontmatter(raw: bytes) -> Frontmatter:
    """Return the frontmatter at the start of ``raw``; empty where there is none."""
    header = _header(raw)
    if header is None:
        return Frontmatter()
    import frontmatter  # brings in yaml, which a scan must not pay for
    import yaml

    try:
        fields, _ = frontmatter.parse(header.decode("utf-8"))
        return Frontmatter(_JsonSafe().mapping(fields))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return Frontmatter(problem=_told(error))
    except (AttributeError, LookupError, TypeError):
        # What yaml raises for a tag that does not fit its value, such as '!!bool x'.
        return Frontmatter(problem="a value does not fit its tag")


def _header(raw: bytes) -> bytes | None:
    """Return the header with its fences, each line ended by LF alone; None without one."""
    text = raw.removeprefix(_BOM)[:_HEADER_LIMIT].replace(b"\r\n", b"\n")
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    return text[: closing.end()] + b"\n" if closing else None


def _told(error: Exception) -> str:
    """Return the first line of a message; what it quotes is the file's and may be a secret."""
    line = _QUOTED.sub("'\u2026'", str(error).partition("\n")[0])
    return line or type(error).__name__


class _JsonSafe:
    """Turns what yaml returns into JSON. Raises ValueError if there is too much of it."""

    def __init__(self) -> None:
        self._left = _VALUE_LIMIT

    def mapping(self, value: Mapping[Any, object]) -> dict[str, Json]:
        return {_text(str(key)): self.value(each) for key, each in value.items()}

    def value(self, value: object) -> Json:
        self._left -= 1
        if self._left < 0:
            raise ValueError(f"the header stands for more than {_VALUE_LIMIT} values")
        match value:
            case None | bool() | int():
                return value
            case float():
                return value if math.isfinite(value) else str(value)
            case list() | tuple() | set() | frozenset():
                # Sets of text have another order in every run.
                ordered = value if isinstance(value, list | tuple) else sorted(value, key=repr)
                return [self.value(each) for each in ordered]
            case dict():
                return self.mapping(value)
            case _:
                return _scalar_text(value)


def _scalar_text(value: object) -> str:
    match value:
        case dt.datetime() | dt.date() | dt.time():
            return value.isoformat()
        case bytes():
            return value.decode("utf-8", "backslashreplace")
        case _:
            return _text(str(value))


def _text(text: str) -> str:
    """Return ``text`` as UTF-8 can carry it: YAML can write half a surrogate pair."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
