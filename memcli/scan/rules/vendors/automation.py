"""Keys of services that join applications and of those that build them without code."""

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

RULES: tuple[Rule, ...] = (
    marked(
        "Zapier",
        ("sk-ak-",),
        mixed(20, 48),
        "https://docs.zapier.com/ai-actions",
        what="AI actions key",
    ),
    named(
        "Zapier",
        Shape(rb"(?:[0-9a-f]{32,64})", hexadecimal(64).parts),
        "https://docs.zapier.com/platform/build-cli/overview",
        what="deploy key",
    ),
    marked("n8n", ("n8n_api_",), hexadecimal(64), "https://docs.n8n.io/api/authentication/"),
    named(
        "Pipedream",
        Shape(rb"(?:[0-9a-f]{32}|pd_[A-Za-z0-9_-]{30,60})", hexadecimal(32).parts),
        "https://pipedream.com/docs/rest-api/auth",
    ),
    named(
        "Make",
        UUID,
        "https://developers.make.com/api-documentation/authentication/",
        names=("integromat", "make com", "make api"),
        what="API token",
        accepts=is_named_plainly,
    ),
    marked(
        "Retool",
        ("retool_01",),
        lower(30),
        "https://docs.retool.com/org-users/guides/retool-api/authentication",
        what="API token",
    ),
    vendor_rule(
        "workato-api-token",
        vendor="Workato",
        title="Workato developer API token",
        url="https://docs.workato.com/workato-api.html",
        revoke="delete the API client in Workato",
        anchors=(b"wrka",),
        pattern=(
            rb"(?P<secret>(?P<public>wrka(?:[a-z]{2})?-)eyJ[A-Za-z0-9_-]{8,400}\.[A-Za-z0-9_-]{16,2000}"
            rb"\.[A-Za-z0-9_-]{64,1000})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("wr", "ka-eyJhbGciOiJS", "UzI1NiJ9.", *mixed(32).parts, "."),
                    *mixed(64).parts,
                    "Zk3Rw9",
                )
            ),
        ),
        counter_examples=(Sample(("wrka-eyJhbGciOi...",)), Sample(("wrka-token",))),
    ),
    named(
        "Budibase",
        Shape(
            rb"[0-9a-f]{32}-[0-9a-f]{78,80}",
            (
                *hexadecimal(32).parts,
                "-",
                "e19b37d25ac0f846",
                "1d72be93f0685a4c",
                "c40f5a8603d9e17b",
                "28be64cfa1705d93",
                "f3b0691ec8742da5",
            ),
        ),
        "https://docs.budibase.com/docs/public-api",
    ),
    named(
        "Bubble",
        hexadecimal(32),
        "https://manual.bubble.io/core-resources/api/the-bubble-api/the-data-api",
        names=("bubble io", "bubble api"),
        what="API token",
        accepts=is_named_plainly,
    ),
    named("DronaHQ", lower(50), "https://docs.dronahq.com/"),
    named(
        "Tray.io",
        mixed(64),
        "https://developer.tray.ai/",
        names=("tray io", "tray ai"),
        what="master token",
    ),
    named(
        "Voiceflow",
        Shape(
            rb"VF\.(?:(?:DM|WS)\.)?[0-9a-f]{24}\.[A-Za-z0-9]{16}",
            ("VF.DM.", *hexadecimal(24).parts, ".q7LmWx9T", "bZr5KvNc"),
        ),
        "https://docs.voiceflow.com/reference/overview",
    ),
    marked(
        "Voiceflow",
        ("VF.DM.", "VF.WS."),
        Shape(rb"[0-9a-f]{24}\.[A-Za-z0-9]{16}", (*hexadecimal(24).parts, ".q7LmWx9T", "bZr5KvNc")),
        "https://docs.voiceflow.com/reference/overview",
        what="dialog key",
    ),
    named(
        "Botpress",
        Shape(rb"bp_(?:pat|bak|iak)_[A-Za-z0-9]{20,64}", ("bp", "_pat_", *mixed(36).parts)),
        "https://botpress.com/docs/",
        what="access token",
    ),
    marked(
        "Botpress",
        ("bp_pat_", "bp_bak_", "bp_iak_"),
        mixed(24, 64),
        "https://botpress.com/docs/",
        what="API token",
    ),
    named(
        "Nylas",
        Shape(rb"nyk_(?:v[0-9]_)?[A-Za-z0-9]{40,80}", ("ny", "k_v0_", *mixed(64).parts)),
        "https://developer.nylas.com/docs/dev-guide/dashboard/",
    ),
    marked(
        "Nylas",
        ("nyk_v0_", "nyk_v1_"),
        mixed(40, 80),
        "https://developer.nylas.com/docs/dev-guide/dashboard/",
        id="nylas-marked-api-key",
    ),
    named(
        "Svix",
        Shape(
            rb"(?:testsk|sk)_[A-Za-z0-9_+/=-]{30,60}\.[a-z]{2}",
            ("test", "sk_", *mixed(32).parts, ".us"),
        ),
        "https://docs.svix.com/quickstart",
        what="API token",
    ),
    named("Hookdeck", lower(40, 64), "https://hookdeck.com/docs/api"),
    named(
        "MagicBell",
        mixed(40, also=b"_-"),
        "https://www.magicbell.com/docs/",
        what="API secret",
        accepts=looks_issued_mixed,
    ),
    vendor_rule(
        "ably-api-key",
        vendor="Ably",
        title="Ably API key",
        url="https://ably.com/docs/auth/basic",
        revoke="revoke the key in the Ably dashboard under API Keys",
        anchors=(b"ably",),
        pattern=(
            rb"(?i:ably)(?s:.){0,60}?(?<![A-Za-z0-9_.-])(?P<secret>(?P<public>)"
            rb"[A-Za-z0-9_-]{5,7}\.[A-Za-z0-9_-]{6,7}:[A-Za-z0-9_-]{40,44})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued_mixed,
        examples=(Sample(("ABLY_API_KEY=q7LmWx.", "9TbZr5:", *mixed(43).parts)),),
        counter_examples=(
            Sample(("ABLY_API_KEY=", "xxxxxx.xxxxxx:", "x" * 43)),
            Sample(("reliably.import.package:a_name_of_something_in_a_module_here",)),
        ),
    ),
    vendor_rule(
        "pubnub-secret-key",
        vendor="PubNub",
        title="PubNub secret key",
        url="https://www.pubnub.com/docs/general/setup/account-setup",
        revoke="replace the secret key in the PubNub admin portal",
        # Publish and subscribe keys are part of every client.
        anchors=(b"sec-c-",),
        pattern=(
            rb"(?P<secret>(?P<public>sec-c-)(?<![A-Za-z0-9]sec-c-)[A-Za-z0-9]{44,50})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued_mixed,
        examples=(Sample(("secretKey: 'se", "c-c-", *mixed(48).parts, "'")),),
        counter_examples=(
            Sample(("se", "c-c-", "x" * 48)),
            Sample(("sub-c-8f14e45f-ceea-467d-9b1c-0242ac130003",)),
        ),
    ),
)
