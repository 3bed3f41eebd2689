"""Whether the text in a password's place of a login is a real password."""

from memcli.scan.adjudicate import count_digits, is_filler
from memcli.scan.model import compiled

_MIN_LENGTH = 6
_MIN_LETTERS_ONLY = 8
_PORT_DIGITS = 5

_TEMPLATE = rb"""(?x)
      \A\$ | \$[{(] | \$[A-Z_]{3} | \{\{ | \}\} | \{[A-Za-z_][\w. -]*\} | \[[A-Za-z_ -]+\] | [<>]
    | \A%[A-Za-z_({] | \*{2} | \.{3} | \xe2\x80[\xa2\xa6] | [xX]{3} | \?{3} | _{4} | \#\{ | \A[.]+\Z
    | \A[0-9]{2,5},                    # a port, and the next of several hosts
    """
# What stands for a password in documentation, alone or with each other. No two words begin alike
# unless the longer one is first, and none is looked at twice, so that the search stays linear.
_STANDS_FOR_IT = rb"""(?x)
      passphrase | passwort | password | passwd | pass | pwd | pw
    | secrets? | token | apikey | key | changeme | changeit | change | example | placeholder
    | dummy | sample | foo | bar | baz | username | user | admin | root | testing | test | guest
    | demo | postgres | mysql | redis | mongo | rabbitmq | minio | elastic | default | value
    | string | letmein | qwerty | redacted | hidden | masked | credentials | creds | here | port
    | host | kennwort | geheim | motdepasse | contrasena | secreto | clave | senha | parola
    | wachtwoord | haslo | mima | benutzer | usuario | hunter | xoauthbasic | xaccesstoken
    """
_GOES_WITH_IT = rb"""(?x)
    your | some | super | strong | secure | really | real | actual | random | very | local | the
    | my | new | old | app | dev | top | db
    """
_NOT_LETTERS = rb"[^a-z]+"
_END = b"0123456789!@#$%^&*_.-"
# Letters that people write as digits and signs: p4ssw0rd, s3cr3t.
_AS_LETTERS = bytes.maketrans(b"0134578$@", b"oieastbsa")
_NAME_OF_VARIABLE = rb"[A-Z]+(?:_[A-Z0-9]+)*\Z"
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
    return not (is_filler(value) or _stands_for_a_password(value, user))


def _stands_for_a_password(value: bytes, user: bytes) -> bool:
    folded = value.lower()
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
