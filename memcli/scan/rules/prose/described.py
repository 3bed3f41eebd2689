"""A label, some words, and a value: stated, in quotes, or right beside the label."""

import re

from memcli.scan.adjudicate import Asks, Strength, is_name
from memcli.scan.model import Rule, Sample, Tier, compiled
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.asking import Label, label_of, text_before
from memcli.scan.rules.prose.assignments import ADVICE, WHY, is_long_and_random
from memcli.scan.rules.prose.labels import ANCHORS, Kind, gates, labelled
from memcli.scan.rules.prose.values import (
    BARE,
    CLOSING,
    OPENING,
    QUOTED,
    VALUE,
    is_pin_value,
    is_value,
)
from memcli.scan.rules.prose.vocabulary import LEADS_ELSEWHERE, QUALIFIERS, SPEAKS_OF_OTHERS

_MIN_LENGTH = 6
_KEY_MIN_LENGTH = 16
# An assignment of its own: name=value.
_NAMED = rb"[a-z_.]{2,40}=[^=]"
_OPTION = LazyRegex(r"(?:\A|[\s(`])--?[A-Za-z-]*\Z")
# Verbs and commands where words follow them.
_VERBS = frozenset({b"pass", b"pwd", b"sshpass"})

# What gives the value, by script: with spaces, or without them.
_LINKS = (
    "is|was|are|be|to|now|became|as|ist|lautet|war|auf|zu|als|est|devient|pour|comme|es|era|para"
    "|como|será|é|eh|foi|è|per|come|sono|jest|brzmi|är|er|till|til|naar|là|это|теперь|был|стал|на"
    "|як|є|=|--|-|\u2013|\u2014"
)
_SPACELESS_LINKS = "是|从|为|為|成|は|が|を|은|는|을|를|이|가"
_STATED_BY = rb"""
    (?: [ \t]{0,4} (?: :{1,2}(?!//) | \xef\xbc[\x9a\x9d] | [ ]={1,2}>?[ ] | [-=~]> | \xe2\x86\x92 )
        [ \t]{0,4}
      | [ ] (?i:%b) [ ]{1,2}
      | [ (] (?i: currently | aktuell | actuellement | actualmente | atualmente | e\.g\. ) :? [ ]
      | [ ]? (?:%b) [ ]? (?: \xef\xbc\x9a )?
    )
""" % (
    b"|".join(re.escape(link.encode()) for link in _LINKS.split("|")),
    b"|".join(link.encode() for link in _SPACELESS_LINKS.split("|")),
)
# Up to the end of the sentence; what stands in backticks is passed over.
_GAP = rb"""
    (?P<gap> (?:
        `[^`\r\n]{1,40}` | (?![.!?][ ]) [^`"\r\n:=|;<>\[\]{}\xe3\xef] | \xe3(?!\x80\x82)
      | \xef(?!\xbc[\x9a\x9b\x9c\x9d])
    ){0,56}? )
"""
_MARKUP = rb"""
    (?: \*{1,3} | __ | [(] | \xef\xbc\x88 | \xe3\x80[\x8c\x8e] | \xe2\x80[\x98\x9c\x9e]
      | \xc2\xab (?: [ ] | \xc2\xa0 )? ){0,2}
"""
# A host stands between a label and its value.
_NO_HOST = rb"""
    (?! [a-z0-9-]{1,40} (?: \.[a-z0-9-]{1,40} ){0,4} \.[a-z]{2,10} (?![A-Za-z0-9!\#$%&*+=?@^~]) )
"""
_WHOSE = rb"""
    (?P<gap> (?: [ ] (?i:
        sudo | root | admin | administrator | ssh | wi-?fi | wlan | vpn | db | ftp | smtp | imap
      | web | nas | d[eou]s? | del | da | dla
      | (?:d[eua]l?|d[eou]s?) [ ] [A-Za-z\xc3-\xc5\x80-\xbf]{2,14}
    ) ){0,2} )
"""
_STATED = rb"(?x) <label>" + CLOSING + _GAP + _STATED_BY + OPENING + _NO_HOST + VALUE
_QUOTED = rb"(?x) <label>" + CLOSING + _GAP + rb"[ (\x80-\xff*]" + _MARKUP + QUOTED
_BESIDE = (
    rb"(?x) <label>"
    + CLOSING
    + _WHOSE
    + rb"(?: [ ]{1,3} | (?= \xe3\x80[\x8c\x8e] | \xef\xbc\x88 ) )"
    + _MARKUP
    + BARE
)


def _accepts_stated(match: re.Match[bytes]) -> bool:
    label = _spoken_label(match)
    if label is None:
        return False
    words = _words(match["gap"])
    if label.asks is Asks.PASSWORD and QUALIFIERS.issuperset(words) and is_pin_value(match):
        return True
    if not SPEAKS_OF_OTHERS.isdisjoint(words):
        return False
    return _is_said(match, label)


def _accepts_quoted(match: re.Match[bytes]) -> bool:
    label = _spoken_label(match)
    if label is None:
        return False
    words = _words(match["gap"])
    if not words or QUALIFIERS.issuperset(words):
        return _is_beside(match, label)
    if (
        label.is_alone
        or not SPEAKS_OF_OTHERS.isdisjoint(words)
        or (words[-1] in LEADS_ELSEWHERE and words != ["from"])
    ):
        return False
    return _is_said(match, label)


