"""Sessions in cookies: headers, commands, cookie jars, and the names that frameworks give them."""

import re

from memcli.scan.adjudicate import is_uuid
from memcli.scan.model import Rule, Sample, Tier, compiled
from memcli.scan.rules.named import is_random, looks_issued
from memcli.scan.rules.passwords import is_elsewhere

_WHY = "Whoever reads it is logged in as its owner."
_LOG_OUT = "Remove it, then end the session where it was issued."

COOKIE_NAMES = rb"""
    (?: [a-z0-9_.-]{0,20}?
        (?: sess(?:ion)?(?:_?id)? | sid | auth | token | jwt | remember_me | login | sessdata )
        [a-z0-9_.-]{0,20} )
    """
# In a list of names and values other things than cookies stand, so the end of the name counts.
_STRICT_NAMES = rb"""
    (?: [a-z0-9_.-]{0,30}? (?<![a-z])
        (?: sess | session(?:_?id|[_.-]?token|[_.-]?key)? | phpsessid | jsessionid | sid | sessdata
          | auth[_.-]?token | access[_.-]?token | refresh[_.-]?token | jwt | remember_me
          | connect\.sid | _gh_sess | li_at | sapisid | [13]psid ) )
    """
_SESSION_NAMES = rb"""
    (?: PHPSESSID | JSESSIONID | ASP\.NET_SessionId | connect\.sid | laravel_session
      | _gitlab_session | user_session | __Secure-next-auth\.session-token
      | next-auth\.session-token | __Secure-authjs\.session-token | authjs\.session-token
      | __Secure-[13]PSID | SAPISID | li_at | reddit_session | auth_token
      | rack\.session | ci_session | wordpress_logged_in_[0-9a-f]{32} | \.ASPXAUTH
      | \.AspNetCore\.Cookies | SESSDATA | BDUSS | _gh_sess | cf_clearance | z_c0 | sid_tt )
    """
_VARIABLE = rb"%?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+%?\Z"
_OTHERS = rb"""(?: [^\s=;"'`]{1,60} = [^\s;"'`]{0,400} ; [ ]? ){0,20}?"""
_VALUE = rb"(?P<secret>(?P<public>)[A-Za-z0-9%._~+/=|:-]{16,4096})"


def _accepts(match: re.Match[bytes]) -> bool:
    # Express signs its cookies, and says so in front.
    value = match["secret"].removeprefix(b"s%3A")
    after = match.string[match.end("secret") : match.end("secret") + 1]
    return (
        looks_issued(match)
        and is_random(value)
        and compiled(_VARIABLE).match(value) is None
        and not is_elsewhere(value + after.strip(b"\"'; \n"))
    )


def _accepts_listed(match: re.Match[bytes]) -> bool:
    return _accepts(match) and not is_uuid(match["secret"])


