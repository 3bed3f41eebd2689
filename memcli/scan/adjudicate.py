"""Tell a secret from what only stands where a secret could stand."""

from enum import Enum, auto

from memcli.scan.model import compiled

_MIN_LENGTH = 8
_MIN_DIGITS = 2

# A filler has no randomness: a few characters, a short unit repeated, or neighbours in the
# alphabet. Interleaved runs (a1b2c3) are neighbours at distance two. The beginning shows it.
_FEW = 2
_FEW_IN_LONG = 4
_LONG = 16
_STRIDES = (1, 2, 3)
_NEIGHBOUR_SHARE = 0.6
_JUDGED = 256

_MEAN_WORD_LETTERS = 3
_ABBREVIATED_SHA = range(7, 13)
_DIGEST_LENGTHS = frozenset({40, 56, 64, 96, 128})

_WORD = rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"
_PIECE = rb"[A-Za-z]*([0-9]*)[A-Za-z]*"
_DIGITS_IN_A_ROW = b"01234567890123456789"
_NAME_CHARACTERS = rb"[A-Za-z0-9_./:@-]+"
_NOT_ALPHANUMERIC = rb"[^A-Za-z0-9]+"
_DIGIT = rb"[0-9]"
# Hyphens, dots, slashes and underscores join the words of names: they are no sign of a secret.
_SYMBOL = rb"[!#$%&*+=?@^|~]"
_HEX = rb"[0-9a-f]+|[0-9A-F]+"
# No identifier below is longer; the bound keeps their patterns from a long value.
_IDENTIFIER_MAX = 128

_PLACEHOLDER_WORDS = frozenset(
    b"change changeme dummy example fake fixme foo foobar insert masked placeholder redacted "
    b"removed replace replaceme sample somepassword todo your yours".split()
)
_PLACEHOLDER = rb"""(?x)
      \$[{(] | \{\{ | \{[A-Za-z_][\w.]*\} | <[^<>]*> | \A%[A-Za-z_]\w*%\Z   # templates
    | \*{3} | \.{3} | \xe2\x80[\xa2\xa6] | [xX]{4} | \?{3} | _{4}   # masks; bullet, ellipsis
    | EXAMPLE(?:KEY)?\Z                                             # documentation keys
    | \[[^\]]{0,40}[A-Za-z0-9]-[A-Za-z0-9][^\]]{0,40}\]             # patterns that show a shape
    | \\[dswDSW][+*{] | \{[0-9]+(?:,[0-9]*)?\}
    """
_REFERENCE = rb"""(?xs)
      \$[A-Za-z_]\w*\Z                                   # shell variable
    | [A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z                    # name of an environment variable
    | (?:process|import|os|sys|window|globalThis|ENV|env|secrets|vars|config|settings)[.\[(]
    | (?:arn|data|urn|env|vault|op|ssm|file|keychain|keyring):
    | (?:sha[0-9]{1,3}|md5|blake[23]\w?)[:-]
    | (?:~|\.{1,2})/ | [A-Za-z]:[\\/]                    # path
    | pk_(?:live|test)_ | AAAA[BCE][23][0-9A-Za-z]       # publishable or public key
    | (?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-z0-9-]+(?:@[a-z.]+)?\Z
    | .*\]\(                                             # Markdown link
    """
_FILE_NAME = rb"""(?xis)
    .*\.(?:md|txt|jsonl?|ya?ml|toml|ini|cfg|conf|env|py|ts|js|sh|go|rs|html?|csv|log|lock|pem|key
        |crt|p12|pdf|png|jpe?g|svg|gz|zip|db|sqlite)
    (?:[#:?].*)?\Z
    """
_DOTTED = rb"[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*)+\Z"
_CALL = rb"[A-Za-z_$][\w$.]*\("
_URL = rb"[A-Za-z][\w+.-]*://"
_URL_WITH_USERINFO = rb"[A-Za-z][\w+.-]*://[^/?#@\s:]*:[^/?#@\s]+@"
_IDENTIFIER = rb"""(?xs)
      \{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?   # UUID
    | [0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?:[T_].*)?            # date, with or without a time
    | [0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}
    | [vV~^]?[0-9]+(?:\.[0-9]+){2,}(?:[-+.][\w.+-]*)?              # version
    | [0-9]+[.,:/_%+-][0-9.,:/_%+-]*                               # number, ratio, time of day
    """
# Where a password is asked for, these may be one.
_IDENTIFIER_UNLESS_PASSWORD = rb"""(?x)
      [0-9]+
    | [0-9][0-9_,.]*[A-Za-z]{1,8}(?:/[A-Za-z]+)?     # amount with a unit
    | 0x[0-9a-fA-F]{40}                              # address of an account or a contract
    | [0-7][0-9A-HJKMNP-TV-Z]{25}                    # ULID
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                   # e-mail address
    """


