"""Tokens of data warehouses, pipelines and analytics."""

from memcli.scan.model import Rule
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    lower,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_DBT_URL = "https://docs.getdbt.com/docs/dbt-cloud-apis/authentication"
_DATABRICKS_URL = "https://docs.databricks.com/dev-tools/auth/pat.html"
_CONFLUENT_URL = "https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html"

RULES: tuple[Rule, ...] = (
    marked(
        "Databricks",
        ("dapi",),
        Shape(rb"[0-9a-f]{32}(?:-[0-9])?", ("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        _DATABRICKS_URL,
        what="access token",
    ),
    marked(
        "Databricks",
        ("dose", "dkea"),
        hexadecimal(32),
        "https://docs.databricks.com/dev-tools/auth/oauth-m2m.html",
        what="OAuth secret",
    ),
    named(
        "Snowflake",
        Shape(
            rb"(?:ey[A-Za-z0-9_-]{16,400}\.[A-Za-z0-9_.-]{80,1600}|[A-Za-z0-9_-]{100,400})",
            (
                "ey",
                "JraWQiOiI0Zj",
                "dhMTljMCJ9",
                ".ey",
                "JwIjoiOGYxND",
                "RlNDVmY2VlYS",
                "q7LmWx9TbZr5",
                "KvNc8PdYf3Js",
                ".Ga6QeH1uRt4",
                "Hk2MwBnVpCz0",
                "Ld9TqS5yXgK3",
                "hRm7JfW1q7Lm",
            ),
        ),
        "https://docs.snowflake.com/en/user-guide/programmatic-access-tokens",
        what="programmatic access token",
    ),
    marked(
        "Confluent",
        ("cflt",),
        Shape(
            rb"[A-Za-z0-9+/]{60}",
            ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnVp", "Cz0Ld9TqS5y", "XgK3h"),
        ),
        _CONFLUENT_URL,
        what="API secret",
    ),
    named(
        "Confluent",
        Shape(
            rb"[A-Za-z0-9+/]{64}",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
                "JsGa6QeH1uR",
                "t4Hk2MwBnVp",
                "Cz0Ld9TqS5y",
                "XgK3hRm7J",
            ),
        ),
        _CONFLUENT_URL,
        id="confluent-legacy-api-secret",
        names=("confluent", "ccloud", "kafka", "schema registry"),
    ),
    named(
        "Confluent",
        Shape(rb"[A-Za-z0-9]{16}", ("Q7LMWX9TBZR5", "KVNC"), strong=False),
        _CONFLUENT_URL,
        what="API key",
        names=("confluent", "ccloud"),
    ),
    marked("dbt", ("dbtu_", "dbtc_", "dbts_"), mixed(32, 64, b"_=-"), _DBT_URL, what="token"),
    named(
        "dbt",
        hexadecimal(40),
        _DBT_URL,
        id="dbt-legacy-token",
        names=("dbt cloud", "dbt api", "dbt"),
    ),
    marked(
        "Prefect",
        ("pnu_", "pnb_"),
        mixed(36),
        "https://docs.prefect.io/v3/how-to-guides/cloud/manage-users/api-keys",
    ),
    named(
        "Airbyte",
        Shape(
            rb"eyJ[A-Za-z0-9_-]{16,400}\.eyJ[A-Za-z0-9_-]{20,1600}\.[A-Za-z0-9_-]{20,700}",
            (
                "ey",
                "JhbGciOiJSUz",
                "I1NiJ9",
                ".ey",
                "JzdWIiOiI4Zj",
                "E0ZTQ1ZiJ9",
                ".q7LmWx9TbZr5",
                "KvNc8PdYf3Js",
            ),
        ),
        "https://docs.airbyte.com/platform/using-airbyte/configuring-api-access",
    ),
    named(
        "Airbyte",
        mixed(32),
        "https://docs.airbyte.com/platform/using-airbyte/configuring-api-access",
        what="client secret",
    ),
    named(
        "Fivetran",
        Shape(
            rb"[A-Za-z0-9]{32}|[A-Za-z0-9+/]{40,64}={0,2}",
            ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1u"),
        ),
        "https://fivetran.com/docs/rest-api/getting-started",
        what="API secret",
    ),
    named(
        "Hightouch",
        UUID,
        "https://hightouch.com/docs/developer-tools/api-guide",
        accepts=is_labelled_key,
    ),
    marked(
        "Census",
        ("secret-token:",),
        mixed(32, 64, _BASE64URL),
        "https://developers.getcensus.com/api-reference/introduction/authorization",
        what="API token",
    ),
    marked(
        "RudderStack",
        ("rpat_",),
        mixed(24, 48),
        "https://www.rudderstack.com/docs/api/authentication/",
        what="personal access token",
    ),
    marked(
        "Metabase",
        ("mb_",),
        Shape(rb"[A-Za-z0-9+/]{43}=", ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV=")),
        "https://www.metabase.com/docs/latest/people-and-groups/api-keys",
    ),
    named(
        "Metabase",
        UUID,
        "https://www.metabase.com/docs/latest/api",
        what="session token",
        id="metabase-session-token",
        accepts=is_labelled_key,
    ),
    named("Redash", mixed(40), "https://redash.io/help/user-guide/integrations-and-api/api/"),
    marked(
        "Hex",
        ("hxtp_", "hxtw_"),
        hexadecimal(96),
        "https://learn.hex.tech/docs/api/api-overview",
        what="token",
    ),
    marked(
        "Tinybird",
        ("p.eyJ",),
        Shape(
            rb"[A-Za-z0-9_-]{60,400}\.[A-Za-z0-9_-]{40,60}",
            (
                "1IjogIjRmN2E",
                "xOWMwLWIyZTgt",
                "ZDY1My05YzFm",
                "LWEwN2U1ZDNi",
                "ODI2NGUxOWIz",
                "N2QyNWFj",
                ".q7LmWx9TbZr5",
                "KvNc8PdYf3Js",
                "Ga6QeH1uRt4H",
                "k2MwBnVp",
            ),
        ),
        "https://www.tinybird.co/docs/forward/administration/tokens",
        what="token",
    ),
    marked(
        "Materialize",
        ("mzp_",),
        hexadecimal(64),
        "https://materialize.com/docs/security/cloud/users-service-accounts/create-service-accounts/",
        what="app password",
    ),
    named("Rockset", mixed(64), "https://docs.rockset.com/documentation/reference/rest-api"),
    named(
        "Stitch Data",
        lower(35, 64, b"_"),
        "https://www.stitchdata.com/docs/developers/stitch-connect/api",
        names=("stitchdata", "stitch data", "stitch api"),
    ),
    named(
        "Dagster Cloud",
        Shape(
            rb"(?:agent|user):[a-z0-9_-]{2,40}:[0-9a-f]{32}",
            ("agent:", "notes:", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264"),
        ),
        "https://docs.dagster.io/deployment/dagster-plus/management/tokens",
        names=("dagster cloud", "dagster"),
        what="agent token",
    ),
)
