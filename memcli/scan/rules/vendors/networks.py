"""Keys of private networks, tunnels and network devices."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    is_random,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_HEX_LINES = 4

WIREGUARD_KEY = vendor_rule(
    "wireguard-key",
    vendor="WireGuard",
    title="WireGuard private or preshared key",
    why="Whoever reads it can join the network in its owner's place.",
    url="https://www.wireguard.com/quickstart/",
    revoke="make a new key pair and give the peers the new public key",
    anchors=(b"privatekey", b"presharedkey", b"private_key", b"preshared_key", b"private key"),
    pattern=(
        rb"(?i:Private[ _]?Key|Preshared[ _]?Key)[\"'`*]{0,3}[ \t]{0,4}[:=][ \t\"'`*]{0,6}"
        rb"(?P<secret>(?P<public>)[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)(?![A-Za-z0-9+/=])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(("PrivateKey = ", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw", "BnA=")),
        Sample(("PresharedKey = ", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt6Hk4", "MwE=")),
    ),
    counter_examples=(
        Sample(("PublicKey = ", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw", "BnA=")),
        Sample(("PrivateKey = ", "x" * 42, "A=")),
        Sample(("PrivateKey = <your private key>",)),
    ),
)


def _accepts_static_key(match: re.Match[bytes]) -> bool:
    return is_random(match["body"])


OPENVPN_STATIC_KEY = vendor_rule(
    "openvpn-static-key",
    vendor="OpenVPN",
    title="OpenVPN static key",
    why="Whoever reads it can join the network, or try to.",
    url="https://openvpn.net/community-docs/static-key-mini-howto.html",
    revoke="make a new static key and give it to every peer",
    anchors=(b"openvpn static key",),
    pattern=(
        rb"(?P<secret>(?P<public>-----BEGIN OpenVPN Static key V1-----)[ \t\r\n>\\n]{1,16}"
        rb"(?P<body>[0-9a-f]{32})[0-9a-f\s>\\n]{100,900})"
    ),
    accepts=_accepts_static_key,
    examples=(
        Sample(
            (
                *(
                    "-----BEGIN Open",
                    "VPN Static key V1-----\n",
                    "4f7a19c0",
                    "b2e8d653",
                    "9c1fa07e",
                ),
                *("5d3b8264\n", "e19b37d2", "5ac0f846", "1d72be93", "f0685a4c\n", "7be2c94d"),
                *("06f3a815", "c8d1479e", "2b5a60f3\n", "91e4d7bc", "3f08a562", "d64b1e97"),
                *("0ca8f35b\n", "4f7b19c0", "b2e8d653", "9c1fa07e", "5d3b8264\n"),
                "-----END OpenVPN Static key V1-----",
            )
        ),
    ),
    counter_examples=(
        Sample(("-----BEGIN Open", "VPN Static key V1-----\n...\n")),
        Sample(("-----BEGIN Open", "VPN Static key V1-----\n", "0" * 160)),
    ),
)

NGROK_TOKEN = vendor_rule(
    "ngrok-token",
    vendor="ngrok",
    title="ngrok authtoken or API key",
    url="https://ngrok.com/docs/agent/",
    revoke="delete it in the ngrok dashboard, under Authtokens or API keys",
    anchors=(b"ngrok", b"authtoken"),
    pattern=(
        rb"(?i:ngrok|authtoken)[A-Za-z0-9_ .:='\"`*|-]{1,40}?(?<![A-Za-z0-9])"
        rb"(?P<secret>(?P<public>)[1-9][A-Za-z0-9]{24,29}_[A-Za-z0-9]{19,24})(?![A-Za-z0-9])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                "ngrok config add-authtoken 2",
                "q7LmWx9TbZr5",
                "KvNc8PdYf3Js",
                "Ga_7QeX1uRt6",
                "Hk4MwBn2VpCz",
            )
        ),
        Sample(("authtoken: 3", "Zw3Kq8RtLm5X", "v9BnHs2Pd7Yc", "Fj_4Ga6Ke1uR", "t6Hk4MwBn2VpC")),
    ),
    counter_examples=(
        Sample(("ngrok authtoken ", "x" * 27, "_", "x" * 21)),
        Sample(("ngrok tunnel_for_the_demo_2024_of_the_billing_service",)),
    ),
)

RULES: tuple[Rule, ...] = (
    WIREGUARD_KEY,
    OPENVPN_STATIC_KEY,
    NGROK_TOKEN,
    marked(
        "Tailscale",
        ("tskey-auth-", "tskey-api-", "tskey-client-", "tskey-scim-", "tskey-webhook-"),
        Shape(
            rb"[A-Za-z0-9]{8,24}-[A-Za-z0-9]{16,48}",
            ("kq7LmWx9TbZ", "CNTRL-", "5KvNc8PdYf3", "JsGa6QeH1uR"),
        ),
        "https://tailscale.com/kb/1277/key-prefixes",
        what="key",
    ),
    marked(
        "Tailscale",
        ("tskey-",),
        Shape(
            rb"(?!auth|api|client|scim|webhook)[A-Za-z0-9]{12,24}-[A-Za-z0-9]{16,32}",
            ("kq7LmWx9TbZr", "-5KvNc8PdYf3", "JsGa6QeH1uR"),
        ),
        "https://tailscale.com/kb/1277/key-prefixes",
        id="tailscale-legacy-key",
    ),
    named(
        "Headscale",
        Shape(
            rb"(?:hskey-[a-z]+-)?[A-Za-z0-9_-]{7,12}[.-][A-Za-z0-9_-]{32,64}",
            ("q7LmWx9", ".TbZr5KvNc8P", "dYf3JsGa6QeH", "1uRt4Hk2MwBn"),
        ),
        "https://headscale.net/stable/ref/api/",
    ),
    named(
        "ZeroTier",
        mixed(32),
        "https://docs.zerotier.com/central/api/",
        names=("zerotier",),
        what="API token",
    ),
    marked(
        "NetBird",
        ("nbp_",),
        mixed(36),
        "https://docs.netbird.io/how-to/access-netbird-public-api",
        what="access token",
    ),
    marked(
        "Defined Networking",
        ("dnkey-",),
        lower(70, 90, b"_=-"),
        "https://docs.defined.net/guides/automating-host-creation/",
    ),
    named(
        "Cisco Meraki",
        hexadecimal(40),
        "https://developer.cisco.com/meraki/api-v1/authorization/",
        names=("meraki",),
    ),
    named("JumpCloud", mixed(40), "https://docs.jumpcloud.com/api/"),
    marked(
        "JumpCloud",
        ("jca_",),
        mixed(36, 60),
        "https://docs.jumpcloud.com/api/",
        id="jumpcloud-access-key",
    ),
    named("Twingate", mixed(80, 200, _BASE64URL), "https://www.twingate.com/docs/api-overview"),
    named(
        "OpenVPN Cloud",
        mixed(60, 80, _BASE64URL),
        "https://openvpn.net/cloud-docs/developer/index.html",
        what="client secret",
        names=("openvpn",),
    ),
)
