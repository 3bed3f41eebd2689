"""Tokens of secret managers, and the keys that open them."""

import re

from memcli.scan.adjudicate import count_digits
from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.checks import has_bech32_checksum, is_mixed
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_BASE64_KEY = Shape(
    rb"[A-Za-z0-9+/_-]{43}=",
    ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV="),
)
_VAULT_URL = "https://developer.hashicorp.com/vault/docs/concepts/tokens"


def _accepts_mixed(match: re.Match[bytes]) -> bool:
    return is_mixed(match["secret"][len(match["public"]) :]) and looks_issued(match)


def _accepts_vault(match: re.Match[bytes]) -> bool:
    return count_digits(match["secret"]) > 1 and looks_issued(match)


ONEPASSWORD_SECRET_KEY = vendor_rule(
    "onepassword-secret-key",
    vendor="1Password",
    title="1Password Secret Key",
    why="With the account's password, whoever reads it can open every vault of the account.",
    url="https://support.1password.com/secret-key-security/",
    revoke="regenerate the Secret Key on 1Password.com, in the account's settings",
    anchors=(b"a3-",),
    pattern=prefixed(
        rb"A3-",
        rb"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    )
    + rb"(?!-[A-Z0-9])",
    accepts=looks_issued,
    examples=(
        Sample(("Emergency kit: A3", "-Q7LMWX-", "9TBZR5KVNC8-", "PDYF3-", "JSGA7-", "QEX1U")),
        Sample(("A3", "-Q7LMWX-", "9TBZR5-", "KVNC8-", "PDYF3-", "JSGA7-", "QEX1U")),
    ),
    counter_examples=(
        Sample(("A3-", "XXXXXX-XXXXXXXXXXX-XXXXX-XXXXX-XXXXX")),
        Sample(("DA3", "-Q7LMWX-", "9TBZR5KVNC8-", "PDYF3-", "JSGA7-", "QEX1U")),
        Sample(("A3-SHEET-SIZES-FOR-PRINT",)),
    ),
)


def _accepts_age(match: re.Match[bytes]) -> bool:
    """Take what has a checksum, random or not, and what looks random, typed wrongly or not."""
    return has_bech32_checksum(match["secret"]) or looks_issued(match)


VAULT_TOKEN = vendor_rule(
    "vault-token",
    vendor="HashiCorp Vault",
    title="HashiCorp Vault token",
    url=_VAULT_URL,
    revoke="revoke it with vault token revoke",
    anchors=(b"hvs.", b"hvb.", b"hvr."),
    pattern=prefixed(rb"hv[sbr]\.", rb"[A-Za-z0-9_-]{24,400}"),
    accepts=_accepts_vault,
    examples=(
        Sample(
            (
                *("VAULT_TOKEN=hv", "s.", "CAESIq7LmW", "x9TbZr5KvN", "c8PdYf3JsG", "a7QeX1uRt6"),
                *("Hk4MwBn2Vp", "Cz8LdTq5Sy", "Xg9KhRm3Jf", "Wa7ZeUb6Qv", "Nt1XuRt6Hk"),
            )
        ),
        Sample(("root is hv", "s.", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7Yc")),
    ),
    counter_examples=(
        Sample(("hv", "s.", "x" * 95)),
        Sample(("hvs.exampleConfigurationOfTheServer",)),
        Sample(("hvs.CAES...",)),
    ),
)

VAULT_LEGACY_TOKEN = vendor_rule(
    "vault-legacy-token",
    vendor="HashiCorp Vault",
    title="HashiCorp Vault token of before version 1.10",
    url=_VAULT_URL,
    revoke="revoke it with vault token revoke",
    anchors=(b"vault", b"token"),
    pattern=(
        rb"(?i:vault|token)[A-Za-z0-9_ .-]{0,24}[\"'`*]{0,3}[ \t]{0,4}[:=]?[ \t\"'`*]{1,6}"
        rb"(?P<secret>(?P<public>s\.)[A-Za-z0-9]{24})(?![A-Za-z0-9_.(-])"
    ),
    accepts=_accepts_mixed,
    examples=(
        Sample(("vault token: s", ".q7LmWx9TbZ", "r5KvNc8PdY", "f3Js")),
        Sample(("vault login s", ".Zw3Kq8RtLm", "5Xv9BnHs2P", "d7Yc")),
    ),
    counter_examples=(
        Sample(("token = s.makeKubeConfigController2",)),
        Sample(("vault token: s", ".", "x" * 24)),
        Sample(("token s", ".q7LmWx9TbZ", "r5KvNc8PdY", "f3Js()")),
    ),
)

VAULT_UNSEAL_KEY = vendor_rule(
    "vault-unseal-key",
    vendor="HashiCorp Vault",
    title="HashiCorp Vault unseal or recovery key",
    url="https://developer.hashicorp.com/vault/docs/concepts/seal",
    revoke="rekey the vault with vault operator rekey",
    anchors=(b"unseal", b"recovery key"),
    pattern=(
        rb"(?i:unseal[ _-]key|recovery[ _-]key)[ _-]?[0-9]{0,2}[\"'`*]{0,3}[ \t]{0,4}[:=]"
        rb"[ \t\"'`*]{0,6}(?P<secret>(?P<public>)[A-Za-z0-9+/]{43,44}={0,2})(?![A-Za-z0-9+/=])"
    ),
    accepts=_accepts_mixed,
    examples=(
        Sample(("Unseal Key 1: ", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw", "BnVp")),
        Sample(
            ("Recovery Key 3: ", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt6Hk4", "MwB=")
        ),
    ),
    counter_examples=(
        Sample(("Unseal Key 1: ", "x" * 44)),
        Sample(("Unseal Key 1: kept in the safe on the third floor",)),
    ),
)

AGE_SECRET_KEY = vendor_rule(
    "age-secret-key",
    vendor="age",
    title="age secret key",
    why="Whoever reads it can decrypt what was encrypted for its owner.",
    url="https://age-encryption.org/",
    revoke="make a new key pair and encrypt the files again for it",
    anchors=(b"age-secret-key-",),
    pattern=prefixed(rb"AGE-SECRET-KEY-", rb"(?:PQ-)?1[02-9AC-HJ-NP-Z]{58,80}"),
    accepts=_accepts_age,
    examples=(
        Sample(
            (
                *("AGE-SECRET", "-KEY-1", "Q7LMWX9TYZ", "R5KVNC8PDY", "F3JSGA7QEX", "3URT6HK4MW"),
                *("LN2VPCZ8LD", "TQ5SYXG9"),
            )
        ),
    ),
    counter_examples=(
        Sample(("AGE-SECRET-KEY-1", "X" * 58)),
        Sample(("AGE-SECRET-KEY-1...",)),
        Sample(("age1q7lmwx9tyzr5kvnc8pdyf3jsga7qex3urt6hk4mw", "ln2vpcz8ldtq5syxg9")),
    ),
)

BITWARDEN_TOKEN = vendor_rule(
    "bitwarden-access-token",
    vendor="Bitwarden Secrets Manager",
    title="Bitwarden Secrets Manager access token",
    url="https://bitwarden.com/help/access-tokens/",
    revoke="revoke the token in Secrets Manager, under Machine accounts",
    anchors=(b"0.",),
    pattern=(
        rb"(?<![A-Za-z0-9.])(?P<secret>(?P<public>0\.)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}"
        rb"-[0-9a-f]{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{22}==)"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *(
                    "BWS_ACCESS_TOKEN=0",
                    ".8f14e45f",
                    "-ceea-467d-9b1c-",
                    "0242ac130003",
                    ".q7LmWx9T",
                ),
                *("bZr5KvNc8P", "dYf3JsGa7QeX", ":1uRt6Hk4Mw", "Bn2VpCz8LdTq=="),
            )
        ),
    ),
    counter_examples=(
        Sample(("0", ".8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("0.00000000-0000-0000-0000-000000000000.", "x" * 30, ":", "x" * 22, "==")),
    ),
)

DOTENV_KEY = vendor_rule(
    "dotenv-vault-key",
    vendor="dotenv vault",
    title="key of an encrypted .env file",
    url="https://dotenvx.com/docs/quickstart/encryption",
    revoke="rotate the keys with dotenvx, and what the file holds",
    anchors=(b"dotenv",),
    pattern=(
        rb"(?:dotenv://:|DOTENV_PRIVATE_KEY[A-Z0-9_]{0,24}[\"']?[ ]{0,2}[=:][ ]{0,2}[\"']?)"
        rb"(?P<secret>(?P<public>(?:key_)?)[0-9a-f]{64})(?![0-9A-Za-z])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("DOTENV_KEY=dot", "env://:key_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264"),
                *("e19b37d2", "5ac0f846", "1d72be93", "f0685a4c", "@dotenv.org/vault/.env.vault"),
            )
        ),
        Sample(
            (
                *("DOTENV_PRIVATE", '_KEY_CI="', "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264"),
                *("e19b37d2", "5ac0f846", "1d72be93", 'f0685a4c"'),
            )
        ),
    ),
    counter_examples=(
        Sample(("dotenv://:key_", "0" * 64)),
        Sample(("DOTENV_PRIVATE_KEY=your-private-key",)),
        Sample(("DOTENV_PUBLIC_KEY=", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
    ),
)

RULES: tuple[Rule, ...] = (
    ONEPASSWORD_SECRET_KEY,
    VAULT_TOKEN,
    VAULT_LEGACY_TOKEN,
    VAULT_UNSEAL_KEY,
    AGE_SECRET_KEY,
    BITWARDEN_TOKEN,
    DOTENV_KEY,
    marked(
        "1Password",
        ("ops_eyJ",),
        Shape(
            rb"[A-Za-z0-9+/_-]{200,3000}={0,3}",
            (
                "zaWduSW5BZGRy",
                "ZXNzIjoicTdM",
                "bVd4OVRiWnI1",
                "S3ZOYzhQZFlm",
                "M0pzR2E3UWVY",
                "MXVSdDZIazRN",
                "d0JuMlZwQ3o4",
                "TGRUcTVTeVhn",
                "OUtoUm0zSmZX",
                "YTdaZVViNlF2",
                "TnQxWHVSdDZI",
                "azRNd0JuMlZw",
                "Q3o4TGRUcTVT",
                "eVhnOUtoUm0z",
                "SmZXYTdaZVVi",
                "NlF2TnQxWHVS",
                "dDZIazRNd0Ju",
            ),
        ),
        "https://developer.1password.com/docs/service-accounts/",
        what="service account token",
        id="onepassword-service-account-token",
    ),
    marked(
        "Doppler",
        ("dp.pt.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit.", "dp.said."),
        mixed(40, 44),
        "https://docs.doppler.com/reference/auth-token-formats",
        what="token",
    ),
    marked(
        "Doppler",
        ("dp.st.",),
        Shape(
            rb"(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}",
            ("prd.", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "Ga6QeH1uRt4H", "k2MwBnV"),
        ),
        "https://docs.doppler.com/reference/auth-token-formats",
        what="service token",
    ),
    marked(
        "Infisical",
        ("st.",),
        Shape(
            rb"(?:[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f-]{27})\.[0-9a-f]{32}\.[0-9a-f]{32}",
            (
                "4f7a19c0",
                "b2e8d653",
                "9c1fa07e",
                ".5d3b8264",
                "e19b37d2",
                "5ac0f846",
                "1d72be93",
                ".f0685a4c",
                "7be2c94d",
                "06f3a815",
                "c8d1479e",
            ),
        ),
        "https://infisical.com/docs/documentation/platform/token",
        what="service token",
    ),
    named(
        "Infisical",
        hexadecimal(64),
        "https://infisical.com/docs/documentation/platform/identities/universal-auth",
        what="client secret",
    ),
    named(
        "Bitwarden",
        mixed(30),
        "https://bitwarden.com/help/personal-api-key/",
        names=("bitwarden", "bw client", "vaultwarden"),
        what="client secret",
    ),
    marked(
        "Dashlane",
        ("dls_",),
        Shape(
            rb"[A-Z0-9]{16,40}_[A-Za-z0-9]{20,80}",
            ("Q7LMWX9TBZR5KVNC", "8PDYF3JS_", "Q7LmWx9TbZr5", "KvNc8PdYf3Js"),
        ),
        "https://cli.dashlane.com/personal/devices",
        what="service device key",
    ),
    named(
        "Akeyless",
        Shape(rb"[A-Za-z0-9+/]{43}=", ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV=")),
        "https://docs.akeyless.io/docs/api-key",
        what="access key",
    ),
    named(
        "Fernet",
        _BASE64_KEY,
        "https://cryptography.io/en/latest/fernet/",
        what="key",
        names=("fernet",),
    ),
    named(
        "Cyberark Conjur",
        lower(50, 60),
        "https://docs.cyberark.com/conjur-open-source/latest/en/content/developer/conjur_api_authenticate.htm",
        names=("conjur authn", "conjur"),
    ),
)
