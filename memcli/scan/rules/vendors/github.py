"""Tokens of GitHub."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.checks import has_crc32
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import Shape, looks_issued, named

_TOKENS_URL = (
    "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure"
    "/about-authentication-to-github"
)
_TOKEN_LENGTH = 36
# The value of the tokens in GitHub's own documentation; no account has it.
_DOCUMENTED = b"16C7e42F292c6912" + b"E7710c838347Ae178B4a"


def _accepts_token(match: re.Match[bytes]) -> bool:
    value = match["secret"][len(match["public"]) :]
    # What is glued to the token is no part of what the checksum covers.
    return has_crc32(value[:_TOKEN_LENGTH]) or (value != _DOCUMENTED and looks_issued(match))


GITHUB_TOKEN = vendor_rule(
    "github-token",
    vendor="GitHub",
    title="GitHub token",
    why="Whoever reads it can act on GitHub as its owner.",
    url=_TOKENS_URL,
    revoke=(
        "revoke it on GitHub under Settings, Developer settings, Personal access tokens (or the app"
        " that issued it)"
    ),
    anchors=(b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
    # Something may be glued to it on either side: its length and its checksum are telling enough.
    pattern=rb"(?P<secret>(?P<public>gh[opusr]_)[A-Za-z0-9]{36,})",
    accepts=_accepts_token,
    examples=(
        Sample(("`gh", "p_", "Zk3Rw9TqLm", "7XvB2nHsPd", "4YcF6jGaKe", "8Wu1Qx`")),
        Sample(("gh", "s_", "p0VnX5tLrq", "W8mZcKy3Hd", "7TbJf2GsQa", "9RxE4u", "_prod")),
        Sample(("key_gh", "o_", "Hq2LmWx9Tb", "Zr5KvNc8Pd", "Yf3JsGa7Qe", "1XuRt6")),
    ),
    counter_examples=(
        Sample(("gh", "p_", "x" * 36)),
        Sample(("gh", "p_", "abcdefghij", "klmnopqrst", "uvwxyz0123", "456789")),
        Sample(("gh", "p_", "a1b2c3d", "4e5f6g7h8i9", "j0k1l2m3n4o5", "p6q7r8")),
        Sample(("gh", "p_", "16C7e42F292c6912", "E7710c838347", "Ae178B4a")),
        Sample(("gh", "p_", "Zk3Rw9TqLm", "\u2026W_***")),
        Sample(("gh", "p_", "[A-Za-z0-9]{36}")),
    ),
)

GITHUB_FINE_GRAINED_TOKEN = vendor_rule(
    "github-fine-grained-token",
    vendor="GitHub",
    title="GitHub fine-grained token",
    why="Whoever reads it has every permission it was granted on GitHub.",
    url=_TOKENS_URL,
    revoke="revoke it on GitHub under Settings, Developer settings, Fine-grained tokens",
    anchors=(b"github_pat_",),
    pattern=rb"(?P<secret>(?P<public>github_pat_)[A-Za-z0-9_]{82})(?![A-Za-z0-9])",
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("github", "_pat_", "11Qz7LmWx9T", "bZr5KvNc8P", "d_"),
                *("Yf3JsGa7Qe", "1XuRt6Hk4M", "wBn2VpCz8L", "dTq5SyXg9K"),
                *("hRm3JfWa7Z", "eUb6QvNt1", " and more"),
            )
        ),
    ),
    counter_examples=(
        Sample(("github", "_pat_", "x" * 22, "_", "x" * 59)),
        Sample(("github", "_pat_", "your_token_goes_here")),
    ),
)

GITHUB_INSTALLATION_TOKEN = vendor_rule(
    "github-installation-token",
    vendor="GitHub",
    title="GitHub App installation token in the form of a signed claim",
    url=_TOKENS_URL,
    revoke="revoke it with DELETE /installation/token, or let it expire within the hour",
    anchors=(b"ghs_",),
    pattern=prefixed(
        rb"ghs_",
        rb"[0-9]{1,12}_eyJ[A-Za-z0-9_-]{16,2000}\.[A-Za-z0-9_-]{16,4000}\.[A-Za-z0-9_-]{32,2000}",
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("gh", "s_730912_", "eyJ0eXAiOiJK", "V1QiLCJhbGci", "OiJSUzI1NiJ9", ".eyJpc3Mi"),
                *("OiI3MzA5MTIi", "fQ", ".q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnV"),
            )
        ),
    ),
    counter_examples=(
        Sample(("gh", "s_730912_", "eyJ0eXAi...")),
        Sample(("gh", "s_<APP_ID>_<JWT>")),
    ),
)

GITHUB_RUNNER_TOKEN = vendor_rule(
    "github-runner-token",
    vendor="GitHub",
    title="GitHub Actions runner registration token",
    why="Whoever reads it within the hour can add a machine that runs the repository's jobs.",
    url="https://docs.github.com/en/rest/actions/self-hosted-runners",
    revoke="check the list of runners for one that you did not add",
    anchors=(b"--token",),
    pattern=(rb"--token[ =]{1,4}[\"']?(?P<secret>(?P<public>)A[A-Z0-9]{28})(?![A-Za-z0-9_-])"),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("./config.sh --url https://github.com/o/r --tok", "en AQ7LMWX9", "TBZR5KVNC8"),
                *("PDYF3JSGA7Q",),
            )
        ),
    ),
    counter_examples=(
        Sample(("./config.sh --token $RUNNER_TOKEN",)),
        Sample(("--token A", "X" * 28)),
    ),
)

RULES: tuple[Rule, ...] = (
    GITHUB_TOKEN,
    GITHUB_FINE_GRAINED_TOKEN,
    GITHUB_INSTALLATION_TOKEN,
    GITHUB_RUNNER_TOKEN,
    named(
        "GitHub",
        Shape(rb"(?:v1\.)?[0-9a-f]{40}", ("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2")),
        _TOKENS_URL,
        id="github-legacy-token",
        names=("github", "gh api", "gh oauth", "gh client"),
        what="client secret or legacy token",
        revoke="revoke the token, or replace the client secret, under GitHub's developer settings",
        accepts=is_named_plainly,
    ),
)
