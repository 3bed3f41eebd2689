"""Reads the index of a memory directory and takes out what does not travel."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memcli.memdir.index.blocks import read_blocks
from memcli.memdir.index.lines import Block, BlockKind
from memcli.memdir.index.links import Link, LinkStyle, find_links
from memcli.memdir.index.names import Telltales, Withheld
from memcli.memdir.index.spans import Memo, Reading, definitions_of, numbers_in
from memcli.memdir.model import IndexEdit

# Ends at the next opening mark too: without that, many of them would each be read to the end.
_COMMENT = re.compile(r"<!--(?:[^<-]++|<(?!!--)|-(?!->))*+-->")
_HOOK = re.compile(
    r"""[\s*_~)"'\]`]{0,9}+(?:[\u2014\u2013:]|-{1,3}(?=\s))(?P<hook>.*)""", re.DOTALL
)
_CELL_HOOK = re.compile(r"[\s*_~)\"'\]`]{0,9}+\|(?P<hook>[^|]*+)")
_HOOK_EDGES = " \t\r\n([,;|\u00b7\u2022"
_UNREAD = (BlockKind.FENCE, BlockKind.COMMENT, BlockKind.FRONTMATTER, BlockKind.DEFINITION)


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One link in the index.

    ``line`` counts from 1. ``target`` is as written; ``path`` is what it means: relative to the
    root, ``/`` between segments, without encoding, escapes, anchor and title. The path of a
    wikilink without a suffix gets ``.md``. A target that is absolute or leaves the root keeps its
    text. ``hook`` is what follows the link after a separator, on one line; empty if nothing does.
    """

    line: int
    title: str
    hook: str
    target: str
    path: str
    style: LinkStyle


def parse_index(raw: bytes) -> tuple[IndexEntry, ...]:
    """Return the links of the index in the order they stand in it.

    Code blocks, HTML comments, frontmatter, images, external URLs and pure anchors have no
    entries. Any bytes are accepted; what is not UTF-8 becomes surrogate escapes.
    """
    blocks = read_blocks(_decode(raw).split("\n"))
    definitions = definitions_of(blocks)
    entries: list[IndexEntry] = []
    for block in blocks:
        if block.kind not in _UNREAD:
            entries.extend(_entries(block, definitions))
    # A nested item may stand between two lines of the item that holds it.
    entries.sort(key=lambda entry: entry.line)
    return tuple(entries)


def withhold(
    raw: bytes,
    withheld: Sequence[Withheld],
    *,
    travelling: Collection[str],
    denies: Callable[[str], bool],
) -> IndexEdit:
    """Return the index without the blocks that speak of what does not travel.

    ``travelling`` are the paths that do; a mention of exactly such a path is kept. ``denies`` is
    asked about linked paths that do not exist. Whole lines are removed and the others keep their
    bytes; if nothing is found ``raw`` is returned as it is. The result is read again until
    nothing more is found in it.
    """
    lines = [line + b"\n" for line in raw.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    text = _decode(raw)
    texts = text.split("\n")
    if not lines[-1]:
        lines.pop()
        texts.pop()
    telltales = Telltales(text, withheld, travelling=travelling, denies=denies)
    kept = list(range(len(lines)))
    removed = 0
    gone: set[str] = set()
    memo = Memo()
    reading = Reading(texts, telltales, memo)
    while spans := reading.spans():
        inside = numbers_in(spans)
        removed += len(spans)
        gone |= reading.linked(inside.__contains__)
        kept = [number for place, number in enumerate(kept) if place not in inside]
        reading = Reading([texts[number] for number in kept], telltales, memo)
    lost = gone - reading.linked(lambda _: True) if gone else gone
    return IndexEdit(
        raw=b"".join(lines[number] for number in kept) if removed else raw,
        removed=removed,
        kept_lines=tuple(number + 1 for number in kept),
        lost=tuple(sorted(lost)),
    )


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _entries(block: Block, definitions: Mapping[str, str]) -> Iterator[IndexEntry]:
    text = block.text
    if "<!--" in text and "-->" in text:
        text = _COMMENT.sub(_blank, text)
    links = [each for each in find_links(text, definitions) if _is_entry(each)]
    for number, link in enumerate(links):
        below = links[number + 1].start if number + 1 < len(links) else len(text)
        yield IndexEntry(
            line=block.lines[text.count("\n", 0, link.start)] + 1,
            title=" ".join(link.title.split()),
            hook=_hook(text[link.end : max(below, link.end)], block.kind),
            target=link.target,
            path=link.path or "",
            style=link.style,
        )


def _is_entry(link: Link) -> bool:
    """Tell whether ``link`` leads to a file: bare and backticked words do if they end so."""
    if link.path is None or link.is_image:
        return False
    return link.style in (LinkStyle.MARKDOWN, LinkStyle.WIKILINK) or (
        link.path.lower().endswith(".md")
    )


def _hook(after: str, kind: BlockKind) -> str:
    pattern = _CELL_HOOK if kind is BlockKind.ROW else _HOOK
    found = pattern.match(after) or _HOOK.match(after)
    hook = found.group("hook") if found else ""
    if kind is BlockKind.PARAGRAPH:
        hook = hook.partition("\n")[0]
    return " ".join(hook.split()).strip(_HOOK_EDGES)


def _blank(comment: re.Match[str]) -> str:
    return "".join("\n" if mark == "\n" else " " for mark in comment.group())
