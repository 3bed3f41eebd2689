"""Credentials in the files that programs read them from."""

import re

from memcli.scan.adjudicate import Asks, is_plausible
from memcli.scan.model import Effect, Rule, Sample, Tier, compiled
from memcli.scan.rules.checks import decoded_base64
from memcli.scan.rules.named import hexadecimal, looks_issued, mixed
from memcli.scan.rules.passwords import is_real_password

_CHANGE = "Remove it, then change the password where it is used."
_NEW_KEY = "Remove it, then make a new key and expire what the old one signed."

_PRINTABLE = rb"[\t\r\n\x20-\x7e]+\Z"
_PUBLIC_IN_SECRET = (b"-----BEGIN CERT", b"-----BEGIN PUBLIC", b"ssh-", b"{")
_MIN_SECRET_DATA = 6
_MIN_DISTINCT_HEX = 4


def _accepts_login(match: re.Match[bytes]) -> bool:
    return is_real_password(match["secret"], user=match["user"])


def _accepts_encoded_login(match: re.Match[bytes]) -> bool:
    decoded = decoded_base64(match["secret"])
    if decoded is None or compiled(_PRINTABLE).match(decoded) is None:
        return False
    user, _, password = decoded.partition(b":")
    return is_real_password(password, user=user)


def _accepts_setting(match: re.Match[bytes]) -> bool:
    is_password = match["asks"].lower().startswith((b"pass", b"pwd"))
    asks = Asks.PASSWORD if is_password else Asks.KEY
    return is_plausible(match["secret"], after=b'"', asks=asks)


def _accepts_secret_data(match: re.Match[bytes]) -> bool:
    """Judge what ``data`` encodes, or ``stringData`` says."""
    value = match["secret"]
    if match["kind"] == b"data":
        decoded = decoded_base64(value)
        if decoded is None:
            return False
        if compiled(_PRINTABLE).match(decoded) is None:
            return len(decoded) >= _MIN_SECRET_DATA
        value = decoded.strip()
    return is_real_password(value) and not value.startswith(_PUBLIC_IN_SECRET)


def _accepts_gem_login(match: re.Match[bytes]) -> bool:
    return all(len(set(half)) >= _MIN_DISTINCT_HEX for half in match["secret"].split(b":"))


