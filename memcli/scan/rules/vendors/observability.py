"""Keys of services that collect metrics, traces and errors."""

import re

from memcli.scan.model import Effect, Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.checks import decoded_base64
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

_SENTRY_URL = "https://docs.sentry.io/account/auth-tokens/"
_SENTRY_REVOKE = "revoke the token in Sentry under Settings, Auth Tokens"
_NEW_RELIC_URL = "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/"
_NEW_RELIC_REVOKE = "delete the key in New Relic under API keys"
_NEW_RELIC_NAMES = ("new relic", "newrelic")
_GRAFANA_URL = "https://grafana.com/docs/grafana/latest/administration/service-accounts/"
_DATADOG_URL = "https://docs.datadoghq.com/account_management/api-app-keys/"
_DATADOG_NAMES = ("datadog", "dd api", "dd app", "dd secret", "dd access", "ddog")
_PARTS = "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J"


def _accepts_sentry_organization(match: re.Match[bytes]) -> bool:
    """Tell whether the first half is JSON that says when the token was issued."""
    claims = decoded_base64(match["claims"])
    return claims is not None and b'"iat"' in claims and looks_issued(match)


def _accepts_cloud_token(match: re.Match[bytes]) -> bool:
    value = match["secret"][len(match["public"]) :]
    digits = sum(byte in b"0123456789" for byte in value)
    return digits > 1 and looks_issued(match)


