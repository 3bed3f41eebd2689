"""Credentials in web requests: tokens in JSON, logins in URLs and headers."""

import re

from memcli.scan.model import Rule, Sample, Tier, compiled
from memcli.scan.rules import cookies
from memcli.scan.rules.building import apart
from memcli.scan.rules.checks import decoded_base64
from memcli.scan.rules.named import looks_issued
from memcli.scan.rules.passwords import is_elsewhere, is_real_password

_LOG_OUT = "Remove it, then end the session where it was issued."
_CHANGE = "Remove it, then change the password where it is used."

# What the pages of jwt.io show, now and before: their signatures.
_SHOWN_SIGNATURES = frozenset(
    {
        b"SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_" + b"adQssw5c",
        b"KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-" + b"QV30",
        b"TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7" + b"HgQ",
    }
)
_JSON_OBJECT = rb"(?s)\s*\{\s*\".*\}\s*\Z"
_PUBLIC_ROLE = rb"\"role\"\s*:\s*\"anon\""
_SHOWN_LOGINS = (
    b"user:pass",
    b"username:password",
    b"aladdin:open",
    b"user:password",
    b"s6bhdrkqt3:",
)
_PRINTABLE = rb"[\x20-\x7e]+\Z"
_B64 = rb"[A-Za-z0-9_-]"
_JWT = (
    rb"(?P<secret>(?P<public>)(?P<head>e[wy]%(apart)b%(c)b{10,2000})\."
    rb"(?:(?P<body>e[wy]%(c)b{10,6000})(?:\.(?P<signature>%(c)b{0,1400}))?"
    rb"|%(c)b{0,700}\.%(c)b{8,200}\.(?P<sealed>%(c)b{16,6000})\.%(c)b{16,100})"
    rb")(?![A-Za-z0-9_-])"
) % {b"c": _B64, b"apart": apart(b"e[wy]")}
_USER_AND_PASSWORD = rb"""
    (?P<user>[^\s"'`:/]{0,80}) ["']? : ["']? (?P<secret>(?P<public>)[^\s"'`]{4,128})
    """
# Without "x-" in front, or "-H" of a command, it is a label like any other.
_HEADER_NAMES = rb"""
    (?: (?<![A-Za-z0-9_:-])
        x-(?!csrf|xsrf|request|trace|correlation|idempotency|cache|surrogate|sort|routing|public)
        [a-z0-9-]{0,30}? (?: api-?key | -key | token | secret | -auth | session(?:-?id)? | -sid )
      | (?<![A-Za-z0-9_:-])
        (?: private-token | job-token | deploy-token | ocp-apim-subscription-key | circle-token
          | cf-access-client-secret | access-token | auth-token | session-token )
      | (?: -h | --header ) [ =]{0,3} ["']? (?: [a-z-]{0,20}? (?:api-?key | token | secret) ) )
    """


def _is_object(part: bytes, *, key: bytes = b"") -> bool:
    decoded = decoded_base64(part)
    return decoded is not None and _is_json(decoded) and key in decoded


def _is_json(text: bytes) -> bool:
    return compiled(_JSON_OBJECT).match(text) is not None


def _accepts_jwt(match: re.Match[bytes]) -> bool:
    if not _is_object(match["head"], key=b'"alg"'):
        return False
    if match["sealed"] is not None:
        return _is_object(match["head"], key=b'"enc"')
    body = decoded_base64(match["body"])
    return (
        body is not None
        and _is_json(body)
        and compiled(_PUBLIC_ROLE).search(body) is None
        and match["signature"] not in _SHOWN_SIGNATURES
    )


