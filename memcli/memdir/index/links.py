"""Finds the links in the text of an index and the paths they lead to."""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from urllib.parse import unquote

from memcli.memdir.index.text import fold

_SUFFIXES = (
    "md|markdown|mdx|txt|rst|org|html?|pdf|docx?|xlsx?|csv|tsv|jsonl?|ya?ml|toml|xml|ini|log|"
    "png|jpe?g|gif|svg|webp|bmp|mp[34]|wav|mov|zip|gz|tar|py|sh|js|ts|sql|sqlite3?|db|bin|pyc"
)
KNOWN_SUFFIX = re.compile(rf"\.(?:{_SUFFIXES})\Z", re.IGNORECASE)
_ANY_SUFFIX = re.compile(r"[^/.]\.[A-Za-z0-9]{1,10}\Z")

_PLAIN_PATH = re.compile(r"(?:\./)?+([A-Za-z0-9_-]++(?:/[A-Za-z0-9_-]++)*+\.[A-Za-z0-9]++)\Z")
# Two characters at least, so that a drive letter is no scheme.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]++:(?=\S)|//")
_ABSOLUTE = re.compile(r"/|~|\\\\|[A-Za-z]:[\\/]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_QUERY = re.compile(r"(?<=\.)([A-Za-z0-9]{1,10})\?.*\Z", re.DOTALL)

_OPENER = re.compile(r"\\[\\`\[<]|`++|\[|<")
_RUN = re.compile(r"`++")
_PAIRED = re.compile(r"\\.|[\[\]()\n]", re.DOTALL)
_SIMPLE = re.compile(r"\[([^\[\]`\\]++)\]\(([^\s()<>\\\"'#?&%]++)\)")
# Bounded repeats: an index of nothing but openers must not cost the square of its length.
_DESTINATION = re.compile(
    r"""\(\s{0,9}+(?:<(?P<angle>(?:\\.|[^<>\\\n]){0,4096}+)>
        |(?P<plain>(?:\\[^\s]|[^\s()<\\]|\\(?=\s)|(?<!\()<
            |\((?:\\.|[^\s()\\]|\([^\s()\\]{0,999}+\)){0,999}+\)){0,4096}+))
        (?:\s{1,9}+(?:"(?:\\.|[^"\\]){0,500}+"|'(?:\\.|[^'\\]){0,500}+'
            |\((?:\\.|[^()\\]){0,500}+\)))?+\s{0,9}+\)""",
    re.VERBOSE,
)
_LINK_TITLE = re.compile(r"""\s(?:"[^"]{0,500}"|'[^']{0,500}')\s{0,9}\Z""")
_DEFINITION = re.compile(r"\[([^\[\]]+)\]:\s*(<[^<>\n]*>|.*)")
_LABEL = re.compile(r"\[([^\[\]]{0,500}+)\]")
_WIKILINK = re.compile(r"\[\[([^\[\]]{1,1000}+)\]\]")
_TAG = re.compile(r"<([^<>]{1,2000}+)>")
_ATTRIBUTE = re.compile(
    r"""\b(?:href|src)\s{0,9}=\s{0,9}(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""", re.IGNORECASE
)
_EMPHASISED = re.compile(r"(?P<mark>~~|__?)(?P<token>.+)(?P=mark)\Z", re.DOTALL)
_DOTTED = re.compile(r"\.[A-Za-z0-9]")
_TOKEN = re.compile(r"[\w./~%@+#\\-]{3,}+")
_MARKDOWN_NAME = re.compile(
    r".*[^/\\]\.md(?:#[^\s#]*|(?=[.\\]*\Z)|(?=[^\x00-\x7f]))", re.IGNORECASE | re.DOTALL
)
_MAIL_OR_WEB = ("http:", "https:", "ftp:", "mailto:", "ssh:", "git:", "data:")


class LinkStyle(StrEnum):
    """How an index writes a link."""

    MARKDOWN = "markdown"
    BARE = "bare"
    BACKTICK = "backtick"
    WIKILINK = "wikilink"


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written. ``start`` and ``end`` are offsets in the text that was searched.

    ``path`` is what ``resolve`` makes of ``target``, ``None`` for what leads to no file. HTML
    attributes and images count as ``MARKDOWN``, with ``is_image`` for the latter.
    """

    style: LinkStyle
    title: str
    target: str
    path: str | None
    start: int
    end: int
    is_image: bool = False


@lru_cache(maxsize=4096)
def resolve(target: str) -> str | None:
    """Return the path that ``target`` means, relative to the root, or ``None``.

    ``None`` stands for external URLs, pure anchors and nothing. A target that is absolute or
    climbs out of the root is returned as text for which ``is_inside`` is false.
    """
    if (plain := _PLAIN_PATH.match(target)) is not None:
        return plain.group(1)
    text = target.strip()
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1].strip()
    if "&" in text:
        text = html.unescape(text)
    absolute = _ABSOLUTE.match(text) is not None
    if _SCHEME.match(text):
        return None
    text = _without_fragment(_ESCAPE.sub(r"\1", text))
    if "%" in text:
        text = unquote(text, errors="surrogateescape")
    if absolute:
        return text
    return normalise(text.replace("\\", "/")) or None


def normalise(path: str) -> str:
    """Return ``path`` without ``.``, empty and resolvable ``..`` segments."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif segment not in ("", "."):
            kept.append(segment)
    return "/".join(kept)


def is_inside(path: str) -> bool:
    """Tell whether a resolved path lies below the root."""
    return not (path.startswith("../") or path == ".." or _ABSOLUTE.match(path))


def label_of(text: str) -> str:
    """Return the form in which reference labels are compared."""
    return " ".join(fold(text).split())


def find_links(text: str, definitions: Mapping[str, str]) -> list[Link]:
    """Return the links of all styles in ``text``, in order.

    ``definitions`` maps the labels of reference links, as ``label_of`` returns them, to targets.
    A bare token counts when it ends in ``.md`` or has both a slash and a suffix.
    """
    links = list(_Scanner(text, definitions).links()) if _OPENER.search(text) else []
    if _DOTTED.search(_outside(text, links)):
        links.extend(_bare_links(text, links))
        links.sort(key=lambda link: link.start)
    return links


def read_definition(text: str) -> tuple[str, str] | None:
    """Return label and target of a reference definition, ``None`` if ``text`` is none."""
    definition = _DEFINITION.match(text)
    if definition is None:
        return None
    label, rest = definition.groups()
    target = _LINK_TITLE.sub("", rest).strip()
    # A target has no spaces, unless it is the unescaped name of a file.
    if not rest.startswith("<") and not KNOWN_SUFFIX.search(resolve(target) or ""):
        target = target.partition(" ")[0]
    return label_of(label), target


class _Scanner:
    """One pass over a text; bracket pairs and code spans are found once, when needed."""

    def __init__(self, text: str, definitions: Mapping[str, str]) -> None:
        self._text = text
        self._definitions = definitions
        self._codes = _code_spans(text) if "`" in text else {}
        self._pairs: dict[int, int] | None = None

    def links(self) -> Iterator[Link]:
        text = self._text
        covered = position = 0
        while opener := _OPENER.search(text, position):
            start, position = opener.span()
            found: list[Link] = []
            mark = text[start]
            if mark == "`" and start in self._codes:
                position = self._codes[start]
                if start >= covered:
                    found = self._code(start, opener.end(), position)
            elif mark == "[":
                found = self._bracket(start, outermost=start >= covered)
                # A title may itself hold links and images.
                if found and "[" not in found[0].title:
                    position = found[0].end
            elif mark == "<" and start >= covered:
                found = self._tag(start)
            yield from found
            if found:
                covered = max(covered, found[0].end)

    def _code(self, start: int, inner: int, end: int) -> list[Link]:
        wikilinks = [_wikilink(each) for each in _WIKILINK.finditer(self._text, inner, end)]
        if wikilinks:
            return wikilinks
        target = self._text[inner : end - (inner - start)].strip()
        path = resolve(target)
        if path is None:
            return []
        if " " in target and target.lower().count(".md") > 1:
            return []
        # Of several words only a name that ends in a suffix is meant as one.
        if " " in target and not KNOWN_SUFFIX.search(path):
            return []
        return [Link(LinkStyle.BACKTICK, target, target, path, start, end)]

    def _bracket(self, start: int, *, outermost: bool) -> list[Link]:
        text = self._text
        is_image = start > 0 and text[start - 1] == "!"
        if simple := _SIMPLE.match(text, start):
            title, target = simple.groups()
            path = resolve(target)
            return [Link(LinkStyle.MARKDOWN, title, target, path, start, simple.end(), is_image)]
        if outermost and (wiki := _WIKILINK.match(text, start)):
            return [_wikilink(wiki, is_image=is_image)]
        close = self._partner(start)
        if close is None:
            return []
        title = text[start + 1 : close]
        target, end = self._destination(close + 1)
        if not target:
            label, end = title, close + 1
            if (reference := _LABEL.match(text, close + 1)) is not None:
                label, end = reference.group(1) or title, reference.end()
            target = self._definitions.get(label_of(label), "") if self._definitions else ""
        if not target:
            return []
        return [Link(LinkStyle.MARKDOWN, title, target, resolve(target), start, end, is_image)]

    def _destination(self, start: int) -> tuple[str, int]:
        """Return the target in the parentheses that open at ``start``, and their end."""
        text = self._text
        if not text.startswith("(", start):
            return "", start
        if strict := _DESTINATION.match(text, start):
            return strict.group("angle") or strict.group("plain") or "", strict.end()
        # Nobody escapes the spaces of a file name by hand: take what stands in the parentheses
        # as long as it looks like a file.
        close = self._partner(start)
        if close is None:
            close = text.find(")", start, start + 4096)
        target = _LINK_TITLE.sub("", text[start + 1 : close]).strip() if close > start else ""
        path = resolve(target) if target and "\n" not in target else None
        if path is not None and (KNOWN_SUFFIX.search(path) or target.endswith("/")):
            return target, close + 1
        return "", start

    def _tag(self, start: int) -> list[Link]:
        tag = _TAG.match(self._text, start)
        if tag is None:
            return []
        body = tag.group(1)
        targets = [next(filter(None, found), "") for found in _ATTRIBUTE.findall(body)]
        style = LinkStyle.MARKDOWN
        if not targets:
            path = resolve(body)
            if path is None or not KNOWN_SUFFIX.search(path):
                return []
            targets, style = [body], LinkStyle.BARE
        is_image = body[:3].lower() == "img"
        return [Link(style, t, t, resolve(t), start, tag.end(), is_image) for t in targets]

    def _partner(self, start: int) -> int | None:
        """Return where the bracket or parenthesis at ``start`` closes."""
        if self._pairs is None:
            self._pairs = _pairs(self._text, self._codes)
        return self._pairs.get(start)


def _wikilink(match: re.Match[str], *, is_image: bool = False) -> Link:
    target, _, alias = match.group(1).replace("\\|", "|").partition("|")
    target = " ".join(target.split())
    name = re.split(r"[#^]", target, maxsplit=1)[0].strip()
    path = resolve(name) if name else None
    if path is not None and not KNOWN_SUFFIX.search(path):
        path += ".md"
    title = " ".join(alias.split()) or target
    start, end = match.span()
    return Link(LinkStyle.WIKILINK, title, target, path, start, end, is_image)


def _outside(text: str, links: list[Link]) -> str:
    if not links:
        return text
    gaps: list[str] = []
    end = 0
    for link in links:
        gaps.append(text[end : link.start])
        end = max(end, link.end)
    gaps.append(text[end:])
    return " ".join(gaps)


def _bare_links(text: str, links: list[Link]) -> Iterator[Link]:
    starts = [link.start for link in links]
    ends: list[int] = []
    for link in links:
        ends.append(max(link.end, ends[-1] if ends else 0))
    for match in _TOKEN.finditer(text):
        token, start = match.group(), match.start()
        if "." not in token:
            continue
        if (emphasis := _EMPHASISED.match(token)) is not None:
            token, start = emphasis.group("token"), start + emphasis.start("token")
        position = bisect_right(starts, start)
        if position and start < ends[position - 1]:
            continue
        if (named := _MARKDOWN_NAME.match(token)) is not None:
            token = named.group()
        elif "/" not in token or not _ANY_SUFFIX.search(token := token.rstrip(".")):
            continue
        before = text[max(0, start - 8) : start].lower()
        if before.endswith(":") and (token.startswith("//") or before.endswith(_MAIL_OR_WEB)):
            continue
        path = resolve(token)
        if path is not None:
            yield Link(LinkStyle.BARE, token, token, path, start, start + len(token))


def _without_fragment(text: str) -> str:
    before, mark, after = text.partition("#")
    # A name such as "c#-notes.md" is no anchor in a file called "c".
    if mark and not ("." not in before and before and KNOWN_SUFFIX.search(after)):
        text = before
    return _QUERY.sub(r"\1", text)


def _code_spans(text: str) -> dict[int, int]:
    """Return start and end of each code span: a run of backticks up to its equal."""
    runs = [match.span() for match in _RUN.finditer(text)]
    following: dict[int, int] = {}
    partner: list[int | None] = [None] * len(runs)
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        partner[number] = following.get(length)
        following[length] = number
    spans: dict[int, int] = {}
    number = 0
    while number < len(runs):
        start = runs[number][0]
        closing = partner[number]
        if closing is None or (start and text[start - 1] == "\\"):
            number += 1
            continue
        spans[start] = runs[closing][1]
        number = closing + 1
    return spans


def _pairs(text: str, codes: Mapping[int, int]) -> dict[int, int]:
    """Return where each bracket and each parenthesis closes; the latter on the same line."""
    pairs: dict[int, int] = {}
    brackets: list[int] = []
    parentheses: list[int] = []
    skipped = iter(sorted(codes.items()))
    code_start, code_end = next(skipped, (len(text), len(text)))
    for match in _PAIRED.finditer(text):
        start, mark = match.start(), match.group()
        while start >= code_end and code_start < len(text):
            code_start, code_end = next(skipped, (len(text), len(text)))
        if code_start <= start < code_end:
            continue
        if mark == "[":
            brackets.append(start)
        elif mark == "]" and brackets:
            pairs[brackets.pop()] = start
        elif mark == "(":
            parentheses.append(start)
        elif mark == ")" and parentheses:
            pairs[parentheses.pop()] = start
        elif mark == "\n":
            parentheses.clear()
    return pairs
