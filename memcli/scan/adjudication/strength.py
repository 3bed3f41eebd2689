"""How much a value looks like a secret by itself: random, typed by a person, or a name."""

from enum import IntEnum
from itertools import pairwise

from memcli.scan.adjudication.letters import has_unusual_letters
from memcli.scan.adjudication.names import count_digits, is_name
from memcli.scan.adjudication.references import is_abbreviated_hash, is_amount, is_technical
from memcli.scan.model import compiled

_MIN_DIGITS = 2
_MIN_DIGITS_OF_A_WORD = 3
_MIN_MIXED_LENGTH = 10
_PIN_LENGTHS = range(4, 11)

# Hyphens, dots, slashes and underscores join the words of names: they are no sign of a secret.
_SYMBOL = rb"[!#$%&*+=?@^|~]"
_LETTER = rb"[A-Za-z]|[\xc3-\xd3][\x80-\xbf]"
# The number of a version or of a machine: app-v83, web-01.
_NUMBERED = rb"(?:\A|[^A-Za-z])[vVrR][0-9]+|[-_.]0[0-9]\Z|/"
_YEAR = rb"(?:19|20)[0-9]{2}(?:[01][0-9](?:[0-3][0-9])?)?"
_DIGITS_IN_A_ROW = b"01234567890123456789"
_LOWER = rb"[a-z]"
_UPPER = rb"[A-Z]"
_RUNS_OF_DIGITS = rb"[0-9]+"


class Strength(IntEnum):
    """How much a value looks like a secret by itself."""

    NONE = 0
    # Letters and two digits: also the name of a product, a machine or a version.
    SOME = 1
    # A word and a number of three digits or more, digits among letters, or both cases and digits.
    TYPED = 2
    # Symbols that names do not hold, or many changes between kinds of characters.
    RANDOM = 3


def strength_of(value: bytes) -> Strength:
    """Return how much ``value`` looks like a secret where no separator says that it is one."""
    digits = count_digits(value)
    if digits < _MIN_DIGITS and has_both_cases(value) and has_unusual_letters(value):
        return Strength.RANDOM if len(value) >= _MIN_MIXED_LENGTH else Strength.SOME
    if not digits or not has_letters(value):
        return Strength.TYPED if digits > _MIN_DIGITS and count_symbols(value) else Strength.NONE
    if is_technical(value) or is_amount(value) or is_abbreviated_hash(value):
        return Strength.NONE
    if count_symbols(value.rstrip(b"?")):
        return Strength.RANDOM
    return _of_name(value, digits) if is_name(value) else _of_one_word(value, digits)


def is_pin(value: bytes) -> bool:
    """Tell whether ``value`` is digits alone that somebody may have chosen as a password."""
    return (
        len(value) in _PIN_LENGTHS
        and value.isdigit()
        and len(set(value)) > _MIN_DIGITS
        and not _is_counted(value)
        and compiled(_YEAR).fullmatch(value) is None
    )


def count_symbols(value: bytes) -> int:
    """Return how many characters ``value`` holds that names do not."""
    return len(compiled(_SYMBOL).findall(value))


def has_letters(value: bytes) -> bool:
    """Tell whether ``value`` holds a letter of an alphabet."""
    return compiled(_LETTER).search(value) is not None


def has_both_cases(value: bytes) -> bool:
    """Tell whether ``value`` holds ASCII letters of both cases."""
    return compiled(_LOWER).search(value) is not None and compiled(_UPPER).search(value) is not None


def _of_name(value: bytes, digits: int) -> Strength:
    """Return the strength of words joined: a passphrase, or what names a thing."""
    if compiled(_NUMBERED).search(value) is not None or digits < _MIN_DIGITS:
        return Strength.NONE
    is_typed = value[:1].isupper() and has_both_cases(value) and digits >= _MIN_DIGITS_OF_A_WORD
    return Strength.TYPED if is_typed else Strength.SOME


def _of_one_word(value: bytes, digits: int) -> Strength:
    runs = len(compiled(_RUNS_OF_DIGITS).findall(value))
    if has_both_cases(value) and (runs > 1 or has_unusual_letters(value)):
        return Strength.RANDOM
    if digits >= _MIN_DIGITS_OF_A_WORD or runs > 1:
        return Strength.TYPED
    return Strength.SOME if digits == _MIN_DIGITS else Strength.NONE


def _is_counted(digits: bytes) -> bool:
    """Tell whether ``digits`` run up or down, as 1234 does."""
    steps = {right - left for left, right in pairwise(digits)}
    return len(steps) == 1 or digits in _DIGITS_IN_A_ROW
