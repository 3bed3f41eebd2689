"""Keys of content delivery networks, registrars and name servers."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_TOKENS_URL = "https://developers.cloudflare.com/fundamentals/api/get-started/create-token/"

ORIGIN_CA_KEY = vendor_rule(
    "cloudflare-origin-ca-key",
    vendor="Cloudflare",
    title="Cloudflare Origin CA key",
    url="https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/",
    revoke="change the key in the Cloudflare dashboard, under My Profile, API Tokens",
    anchors=(b"v1.0-",),
    pattern=prefixed(rb"v1\.0-", rb"[0-9a-f]{24,128}-[0-9a-f-]{100,240}"),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("CLOUDFLARE_ORIGIN=v1", ".0-", "4f7a19c0", "b2e8d653", "9c1fa07e", "-5d3b8264"),
                *(
                    "e19b37d2",
                    "5ac0f846",
                    "1d72be93",
                    "f0685a4c",
                    "7be2c94d",
                    "06f3a815",
                    "c8d1479e",
                ),
                *("2b5a60f3", "91e4d7bc", "3f08a562", "d64b1e97", "0ca8f35b", "4f7b19c0"),
            )
        ),
    ),
    counter_examples=(
        Sample(("v1", ".0-", "x" * 24, "-", "x" * 146)),
        Sample(("v1.0-rc1-20240517",)),
        Sample(("v1", ".0-", "4f7a19c0", "b2e8d653", "9c1fa07e")),
    ),
)

TUNNEL_TOKEN = vendor_rule(
    "cloudflare-tunnel-token",
    vendor="Cloudflare",
    title="Cloudflare Tunnel token",
    why="Whoever reads it can run the tunnel and receive what is sent through it.",
    url="https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/configure-tunnels/remote-tunnel-permissions/",
    revoke="rotate the token in the Zero Trust dashboard, under Networks, Tunnels",
    anchors=(b"eyjhijoi",),
    # Base64 for the beginning of a JSON text whose first field is the account, "a".
    pattern=prefixed(rb"eyJhIjoi", rb"[A-Za-z0-9+/_-]{120,260}={0,2}"),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("cloudflared service install eyJh", "Ijoi", "NGY3YTE5YzBi", "MmU4ZDY1Mzlj"),
                *("MWZhMDdlNWQz", "YjgyNjQiLCJ0", "IjoiOGYxNGU0", "NWYtY2VlYS00", "NjdkLTliMWMt"),
                *("MDI0MmFjMTMw", "MDAzIiwicyI6", "IlpqZGhNVGxq", "TUdJeVpUaGtO"),
            )
        ),
    ),
    counter_examples=(
        Sample(("eyJh", "Ijoi", "...")),
        Sample(("eyJh", "Ijoi", "x" * 140)),
    ),
)

AKAMAI_TOKEN = vendor_rule(
    "akamai-edgegrid-token",
    vendor="Akamai",
    title="Akamai EdgeGrid token",
    url="https://techdocs.akamai.com/developer/docs/edgegrid",
    revoke="deactivate the credential in Akamai Control Center, under Identity and access",
    anchors=(b"akab-",),
    # The host of the same credential has the shape too, and is no secret.
    pattern=(
        rb"(?P<secret>(?P<public>akab-)(?<![A-Za-z0-9]akab-)[a-z0-9]{16}-[a-z0-9]{16})"
        rb"(?![A-Za-z0-9-]|\.luna)"
    ),
    accepts=looks_issued,
    examples=(
        Sample(("client_token = ak", "ab-", "q7lmwx9tbzr5kvnc", "-8pdyf3jsga6qeh1u")),
        Sample(("access_token = ak", "ab-", "zw3kq8rtlm5xv9bn", "-hs2pd7ycfj4ga6ke")),
    ),
    counter_examples=(
        Sample(
            ("host = ak", "ab-", "q7lmwx9tbzr5kvnc", "-8pdyf3jsga6qeh1u", ".luna.akamaiapis.net")
        ),
        Sample(("akab-", "x" * 16, "-", "x" * 16)),
    ),
)

RULES: tuple[Rule, ...] = (
    ORIGIN_CA_KEY,
    TUNNEL_TOKEN,
    AKAMAI_TOKEN,
    marked("Cloudflare", ("cfut_", "cfat_", "cfk_"), mixed(40, 60), _TOKENS_URL, what="token"),
    named(
        "Cloudflare",
        mixed(40, also=_BASE64URL),
        _TOKENS_URL,
        id="cloudflare-api-token",
        names=("cloudflare", "cf api", "cf token"),
    ),
    named(
        "Cloudflare",
        hexadecimal(37),
        "https://developers.cloudflare.com/fundamentals/api/get-started/keys/",
        id="cloudflare-global-api-key",
    ),
    named(
        "Cloudflare R2",
        hexadecimal(64),
        "https://developers.cloudflare.com/r2/api/tokens/",
        what="secret access key",
        names=("r2", "cloudflare"),
    ),
    marked(
        "Cloudflare Turnstile",
        ("0x4AAAAAA",),
        mixed(24, 32, _BASE64URL),
        "https://developers.cloudflare.com/turnstile/get-started/",
        what="secret key",
    ),
    named(
        "Fastly",
        mixed(32, also=_BASE64URL),
        "https://www.fastly.com/documentation/reference/api/auth-tokens/",
    ),
    named(
        "Akamai",
        Shape(rb"[A-Za-z0-9+/]{43}=", ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV=")),
        "https://techdocs.akamai.com/developer/docs/edgegrid",
        what="client secret",
        names=("akamai", "edgegrid"),
    ),
    named(
        "Bunny",
        Shape(
            rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})?",
            ("8f14e45f", "-ceea-467d-9b1c-", "0242ac130003"),
        ),
        "https://docs.bunny.net/reference/bunnynet-api-overview",
        names=("bunny net", "bunnycdn", "bunny"),
        accepts=is_labelled_key,
    ),
    named(
        "GoDaddy",
        Shape(
            rb"[A-Za-z0-9]{10,20}_[A-Za-z0-9]{16,26}",
            ("q7LmWx9TbZr5", "_KvNc8PdYf3J", "sGa7QeX1uRt"),
        ),
        "https://developer.godaddy.com/getstarted",
    ),
    named("GoDaddy", mixed(22), "https://developer.godaddy.com/getstarted", what="API secret"),
    named("Namecheap", hexadecimal(32), "https://www.namecheap.com/support/api/intro/"),
    named("Namesilo", hexadecimal(24), "https://www.namesilo.com/api-reference"),
    named("Gandi", mixed(24, 40), "https://api.gandi.net/docs/authentication/"),
    marked(
        "Porkbun",
        ("sk1_",),
        hexadecimal(64),
        "https://porkbun.com/api/json/v3/documentation",
        what="secret API key",
    ),
    marked(
        "DNSimple",
        ("dnsimple_a_", "dnsimple_u_"),
        mixed(32),
        "https://support.dnsimple.com/articles/api-access-token/",
        what="API access token",
    ),
    named(
        "DNSimple",
        mixed(32),
        "https://support.dnsimple.com/articles/api-access-token/",
        id="dnsimple-legacy-token",
    ),
    named(
        "NS1",
        mixed(20),
        "https://developer.ibm.com/apis/catalog/ns1--ibm-ns1-connect-api",
        names=("ns1 api", "nsone", "ns1"),
    ),
    named(
        "deSEC",
        mixed(28, also=_BASE64URL),
        "https://desec.readthedocs.io/en/latest/auth/tokens.html",
        names=("desec",),
        what="API token",
    ),
    named(
        "Duck DNS",
        UUID,
        "https://www.duckdns.org/spec.jsp",
        names=("duckdns", "duck dns"),
        what="token",
        accepts=is_labelled_key,
    ),
    named("BuddyNS", hexadecimal(40), "https://www.buddyns.com/support/api/v2/"),
    named(
        "ImageKit",
        Shape(
            rb"private_[A-Za-z0-9+/]{24,32}={0,2}",
            ("priv", "ate_q7LmWx9TbZ", "r5KvNc8PdYf", "3JsGa="),
        ),
        "https://imagekit.io/docs/api-keys",
        what="private key",
    ),
    named("Cloudimage", mixed(30, also=b"_"), "https://docs.cloudimage.io/"),
)
