"""Where a token may stand in disguise: these rules report nothing, they ask for another look."""

import re
from functools import partial

from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.prefixes import encoded
from memcli.scan.rules.known_prefixes import PREFIXES

_NOTHING = "Nothing is wrong with it; what it hides is looked for."
_rule = partial(Rule, tier=Tier.DISGUISE, why=_NOTHING, advice=_NOTHING)


def _any_of(texts: tuple[bytes, ...]) -> bytes:
    return b"|".join(map(re.escape, texts))


ENTITY = _rule(
    "disguise-entity",
    title="character reference inside a word",
    pattern=rb"[A-Za-z0-9_.-](?P<secret>&(?:#[0-9]{2,7}|#[xX][0-9A-Fa-f]{2,6}"
    rb"|lowbar|hyphen|dash|period|colon|sol|plus|equals|commat|num|dollar);)",
    anchors=(
        *(b"&#", b"&lowbar", b"&hyphen", b"&dash", b"&period", b"&colon", b"&sol;", b"&plus"),
        *(b"&equals", b"&commat", b"&num;", b"&dollar"),
    ),
    examples=(Sample(("a value like gh", "p&#95;", "Zk3R")), Sample(("k&lowbar;v",))),
    counter_examples=(Sample(("R&D; AT&T; a &amp; b &lt; c &#8212; d",)),),
)

PERCENT = _rule(
    "disguise-percent",
    title="percent-encoded character inside a word",
    pattern=rb"(?P<secret>[A-Za-z0-9_.-]%(?:2[0-9A-Fa-f]|[3-7][0-9A-Fa-f]))[A-Za-z0-9_.-]",
    anchors=(b"%2", b"%3", b"%4", b"%5", b"%6", b"%7"),
    examples=(Sample(("https://e.org/?q=gh", "p%5F", "Zk3R")),),
    counter_examples=(Sample(("100%25 of 30%, 5 % 3",)),),
)

SOFT = _rule(
    "disguise-soft",
    title="character that takes no room",
    pattern=rb"(?P<secret>\xc2\xad|\xe2\x80[\x8e\x8f]|\xcd\x8f)",
    anchors=(b"\xc2\xad", b"\xe2\x80", b"\xcd\x8f"),
    examples=(Sample(("gh", "\u00adp_", "Zk3R")),),
    counter_examples=(Sample(("caf\u00e9 \u2014 \u201cquoted\u201d",)),),
)

_ENCODED = encoded(PREFIXES)
BASE64 = _rule(
    "disguise-base64",
    title="base64 in which a token may begin",
    pattern=rb"(?P<secret>%b)" % _any_of(_ENCODED),
    anchors=tuple(sorted({text.lower() for text in _ENCODED})),
    examples=(Sample(("Z2hw", "X1prM1J3OVRxTG03WHZC")),),
    counter_examples=(Sample(("nothing of the kind here",)),),
)

BREAK = _rule(
    "disguise-break",
    title="token that may go on in the next line",
    # The key of the next line is no part of a token.
    pattern=rb"(?<![A-Za-z0-9])(?P<secret>(?:%b)[A-Za-z0-9_./+=-]{0,200}\\?\r?\n[ \t>|*#]{0,16}"
    rb"(?![a-z_-]{1,40}:)[A-Za-z0-9_./+-]{4})" % _any_of(PREFIXES),
    anchors=tuple(sorted({text.lower() for text in PREFIXES})),
    examples=(Sample(("gh", "p_", "Zk3Rw9TqLm\n  7XvB2n")),),
    counter_examples=(Sample(("a task in the\nnext line",)),),
)

RULES: tuple[Rule, ...] = (ENTITY, PERCENT, SOFT, BASE64, BREAK)
