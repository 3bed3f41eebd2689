"""An account and its password side by side: ``admin / V``, ``root/V``, ``me@host / V``."""

import re
from typing import NamedTuple

from memcli.scan.adjudicate import (
    Asks,
    Strength,
    count_digits,
    is_hexadecimal,
    is_uuid,
    strength_of,
)
from memcli.scan.model import Rule, Sample, Tier, compiled
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.asking import text_after, text_before
from memcli.scan.rules.prose.assignments import ADVICE
from memcli.scan.rules.prose.values import after, is_value
from memcli.scan.rules.prose.vocabulary import KNOWN_ACCOUNTS, NO_ACCOUNTS, ROOTS

_CONTEXT = 160
_NEAR = 64
_ENOUGH = 4
_LONGEST_PLAIN_ACCOUNT = 24
_MIN_DIGITS_OF_A_WORD = 3
_FEW_DIGITS = 5

_PASSWORD_SHORTEST = 6
_PASSWORD_LONGEST = 40
# Words that say somebody logs in.
_LOGIN = LazyRegex(
    r"log[ -]?[io]n|logged in|log in|sign[ -]?in|signed in|account|acct|\busers?\b|\bcreds?\b"
    r"|credential|\bssh\b|\bs?ftp\b|\brdp\b|\bvnc\b|\bimap\b|\bsmtp\b|\bipmi\b|\bilo\b|\bid\b|\bauth\b"
    r"|access|basic auth|password|passwort|\bpw\b|\bpass\b|\badmin\b|\bpanel\b|console|web ?ui"
    r"|\bdb\b|\brole\b|username|\bsudo\b|wi-?fi|anmeld|zugang|konto|benutzer|kennung|nutzer|einloggen"
    r"|connexion|connecter|compte|identifiant|acc[eè]s|utilisateur|cuenta|usuario|acceso|entrada"
    r"|entrar|iniciar sesi|credenciales|conta\b|usuári|acesso|accesso|utente|credenzial|inlog"
    r"|gebruiker|toegang|konta?\b|użytkown|dane log|giriş|hesap|kullan\u0131c\u0131"
    r"|вход|войти|логин|уч[её]тк|уч[её]тн|доступ|аккаунт|пароль|вхід|обліков|админк"
    r"|登录|登入|登錄|账号|帐号|账户|賬號|帳號|用户|用戶|密码|口令|后台|後台|控制台|面板"
    r"|ログイン|アカウント|接続|認証|パスワード|管理画面|로그인|계정|접속|비밀번호|사용자|관리자",
    ignore_case=True,
)
_PLACE = LazyRegex(
    r"https?://|\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}\b|\blocalhost\b|:[0-9]{2,5}\b"
    r"|\b[a-z0-9-]{2,}(?:\.[a-z0-9-]{2,})*\.(?:local|lan|internal|home|test|example|intranet|com|net"
    r"|org|io|dev|de|fr|es|cn|ru|jp|kr|it|eu|app|cloud)\b",
    ignore_case=True,
)
_ACCOUNT_LABEL = LazyRegex(
    r"(?:account|acct|login|user(?:name)?|creds?|credentials|credenciales|konto|compte|cuenta|conta"
    r"|уч[её]тка|аккаунт|логин|账号|帐号|账户|密码|アカウント|パスワード|계정|비밀번호|benutzer|usuario"
    r"|usuário|zugang|zugangsdaten|contraseña|senha|password|passwort|pw|pass|id|auth|as|als)"
    r"[*_`\"'\s]*(?:[:\uff1a=(\uff08]|\Z)[*_`\"'(\s]*\Z",
    ignore_case=True,
)
# Punctuation and brackets, also of full width.
_BEFORE_A_PART = ",;:(\uff08\uff0c\uff1b\uff1a\u2014\u2013-|\u3001\u3002.]"
_AFTER_A_PART = ",;.)\uff09|\uff0c\u3001\u3002\uff1b \r"
_NAMED = rb"[a-z_.]{2,40}=[^=]"
_FORMULA = rb"[A-Za-z0-9)][*()\[]|\)\*"
_BOTH_CASES = rb"[A-Z].*[a-z]|[a-z].*[A-Z]"
_UPPER_AND_DIGIT = rb"[A-Z].*[0-9]|[0-9].*[A-Z]"