RULES: tuple[Rule, ...] = (
    Rule(
        "cookie-header",
        Tier.STRUCTURAL,
        "session in a cookie header",
        _WHY,
        _LOG_OUT,
        anchors=(b"cookie",),
        pattern=rb"""(?xi)
            \b(?:set-)?cookie ["'`*_]{0,4} (?: [ ] (?: header | value | string ) )?
            (?: [ ]{0,2} (?: : | \+?= | \xef\xbc\x9a | [ ]is[ ] ) [ \t]{0,3}
                (?: \r?\n [ \t>]{0,8} (?: ```[a-z]{0,10} \r?\n [ \t>]{0,8} )? )?
              | [ \t]{0,3} (?: \r?\n [ \t>]{0,8} ){1,2} ```[a-z]{0,10} \r?\n [ \t>]{0,8} )
            ["'`*]{0,3} %b %b = %b
            """
        % (_OTHERS, COOKIE_NAMES, _VALUE),
        accepts=_accepts,
        examples=(
            Sample(("Cookie: theme=dark; session_id=", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "; x=1")),
            Sample(("Set-Cookie: sid=", "4f7a19c0b2e8", "d6539c1fa07e", "; HttpOnly")),
            Sample(("document.cookie = 'auth=", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "'")),
        ),
        counter_examples=(
            Sample(("Cookie: session=<value>; theme=dark",)),
            Sample(("Set-Cookie: theme=", "q7LmWx9TbZr5", "KvNc8PdYf3Js")),
            Sample(("Cookie: session=$SESSION_COOKIE_VALUE_1",)),
        ),
    ),
    Rule(
        "curl-cookie",
        Tier.STRUCTURAL,
        "session cookie of a curl call",
        _WHY,
        _LOG_OUT,
        anchors=(b"curl",),
        pattern=rb"""(?xis)
            \bcurl\b .{0,400}? \s (?: -b | --cookie ) [ =\t]{0,3} \\?["']? %b
            (?!_gitlab_session) %b = %b
            """
        % (_OTHERS, COOKIE_NAMES, _VALUE),
        accepts=_accepts,
        examples=(
            Sample(("curl -b 'session=", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "' https://host/")),
            Sample(
                ("curl -sS --cookie a=1;sid=", "4f7a19c0b2e8", "d6539c1fa07e", " https://host/")
            ),
        ),
        counter_examples=(
            Sample(("curl -b cookies.txt https://host/?session=1",)),
            Sample(('curl -b "session=$SESSION_COOKIE_OF_STAGING" https://host/',)),
        ),
    ),
    Rule(
        "cookie-dictionary",
        Tier.STRUCTURAL,
        "session cookie in code",
        _WHY,
        _LOG_OUT,
        anchors=(b"cookies",),
        pattern=rb"""(?xi)
            \bcookies ["']? [ ]? [:=] [ ]? (?: dict\( | [\w.]{0,40}\( | \{ ) [^\r\n]{0,300}?
            (?<![a-z0-9_.-]) %b ["']? [ ]? [:=,] [ ]? ["'] %b ["']
            """
        % (_STRICT_NAMES, _VALUE),
        accepts=_accepts_listed,
        examples=(
            Sample(("cookies={'a': 'b', 'session': '", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "'}")),
            Sample(("cookies = dict(sessionid='", "4f7a19c0b2e8", "d6539c1fa07e", "')")),
        ),
        counter_examples=(
            Sample(("cookies={'session': os.environ['SESSION_COOKIE_OF_STAGING_2']}",)),
            Sample(("cookies={'theme': '", "q7LmWx9TbZr5", "KvNc8PdYf3Js", "'}")),
        ),
    ),
    Rule(
        "cookie-jar-session",
        Tier.STRUCTURAL,
        "session in a cookie jar",
        _WHY,
        _LOG_OUT,
        anchors=(b"true", b"false", b'"name"'),
        # A line of curl's jar, or an object of a browser's export.
        pattern=rb"""(?xi)
            (?: (?:TRUE|FALSE) [ \t]{1,8} /[^\s]{0,200} [ \t]{1,8} (?:TRUE|FALSE) [ \t]{1,8}
                [0-9]{1,12} [ \t]{1,8} %(names)b [ \t]{1,8}
              | "name" \s? : \s? " %(names)b " [^{}"]{0,20} (?: "[a-z]{1,20}" [^{}]{0,120}? )??
                "value" \s? : \s? " )
            %(value)b
            """
        % {b"names": _STRICT_NAMES, b"value": _VALUE},
        accepts=_accepts_listed,
        examples=(
            Sample(
                (
                    ".host.org\tTRUE\t/\tTRUE\t1893456000\tuser_session\t",
                    *("q7LmWx9TbZr5", "KvNc8PdYf3Js"),
                )
            ),
            Sample(('{"name": "sessionid", "value": "', "4f7a19c0b2e8", "d6539c1fa07e", '"}')),
        ),
        counter_examples=(
            Sample((".host.org\tTRUE\t/\tTRUE\t1893456000\ttheme\t", "q7LmWx9TbZr5", "KvNc8PdY")),
            Sample(
                ('{"name": "session", "value": "8f14e45f', "-ceea-467d-9b1c-", '0242ac130003"}')
            ),
        ),
    ),
    Rule(
        "session-cookie",
        Tier.STRUCTURAL,
        "session cookie",
        _WHY,
        _LOG_OUT,
        anchors=(
            *(b"sess", b"sid", b"li_at", b"auth", b"wordpress_logged", b".aspnetcore"),
            *(b"bduss", b"cf_clearance", b"z_c0"),
        ),
        pattern=rb"""(?x)
            (?<![A-Za-z0-9_-]) %b ["'`]? [ ]? [=:] [ ]? ["'`]?
            (?P<secret>(?P<public>)[A-Za-z0-9%%._~+/=|-]{20,4096})
            """
        % _SESSION_NAMES,
        accepts=_accepts,
        examples=(
            Sample(("PHPSESSID", "=", "q7lmwx9tbzr5", "kvnc8pdyf3js", "ga")),
            Sample(("connect.sid", "=s%3A", "q7LmWx9TbZr5", "KvNc8PdYf3Js", ".Ga6QeH1uRt4H")),
        ),
        counter_examples=(
            Sample(("PHPSESSID is the cookie's name; PHPSESSID=...",)),
            Sample(("JSESSIONID=", "x" * 32)),
        ),
    ),
)
