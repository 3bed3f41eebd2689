"""Texts of words: names of secrets, hosts, packages, files, and placeholders made of words."""

from memcli.scan.model import compiled

_MEAN_WORD_LETTERS = 3
_WORD = rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"
_PIECE = rb"[A-Za-z]*([0-9]*)[A-Za-z]*"
_DIGITS_IN_A_ROW = b"01234567890123456789"
_NAME_CHARACTERS = rb"[A-Za-z0-9_./:@-]+"
_NOT_ALPHANUMERIC = rb"[^A-Za-z0-9]+"
_DIGIT = rb"[0-9]"


def count_digits(value: bytes) -> int:
    """Return how many ASCII digits ``value`` holds."""
    return len(compiled(_DIGIT).findall(value))


def split_words(text: bytes) -> list[bytes]:
    """Return the words of ``text`` in lower case; camel case and every non-letter separate."""
    return [word.lower() for word in compiled(_WORD).findall(text)]


def is_name(value: bytes) -> bool:
    """Tell whether ``value`` is words joined as in names of secrets, hosts, packages, paths."""
    return (
        compiled(_NAME_CHARACTERS).fullmatch(value) is not None
        and compiled(_NOT_ALPHANUMERIC).search(value.strip(b"_-.")) is not None
        and consists_of_words(value)
    )


def consists_of_words(value: bytes) -> bool:
    """Tell whether ``value`` is words, each with at most four digits, or with 1234567890."""
    words = split_words(value)
    if not words or sum(map(len, words)) < _MEAN_WORD_LETTERS * len(words):
        return False
    return all(_is_word_piece(piece) for piece in compiled(_NOT_ALPHANUMERIC).split(value))


def _is_word_piece(piece: bytes) -> bool:
    match = compiled(_PIECE).fullmatch(piece)
    if match is None:
        return False
    digits = match[1]
    return len(digits) <= len(b"2024") or digits in _DIGITS_IN_A_ROW
