"""Values that stand for a secret which is not there: templates, masks, instructions."""

from memcli.scan.adjudication.names import consists_of_words, split_words
from memcli.scan.model import compiled

_PLACEHOLDER = rb"""(?x)
      \$[{(] | \{\{ | \{[A-Za-z_][\w.]*\} | <[^<>]*> | \A%[A-Za-z_]\w*%\Z   # templates
    | &(?:lt|gt|\#x?[0-9A-Fa-f]{2,4});
    | \*{3} | \.{3} | \xe2\x80[\xa2\xa6] | [xX]{4} | \?{3} | _{4} | \#{4}   # masks
    | EXAMPLE(?:KEY|[0-9]{1,5})?=?=?\Z | example\Z                  # documentation keys
    | \[[^\]]{0,40}[A-Za-z0-9]-[A-Za-z0-9][^\]]{0,40}\]             # patterns that show a shape
    | \\[dswDSW][+*{] | \{[0-9]+(?:,[0-9]*)?\}
    """
# A mask goes on, or the call does. Two stars close bold type; three go on masking.
_MASKS = (
    *(b"...", b"\xe2\x80\xa6", b"\xe2\x80\xa2", b"***", b"xxx", b"XXX", b"###"),
    *(b"<red", b"<RED", b"[red", b"[RED", b"<mas", b"[mas", b"<hid", b"<sni", b"[sni"),
)

_WORDS = frozenset(
    b"bogus change changeme changeit dummy example fake fixme foo foobar generated insert invalid"
    b" masked missing mock notreal placeholder redacted removed replace replaceme sample"
    b" somepassword todo your yours yourown my hidden here enter"
    # German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish
    b" dein deine ihr ihre beispiel hier votre ton mettre ici exemple tu su aqui ejemplo sua seu"
    b" exemplo tuo tua esempio inserisci jouw uw voorbeeld twoje przyklad senin sizin ornek".split()
)
# The name of the thing itself, with or without a number, is what examples and factories set.
_ITSELF = frozenset(
    b"admin administrator apikey auth client code contrasena demo geheim key login pass password"
    b" passwd passwort pw pwd root secret senha test testing token user username value guest"
    b" default access api my the new old some very strong super me is this a one mysecret mytoken"
    b" mypassword string text".split()
)


def is_placeholder(value: bytes) -> bool:
    """Tell whether ``value`` is a template, a mask, or words such as ``your-password-1``."""
    if compiled(_PLACEHOLDER).search(value) is not None:
        return True
    # A placeholder's word counts only in a text of words: it also occurs in real passwords.
    words = split_words(value)
    named = not _WORDS.isdisjoint(words) or b"changeme" in value.lower()
    return (named or _ITSELF.issuperset(words)) and consists_of_words(value)


def is_masked_on(after: bytes) -> bool:
    """Tell whether ``after``, what follows a value, masks the rest of it."""
    return after.startswith(_MASKS)
