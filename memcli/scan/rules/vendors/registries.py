"""Tokens of package registries."""

import re

from memcli.scan.adjudicate import Asks, is_plausible
from memcli.scan.model import Rule, Sample, compiled
from memcli.scan.rules.building import apart, prefixed, vendor_rule
from memcli.scan.rules.checks import decoded_base64, has_crc32
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

_NPM_URL = "https://docs.npmjs.com/about-access-tokens"
_NPM_REVOKE = "revoke the token on npmjs.com under Access Tokens"
_RANDOM_UUID = rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB].*"
_PARTS = "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J"
# A macaroon's identifier of PyPI: its type, its length, and a UUID as text.
_PYPI_IDENTIFIER = rb"(?:CJ|IkN|IkM|JD)"
_PYPI_SHORTEST = 100


def _accepts_npm(match: re.Match[bytes]) -> bool:
    return has_crc32(match["secret"][len(match["public"]) :]) or looks_issued(match)


def _accepts_npm_legacy(match: re.Match[bytes]) -> bool:
    """Tell whether the UUID is random, or stands behind the name of a registry."""
    is_random = compiled(_RANDOM_UUID).fullmatch(match["secret"]) is not None
    return looks_issued(match) and (is_random or match["host"] is not None)


def _accepts_npm_basic(match: re.Match[bytes]) -> bool:
    decoded = decoded_base64(match["secret"])
    return (
        decoded is not None
        and decoded.isascii()
        and is_plausible(decoded.rpartition(b":")[2], after=b"", asks=Asks.PASSWORD)
    )


def _accepts_pypi(match: re.Match[bytes]) -> bool:
    value = match["secret"][len(match["public"]) :]
    starts_well = compiled(_PYPI_IDENTIFIER).match(value) is not None
    return looks_issued(match) and (not starts_well or len(value) >= _PYPI_SHORTEST)


def _accepts_nuget_password(match: re.Match[bytes]) -> bool:
    return is_plausible(match["secret"], after=b"", asks=Asks.PASSWORD)


