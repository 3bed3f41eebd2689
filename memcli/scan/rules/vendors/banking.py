"""Keys of services for bank data, transfers, cards, tax and bookkeeping."""

from memcli.scan.model import Rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    lower,
    marked,
    mixed,
    named,
)

_PLAID_URL = "https://plaid.com/docs/api/#authentication"
_PLAID_REVOKE = "rotate the secret in the Plaid dashboard, under Developers, Keys"
_FINICITY_URL = "https://developer.mastercard.com/open-finance-us/documentation/quick-start-guide/"

RULES: tuple[Rule, ...] = (
    marked(
        "Plaid",
        ("access-sandbox-", "access-development-", "access-production-"),
        UUID,
        _PLAID_URL,
        what="access token",
        revoke="invalidate the token with /item/access_token/invalidate",
    ),
    named("Plaid", lower(30), _PLAID_URL, what="secret", revoke=_PLAID_REVOKE),
    named(
        "Plaid", mixed(24), _PLAID_URL, id="plaid-client-id", what="client id", revoke=_PLAID_REVOKE
    ),
    named("Finicity", hexadecimal(32), _FINICITY_URL, what="app key"),
    named("Finicity", mixed(20), _FINICITY_URL, id="finicity-client-secret", what="client secret"),
    named("Dwolla", mixed(50), "https://developers.dwolla.com/docs/auth", what="client secret"),
    named(
        "Wise",
        UUID,
        "https://docs.wise.com/guides/developer/auth-and-security",
        names=("transferwise", "wise"),
        what="API token",
        revoke="revoke the token in Wise under Settings, API tokens",
    ),
    marked(
        "Increase",
        ("secret_production_key_", "secret_sandbox_key_"),
        mixed(20, 64),
        "https://increase.com/documentation/api/authentication",
    ),
    named(
        "Privacy",
        UUID,
        "https://developers.privacy.com/docs/getting-started",
        names=("privacy com", "privacy"),
    ),
    named(
        "Lunch Money",
        hexadecimal(50),
        "https://lunchmoney.dev/#authentication",
        names=("lunch money",),
        what="access token",
    ),
    named(
        "YNAB",
        mixed(43, None, b"_-"),
        "https://api.ynab.com/#authentication",
        names=("ynab",),
        what="access token",
    ),
    named(
        "FreshBooks",
        lower(64),
        "https://www.freshbooks.com/api/authentication",
        names=("fresh books",),
        what="access token",
    ),
    named(
        "QuickBooks",
        mixed(40),
        "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0",
        names=("quickbooks", "intuit"),
        what="client secret",
    ),
    named(
        "Xero",
        mixed(48, None, b"_-"),
        "https://developer.xero.com/documentation/guides/oauth2/overview/",
        what="client secret",
    ),
    named(
        "TaxJar",
        hexadecimal(32),
        "https://developers.taxjar.com/api/reference/#authentication",
        names=("tax jar",),
        what="API token",
    ),
    named(
        "Avalara",
        mixed(16),
        "https://developer.avalara.com/avatax/authentication-in-rest/",
        names=("avalara", "avatax"),
        what="license key",
    ),
    named(
        "Gusto",
        mixed(43, None, b"_-"),
        "https://docs.gusto.com/embedded-payroll/docs/authentication",
        what="API token",
    ),
    named(
        "Lendflow",
        Shape(
            rb"[A-Za-z0-9]{36}\.[A-Za-z0-9._-]{200,700}",
            (*mixed(36).parts, ".", *(lower(48).parts * 5), "-q7L"),
        ),
        "https://docs.lendflow.com/",
    ),
    named(
        "Loyverse",
        lower(32),
        "https://developer.loyverse.com/docs/#section/Authorization",
        what="access token",
    ),
    named(
        "Paydirt",
        hexadecimal(32),
        "https://github.com/paydirt/api",
        names=("paydirtapp", "paydirt"),
    ),
    named(
        "Tink",
        hexadecimal(32),
        "https://docs.tink.com/api#authentication",
        names=("tink client", "tink api"),
        what="client secret",
    ),
    named(
        "TrueLayer",
        UUID,
        "https://docs.truelayer.com/docs/authentication",
        names=("true layer",),
        what="client secret",
    ),
    named(
        "Yodlee",
        mixed(32),
        "https://developer.yodlee.com/docs/api/1.1/getting-started",
        what="client secret",
    ),
    named(
        "Monzo",
        Shape(
            rb"mnzconf\.[A-Za-z0-9+/=]{40,120}|mnzpub\.[A-Za-z0-9+/=]{40,120}",
            ("mnzconf", ".", *mixed(64).parts),
        ),
        "https://docs.monzo.com/#authentication",
        what="client secret",
    ),
    marked(
        "Mercury",
        ("secret-token:mercury_production_",),
        Shape(rb"[a-z]{3}_[A-Za-z0-9_]{30,80}", ("wma_", *mixed(44).parts)),
        "https://docs.mercury.com/reference/getting-started",
        what="API token",
    ),
    marked(
        "Brex",
        ("bxt_",),
        mixed(32, 64),
        "https://developer.brex.com/docs/authentication/",
        what="user token",
    ),
    marked(
        "Ramp",
        ("ramp_tok_", "ramp_sec_"),
        mixed(32, 64),
        "https://docs.ramp.com/developer-api/v1/authorization",
        what="token",
    ),
    named(
        "Persona",
        Shape(
            rb"persona_(?:sandbox|production)_[0-9a-f-]{36}", ("persona_production_", *UUID.parts)
        ),
        "https://docs.withpersona.com/reference/authentication",
    ),
    named(
        "Onfido",
        Shape(
            rb"api_(?:live|sandbox)(?:_[a-z]{2})?\.[A-Za-z0-9_-]{11}\.[A-Za-z0-9_-]{32}",
            ("api_", "live.", "q7LmWx9TbZr.", *mixed(32).parts),
        ),
        "https://documentation.onfido.com/api/latest/#authentication",
        what="API token",
    ),
    named(
        "Alpaca", mixed(40), "https://docs.alpaca.markets/docs/authentication", what="secret key"
    ),
    named(
        "Tradier", mixed(28), "https://docs.tradier.com/docs/authentication", what="access token"
    ),
)
