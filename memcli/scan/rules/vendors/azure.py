"""Azure's client secrets, connection strings and signed addresses."""

import hashlib
import re

from memcli.scan.model import Rule, Sample, compiled
from memcli.scan.rules.building import labelled, vendor_rule
from memcli.scan.rules.checks import is_mixed
from memcli.scan.rules.named import hexadecimal, looks_issued, named

_STORAGE_URL = "https://learn.microsoft.com/azure/storage/common/storage-account-keys-manage"
_ROTATE_KEY = "regenerate the key in the Azure portal, under Access keys"
_NEAR = 400
# Keys of the storage and Cosmos emulators, which the documentation prints: digits of their SHA-256.
_EMULATOR = frozenset({"0011cc25", "aa654743"})


def _accepts_account_key(match: re.Match[bytes]) -> bool:
    digest = hashlib.sha256(match["secret"]).hexdigest()
    return looks_issued(match) and is_mixed(match["secret"]) and digest[:8] not in _EMULATOR


def _accepts_signature(match: re.Match[bytes]) -> bool:
    """Tell whether the other parameters of a signed address stand beside the signature."""
    text = match.string
    before = text[max(0, match.start() - _NEAR) : match.start()].split()[-1:]
    after = text[match.end() : match.end() + _NEAR].split()[:1]
    address = b"".join((*before, b"&", *after))
    return compiled(rb"[?&;](?:sv|se|sr|sp)=").search(address) is not None and looks_issued(match)


def _accepts_client_secret(match: re.Match[bytes]) -> bool:
    return is_mixed(match["secret"]) and looks_issued(match)


CLIENT_SECRET = vendor_rule(
    "azure-client-secret",
    vendor="Microsoft Entra",
    title="Microsoft Entra (Azure AD) client secret",
    why="Whoever reads it can log in as the application that it belongs to.",
    url="https://learn.microsoft.com/entra/identity-platform/how-to-add-credentials",
    revoke="delete the secret in the Entra admin center, under the app's Certificates and secrets",
    anchors=tuple(b"%dq~" % digit for digit in range(10)),
    pattern=(
        rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})"
        rb"(?<!\.)(?!\.?[A-Za-z0-9_~-])"
    ),
    accepts=_accepts_client_secret,
    examples=(
        Sample(("client_secret=q7L", "8Q~mWx9TbZr5", "KvNc8PdYf3J", "sGa7QeX1u.Rt")),
        Sample(("The app uses Zw3", "7Q~Kq8RtLm5X", "v9BnHs2Pd7Y", "cFj4Ga6-Ke_1u for now.")),
    ),
    counter_examples=(
        Sample(("client_secret=q7L", "8Q~", "x" * 34)),
        Sample(("USK@4~q", "8Q~mWx9TbZr5", "KvNc8PdYf3J", "sGa7QeX1u.Rt6Hk4MwBn")),
        Sample(("client_secret=q7L", "8Q~", "...")),
    ),
)

