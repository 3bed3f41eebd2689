"""What the rules find in the shapes that memory prose has, and what they leave alone."""

import hashlib
import json
from itertools import count, islice

import pytest

from memcli.scan.engine import ReEngine
from memcli.scan.model import Tier
from memcli.scan.rules import RULES

# Checks and disguises are not the secret scan's tiers.
_ENGINE = ReEngine(rule for rule in RULES if rule.tier in {Tier.STRUCTURAL, Tier.HEURISTIC})
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_UPPER_DIGITS = _LOWER.upper() + _DIGITS
_ALNUM = _UPPER_DIGITS + _LOWER
_HEX = "0123456789abcdef"


def made(length: int, alphabet: str = _ALNUM, seed: str = "seed") -> str:
    """Return the same random-looking text in every run."""
    stream = (
        byte
        for block in count()
        for byte in hashlib.sha256(f"{seed} {block}".encode()).digest()
        if byte < 256 // len(alphabet) * len(alphabet)
    )
    return "".join(alphabet[byte % len(alphabet)] for byte in islice(stream, length))


ENGINE = ReEngine(RULES)


def found(text: str) -> list[tuple[str, str]]:
    """Return rule and value of every hit in ``text``."""
    data = text.encode()
    return [
        (hit.rule.id, data[hit.start : hit.end].decode())
        for hit in ENGINE.hits(data)
        if hit.rule.tier in (Tier.STRUCTURAL, Tier.HEURISTIC)
    ]


GITHUB = "gh" + "p_" + made(36)
AWS = "AK" + "IA" + made(16, _UPPER_DIGITS)
OPENAI = "sk" + "-" + made(48)
PROJECT = "sk" + "-proj-" + made(30) + "T3B" + "lbk" + "FJ" + made(30)
ANTHROPIC = "sk" + "-ant-api03-" + made(93) + "AA"
SLACK = "xo" + f"xb-{made(12, _DIGITS)}-{made(13, _DIGITS)}-{made(24)}"
VALUE = "q" + made(15) + "7x4"
HUMAN = "Som" + "mer!" + "2041"

TOKENS = (
    ("github-token", GITHUB),
    *[("github-token", f"gh{kind}_" + made(36)) for kind in "ousr"],
    ("github-token", "gh" + "s_" + made(120)),
    ("github-fine-grained-token", "github" + "_pat_" + made(22) + "_" + made(59)),
    ("aws-access-key-id", AWS),
    *[("aws-access-key-id", kind + made(16, _UPPER_DIGITS)) for kind in ("ASIA", "ABIA", "ACCA")],
    ("openai-key", OPENAI),
    ("openai-key", "sk" + "-" + made(32, _HEX)),
    ("openai-key", "sk" + "-" + made(64, _HEX)),
    ("openai-project-key", PROJECT),
    ("openai-project-key", "sk" + "-svcacct-" + made(100)),
    ("openai-project-key", "sk" + "-admin-" + made(100)),
    ("anthropic-key", ANTHROPIC),
    ("anthropic-key", "sk" + "-ant-oat01-" + made(93) + "AA"),
    ("slack-token", SLACK),
    ("slack-token", "xo" + "xa-2-" + made(48)),
    ("slack-token", "xo" + "xr-" + made(12, _DIGITS) + "-" + made(24)),
    ("slack-token", "xo" + "xs-" + made(12, _DIGITS) + "-" + made(32, _HEX)),
    ("slack-token", "xo" + "xe-1-" + made(146)),
    ("slack-app-token", "xa" + f"pp-1-A{made(10, _UPPER_DIGITS)}-1234567{made(6, _DIGITS)}-"
     + made(64, _HEX)),
)  # fmt: skip

every_token = pytest.mark.parametrize(
    ("rule", "token"), TOKENS, ids=[f"{number}-{rule}" for number, (rule, _) in enumerate(TOKENS)]
)
PLACES = (
    "{}",
    "The deploy job uses {} for now.",
    "> pasted {}, then deleted",
    "- **prod key:** `{}`",
    '{{"credential": "{}"}}',
    "```bash\nexport SVC_KEY={}\n```",
    "\u5bc6\u94a5\uff1a{}\u3002",
    "| prod | {} |",
    "https://host/?key={}&x=1",
)


