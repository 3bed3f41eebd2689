"""Judge a label where it stands: what it asks for, or that it speaks of something else."""

import re
from typing import NamedTuple

from memcli.scan.adjudicate import Asks, split_words
from memcli.scan.model import compiled
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.labels import KINDS, LABEL, STEMS, Kind, plain
from memcli.scan.rules.prose.vocabulary import (
    ABOUT_A_CREDENTIAL,
    DIGEST_WORDS,
    NOT_REAL,
    OTHER_KEYS,
    OWNERS,
)

_LOOK_BEHIND = 96
_LOOK_AHEAD = 48
_NEAR = 24
_WORDS_BEFORE = 2
_LONG_LABEL = 5

_OWNER_BEFORE = LazyRegex(rf"(?:{'|'.join(OWNERS)})[ _\-の]{{0,2}}\Z", ignore_case=True)
_OWNER_AFTER = LazyRegex(
    r"[ _-]{0,2}(?:d[eo]?|da|di|of|do|for|к)?[ '\u2019]{0,3}(?:la |l['\u2019])?"
    r"(?:api|acc[eèé]s\w*|acesso|secr\w*|segret\w*|priv\w*|licen\w*|доступа|секретн\w*|webhook)",
    ignore_case=True,
)
_PUBLIC = LazyRegex(
    r"publi[ckq]\w*|públic\w*|pubblic\w*|öffentlich\w*|openba\w*|публичн\w*|открыт\w*|відкрит\w*"
    r"|公|공개",
    ignore_case=True,
)
# What words without spaces between them go on a label with to speak of something else.
_OTHER_THING_JOINED = LazyRegex(
    r"\s?(?:ワード|ボード|ポイント|워드|보드|포인트|学|桶|数|數|量|长|長|位|字段|管理|策略|规则|轮换"
    r"|费用|消费|消費|계산|사용량|관리|정책|길이|ID|名)"
)
_ABOUT = LazyRegex(
    r"(?:hash|policy|length|id|name|type|format|manager|rotat|expir|count|field|column|file|path"
    r"|location|source|where|env|last|changed|updated|status)"
)
_IN_ARN = LazyRegex(r"arn:\S*\Z")
_IDENTIFIER = LazyRegex(r"[A-Za-z0-9_. -]*\Z")
_JOINED = LazyRegex(r"[A-Za-z0-9_-]*\Z")
_LETTER_BEFORE = LazyRegex(r"[^\W\d_]\Z")
_SPACELESS = LazyRegex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_INFLECTIONS = frozenset({"s", "es", "en", "n", "e", "et", "em", "u", "i", "a"})
_PASSWORD_KINDS = frozenset({Kind.PASSWORD, Kind.SHORT, Kind.PIN, Kind.CODE})


class Label(NamedTuple):
    """A label judged. ``is_alone`` says that it is a key and nothing says whose."""

    kind: Kind
    asks: Asks
    is_alone: bool


def text_before(match: re.Match[bytes], group: str = "label", size: int = _LOOK_BEHIND) -> str:
    """Return what stands before ``group`` on its line, at most about ``size`` bytes."""
    start = match.start(group)
    text = match.string[max(0, start - size) : start].decode("utf-8", "ignore")
    return text.rpartition("\n")[2]


def text_after(match: re.Match[bytes], group: str = "secret", size: int = _LOOK_AHEAD) -> str:
    """Return what follows ``group`` on its line, at most about ``size`` bytes."""
    end = match.end(group)
    return match.string[end : end + size].decode("utf-8", "ignore").partition("\n")[0]


def label_in(text: bytes) -> Label | None:
    """Return what ``text``, a few words such as the head of a column, asks for."""
    found = None
    for match in compiled(b"(?x)" + LABEL).finditer(text):
        label = label_of(match)
        if label is not None and not _ABOUT.match(text_after(match, "tail").strip().lower()):
            found = label
    return found


