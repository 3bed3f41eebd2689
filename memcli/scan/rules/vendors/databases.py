"""Credentials of hosted databases, search engines and vector stores."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import labelled, prefixed, vendor_rule
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import (
    UUID,
    Shape,
    is_random,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_PLANETSCALE_URL = "https://planetscale.com/docs/concepts/service-tokens"
_ELASTIC_URL = "https://www.elastic.co/docs/deploy-manage/api-keys"


def _accepts_astra(match: re.Match[bytes]) -> bool:
    return is_random(match["secret"].rpartition(b":")[2])


ASTRA_TOKEN = vendor_rule(
    "astra-application-token",
    vendor="DataStax Astra DB",
    title="Astra DB application token",
    url="https://docs.datastax.com/en/astra-db-serverless/administration/manage-application-tokens.html",
    revoke="delete the token in the Astra portal, under Settings, Tokens",
    anchors=(b"astracs:",),
    pattern=prefixed(rb"AstraCS:", rb"[A-Za-z]{20,28}:[0-9a-f]{64}"),
    accepts=_accepts_astra,
    examples=(
        Sample(
            (
                *(
                    "ASTRA_TOKEN=Astra",
                    "CS:",
                    "qLmWxTbZrKvN",
                    "cPdYfJsGaQeH:",
                    "4f7a19c0",
                    "b2e8d653",
                ),
                *("9c1fa07e", "5d3b8264", "e19b37d2", "5ac0f846", "1d72be93", "f0685a4c"),
            )
        ),
    ),
    counter_examples=(
        Sample(("AstraCS:...",)),
        Sample(("Astra", "CS:", "qLmWxTbZrKvN", "cPdYfJsGaQeH:", "0" * 64)),
    ),
)

ATLAS_PRIVATE_KEY = vendor_rule(
    "mongodb-atlas-private-key",
    vendor="MongoDB Atlas",
    title="MongoDB Atlas programmatic API private key",
    url="https://www.mongodb.com/docs/atlas/configure-api-access/",
    revoke="delete the key in Atlas, under Access Manager, API Keys",
    anchors=(b"atlas", b"mongodb"),
    pattern=labelled(
        rb"(?<![a-z])atlas|mongodb",
        rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    ),
    accepts=is_labelled_key,
    examples=(
        Sample(("ATLAS_PRIVATE_KEY=8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("- MongoDB Atlas API key: `8f14e45f", "-ceea-467d-9b1c-", "0242ac130003`")),
    ),
    counter_examples=(
        Sample(("ATLAS_PROJECT_ID=8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("MONGODB_SESSION_ID=8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("atlas key id: 8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("ATLAS_PRIVATE_KEY=00000000-0000-0000-0000-000000000000",)),
        Sample(("ATLAS_PRIVATE_KEY=$ATLAS_KEY",)),
    ),
)

SUPABASE_TOKEN = vendor_rule(
    "supabase-access-token",
    vendor="Supabase",
    title="Supabase access token",
    url="https://supabase.com/docs/reference/api/introduction",
    revoke="revoke the token in the Supabase dashboard, under Account, Access Tokens",
    anchors=(b"sbp_",),
    pattern=prefixed(rb"sbp_", rb"(?:oauth_|v0_)?[a-z0-9]{40}"),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                "SUPABASE_ACCESS_TOKEN=sb",
                "p_",
                "4f7a19c0",
                "b2e8d653",
                "9c1fa07e",
                "5d3b8264",
                "e19b37d2",
            )
        ),
        Sample(("use sb", "p_oauth_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
    ),
    counter_examples=(
        Sample(("sb", "p_", "x" * 40)),
        Sample(("sbp_...",)),
        Sample(("psb", "p_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
    ),
)

RULES: tuple[Rule, ...] = (
    ASTRA_TOKEN,
    ATLAS_PRIVATE_KEY,
    SUPABASE_TOKEN,
    marked(
        "PlanetScale",
        ("pscale_tkn_", "pscale_pw_", "pscale_oauth_", "pscale_app_"),
        mixed(32, 64, b"_=.-"),
        _PLANETSCALE_URL,
        what="token or password",
    ),
    marked(
        "MongoDB Atlas",
        ("mdb_sa_sk_",),
        mixed(40, also=_BASE64URL),
        "https://www.mongodb.com/docs/atlas/api/service-accounts-overview/",
        what="service account secret",
    ),
    marked(
        "Supabase",
        ("sb_secret_",),
        mixed(31, 40, _BASE64URL),
        "https://supabase.com/docs/guides/api/api-keys",
        what="secret key",
    ),
    marked("Neon", ("napi_",), lower(64), "https://neon.com/docs/manage/api-keys"),
    marked(
        "Neon",
        ("npg_",),
        mixed(12, 20),
        "https://neon.com/docs/connect/connect-from-any-app",
        what="database password",
    ),
    marked(
        "ClickHouse Cloud",
        ("4b1d",),
        mixed(38),
        "https://clickhouse.com/docs/cloud/manage/openapi",
        what="API secret",
    ),
    marked(
        "Elastic Cloud",
        ("essu_",),
        Shape(
            rb"[A-Za-z0-9_-]{60,200}={0,2}",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
                "JsGa6QeH1uR",
                "t4Hk2MwBnVp",
                "Cz0Ld9TqS5y",
                "XgK3hRm7JfW",
            ),
        ),
        "https://www.elastic.co/docs/deploy-manage/api-keys/elastic-cloud-api-keys",
    ),
    named(
        "Elasticsearch",
        Shape(
            rb"[A-Za-z0-9_-]{54,64}={0,2}",
            ("VnVhQ2ZHY0JD", "Wkpia21tVGF0", "QTpxN0xtV3g5", "VGJacjVLdk5j", "OFBkWWY="),
        ),
        _ELASTIC_URL,
        names=("elasticsearch", "elastic"),
    ),
    named("Algolia", lower(32), "https://www.algolia.com/doc/guides/security/api-keys/"),
    named(
        "Meilisearch",
        lower(64),
        "https://www.meilisearch.com/docs/learn/security/basic_security",
        names=("meilisearch", "meili"),
    ),
    named("Typesense", mixed(32), "https://typesense.org/docs/guide/data-access-control.html"),
    named(
        "Swiftype",
        mixed(20, 30, _BASE64URL),
        "https://swiftype.com/documentation/site-search/overview",
    ),
    named(
        "Redis Cloud",
        mixed(40, 60),
        "https://redis.io/docs/latest/operate/rc/api/get-started/",
        names=("redis cloud", "rediscloud", "redislabs"),
        id="redis-cloud-secret",
    ),
    named(
        "Upstash",
        Shape(
            rb"[AB][A-Za-z0-9+/_-]{43,90}={0,2}",
            ("AX", "q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnVpC"),
        ),
        "https://upstash.com/docs/redis/features/restapi",
        what="REST token",
    ),
    marked(
        "Aiven",
        ("AVNS_",),
        mixed(16, 24, _BASE64URL),
        "https://aiven.io/docs/platform/concepts/service-credentials",
        what="service password",
    ),
    marked(
        "Aiven",
        ("aivenv1_", "aivenv2_"),
        mixed(40, 400, b"+/=_-"),
        "https://aiven.io/docs/platform/concepts/authentication-tokens",
        what="token",
    ),
    marked(
        "CockroachDB",
        ("CCDB1_",),
        Shape(
            rb"[A-Za-z0-9]{22}_[A-Za-z0-9]{40}",
            ("q7LmWx9TbZr", "5KvNc8PdYf3_", "JsGa6QeH1uR", "t4Hk2MwBnVp", "Cz0Ld9TqS5y", "XgK3hRm"),
        ),
        "https://www.cockroachlabs.com/docs/cockroachcloud/managing-access",
    ),
    named(
        "Couchbase",
        Shape(
            rb"[A-Za-z0-9+/]{60,120}={0,2}",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
                "JsGa6QeH1uR",
                "t4Hk2MwBnVp",
                "Cz0Ld9TqS5y",
                "XgK3hRm7JfW",
            ),
        ),
        "https://docs.couchbase.com/cloud/management-api-guide/management-api-start.html",
        names=("couchbase", "capella"),
    ),
    named(
        "InfluxDB",
        Shape(
            rb"[A-Za-z0-9_-]{86}==",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
                "JsGa6QeH1uR",
                "t4Hk2MwBnVp",
                "Cz0Ld9TqS5y",
                "XgK3hRm7JfW",
                "q7LmWx9TbZr",
                "5KvNc8PdY==",
            ),
        ),
        "https://docs.influxdata.com/influxdb/v2/admin/tokens/",
        what="token",
        names=("influxdb", "influx"),
    ),
    named(
        "Fauna",
        Shape(
            rb"fn[A-Za-z0-9_-]{38}", ("fn", "q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uRt", "4Hk2")
        ),
        "https://docs.fauna.com/fauna/current/learn/security/keys/",
        what="secret",
    ),
    marked("Xata", ("xau_",), mixed(40, 64), "https://xata.io/docs/concepts/api-keys"),
    named(
        "Hasura",
        lower(32, 64),
        "https://hasura.io/docs/2.0/auth/authentication/admin-secret-access/",
        what="admin secret",
    ),
    marked(
        "Pinecone",
        ("pcsk_",),
        Shape(
            rb"[A-Za-z0-9]{5,6}_[A-Za-z0-9]{60,64}",
            (
                "q7LmW_",
                "x9TbZr5KvNc",
                "8PdYf3JsGa6",
                "QeH1uRt4Hk2",
                "MwBnVpCz0Ld",
                "9TqS5yXgK3h",
                "Rm7JfW12",
            ),
        ),
        "https://docs.pinecone.io/guides/projects/manage-api-keys",
    ),
    named(
        "Pinecone",
        UUID,
        "https://docs.pinecone.io/guides/projects/manage-api-keys",
        id="pinecone-legacy-api-key",
        accepts=is_labelled_key,
    ),
    named(
        "Qdrant",
        Shape(
            rb"[A-Za-z0-9_-]{40,64}(?:\|[A-Za-z0-9_-]{40,80})?",
            ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnVp", "Cz0Ld9TqS5"),
        ),
        "https://qdrant.tech/documentation/cloud/authentication/",
    ),
    named(
        "Weaviate", mixed(36, 64), "https://docs.weaviate.io/cloud/manage-clusters/authentication"
    ),
    named(
        "Zilliz",
        Shape(
            rb"[0-9a-f]{80,130}",
            (
                "4f7a19c0",
                "b2e8d653",
                "9c1fa07e",
                "5d3b8264",
                "e19b37d2",
                "5ac0f846",
                "1d72be93",
                "f0685a4c",
                "7be2c94d",
                "06f3a815",
                "c8d1479e",
            ),
        ),
        "https://docs.zilliz.com/docs/manage-api-keys",
        names=("zilliz",),
    ),
    named(
        "Firebase",
        mixed(40),
        "https://firebase.google.com/docs/database/rest/auth",
        what="database secret",
        names=("firebase",),
    ),
)
