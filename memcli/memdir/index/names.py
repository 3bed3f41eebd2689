"""Tells which text speaks of a file that does not travel."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from memcli.memdir.index.lines import Block, BlockKind
from memcli.memdir.index.links import KNOWN_SUFFIX, Link, LinkStyle, is_inside
from memcli.memdir.index.text import (
    Bound,
    NameSet,
    Occurrence,
    Vocabulary,
    decoded,
    flat,
    is_distinctive,
    rarest_tokens,
    readings,
    tokens_of,
)
from memcli.memdir.model import INDEX_NAME

_MARKDOWN = re.compile(r"\.(?:md|markdown|mdx)\Z")
_SPACING = re.compile(r"[-_\s]+")
_EDGES = re.compile(r"\A[\W_]+|[\W_]+\Z")
# A check box, a callout mark or a number before the words of a title.
_LEAD_IN = re.compile(r"(?:\[.\]|\[![\w-]+\][-+]?|\d{1,9}[.)])\s+")
_SEPARATOR = re.compile(
    r"\s[-=]{1,3}>?\s|\s?[\u2014\u2013\u2192]|:|\uff1a|\s[(\uff08|]|\.\s|\t|=>|->"
)
_WRAPPED = re.compile(r"(?P<mark>\*{1,3}|_{1,3}|~~|`{1,2}|[\"'])(?P<title>[^\n]{1,300}?)(?P=mark)")
_CELLS = re.compile(r"(?<!\\)\|")
_CUT = "\ufffc"
_MOST_SEPARATORS = 8


@dataclass(frozen=True, slots=True)
class Withheld:
    """A file or directory that exists but does not travel.

    ``path`` is relative to the root and may contain surrogate escapes; ``name`` is what it calls
    itself, if known; a file with several names is given once for each. ``denied`` sets a policy's
    decision apart from what is merely left out, such as an image: of the latter only links and
    file names are looked for.
    """

    path: str
    name: str | None = None
    is_directory: bool = False
    denied: bool = True


@dataclass(frozen=True, slots=True)
class _Namesake:
    """What a travelling file may be called: ends of its path, with and without the suffix."""

    files: tuple[str, ...]
    stems: tuple[str, ...]


class Telltales:
    """All that gives away the withheld files, made once and looked up often."""

    def __init__(
        self,
        text: str,
        withheld: Sequence[Withheld],
        *,
        travelling: Collection[str],
        denies: Callable[[str], bool],
    ) -> None:
        self._denies = denies
        self._travels = frozenset((INDEX_NAME, *travelling))
        self._paths: set[str] = set()
        self._directories: set[str] = set()
        self._wikinames: set[str] = set()
        self._titles: set[str] = set()
        self._verdicts: dict[tuple[str, LinkStyle], bool] = {}
        vocabulary = Vocabulary(text)
        needles: list[tuple[str, Bound]] = []
        for each in withheld:
            key, name = _key(each.path), flat(each.name or "")
            base = key.rpartition("/")[2]
            self._paths.add(key)
            if each.is_directory:
                self._directories.add(key)
            self._wikinames.update((base, base.removesuffix(".md"), name))
            if vocabulary.may_hold(_stem(base)) or (name and vocabulary.may_hold(name)):
                needles.extend(pair for pair in _needles(each, key, name) if pair[0])
                if each.denied:
                    self._titles.update((title_key(_stem(base)), title_key(name)))
        self._wikinames.discard("")
        self._titles.discard("")
        self._in_titles = rarest_tokens(self._titles)
        self._names = NameSet(needles)

    def are_in(self, block: Block, links: Sequence[Link]) -> bool:
        """Tell whether ``block``, which holds ``links``, speaks of a withheld file."""
        for link in links:
            if self._is_withheld(link):
                return True
        if not self._names and not self._titles:
            return False
        text = block.text
        tokens = [tokens_of(reading) for reading in readings(text)]
        may_entitle = not all(map(self._in_titles.isdisjoint, tokens))
        if not may_entitle and not any(map(self._names.touches, tokens)):
            return False
        for link, own in self._links_to_namesakes(links):
            if self._mentioned(text[link.start : link.end], besides=own):
                return True
            # The length stays, so that the offsets of the other links do.
            text = f"{text[: link.start]}{_CUT * (link.end - link.start)}{text[link.end :]}"
        if self._mentioned(text):
            return True
        return may_entitle and (
            any(map(self._is_titled, links)) or self._entitles(text, block.kind)
        )

    def is_title(self, text: str) -> bool:
        """Tell whether ``text`` as a whole is the title of a denied file."""
        return title_key(decoded(text)) in self._titles

    def travelling_path(self, link: Link) -> str | None:
        """Return the travelling file that ``link`` leads to."""
        key = self._travelling_key(link)
        return None if key is None else self._travelling[key]

    def _travelling_key(self, link: Link) -> str | None:
        if link.path is None:
            return None
        key = _key(link.path)
        return next((each for each in (key, f"{key}.md") if each in self._travelling), None)

    @cached_property
    def _travelling(self) -> dict[str, str]:
        """The paths that travel, by the form in which they are compared."""
        found = {_key(path): path for path in self._travels}
        return {key: path for key, path in found.items() if key not in self._paths}

    @cached_property
    def _root_stems(self) -> set[str]:
        return {_MARKDOWN.sub("", key) for key in self._travelling}

    @cached_property
    def _shields(self) -> NameSet:
        """The names of travelling files that contain a withheld one."""
        return NameSet(
            [
                *((name, Bound.FILE) for names in self._ambiguous.values() for name in names.files),
                *((name, Bound.WORD) for names in self._ambiguous.values() for name in names.stems),
            ]
        )

    @cached_property
    def _ambiguous(self) -> dict[str, _Namesake]:
        """The travelling files that share a name, or a piece of one, with a withheld file."""
        return {
            key: _namesake(key)
            for key in self._travelling
            if self._names.touches(tokens_of(key)) or title_key(_stem(key)) in self._titles
        }

    def _is_withheld(self, link: Link) -> bool:
        if link.path is None:
            return False
        question = link.target, link.style
        verdict = self._verdicts.get(question)
        if verdict is None:
            verdict = self._verdicts[question] = self._judge(link, link.path)
        return verdict

    def _judge(self, link: Link, path: str) -> bool:
        key = _key(path)
        if key in self._paths:
            # The last word of a longer name is not this file: the names tell them apart.
            return link.style is not LinkStyle.BARE or key in self._directories
        if self._is_below(key):
            return True
        if path in self._travels or self._travelling_key(link) is not None:
            return False
        if f"{key}.md" in self._paths:
            return True
        if link.style is LinkStyle.WIKILINK:
            name = _MARKDOWN.sub("", key)
            if not self._wikinames.isdisjoint((key, name, name.rpartition("/")[2])):
                return True
        return any(self._denies(each) for each in _spellings(link, path) if is_inside(each))

    def _is_below(self, key: str) -> bool:
        if not self._directories:
            return False
        ends = (place for place, mark in enumerate(key) if mark == "/")
        return any(key[:end] in self._directories for end in ends)

    def _is_titled(self, link: Link) -> bool:
        """Tell whether the title of ``link`` is that of a denied file and meant so."""
        if link.style in (LinkStyle.BARE, LinkStyle.BACKTICK):
            return False
        title = title_key(decoded(link.title))
        if title not in self._titles:
            return False
        target = self._travelling_key(link)
        # One common word over a link to another file says nothing, nor does that file's own name.
        return target is None or (" " in title and title != title_key(_stem(target)))

    def _links_to_namesakes(self, links: Sequence[Link]) -> Iterator[tuple[Link, frozenset[str]]]:
        """Return the links to travelling files that share a name with a withheld one."""
        end = 0
        for link in links:
            key = self._travelling_key(link)
            namesake = None if key is None else self._ambiguous.get(key)
            if namesake is not None and link.start >= end:
                end = link.end
                yield link, frozenset((*namesake.files, *namesake.stems))

    def _mentioned(self, text: str, besides: Collection[str] = ()) -> bool:
        for reading in readings(text):
            tokens = tokens_of(reading)
            shields: list[Occurrence] | None = None
            for found in self._names.occurrences(tokens):
                if found.name in besides:
                    continue
                if shields is None:
                    shields = list(self._shields.occurrences(tokens))
                if not any(self._covers(shield, found, tokens) for shield in shields):
                    return True
        return False

    def _covers(self, shield: Occurrence, found: Occurrence, tokens: Sequence[str]) -> bool:
        """Tell whether ``found`` is a piece of a travelling file's name, or exactly its path."""
        if shield.start > found.start or shield.end < found.end:
            return False
        if shield.end - shield.start > found.end - found.start:
            return True
        if shield.name not in self._travelling and shield.name not in self._root_stems:
            return False
        before = "".join(tokens[max(0, shield.start - 3) : shield.start])
        return not before.endswith(("/", "\\")) or before.strip(" (`'\"<[") == "./"

    def _entitles(self, text: str, kind: BlockKind) -> bool:
        """Tell whether a line or a cell starts with the title of a denied file."""
        return any(
            title_key(lead) in self._titles and _bare_words(lead) not in self._root_stems
            for part in _parts(text, kind)
            for lead in _leads(decoded(part))
        )


