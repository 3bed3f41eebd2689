"""Vendor tokens that are recognised by their shape alone.

Patterns begin with a literal, which ``re`` searches for quickly: what must not stand before the
token is looked back for after it.
"""

import re

from memcli.scan.adjudicate import count_digits, is_filler
from memcli.scan.model import Rule, Sample, Tier

_MIN_DIGITS = 2
_SLACK_MIN_DIGITS = 3
_SLACK_STRONG_TAIL = 20
_SLACK_LEGACY_TAIL = 8
_SLACK_LEGACY_SEGMENTS = 3


def _value(match: re.Match[bytes]) -> bytes:
    """Return the secret without the vendor's prefix."""
    return match["secret"][len(match["public"]) :]


def _accepts_access_key_id(match: re.Match[bytes]) -> bool:
    value = _value(match)
    return not value.endswith(b"EXAMPLE") and not is_filler(value)


def _accepts_one_digit(match: re.Match[bytes]) -> bool:
    value = _value(match)
    return count_digits(value) > 0 and not is_filler(value)


def _accepts_single_run(match: re.Match[bytes]) -> bool:
    value = _value(match)
    return count_digits(value) >= _MIN_DIGITS and not value.isdigit() and not is_filler(value)


def _accepts_mixed(match: re.Match[bytes]) -> bool:
    value = _value(match)
    return (
        count_digits(value) >= _MIN_DIGITS
        and not value.islower()
        and not value.isupper()
        and not is_filler(value)
    )


def _accepts_last_segment(match: re.Match[bytes]) -> bool:
    value = _value(match)
    tail = value.replace(b"/", b"-").rpartition(b"-")[2]
    return count_digits(value) >= _SLACK_MIN_DIGITS and not is_filler(tail)


def _accepts_slack_token(match: re.Match[bytes]) -> bool:
    tail = match["secret"].rsplit(b"-", 1)[-1]
    return len(tail) >= _SLACK_STRONG_TAIL and _accepts_last_segment(match)


def _accepts_slack_legacy_token(match: re.Match[bytes]) -> bool:
    segments = _value(match).split(b"-")
    return (
        len(segments) >= _SLACK_LEGACY_SEGMENTS
        and _SLACK_LEGACY_TAIL <= len(segments[-1]) < _SLACK_STRONG_TAIL
        and not segments[-1].isdigit()
        and _accepts_last_segment(match)
    )


AWS_ACCESS_KEY_ID = Rule(
    id="aws-access-key-id",
    tier=Tier.STRUCTURAL,
    title="AWS access key id",
    why="The id names a live AWS key, and its secret half is usually kept beside it.",
    advice=(
        "Remove it, then deactivate and delete the key in the IAM console, under the user's"
        " security credentials."
    ),
    anchors=(b"akia", b"asia", b"abia", b"acca"),
    pattern=(
        rb"(?P<secret>(?P<public>A(?:KIA|SIA|BIA|CCA))(?<![A-Z0-9].{4})[A-Z0-9]{16})(?![A-Z0-9])"
    ),
    accepts=_accepts_access_key_id,
    # Not strong: the id holds the account number, and is not the secret half.
    examples=(
        Sample(("The deploy job uses AK", "IA", "QZ7RT3", "WLMX5P", "2KVD; rotate it.")),
        Sample(("export KEY=AS", "IA", "5TQW2N", "HXRB7L", "4MZC")),
        Sample(("key_AK", "IA", "3HNPXW", "7QLTZ2", "RMVB_prod")),
    ),
    counter_examples=(
        Sample(("AK", "IA", "IOSFODNN7", "EXAMPLE")),
        Sample(("AK", "IA", "XXXXXXXX", "XXXXXXXX")),
        Sample(("AK", "IA", "12345678", "90ABCDEF")),
        Sample(("AK", "IA", "QZ7RT3", "WLMX5P", "2KVD", "7QLTZ2")),
    ),
)