def _accepts_encoded_jwt(match: re.Match[bytes]) -> bool:
    value = match["secret"].rstrip(b"=")
    decoded = decoded_base64(value[: len(value) // 4 * 4])
    if decoded is None:
        return False
    head, dot, body = decoded.partition(b".")
    return bool(dot) and body.startswith((b"eyJ", b"ew")) and _is_object(head)


def _accepts_login(match: re.Match[bytes]) -> bool:
    return is_real_password(match["secret"], user=match["user"])


def _accepts_basic(match: re.Match[bytes]) -> bool:
    decoded = decoded_base64(match["secret"])
    if decoded is None or compiled(_PRINTABLE).match(decoded) is None:
        return False
    user, colon, password = decoded.partition(b":")
    shown = decoded.lower().startswith(_SHOWN_LOGINS)
    # The password of a key's login may be empty: the key is the user then.
    secret = password or user
    return bool(colon) and not shown and is_real_password(secret, user=user if password else b"")


def _accepts_key(match: re.Match[bytes]) -> bool:
    return looks_issued(match) and not is_elsewhere(match["secret"])


RULES: tuple[Rule, ...] = (
    Rule(
        "json-web-token",
        Tier.STRUCTURAL,
        "JSON web token",
        "Whoever reads it can act as the one it was issued to, until it expires.",
        _LOG_OUT,
        anchors=(b".ey", b".ew", b".."),
        pattern=_JWT,
        accepts=_accepts_jwt,
        strong=True,
        examples=(
            Sample(
                ("eyJhbGciOi", "JIUzI1NiJ9", ".eyJzdWIiO", "iI3MzA5MSJ9", ".q7LmWx9TbZr5KvNc8PdY")
            ),
            Sample(
                (
                    "id: eyJ0eXAiOiJKV1QiLCJhbGci",
                    "OiJSUzI1NiJ9",
                    ".eyJpc3MiOiJhIiwiaWF0",
                    "Ijo3MzA5MX0",
                )
            ),
        ),
        counter_examples=(
            Sample(
                (
                    "eyJhbGciOi",
                    "JIUzI1NiJ9.",
                    "eyJzdWIi...",
                )
            ),
            Sample(("eyJBBCCDDEEFF.", "eyJCCDDEEFFGG.", "eyJDDDD")),
            Sample(
                (
                    "eyJhbGciOi",
                    "JIUzI1NiIsInR5cCI6IkpXVCJ9",
                )
            ),
        ),
    ),
    Rule(
        "json-web-token-in-base64",
        Tier.STRUCTURAL,
        "JSON web token in base64",
        "Decoded, it lets its reader act as the one it was issued to.",
        _LOG_OUT,
        anchors=(b"zxlk", b"zxdv"),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9+/_-])ZX(?:lK|dv)[A-Za-z0-9+/_-]{40,8000}={0,2})"
        ),
        accepts=_accepts_encoded_jwt,
        strong=True,
        examples=(
            Sample(("ZXlKaGJHY2lP", "aUpJVXpJMU5pSjku", "ZXlKemRXSWlPaUkz", "TXpBNU1TSjk=")),
        ),
        counter_examples=(
            Sample(("ZXlKaGJHY2lP", "aUpJVXpJMU5pSjk", "...")),
            Sample(("ZXlK", "x" * 60)),
        ),
    ),
    Rule(
        "url-password",
        Tier.STRUCTURAL,
        "password in a URL",
        "Whoever reads the URL can log in with it.",
        _CHANGE,
        anchors=(b"://",),
        pattern=(
            rb"://(?P<user>[^\s:/?#@\"'`<>()\[\]|]{0,80}):"
            rb"(?P<secret>(?P<public>)[^\s/?#\"'`<>\\]{3,200})@(?=[A-Za-z0-9\[$_{/.%-])"
        ),
        accepts=_accepts_login,
        examples=(
            Sample(("postgres://app:", "Must", "ard2766", "@127.0.0.1:5432/db")),
            Sample(("redis", "://:", "q7LmWx9T", "@/0")),
            Sample(("`WORKER_DSN=amqp://w:", "tR3!", "mqz9", "@queue/vhost`")),
        ),
        counter_examples=(
            Sample(("https://user:password@example.com",)),
            Sample(("postgres://postgres:postgres@localhost/db",)),
            Sample(
                (
                    "redis://:$REDIS_PASSWORD@host",
                    " redis://:${PW}@host redis://u:{pw}@h",
                )
            ),
            Sample(("https://user:***@host https://u:<password>@host https://u:xxxxxx@h",)),
            Sample(("http://localhost:8080/ git@host ssh://git@host:22/x",)),
        ),
    ),
    Rule(
        "basic-authorization",
        Tier.STRUCTURAL,
        "basic authorization header",
        "Decoded, it is a user name and a password.",
        _CHANGE,
        anchors=(b"basic",),
        pattern=(
            rb"(?i:basic)[ ]{1,3}[\"']?"
            rb"(?P<secret>(?P<public>)[A-Za-z0-9+/]{12,600}={0,2})(?![A-Za-z0-9+/=])"
        ),
        accepts=_accepts_basic,
        examples=(Sample(("Authorization: Basic ", "Y2k6TXVz", "dGFyZDI3", "NjY=")),),
        counter_examples=(
            Sample(("Authorization: Basic dXNlcm5hbWU6cGFzc3dvcmQ=",)),
            Sample(("Basic understanding of authorization",)),
            Sample(("Authorization: Basic ...",)),
        ),
    ),
    Rule(
        "request-header-key",
        Tier.STRUCTURAL,
        "key in a request header",
        "The header is all that a caller has to show.",
        "Remove it, then replace the key where it was issued.",
        anchors=(b"key", b"token", b"secret", b"-auth", b"session", b"-sid"),
        pattern=rb"""(?x)
            (?i: %b ) ["'`]{0,2} [ ]? : [ ]{0,3} ["'`]{0,2}
            (?P<secret>(?P<public>)[A-Za-z0-9_.~+/=:-]{16,1024}) (?![A-Za-z0-9_(\[{])
            """
        % _HEADER_NAMES,
        accepts=_accepts_key,
        examples=(
            Sample(("curl -H 'X-Api-Key: ", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "' https://host")),
            Sample(("X-Octopus-ApiKey: ", "8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        ),
        counter_examples=(
            Sample(("X-Api-Key: $API_KEY",)),
            Sample(("Sec-WebSocket-Key: ", "q7LmWx9TbZr5", "KvNc8PdYf3==")),
            Sample(('"AWS::ApiGateway::ApiKey": "', "4f7a19c0b2e8d653", '"')),
            Sample(("X-Api-Key: your-key-here-12345678",)),
            Sample(("X-Idempotency-Key: ", "8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        ),
    ),
    Rule(
        "curl-login",
        Tier.STRUCTURAL,
        "login of a curl call",
        "Whoever reads the command can repeat it with the same rights.",
        _CHANGE,
        anchors=(b"curl",),
        pattern=rb"(?xs) \bcurl\b .{0,400}? [\s] (?:-[a-zA-Z]{0,3}u|--user) [ =\t]{0,4} [\"']? %b"
        % _USER_AND_PASSWORD,
        accepts=_accepts_login,
        examples=(
            Sample(("curl -u ci:", "Must", "ard2766", " https://host/")),
            Sample(('curl -sS --user "ops@host:', "tR3!", "mqz9", '" https://host/')),
        ),
        counter_examples=(
            Sample(('curl -u "$USER:$PASSWORD" https://host/',)),
            Sample(('curl --user "$(cat ./login):$(cat ./password)" https://host/',)),
            Sample(("curl -u user:password https://host/",)),
            Sample(("curl -u admin https://host:8443/",)),
        ),
    ),
    Rule(
        "curl-key",
        Tier.STRUCTURAL,
        "key as the login of a curl call",
        "Whoever reads the command can repeat it with the same rights.",
        "Remove it, then replace the key where it was issued.",
        anchors=(b"curl",),
        # Services that take a key for the user's name ask for no password, or for any.
        pattern=(
            rb"(?xs) \bcurl\b .{0,400}? [\s] (?:-[a-zA-Z]{0,3}u|--user) [ =\t]{0,4} [\"']?"
            rb"(?P<secret>(?P<public>)[A-Za-z0-9_.~+/=-]{16,300}) : (?:[xX]|api_?token)?"
            rb"(?=[\s\"'`]|\Z)"
        ),
        accepts=_accepts_key,
        examples=(
            Sample(("curl -u ", "q7LmWx9TbZr5", "KvNc8PdYf3Js", ": https://host/")),
            Sample(("curl --user '", "4f7a19c0b2e8", "d6539c1fa07e", ":x' https://host/")),
        ),
        counter_examples=(
            Sample(("curl -u $API_KEY_OF_STAGING_2024: https://host/",)),
            Sample(("curl -u some-service-account: https://host/",)),
        ),
    ),
    Rule(
        "htpasswd-login",
        Tier.STRUCTURAL,
        "login on an htpasswd command line",
        "Whoever reads the command can log in with it.",
        _CHANGE,
        anchors=(b"htpasswd",),
        # Without -n the first argument is a file.
        pattern=(
            rb"\bhtpasswd(?: -[A-Za-z0-9]{1,8}){0,3}"
            rb"(?: -[A-Za-z]{0,4}(?:n[A-Za-z]{0,4}b|b[A-Za-z]{0,4}n)[A-Za-z]{0,4}"
            rb"(?: -[A-Za-z0-9]{1,8}){0,3} "
            rb"| -[A-Zac-mo-z]{0,5}b[A-Za-mo-z]{0,5}(?: -[A-Za-mo-z0-9]{1,8}){0,3}"
            rb" [^\s|>;&]{1,200} )"
            rb"[\"']?(?P<user>[^\s\"'|>;&]{1,60})[\"']? "
            rb"[\"']?(?P<secret>(?P<public>)[^\s\"'`|>;&]{6,100})(?![^\s\"'`|>;&])"
        ),
        accepts=_accepts_login,
        examples=(
            Sample(("htpasswd -bc .htpasswd ci '", "Must", "ard2766", "'")),
            Sample(("htpasswd -nbB ci ", "Must", "ard2766", " | tee users")),
        ),
        counter_examples=(
            Sample(("htpasswd -b .htpasswd admin <password>",)),
            Sample(("htpasswd -nbB admin $ADMIN_PASSWORD",)),
            Sample(("htpasswd -c .htpasswd ", "Must", "ard2766")),
        ),
    ),
    *cookies.RULES,
)
