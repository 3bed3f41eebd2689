"""Keys of services that count visits, users and messages read."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    marked,
    mixed,
    named,
)

RULES: tuple[Rule, ...] = (
    # The project's own key, phc_, is part of every page.
    marked(
        "PostHog",
        ("phs_", "pha_", "phr_"),
        mixed(40, 56, b"_-"),
        "https://posthog.com/docs/api",
        what="secret or access token",
    ),
    marked(
        "Segment",
        ("sgp_",),
        Shape(rb"[A-Za-z0-9]{64}", mixed(64).parts),
        "https://segment.com/docs/api/public-api/",
        what="public API token",
        revoke="remove the token in Segment under Access Management, Tokens",
        accepts=looks_issued_mixed,
    ),
    named(
        "Segment",
        Shape(
            rb"[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}",
            (*mixed(43).parts, ".", "Rt4Hk2MwBnVpCz0L", "8PdYf3JsGa6QeH1u", "q7LmWx9TbZr"),
        ),
        "https://segment.com/docs/api/config-api/authentication/",
        what="config API token",
        accepts=looks_issued_mixed,
    ),
    vendor_rule(
        "matomo-auth-token",
        vendor="Matomo",
        title="Matomo API token",
        url="https://developer.matomo.org/api-reference/reporting-api",
        revoke="delete the token in Matomo under Personal, Security, Auth tokens",
        anchors=(b"token_auth",),
        pattern=(
            rb"token_auth[\"'`]{0,2} ?[=:] ?[\"'`]?(?P<secret>(?P<public>)[0-9a-f]{32})"
            rb"(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("index.php?module=API&token_auth=", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),
        ),
        counter_examples=(
            Sample(("index.php?module=API&token_auth=anonymous",)),
            Sample(("token_auth=", "0" * 32)),
        ),
    ),
    named(
        "Plausible",
        mixed(64, also=b"_-"),
        "https://plausible.io/docs/stats-api",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Simple Analytics",
        ("sa_api_key_",),
        mixed(20, 60),
        "https://docs.simpleanalytics.com/api/authenticate",
    ),
    named(
        "Keen",
        hexadecimal(64),
        "https://keen.io/docs/api/",
        names=("keen io", "keen read", "keen write", "keen master", "keen api"),
    ),
    named("Braze", UUID, "https://www.braze.com/docs/api/basics/", names=("braze", "appboy")),
    named(
        "Iterable",
        hexadecimal(32),
        "https://support.iterable.com/hc/en-us/articles/360043464871",
        names=("iterable api", "iterable"),
        accepts=is_named_plainly,
    ),
    named(
        "Pendo",
        Shape(rb"(?:%b|[0-9a-z]{36})(?:\.us|\.eu)?" % UUID.pattern, UUID.parts),
        "https://engageapi.pendo.io/",
        what="integration key",
    ),
    named(
        "Branch",
        Shape(rb"secret_(?:live|test)_[A-Za-z0-9]{32}", ("sec", "ret_live_", *mixed(32).parts)),
        "https://help.branch.io/developers-hub/reference/",
        names=("branch io", "branch secret", "branch key"),
        what="secret",
    ),
    named(
        "AppsFlyer",
        Shape(rb"[A-Za-z0-9]{22}", mixed(22).parts),
        "https://dev.appsflyer.com/hc/docs/",
        what="dev key",
        accepts=looks_issued_mixed,
    ),
    named("Databox", hexadecimal(32), "https://developers.databox.com/", what="token"),
    named("Klipfolio", hexadecimal(40), "https://apidocs.klipfolio.com/"),
    named(
        "ChartMogul",
        Shape(rb"(?:[0-9a-f]{32}|[0-9a-f]{40})", hexadecimal(32).parts),
        "https://dev.chartmogul.com/docs/authentication",
    ),
    named(
        "Baremetrics",
        Shape(rb"(?:sk|lk)_[A-Za-z0-9]{22,26}", ("l", "k_q7LmWx9TbZr5", "KvNc8PdYf3")),
        "https://developers.baremetrics.com/reference/authentication",
    ),
    named("Delighted", mixed(32), "https://app.delighted.com/docs/api"),
    named(
        "Survicate",
        hexadecimal(32)._replace(pattern=rb"[a-z0-9]{32}"),
        "https://developers.survicate.com/",
    ),
    named(
        "Qualtrics",
        mixed(40),
        "https://api.qualtrics.com/",
        what="API token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Looker", mixed(24), "https://cloud.google.com/looker/docs/api-auth", what="client secret"
    ),
    named("Looker", mixed(20), "https://cloud.google.com/looker/docs/api-auth", what="client id"),
    vendor_rule(
        "tableau-personal-access-token",
        vendor="Tableau",
        title="Tableau personal access token",
        url="https://help.tableau.com/current/server/en-us/security_personal_access_tokens.htm",
        revoke="revoke the token in Tableau under My Account Settings",
        anchors=(b"==:",),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32})"
            rb"(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("q7LmWx9TbZr5", "KvNc8PdYf3=", "=:Rt4Hk2MwBnVp", "Cz0Ld9Tq5SyXgK3hRm7J")),
        ),
        counter_examples=(
            Sample(("x" * 22, "==:", "x" * 32)),
            Sample(("q7LmWx9TbZr5", "KvNc8PdYf3=", "=:Rt4Hk2MwBnVp")),
        ),
    ),
    named(
        "Mode",
        hexadecimal(24),
        "https://mode.com/developer/api-reference/introduction/",
        names=("mode analytics", "mode api"),
        what="API token",
    ),
)
