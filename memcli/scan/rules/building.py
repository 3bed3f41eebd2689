"""What the rules of vendors share: a few patterns around a value, and the same words."""

import re
from collections.abc import Callable

from memcli.scan.model import Rule, Sample, Tier

# What a name must say for its value to be a credential; the bytes are UTF-8 in other scripts.
_CREDENTIAL = rb"""
    (?: key(?!space|word|board|note) | token | secret | pass(?:word|wd|phrase)? | pwd | pat
      | auth(?:orization)? | cred(?:ential)?s? | apikey | cookie | bearer | webhook
      | private | access | schl(?:\xc3\xbc|ue)ssel | cl(?:\xc3\xa9|ave) | contrase\xc3\xb1a
      # Chinese, Japanese, Korean, Russian
      | \xe5\xaf\x86(?:\xe9\x92\xa5|\xe7\xa0\x81) | \xe4\xbb\xa4\xe7\x89\x8c
      | \xe3\x82\xad\xe3\x83\xbc | \xed\x82\xa4 | \xed\x86\xa0\xed\x81\xb0
      | \xd0\xba\xd0\xbb\xd1\x8e\xd1\x87 | \xd1\x82\xd0\xbe\xd0\xba\xd0\xb5\xd0\xbd
    )
    """
# What makes of a key the name of something stored, or of something for everybody.
_NO_CREDENTIAL = b"".join(
    rb"(?<!%b)(?<!%b[ _.-])" % (word, word)
    for word in b"cache public primary foreign partition routing sort row".split()
)
# What ends in letters or digits and is the end of no word: escapes of characters, and of colours.
_ESCAPES = (
    *(rb"\\[nrtfvb]", rb"%[0-9A-Fa-f]{2}", rb"=3D"),
    *(rb"\\x[0-9A-Fa-f]{2}", rb"\\u[0-9A-Fa-f]{4}", rb"\\[0-7]{3}"),
    *(rb"\[[0-9]m", rb"\[[0-9]{2}m", rb";[0-9]m", rb";[0-9]{2}m", rb"\[m"),
)
# What makes of a credential's name the name of something about it.
_ABOUT = rb"(?i:hash|sha[0-9]|digest|md5|checksum|fingerprint|name|file|path|url|uri|count|limit)"


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


def apart(prefix: bytes, *, word: bytes = rb"A-Za-z0-9") -> bytes:
    r"""Return the pattern, of no width, of the end of a ``prefix`` that no word begins.

    It stands behind the prefix, a regex of one length. ``word`` is what a class holds that matches
    the characters of words; an escape such as ``\n``, ``%3D`` or ``ESC[31m`` is no word.
    """
    escapes = b"|".join(rb"(?<=%b%b)" % (escape, prefix) for escape in _ESCAPES)
    return rb"(?:(?<![%b]%b)|%b)" % (word, prefix, escapes)


def prefixed(prefix: bytes, rest: bytes) -> bytes:
    r"""Return the pattern of a token that its constant prefix gives away.

    ``prefix`` is a regex of a few constant texts of one length, best begun by a literal; ``rest``
    is the regex of what follows it. Letters and digits may not go on the token, nor stand right
    before it; ``_`` and ``-`` before it may. The prefix is ``public``.
    """
    # Looking back from behind the prefix leaves the literal in front, where ``re`` searches for it.
    return rb"(?P<secret>(?P<public>%b)%b%b)(?![A-Za-z0-9])" % (prefix, apart(prefix), rest)


def labelled(words: bytes, value: bytes) -> bytes:
    r"""Return the pattern of a value that only its label gives away, in verbose mode.

    The label holds the vendor's name (``words``, a regex that ignores case) and, after it in the
    same name or within a few words, what says that a credential follows. ``value`` is the regex of
    the documented shape; its group ``public`` is empty unless it names one.
    """
    shape = value if b"?P<public>" in value else b"(?P<public>)(?:%b)" % value
    return rb"""(?x)
    (?i: %b ) (?i: [A-Za-z0-9_ .:{'"`*\[\]()\x80-\xff-]{0,24}? %b %b )
    (?: (?!%b) [A-Za-z0-9_.] ){0,16}
    ["'`*_\])\\>]{0,4} [ \t]{0,4} (?: string [ ] )?
    (?: [:?.+|]{0,3}={1,3}>? | [:|]{1,3} | [=-]> | [,(-] | \xef\xbc[\x9a\x9d] | (?i:is) )?
    (?: [ \t*_]{0,8} | [ \t]{0,4} \r?\n [ \t>*+-]{0,16} )
    (?: \\?["'`] ){0,3} (?: (?i:bearer|token|basic|apikey) [ ] )?
    (?P<secret> (?<![A-Za-z0-9_]) (?-x:%b) ) (?![A-Za-z0-9_+/=-])
    """ % (words, _NO_CREDENTIAL, _CREDENTIAL, _ABOUT, shape)
