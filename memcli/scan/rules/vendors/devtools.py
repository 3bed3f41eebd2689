"""Keys of services that developers work with: API clients, planning, documentation."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_LINEAR_URL = "https://linear.app/developers/graphql"
_LINEAR_REVOKE = "revoke the key in Linear under Settings, Security and access"
_JETBRAINS_URL = "https://www.jetbrains.com/help/youtrack/server/manage-permanent-token.html"

RULES: tuple[Rule, ...] = (
    marked(
        "Postman",
        ("PMAK-",),
        Shape(
            rb"[A-Za-z0-9]{24}-[A-Za-z0-9]{34}",
            (*hexadecimal(24).parts, "-", *hexadecimal(34).parts),
        ),
        "https://learning.postman.com/docs/developer/postman-api/authentication/",
        revoke="revoke the key in Postman under Settings, API keys",
    ),
    marked(
        "Postman",
        ("PMAT-",),
        Shape(rb"[0-9A-Z]{26}", upper(26).parts),
        "https://learning.postman.com/docs/collaborating-in-postman/sharing/",
        what="collection access key",
        revoke="delete the access key where the collection is shared",
    ),
    marked("Linear", ("lin_api_",), mixed(40), _LINEAR_URL, revoke=_LINEAR_REVOKE),
    marked(
        "Linear",
        ("lin_oauth_",),
        mixed(40, 80),
        "https://linear.app/developers/oauth-2-0-authentication",
        what="OAuth token",
        revoke=_LINEAR_REVOKE,
    ),
    marked(
        "Linear",
        ("lin_wh_",),
        mixed(24, 64),
        "https://linear.app/developers/webhooks",
        what="webhook signing secret",
        revoke="replace the webhook in Linear under Settings, API",
    ),
    named(
        "Linear",
        hexadecimal(32),
        "https://linear.app/developers/oauth-2-0-authentication",
        what="client secret",
        revoke="rotate the secret in Linear under the application's settings",
        accepts=is_named_plainly,
    ),
    named(
        "Shortcut",
        UUID,
        "https://developer.shortcut.com/api/rest/v3#Authentication",
        names=("shortcut", "clubhouse"),
        what="API token",
        accepts=is_named_plainly,
    ),
    vendor_rule(
        "jetbrains-permanent-token",
        vendor="JetBrains",
        title="JetBrains permanent token",
        why="Whoever reads it can use YouTrack, Hub, Space or the Marketplace as its owner.",
        url=_JETBRAINS_URL,
        revoke="delete the token under your profile, Account Security",
        anchors=(b"perm:", b"perm-"),
        pattern=(
            rb"(?P<secret>(?P<public>perm[:-])(?<![A-Za-z0-9].{5})[A-Za-z0-9+/=_-]{4,120}"
            rb"\.[A-Za-z0-9+/=_-]{4,160}\.[A-Za-z0-9]{28,40})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("YOUTRACK_TOKEN=pe", "rm:cm9vdA==", ".NDQtMA==", ".q7LmWx9TbZr5"),
                    *("KvNc8PdYf3Js", "Ga6QeH1u"),
                )
            ),
            Sample(("pe", "rm-cm9vdA==", ".NDQtMA==", ".Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J")),
        ),
        counter_examples=(
            Sample(("perm:<base64 user>.<base64 name>.<secret>",)),
            Sample(("pe", "rm:cm9vdA==", ".NDQtMA==.", "x" * 32)),
        ),
    ),
    marked(
        "Buf",
        ("buf_",),
        hexadecimal(64),
        "https://buf.build/docs/bsr/authentication/",
        what="token",
    ),
    named(
        "Buf",
        hexadecimal(64),
        "https://buf.build/docs/bsr/authentication/",
        id="buf-labelled-token",
        names=("buf build", "buf token", "buf api"),
        what="token",
    ),
    vendor_rule(
        "apollo-graph-key",
        vendor="Apollo GraphOS",
        title="Apollo graph or user key",
        url="https://www.apollographql.com/docs/graphos/platform/access-management/api-keys",
        revoke="delete the key in GraphOS Studio under the graph's, or your, settings",
        anchors=(b"service:", b"user:"),
        pattern=(
            rb"(?P<secret>(?P<public>service:|user:)(?<![A-Za-z0-9]service:)(?<![A-Za-z0-9]user:)"
            rb"[A-Za-z0-9._-]{1,80}:[A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])"
        ),
        accepts=looks_issued_mixed,
        examples=(
            Sample(("APOLLO_KEY=serv", "ice:my-graph:", "q7LmWx9TbZr5", "KvNc8PdYf3")),
            Sample(("APOLLO_KEY=us", "er:gh.8f14e45f-ceea-467d:", "Rt4Hk2MwBnVp", "Cz0Ld9Tq5S")),
        ),
        counter_examples=(
            Sample(("APOLLO_KEY=service:my-graph:", "x" * 22)),
            Sample(("service:docker-registry:a-name-of-a-service",)),
        ),
    ),
    named(
        "WakaTime",
        Shape(rb"(?:waka_)?%b" % UUID.pattern, ("waka_", *UUID.parts)),
        "https://wakatime.com/developers#authentication",
    ),
    marked(
        "WakaTime",
        ("waka_",),
        Shape(rb"(?:%b|[a-z0-9]{36,64})" % UUID.pattern, UUID.parts),
        "https://wakatime.com/developers#authentication",
        id="wakatime-marked-api-key",
    ),
    named(
        "Aha!",
        hexadecimal(64),
        "https://www.aha.io/api",
        names=("aha io", "aha api"),
        what="API token",
    ),
    named(
        "Pivotal Tracker",
        hexadecimal(32),
        "https://www.pivotaltracker.com/help/api",
        names=("pivotal tracker", "pivotaltracker", "pivotal"),
        what="API token",
    ),
    named(
        "Wrike",
        Shape(
            rb"ey[A-Za-z0-9._-]{200,400}",
            (
                "ey",
                *mixed(64).parts,
                *mixed(64).parts[::-1],
                *mixed(64).parts,
                *mixed(64).parts[::-1],
            ),
        ),
        "https://developers.wrike.com/oauth-20-authorization/",
        what="access token",
    ),
    named("ProdPad", hexadecimal(64), "https://help.prodpad.com/article/749-api"),
    named("Canny", UUID, "https://developers.canny.io/api-reference", names=("canny",)),
    named("BugHerd", lower(22), "https://www.bugherd.com/api_v2"),
    named("Redmine", hexadecimal(40), "https://www.redmine.org/projects/redmine/wiki/rest_api"),
    named(
        "Taiga",
        hexadecimal(40),
        "https://docs.taiga.io/api.html",
        names=("taiga api", "taiga auth"),
        what="token",
    ),
    named("OpenProject", hexadecimal(64), "https://www.openproject.org/docs/api/introduction/"),
    named(
        "Backlog",
        mixed(64),
        "https://developer.nulab.com/docs/backlog/auth/",
        names=("backlog api", "nulab"),
        accepts=is_named_plainly,
    ),
    named(
        "Fibery",
        Shape(rb"[0-9a-f]{8}\.[0-9a-f]{35}", ("4f7a19c0.", *hexadecimal(35).parts)),
        "https://the.fibery.io/@public/User_Guide/Guide/API-Keys",
        what="API token",
    ),
    named("Pastebin", mixed(32), "https://pastebin.com/doc_api", what="developer key"),
    marked(
        "Zuplo",
        ("zpka_",),
        Shape(rb"[a-z0-9]{32}_[0-9a-f]{8}", ("q7lmwx9tbzr5kvnc", "8pdyf3jsga6qeh1u", "_4f7a19c0")),
        "https://zuplo.com/docs/articles/api-key-management",
        what="consumer API key",
    ),
    marked(
        "Kong",
        ("kpat_", "spat_"),
        mixed(40, 64),
        "https://developer.konghq.com/konnect-api/",
        what="Konnect access token",
    ),
    named("Tyk", hexadecimal(32), "https://tyk.io/docs/", names=("tyk",), what="API secret"),
    marked(
        "GitBook",
        ("gb_api_",),
        mixed(36, 60),
        "https://gitbook.com/docs/developers",
        id="gitbook-access-token",
        what="access token",
    ),
    named(
        "Swaggerhub",
        UUID,
        "https://support.smartbear.com/swaggerhub/docs/",
        names=("swaggerhub", "swagger hub"),
    ),
)
