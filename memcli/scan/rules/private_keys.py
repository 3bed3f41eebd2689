"""Private keys in their text armours."""

import re

from memcli.scan.adjudicate import count_digits, has_unusual_letters, is_filler
from memcli.scan.model import Rule, Sample, Tier, compiled

_KEY_MIN_BODY = 40
_KEY_MIN_DISTINCT = 12
_KEY_SHOWN = 120
_NEW_PAIR = (
    "Remove it, make a new key pair and replace the public key wherever the old one was trusted."
)

# What ends a line, also written out: in strings, HTML, URLs.
_LINE_FEED = (
    rb"\r|\n|\\{1,4}[nr]|\\u(?:000[aAdD]|2028)|<br ?/?>|&#(?:10|13|x0?[aAdD]);|%0[aAdD]"
    rb"|\xe2\x80[\xa8\xa9]"
)
# Between the lines of a key: line ends, and what quotes, numbers, lists or comments a line.
_SEP = (
    rb"(?:[ \t\x0b\x0c>|\"'`#*,;:(){}\[\]]|\xc2\xa0|\xe3\x80\x80|\xe2\x94[\x80-\xbf]|%%20|%b|\\t"
    rb"|\\(?![nrtu/])|-{1,3}(?=[ \t])|[+%%/](?=[ \t\r\n\"'])|//(?=[ \t])|/\*|=(?=\r?\n)"
    rb"|[0-9]{1,6} {0,4}(?:\t|\xe2\x86\x92|[:|.)])|[bfru](?=[\"']))"
) % _LINE_FEED
_SEPS = rb"(?:%b){1,24}" % _SEP
# JSON may escape a slash, a URL all that is no letter or digit.
_CHARACTER = rb"(?:[A-Za-z0-9+=]|\\?/|%(?:2[BbFf]|3[Dd]))"
_CHUNK = rb"%b{16,}" % _CHARACTER
_AT_LINE_END = rb"(?=[ \t\"'`;,+|\\)\]]{0,8}(?:%b|\Z|---))" % _LINE_FEED
# Words are as short; on a line of their own they are rare, and do not look drawn.
_BODY = (
    rb"(?:%(seps)b)?(?:%(chunk)b|%(char)b{4,15}%(end)b)"
    rb"(?:%(seps)b(?:%(chunk)b|%(char)b{2,15}%(end)b)){0,2000}"
) % {b"seps": _SEPS, b"chunk": _CHUNK, b"char": _CHARACTER, b"end": _AT_LINE_END}
_ARMOUR_HEADERS = rb"(?:%b[A-Za-z][A-Za-z-]{2,30}:[^\r\n\\]{0,160}(?=[\r\n\\])){0,6}" % _SEPS
_SPACE = rb"(?: |%20|\+|\xc2\xa0)"
# The last line may be short; only the footer tells it from a word of the text that follows.
_FOOTER = (
    rb"(?:(?:%(seps)b%(char)b{1,15}){0,2}(?:%(seps)b)?"
    rb"-{4,5}%(space)b?END(?:[A-Z0-9+]|%(space)b){0,60}PRIVATE%(space)bKEY"
    rb"(?:%(space)bBLOCK)?%(space)b?-{4,5})?"
) % {b"seps": _SEPS, b"char": _CHARACTER, b"space": _SPACE}
_LABELS = (
    rb"RSA|DSA|EC|ECDSA|DH|SM2|OPENSSH|ENCRYPTED|ANY|TSS2|ED25519|X25519|NEBULA ED25519"
    rb"|NEBULA X25519|SIGSTORE|ENCRYPTED SIGSTORE|COSIGN|ENCRYPTED COSIGN|SSH2 ENCRYPTED"
)
_BETWEEN_LETTERS_AND_DIGITS = rb"(?<=[A-Za-z])[0-9]|(?<=[0-9])[A-Za-z]"
_MIN_CHANGES = 5


def _is_cut(match: re.Match[bytes], body: bytes) -> bool:
    """Tell whether only the beginning is shown, as documentation does."""
    end = match.end("body")
    return len(body) < _KEY_SHOWN and match.string[end : end + 3] in {b"...", b"\xe2\x80\xa6"}


def _accepts_key_body(match: re.Match[bytes]) -> bool:
    body = compiled(_SEP).sub(b"", match["body"])
    return (
        len(body) >= _KEY_MIN_BODY
        and _is_drawn(body[:_KEY_SHOWN])
        and not _is_cut(match, body)
        and len(set(body)) >= _KEY_MIN_DISTINCT
        and count_digits(body) > 0
        and not body.islower()
        and not body.isupper()
        and not is_filler(body[:_KEY_MIN_BODY])
    )


def _is_drawn(body: bytes) -> bool:
    changes = len(compiled(_BETWEEN_LETTERS_AND_DIGITS).findall(body))
    return changes >= _MIN_CHANGES or has_unusual_letters(body)


def _accepts_key_bytes(match: re.Match[bytes]) -> bool:
    body = match["body"]
    return (
        not _is_cut(match, body)
        and len(set(body)) >= _KEY_MIN_DISTINCT
        and count_digits(body) > 0
        and not is_filler(body[:_KEY_MIN_BODY])
    )