@every_token
@pytest.mark.parametrize("place", PLACES)
def test_a_token_is_found_wherever_it_stands(rule: str, token: str, place: str) -> None:
    assert found(place.format(token)) == [(rule, token)]


@pytest.mark.parametrize("token", [GITHUB, AWS, OPENAI])
def test_a_token_glued_to_words_by_an_underscore_is_found(token: str) -> None:
    assert [value for _, value in found(f"key_{token}_prod")] == [token]


def test_a_slack_webhook_is_found() -> None:
    path = f"hooks.slack.com/services/T{made(8, _UPPER_DIGITS)}/B{made(8, _UPPER_DIGITS)}/"
    value = path + made(24)
    assert found(f"posts to https://{value} daily") == [("slack-webhook", value)]


@pytest.mark.parametrize(
    "text",
    [
        "AKIAIOSFODNN7" + "EXAMPLE",
        "ASIA" + made(9, _UPPER_DIGITS) + "EXAMPLE",
        "AKIA" + "X" * 16,
        "AKIA" + "1234567" + "890AB" + "CDEF",
        "AKIA" + made(17, _UPPER_DIGITS),
        "B" + AWS,
        "gh" + "p_" + "x" * 36,
        "gh" + "p_" + "0" * 36,
        "gh" + "p_" + made(10) + "\u2026W_***",
        "gh" + "p_" + "1234567890" * 4,
        "gh" + "p_" + made(35),
        "github" + "_pat_" + "x" * 22 + "_" + "x" * 59,
        "sk-learn-pipeline-notes-2024.md",
        "sk-ant-...",
        "sk" + "-" + "x" * 48,
        "sk" + "-proj-" + "X" * 60,
        "sk" + "-proj-" + "...",
        "task" + "-" + made(40, _HEX),
        "risk-" + made(32),
        "xo" + "xb-your-token-goes-in-here-now",
        "xo" + "xb-123456789012-1234567890123-" + "x" * 24,
        "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
        "`gh" + "[pousr]_[A-Za-z0-9]{36,}` matches",
        "`AKIA" + "[0-9A-Z]{16}` matches",
    ],
)
def test_what_only_resembles_a_token_stays_quiet(text: str) -> None:
    assert found(text) == []


RSA_HEAD = "-----BEGIN RSA " + "PRIVATE KEY-----"
RSA_FOOT = "-----END RSA " + "PRIVATE KEY-----"


def key_block(label: str, lines: int = 6, newline: str = "\n", headers: str = "") -> str:
    body = newline.join(made(64, _ALNUM + "+/", str(number)) for number in range(lines))
    head, foot = f"-----BEGIN {label}-----", f"-----END {label}-----"
    return f"{head}{newline}{headers}{body}{newline}{made(6)}=={newline}{foot}"