_SCORE_BETWEEN = {b"/": 1, b"|": 1, b",": -1, b"": -2}
_BETWEEN_PAIR_AND_PLACE = "`*\"') (@,\u00b7\u2014|-on"
_QUOTES = frozenset({b"`", b'"', b"'"})
# What people make of a word.
_HUMAN = rb"[A-Z][a-z]{3,15}[!@#$%&*._-]?[0-9]{3,6}[!?.]?"

_ACCOUNT = rb"""
    (?P<account>
        [A-Za-z0-9_.+-]{1,40}@[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,40}){0,4}
      | [A-Za-z\xc3][A-Za-z0-9_.\x80-\xbf-]{1,31}
      | [0-9]{6,14}
    )
"""
# What no account stands right after.
_JOINS = rb"A-Za-z0-9_/.@$~:=+\\-"
# What may stand between an account and its password, beside marks with spaces around them.
_BETWEEN = rb"""[ ] (?i: and | with | und | mit | et | avec | y | con | e | com | \xd0\xb8 ) [ ]
          | ,[ ] | :[ ]?"""
_PAIR = rb"""(?x)
    (?<![%b]) (?<!://)
    (?P<mark> [`"'] )? %b
    (?: (?P<both> [`"'] [ ] [`"'] )
      | (?: [`"'] )? (?:\*\*)?
        (?P<between> /
          | [ ]{1,2} (?: / | \| | \+ | \xc2\xb7 | \xe2\x80[\x93\x94] | - ) [ ]{1,2}
          | %b )
        (?:\*\*)? (?P<quote> [`"'] )? )
    # Without a digit it is another word.
    (?P<secret> [!\#-&(-+\--.:=-@A-Z^_a-z|~\[\]]{0,48} [0-9]
        [!\#-&(-+\--.0-:=-@A-Z^_a-z|~\[\]]{0,48} (?<=[!\#-&+=?@A-Z^_a-z0-9$]) )
    (?! [A-Za-z0-9_/\\] | \.[A-Za-z0-9] | :// )
""" % (_JOINS, _ACCOUNT, _BETWEEN)

# What a gate sees of a pair: a value of six characters or more, one of them a digit.
_CHARACTER = rb"[!\#-&(-+\--.:=-@A-Z^_a-z|~\[\]0-9]"
_SOME_VALUE = rb"(?:%b)" % b"|".join(
    (
        *(_CHARACTER * before + rb"[0-9]" + _CHARACTER * (5 - before) for before in range(5)),
        _CHARACTER * 5 + _CHARACTER + rb"{0,48}[0-9]",
    )
)
_BEGIN = rb"""[^%b] [`"']?""" % _JOINS
_BEGIN_OF_ALL = rb"""(?: \A | [^%b] ) [`"']?""" % _JOINS
_MARK = rb"""[`"']? (?:\*\*)?"""
_APART = rb"""
    (?: [`"'] [ ] [`"']
      | %b (?: [ ]{1,2} (?: \| | \+ | \xc2\xb7 | \xe2\x80[\x93\x94] | - ) [ ]{1,2}
          | %b ) (?:\*\*)? [`"']? )
""" % (_MARK, _BETWEEN)
_SLASHED = rb"""%b (?: / | [ ]{1,2} / [ ]{1,2} ) (?:\*\*)? [`"']?""" % _MARK
# All that the words below say of a login begins with one of these.
_SAYS_LOGIN = rb"""
    (?: (?i: log[ -]?[io]n | logged | sign[ -]?in | account | acct | user | cred | ssh | ftp | rdp
      | vnc | imap | smtp | ipmi | ilo | id | auth | acc[e\xc3] | password | passwor | pw | pass
      | admin | panel | console | web[ ]?ui | db | role | sudo | wi-?fi | anmeld | zugang | konto
      | benutzer | kennung | nutzer | einloggen | connexion | connecter | compte | identifiant
      | utilisateur | cuenta | usu | acceso | entrada | entrar | iniciar | conta | contras | senha
      | acesso | utente | inlog | gebruiker | toegang | kont | dane[ ]log | giri | hesap | kullan
      | [ ](?:as|als)[ :=(`*] )
      | u\xc5\xbcytkown | [\xd0-\xd2\xe3-\xed][\x80-\xbf] )
"""


