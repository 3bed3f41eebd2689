"""A label that ends its line, and a value alone on one of the next lines."""

import re

from memcli.scan.adjudicate import Asks, Strength
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.asking import label_of, text_after, text_before
from memcli.scan.rules.prose.assignments import ADVICE, is_long_and_random
from memcli.scan.rules.prose.labels import ANCHORS, Kind, gates, labelled
from memcli.scan.rules.prose.values import VALUE, is_pin_value, is_value

_KEY_MIN_LENGTH = 16
# What says that the value follows: a heading, a comment, a colon, or these words.
_ANNOUNCING = (
    "below|follows|following|is|are|became|was|this|here|now|ist|lautet|folgt|es|est|:|\uff1a|="
)
_ANNOUNCED = LazyRegex(rf"(?:{_ANNOUNCING})\Z", ignore_case=True)

_REST = rb"(?P<rest> (?: (?![.!?][ ]) [^\r\n|<>{}] ){0,40}? )"
_NEXT = (
    rb"""(?x)
    <label>
    <rest>
    [.:=>\\]{0,2} [*_`)"']{0,3} [ \t]{0,4} (?: [|>][+-]? )? [ \t]{0,4}
    # A blank line may follow, and the beginning of a fence.
    (?: \r?\n (?: [ \t>]{0,8} \r?\n )?
      | \r?\n (?: [ \t>]{0,8} \r?\n )? [ \t>]{0,8} ```[a-z]{0,12} [ \t]{0,4} \r?\n )
    [ \t>]{0,16} (?: [-*+:][ ]{1,3} )? (?:\*\*)?
    %b
    (?= (?:\*\*)? [`"'.]? [ \t]{0,4} (?: \r?\n | \Z ) | [`] )
"""
    % VALUE
)
_PATTERN = _NEXT.replace(b"<rest>", _REST)
# All of the rest that the rule accepts.
_GATE = _NEXT.replace(
    b"<rest>",
    rb"(?: (?: [ *_`:] | \xef\xbc\x9a ){0,40} | [^\r\n|<>{}]{0,40} (?i:%b) [ *_`]{0,40} )"
    % _ANNOUNCING.encode(),
)


def _accepts(match: re.Match[bytes]) -> bool:
    label = label_of(match)
    if label is None or label.kind in {Kind.LOOSE, Kind.PIN} or not _is_announced(match):
        return False
    if label.asks is Asks.PASSWORD:
        return is_pin_value(match) or is_value(match, label.asks, Strength.SOME)
    if label.is_alone:
        return is_long_and_random(match["secret"]) and is_value(match, Asks.KEY)
    return len(match["secret"]) >= _KEY_MIN_LENGTH and is_value(match, label.asks, Strength.TYPED)


def _is_announced(match: re.Match[bytes]) -> bool:
    """Tell whether the line of the label leads to the next, and the value is alone on that."""
    before = text_before(match).strip()
    rest = match["rest"].decode("utf-8", "ignore").strip(" *_`")
    following = text_after(match)
    if following.startswith("</") or (match["open"] is None and following.strip(" .*\r\t")):
        return False
    is_heading = before.startswith(("#", "//", "--", ";", "**", "<!--")) and not rest
    is_all_of_line = len(before) + len(rest) < _KEY_MIN_LENGTH and not rest.strip(":\uff1a")
    return is_heading or is_all_of_line or _ANNOUNCED.search(rest) is not None


NEXT_LINE_SECRET = Rule(
    id="next-line-secret",
    tier=Tier.HEURISTIC,
    title="value on the line after a credential's label",
    why="The line before says that a credential follows, and the value looks like one.",
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_PATTERN),
    gates=gates(_GATE),
    accepts=_accepts,
    examples=(
        Sample(("## Password\n\n`Gra", "nit", "4471`\n")),
        Sample(("# nas password\nGra", "nit", "4471\n")),
        Sample(("The root password became\n`Gra", "nit", "4471`, and stayed.")),
        Sample(("token: >-\n  ", "q7LmWx9T", "bZr5KvNc")),
        Sample(("The token is below.\n\n```text\n", "q7LmWx9T", "bZr5KvNc8P\n```")),
    ),
    counter_examples=(
        Sample(("## Password\n\nSee the vault, entry Router2024.\n",)),
        Sample(("# token\nload_token2()\n",)),
        Sample(("Rotate the password\nsha256sum\n",)),
    ),
)
RULES: tuple[Rule, ...] = (NEXT_LINE_SECRET,)
