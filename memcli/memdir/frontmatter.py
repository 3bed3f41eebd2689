"""Well-formed frontmatter of a memory file, read and never rewritten."""

import datetime
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

_HEADER_LIMIT = 64 << 10
_BOM = b"\xef\xbb\xbf"

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The header's fields, JSON-safe: dates are ISO text.

    ``problem`` says why a header that is there could not be read; the fields are empty then.
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
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return Frontmatter(problem=_first_line(error))
    return Frontmatter({str(key): _json_safe(value) for key, value in fields.items()})


def _header(raw: bytes) -> bytes | None:
    """Return the header with its fences, newlines as ``\\n``, or None if there is none."""
    text = raw.removeprefix(_BOM)[:_HEADER_LIMIT].replace(b"\r\n", b"\n")
    if not text.startswith(b"---\n"):
        return None
    end = text.find(b"\n---", 3)
    while end != -1 and text[end + 4 : end + 5] not in (b"", b"\n"):
        end = text.find(b"\n---", end + 1)
    return None if end == -1 else text[: end + 4] + b"\n"


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def _json_safe(value: object) -> Json:
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case None | bool() | int() | float() | str():
            return value
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case list() | tuple() | set() | frozenset():
            return [_json_safe(each) for each in value]
        case dict():
            return {str(key): _json_safe(each) for key, each in value.items()}
        case _:
            return str(value)
