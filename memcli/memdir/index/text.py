"""How names and text are compared: ignoring case, Unicode form, spacing and markup."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from urllib.parse import unquote

# Invisible characters that may stand inside a word without changing how it reads.
_INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]+")
_ESCAPE = re.compile(r"\\([ -/:-@\[-`{-~])")
_EMPHASIS = re.compile(r"[*`]|~~|</?[A-Za-z][^<>]{0,200}+>")
_ENCODED = re.compile(r"[\\&%]")
_MARKED = re.compile(r"[*`<]|~~")
_MARKED_WORD = re.compile(r"\w(?:[*`]|~~|<)")
_WORD = re.compile(r"[a-z0-9]+")
# An ASCII word is one token, so that no name is found inside a longer one.
_TOKEN = re.compile(r"[a-z0-9]+|[^a-z0-9]")
_IDENTIFIER = re.compile(r"[-_0-9]|[^\x00-\x7f]")
_LETTER = re.compile(r"[^\W\d_]")
_PHRASE_WORDS = 3
_SHORT = 2


def fold(text: str) -> str:
    """Return the form in which texts are compared: case and Unicode normal form are gone."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return _INVISIBLE.sub("", text)


def flat(text: str) -> str:
    """Return ``text`` folded and with every run of white space as one space."""
    return " ".join(fold(text).split())


def decoded(text: str) -> str:
    """Return ``text`` without backslash escapes, entities and percent-encoding."""
    if not _ENCODED.search(text):
        return text
    text = html.unescape(_ESCAPE.sub(r"\1", text))
    return unquote(text, errors="surrogateescape") if "%" in text else text


def readings(text: str) -> Iterator[str]:
    """Return the flat forms of ``text``: as written, decoded, and without emphasis."""
    seen = flat(text)
    yield seen
    plain = flat(decoded(text)) if _ENCODED.search(text) else seen
    if plain != seen:
        yield plain
    if _MARKED.search(plain):
        yield _EMPHASIS.sub("", plain)


def tokens_of(flat_text: str) -> list[str]:
    """Split flat text into ASCII words and single other characters."""
    return _TOKEN.findall(flat_text)


def is_distinctive(name: str) -> bool:
    """Tell whether ``name`` in running text can hardly mean anything else.

    That is an identifier (with a hyphen, an underscore, a digit or a letter outside ASCII) or a
    phrase of three words. A number or a date alone is none: it occurs in many a sentence.
    """
    if not _LETTER.search(name):
        return False
    return bool(_IDENTIFIER.search(name)) or len(name.split()) >= _PHRASE_WORDS


class Vocabulary:
    """The tokens of a whole text in all its readings, to pass over what it cannot hold."""

    def __init__(self, text: str) -> None:
        plain = flat(text)
        self._tokens = set(plain)
        self._tokens.update(_WORD.findall(plain))
        if _ENCODED.search(plain) or _MARKED_WORD.search(plain):
            for reading in readings(text):
                self._tokens.update(reading, _WORD.findall(reading))

    def may_hold(self, flat_name: str) -> bool:
        """Tell whether all tokens of the name occur in the text, wherever that is."""
        return self._tokens.issuperset(_TOKEN.findall(flat_name))


class Bound(Enum):
    """What must not stand next to a name, or it is a piece of a longer one."""

    FILE = "._-", ""
    WORD = "-_", "-_"

    def __init__(self, before: str, after: str) -> None:
        self.before = before
        self.after = after


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a name stands: half-open, in tokens."""

    name: str
    start: int
    end: int


def rarest_tokens(names: Iterable[str]) -> frozenset[str]:
    """Return the token of each name that is rarest in all of them.

    A text that holds none of these holds none of the names.
    """
    return frozenset(_rarest([tokens_of(name) for name in names]))


def _rarest(split: Sequence[Sequence[str]]) -> list[str]:
    frequency = Counter(chain.from_iterable(split))
    return [min(tokens, key=frequency.__getitem__) for tokens in split]


class NameSet:
    """Many names, looked for in one pass over the tokens of a text."""

    def __init__(self, names: Iterable[tuple[str, Bound]]) -> None:
        self._bounds: dict[str, Bound] = {}
        for name, bound in names:
            if self._bounds.get(name) is not Bound.FILE:
                self._bounds[name] = bound
        # Where one token of a name stands: how many tokens precede it, and how many there are.
        self._shapes: dict[str, set[tuple[int, int]]] = {}
        split = [tokens_of(name) for name in self._bounds]
        for tokens, rarest in zip(split, _rarest(split), strict=True):
            shape = tokens.index(rarest), len(tokens)
            self._shapes.setdefault(rarest, set()).add(shape)

    def __bool__(self) -> bool:
        return bool(self._bounds)

    def occurrences(self, tokens: list[str]) -> Iterator[Occurrence]:
        """Return the bounded occurrences of the names in ``tokens``."""
        if self._shapes.keys().isdisjoint(tokens):
            return
        for place, token in enumerate(tokens):
            for preceding, length in self._shapes.get(token, ()):
                start = place - preceding
                end = start + length
                name = "".join(tokens[start:end]) if start >= 0 else ""
                bound = self._bounds.get(name)
                if bound is not None and _is_bounded(tokens, start, end, bound):
                    yield Occurrence(name, start, end)

    def touches(self, tokens: list[str]) -> bool:
        """Tell whether a name occurs in ``tokens``."""
        return next(self.occurrences(tokens), None) is not None


def _is_bounded(tokens: list[str], start: int, end: int, bound: Bound) -> bool:
    # One or two characters of a script without word spaces are found in any longer word.
    strict = end - start <= _SHORT and all(_is_spaceless(t) for t in tokens[start:end])
    if start:
        before, first = tokens[start - 1][-1], tokens[start][0]
        if _joins(before, first, strict=strict) or (first in "._-" and before.isalnum()):
            return False
        if before in bound.before and start > 1 and tokens[start - 2][-1].isalnum():
            return False
    if end < len(tokens):
        after, last = tokens[end][0], tokens[end - 1][-1]
        if _joins(last, after, strict=strict):
            return False
        if after in bound.after and end + 1 < len(tokens) and tokens[end + 1][0].isalnum():
            return False
    return True


def _joins(left: str, right: str, *, strict: bool) -> bool:
    """Tell whether two neighbouring characters belong to one word."""
    if not (left.isalnum() and right.isalnum()):
        return False
    return strict or not (_is_spaceless(left) or _is_spaceless(right))


def _is_spaceless(token: str) -> bool:
    """Tell whether a character belongs to a script that sets no spaces between words."""
    return not token.isascii() and unicodedata.category(token) in ("Lo", "Lm")
