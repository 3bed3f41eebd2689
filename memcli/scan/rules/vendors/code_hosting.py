"""Tokens of code hosts other than GitHub and GitLab, and of what works on their repositories."""

import re
import zlib

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.common_words import any_hexadecimal, is_named_plainly
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    lower,
    marked,
    mixed,
    named,
)

_BITBUCKET_URL = "https://support.atlassian.com/bitbucket-cloud/docs/using-access-tokens/"
_SOURCEGRAPH_URL = "https://sourcegraph.com/docs/cli/how-tos/creating-an-access-token"
_ATLASSIAN_URL = (
    "https://support.atlassian.com/atlassian-account/docs"
    "/manage-api-tokens-for-your-atlassian-account/"
)
_CHECKSUM = 8
_HEX = 16


def _accepts_atlassian(match: re.Match[bytes]) -> bool:
    """Tell whether the last characters are the CRC-32 of the rest, or the rest looks random."""
    body, digits = match["secret"][:-_CHECKSUM], match["secret"][-_CHECKSUM:]
    return int(digits, _HEX) == zlib.crc32(body) or looks_issued(match)


def _atlassian(id: str, vendor: str, what: str, prefix: str, url: str) -> Rule:  # noqa: A002  (as in vendor_rule)
    return vendor_rule(
        id,
        vendor=vendor,
        title=f"{vendor} {what}",
        url=url,
        revoke=f"revoke the token in the settings where {vendor} lists it",
        anchors=(prefix.lower().encode(),),
        pattern=prefixed(prefix.encode(), rb"[A-Za-z0-9_+/=-]{40,400}=[0-9A-F]{8}"),
        accepts=_accepts_atlassian,
        examples=(
            Sample(
                (
                    *(prefix[:4], prefix[4:], "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u"),
                    *("Rt4Hk2MwBnVpCz0L", "=4F7A19C0"),
                )
            ),
        ),
        counter_examples=(
            Sample((prefix, "x" * 48, "=XXXXXXXX")),
            Sample((prefix, "...")),
        ),
    )


RULES: tuple[Rule, ...] = (
    _atlassian("atlassian-api-token", "Atlassian", "API token", "ATATT3xFfGF0", _ATLASSIAN_URL),
    _atlassian("atlassian-scoped-token", "Atlassian", "scoped token", "ATSTT3xFfG", _ATLASSIAN_URL),
    _atlassian("bitbucket-access-token", "Bitbucket", "access token", "ATCTT3xFfG", _BITBUCKET_URL),
    marked(
        "Bitbucket",
        ("ATBB",),
        mixed(32),
        "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/",
        what="app password",
        revoke="revoke the app password in Bitbucket under Personal settings",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Bitbucket Data Center",
        ("BBDC-",),
        mixed(44, also=b"+/"),
        "https://confluence.atlassian.com/bitbucketserver/http-access-tokens-939515499.html",
        what="HTTP access token",
    ),
    named("Bitbucket", lower(32), _BITBUCKET_URL, what="OAuth key"),
    named(
        "Bitbucket",
        Shape(
            rb"(?:[A-Za-z0-9=_+-]{64}|[A-Za-z0-9=_+-]{48}|[A-Za-z0-9=_+-]{44})",
            mixed(44).parts,
        ),
        _BITBUCKET_URL,
        what="OAuth secret",
    ),
    named(
        "Jira",
        mixed(44, also=b"+/"),
        "https://confluence.atlassian.com/enterprise/using-personal-access-tokens-1026032365.html",
        names=("jira", "confluence"),
        what="personal access token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Gitea",
        hexadecimal(40),
        "https://docs.gitea.com/development/api-usage",
        names=("gitea", "forgejo", "codeberg", "gogs"),
        what="access token",
        accepts=is_named_plainly,
    ),
    named(
        "Gitee",
        hexadecimal(32),
        "https://gitee.com/api/v5/swagger",
        what="access token",
    ),
    marked(
        "Sourcegraph",
        ("sgp_",),
        Shape(
            rb"(?:(?:[0-9A-Fa-f]{16}|local)_)?[0-9A-Fa-f]{40}",
            ("local_", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2"),
        ),
        _SOURCEGRAPH_URL,
        what="access token",
    ),
    marked(
        "Sourcegraph",
        ("slk_",),
        hexadecimal(64),
        "https://sourcegraph.com/docs/admin/subscriptions",
        what="license key",
    ),
    marked(
        "Sourcegraph",
        ("sgd_", "sgs_"),
        hexadecimal(64),
        _SOURCEGRAPH_URL,
        what="gateway token",
    ),
    named(
        "Sourcegraph",
        any_hexadecimal(40),
        _SOURCEGRAPH_URL,
        names=("sourcegraph", "src access"),
        what="unmarked access token",
        accepts=is_named_plainly,
    ),
    marked(
        "Phabricator",
        ("api-", "cli-"),
        lower(28),
        "https://secure.phabricator.com/book/phabricator/article/conduit/",
        what="Conduit token",
    )._replace(
        pattern=(
            rb"(?i:phabricator|conduit|arcrc|phorge)(?s:.){0,120}?"
            rb"(?P<secret>(?P<public>(?:api|cli)-)(?<![A-Za-z0-9].{4})[a-z0-9]{28})(?![A-Za-z0-9])"
        ),
        anchors=(b"phabricator", b"conduit", b"arcrc", b"phorge"),
        examples=(Sample(('{"conduit": {"token": "cli', "-q7lmwx9tbzr5kvnc", '8pdyf3jsga6q"}}')),),
        counter_examples=(
            Sample(("conduit token: api-", "x" * 28)),
            Sample(("cli", "-q7lmwx9tbzr5kvnc", "8pdyf3jsga6q")),
        ),
    ),
    named(
        "Review Board",
        Shape(rb"rbp_[A-Za-z0-9]{255}|[0-9a-f]{40}", hexadecimal(40).parts),
        "https://www.reviewboard.org/docs/manual/latest/webapi/authenticating/",
        what="API token",
        accepts=is_named_plainly,
    ),
    named(
        "Mergify",
        Shape(
            rb"(?:mergify_application_key_)?[A-Za-z0-9_-]{40,200}",
            ("q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2Mw"),
        ),
        "https://docs.mergify.com/api/usage/",
        what="application key",
        accepts=is_named_plainly,
    ),
)