PRIVATE_KEY = Rule(
    id="private-key",
    tier=Tier.STRUCTURAL,
    title="private key block",
    why="Whoever reads it can log in, sign or decrypt as the key's owner.",
    advice=(
        "Remove it, make a new key pair and replace the public key wherever the old one was"
        " trusted; a certificate for it has to be revoked."
    ),
    anchors=(b"private key", b"private%20key", b"private+key", b"private\xc2\xa0key"),
    pattern=(
        rb"(?P<secret>(?P<public>-----?[ ]?BEGIN(?:[ ](?:%(labels)b))?"
        rb"(?:[ ]PRIVATE KEY[ ]?-{4,5})?)"
        rb"(?:(?<=----)|(?:[A-Z0-9]|%(space)b){0,60}PRIVATE%(space)bKEY%(space)b?-{4,5})"
        rb"%(headers)b(?P<body>%(body)b)%(footer)b)"
    )
    % {
        b"labels": _LABELS,
        b"space": _SPACE,
        b"headers": _ARMOUR_HEADERS,
        b"body": _BODY,
        b"footer": _FOOTER,
    },
    accepts=_accepts_key_body,
    strong=True,
    examples=(
        Sample(
            (
                *("-----BEGIN ", "PRIVATE KEY", "-----\n", "MC4CAQAwBQYD", "K2VwBCIEIHq7"),
                *("LmWx9TbZr5Kv", "Nc8PdYf3JsGa", "7QeX1uRt6Hk4", "\n-----END ", "PRIVATE KEY"),
                "-----",
            )
        ),
        Sample(
            (
                *('{"key": "-----BEGIN ', "RSA PRIVATE KEY", "-----\\n", "MIIEq7LmWx9T"),
                *("bZr5KvNc8PdY", "f3JsGa7QeX1u\\n", "Rt6Hk4MwBn2V", "pCz8LdTq5SyX\\n", '..."}'),
            )
        ),
    ),
    counter_examples=(
        Sample(("A file that starts -----BEGIN ", "RSA PRIVATE KEY", "----- is never copied.")),
        Sample(("-----BEGIN ", "RSA PRIVATE KEY", "-----\n...\n-----END RSA PRIVATE KEY-----")),
        Sample(("-----BEGIN ", "PRIVATE KEY", "-----\n", "x" * 64, "\n")),
        Sample(("-----BEGIN ", "CERTIFICATE-----\n", "MIIEq7LmWx9T", "bZr5KvNc8PdY", "f3JsGa7Q")),
    ),
)

PGP_PRIVATE_KEY = Rule(
    id="pgp-private-key",
    tier=Tier.STRUCTURAL,
    title="PGP private key block",
    why="Whoever reads it can sign and decrypt as the key's owner.",
    advice="Remove it, then publish the key's revocation certificate and make a new key.",
    anchors=(b"private key block",),
    pattern=(
        rb"(?P<secret>(?P<public>-----BEGIN PGP PRIVATE[ ]KEY BLOCK-----)"
        rb"%b(?P<body>%b)%b)" % (_ARMOUR_HEADERS, _BODY, _FOOTER)
    ),
    accepts=_accepts_key_body,
    strong=True,
    examples=(
        Sample(
            (
                *("-----BEGIN ", "PGP PRIVATE KEY", " BLOCK-----\n", "Version: 1\n\n"),
                *("lQOYBGq7LmWx", "9TbZr5KvNc8P", "dYf3JsGa7QeX", "1uRt6Hk4MwBn\n", "=q7Lm\n"),
                *("-----END ", "PGP PRIVATE KEY", " BLOCK-----"),
            )
        ),
    ),
    counter_examples=(
        Sample(("Look for -----BEGIN ", "PGP PRIVATE KEY", " BLOCK----- in the export.")),
        Sample(("-----BEGIN ", "PGP PUBLIC KEY", " BLOCK-----\n\n", "lQOYBGq7LmWx", "9TbZr5Kv")),
    ),
)

PUTTY_PRIVATE_KEY = Rule(
    id="putty-private-key",
    tier=Tier.STRUCTURAL,
    title="PuTTY private key",
    why="Whoever reads it can log in wherever its public half is trusted.",
    advice="Remove it, make a new key and take the old one out of every authorized_keys file.",
    anchors=(b"private-lines:",),
    pattern=(
        rb"(?P<secret>(?P<public>Private-Lines: ?)[0-9]{1,4}(?P<body>%b)"
        rb"(?:%bPrivate-MAC: ?[0-9a-f]{40,64})?)" % (_BODY, _SEPS)
    ),
    accepts=_accepts_key_body,
    strong=True,
    examples=(
        Sample(
            (
                *(
                    "PuTTY-User-Key-File-3: ssh-ed25519\n",
                    "Encryption: none\n",
                    "Private",
                    "-Lines: 1",
                ),
                *("\n", "AAAAIHq7LmWx", "9TbZr5KvNc8P", "dYf3JsGa7QeX", "1uRt6Hk4\n"),
                "Private-MAC: none\n",
            )
        ),
    ),
    counter_examples=(
        Sample(("PuTTY-User-Key-File-3: ssh-ed25519\nPrivate", "-Lines: 1\n...\n")),
        Sample(("The field Private", "-Lines: counts the lines of the secret half.")),
    ),
)

