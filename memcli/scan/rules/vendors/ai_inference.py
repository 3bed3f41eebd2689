"""Keys of services that run models for others: inference, GPUs, model hubs."""

import re

from memcli.scan.adjudicate import has_unusual_letters
from memcli.scan.model import Rule, Sample, compiled
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    marked,
    mixed,
    named,
    upper,
)

_BASE64URL = b"_-"
_HUB_WORD = rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"
# Random letters of both cases change case every other letter; the words of names do not.
_HUB_MIN_WORDS = 9
_HUB_CAPITALS = rb"[A-Z]{2,}"
_HUB_MIN_CAPITALS = 2
_NEAR = 160
_BEFORE = 48
_NO_KEY = rb"trace|span|hash|etag|digest|checksum|\bsha|md5|commit|request|cache|session"


def _accepts_hub_token(match: re.Match[bytes]) -> bool:
    value = match["secret"][len(match["public"]) :]
    words = compiled(_HUB_WORD).findall(value)
    capitals = compiled(_HUB_CAPITALS).findall(value)
    is_drawn = (
        len(words) >= _HUB_MIN_WORDS
        or len(capitals) >= _HUB_MIN_CAPITALS
        or has_unusual_letters(value)
    )
    return is_drawn and looks_issued(match)


def _accepts_near_fal(match: re.Match[bytes]) -> bool:
    """Tell whether fal is named near a key that only its shape of id and secret shows.

    Without the name, nothing may say that it is something else.
    """
    around = match.string[max(0, match.start() - _NEAR) : match.end() + _NEAR].lower()
    if not looks_issued(match):
        return False
    before = match.string[max(0, match.start() - _BEFORE) : match.start()].lower()
    return b"fal" in around or compiled(_NO_KEY).search(before) is None


