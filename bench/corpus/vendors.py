"""Credentials in the formats that vendors document, made at run time from their parts."""

import base64
import random

from bench.corpus.values import (
    ALNUM,
    BASE32,
    DIGITS,
    HEX,
    LOWER,
    UPPER,
    URL_SAFE,
    Maker,
    checked,
    jwt,
    text,
    uuid_text,
)


def _fixed(prefix: str, alphabet: str, length: int, suffix: str = "") -> Maker:
    # A value that ends in a dash would be one that a sentence's punctuation cuts.
    last = ALNUM if alphabet == URL_SAFE else alphabet
    return lambda rng: prefix + text(rng, alphabet, length - 1) + text(rng, last, 1) + suffix


def _hex(prefix: str, length: int, suffix: str = "") -> Maker:
    return lambda rng: prefix + text(rng, HEX, length) + suffix


def _crc(prefix: str) -> Maker:
    return lambda rng: checked(rng, prefix)


def _slack(rng: random.Random) -> str:
    numbers = "-".join(text(rng, "123456789", 12) for _ in range(2))
    return "xo" + f"xb-{numbers}-{text(rng, ALNUM, 24)}"


def _slack_app(rng: random.Random) -> str:
    return (
        "xa" + f"pp-1-A0{text(rng, UPPER + DIGITS, 9)}-{text(rng, DIGITS, 13)}-{text(rng, HEX, 64)}"
    )


def _slack_hook(rng: random.Random) -> str:
    parts = [f"{c}0{text(rng, UPPER + DIGITS, 9)}" for c in "TB"]
    return "https://hooks.slack.com/ser" + f"vices/{parts[0]}/{parts[1]}/{text(rng, ALNUM, 24)}"


def _discord(rng: random.Random) -> str:
    number = str(rng.randint(10**17, 10**18 - 1)).encode()
    head = base64.urlsafe_b64encode(number).decode().rstrip("=")
    return f"{head}.G{text(rng, ALNUM, 5)}.{text(rng, URL_SAFE, 37)}{text(rng, ALNUM, 1)}"


def _discord_hook(rng: random.Random) -> str:
    number = rng.randint(10**18, 13 * 10**17)
    return "https://discord.com/api/web" + f"hooks/{number}/{text(rng, ALNUM, 68)}"


def _telegram(rng: random.Random) -> str:
    return f"{rng.randint(10**9, 8 * 10**9)}:AA{text(rng, URL_SAFE, 32)}{text(rng, ALNUM, 1)}"


def _azure(rng: random.Random) -> str:
    return f"{text(rng, ALNUM, 3)}{rng.choice('78')}Q~{text(rng, ALNUM, 34)}"


def _sendgrid(rng: random.Random) -> str:
    return "S" + f"G.{text(rng, ALNUM, 22)}.{text(rng, ALNUM, 43)}"


def _openai(rng: random.Random) -> str:
    return "sk-pr" + f"oj-{text(rng, ALNUM, 74)}T3Blbk" + f"FJ{text(rng, ALNUM, 74)}"


def _fine_grained(rng: random.Random) -> str:
    return "github" + f"_pat_11{text(rng, UPPER + DIGITS, 20)}_{text(rng, ALNUM, 59)}"


def _pypi(rng: random.Random) -> str:
    return "py" + f"pi-AgEIcHlwaS5vcmc{text(rng, ALNUM, 120)}"


def _airtable(rng: random.Random) -> str:
    return f"pat{text(rng, ALNUM, 14)}.{text(rng, HEX, 64)}"


def _grafana(rng: random.Random) -> str:
    return "gl" + f"sa_{text(rng, ALNUM, 32)}_{text(rng, HEX, 8)}"


def _postman(rng: random.Random) -> str:
    return "PM" + f"AK-{text(rng, HEX, 24)}-{text(rng, HEX, 34)}"


def _resend(rng: random.Random) -> str:
    return "r" + f"e_{text(rng, ALNUM, 8)}_{text(rng, ALNUM, 24)}"


