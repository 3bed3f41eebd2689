"""Sessions in cookies, and keys that commands are given as logins."""

import pytest

from memcli.scan.engine import ReEngine
from memcli.scan.rules import configfiles, web
from memcli.scan.rules.vendors import ai_inference
from secretshapes import bearer, password, seeded

_ENGINE = ReEngine([*web.RULES, *configfiles.RULES, *ai_inference.RULES])
_VALUE = bearer(seeded(41)).replace("-", "7").replace("_", "8")
_PASSWORD = password(seeded(42))
_UUID = "8f14e45f-ceea-467d-9b1c-" + "0242ac130003"
_HEX = "4f7a19c0b2e8d653" + "9c1fa07e5d3b8264"


def found(text: str) -> list[tuple[str, str]]:
    return [(hit.rule.id, hit.value.decode()) for hit in _ENGINE.hits(text.encode())]


@pytest.mark.parametrize(
    ("template", "rule"),
    [
        ("curl -b 'session={}' https://host", "curl-cookie"),
        ('curl https://host --cookie "a=1; sid={}; b=2"', "curl-cookie"),
        ("curl -X POST https://host \\\n  -b 'auth={}'", "curl-cookie"),
        ("**Cookie**: `session={}`", "cookie-header"),
        ("Cookie\uff1asession={}", "cookie-header"),
        ("The cookie header is session={}; path=/", "cookie-header"),
        ("Cookie:\n```\nsession={}\n```", "cookie-header"),
        ("Cookie\n\n```http\nsession={}\n```", "cookie-header"),
        ("document.cookie = 'session={}'", "cookie-header"),
        ("cookies={{'session': '{}'}}", "cookie-dictionary"),
        ('jar.cookies.update({{"auth_token": "{}"}})', "session-cookie"),
        ("cookies = dict(sessionid='{}')", "cookie-dictionary"),
        (".host.org\tTRUE\t/\tTRUE\t1893456000\tuser_session\t{}", "cookie-jar-session"),
        ('{{"domain": ".h.org", "name": "sessionid", "value": "{}"}}', "cookie-jar-session"),
        ('{{"name": "jwt", "path": "/", "secure": true, "value": "{}"}}', "cookie-jar-session"),
        ("SESSDATA={}", "session-cookie"),
        ("X-Session-Id: {}", "request-header-key"),
        ("X-Session-Token: {}", "request-header-key"),
        ("CF-Access-Client-Secret: {}", "request-header-key"),
        ("curl -u {}: https://host", "curl-key"),
        ("curl https://host -u '{}:'", "curl-key"),
        ("curl --user {}:x https://host", "curl-key"),
        ('<add key="ApiKey" value="{}"/>', "xml-setting"),
        ("<property name='mail.token' value='{}'/>", "xml-setting"),
    ],
)
def test_a_session_or_key_is_found(template: str, rule: str) -> None:
    assert found(template.format(_VALUE)) == [(rule, _VALUE)]


@pytest.mark.parametrize(
    "template",
    [
        "htpasswd -b .htpasswd admin {}",
        "htpasswd -bc /etc/nginx/.htpasswd admin '{}'",
        "htpasswd -nbB admin {} > users",
        "htpasswd -B -b users admin {}",
    ],
)
def test_a_password_for_htpasswd_is_found(template: str) -> None:
    assert found(template.format(_PASSWORD)) == [("htpasswd-login", _PASSWORD)]


@pytest.mark.parametrize("place", ["{}", "- `{}`", "key {}", "FAL_KEY={}"])
def test_an_id_with_its_secret_is_found(place: str) -> None:
    assert found(place.format(f"{_UUID}:{_HEX}")) == [("fal-key", f"{_UUID}:{_HEX}")]


@pytest.mark.parametrize(
    "text",
    [
        f"trace {_UUID}:{_HEX}",
        f"etag of {_UUID}:{_HEX}",
        "curl -b cookies.txt https://host/?session=1",
        'curl -b "session=$SESSION" https://host',
        "curl -b 'session=<your-session-cookie-here>' https://host",
        f"git checkout -b session-{_UUID}",
        "cookies={'session': os.environ['SESSION_2024']}",
        f'{{"name": "session", "value": "{_UUID}"}}',
        f'{{"name": "theme", "value": "{_VALUE}"}}',
        f".host.org\tTRUE\t/\tTRUE\t1893456000\ttheme\t{_VALUE}",
        "curl -u $API_TOKEN_2024: https://host",
        "curl -u deploy-service-account: https://host",
        "htpasswd -b .htpasswd admin <password>",
        "htpasswd -b .htpasswd administrator <pw>",
        "htpasswd -nbB admin $PASSWORD_2024",
        "htpasswd -c .htpasswd administrator",
        '<add key="ApiKey" value="#{ApiKey}" />',
        '<add key="ApiKey" value="your-api-key-here" />',
        f'<add key="PublicKeyToken" value="{_HEX[:16]}" />',
        '<add key="TokenLifetimeInMinutes" value="1440" />',
        '<add name="Password" value="SomePasswordProvider" />',
        f"originSessionId: {_UUID}",
        "X-Session-Id: <session>",
        "X-Api-Key: data.vault_generic_secret.n8n_password.data",
        "Cookie: sessionid=process.env.N8N_API_KEY; a=${ACCESS_KEY:?}",
        "Set-Cookie: connect.sid=s%3A%PIHOLE_SECRET%; Path=/",
        "Set-Cookie: connect.sid=s%3AJENKINS_API_KEY; Path=/",
        "Set-Cookie: connect.sid=s%3ASystem.getenv('MINIO_AUTH_TOKEN'); Path=/",
        "Set-Cookie: connect.sid=s%3Avar.jellyfin_client_secret; Path=/",
        "curl -u op://Private/notion_client_secret/credential: https://host",
    ],
)
def test_what_is_no_session_or_key_stays_quiet(text: str) -> None:
    assert found(text) == []
