"""The words that say a credential follows, in the languages that notes are written in."""

import re
from collections.abc import Callable, Iterable
from enum import Enum, auto
from functools import cache

from memcli.scan.rules.prose.words import any_of, forms_of


class Kind(Enum):
    """What a label asks for.

    ``SHORT`` ones are passwords, but also verbs and ends of words; ``CODE`` ones are passwords in
    groups that services hand out; ``KEY`` ones open something only where they say what.
    """

    PASSWORD = auto()
    SHORT = auto()
    PIN = auto()
    CODE = auto()
    TOKEN = auto()
    KEY = auto()
    LOOSE = auto()


# Labels between bars; any joiner may stand for a space. A word that ends in a hyphen is a stem
# that its language declines.
_OF_PASSWORDS = (
    "password|passwd|passwrd|passphrase|passcode|pass code|passkey|pswd|psk|pre shared key|wpa key"
    "|wpa2 key|wifi key|wi fi key|community string|security answer|security code|door code"
    "|alarm code|access code"
    "|passwort|passwörter|kennwort|kennwörter|zugangscode|zugangs code|türcode|wlan schlüssel"
    "|mot de passe|mots de passe|motdepasse|code d'accès|clé wifi|clé wi fi"
    "|contraseña|contrasena|senha|palavra passe|parola|parolă"
    "|wachtwoord|lösenord|adgangskode|passord|kodeord|salasana|slaptažodis"
    "|hasło|hasła|haslo|heslo|geslo|lozinka|jelszó|jelszava|şifre|sifre"
    "|парол-|гасло|пасворд|лозинка|κωδικός|סיסמה|كلمة المرور|كلمة السر"
    "|密码|密碼|口令|提取码|提取碼|门禁码|解压码|パスワード|パスコード|暗証番号"
    "|비밀번호|패스워드|암호|비번|mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड"
)
_SHORT = "pass|pwd|pw|psw|mdp|sshpass|clave"
_PIN = "pin|pin code|sim pin|pin код|пин|пин код"
_CODE = (
    "recovery code|recovery codes|recovery key|backup code|backup codes|app password"
    "|app passwords|license key|licence key|activation key|product key|setup key|totp secret"
    "|2fa secret|2fa seed|mfa secret|otp secret|totp seed"
)
_OF_ISSUED = (
    "token|secret|jeton|gettone|geheimnis|segredo|segreto|токен-|секрет-"
    "|令牌|密钥|密鑰|秘钥|秘鑰|金鑰|トークン|シークレット|暗号鍵|秘密鍵|토큰|시크릿|비밀키"
)
_KEY = (
    "key|schlüssel|schluessel|clé|clef|cle|chave|chiave|llave|klucz|anahtar|anahtar\u0131|sleutel|nyckel|nøgle"
    "|nøkkel|ключ-|キー|키"
)
_LOOSE = "auth|authorization|cred|creds|credential|credentials"
_LABELS = {
    Kind.PASSWORD: _OF_PASSWORDS.split("|"),
    Kind.SHORT: _SHORT.split("|"),
    Kind.PIN: _PIN.split("|"),
    Kind.CODE: _CODE.split("|"),
    Kind.TOKEN: _OF_ISSUED.split("|"),
    Kind.KEY: _KEY.split("|"),
    Kind.LOOSE: _LOOSE.split("|"),
}


def plain(label: str) -> str:
    """Return ``label`` as it is looked up: lower case, joiners as spaces."""
    return label.lower().replace("_", " ").replace("-", " ").strip()


KINDS = {plain(label): kind for kind, labels in _LABELS.items() for label in labels}
STEMS = tuple(
    plain(label) for labels in _LABELS.values() for label in labels if label.endswith("-")
)
_SPELLED = tuple(label.rstrip("-") for labels in _LABELS.values() for label in labels)


def label(words: Iterable[str]) -> bytes:
    """Return the regex of one of ``words`` as a label, in verbose mode.

    Its groups are the label as written, the ``ending`` that a stem has, and the ``tail``: what
    names joined to it. Of several labels in one name the last one counts.
    """
    return (
        rb"(?P<label>%b)(?P<ending>(?:[\xd0\xd1][\x80-\xbf]){0,3})"
        rb"(?P<tail>(?:(?!(?i:pass|pwd|secret|token|key|auth|cred))[A-Za-z0-9_-]){0,32}+)"
        rb"(?![ _-]?(?i:tokens?\b|keys?\b|secrets?\b|pass|pw\b|codes?\b))"
    ) % any_of(words)


LABEL = label(_SPELLED)
# The plainest labels, for what needs no more.
PLAIN_LABELS = (
    *("password", "passwd", "passphrase", "passwort", "kennwort", "mot de passe", "contraseña"),
    *(
        "senha",
        "парол",
        "密码",
        "パスワード",
        "비밀번호",
        "pass",
        "pwd",
        "pw",
        "secret",
        "token",
        "key",
    ),
)


_PLAIN = tuple(word for word in _SPELLED if word.isascii())
_FOREIGN = tuple(word for word in _SPELLED if not word.isascii())
ANCHORS = tuple(sorted({form.encode().lower() for word in _SPELLED for form in forms_of(word)}))


def labelled(pattern: bytes, regex: bytes = LABEL) -> bytes:
    """Return ``pattern`` with ``regex``, that of a label, where it says ``<label>``."""
    return pattern.replace(b"<label>", regex)


def gates(pattern: bytes) -> Callable[[], tuple[bytes, ...]]:
    """Return what makes the gates of a rule with that regex, in verbose mode; see ``labelled``."""
    return lambda: (labelled(pattern, some_label()), foreign_label())


@cache
def some_label() -> bytes:
    """Return what every label in ASCII matches, with its tail, in verbose mode.

    It is less than ``LABEL`` by far: what stands in a longer label is enough, and what makes it
    longer is taken for a tail.
    """
    words = _shortest(word.encode() for word in _PLAIN)
    return rb"(?i:%b)[A-Za-z0-9_-]*(?:[ _-](?i:code)[A-Za-z0-9_-]*)?" % b"|".join(
        re.escape(word).replace(rb"\ ", b"[ _-]") for word in words
    )


@cache
def foreign_label() -> bytes:
    """Return what stands in every other label. It tells enough where notes are in English."""
    forms = _shortest(form.encode() for word in _FOREIGN for form in forms_of(word))
    return b"|".join(map(re.escape, forms))


def _shortest(texts: Iterable[bytes]) -> list[bytes]:
    """Return those of ``texts`` that hold no other of them."""
    kept: list[bytes] = []
    # The shorter come first.
    for text in sorted(set(texts), key=len):
        if not any(each in text for each in kept):
            kept.append(text)
    return sorted(kept)
