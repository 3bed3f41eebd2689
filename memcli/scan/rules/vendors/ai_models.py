"""Keys of the companies that serve language models."""

import re

from memcli.scan.adjudicate import count_digits, is_filler
from memcli.scan.model import Rule, Sample, compiled
from memcli.scan.rules.building import apart, vendor_rule
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

_MIN_DIGITS = 2
_SHORT = 32
_CHANGE = rb"(?<=[A-Za-z])[0-9]|(?<=[0-9])[A-Za-z]"
_MIN_CHANGES = 5
_OPENAI_MARK = b"T3BlbkFJ"
# Project keys without the mark have this length at least; with it they may be shorter.
_OPENAI_MIN_UNMARKED = 64
_ANTHROPIC_LENGTH = 95


def _value(match: re.Match[bytes]) -> bytes:
    """Return the secret without the vendor's prefix."""
    return match["secret"][len(match["public"]) :]


def _accepts_single_run(match: re.Match[bytes]) -> bool:
    value = _value(match)
    if len(value) < _SHORT:
        # Words with a year or a version among them change between letters and digits less often.
        changes = len(compiled(_CHANGE).findall(value))
        return changes >= _MIN_CHANGES and looks_issued(match)
    is_known = _OPENAI_MARK in value or count_digits(value) >= _MIN_DIGITS
    return is_known and not value.isdigit() and not is_filler(value)


def _accepts_project_key(match: re.Match[bytes]) -> bool:
    value = _value(match)
    is_known = _OPENAI_MARK in value or len(value) >= _OPENAI_MIN_UNMARKED
    return is_known and is_mixed(value) and not is_filler(value)


def _accepts_anthropic_key(match: re.Match[bytes]) -> bool:
    value = _value(match)
    if len(value) == _ANTHROPIC_LENGTH and value.endswith(b"AA"):
        return looks_issued(match)
    return is_mixed(value) and looks_issued(match)


def _accepts_tagged_key(match: re.Match[bytes]) -> bool:
    return is_mixed(_value(match)) and looks_issued(match)


