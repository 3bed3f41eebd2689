"""Keys of shops, shipping and marketplaces."""

from memcli.scan.model import Effect, Rule
from memcli.scan.rules.named import UUID, Shape, hexadecimal, lower, marked, mixed, named, upper

_SHOPIFY_URL = "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens"
_EASYPOST_URL = "https://docs.easypost.com/docs/authentication"
_LOB_URL = "https://docs.lob.com/#tag/Authentication"
_WOO_URL = "https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication"

RULES: tuple[Rule, ...] = (
    marked(
        "Shopify",
        ("shpat_", "shpca_", "shppa_", "shpua_", "shpit_", "shptka_", "shpss_"),
        Shape(rb"[0-9a-fA-F]{32}", hexadecimal(32).parts),
        _SHOPIFY_URL,
        what="access token",
        revoke="rotate the credentials of the app in the Shopify dashboard",
    ),
    marked(
        "EasyPost",
        ("EZAK", "EZTK"),
        mixed(54),
        _EASYPOST_URL,
        revoke="delete the key in EasyPost under API keys",
    ),
    marked(
        "Shippo",
        ("shippo_live_", "shippo_test_"),
        Shape(rb"[0-9a-fA-F]{40}", hexadecimal(40).parts),
        "https://docs.goshippo.com/docs/guides_general/authentication/",
        what="API token",
        revoke="delete the token in Shippo under Settings, API",
    ),
    named(
        "Lob", Shape(rb"(?:live|test)_[0-9a-f]{35}", ("live_", *hexadecimal(35).parts)), _LOB_URL
    ),
    named(
        "Lob",
        Shape(rb"(?:live|test)_pub_[0-9a-f]{31}", ("live_", "pub_", *hexadecimal(31).parts)),
        _LOB_URL,
        what="publishable API key",
    )._replace(effect=Effect.WARN),
    named(
        "ShipStation",
        hexadecimal(32),
        "https://www.shipstation.com/docs/api/requirements/#authentication",
        names=("ship station",),
    ),
    named(
        "ShipEngine",
        Shape(rb"(?:TEST_)?[A-Za-z0-9+/]{43}", mixed(43).parts),
        "https://www.shipengine.com/docs/auth/",
        names=("ship engine",),
    ),
    named(
        "AfterShip",
        Shape(rb"(?:asat_)?[0-9a-f]{32}", ("asat_", *hexadecimal(32).parts)),
        "https://www.aftership.com/docs/tracking/quickstart/authentication",
        names=("aftership",),
    ),
    named("Route4Me", upper(32), "https://route4me.io/docs/#authentication", names=("route4me",)),
    marked(
        "WooCommerce",
        ("ck_", "cs_"),
        hexadecimal(40),
        _WOO_URL,
        what="consumer key",
        revoke="revoke the key in WooCommerce under Settings, Advanced, REST API",
    ),
    named(
        "BigCommerce",
        lower(31),
        "https://developer.bigcommerce.com/docs/start/authentication",
        names=("big commerce",),
        what="access token",
    ),
    named(
        "Squarespace",
        UUID,
        "https://developers.squarespace.com/commerce-apis/authentication-and-permissions",
    ),
    named(
        "Squarespace",
        mixed(44, 64, b"+/="),
        "https://developers.squarespace.com/commerce-apis/authentication-and-permissions",
        id="squarespace-developer-key",
        what="developer key",
    ),
    named(
        "Etsy",
        lower(24),
        "https://developers.etsy.com/documentation/essentials/authentication",
        what="keystring",
    ),
    named(
        "Ecwid",
        Shape(rb"(?:secret|public)_[A-Za-z0-9]{32}", ("secret", "_", *mixed(32).parts)),
        "https://docs.ecwid.com/api-reference/rest-api/overview",
        what="access token",
    ),
    named("Gumroad", mixed(43, 64, b"_-"), "https://gumroad.com/api", what="access token"),
    named("Snipcart", mixed(75, 85), "https://docs.snipcart.com/v3/api-reference/authentication"),
    named(
        "Printful", mixed(40, 64), "https://developers.printful.com/docs/#section/Authentication"
    ),
    named(
        "Shopee", hexadecimal(64), "https://open.shopee.com/developer-guide/16", what="partner key"
    ),
    named(
        "eBay",
        Shape(
            rb"(?:PRD|SBX)-[0-9a-f]{12}(?:-[0-9a-f]{4}){3,4}",
            ("PRD-", "4f7a19c0b2e8", "-d653-9c1f-a07e-5d3b"),
        ),
        "https://developer.ebay.com/api-docs/static/oauth-credentials.html",
        what="cert id",
    ),
    marked(
        "Amazon",
        ("amzn1.oa2-cs.v1.",),
        hexadecimal(64),
        "https://developer-docs.amazon.com/sp-api/docs/viewing-your-application-information-and-credentials",
        id="amazon-client-secret",
        what="login client secret",
    ),
    marked(
        "Amazon",
        ("Atzr|",),
        mixed(100, 600, b"_-"),
        "https://developer-docs.amazon.com/sp-api/docs/authorization",
        id="amazon-refresh-token",
        what="refresh token",
    ),
    named(
        "Rainforest",
        upper(32),
        "https://docs.trajectdata.com/rainforestapi/product-data-api/overview",
        names=("rainforest api", "rainforest"),
    ),
    marked(
        "Duffel",
        ("duffel_live_", "duffel_test_"),
        mixed(43, None, b"_=-"),
        "https://duffel.com/docs/api/overview/making-requests",
        id="duffel-token",
        what="access token",
    ),
    named(
        "Amadeus",
        mixed(16),
        "https://developers.amadeus.com/self-service/apis-docs/guides/developer-guides/API-Keys/authorization/",
        what="API secret",
    ),
    named(
        "Skyscanner",
        mixed(32),
        "https://developers.skyscanner.net/docs/getting-started/authentication",
    ),
    named(
        "Ticketmaster",
        mixed(32),
        "https://developer.ticketmaster.com/products-and-docs/apis/getting-started/",
        names=("ticketmaster",),
    ),
    named(
        "Eventbrite",
        upper(20),
        "https://www.eventbrite.com/platform/docs/authentication",
        what="private token",
    ),
    marked(
        "Teamwork",
        ("tkn.v1_",),
        mixed(60, 90, b"+/="),
        "https://apidocs.teamwork.com/docs/teamwork/authentication",
        what="access token",
    ),
    named("UPC Database", upper(32), "https://upcdatabase.org/api", names=("upcdatabase",)),
    named(
        "Yelp",
        Shape(rb"[A-Za-z0-9_-]{128}", (*hexadecimal(64).parts, *mixed(64).parts)),
        "https://docs.developer.yelp.com/docs/places-authentication",
    ),
)
