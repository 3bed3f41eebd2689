"""Keys of payment processors."""

import re

from memcli.scan.adjudicate import is_filler
from memcli.scan.model import Effect, Rule, Sample
from memcli.scan.rules.building import labelled, prefixed, vendor_rule
from memcli.scan.rules.checks import entropy
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

_STRIPE_URL = "https://docs.stripe.com/keys"
_STRIPE_REVOKE = "roll the key in the Stripe dashboard, under Developers, API keys"
_SQUARE_URL = "https://developer.squareup.com/docs/build-basics/access-tokens"
_FLUTTERWAVE_URL = "https://developer.flutterwave.com/docs/authentication"
_PAYPAL_URL = "https://developer.paypal.com/api/rest/authentication/"
_MIN_ENTROPY = 2.5


def _accepts_stripe(match: re.Match[bytes]) -> bool:
    """Without words: one key in forty of the shortest ones holds no digit."""
    value = match["secret"][len(match["public"]) :]
    is_words = value.isalpha() and (value.islower() or value.isupper())
    return looks_issued(match) or (
        not is_words and entropy(value) >= _MIN_ENTROPY and not is_filler(value)
    )


def _accepts_mollie(match: re.Match[bytes]) -> bool:
    """Leave the keys of others that have a kind in front: pk_live_, sk_test_."""
    before = match.string[: match.start()][-3:]
    return not before.endswith(b"k_") and looks_issued_mixed(match)


