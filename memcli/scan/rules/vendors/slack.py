"""Slack's tokens, session cookie and webhooks."""

import re

from memcli.scan.adjudicate import count_digits, is_filler
from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import apart, prefixed, vendor_rule
from memcli.scan.rules.named import is_random, looks_issued

_MIN_DIGITS = 3
_STRONG_TAIL = 20
_LEGACY_TAIL = 8
_LEGACY_SEGMENTS = 3
_TOKENS_URL = "https://docs.slack.dev/authentication/tokens/"


def _value(match: re.Match[bytes]) -> bytes:
    return match["secret"][len(match["public"]) :]


def _is_shown_as_a_pattern(segments: list[bytes]) -> bool:
    """Tell whether the ids before the random part are one text repeated, as documentation does."""
    return len(segments) > 1 and len(set(segments)) == 1


def _accepts_segments(segments: list[bytes]) -> bool:
    """Judge ids and the random part, which is last."""
    *ids, tail = segments
    digits = sum(map(count_digits, segments))
    return (
        (digits >= _MIN_DIGITS or is_random(tail))
        and not is_filler(tail)
        and not _is_shown_as_a_pattern(ids)
    )


def _accepts_last_segment(match: re.Match[bytes]) -> bool:
    return _accepts_segments(_value(match).replace(b"/", b"-").split(b"-"))


def _accepts_token(match: re.Match[bytes]) -> bool:
    segments = _value(match).split(b"-")
    # People add a word or a year to the token's end.
    while segments and len(segments[-1]) < _STRONG_TAIL:
        del segments[-1]
    return bool(segments) and _accepts_segments(segments)


def _accepts_legacy_token(match: re.Match[bytes]) -> bool:
    segments = _value(match).split(b"-")
    while len(segments) > _LEGACY_SEGMENTS and len(segments[-1]) < _LEGACY_TAIL:
        del segments[-1]
    return (
        len(segments) >= _LEGACY_SEGMENTS
        and _LEGACY_TAIL <= len(segments[-1]) < _STRONG_TAIL
        and not segments[-1].isdigit()
        and segments[0].isdigit()
        and _accepts_segments(segments)
    )


SLACK_TOKEN = vendor_rule(
    "slack-token",
    vendor="Slack",
    title="Slack token",
    why="Whoever reads it can read and write in the Slack workspace that issued it.",
    url=_TOKENS_URL,
    revoke="revoke it in the Slack app's settings, under OAuth and Permissions",
    anchors=(b"xoxa-", b"xoxb-", b"xoxc-", b"xoxe-", b"xoxp-", b"xoxr-", b"xoxs-"),
    pattern=(
        rb"(?P<secret>(?P<public>(?:xoxe\.)?xox[abceprs]-)%b"
        rb"[A-Za-z0-9-]{20,400}(?<!-))(?![A-Za-z0-9])" % apart(rb"xox[abceprs]-")
    ),
    accepts=_accepts_token,
    examples=(
        Sample(("xo", "xb-", "730912845561-", "5512083947726-", "Zk3Rw9TqLm7X", "vB2nHsPd4YcF")),
        Sample(
            (
                *("xo", "xp-", "730912845561-", "551208394772-", "908172635440-"),
                *("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264"),
            )
        ),
        Sample(("xo", "xe-1-", "My0xLXNl", "Y3JldEZv", "ckV4YW1w", "bGVPbmx5", "QTdi")),
        Sample(("xo", "xe.xo", "xp-1-", "Mi0yLTNl", "Y3JldEZv", "ckV4YW1w", "bGVPbmx5", "QTdi")),
        Sample(("xo", "xc-", "730912845561-", "551208394772-", "4f7a19c0b2", "e8d6539c1fa07e")),
    ),
    counter_examples=(
        Sample(("xo", "xb-", "730912845561-", "5512083947726-", "X" * 24)),
        Sample(("xo", "xb-", "your-token-goes-here-please")),
        Sample(("xo", "xb-", "123456789012-", "1234567890123-", "AbCdEfGhIjKl", "MnOpQrStUvWx")),
        Sample(("xo", "xp-", "1234-1234-1234-", "4f7a19c0b2", "e8d6539c1fa07e")),
    ),
)

SLACK_LEGACY_TOKEN = vendor_rule(
    "slack-legacy-token",
    vendor="Slack",
    title="Slack legacy token",
    why="Whoever reads it can read and write in the Slack workspace that issued it.",
    url="https://docs.slack.dev/authentication/legacy-tokens",
    revoke="revoke it: ask a workspace admin if its app no longer exists",
    anchors=(b"xoxa-", b"xoxb-", b"xoxo-", b"xoxp-", b"xoxr-", b"xoxs-"),
    pattern=rb"(?P<secret>(?P<public>xox[aboprs]-)[A-Za-z0-9-]{20,80})(?<!-)",
    accepts=_accepts_legacy_token,
    # Its random part can be as short as 32 bits.
    strong=False,
    examples=(
        Sample(("xo", "xs-", "7309128455-", "5512083947-", "9081726354-", "4f7a1", "9c0b2")),
    ),
    counter_examples=(
        Sample(("xo", "xp-", "730912845561-", "551208394772-", "572331691188-", "#" * 32)),
        Sample(("xo", "xs-", "7309128455-", "5512083947-", "9081726354-", "xxxxxxxxxx")),
    ),
)

