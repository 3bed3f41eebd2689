"""What the rules of vendors share: a few patterns around a value, and the same words."""

import re
from collections.abc import Callable

from memcli.scan.model import Rule, Sample, Tier

# What a name must say for its value to be a credential.
_CREDENTIAL = rb"""
    (?: key | token | secret | pass(?:word|wd|phrase)? | pwd | pat | auth(?:orization)?
      | cred(?:ential)?s? | apikey | signature | cookie | session | bearer | webhook )
    """


def vendor_rule(
    id: str,  # noqa: A002  (the name of the field it fills)
    *,
    vendor: str,
    title: str,
    url: str,
    revoke: str,
    pattern: bytes,
    anchors: tuple[bytes, ...],
    examples: tuple[Sample, ...],
    counter_examples: tuple[Sample, ...],
    accepts: Callable[[re.Match[bytes]], bool] | None = None,
    strong: bool = True,
    why: str = "",
) -> Rule:
    """Return the structural rule of a vendor's credential.

    ``revoke`` completes "Remove it, then ...", such as "delete the key under Settings, API keys".
    """
    return Rule(
        id=id,
        tier=Tier.STRUCTURAL,
        title=title,
        why=why or f"Whoever reads it can use {vendor} as its owner.",
        advice=f"Remove it, then {revoke}.",
        anchors=anchors,
        pattern=pattern,
        examples=examples,
        counter_examples=counter_examples,
        strong=strong,
        accepts=accepts,
        vendor=vendor,
        url=url,
    )


def prefixed(prefix: bytes, rest: bytes) -> bytes:
    r"""Return the pattern of a token that its constant prefix gives away.

    ``prefix`` is a regex of a few constant texts, best begun by a literal; ``rest`` is the regex of
    what follows it. Letters and digits may not go on the token, nor stand right before it when the
    prefix begins with a letter or digit; ``_`` and ``-`` before it may. The prefix is ``public``.
    """
    return rb"(?P<secret>(?P<public>%b)%b)(?![A-Za-z0-9])" % (prefix, rest)


def labelled(words: bytes, value: bytes) -> bytes:
    r"""Return the pattern of a value that only its label gives away, in verbose mode.

    The label holds the vendor's name (``words``, a regex that ignores case) and, after it in the
    same name or within a few words, what says that a credential follows. ``value`` is the regex of
    the documented shape.
    """
    return rb"""(?x)
    (?i: %b ) (?i: [A-Za-z0-9_ .'"`*\[\]()-]{0,24}? %b ) [A-Za-z0-9_]{0,16}
    ["'`*_\])\\]{0,4} [ \t]{0,4}
    (?: [:?]{0,3}={1,3}>? | :{1,3} | => | , | \| | \xef\xbc[\x9a\x9d] | (?i:is) | \( )?
    [ \t*_]{0,8} (?: \\?["'`] ){0,2} (?: (?i:bearer|token|basic) [ ] )?
    (?P<secret> (?-x:%b) ) (?![A-Za-z0-9_+/=-])
    """ % (words, _CREDENTIAL, value)