RULES: tuple[Rule, ...] = (
    Rule(
        "netrc-password",
        Tier.STRUCTURAL,
        "password of a .netrc line",
        "Programs log in to the host with it.",
        _CHANGE,
        anchors=(b"machine",),
        pattern=(
            rb"machine[ \t]+(?!api\.wandb\.ai)[^\s]{1,200}\s{1,12}"
            rb"login[ \t]+(?P<user>[^\s]{1,100})\s{1,12}"
            rb"password[ \t]+(?P<secret>(?P<public>)[^\s\"'`]{4,200})"
        ),
        accepts=_accepts_login,
        examples=(
            Sample(("machine api.host.org\n  login ci\n  password ", "Must", "ard2766")),
            Sample(("machine host login me password ", *hexadecimal(40).parts)),
        ),
        counter_examples=(
            Sample(("machine host login me password <password>",)),
            Sample(("machine host login user password password",)),
            Sample(("machine host login me password $NETRC_PASSWORD",)),
        ),
    ),
    Rule(
        "xml-setting",
        Tier.HEURISTIC,
        "secret in an XML setting",
        "The name of the setting says that its value is a secret.",
        "Replace the value by a reference to where the program's secrets are kept.",
        anchors=(b"value=",),
        pattern=(
            rb"(?i)<[a-z][a-z.:-]{0,30}\s{1,8}(?:key|name)\s?=\s?[\"'][\w.:-]{0,60}?"
            rb"(?P<asks>passw(?:or)?d|pwd|passphrase|secret|(?<!publickey)token|api[_.-]?key"
            rb"|(?:access|account|private|license|subscription|client|secret)[_.-]?key)[\"']"
            rb"\s{1,8}value\s?=\s?[\"'](?P<secret>[^\"'<>\s]{6,400})[\"']"
        ),
        accepts=_accepts_setting,
        examples=(
            Sample(('<add key="ApiKey" value="', *mixed(24).parts, '" />')),
            Sample(("<property name='db.password' value='", "Must", "ard2766", "'/>")),
        ),
        counter_examples=(
            Sample(('<add key="ApiKey" value="#{ApiKey}" />',)),
            Sample(('<add key="PublicKeyToken" value="', "4f7a19c0b2e8d653", '" />')),
            Sample(('<add key="Password" value="changeme" />',)),
        ),
    ),
    Rule(
        "pgpass-password",
        Tier.STRUCTURAL,
        "password of a .pgpass line",
        "PostgreSQL's programs log in to the database with it.",
        _CHANGE,
        anchors=(b":5432:", b":5433:", b":6432:", b":6543:", b":*:"),
        pattern=(
            rb"(?m)(?<![^\s`])[A-Za-z0-9.*_-]{1,200}:(?:543[23]|6432|6543|\*):[A-Za-z0-9_.*-]{1,64}:"
            rb"(?P<user>[A-Za-z0-9_.*-]{1,64}):(?P<secret>(?P<public>)[^\s`]{6,128})"
        ),
        accepts=_accepts_login,
        examples=(Sample(("db.internal:5432:app:worker:", "Must", "ard2766")),),
        counter_examples=(
            Sample(("hostname:5432:database:username:password",)),
            Sample(("*:*:*:postgres:postgres",)),
            Sample(("docker run -p 127.0.0.1:5432:5432 postgres:16.4-alpine",)),
        ),
    ),
    Rule(
        "npmrc-auth",
        Tier.STRUCTURAL,
        "login of an .npmrc line",
        "Whoever reads it can publish packages to the registry as its owner.",
        "Remove it, then revoke the token at the registry.",
        anchors=(b":_auth", b":_password"),
        pattern=(
            rb"//[A-Za-z0-9.-]{3,200}[^\s:\"']{0,200}(?::[0-9]{2,5})?/?:_(?:authToken|auth|password)"
            rb"[ ]?=[ ]?[\"']?(?P<secret>(?P<public>)[A-Za-z0-9_+/=.-]{16,1200})"
        ),
        gates=lambda: (rb":_(?:authToken|auth|password)[ ]?=[ ]?[\"']?[A-Za-z0-9_+/=.-]{16}",),
        accepts=looks_issued,
        strong=True,
        examples=(Sample(("//registry.host.org/npm/:_auth", "Token=", *mixed(36).parts)),),
        counter_examples=(
            Sample(("//registry.example.org/:_authToken=${NPM_TOKEN}",)),
            Sample(("///:_authToken=", "8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        ),
    ),
    Rule(
        "docker-config-auth",
        Tier.STRUCTURAL,
        "login of a Docker configuration",
        "Decoded, it is the user name and the password of a registry.",
        "Remove it, log out of the registry, and replace the password or token there.",
        anchors=(b'"auth"', b'\\"auth\\"'),
        pattern=(
            rb"\\?\"auth\\?\"\s{0,4}:\s{0,4}\\?\"(?P<secret>(?P<public>)[A-Za-z0-9+/]{12,4000}={0,2})\\?\""
        ),
        accepts=_accepts_encoded_login,
        examples=(
            Sample(('{"auths": {"ghcr.io": {"auth": "', "Y2k6TXVz", "dGFyZDI3", 'NjY="}}}')),
        ),
        counter_examples=(
            Sample(('{"auths": {"ghcr.io": {"auth": "dXNlcm5hbWU6cGFzc3dvcmQ="}}}',)),
            Sample(('{"auths": {"ghcr.io": {"auth": "..."}}}',)),
        ),
    ),
    Rule(
        "kubernetes-secret",
        Tier.STRUCTURAL,
        "Kubernetes secret with its data",
        "Base64 is no protection: whoever reads the manifest has the values.",
        "Remove the values, then replace them wherever they are used.",
        anchors=(b"kind: secret", b"kind:secret", b'kind": "secret', b'kind":"secret'),
        pattern=(
            rb"kind[\"']?:[ ]{0,4}[\"']?Secret\b(?:(?!\n---)[\x00-\xff]){0,2000}?"
            rb"\b(?P<kind>data|stringData)[\"']?:[ ]{0,4}[{]?[ ]{0,4}\r?\n?"
            rb"(?:[ ]{1,12}[\"']?[A-Za-z0-9_.-]{1,80}[\"']?:[^\n]{0,8000}\n){0,30}?"
            rb"[ ]{0,12}[\"']?[A-Za-z0-9_.-]{1,80}[\"']?:[ ]{1,4}[\"']?"
            rb"(?P<secret>(?P<public>)[^\s\"'#{}]{6,8000})"
        ),
        accepts=_accepts_secret_data,
        examples=(
            Sample(
                (
                    "kind: Secret\nmetadata:\n  name: db\n",
                    "data:\n  password: ",
                    "TXVzdGFy",
                    "ZDI3NjY=",
                )
            ),
            Sample(
                ("kind: Secret\n", "stringData:\n  user: app\n  password: ", "Must", "ard2766\n")
            ),
        ),
        counter_examples=(
            Sample(("kind: Secret\nmetadata:\n  name: database-credentials-2024\n",)),
            Sample(("kind: Secret\ndata:\n  password: <base64>\n",)),
            Sample(("kind: SecretStore\ndata:\n  password: ", "TXVzdGFy", "ZDI3NjY=")),
            Sample(("kind: Secret\ndata:\n  ca.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t\n",)),
        ),
    ),
    Rule(
        "django-secret-key",
        Tier.STRUCTURAL,
        "Django secret key",
        "Whoever reads it can sign sessions and password resets of the site.",
        _NEW_KEY,
        anchors=(b"secret_key",),
        pattern=(
            rb"SECRET_KEY[\"']?[ ]?[=:,][ ]?[\"'](?P<secret>(?P<public>(?:django-insecure-)?)"
            rb"(?=[^\"'\s]{0,80}[!@#$%^&*()+=])[a-z0-9!@#$%^&*(\-_=+)]{46,64})[\"']"
        ),
        accepts=looks_issued,
        strong=True,
        examples=(
            Sample(
                (
                    "SECRET_KEY = '",
                    "q7lm!wx9tbz@r5kv",
                    "nc8pdyf3jsga6qeh",
                    "1urt4hk2mw#bnvpcz0",
                    "'",
                )
            ),
        ),
        counter_examples=(
            Sample(("SECRET_KEY = os.environ['DJANGO_SECRET_KEY']",)),
            Sample(("SECRET_KEY = 'change-me-before-going-to-production!'",)),
        ),
    ),
    Rule(
        "rails-secret",
        Tier.STRUCTURAL,
        "Rails master key or secret key base",
        "Whoever reads it can decrypt the credentials file or sign sessions.",
        _NEW_KEY,
        anchors=(b"rails_master_key", b"master.key", b"secret_key_base"),
        pattern=(
            rb"(?i:RAILS_MASTER_KEY|config/master\.key|secret_key_base)[\"'`*)]{0,3}[ ]?"
            rb"(?:[:=]|=>|,|is|\r?\n)?[ ]?[\"'`]{0,2}"
            rb"(?P<secret>(?P<public>)(?<![0-9A-Za-z])(?:[0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{32}))"
            rb"(?![0-9A-Za-z])"
        ),
        accepts=looks_issued,
        strong=True,
        examples=(
            Sample(("RAILS_MASTER_KEY=", *hexadecimal(32).parts)),
            Sample(("secret_key_base: ", *hexadecimal(64).parts)),
        ),
        counter_examples=(
            Sample(("RAILS_MASTER_KEY=", "0" * 32)),
            Sample(("secret_key_base: <%= ENV['SECRET_KEY_BASE'] %>",)),
        ),
    ),
    Rule(
        "laravel-app-key",
        Tier.STRUCTURAL,
        "Laravel application key",
        "Whoever reads it can decrypt what the application encrypted, and forge its cookies.",
        "Remove it, then run `php artisan key:generate` and expire all sessions.",
        anchors=(b"base64:",),
        pattern=(
            rb"APP_KEY[\"'`]?[ ]?[=:][ ]?[\"'`]?"
            rb"(?P<secret>(?P<public>base64:)[A-Za-z0-9+/]{42,43}=)"
        ),
        accepts=looks_issued,
        strong=True,
        examples=(Sample(("APP_KEY=base64:", *mixed(43).parts, "=")),),
        counter_examples=(
            Sample(("APP_KEY=base64:", "A" * 43, "=")),
            Sample(("APP_KEY=base64:...",)),
        ),
    ),
    Rule(
        "contribsys-login",
        Tier.STRUCTURAL,
        "Sidekiq Enterprise or Pro login",
        "Whoever reads it can download the paid gems in its owner's name.",
        "Remove it, then ask Contributed Systems for new credentials.",
        anchors=(b"contribsys",),
        pattern=(
            rb"(?:CONTRIBSYS__COM[A-Z_]{0,12}[\"'`]?[ ]?[=:,][ ]?[\"'`]?|https?://)"
            rb"(?P<secret>(?P<public>)[0-9a-f]{8}:[0-9a-f]{8})(?=(?:@[a-z]+\.contribsys\.com)?(?![0-9a-f]))"
        ),
        accepts=_accepts_gem_login,
        vendor="Contributed Systems",
        url="https://github.com/sidekiq/sidekiq/wiki/Commercial-FAQ",
        examples=(
            Sample(("BUNDLE_GEMS__CONTRIBSYS__COM=", "4f7a19c0", ":", "b2e8d653")),
            Sample(("http://", "9c1fa07e", ":", "5d3b8264", "@gems.contribsys.com/")),
        ),
        counter_examples=(
            Sample(("BUNDLE_GEMS__CONTRIBSYS__COM=", "00000000", ":", "00000000")),
            Sample(("https://gems.contribsys.com/",)),
        ),
    ),
    Rule(
        "password-hash",
        Tier.STRUCTURAL,
        "hash of a system password",
        "A weak password can be found from its hash.",
        _CHANGE,
        anchors=(b"$1$", b"$5$", b"$6$", b"$7$", b"$8$", b"$9$", b"$y$", b"$gy$"),
        effect=Effect.WARN,
        pattern=(
            rb"(?P<secret>(?P<public>\$(?:1|[5-9]|gy|y)\$)(?:rounds=[0-9]{1,9}\$|[./A-Za-z0-9]{1,8}\$)?"
            rb"[./A-Za-z0-9]{4,32}\$[./A-Za-z0-9]{22,86})(?![./A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("root:$6$", "q7LmWx9T$", *mixed(64).parts, "Zk3Rw9TqLm7XvB2nHsPd4Y:19000:")),
        ),
        counter_examples=(
            Sample(("$6$", "x" * 8, "$", "x" * 86)),
            Sample(("costs $1$ or $5$ and more, /a/path/of/twenty/two/parts",)),
        ),
    ),
    Rule(
        "kerberos-ticket-hash",
        Tier.STRUCTURAL,
        "Kerberos ticket for guessing its password",
        "The account's password can be guessed from it without limits.",
        _CHANGE,
        anchors=(b"$krb5",),
        pattern=(
            rb"(?P<secret>(?P<public>\$krb5(?:asrep|tgs|pa)\$)[0-9]{1,2}\$[^\s\"'`]{0,200}?"
            rb"[0-9a-fA-F]{32}\$[0-9a-fA-F]{64,6000})"
        ),
        accepts=looks_issued,
        strong=True,
        examples=(
            Sample(
                (
                    *("$krb5asrep$23$", *hexadecimal(32).parts),
                    *("$", *hexadecimal(64).parts, *hexadecimal(48).parts),
                )
            ),
        ),
        counter_examples=(Sample(("$krb5asrep$23$user@REALM:...",)),),
    ),
)
