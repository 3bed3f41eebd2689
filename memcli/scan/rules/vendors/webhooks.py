"""Addresses that take messages from whoever knows them."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.named import UUID, hexadecimal, is_random, lower, mixed

_WHY = "Whoever reads the address can post there without any further login."


def _accepts(match: re.Match[bytes]) -> bool:
    return is_random(match["key"])


def _webhook(
    vendor: str,
    address: bytes,
    key: bytes,
    anchor: bytes,
    example: tuple[str, ...],
    *,
    url: str,
    what: str = "webhook",
    before: str = "https://",
) -> Rule:
    start, *parts = example
    slug = "-".join(f"{vendor} {what}".lower().split())
    return vendor_rule(
        slug,
        vendor=vendor,
        title=f"{vendor} {what} URL",
        why=_WHY,
        url=url,
        revoke=f"delete the {what} at {vendor} and make a new one",
        anchors=(anchor,),
        pattern=rb"(?P<secret>(?P<public>%b)%b)(?![A-Za-z0-9_-])" % (address, key),
        accepts=_accepts,
        examples=(
            Sample((before, start, *parts)),
            Sample(("posts to `", start, *parts, "` daily")),
        ),
        counter_examples=(
            Sample((before, start, "...")),
            Sample((before, start, *("x" * len(part) for part in parts))),
        ),
    )


RULES: tuple[Rule, ...] = (
    _webhook(
        "Discord",
        rb"discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/",
        rb"[0-9]{16,21}/(?P<key>[A-Za-z0-9_-]{60,80})",
        b"/webhooks/",
        ("discord.com/api/webhooks/", "730912845561551208", "/", *mixed(64).parts, "q7Lm"),
        url="https://docs.discord.com/developers/resources/webhook",
    ),
    _webhook(
        "Microsoft Teams",
        rb"(?:outlook\.office(?:365)?\.com/webhook|\.webhook\.office\.com/webhookb[0-9])/",
        rb"(?:[0-9a-f-]{36})@(?:[0-9a-f-]{36})/[A-Za-z]{3,30}/(?P<key>[0-9a-f]{32})(?:/[0-9a-f-]{36})?"
        rb"(?:/[A-Za-z0-9_-]{20,60})?",
        b"office",
        (
            "outlook.office.com/webhook/",
            *UUID.parts,
            "@",
            *UUID.parts,
            "/IncomingWebhook/",
            *hexadecimal(32).parts,
            "/",
            *UUID.parts,
        ),
        url="https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
    ),
    _webhook(
        "Power Automate",
        rb"(?:\.logic\.azure\.com|\.api\.powerplatform\.com)(?::443)?/",
        rb"[^\s\"'`<>]{20,300}?[?&]sig=(?P<key>[A-Za-z0-9_-]{43})",
        b"sig=",
        (
            "prod-00.westus.logic.azure.com:443/",
            "workflows/a/triggers/manual/paths/invoke",
            "?api-version=2016-06-01&sig=",
            *mixed(43).parts,
        ),
        url="https://learn.microsoft.com/en-us/azure/logic-apps/logic-apps-securing-a-logic-app",
        what="trigger",
    ),
    _webhook(
        "Google Chat",
        rb"chat\.googleapis\.com/v1/spaces/",
        rb"[A-Za-z0-9_-]{8,20}/messages\?key=[A-Za-z0-9_-]{39}&(?:amp;)?token=(?P<key>[A-Za-z0-9_-]{40,48})"
        rb"(?:%3D)?",
        b"chat.googleapis.com",
        (
            "chat.googleapis.com/v1/spaces/",
            "AAAAq7LmWx9",
            "/messages?key=",
            "q7",
            *lower(37).parts,
            "&token=",
            *mixed(43).parts,
        ),
        url="https://developers.google.com/workspace/chat/quickstart/webhooks",
    ),
    _webhook(
        "Feishu",
        rb"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/",
        rb"(?P<key>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})",
        b"/hook/",
        ("open.feishu.cn/open-apis/bot/v2/hook/", *UUID.parts),
        url="https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot",
    ),
    _webhook(
        "DingTalk",
        rb"oapi\.dingtalk\.com/robot/send\?access_token=",
        rb"(?P<key>[0-9a-f]{64})",
        b"oapi.dingtalk",
        ("oapi.dingtalk.com/robot/send?access_token=", *hexadecimal(64).parts),
        url="https://open.dingtalk.com/document/orgapp/custom-robot-access",
    ),
    _webhook(
        "WeCom",
        rb"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=",
        rb"(?P<key>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",
        b"qyapi.weixin",
        ("qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", *UUID.parts),
        url="https://developer.work.weixin.qq.com/document/path/91770",
    ),
    _webhook(
        "Zapier",
        rb"hooks\.zapier\.com/hooks/(?:catch|standard)/",
        rb"(?P<key>(?:[0-9]{4,10}/(?:[0-9]{4,10}/)?)?[A-Za-z0-9]{6,40})/?",
        b"hooks.zapier",
        ("hooks.zapier.com/hooks/catch/", "7309128/", "q7lmwx9"),
        url="https://help.zapier.com/hc/en-us/articles/8496288690317",
    )._replace(strong=False),
    _webhook(
        "IFTTT",
        rb"maker\.ifttt\.com/",
        rb"(?:trigger/[^\s/]{1,80}/(?:json/)?with/key|use)/(?P<key>[A-Za-z0-9_-]{20,60})",
        b"maker.ifttt",
        ("maker.ifttt.com/", "trigger/door/with/key/", *mixed(22).parts),
        url="https://help.ifttt.com/hc/en-us/articles/115010230347",
    ),
    _webhook(
        "Make",
        rb"hook\.(?:[a-z]{2}[0-9]\.)?make\.com/",
        rb"(?P<key>[a-z0-9]{32})",
        b".make.com",
        ("hook.eu1.make.com/", *lower(32).parts),
        url="https://help.make.com/webhooks",
    ),
    _webhook(
        "Pipedream",
        rb"(?=eo[a-z0-9]{8,20}\.m\.pipedream\.net)",
        rb"(?P<key>eo[a-z0-9]{8,20})\.m\.pipedream\.net",
        b"pipedream.net",
        ("eoq7lmwx9tbzr5k", ".m.pipedream.net"),
        url="https://pipedream.com/docs/workflows/building-workflows/triggers/",
        what="endpoint",
    )._replace(
        strong=False,
        counter_examples=(
            Sample(("https://pipedream.com/docs",)),
            Sample(("eo", "x" * 12, ".m.pipedream.net")),
        ),
    ),
    _webhook(
        "Bitrix24",
        rb"\.bitrix24\.",
        rb"[a-z.]{2,8}/rest/[0-9]{1,8}/(?P<key>[a-z0-9]{16})",
        b".bitrix24.",
        ("firm.bitrix24.com/rest/", "12/", "q7lmwx9tbzr5kvnc"),
        url="https://apidocs.bitrix24.com/local-integrations/local-webhooks.html",
    ),
    _webhook(
        "PagerDuty",
        rb"events\.pagerduty\.com/integration/",
        rb"(?P<key>[0-9a-f]{32})",
        b"events.pagerduty",
        ("events.pagerduty.com/integration/", *hexadecimal(32).parts),
        url="https://support.pagerduty.com/main/docs/services-and-integrations",
        what="integration",
    ),
    _webhook(
        "Healthchecks.io",
        rb"hc-ping\.com/",
        rb"(?P<key>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_-]{22}(?=/))",
        b"hc-ping.com",
        ("hc-ping.com/", *UUID.parts),
        url="https://healthchecks.io/docs/http_api/",
        what="ping",
    )._replace(id="healthchecks-ping"),
)
