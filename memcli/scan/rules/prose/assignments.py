"""A label, what assigns, and a value: on one line or on the next."""

import re

from memcli.scan.adjudicate import Asks, Strength, is_hexadecimal, strength_of
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.rules.prose.asking import Label, label_of, text_after, text_before
from memcli.scan.rules.prose.labels import ANCHORS, PLAIN_LABELS, Kind, gates, label, labelled
from memcli.scan.rules.prose.values import (
    CLOSING,
    EITHER,
    OPENING,
    VALUE,
    WITHOUT_DIGITS,
    is_pin_value,
    is_value,
)

_ALONE_MIN_LENGTH = 20
_LOOSE_MIN_LENGTH = 16
WHY = "The label says that a credential follows, and the value looks like one."
ADVICE = (
    "Replace the value by the name of the place where it is kept; if it was real, change it"
    " where it is used."
)

# Separators: colons, equal signs, arrows, and their full-width forms.
_SEPARATOR = rb"""
    (?: [:?.]{0,3}={1,2}>? | [-=~]> | :{1,2} | \xef\xbc[\x9a\x9d] | \|{1,2} | \xe2\x86\x92
      | \xe2\x87\x92 | > | \t{1,3}(?=[^\s|])
      # Arguments of a call, and lists of names and values.
      | ,(?=[ ]{0,4}["'])
      | ,? [ \t]{0,4} (?: \r?\n [ \t]{0,24} )? \\?["']? (?i:value) \\?["']? [ ]? : )
"""
# Schemes of a header, and words that say the same again.
_AGAIN = rb"""(?: [ ]{0,4} ["']? (?i: basic | token | apikey | is ) [ ]{1,4} )?"""

_ASSIGNMENT = rb"""(?x)
    <label> %(closing)b [ \t]{0,4}
    (?: (?P<separator>%(separator)b) %(again)b )
    %(closing)b [ \t]{0,8} %(opening)b
    %(value)b
"""
_WORDS = {
    b"closing": CLOSING,
    b"separator": _SEPARATOR,
    b"again": _AGAIN,
    b"opening": OPENING,
}
# One search serves both rules.
_GATES = gates(_ASSIGNMENT % {**_WORDS, b"value": EITHER})


def _accepts(match: re.Match[bytes]) -> bool:
    found = label_of(match)
    if found is None or not _is_assigned(match):
        return False
    if found.asks is Asks.PASSWORD and is_pin_value(match):
        return _asks_for_digits(match, found)
    if found.kind is Kind.PIN or not is_value(match, found.asks):
        return False
    if found.kind is Kind.LOOSE:
        return _is_typed_or_long(match["secret"])
    return not found.is_alone or is_long_and_random(match["secret"])


def _is_assigned(match: re.Match[bytes]) -> bool:
    """Tell whether the separator separates a name from its value where it stands."""
    separator = match["separator"]
    if separator == b",":
        # Arguments of a call: the name is quoted as its value is.
        return match.string[match.end("tail") : match.end("tail") + 1] in {b'"', b"'"}
    if separator == b"->":
        # The type of what a function returns.
        return not match["label"].islower()
    return separator != b">" or _is_element(match)


def _is_element(match: re.Match[bytes]) -> bool:
    """Tell whether the label is the name of an element that ends after the value."""
    is_tag = re.search(r"<[A-Za-z_:.-]*\Z", text_before(match)) is not None
    return is_tag and text_after(match).startswith("</")


def _asks_for_digits(match: re.Match[bytes], found: Label) -> bool:
    written = match["label"]
    if found.kind is Kind.PIN:
        return written.isupper() or not written.isascii()
    if found.kind is Kind.SHORT:
        return written.lower() in {b"sshpass", b"pw", b"mdp"}
    return not match["tail"].lstrip(b"sS")


def _is_typed_or_long(value: bytes) -> bool:
    # After "credentials:" names of accounts stand as often as passwords.
    return len(value) >= _LOOSE_MIN_LENGTH or strength_of(value) is Strength.RANDOM