SLACK_APP_TOKEN = vendor_rule(
    "slack-app-token",
    vendor="Slack",
    title="Slack app-level token",
    why="Whoever reads it can open the app's event stream and read what it receives.",
    url=_TOKENS_URL,
    revoke="revoke it in the Slack app's settings, under App-Level Tokens",
    anchors=(b"xapp-",),
    pattern=prefixed(rb"xapp-", rb"[0-9]-[A-Z0-9]{6,16}-[0-9]{6,16}-[A-Za-z0-9]{32,}"),
    accepts=_accepts_last_segment,
    examples=(
        Sample(
            (
                *("xa", "pp-1-", "A07QZ3LMWX-", "7309128455612-"),
                *("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264"),
                *("e19b37d2", "5ac0f846", "1d72be93", "f0685a4c"),
            )
        ),
    ),
    counter_examples=(
        Sample(("xa", "pp-1-", "A07QZ3LMWX-", "7309128455612-", "x" * 64)),
        Sample(("xa", "pp-1-...")),
    ),
)

SLACK_SESSION_COOKIE = vendor_rule(
    "slack-session-cookie",
    vendor="Slack",
    title="Slack session cookie",
    why="Whoever reads it is logged in to Slack as its owner, in every workspace of theirs.",
    url="https://slack.com/help/articles/214613347-Sign-out-of-Slack",
    revoke="sign out of all other sessions in Slack",
    anchors=(b"xoxd-",),
    pattern=prefixed(rb"xoxd-", rb"[A-Za-z0-9%+/=_-]{40,600}"),
    accepts=looks_issued,
    examples=(
        Sample(("d=xo", "xd-", "q7LmWx9TbZr5", "KvNc%2B8PdYf3", "JsGa7QeX%2F1u", "Rt6Hk4%3D%3D")),
    ),
    counter_examples=(
        Sample(("xo", "xd-", "x" * 60)),
        Sample(("xo", "xd-", "...")),
        Sample(("xo", "xd-", "q7LmWx9TbZr5")),
    ),
)

SLACK_WORKFLOW_TOKEN = vendor_rule(
    "slack-workflow-token",
    vendor="Slack",
    title="Slack workflow token",
    url=_TOKENS_URL,
    revoke="remove the workflow's step, which ends the token",
    anchors=(b"xwfp-",),
    pattern=prefixed(rb"xwfp-", rb"[0-9]{6,16}-[A-Za-z0-9-]{20,200}"),
    accepts=looks_issued,
    examples=(Sample(("xw", "fp-", "730912845561-", "Zk3Rw9TqLm7X", "vB2nHsPd4YcF")),),
    counter_examples=(
        Sample(("xw", "fp-", "730912845561-", "x" * 24)),
        Sample(("xw", "fp-", "...")),
    ),
)

SLACK_WEBHOOK = vendor_rule(
    "slack-webhook",
    vendor="Slack",
    title="Slack webhook URL",
    why="Whoever reads it can post into the channel without any further login.",
    url="https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
    revoke="delete the webhook in the Slack app's settings, under Webhooks",
    anchors=(b"hooks.slack",),
    pattern=(
        rb"(?P<secret>(?P<public>(?:hooks\.slack\.com|hooks\.slack-gov\.com|HOOKS\.SLACK\.COM"
        rb"|HOOKS\.SLACK-GOV\.COM|Hooks\.slack\.com|Hooks\.Slack\.com)"
        rb"/(?:services|workflows|triggers)/)"
        rb"(?:[TE][A-Za-z0-9_]{6,14}/[A-Za-z0-9_]{6,16}/(?:[0-9]{6,24}/)?[A-Za-z0-9]{20,}"
        rb"|[A-Za-z0-9+/]{43,60}(?![A-Za-z0-9+/])))"
    ),
    accepts=_accepts_last_segment,
    examples=(
        Sample(
            (
                *("https://hooks.slack", ".com/services/", "T07QZ3LMW/", "B05RTKVND/"),
                *("Zk3Rw9TqLm7X", "vB2nHsPd4YcF"),
            )
        ),
        Sample(
            (
                *("https://hooks.slack", ".com/triggers/", "E07QZ3LMW/", "7309128455612/"),
                *("4f7a19c0b2e8", "d6539c1fa07e"),
            )
        ),
    ),
    counter_examples=(
        Sample(("https://hooks.slack", ".com/services/", "T00000000/", "B00000000/", "X" * 24)),
        Sample(("https://hooks.slack", ".com/services/", "T.../B.../...")),
    ),
)

RULES: tuple[Rule, ...] = (
    SLACK_TOKEN,
    SLACK_LEGACY_TOKEN,
    SLACK_APP_TOKEN,
    SLACK_SESSION_COOKIE,
    SLACK_WORKFLOW_TOKEN,
    SLACK_WEBHOOK,
)