class Asks(Enum):
    """What the words around a candidate ask for.

    ``LOOSE`` words (auth, credentials, a key's hash) often stand before something else.
    """

    PASSWORD = auto()
    KEY = auto()
    LOOSE = auto()


def is_filler(value: bytes) -> bool:
    """Tell whether ``value`` is repeated or sequential characters; ASCII case is ignored."""
    text = value[:_JUDGED].lower()
    distinct = len(set(text))
    if distinct <= _FEW or (len(text) >= _LONG and distinct <= _FEW_IN_LONG):
        return True
    if any(text[unit:] == text[:-unit] for unit in range(1, len(text) // 2 + 1)):
        return True
    return any(_neighbour_share(text, stride) >= _NEIGHBOUR_SHARE for stride in _STRIDES)


def is_plausible(value: bytes, *, after: bytes, asks: Asks) -> bool:
    """Tell whether ``value`` can be the secret that the words before it ask for.

    ``after`` is what follows the value, a few bytes of it: it shows masks and calls that go on.
    """
    return (
        _has_substance(value)
        and not _is_masked_on(after)
        and not _is_placeholder(value)
        and not _is_reference(value, after)
        and not _is_identifier(value, asks)
        and not (asks is not Asks.PASSWORD and _is_name(value))
        and not is_filler(value)
    )


def count_digits(value: bytes) -> int:
    """Return how many ASCII digits ``value`` holds."""
    return len(compiled(_DIGIT).findall(value))


def split_words(text: bytes) -> list[bytes]:
    """Return the words of ``text`` in lower case; camel case and every non-letter separate."""
    return [word.lower() for word in compiled(_WORD).findall(text)]


def _neighbour_share(text: bytes, stride: int) -> float:
    pairs = len(text) - stride
    if pairs < 1:
        return 0.0
    near = sum(abs(left - right) <= 1 for left, right in zip(text, text[stride:], strict=False))
    return near / pairs


def _has_substance(value: bytes) -> bool:
    if len(value) < _MIN_LENGTH or len(value.decode("utf-8", "replace")) < _MIN_LENGTH:
        return False
    digits = count_digits(value)
    return digits >= _MIN_DIGITS or (digits > 0 and compiled(_SYMBOL).search(value) is not None)


def _is_masked_on(after: bytes) -> bool:
    # Two stars close bold type; three go on masking.
    return after.startswith((b"...", b"\xe2\x80\xa6", b"\xe2\x80\xa2", b"***", b"xxx"))


def _is_placeholder(value: bytes) -> bool:
    if compiled(_PLACEHOLDER).search(value) is not None:
        return True
    # A placeholder's word counts only in a text of words: it also occurs in real passwords.
    words = split_words(value)
    named = not _PLACEHOLDER_WORDS.isdisjoint(words) or b"changeme" in value.lower()
    return named and _consists_of_words(value)


def _is_reference(value: bytes, after: bytes) -> bool:
    if compiled(_URL).match(value) is not None:
        return compiled(_URL_WITH_USERINFO).match(value) is None
    if (
        compiled(_REFERENCE).match(value) is not None
        or compiled(_FILE_NAME).match(value) is not None
    ):
        return True
    if compiled(_CALL).match(value) is not None and (b")" in value or after[:1] in {b")", b","}):
        return True
    is_path_like = compiled(_DOTTED).match(value) is not None or b"/" in value
    return is_path_like and _is_name(value)


def _is_identifier(value: bytes, asks: Asks) -> bool:
    if len(value) > _IDENTIFIER_MAX:
        return False
    if compiled(_IDENTIFIER).fullmatch(value) is not None:
        return True
    if asks is Asks.PASSWORD:
        return False
    if compiled(_IDENTIFIER_UNLESS_PASSWORD).fullmatch(value) is not None:
        return True
    if compiled(_HEX).fullmatch(value) is None:
        return False
    # "token: " before 40 or 64 hexadecimal digits is a token; "auth: " may name a commit.
    return len(value) in _ABBREVIATED_SHA or (asks is Asks.LOOSE and len(value) in _DIGEST_LENGTHS)


def _is_name(value: bytes) -> bool:
    """Tell whether ``value`` is words joined as in names of secrets, hosts, packages, paths."""
    return (
        compiled(_NAME_CHARACTERS).fullmatch(value) is not None
        and compiled(_NOT_ALPHANUMERIC).search(value.strip(b"_-.")) is not None
        and _consists_of_words(value)
    )


def _consists_of_words(value: bytes) -> bool:
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
