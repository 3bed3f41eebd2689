"""The lines of an index and the blocks they make up."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

_QUOTE = re.compile(r"([ \t]*)>[ \t>]*")


class BlockKind(StrEnum):
    """What a block is."""

    FRONTMATTER = "frontmatter"
    ITEM = "item"
    FOOTNOTE = "footnote"
    ROW = "row"
    HEADING = "heading"
    DEFINITION = "definition"
    FENCE = "fence"
    COMMENT = "comment"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that go together.

    ``lines`` are the 0-based numbers of the block's own lines, ``texts`` those lines without
    indentation, quote marks, bullet and heading marks. ``end`` is one past the last line of
    everything below the block: what is nested in an item, the section of a heading.
    """

    kind: BlockKind
    lines: tuple[int, ...]
    texts: tuple[str, ...]
    end: int

    @property
    def start(self) -> int:
        """The first line's 0-based number."""
        return self.lines[0]

    @property
    def text(self) -> str:
        """The texts, a newline between them."""
        return "\n".join(self.texts)


@dataclass(frozen=True, slots=True)
class Line:
    """A line as measured, widths in columns.

    ``depth`` counts the quote marks, ``outer`` is the indentation before them and ``indent``
    the one after them.
    """

    depth: int
    outer: int
    indent: int
    content: str


@dataclass(slots=True)
class OpenBlock:
    """A block that is being read; ``level`` is a heading's."""

    kind: BlockKind
    depth: int = 0
    indent: int = 0
    level: int = 0
    lines: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    end: int = 0

    def add(self, number: int, text: str) -> None:
        """Make line ``number`` the block's own."""
        self.lines.append(number)
        self.texts.append(text)
        self.end = number + 1

    def holds(self, line: Line) -> bool:
        """Tell whether ``line`` is nested in this item, by its indentation."""
        if line.depth > self.depth:
            return self.depth > 0 or line.outer > self.indent
        return line.depth == self.depth and line.indent > self.indent

    def close(self) -> Block:
        """Return the block as it is now."""
        return Block(self.kind, tuple(self.lines), tuple(self.texts), self.end)


def measure(text: str, *, quotes: bool = True) -> Line:
    """Return ``text`` without its indentation and, unless told not to, its quote marks."""
    text = text.rstrip()
    content = text.lstrip(" \t")
    outer = indent = _width(text[: len(text) - len(content)])
    depth = 0
    if quotes and content[:1] == ">" and (quote := _QUOTE.match(text)) is not None:
        marks = quote.group()
        depth = marks.count(">")
        content = text[len(marks) :]
        # One space after the mark belongs to it.
        indent = max(0, _width(marks.rpartition(">")[2]) - 1)
    return Line(depth, outer, indent, content)


def _width(space: str) -> int:
    return len(space.expandtabs(4)) if "\t" in space else len(space)
