"""Logins, tokens and sessions in requests, URLs and configuration files."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.scan.engine import ReEngine
from memcli.scan.rules import configfiles, web
from memcli.scan.rules.passwords import is_real_password
from secretshapes import password, seeded

_ENGINE = ReEngine([*web.RULES, *configfiles.RULES])
_PASSWORD = "Must" + "ard2766"
_VALUE = "q7LmWx9TbZr5" + "KvNc8PdYf3Js"


def found(text: str) -> list[tuple[str, str]]:
    return [(hit.rule.id, hit.value.decode()) for hit in _ENGINE.hits(text.encode())]


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def jwt(header: dict[str, object], payload: dict[str, object], signature: str = _VALUE) -> str:
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in (header, payload)
    ]
    return ".".join([*parts, signature])


@pytest.mark.parametrize(
    "value",
    [
        _PASSWORD.encode(),
        b"tR3!" + b"mqz9",
        b"qyOI" + b"hJiM",
        b"d3ad" + b"b33f",
        b"3eC" + b"a3P",
        b"q7Lm" + b"$x9T",
        b"correct-horse" + b"-battery",
        b"tiger" + b".lily",
        b"P4ss" + b"(word)9x",
        "Gr\u00fcnkohl77!".encode(),
        "\u0413\u0440\u0430\u043d\u0438\u0442a9".encode(),
    ],
)
def test_a_password_is_real(value: bytes) -> None:
    assert is_real_password(value)


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"short",
        b"password",
        b"p4ssw0rd",
        b"P@ssw0rd123",
        b"s3cr3t",
        b"your_redis_password",
        b"my-super-secret-password",
        b"[YOUR-PASSWORD]",
        b"<password>",
        b"${DB_PASSWORD}",
        b"$DB_PASSWORD",
        b"$(cat",
        b"{password}",
        b"{{ password }}",
        b"%DB_PASSWORD%",
        b"%s",
        b"DB_PASSWORD",
        b"xxxxxxxx",
        b"********",
        b"q7Lm...",
        b"q7Lm\xe2\x80\xa6",
        b"12345678",
        b"8080",
        b"x-oauth-basic",
        b"aaaaaaaa",
        b"hidden",
        b"passwort",
        b"config.auth.jira_secret",
        b"settings.x",
        b"settings.postgres_auth_token",
        b"var.redis_access_key",
        b"process.env.KIBANA_API_KEY",
        b"import.meta.env.VITE_SECRET",
        b"self.db_pw",
        b"this.options.dbPassword",
        b"someModule.dbPassword",
        b"${DB_PASSWORD:?}",
        b"System.getenv(",
        b"base64:file(",
        b"get_secret(",
        b"os.environ[",
        b"vault:secret/app",
        b"/run/secrets/db",
        b"~/.pgpassword2024",
        b"../secrets/x1",
        b"__DB_PASSWORD__",
        b"N8N_SECRET",
        b"//Private/database_secret/field",
        b"sk_3d0d7<redacted>",
        b"q7Lm[REDACTED]",
        b"q7Lmx9(masked)",
        "\u0412\u0410\u0428_\u0422\u041e\u041a\u0415\u041d".encode(),
        "\u4f60\u7684\u5bc6\u94a5".encode(),
        "\u30d1\u30b9\u30ef\u30fc\u30c9123".encode(),
        b"dein-passwort",
        "tu-contrase\u00f1a".encode(),
        b"votre-mot-de-passe",
        b"twoje-haslo",
        b"your-token-here",
    ],
)
def test_what_stands_for_a_password_is_none(value: bytes) -> None:
    assert not is_real_password(value)


@pytest.mark.parametrize("value", [b"alicia", b"alicia1", b"Alicia2024!"])
def test_a_user_name_is_not_its_own_password(value: bytes) -> None:
    assert not is_real_password(value, user=b"alicia")


@given(seed=st.integers(min_value=0))
def test_random_passwords_are_real(seed: int) -> None:
    assert is_real_password(password(seeded(seed)).encode(), user=b"app")


@given(value=st.binary(max_size=200))
def test_any_bytes_are_judged(value: bytes) -> None:
    assert is_real_password(value) in {True, False}


@pytest.mark.parametrize(
    "template",
    [
        "postgres://app:{}@127.0.0.1:5432/db",
        "`DSN=postgres://app:{}@db/x?sslmode=require`",
        "redis://:{}@/0",
        "mongodb+srv://app:{}@cluster0.host/",
        "(see https://ci:{}@git.host/repo.git)",
        "amqps://app:{}@192.168.1.10:5671/vhost",
        "proxy is http://me:{}@${{PROXY_HOST}}:3128",
        "ftp://ftpuser:{}@[::1]/",
    ],
)
def test_a_password_in_a_url_is_found(template: str) -> None:
    assert found(template.format(_PASSWORD)) == [("url-password", _PASSWORD)]


def test_two_urls_on_one_line_are_two_findings() -> None:
    text = f"https://a:{_PASSWORD}@x/ then https://user:password@y/ then ftp://b:{_VALUE}@z/"
    assert found(text) == [("url-password", _PASSWORD), ("url-password", _VALUE)]


@pytest.mark.parametrize(
    "text",
    [
        "http://localhost:8080/path and mail to a@b.org",
        "https://host:8443",
        "https://host:8000/ @something",
        "'https://host:8000';@something else",
        "git@host:path/to/repo2024",
        "ssh://git@host:2222/path",
        "postgres://user:password@localhost/db",
        "postgres://postgres:postgres@localhost/db",
        "postgres://app:${DB_PASSWORD}@db/x",
        "postgres://app:$DB_PASSWORD@db/x",
        "postgres://app:{password}@db/x",
        "postgres://app:<password>@db/x",
        "postgres://app:***@db/x",
        "postgresql://postgres:[YOUR-PASSWORD]@db.host/postgres",
        "https://x-access-token:${GITHUB_TOKEN}@github.com/a/b",
        "https://token:x-oauth-basic@github.com/a/b",
        "https://public@sentry.host/12345",
        "amqp://guest:guest@localhost",
        "https://one.host:123,foo:bar@two.host/path",
    ],
)
def test_a_url_without_a_real_password_stays_quiet(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "token",
    [
        jwt({"alg": "HS256", "typ": "JWT"}, {"sub": "730912"}),
        jwt({"typ": "JWT", "alg": "RS256", "kid": ""}, {"iss": "a", "exp": 1300819380}),
        jwt({"alg": "none"}, {"sub": "730912"}, ""),
    ],
)
@pytest.mark.parametrize("place", ["{}", "token: `{}`.", "https://host/#t={}&x=1", '{{"t":"{}"}}'])
def test_a_json_web_token_is_found(token: str, place: str) -> None:
    assert found(place.format(token)) == [("json-web-token", token)]


def test_an_encrypted_json_web_token_is_found() -> None:
    head = base64.urlsafe_b64encode(b'{"alg":"dir","enc":"A256GCM"}').rstrip(b"=").decode()
    token = f"{head}..{_VALUE[:16]}.{_VALUE}.{_VALUE[:22]}"
    assert found(f"session {token}") == [("json-web-token", token)]


def test_a_json_web_token_in_base64_is_found() -> None:
    token = encoded(jwt({"alg": "HS256"}, {"sub": "730912"}))
    assert found(f"x {token}") == [("json-web-token-in-base64", token)]


@pytest.mark.parametrize(
    "text",
    [
        jwt({"typ": "JWT"}, {"sub": "730912"}),
        jwt({"alg": "HS256"}, {"role": "anon", "iss": "supabase"}),
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi...",
        '{"alg":"HS256","typ":"JWT"}.{"name":"Jon Doe"}',
        "eyJBBBBBBBBBB.eyJCCCCCCCCCC.eyJDDDDDDDDDD",
    ],
)
def test_what_is_no_json_web_token_stays_quiet(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"Authorization: Basic {encoded(f'ci:{_PASSWORD}')}", "basic-authorization"),
        (f"'authorization': 'basic {encoded(f'{_VALUE}:')}'", "basic-authorization"),
        (f"curl -H 'X-Api-Key: {_VALUE}' https://host", "request-header-key"),
        (f'-H "X-Auth-Token: {_VALUE}"', "request-header-key"),
        (f"--header 'apikey: {_VALUE}'", "request-header-key"),
        (f"PRIVATE-TOKEN: {_VALUE}", "request-header-key"),
        (f"Cookie: a=1; theme=dark; sessionid={_VALUE}; b=2", "cookie-header"),
        (f"Set-Cookie: __Host-auth={_VALUE}; Secure", "cookie-header"),
        (f"-H 'cookie: sid={_VALUE}'", "cookie-header"),
        (f"JSESSIONID={_VALUE}", "session-cookie"),
        (f"laravel_session = {_VALUE}", "session-cookie"),
        (f"curl -u app:{_PASSWORD} https://host", "curl-login"),
        (f"curl -sku ':{_PASSWORD}' https://host", "curl-login"),
        (f'curl -X POST https://host \\\n  --user "a@b.org:{_PASSWORD}"', "curl-login"),
        (f"machine host\n  login me\n  password {_PASSWORD}", "netrc-password"),
        (f"`db.host:5432:app:me:{_PASSWORD}`", "pgpass-password"),
        (f"//registry.host/:_authToken={_VALUE}", "npmrc-auth"),
        (f'"auth": "{encoded(f"me:{_PASSWORD}")}"', "docker-config-auth"),
        (f"kind: Secret\ndata:\n  a: Yg==\n  pw: {encoded(_PASSWORD)}", "kubernetes-secret"),
        (f"kind: Secret\ntype: Opaque\nstringData:\n  pw: '{_PASSWORD}'", "kubernetes-secret"),
        (f"APP_KEY=base64:{encoded(_VALUE + _VALUE[:8])}", "laravel-app-key"),
    ],
)
def test_a_login_is_found(text: str, rule: str) -> None:
    assert [name for name, _ in found(text)] == [rule]


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Basic {encoded('username:password')}",
        f"Authorization: Basic {encoded('me:${TOKEN}')}",
        f"Authorization: Basic {encoded('no colon is in here')}",
        "Authorization: Basic {base64(email:password)}",
        "basic configuration2024steps",
        "X-Api-Key: <key>",
        "X-Api-Key: $API_KEY",
        f"X-CSRF-Token: {_VALUE}",
        f"X-Request-Id: {_VALUE}",
        f"Sec-WebSocket-Key: {_VALUE}",
        f"api-key: {_VALUE}",
        "Cookie: session=...; theme=dark",
        f"Cookie: theme={_VALUE}",
        "the cookie sessionid=abc expires",
        "originSessionId: 3b9a73dc-5d88-45f5-b7d5-0b9a39e1d14d",
        'curl -u "$USER:$PASSWORD" https://host',
        "curl -u user:password https://host",
        "curl -u me https://host:8443/path2024",
        'curl --user "$(cat ./login):$(cat ./password)" https://host',
        "machine host login me password <password>",
        "hostname:5432:database:username:password",
        "docker run -p 127.0.0.1:5432:5432 postgres:16.4-alpine",
        "//registry.example.org/:_authToken=${NPM_TOKEN}",
        "kind: Secret\nmetadata:\n  name: database-2024\n",
        "kind: Secret\ndata:\n  pw: <base64>\n",
        f"kind: ConfigMap\ndata:\n  pw: {encoded(_PASSWORD)}\n",
        "APP_KEY=base64:...",
    ],
)
def test_what_only_resembles_a_login_stays_quiet(text: str) -> None:
    assert found(text) == []
