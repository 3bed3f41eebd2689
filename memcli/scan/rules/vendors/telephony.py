"""Keys of services for calls, text messages and push notifications."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import labelled, vendor_rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_TWILIO_URL = "https://www.twilio.com/docs/iam/api-keys"

RULES: tuple[Rule, ...] = (
    marked(
        "Twilio",
        ("SK",),
        Shape(rb"[0-9a-f]{32}", hexadecimal(32).parts),
        _TWILIO_URL,
        revoke="delete the key in the Twilio console, under API keys and tokens",
    )._replace(anchors=(b"sk",)),
    vendor_rule(
        "twilio-auth-token",
        vendor="Twilio",
        title="Twilio auth token or key secret",
        url=_TWILIO_URL,
        revoke="promote the secondary auth token in the Twilio console, under API keys and tokens",
        anchors=(b"twilio",),
        pattern=labelled(rb"twilio", rb"[0-9a-f]{32}|[A-Za-z0-9]{32}"),
        accepts=looks_issued,
        examples=(
            Sample(("TWILIO_AUTH_TOKEN=", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),
            Sample(("- Twilio auth token: `", "e19b37d25ac0f846", "1d72be93f0685a4c", "`")),
        ),
        counter_examples=(
            Sample(("TWILIO_AUTH_TOKEN=", "a" * 32)),
            Sample(("twilio build ", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),
        ),
    ),
    vendor_rule(
        "twilio-account-pair",
        vendor="Twilio",
        title="Twilio account id with its auth token",
        url=_TWILIO_URL,
        revoke="promote the secondary auth token in the Twilio console, under API keys and tokens",
        anchors=(b"ac",),
        pattern=(
            rb"\b(?:AC|SK)[0-9a-f]{32}[\"'`]?[ ]?[:,/|][ ]?[\"'`]?"
            rb"(?P<secret>(?P<public>)[0-9a-f]{32})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("AC", "e19b37d25ac0f846", "1d72be93f0685a4c", ":"),
                    *("4f7a19c0b2e8d653", "9c1fa07e5d3b8264"),
                )
            ),
        ),
        counter_examples=(
            Sample(("AC", "e19b37d25ac0f846", "1d72be93f0685a4c")),
            Sample(("AC", "e19b37d25ac0f846", "1d72be93f0685a4c", ":", "x" * 32)),
        ),
    ),
    named(
        "Vonage",
        mixed(16),
        "https://developer.vonage.com/en/account/concepts/api-authentication",
        names=("vonage", "nexmo"),
        what="API secret",
    ),
    named(
        "MessageBird", mixed(25), "https://developers.messagebird.com/api/", names=("message bird",)
    ),
    named(
        "MessageBird",
        UUID,
        "https://developers.messagebird.com/api/",
        names=("message bird",),
        id="messagebird-client-id",
        what="client id",
    ),
    named("Plivo", mixed(40), "https://www.plivo.com/docs/account/api/request/", what="auth token"),
    named(
        "Bandwidth",
        hexadecimal(48),
        "https://dev.bandwidth.com/docs/account/credentials/",
        what="API token",
    ),
    marked(
        "Telnyx",
        ("KEY",),
        Shape(
            rb"[0-9A-F]{10,40}_[A-Za-z0-9]{22}",
            ("019C0B2E8D6539C1F", "_q7LmWx9TbZr5Kv", "Nc8PdYf3"),
        ),
        "https://developers.telnyx.com/docs/overview",
    ),
    named(
        "Sinch",
        UUID,
        "https://developers.sinch.com/docs/sms/api-reference/authentication/",
        what="API token",
    ),
    named("ClickSend", UUID, "https://developers.clicksend.com/docs/", names=("click send",)),
    named(
        "SignalWire",
        Shape(rb"PT[0-9a-f]{48}", ("PT", *hexadecimal(48).parts)),
        "https://developer.signalwire.com/rest/overview/authentication",
        what="API token",
    ),
    named(
        "Infobip",
        Shape(rb"[0-9a-f]{32}-[0-9a-f-]{36}", (*hexadecimal(32).parts, "-", *UUID.parts)),
        "https://www.infobip.com/docs/essentials/api-essentials/api-authentication",
    ),
    named(
        "D7 Networks",
        mixed(16, 40, b"=+/"),
        "https://d7networks.com/docs/",
        names=("d7 network", "d7 networks"),
    ),
    named(
        "OneSignal",
        UUID,
        "https://documentation.onesignal.com/docs/en/keys-and-ids",
        names=("one signal",),
        what="REST API key",
    ),
    marked(
        "OneSignal",
        ("os_v2_app_", "os_v2_org_"),
        Shape(rb"[a-z0-9]{80,120}", (*hexadecimal(64).parts, *lower(40).parts)),
        "https://documentation.onesignal.com/docs/en/keys-and-ids",
        id="onesignal-app-key",
        what="app API key",
    ),
    named(
        "Airship",
        mixed(22, None, b"_-"),
        "https://docs.airship.com/api/ua/#security",
        names=("airship", "urban airship"),
        what="master secret",
    ),
    named("TextMagic", mixed(30), "https://docs.textmagic.com/"),
    named("Textlocal", mixed(24, 50, b"+/=-"), "https://api.textlocal.in/docs/"),
    named("MSG91", mixed(24, 30), "https://docs.msg91.com/", what="auth key"),
    named(
        "Africa's Talking",
        hexadecimal(64),
        "https://developers.africastalking.com/docs/authentication",
        names=("africastalking", "africas talking", "africa's talking"),
    ),
    named("Nimble", mixed(30), "https://nimble.readthedocs.io/en/latest/auth/"),
    named("CallRail", hexadecimal(32), "https://apidocs.callrail.com/#authentication"),
    named(
        "Aircall", hexadecimal(32), "https://developer.aircall.io/api-references/#authentication"
    ),
    named(
        "RingCentral",
        mixed(22, 43, b"_-"),
        "https://developers.ringcentral.com/guide/authentication",
        names=("ring central",),
        what="client secret",
    ),
    named(
        "Zoom",
        mixed(32),
        "https://developers.zoom.us/docs/internal-apps/s2s-oauth/",
        what="client secret",
    ),
    named(
        "Daily",
        hexadecimal(64),
        "https://docs.daily.co/reference/rest-api",
        names=("daily co", "daily", "dailyco"),
    ),
    named(
        "Twist",
        upper(40),
        "https://developer.twist.com/v3/#authentication",
        names=("twist oauth",),
        what="OAuth token",
    ),
)
