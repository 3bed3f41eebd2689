"""Tell a secret from what only stands where a secret could stand."""

from enum import Enum, auto

from memcli.scan.adjudication.fillers import is_filler
from memcli.scan.adjudication.letters import has_unusual_letters
from memcli.scan.adjudication.names import consists_of_words, count_digits, is_name, split_words
from memcli.scan.adjudication.placeholders import is_masked_on, is_placeholder
from memcli.scan.adjudication.references import (
    is_abbreviated_hash,
    is_amount,
    is_digest,
    is_hexadecimal,
    is_identifier,
    is_identifier_unless_password,
    is_random_uuid,
    is_reference,
    is_technical,
    is_uuid,
)
from memcli.scan.adjudication.strength import (
    Strength,
    count_symbols,
    has_both_cases,
    has_letters,
    is_pin,
    strength_of,
)

__all__ = [
    "Asks",
    "Strength",
    "consists_of_words",
    "count_digits",
    "has_unusual_letters",
    "is_filler",
    "is_hexadecimal",
    "is_masked_on",
    "is_name",
    "is_pin",
    "is_plausible",
    "is_uuid",
    "split_words",
    "strength_of",
]

_MIN_LENGTH = 8
# A password that is asked for by name may be shorter, if its characters are mixed.
_MIN_PASSWORD_LENGTH = 6
_MIN_DIGITS = 2
_MIN_MIXED_LENGTH = 10
_MIN_LETTERS_LENGTH = 16
_MIN_SYMBOLS = 3


class Asks(Enum):
    """What the words around a candidate ask for.

    ``LOOSE`` words (auth, credentials, a key's hash) often stand before something else.
    """

    PASSWORD = auto()
    KEY = auto()
    LOOSE = auto()


def is_plausible(value: bytes, *, after: bytes, asks: Asks) -> bool:
    """Tell whether ``value`` can be the secret that the words before it ask for.

    ``after`` is what follows the value, a few bytes of it: it shows masks and calls that go on.
    """
    return (
        _has_substance(value, asks)
        and not is_masked_on(after)
        and not (after.startswith(b">") and b"<" in value)
        and not is_placeholder(value)
        and not is_reference(value, after)
        and not is_identifier(value)
        and not _is_no_such_secret(value, asks)
        and not is_filler(value)
    )


def _has_substance(value: bytes, asks: Asks) -> bool:
    length = len(value.decode("utf-8", "replace"))
    digits = count_digits(value)
    symbols = count_symbols(value)
    if length < _MIN_LENGTH:
        return (
            asks is Asks.PASSWORD
            and length >= _MIN_PASSWORD_LENGTH
            and digits >= _MIN_DIGITS
            and has_letters(value)
        )
    if digits >= _MIN_DIGITS or (digits and symbols):
        return True
    # With one digit or none it takes more to be none of a language's words.
    if not has_unusual_letters(value) or not has_both_cases(value):
        return False
    return length >= (_MIN_MIXED_LENGTH if digits else _MIN_LETTERS_LENGTH) or (
        asks is Asks.PASSWORD and symbols >= _MIN_SYMBOLS and b"(" not in value
    )


def _is_no_such_secret(value: bytes, asks: Asks) -> bool:
    if is_uuid(value):
        return asks is Asks.LOOSE or not is_random_uuid(value)
    if asks is Asks.PASSWORD:
        return is_technical(value, joined=False) or is_amount(value)
    if is_identifier_unless_password(value) or is_name(value) or is_technical(value):
        return True
    if not is_hexadecimal(value):
        return False
    # "token: " before 40 or 64 hexadecimal digits is a token; "auth: " may name a commit.
    return is_abbreviated_hash(value) or (asks is Asks.LOOSE and is_digest(value))
