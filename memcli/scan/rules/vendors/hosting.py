"""Tokens of hosts for applications and sites."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.checks import is_mixed
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_VERCEL_URL = "https://vercel.com/docs/sign-in-with-vercel/tokens"
_FLY_URL = "https://fly.io/docs/security/tokens/"
_NETLIFY_URL = "https://docs.netlify.com/api/get-started/"


def _accepts_mixed(match: re.Match[bytes]) -> bool:
    return is_mixed(match["secret"][len(match["public"]) :]) and looks_issued(match)


FLY_MACAROON = vendor_rule(
    "fly-macaroon",
    vendor="Fly.io",
    title="Fly.io access token",
    url=_FLY_URL,
    revoke="revoke it with the Fly CLI or in the dashboard, under Tokens",
    anchors=(b"fm1a_", b"fm1r_", b"fm2_"),
    pattern=(
        rb"(?P<secret>(?P<public>fm(?:1[ar]|2)_)(?<![A-Za-z0-9]fm1[ar]_)(?<![A-Za-z0-9]fm2_)"
        rb"[A-Za-z0-9+/]{60,2000}={0,3}(?:,fm(?:1[ar]|2)_[A-Za-z0-9+/]{60,2000}={0,3}){0,4})"
        rb"(?![A-Za-z0-9])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("FLY_API_TOKEN='FlyV1 fm", "2_", "lJPECAAAAA", "q7LmWx9TbZ", "r5KvNc8PdY"),
                *("f3JsGa7QeX", "1uRt6Hk4Mw", "Bn2VpCz8Ld", "Tq5SyXg9Kh", "Rm3JfWa7=='"),
            )
        ),
    ),
    counter_examples=(
        Sample(("fm2_", "x" * 100)),
        Sample(("fm2_lJPECAAAA...",)),
    ),
)

DEPLOY_HOOK = vendor_rule(
    "deploy-hook-url",
    vendor="Render, Netlify or Vercel",
    title="address that starts a deployment",
    why="Whoever reads it can start a deployment without any further login.",
    url="https://render.com/docs/deploy-hooks",
    revoke="delete or regenerate the hook in the settings of the site or service",
    anchors=(b"api.render.com/deploy/", b"api.netlify.com/build_hooks/", b"api.vercel.com/v1/"),
    pattern=(
        rb"(?P<secret>(?P<public>api\.(?:render\.com/deploy/|netlify\.com/build_hooks/"
        rb"|vercel\.com/v1/integrations/deploy/))"
        rb"(?:srv-[a-z0-9]{16,28}\?key=[A-Za-z0-9_-]{8,24}|[0-9a-f]{24}"
        rb"|prj_[A-Za-z0-9]{16,40}/[A-Za-z0-9]{8,24}))(?![A-Za-z0-9])"
    ),
    accepts=looks_issued,
    strong=False,
    examples=(
        Sample(
            (
                "https://api.render",
                ".com/deploy/srv-",
                "c7lmwx9tbzr5kvnc",
                "8pdy?key=",
                "q7LmWx9TbZr",
            )
        ),
        Sample(("https://api.netlify", ".com/build_hooks/", "4f7a19c0", "b2e8d653", "9c1fa07e")),
        Sample(
            (
                "https://api.vercel",
                ".com/v1/integrations/deploy/prj_",
                "q7LmWx9TbZr5KvNc",
                "8PdYf3/",
                "Zw3Kq8RtLm",
            )
        ),
    ),
    counter_examples=(
        Sample(("https://api.render", ".com/deploy/srv-", "xxxxxxxxxxxxxxxxxxxx?key=xxxxxxxxxxx")),
        Sample(("https://api.netlify", ".com/build_hooks/<hook-id>")),
    ),
)

SANCTUM_TOKEN = vendor_rule(
    "laravel-sanctum-token",
    vendor="Laravel Sanctum",
    title="Laravel Sanctum token (Coolify, Forge and others)",
    url="https://laravel.com/docs/sanctum",
    revoke="revoke the token in the application that issued it",
    anchors=tuple(b"%d|" % digit for digit in range(10)),
    # The record's number, then 40 characters, then in newer versions a checksum of 8.
    pattern=(
        rb"(?<![A-Za-z0-9_.|-])(?P<secret>(?P<public>)[1-9][0-9]{0,7}\|"
        rb"[A-Za-z0-9]{40}(?:[0-9a-f]{8})?)(?![A-Za-z0-9_|/+=.-]|[ ]?\|)"
    ),
    accepts=_accepts_mixed,
    examples=(
        Sample(("COOLIFY_TOKEN=14", "|q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw")),
        Sample(("api: `3", "|Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt6Hk4", "4f7a19c0`")),
    ),
    counter_examples=(
        Sample(("14|", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
        Sample(("14|", "x" * 40)),
        Sample(("|14|", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw", "|")),
    ),
)

RULES: tuple[Rule, ...] = (
    FLY_MACAROON,
    DEPLOY_HOOK,
    SANCTUM_TOKEN,
    marked(
        "Fly.io",
        ("fo1_",),
        mixed(43, also=_BASE64URL),
        _FLY_URL,
        what="personal token",
        id="fly-personal-token",
    ),
    marked(
        "Heroku",
        ("HRKU-",),
        Shape(
            rb"AA[A-Za-z0-9_-]{58}",
            ("AAq7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnVp", "Cz0Ld9TqS5yX", "g3"),
        ),
        "https://devcenter.heroku.com/articles/authentication",
    ),
    named(
        "Heroku",
        UUID,
        "https://devcenter.heroku.com/articles/authentication",
        id="heroku-legacy-api-key",
        accepts=is_labelled_key,
    ),
    marked("Render", ("rnd_",), mixed(28, 40), "https://render.com/docs/api"),
    named(
        "Railway",
        UUID,
        "https://docs.railway.com/guides/public-api",
        what="token",
        names=("railway",),
        accepts=is_labelled_key,
    ),
    marked(
        "Vercel",
        ("vcp_", "vci_", "vca_", "vcr_", "vck_"),
        mixed(56, 60, _BASE64URL),
        _VERCEL_URL,
        what="token",
    ),
    named("Vercel", mixed(24), _VERCEL_URL, id="vercel-legacy-token", names=("vercel", "zeit")),
    marked(
        "Vercel Blob",
        ("vercel_blob_rw_",),
        Shape(
            rb"[A-Za-z0-9]{16}_[A-Za-z0-9]{30,40}",
            ("q7LmWx9TbZr5KvNc", "_8PdYf3JsGa", "7QeX1uRt6Hk", "4MwBn2VpC"),
        ),
        "https://vercel.com/docs/vercel-blob",
        what="token",
    ),
    marked(
        "Netlify",
        ("nfp_", "nfc_", "nfo_", "nfu_", "nfb_"),
        mixed(36, 40, b"_"),
        _NETLIFY_URL,
        what="token",
    ),
    named("Netlify", mixed(40, 46, b"_=-"), _NETLIFY_URL, id="netlify-legacy-token"),
    named("Netlify", lower(60, 64), _NETLIFY_URL, what="OAuth secret"),
    marked(
        "Deno Deploy",
        ("ddp_", "ddo_", "ddw_"),
        mixed(36),
        "https://docs.deno.com/deploy/api/",
        what="token",
    ),
    marked(
        "Val Town",
        ("vtwn_",),
        mixed(24, 80, _BASE64URL),
        "https://docs.val.town/reference/permissions/",
        what="API token",
    ),
    marked(
        "Northflank",
        ("nf-eyJ",),
        Shape(
            rb"[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{40,600}\.[A-Za-z0-9_-]{20,100}",
            (
                "hbGciOiJIUzI1",
                "NiIsInR5cCI6",
                ".q7LmWx9TbZ",
                "r5KvNc8PdYf",
                "3JsGa6QeH1u",
                "Rt4Hk2MwBnVp",
                ".Cz0Ld9TqS5",
                "yXgK3hRm7JfW",
            ),
        ),
        "https://northflank.com/docs/v1/api/use-the-api",
        what="API token",
    ),
    named(
        "Pantheon",
        mixed(40, 64, _BASE64URL),
        "https://docs.pantheon.io/machine-tokens",
        what="machine token",
    ),
    named(
        "Surge",
        hexadecimal(32),
        "https://surge.sh/help/integrating-with-circleci",
        what="token",
        names=("surge token", "surge sh", "surge"),
    ),
    marked(
        "Convex",
        ("prod:", "dev:", "preview:", "project:"),
        Shape(
            rb"[a-z0-9:-]{3,60}\|[A-Za-z0-9+/=_-]{60,400}",
            (
                "happy-otter-",
                "123|ey",
                "J2MiOiJxN0x",
                "tV3g5VGJaci",
                "I6IjVLdk5jO",
                "FBkWWYzSnNH",
                "YTdRZVgxdVJ",
                "0Nkhr",
            ),
        ),
        "https://docs.convex.dev/cli/deploy-key-types",
        what="deploy key",
    ),
)