HUGGING_FACE_TOKEN = vendor_rule(
    "hugging-face-token",
    vendor="Hugging Face",
    title="Hugging Face access token",
    url="https://huggingface.co/docs/hub/security-tokens",
    revoke="invalidate the token in the Hugging Face settings, under Access Tokens",
    anchors=(b"hf_",),
    pattern=prefixed(rb"hf_", rb"[A-Za-z0-9]{34}"),
    accepts=_accepts_hub_token,
    examples=(
        Sample(("HF_TOKEN=hf", "_", "qLmWxTbZrK", "vNcPdYfJsG", "aQeHuRtHkM", "wBnV")),
        Sample(("pull with hf", "_", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1u")),
    ),
    counter_examples=(
        Sample(("hf", "_", "x" * 34)),
        Sample(("hf_generatedByHomeAppForDebuggingPages",)),
        Sample(("rhf", "_", "qLmWxTbZrK", "vNcPdYfJsG", "aQeHuRtHkM", "wBnV")),
    ),
)

HUGGING_FACE_ORGANIZATION_TOKEN = vendor_rule(
    "hugging-face-organization-token",
    vendor="Hugging Face",
    title="Hugging Face organization token",
    url="https://huggingface.co/docs/hub/security-tokens",
    revoke="ask Hugging Face to invalidate it: these tokens are no longer issued",
    anchors=(b"api_org_",),
    pattern=prefixed(rb"api_org_", rb"[A-Za-z0-9]{34}"),
    accepts=_accepts_hub_token,
    examples=(Sample(("api", "_org_", "qLmWxTbZrK", "vNcPdYfJsG", "aQeHuRtHkM", "wBnV")),),
    counter_examples=(
        Sample(("api", "_org_", "X" * 34)),
        Sample(("api_org_inclusionWithExplicitReferences",)),
    ),
)

FAL_KEY = vendor_rule(
    "fal-key",
    vendor="fal",
    title="fal API key",
    url="https://docs.fal.ai/model-apis/authentication",
    revoke="delete the key in the fal dashboard, under Keys",
    anchors=(b"-",),
    pattern=(
        rb"(?<![A-Za-z0-9])(?P<secret>(?P<public>)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}"
        rb"-[0-9a-f]{12}:[0-9a-f]{32})(?![A-Za-z0-9])"
    ),
    accepts=_accepts_near_fal,
    examples=(
        Sample(
            (
                *("FAL_KEY=8f14e45f", "-ceea-467d-9b1c-", "0242ac130003", ":4f7a19c0"),
                *("b2e8d653", "9c1fa07e", "5d3b8264"),
            )
        ),
        Sample(
            (
                *("fal.ai login:\n- `8f14e45f", "-ceea-467d-9b1c-", "0242ac130003", ":4f7a19c0"),
                *("b2e8d653", "9c1fa07e", "5d3b8264", "`"),
            )
        ),
    ),
    counter_examples=(
        Sample(("FAL_KEY=8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        Sample(("FAL_KEY=$FAL_KEY_ID:$FAL_KEY_SECRET",)),
        Sample(
            (
                *("trace 8f14e45f", "-ceea-467d-9b1c-", "0242ac130003", ":4f7a19c0", "b2e8d653"),
                *("9c1fa07e", "5d3b8264"),
            )
        ),
    ),
)

RULES: tuple[Rule, ...] = (
    HUGGING_FACE_TOKEN,
    HUGGING_FACE_ORGANIZATION_TOKEN,
    FAL_KEY,
    marked(
        "Replicate",
        ("r8_",),
        mixed(37),
        "https://replicate.com/docs/topics/security/api-tokens",
        what="API token",
    ),
    marked(
        "NVIDIA",
        ("nvapi-",),
        mixed(60, 70, _BASE64URL),
        "https://docs.api.nvidia.com/nim/docs/api-quickstart",
    ),
    marked("RunPod", ("rpa_",), mixed(40, 50), "https://docs.runpod.io/get-started/api-keys"),
    named(
        "RunPod",
        upper(40),
        "https://docs.runpod.io/get-started/api-keys",
        id="runpod-legacy-api-key",
    ),
    named(
        "Vast.ai",
        hexadecimal(64),
        "https://docs.vast.ai/api-reference/authentication",
        names=("vast ai", "vastai"),
    ),
    marked(
        "Anyscale",
        ("esecret_", "aph0_"),
        mixed(24, 60),
        "https://docs.anyscale.com/administration/security/manage-api-keys",
    ),
    marked(
        "Friendli",
        ("flp_",),
        mixed(40, 80),
        "https://friendli.ai/docs/guides/personal_access_tokens",
        what="personal access token",
    ),
    named(
        "Modal",
        Shape(rb"(?:ak|as)-[A-Za-z0-9]{22}", ("as", "-q7LmWx9TbZ", "r5KvNc8PdYf3")),
        "https://modal.com/docs/reference/modal.config",
        what="token",
    ),
    named(
        "Lambda Cloud",
        Shape(
            rb"secret_[a-z0-9-]{1,40}_[0-9a-f]{32}\.[A-Za-z0-9]{32}",
            (
                "secret",
                "_ci_",
                "4f7a19c0",
                "b2e8d653",
                "9c1fa07e",
                "5d3b8264",
                ".q7LmWx9TbZ",
                "r5KvNc8PdYf3",
                "JsGa6QeH1u",
            ),
        ),
        "https://docs.lambda.ai/api/cloud",
        names=("lambda cloud", "lambda labs", "lambda api"),
    ),
    named(
        "Baseten",
        Shape(
            rb"[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}",
            ("Q7LmWx9T", ".bZr5KvNc", "8PdYf3JsGa", "7QeX1uRt6H", "k4Mw"),
        ),
        "https://docs.baseten.co/organization/api-keys",
    ),
    named(
        "Novita",
        Shape(
            rb"sk_[A-Za-z0-9_-]{43}",
            ("sk", "_q7LmWx9TbZ", "r5KvNc8PdYf3", "JsGa6QeH1uRt", "4Hk2MwBnV"),
        ),
        "https://novita.ai/docs/guides/quickstart",
    ),
    named("Civitai", hexadecimal(32), "https://developer.civitai.com/docs/api/public-rest"),
    named("Clarifai", mixed(32), "https://docs.clarifai.com/control/authentication/pat/"),
    marked(
        "Salad",
        ("salad_cloud_",),
        Shape(
            rb"[0-9A-Za-z]{1,12}_[0-9A-Za-z]{20,235}",
            ("ci_", "q7LmWx9TbZ", "r5KvNc8PdYf3", "JsGa6QeH1uRt"),
        ),
        "https://docs.salad.com/reference/api-usage",
    ),
    named(
        "Roboflow",
        mixed(20),
        "https://docs.roboflow.com/developer/authentication",
        id="roboflow-private-api-key",
    ),
)
