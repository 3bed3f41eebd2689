"""Keys of services for maps, places and weather."""

import re

from memcli.scan.model import Effect, Rule, Sample
from memcli.scan.rules.building import labelled, prefixed, vendor_rule
from memcli.scan.rules.checks import decoded_base64
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    is_random,
    looks_issued,
    lower,
    mixed,
    named,
    upper,
)

_MAPBOX_URL = "https://docs.mapbox.com/help/dive-deeper/access-tokens/"
_MAPBOX_REVOKE = "delete the token in the Mapbox account, under Access tokens"
_MAPBOX_REST = rb"eyJ[A-Za-z0-9_-]{30,120}\.[A-Za-z0-9_-]{20,24}"
_MAPBOX_PARTS = (
    "eyJ1Ijoi",
    "cTdsbSIsImEiOiJj",
    "a3d4OXRiejVrdm4i",
    "fQ.",
    "q7LmWx9TbZr5Kv",
    "Nc8PdYf3",
)


def _accepts_mapbox(match: re.Match[bytes]) -> bool:
    """Tell whether the token names its user in JSON or is random, and is signed."""
    names, _, signature = match["secret"][len(match["public"]) :].partition(b".")
    decoded = decoded_base64(names)
    return is_random(signature) and (decoded is not None or is_random(names))