def is_long_and_random(value: bytes) -> bool:
    """Tell whether ``value`` is a key even where nothing says whose key it is."""
    return (
        len(value) >= _ALONE_MIN_LENGTH
        and b"/" not in value
        and not is_hexadecimal(value)
        and strength_of(value) is Strength.RANDOM
    )


ASSIGNED_SECRET = Rule(
    id="assigned-secret",
    tier=Tier.HEURISTIC,
    title="value after a credential's label",
    why=WHY,
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_ASSIGNMENT % {**_WORDS, b"value": VALUE}),
    gates=_GATES,
    accepts=_accepts,
    examples=(
        Sample(("password: ", "6Qx", "LKtW!", "195pV")),
        Sample(("- **API Key**: `", "q7LmWx9T", "bZr5KvNc`")),
        Sample(("**Token:** ", "Hk4Mw2Vp", "Cz8LdTq5")),
        Sample(("FOO_API_KEY=", "Zw3Kq8Rt", "Lm5Xv9Bn")),
        Sample(('{"token": "', "4f7a19c0", "b2e8d653", '"}')),
        Sample(("client_secret: '", "Yf3JsGa7", "QeX1uRt6'")),
        Sample(("password\uff1a", "Reg", "en+2041")),
        Sample(("| Password | ", "tR3!", "mqz9 |")),
        Sample(("https://host/cb#access_token=", "q7LmWx9T", "bZr5Kv&state=1")),
        Sample(("dbPassword = \\", '"', "Som", "mer_2041", '\\"')),
        Sample(("пароль: ", "Gra", "nit", "4471")),
        Sample(("Passwort: ", "`Gra", "nit", "4471`")),
        Sample(("SVC_API_KEY=", "8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("PIN: ", "48", "15")),
    ),
    counter_examples=(
        Sample(("secret: SOME_ENV_KEY_2024",)),
        Sample(("token: ${GITHUB_TOKEN_01} comes from the environment",)),
        Sample(("password: <redacted-2024-05>",)),
        Sample(("api_key: YOUR_API_KEY_12345",)),
        Sample(("apiKey: process.env.API_KEY_2024",)),
        Sample(("password = os.environ['DB_PASSWORD_01']",)),
        Sample(("token = client.get_secret(TOKEN_01)",)),
        Sample(("secret: settings.oauth2.client02",)),
        Sample(("tokens: 128000, tokens per second: 41.7",)),
        Sample(("token_count: 12345678901",)),
        Sample(("auth: docs/authentication-2024.md#bearer-tokens",)),
        Sample(("access_key: arn:aws:iam::123456789012:user/dev",)),
        Sample(("private_key_path: ~/.ssh/id_ed25519_2024",)),
        Sample(("trace: 8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("token: 8f14e45f", "-ceea-11ec-9b1c-", "0242ac130003")),
        Sample(("secret: prod/db/password-2024",)),
        Sample(("password: changeme123",)),
        Sample(("token: v12.14.3-rc2",)),
        Sample(("author: jane2024smith99",)),
        Sample(("token expires: 2024-05-17T10:00:00Z",)),
        Sample(("password: see 1Password",)),
        Sample(("cache key: ", "q7LmWx9T", "bZr5KvNc")),
    ),
)

LETTERS_SECRET = Rule(
    id="letters-secret",
    tier=Tier.HEURISTIC,
    title="value without a digit after a credential's label",
    why=WHY,
    advice=ADVICE,
    anchors=ANCHORS,
    pattern=labelled(_ASSIGNMENT % {**_WORDS, b"value": WITHOUT_DIGITS}, label(PLAIN_LABELS)),
    gates=_GATES,
    accepts=_accepts,
    examples=(
        Sample(("password: mHO", "PgrGP", "nEtD", "uwGd")),
        Sample(("password: -kX^", "vJ!wD", "nZ#")),
    ),
    counter_examples=(
        Sample(("password: getTheNewPassword",)),
        Sample(("token: comes-from-the-environment",)),
        Sample(("api_key: <the-key-of-the-box>",)),
    ),
)
RULES: tuple[Rule, ...] = (ASSIGNED_SECRET, LETTERS_SECRET)
