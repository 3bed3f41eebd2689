"""Fill the slots of a template, and tell which lines of the result hold a secret."""

import base64
import random
import re
from collections.abc import Callable
from typing import NamedTuple

from bench.corpus import values, vendors
from bench.corpus.data import words
from bench.corpus.innocent import INNOCENT, cut, mask, placeholder, reference
from bench.corpus.values import ALNUM, DIGITS, HEX, LOWER, Maker, text

_SLOT = re.compile(r"\{\{([a-z0-9.-]+|[A-Z][a-z]+|ENV)\}\}")
_ZERO_WIDTH = "\u200b"
_Instead = Callable[[str, random.Random], str]


class Filled(NamedTuple):
    """A filled template. ``secrets`` has the offset where each secret starts and where it ends.

    ``classes`` names the kind of each secret value.
    """

    text: str
    secrets: tuple[tuple[int, int], ...]
    classes: tuple[str, ...]


def _token(rng: random.Random) -> str:
    return vendors.VENDORS[rng.choice(vendors.INLINE)](rng)


def _zero_width(make: Maker) -> Maker:
    def made(rng: random.Random) -> str:
        value = make(rng)
        return value[: len(value) // 2] + _ZERO_WIDTH + value[len(value) // 2 :]

    return made


def _entity(make: Maker) -> Maker:
    def made(rng: random.Random) -> str:
        value = make(rng)
        return f"{value[:3]}&#{ord(value[3])};{value[4:]}"

    return made


def _split(rng: random.Random) -> str:
    value = vendors.VENDORS["github"](rng)
    return value[:22] + "\n" + value[22:]


def _encoded(rng: random.Random) -> str:
    return base64.b64encode(vendors.VENDORS["github"](rng).encode()).decode()


def _basic(rng: random.Random) -> str:
    pair = rng.choice(words("users")) + ":" + values.mild(rng)
    return base64.b64encode(pair.encode()).decode()


_GITHUB = vendors.VENDORS["github"]

SECRET_SLOTS: dict[str, tuple[str, Maker]] = {
    "pw": ("password", values.mixed),
    "pwq": ("password", values.mild),
    "pwurl": ("password", values.mild),
    "pwzw": ("password", _zero_width(values.mild)),
    "pwentity": ("password", _entity(values.mild)),
    "unlucky": ("unlucky", values.unlucky),
    "weak": ("word", values.word),
    "pin": ("pin", values.pin),
    "extract": ("short code", lambda rng: text(rng, ALNUM, 4)),
    "key": ("key", values.any_token),
    "keyhex": ("hex", values.hex_token),
    "keyhex64": ("hex", lambda rng: text(rng, HEX, 64)),
    "keyuuid": ("uuid", values.uuid_text),
    "base64": ("base64", lambda rng: base64.b64encode(rng.randbytes(32)).decode()),
    "basic": ("base64", _basic),
    "django": ("key", lambda rng: "django-insecure-" + text(rng, ALNUM + "!#%&*@^+=", 50)),
    "awssecret": ("aws secret", lambda rng: text(rng, ALNUM + "/+", 40)),
    "wgkey": ("base64", lambda rng: base64.b64encode(rng.randbytes(32)).decode()),
    "groups": ("groups", values.groups),
    "apppw": ("groups", values.app_password),
    "totp": ("totp", values.totp),
    "jwt": ("jwt", values.jwt),
    "pem": ("pem", values.pem),
    "pemopenssh": ("pem", lambda rng: values.pem(rng, "OPENSSH ")),
    "pempkcs8": ("pem", lambda rng: values.pem(rng, "")),
    "short": ("password", values.short),
    "md5key": ("hex", lambda rng: text(rng, HEX, 32)),
    "key16": ("key", lambda rng: text(rng, ALNUM, 16)),
    "key20": ("key", lambda rng: text(rng, ALNUM, 20)),
    "key40": ("key", lambda rng: text(rng, ALNUM, 40)),
    "key43": ("key", lambda rng: text(rng, ALNUM, 43)),
    "key64": ("key", lambda rng: text(rng, ALNUM, 64)),
    "wifikey": ("digits", lambda rng: text(rng, DIGITS, 20)),
    "digits48": ("digits", lambda rng: "-".join(text(rng, DIGITS, 6) for _ in range(8))),
    "applepw": ("groups", lambda rng: "-".join(text(rng, LOWER, 4) for _ in range(4))),
    "wppw": ("groups", lambda rng: " ".join(text(rng, ALNUM, 4) for _ in range(6))),
    "mailcode": ("letters", lambda rng: text(rng, LOWER, 16)),
    "swarm": (
        "key",
        lambda rng: f"{text(rng, LOWER + DIGITS, 50)}-{text(rng, LOWER + DIGITS, 25)}",
    ),
    "kubeadm": ("key", lambda rng: f"{text(rng, HEX, 6)}.{text(rng, HEX, 16)}"),
    "toksplit": ("vendor github", _split),
    "tokzw": ("vendor github", _zero_width(_GITHUB)),
    "tokentity": ("vendor github", _entity(_GITHUB)),
    "tok64": ("vendor github", _encoded),
} | {f"tok.{name}": (f"vendor {name}", make) for name, make in vendors.VENDORS.items()}
_ANY_VENDOR = "tok"


def _email(rng: random.Random) -> str:
    return f"{rng.choice(words('users'))}@{rng.choice(words('hosts'))}"


def _ip(rng: random.Random) -> str:
    start = rng.choice(("10.0", "192.168", "172.16", "88.198"))
    return f"{start}.{rng.randint(0, 40)}.{rng.randint(2, 250)}"


def _date(rng: random.Random) -> str:
    return f"{rng.randint(2023, 2026)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


FILLERS: dict[str, Maker] = {
    "user": lambda rng: rng.choice(words("users")),
    "person": lambda rng: rng.choice(words("persons")),
    "host": lambda rng: rng.choice(words("hosts")),
    "project": lambda rng: rng.choice(words("projects")),
    "db": lambda rng: rng.choice(words("databases")),
    "svc": lambda rng: rng.choice(words("services")),
    "Svc": lambda rng: rng.choice(words("services")).capitalize(),
    "ENV": lambda rng: rng.choice(words("services")).upper(),
    "ssid": lambda rng: rng.choice(words("ssids")),
    "email": _email,
    "ip": _ip,
    "port": lambda rng: str(rng.choice((22, 2222, 3000, 5432, 8006, 8080, 8443, 9000, 18789))),
    "date": _date,
    "num": lambda rng: text(rng, DIGITS, 4),
    "prefix": lambda rng: rng.choice(
        ("gh" + "p_", "sk-an" + "t-", "AK" + "IA", "xo" + "xb-", "sk-", "gl" + "pat-", "h" + "f_")
    ),
    "cuttok": lambda rng: cut(rng, _token(rng)),
    "cutpw": lambda rng: values.human(rng)[:3] + rng.choice(("...", "***", "•••••")),
}


def fill(template: str, rng: random.Random) -> Filled:
    """Fill a template; slots of secrets get a new value each."""
    return _fill(template, rng, None)


def fill_innocent(template: str, rng: random.Random) -> str:
    """Fill a template with something that is no secret where the secret would be."""
    return _fill(template, rng, rng.choice((_masked, _placeholder, _referenced))).text


def has_secret(template: str) -> bool:
    """Tell whether a template has a slot for a secret."""
    return any(
        name in SECRET_SLOTS or name in {_ANY_VENDOR, "sameuser"}
        for name in _SLOT.findall(template)
    )


def _masked(name: str, rng: random.Random) -> str:
    if name.startswith("tok"):
        return cut(rng, SECRET_SLOTS[name][1](rng).split("\n")[0])
    return mask(rng)


def _placeholder(name: str, rng: random.Random) -> str:
    return "<" + name.split(":", maxsplit=1)[0] + ">" if rng.random() < 0.2 else placeholder(rng)


def _referenced(name: str, rng: random.Random) -> str:
    del name
    return reference(rng)


def _fill(
    template: str, rng: random.Random, instead: Callable[[str, random.Random], str] | None
) -> Filled:
    parts: list[str] = []
    secrets: list[tuple[int, int]] = []
    classes: list[str] = []
    done = length = 0
    last: dict[str, str] = {}
    for slot in _SLOT.finditer(template):
        parts.append(template[done : slot.start()])
        length += len(parts[-1])
        done = slot.end()
        name = slot[1]
        if name == _ANY_VENDOR:
            name = f"tok.{rng.choice(vendors.INLINE)}"
        if name == "sameuser":
            value = instead(name, rng) if instead else last.get("user", "admin")
            secrets.append((length, length + len(value)))
            classes.append("user name")
        elif name in SECRET_SLOTS:
            label, make = SECRET_SLOTS[name]
            value = instead(name, rng) if instead else make(rng)
            secrets.append((length, length + len(value)))
            classes.append(label)
        else:
            value = (FILLERS.get(name) or INNOCENT[name])(rng)
            last[name] = value
        parts.append(value)
        length += len(value)
    parts.append(template[done:])
    return Filled("".join(parts), tuple(secrets), tuple(classes))
