"""Splits an index into the blocks that speak of one thing each."""

import re
from collections.abc import Callable, Iterable, Sequence

from memcli.memdir.index.header import header_blocks, header_end
from memcli.memdir.index.lines import Block, BlockKind, Line, OpenBlock, measure

_BULLET = re.compile(r"(?:[-*+\u2022]|(\d{1,9})[.)])(?:[ \t]+|\Z)")
_RULE = re.compile(r"([-*_])(?:[ \t]*\1){2,}[ \t]*\Z")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|\Z)|(#{2,6})(?=[^\s#])")
_CLOSING_MARKS = re.compile(r"[ \t]#+[ \t]*\Z")
_UNDERLINE = re.compile(r"(?:={2,}|-{2,})[ \t]*\Z")
_FENCE = re.compile(r"(`{3,})[^`]*\Z|(~{3,})")
_FENCE_MARKS = ("`", "~")
_FOOTNOTE = re.compile(r"\[\^[^\[\]]+\]:")
_DEFINITION = re.compile(r"\[(?!\^)[^\[\]]+\]:\s*(?P<target>.*)")
_ROW_RULE = re.compile(
    r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*\Z|\|[ \t]*:?-+:?[ \t]*\|\Z"
)
_CODE = re.compile(r"`[^`]*`")
_DEEP = 4
_NESTED = 2


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Return the blocks of ``lines``, sorted by where they start.

    Every line that is not blank, a rule or a frontmatter mark belongs to exactly one block.
    """
    return _Reader(lines).read()


class _Reader:
    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._read: list[Line | None] = [None] * len(lines)
        self._blocks: list[OpenBlock] = []
        self._items: list[OpenBlock] = []
        # The block that takes a line of plain text which follows at once.
        self._lazy: OpenBlock | None = None
        self._in_table = False
        readers: dict[str, tuple[Callable[[int, Line], int], ...]] = {
            "<": (self._comment,),
            "`": (self._fence,),
            "~": (self._fence,),
            "=": (self._underline,),
            "-": (self._underline, self._rule, self._item),
            "*": (self._rule, self._item),
            "_": (self._rule,),
            "#": (self._heading,),
            "[": (self._footnote, self._definition),
        }
        self._readers = readers | dict.fromkeys("+\u20220123456789", (self._item,))

    def read(self) -> list[Block]:
        """Return the blocks."""
        number = header_end(self._lines)
        while number < len(self._lines):
            number = self._step(number)
        self._pop_all()
        self._close_sections()
        blocks = [each.close() for each in self._blocks if each.lines]
        blocks.sort(key=lambda block: block.start)
        return header_blocks(self._lines) + blocks

    def _step(self, number: int) -> int:
        """Read the block or line at ``number``; return the number of the next line to read."""
        line = self._line(number)
        if not line.content:
            self._lazy, self._in_table = None, False
            return number + 1
        for read in self._readers.get(line.content[0], ()):
            if after := read(number, line):
                return after
        return self._row(number, line) or self._text(number, line)

    def _line(self, number: int) -> Line:
        known = self._read[number]
        if known is None:
            text = self._lines[number]
            if not number:
                text = text.removeprefix("\ufeff")
            known = self._read[number] = measure(text)
        return known

    def _open(self, kind: BlockKind, number: int, line: Line, text: str) -> OpenBlock:
        block = OpenBlock(kind, line.depth, line.indent)
        block.add(number, text)
        self._blocks.append(block)
        return block

    def _pop_for(self, line: Line) -> None:
        """Close the items that ``line`` is not nested in."""
        while self._items and not self._items[-1].holds(line):
            self._pop()

    def _pop(self) -> None:
        closed = self._items.pop()
        if self._items:
            self._items[-1].end = max(self._items[-1].end, closed.end)

    def _pop_all(self) -> None:
        while self._items:
            self._pop()

    def _child(self, kind: BlockKind, numbers: Iterable[int], line: Line) -> None:
        """Add a block of the given lines, nested in the innermost item that holds it."""
        self._pop_for(line)
        block = OpenBlock(kind, line.depth, line.indent)
        for number in numbers:
            block.add(number, self._line(number).content)
        self._blocks.append(block)
        if self._items:
            self._items[-1].end = block.end
        self._lazy = None

    def _comment(self, number: int, line: Line) -> int:
        """Read an HTML comment; return 0 if none starts here, or it never ends."""
        if not line.content.startswith("<!--"):
            return 0
        last = self._comment_end(number, line.content[4:])
        if last is None:
            return 0
        inside_items = list(self._items)
        self._child(BlockKind.COMMENT, range(number, last + 1), line)
        if not self._items:
            # A comment at the margin does not part an item from what is nested in it.
            self._items = inside_items
        return last + 1

    def _comment_end(self, number: int, rest: str) -> int | None:
        """Return the line in which a comment ends, ``None`` if another starts before."""
        while "-->" not in rest:
            number += 1
            if number >= len(self._lines):
                return None
            rest, opened, _ = self._lines[number].partition("<!--")
            if opened and "-->" not in rest:
                return None
        return number

    def _fence(self, number: int, line: Line) -> int:
        if not _FENCE.match(line.content):
            return 0
        self._pop_for(line)
        if not self._items and line.indent >= _DEEP:
            return 0
        least = self._items[-1].indent + 1 if self._items else 0
        after = self._fence_end(number, line, least)
        self._child(BlockKind.FENCE, range(number, after), line)
        self._in_table = False
        return after

    def _fence_end(self, number: int, opening: Line, least: int) -> int:
        """Return one past the last line of the fence; ``least`` is the item's indentation."""
        mark = opening.content[0]
        length = len(opening.content) - len(opening.content.lstrip(mark))
        closing = re.compile(rf"{mark}{{{length},}}[ \t]*\Z")
        number += 1
        while number < len(self._lines):
            line = self._line(number)
            outdented = line.content and opening.depth == 0 and line.outer < least
            if line.depth < opening.depth or outdented:
                return number
            number += 1
            if closing.match(line.content) and line.indent < least + _DEEP + opening.indent:
                return number
        return number

    def _rule(self, number: int, line: Line) -> int:
        if not _RULE.match(line.content):
            return 0
        self._pop_for(line)
        self._lazy, self._in_table = None, False
        return number + 1

    def _underline(self, number: int, line: Line) -> int:
        """Turn the paragraph above into a heading if this line underlines it."""
        above = self._lazy
        if above is None or above.kind is not BlockKind.PARAGRAPH:
            return 0
        if above.depth != line.depth or not _UNDERLINE.match(line.content):
            return 0
        above.kind = BlockKind.HEADING
        above.level = 1 if line.content[0] == "=" else 2
        above.add(number, "")
        self._lazy = None
        return number + 1

    def _heading(self, number: int, line: Line) -> int:
        mark = _HEADING.match(line.content)
        if mark is None:
            return 0
        self._pop_for(line)
        while self._items and line.indent < self._items[-1].indent + _NESTED:
            self._pop()
        if self._items:
            return self._text(number, line)
        text = _CLOSING_MARKS.sub("", line.content[mark.end() :])
        heading = self._open(BlockKind.HEADING, number, line, text)
        heading.level = len(mark.group().strip())
        self._lazy, self._in_table = None, False
        return number + 1

    def _item(self, number: int, line: Line) -> int:
        bullet = _BULLET.match(line.content)
        if bullet is None or self._is_wrapped_number(bullet, line):
            return 0
        self._pop_for(line)
        rest = line.content[bullet.end() :]
        item = self._open(BlockKind.ITEM, number, line, rest)
        self._items.append(item)
        self._lazy, self._in_table = item, False
        if rest[:1] not in _FENCE_MARKS or not _FENCE.match(rest):
            return self._rest_of_comment(number, item)
        inner = Line(line.depth, line.outer, line.indent + bullet.end(), rest)
        after = self._fence_end(number, inner, line.indent + 1)
        for inside in range(number + 1, after):
            item.add(inside, self._line(inside).content)
        self._lazy = None
        return after

    def _is_wrapped_number(self, bullet: re.Match[str], line: Line) -> bool:
        """Tell whether a number is part of the running text: a list in it starts with 1."""
        if bullet.group(1) in (None, "1") or self._lazy is None:
            return False
        return self._lazy.kind is BlockKind.PARAGRAPH or self._lazy.holds(line)

    def _footnote(self, number: int, line: Line) -> int:
        if not _FOOTNOTE.match(line.content):
            return 0
        self._pop_for(line)
        note = self._open(BlockKind.FOOTNOTE, number, line, line.content)
        self._items.append(note)
        self._lazy, self._in_table = note, False
        return number + 1

    def _definition(self, number: int, line: Line) -> int:
        definition = _DEFINITION.match(line.content)
        if definition is None:
            return 0
        after = number + 1
        if not definition.group("target") and self._content(after):
            after += 1
        if self._content(after)[:1] in ('"', "'", "(") and self._line(after).indent > line.indent:
            after += 1
        self._child(BlockKind.DEFINITION, range(number, after), line)
        return after

    def _content(self, number: int) -> str:
        return self._line(number).content if number < len(self._lines) else ""

    def _row(self, number: int, line: Line) -> int:
        """Read a row of a table; the rule below its header tells a table without outer bars."""
        if not self._in_table and "|" in line.content and _ROW_RULE.match(line.content):
            self._in_table = True
            above = self._lazy
            if above is not None and above.kind is BlockKind.PARAGRAPH and "|" in above.texts[-1]:
                above.texts.pop()
                above.end = header = above.lines.pop()
                self._open(BlockKind.ROW, header, line, self._line(header).content)
        if not self._in_table and line.content[0] != "|":
            return 0
        self._child(BlockKind.ROW, [number], line)
        return number + 1

    def _text(self, number: int, line: Line) -> int:
        block = self._lazy
        if block is None:
            self._pop_for(line)
            if self._items:
                block = self._items[-1]
                block.add(number, line.content)
            else:
                block = self._open(BlockKind.PARAGRAPH, number, line, line.content)
        else:
            block.add(number, line.content)
        self._lazy, self._in_table = block, False
        return self._rest_of_comment(number, block)

    def _rest_of_comment(self, number: int, block: OpenBlock) -> int:
        """Take along the lines of a comment that starts within a line of text."""
        text = block.texts[-1]
        if "<!--" in text:
            start = _CODE.sub("", text).rpartition("<!--")
            last = self._comment_end(number, start[2]) if start[1] else None
            for inside in range(number + 1, (last or number) + 1):
                block.add(inside, self._line(inside).content)
            number = last or number
        return number + 1

    def _close_sections(self) -> None:
        headings = [each for each in self._blocks if each.kind is BlockKind.HEADING]
        following: dict[int, list[tuple[int, int]]] = {}
        quote_ends = self._quote_ends() if any(each.depth for each in headings) else []
        for heading in reversed(headings):
            later = following.setdefault(heading.depth, [])
            while later and later[-1][0] > heading.level:
                later.pop()
            heading.end = later[-1][1] if later else len(self._lines)
            if heading.depth:
                heading.end = min(heading.end, quote_ends[heading.lines[0]])
            later.append((heading.level, heading.lines[0]))

    def _quote_ends(self) -> list[int]:
        """Return for each line where the run of quoted lines that holds it ends."""
        ends = [len(self._lines)] * (len(self._lines) + 1)
        for number in range(len(self._lines) - 1, -1, -1):
            quoted = number + 1 < len(self._lines) and self._line(number + 1).depth > 0
            ends[number] = ends[number + 1] if quoted else number + 1
        return ends