def _accepts_beside(match: re.Match[bytes]) -> bool:
    if len(match["secret"]) < _MIN_LENGTH:
        return False
    label = _spoken_label(match)
    if label is None or label.kind is Kind.PIN or _is_option(match):
        return False
    if label.asks is Asks.PASSWORD:
        least = Strength.TYPED if match["label"].lower() == b"pass" else Strength.SOME
        return is_value(match, Asks.PASSWORD, least) and not _is_ordinary(match)
    if compiled(_NAMED).match(match["secret"]) is not None:
        return False
    least = Strength.RANDOM if label.is_alone else Strength.TYPED
    return len(match["secret"]) >= _KEY_MIN_LENGTH and is_value(match, Asks.KEY, least)


def _spoken_label(match: re.Match[bytes]) -> Label | None:
    """Return the label of ``match`` if it can be part of a sentence."""
    label = label_of(match)
    if label is None or label.kind is Kind.LOOSE:
        return None
    if label.kind is Kind.PIN and not is_pin_value(match):
        return None
    # A variable, a template or a URL's part, not a word.
    if match.string[match.end("tail") : match.end("tail") + 1] in {b">", b"}", b"%", b"@"}:
        return None
    has_words = match["gap"].strip(b" (") != b""
    return None if has_words and match["label"].lower() in _VERBS else label


def _is_option(match: re.Match[bytes]) -> bool:
    return _OPTION.search(text_before(match)) is not None


def _is_ordinary(match: re.Match[bytes]) -> bool:
    """Tell whether words joined, or a verb's argument, follow what may be no label here."""
    value, written = match["secret"], match["label"].lower()
    if compiled(_NAMED).match(value) is not None:
        return True
    return written != b"pw" and is_name(value) and value.islower()


def _is_said(match: re.Match[bytes], label: Label) -> bool:
    """Judge a value that some words separate from its label."""
    value = match["secret"]
    if compiled(_NAMED).match(value) is not None:
        return False
    if label.asks is Asks.PASSWORD:
        return is_value(match, label.asks, Strength.SOME)
    if label.is_alone:
        return is_long_and_random(value) and is_value(match, Asks.KEY)
    return len(value) >= _KEY_MIN_LENGTH and is_value(match, label.asks, Strength.TYPED)


def _is_beside(match: re.Match[bytes], label: Label) -> bool:
    """Judge a quoted value that stands right after its label."""
    if label.asks is Asks.PASSWORD:
        return is_pin_value(match) or is_value(match, label.asks, Strength.SOME)
    if label.is_alone and len(match["secret"]) < _KEY_MIN_LENGTH:
        return False
    return is_value(match, label.asks)


def _words(gap: bytes) -> list[str]:
    return re.findall(r"[^\W\d_]+", gap.decode("utf-8", "ignore").lower())


STATED_SECRET = Rule(
    id="stated-secret",
    tier=Tier.HEURISTIC,
    title="value that a sentence gives to a credential",
    why=WHY,
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_STATED),
    gates=gates(_STATED),
    accepts=_accepts_stated,
    examples=(
        Sample(("The password for the staging box is ", "Gra", "nit", "4471.")),
        Sample(("admin pw changed in March to ", "Gra", "nit", "4471.")),
    ),
    counter_examples=(
        Sample(("The password is in 1Password under Router2024.",)),
        Sample(("The password hash is sha256.",)),
        Sample(("token limit is 128k2024tokens",)),
    ),
)

QUOTED_SECRET = Rule(
    id="quoted-secret",
    tier=Tier.HEURISTIC,
    title="quoted value near a credential's label",
    why=WHY,
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_QUOTED),
    gates=gates(_QUOTED),
    accepts=_accepts_quoted,
    examples=(
        Sample(("root pw `", "Gra", "nit", "4471` is on the lid")),
        Sample(("the **share password** (`", "Gra", "nit", "4471`) works")),
        Sample(("mot de passe du partage `", "Gra", "nit", "4471`")),
    ),
    counter_examples=(
        Sample(("The password is hashed with `argon2id`.",)),
        Sample(("password login for `deploy2024` is off",)),
        Sample(("The token comes from `load_token2()`.",)),
        Sample(("root pw `${ROOT_PW_2024}`",)),
    ),
)

BESIDE_SECRET = Rule(
    id="adjoining-secret",
    tier=Tier.HEURISTIC,
    title="value beside a credential's label",
    why=WHY,
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_BESIDE),
    gates=gates(_BESIDE),
    accepts=_accepts_beside,
    examples=(
        Sample(("203.0.113.1, sudo pw ", "Gra", "nit", "4471, slow disk")),
        Sample(("api token ", "q7LmWx9T", "bZr5KvNc8P for the feed")),
        Sample(("пароль sudo ", "Gra", "nit", "4471")),
    ),
    counter_examples=(
        Sample(("sudo pw in the vault since 2031",)),
        Sample(("The token sha256sum is wrong",)),
        Sample(("pass 2 skipped 17 of 99 files",)),
        Sample(("password base64-encoded",)),
    ),
)
RULES: tuple[Rule, ...] = (STATED_SECRET, QUOTED_SECRET, BESIDE_SECRET)
