"""Every token that a vendor may issue is found, whatever its characters and its neighbours."""

import base64
import json
import random
import string
from collections.abc import Callable

import pytest

from memcli.scan.engine import ReEngine, confirm
from memcli.scan.model import Rule, Tier
from memcli.scan.rules import RULES
from secretshapes import seeded

_COUNT = 300
_UPPER = string.ascii_uppercase + string.digits
_LOWER = string.ascii_lowercase + string.digits
_ALNUM = string.ascii_letters + string.digits
_URLSAFE = _ALNUM + "-_"
_HEX = "0123456789abcdef"
_BASE32 = string.ascii_uppercase + "234567"

Draw = random.Random


def of(alphabet: str, length: int) -> Callable[[Draw], str]:
    """Return what draws text of an alphabet."""
    return lambda rng: "".join(rng.choices(alphabet, k=length))


def after(prefix: str, *rest: Callable[[Draw], str] | str) -> Callable[[Draw], str]:
    """Return what draws a prefix and texts after it."""
    return lambda rng: (
        prefix + "".join(each if isinstance(each, str) else each(rng) for each in rest)
    )


def number(rng: Draw) -> str:
    """Return a Slack id, twelve digits."""
    return str(rng.randrange(10**11, 10**12))


def jwt(rng: Draw) -> str:
    """Return a signed web token."""
    head, body = (
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": number(rng)})
    )
    return f"{head}.{body}." + of(_URLSAFE, 43)(rng)


def discord(rng: Draw) -> str:
    """Return a bot's token: its number in base64, a time, a signature."""
    account = base64.b64encode(str(rng.randrange(10**17, 13 * 10**17)).encode()).decode()
    return f"{account.rstrip('=')}.G{of(_URLSAFE, 5)(rng)}.{of(_URLSAFE, 38)(rng)}"


_WEBHOOK = (of(_UPPER, 8), "/B", of(_UPPER, 8), "/", of(_ALNUM, 24))
_SITE = "hooks.slack" + ".com/services/T"
MAKERS: dict[str, Callable[[Draw], str]] = {
    **{f"github-{kind}": after(f"gh{kind}" + "_", of(_ALNUM, 36)) for kind in "pousr"},
    "github-fine": after("github" + "_pat_", of(_ALNUM, 22), "_", of(_ALNUM, 59)),
    "slack-bot": after("xo" + "xb-", number, "-", number, "-", of(_ALNUM, 24)),
    "slack-user": after("xo" + "xp-", number, "-", number, "-", number, "-", of(_HEX, 32)),
    "slack-client": after("xo" + "xc-", number, "-", number, "-", number, "-", of(_HEX, 64)),
    "slack-access": after("xo" + "xa-2-", number, "-", number, "-", number, "-", of(_HEX, 32)),
    "slack-refresh": after("xo" + "xe-1-", of(_ALNUM, 146)),
    "slack-rotated": after("xo" + "xe.xo" + "xp-1-", of(_ALNUM, 160)),
    "slack-app": after("xa" + "pp-1-A", of(_UPPER, 10), "-", number, "-", of(_HEX, 64)),
    "slack-cookie": after("xo" + "xd-", of(_ALNUM + "%", 140)),
    "slack-webhook": after(_SITE, *_WEBHOOK),
    "slack-webhook-gov": after(_SITE.replace("slack", "slack-gov"), *_WEBHOOK),
    "slack-webhook-upper": after(_SITE.upper()[:15] + _SITE[15:], *_WEBHOOK),
    "aws-id": after("AK" + "IA", of(_BASE32, 16)),
    "aws-temporary-id": after("AS" + "IA", of(_BASE32, 16)),
    "openai": after("sk" + "-", of(_ALNUM, 20), "T3Bl" + "bkFJ", of(_ALNUM, 20)),
    "openai-project": after(
        "sk" + "-proj-", of(_URLSAFE, 74), "T3Bl" + "bkFJ", of(_URLSAFE, 73), of(_ALNUM, 1)
    ),
    "openai-service": after("sk" + "-svcacct-", of(_URLSAFE, 74), "T3Bl" + "bkFJ", of(_ALNUM, 74)),
    "anthropic": after("sk" + "-ant-api03-", of(_URLSAFE, 93), "AA"),
    "anthropic-login": after("sk" + "-ant-oat01-", of(_URLSAFE, 93), "AA"),
    "openrouter": after("sk" + "-or-v1-", of(_HEX, 64)),
    "gitlab": after("gl" + "pat-", of(_ALNUM + "_", 19), of(_ALNUM, 1)),
    "gitlab-runner": after("gl" + "rt-", of(_ALNUM + "_", 19), of(_ALNUM, 1)),
    "gitlab-trigger": after("gl" + "ptt-", of(_HEX, 40)),
    "gitlab-deploy": after("gl" + "dt-", of(_ALNUM + "_", 19), of(_ALNUM, 1)),
    "stripe": after("sk" + "_live_", of(_ALNUM, 24)),
    "stripe-long": after("sk" + "_live_51", of(_ALNUM, 97)),
    "stripe-restricted": after("rk" + "_live_", of(_ALNUM, 99)),
    "stripe-webhook": after("wh" + "sec_", of(_ALNUM, 32)),
    "npm": after("np" + "m_", of(_ALNUM, 36)),
    "pypi": after("py" + "pi-AgEIcHlwaS5vcmcCJ", of(_URLSAFE, 150), of(_ALNUM, 1)),
    "hugging-face": after("h" + "f_", of(string.ascii_letters, 34)),
    "sendgrid": after("SG" + ".", of(_URLSAFE, 22), ".", of(_URLSAFE, 43)),
    "twilio": after("TWILIO_AUTH_TOKEN" + "=", of(_HEX, 32)),
    "twilio-key": after("SK", of(_HEX, 32)),
    "google": after("AI" + "za", "Sy", of(_URLSAFE, 32), of(_ALNUM, 1)),
    "google-client": after("GOC" + "SPX-", of(_URLSAFE, 28)),
    "google-login": after("ya29" + ".", of(_URLSAFE, 180)),
    "digitalocean": after("do" + "p_v1_", of(_HEX, 64)),
    "digitalocean-spaces": after("DO" + "00", of(_UPPER, 16)),
    "discord": discord,
    "discord-webhook": after(
        "https://discord.com/api" + "/webhooks/", number, "123456", "/", of(_URLSAFE, 68)
    ),
    "telegram": lambda rng: f"{rng.randrange(10**9, 10**10)}:AA" + of(_URLSAFE, 33)(rng),
    "telegram-short": lambda rng: f"{rng.randrange(10**8, 10**9)}:AA" + of(_URLSAFE, 33)(rng),
    "jwt": jwt,
}
_NO_VALUE = "TWILIO_AUTH_TOKEN" + "="

