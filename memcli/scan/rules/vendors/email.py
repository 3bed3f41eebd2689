"""Keys of services that send, verify or collect e-mail."""

import re

from memcli.scan.model import Effect, Rule, Sample
from memcli.scan.rules.building import vendor_rule
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

_MAILGUN_URL = "https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth"
_MAILGUN_REVOKE = "delete the key under Mailgun's API security settings"
_BEFORE = 40


def _accepts_mailchimp(match: re.Match[bytes]) -> bool:
    # The key that a mobile app is built with is for everyone to read.
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    return looks_issued(match) and b"SDK.initialize" not in before


RULES: tuple[Rule, ...] = (
    marked(
        "SendGrid",
        ("SG.",),
        Shape(
            rb"(?:[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}|[A-Za-z0-9=_-]{66})",
            ("q7LmWx9TbZr5KvNc", "8PdYf3.", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J", "Zk3Rw9TqLm7"),
        ),
        "https://www.twilio.com/docs/sendgrid/for-developers/sending-email/authentication",
        revoke="delete the key in SendGrid under Settings, API Keys",
    ),
    marked("Mailgun", ("key-",), hexadecimal(32), _MAILGUN_URL, revoke=_MAILGUN_REVOKE),
    vendor_rule(
        "mailgun-signing-key",
        vendor="Mailgun",
        title="Mailgun key",
        url=_MAILGUN_URL,
        revoke=_MAILGUN_REVOKE,
        anchors=(b"-",),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})"
            rb"(?![A-Za-z0-9-])"
        ),
        accepts=looks_issued,
        examples=(Sample(("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "-e19b37d2-", "5ac0f846")),),
        counter_examples=(
            Sample(("0" * 32, "-00000000-", "00000000")),
            Sample(("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "-e19b37d2-", "5ac0")),
        ),
    ),
    marked(
        "Mailgun",
        ("pubkey-",),
        hexadecimal(32),
        _MAILGUN_URL,
        what="public validation key",
        revoke=_MAILGUN_REVOKE,
    )._replace(effect=Effect.WARN),
    vendor_rule(
        "mailchimp-api-key",
        vendor="Mailchimp",
        title="Mailchimp API key",
        url="https://mailchimp.com/developer/marketing/docs/fundamentals/#authenticate-with-an-api-key",
        revoke="revoke the key in Mailchimp under Profile, Extras, API keys",
        anchors=(b"-us",),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9])[0-9a-f]{32}-us[0-9]{1,2})(?![A-Za-z0-9])"
        ),
        accepts=_accepts_mailchimp,
        examples=(
            Sample(("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "-us", "14")),
            Sample(("mailchimp: `", "e19b37d25ac0f846", "1d72be93f0685a4c", "-us", "6`")),
        ),
        counter_examples=(
            Sample(("a" * 32, "-us", "14")),
            Sample(("4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "-usage")),
            Sample(
                (
                    "MailchimpSDK.initialize(token: ",
                    "4f7a19c0b2e8d653",
                    "9c1fa07e5d3b8264",
                    "-us",
                    "14)",
                )
            ),
        ),
    ),
    marked(
        "Mandrill",
        ("md-",),
        mixed(22, None, b"_-"),
        "https://mailchimp.com/developer/transactional/docs/fundamentals/",
    ),
    marked(
        "Resend",
        ("re_",),
        Shape(
            rb"[A-Za-z0-9]{8,9}_[A-Za-z0-9]{22,26}", ("q7LmWx9T_", "bZr5KvNc8PdYf3Js", "Ga6QeH1u")
        ),
        "https://resend.com/docs/api-reference/introduction#authentication",
        revoke="delete the key in Resend under API Keys",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Brevo",
        ("xkeysib-", "xsmtpsib-"),
        Shape(rb"[0-9a-f]{64}-[A-Za-z0-9]{16}", (*hexadecimal(64).parts, "-q7LmWx9T", "bZr5KvNc")),
        "https://developers.brevo.com/docs/getting-started",
        revoke="delete the key in Brevo under SMTP and API",
    ),
    marked(
        "Klaviyo",
        ("pk_",),
        hexadecimal(34),
        "https://developers.klaviyo.com/en/docs/authenticate_",
        what="private key",
        revoke="delete the key in Klaviyo under Settings, API keys",
    ),
    marked(
        "MailerSend",
        ("mlsn.",),
        hexadecimal(64),
        "https://developers.mailersend.com/general.html#authentication",
    ),
    marked(
        "EmailOctopus",
        ("eo_",),
        hexadecimal(64),
        "https://emailoctopus.com/api-documentation/v2#section/Authentication",
    ),
    marked(
        "Courier",
        ("pk_prod_", "dk_prod_", "pk_test_", "dk_test_"),
        Shape(rb"(?=[A-Z0-9]{0,27}[0-9])[A-Z0-9]{28}", upper(28).parts),
        "https://www.courier.com/docs/reference/auth/intro/",
    ),
    marked(
        "NeverBounce",
        ("private_", "secret_"),
        hexadecimal(32),
        "https://developers.neverbounce.com/docs/authentication",
    ),
    marked(
        "Zoho",
        ("Zoho-enczapikey ",),
        mixed(60, 300, b"+/="),
        "https://www.zoho.com/zeptomail/help/api-home.html",
        id="zeptomail-api-key",
        what="ZeptoMail send token",
    ),
    marked(
        "Zoho",
        ("1000.",),
        Shape(
            rb"[0-9a-f]{32}\.[0-9a-f]{32}",
            (*hexadecimal(32).parts, ".e19b37d25ac0f846", "1d72be93f0685a4c"),
        ),
        "https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html",
        what="OAuth token",
    ),
    named("Postmark", UUID, "https://postmarkapp.com/developer/api/overview", what="server token"),
    named("SparkPost", hexadecimal(40), "https://developers.sparkpost.com/api/", what="API key"),
    named("Mailjet", hexadecimal(32), "https://dev.mailjet.com/email/guides/"),
    named("Mailtrap", hexadecimal(32), "https://docs.mailtrap.io/developers/authentication"),
    named(
        "Customer.io",
        hexadecimal(32),
        "https://docs.customer.io/integrations/api/",
        names=("customer io", "customerio"),
    ),
    named(
        "Elastic Email",
        mixed(90, 110, b"_"),
        "https://elasticemail.com/developers/api-documentation/rest-api",
        names=("elastic email", "elastic"),
    ),
    named("Drip", hexadecimal(32), "https://developer.drip.com/#authentication"),
    named(
        "Kit",
        mixed(22, 43, b"_-"),
        "https://developers.kit.com/api-reference/overview",
        names=("convertkit",),
    ),
    named("beehiiv", mixed(64), "https://developers.beehiiv.com/welcome/create-an-api-key"),
    named("Buttondown", UUID, "https://docs.buttondown.com/api-authentication"),
    named("GetResponse", lower(32), "https://apidocs.getresponse.com/v3/authentication"),
    named(
        "Moosend", UUID, "https://docs.moosend.com/developers/api-documentation/en/index-en.html"
    ),
    named(
        "Omnisend",
        Shape(rb"[0-9a-f]{24}-[A-Za-z0-9]{10}", ("4f7a19c0b2e8", "d6539c1fa07e", "-q7LmWx9TbZ")),
        "https://api-docs.omnisend.com/reference/authentication",
    ),
    named(
        "Campaign Monitor",
        mixed(40, 140, b"+/="),
        "https://www.campaignmonitor.com/api/v3-3/getting-started/",
        names=("campaign monitor", "createsend"),
    ),
    named("Novu", hexadecimal(32), "https://docs.novu.co/api-reference/overview"),
    named(
        "Mailmodo",
        Shape(rb"[A-Z0-9]{7}(?:-[A-Z0-9]{7}){3}", ("Q7LMWX9-", "TBZR5KV-", "NC8PDYF-", "3JSGA6Q")),
        "https://docs.mailmodo.com/",
    ),
    named(
        "Netcore",
        lower(32),
        "https://emaildocs.netcorecloud.com/docs/authentication",
        names=("pepipost", "netcore"),
    ),
    named("ReachMail", mixed(60, 100, b"_-"), "https://services.reachmail.net/"),
    named(
        "Stripo",
        Shape(
            rb"eyJ[A-Za-z0-9_-]{10,200}\.[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{20,200}",
            (
                "eyJhbGciOi",
                "JIUzI1NiJ9",
                ".q7LmWx9TbZr5KvNc",
                "8PdYf3Js.",
                "Ga6QeH1uRt4Hk2Mw",
                "BnVpCz0L",
            ),
        ),
        "https://api.stripo.email/",
    ),
    named(
        "Hunter",
        hexadecimal(40),
        "https://hunter.io/api-documentation/v2",
        names=("hunter io", "hunter", "emailhunter"),
    ),
    named(
        "ZeroBounce", lower(32), "https://www.zerobounce.net/docs/email-validation-api-quickstart/"
    ),
    named(
        "Kickbox",
        Shape(rb"(?:live|test)_[0-9a-f]{64}", ("live_", *hexadecimal(64).parts)),
        "https://docs.kickbox.com/docs/authentication",
    ),
    named(
        "DeBounce", lower(13), "https://debounce.io/developers/", names=("debounce io", "debounce")
    ),
    named("mailboxlayer", lower(32), "https://mailboxlayer.com/documentation"),
    named("OOPSpam", mixed(40), "https://www.oopspam.com/docs/", names=("oopspam",)),
    named("Mailerlite", mixed(32), "https://developers.mailerlite.com/docs/#authentication"),
)
