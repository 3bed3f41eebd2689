"""Whether the text in a password's place of a login is a real password."""

import unicodedata

from memcli.scan.adjudicate import count_digits, is_filler, is_name
from memcli.scan.adjudication.placeholders import is_placeholder
from memcli.scan.model import compiled

_MIN_LENGTH = 6
_MIN_LETTERS_ONLY = 8
_PORT_DIGITS = 5

_TEMPLATE = rb"""(?x)
      \A\$ | \$[{(] | \$[A-Z_]{3} | \{\{ | \}\} | \{[A-Za-z_][\w. -]*\} | \[[A-Za-z_ -]+\] | [<>]
    | \A%[A-Za-z_({] | \*{2} | \.{3} | \xe2\x80[\xa2\xa6] | [xX]{3} | \?{3} | _{4} | \#\{ | \A[.]+\Z
    | \A[0-9]{2,5},                    # a port, and the next of several hosts
    | \A(?:__|@@)\w+(?:__|@@)\Z
    | (?i: [\[(*_-] [ ]? (?: redact | mask | hidden | remov | sanit | scrub | filter | snip ) )
    """
# What says where the password is: a path, a call, a part of something, a vault.
_ELSEWHERE = rb"""(?xi)
      (?: ~ | \.{1,2} )? / [\w.-]+ /
    | (?: ~ | \.{1,2} | / ) /
    | (?: [a-z]:\\ )
    | [a-z_$] [\w$]* (?: \. | :: | -> | : ) [\w$.:>-]* [(\[]     # settings.get(
    | (?: get | read | load | fetch | env | file | lookup | secret | require | import | base64
        | enc | ref | fn ) \w* [(\[]
    | [a-z_$] [\w$]* [(\[] (?: [\w-]* [\])] )? \Z
    | (?: vault | op | ssm | arn | env | file | keychain | keyring | secretref | sops | awssm
        | gcpsm | ref | doppler | infisical ) :
    """
_DOTTED = rb"[A-Za-z_$][\w$-]*(?:\??\.[A-Za-z_$][\w$-]*)+\Z"
_ROOTS = frozenset(
    b"process import os sys window globalthis env environ secrets vars var config conf cfg"
    b" settings self this req request res response ctx context props params args opts options"
    b" data local module values vault app credentials creds constants environment each input"
    b" inputs output outputs steps needs github gitlab terraform".split()
)
_JOINED_IN_CODE = rb"\..*\.|_|[a-z][A-Z]"
# What stands for a password in documentation, alone or with each other. No two words begin alike
# unless the longer one is first, and none is looked at twice, so that the search stays linear.
_STANDS_FOR_IT = rb"""(?x)
      passphrase | passwort | password | passwd | pass | pwd | pw
    | secrets? | token | apikey | key | changeme | changeit | change | example | placeholder
    | dummy | sample | foo | bar | baz | username | user | admin | root | testing | test | guest
    | demo | postgres | mysql | redis | mongo | rabbitmq | minio | elastic | default | value
    | string | letmein | qwerty | redacted | hidden | masked | credentials | creds | here | port
    | host | kennwort | geheim | motdepasse | contrasena | secreto | clave | senha | parola
    | wachtwoord | hasl?o | sifre | losenord | adgangskode | mima | benutzer | usuario | hunter
    | xoauthbasic | xaccesstoken
    """
_GOES_WITH_IT = rb"""(?x)
    dein[es]? | deine | mein[es]? | meine | ihre? | votre | ton | mon | twoje? | moje? | jouw | mijn
    | senin | tua? | tuo | sua? | seu | minha | meu | mi[oa]? | des? | la | il
    | your | some | super | strong | secure | really | real | actual | random | very | local | the
    | my | new | old | app | dev | top | db
    """
_NOT_LETTERS = rb"[^a-z]+"
_NOT_ASCII = rb"[\x80-\xff]"
_LATIN = rb"[A-Za-z]|[0-9].*[0-9].*[0-9].*[0-9].*[0-9]"
_END = b"0123456789!@#$%^&*_.-"
# Letters that people write as digits and signs: p4ssw0rd, s3cr3t.
_AS_LETTERS = bytes.maketrans(b"0134578$@", b"oieastbsa")
_NAME_OF_VARIABLE = rb"""(?x)
      [A-Z]+(?:_[A-Z0-9]+)*\Z
    | (?=[A-Z0-9_]{0,60}_(?:KEY|TOKEN|SECRET|PASS|PASSWORD|PASSWD|PWD|PW|CREDENTIALS?|AUTH)(?:_|\Z))
      [A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z
    """
_MAX_DIGITS_OF_A_WORD = 4


def is_real_password(value: bytes, *, user: bytes = b"") -> bool:
    """Tell whether ``value`` is a password that somebody uses, and no template or documentation.

    ``user`` is the name that it belongs to; the name as its own password is a default.
    """
    if len(value) < _MIN_LENGTH or compiled(_TEMPLATE).search(value) is not None:
        return False
    if value.isdigit() and len(value) <= _PORT_DIGITS:
        return False
    if compiled(_NAME_OF_VARIABLE).match(value) is not None and count_digits(value) < _MIN_LENGTH:
        return False
    return not (
        is_filler(value)
        or is_elsewhere(value)
        or _is_in_no_alphabet(value)
        or is_placeholder(value)
        or _stands_for_a_password(value, user)
    )


def is_elsewhere(value: bytes) -> bool:
    """Tell whether ``value`` is code or a path that leads to the password."""
    if compiled(_ELSEWHERE).match(value) is not None:
        return True
    if compiled(_DOTTED).match(value) is None:
        return False
    root = value.partition(b".")[0].rstrip(b"?").lower()
    # Two words with a dot between them may be somebody's password.
    is_code = compiled(_JOINED_IN_CODE).search(value) is not None and is_name(value)
    return root in _ROOTS or is_code


def _is_in_no_alphabet(value: bytes) -> bool:
    """Tell whether ``value`` is words of a script other than Latin: they ask for a password."""
    other = compiled(_NOT_ASCII).search(value) is not None
    return other and compiled(_LATIN).search(_without_accents(value)) is None


def _without_accents(value: bytes) -> bytes:
    text = unicodedata.normalize("NFKD", value.decode("utf-8", "ignore"))
    return text.encode("ascii", "ignore")


def _stands_for_a_password(value: bytes, user: bytes) -> bool:
    folded = _without_accents(value).lower()
    stem = folded.rstrip(_END)
    if user and stem == user.lower():
        return True
    if count_digits(folded[len(stem) :]) <= _MAX_DIGITS_OF_A_WORD:
        read = stem.translate(_AS_LETTERS)
        if _is_made_of_stand_ins(compiled(_NOT_LETTERS).sub(b"", read)):
            return True
    return value.isalpha() and len(value) < _MIN_LETTERS_ONLY


def _is_made_of_stand_ins(text: bytes) -> bool:
    rest, found = compiled(_STANDS_FOR_IT).subn(b"", text)
    return found > 0 and not compiled(_GOES_WITH_IT).sub(b"", rest)
