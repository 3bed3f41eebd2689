"""Keys and tokens of services that log people in."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
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

_OKTA_URL = "https://developer.okta.com/docs/guides/create-an-api-token/main/"
_OKTA_REVOKE = "revoke the token in Okta under Security, API, Tokens"
_ORY_URL = "https://www.ory.com/docs/concepts/personal-access-token"
_NEAR = 160


def _accepts_near_okta(match: re.Match[bytes]) -> bool:
    """Tell whether Okta is named near a value that only its length and its zeros show."""
    around = match.string[max(0, match.start() - _NEAR) : match.end() + _NEAR].lower()
    return b"okta" in around and looks_issued_mixed(match)


RULES: tuple[Rule, ...] = (
    named(
        "Okta",
        Shape(rb"00[A-Za-z0-9_=-]{40}", ("00", *mixed(40).parts)),
        _OKTA_URL,
        what="API token",
        revoke=_OKTA_REVOKE,
    ),
    vendor_rule(
        "okta-ssws-token",
        vendor="Okta",
        title="Okta API token in a request header",
        url=_OKTA_URL,
        revoke=_OKTA_REVOKE,
        anchors=(b"ssws",),
        pattern=(
            rb"(?<![A-Za-z])SSWS[ :=]{1,3}(?P<secret>(?P<public>)00[A-Za-z0-9_=-]{40})"
            rb"(?![A-Za-z0-9_=-])"
        ),
        accepts=looks_issued,
        examples=(Sample(("Authorization: SSWS 00", *mixed(40).parts)),),
        counter_examples=(
            Sample(("Authorization: SSWS {{api_token}}",)),
            Sample(("Authorization: SSWS 00", "x" * 40)),
        ),
    ),
    vendor_rule(
        "okta-bare-token",
        vendor="Okta",
        title="Okta API token near Okta's name",
        url=_OKTA_URL,
        revoke=_OKTA_REVOKE,
        anchors=(b"okta",),
        pattern=(
            rb"(?P<secret>(?P<public>00)(?<![A-Za-z0-9_+/=-]00)[A-Za-z0-9_-]{40})"
            rb"(?![A-Za-z0-9_+/=-])"
        ),
        accepts=_accepts_near_okta,
        examples=(
            Sample(("https://acme.okta.com/api/v1\n  default = '00", *mixed(40).parts, "'")),
        ),
        counter_examples=(
            Sample(("https://acme.okta.com 00", "x" * 40)),
            Sample(("a digest: 00", *mixed(40).parts)),
            Sample(("okta user 00", *mixed(18).parts)),
        ),
    ),
    named(
        "Okta",
        Shape(rb"(?:[A-Za-z0-9_-]{64}|[A-Za-z0-9_-]{40})", mixed(64).parts),
        "https://developer.okta.com/docs/guides/client-secret-rotation-key/main/",
        what="client secret",
        revoke="rotate the secret in Okta under the application's credentials",
        accepts=looks_issued_mixed,
    ),
    named(
        "Auth0",
        mixed(64, also=b"_-"),
        "https://auth0.com/docs/get-started/applications/rotate-client-secret",
        what="client secret",
        revoke="rotate the secret in Auth0 under the application's settings",
        accepts=looks_issued_mixed,
    ),
    named(
        "Clerk",
        Shape(rb"sk_(?:live|test)_[A-Za-z0-9]{32,64}", ("sk", "_live_", *mixed(42).parts)),
        "https://clerk.com/docs/guides/development/clerk-environment-variables",
        what="secret key",
        revoke="replace the key in the Clerk dashboard under API keys",
    ),
    marked(
        "Clerk",
        ("ak_live_", "ak_test_", "mch_", "clerk_api_"),
        mixed(32, 64),
        "https://clerk.com/docs/guides/development/machine-auth/api-keys",
        what="API key",
    ),
    vendor_rule(
        "authkit-workos-key",
        vendor="WorkOS",
        title="WorkOS API key",
        url="https://workos.com/docs/reference/api-keys",
        revoke="replace the key in the WorkOS dashboard under API Keys",
        # Base64 of key_, which every key of WorkOS begins with.
        anchors=(b"_a2v5x",),
        pattern=prefixed(rb"sk_(?:live|test)_", rb"a2V5X[A-Za-z0-9+/]{40,120}={0,2}"),
        accepts=looks_issued,
        examples=(Sample(("WORKOS_API_KEY=sk", "_live_", "a2V5X", *mixed(64).parts)),),
        counter_examples=(
            Sample(("sk", "_live_", "a2V5X", "x" * 60)),
            Sample(("sk", "_live_", "a2V5X...")),
        ),
    ),
    marked(
        "Stytch",
        ("secret-live-", "secret-test-"),
        Shape(rb"[A-Za-z0-9_-]{30,60}={0,2}", mixed(36).parts),
        "https://stytch.com/docs/api/authentication",
        what="secret",
        revoke="rotate the secret in the Stytch dashboard under API keys",
        accepts=looks_issued_mixed,
    ),
    named(
        "Stytch",
        Shape(rb"[A-Za-z0-9_-]{47}=", (*mixed(47).parts, "=")),
        "https://stytch.com/docs/api/authentication",
        id="stytch-labelled-secret",
        what="secret",
        accepts=looks_issued_mixed,
    ),
    named(
        "FusionAuth",
        mixed(40, 64, b"_-"),
        "https://fusionauth.io/docs/apis/authentication",
        accepts=looks_issued_mixed,
    ),
    named(
        "Keycloak",
        Shape(rb"(?:%b|[A-Za-z0-9]{32})" % UUID.pattern, mixed(32).parts),
        "https://www.keycloak.org/docs/latest/server_admin/",
        names=("keycloak", "kc client"),
        what="client secret",
    ),
    named(
        "Duo",
        mixed(40),
        "https://duo.com/docs/adminapi",
        names=("duo", "duosecurity", "duo security"),
        what="secret key",
        accepts=looks_issued_mixed,
    ),
    named(
        "OneLogin",
        hexadecimal(64),
        "https://developers.onelogin.com/api-docs/2/getting-started/working-with-api-credentials",
        names=("onelogin", "one login"),
        what="client secret",
    ),
    named("Frontegg", UUID, "https://developers.frontegg.com/", what="API key"),
    named(
        "Descope",
        Shape(rb"K[23][A-Za-z0-9]{26,160}", ("K2", *mixed(64).parts)),
        "https://docs.descope.com/management/keys",
        what="management key",
    ),
    marked(
        "Authress",
        ("authress_", "scauth_", "sc_", "ext_"),
        Shape(
            rb"[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}",
            ("q7lmwx9tbz.r5kv.", "acc_nc8pdyf3js.", "ga6qeh1urt4hk2mw", "bnvpcz0ld9tq5syx"),
        ),
        "https://authress.io/knowledge-base/docs/authorization/service-clients",
        what="service client access key",
    ),
    marked(
        "Ory",
        (
            "ory_at_",
            "ory_rt_",
            "ory_ac_",
            "ory_st_",
            "ory_lo_",
            "ory_pat_",
            "ory_apikey_",
            "ory_wak_",
        ),
        Shape(rb"[A-Za-z0-9_-]{24,60}(?:\.[A-Za-z0-9_-]{30,60})?", mixed(32).parts),
        _ORY_URL,
        what="token",
    ),
    named(
        "Zitadel",
        mixed(60, 90, b"_-"),
        "https://zitadel.com/docs/guides/integrate/service-users/personal-access-token",
        what="personal access token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Logto",
        mixed(21, 64),
        "https://docs.logto.io/integrate-logto/interact-with-management-api",
        what="app secret",
        accepts=looks_issued_mixed,
    ),
    named(
        "Kinde",
        mixed(40, 64),
        "https://docs.kinde.com/developer-tools/kinde-api/",
        what="client secret",
        accepts=looks_issued_mixed,
    ),
    named("PropelAuth", hexadecimal(96), "https://docs.propelauth.com/reference/backend-apis/"),
    named(
        "Authentik",
        mixed(60, 128),
        "https://docs.goauthentik.io/developer-docs/api/",
        what="API token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Magic",
        Shape(
            rb"sk_(?:live|test)_[0-9A-F]{16}", ("s", "k_live_", "4F7A19C0B2E8D653"), strong=False
        ),
        "https://magic.link/docs/authentication/features/",
        names=("magic link", "magic secret", "magic api"),
        what="secret key",
    ),
    marked(
        "Unkey",
        ("unkey_",),
        mixed(20, 48),
        "https://www.unkey.com/docs/security/root-keys",
        what="root key",
    ),
    named(
        "SailPoint",
        hexadecimal(64),
        "https://developer.sailpoint.com/docs/api/authentication/",
        what="client secret",
    ),
    named(
        "Teleport",
        hexadecimal(32),
        "https://goteleport.com/docs/reference/join-methods/",
        names=("teleport join", "teleport auth", "tctl"),
        what="token",
        accepts=is_named_plainly,
    ),
    marked(
        "Intra 42",
        ("s-s4t2ud-", "s-s4t2af-"),
        hexadecimal(64),
        "https://api.intra.42.fr/apidoc",
        what="client secret",
    ),
    named("Rownd", hexadecimal(48), "https://docs.rownd.com/", what="app secret"),
    named(
        "Cognito",
        lower(50, 53),
        "https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-client-apps.html",
        what="client secret",
    ),
)
