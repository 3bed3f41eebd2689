"""Bearer tokens, in headers and beside the word."""

import re

from memcli.scan.adjudicate import Asks, is_plausible
from memcli.scan.model import Rule, Sample, Tier, compiled
from memcli.scan.rules.prose.values import after

_BARE_MIN = 16
_LOOK_BEHIND = 48
_HEADER_BEFORE = rb"[:=][ \t]{0,4}\\?[\"'`]?\Z"

_BEARER = rb"""(?x)
    [Bb](?<![A-Za-z].)(?i:earer)
    (?:[ \t]{1,4} | [ \t]{0,4}[:=][ \t]{0,4})
    \\?["'`]?
    (?P<secret>[A-Za-z0-9._~+/|:-]{8,}(?<![.:|])={0,2})
    """


def _accepts(match: re.Match[bytes]) -> bool:
    value = match["secret"]
    before = match.string[max(0, match.start() - _LOOK_BEHIND) : match.start()]
    if compiled(_HEADER_BEFORE).search(before) is None and len(value) < _BARE_MIN:
        return False
    return is_plausible(value, after=after(match), asks=Asks.KEY)


BEARER_TOKEN = Rule(
    id="bearer-token",
    tier=Tier.HEURISTIC,
    title="bearer token",
    why="A bearer token is all that a caller has to show.",
    advice="Remove it, or name where it is kept; if it was real, revoke it where it was issued.",
    anchors=(b"bearer",),
    pattern=_BEARER,
    accepts=_accepts,
    examples=(
        Sample(("curl -H 'Authorization: Bea", "rer ", "q7LmWx9TbZ", "r5KvNc8PdY", "f3Js'")),
        Sample(("Bea", "rer ", "eyJhbGci.", "eyJzdWIi", "OiIxMjM0.", "q7LmWx9T", "bZr5Kv_0")),
        Sample(("send `Bea", "rer ", "Hk4Mw2Vp", "Cz8LdTq5", "SyXg`")),
    ),
    counter_examples=(
        Sample(("Authorization: Bearer <token>",)),
        Sample(("Authorization: Bearer $API_TOKEN",)),
        Sample(("Authorization: Bearer ${TOKEN_2024_01}",)),
        Sample(("bearer rfc6750-compliant clients only",)),
        Sample(("Bea", "rer ", "eyJhbGciOi", "JIUzI1NiJ9", "...")),
        Sample(("Bearer YOUR_TOKEN_1234",)),
    ),
)