RULES: tuple[Rule, ...] = (
    vendor_rule(
        "npm-access-token",
        vendor="npm",
        title="npm access token",
        why="Whoever reads it can install private packages, or publish as its owner.",
        url=_NPM_URL,
        revoke=_NPM_REVOKE,
        anchors=(b"npm_",),
        pattern=prefixed(rb"npm_", rb"[A-Za-z0-9]{36}"),
        accepts=_accepts_npm,
        examples=(
            Sample(
                (
                    "//registry.example.org/:_authToken=np",
                    "m_q7LmWx9TbZr5KvNc",
                    *_PARTS[1:2],
                    "Rt4H",
                )
            ),
            Sample(("key_np", "m_q7LmWx9TbZr5KvNc", *_PARTS[1:2], "Rt4H_prod")),
        ),
        counter_examples=(
            Sample(("np", "m_", "x" * 36)),
            Sample(("npm_config_registry=https://registry.example.org/",)),
            Sample(("np", "m_q7LmWx9TbZr5KvNc", "...")),
        ),
    ),
    vendor_rule(
        "npm-legacy-token",
        vendor="npm",
        title="npm legacy or private registry token",
        url=_NPM_URL,
        revoke=_NPM_REVOKE,
        anchors=(b"_authtoken", b"npm_token", b"npm token", b"npm_auth"),
        pattern=(
            rb"(?i:(?P<host>//[\w.:/-]{3,120}/:)?_authToken|npm[_ ](?:auth[_ ]?)?token)"
            rb"[\"'`*]{0,3} {0,3}[=:]?[ *]{0,3}[\"'`]?"
            rb"(?P<secret>(?P<public>)[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})"
            rb"(?![A-Za-z0-9-])"
        ),
        accepts=_accepts_npm_legacy,
        examples=(
            Sample(("//npm.example.org/:_authToken=8f14e45f", "-ceea-167d-9b1c-", "0242ac130003")),
            Sample(('export NPM_TOKEN="8f14e45f', "-ceea-467d-9b1c-", '0242ac130003"')),
        ),
        counter_examples=(
            Sample(("_authToken=8f14e45f", "-ceea-11ed-9b1c-", "0242ac130003")),
            Sample(("//npm.example.org/:_authToken=${NPM_TOKEN}",)),
        ),
    ),
    vendor_rule(
        "npm-basic-auth",
        vendor="npm",
        title="user name and password of a registry in .npmrc",
        url="https://docs.npmjs.com/cli/configuring-npm/npmrc",
        revoke="change the password at the registry",
        anchors=(b"_auth", b"_password"),
        pattern=(
            rb"(?<![A-Za-z0-9])(?:_auth|_password)[\"']? {0,3}[=:] {0,3}[\"']?"
            rb"(?P<secret>(?P<public>)[A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])"
        ),
        accepts=_accepts_npm_basic,
        strong=False,
        examples=(
            Sample(("//npm.example.org/:_auth=", "Y2k6UTdsb", "Vd4OVRiWnI1")),
            Sample(('_password="', "UTdsbVd4OVR", 'iWnI1S3ZOYw=="')),
        ),
        counter_examples=(
            Sample(("_auth=${NPM_AUTH}",)),
            Sample(("_password=base64password",)),
        ),
    ),
    vendor_rule(
        "pypi-api-token",
        vendor="PyPI",
        title="PyPI API token",
        why="Whoever reads it can publish releases of its owner's packages.",
        url="https://warehouse.pypa.io/development/token-scanning.html",
        revoke="remove the token on PyPI under Account settings, API tokens",
        anchors=(b"pypi-age",),
        # The macaroon begins with the host of the index or of its test.
        pattern=(
            rb"(?P<secret>(?P<public>pypi-(?:AgEIcHlwaS5vcmc|AgENdGVzdC5weXBpLm9yZw))"
            rb"%b%b[A-Za-z0-9_-]{50,1000})(?![A-Za-z0-9])"
            % (apart(b"pypi-AgEIcHlwaS5vcmc"), apart(b"pypi-AgENdGVzdC5weXBpLm9yZw"))
        ),
        accepts=_accepts_pypi,
        examples=(
            Sample(
                (
                    *("TWINE_PASSWORD=py", "pi-AgEIcHlw", "aS5vcmcCJDU3OTM1", "MjliLWIyYTYtNDEw"),
                    *("OC05NzRkLTM0MjNi", "NmEwNWIzYgACF1sx", *_PARTS, *_PARTS[:2]),
                )
            ),
            Sample(("py", "pi-AgENdGVz", "dC5weXBpLm9yZw", *_PARTS)),
        ),
        counter_examples=(
            Sample(("py", "pi-AgEIcHlw", "aS5vcmc", "x" * 60)),
            Sample(("py", "pi-AgEIcHlw", "aS5vcmcCJ...")),
        ),
    ),
    marked(
        "RubyGems",
        ("rubygems_",),
        hexadecimal(48)._replace(pattern=rb"[A-Za-z0-9]{48}"),
        "https://guides.rubygems.org/api-key-scopes/",
        revoke="delete the key on RubyGems.org under API keys",
    ),
    named(
        "RubyGems",
        hexadecimal(32),
        "https://guides.rubygems.org/rubygems-org-api/",
        id="rubygems-legacy-api-key",
        names=("rubygems", "gem host", "gem push"),
    ),
    vendor_rule(
        "crates-io-token",
        vendor="crates.io",
        title="crates.io API token",
        url="https://doc.rust-lang.org/cargo/reference/publishing.html",
        revoke="revoke the token on crates.io under API Tokens",
        anchors=(b"cio",),
        pattern=prefixed(rb"cio", rb"[A-Za-z0-9]{32}"),
        accepts=looks_issued_mixed,
        examples=(
            Sample(("cargo login ci", "oq7LmWx9TbZr5KvNc", *_PARTS[1:2])),
            Sample(('token = "ci', "oRt4Hk2MwBnVpCz0L", _PARTS[3], '"')),
        ),
        counter_examples=(
            Sample(("ci", "o", "x" * 32)),
            Sample(("fascinatingspecioq7LmWx9TbZr5KvNc", *_PARTS[1:2])),
            Sample(("ci", "oAbstractFactoryForSerializers1")),
        ),
    ),
    named(
        "crates.io",
        mixed(32),
        "https://doc.rust-lang.org/cargo/reference/publishing.html",
        id="crates-io-legacy-token",
        names=("crates io", "cargo registry", "cargo registries"),
        what="token",
        accepts=looks_issued_mixed,
    ),
    marked(
        "NuGet",
        ("oy2",),
        lower(43),
        "https://learn.microsoft.com/nuget/nuget-org/publish-a-package",
        revoke="delete the key on nuget.org, or in the PowerShell Gallery, under API Keys",
    ),
    named(
        "NuGet",
        lower(46),
        "https://learn.microsoft.com/nuget/nuget-org/publish-a-package",
        id="nuget-labelled-api-key",
        names=("nuget", "powershell gallery", "psgallery"),
    ),
    vendor_rule(
        "nuget-config-password",
        vendor="NuGet",
        title="password of a package source in NuGet.config",
        url="https://learn.microsoft.com/nuget/reference/nuget-config-file",
        revoke="change the password at the package source",
        anchors=(b"cleartextpassword", b'key="password"'),
        pattern=(
            rb"(?i:<add {1,4}key=[\"'](?:ClearText)?Password[\"']\s{1,8}value=[\"'])"
            rb"(?P<secret>(?P<public>)[^\"'<>\r\n]{6,200})[\"']"
        ),
        accepts=_accepts_nuget_password,
        strong=False,
        examples=(Sample(('<add key="ClearTextPass', 'word" value="', 'q7LmWx9TbZr5" />')),),
        counter_examples=(
            Sample(('<add key="ClearTextPassword" value="%NUGET_PASSWORD%" />',)),
            Sample(('<add key="ClearTextPassword" value="your-password" />',)),
        ),
    ),
    marked(
        "Clojars",
        ("CLOJARS_",),
        Shape(rb"[a-z0-9]{60}", (*hexadecimal(48).parts, "7a19c0b2e8d6")),
        "https://github.com/clojars/clojars-web/wiki/Deploy-Tokens",
        what="deploy token",
        revoke="disable the token on Clojars under Deploy Tokens",
    ),
    named(
        "Hex",
        hexadecimal(32),
        "https://hex.pm/docs/publish",
        names=("hex pm", "hexpm", "hex api"),
    ),
    named(
        "Maven Central",
        mixed(40, 64, b"+/"),
        "https://central.sonatype.org/publish/generate-portal-token/",
        names=("sonatype", "ossrh", "maven central", "central portal"),
        what="user token",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Packagist",
        ("packagist_ort_", "packagist_oat_", "packagist_uut_", "packagist_out_", "packagist_ack_"),
        hexadecimal(68),
        "https://packagist.com/docs/composer-authentication",
        what="token",
    ),
    named(
        "Packagist",
        Shape(rb"(?:[0-9a-f]{20}|[A-Za-z0-9]{20}|[0-9a-f]{60,68})", mixed(20).parts),
        "https://packagist.org/apidoc",
        id="packagist-labelled-api-token",
        what="API token",
    ),
    marked(
        "JSR",
        ("jsrp_", "jsrd_", "jsrw_"),
        mixed(40, 64, b"_-"),
        "https://jsr.io/docs/publishing-packages",
        what="token",
    ),
    marked(
        "Open VSX",
        ("ovsxp_", "ovsxat_"),
        Shape(rb"(?:%b|[A-Za-z0-9_-]{32,64})" % UUID.pattern, UUID.parts),
        "https://github.com/eclipse/openvsx/wiki/Publishing-Extensions",
        what="access token",
    ),
    named(
        "Open VSX",
        UUID,
        "https://github.com/eclipse/openvsx/wiki/Publishing-Extensions",
        id="open-vsx-labelled-token",
        names=("open vsx", "ovsx"),
        what="token",
    ),
    named(
        "Anaconda",
        Shape(rb"(?:[a-z]{2}-)?%b" % UUID.pattern, ("an-", *UUID.parts)),
        "https://www.anaconda.com/docs/tools/anaconda-org/user-guide/work-with-accounts",
        names=("anaconda", "conda"),
        what="token",
    ),
    named(
        "LuaRocks",
        mixed(40),
        "https://github.com/luarocks/luarocks/wiki/upload",
    ),
    named(
        "CocoaPods",
        hexadecimal(32),
        "https://guides.cocoapods.org/making/getting-setup-with-trunk.html",
        names=("cocoapods",),
        what="trunk token",
    ),
    named(
        "pub.dev",
        mixed(40, 60, b"_-"),
        "https://dart.dev/tools/pub/automated-publishing",
        names=("pub dev",),
        what="token",
        accepts=looks_issued_mixed,
    ),
)