def _sanctum(rng: random.Random) -> str:
    return f"{rng.randint(2, 99)}|{text(rng, ALNUM, 40)}"


def _fal(rng: random.Random) -> str:
    return f"{uuid_text(rng)}:{text(rng, HEX, 32)}"


VENDORS: dict[str, Maker] = {
    "airtable": _airtable,
    "anthropic": _fixed("sk-an" + "t-api03-", URL_SAFE, 93, "AA"),
    "anthropic-oauth": _fixed("sk-an" + "t-oat01-", URL_SAFE, 93, "AA"),
    "aws": _fixed("AK" + "IA", BASE32, 15, "Q"),
    "azure": _azure,
    "brave": _fixed("BS" + "A", ALNUM, 28),
    "clawhub": _fixed("cl" + "h_", ALNUM, 43),
    "databricks": _hex("da" + "pi", 32),
    "deepseek": _hex("s" + "k-", 32),
    "digitalocean": _hex("do" + "p_v1_", 64),
    "discord": _discord,
    "discord-hook": _discord_hook,
    "doppler": _fixed("dp" + ".pt.", ALNUM, 43),
    "do-spaces": _fixed("DO" + "00", UPPER + DIGITS, 15, "7"),
    "elevenlabs": _hex("s" + "k_", 48),
    "fal": _fal,
    "figma": _fixed("fi" + "gd_", ALNUM, 40),
    "firecrawl": _hex("f" + "c-", 32),
    "github": _crc("gh" + "p_"),
    "github-app": _crc("gh" + "s_"),
    "github-fine": _fine_grained,
    "github-oauth": _crc("gh" + "o_"),
    "gitlab": _fixed("gl" + "pat-", ALNUM, 20),
    "google": _fixed("AI" + "zaSy", ALNUM, 33),
    "google-oauth": _fixed("GOC" + "SPX-", ALNUM, 28),
    "grafana": _grafana,
    "groq": _fixed("gs" + "k_", ALNUM, 52),
    "huggingface": _fixed("h" + "f_", UPPER + LOWER, 34),
    "jwt": jwt,
    "linear": _fixed("lin" + "_api_", ALNUM, 40),
    "mailchimp": _hex("", 32, "-us14"),
    "mailgun": _hex("ke" + "y-", 32),
    "moltbook": _fixed("moltbook" + "_sk_", URL_SAFE, 32),
    "newrelic": _fixed("NR" + "AK-", UPPER + DIGITS, 27),
    "notion": _fixed("nt" + "n_", ALNUM, 46),
    "npm": _crc("np" + "m_"),
    "nvidia": _fixed("nv" + "api-", URL_SAFE, 64),
    "openai": _openai,
    "openrouter": _hex("sk-o" + "r-v1-", 64),
    "perplexity": _fixed("pp" + "lx-", ALNUM, 48),
    "planetscale": _fixed("psc" + "ale_pw_", ALNUM, 43),
    "postman": _postman,
    "pypi": _pypi,
    "replicate": _fixed("r" + "8_", ALNUM, 37),
    "resend": _resend,
    "sanctum": _sanctum,
    "sendgrid": _sendgrid,
    "shopify": _hex("shp" + "at_", 32),
    "sk-random": _fixed("s" + "k-", ALNUM, 40),
    "slack": _slack,
    "slack-app": _slack_app,
    "slack-hook": _slack_hook,
    "stripe": _fixed("sk_l" + "ive_", ALNUM, 24),
    "stripe-hook": _fixed("wh" + "sec_", ALNUM, 32),
    "supabase": _hex("sb" + "p_", 40),
    "tavily": _fixed("tv" + "ly-dev-", ALNUM, 32),
    "telegram": _telegram,
    "vault": _fixed("hv" + "s.", ALNUM, 90),
    "xai": _fixed("xa" + "i-", ALNUM, 80),
}
# Lengths that are also found on their own in prose, so a sentence can hold them.
INLINE = tuple(sorted(set(VENDORS) - {"slack-hook", "discord-hook", "vault", "pypi", "openai"}))