GITHUB_TOKEN = Rule(
    id="github-token",
    tier=Tier.STRUCTURAL,
    title="GitHub token",
    why="Whoever reads it can act on GitHub as its owner.",
    advice=(
        "Remove it, then revoke it on GitHub under Settings, Developer settings, Personal"
        " access tokens (or the app that issued it)."
    ),
    anchors=(b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
    pattern=(rb"(?P<secret>(?P<public>gh[opusr]_)[A-Za-z0-9]{36,})"),
    accepts=_accepts_one_digit,
    strong=True,
    examples=(
        Sample(("`gh", "p_", "Zk3Rw9TqLm", "7XvB2nHsPd", "4YcF6jGaKe", "8Wu1Qx`")),
        Sample(("gh", "s_", "p0VnX5tLrq", "W8mZcKy3Hd", "7TbJf2GsQa", "9RxE4u", "_prod")),
        Sample(("key_gh", "o_", "Hq2LmWx9Tb", "Zr5KvNc8Pd", "Yf3JsGa7Qe", "1XuRt6")),
    ),
    counter_examples=(
        Sample(("gh", "p_", "x" * 36)),
        Sample(("gh", "p_", "abcdefghij", "klmnopqrst", "uvwxyz0123", "456789")),
        Sample(("gh", "p_", "a1b2c3d", "4e5f6g7h8i9", "j0k1l2m3n4o5", "p6q7r8")),
        Sample(("gh", "p_", "Zk3Rw9TqLm", "\u2026W_***")),
        Sample(("gh", "p_", "[A-Za-z0-9]{36}")),
    ),
)

GITHUB_FINE_GRAINED_TOKEN = Rule(
    id="github-fine-grained-token",
    tier=Tier.STRUCTURAL,
    title="GitHub fine-grained token",
    why="Whoever reads it has every permission it was granted on GitHub.",
    advice=(
        "Remove it, then revoke it on GitHub under Settings, Developer settings, Fine-grained"
        " tokens."
    ),
    anchors=(b"github_pat_",),
    pattern=(rb"(?P<secret>(?P<public>github_pat_)[A-Za-z0-9_]{82})(?![A-Za-z0-9])"),
    accepts=_accepts_single_run,
    strong=True,
    examples=(
        Sample(
            (
                *("github", "_pat_", "11Qz7LmWx9T", "bZr5KvNc8P", "d_"),
                *("Yf3JsGa7Qe", "1XuRt6Hk4M", "wBn2VpCz8L", "dTq5SyXg9K"),
                *("hRm3JfWa7Z", "eUb6QvNt1", " and more"),
            )
        ),
    ),
    counter_examples=(
        Sample(("github", "_pat_", "x" * 22, "_", "x" * 59)),
        Sample(("github", "_pat_", "your_token_goes_here")),
    ),
)

OPENAI_KEY = Rule(
    id="openai-key",
    tier=Tier.STRUCTURAL,
    title="sk- API key",
    why="Whoever reads it can call the model provider at its owner's cost.",
    advice="Remove it, then delete the key in the provider's console, under API keys.",
    anchors=(b"sk-",),
    # Letters before it make a word such as "task-" followed by a hash.
    pattern=(rb"(?P<secret>(?P<public>sk-)(?<![A-Za-z0-9]sk-)[A-Za-z0-9]{32,})"),
    accepts=_accepts_single_run,
    strong=True,
    examples=(
        Sample(("sk", "-", "q7LmWx9TbZ", "r5KvNc8PdY", "T3Blb", "kFJ", "f3JsGa7QeX", "1uRt6Hk4Mw")),
        Sample(("- API Key: sk", "-", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        Sample(("my_sk", "-", "Zw3Kq8Rt", "Lm5Xv9Bn", "Hs2Pd7Yc", "Fj4Ga6Ke")),
    ),
    counter_examples=(
        Sample(("sk-learn-pipeline-notes-2024.md",)),
        Sample(("sk", "-", "x" * 48)),
        Sample(("task", "-", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        Sample(("sk", "-", "1234567", "890abcd", "ef12345", "67890ab", "cdef")),
        Sample(("sk", "-", "[a-zA-Z0-9]{48}")),
    ),
)

OPENAI_PROJECT_KEY = Rule(
    id="openai-project-key",
    tier=Tier.STRUCTURAL,
    title="OpenAI project, service account or admin key",
    why="Whoever reads it can call OpenAI, and with an admin key manage the organisation.",
    advice="Remove it, then delete the key in the OpenAI dashboard, under API keys.",
    anchors=(b"sk-proj-", b"sk-svcacct-", b"sk-admin-"),
    pattern=(
        rb"(?P<secret>(?P<public>sk-(?<![A-Za-z0-9]sk-)(?:proj|svcacct|admin)-)[A-Za-z0-9_-]{32,})"
    ),
    accepts=_accepts_mixed,
    strong=True,
    examples=(
        Sample(("sk", "-proj-", "q7Lm_Wx9Tb", "Zr5Kv-Nc8P", "dYT3B", "lbkFJ", "f3JsGa7QeX")),
        Sample(("sk", "-svcacct-", "Hk4Mw2Vp", "Cz8Ld_Tq", "5SyXg-9K", "hRm3JfWa", "7ZeU")),
        Sample(("sk", "-admin-", "B6QvNt1X", "uRt6Hk4M", "wBn2VpCz", "8LdTq5Sy", "Xg9K")),
    ),
    counter_examples=(
        Sample(("sk", "-proj-", "x" * 48)),
        Sample(("sk", "-proj-", "this-is-where-the-key-from-page-12-goes")),
        Sample(("sk", "-proj-", "...")),
    ),
)

ANTHROPIC_KEY = Rule(
    id="anthropic-key",
    tier=Tier.STRUCTURAL,
    title="Anthropic key or login token",
    why="Whoever reads it can use the owner's Anthropic account, or log in as them.",
    advice=(
        "Remove it, then delete the key in the Anthropic console; for a login token (oat, ort,"
        " sid) log out everywhere."
    ),
    anchors=(b"sk-ant-",),
    pattern=(
        rb"(?P<secret>(?P<public>sk-ant-(?<![A-Za-z0-9]sk-ant-)[a-z]{2,10}[0-9]{2}-)[A-Za-z0-9_-]{32,})"
    ),
    accepts=_accepts_mixed,
    strong=True,
    examples=(
        Sample(("sk", "-ant-", "api03-", "q7Lm_Wx9Tb", "Zr5Kv-Nc8P", "dYf3JsGa7Q", "eX1uRt", "AA")),
        Sample(("sk", "-ant-", "oat01-", "Hk4Mw2VpCz", "8LdTq5SyXg", "9KhRm3JfWa", "7ZeU6Q", "AA")),
    ),
    counter_examples=(
        Sample(("sk-ant-...",)),
        Sample(("sk", "-ant-", "api03-", "x" * 40)),
        Sample(("sk", "-ant-", "api03-", "\u2026")),
    ),
)

SLACK_TOKEN = Rule(
    id="slack-token",
    tier=Tier.STRUCTURAL,
    title="Slack token",
    why="Whoever reads it can read and write in the Slack workspace that issued it.",
    advice="Remove it, then revoke it in the Slack app's settings, under OAuth and Permissions.",
    anchors=(b"xoxa-", b"xoxb-", b"xoxe-", b"xoxp-", b"xoxr-", b"xoxs-"),
    pattern=(rb"(?P<secret>(?P<public>xox[abeprs]-)[A-Za-z0-9-]{20,400})(?<!-)"),
    accepts=_accepts_slack_token,
    strong=True,
    examples=(
        Sample(("xo", "xb-", "730912845561-", "5512083947726-", "Zk3Rw9TqLm7X", "vB2nHsPd4YcF")),
        Sample(
            (
                *("xo", "xp-", "730912845561-", "551208394772-", "908172635440-"),
                *("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264"),
            )
        ),
        Sample(("xo", "xe-1-", "My0xLXNl", "Y3JldEZv", "ckV4YW1w", "bGVPbmx5", "QTdi")),
    ),
    counter_examples=(
        Sample(("xo", "xb-", "730912845561-", "5512083947726-", "X" * 24)),
        Sample(("xo", "xb-", "your-token-goes-here-please")),
        Sample(("xo", "xb-", "123456789012-", "1234567890123-", "AbCdEfGhIjKl", "MnOpQrStUvWx")),
    ),
)

SLACK_LEGACY_TOKEN = Rule(
    id="slack-legacy-token",
    tier=Tier.STRUCTURAL,
    title="Slack legacy token",
    why="Whoever reads it can read and write in the Slack workspace that issued it.",
    advice="Remove it, then revoke it: ask a workspace admin if its app no longer exists.",
    anchors=(b"xoxa-", b"xoxb-", b"xoxo-", b"xoxp-", b"xoxr-", b"xoxs-"),
    pattern=(rb"(?P<secret>(?P<public>xox[aboprs]-)[A-Za-z0-9-]{20,80})(?<!-)"),
    accepts=_accepts_slack_legacy_token,
    # Not strong: its random part can be as short as 32 bits.
    examples=(
        Sample(("xo", "xs-", "7309128455-", "5512083947-", "9081726354-", "4f7a1", "9c0b2")),
    ),
    counter_examples=(
        Sample(("xo", "xp-", "730912845561-", "551208394772-", "572331691188-", "#" * 32)),
        Sample(("xo", "xs-", "7309128455-", "5512083947-", "9081726354-", "xxxxxxxxxx")),
    ),
)

SLACK_APP_TOKEN = Rule(
    id="slack-app-token",
    tier=Tier.STRUCTURAL,
    title="Slack app-level token",
    why="Whoever reads it can open the app's event stream and read what it receives.",
    advice="Remove it, then revoke it in the Slack app's settings, under App-Level Tokens.",
    anchors=(b"xapp-",),
    pattern=(rb"(?P<secret>(?P<public>xapp-)[0-9]-[A-Z0-9]{6,16}-[0-9]{6,16}-[A-Za-z0-9]{32,})"),
    accepts=_accepts_last_segment,
    strong=True,
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
        Sample(
            (
                "xa",
                "pp-1-...",
            )
        ),
    ),
)

SLACK_WEBHOOK = Rule(
    id="slack-webhook",
    tier=Tier.STRUCTURAL,
    title="Slack webhook URL",
    why="Whoever reads it can post into the channel without any further login.",
    advice="Remove it, then delete the webhook in the Slack app's settings, under Webhooks.",
    anchors=(b"hooks.slack.com/",),
    pattern=(
        rb"(?P<secret>(?P<public>hooks\.slack\.com/(?:services|workflows|triggers)/)"
        rb"T[A-Za-z0-9_]{6,14}/[A-Za-z0-9_]{6,16}/(?:[0-9]{6,24}/)?[A-Za-z0-9]{20,})"
    ),
    accepts=_accepts_last_segment,
    strong=True,
    examples=(
        Sample(
            (
                *("https://hooks.slack", ".com/services/", "T07QZ3LMW/", "B05RTKVND/"),
                *("Zk3Rw9TqLm7X", "vB2nHsPd4YcF"),
            )
        ),
    ),
    counter_examples=(
        Sample(
            ("https://hooks.slack", ".com/services/", "T00000000/", "B00000000/", "X" * 24),
        ),
        Sample(("https://hooks.slack", ".com/services/", "T.../B.../...")),
    ),
)
