"""A value first, and after it what it is: ``V is the root password``."""

import re

from memcli.scan.adjudicate import Asks, Strength, is_hexadecimal, is_name, is_uuid, strength_of
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.asking import label_of, text_after
from memcli.scan.rules.prose.assignments import ADVICE
from memcli.scan.rules.prose.labels import ANCHORS, Kind, gates, labelled
from memcli.scan.rules.prose.values import is_value

_KEY_MIN_LENGTH = 16
_ASSIGNED_AFTER = LazyRegex(
    r"[*_`\"')\]]{0,4}\s{0,3}(?:[:=\uff1a\uff1d]|->|→|\bis\b|\bfor\b.{0,40}\bis\b)"
)
_OTHER_THING_AFTER = LazyRegex(
    r"[\s_-]{0,2}(?:hash|manager|policy|field|column|file|name|id\b|prefix|length|format|expir|login"
    r"|auth|prompt|reset|header|variable|limit|budget|count|store|vault|generator|type)",
    ignore_case=True,
)

_PRECEDING = rb"""(?x)
    (?<![A-Za-z0-9_/.@:=$\\+-]) (?P<quote>[`"'])?
    (?P<secret> [!\#$%&*+\--:=?-Z^_a-z~]{7,127} [!\#%&*+/=?@A-Z^_a-z0-9$] )
    (?(quote) [`"'] ) \*{0,2}
    (?: [ ]{1,2} (?i: is | was | as | es | era | est | ist | war | als | como | comme
          | \xc3[\xa8\xa9] | eh | to | jest | when | for | zum | si | \xd1\x8d\xd1\x82\xd0\xbe
          | = | -{1,2} | <-
          | \xe2\x80[\x93\x94] | \xe2\x86\x90 ) [ ]{1,2}
      | [ ]? (?: \xe6\x98\xaf | \xe7\x82\xba | \xe4\xb8\xba | \xe3\x81\x8c | \xe3\x81\xaf
          | \xec\x9d\xb4 | \xea\xb0\x80 | \xeb\x8a\x94 ) [ ]?
      | [ ]? (?: [(] | \xef\xbc\x88 ) )
    (?P<gap> (?: (?![.!?][ ]) [^`\r\n:=|;] ){0,40}? )
    <label>
"""


def _accepts(match: re.Match[bytes]) -> bool:
    value = match["secret"]
    if not _stands_for_itself(value, is_quoted=match["quote"] is not None):
        return False
    label = label_of(match)
    if (
        label is None
        or label.is_alone
        or label.kind in {Kind.LOOSE, Kind.PIN}
        or match["label"].lower() == b"pass"
    ):
        return False
    following = text_after(match, "tail")
    if _ASSIGNED_AFTER.match(following) or _OTHER_THING_AFTER.match(following):
        return False
    if label.asks is Asks.PASSWORD:
        return is_value(match, Asks.PASSWORD)
    least = Strength.TYPED if match["quote"] else Strength.RANDOM
    return len(value) >= _KEY_MIN_LENGTH and is_value(match, Asks.KEY, least)


def _stands_for_itself(value: bytes, *, is_quoted: bool) -> bool:
    if is_uuid(value):
        return False
    if is_quoted:
        return strength_of(value) >= Strength.SOME
    return not is_hexadecimal(value) and not is_name(value) and strength_of(value) >= Strength.TYPED


PRECEDING_SECRET = Rule(
    id="preceding-secret",
    tier=Tier.HEURISTIC,
    title="value that is said to be a credential",
    why="The sentence says that the value is a credential, and it looks like one.",
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_PRECEDING),
    gates=gates(_PRECEDING),
    accepts=_accepts,
    examples=(
        Sample(("q7LmWx9T", "bZr5KvNc8P", " is the api key for the map tiles")),
        Sample(("Gra", "nit", "4471 ist das Passwort vom Router")),
        Sample(("use `Gra", "nit", "4471` as the root password")),
        Sample(("q7LmWx9T", "bZr5KvNc8P 是地图的 api key")),
    ),
    counter_examples=(
        Sample(("sha256 is the password hash",)),
        Sample(("`deploy2024` is the user whose password expired",)),
        Sample(("4f7a19c is the commit that renames the token",)),
        Sample(("Router2024 (password manager entry)",)),
    ),
)
RULES: tuple[Rule, ...] = (PRECEDING_SECRET,)