OPENAI_KEY = vendor_rule(
    "openai-key",
    vendor="OpenAI and others",
    title="sk- API key",
    why="Whoever reads it can call the model provider at its owner's cost.",
    url="https://platform.openai.com/docs/api-reference/authentication",
    revoke="delete the key in the provider's console, under API keys",
    anchors=(b"sk-",),
    # Letters before it make a word such as "task-" followed by a hash. DeepSeek, Moonshot,
    # Stability and many gateways use the same prefix.
    pattern=rb"(?P<secret>(?P<public>sk-)%b[A-Za-z0-9]{20,})" % apart(b"sk-"),
    accepts=_accepts_single_run,
    examples=(
        Sample(("sk", "-", "q7LmWx9TbZ", "r5KvNc8PdY", "T3Blb", "kFJ", "f3JsGa7QeX", "1uRt6Hk4Mw")),
        Sample(("- API Key: sk", "-", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        Sample(("my_sk", "-", "Zw3Kq8Rt", "Lm5Xv9Bn", "Hs2Pd7Yc", "Fj4Ga6Ke")),
        Sample(("**Studio API**: sk", "-", "zw3kq8rt", "lm5xv9bn", "hs2pd7yc")),
    ),
    counter_examples=(
        Sample(("sk-learn-pipeline-notes-2024.md",)),
        Sample(("sk-driver2024release12notes",)),
        Sample(("sk", "-", "x" * 48)),
        Sample(("task", "-", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        Sample(("sk", "-", "1234567", "890abcd", "ef12345", "67890ab", "cdef")),
        Sample(("sk", "-", "[a-zA-Z0-9]{48}")),
    ),
)

OPENAI_PROJECT_KEY = vendor_rule(
    "openai-project-key",
    vendor="OpenAI",
    title="OpenAI project, service account or admin key",
    why="Whoever reads it can call OpenAI, and with an admin key manage the organisation.",
    url="https://platform.openai.com/docs/api-reference/authentication",
    revoke="delete the key in the OpenAI dashboard, under API keys",
    anchors=(b"sk-proj-", b"sk-svcacct-", b"sk-admin-", b"sk-service-"),
    pattern=(
        rb"(?P<secret>(?P<public>sk-(?:proj|svcacct|admin|service)-)%b[A-Za-z0-9_-]{32,})"
        % b"".join(apart(b"sk-%b-" % kind) for kind in (b"proj", b"svcacct", b"admin", b"service"))
    ),
    accepts=_accepts_project_key,
    examples=(
        Sample(("sk", "-proj-", "q7Lm_Wx9Tb", "Zr5Kv-Nc8P", "dYT3B", "lbkFJ", "f3JsGa7QeX")),
        Sample(("sk", "-svcacct-", "Hk4Mw2Vp", "Cz8LT3B", "lbkFJ", "5SyXg-9K", "hRm3JfWa", "7ZeU")),
        Sample(
            (
                *("sk", "-admin-", "B6QvNt1X", "uRt6Hk4M", "wBn2VpCz", "8LdTq5Sy", "Xg9K"),
                *("hRm3JfWa", "7ZeUb6Qv", "Nt1XuRt6", "q7LmWx9T"),
            )
        ),
    ),
    counter_examples=(
        Sample(("sk", "-proj-", "x" * 48)),
        Sample(("sk", "-proj-", "this-is-where-the-key-from-page-12-goes")),
        Sample(("sk", "-proj-", "q7Lm_Wx9Tb", "Zr5Kv-Nc8P", "dYT4B", "lbkFJ", "f3JsGa7QeX")),
        Sample(("sk", "-proj-", "...")),
    ),
)

ANTHROPIC_KEY = vendor_rule(
    "anthropic-key",
    vendor="Anthropic",
    title="Anthropic key or login token",
    why="Whoever reads it can use the owner's Anthropic account, or log in as them.",
    url="https://docs.anthropic.com/en/api/overview",
    revoke=(
        "delete the key in the Anthropic console; for a login token (oat, ort, sid) log out"
        " everywhere"
    ),
    anchors=(b"sk-ant-",),
    pattern=(
        rb"(?P<secret>(?P<public>sk-ant-(?:%b)[a-z]{2,10}[0-9]{2}-)[A-Za-z0-9_-]{32,})"
        % apart(b"sk-ant-")
    ),
    accepts=_accepts_anthropic_key,
    examples=(
        Sample(("sk", "-ant-", "api03-", "q7Lm_Wx9Tb", "Zr5Kv-Nc8P", "dYf3JsGa7Q", "eX1uRt", "AA")),
        Sample(("sk", "-ant-", "oat01-", "Hk4Mw2VpCz", "8LdTq5SyXg", "9KhRm3JfWa", "7ZeU6Q", "AA")),
        Sample(("sk", "-ant-", "admin01-", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt")),
    ),
    counter_examples=(
        Sample(("sk-ant-...",)),
        Sample(("sk", "-ant-", "api03-", "x" * 40)),
        Sample(("sk", "-ant-", "api03-", "\u2026")),
        Sample(("sk", "-ant-", "api03-", "your-key-from-the-console-goes-in-here-1")),
    ),
)

# Sorts after the rules of the vendors that it includes: theirs name the key.
TAGGED_SK_KEY = vendor_rule(
    "tagged-sk-key",
    vendor="LiteLLM and other gateways",
    title="sk- API key of a gateway or tool",
    url="https://docs.litellm.ai/docs/proxy/virtual_keys",
    revoke="delete the key where it was issued; the word after sk- says where",
    anchors=(b"sk-",),
    pattern=(
        rb"(?P<secret>(?P<public>sk-)%b(?!(?:proj|svcacct|admin|service|ant)-)"
        rb"[a-z]{2,12}(?:-v[0-9])?-[A-Za-z0-9_-]{32,})(?![A-Za-z0-9])" % apart(b"sk-")
    ),
    accepts=_accepts_tagged_key,
    examples=(
        Sample(("sk", "-helicone-", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw")),
        Sample(("sk", "-sp-", "Zw3Kq8Rt", "Lm5Xv9Bn", "Hs2Pd7Yc", "Fj4Ga6Ke", "1uRt6Hk4")),
    ),
    counter_examples=(
        Sample(
            (
                "sk",
                "-learn-pipeline-notes-for-the-review-of-2024-05-17.md",
            )
        ),
        Sample(("sk", "-helicone-", "x" * 40)),
        Sample(("disk", "-sp-", "Zw3Kq8Rt", "Lm5Xv9Bn", "Hs2Pd7Yc", "Fj4Ga6Ke", "1uRt6Hk4")),
    ),
)

COHERE_KEY = vendor_rule(
    "cohere-key",
    vendor="Cohere",
    title="Cohere API key",
    url="https://docs.cohere.com/reference/about",
    revoke="delete the key in the Cohere dashboard, under API Keys",
    anchors=(b"co_api_key",),
    pattern=(
        rb"CO_API_KEY(?<![A-Za-z0-9_]CO_API_KEY)[\"'`]{0,2}[ \t]{0,4}[:=][ \t]{0,4}[\"'`]{0,2}"
        rb"(?P<secret>(?P<public>)[A-Za-z0-9]{40})(?![A-Za-z0-9])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(("export CO_API_KEY=", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw")),
    ),
    counter_examples=(
        Sample(("CO_API_KEY=", "x" * 40)),
        Sample(("FOO_CO_API_KEY=", "q7LmWx9T")),
        Sample(("CO_API_KEY=$COHERE_KEY_FROM_THE_VAULT",)),
    ),
)

_BASE64URL = b"_-"

RULES: tuple[Rule, ...] = (
    OPENAI_KEY,
    OPENAI_PROJECT_KEY,
    ANTHROPIC_KEY,
    COHERE_KEY,
    TAGGED_SK_KEY,
    marked(
        "OpenRouter",
        ("sk-or-v1-",),
        hexadecimal(64),
        "https://openrouter.ai/docs/api-reference/authentication",
    ),
    marked("Kimi", ("sk-kimi-",), mixed(32, 80), "https://www.kimi.com/code/docs/en/"),
    marked(
        "MiniMax",
        ("sk-api-", "sk-cp-"),
        mixed(80, 140, _BASE64URL),
        "https://platform.minimax.io/docs/api-reference/api-overview",
    ),
    marked("xAI", ("xai-",), mixed(70, 120, _BASE64URL), "https://docs.x.ai/docs/overview"),
    marked("Groq", ("gsk_",), mixed(52), "https://console.groq.com/docs/api-reference"),
    marked(
        "Perplexity", ("pplx-",), mixed(40, 64), "https://docs.perplexity.ai/guides/getting-started"
    ),
    marked("Cerebras", ("csk-",), lower(48), "https://inference-docs.cerebras.ai/quickstart"),
    marked(
        "Together",
        ("tgp_v1_",),
        mixed(43, also=_BASE64URL),
        "https://docs.together.ai/docs/quickstart",
    ),
    named(
        "Together AI",
        hexadecimal(64),
        "https://docs.together.ai/docs/quickstart",
        id="together-legacy-api-key",
        names=("together api", "together ai"),
    ),
    marked(
        "Fireworks", ("fw_",), mixed(22, 24), "https://docs.fireworks.ai/api-reference/introduction"
    ),
    named("Mistral", mixed(32), "https://docs.mistral.ai/api/"),
    named("Cohere", mixed(40), "https://docs.cohere.com/reference/about"),
    named("AI21", mixed(32, 40), "https://docs.ai21.com/reference/authentication"),
    named("DeepInfra", mixed(32), "https://deepinfra.com/docs/getting-started"),
    named(
        "SambaNova",
        UUID,
        "https://docs.sambanova.ai/docs/en/get-started/quickstart",
        accepts=is_labelled_key,
    ),
    named("Upstage", mixed(40, 50), "https://console.upstage.ai/api-keys"),
    named(
        "LightOn",
        mixed(40, 80, _BASE64URL),
        "https://paradigm.lighton.ai/docs",
        names=("lighton", "paradigm api"),
    ),
    named(
        "Ollama",
        Shape(
            rb"[0-9a-f]{32}\.[A-Za-z0-9_-]{24}",
            ("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", ".q7LmWx9TbZ", "r5KvNc8PdYf3Js"),
        ),
        "https://docs.ollama.com/api/authentication",
    ),
    named(
        "Zhipu",
        Shape(
            rb"[0-9a-f]{32}\.[A-Za-z0-9]{16}",
            ("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", ".q7LmWx9T", "bZr5KvNc"),
        ),
        "https://docs.z.ai/api-reference/introduction",
        names=("zhipu", "zai", "z ai", "bigmodel", "glm"),
    ),
)
