"""Keys of customer relations, support and survey services."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
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

_HUBSPOT_URL = "https://developers.hubspot.com/docs/guides/apps/private-apps/overview"
_INTERCOM_URL = (
    "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication"
)

RULES: tuple[Rule, ...] = (
    marked(
        "HubSpot",
        ("pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"),
        UUID,
        _HUBSPOT_URL,
        what="private app token",
        revoke="rotate the token in HubSpot under Settings, Integrations, Private Apps",
    ),
    named("HubSpot", UUID, _HUBSPOT_URL, names=("hubspot", "hub spot", "hapikey")),
    vendor_rule(
        "salesforce-access-token",
        vendor="Salesforce",
        title="Salesforce session id or access token",
        url="https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_flows.htm",
        revoke="end the session in Salesforce Setup, under Session Management",
        anchors=(b"00d",),
        pattern=(
            rb"(?P<secret>(?P<public>00D)(?<![A-Za-z0-9]00D)[A-Za-z0-9]{12,15}![A-Za-z0-9_.]{80,260})"
            rb"(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("00D", "q7LmWx9TbZr5", "!AQEA", *mixed(64).parts, "._q7LmWx9TbZr5KvNc")),
        ),
        counter_examples=(
            Sample(("00D", "q7LmWx9TbZr5", "KvN")),
            Sample(("00D", "q7LmWx9TbZr5", "!", "x" * 90)),
        ),
    ),
    marked(
        "Salesforce",
        ("5Aep861",),
        mixed(60, 100, b"._"),
        "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_refresh_token_flow.htm",
        what="refresh token",
    ),
    marked(
        "Salesforce",
        ("3MVG9",),
        mixed(60, 120, b"._"),
        "https://help.salesforce.com/s/articleView?id=xcloud.connected_app_overview.htm",
        what="consumer key",
    ),
    vendor_rule(
        "intercom-access-token",
        vendor="Intercom",
        title="Intercom access token",
        url=_INTERCOM_URL,
        revoke="regenerate the token in the Intercom developer hub",
        anchors=(b"dg9ro",),
        # The token is "tok:" and more in base64.
        pattern=rb"(?P<secret>(?P<public>dG9rO[a-zA-Z])(?<![A-Za-z0-9]dG9rO[a-zA-Z])[A-Za-z0-9+/]{50,80}={0,2})(?![A-Za-z0-9])",
        accepts=looks_issued,
        examples=(Sample(("dG9", "rOj", *mixed(48).parts, "q7LmWx9TbZ", "==")),),
        counter_examples=(Sample(("dG9", "rOj", "x" * 60)), Sample(("dG9", "rOj", "q7LmWx9TbZ"))),
    ),
    named("Intercom", Shape(rb"[A-Za-z0-9=_-]{60}", mixed(60).parts), _INTERCOM_URL),
    named(
        "Zendesk",
        mixed(40),
        "https://developer.zendesk.com/api-reference/introduction/security-and-auth/",
        what="API token",
    ),
    named(
        "Freshdesk",
        mixed(17, 22),
        "https://developers.freshdesk.com/api/#authentication",
        names=("freshdesk", "freshservice", "freshsales", "freshworks"),
    ),
    named(
        "Pipedrive",
        hexadecimal(40),
        "https://pipedrive.readme.io/docs/core-api-concepts-authentication",
        what="API token",
    ),
    named(
        "ActiveCampaign",
        hexadecimal(72),
        "https://developers.activecampaign.com/reference/authentication",
        names=("active campaign",),
    ),
    named(
        "Beamer",
        Shape(rb"b_[A-Za-z0-9=_-]{44}", ("b", "_", *mixed(44).parts)),
        "https://www.getbeamer.com/api",
    ),
    marked(
        "Typeform",
        ("tfp_",),
        mixed(40, 64, b"_.=-"),
        "https://www.typeform.com/developers/get-started/personal-access-token/",
        what="personal access token",
        revoke="delete the token in Typeform under Settings, Personal tokens",
    ),
    named(
        "SurveyMonkey",
        mixed(60, 120, b"._-"),
        "https://api.surveymonkey.com/v3/docs#authentication",
        names=("survey monkey",),
        what="access token",
    ),
    named(
        "HelpScout",
        hexadecimal(40),
        "https://developer.helpscout.com/mailbox-api/overview/authentication/",
        names=("help scout",),
    ),
    named(
        "Front",
        Shape(
            rb"eyJ[A-Za-z0-9_-]{10,200}\.eyJ[A-Za-z0-9_-]{20,800}\.[A-Za-z0-9_-]{40,400}",
            ("eyJhbGci", "OiJSUzI1NiJ9", ".eyJ", *lower(40).parts, ".", *mixed(48).parts),
        ),
        "https://dev.frontapp.com/docs/create-and-revoke-api-tokens",
        names=("frontapp", "front app"),
        what="API token",
    ),
    named("Gorgias", hexadecimal(64), "https://developers.gorgias.com/docs/authentication"),
    named(
        "Copper",
        hexadecimal(32),
        "https://developer.copper.com/introduction/authentication.html",
        names=("copper api", "copper crm", "prosperworks"),
    ),
    marked(
        "Close",
        ("api_",),
        Shape(
            rb"[A-Za-z0-9]{22}\.[A-Za-z0-9]{22}", (*mixed(22).parts, ".q7LmWx9TbZr5Kv", "Nc8PdYf3")
        ),
        "https://developer.close.com/topics/authentication/",
    ),
    named(
        "Less Annoying CRM",
        Shape(rb"[A-Za-z0-9-]{56,64}", mixed(58).parts),
        "https://www.lessannoyingcrm.com/help/api",
        names=("less annoying crm", "lessannoyingcrm", "lacrm", "less"),
    ),
    named(
        "Prospect CRM",
        hexadecimal(32),
        "https://prospect365.com/docs/",
        names=("prospect crm", "prospect"),
    ),
    named("Kylas", UUID, "https://support.kylas.io/portal/en/kb/articles/api-key"),
    named("Leadfeeder", mixed(58, 62), "https://docs.leadfeeder.com/api/"),
    named(
        "LoginRadius",
        UUID,
        "https://www.loginradius.com/docs/api/v2/getting-started/get-api-key-and-secret/",
    ),
    named("Interseller", UUID, "https://www.interseller.io/"),
    named("Skrapp", mixed(42), "https://www.skrapp.io/api", names=("skrapp", "skrappio")),
    named("UpLead", lower(32), "https://docs.uplead.com/#authentication"),
    named("Reply.io", mixed(24), "https://apidocs.reply.io/", names=("reply io", "replyio")),
    named(
        "Overloop",
        mixed(50, 60, b"_-"),
        "https://apidoc.overloop.com/",
        names=("overloop", "prospect io"),
    ),
    named(
        "Gist",
        Shape(rb"[A-Za-z0-9+/=]{60,72}", mixed(64).parts),
        "https://developers.getgist.com/api/#authentication",
        names=("getgist", "convertfox"),
    ),
    named("Cliengo", UUID, "https://developers.cliengo.com/"),
    named("Collect2", UUID, "https://www.collect2.com/api", names=("collect2",)),
    named("Clustdoc", mixed(60, 64), "https://developers.clustdoc.com/reference/authentication"),
    named(
        "Instabot",
        Shape(rb"[A-Za-z0-9+/=]{44}", (*mixed(43).parts, "=")),
        "https://docs.instabot.io/",
    ),
    named("Simvoly", mixed(33), "https://simvoly.com/"),
    named("Planyo", mixed(62, 68), "https://www.planyo.com/api.php"),
    named(
        "PandaDoc", mixed(40), "https://developers.pandadoc.com/reference/authentication-process"
    ),
    named(
        "HelloSign",
        Shape(rb"[A-Za-z0-9/+=_-]{64,100}", mixed(64).parts),
        "https://developers.hellosign.com/api/reference/authentication/",
        names=("hellosign", "dropbox sign"),
    ),
    named(
        "DocuSign",
        UUID,
        "https://developers.docusign.com/platform/auth/",
        what="integration secret",
    ),
    named(
        "Livestorm",
        Shape(
            rb"eyJhbGciOiJIUzI1NiJ9\.eyJ[A-Za-z0-9_-]{80,500}\.[A-Za-z0-9_-]{30,60}",
            (
                "eyJhbGci",
                "OiJIUzI1NiJ9",
                ".eyJ",
                *lower(62).parts,
                "q7lmwx9tbzr5kvnc8pd",
                ".",
                *mixed(43).parts,
            ),
        ),
        "https://developers.livestorm.co/docs/authentication",
    ),
    named(
        "SignUpGenius",
        hexadecimal(32),
        "https://developer.signupgenius.com/",
        names=("sign up genius", "signupgenius"),
    ),
    named("Vyte", lower(50), "https://docs.vyte.in/"),
    named(
        "Rentman",
        Shape(
            rb"eyJ[A-Za-z0-9_-]{10,100}\.eyJ[A-Za-z0-9_-]{20,800}\.[A-Za-z0-9_-]{30,400}",
            ("eyJhbGci", "OiJIUzI1NiJ9", ".eyJ", *lower(40).parts, ".", *mixed(43).parts),
        ),
        "https://api.rentman.net/",
    ),
    named("UserFlow", mixed(28, 30, b"_"), "https://docs.userflow.com/api", names=("userflow",)),
    named("Refiner", UUID, "https://refiner.io/docs/api/", names=("refiner",)),
    marked(
        "Userflow",
        ("ak_",),
        upper(26),
        "https://docs.userflow.com/api",
        id="userflow-workspace-key",
    ),
    named(
        "AppFollow",
        Shape(
            rb"eyJ[A-Za-z0-9_-]{10,100}\.[A-Za-z0-9_-]{40,400}\.[A-Za-z0-9_-]{20,120}",
            ("eyJ0eXAi", "OiJKV1QiJ9", ".q7", *lower(44).parts, ".", *mixed(43).parts),
        ),
        "https://docs.api.appfollow.io/reference/authentication",
    ),
)
