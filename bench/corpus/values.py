"""Make values that could be real credentials, each from a random generator and nothing else."""

import base64
import json
import random
import string
import uuid
import zlib
from collections.abc import Callable

from bench.corpus.data import words

LOWER = string.ascii_lowercase
UPPER = string.ascii_uppercase
DIGITS = string.digits
ALNUM = string.ascii_letters + DIGITS
HEX = "0123456789abcdef"
BASE32 = UPPER + "234567"
BASE62 = DIGITS + UPPER + LOWER
URL_SAFE = ALNUM + "-_"
SYMBOLS = "!#%&*@^+=?~"
# What a shell or a URL leaves alone.
MILD_SYMBOLS = "!_-.~"

Maker = Callable[[random.Random], str]


def text(rng: random.Random, alphabet: str, length: int) -> str:
    """Return ``length`` random characters; letters and digits both, where both are asked for."""
    while True:
        made = "".join(rng.choices(alphabet, k=length))
        mixed = set(alphabet) & set(DIGITS) and set(alphabet) & set(string.ascii_letters)
        if length < 8 or not mixed:
            return made
        if sum(c in DIGITS for c in made) > 1 and any(c in string.ascii_letters for c in made):
            return made


def _word(rng: random.Random) -> str:
    word = rng.choice(words("words"))
    return word.capitalize() if rng.random() < 0.5 else word


def _year(rng: random.Random) -> str:
    return str(rng.randint(1971, 2026)) if rng.random() < 0.6 else f"{rng.randint(10, 99)}"


def _leet(rng: random.Random, word: str) -> str:
    swap = {"a": "4", "e": "3", "i": "1", "o": "0", "s": "5", "t": "7"}
    return "".join(swap[c] if c in swap and rng.random() < 0.7 else c for c in word)


def _human(rng: random.Random, symbols: str) -> str:
    style = rng.randrange(8)
    symbol = rng.choice(symbols)
    if style == 0:
        made = _word(rng) + _year(rng) + symbol
    elif style == 1:
        made = _word(rng) + symbol + _year(rng)
    elif style == 2:
        made = "-".join((_word(rng), _word(rng), _year(rng)))
    elif style == 3:
        made = _leet(rng, _word(rng)) + _leet(rng, _word(rng)) + str(rng.randint(10, 99))
    elif style == 4:
        made = _word(rng) + _word(rng).capitalize() + _year(rng)
    elif style == 5:
        made = text(rng, UPPER, 1) + text(rng, LOWER, 2) + symbol + str(rng.randint(1000, 99999))
    elif style == 6:
        made = _word(rng).capitalize() + symbol + text(rng, DIGITS, 3) + rng.choice(symbols)
    else:
        made = str(rng.randint(10, 99)) + _word(rng) + symbol + _word(rng)
    return made if len(made) >= 8 else made + str(rng.randint(100, 999))


def human(rng: random.Random) -> str:
    """Return a password that a person thought of: words, a year, a symbol."""
    return _human(rng, SYMBOLS)


def mild(rng: random.Random) -> str:
    """Return a person's password that needs no quoting in a shell or a URL."""
    return _human(rng, MILD_SYMBOLS).rstrip(".-_~")


def symbols(rng: random.Random) -> str:
    """Return 10 to 16 characters, symbols among them."""
    while True:
        made = "".join(rng.choices(ALNUM + "!#$%&*@^+=?~" * 2, k=rng.randint(10, 16)))
        good = made[0] in ALNUM and sum(c in DIGITS for c in made) > 1
        if good and any(c not in ALNUM for c in made) and made[-1] not in "=?~":
            return made


def short(rng: random.Random) -> str:
    """Return 8 to 11 letters and digits."""
    return text(rng, ALNUM.replace("l", "").replace("O", ""), rng.randint(8, 11))


def unlucky(rng: random.Random) -> str:
    """Return a password that has a placeholder's word inside."""
    inside = rng.choice(words("unlucky"))
    return _leet(rng, _word(rng)) + inside + str(rng.randint(10, 99)) + _word(rng).capitalize()


