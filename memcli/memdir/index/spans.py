"""Finds the lines of an index that a withheld file takes with it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from memcli.memdir.index.blocks import read_blocks
from memcli.memdir.index.header import header_end
from memcli.memdir.index.lines import Block, BlockKind
from memcli.memdir.index.links import (
    Link,
    LinkStyle,
    find_links,
    label_of,
    read_definition,
    resolve,
)
from memcli.memdir.index.names import Telltales

_NOTE = re.compile(r"\[(\^[^\[\]]+)\]:")
# A definition or a note may stand in an item, a quote or a comment, and ``[1] name.md`` is a note
# by habit.
_DEFINED = re.compile(r"(?m)\[(\^?[^\[\]]{1,500})\]:|^\[(\d{1,3})\]\s")
_PROPERTY = re.compile(
    r"[*_`]*(?:file|path|link|url|source|target|doc|note|see|ref|reference|href|id)s?[*_`]*\s*[:=]",
    re.IGNORECASE,
)
_LABEL_USE = re.compile(r"(?<!\[)\[([^\[\]]+)\](?![(:])")
# A fence that is read like other text would hide what it holds as one piece of code.
_FENCE_MARK = re.compile(r"^`{3,}", re.MULTILINE)
_ONLY_LINK = re.compile(r"[\s*_~`\"']*\Z")
_LONE = re.compile(r"\s*(?:\*\*[^*]+\*\*|__[^_]+__|\[[^\[\]]+\]\([^()\s]+\)):?\s*")
_TEXT = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_AFTER_TITLE = re.compile(r"[\s*_~`\"':.]*\Z")


@dataclass(slots=True)
class Memo:
    """What readings of the same index know of a text as long as the definitions are the same."""

    definitions: Mapping[str, str] = field(default_factory=dict)
    clean: set[str] = field(default_factory=set)
    links: dict[str, list[Link]] = field(default_factory=dict)


class Reading:
    """One reading of the lines of an index.

    ``memo`` passes from one reading to the next what was found out about most of the text.
    """

    def __init__(self, lines: Sequence[str], telltales: Telltales, memo: Memo) -> None:
        self._lines = lines
        self._telltales = telltales
        self._blocks = read_blocks(lines)
        self._definitions = definitions_of(self._blocks)
        self._memo = memo
        if memo.definitions != self._definitions:
            memo.definitions = self._definitions
            memo.clean.clear()
            memo.links.clear()

    def spans(self) -> list[range]:
        """Return the lines to remove, as disjoint ranges of 0-based numbers in order."""
        hits = [block for block in self._blocks if self._speaks(block)]
        if not hits:
            return []
        hits += self._users_of(hits)
        hits += self._holders_of(hits)
        spans = _outermost(self._span(block) for block in hits)
        notes = self._notes_of(spans)
        return _outermost(chain(spans, map(self._span, notes))) if notes else spans

    def linked(self, is_meant: Callable[[int], bool]) -> set[str]:
        """Return the travelling files linked in blocks whose first line ``is_meant``."""
        targets = (
            self._telltales.travelling_path(link)
            for block in self._blocks
            if is_meant(block.start)
            for link in self._links(block)
        )
        return {target for target in targets if target is not None}

    def _speaks(self, block: Block) -> bool:
        # The same text means something else in a table and in frontmatter.
        told_by_text = block.kind not in (BlockKind.ROW, BlockKind.FRONTMATTER)
        if told_by_text and block.text in self._memo.clean:
            return False
        if self._telltales.are_in(block, self._links(block)):
            return True
        if told_by_text:
            self._memo.clean.add(block.text)
        return False

    def _links(self, block: Block) -> list[Link]:
        if block.kind is BlockKind.DEFINITION:
            return _definition_links(block)
        text = block.text
        if block.kind is BlockKind.FENCE:
            text = _FENCE_MARK.sub(lambda mark: " " * len(mark.group()), text)
        links = self._memo.links.get(text)
        if links is None:
            links = self._memo.links[text] = find_links(text, self._definitions)
        return links

    def _users_of(self, hits: Sequence[Block]) -> list[Block]:
        """Return the blocks that use a definition or a note among ``hits``, wherever it stands."""
        labels = {
            label_of(label or number)
            for block in hits
            if "[" in block.text
            for label, number in _DEFINED.findall(block.text)
        }
        return [
            block
            for block in self._blocks
            if labels and block.kind is not BlockKind.DEFINITION and labels & _labels(block)
        ]

    def _holders_of(self, hits: Sequence[Block]) -> list[Block]:
        """Return the items of which a hit is a property, such as ``file: name.md``."""
        properties = [
            block for block in hits if block.kind is BlockKind.ITEM and _PROPERTY.match(block.text)
        ]
        if not properties:
            return []
        holders: list[Block] = []
        above: list[Block] = []
        wanted = {block.start for block in properties}
        for block in self._blocks:
            while above and above[-1].end <= block.start:
                above.pop()
            if block.start in wanted and above:
                holders.append(above[-1])
            if block.kind is BlockKind.ITEM:
                above.append(block)
        return holders

    def _notes_of(self, spans: Sequence[range]) -> list[Block]:
        """Return the notes and definitions that only removed blocks refer to.

        A definition that leads to a travelling file stays: it is that file's.
        """
        notes = {label: block for block in self._blocks if (label := self._note_label(block))}
        if not notes:
            return []
        inside = numbers_in(spans)
        removed: set[str] = set()
        kept: set[str] = set()
        for block in self._blocks:
            own = {self._note_label(block)}
            (removed if block.start in inside else kept).update(_labels(block) - own)
        return [block for label, block in notes.items() if label in removed - kept]

    def _note_label(self, block: Block) -> str:
        if block.kind is BlockKind.FOOTNOTE and (note := _NOTE.match(block.text)):
            return label_of(note.group(1))
        if block.kind is not BlockKind.DEFINITION:
            return ""
        definition = read_definition(block.text)
        if definition is None or any(map(self._telltales.travelling_path, self._links(block))):
            return ""
        return definition[0]

    def _span(self, block: Block) -> range:
        if block.kind is BlockKind.FRONTMATTER:
            # Its other lines may tell the title and the hook of what this one names.
            return range(header_end(self._lines))
        end = block.end
        if block.kind is BlockKind.PARAGRAPH and self._stands_above(block):
            below = self._run_end(end)
            end = below if below > end else self._text_below(end)
        return range(block.start, end)

    def _run_end(self, start: int) -> int:
        """Return where the lines from ``start`` on are blank again."""
        end = start
        while end < len(self._lines) and self._lines[end].strip(" \t\r\n>"):
            end += 1
        return end

    def _text_below(self, end: int) -> int:
        """Return the end of what follows a title after blank lines, if it is no other's."""
        start = end
        while start < len(self._lines) and not self._lines[start].strip(" \t\r\n>"):
            start += 1
        stop = self._run_end(start)
        blocks = [block for block in self._blocks if start <= block.start < stop]
        others = any(
            block.kind not in _TEXT
            or any(self._telltales.travelling_path(link) for link in self._links(block))
            for block in blocks
        )
        return end if others or not blocks or self._is_lone(blocks[0]) else stop

    def _is_lone(self, block: Block) -> bool:
        """Tell whether a paragraph is one bold text or one link, and so a title."""
        return block.kind is BlockKind.PARAGRAPH and _LONE.fullmatch(block.text) is not None

    def _stands_above(self, block: Block) -> bool:
        """Tell whether the paragraph is a title, so that the list right below is its text."""
        if len(block.lines) > 1:
            return False
        if self._telltales.is_title(block.text):
            return True
        links = self._links(block)
        return (
            len(links) == 1
            and _ONLY_LINK.match(block.text[: links[0].start]) is not None
            and _AFTER_TITLE.match(block.text, links[0].end) is not None
        )


def numbers_in(spans: Iterable[range]) -> frozenset[int]:
    """Return the line numbers that lie in one of ``spans``."""
    return frozenset(chain.from_iterable(spans))


def definitions_of(blocks: Iterable[Block]) -> Mapping[str, str]:
    """Return the targets of reference links by label; the first definition counts."""
    found: dict[str, str] = {}
    for block in blocks:
        if block.kind is BlockKind.DEFINITION and (definition := read_definition(block.text)):
            found.setdefault(*definition)
    return found


def _definition_links(block: Block) -> list[Link]:
    text = block.text
    definition = read_definition(text)
    if definition is None:
        return []
    label, target = definition
    whole = Link(LinkStyle.MARKDOWN, label, target, resolve(target), 0, len(text))
    # What stands where a target belongs may be a link of another style.
    return [whole, *find_links(text, {})]


def _labels(block: Block) -> set[str]:
    text = block.text
    return set(map(label_of, _LABEL_USE.findall(text))) if "[" in text else set()


def _outermost(spans: Iterable[range]) -> list[range]:
    found: list[range] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.stop)):
        if not found or span.start >= found[-1].stop:
            found.append(span)
        elif span.stop > found[-1].stop:
            found[-1] = range(found[-1].start, span.stop)
    return found
