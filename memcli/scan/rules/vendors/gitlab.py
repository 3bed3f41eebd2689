"""Tokens of GitLab."""

import re
import zlib

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.named import Shape, looks_issued, looks_issued_mixed, marked, mixed, named

_URL = "https://docs.gitlab.com/security/tokens/"
_PARTS = "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J"
_CHECKSUM = 7
_BASE36 = 36


def _opaque(least: int, parts: tuple[str, ...], most: int | None = None) -> Shape:
    """Return the shape of base64url of a length; a digit after ``_`` or ``-`` goes on it."""
    count = b"%d,%d" % (least, most) if most else b"%d" % least
    return Shape(rb"[A-Za-z0-9_-]{%b}(?![_-][0-9])" % count, parts)


def _accepts_routable(match: re.Match[bytes]) -> bool:
    """Tell whether the last characters are the CRC-32 of the rest, or the rest looks random."""
    body, digits = match["secret"][:-_CHECKSUM], match["secret"][-_CHECKSUM:]
    return int(digits, _BASE36) == zlib.crc32(body) or looks_issued(match)


RULES: tuple[Rule, ...] = (
    marked(
        "GitLab",
        ("glpat-",),
        _opaque(20, ("q7LmWx9TbZr5", "KvNc8PdY")),
        "https://docs.gitlab.com/user/profile/personal_access_tokens/",
        what="access token",
        revoke="revoke the token in GitLab under Preferences, Access tokens",
    ),
    vendor_rule(
        "gitlab-routable-token",
        vendor="GitLab",
        title="GitLab access or runner token that names its cell",
        url=_URL,
        revoke="revoke the token in GitLab where it was made",
        anchors=(b"glpat-", b"glrt-", b"glrtr-", b"gldt-", b"glft-"),
        pattern=(
            rb"(?P<secret>(?P<public>gl(?:pat|rtr?|dt|ft)-)[A-Za-z0-9_-]{27,300}"
            rb"\.(?:[0-9a-z]{2}\.)?[0-9a-z]{9})(?![A-Za-z0-9])"
        ),
        accepts=_accepts_routable,
        examples=(
            Sample(("gl", "pat-", *_PARTS[:2], ".01.1", "a7kq9z3w")),
            Sample(("gl", "rt-t1_", *_PARTS[:2], ".01.1a", "7kq9z3w")),
        ),
        counter_examples=(
            Sample(("gl", "pat-", "x" * 27, ".xxxxxxxxx")),
            Sample(("gl", "rt-tx_", "x" * 27, ".xxxxxxxxx")),
        ),
    ),
    marked(
        "GitLab",
        ("gldt-",),
        _opaque(20, ("q7LmWx9TbZr5", "KvNc8PdY")),
        "https://docs.gitlab.com/user/project/deploy_tokens/",
        what="deploy token",
        revoke="revoke the token in GitLab under Settings, Repository, Deploy tokens",
    ),
    marked(
        "GitLab",
        ("glrt-", "glrtr-"),
        Shape(rb"(?:t[0-9]_)?[A-Za-z0-9_-]{20}(?![_-][0-9])", ("t1_", "q7LmWx9TbZr5", "KvNc8PdY")),
        "https://docs.gitlab.com/ci/runners/new_creation_workflow/",
        what="runner authentication token",
        revoke="delete the runner in GitLab under Settings, CI/CD, Runners",
    ),
    marked(
        "GitLab",
        ("GR1348941",),
        _opaque(20, ("q7LmWx9TbZr5", "KvNc8PdY")),
        "https://docs.gitlab.com/ci/runners/new_creation_workflow/",
        what="runner registration token",
        revoke="reset the registration token in GitLab under Settings, CI/CD, Runners",
    ),
    marked(
        "GitLab",
        ("glcbt-",),
        Shape(
            rb"(?:[0-9A-Za-z]{1,5}_[A-Za-z0-9_-]{20}(?![_-][0-9])"
            rb"|eyJ[A-Za-z0-9_-]{16,2000}\.[A-Za-z0-9_-]{16,4000}\.[A-Za-z0-9_-]{32,2000})",
            ("64_", "q7LmWx9TbZr5", "KvNc8PdY"),
        ),
        "https://docs.gitlab.com/ci/jobs/ci_job_token/",
        what="job token",
        revoke="cancel the job, which ends the token",
    ),
    marked(
        "GitLab",
        ("glptt-",),
        _opaque(40, ("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2")),
        "https://docs.gitlab.com/ci/triggers/",
        what="trigger token",
        revoke="revoke the token in GitLab under Settings, CI/CD, Pipeline trigger tokens",
    ),
    marked(
        "GitLab",
        ("glft-",),
        Shape(
            rb"(?:[A-Za-z0-9_-]{20}(?![_-][0-9])|[0-9a-f]{64}-[0-9]{1,20})",
            ("q7LmWx9TbZr5", "KvNc8PdY"),
        ),
        _URL,
        what="feed token",
        revoke="reset the feed token in GitLab under Preferences, Access tokens",
    ),
    marked(
        "GitLab",
        ("glimt-",),
        _opaque(25, ("q7lmwx9tbzr5kvnc", "8pdyf3jsg")),
        _URL,
        what="incoming mail token",
        revoke="reset the incoming email token in GitLab under Preferences, Access tokens",
    ),
    marked(
        "GitLab",
        ("glagent-",),
        _opaque(50, _PARTS, 1024),
        "https://docs.gitlab.com/user/clusters/agent/",
        what="agent token",
        revoke="revoke the token in GitLab under Operate, Kubernetes clusters",
    ),
    marked(
        "GitLab",
        ("glwt-",),
        _opaque(20, ("q7LmWx9TbZr5", "KvNc8PdY")),
        _URL,
        what="workspace token",
        revoke="stop the workspace",
    ),
    marked(
        "GitLab",
        ("glsoat-",),
        _opaque(20, ("q7LmWx9TbZr5", "KvNc8PdY")),
        "https://docs.gitlab.com/user/group/saml_sso/scim_setup/",
        what="SCIM token",
        revoke="reset the SCIM token in GitLab under the group's SAML SSO settings",
    ),
    marked(
        "GitLab",
        ("gloas-",),
        _opaque(64, ("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d25ac0f846", *_PARTS[:1])),
        "https://docs.gitlab.com/integration/oauth_provider/",
        what="application secret",
        revoke="renew the secret in GitLab under the application's settings",
    ),
    marked(
        "GitLab",
        ("glffct-",),
        _opaque(20, ("q7LmWx9TbZr5", "KvNc8PdY")),
        "https://docs.gitlab.com/operations/feature_flags/",
        what="feature flag client token",
        revoke="regenerate the instance id in GitLab under Deploy, Feature flags",
    ),
    vendor_rule(
        "gitlab-session-cookie",
        vendor="GitLab",
        title="GitLab session cookie",
        why="Whoever reads it is logged in to GitLab as its owner.",
        url="https://docs.gitlab.com/user/profile/active_sessions/",
        revoke="revoke the session in GitLab under Preferences, Active sessions",
        anchors=(b"_gitlab_session",),
        pattern=(
            rb"_gitlab_session[\"']?[=:][ \"']{0,3}(?P<secret>(?P<public>)[0-9a-z]{32})"
            rb"(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(Sample(("curl -b _gitlab_session=", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),),
        counter_examples=(
            Sample(("_gitlab_session=", "x" * 32)),
            Sample(("the cookie _gitlab_session=<value>",)),
        ),
    ),
    named(
        "GitLab",
        mixed(20, also=b"_-"),
        "https://docs.gitlab.com/user/profile/personal_access_tokens/",
        what="unmarked access token",
        revoke="revoke the token in GitLab under Preferences, Access tokens",
        accepts=looks_issued_mixed,
    ),
)
