"""Google's API keys, OAuth credentials and service accounts."""

import hashlib
import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import apart, labelled, prefixed, vendor_rule
from memcli.scan.rules.named import Shape, looks_issued, marked, mixed

_KEYS_URL = "https://cloud.google.com/docs/authentication/api-keys"
_OAUTH_URL = "https://developers.google.com/identity/protocols/oauth2"
_BASE64URL = b"_-"
# Keys that Google's own documentation and samples print: the first eight digits of their SHA-256.
_DOCUMENTED = frozenset(
    (
        b"0b476bdf 2037abca 27a9a429 37f8f09b 3a8b61d0 3f370c9d 49f777db 4c98242d "
        b"8731261c a19f89ab a6c814bc dc0fcf04 e4a5542b ea9bb108 eb540d2b"
    ).split()
)


def _accepts_api_key(match: re.Match[bytes]) -> bool:
    digest = hashlib.sha256(match["secret"]).hexdigest().encode()
    return looks_issued(match) and digest[:8] not in _DOCUMENTED


GOOGLE_API_KEY = vendor_rule(
    "google-api-key",
    vendor="Google",
    title="Google API key",
    why="Whoever reads it can call the APIs that it is not restricted from, Gemini among them.",
    url=_KEYS_URL,
    revoke="delete the key in the Google Cloud console, under APIs and services, Credentials",
    anchors=(b"aiza",),
    pattern=prefixed(rb"AIza", rb"[A-Za-z0-9_-]{35}") + rb"(?!-)",
    accepts=_accepts_api_key,
    examples=(
        Sample(("GEMINI_API_KEY=AI", "za", "Syq7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7Q", "eX1uR")),
        Sample(("key_AI", "za", "SyZw3Kq8Rt", "Lm5Xv9BnHs", "2Pd7YcFj4G", "a6Ke1_prod")),
    ),
    counter_examples=(
        Sample(("AI", "za", "a" * 35)),
        Sample(("AI", "za", "Sy_YOUR_API_KEY_FROM_THE_CONSOLE_123")),
        Sample(("AI", "za", "Syq7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7Q", "eX1uRt6Hk4")),
        Sample(("XAI", "za", "Syq7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7Q", "eX1uR")),
    ),
)

GOOGLE_REFRESH_TOKEN = vendor_rule(
    "google-refresh-token",
    vendor="Google",
    title="Google OAuth refresh token",
    url=_OAUTH_URL,
    revoke="remove the app's access in the Google account, under Security",
    anchors=(b"1//0",),
    pattern=(
        rb"(?P<secret>(?P<public>1//0)%b[A-Za-z0-9_-]{38,200})(?![A-Za-z0-9_-])"
        % apart(b"1//0", word=rb"A-Za-z0-9:/")
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("refresh_token: 1/", "/0gq7LmWx9", "TbZr5KvNc8", "PdYf3JsGa7", "QeX1uRt6Hk"),
                "4MwBn2VpCz8LdTq5",
            )
        ),
    ),
    counter_examples=(
        Sample(("1/", "/0", "x" * 60)),
        Sample(("https://host1//0gq7LmWx9TbZr5KvNc8PdYf3JsGa7QeX1uRt6Hk4MwBn",)),
        Sample(("1//0g...",)),
    ),
)

GOOGLE_SERVICE_ACCOUNT = vendor_rule(
    "google-service-account-base64",
    vendor="Google Cloud",
    title="Google service account file in base64",
    url="https://cloud.google.com/iam/docs/keys-create-delete",
    revoke="delete the key in the Google Cloud console, under IAM, Service accounts",
    anchors=(b"ewogicj0exblijogi", b"eyj0exblijoic2vydmljzv9h", b"eyj0exblijogi"),
    # Base64 for the beginning of the JSON file, with and without line feeds and spaces.
    pattern=(
        rb"(?P<secret>(?P<public>(?:ewogICJ0eXBlIjogInNlcnZpY2VfYWNjb3VudCI"
        rb"|eyJ0eXBlIjoic2VydmljZV9hY2NvdW50Ii|eyJ0eXBlIjogInNlcnZpY2VfYWNjb3VudCI))"
        rb"[A-Za-z0-9+/=_-]{80,6000})(?![A-Za-z0-9])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("GOOGLE_CREDENTIALS=", "ewogICJ0eXBl", "IjogInNlcnZpY2V", "fYWNjb3VudCI"),
                *("sCiAgInByb2", "plY3RfaWQiOi", "AicTdMbVd4OV", "RiWnI1S3ZOYzh"),
                *("QZFlmM0pzR2", "E3UWVYMXVSdD", "ZIazRNd0JuMl", "ZwQ3o4TGRUcTU="),
            )
        ),
    ),
    counter_examples=(
        Sample(("ewogICJ0eXBl", "IjogInNlcnZpY2V", "fYWNjb3VudCI", "...")),
        Sample(("ewogICJ0eXBl", "IjogInNlcnZpY2V", "fYWNjb3VudCI", "x" * 90)),
    ),
)

RECAPTCHA_SECRET = vendor_rule(
    "google-recaptcha-secret",
    vendor="reCAPTCHA",
    title="reCAPTCHA secret key",
    url="https://developers.google.com/recaptcha/docs/verify",
    revoke="make a new key pair in the reCAPTCHA admin console",
    anchors=(b"captcha",),
    # The site key has the same shape and is public, so the label must say which one it is.
    pattern=labelled(rb"captcha[A-Za-z0-9_ .-]{0,16}?(?=secret|private)", rb"6L[A-Za-z0-9_-]{38}"),
    accepts=looks_issued,
    examples=(
        Sample(("RECAPTCHA_SECRET_KEY=6L", "eq7LmWx9Tb", "Zr5KvNc8Pd", "Yf3JsGa7Qe", "X1uRt6Hk")),
    ),
    counter_examples=(
        Sample(("RECAPTCHA_SITE_KEY=6L", "eq7LmWx9Tb", "Zr5KvNc8Pd", "Yf3JsGa7Qe", "X1uRt6Hk")),
        Sample(("RECAPTCHA_SECRET_KEY=6L", "x" * 38)),
    ),
)

RULES: tuple[Rule, ...] = (
    GOOGLE_API_KEY,
    GOOGLE_REFRESH_TOKEN,
    GOOGLE_SERVICE_ACCOUNT,
    RECAPTCHA_SECRET,
    marked(
        "Google", ("AQ.Ab8RN6",), mixed(40, 50, _BASE64URL), _KEYS_URL, id="google-bound-api-key"
    ),
    marked(
        "Google", ("GOCSPX-",), mixed(28, also=_BASE64URL), _OAUTH_URL, what="OAuth client secret"
    ),
    marked(
        "Google", ("ya29.",), mixed(40, 2000, _BASE64URL), _OAUTH_URL, what="OAuth access token"
    ),
    marked(
        "Firebase",
        ("AAAA",),
        Shape(
            rb"[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{134,144}",
            (
                "q7LmWx9",
                ":TbZr5KvNc8",
                "PdYf3JsGa7",
                "QeX1uRt6Hk",
                "4MwBn2VpCz",
                "8LdTq5SyXg",
                "9KhRm3JfWa",
                "7ZeUb6QvNt",
                "1XuRt6Hk4M",
                "wBn2VpCz8L",
                "dTq5SyXg9K",
                "hRm3JfWa7Z",
                "eUb6QvNt1X",
                "Zw3Kq8RtLm",
                "5Xv9B",
            ),
        ),
        "https://firebase.google.com/docs/cloud-messaging/auth-server",
        what="cloud messaging server key",
    ),
)
