"""Reads frontmatter line by line, whether it is valid YAML or not."""

import re
from collections.abc import Sequence

from memcli.memdir.index.lines import Block, BlockKind, Line, OpenBlock, measure

_HEADER_LIMIT = 64 << 10
_KEY = r"""(?:"[^"]*"|'[^']*'|[^\s"'#\[{-][^:]*|-[^\s:][^:]*):(?:\s|\Z)"""
_MAPPING = re.compile(_KEY)
_ENTRY = re.compile(rf"{_KEY}|-(?:\s|\Z)|#")
_SCALAR = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?\Z")
_BELOW = re.compile(rf"[:-]\s+{_SCALAR.pattern}")
_NAME = re.compile(r"(name|title)[ \t]*:(?:[ \t]+(.*)|\Z)")
_HEADING = re.compile(r"\ufeff?[ ]{0,3}#[ \t]+([^\r\n]*?)[ \t#]*\r?\Z")
_TELLING = 8
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))")


def header_end(lines: Sequence[str]) -> int:
    """Return how many lines the frontmatter has, its marks included; 0 if there is none.

    What stands between two rules and is no mapping is none.
    """
    last = _last_mark(lines)
    told = (line for line in lines[1:last] if line.strip() and not line.startswith("#"))
    first = next(told, None)
    return last + 1 if last and (first is None or _MAPPING.match(first)) else 0


def header_blocks(lines: Sequence[str]) -> list[Block]:
    """Return the entries of the frontmatter at the start of ``lines`` as blocks."""
    blocks: list[OpenBlock] = []
    above: list[OpenBlock] = []
    scalar: OpenBlock | None = None
    for number in range(1, header_end(lines) - 1):
        line = measure(lines[number], quotes=False)
        if not line.content:
            continue
        if scalar is None or line.indent <= scalar.indent:
            scalar = None
            while above and not _nests(above[-1], line):
                above.pop()
            if above and not _ENTRY.match(line.content):
                scalar = above[-1]
        if scalar is not None:
            scalar.add(number, line.content)
            _stretch(above, number)
            if not _BELOW.search(scalar.texts[0]):
                scalar = None
            continue
        block = OpenBlock(BlockKind.FRONTMATTER, 0, line.indent)
        block.add(number, line.content)
        blocks.append(block)
        _stretch(above, number)
        if not line.content.startswith("#"):
            above.append(block)
        if _BELOW.search(line.content):
            scalar = block
    return [block.close() for block in blocks]


def own_names(raw: bytes) -> tuple[str, ...]:
    """Return what a memory file calls itself: name and title of its frontmatter, first heading.

    Reads line by line, up to the first colon, and so also what is no valid YAML. Only a
    frontmatter that ends counts. Of titles and headings only those count that are too long to be
    an ordinary word.
    """
    lines = raw[:_HEADER_LIMIT].decode("utf-8", "surrogateescape").split("\n")
    end = _last_mark(lines)
    names: dict[str, str] = {}
    for number in range(1, end):
        if found := _NAME.match(lines[number].rstrip()):
            value = _value((found.group(2) or "").strip(), lines[number + 1 : end])
            names.setdefault(found.group(1), value)
    heading = next(filter(None, map(_HEADING.match, lines[end:])), None)
    titles = (names.get("title", ""), heading.group(1).strip() if heading else "")
    told = [names.get("name", ""), *filter(_is_telling, titles)]
    return tuple(dict.fromkeys(filter(None, told)))


def _is_telling(title: str) -> bool:
    return len(title) >= _TELLING and (" " in title.strip() or not title.isascii())


def _last_mark(lines: Sequence[str]) -> int:
    """Return the number of the line that ends the frontmatter, 0 if there is none."""
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return 0
    return next((n for n, line in enumerate(lines) if n and line.rstrip() in ("---", "...")), 0)


def _value(first: str, below: Sequence[str]) -> str:
    """Return a value that starts with ``first`` and goes on in the indented lines ``below``."""
    words = [] if _SCALAR.match(first) else [first]
    for line in below:
        if not line[:1].isspace():
            break
        words.append(line.strip())
    value = " ".join(" ".join(words).split())
    quote = value[:1]
    if quote not in ('"', "'"):
        return value.partition(" #")[0].rstrip()
    close = value.rfind(quote)
    inner = value[1:close] if close else value[1:]
    return inner.replace("''", "'") if quote == "'" else _ESCAPED.sub(_unescape, inner)


def _unescape(escape: re.Match[str]) -> str:
    four, two, other = escape.groups()
    return chr(int(four or two, 16)) if other is None else str(other)


def _nests(above: OpenBlock, line: Line) -> bool:
    """Tell whether a line of YAML belongs to the entry ``above``."""
    if line.indent > above.indent:
        return True
    is_list = line.content.startswith("- ") and not above.texts[0].startswith("- ")
    return is_list and line.indent == above.indent


def _stretch(above: Sequence[OpenBlock], number: int) -> None:
    for block in above:
        block.end = number + 1