def title_key(text: str) -> str:
    """Return the form in which titles are compared: words alone, one space between them."""
    return _EDGES.sub("", _SPACING.sub(" ", flat(text)))


def _key(path: str) -> str:
    return flat(path).strip("/")


def _stem(key: str) -> str:
    base = key.rpartition("/")[2]
    stem, dot, _ = base.rpartition(".")
    return stem if dot and stem else base


def _needles(withheld: Withheld, path: str, name: str) -> Iterator[tuple[str, Bound]]:
    """Return what gives ``withheld`` away wherever it stands."""
    base = path.rpartition("/")[2]
    if not withheld.is_directory and "." in base[1:]:
        yield from ((path, Bound.FILE), (base, Bound.FILE))
    if not withheld.denied:
        return
    if withheld.is_directory:
        yield from ((f"{path}/", Bound.FILE), (f"{base}/", Bound.FILE))
    words = [path, base] if withheld.is_directory else [_MARKDOWN.sub("", path), _stem(path)]
    yield from (
        (word, Bound.WORD) for word in (*words, name) if "/" in word or is_distinctive(word)
    )


def _namesake(key: str) -> _Namesake:
    segments = key.split("/")
    tails = ["/".join(segments[start:]) for start in range(len(segments))]
    folders = [f"{parent}/" for tail in tails if (parent := tail.rpartition("/")[0])]
    return _Namesake((*tails, *folders), tuple(_MARKDOWN.sub("", tail) for tail in tails))


