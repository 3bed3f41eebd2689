"""Codes of a second factor, and passwords in groups that services hand out."""

import re

from memcli.scan.adjudicate import has_unusual_letters, is_filler
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.rules.prose.assignments import ADVICE

_GAP = rb"""
    [^\r\n:=`]{0,30}? ["'*_`)]{0,3} [ ]{0,2}
    (?: [:=] | \xef\xbc\x9a | (?i:\bis\b) | (?=[ `"']) ) [ *_]{0,4} ["'`]?
"""
_APP_PASSWORD = (
    rb"""(?x)
    (?i: app(?:lication)?[ _-]?(?:specific[ _-]?)?pass(?:word|code)? | app-passwort
      | (?:gmail|google|smtp)[ _-]?(?:app[ _-]?)?pass(?:word)? )
    %b
    (?P<secret> (?i: [a-z]{4}(?:[ ][a-z]{4}){3} | [a-z]{4}(?:-[a-z]{4}){3} ) )
    (?! [A-Za-z0-9-] | [ ][a-z]{4}\b )
"""
    % _GAP
)
_SEED = (
    rb"""(?x)
    (?i: 2fa | totp | otp | mfa | two-factor | 2-factor | authenticator | zwei-faktor )
    [^\r\n:=`]{0,24}?
    (?i: seed | secret | key | code | schl\xc3\xbcssel | cl[e\xc3]\xa9? | clave | chave )
    %b
    (?P<secret>
        [A-Z2-7]{16,64} | [A-Z2-7]{4}(?:[ ][A-Z2-7]{4}){3,7} | [a-z2-7]{4}(?:[ ][a-z2-7]{4}){3,7} )
    (?![A-Za-z0-9])
"""
    % _GAP
)


def _accepts_groups(match: re.Match[bytes]) -> bool:
    value = match["secret"].replace(b" ", b"").replace(b"-", b"")
    return has_unusual_letters(value) and not is_filler(value)


def _accepts_seed(match: re.Match[bytes]) -> bool:
    value = match["secret"].replace(b" ", b"")
    return not value.isalpha() and not value.isdigit() and not is_filler(value)


APP_PASSWORD = Rule(
    id="app-password",
    tier=Tier.HEURISTIC,
    title="application password in groups of letters",
    why="It opens the account without a second factor.",
    advice="Remove it, then delete the application password in the account's security settings.",
    anchors=(b"app", b"gmail", b"smtp", b"google"),
    pattern=_APP_PASSWORD,
    accepts=_accepts_groups,
    examples=(Sample(("Gmail app password: qxjv ", "bzkw ", "mfhq ", "pdlt")),),
    counter_examples=(
        Sample(("app password: this must have many words",)),
        Sample(("app password: abcd efgh ijkl mnop",)),
    ),
)

SEED = Rule(
    id="second-factor-seed",
    tier=Tier.HEURISTIC,
    title="seed of a second factor",
    why="Whoever reads it can make the codes that the second factor asks for.",
    advice=ADVICE,
    anchors=(b"2fa", b"otp", b"mfa", b"factor", b"faktor", b"authenticator"),
    pattern=_SEED,
    accepts=_accepts_seed,
    examples=(Sample(("2FA seed of the wiki: `", "K7QX2JVB", "5ZKW3MFH`")),),
    counter_examples=(
        Sample(("TOTP_SECRET_KEY: REQUIREDINTHEENVIRONMENT",)),
        Sample(("2FA key: see the vault",)),
    ),
)
RULES: tuple[Rule, ...] = (APP_PASSWORD, SEED)