def word(rng: random.Random) -> str:
    """Return a bare dictionary word: weak, and hard to tell from prose."""
    return rng.choice([one for one in words("words") if len(one) > 4])


def pin(rng: random.Random) -> str:
    """Return four to six digits that are no year."""
    length = rng.choice((4, 4, 6))
    return rng.choice("3456789") + text(rng, DIGITS, length - 1)


def random_token(rng: random.Random) -> str:
    """Return a token of letters and digits that belongs to no vendor."""
    return text(rng, ALNUM, rng.choice((20, 24, 28, 32, 36, 40, 43, 48, 64)))


def urlsafe_token(rng: random.Random) -> str:
    """Return a token with ``-`` and ``_``, as libraries make them."""
    return text(rng, ALNUM, 1) + text(rng, URL_SAFE, rng.choice((20, 30, 41))) + text(rng, ALNUM, 1)


def base64_token(rng: random.Random) -> str:
    """Return standard base64 of random bytes, padded."""
    return base64.b64encode(rng.randbytes(rng.choice((16, 20, 32, 48)))).decode()


def hex_token(rng: random.Random) -> str:
    """Return 32, 40, 48 or 64 hex digits."""
    return text(rng, HEX, rng.choice((32, 32, 40, 48, 64)))


def uuid_text(rng: random.Random) -> str:
    """Return a random UUID."""
    return str(uuid.UUID(bytes=rng.randbytes(16), version=4))


def totp(rng: random.Random) -> str:
    """Return the seed of a one-time-password generator."""
    return text(rng, BASE32, rng.choice((16, 32)))


def groups(rng: random.Random) -> str:
    """Return an app password or recovery code: groups with dashes."""
    count, size = rng.choice(((4, 4), (5, 5), (2, 5), (6, 4)))
    alphabet = rng.choice((LOWER + DIGITS, UPPER + DIGITS))
    return (
        "-".join(text(rng, alphabet, size) for _ in range(count - 1))
        + "-"
        + text(rng, DIGITS, size)
    )


def jwt(rng: random.Random) -> str:
    """Return a signed token whose header and claims decode."""
    head = {"alg": "HS256", "typ": "JWT"}
    claims = {"sub": text(rng, DIGITS, 8), "iat": rng.randint(1_600_000_000, 1_760_000_000)}
    parts = [json.dumps(part, separators=(",", ":")).encode() for part in (head, claims)]
    parts.append(rng.randbytes(32))
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def pem(rng: random.Random, kind: str = "RSA ") -> str:
    """Return a private-key block of full length, over several lines."""
    body = base64.b64encode(b"\x30\x82" + rng.randbytes(602 if kind else 119)).decode()
    dashes = "-" * 5
    title = f"{kind}PRIVATE KEY"
    lines = [body[i : i + 64] for i in range(0, len(body), 64)]
    return "\n".join((f"{dashes}BEGIN {title}{dashes}", *lines, f"{dashes}END {title}{dashes}"))


def checked(rng: random.Random, prefix: str) -> str:
    """Return a token of 30 characters and their CRC32 in base 62, as GitHub and npm make them."""
    body = text(rng, BASE62, 30)
    number = zlib.crc32(body.encode())
    check = ""
    while number:
        number, digit = divmod(number, 62)
        check = BASE62[digit] + check
    return prefix + body + check.rjust(6, "0")


def app_password(rng: random.Random) -> str:
    """Return four groups of four letters with spaces, as one mail provider shows them."""
    return " ".join(text(rng, LOWER, 4) for _ in range(4))


def mixed(rng: random.Random) -> str:
    """Return a password of any class that a person keeps."""
    return rng.choice((human, human, human, symbols, short, short))(rng)


def any_token(rng: random.Random) -> str:
    """Return a random key of any form that no vendor marks."""
    makers = (random_token, random_token, hex_token, hex_token, urlsafe_token, base64_token)
    return rng.choice((*makers, uuid_text))(rng)
