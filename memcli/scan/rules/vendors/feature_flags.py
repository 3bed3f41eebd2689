"""Keys of services that switch features and run experiments."""

import re

from memcli.scan.model import Rule, Sample, compiled
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

_LAUNCHDARKLY_URL = "https://launchdarkly.com/docs/home/account/api"
_LAUNCHDARKLY_NAMES = ("launchdarkly", "launch darkly", "ld sdk", "ld api")
_LAUNCHDARKLY = rb"(?i)launch ?darkly|(?<![A-Za-z])ld[_-]"
_NEAR = 120


def _accepts_launchdarkly(match: re.Match[bytes]) -> bool:
    """Tell whether the key is random and, where it could be a name, near the vendor's."""
    around = match.string[max(0, match.start() - _NEAR) : match.end() + _NEAR]
    is_sure = match["public"] == b"sdk-" or compiled(_LAUNCHDARKLY).search(around) is not None
    return is_sure and looks_issued(match)


RULES: tuple[Rule, ...] = (
    # The client-side id and the mobile key are for everyone to read.
    vendor_rule(
        "launchdarkly-sdk-key",
        vendor="LaunchDarkly",
        title="LaunchDarkly server-side SDK, relay or API key",
        url=_LAUNCHDARKLY_URL,
        revoke="reset the key in LaunchDarkly under the environment's, or your account's, settings",
        anchors=(b"sdk-", b"api-", b"rel-"),
        pattern=(
            rb"(?P<secret>(?P<public>(?:sdk|api|rel)-)(?<![A-Za-z0-9_-].{4})[0-9a-f]{8}-[0-9a-f]{4}"
            rb"-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(?![A-Za-z0-9_-])"
        ),
        accepts=_accepts_launchdarkly,
        examples=(
            Sample(("LD_SDK_KEY=sd", "k-8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
            Sample(("LaunchDarkly: ap", "i-8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        ),
        counter_examples=(
            Sample(("sd", "k-00000000", "-0000-0000-0000-", "000000000000")),
            Sample(("LaunchDarkly my-ap", "i-8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
            Sample(("the machine ap", "i-8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
            Sample(("LaunchDarkly ap", "i-8f14e45f", "-ceea-167d-9b1c-", "0242ac130003")),
        ),
    ),
    named(
        "LaunchDarkly",
        Shape(
            rb"(?!(?:sdk|api|rel|mob)-)[a-z0-9=_-]{40}",
            ("q7lmwx9tbzr5kvnc", "8pdyf3jsga6qeh1u", "rt4hk2mw"),
        ),
        _LAUNCHDARKLY_URL,
        names=_LAUNCHDARKLY_NAMES,
        what="access token",
    ),
    named(
        "LaunchDarkly",
        UUID,
        _LAUNCHDARKLY_URL,
        id="launchdarkly-labelled-key",
        names=_LAUNCHDARKLY_NAMES,
        what="key",
    ),
    named(
        "Statsig",
        Shape(rb"(?:secret|console)-[A-Za-z0-9]{30,48}", ("sec", "ret-", *mixed(43).parts)),
        "https://docs.statsig.com/guides/sdk-keys",
        what="server secret key",
    ),
    named(
        "Split",
        mixed(36, 60),
        "https://help.split.io/hc/en-us/articles/360019916211-API-keys",
        names=("split io", "splitio", "split sdk", "split api"),
        accepts=is_named_plainly,
    ),
    marked(
        "Flagsmith",
        ("ser.",),
        mixed(22),
        "https://docs.flagsmith.com/clients/server-side",
        what="server-side environment key",
        accepts=looks_issued_mixed,
    ),
    named(
        "Flagsmith",
        Shape(rb"(?:[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}|[0-9a-f]{40})", hexadecimal(40).parts),
        "https://docs.flagsmith.com/clients/rest",
        what="API key",
    ),
    named(
        "Optimizely",
        Shape(
            rb"(?:2:[A-Za-z0-9_-]{40,60}|[A-Za-z0-9:-]{54})",
            ("2:", *mixed(52).parts),
        ),
        "https://docs.developers.optimizely.com/web-experimentation/docs/rest-api-getting-started",
        what="API token",
    ),
    marked(
        "ConfigCat",
        ("configcat-sdk-1/",),
        Shape(
            rb"[A-Za-z0-9_-]{22}/[A-Za-z0-9_-]{22}",
            ("q7LmWx9TbZr5KvNc", "8PdYf3/", "Rt4Hk2MwBnVpCz0L", "d9Tq5S"),
        ),
        "https://configcat.com/docs/advanced/public-api/",
        what="SDK key",
    ),
    named(
        "ConfigCat",
        Shape(
            rb"[A-Za-z0-9_-]{22}/[A-Za-z0-9_-]{22}",
            ("q7LmWx9TbZr5KvNc", "8PdYf3/", "Rt4Hk2MwBnVpCz0L", "d9Tq5S"),
        ),
        "https://configcat.com/docs/sdk-reference/overview/",
        id="configcat-legacy-sdk-key",
        what="SDK key",
    ),
    marked(
        "DevCycle",
        ("dvc_server_",),
        mixed(24, 80, b"_"),
        "https://docs.devcycle.com/essentials/keys",
        what="server SDK key",
    ),
    vendor_rule(
        "unleash-api-token",
        vendor="Unleash",
        title="Unleash API token",
        url="https://docs.getunleash.io/reference/api-tokens-and-client-keys",
        revoke="delete the token in Unleash under Admin, API access",
        anchors=(b":development.", b":production.", b":default.", b":*.", b":staging.", b":test."),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9_-])(?:\*|\[\]|[A-Za-z0-9_-]{1,40})"
            rb":(?:\*|default|development|production|staging|test)\.[0-9a-f]{48,64})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("default:develop", "ment.", "4f7a19c0b2e8d653", *hexadecimal(64).parts[1:])),
            Sample(("*:prod", "uction.", *hexadecimal(56).parts)),
        ),
        counter_examples=(
            Sample(("default:development.unleash-insecure-api-token",)),
            Sample(("*:production.", "0" * 56)),
        ),
    ),
    marked(
        "GrowthBook",
        ("secret_admin_", "secret_user_", "secret_readonly_"),
        mixed(20, 60),
        "https://docs.growthbook.io/api-overview",
        what="secret key",
    ),
    named(
        "VWO",
        hexadecimal(64),
        "https://developers.vwo.com/reference/authentication",
        names=("vwo",),
        what="API token",
    ),
)
