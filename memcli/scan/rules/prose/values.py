"""Where a value begins and ends: in quotes, in code, or bare."""

import re

from memcli.scan.adjudicate import (
    Asks,
    Strength,
    is_masked_on,
    is_pin,
    is_plausible,
    strength_of,
)
from memcli.scan.model import compiled

_AFTER = 4
# What follows the first number of an amount, a date, a time.
_GOES_ON = rb"[%:/_-]|[.,][0-9]|[ ]?[$\xe2]"

# A plain run, and the characters that go on a value only when nothing else begins there: the next
# assignment, a closing tag, a line end written out. Two bytes from C3 to C9 are Latin letters.
# Nearly every secret holds a digit, and few words do: to demand one keeps searches fast.
_RUN = rb"[!\#-%(-+\--:=-\[\]-_a-~]"
_BEFORE_A_DIGIT = rb"[!\#-%(-+\--/:=-\[\]-_a-~]"
_JOINER = rb"""
    (?: [,;&](?![A-Za-z_][\w.\[\]-]{0,30}[=:] | [ \t"'`]) | <(?!/) | \\(?![nrt])
      | [\xc3-\xc9][\x80-\xbf] )
"""
_NO_START = rb"""(?! [\[({}<|=:*>] | -- ) (?= [^\s"'`]{4} )"""
_NO_END = rb"(?<![.,;:()\]}>*\\|])"
_BARE = rb"%b (?: [0-9] | %b (?: %b | %b ){0,63} [0-9] ) %b* (?: %b %b* )* %b" % (
    _NO_START,
    _BEFORE_A_DIGIT,
    _BEFORE_A_DIGIT,
    _JOINER,
    _RUN,
    _JOINER,
    _RUN,
    _NO_END,
)
_ENCLOSED = rb"""
    (?= [^\s"'`]{4} ) [^\s"'`0-9]{0,64} [0-9] [^\s"'`]* (?<!\\) (?= \\?["'`] )
"""
# Long runs without a digit, as in passwords of letters and symbols.
_LETTERS = rb"[!\#-%(-+\--/:=-\[\]-_a-~]"

# What may close a label and open a value: markup, quotes, tags.
CLOSING = rb"""
    (?: [*_`"'\\\])] | \xe2\x80[\x99\x9d] | \xe3\x80[\x8b\x8d\x8f\x91] ){0,4}
"""
OPENING = rb"""
    (?: \*{1,3} | __ | ~~ | \#{1,2} | [(] | \[(?=[ ]?\\?["'`]) | \xef\xbc\x88
      | \xe2\x80[\x98\x9c\x9e] | \xc2\xab[ ]? | \xe2\x80\xb9 | \xe3\x80[\x8a\x8c\x8e\x90] ){0,2}
"""
# Bare, or after a quote or a backtick; the value ends before the next of them.
VALUE = rb"""(?P<open>\\?["'`])? (?P<secret> %b )""" % _BARE
# In backticks alone, or in quotes where no letter stands before them.
QUOTED = rb"""(?: `{1,2} | (?<![A-Za-z0-9])["'] ) (?P<secret> %b )""" % _ENCLOSED
BARE = rb"(?P<secret> (?!-[A-Za-z]) %b )" % _BARE
# What begins as a reference does is none: ${NAME}, $(command).
_LONG_WORD = (
    rb"%b (?: [$] [!\#-'*+\--:=-\[\]-_a-z|}~] | (?![$]) %b ) %b{9,60} %b (?! [0-9A-Za-z] )"
    % (
        _NO_START,
        _LETTERS,
        _LETTERS,
        _NO_END,
    )
)
WITHOUT_DIGITS = rb"""(?P<open>\\?["'`])? (?P<secret> %b )""" % _LONG_WORD
# Both, for a gate.
EITHER = rb"""(?: \\?["'`] )? (?: %b | %b )""" % (_BARE, _LONG_WORD)


def after(match: re.Match[bytes]) -> bytes:
    """Return the few bytes that follow the value."""
    end = match.end("secret")
    return match.string[end : end + _AFTER]


def is_value(match: re.Match[bytes], asks: Asks, at_least: Strength = Strength.NONE) -> bool:
    """Tell whether the value of ``match`` can be what is asked for, and looks enough like it."""
    value = match["secret"]
    return is_plausible(value, after=after(match), asks=asks) and (
        at_least is Strength.NONE or strength_of(value) >= at_least
    )


def is_pin_value(match: re.Match[bytes]) -> bool:
    """Tell whether the value of ``match`` is digits alone, chosen as a password."""
    following = after(match)
    return (
        is_pin(match["secret"])
        and not is_masked_on(following)
        and compiled(_GOES_ON).match(following) is None
    )
