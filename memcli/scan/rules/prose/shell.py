"""Passwords on command lines: piped, as arguments, as options."""

import re
from functools import partial

from memcli.scan.adjudicate import Asks, is_name
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.regexes import LazyRegex
from memcli.scan.rules.prose.asking import text_before
from memcli.scan.rules.prose.values import is_pin_value, is_value

_ADVICE = (
    "Replace the value by a variable or a file that only its owner can read; if it was real,"
    " change it where it is used."
)
_WHY = "A command is given a secret that anybody who reads the note can use."

_ARGUMENT = rb"""
    \\?(?P<quote>["'])? (?P<secret> [^\s"'`\\$<>{}()|;-] [^\s"'`\\$<>{}()|;]{3,100} )
    (?(quote) \\?["'] )
"""

_PIPED = rb"""(?x)
    (?: \b(?: echo | printf | print ) [ ]{1,2} (?: -[neE]{1,3} [ ]{1,2} )? (?: ["']%%s\\n["'] [ ] )?
        %(argument)b (?: \\n ["']? )? [ ]{0,2} \|&? [ ]{0,2}
        (?: sudo [ ] (?: -[A-Za-z]{1,3} [ ] ){0,2} -[A-Za-z]{0,3}S | [^|\r\n]{0,100} -stdin\b
          | (?: sudo [ ] )? (?: kinit | passwd | chpasswd | smbpasswd | su | openconnect
            | cryptsetup | gpg | keepassxc-cli | restic | borg )\b ) )
""" % {b"argument": _ARGUMENT}
_HERE = (
    rb"""(?x)
    \b(?: sudo [ ] -[A-Za-z]{0,3}S | kinit | su | passwd | cryptsetup )\b [^|\r\n<]{0,60} <<< [ ]?
    """
    + _ARGUMENT
)
_SSHPASS = rb"(?x) \bsshpass [ ]{1,2} (?: -[ve] [ ]{1,2} ){0,2} -p [ ]? %b" % _ARGUMENT
_OPTION = (
    rb"""(?x)
    (?<![A-Za-z0-9_-]) --? (?: [A-Za-z]{1,20}- ){0,3}
    (?P<name> (?i: password | passwd | passphrase | pass | pw | secret (?:-?key)? | token | api-?key
      | (?:auth|access|client)-?(?:token|secret|key) | rpcpassword | requirepass | masterauth
      | storepass | keypass ) )
    (?: [ ]{1,2} | = | :[ ]? )
    """
    + _ARGUMENT
)
_ACCOUNT = rb"""(?x)
    (?<![A-Za-z0-9_-]) (?: -u | -U | --user | --proxy-user | --creds | --userpwd | --auth | -a
      | --basic-auth | --username ) [ =]{0,3}
    \\? ["']? (?P<account> [A-Za-z0-9_.@+-]{0,60} ) [:%]
    (?P<secret> [^\s"'`\\$<>{}()|;]{6,100} )
    """
_CLIENT = (
    rb"""(?x)
    \b(?: (?: mysql(?:dump|admin|show|import|check)? | mariadb(?:-dump|-admin)? ) \b
          [^|\r\n]{0,100}? [ ] -p
      | (?: (?: docker | podman | helm | oc | az | skopeo | buildah | crane )
            [ ] (?:registry[ ])? login
          | redis-cli | mongo(?:sh|dump|restore)? | sqlcmd | ldap(?:search|modify|add|whoami)
          | 7z[a-z]? | zip | unzip | unrar | rar | plink | pscp | psftp | putty | xfreerdp3?
          | mosquitto_(?:pub|sub) | ipmitool | keytool | htpasswd | openssl | wpa_passphrase
          | mount(?:\.cifs)? | smbclient | lftp | kinit | ansible(?:-playbook)? | rclone ) \b
          [^|\r\n]{0,120}?
          (?: [ ] (?: -p | -pw | -P | -w | -a | -storepass | -keypass )
            (?: [ ] | = )? | [ ]-pass(?:in|out)?[ ]pass: | [ ]/p: | \bpassword= | \bpass= ) )
    """
    + _ARGUMENT
)
_STATEMENT = rb"""(?x)
    (?: \b(?i: identified [ ] (?: with [ ] [^ \r\n]{1,40} [ ] )? by
          | with [ ] (?:encrypted [ ])? password )
        [ ]{1,2}
      | \bsend [ ]{1,2} (?: -- [ ] )? (?=["'] [^"'\r\n]{4,60} \\[rn])
      | (?: > [ ]{0,2} | ^[ ]{0,4} | ` ) AUTH [ ]{1,2}
      | /user: [A-Za-z0-9_.\\-]{1,60} [ ]{1,2} )
    \\?(?P<quote>["'])? (?P<secret> [^\s"'`\\<>{}()|;-] [^\s"'`\\<>{}()|;]{3,100} )
    (?(quote) (?: \\[rn] )? \\?["'] )
    """


