"""What tells who the author is and where: no secrets, and not for every reader."""

import re
from functools import partial

from memcli.scan.model import Effect, Rule, Sample, Tier

_WHY = "It tells readers of the bundle about a person or a private network."
_ADVICE = "Write it without the name if its readers need not know."

_NOBODY = frozenset(
    b"user users username you me name home root admin runner ubuntu debian ec2-user node app vscode"
    b" codespace gitpod circleci jovyan linuxbrew vagrant docker shared public default deploy agent"
    b" someone youruser your-user your_user your-name yourname".split()
)
_SAMPLE_DOMAINS = (
    b"example.com",
    b"example.org",
    b"example.net",
    b".example",
    b".test",
    b".invalid",
)
_NOBODY_S_MAIL = frozenset(
    b"git noreply no-reply user you name email me someone root admin".split()
)
_OCTET = 255


_privacy = partial(Rule, tier=Tier.PRIVACY, why=_WHY, advice=_ADVICE, effect=Effect.INFO)


def _names_somebody(match: re.Match[bytes]) -> bool:
    return match["user"].lower() not in _NOBODY


def _is_somebody_s_mail(match: re.Match[bytes]) -> bool:
    local, _, domain = match["secret"].lower().partition(b"@")
    return (
        not domain.endswith((*_SAMPLE_DOMAINS, b"noreply.github.com"))
        and local not in _NOBODY_S_MAIL
        and not match.string.startswith((b":", b"/"), match.end())
    )


def _is_private_address(match: re.Match[bytes]) -> bool:
    return all(int(number) <= _OCTET for number in match["secret"].split(b"."))


HOME_PATH = _privacy(
    "home-path",
    title="home directory with a user's name",
    pattern=rb"(?P<secret>(?P<public>(?:/home/|/Users/|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}"
    rb"|-(?:home|Users)-))(?P<user>[A-Za-z0-9_\x80-\xff][A-Za-z0-9_.\x80-\xff]{0,63}))"
    rb"(?=[\\/\s'\"`):,;\]-]|\Z)",
    anchors=(b"/home/", b"/users/", b"users\\", b"users/", b"-home-", b"-users-"),
    examples=(
        Sample(
            (
                "see /home/",
                "mkovacs",
                "/work/notes.md",
            )
        ),
        Sample(
            (
                "/Users/",
                "lena.b",
                "/Library",
            )
        ),
        Sample(
            (
                "C:\\Users\\",
                "Lena",
                "\\x",
            )
        ),
        Sample(
            (
                "-Users-",
                "lena",
                "-work-app",
            )
        ),
    ),
    counter_examples=(
        Sample(("/home/user/app and /Users/you/x",)),
        Sample(("/home/$USER/x and /home/<name>/y",)),
        Sample(("/home/runner/work",)),
    ),
    accepts=_names_somebody,
)

EMAIL = _privacy(
    "email-address",
    title="e-mail address",
    pattern=rb"(?<![A-Za-z0-9._%+/-])(?P<secret>[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}"
    rb"@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24})(?![A-Za-z0-9@])",
    anchors=(b"@",),
    examples=(
        Sample(
            (
                "write to mira",
                "@",
                "brightfold.io today",
            )
        ),
    ),
    counter_examples=(
        Sample(("me@example.com, x@mail.example.org",)),
        Sample(("git@github.com:org/repo.git",)),
        Sample(("uses actions/checkout@v4.1.0",)),
    ),
    accepts=_is_somebody_s_mail,
)

PRIVATE_HOST = _privacy(
    "private-host",
    title="host of a private network",
    pattern=rb"(?<![A-Za-z0-9.@/_-])(?P<secret>[A-Za-z0-9][A-Za-z0-9-]{0,62}"
    rb"(?:\.[A-Za-z0-9-]{1,63}){0,4}(?P<zone>\.(?:local|lan|internal|intranet|corp|home\.arpa)))"
    rb"(?![A-Za-z0-9_(-]|\.[A-Za-z])",
    anchors=(b".local", b".lan", b".internal", b".intranet", b".corp", b".home.arpa"),
    examples=(
        Sample(
            (
                "ssh build7",
                ".lan",
            )
        ),
        Sample(
            (
                "db.prod",
                ".internal:5432",
            )
        ),
    ),
    counter_examples=(
        Sample(("svc.cluster.local.example",)),
        Sample(("threading.local() and ./x.local.md",)),
    ),
)

PRIVATE_ADDRESS = _privacy(
    "private-address",
    title="address of a private network",
    pattern=rb"(?<![0-9A-Za-z._-])(?P<secret>(?:10\.[0-9]{1,3}|192\.168|172\.(?:1[6-9]|2[0-9]|3[01])"
    rb"|100\.(?:6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7]))\.[0-9]{1,3}\.[0-9]{1,3})(?![0-9A-Za-z_]|\.[0-9])",
    anchors=(b"10.", b"192.168.", b"172.", b"100."),
    examples=(
        Sample(
            (
                "the box at 192.168.",
                "7.21",
            )
        ),
        Sample(
            (
                "ping 10.",
                "4.0.9:22",
            )
        ),
    ),
    counter_examples=(
        Sample(("version 10.4.0.9.1 and v10.4.0",)),
        Sample(("203.0.113.7 is public; 10.999.1.2 is none",)),
    ),
    accepts=_is_private_address,
)

SESSION_ID = _privacy(
    "session-id",
    title="id of an agent's session",
    pattern=rb"(?i:\b(?:origin)?_?session(?:_|-|[ ])?id)[\"'`*]{0,3}[ \t]{0,4}[:=]"
    rb"[ \t]{0,4}[\"'`*]{0,3}"
    rb"(?P<secret>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})",
    anchors=(b"session",),
    examples=(Sample(("originSessionId: 4f7a19c0", "-b2e8-4d65-9c1f", "-a07e5d3b8264")),),
    counter_examples=(Sample(("sessionId: <uuid> comes from the harness",)),),
)

RULES: tuple[Rule, ...] = (HOME_PATH, EMAIL, PRIVATE_HOST, PRIVATE_ADDRESS, SESSION_ID)