def label_of(match: re.Match[bytes]) -> Label | None:
    """Return what the label of ``match`` asks for; None if it is part of another word or name."""
    written = match["label"].decode("utf-8", "ignore")
    kind = _kind(written)
    before, after = text_before(match), text_after(match, "tail")
    if not (
        _begins_a_word(before, written, kind)
        and _ends_a_word(written, match, after)
        and _names_the_value(before, written, match["tail"], after, kind)
    ):
        return None
    is_owned = kind is not Kind.KEY or _is_owned(before, written, after)
    if kind is Kind.LOOSE or not is_owned or not _is_disjoint(DIGEST_WORDS, match["tail"]):
        return Label(kind, Asks.LOOSE, not is_owned)
    is_password = kind in _PASSWORD_KINDS
    if written.lower() == "clave" and _OWNER_AFTER.match(after):
        is_password = False
    return Label(kind, Asks.PASSWORD if is_password else Asks.KEY, is_alone=False)


def _names_the_value(before: str, written: str, tail: bytes, after: str, kind: Kind) -> bool:
    """Tell whether the value is a credential, and not something about one or of another kind."""
    # The product 1Password is no label.
    if before.endswith("1") or _IN_ARN.search(before) is not None:
        return False
    if not _is_disjoint(ABOUT_A_CREDENTIAL, tail) or _OTHER_THING_JOINED.match(after) is not None:
        return False
    joined = _JOINED.search(before)
    if joined is not None and not _is_disjoint(NOT_REAL, joined[0].encode()):
        return False
    if kind in _PASSWORD_KINDS and written.lower() != "clave":
        return True
    return (
        OTHER_KEYS.isdisjoint(_words_before(before)[-_WORDS_BEFORE:])
        and _PUBLIC.search(before[-_NEAR:]) is None
        and _PUBLIC.match(after.lstrip(" _-")) is None
    )


def _is_owned(before: str, written: str, after: str) -> bool:
    if _OWNER_BEFORE.search(before) is not None or _OWNER_AFTER.match(after) is not None:
        return True
    # The name of a variable says whose key it is: FOO_KEY.
    return written.isupper() and before.endswith("_")


def _is_disjoint(words: frozenset[bytes], text: bytes) -> bool:
    return words.isdisjoint(split_words(text))


def _words_before(before: str) -> list[bytes]:
    found = _IDENTIFIER.search(before)
    return split_words(found[0].encode()) if found is not None else []


def _kind(written: str) -> Kind:
    label = plain(written)
    kind = KINDS.get(label)
    if kind is not None:
        return kind
    return next(KINDS[stem] for stem in STEMS if label.startswith(stem))


def _begins_a_word(before: str, written: str, kind: Kind) -> bool:
    if _SPACELESS.match(written) or _LETTER_BEFORE.search(before) is None:
        return True
    last = before[-1]
    if _SPACELESS.match(last):
        return True
    if last.islower() and written[0].isupper() and not written.isupper():
        return True
    if kind is Kind.KEY:
        return _OWNER_BEFORE.search(before) is not None
    return kind in {Kind.PASSWORD, Kind.TOKEN} and len(written) >= _LONG_LABEL


def _ends_a_word(written: str, match: re.Match[bytes], after: str) -> bool:
    if _SPACELESS.match(written):
        return True
    tail = match["tail"].decode()
    if not tail:
        return not after[:1].isalpha() or _SPACELESS.match(after[:1]) is not None
    letters = tail[: len(tail) - len(tail.lstrip("abcdefghijklmnopqrstuvwxyz"))]
    if not tail[0].isalpha():
        return True
    if match["ending"]:
        return False
    if tail[0].isupper():
        return written[-1:].islower() or (written.isupper() and tail.rstrip("_0123456789") == "S")
    return letters in _INFLECTIONS and (
        len(letters) == len(tail) or not tail[len(letters)].isalpha()
    )