_GIT = LazyRegex(r"\bgit \w+ [^|;&]*\Z")


def _accepts_password(match: re.Match[bytes]) -> bool:
    return is_pin_value(match) or is_value(match, Asks.PASSWORD)


def _accepts_typed(match: re.Match[bytes]) -> bool:
    value, before = match["secret"], match.string[match.start("secret") - 1 : match.start("secret")]
    # A space apart, it can be the name of what the command works on.
    is_apart = before == b" " and is_name(value) and value.islower()
    return is_value(match, Asks.PASSWORD) and not is_apart


def _accepts_account(match: re.Match[bytes]) -> bool:
    # Its -u names what to push to.
    return _GIT.search(text_before(match, "account")) is None and _accepts_typed(match)


def _accepts_option(match: re.Match[bytes]) -> bool:
    if match["name"].lower().startswith((b"pass", b"pw", b"rpc", b"store", b"require")):
        return is_value(match, Asks.PASSWORD)
    return is_value(match, Asks.KEY)


_rule = partial(Rule, tier=Tier.HEURISTIC, why=_WHY, advice=_ADVICE)

PIPED_PASSWORD = _rule(
    "piped-password",
    title="password piped to a command",
    anchors=(b"echo", b"print"),
    pattern=_PIPED,
    examples=(
        Sample(("echo '", "48", "1562", "' | sudo -S reboot")),
        Sample(("echo ", "Gra", "nit", "4471 | docker login -u me --password-stdin")),
    ),
    counter_examples=(
        Sample(('echo "$SUDO_PW_2024" | sudo -S reboot',)),
        Sample(("echo '<password>' | sudo -S reboot",)),
        Sample(("echo 1234567890 | wc -c",)),
    ),
    accepts=_accepts_password,
)

HERE_PASSWORD = _rule(
    "here-password",
    title="password in a here-string",
    anchors=(b"<<<",),
    pattern=_HERE,
    examples=(Sample(("sudo -S reboot <<< '", "Gra", "nit", "4471'")),),
    counter_examples=(Sample(('sudo -S reboot <<< "$SUDO_PW_2024"',)),),
    accepts=_accepts_password,
)

SSHPASS = _rule(
    "sshpass-password",
    title="password given to sshpass",
    anchors=(b"sshpass",),
    pattern=_SSHPASS,
    examples=(
        Sample(("sshpass -p '", "Gra", "nit", "4471' ssh me@203.0.113.7")),
        Sample(("sshpass -p", "48", "1562 ssh me@203.0.113.7")),
    ),
    counter_examples=(
        Sample(("sshpass -p '$BOX_PW_2024' ssh me@203.0.113.7",)),
        Sample(("sshpass -e ssh user2024@host",)),
    ),
    accepts=_accepts_password,
)

