"""Secret-shaped values, made at run time so that no file of the project holds one."""

import base64
import random
import string
import zlib
from collections.abc import Callable, Mapping
from enum import StrEnum, auto

_BASE32 = string.ascii_uppercase + "234567"
_ALNUM = string.ascii_letters + string.digits
_BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
_URLSAFE = _ALNUM + "-_"
_SYMBOLS = "!#%+?"
# What scanners take for a sign of a made-up value; a random value may hold one by chance.
_GIVEAWAYS = frozenset(
    {"abc", "asdf", "changeme", "demo", "dummy", "example", "fake", "foo", "mock", "pass"}
    | {"redact", "sample", "secret", "test", "todo", "xxx", "your", "123", "000"}
)
_PEM_COLUMNS = 64
_DER_BYTES = 1190


class Kind(StrEnum):
    """The shapes that this module can make."""

    AWS_ACCESS_KEY_ID = auto()
    GITHUB_TOKEN = auto()
    OPENAI_KEY = auto()
    SLACK_TOKEN = auto()
    PRIVATE_KEY_BLOCK = auto()
    PASSWORD = auto()
    BEARER = auto()


def seeded(seed: int) -> random.Random:
    """Return a generator whose values are the same in every run."""
    return random.Random(seed)  # noqa: S311 - test values have to be reproducible, not secret


def _draw(rng: random.Random, alphabet: str, length: int) -> str:
    """Return random text that no placeholder or entropy filter waves through."""
    while True:
        text = "".join(rng.choices(alphabet, k=length))
        varied = len(set(text)) >= min(length, len(alphabet)) // 2
        digits = sum(char.isdigit() for char in text)
        letters = sum(char.isalpha() for char in text)
        if varied and digits >= 2 and letters >= 2 and not _gives_itself_away(text):
            return text


def _gives_itself_away(text: str) -> bool:
    return any(word in text.lower() for word in _GIVEAWAYS)


def aws_access_key_id(rng: random.Random) -> str:
    """Return 20 characters in the form of a long-term AWS access key id."""
    return "AK" + "IA" + _draw(rng, _BASE32, 16)


def github_token(rng: random.Random) -> str:
    """Return 40 characters in the form of a classic GitHub token, with its checksum."""
    body = _draw(rng, _ALNUM, 30)
    rest, checksum = zlib.crc32(body.encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, len(_BASE62))
        checksum = _BASE62[digit] + checksum
    return "gh" + "p_" + body + checksum


def openai_key(rng: random.Random) -> str:
    """Return 164 characters in the form of an OpenAI project key."""
    marker = "T3Blbk" + "FJ"
    return "sk" + "-proj-" + _draw(rng, _URLSAFE, 74) + marker + _draw(rng, _ALNUM, 74)


def slack_token(rng: random.Random) -> str:
    """Return text in the form of a Slack bot token."""
    team, bot = rng.randrange(10**11, 10**12), rng.randrange(10**12, 10**13)
    return "xo" + f"xb-{team}-{bot}-" + _draw(rng, _ALNUM, 24)


def private_key_block(rng: random.Random) -> str:
    """Return a PEM block of 27 lines, without a final newline; it decodes, but to no key."""
    der = b"\x30\x82" + _DER_BYTES.to_bytes(2, "big") + b"\x02\x01\x00" + rng.randbytes(_DER_BYTES)
    text = base64.b64encode(der[: _DER_BYTES + 4]).decode()
    lines = [text[at : at + _PEM_COLUMNS] for at in range(0, len(text), _PEM_COLUMNS)]
    label = "RSA " + "PRIVATE" + " KEY"
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----"])


def password(rng: random.Random) -> str:
    """Return a password of 14 characters: letters, digits, one symbol, a letter at both ends."""
    inner = _draw(rng, _ALNUM, 11) + rng.choice(_SYMBOLS)
    text = rng.choice(string.ascii_letters) + "".join(rng.sample(inner, k=12))
    text += rng.choice(string.ascii_letters)
    return password(rng) if _gives_itself_away(text) else text


def bearer(rng: random.Random) -> str:
    """Return 43 characters in the form of an opaque bearer value, without the word itself."""
    ends = rng.choices(string.ascii_letters, k=2)
    return ends[0] + _draw(rng, _URLSAFE, 41) + ends[1]


MAKERS: Mapping[Kind, Callable[[random.Random], str]] = {
    Kind.AWS_ACCESS_KEY_ID: aws_access_key_id,
    Kind.GITHUB_TOKEN: github_token,
    Kind.OPENAI_KEY: openai_key,
    Kind.SLACK_TOKEN: slack_token,
    Kind.PRIVATE_KEY_BLOCK: private_key_block,
    Kind.PASSWORD: password,
    Kind.BEARER: bearer,
}