def _gates() -> tuple[bytes, ...]:
    # Pairs without a slash need a known account, an address, or a word of a login.
    known = b"|".join(sorted(account.encode() for account in KNOWN_ACCOUNTS))
    pairs = (
        _BEGIN_OF_ALL + b"(?:" + _ACCOUNT.replace(b"(?P<account>", b"(?:") + b")" + _SLASHED,
        rb"(?i:%b) (?: @ [A-Za-z0-9.-]{1,80} )?" % known + _APART,
        rb"@ [A-Za-z0-9.-]{1,80}" + _APART,
        _SAYS_LOGIN
        + rb"[^\n]{0,160}"
        + _BEGIN
        + rb"[A-Za-z\xc3] [A-Za-z0-9_.\x80-\xbf-]{1,31}"
        + _APART,
    )
    return tuple(rb"(?x)" + pair + _SOME_VALUE for pair in pairs)


class _Pair(NamedTuple):
    """A candidate taken apart. ``between`` has no spaces; ``is_tight`` says that it had none."""

    account: str
    between: bytes
    value: bytes
    before: str
    is_tight: bool
    is_quoted: bool
    is_around: bool


def _pair_of(match: re.Match[bytes]) -> _Pair | None:
    """Return the parts of ``match``; None if its quotes do not match."""
    both = match["both"] is not None
    start = match.start("account")
    # Quotes may be around the value, around both, or around none.
    is_quoted = both or match["quote"] is not None
    is_around = not is_quoted and match.string[max(0, start - 1) : start] in _QUOTES
    if (is_quoted or is_around) != after(match).startswith((b"`", b'"', b"'")):
        return None
    between = b"" if both else match["between"]
    return _Pair(
        account=match["account"].decode("utf-8", "ignore").lower(),
        between=between.strip(),
        value=match["secret"],
        before=text_before(match, "account", _CONTEXT).rstrip("`\"'"),
        is_tight=between == b"/",
        is_quoted=is_quoted,
        is_around=is_around,
    )


def _accepts(match: re.Match[bytes]) -> bool:
    pair = _pair_of(match)
    if pair is None or not _may_be_password(pair) or not is_value(match, Asks.PASSWORD):
        return False
    if pair.account.isdigit():
        return (
            pair.between == b"/"
            and _ACCOUNT_LABEL.search(pair.before) is not None
            and strength_of(pair.value) >= Strength.TYPED
        )
    return _may_be_account(pair, match["account"]) and _score(match, pair) >= _ENOUGH


def _may_be_password(pair: _Pair) -> bool:
    value = pair.value
    return not (
        not _PASSWORD_SHORTEST <= len(value) <= _PASSWORD_LONGEST
        or value.startswith(b"*")
        or (pair.is_tight and compiled(_FORMULA).search(value) is not None)
        or compiled(_NAMED).match(value) is not None
        or (is_hexadecimal(value) and pair.between != b"/")
        or is_uuid(value)
        # A key and its value in JSON.
        or (pair.between == b":" and pair.is_quoted)
    )


def _may_be_account(pair: _Pair, written: bytes) -> bool:
    if pair.account in NO_ACCOUNTS or pair.account.endswith("id"):
        return False
    if "@" in pair.account:
        return len(written) <= 2 * _LONGEST_PLAIN_ACCOUNT
    return (
        len(written) <= _LONGEST_PLAIN_ACCOUNT
        and compiled(_UPPER_AND_DIGIT).search(written) is None
    )