OPTION_SECRET = _rule(
    "option-secret",
    title="secret after a command's option",
    anchors=(
        *(b"-pass", b"-pw", b"-secret", b"-token", b"-api", b"-auth", b"-access", b"-client"),
        *(b"-rpcpass", b"-requirepass", b"-masterauth", b"-storepass", b"-keypass"),
    ),
    pattern=_OPTION,
    examples=(
        Sample(("tool --password ", "Hk4Mw", "2Vp! --all")),
        Sample(("vmctl new --login-password '", "Gra", "nit", "4471' --net auto")),
        Sample(("cli -token ", "q7LmWx9T", "bZr5KvNc")),
    ),
    counter_examples=(
        Sample(("tool --password $DB_PASSWORD_2024",)),
        Sample(("tool --password-file /run/secrets/db2024",)),
        Sample(("tool --token <TOKEN>",)),
        Sample(("--max-token 128000",)),
    ),
    accepts=_accepts_option,
)

ACCOUNT_ARGUMENT = _rule(
    "account-argument",
    title="account and password as a command's argument",
    anchors=(b"-u", b"-a"),
    pattern=_ACCOUNT,
    examples=(
        Sample(("http -a me:", "Gra", "nit", "4471 host/x")),
        Sample(("fetch --proxy-user 'me:", "Hk4Mw", "2Vp!' https://host")),
        Sample(("smbclient -U me%", "Gra", "nit", "4471 //nas/share")),
    ),
    counter_examples=(
        Sample(("curl -u admin:$ADMIN_PW_2024 https://host",)),
        Sample(("docker run -u 1000:1000 image",)),
        Sample(("git push -u origin:feature-2024",)),
    ),
    accepts=_accepts_account,
)

CLIENT_PASSWORD = _rule(
    "client-password",
    title="password as a client's argument",
    anchors=(
        *(
            b"mysql",
            b"mariadb",
            b"login",
            b"redis-cli",
            b"mongo",
            b"sqlcmd",
            b"ldap",
            b"7z",
            b"zip",
        ),
        *(b"rar", b"plink", b"pscp", b"psftp", b"putty", b"freerdp", b"mosquitto", b"ipmitool"),
        *(b"keytool", b"htpasswd", b"openssl", b"wpa_", b"mount", b"smbclient", b"lftp", b"kinit"),
        *(b"ansible", b"rclone"),
    ),
    pattern=_CLIENT,
    examples=(
        Sample(("mysql -u app -p", "Gra", "nit", "4471 shop")),
        Sample(("docker login -u me -p ", "Gra", "nit", "4471 host")),
        Sample(("redis-cli -h db -a ", "Hk4Mw2Vp", "Cz8LdTq5")),
        Sample(("7z x -p", "Gra", "nit", "4471 attic.7z")),
    ),
    counter_examples=(
        Sample(("mysql -u app -p$DB_PASSWORD_2024 shop",)),
        Sample(("mysql -u app -p shop2024",)),
        Sample(("docker login registry.example.org -u me2024",)),
        Sample(("redis-cli -p 6379 ping",)),
    ),
    accepts=_accepts_typed,
)

STATEMENT_PASSWORD = _rule(
    "statement-password",
    title="password in a statement to a server",
    anchors=(b"identified", b"password", b"auth ", b"send", b"/user:", b"login "),
    pattern=_STATEMENT,
    examples=(
        Sample(("ALTER USER app IDENTIFIED BY '", "Gra", "nit", "4471';")),
        Sample(("redis> AUTH ", "Gra", "nit", "4471")),
        Sample(('expect "assword:" { send "', "Gra", "nit", '4471\\r" }')),
    ),
    counter_examples=(
        Sample(("CREATE USER app IDENTIFIED BY '${APP_PW_2024}';",)),
        Sample(("the AUTH command of redis6",)),
    ),
    accepts=_accepts_password,
)

RULES: tuple[Rule, ...] = (
    PIPED_PASSWORD,
    HERE_PASSWORD,
    SSHPASS,
    OPTION_SECRET,
    ACCOUNT_ARGUMENT,
    CLIENT_PASSWORD,
    STATEMENT_PASSWORD,
)
