"""Make values that are no secrets: names, references, placeholders, masks, digests, ids."""

import base64
import random

from bench.corpus.data import words
from bench.corpus.values import (
    ALNUM,
    DIGITS,
    HEX,
    LOWER,
    UPPER,
    Maker,
    text,
    uuid_text,
)


def env_name(rng: random.Random) -> str:
    """Return the name of an environment variable that would hold a secret."""
    return f"{rng.choice(words('services')).upper()}_{rng.choice(words('kinds'))}"


def reference(rng: random.Random) -> str:
    """Return code or shell that reads a secret from somewhere."""
    name = env_name(rng)
    low = name.lower()
    return rng.choice(
        (
            f"${name}",
            f"${{{name}}}",
            f"${{{name}:?}}",
            f"%{name}%",
            f"$env:{name}",
            f"process.env.{name}",
            f'os.environ["{name}"]',
            f"os.environ.get('{name}')",
            f'os.getenv("{name}")',
            f"settings.{low}",
            f"config.auth.{low}",
            f"import.meta.env.VITE_{name}",
            f"${{{{ secrets.{name} }}}}",
            f'System.getenv("{name}")',
            f'env::var("{name}")',
            f"$(pass show {low.replace('_', '/')})",
            f"$(cat /run/secrets/{low})",
            f'client.get_secret("{low}")',
            f"vault:secret/data/{low}#value",
            f"op://Private/{low}/credential",
            f"!secret {low}",
            f'file("~/.{low}")',
            f"var.{low}",
            f"data.vault_generic_secret.{low}.data",
            f"st.secrets['{low}']",
            name,
        )
    )


def placeholder(rng: random.Random) -> str:
    """Return a placeholder in one of several languages."""
    return rng.choice(words("placeholders"))


def mask(rng: random.Random) -> str:
    """Return what people put in place of a whole password."""
    return rng.choice(("***", "********", "••••••••", "xxxx", "●●●●●●", "****", "—", "__", "§§§§"))


def cut(rng: random.Random, value: str) -> str:
    """Return a value that its author masked or shortened."""
    head = value[: rng.choice((4, 6, 8))]
    style = rng.randrange(6)
    if style == 0:
        return head + "..."
    if style == 1:
        return head + "…" + value[-2:]
    if style == 2:
        return head + "*" * rng.randint(4, 24)
    if style == 3:
        return head + "…***"
    if style == 4:
        return head + "x" * rng.randint(12, 30)
    return head + "<redacted>"


def ulid(rng: random.Random) -> str:
    """Return a ULID."""
    return "01" + text(rng, "HJK", 1) + text(rng, DIGITS + "ABCDEFGHJKMNPQRSTVWXYZ", 23)


def integrity(rng: random.Random) -> str:
    """Return a lockfile's integrity value."""
    return "sha512-" + base64.b64encode(rng.randbytes(64)).decode()


def digest(rng: random.Random) -> str:
    """Return a named digest."""
    return rng.choice(("sha256:" + text(rng, HEX, 64), "sha512:" + text(rng, HEX, 128)))