ACCOUNT_KEY = vendor_rule(
    "azure-account-key",
    vendor="Azure",
    title="Azure storage, Cosmos or Batch account key",
    url=_STORAGE_URL,
    revoke=_ROTATE_KEY,
    anchors=(b"accountkey", b"account_key", b"account key", b"account-key", b"azure", b"cosmos"),
    pattern=(
        rb"(?i:account[ _-]?key|azure[a-z0-9_ .-]{0,24}key|cosmos[a-z0-9_ .-]{0,24}key)"
        rb"[\"'`*]{0,4}[ \t]{0,4}(?:[:=]|\xef\xbc\x9a)[ \t\"'`*]{0,6}"
        rb"(?P<secret>(?P<public>)[A-Za-z0-9+/]{86}==)(?![A-Za-z0-9+/=])"
    ),
    accepts=_accepts_account_key,
    examples=(
        Sample(
            (
                *("DefaultEndpointsProtocol=https;", "AccountName=notes;Account", "Key=q7LmWx9TbZ"),
                *(
                    "r5KvNc8PdY",
                    "f3JsGa7QeX",
                    "1uRt6Hk4Mw",
                    "Bn2VpCz8Ld",
                    "Tq5SyXg9Kh",
                    "Rm3JfWa7Ze",
                ),
                *("Ub6QvNt1XuR", "t6Hk4==;EndpointSuffix=core.windows.net"),
            )
        ),
        Sample(
            (
                *("AZURE_STORAGE_KEY=", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt6Hk4"),
                *("MwBn2VpCz8", "LdTq5SyXg9", "KhRm3JfWa7", "ZeUb6QvNt1", "XuRt6H=="),
            )
        ),
    ),
    counter_examples=(
        Sample(("AccountKey=", "x" * 86, "==")),
        Sample(("AccountKey=<account-key>;EndpointSuffix=core.windows.net",)),
        Sample(
            (
                *("integrity sha512-", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt6Hk4"),
                *("MwBn2VpCz8", "LdTq5SyXg9", "KhRm3JfWa7", "ZeUb6QvNt1", "XuRt6H=="),
            )
        ),
    ),
)

SHARED_ACCESS_KEY = vendor_rule(
    "azure-shared-access-key",
    vendor="Azure",
    title="Azure Service Bus, Event Hubs or IoT Hub shared access key",
    url="https://learn.microsoft.com/azure/service-bus-messaging/service-bus-sas",
    revoke="regenerate the key in the Azure portal, under Shared access policies",
    anchors=(b"sharedaccesskey=",),
    pattern=(
        rb"(?i:SharedAccessKey)=(?P<secret>(?P<public>)[A-Za-z0-9+/]{32,100}={0,2})"
        rb"(?![A-Za-z0-9+/=])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *(
                    "Endpoint=sb://notes.servicebus.windows.net/;",
                    "SharedAccessKeyName=root;",
                    "Shared",
                ),
                *("Acc", "essKey=q7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7Q", "eX1uRt6Hk4", "MwBnV="),
            )
        ),
    ),
    counter_examples=(
        Sample(("SharedAccessKeyName=root;SharedAccessKey=<key>",)),
        Sample(("SharedAccess", "Key=", "x" * 43, "=")),
    ),
)

SHARED_ACCESS_SIGNATURE = vendor_rule(
    "azure-shared-access-signature",
    vendor="Azure",
    title="Azure address signed for shared access",
    why="Whoever reads it can use what the address names until the signature expires.",
    url="https://learn.microsoft.com/azure/storage/common/storage-sas-overview",
    revoke="regenerate the key that signed it, or revoke its stored access policy",
    anchors=(b"sig=",),
    pattern=(
        rb"(?P<secret>(?P<public>sig=)(?<![A-Za-z0-9_]sig=)"
        rb"[A-Za-z0-9%+/_-]{40,70}(?:%3[Dd]|=)?)(?![A-Za-z0-9%+/_=-])"
    ),
    accepts=_accepts_signature,
    examples=(
        Sample(
            (
                *(
                    "https://notes.blob.core.windows.net/c",
                    "?sv=2024-05-04&se=2026-01-01&sr=c&sp=rl&",
                    "si",
                ),
                *("g=q7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7Q", "eX1uRt6Hk4", "MwBn%3D"),
            )
        ),
    ),
    counter_examples=(
        Sample(("https://notes.blob.core.windows.net/c?sv=2024-05-04&sr=c&sig=<signature>",)),
        Sample(
            ("tool --check si", "g=q7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7Q", "eX1uRt6Hk4", "MwBn=")
        ),
        Sample(("https://host/c?sv=2024-05-04&si", "g=", "x" * 43, "%3D")),
    ),
)

APP_CONFIGURATION = vendor_rule(
    "azure-app-configuration-secret",
    vendor="Azure App Configuration",
    title="Azure App Configuration connection string",
    url="https://learn.microsoft.com/azure/azure-app-configuration/howto-best-practices",
    revoke=_ROTATE_KEY,
    anchors=(b"azconfig.io",),
    pattern=(
        rb"\.azconfig\.io;Id=[^;\s\"']{4,80};Secret=(?P<secret>(?P<public>)[A-Za-z0-9+/]{36,100}={0,2})"
        rb"(?![A-Za-z0-9+/=])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("Endpoint=https://notes.azconfig.io;", "Id=q7Lm-l0-s0:x;Sec", "ret=q7LmWx9T"),
                *("bZr5KvNc8P", "dYf3JsGa7Q", "eX1uRt6Hk4", "MwBnV="),
            )
        ),
    ),
    counter_examples=(
        Sample(("Endpoint=https://notes.azconfig.io;Id=<id>;Secret=<secret>",)),
        Sample(("Endpoint=https://notes.azconfig.io;Id=q7Lm-l0-s0:x;Sec", "ret=", "x" * 44)),
    ),
)