RULES: tuple[Rule, ...] = (
    vendor_rule(
        "stripe-secret-key",
        vendor="Stripe",
        title="Stripe secret or restricted key",
        why="Whoever reads it can move money and read customers' data in the Stripe account.",
        url=_STRIPE_URL,
        revoke=_STRIPE_REVOKE,
        anchors=(b"k_live_", b"k_test_", b"k_prod_"),
        pattern=prefixed(rb"[sr]k_(?:live|test|prod)_", rb"[A-Za-z0-9]{10,250}"),
        accepts=_accepts_stripe,
        # The oldest keys have 60 bits.
        strong=False,
        examples=(
            Sample(("sk", "_live_", "q7LmWx9TbZr5", "KvNc8PdYf3Js")),
            Sample(("STRIPE=rk", "_test_", "51Hk4Mw2VpCz", "8LdTq5SyXg9K", "hRm3JfWa7ZeU")),
        ),
        counter_examples=(
            Sample(("sk", "_test_", "placeholder")),
            Sample(("sk", "_live_", "x" * 24)),
            Sample(("pk", "_live_", "q7LmWx9TbZr5", "KvNc8PdYf3Js")),
            Sample(("task", "_live_", "q7LmWx9TbZr5", "KvNc8PdYf3Js")),
        ),
    ),
    marked(
        "Stripe",
        ("whsec_",),
        mixed(24, 64, b"+/="),
        "https://docs.stripe.com/webhooks/signature",
        what="webhook signing secret",
        revoke="roll the secret of the webhook endpoint in the Stripe dashboard",
    ),
    marked(
        "Square",
        ("sq0csp-",),
        mixed(43, None, b"_-"),
        _SQUARE_URL,
        what="application secret",
        revoke="replace the secret in the Square developer console, under OAuth",
    ),
    marked(
        "Square",
        ("sq0atp-",),
        mixed(22, None, b"_-"),
        _SQUARE_URL,
        what="personal access token",
        revoke="replace the token in the Square developer console, under Credentials",
    ),
    marked(
        "Square",
        ("sq0idp-",),
        mixed(22, None, b"_-"),
        _SQUARE_URL,
        what="application id",
    )._replace(effect=Effect.WARN),
    marked(
        "Square",
        ("EAAA",),
        Shape(rb"[A-Za-z0-9_-]{22,64}", mixed(60).parts),
        _SQUARE_URL,
        what="access token",
        revoke="replace the token in the Square developer console, under Credentials",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Braintree",
        ("access_token$production$", "access_token$sandbox$"),
        Shape(rb"[0-9a-z]{16}\$[0-9a-f]{32}", ("q7lmwx9tbzr5kvnc", "$", *hexadecimal(32).parts)),
        "https://developer.paypal.com/braintree/articles/control-panel/important-gateway-credentials",
        what="access token",
        revoke="delete the connection in the Braintree control panel",
    ),
    marked(
        "Razorpay",
        ("rzp_live_", "rzp_test_"),
        Shape(rb"[A-Za-z0-9]{14}", ("q7LmWx9TbZr5Kv",), strong=False),
        "https://razorpay.com/docs/api/authentication/",
        what="key id",
        revoke="regenerate the key in the Razorpay dashboard, under Account and settings",
    ),
    marked(
        "Paddle",
        ("pdl_live_apikey_", "pdl_sdbx_apikey_"),
        Shape(
            rb"[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}",
            (*lower(26).parts, "_q7LmWx9TbZr5KvNc", "8PdYf3_Js1"),
        ),
        "https://developer.paddle.com/api-reference/about/authentication",
        revoke="revoke the key in Paddle under Developer tools, Authentication",
    ),
    marked(
        "Paddle",
        ("pdl_ntfset_",),
        Shape(rb"[a-z0-9]{26}_[A-Za-z0-9+/]{32}", (*lower(26).parts, "_", *mixed(32).parts)),
        "https://developer.paddle.com/webhooks/signature-verification",
        what="webhook secret",
    ),
    marked(
        "Flutterwave",
        ("FLWSECK_TEST-", "FLWSECK-"),
        Shape(
            rb"(?:[0-9a-h]{12}|[0-9a-f]{32}-X|[0-9a-z]{32}(?:-[0-9a-z]{11,13}vt)?-X)",
            (*hexadecimal(32).parts, "-X"),
        ),
        _FLUTTERWAVE_URL,
        what="secret key",
        revoke="regenerate the keys in the Flutterwave dashboard, under Settings, API",
    ),
    marked(
        "Flutterwave",
        ("FLWPUBK_TEST-", "FLWPUBK-"),
        Shape(rb"[0-9a-z]{32}(?:-[0-9a-z]{11,13}vt)?-X", (*hexadecimal(32).parts, "-X")),
        _FLUTTERWAVE_URL,
        what="public key",
    )._replace(effect=Effect.WARN),
    marked(
        "Paystack",
        ("sk_live_", "sk_test_"),
        hexadecimal(40),
        "https://paystack.com/docs/api/authentication/",
        what="secret key",
    ),
    marked(
        "GoCardless",
        ("live_",),
        Shape(rb"(?=[A-Za-z0-9_=-]{0,39}[0-9])[A-Za-z0-9_=-]{40}", mixed(40).parts),
        "https://developer.gocardless.com/api-reference/#api-usage-authentication",
        what="access token",
        revoke="delete the token in the GoCardless dashboard, under Developers",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Mollie",
        ("live_", "test_"),
        mixed(30),
        "https://docs.mollie.com/reference/authentication",
        revoke="reset the key in the Mollie dashboard, under Developers, API keys",
        accepts=_accepts_mollie,
    ),
    marked(
        "Checkout.com",
        ("sk_sbox_", "sk_"),
        Shape(rb"[a-z2-7]{26}[a-z2-7*#$=]", ("q7lmwx2tbzr5kvnc", "6pdyf3jsga6")),
        "https://www.checkout.com/docs/developer-resources/api/manage-api-keys",
        what="secret key",
    ),
    marked(
        "Checkout.com",
        ("sk_test_", "sk_"),
        UUID,
        "https://www.checkout.com/docs/developer-resources/api/manage-api-keys",
        id="checkout-com-classic-key",
        what="classic secret key",
    ),
    marked(
        "Adyen",
        ("AQE",),
        Shape(
            rb"[A-Za-z0-9+/]{20,60}\.[A-Za-z0-9+/=]{20,120}",
            ("q7LmWx9TbZr5KvNc", "8PdYf3JsGa6Q.", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyX"),
        ),
        "https://docs.adyen.com/development-resources/api-credentials/",
        revoke="generate a new API key in the Adyen Customer Area, under API credentials",
    ),
    marked(
        "Pagar.me",
        ("ak_live_", "ak_test_"),
        mixed(30),
        "https://docs.pagar.me/docs/autenticacao",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Xendit",
        ("xnd_production_", "xnd_development_"),
        mixed(30, 80),
        "https://docs.xendit.co/docs/api-keys",
        what="secret key",
    ),
    marked(
        "Midtrans",
        ("Mid-server-", "SB-Mid-server-"),
        mixed(24, None, b"_-"),
        "https://docs.midtrans.com/docs/api-authorization-headers",
        what="server key",
    ),
    marked(
        "Omise",
        ("skey_test_", "skey_"),
        Shape(rb"[0-9a-z]{19}", ("q7lmwx9tbzr5kvnc", "8pd")),
        "https://docs.omise.co/api-authentication",
        what="secret key",
    ),
    marked(
        "Mercado Pago",
        ("APP_USR-",),
        Shape(
            rb"[0-9]{12,20}-[0-9]{6}-[0-9a-f]{32}-[0-9]{6,10}",
            ("7309128455615512-", "080394-", *hexadecimal(32).parts, "-73091284"),
        ),
        "https://www.mercadopago.com/developers/en/docs/your-integrations/credentials",
        what="access token",
    ),
    marked(
        "SumUp",
        ("sup_sk_",),
        mixed(32),
        "https://developer.sumup.com/api/authentication",
    ),
    marked(
        "Chargebee",
        ("live_", "test_"),
        Shape(
            rb"(?=[A-Za-z0-9]{0,34}[0-9])[A-Za-z0-9]{32}cd[A-Za-z0-9]{0,2}",
            (*mixed(32).parts, "cd"),
        ),
        "https://apidocs.chargebee.com/docs/api/auth",
        accepts=looks_issued_mixed,
    ),
    marked(
        "RevenueCat",
        ("sk_",),
        Shape(rb"(?=[A-Za-z]{0,31}[0-9])(?=[a-z0-9]{0,31}[A-Z])[A-Za-z0-9]{32}", mixed(32).parts),
        "https://www.revenuecat.com/docs/projects/authentication",
        what="secret key",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Polar",
        ("polar_oat_", "polar_pat_", "polar_whs_"),
        mixed(36, 60, b"_-"),
        "https://docs.polar.sh/api-reference/introduction",
        what="access token",
    ),
    vendor_rule(
        "paypal-client-secret",
        vendor="PayPal",
        title="PayPal client secret",
        why="Whoever reads it can take payments and refunds in the PayPal account.",
        url=_PAYPAL_URL,
        revoke="add a new secret in the PayPal developer dashboard and disable the old one",
        anchors=(b"paypal",),
        pattern=labelled(rb"paypal", rb"E[A-Za-z0-9_-]{59,79}|[A-Za-z0-9_-]{80}"),
        accepts=looks_issued,
        examples=(Sample(("PAYPAL_CLIENT_SECRET=E", *mixed(63).parts)),),
        counter_examples=(
            Sample(("PAYPAL_CLIENT_SECRET=E", "x" * 63)),
            Sample(
                ("PAYPAL_CLIENT_SECRET=put-the-secret-of-the-app-from-the-dashboard-here-as-it-is",)
            ),
        ),
    ),
    named(
        "GoCardless",
        Shape(rb"(?:live|sandbox)_[A-Za-z0-9_=-]{40}", ("live", "_", *lower(40).parts)),
        "https://developer.gocardless.com/api-reference/#api-usage-authentication",
        what="labelled access token",
    ),
    named(
        "Braintree",
        hexadecimal(32),
        "https://developer.paypal.com/braintree/articles/control-panel/important-gateway-credentials",
        what="private key",
    ),
    named(
        "Razorpay", mixed(24), "https://razorpay.com/docs/api/authentication/", what="key secret"
    ),
    named(
        "Authorize.Net",
        mixed(16),
        "https://developer.authorize.net/api/reference/index.html",
        names=("authorize net", "authnet"),
        what="transaction key",
    ),
    named(
        "Lemon Squeezy",
        Shape(
            rb"eyJ0eXAiOiJKV1Qi[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{20,2000}\.[A-Za-z0-9_-]{40,1000}",
            (
                "eyJ0eXAi",
                "OiJKV1QiLCJhbGciOi",
                "JSUzI1NiJ9.",
                *mixed(60).parts,
                ".",
                *lower(60).parts,
            ),
        ),
        "https://docs.lemonsqueezy.com/api",
        names=("lemon squeezy",),
    ),
    named("Worldpay", UUID, "https://developer.worldpay.com/", what="service key"),
    named(
        "Paddle",
        hexadecimal(50),
        "https://developer.paddle.com/classic/api-reference/intro",
        id="paddle-classic-auth-code",
        what="auth code",
    ),
    named(
        "Payoneer",
        mixed(32, 64),
        "https://developer.payoneer.com/docs/mass-payouts-v4/authentication",
        what="client secret",
    ),
    named("Paymo", mixed(44), "https://github.com/paymoapp/api", names=("paymoapp", "paymo")),
    named(
        "Wepay",
        Shape(rb"(?:PRODUCTION|STAGE|TEST)_[0-9a-f]{64}", ("PRODUCTION_", *hexadecimal(64).parts)),
        "https://dev.wepay.com/guides/authentication",
        names=("wepay",),
        what="access token",
    ),
)
