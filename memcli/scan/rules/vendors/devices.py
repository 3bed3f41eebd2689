"""Keys of services for devices, homes and small servers."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import labelled, vendor_rule
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

RULES: tuple[Rule, ...] = (
    marked(
        "Adafruit IO",
        ("aio_",),
        mixed(28),
        "https://learn.adafruit.com/welcome-to-adafruit-io/what-is-adafruit-io",
        what="key",
        revoke="regenerate the key in Adafruit IO, under My Key",
    ),
    named(
        "Adafruit",
        lower(32, None, b"_-"),
        "https://learn.adafruit.com/welcome-to-adafruit-io/what-is-adafruit-io",
    ),
    named(
        "Particle",
        hexadecimal(40),
        "https://docs.particle.io/reference/cloud-apis/access-tokens/",
        names=("particle",),
        what="access token",
    ),
    vendor_rule(
        "particle-request-token",
        vendor="Particle",
        title="Particle access token in a request",
        url="https://docs.particle.io/reference/cloud-apis/access-tokens/",
        revoke="delete the token with `particle token revoke`",
        anchors=(b"api.particle.io",),
        pattern=(
            rb"(?s)api\.particle\.io/.{0,120}?(?:Bearer |access_token=)"
            rb"(?P<secret>(?P<public>)[0-9a-f]{40})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(Sample(("api.particle.io/v1/devices -d access_token=", *hexadecimal(40).parts)),),
        counter_examples=(Sample(("api.particle.io/v1/devices -d access_token=", "0" * 40)),),
    ),
    vendor_rule(
        "blynk-device-token",
        vendor="Blynk",
        title="Blynk token",
        url="https://docs.blynk.io/en/blynk.cloud/device-https-api",
        revoke="delete the device, or refresh its auth token in the Blynk console",
        anchors=(b"blynk.cloud",),
        pattern=(
            rb"(?s)blynk\.cloud/.{0,120}?(?:token=|Bearer )"
            rb"(?P<secret>(?P<public>)(?:[A-Za-z0-9_-]{40}|[A-Za-z0-9_-]{32}))(?![A-Za-z0-9_-])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("https://blynk.cloud/external/api/get?token=", *mixed(32).parts, "&V1")),
        ),
        counter_examples=(Sample(("https://blynk.cloud/external/api/get?token=", "x" * 32)),),
    ),
    named(
        "Blynk",
        mixed(32, None, b"_-"),
        "https://docs.blynk.io/en/blynk.cloud/device-https-api",
        what="auth token",
    ),
    vendor_rule(
        "thingsboard-device-token",
        vendor="ThingsBoard",
        title="ThingsBoard device token",
        url="https://thingsboard.io/docs/reference/http-api/",
        revoke="set new credentials for the device",
        anchors=(b"/telemetry", b"/attributes", b"/rpc"),
        pattern=(
            rb"thingsboard[A-Za-z0-9.:-]{0,60}/api/v1/(?P<secret>(?P<public>)[A-Za-z0-9]{20})/"
            rb"(?:telemetry|attributes|rpc)"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("https://thingsboard.cloud/api/v1/", "q7lmwx9tbzr5kvnc", "8pdy", "/telemetry")),
        ),
        counter_examples=(Sample(("https://thingsboard.cloud/api/v1/$ACCESS_TOKEN/telemetry",)),),
    ),
    vendor_rule(
        "thingsboard-provision-secret",
        vendor="ThingsBoard",
        title="ThingsBoard provisioning secret",
        url="https://thingsboard.io/docs/user-guide/device-provisioning/",
        revoke="set a new provisioning secret in the device profile",
        anchors=(b"provisiondevice",),
        pattern=(
            rb"provisionDevice(?:Secret|Key)[\"' ]{0,3}[:=][\"' ]{0,3}"
            rb"(?P<secret>(?P<public>)[a-z0-9]{20})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(Sample(('"provisionDeviceSecret": "', "q7lmwx9tbzr5kvnc", "8pdy", '"')),),
        counter_examples=(Sample(('"provisionDeviceSecret": "YOUR_PROVISION_SECRET_HERE"',)),),
    ),
    vendor_rule(
        "truenas-api-key",
        vendor="TrueNAS",
        title="TrueNAS API key",
        url="https://www.truenas.com/docs/scale/api/",
        revoke="delete the key in TrueNAS under API Keys",
        anchors=(b"truenas", b"login_with_api_key"),
        pattern=(
            rb"(?si)(?:truenas|login_with_api_key).{0,60}?(?<![A-Za-z0-9])"
            rb"(?P<secret>(?P<public>)[0-9]{1,3}-[A-Za-z0-9]{64})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued_mixed,
        examples=(Sample(("TRUENAS_KEY=1", "-", *mixed(64).parts)),),
        counter_examples=(Sample(("TRUENAS_KEY=1", "-", "x" * 64)),),
    ),
    vendor_rule(
        "home-assistant-token",
        vendor="Home Assistant",
        title="Home Assistant long-lived token",
        why="Whoever reads it controls the home.",
        url="https://developers.home-assistant.io/docs/auth_api/#long-lived-access-token",
        revoke="delete the token in the Home Assistant profile, under Security",
        anchors=(b"home", b"hass", b"ha_"),
        pattern=labelled(
            rb"home[ _-]?assistant|hass|(?<![A-Za-z])ha_",
            rb"eyJ[A-Za-z0-9_-]{10,80}\.eyJ[A-Za-z0-9_-]{30,200}\.[A-Za-z0-9_-]{40,50}",
        ),
        accepts=looks_issued_mixed,
        examples=(
            Sample(
                ("HASS_TOKEN=eyJhbGci", "OiJIUzI1NiJ9.eyJ", *lower(40).parts, ".", *mixed(43).parts)
            ),
        ),
        counter_examples=(Sample(("HASS_TOKEN=eyJhbGciOiJIUzI1NiJ9...",)),),
    ),
    named(
        "Nest",
        Shape(rb"c\.[A-Za-z0-9]{100,180}", ("c", ".", *hexadecimal(64).parts, *lower(40).parts)),
        "https://developers.google.com/nest/device-access/api/authorization",
        names=("nest",),
        what="access token",
    ),
    named(
        "SmartThings",
        UUID,
        "https://developer.smartthings.com/docs/getting-started/authorization-and-permissions",
        names=("smart things",),
        what="personal access token",
    ),
    named(
        "Philips Hue",
        mixed(40, None, b"_-"),
        "https://developers.meethue.com/develop/get-started-2/",
        names=("hue", "philips hue"),
        what="application key",
    ),
    named(
        "Tuya",
        lower(32),
        "https://developer.tuya.com/en/docs/iot/authentication-method",
        what="access secret",
    ),
    named("Govee", UUID, "https://developer.govee.com/reference/apply-you-govee-api-key"),
    named(
        "Ecobee", mixed(32), "https://www.ecobee.com/home/developer/api/introduction/index.shtml"
    ),
    named(
        "Losant",
        Shape(
            rb"[0-9a-f]{64}|eyJ[A-Za-z0-9_-]{20,80}\.[A-Za-z0-9_-]{40,300}\.[A-Za-z0-9_-]{43}",
            hexadecimal(64).parts,
        ),
        "https://docs.losant.com/devices/access-keys/",
        what="access secret",
    ),
    named(
        "Ubidots",
        Shape(rb"BBFF-[A-Za-z0-9]{30,36}", ("BB", "FF-", *mixed(30).parts)),
        "https://docs.ubidots.com/v1.6/reference/authentication",
        what="token",
    ),
    named(
        "ThingSpeak",
        Shape(rb"[A-Z0-9]{16}", ("Q7LMWX9TBZR5KVNC",)),
        "https://www.mathworks.com/help/thingspeak/channels-and-charts-api.html",
    ),
    named(
        "Eagle Eye Networks",
        mixed(15, 40),
        "https://developer.eagleeyenetworks.com/docs/authentication",
        names=("eagle eye networks", "eagleeyenetworks"),
    ),
    named(
        "viewneo",
        Shape(
            rb"[A-Za-z0-9._]{150,400}", (*hexadecimal(64).parts, *mixed(64).parts, *lower(32).parts)
        ),
        "https://www.viewneo.com/",
    ),
    named(
        "Synology",
        mixed(60, 80, b"_-"),
        "https://global.download.synology.com/download/Document/Software/DeveloperGuide/Os/DSM/All/enu/DSM_Login_Web_API_Guide_enu.pdf",
        what="session id",
    ),
    named(
        "Proxmox",
        UUID,
        "https://pve.proxmox.com/wiki/User_Management#pveum_tokens",
        names=("proxmox", "pveapitoken", "pve"),
        what="API token",
    ),
    named(
        "Unifi",
        mixed(32, None, b"_-"),
        "https://developer.ui.com/site-manager-api/gettingstarted",
        names=("unifi",),
    ),
    named(
        "Pi-hole",
        hexadecimal(64),
        "https://docs.pi-hole.net/api/auth/",
        names=("pihole", "pi hole"),
        what="API token",
    ),
)