@pytest.mark.parametrize(
    "label",
    [
        "PRIVATE" + " KEY",
        "RSA " + "PRIVATE" + " KEY",
        "EC " + "PRIVATE" + " KEY",
        "DSA " + "PRIVATE" + " KEY",
        "OPENSSH " + "PRIVATE" + " KEY",
        "ENCRYPTED " + "PRIVATE" + " KEY",
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\\n", "\\r\\n", "\n> ", "\n    ", " "])
def test_a_private_key_block_is_found_whole(label: str, newline: str) -> None:
    block = key_block(label, newline=newline)
    assert found(f"notes\n{block}\nmore notes") == [("private-key", block)]


def test_an_encrypted_block_with_headers_is_found_whole() -> None:
    headers = f"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{made(32, _HEX).upper()}\n\n"
    block = key_block("RSA " + "PRIVATE" + " KEY", headers=headers)
    assert found(block) == [("private-key", block)]


def test_a_pgp_private_key_block_is_found_whole() -> None:
    block = key_block("PGP " + "PRIVATE" + " KEY BLOCK", headers="Version: 1\nComment: mine\n\n")
    assert found(block) == [("pgp-private-key", block)]


def test_a_putty_private_key_is_found() -> None:
    body = "\n".join(made(64, seed=str(number)) for number in range(3))
    secret = f"Private-Lines: 3\n{body}\nPrivate-MAC: {made(64, _HEX)}"
    text = f"PuTTY-User-Key-File-3: ssh-rsa\nPublic-Lines: 1\nAAAAB3Nz\n{secret}\n"
    assert found(text) == [("putty-private-key", secret)]


def test_a_block_without_its_end_stops_at_the_last_full_line() -> None:
    head = "-----BEGIN " + "PRIVATE" + " KEY-----\n" + made(64)
    assert found(head + "\nthe rest was cut off") == [("private-key", head)]


@pytest.mark.parametrize(
    "text",
    [
        f"A file with {RSA_HEAD} never leaves the machine.",
        f"{RSA_HEAD}\n...\n{RSA_FOOT}",
        f"{RSA_HEAD}\n<redacted>\n{RSA_FOOT}",
        f"{RSA_HEAD}\nMIIEpAIBAAKCAQEA...\n{RSA_FOOT}",
        f"{RSA_HEAD}\n" + "x" * 64 + f"\n{RSA_FOOT}",
        f"`{RSA_HEAD}`",
        f"{RSA_HEAD}\n" + made(36) + "\u2026",
        key_block("CERTIFICATE"),
        key_block("PUBLIC KEY"),
        key_block("PGP PUBLIC KEY BLOCK"),
    ],
)
def test_what_only_mentions_a_private_key_stays_quiet(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "template",
    [
        "password: {}",
        "tokens: {}",
        "API_KEYS={}",
        "Password : {}",
        "passwd={}",
        "PWD={}",
        "passphrase: {}",
        "secret: {}",
        "token: {}",
        "token = {}",
        "API Key: {}",
        "api_key: {}",
        "apikey={}",
        "access key: {}",
        "private_key: {}",
        "client secret: {}",
        "client_secret: {}",
        "clientSecret: {}",
        "auth: {}",
        "credential: {}",
        "creds: {}",
        "FOO_API_KEY={}",
        "REDIS_PASSWORD={}",
        "AWS_SECRET_ACCESS_KEY={}",
        "password_staging: {}",
        "dbPassword: {}",
        "SSHPASS='{}' ssh host",
        "**Token:** {}",
        "**API Key**: {}",
        "__Token__: {}",
        "**password: {}**",
        "- `token`: `{}`",
        "password: `{}`",
        'password: "{}"',
        "password: '{}'",
        "password: **{}**",
        "password: {}.",
        "password: {}, and the rest",
        "(password: {})",
        '{{"token": "{}"}}',
        '{{"token":"{}","other":1}}',
        '"{{\\"token\\": \\"{}\\"}}"',
        "password\uff1a{}",
        "password\uff1a{}\u3002\u7136\u540e",
        "<b>token={}</b>",
        '"password: {}\\nuser: me"',
        "password: \u201c{}\u201d",
        "| password | {} |",
        "https://host/cb#token={}",
        "https://host/cb?access_token={}&state=1",
        "Authorization: Basic {}",
        "database:\n  user: app\n  password: {}\n  host: db",
        "auth: client_secret: {}",
    ],
)
@pytest.mark.parametrize("value", [VALUE, HUMAN, made(32, _HEX)])
def test_a_value_after_a_label_is_found(template: str, value: str) -> None:
    assert found(template.format(value)) == [("assigned-secret", value)]


@pytest.mark.parametrize(
    "template",
    [
        "Authorization: Bearer {}",
        "curl -H 'Authorization: Bearer {}' https://host",
        '{{"Authorization": "Bearer {}"}}',
        "send `Bearer {}`",
        "authorization: bearer {}.",
    ],
)
def test_a_bearer_token_is_found(template: str) -> None:
    assert found(template.format(VALUE)) == [("bearer-token", VALUE)]


def test_a_placeholder_word_inside_a_real_value_does_not_hide_it() -> None:
    value = "Tr0ub" + "fake" + "4dorAndThree"
    assert found(f"password: {value}") == [("assigned-secret", value)]


def test_a_second_secret_after_a_placeholder_is_found() -> None:
    text = f"password: <redacted>, token: YOUR_TOKEN_1234, secret: {VALUE}"
    assert found(text) == [("assigned-secret", VALUE)]


@pytest.mark.parametrize(
    "text",
    [
        "secret: SOME_ENV_KEY_2",
        "token: $GITHUB_TOKEN_2024",
        "token: ${GITHUB_TOKEN_2024} comes from the environment",
        "token: {{ vault_token_2024 }}",
        "password: <redacted-20240517>",
        "password: [REDACTED-12345]",
        "api key: YOUR_API_KEY_12345",
        "api_key=your-api-key-1234",
        "api_key: process.env.API_KEY_2024",
        "api_key = os.environ['API_KEY_2024']",
        "token = client.get_secret(TOKEN_2024)",
        "token = get_token(user2024, x12)",
        "secret: settings.oauth2.client02",
        "password: it is the same for all 12 machines in room 34",
        "password: changeme123",
        "password: example-password-42",
        "token: " + made(6) + "12***",
        "token: " + made(12) + "12...",
        "token: " + made(12) + "12\u2026",
        "token: abcdefgh12345678",
        "password: 11111111",
        "password: 12345678",
        "token: xxxxxxxx1234",
        "token: [A-Za-z0-9]{36}",
        "originSessionId: 3b9a73dc-5d88-45f5-b7d5-0b9a39e1d14d",
        "fixed in " + made(40, _HEX),
        "auth: " + made(40, _HEX),
        "token_sha256: " + made(64, _HEX),
        "secret: sha256:" + made(64, _HEX),
        "token: sha512-" + made(86) + "==",
        "secret: " + made(10, _HEX),
        "transaction 0x" + made(64, _HEX),
        "Sec-WebSocket-Key: " + made(22) + "==",
        "access_key: arn:aws:iam::123456789012:user/dev01",
        "secret: prod/db/password-2024",
        "token: github-ci-token-2024",
        "private key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + made(43),
        "public key: " + made(40),
        "publishable api key: " + made(40),
        "api key: pk_live_" + made(24),
        "token: 01JXHDBCAW6PPPGY7ZNKW34Z65",
        "trace id " + made(32, _HEX),
        "secret: data:image/png;base64," + made(40),
        "token: v12.14.3-rc2",
        "password: 2024-05-17",
        "token expires: 2024-05-17T10:00:00Z",
        "auth: 2024-05-17T10:00:00Z",
        "auth: https://host01.example.org/login/v2",
        "auth: docs/authentication-2024.md#bearer-tokens",
        "private_key_path: ~/.ssh/id_ed25519_2024",
        "token_file: " + VALUE,
        "private key: /etc/ssl/private/server-2024.pem",
        "secret: notes-2024.md",
        "token count: 128000, tokens per second: 41.7",
        "tokens: 12345678",
        "max_tokens: 128000000",
        "token_count: 12345678901",
        "author: jane2024smith99",
        "bypass: q1w7e3r9t5",
        "cache key: " + made(64, _HEX),
        "primary_key=" + VALUE,
        "passwordless: login2024x1",
        "Authorization: Bearer <token>",
        "Authorization: Bearer $API_TOKEN_2024",
        "Authorization: Bearer ${API_TOKEN_2024}",
        "Authorization: Bearer YOUR_TOKEN_1234",
        "Bearer eyJ" + made(20) + "...",
        "bearer tokens expire after 12 hours or 34 requests",
        "bearer rfc6750-compliant clients",
        "the bearer q7x4m9w2k sits in a vault",
        "ETag: " + made(32, _HEX),
    ],
)
def test_what_is_not_a_secret_stays_quiet(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"api_key": made(64, _HEX)}),
        "SECRET_KEY=" + made(64, _HEX),
        "token: " + made(40, _HEX),
    ],
)
def test_hexadecimal_digits_under_a_label_that_names_them_are_found(text: str) -> None:
    """The length of a digest does not make a key one."""
    assert [rule for rule, _ in found(text)] == ["assigned-secret"]


def test_a_bcrypt_hash_is_found_only_where_a_label_asks() -> None:
    value = "$2b" + "$12$" + made(53)
    assert (found(f"password: {value}"), found(f"stored as {value}")) == (
        [("assigned-secret", value)],
        [],
    )
