"""Secrets in URLs: parameters that name them, fragments, paths of webhooks."""

import re

from memcli.scan.adjudicate import Asks, Strength, count_digits, is_hexadecimal, strength_of
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.rules.prose.values import is_value

_MIN_DISTINCT = 10
_MIN_DIGITS = 3
_HEX_LENGTHS = frozenset({32, 48, 64})
_ADVICE = "Remove it, then make a new address where the hook was made."

_HOOK = rb"""(?xi)
    \bhttps?:// (?= [^\s"'`<>]{0,120} (?: hook | /trigger/ | /callback/ | /notify/ | /inbound/ ) )
    [^\s"'`<>?\#]{3,160}? /
    (?P<secret> [a-z0-9_-]{20,100} ) (?! [a-z0-9_.-] )
"""


def _accepts(match: re.Match[bytes]) -> bool:
    value = match["secret"]
    if not is_value(match, Asks.KEY) or count_digits(value) < _MIN_DIGITS:
        return False
    if is_hexadecimal(value):
        return len(value) in _HEX_LENGTHS and len(set(value)) >= _MIN_DISTINCT
    return strength_of(value) is Strength.RANDOM


WEBHOOK_URL = Rule(
    id="webhook-url",
    tier=Tier.HEURISTIC,
    title="webhook's address with a secret path",
    why="Whoever knows the address can post to it.",
    advice=_ADVICE,
    anchors=(b"://",),
    pattern=_HOOK,
    accepts=_accepts,
    examples=(
        Sample(("posts to https://hooks.example.org/in/", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264/")),
        Sample(("https://example.org/webhook/a/", "q7LmWx9TbZ", "r5KvNc8PdY", "f3Js")),
    ),
    counter_examples=(
        Sample(("https://example.org/webhooks/getting-started-with-webhooks-2024",)),
        Sample(("https://example.org/commit/", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264d1e0f2a3")),
    ),
)
RULES: tuple[Rule, ...] = (WEBHOOK_URL,)