RULES: tuple[Rule, ...] = (
    vendor_rule(
        "mapbox-secret-token",
        vendor="Mapbox",
        title="Mapbox secret token",
        url=_MAPBOX_URL,
        revoke=_MAPBOX_REVOKE,
        anchors=(b"sk.eyj", b"tk.eyj"),
        pattern=prefixed(rb"[st]k\.", _MAPBOX_REST),
        accepts=_accepts_mapbox,
        examples=(Sample(("sk", ".", *_MAPBOX_PARTS)), Sample(("tk", ".", *_MAPBOX_PARTS))),
        counter_examples=(
            Sample(("sk", ".", "eyJ1IjoiY2Fw...")),
            Sample(
                ("sk", ".", "eyJ1Ijoi", "cTdsbSIsImEiOiJj", "a3d4OXRiejVrdm4i", "fQ.", "x" * 22)
            ),
        ),
    ),
    vendor_rule(
        "mapbox-public-token",
        vendor="Mapbox",
        title="Mapbox public token",
        why="It is meant for clients, but whoever reads it can use up the owner's quota.",
        url=_MAPBOX_URL,
        revoke="restrict it to your pages' URLs, or " + _MAPBOX_REVOKE,
        anchors=(b"pk.eyj",),
        pattern=prefixed(rb"pk\.", _MAPBOX_REST),
        accepts=_accepts_mapbox,
        examples=(Sample(("pk", ".", *_MAPBOX_PARTS)),),
        counter_examples=(Sample(("pk", ".", "eyJ1IjoiY2Fw...")),),
    )._replace(effect=Effect.WARN),
    vendor_rule(
        "mapbox-labelled-token",
        vendor="Mapbox",
        title="Mapbox token",
        why="Whoever reads it can use up the owner's quota.",
        url=_MAPBOX_URL,
        revoke=_MAPBOX_REVOKE,
        anchors=(b"mapbox",),
        pattern=labelled(rb"mapbox", rb"[pst]k\.[A-Za-z0-9]{60}\.[A-Za-z0-9]{22}"),
        accepts=looks_issued,
        examples=(
            Sample(("mapbox_token: pk", ".", *lower(60).parts, ".q7lm", "wx9tbzr5kvnc8pdyf3")),
        ),
        counter_examples=(Sample(("mapbox_token: pk", ".", "x" * 60, ".", "x" * 22)),),
    )._replace(effect=Effect.WARN),
    vendor_rule(
        "maxmind-license-key",
        vendor="MaxMind",
        title="MaxMind license key",
        url="https://dev.maxmind.com/license-key/",
        revoke="delete the key in the MaxMind account portal, under Manage license keys",
        anchors=(b"_mmk",),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)"
            rb"(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(Sample(("q7LmWx", "_", *mixed(29).parts, "_mmk")),),
        counter_examples=(Sample(("x" * 6, "_", "x" * 29, "_mmk")),),
    ),
    named(
        "MaxMind",
        mixed(16, 40, b"_"),
        "https://dev.maxmind.com/license-key/",
        names=("max mind", "geoip"),
        id="maxmind-labelled-key",
        what="license key",
    ),
    named(
        "HERE",
        mixed(43, None, b"_-"),
        "https://www.here.com/docs/bundle/identity-and-access-management-developer-guide/page/topics/plat-using-apikeys.html",
        names=("hereapi", "here api", "here maps", "here access", "here app"),
    ),
    named(
        "MapQuest", mixed(32), "https://developer.mapquest.com/documentation/", names=("map quest",)
    ),
    named(
        "TomTom",
        mixed(32),
        "https://developer.tomtom.com/knowledgebase/platform/articles/how-to-get-an-tomtom-api-key/",
        names=("tom tom",),
    ),
    named("Geoapify", mixed(32), "https://apidocs.geoapify.com/docs/"),
    named("OpenCage", hexadecimal(32), "https://opencagedata.com/api", names=("open cage",)),
    named(
        "LocationIQ",
        Shape(rb"pk\.[0-9a-f]{32}", ("pk", ".", *hexadecimal(32).parts)),
        "https://docs.locationiq.com/docs/introduction",
        names=("location iq",),
    ),
    named(
        "PositionStack",
        hexadecimal(32),
        "https://positionstack.com/documentation",
        names=("position stack",),
    ),
    named(
        "IPinfo",
        hexadecimal(14),
        "https://ipinfo.io/developers#authentication",
        what="access token",
    ),
    named("ipstack", hexadecimal(32), "https://ipstack.com/documentation"),
    named("ipapi", hexadecimal(32), "https://ipapi.com/documentation", names=("ipapi", "ip api")),
    named("ipify", mixed(32), "https://geo.ipify.org/docs", names=("ipifi", "ipify", "geoipify")),
    named("IP2Location", mixed(32), "https://www.ip2location.io/ip2location-documentation"),
    named("ipgeolocation", hexadecimal(32), "https://ipgeolocation.io/documentation.html"),
    named(
        "Google Maps",
        mixed(40, 45, b"_=-"),
        "https://developers.google.com/maps/digital-signature",
        names=("google maps signing", "gmaps signing"),
        what="signing secret",
    ),
    named(
        "AMap",
        hexadecimal(32),
        "https://lbs.amap.com/api/webservice/create-project-and-key",
        names=("amap", "gaode", "autonavi"),
    ),
    named(
        "Baidu Maps",
        mixed(32),
        "https://lbsyun.baidu.com/",
        names=("baidu map", "baidu ak", "baidu maps"),
    ),
    named(
        "OpenWeather",
        hexadecimal(32),
        "https://openweathermap.org/appid",
        names=("open weather", "openweathermap", "owm"),
    ),
    named("WeatherAPI", hexadecimal(30), "https://www.weatherapi.com/docs/", names=("weatherapi",)),
    named(
        "weatherstack",
        lower(32),
        "https://weatherstack.com/documentation",
        names=("weather stack",),
    ),
    named("Weatherbit", hexadecimal(32), "https://www.weatherbit.io/api", names=("weatherbit",)),
    named(
        "Visual Crossing",
        upper(25),
        "https://www.visualcrossing.com/resources/documentation/weather-api/",
        names=("visual crossing",),
    ),
    named(
        "Tomorrow.io",
        mixed(32),
        "https://docs.tomorrow.io/reference/api-authentication",
        names=("tomorrow io", "climacell"),
    ),
    named(
        "Storm Glass",
        Shape(
            rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32,52})",
            (*UUID.parts, "-4f7a19c0", "-b2e8-d653-9c1f-", "a07e5d3b8264"),
        ),
        "https://docs.stormglass.io/#/authentication",
        names=("storm glass",),
    ),
    named("AirVisual", UUID, "https://api-docs.iqair.com/", names=("airvisual", "iqair")),
    named(
        "Aviationstack",
        lower(32),
        "https://aviationstack.com/documentation",
        names=("aviation stack",),
    ),
    named(
        "FlightLabs",
        Shape(
            rb"eyJ[A-Za-z0-9_-]{20,400}\.[A-Za-z0-9_-]{40,600}\.[A-Za-z0-9_-]{40,600}",
            ("eyJhbGci", "OiJIUzI1NiJ9q7lmwx9tbz.", *lower(48).parts, ".", *mixed(48).parts),
        ),
        "https://www.goflightlabs.com/",
        names=("flight labs",),
    ),
    named("Zipcodebase", UUID, "https://app.zipcodebase.com/documentation", names=("zipcodebase",)),
    named(
        "Carbon Interface",
        mixed(21),
        "https://docs.carboninterface.com/",
        names=("carbon interface",),
    ),
    named("Cloverly", mixed(28, 30, b"_-"), "https://docs.cloverly.com/"),
)
