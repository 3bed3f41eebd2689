"""Secrets that only the words before them give away."""

import re

from memcli.scan.adjudicate import Asks, is_plausible, split_words
from memcli.scan.model import Rule, Sample, Tier, compiled

_LOOK_AHEAD = 4
_LOOK_BEHIND = 48
_BARE_BEARER_MIN = 16
_WORDS_BEFORE = 2

_PASSWORD_LABELS = (b"pass", b"pwd", b"pw", b"sshpass")
_LOOSE_LABELS = (b"auth", b"cred")
_KEY = b"key"
# What a key belongs to when its value is a secret; cache keys, primary keys, public keys are not.
_KEY_OWNERS = tuple(
    b"access account admin api auth client deploy encryption license master private secret service"
    b" session shared signing storage token webhook".split()
)
# Ends of ordinary words (bypass, sacred, oauth): labels only when they stand for themselves.
_SHORT_LABELS = frozenset({b"pass", b"pw", b"auth", b"cred", b"creds"})
# The label of something else than the value: token_count, password_file, public api key.
_OTHER_THING_AFTER = frozenset(
    b"arn based budget bytes count counts dir directory endpoint env expires expiry field file"
    b" folder format header host id ids iat issuer length level limit limits link location manager"
    b" max min mode model name names page param path per policy prefix provider ref refs region"
    b" rotation rule rules server size status store total ttl type types uri url usage used user"
    b" username version".split()
)
_OTHER_THING_BEFORE = frozenset(
    b"continuation cursor next page prev previous pub public publishable".split()
)
_DIGEST_WORDS = frozenset(
    b"checksum commit digest fingerprint hash hashed integrity revision sha".split()
)

# The class in front is what ``re`` searches for; without it the search is ten times slower. Of
# several labels in one name the last one counts, so the tail holds none.
_LABEL = rb"""
    (?P<label> [AaCcKkPpSsTt] (?i:
        (?<=p)(?:ass(?:word|wd|phrase|code)? | wd | w)
      | (?<=s)(?:ecret | shpass)
      | (?<=t)oken
      | (?<=k)ey
      | (?<=a)uth(?:orization)?
      | (?<=c)red(?:ential)?s?
    ))
    (?P<tail>(?:(?!(?i:pass|pwd|secret|token|key|auth|cred))[A-Za-z0-9_-]){0,32})
"""
# A plain run, and the characters that go on a value only when nothing else begins there: the next
# assignment, a closing tag, a line end written out. Two bytes from C3 to C9 are Latin letters.
_RUN = rb"[!\#-%(-+\--:=-\[\]-_a-~]"
_UNQUOTED = rb"""
    (?![\[({<|=:*>] | --)
    (?=[^\s"'`]{8})
    %(run)b*
    (?:
        (?: [,;&](?![A-Za-z_][\w.-]{0,30}[=:]) | <(?!/) | \\(?![nrt]) | [\xc3-\xc9][\x80-\xbf] )
        %(run)b*
    )*
    (?<![.,;:)\]}>*\\|])
""" % {b"run": _RUN}
_QUOTED = rb"""(?=[^\s"'`]{8})[^\s"'`]*[^\s"'`\\](?=\\?["'`])"""

_ASSIGNMENT = (
    b"(?x)"
    + _LABEL
    + rb"""
    (?:
        (?:[ ]?\([^()\r\n]{0,40}\))?          # password (staging):
        [*_`"'\\\])]{0,4} [ \t]{0,4}          # what closes bold type, code or a JSON key
        (?P<separator> [:?.]{0,3}==? | => | : | \xef\xbc[\x9a\x9d] | \| )
      | [ ]                                   # --password V
    )
    (?:\*{2,3}|__)? [ \t]{0,8} (?:\*{2,3}|__)?
    (?:(?i:basic|token|apikey)[ ]{1,4})?
    (?:\xe2\x80[\x98\x9c] | \xe3\x80[\x8a\x8c\x8e])?
    (?P<open>\\?["'`])?
    (?P<secret>(?(open)"""
    + _QUOTED
    + b"|"
    + _UNQUOTED
    + b"))"
)

_BEARER = rb"""(?x)
    [Bb](?<![A-Za-z].)(?i:earer)
    (?:[ \t]{1,4} | [ \t]{0,4}[:=][ \t]{0,4})
    \\?["'`]?
    (?P<secret>[A-Za-z0-9._~+/|:-]{8,}(?<![.:|])={0,2})
    """
_HEADER_BEFORE_BEARER = rb"[:=][ \t]{0,4}\\?[\"'`]?\Z"
_IDENTIFIER_BEFORE = rb"[A-Za-z0-9_. -]*\Z"


def _before(match: re.Match[bytes]) -> bytes:
    return match.string[max(0, match.start() - _LOOK_BEHIND) : match.start()]


