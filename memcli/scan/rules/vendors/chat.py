"""Tokens of chat services other than Slack."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import apart, labelled, vendor_rule
from memcli.scan.rules.checks import decoded_base64, is_mixed
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    is_random,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_DISCORD_URL = "https://docs.discord.com/developers/reference#authentication"
_TELEGRAM_URL = "https://core.telegram.org/bots/features#botfather"
# The bots of Telegram's own documentation.
_DOCUMENTED_BOTS = frozenset({b"110201543", b"123456", b"123456789", b"1234567890"})


def _accepts_discord_bot(match: re.Match[bytes]) -> bool:
    account, _, signature = match["secret"].split(b".")
    number = decoded_base64(account)
    if number is not None and number.isdigit():
        return is_random(signature)
    return is_mixed(account) and is_mixed(signature) and is_random(signature)


def _accepts_telegram_bot(match: re.Match[bytes]) -> bool:
    account, _, value = match["secret"].partition(b":")
    return account not in _DOCUMENTED_BOTS and is_random(value)


RULES: tuple[Rule, ...] = (
    vendor_rule(
        "discord-bot-token",
        vendor="Discord",
        title="Discord bot token",
        why="Whoever reads it controls the bot in every server it has joined.",
        url=_DISCORD_URL,
        revoke="reset the token in the Discord developer portal, under Bot",
        anchors=(b".",),
        # The first part is the account's number in base64, whose first letter can only be these.
        pattern=(
            rb"(?P<secret>(?P<public>)[MNO][A-Za-z0-9_-]{23,26}\.[A-Za-z0-9_-]{6}\."
            rb"[A-Za-z0-9_-]{27,38})(?![A-Za-z0-9_-])"
        ),
        accepts=_accepts_discord_bot,
        examples=(
            Sample(("MTIwOTM4NDc1", "NjEwOTI4Mzc0", ".GqLmWx.", "9TbZr5KvNc8PdYf3", "JsGa7QeX1uR")),
            Sample(
                ("`NzMwOTEyODQ1", "NTYxNTUxMjA4", "Mw.Zk3Rw9.", "TqLm7XvB2nHsPd4Y", "cF6jGaKe8W1")
            ),
        ),
        counter_examples=(
            Sample(("MTIwOTM4NDc1", "NjEwOTI4Mzc0", ".GqLmWx.", "x" * 27)),
            Sample(("MTIwOTM4NDc1", "NjEwOTI4Mzc0", ".GqLmWx.", "9TbZr5KvNc8P")),
            Sample(("ManagementServiceFactory", ".create.", "administrationHandlerInstance")),
        ),
    ),
    vendor_rule(
        "discord-client-secret",
        vendor="Discord",
        title="Discord client secret or key",
        url="https://docs.discord.com/developers/topics/oauth2",
        revoke="reset the secret in the Discord developer portal, under OAuth2",
        anchors=(b"discord",),
        pattern=labelled(rb"discord", rb"[A-Za-z0-9_-]{32}|[0-9a-f]{64}"),
        accepts=looks_issued,
        examples=(
            Sample(("DISCORD_CLIENT_SECRET=", "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u")),
            Sample(('{"discord_token": "', "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", '"}')),
        ),
        counter_examples=(
            Sample(("discord_secret=", "0" * 32)),
            Sample(("DISCORD_CLIENT_SECRET=put-your-discord-secret-in-there",)),
            Sample(("discord server ", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),
        ),
    ),
    vendor_rule(
        "discord-application-id",
        vendor="Discord",
        title="Discord number named as a token",
        why="The label says that it is a token of Discord.",
        url=_DISCORD_URL,
        revoke="reset the token in the Discord developer portal if it belongs to one",
        anchors=(b"discord",),
        pattern=labelled(rb"discord[ _.-]?(?:bot[ _.-]?)?(?=token)", rb"[0-9]{18,19}"),
        accepts=looks_issued,
        strong=False,
        examples=(Sample(('{"discord_token": "', "73091284556", "1551208", '"}')),),
        counter_examples=(
            Sample(("discord_channel: ", "73091284556", "1551208")),
            Sample(("discord_token: 000000000000000000",)),
        ),
    ),
    vendor_rule(
        "telegram-bot-token",
        vendor="Telegram",
        title="Telegram bot token",
        why="Whoever reads it controls the bot and reads what people write to it.",
        url=_TELEGRAM_URL,
        revoke="revoke it with /revoke in the chat with BotFather",
        anchors=(b":aa",),
        pattern=(
            rb"(?P<secret>(?P<public>)%b[0-9]{8,10}:AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])"
            % apart(b"", word=b"0-9")
        ),
        accepts=_accepts_telegram_bot,
        examples=(
            Sample(("7309128455", ":AA", "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "R")),
            Sample(
                (
                    "https://api.telegram.org/bot",
                    "730912845",
                    ":AA",
                    "Hk4Mw2VpCz8LdTq5",
                    "SyXg-9KhRm3_fWa7",
                    "Z",
                    "/getMe",
                )
            ),
        ),
        counter_examples=(
            Sample(("7309128455", ":AA", "x" * 33)),
            Sample(("110201543", ":AA", "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "R")),
            Sample(("7309128455", ":AA", "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk")),
            Sample(("7309128455", ":AA...")),
        ),
    ),
    vendor_rule(
        "telegram-bot-token-labelled",
        vendor="Telegram",
        title="Telegram bot token",
        why="Whoever reads it controls the bot and reads what people write to it.",
        url=_TELEGRAM_URL,
        revoke="revoke it with /revoke in the chat with BotFather",
        anchors=(b"telegr",),
        pattern=labelled(rb"telegr(?:am)?", rb"[0-9]{5,16}:A[A-Za-z0-9_-]{34}"),
        accepts=_accepts_telegram_bot,
        examples=(
            Sample(
                ("telegram_token: ", "73091284", ":Aq", "7LmWx9TbZr5KvNc8", "PdYf3JsGa6QeH1uR", "t")
            ),
        ),
        counter_examples=(
            Sample(("telegram_token: ", "73091284", ":A", "x" * 34)),
            Sample(("telegram_token: ", "73091284", ":Agency", "IdentificationCodeType")),
        ),
    ),
    marked(
        "Matrix",
        ("syt_",),
        Shape(
            rb"[A-Za-z0-9+/=]{2,120}_[A-Za-z]{20}_[A-Za-z0-9]{6}",
            ("YWxpY2U_", "qLmWxTbZrKvNcPd", "YfJsG", "_a7QeX1"),
        ),
        "https://spec.matrix.org/latest/client-server-api/#client-authentication",
        what="access token",
        revoke="log the session out in a Matrix client, under Sessions",
    ),
    marked(
        "Matrix",
        ("mat_", "mct_", "mcr_"),
        Shape(
            rb"[A-Za-z0-9]{30}_[A-Za-z0-9]{6}", ("q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH", "_1uRt4H")
        ),
        "https://element-hq.github.io/matrix-authentication-service/",
        id="matrix-authentication-service-token",
        what="authentication service token",
        revoke="end the session in the account's device list",
    ),
    marked(
        "DingTalk",
        ("SEC",),
        hexadecimal(64),
        "https://open.dingtalk.com/document/orgapp/customize-robot-security-settings",
        what="robot signing secret",
        revoke="make a new signing secret in the robot's security settings",
    ),
    marked(
        "ntfy",
        ("tk_",),
        lower(29),
        "https://docs.ntfy.sh/config/#access-tokens",
        what="access token",
        revoke="remove the token with `ntfy token remove`",
    ),
    marked(
        "ServerChan",
        ("SCT",),
        Shape(rb"[0-9]{3,8}T[A-Za-z0-9]{20,40}", ("73091", "Tq7LmWx9TbZr5KvNc", "8PdYf3Js")),
        "https://sct.ftqq.com/",
        what="send key",
        revoke="reset the SendKey in the console",
    ),
    named(
        "Mattermost",
        lower(26),
        "https://developers.mattermost.com/integrate/reference/personal-access-token/",
        what="access token",
        revoke="revoke the token in the account's security settings",
    ),
    named(
        "Rocket.Chat",
        mixed(43, None, b"_-"),
        "https://developer.rocket.chat/apidocs/authentication-endpoints",
        names=("rocket chat", "x auth"),
        what="auth token",
    ),
    named("Zulip", mixed(32), "https://zulip.com/api/api-keys"),
    named(
        "Gitter",
        mixed(40, None, b"_-"),
        "https://developer.gitter.im/docs/authentication",
        what="access token",
    ),
    named(
        "Viber",
        Shape(
            rb"[0-9a-f]{16}-[0-9a-f]{16}-[0-9a-f]{16}",
            ("4f7a19c0b2e8d653-", "9c1fa07e5d3b8264-", "e19b37d25ac0f846"),
        ),
        "https://developers.viber.com/docs/api/rest-bot-api/",
        what="auth token",
    ),
    named(
        "Feishu",
        mixed(32),
        "https://open.feishu.cn/document/server-docs/api-call-guide/calling-process/get-access-token",
        names=("feishu", "lark", "larksuite"),
        what="app secret",
        revoke="reset the app secret in the developer console",
    ),
    named(
        "WeCom",
        mixed(43, None, b"_-"),
        "https://developer.work.weixin.qq.com/document/path/91039",
        names=("wecom", "wework", "qywx", "corpsecret", "corp secret"),
        what="corp secret",
        revoke="reset the application's secret in the admin console",
    ),
    named(
        "WeChat",
        hexadecimal(32),
        "https://developers.weixin.qq.com/doc/offiaccount/en/Basic_Information/Get_access_token.html",
        names=("wechat", "weixin", "wxapp"),
        what="app secret",
        revoke="reset the AppSecret in the developer console",
    ),
    named(
        "DingTalk",
        Shape(rb"[A-Za-z0-9_-]{64}", mixed(64).parts),
        "https://open.dingtalk.com/document/orgapp/obtain-orgapp-token",
        names=("dingtalk", "dingding"),
        what="app secret",
        revoke="reset the AppSecret in the developer console",
    ),
    named(
        "LINE",
        Shape(
            rb"[A-Za-z0-9+/]{170,172}={0,2}",
            (*hexadecimal(64).parts, *mixed(64).parts, *upper(44).parts),
        ),
        "https://developers.line.biz/en/docs/basics/channel-access-token/",
        names=("line",),
        what="channel access token",
        revoke="reissue the channel access token in the LINE Developers console",
    ),
    named(
        "LINE Notify",
        mixed(43, 52),
        "https://notify-bot.line.me/doc/en/",
        names=("line notify", "notify line"),
        what="access token",
    ),
    named(
        "Sendbird",
        hexadecimal(40),
        "https://sendbird.com/docs/chat/platform-api/v3/application/understanding-applications/authentication",
        names=("sendbird",),
        what="API token",
    ),
    named(
        "Sendbird",
        UUID,
        "https://sendbird.com/docs/chat/platform-api/v3/application/understanding-applications/authentication",
        names=("sendbird",),
        id="sendbird-application-id",
        what="application id",
    ),
    named(
        "Stream",
        lower(64),
        "https://getstream.io/chat/docs/node/tokens_and_authentication/",
        names=("getstream", "stream chat", "stream api"),
        what="API secret",
    ),
    named("Pushover", lower(30), "https://pushover.net/api", names=("pushover",), what="API token"),
    named(
        "Pushbullet",
        Shape(rb"o\.[A-Za-z0-9]{32,34}", ("o.", *mixed(32).parts)),
        "https://docs.pushbullet.com/#authentication",
        what="access token",
    ),
    named(
        "Gotify",
        Shape(rb"[ACP][A-Za-z0-9._-]{14}", ("A", "q7LmWx9TbZr5Kv"), strong=False),
        "https://gotify.net/docs/pushmsg",
        what="token",
    ),
    named(
        "Pusher",
        hexadecimal(20),
        "https://pusher.com/docs/channels/library_auth_reference/rest-api/",
        what="secret",
    ),
    named(
        "Webex",
        Shape(
            rb"[A-Za-z0-9]{64}_[A-Za-z0-9]{4}_[0-9a-f-]{36}",
            (*mixed(64).parts, "_PF84_", *UUID.parts),
        ),
        "https://developer.webex.com/docs/bots",
        names=("webex", "cisco spark"),
        what="access token",
    ),
)
