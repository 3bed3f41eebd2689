"""Keys of cloud providers and hosts of servers in America and Europe."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_BASE64URL = b"_-"

SPACES_KEY = vendor_rule(
    "digitalocean-spaces-key-id",
    vendor="DigitalOcean",
    title="DigitalOcean Spaces access key id",
    why="The id names a live key, and its secret half is usually kept beside it.",
    url="https://docs.digitalocean.com/products/spaces/how-to/manage-access/",
    revoke="delete the key in the DigitalOcean control panel, under API, Spaces Keys",
    anchors=(b"do00",),
    pattern=prefixed(rb"DO00", rb"[A-Z0-9]{16}"),
    accepts=looks_issued,
    strong=False,
    examples=(
        Sample(("- **Access Key:** DO", "00", "QZ7RT3WL", "MX5P2KVD")),
        Sample(("key_DO", "00", "HXRB7L4M", "ZC5TQW2N")),
    ),
    counter_examples=(
        Sample(("DO", "00", "X" * 16)),
        Sample(("DO", "00", "QZ7RT3WL", "MX5P2KVD", "QQ")),
        Sample(("UNDO", "00", "QZ7RT3WL", "MX5P2KVD")),
    ),
)


RULES: tuple[Rule, ...] = (
    SPACES_KEY,
    marked(
        "DigitalOcean",
        ("dop_v1_", "doo_v1_", "dor_v1_"),
        hexadecimal(64),
        "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
        what="token",
    ),
    named(
        "DigitalOcean",
        hexadecimal(64),
        "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
        id="digitalocean-legacy-token",
        names=("digitalocean", "digital ocean"),
    ),
    named(
        "DigitalOcean Spaces",
        mixed(43, also=b"+/"),
        "https://docs.digitalocean.com/products/spaces/how-to/manage-access/",
        id="digitalocean-spaces-secret",
        names=("spaces",),
    ),
    named(
        "Linode", hexadecimal(64), "https://techdocs.akamai.com/linode-api/reference/get-started"
    ),
    named("Vultr", upper(36), "https://docs.vultr.com/platform/other/api/manage-api-keys"),
    named(
        "Hetzner",
        mixed(64),
        "https://docs.hetzner.cloud/reference/cloud",
        names=("hetzner", "hcloud"),
    ),
    named(
        "Scaleway",
        UUID,
        "https://www.scaleway.com/en/docs/iam/how-to/create-api-keys/",
        names=("scaleway", "scw"),
        accepts=is_labelled_key,
    ),
    named(
        "OVH",
        lower(32),
        "https://help.ovhcloud.com/csm/en-api-getting-started-ovhcloud-api",
        id="ovh-secret",
        names=("ovh",),
        what="application secret",
    ),
    marked(
        "UpCloud",
        ("ucat_",),
        mixed(24, 32),
        "https://developers.upcloud.com/1.3/",
        what="API token",
    ),
    marked(
        "Exoscale",
        ("EXO",),
        Shape(rb"[0-9a-f]{24,32}", ("4f7a19c0", "b2e8d653", "9c1fa07e")),
        "https://community.exoscale.com/platform/api/",
        what="API key id",
    ),
    named(
        "Exoscale",
        mixed(40, 60, _BASE64URL),
        "https://community.exoscale.com/platform/api/",
        what="API secret",
    ),
    named("Civo", mixed(50), "https://www.civo.com/api"),
    named(
        "Equinix Metal",
        mixed(32),
        "https://deploy.equinix.com/developers/docs/metal/accounts/api-keys/",
        names=("equinix", "metal auth", "packet api"),
    ),
    named("Koyeb", lower(64), "https://www.koyeb.com/docs/reference/api"),
    named(
        "Backblaze",
        Shape(rb"K00[0-9][A-Za-z0-9/+]{27}", ("K0", "04q7LmWx9T", "bZr5KvNc8P", "dYf3JsGa7")),
        "https://www.backblaze.com/docs/cloud-storage-application-keys",
        names=("backblaze", "b2"),
    ),
    named("Wasabi", mixed(40), "https://docs.wasabi.com/docs/access-keys", what="secret key"),
    named(
        "Infomaniak", mixed(60, 100, _BASE64URL), "https://developer.infomaniak.com/getting-started"
    ),
    named("Contabo", mixed(20, 40), "https://api.contabo.com/", what="client secret"),
    named("Ionos", mixed(56, 64), "https://developer.hosting.ionos.com/docs/getstarted"),
    marked(
        "Scalingo",
        ("tk-us-",),
        mixed(48, also=_BASE64URL),
        "https://developers.scalingo.com/#authentication",
        what="API token",
    ),
    named(
        "Oracle Cloud",
        Shape(
            rb"[A-Za-z0-9+/]{43}=", ("q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1uRt6Hk4Mw", "BnV=")
        ),
        "https://docs.oracle.com/en-us/iaas/Content/Identity/Tasks/managingcredentials.htm",
        what="customer secret key",
        names=("oracle cloud", "oci s3", "oci"),
    ),
)