RULES: tuple[Rule, ...] = (
    vendor_rule(
        "sentry-organization-token",
        vendor="Sentry",
        title="Sentry organization token",
        url=_SENTRY_URL,
        revoke=_SENTRY_REVOKE,
        anchors=(b"sntrys_eyj",),
        pattern=prefixed(
            rb"sntrys_",
            rb"(?P<claims>eyJ[A-Za-z0-9+/=]{20,800})_[A-Za-z0-9+/]{43}(?![A-Za-z0-9+/])",
        ),
        accepts=_accepts_sentry_organization,
        examples=(
            Sample(
                (
                    *(
                        "SENTRY_AUTH_TOKEN=snt",
                        "rys_",
                        "eyJpYXQiOjE3MzA5MTI4NDU",
                        "sInVybCI6Imh0dHBz",
                    ),
                    *("Oi8vc2VudHJ5LmlvIn0", "=_", *_PARTS[:2], "Rt4Hk2MwBnV"),
                )
            ),
        ),
        counter_examples=(
            Sample(("snt", "rys_", "q7LmWx9TbZr5KvNc8PdYf3Js", "_", *_PARTS[:2], "Rt4Hk2MwBnV")),
            Sample(("snt", "rys_", "eyJpYXQiOjE3MzA5...")),
        ),
    ),
    marked(
        "Sentry",
        ("sntryu_", "sntryi_", "sntrya_"),
        hexadecimal(64),
        _SENTRY_URL,
        what="auth token",
        revoke=_SENTRY_REVOKE,
    ),
    named(
        "Sentry",
        hexadecimal(64),
        _SENTRY_URL,
        what="unmarked token",
        revoke=_SENTRY_REVOKE,
    ),
    marked(
        "New Relic",
        ("NRAK-",),
        Shape(rb"[A-Za-z0-9]{27}", upper(27).parts),
        _NEW_RELIC_URL,
        what="user key",
        revoke=_NEW_RELIC_REVOKE,
    ),
    marked(
        "New Relic",
        ("NRAA-",),
        Shape(rb"[A-Za-z0-9]{27}", upper(27).parts),
        _NEW_RELIC_URL,
        what="admin key",
        revoke=_NEW_RELIC_REVOKE,
    ),
    marked(
        "New Relic",
        ("NRII-", "NRIQ-"),
        Shape(rb"[A-Za-z0-9_-]{25,40}", mixed(32).parts),
        "https://docs.newrelic.com/docs/data-apis/ingest-apis/event-api/introduction-event-api/",
        what="Insights key",
        revoke=_NEW_RELIC_REVOKE,
    ),
    marked(
        "New Relic",
        ("NRRA-",),
        hexadecimal(42),
        "https://docs.newrelic.com/docs/apis/rest-api-v2/get-started/introduction-new-relic-rest-api-v2/",
        what="REST API key",
        revoke=_NEW_RELIC_REVOKE,
    ),
    # Every page of the monitored site shows it.
    marked(
        "New Relic",
        ("NRJS-", "NRBR-"),
        hexadecimal(19),
        _NEW_RELIC_URL,
        what="browser key",
        revoke=_NEW_RELIC_REVOKE,
    )._replace(effect=Effect.WARN),
    vendor_rule(
        "new-relic-license-key",
        vendor="New Relic",
        title="New Relic license key",
        url=_NEW_RELIC_URL,
        revoke=_NEW_RELIC_REVOKE,
        anchors=(b"nral", b"-nrma"),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9])"
            rb"(?:(?:[0-9a-f]{32}|[a-z]{2}[0-9]{2}xx[0-9a-f]{26})(?:FFFF)?NRAL"
            rb"|(?:AA[0-9a-f]{40}|[a-z]{2}[0-9]{2}xx[0-9a-f]{36})-NRMA))(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("license_key: ", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "FFFFNRAL")),
            Sample(("eu01xx", "4f7a19c0b2e8d653", "9c1fa07e5d", "FFFFNRAL")),
            Sample(("A", "A4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2", "-NRMA")),
        ),
        counter_examples=(
            Sample(("0" * 32, "FFFFNRAL")),
            Sample(("license_key: <license key, ends in NRAL>",)),
        ),
    ),
    named(
        "New Relic",
        lower(64),
        _NEW_RELIC_URL,
        names=_NEW_RELIC_NAMES,
        what="user API id",
        revoke=_NEW_RELIC_REVOKE,
    ),
    named(
        "New Relic",
        Shape(
            rb"[A-Za-z0-9_.]{4}-[A-Za-z0-9_.]{42}|[0-9a-f]{40}|[0-9a-f]{47}", hexadecimal(40).parts
        ),
        _NEW_RELIC_URL,
        names=_NEW_RELIC_NAMES,
        what="legacy key",
        revoke=_NEW_RELIC_REVOKE,
    ),
    named(
        "Datadog",
        hexadecimal(32),
        _DATADOG_URL,
        names=_DATADOG_NAMES,
        revoke="revoke the key in Datadog under Organization Settings, API Keys",
    ),
    named(
        "Datadog",
        Shape(rb"[a-z0-9]{40}", hexadecimal(40).parts),
        _DATADOG_URL,
        names=_DATADOG_NAMES,
        what="application key",
        revoke="revoke the key in Datadog under Organization Settings, Application Keys",
    ),
    vendor_rule(
        "datadog-api-header",
        vendor="Datadog",
        title="Datadog key in a request header",
        url=_DATADOG_URL,
        revoke="revoke the key in Datadog under Organization Settings",
        anchors=(b"dd-api-key", b"dd-application-key", b"dd-apikey"),
        pattern=(
            rb"(?i:dd-(?:api|application)-?key)[\"']? ?[:=-] ?[\"']?"
            rb"(?P<secret>(?P<public>)(?:[0-9a-f]{32}|[0-9a-f]{40}))(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                ('-H "DD-APPLICATION-KEY: ', "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", 'e19b37d2"')
            ),
        ),
        counter_examples=(
            Sample(('-H "DD-API-KEY: ${DD_API_KEY}"',)),
            Sample(("DD-API-KEY: ", "0" * 32)),
        ),
    ),
    marked(
        "Grafana",
        ("glsa_",),
        Shape(rb"[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}", (*mixed(32).parts, "_4f7a19c0")),
        _GRAFANA_URL,
        what="service account token",
        revoke="delete the token in Grafana under Administration, Service accounts",
    ),
    marked(
        "Grafana Cloud",
        ("glc_",),
        Shape(rb"[A-Za-z0-9+/]{32,400}={0,3}", mixed(48).parts),
        "https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/",
        what="access policy token",
        revoke="delete the token in Grafana Cloud under Access policies",
        accepts=_accepts_cloud_token,
    ),
    vendor_rule(
        "grafana-api-key",
        vendor="Grafana",
        title="Grafana API key",
        url="https://grafana.com/docs/grafana/latest/administration/service-accounts/migrate-api-keys/",
        revoke="delete the key in Grafana under Administration, API keys",
        # Base64 of JSON whose first name is k.
        anchors=(b"eyjrijoi",),
        pattern=prefixed(rb"eyJrIjoi", rb"[A-Za-z0-9]{60,400}={0,3}"),
        accepts=looks_issued,
        examples=(Sample(("Bearer eyJ", "rIjoi", *mixed(64).parts, "In0")),),
        counter_examples=(
            Sample(("eyJ", "rIjoi", "x" * 70)),
            Sample(("eyJ", "rIjoi...")),
        ),
    ),
    vendor_rule(
        "dynatrace-token",
        vendor="Dynatrace",
        title="Dynatrace token",
        url="https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens",
        revoke="delete the token in Dynatrace under Access tokens",
        anchors=(b"dt0",),
        pattern=(
            rb"(?P<secret>(?P<public>dt0[A-Za-z][0-9]{2}\.)(?<![A-Za-z0-9].{7})"
            rb"[A-Za-z0-9]{24}\.[A-Za-z0-9]{64})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample((*("apiToken: dt0", "c01.Q7LMWX9TBZR5", "KVNC8PDYF3JS.", *upper(64).parts),)),
        ),
        counter_examples=(
            Sample(("dt0", "c01.", "X" * 24, ".", "X" * 64)),
            Sample(("dt0", "c01.Q7LMWX9TBZR5", "KVNC8PDYF3JS")),
        ),
    ),
    named(
        "Honeycomb",
        Shape(rb"(?:[0-9a-f]{32}|[A-Za-z0-9]{22})", mixed(22).parts),
        "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
        revoke="delete the key in Honeycomb under Manage data, API keys",
    ),
    marked(
        "Honeycomb",
        ("hcaik_", "hcbik_", "hcaic_", "hcaix_", "hcxik_", "hcxmk_", "hcamk_"),
        lower(58),
        "https://docs.honeycomb.io/configure/environments/manage-api-keys/",
        what="ingest or management key",
        revoke="delete the key in Honeycomb under Manage data, API keys",
    ),
    named(
        "Splunk",
        Shape(rb"(?:[A-Za-z0-9_-]{22})", mixed(22).parts),
        "https://help.splunk.com/en/splunk-observability-cloud/administer/authentication-and-security/authentication-tokens",
        names=("splunk", "signalfx"),
        what="observability token",
    ),
    named(
        "Splunk",
        UUID,
        "https://docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector",
        names=("splunk", "hec token"),
        what="event collector token",
    ),
    named(
        "Rollbar",
        hexadecimal(32),
        "https://docs.rollbar.com/docs/access-tokens",
        what="access token",
    ),
    named(
        "Bugsnag",
        Shape(rb"(?:%b|[0-9a-f]{32})" % UUID.pattern, UUID.parts),
        "https://docs.bugsnag.com/api/",
        what="auth token",
    ),
    named(
        "Airbrake",
        Shape(rb"(?:[A-Za-z0-9]{40}|[0-9a-f]{32})", mixed(40).parts),
        "https://docs.airbrake.io/docs/devops-tools/api/",
    ),
    named(
        "Honeybadger",
        Shape(rb"(?:hbp_)?[A-Za-z0-9]{20,40}", ("hbp_", *mixed(36).parts)),
        "https://docs.honeybadger.io/api/",
        what="API key",
        accepts=looks_issued_mixed,
    ),
    named(
        "Raygun",
        mixed(20, 24, b"+/="),
        "https://raygun.com/documentation/product-guides/",
        accepts=looks_issued_mixed,
    ),
    named(
        "AppSignal",
        UUID,
        "https://docs.appsignal.com/appsignal/terminology.html",
        what="push API key",
    ),
    named(
        "Scout APM",
        mixed(20, 40),
        "https://scoutapm.com/docs",
        names=("scout apm", "scout agent"),
        what="key",
        accepts=looks_issued_mixed,
    ),
    named(
        "SolarWinds",
        mixed(71, also=b"_-"),
        "https://documentation.solarwinds.com/en/success_center/observability/content/settings/api-tokens.htm",
        names=("solarwinds", "appoptics", "librato", "sw apm"),
        what="API token",
    ),
    named(
        "Instana",
        mixed(16, 32, b"_-"),
        "https://www.ibm.com/docs/en/instana-observability",
        what="agent key",
        accepts=looks_issued_mixed,
    ),
    named(
        "Lightstep",
        mixed(80, 200, b"+/="),
        "https://docs.lightstep.com/docs/create-and-manage-access-tokens",
        names=("lightstep", "ls access"),
        what="access token",
    ),
    marked(
        "Axiom",
        ("xaat-", "xapt-", "xait-"),
        UUID,
        "https://axiom.co/docs/reference/tokens",
        what="API token",
    ),
    marked(
        "Coralogix",
        ("cxtp_", "cxup_", "cxop_"),
        mixed(30),
        "https://coralogix.com/docs/user-guides/account-management/api-keys/api-keys/",
    ),
    named(
        "Coralogix",
        UUID,
        "https://coralogix.com/docs/user-guides/account-management/api-keys/api-keys/",
        id="coralogix-legacy-private-key",
        names=("coralogix", "cx api"),
        what="private key",
    ),
    named("Sematext", UUID, "https://sematext.com/docs/tokens/", what="app token"),
    marked(
        "Logfire",
        ("pylf_v1_us_", "pylf_v1_eu_", "pylf_v2_us_", "pylf_v2_eu_"),
        mixed(30, 60),
        "https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/",
        what="token",
    ),
    named(
        "ThousandEyes",
        lower(32),
        "https://developer.cisco.com/docs/thousandeyes/",
        names=("thousandeyes", "thousand eyes"),
        what="API token",
    ),
    named("pganalyze", upper(16), "https://pganalyze.com/docs/api"),
)