every_kind = pytest.mark.parametrize("kind", MAKERS)


def structural() -> list[Rule]:
    """Return the rules whose findings block."""
    return [rule for rule in RULES if rule.tier is Tier.STRUCTURAL]


def covers(data: bytes, token: bytes, rules: list[Rule]) -> bool:
    """Tell whether a hit begins in the token's first characters and ends where it does."""
    start = data.index(token)
    end = start + len(token)
    return any(
        start <= hit.start < start + len(token) // 2 and hit.end >= end
        for rule in rules
        for hit in confirm(rule, data)
    )


@every_kind
def test_every_token_is_found_whatever_its_characters(kind: str) -> None:
    rng = seeded(20)
    tokens = [MAKERS[kind](rng) for _ in range(_COUNT)]
    engine = ReEngine(structural())
    near = {rule.id: rule for token in tokens[:20] for rule in engine.candidates(token.encode())}
    family = [r for r in near.values() if any(list(confirm(r, t.encode())) for t in tokens[:60])]
    missed = [
        token
        for token in tokens
        if not covers(token.encode(), token.removeprefix(_NO_VALUE).encode(), family)
    ]
    assert missed == []


@every_kind
@pytest.mark.parametrize(
    "before",
    [
        *("key_", "KEY=", "key%3D", "key%20", "key\\x3D", "key\\u003D", "key=\\n", "a\\t"),
        *("\x1b[31m", "\x1b[0m", "\x1b[1;32m", "[31m", "a\\r\\n", "=3D"),
    ],
)
def test_an_escape_before_a_token_is_no_word(kind: str, before: str) -> None:
    token = MAKERS[kind](seeded(21))
    text = f"{before}{token}"
    rules = list(ReEngine(structural()).candidates(text.encode()))
    assert covers(text.encode(), token.removeprefix(_NO_VALUE).encode(), rules)


@pytest.mark.parametrize("kind", ["slack-bot", "slack-user", "slack-client", "slack-access"])
@pytest.mark.parametrize("suffix", ["-old", "--bot", "-2024", "-prod-1", "_old", ".", "-"])
def test_what_is_glued_to_a_slack_token_hides_nothing(kind: str, suffix: str) -> None:
    token = MAKERS[kind](seeded(22))
    text = f"{token}{suffix}"
    rules = list(ReEngine(structural()).candidates(text.encode()))
    assert covers(text.encode(), token.encode(), rules)