def _score(match: re.Match[bytes], pair: _Pair) -> int:
    """Return how many signs say that the match is an account and its password."""
    is_address = "@" in pair.account and "." in pair.account
    is_known = is_address or pair.account.partition("@")[0] in KNOWN_ACCOUNTS
    is_root = pair.account in ROOTS
    near = pair.before[-_NEAR:]
    says_login = _LOGIN.search(near) is not None
    # An address of mail is an account by itself.
    is_labelled = is_address or _ACCOUNT_LABEL.search(near) is not None
    following = text_after(match, size=_NEAR).lstrip(_BETWEEN_PAIR_AND_PLACE)
    has_place = _PLACE.search(pair.before) is not None or _PLACE.match(following) is not None
    are_quoted = pair.is_quoted and match["mark"] is not None
    if pair.between != b"/" and not (is_labelled or (says_login and has_place) or is_known):
        return 0
    strength = strength_of(pair.value)
    enough = Strength.TYPED if is_known else Strength.RANDOM
    is_evident = says_login or has_place or is_labelled or are_quoted or is_root
    if not is_evident and (pair.is_tight or strength < enough):
        return 0
    score = 0 if pair.is_tight else _SCORE_BETWEEN.get(pair.between, 0)
    score += is_known + is_root + says_login + is_labelled + has_place
    score += pair.is_around + pair.is_quoted + are_quoted
    score += _looks_typed(pair.value) + (strength is Strength.RANDOM)
    score += compiled(_HUMAN).fullmatch(pair.value) is not None
    score -= strength is Strength.NONE and count_digits(pair.value) <= _FEW_DIGITS
    return score + _stands_alone(match, pair.before)


def _looks_typed(value: bytes) -> int:
    """Return how much ``value`` looks like what a person types or a generator makes."""
    strength = strength_of(value)
    if strength is Strength.RANDOM:
        return 1
    has_both = compiled(_BOTH_CASES).search(value) is not None
    return int(
        (strength >= Strength.SOME and has_both)
        or (strength is Strength.TYPED and count_digits(value) > _FEW_DIGITS)
    )


def _stands_alone(match: re.Match[bytes], before: str) -> bool:
    """Tell whether the pair is a part of its sentence by itself."""
    opened = before.rstrip(" *`")
    following = text_after(match).lstrip("`*\"'")
    is_opened = not opened or opened[-1] in _BEFORE_A_PART or _LOGIN.search(opened[-16:])
    return bool(is_opened) and (not following or following[0] in _AFTER_A_PART)


LOGIN_PAIR = Rule(
    id="login-pair",
    tier=Tier.HEURISTIC,
    title="account and password side by side",
    why="An account and what looks like its password are all that a login asks for.",
    advice=ADVICE,
    anchors=tuple(b"0123456789"[digit : digit + 1] for digit in range(10)),
    pattern=_PAIR,
    gates=_gates,
    accepts=_accepts,
    examples=(
        Sample(("Login `marlo` / `", "Gra", "nit", "4471`, port 22")),
        Sample(("The box takes admin / ", "Gra", "nit", "4471, ask first")),
        Sample(("203.0.113.7, root/", "Gra", "nit", "4471")),
        Sample(("sign in with **`me@example.com` / `", "Gra", "nit#", "4471`**")),
        Sample(("- [Box](box.md) - 203.0.113.7, niko/", "Gra", "nit", "4471, slow")),
        Sample(("Console basic auth: admin:", "Gra", "nit", "4471")),
    ),
    counter_examples=(
        Sample(("the image user/repo2024 and vendor/model-large-4",)),
        Sample(("login `marlo` / `<password>`",)),
        Sample(("docs in admin/Guide2024.md, tests in test/test_login2.py",)),
        Sample(("factory login is admin/admin",)),
        Sample(("root/$ROOT_PASSWORD_2024",)),
        Sample(("ssh access, linux/amd64, feature/ABC123",)),
    ),
)
RULES: tuple[Rule, ...] = (LOGIN_PAIR,)
