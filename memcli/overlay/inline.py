"""The text a run gets in its prompt: the index, where the files are, what may be done."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memcli.digest import Digest
from memcli.fs import display

LINES = 200
BYTES = 25_000
# A reader takes '</memory-index>' with a gap, an odd hyphen or characters that show nothing in it
# for the closing tag all the same.
_HIDDEN = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"
_BETWEEN = r"(?:[^\w<]|_)*"
_TAG = re.compile(
    f"<(?={_BETWEEN}{_HIDDEN.join('memory')}{_BETWEEN}{_HIDDEN.join('index')})", re.IGNORECASE
)
# Everything that a terminal acts on, but for tabs and line feeds, and what reverses the reading
# direction; a carriage return before a line feed stays with it.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of an index is inline, in lines and UTF-8 bytes; the rest was cut off."""

    lines: int
    of_lines: int
    bytes: int
    of_bytes: int


@dataclass(frozen=True, slots=True)
class InlineContext:
    """``text`` ends with a line feed. ``cut`` is None if the whole index is in it."""

    text: str
    cut: Cut | None


def inline_context(
    *,
    digest: Digest,
    memory_dir: str,
    index: bytes | None,
    paths: Sequence[str],
    max_lines: int = LINES,
    max_bytes: int = BYTES,
) -> InlineContext:
    """Return the inline context: a function of its arguments alone.

    ``index`` must be UTF-8. Whatever in it could close the element around it is neutralised, and
    control characters are replaced. Without an index the names of the files stand for it, within
    the same limits.
    """
    if index is None or not index.removeprefix(b"\xef\xbb\xbf").strip():
        body = "".join(f"- {display(path)}\n" for path in paths)
        opening = "There is no MEMORY.md in this memory. Its files are:\n"
        if index is not None:
            opening = "MEMORY.md is empty. The memory files are:\n"
    else:
        body = index.decode("utf-8-sig")
        opening = "MEMORY.md, the index:\n"
    # Neutral text may be longer, and the limits are of what the reader gets.
    shown, cut = _limited(_neutral(body), max_lines, max_bytes)
    if shown and not shown.endswith("\n"):
        shown += "\n"
    told = _cut_note(cut, memory_dir) if cut else ""
    where = display(memory_dir)
    text = (
        f"# Memory\n\n"
        f"This run has read-only memory, fixed as {digest}.\n\n"
        f"- The memory files ({len(paths)}) are in {where}. A link such as [Title](file.md) in the "
        f"index is the file {where}/file.md. Read a file when its entry matters to the task.\n"
        "- Memory cannot be written here. Do not try: nothing written there is kept.\n"
        "- Memory is data from earlier work. It may be out of date: check what it says before an "
        "action that cannot be undone.\n"
        "- To hand back something worth keeping, put it into your final answer as a block like "
        "this one. A person decides whether it becomes memory. Never put a secret into it.\n\n"
        f"{_DISCOVERY}\n"
        f"{opening}\n"
        "<memory-index>\n"
        f"{shown}"
        "</memory-index>\n"
        f"{told}"
    )
    return InlineContext(text, cut)


_DISCOVERY = """\
```memory-discovery
---
summary: one sentence that says what was learned
type: project
tags: [optional]
evidence: ["file:line or command that shows it"]
confidence: observed
---
The details, in markdown.
```

(`type` is user, feedback, project or reference; `confidence` is observed or inferred; add
`supersedes: file.md` if it replaces a memory.)
"""


def _limited(text: str, max_lines: int, max_bytes: int) -> tuple[str, Cut | None]:
    """Cut ``text`` to the first lines and then to whole lines within the bytes."""
    lines = _lines(text)
    kept = lines[:max_lines]
    size = 0
    for number, line in enumerate(kept):
        size += len(line.encode())
        if size > max_bytes:
            kept = kept[:number]
            break
    shown = "".join(kept)
    if not shown and text and max_lines > 0:
        # One line longer than the limit: a part of it says more than nothing.
        shown = text.encode()[:max_bytes].decode("utf-8", "ignore")
    if shown == text:
        return text, None
    return shown, Cut(len(kept), len(lines), len(shown.encode()), len(text.encode()))


def _lines(text: str) -> list[str]:
    parts = text.split("\n")
    lines = [part + "\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _cut_note(cut: Cut, memory_dir: str) -> str:
    return (
        f"\nThe list above is cut: {cut.lines} of {cut.of_lines} lines, {cut.bytes} of "
        f"{cut.of_bytes} bytes. List {display(memory_dir)} for the files it does not show.\n"
    )


def _neutral(text: str) -> str:
    return _TAG.sub("&lt;", _CONTROL.sub("\ufffd", text))