BARE_PRIVATE_KEY = Rule(
    id="private-key-without-armour",
    tier=Tier.STRUCTURAL,
    title="private key without its armour",
    why="Its beginning shows that a private key follows, in DER and base64.",
    advice=_NEW_PAIR,
    anchors=(b"ibad", b"ibaz", b"ibaa", b"migh", b"mc4caqawbqy"),
    # Version 0 and an algorithm (PKCS 8), version 0 and a modulus (PKCS 1), version 3 (PKCS 12).
    pattern=(
        rb"(?P<secret>(?P<public>M(?<![A-Za-z0-9+/]M)(?:II[A-Za-z0-9+/]{3}IB"
        rb"(?:ADANBgkqhkiG9w0BAQEFAASC|AAKC(?:AQEA|AgEA)|AAKBgQ|AzCC)"
        rb"|IGHAgEAMBMGByqGSM49|C4CAQAwBQYDK2V))(?P<body>[A-Za-z0-9+/]{40,12000})={0,2})"
    ),
    accepts=_accepts_key_bytes,
    strong=True,
    examples=(
        Sample(
            (
                *("APP_PRIVATE=MIIEvQ", "IBADANBgkqhkiG9w", "0BAQEFAASCq7LmWx"),
                *("9TbZr5KvNc8PdYf3", "JsGa7QeX1uRt6Hk4", "MwBn2VpCz8LdTq5S"),
            )
        ),
    ),
    counter_examples=(
        Sample(("MIIBIjANBgkqhkiG", "9w0BAQEFAAOCq7Lm", "Wx9TbZr5KvNc8PdY", "f3JsGa7QeX1uRt6H")),
        Sample(("MIIEvQ", "IBADANBgkqhkiG9w", "0BAQEFAASC", "x" * 48)),
        Sample(("MIIEvQ", "IBADANBgkqhkiG9w", "0BAQEFAASC...")),
    ),
)

JSON_WEB_KEY = Rule(
    id="json-web-key",
    tier=Tier.STRUCTURAL,
    title="private JSON web key",
    why="Whoever reads it can sign or decrypt as the key's owner.",
    advice=_NEW_PAIR,
    anchors=(b'"kty"', b'\\"kty\\"'),
    pattern=(
        rb"\\?\"kty\\?\"(?:(?!\"kty)[\x00-\xff]){0,1200}?\\?\"(?:d|k)\\?\"\s{0,4}:\s{0,4}\\?\""
        rb"(?P<secret>(?P<public>)(?P<body>[A-Za-z0-9_-]{32,1400}))\\?\""
    ),
    accepts=_accepts_key_bytes,
    strong=True,
    examples=(
        Sample(
            (
                *('{"kty":"EC","crv":"P-256","x":"1","y":"2",', '"d":"q7LmWx9TbZr5Kv'),
                *("Nc8PdYf3JsGa7QeX", '1uRt6Hk4MwBn2V"}'),
            )
        ),
    ),
    counter_examples=(
        Sample(
            (
                '{"kty":"EC","crv":"P-256","x":"q7LmWx9TbZr5Kv',
                "Nc8PdYf3JsGa7QeX",
                '1uRt6Hk4MwBn2V"}',
            )
        ),
        Sample(('{"kty":"RSA","d":"..."}',)),
    ),
)

XML_PRIVATE_KEY = Rule(
    id="xml-private-key",
    tier=Tier.STRUCTURAL,
    title="private RSA key in XML",
    why="Whoever reads it can sign or decrypt as the key's owner.",
    advice=_NEW_PAIR,
    anchors=(b"<rsakeyvalue>",),
    pattern=(
        rb"<RSAKeyValue>(?:(?!</RSAKeyValue)[\x00-\xff]){0,3000}?<D>"
        rb"(?P<secret>(?P<public>)(?P<body>[A-Za-z0-9+/]{40,1400})={0,2})</D>"
    ),
    accepts=_accepts_key_bytes,
    strong=True,
    examples=(
        Sample(
            (
                *("<RSAKeyValue><Exponent>AQAB</Exponent>", "<D>q7LmWx9TbZr5Kv"),
                *("Nc8PdYf3JsGa7QeX", "1uRt6Hk4MwBn2VpCz8LdTq5S</D>"),
            )
        ),
    ),
    counter_examples=(
        Sample(("<RSAKeyValue><Modulus>q7LmWx9TbZr5Kv", "Nc8PdYf3JsGa7QeX1uRt6Hk4MwBn2VpCz8Ld")),
        Sample(("<RSAKeyValue><D>...</D></RSAKeyValue>",)),
    ),
)

RULES: tuple[Rule, ...] = (
    PRIVATE_KEY,
    PGP_PRIVATE_KEY,
    PUTTY_PRIVATE_KEY,
    BARE_PRIVATE_KEY,
    JSON_WEB_KEY,
    XML_PRIVATE_KEY,
)
