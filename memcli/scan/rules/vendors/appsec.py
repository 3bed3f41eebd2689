"""Keys of services that look for weaknesses in software and in what is exposed."""

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
)

_SNYK_URL = "https://docs.snyk.io/snyk-api/authentication-for-api"
_WIZ_URL = "https://docs.wiz.io/docs/authentication"
_AIKIDO_URL = "https://apidocs.aikido.dev/reference/authorization"

_LONG_HEX = Shape(
    rb"[0-9a-f]{128}",
    (
        *hexadecimal(64).parts,
        "c40f5a8603d9e17b",
        "28be64cfa1705d93",
        "f3b0691ec8742da5",
        "5e87a2d46b19f03c",
    ),
)

RULES: tuple[Rule, ...] = (
    named(
        "Snyk",
        UUID,
        _SNYK_URL,
        what="API token",
        revoke="revoke the token in Snyk under Account settings",
    ),
    marked(
        "Snyk",
        ("snyk_uat.", "snyk_sat."),
        Shape(
            rb"[0-9a-f]{8}\.[A-Za-z0-9_-]{20,400}(?:\.[A-Za-z0-9_-]{20,400})?",
            ("4f7a19c0.", "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u"),
        ),
        _SNYK_URL,
        what="personal or service account token",
        revoke="revoke the token in Snyk under Account or Service account settings",
    ),
    named(
        "Semgrep",
        hexadecimal(64),
        "https://semgrep.dev/docs/deployment/core-deployment",
        what="app token",
    ),
    marked(
        "Socket",
        ("sktsec_",),
        Shape(rb"[A-Za-z0-9_-]{30,80}_api", (*mixed(43).parts, "_api")),
        "https://docs.socket.dev/reference/authentication",
        what="API token",
    ),
    marked(
        "Endor Labs",
        ("endr+",),
        Shape(rb"[A-Za-z0-9-]{16}(?![A-Za-z0-9-])", ("q7LmWx9T", "bZr5KvNc")),
        "https://docs.endorlabs.com/rest-api/authentication/",
        what="API key or secret",
    ),
    named("Veracode", _LONG_HEX, "https://docs.veracode.com/r/c_api_credentials3"),
    named(
        "Veracode",
        hexadecimal(32),
        "https://docs.veracode.com/r/c_api_credentials3",
        what="API id key",
    ),
    marked(
        "Veracode",
        ("vera01es-", "vera01gs-", "vera01ei-", "vera01gi-"),
        Shape(rb"(?:[0-9a-f]{128}|[0-9a-f]{32})", hexadecimal(32).parts),
        "https://docs.veracode.com/r/c_api_credentials3",
        what="prefixed API credential",
    ),
    named(
        "HackerOne",
        mixed(43, 44, b"+/="),
        "https://api.hackerone.com/getting-started/",
        what="API token",
    ),
    named(
        "Wiz",
        mixed(64),
        _WIZ_URL,
        names=("wiz client", "wiz api", "wiz"),
        what="client secret",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Aikido",
        ("AIK_SECRET_", "AIK_CI_"),
        mixed(20, 64),
        _AIKIDO_URL,
        what="client secret or CI token",
    ),
    marked(
        "StackHawk",
        ("hawk.",),
        Shape(
            rb"[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{20}",
            ("q7LmWx9TbZ", "r5KvNc8PdY.", "f3JsGa6QeH", "1uRt4Hk2Mw"),
        ),
        "https://docs.stackhawk.com/web-app/api-keys/",
    ),
    marked(
        "Nightfall",
        ("NF-",),
        mixed(32),
        "https://docs.nightfall.ai/docs/creating-an-api-key",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Spectral",
        ("spu-",),
        lower(32),
        "https://guides.spectralops.io/docs/",
        what="DSN key",
    ),
    named("Detectify", lower(32), "https://developer.detectify.com/"),
    named(
        "Mend",
        hexadecimal(64),
        "https://docs.mend.io/",
        names=("whitesource", "mend api", "mend user", "ws apikey", "ws userkey"),
        what="API key",
    ),
    named(
        "GitGuardian",
        Shape(rb"[0-9A-Fa-f]{64,72}", hexadecimal(64).parts),
        "https://api.gitguardian.com/docs",
        names=("gitguardian", "ggshield"),
    ),
    named(
        "Tenable",
        hexadecimal(64),
        "https://developer.tenable.com/docs/authorization",
        names=("tenable", "nessus"),
    ),
    named(
        "Rapid7",
        UUID,
        "https://docs.rapid7.com/insight/managing-platform-api-keys/",
        names=("rapid7", "insightvm", "insightidr"),
    ),
    named(
        "CrowdStrike",
        mixed(40),
        "https://www.crowdstrike.com/blog/tech-center/get-access-falcon-apis/",
        names=("crowdstrike", "falcon client", "falcon api"),
        what="client secret",
        accepts=looks_issued_mixed,
    ),
    named(
        "Lacework",
        Shape(rb"_[0-9a-f]{32}", ("_", *hexadecimal(32).parts)),
        "https://docs.lacework.net/api/api-access-keys-and-tokens",
        what="API secret",
    )._replace(
        examples=(Sample(("LACEWORK_API_SECRET: _", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),),
    ),
    named(
        "Sysdig",
        UUID,
        "https://docs.sysdig.com/en/docs/administration/administration-settings/user-profile-and-password/",
        what="API token",
    ),
    named(
        "JupiterOne",
        Shape(rb"[A-Za-z0-9+/]{76}", mixed(76).parts),
        "https://docs.jupiterone.io/reference/graphql-api",
    ),
    named(
        "AlienVault",
        hexadecimal(64),
        "https://otx.alienvault.com/api",
        names=("alienvault", "otx"),
        id="alienvault-otx-api-key",
    ),
    named("IPQualityScore", mixed(32), "https://www.ipqualityscore.com/documentation/overview"),
    named("BinaryEdge", UUID, "https://docs.binaryedge.io/"),
    named("Whoxy", lower(33), "https://www.whoxy.com/"),
    named("SSLMate", mixed(36), "https://sslmate.com/help/reference/apiv2"),
    named(
        "WhoisXML API",
        Shape(rb"at_[A-Za-z0-9]{29}", ("at_", *mixed(29).parts)),
        "https://whois.whoisxmlapi.com/documentation/making-requests",
        names=("whoisxml", "whois"),
    ),
    named("FullHunt", UUID, "https://api-docs.fullhunt.io/"),
    named("LeakCheck", hexadecimal(40), "https://wiki.leakcheck.io/en/api"),
    named(
        "Hybrid Analysis",
        lower(64),
        "https://www.hybrid-analysis.com/docs/api/v2",
        names=("hybrid analysis",),
    ),
    named("MISP", mixed(40), "https://www.misp-project.org/openapi/", names=("misp",)),
    named(
        "TheHive",
        mixed(32),
        "https://docs.strangebee.com/thehive/api-docs/",
        names=("the hive", "thehive", "cortex api"),
        accepts=is_named_plainly,
    ),
    named(
        "Pangea",
        Shape(rb"pt[si]_[a-z2-7]{32}", ("pt", "s_q7lmwx5tbzr5", "kvncdpdyf3jsga6qeh2u")),
        "https://pangea.cloud/docs/api",
        what="service token",
    ),
    named(
        "Arcjet",
        Shape(rb"ajkey_[a-z0-9]{26,32}", ("ajk", "ey_q7lmwx9tbzr5kvnc", "8pdyf3jsga")),
        "https://docs.arcjet.com/environment",
        what="site key",
    ),
    vendor_rule(
        "tines-webhook",
        vendor="Tines",
        title="Tines webhook URL",
        why="Whoever reads it can start the story that waits for it.",
        url="https://www.tines.com/docs/actions/types/webhook/",
        revoke="change the secret of the webhook action in Tines",
        anchors=(b".tines.com/webhook/", b".tines.io/webhook/"),
        pattern=(
            rb"https://[A-Za-z0-9.-]{1,80}\.tines\.(?:com|io)/webhook/"
            rb"(?P<secret>(?P<public>)[a-z0-9]{32}/[a-z0-9]{32})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("https://acme.tines.com/webhook/", "q7lmwx9tbzr5kvnc", "8pdyf3jsga6qeh1u/"),
                    *("rt4hk2mwbnvpcz0l", "d9tq5syxgk3hrm7j"),
                )
            ),
        ),
        counter_examples=(
            Sample(("https://acme.tines.com/webhook/", "x" * 32, "/", "x" * 32)),
            Sample(("https://acme.tines.com/webhook/<path>/<secret>",)),
        ),
    ),
    named(
        "Tines",
        mixed(20, 64, b"_-"),
        "https://www.tines.com/api/authentication/",
        what="API token",
        accepts=looks_issued_mixed,
    ),
    named("NVD", UUID, "https://nvd.nist.gov/developers/start-here", names=("nvd",)),
    named(
        "Censys",
        Shape(
            rb"censys_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}",
            ("cen", "sys_q7LmWx9T_", "bZr5KvNc8PdYf3Js", "Ga6QeH1u"),
        ),
        "https://docs.censys.com/docs/platform-get-started",
        what="personal access token",
    ),
)