def _spellings(link: Link, path: str) -> Iterator[str]:
    """Return the paths that a link to a file that does not exist may mean."""
    several_words = any(mark.isspace() for mark in path)
    spellings = [path]
    if link.style is LinkStyle.BACKTICK and several_words:
        spellings.extend(path.split())
    elif link.style is LinkStyle.WIKILINK:
        spellings.append(path.removesuffix(".md"))
    elif not KNOWN_SUFFIX.search(path):
        spellings.append(f"{path}.md")
    if link.target.rstrip("`>").endswith("/"):
        spellings.append(f"{path}/")
    yield from spellings
    for spelling in spellings:
        if not spelling.isascii():
            yield unicodedata.normalize("NFC", spelling)


def _parts(text: str, kind: BlockKind) -> Iterable[str]:
    """Return the lines of ``text``, and what else starts anew: table cells and YAML values."""
    for line in text.split("\n"):
        yield line
        if kind is BlockKind.ROW:
            yield from (cell.strip() for cell in _CELLS.split(line))
        elif kind is BlockKind.FRONTMATTER:
            yield line.removeprefix("- ")
            yield line.partition(":")[2].strip()


def _leads(line: str) -> Iterator[str]:
    """Return the texts at the start of ``line`` that may be its title."""
    line = line.strip()
    if lead_in := _LEAD_IN.match(line):
        yield line
        line = line[lead_in.end() :]
    yield line
    for count, separator in enumerate(_SEPARATOR.finditer(line)):
        if count == _MOST_SEPARATORS:
            break
        yield line[: separator.start()]
    if wrapped := _WRAPPED.match(line):
        yield wrapped.group("title")


def _bare_words(text: str) -> str:
    return flat(text).strip("*_`~\"'[]. ")
