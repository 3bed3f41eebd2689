"""Passwords that are plain words, where the words around leave no doubt."""

import re

from memcli.scan.adjudication.names import split_words
from memcli.scan.adjudication.placeholders import is_masked_on, is_placeholder
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.asking import label_of, text_before
from memcli.scan.rules.prose.assignments import ADVICE
from memcli.scan.rules.prose.labels import ANCHORS, Kind, gates, labelled
from memcli.scan.rules.prose.values import after

_WORD = rb"[a-z][a-z]{4,15}[0-9]{0,2}"
# What a sentence says of a password rather than what it is.
_NO_PASSWORDS = frozenset(
    b"above again always authentication authorization below blank blocked change changed combo"
    b" combination config console correct default disabled empty encrypted enabled entered error"
    b" expired failed false field fields first fixed forgotten form given hashed hidden identical"
    b" incorrect input invalid known later login logins manager missing needed never newest"
    b" nobody nothing number optional pairs passwd password pending policy private prompt protected"
    b" random refused rejected removed required reset rotated saved screen secret secure shared"
    b" sheet stored strong there tokens undefined under unknown unset unused using value variable"
    b" vault wrong".split()
)
_PLACE = LazyRegex(r"\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}\b|https?://|\bssh\b")
_ACCOUNT_BEFORE = LazyRegex(
    r"\b(?:root|admin|administrator|sudo|guest)[\s_-]{1,2}\Z", ignore_case=True
)
_SAME = LazyRegex(r"[`\"']([A-Za-z0-9_.-]{4,20})[`\"'][\s/,|+·]{1,4}\Z")

_QUOTED_WORD = (
    rb"""(?x)
    <label> (?P<gap> [ ] (?: (?:d[eou]l?|do|du) [ ] )? (?i:root|admin|sudo) )? [ ]{1,2}
    [`"'] (?P<secret> %b ) (?=[`"'])
"""
    % _WORD
)
_BOTH = (
    rb"""(?x)
    (?i: \b(?: user(?:name)? | login | usuario | usu\xc3\xa1rio | benutzer | utilisateur | utente
        | account )
      [ ]? / [ ]? (?: pass(?:word|wd)? | pw | pwd | senha | contrase\xc3\xb1a | clave | passwort
        | kennwort | mdp ) )
    (?: [ ] | [ ]?[:=][ ]? )
    (?P<secret> %b ) (?= [,;)] | [ ]?\r?\n | [ ]?\Z )
"""
    % _WORD
)


def _is_word(match: re.Match[bytes]) -> bool:
    value = match["secret"]
    return (
        not is_masked_on(after(match))
        and not is_placeholder(value)
        and _NO_PASSWORDS.isdisjoint(split_words(value))
    )


def _accepts_quoted(match: re.Match[bytes]) -> bool:
    label = label_of(match)
    if label is None or label.kind not in {Kind.PASSWORD, Kind.SHORT} or not _is_word(match):
        return False
    before = text_before(match)
    same = _SAME.search(before)
    if same is not None and same[1].encode() == match["secret"]:
        return True
    is_account_s = match["gap"] is not None or _ACCOUNT_BEFORE.search(before) is not None
    return is_account_s and _PLACE.search(text_before(match, size=200)) is not None


def _accepts_both(match: re.Match[bytes]) -> bool:
    return _is_word(match) and _PLACE.search(text_before(match, "secret", 200)) is not None


_WHY = "Account and password stand together, and the place they open is named beside them."

WORD_PASSWORD = Rule(
    id="word-password",
    tier=Tier.HEURISTIC,
    title="plain word as an account's password",
    why=_WHY,
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_QUOTED_WORD),
    gates=gates(_QUOTED_WORD),
    accepts=_accepts_quoted,
    examples=(
        Sample(("user `granite` / pw `", "gran", "ite`")),
        Sample(("attic box 203.0.113.7, root pw `", "gran", "ite`")),
    ),
    counter_examples=(
        Sample(("203.0.113.7: the password `prompt` is off",)),
        Sample(("the root password `variable` is read from the vault",)),
        Sample(("user `changeme` / pw `changeme`",)),
    ),
)

SHARED_WORD = Rule(
    id="shared-word",
    tier=Tier.HEURISTIC,
    title="plain word as account and password",
    why=_WHY,
    advice=ADVICE,
    anchors=(b"user", b"login", b"usu", b"benutzer", b"utilisateur", b"utente", b"account"),
    pattern=_BOTH,
    accepts=_accepts_both,
    examples=(Sample(("203.0.113.7, user/pw gran", "ite, wiped every Friday")),),
    counter_examples=(
        Sample(("203.0.113.7, user/password required, ask first",)),
        Sample(("203.0.113.7, user/pw your-password, wiped",)),
        Sample(("user/password authentication, then a code",)),
    ),
)
RULES: tuple[Rule, ...] = (WORD_PASSWORD, SHARED_WORD)
