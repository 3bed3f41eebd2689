"""Keys of services that watch uptime and call people."""

from memcli.scan.model import Rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued_mixed,
    marked,
    mixed,
    named,
)

_PAGERDUTY_URL = "https://support.pagerduty.com/main/docs/api-access-keys"

RULES: tuple[Rule, ...] = (
    named(
        "PagerDuty",
        Shape(rb"u\+[A-Za-z0-9_+-]{18}", ("u+q7LmWx9TbZ", "r5KvNc8P")),
        _PAGERDUTY_URL,
        names=("pagerduty", "pager duty", "pd api", "pd token"),
        revoke="delete the key in PagerDuty under Integrations, API Access Keys",
    ),
    named(
        "PagerDuty",
        Shape(rb"[A-Za-z0-9_-]{20}", mixed(20).parts),
        _PAGERDUTY_URL,
        id="pagerduty-legacy-api-key",
        names=("pagerduty", "pager duty"),
        revoke="delete the key in PagerDuty under Integrations, API Access Keys",
        accepts=looks_issued_mixed,
    ),
    named(
        "PagerDuty",
        Shape(rb"(?:[0-9a-f]{32}|R[0-9A-Z]{31})", hexadecimal(32).parts),
        "https://support.pagerduty.com/main/docs/services-and-integrations",
        # An incident's or an event's own key is no secret.
        id="pagerduty-integration-key",
        names=(
            "pagerduty integration",
            "pagerduty routing",
            "pagerduty service",
            "pagerduty events",
        ),
        what="integration key",
        revoke="delete the integration in PagerDuty",
    ),
    named(
        "Opsgenie",
        UUID,
        "https://support.atlassian.com/opsgenie/docs/api-key-management/",
        names=("opsgenie", "ops genie"),
        revoke="delete the key in Opsgenie under Settings, API key management",
    ),
    marked(
        "Rootly",
        ("rootly_",),
        hexadecimal(64),
        "https://docs.rootly.com/api-reference/overview",
    ),
    marked(
        "incident.io",
        ("inc_",),
        hexadecimal(64),
        "https://api-docs.incident.io/",
    ),
    marked(
        "FireHydrant",
        ("fhb-",),
        Shape(rb"[0-9A-Za-z]{32,64}", hexadecimal(32).parts),
        "https://docs.firehydrant.com/docs/api-keys",
        what="bot token",
    ),
    named(
        "Checkly",
        Shape(rb"(?:c[uk]_)?[0-9a-f]{32}", ("cu_", *hexadecimal(32).parts)),
        "https://www.checklyhq.com/docs/accounts-and-users/creating-api-key/",
        revoke="delete the key in Checkly under User settings, API keys",
    ),
    named(
        "UptimeRobot",
        Shape(
            rb"(?:u[0-9]{4,9}|m[0-9]{6,12}|ur[0-9]{4,9}|[A-Za-z0-9]{9})-[A-Za-z0-9]{20,32}",
            ("u730912-", *hexadecimal(24).parts),
        ),
        "https://uptimerobot.com/api/",
        names=("uptimerobot", "uptime robot"),
    ),
    named(
        "StatusCake",
        mixed(20, 30),
        "https://developers.statuscake.com/guides/api/authentication/",
        names=("statuscake", "status cake"),
        accepts=looks_issued_mixed,
    ),
    named(
        "Statuspage",
        Shape(rb"(?:%b|[0-9a-z]{32,36})" % UUID.pattern, UUID.parts),
        "https://developer.statuspage.io/#section/Authentication",
        names=("statuspage", "status page io"),
    ),
    named("Statuspal", mixed(32), "https://www.statuspal.io/api-docs/"),
    named("Pingdom", mixed(60, 120, b"_-"), "https://docs.pingdom.com/api/", what="API token"),
    named(
        "Site24x7",
        Shape(rb"(?:[a-z]{2}_)?[0-9a-f]{32,64}", ("us_", *hexadecimal(40).parts)),
        "https://www.site24x7.com/help/admin/adding-a-monitor/command-line-installation.html",
        what="device key",
    ),
    named("Cronitor", hexadecimal(32), "https://cronitor.io/docs/api-keys"),
    named(
        "Dead Man's Snitch",
        hexadecimal(32),
        "https://deadmanssnitch.com/docs/api/v1",
        names=("dead mans snitch", "deadmanssnitch"),
    ),
    named(
        "Healthchecks",
        mixed(32, also=b"_-"),
        "https://healthchecks.io/docs/api/",
        names=("healthchecks", "healthchecks io"),
        accepts=looks_issued_mixed,
    ),
    named(
        "Uptime Kuma",
        Shape(rb"uk[0-9]{1,3}_[A-Za-z0-9_-]{40}", ("uk1_", *mixed(40).parts)),
        "https://github.com/louislam/uptime-kuma/wiki/API-Keys",
        names=("uptime kuma", "uptimekuma"),
    ),
    named("WebsitePulse", hexadecimal(32), "https://www.websitepulse.com/help/"),
    named("GTmetrix", hexadecimal(32), "https://gtmetrix.com/api/docs/2.0/"),
    named("APImetrics", mixed(32), "https://apimetrics.io/docs/"),
    named("Dareboost", mixed(60), "https://www.dareboost.com/en/doc/api/"),
    named(
        "Ghost Inspector",
        hexadecimal(40),
        "https://docs.ghostinspector.com/api/getting-started/",
        names=("ghost inspector",),
    ),
    named(
        "Splunk On-Call",
        Shape(rb"(?:%b|[0-9a-f]{32})" % UUID.pattern, UUID.parts),
        "https://help.victorops.com/knowledge-base/api/",
        names=("victorops", "splunk on call"),
    ),
)
