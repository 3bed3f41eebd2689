"""Keys of social networks and of the large consumer accounts."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import labelled, vendor_rule
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    lower,
    marked,
    mixed,
    named,
)

_META_URL = "https://developers.facebook.com/docs/facebook-login/guides/access-tokens/"
_META_REVOKE = "log the app out of the account, or reset the secret in the Meta app dashboard"
_X_URL = "https://docs.x.com/fundamentals/authentication/overview"
_X_REVOKE = "regenerate it in the X developer portal, under Keys and tokens"
_LINKEDIN_URL = "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authentication"
_GOOGLE_URL = "https://developers.google.com/identity/protocols/oauth2"
_X = ("twitter", "x consumer")

RULES: tuple[Rule, ...] = (
    marked(
        "Facebook",
        ("EAA",),
        Shape(rb"[A-Za-z0-9]{90,400}", (*hexadecimal(64).parts, *mixed(40).parts)),
        _META_URL,
        what="access token",
        revoke=_META_REVOKE,
        accepts=looks_issued_mixed,
    ),
    marked(
        "Instagram",
        ("IGQV", "IGQW", "IGAA"),
        mixed(60, 400, b"_-"),
        "https://developers.facebook.com/docs/instagram-platform/",
        what="access token",
        revoke=_META_REVOKE,
        accepts=looks_issued_mixed,
    ),
    vendor_rule(
        "facebook-app-token",
        vendor="Facebook",
        title="Facebook app id with its secret",
        url=_META_URL,
        revoke="reset the app secret in the Meta app dashboard",
        anchors=(b"|", b"%7c"),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9])[0-9]{15,16}(?:\||%7[cC])[A-Za-z0-9_-]{27,40})"
            rb"(?![A-Za-z0-9])"
        ),
        accepts=looks_issued_mixed,
        examples=(Sample(("730912845561", "5512|", "q7LmWx9TbZr5KvN", "c8PdYf3JsGa6")),),
        counter_examples=(
            Sample(("730912845561", "5512|", "x" * 27)),
            Sample(("| 7309128455615512 | the-description-of-the-table-row |",)),
        ),
    ),
    vendor_rule(
        "facebook-app-secret",
        vendor="Facebook",
        title="Facebook app secret",
        url=_META_URL,
        revoke="reset the app secret in the Meta app dashboard",
        anchors=(b"facebook", b"fb", b"meta", b"instagram", b"whatsapp"),
        pattern=labelled(
            rb"(?<![A-Za-z])(?:facebook|fb|meta[ _.-]?app|instagram|whatsapp)|facebook",
            rb"[0-9a-f]{32}",
        ),
        accepts=looks_issued,
        examples=(
            Sample(("FACEBOOK_APP_SECRET=", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),
            Sample(("var fbApiKey = '", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "';")),
        ),
        counter_examples=(
            Sample(("FACEBOOK_APP_SECRET=", "a" * 32)),
            Sample(("facebook pixel ", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264")),
        ),
    ),
    vendor_rule(
        "x-bearer-token",
        vendor="X",
        title="X app bearer token",
        url=_X_URL,
        revoke=_X_REVOKE,
        anchors=(b"a" * 20,),
        pattern=rb"(?P<secret>(?P<public>A{20,24})(?<![A-Za-z0-9]A{20})(?<![A-Za-z0-9]A{21})(?<![A-Za-z0-9]A{22})(?<![A-Za-z0-9]A{23})(?<![A-Za-z0-9]A{24})[A-Za-z0-9%]{60,120})(?![A-Za-z0-9])",
        accepts=looks_issued_mixed,
        examples=(Sample(("A" * 10, "A" * 12, *mixed(64).parts, "%3Dq7LmWx9")),),
        counter_examples=(Sample(("A" * 40, "A" * 40)), Sample(("A" * 22, "q7LmWx9TbZr5"))),
    ),
    named(
        "X", lower(25), _X_URL, names=_X, id="x-consumer-key", what="consumer key", revoke=_X_REVOKE
    ),
    named(
        "X",
        mixed(22),
        _X_URL,
        names=_X,
        id="x-legacy-consumer-key",
        what="legacy consumer key",
        revoke=_X_REVOKE,
    ),
    named(
        "X",
        mixed(50),
        _X_URL,
        names=_X,
        id="x-consumer-secret",
        what="consumer secret",
        revoke=_X_REVOKE,
    ),
    named(
        "X",
        mixed(41, 45),
        _X_URL,
        names=_X,
        id="x-access-secret",
        what="access token secret",
        revoke=_X_REVOKE,
    ),
    named(
        "X",
        Shape(rb"[0-9]{10,25}-[A-Za-z0-9]{20,42}", ("730912845561", "5512-", *mixed(40).parts)),
        _X_URL,
        names=_X,
        id="x-access-token",
        what="access token",
        revoke=_X_REVOKE,
    ),
    marked(
        "LinkedIn",
        ("WPL_AP1.", "WPL_AP0."),
        Shape(rb"[A-Za-z0-9]{16}\.[A-Za-z0-9+/]{6,10}={0,2}", ("q7LmWx9TbZr5KvNc", ".8PdYf3==")),
        _LINKEDIN_URL,
        what="client secret",
    ),
    named(
        "LinkedIn",
        mixed(16),
        _LINKEDIN_URL,
        names=("linked in",),
        id="linkedin-legacy-secret",
        what="client secret",
    ),
    named(
        "LinkedIn",
        lower(14),
        _LINKEDIN_URL,
        names=("linked in",),
        id="linkedin-client-id",
        what="client id",
    ),
    marked(
        "LinkedIn",
        ("AQV", "AQU", "AQX"),
        Shape(
            rb"[A-Za-z0-9_-]{200,500}",
            (*hexadecimal(64).parts, *mixed(64).parts, *lower(64).parts, "q7LmWx9Tb"),
        ),
        _LINKEDIN_URL,
        id="linkedin-access-token",
        what="access token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Reddit",
        mixed(27, 30, b"_-"),
        "https://github.com/reddit-archive/reddit/wiki/OAuth2",
        what="client secret",
    ),
    named("Twitch", lower(30), "https://dev.twitch.tv/docs/authentication/", what="access token"),
    marked(
        "Twitch",
        ("oauth:",),
        lower(30),
        "https://dev.twitch.tv/docs/chat/authenticating/",
        id="twitch-chat-token",
        what="chat token",
    ),
    named(
        "TikTok",
        hexadecimal(40),
        "https://developers.tiktok.com/doc/oauth-user-access-token-management",
        names=("tik tok",),
        what="client secret",
    ),
    marked(
        "TikTok",
        ("act.",),
        Shape(rb"[A-Za-z0-9]{40,80}!?[0-9A-Za-z.]{0,12}", mixed(48).parts),
        "https://developers.tiktok.com/doc/oauth-user-access-token-management",
        what="access token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Pinterest",
        mixed(40, 80, b"_-"),
        "https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/",
        what="access token",
    ),
    named(
        "Snapchat",
        mixed(40, 80, b"_-"),
        "https://developers.snap.com/api/marketing-api/Ads-API/authentication",
        what="access token",
    ),
    named(
        "Tumblr",
        mixed(50),
        "https://www.tumblr.com/docs/en/api/v2#authentication",
        what="consumer secret",
    ),
    named(
        "VK",
        mixed(80, 220, b"._-"),
        "https://dev.vk.com/en/api/access-token/getting-started",
        names=("vk", "vkontakte"),
        what="access token",
    ),
    marked(
        "VK",
        ("vk1.a.",),
        mixed(80, 320, b"_-"),
        "https://dev.vk.com/en/api/access-token/getting-started",
        id="vk-token",
        what="access token",
    ),
    named(
        "Mastodon",
        mixed(43, None, b"_-"),
        "https://docs.joinmastodon.org/client/token/",
        what="access token",
    ),
    named(
        "Bluesky",
        Shape(rb"[a-z2-7]{4}(?:-[a-z2-7]{4}){3}", ("q7lm-", "wx5t-", "bzr5-", "kvnc")),
        "https://bsky.app/settings/app-passwords",
        names=("bluesky", "bsky", "atproto"),
        what="app password",
    ),
    named(
        "Threads",
        mixed(60, 400),
        "https://developers.facebook.com/docs/threads/get-started",
        names=("threads access", "threads api", "threads app"),
        what="access token",
    ),
    named("Disqus", mixed(64), "https://disqus.com/api/docs/auth/", what="secret key"),
    named(
        "YouTube",
        mixed(39, None, b"_-"),
        "https://developers.google.com/youtube/registering_an_application",
        names=("you tube",),
    ),
    named(
        "Blogger",
        Shape(rb"[A-Za-z0-9_-]{39,44}", mixed(39).parts),
        "https://developers.google.com/blogger/docs/3.0/using#APIKey",
    ),
    vendor_rule(
        "google-legacy-client-secret",
        vendor="Google",
        title="Google OAuth client secret of the old form",
        url=_GOOGLE_URL,
        revoke="add a new client secret in the Google Cloud console and delete this one",
        anchors=(b"apps.googleusercontent.com",),
        pattern=(
            rb"(?s)apps\.googleusercontent\.com.{0,160}?(?i:client)[ _-]?(?i:secret)"
            rb"[\"'`*: =\\]{1,12}(?P<secret>(?P<public>)(?<![A-Za-z0-9_])[A-Za-z0-9_-]{24})"
            rb"(?![A-Za-z0-9_-])"
        ),
        accepts=looks_issued_mixed,
        examples=(
            Sample(
                (
                    *("ID = '73091284-q7lm", ".apps.googleusercontent.com'\n"),
                    *("CLIENT_SECRET = '", "q7LmWx9TbZr5KvNc", "8PdYf3Js", "'"),
                )
            ),
        ),
        counter_examples=(Sample(("x.apps.googleusercontent.com, client_secret: your_secret",)),),
    ),
)