def _after(match: re.Match[bytes]) -> bytes:
    end = match.end("secret")
    return match.string[end : end + _LOOK_AHEAD]


def _accepts_bearer(match: re.Match[bytes]) -> bool:
    value = match["secret"]
    is_header = compiled(_HEADER_BEFORE_BEARER).search(_before(match)) is not None
    if not is_header and len(value) < _BARE_BEARER_MIN:
        return False
    return is_plausible(value, after=_after(match), asks=Asks.KEY)


def _accepts_assignment(match: re.Match[bytes]) -> bool:
    return _labels_a_value(match) and is_plausible(
        match["secret"], after=_after(match), asks=_asked_for(match["label"], match["tail"])
    )


def _labels_a_value(match: re.Match[bytes]) -> bool:
    """Tell whether the label is a whole word, and names the value and not something about it."""
    label, tail = match["label"], match["tail"]
    found = compiled(_IDENTIFIER_BEFORE).search(_before(match))
    before = b"" if found is None else found[0]
    # Without a separator only a command's option gives its value away.
    is_assigned = match["separator"] is not None or before.rpartition(b" ")[2].startswith(b"--")
    return (
        is_assigned
        and _begins_a_word(before, label)
        and _ends_a_word(label, tail)
        and _OTHER_THING_AFTER.isdisjoint(split_words(tail))
        and _OTHER_THING_BEFORE.isdisjoint(split_words(before)[-_WORDS_BEFORE:])
    )


def _asked_for(label: bytes, tail: bytes) -> Asks:
    name = label.lower()
    if not _DIGEST_WORDS.isdisjoint(split_words(tail)):
        return Asks.LOOSE
    if name.startswith(_PASSWORD_LABELS):
        return Asks.PASSWORD
    return Asks.LOOSE if name.startswith(_LOOSE_LABELS) else Asks.KEY


def _begins_a_word(before: bytes, label: bytes) -> bool:
    if label.lower() == _KEY:
        return before.rstrip(b" _-").lower().endswith(_KEY_OWNERS)
    if not before[-1:].isalpha():
        return True
    is_camel_case = before[-1:].islower() and label[:1].isupper()
    return is_camel_case or label.lower() not in _SHORT_LABELS


def _ends_a_word(label: bytes, tail: bytes) -> bool:
    if tail[:1] in {b"s", b"S"} and not tail[1:2].isalpha():
        return True
    is_camel_case = label[-1:].islower() and tail[:1].isupper()
    return is_camel_case or not tail[:1].isalpha()


BEARER_TOKEN = Rule(
    id="bearer-token",
    tier=Tier.HEURISTIC,
    title="bearer token",
    why="A bearer token is all that a caller has to show.",
    advice="Remove it, or name where it is kept; if it was real, revoke it where it was issued.",
    anchors=(b"bearer",),
    pattern=_BEARER,
    accepts=_accepts_bearer,
    examples=(
        Sample(("curl -H 'Authorization: Bea", "rer ", "q7LmWx9TbZ", "r5KvNc8PdY", "f3Js'")),
        Sample(("Bea", "rer ", "eyJhbGci.", "eyJzdWIi", "OiIxMjM0.", "q7LmWx9T", "bZr5Kv_0")),
        Sample(("send `Bea", "rer ", "Hk4Mw2Vp", "Cz8LdTq5", "SyXg`")),
    ),
    counter_examples=(
        Sample(("Authorization: Bearer <token>",)),
        Sample(("Authorization: Bearer $API_TOKEN",)),
        Sample(("Authorization: Bearer ${TOKEN_2024_01}",)),
        Sample(("bearer rfc6750-compliant clients only",)),
        Sample(("Bea", "rer ", "eyJhbGciOi", "JIUzI1NiJ9", "...")),
        Sample(("Bearer YOUR_TOKEN_1234",)),
    ),
)

ASSIGNED_SECRET = Rule(
    id="assigned-secret",
    tier=Tier.HEURISTIC,
    title="value after a credential's label",
    why="The label says that a credential follows, and the value looks like one.",
    advice=(
        "Replace the value by the name of the place where it is kept; if it was real, change it"
        " where it is used."
    ),
    anchors=(b"pass", b"pwd", b"pw", b"secret", b"token", b"key", b"auth", b"cred"),
    pattern=_ASSIGNMENT,
    accepts=_accepts_assignment,
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
        Sample(("tool --password ", "Hk4Mw", "2Vp!", " --all")),
        Sample(("dbPassword = \\", '"', "Som", "mer_2041", '\\"')),
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
        Sample(("secret: 8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("secret: prod/db/password-2024",)),
        Sample(("password: changeme123",)),
        Sample(("token: v12.14.3-rc2",)),
        Sample(("author: jane2024smith99",)),
        Sample(("token expires: 2024-05-17T10:00:00Z",)),
    ),
)
