"""Keys of what agents use: search, browsing, memory, tracing, coding tools."""

import re

from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.rules.building import labelled, prefixed, vendor_rule
from memcli.scan.rules.checks import is_mixed
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import UUID, Shape, hexadecimal, looks_issued, marked, mixed, named

_BASE64URL = b"_-"


def _accepts_mixed(match: re.Match[bytes]) -> bool:
    return is_mixed(match["secret"][len(match["public"]) :]) and looks_issued(match)


# Agents' registries issue it; nothing public says which.
IK_API_KEY = Rule(
    id="ik-api-key",
    tier=Tier.STRUCTURAL,
    title="ik_ API key",
    why="Whoever reads it can act as the agent that it was issued to.",
    advice="Remove it, then replace the key at the service whose address stands beside it.",
    anchors=(b"ik_",),
    pattern=prefixed(rb"ik_", rb"[0-9a-f]{32}"),
    accepts=looks_issued,
    strong=True,
    examples=(
        Sample(("API_KEY: ik", "_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        Sample(("key_ik", "_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
    ),
    counter_examples=(
        Sample(("ik", "_", "0" * 32)),
        Sample(("mik", "_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264")),
        Sample(("ik_solver_for_the_left_arm",)),
    ),
)

TAVILY_KEY = vendor_rule(
    "tavily-key",
    vendor="Tavily",
    title="Tavily API key",
    url="https://docs.tavily.com/documentation/api-reference/introduction",
    revoke="delete the key in the Tavily dashboard",
    anchors=(b"tvly-",),
    pattern=prefixed(rb"tvly-", rb"(?:(?:dev|prod)-)?[A-Za-z0-9_-]{26,64}"),
    accepts=looks_issued,
    examples=(
        Sample(("TAVILY_API_KEY=tv", "ly-dev-", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1u")),
        Sample(("use tv", "ly-", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke")),
    ),
    counter_examples=(
        Sample(("tvly-YOUR_API_KEY_FROM_THE_DASHBOARD",)),
        Sample(("tv", "ly-dev-", "x" * 32)),
        Sample(("tvly-...",)),
    ),
)

BRAVE_SEARCH_KEY = vendor_rule(
    "brave-search-key",
    vendor="Brave Search",
    title="Brave Search API key",
    url="https://api-dashboard.search.brave.com/app/documentation/web-search/get-started",
    revoke="delete the key in the Brave Search API dashboard",
    anchors=(b"bsa",),
    pattern=prefixed(rb"BSA", rb"[A-Za-z0-9_-]{24,29}"),
    accepts=_accepts_mixed,
    examples=(
        Sample(("BRAVE_API_KEY=BS", "A", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7Q")),
        Sample(('"searchKey": "BS', "A", "Zw3Kq8RtLm", "5Xv9BnHs2P", 'd7YcFj4"')),
    ),
    counter_examples=(
        Sample(("BS", "A", "x" * 28)),
        Sample(("UBS", "A", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7Q")),
        Sample(("BSA_BOVINE_SERUM_ALBUMIN_2024_05",)),
        Sample(("BSA-report-of-the-first-quarter",)),
    ),
)

WANDB_KEY = vendor_rule(
    "wandb-key",
    vendor="Weights & Biases",
    title="Weights & Biases API key",
    url="https://docs.wandb.ai/support/find_api_key/",
    revoke="delete the key in the Weights & Biases user settings",
    anchors=(b"wandb", b"weights"),
    pattern=labelled(rb"wandb|weights[ _-]?(?:and|&)[ _-]?biases", rb"[0-9a-f]{40}"),
    accepts=looks_issued,
    examples=(
        Sample(("WANDB_API_KEY=", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
        Sample(("W&B: wandb key `", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2`")),
    ),
    counter_examples=(
        Sample(("wandb at ", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
        Sample(("WANDB_API_KEY=", "0" * 40)),
        Sample(("WANDB_API_KEY=your_key",)),
    ),
)

WANDB_LOGIN = vendor_rule(
    "wandb-login",
    vendor="Weights & Biases",
    title="Weights & Biases API key in a login",
    url="https://docs.wandb.ai/ref/cli/wandb-login/",
    revoke="delete the key in the Weights & Biases user settings",
    anchors=(b"wandb",),
    pattern=(
        rb"wandb(?:[ ]login(?:[ ]--[a-z]{2,12}){0,3}"
        rb"|\.ai[ \t\r\n]{1,4}login[ ]\S{1,40}\s{1,4}password)"
        rb"[ ]{1,3}[\"'`]?(?P<secret>(?P<public>)[0-9a-f]{40})(?![0-9A-Za-z])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(("wandb login ", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
        Sample(
            (
                *("machine api.wandb.ai\n  login user\n  pass", "word ", "4f7a19c0", "b2e8d653"),
                *("9c1fa07e", "5d3b8264", "e19b37d2"),
            )
        ),
    ),
    counter_examples=(
        Sample(("wandb login --relogin",)),
        Sample(("wandb sync ", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
    ),
)

RULES: tuple[Rule, ...] = (
    IK_API_KEY,
    TAVILY_KEY,
    BRAVE_SEARCH_KEY,
    WANDB_KEY,
    WANDB_LOGIN,
    marked(
        "Weights and Biases",
        ("wandb_v1_",),
        mixed(60, 90, b"_"),
        "https://docs.wandb.ai/support/find_api_key/",
        id="wandb-v1-key",
    ),
    marked(
        "Firecrawl",
        ("fc-",),
        hexadecimal(32),
        "https://docs.firecrawl.dev/api-reference/introduction",
    ),
    named(
        "Exa",
        UUID,
        "https://docs.exa.ai/reference/getting-started",
        names=("exa ai", "exa api", "exa"),
        accepts=is_labelled_key,
    ),
    named("Serper", hexadecimal(40), "https://serper.dev/"),
    named(
        "SerpApi", hexadecimal(64), "https://serpapi.com/search-api", names=("serpapi", "serp api")
    ),
    named("SearchApi", mixed(24), "https://www.searchapi.io/docs/google", names=("searchapi",)),
    named(
        "Kagi",
        Shape(
            rb"[A-Za-z0-9_-]{11,30}\.[A-Za-z0-9_-]{43}",
            ("q7LmWx9TbZr", ".5KvNc8PdYf", "3JsGa6QeH1u", "Rt4Hk2MwBnV", "pCz0Ld9TqS5"),
        ),
        "https://help.kagi.com/kagi/api/search.html",
    ),
    marked(
        "LangSmith",
        ("lsv2_pt_", "lsv2_sk_"),
        Shape(
            rb"[0-9a-fA-F]{32}_[0-9a-fA-F]{10}",
            ("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "_e19b37d2", "5a"),
        ),
        "https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key",
    ),
    marked(
        "LangSmith",
        ("ls__",),
        hexadecimal(32),
        "https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key",
        id="langsmith-legacy-api-key",
    ),
    marked(
        "Langfuse",
        ("sk-lf-",),
        UUID,
        "https://langfuse.com/docs/api-and-data-platform/features/public-api",
        what="secret key",
    ),
    marked(
        "Braintrust",
        ("bt-st-",),
        mixed(40, 60),
        "https://www.braintrust.dev/docs/reference/api/Authentication",
        what="service token",
    ),
    marked("Humanloop", ("hl_sk_",), mixed(32, 64), "https://humanloop.com/docs/api"),
    marked(
        "Moltbook",
        ("moltbook_sk_",),
        mixed(24, 64, _BASE64URL),
        "https://www.moltbook.com/skill.md",
    ),
    marked(
        "ClawHub",
        ("clh_",),
        mixed(32, 64, _BASE64URL),
        "https://docs.openclaw.ai/clawhub/auth",
        what="API token",
    ),
    marked("Mem0", ("m0-",), mixed(32, 64), "https://docs.mem0.ai/api-reference"),
    marked(
        "Letta",
        ("sk-let-",),
        Shape(
            rb"[A-Za-z0-9+/]{60,140}={0,2}",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
                "JsGa6QeH1uR",
                "t4Hk2MwBnVp",
                "Cz0Ld9TqS5y",
                "XgK3hRm7JfW",
            ),
        ),
        "https://docs.letta.com/guides/cloud/overview",
    ),
    marked(
        "Zep",
        ("z_1d",),
        Shape(
            rb"[A-Za-z0-9]{20,60}\.[A-Za-z0-9_-]{30,100}",
            ("WlkIjoiZjdh", "MTljMGIyZTh", ".q7LmWx9TbZ", "r5KvNc8PdYf", "3JsGa6QeH1u"),
        ),
        "https://help.getzep.com/",
    ),
    marked("LlamaCloud", ("llx-",), mixed(40, 64), "https://docs.cloud.llamaindex.ai/api_key"),
    named(
        "Unstructured",
        mixed(28, 40),
        "https://docs.unstructured.io/api-reference/overview",
        names=("unstructured api", "unstructured io"),
    ),
    marked("E2B", ("e2b_",), hexadecimal(40), "https://e2b.dev/docs/api-key"),
    marked(
        "Browserbase",
        ("bb_live_", "bb_test_"),
        mixed(24, 40, _BASE64URL),
        "https://docs.browserbase.com/introduction/getting-started",
    ),
    marked(
        "Browser Use", ("bu_",), mixed(40, 60, _BASE64URL), "https://docs.cloud.browser-use.com/"
    ),
    marked("Daytona", ("dtn_",), hexadecimal(64), "https://www.daytona.io/docs/en/api-keys/"),
    marked(
        "Composio",
        ("ak_",),
        mixed(20, also=_BASE64URL),
        "https://docs.composio.dev/",
        accepts=_accepts_mixed,
    ),
    marked("Cursor", ("crsr_",), hexadecimal(64), "https://docs.cursor.com/account/api"),
    named(
        "Cursor",
        Shape(
            rb"key_[0-9a-f]{64}",
            (
                "key",
                "_4f7a19c0",
                "b2e8d653",
                "9c1fa07e",
                "5d3b8264",
                "e19b37d2",
                "5ac0f846",
                "1d72be93",
                "f0685a4c",
            ),
        ),
        "https://docs.cursor.com/account/api",
        id="cursor-admin-key",
    ),
    marked(
        "Devin",
        ("apk_user_", "apk_"),
        Shape(
            rb"[A-Za-z0-9+/]{80,180}={0,2}",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
                "JsGa6QeH1uR",
                "t4Hk2MwBnVp",
                "Cz0Ld9TqS5y",
                "XgK3hRm7JfW",
                "q7LmWx9TbZr",
                "5KvNc8PdYf3",
            ),
        ),
        "https://docs.devin.ai/api-reference/overview",
    ),
    marked(
        "Devin",
        ("cog_",),
        Shape(
            rb"[a-z2-7]{52}",
            ("q7lmwx2tbzr", "5kvnc6pdyf3", "jsga6qeh4ur", "t4hk2mwbnvp", "czold2tq"),
        ),
        "https://docs.devin.ai/api-reference/overview",
        what="service key",
    ),
    marked(
        "Sourcegraph Amp",
        ("sgamp_user_", "sgamp_team_"),
        mixed(40, 90, _BASE64URL),
        "https://ampcode.com/manual",
        what="access token",
    ),
    named(
        "Greptile",
        Shape(
            rb"[A-Za-z0-9+/]{48}",
            ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnVp", "Cz0L"),
        ),
        "https://www.greptile.com/docs/api-reference/introduction",
    ),
    marked(
        "Context7", ("ctx7sk-",), mixed(24, 64, _BASE64URL), "https://context7.com/docs/overview"
    ),
    marked(
        "Coze",
        ("pat_",),
        mixed(64),
        "https://www.coze.com/docs/developer_guides/pat",
        what="access token",
    ),
    named(
        "Dify",
        Shape(rb"(?:app|dataset)-[A-Za-z0-9]{24}", ("app", "-q7LmWx9TbZ", "r5KvNc8PdYf3", "Js")),
        "https://docs.dify.ai/en/guides/application-publishing/developing-with-apis",
    ),
    named(
        "Flowise",
        Shape(rb"[A-Za-z0-9_-]{43}=?", ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV")),
        "https://docs.flowiseai.com/configuration/authorization",
    ),
)
