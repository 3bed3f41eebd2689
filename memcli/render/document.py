"""JSON documents: valid UTF-8, and nothing in them that a terminal acts on."""

import json
import re
from collections.abc import Mapping
from typing import Any


def document(data: Mapping[str, Any]) -> str:
    r"""Return ``data`` as indented JSON with a final line feed.

    Bytes of names that are no UTF-8 become escapes to read, such as ``\xe9``. Characters that
    are not printable are JSON escapes, so they come back as they were.
    """
    text = json.dumps(_readable(data), indent=2, ensure_ascii=False)
    return re.sub(r"[^\n -~]", _escaped, text) + "\n"


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    return char if char.isprintable() else json.dumps(char)[1:-1]


def _readable(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        case Mapping():
            return {_readable(key): _readable(each) for key, each in value.items()}
        case list() | tuple():
            return [_readable(each) for each in value]
        case _:
            return value
