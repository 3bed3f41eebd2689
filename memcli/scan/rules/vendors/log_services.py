"""Tokens of services that keep logs."""

from memcli.scan.model import Effect, Rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued_mixed,
    marked,
    mixed,
    named,
)

_SUMO_URL = "https://help.sumologic.com/docs/manage/security/access-keys/"
_SUMO_NAMES = ("sumologic", "sumo logic", "sumo")

RULES: tuple[Rule, ...] = (
    # The id alone opens nothing, but it is half of a login.
    named(
        "Sumo Logic",
        Shape(rb"su[A-Za-z0-9]{12}", ("su", "Q7LmWx9TbZr5"), strong=False),
        _SUMO_URL,
        names=_SUMO_NAMES,
        what="access id",
    )._replace(effect=Effect.WARN),
    named("Sumo Logic", mixed(64), _SUMO_URL, names=_SUMO_NAMES, what="access key"),
    named(
        "Loggly",
        UUID,
        "https://documentation.solarwinds.com/en/success_center/loggly/content/admin/token-based-api-authentication.htm",
        what="customer token",
    ),
    named(
        "Logz.io",
        Shape(rb"(?:%b|[A-Za-z]{32})" % UUID.pattern, UUID.parts),
        "https://docs.logz.io/docs/user-guide/admin/authentication-tokens/api-tokens/",
        names=("logz io", "logzio", "logz"),
        what="token",
    ),
    named(
        "Mezmo",
        hexadecimal(32),
        "https://docs.mezmo.com/docs/ingestion-key",
        names=("logdna", "mezmo"),
        what="ingestion key",
    ),
    marked(
        "Mezmo",
        ("sts_", "pts_"),
        hexadecimal(32),
        "https://docs.mezmo.com/docs/api-keys",
        what="service key",
    ),
    named(
        "Better Stack",
        mixed(24),
        "https://betterstack.com/docs/logs/api/getting-started/",
        names=("better stack", "betterstack", "logtail", "better uptime", "betteruptime"),
        what="API token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Papertrail",
        mixed(20),
        "https://www.papertrail.com/help/search-api/",
        what="API token",
        accepts=looks_issued_mixed,
    ),
    named("Logentries", UUID, "https://docs.rapid7.com/insightops/token-tcp/", what="token"),
    named(
        "Graylog",
        mixed(48, 54),
        "https://go2docs.graylog.org/current/setting_up_graylog/rest_api_access_tokens.htm",
        what="access token",
    ),
    named(
        "Scalyr",
        mixed(43, 47, b"_-"),
        "https://app.scalyr.com/help/api-keys",
        names=("scalyr", "dataset api", "dataset write"),
        accepts=looks_issued_mixed,
    ),
    named(
        "Humio",
        Shape(
            rb"(?:%b|[A-Za-z0-9]{32}~[A-Za-z0-9]{32})" % UUID.pattern,
            UUID.parts,
        ),
        "https://library.humio.com/logscale-api/api-authentication.html",
        names=("humio", "logscale"),
        what="ingest token",
    ),
)
