"""Tokens of services that deploy and of those that run infrastructure as code."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    marked,
    mixed,
    named,
)


def _accepts_octopus(match: re.Match[bytes]) -> bool:
    value = match["secret"][len(match["public"]) :]
    digits = sum(byte in b"0123456789" for byte in value)
    return digits > 1 and looks_issued(match)


def _accepts_expo(match: re.Match[bytes]) -> bool:
    # "export TOKEN=" names no vendor.
    return not match[0].lower().startswith(b"export") and looks_issued_mixed(match)


RULES: tuple[Rule, ...] = (
    vendor_rule(
        "octopus-deploy-api-key",
        vendor="Octopus Deploy",
        title="Octopus Deploy API key",
        url="https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key",
        revoke="revoke the key in Octopus under My Profile, My API Keys",
        anchors=(b"api-",),
        pattern=(
            rb"(?P<secret>(?P<public>API-)(?<![A-Za-z0-9]API-)[A-Z0-9]{25,36})(?![A-Za-z0-9_-])"
        ),
        accepts=_accepts_octopus,
        examples=(
            Sample(("octopus: `AP", "I-Q7LMWX9TBZR5", "KVNC8PDYF3JSGA`")),
            Sample(('set apikey="AP', "I-RT4HK2MWBNVP", 'CZ0LD9TQ5SYX72"')),
        ),
        counter_examples=(
            Sample(("AP", "I-", "X" * 26)),
            Sample(("GSSAP", "I-VIRHEKAPSELOINTIMERKKIJONO.")),
            Sample(("gifs/ap", "i-q7lmwx9tbzr5kvnc8pdyf3jsga.gif")),
        ),
    ),
    named(
        "Spacelift",
        hexadecimal(64),
        "https://docs.spacelift.io/integrations/api",
        what="API key secret",
    ),
    named(
        "env0",
        mixed(24, 64, b"_-"),
        "https://docs.envzero.com/guides/integrations/api-keys",
        names=("env0", "envzero"),
        what="API key secret",
    ),
    named(
        "Argo CD",
        mixed(16),
        "https://argo-cd.readthedocs.io/en/stable/getting_started/",
        names=("argo cd", "argocd"),
        what="initial admin password",
        accepts=looks_issued_mixed,
    ),
    named(
        "Rundeck",
        mixed(32),
        "https://docs.rundeck.com/docs/manual/10-user.html",
        what="API token",
    ),
    marked(
        "Coder",
        ("coder_",),
        Shape(rb"[A-Za-z0-9]{10}-[A-Za-z0-9]{22}", ("q7LmWx9TbZ-", "8PdYf3JsGa6QeH1u", "Rt4Hk2")),
        "https://coder.com/docs/admin/users/sessions-tokens",
        what="session token",
    ),
    named(
        "Atlantis",
        hexadecimal(32),
        "https://www.runatlantis.io/docs/webhook-secrets",
        names=("atlantis webhook", "atlantis api"),
        what="secret",
    ),
    named(
        "DeployHQ",
        hexadecimal(40),
        "https://www.deployhq.com/support/api",
        names=("deployhq", "deploy hq"),
    ),
    named(
        "Buddy",
        UUID,
        "https://buddy.works/docs/api/getting-started/oauth2/introduction",
        names=("buddy works", "buddy api"),
        what="access token",
        accepts=is_named_plainly,
    ),
    named(
        "Appcircle",
        mixed(40, 120, b"_-"),
        "https://docs.appcircle.io/appcircle-api-and-cli/api-authentication",
        what="access token",
    ),
    named(
        "App Center",
        hexadecimal(40),
        "https://learn.microsoft.com/appcenter/api-docs/",
        names=("app center", "appcenter"),
        what="API token",
    ),
    named(
        "Expo",
        mixed(40, also=b"_-"),
        "https://docs.expo.dev/accounts/programmatic-access/",
        names=("expo", "eas build"),
        what="access token",
        accepts=_accepts_expo,
    ),
    marked(
        "Ionic",
        ("ion_",),
        mixed(42),
        "https://ionic.io/docs/appflow/personal-access-tokens",
        what="personal access token",
    ),
    named(
        "CodePush",
        mixed(37, also=b"_-"),
        "https://learn.microsoft.com/appcenter/distribution/codepush/",
        names=("code push", "codepush"),
        what="access key",
        accepts=looks_issued_mixed,
    ),
    named(
        "Appetize",
        Shape(rb"tok_[a-z0-9]{26}", ("tok", "_q7lmwx9tbzr5", "kvnc8pdyf3jsga")),
        "https://docs.appetize.io/rest-api",
        what="API token",
    ),
    named(
        "Chocolatey",
        UUID,
        "https://docs.chocolatey.org/en-us/create/commands/api-key/",
        names=("chocolatey", "choco"),
    ),
)