PUBLISH_PASSWORD = vendor_rule(
    "azure-publish-password",
    vendor="Azure App Service",
    title="password of an Azure publish profile",
    url="https://learn.microsoft.com/azure/app-service/deploy-configure-credentials",
    revoke="reset the publish profile in the Azure portal",
    anchors=(b"userpwd=",),
    pattern=(rb"(?i:userPWD)=\\?[\"'](?P<secret>(?P<public>)[A-Za-z0-9]{60})(?![A-Za-z0-9])"),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *(
                    '<publishProfile userPWD="',
                    "q7LmWx9TbZ",
                    "r5KvNc8PdY",
                    "f3JsGa7QeX",
                    "1uRt6Hk4Mw",
                ),
                *("Bn2VpCz8Ld", 'Tq5SyXg9Kh"'),
            )
        ),
    ),
    counter_examples=(
        Sample(('userPWD="', "x" * 60, '"')),
        Sample(('userPWD=""',)),
    ),
)

DEVOPS_TOKEN = vendor_rule(
    "azure-devops-legacy-token",
    vendor="Azure DevOps",
    title="Azure DevOps personal access token",
    url="https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate",
    revoke="revoke it in Azure DevOps, under User settings, Personal access tokens",
    anchors=(b"ado", b"azure", b"vsts", b"personal", b"devops"),
    # Tokens of this age are base32 and carry no mark.
    pattern=labelled(
        rb"(?<![a-z])ado(?![a-z])|azure|vsts|devops|personal[ _-]?access(?=[ _-]?token)",
        rb"[a-z2-7]{52}",
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                "AZURE_DEVOPS_PAT=",
                "q7lmwx2tbz",
                "r5kvnc6pdy",
                "f3jsga7qex",
                "4urt6hk4mw",
                "bn2vpczold",
                "tq",
            )
        ),
        Sample(
            (
                "ado_pat: ",
                "q7lmwx2tbz",
                "r5kvnc6pdy",
                "f3jsga7qex",
                "4urt6hk4mw",
                "bn2vpczold",
                "tq",
            )
        ),
    ),
    counter_examples=(
        Sample(("AZURE_DEVOPS_PAT=", "x" * 52)),
        Sample(
            (
                "azure hash ",
                "q7lmwx2tbz",
                "r5kvnc6pdy",
                "f3jsga7qex",
                "4urt6hk4mw",
                "bn2vpczold",
                "tq",
            )
        ),
    ),
)

REFRESH_TOKEN = vendor_rule(
    "azure-refresh-token",
    vendor="Microsoft Entra",
    title="Microsoft Entra refresh token",
    url="https://learn.microsoft.com/entra/identity-platform/refresh-tokens",
    revoke="revoke the user's sessions in the Entra admin center",
    anchors=(b".agab",),
    pattern=(
        rb"(?<![A-Za-z0-9._-])(?P<secret>(?P<public>[01]\.A)[A-Za-z0-9_-]{40,120}\.AgAB[A-Za-z0-9_-]{100,3000})"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *(
                    "0.",
                    "AXq7LmWx9TbZ",
                    "r5KvNc8PdYf3",
                    "JsGa7QeX1uRt",
                    "6Hk4MwBn2V",
                    ".Ag",
                    "ABAAEAAAD",
                ),
                *(
                    "Zw3Kq8RtLm",
                    "5Xv9BnHs2P",
                    "d7YcFj4Ga6",
                    "Ke1uRt6Hk4",
                    "MwBn2VpCz8",
                    "LdTq5SyXg9",
                ),
                *("KhRm3JfWa7", "ZeUb6QvNt1", "XuRt6H4kMw", "Bn2VpCz8Ld"),
            )
        ),
    ),
    counter_examples=(
        Sample(("0.", "AXq7LmWx9TbZ", ".Ag", "AB...")),
        Sample(("1.AgAB is the beginning of one",)),
    ),
)

RULES: tuple[Rule, ...] = (
    CLIENT_SECRET,
    ACCOUNT_KEY,
    SHARED_ACCESS_KEY,
    SHARED_ACCESS_SIGNATURE,
    APP_CONFIGURATION,
    PUBLISH_PASSWORD,
    DEVOPS_TOKEN,
    REFRESH_TOKEN,
    named(
        "Azure OpenAI",
        hexadecimal(32),
        "https://learn.microsoft.com/azure/ai-services/openai/reference",
        names=("azure openai", "azure ai", "openai azure", "cognitive services"),
    ),
    named(
        "Azure API Management",
        hexadecimal(32),
        "https://learn.microsoft.com/azure/api-management/api-management-subscriptions",
        id="azure-subscription-key",
        names=("ocp apim subscription", "azure subscription"),
    ),
)