def public_key(rng: random.Random) -> str:
    """Return the public half of an SSH key."""
    body = base64.b64encode(b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00 " + rng.randbytes(32))
    return f"ssh-ed25519 {body.decode()} dev@laptop"


def certificate(rng: random.Random) -> str:
    """Return a certificate or a public key in PEM, over several lines."""
    kind = rng.choice(("CERTIFICATE", "PUBLIC KEY", "CERTIFICATE REQUEST"))
    body = base64.b64encode(b"\x30\x82" + rng.randbytes(590)).decode()
    lines = [body[i : i + 64] for i in range(0, len(body), 64)]
    dashes = "-" * 5
    return "\n".join((f"{dashes}BEGIN {kind}{dashes}", *lines, f"{dashes}END {kind}{dashes}"))


def bcrypt(rng: random.Random) -> str:
    """Return a bcrypt hash."""
    return "$2b$12$" + text(rng, ALNUM + "./", 53)


def _user_with_number(rng: random.Random) -> str:
    name = rng.choice(words("words"))
    return name + rng.choice(("", "_", ".", "-")) + str(rng.randint(10, 2025))


def slug(rng: random.Random) -> str:
    """Return a name that begins like a token."""
    parts = rng.sample(words("slugs"), 4)
    start = rng.choice(("sk-", "pk-", "hf-", "glpat-", "npm-", "xoxb-", "re-", "fc-", "key-"))
    return f"{start}{'-'.join(parts)}-{rng.randint(2019, 2026)}"


_DOCUMENTED = tuple(
    f"{scheme}://{pair}"
    for scheme in ("https", "http", "postgres", "scheme", "ftp", "mongodb")
    for pair in ("user:" + "password", "user:" + "pass", "username:" + "password", "u:" + "p")
)
INNOCENT: dict[str, Maker] = {
    "envname": env_name,
    "ref": reference,
    "ph": placeholder,
    "mask": mask,
    "sha1": lambda rng: text(rng, HEX, 40),
    "sha7": lambda rng: text(rng, HEX, 7),
    "sha256": lambda rng: text(rng, HEX, 64),
    "md5": lambda rng: text(rng, HEX, 32),
    "digest": digest,
    "integrity": integrity,
    "uuid": uuid_text,
    "ulid": ulid,
    "tx": lambda rng: "0x" + text(rng, HEX, 64),
    "address": lambda rng: "0x" + text(rng, HEX, 40),
    "wskey": lambda rng: base64.b64encode(rng.randbytes(16)).decode(),
    "arn": lambda rng: (
        f"arn:aws:secretsmanager:eu-west-1:{text(rng, DIGITS, 12)}"
        f":secret:prod/{rng.choice(words('services'))}-{text(rng, ALNUM, 6)}"
    ),
    "pubkey": public_key,
    "cert": certificate,
    "fingerprint": lambda rng: "SHA256:" + base64.b64encode(rng.randbytes(32)).decode().rstrip("="),
    "publishable": lambda rng: (
        rng.choice(("pk_l" + "ive_", "pk_t" + "est_")) + text(rng, ALNUM, 24)
    ),
    "slug": slug,
    "trace": lambda rng: f"00-{text(rng, HEX, 32)}-{text(rng, HEX, 16)}-01",
    "datauri": lambda rng: (
        "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n" + rng.randbytes(120)).decode()
    ),
    "bcrypt": bcrypt,
    "model": lambda rng: rng.choice(words("models")),
    "version": lambda rng: f"{rng.randint(0, 24)}.{rng.randint(0, 40)}.{rng.randint(0, 19)}",
    "cloudid": lambda rng: (
        rng.choice(("i-", "vol-", "sg-", "ami-", "subnet-")) + text(rng, HEX, 17)
    ),
    "clientid": lambda rng: (
        f"{text(rng, DIGITS, 12)}-{text(rng, LOWER + DIGITS, 32)}.apps.googleusercontent.com"
    ),
    "notionid": lambda rng: text(rng, HEX, 32),
    "msgid": lambda rng: f"<CA{text(rng, ALNUM, 40)}@mail.gmail.com>",
    "objectid": lambda rng: text(rng, HEX, 24),
    "ticket": lambda rng: f"{text(rng, UPPER, 3)}-{rng.randint(100, 9999)}",
    "docaws": lambda _: "AKIA" + "IOSFODNN7" + "EXAMPLE",
    "docawssecret": lambda _: "wJalrXUtnFEMI/K7MD" + "ENG/bPxRfiCYEXAMPLEKEY",
    "docakia": lambda _: "AK" + "IA" + "X" * 16,
    "docpat": lambda _: "gh" + "p_" + "x" * 36,
    "docurl": lambda rng: rng.choice(_DOCUMENTED) + "@" + rng.choice(words("hosts")),
    "docdb": lambda rng: rng.choice(_DOCUMENTED) + "@" + rng.choice(("localhost:5432/db", "host")),
    "plain": lambda rng: rng.choice(words("plain")),
    "chatid": lambda rng: f"-100{text(rng, DIGITS, 10)}",
    "snowflake": lambda rng: str(rng.randint(10**17, 10**18)),
    "mac": lambda rng: ":".join(text(rng, HEX, 2) for _ in range(6)),
    "sheet": lambda rng: "1" + text(rng, ALNUM, 43),
    "stripeid": lambda rng: rng.choice(("cus_", "price_", "prod_", "pi_")) + text(rng, ALNUM, 14),
    "slackid": lambda rng: rng.choice("CU") + "0" + text(rng, UPPER + DIGITS, 9),
    "userno": _user_with_number,
    "base58": lambda rng: text(rng, ALNUM.translate({ord(c): None for c in "0OIl"}), 44),
    "key16x": lambda rng: text(rng, ALNUM, 16),
    "alnum9": lambda rng: text(rng, ALNUM, 9),
    "alnum24": lambda rng: text(rng, ALNUM, 24),
    "alnum38": lambda rng: text(rng, ALNUM, 38),
    "lower5": lambda rng: text(rng, LOWER + DIGITS, 5),
    "lower20": lambda rng: text(rng, LOWER, 20),
    "hex12": lambda rng: text(rng, HEX, 12),
    "hex14": lambda rng: text(rng, HEX, 14),
    "hex16": lambda rng: text(rng, HEX, 16),
    "hex18": lambda rng: text(rng, HEX, 18),
    "upper7": lambda rng: text(rng, UPPER + DIGITS, 7),
    "upper8": lambda rng: text(rng, UPPER + DIGITS, 8),
    "upper10": lambda rng: text(rng, UPPER + DIGITS, 10),
    "upper13": lambda rng: text(rng, UPPER + DIGITS, 13),
    "upper14": lambda rng: text(rng, UPPER + DIGITS, 14),
    "upper16": lambda rng: text(rng, UPPER + DIGITS, 16),
    "youtube": lambda rng: text(rng, ALNUM, 11),
}
