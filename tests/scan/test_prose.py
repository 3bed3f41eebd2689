"""Credentials as people write them into notes, in many languages, and what only resembles them."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.scan.engine import ReEngine
from memcli.scan.rules.prose import RULES

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MIXED = _LETTERS + _LETTERS.upper() + "0123456789"
_WORDS = ("Harbour", "Lantern", "Pebble", "Orchard", "Biscuit", "Falcon", "Thunder", "Meadow")
_ENGINE = ReEngine(RULES)


def _bytes(seed: str) -> Iterator[int]:
    return (
        byte for number in count() for byte in hashlib.sha256(f"{seed}/{number}".encode()).digest()
    )


def _random(length: int, seed: str) -> str:
    text = "".join(_MIXED[byte % len(_MIXED)] for byte in islice(_bytes(seed), length))
    return "k" + text[1:-3] + "7X4"


def _word(seed: str) -> str:
    return _WORDS[next(_bytes(seed)) % len(_WORDS)]


def _digits(length: int, seed: str) -> str:
    numbers = "".join(str(byte % 10) for byte in islice(_bytes(seed), length - 3))
    return "4" + numbers + "91"


def _passwords(seed: str) -> tuple[str, ...]:
    return (
        _word(seed) + _digits(4, seed),
        _word(seed) + "!" + _digits(4, seed),
        _random(12, seed),
        f"{_word(seed)}-{_word(seed + '+')}#{_digits(4, seed)}",
    )


def found(text: str) -> list[str]:
    """Return the values found in ``text``."""
    return [hit.value.decode() for hit in _ENGINE.hits(text.encode())]


# Where {} is a password that a person typed or a generator made.
PASSWORDS = (
    # Labels and separators.
    "password: {}",
    "Password = {}",
    "passwd={}",
    "pw: {}",
    "pwd:{}",
    "passphrase: {}",
    "**Password**: {}",
    "**Password:** `{}`",
    "__Password__: {}",
    "- *password*: {}",
    "password: '{}'",
    'password: "{}"',
    "password → {}",
    "password -> `{}`",
    "password => {}",
    "Password (staging): {}",
    "DB_PASSWORD={}",
    "dbPassword: {}",
    '{{"password": "{}"}}',
    '"{{\\"password\\": \\"{}\\"}}"',
    "<password>{}</password>",
    'os.environ["DB_PASSWORD"] = "{}"',
    'System.setProperty("DB_PASSWORD", "{}")',
    "- name: DB_PASSWORD\n  value: {}",
    "(password: {})",
    "host: nas, user: me, password: {}, port: 22",
    "10.0.0.7 | me | password: {}",
    # On the next line.
    "password:\n  {}",
    "password: >-\n  {}",
    "password: |\n  {}",
    "Password:\n```\n{}\n```",
    "## Password\n\n`{}`\n",
    "# nas password\n{}\n",
    "The root password became\n`{}`, and nobody changed it.",
    # Sentences.
    "The password is {}",
    "The password for the staging box is {}.",
    "the new password (since March) is `{}`",
    "admin pw reset 2031-07-23 to `{}`",
    "password changed on Monday to {}",
    "Role `app` pw changed to `{}`",
    "same pw for both: {}",
    "sudo password on web7.example.net: {}",
    "rotate the wiki password (currently {})",
    "the **share password** (`{}`) still works",
    "- [Box](box.md) - 10.0.0.7, sudo pw {}",
    "- [Box](box.md) — 10.0.0.7, admin pw {}, slow disk",
    "archive (archive pw {})",
    "tried pw {} in June, refused",
    "root pw `{}`, BIOS is open",
    "guest wifi (Office): pw `{}`",
    "enter me, then `{}` when prompted for the password",
    "`{}` is the root password",
    "use `{}` as the database password",
    # Accounts beside.
    "login: admin / {}",
    "Login `marlo` / `{}`, port 22",
    "sign in with `me@example.com` / `{}`",
    "**root / `{}`**",
    "10.0.0.7, root/{}",
    "SSH admin/`{}`",
    "user `me`, password `{}`",
    "user: me, pass: {}",
    "username `editor` / pw `{}`",
    "ssh me@10.0.0.7 / password {}",
    "(user niko, SSH pw `{}`)",
    "account me@example.com, password {}",
    "basic auth: admin:{}",
    "Console `admin` / `{}`",
    "root pw `{}` · pia pw `see below`",
    # Tables.
    "| password | {} |",
    "| Password | `{}` |",
    "| Host | User | Password |\n|---|---|---|\n| nas | me | {} |",
    "| Box | pw | Note |\n|:--|:-:|--:|\n| a | b | c |\n| nas | `{}` | slow |",
    "Host | Passwort\n--- | ---\nnas | {}\n",
    # Commands.
    "sshpass -p '{}' ssh me@10.0.0.7",
    "SSHPASS='{}' sshpass -e ssh me@10.0.0.7",
    "echo '{}' | sudo -S reboot",
    "sudo -S reboot <<< '{}'",
    "echo {} | docker login -u me --password-stdin",
    "curl -u me:{} https://host/x",
    "curl --user 'me:{}' https://host",
    "mysql -u app -p'{}' shop",
    "mysqldump -uapp -p{} shop",
    "tool --password {} --all",
    "tool --password='{}'",
    "vmctl new --login-password '{}' --net auto",
    "/user set clerk password={}",
    "PGPASSWORD={} psql -h db",
    "smbclient -U me%{} //nas/share",
    "7z x -p{} attic.7z",
    "ALTER USER app IDENTIFIED BY '{}';",
    "CREATE ROLE app WITH PASSWORD '{}';",
    # Other languages.
    "Passwort: {}",
    "Das Passwort für die Kasse lautet {}",
    "WLAN-Passwort `{}`",
    "Kennwort = {}",
    "Admin-Kennwort geändert auf `{}`",
    "mot de passe : {}",
    "Le mot de passe du NAS est {}",
    "mdp `{}`",
    "mot de passe « {} »",
    "contraseña: {}",
    "La contraseña del servidor es {}",
    "clave del archivo {}",
    "senha: {}",
    "a senha do root é `{}`",
    "La password del router è {}",
    "пароль: {}",
    "Пароль от админки — {}",
    "пароль root `{}`",
    "Пароль сброшен 2031-09-19 на `{}`",
    "гасло: {}",
    "hasło: {}",
    "Hasło do serwera to {}",
    "şifre: {}",
    "wachtwoord: {}",
    "Het wachtwoord van de NAS is {}",
    "lösenord: {}",
    "mật khẩu: {}",
    "密码：{}",
    "密码是{}",
    "root 密码 `{}`",
    "账号 admin 密码 {}，每周改",
    "口令: {}",
    "管理员密码改成 `{}`",
    "パスワード：{}",
    "パスワードは {} です",
    "共有パスワード「{}」",
    "비밀번호: {}",
    "관리자 비밀번호는 `{}`",
    "admin 비밀번호를 2031-12-22 에 `{}` 로 변경",
    "사용자: root | 비밀번호: {}",
)
# Where {} is an issued key or token.
KEYS = (
    "API Key: {}",
    "- **API Key**: `{}`",
    "**Token:** {}",
    "api token {} for the feed",
    "FOO_API_KEY={}",
    "export FOO_SIGN_SECRET='{}'",
    "client_secret: {}",
    '"accessToken": "{}"',
    "X-Api-Key: {}",
    "Authorization: Bearer {}",
    "https://host/cb#token={}",
    "https://host/cb?api_key={}&x=1",
    "env: A_KEY={}; B=1",
    "{} is the api key for the map tiles",
    "{} 是地图的 api key",
    "{} es la api key de los mapas",
    "The token is below.\n\n```text\n{}\n```",
    "### Wiki API key\n`{}`",
    "| Tiles | yes | Key: `{}` |",
    "use this FOO_KEY for now: `{}`",
    "API-Schlüssel: {}",
    "Zugriffsschlüssel: {}",
    "Clé API : {}",
    "clé d'accès : `{}`",
    "Clave de API: {}",
    "Chave de API: `{}`",
    "chiave API: {}",
    "API-ключ: {}",
    "токен: `{}`",
    "密钥：{}",
    "令牌: {}",
    "日历 Token：`{}`，只读",
    "API キー: `{}`",
    "トークン：{}",
    "API 키: `{}`",
    "토큰: {}",
    "klucz API: {}",
    "API anahtarı: {}",
    "tool --api-key {}",
    "posts to https://hooks.example.org/in/{}/ daily",
)
# What stands where a secret would, and is none.
STAND_INS = (
    "<password>",
    "$FOO_PASSWORD",
    "${{FOO_TOKEN_2024}}".replace("{{", "{").replace("}}", "}"),
    "{{ vault_foo_2024 }}",
    "REDACTED",
    "********",
    "xxxxxxxx",
    "your-password-123",
    "YOUR_API_KEY_2024",
    "changeme",
    "FOO_DB_PASSWORD",
    "process.env.FOO_TOKEN",
    "dein-passwort",
    "tu_contraseña",
    "votre_mot_de_passe",
    "ваш_пароль",
    "你的密码",
)
INNOCENT = (
    "originSessionId: 3b9a73dc-5d88-45f5-b7d5-0b9a39e1d14d",
    "- Session ID: 75b014bf-3ac8-4b51-8c78-b4c91cad01c3",
    '"message_id": "46d934fc-c3a9-4a7c-985a-5bb3490c9c90",',
    "- Tunnel `a`, ID `3d1fb2cb-71ec-4b1b-955c-733c0f8b3708`, token on the host only",
    "fixed in 6103cac9e3fe81214e3c6f3d23bcdd32fceb665d (password api)",
    "commit 4f57f22 feat(auth): password reset page",
    "cache key: " + hashlib.sha256(b"a").hexdigest(),
    "token_sha256: " + hashlib.sha256(b"b").hexdigest(),
    "primary_key=kQ8sXm2Lr9Vb4Tz7X4",
    "tokens: 128000, tokens per second: 41.7",
    "run used 751k tokens, cap is 400k per session",
    "max_tokens = 32768",
    "password: see 1Password",
    "1Password account: granite639",
    "- password: `pass show infra/box/root2`",
    "API key in ~/.config/box/key2024.txt",
    "token: v12.14.3-rc2",
    "password: 2024-05-17",
    "Passwort: geändert am 2031-04-19",
    "токен: обновлён 2031-07-22",
    "API Key 已更新，测试返回 200",
    "5 неверных паролей → блокировка на 33 минут",
    "Four wrong passwords pause the account for 51 minutes",
    "name, then password twice, then the 71-digit code",
    "pass mark 17 of 99, key point in 17",
    "pass wait=397 to the feeder",
    "Pass 2: optimise loop42ab",
    "bypass: q1w7e3r9t5",
    "author: jane2024smith99",
    "keyboard: model K380-2024",
    "- ключевой вывод: 942 записей",
    "mot-clé : rendement2024",
    "palabra clave es rendimiento2024",
    "The password is hashed with argon2id",
    "password hash: pbkdf2-sha256",
    "bearer token check in tidal_http.rs:300",
    "Authorization: Bearer <token>",
    "- deploy step asks for the secret named `QUILL_API_KEY2`",
    "chart mounts Secret `mailer-v83`",
    "Secret Manager: `tidal-db-password` has 89 readers",
    "access_key: arn:aws:iam::123456789012:user/dev01",
    "arn:aws:secretsmanager:eu:123456789012:secret:Mine-a1b2c3",
    "public key: kQ8sXm2Lr9Vb4Tz7kQ8sXm2Lr9Vb4Tz7X4",
    "публичный ключ: `kQ8sXm2Lr9Vb4Tz7kQ8sXm2Lr9Vb4Tz7=`",
    "Sec-WebSocket-Key: CpiRxayjV1thzoqE+75zdg==",
    "host key fingerprint SHA256:FVtxrjDFOKDQnLJotsa16yDO8YemhgPz",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOhjws/fLXRIxnKUiM1BZWdxDjXU me@laptop",
    "id=kQ8sXm2Lr9 after the login",
    "account: ThimbleBot51",
    "| account | @x4664467044711 |",
    "image user/repo2024, model vendor/large-4-52-31724870",
    "ssh access, linux/amd64, feature/ABC123",
    "docs in admin/Guide2024.md, tests in test/test_login2.py",
    "factory login is admin/admin",
    "`.token-badge { color: #6b7a8f; padding: 14px; }`",
    "token = request.headers.get('X-Token2', '')",
    "var apiKey = req.header('x-key2') || fallbackKey(84);",
    "password = form.password2",
    "def login(user: str, password: String256) -> Token2:",
    "tokens = tokens[1:-1]",
    'git commit -m "password: fix 12 bugs in 34 files"',
    "gradient key frames 12 to 34",
    "PIN 13 is GPIO27",
    "| 2031-03-15 | why tokens got cheap | article | kQ8sXm2Lr9Vb4Tz7X4abc | draft |",
    "cover media_id: 2FymNtW7vR0z6USYAQx_DsVKh8mj5ZWr",
)


def _fill(template: str, value: str) -> str:
    return (
        template.replace("{{", "\0")
        .replace("}}", "\1")
        .replace("{}", value)
        .replace("\0", "{")
        .replace("\1", "}")
    )


def _missed(template: str, values: Sequence[str]) -> list[str]:
    """Return those of ``values`` that are in no finding; an account may be found with them."""
    return [
        value
        for value in values
        if not any(value in each for each in found(_fill(template, value)))
    ]


@pytest.mark.parametrize("template", PASSWORDS)
def test_a_password_is_found_as_people_write_it(template: str) -> None:
    assert _missed(template, _passwords(template)) == []


@pytest.mark.parametrize("template", KEYS)
def test_a_key_is_found_as_people_write_it(template: str) -> None:
    assert _missed(template, [_random(length, f"{template}{length}") for length in (24, 40)]) == []


@pytest.mark.parametrize("template", [*PASSWORDS, *KEYS])
def test_what_stands_for_a_secret_is_none(template: str) -> None:
    false = [value for value in STAND_INS if found(_fill(template, value))]
    assert false == []


@pytest.mark.parametrize("text", INNOCENT)
def test_what_is_not_a_secret_stays_quiet(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "template",
    [
        "SSH password: {}",
        "root pw `{}`",
        "пароль root `{}`",
        "SSHPASS='{}' sshpass -e ssh me@host",
        "echo '{}' | sudo -S reboot",
        "PIN: {}",
        "PIN-Code: {}",
        "Mot de passe SSH : {}",
        "SSH 密码：{}",
    ],
)
def test_digits_alone_are_found_where_a_password_is_asked_for(template: str) -> None:
    value = _digits(6, template)
    assert found(_fill(template, value)) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "password: 2031",
        "password: 123456",
        "password: 111111",
        "password length: 24",
        "the password expires after 90 days",
        "token: 481593",
        "PIN 4",
        "password: 24%",
        "password: 12:45",
    ],
)
def test_digits_that_are_something_else_stay_quiet(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "user `granite` / pw `granite`",
        "attic box 10.0.0.7, root pw `granite`",
        "10.0.0.7, user/pw granite, wiped on Fridays",
    ],
)
def test_a_plain_word_is_found_where_the_words_around_leave_no_doubt(text: str) -> None:
    assert found(text) == ["granite"]


def test_an_innocent_value_before_it_hides_nothing() -> None:
    value = _passwords("second")[0]
    text = f"password: <redacted>, then password: $OLD_PW, now the password is {value}"
    assert found(text) == [value]


def test_every_account_on_a_line_is_found() -> None:
    first, second = _passwords("first")[0], _passwords("other")[2]
    assert found(f"root pw `{first}` (rack) · pia pw `{second}` (wheel)") == [first, second]


def test_a_value_is_found_at_the_end_of_a_long_line() -> None:
    value = _passwords("long")[0]
    assert found("word " * 4000 + f"password: {value}") == [value]


_PIECES = (
    "password",
    "пароль",
    "密码",
    "key",
    " ",
    ": ",
    "=",
    "|",
    "\n",
    "`",
    '"',
    "/",
    "a1",
    "\u2026",
)


@given(st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=6)), max_size=40))
def test_any_text_is_judged_and_findings_lie_in_it(pieces: list[str]) -> None:
    data = "".join(pieces).encode("utf-8", "surrogatepass")
    hits = list(_ENGINE.hits(data))
    assert [data[hit.start : hit.end] for hit in hits] == [hit.value for hit in hits]


@given(st.binary(max_size=200))
def test_bytes_that_are_no_text_are_judged(data: bytes) -> None:
    text = b"password: " + data + b"\nroot / " + data
    assert all(text[hit.start : hit.end] == hit.value for hit in _ENGINE.hits(text))
