"""Keys of services for content, forms, links and files."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_JWT = rb"eyJ[A-Za-z0-9_-]{10,200}\.[A-Za-z0-9_-]{20,900}\.[A-Za-z0-9_-]{30,400}"

RULES: tuple[Rule, ...] = (
    marked(
        "ReadMe",
        ("rdme_",),
        Shape(rb"[a-z0-9]{70}", (*hexadecimal(64).parts, "q7lmwx")),
        "https://docs.readme.com/main/reference/authentication",
    ),
    marked(
        "Frame.io",
        ("fio-u-",),
        mixed(64, None, b"_=-"),
        "https://developer.frame.io/docs/getting-started/authentication",
        what="developer token",
    ),
    named(
        "Form.io",
        Shape(_JWT, ("eyJhbGci", "OiJIUzI1NiJ9", ".q7", *lower(44).parts, ".", *mixed(43).parts)),
        "https://help.form.io/developers/auth",
        names=("formio", "form io"),
    ),
    named(
        "Tally",
        Shape(rb"tly-[A-Za-z0-9]{32}", ("tl", "y-", *mixed(32).parts)),
        "https://developers.tally.so/api-reference/api-keys",
    ),
    named("T.LY", mixed(60), "https://t.ly/docs/", names=("tly", "t.ly")),
    named(
        "Bitly",
        hexadecimal(40),
        "https://dev.bitly.com/docs/getting-started/authentication/",
        what="access token",
    ),
    named("Rebrandly", hexadecimal(32), "https://developers.rebrandly.com/docs/api-keys"),
    named(
        "RapidAPI",
        Shape(
            rb"[A-Za-z0-9]{10}msh[A-Za-z0-9]{15}p1[A-Za-z0-9]{6}jsn[A-Za-z0-9]{12}|[A-Za-z0-9_-]{50}",
            (*mixed(50).parts,),
        ),
        "https://docs.rapidapi.com/docs/keys-and-key-rotation",
        names=("rapid api",),
    ),
    vendor_rule(
        "rapidapi-shaped-key",
        vendor="RapidAPI",
        title="RapidAPI key",
        url="https://docs.rapidapi.com/docs/keys-and-key-rotation",
        revoke="rotate the key of the app in the RapidAPI developer dashboard",
        anchors=(b"msh",),
        pattern=(
            rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9])[0-9a-f]{10}msh[0-9a-f]{15}p1[0-9a-f]{5,6}"
            rb"jsn[0-9a-f]{12})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("4f7a19c0b2", "msh", "9c1fa07e5d3b826", "p1", "e19b37", "jsn", "1d72be93f068")),
        ),
        counter_examples=(Sample(("4f7a19c0b2", "msh", "9c1fa07e5d3b826")),),
    ),
    named("Postmates", UUID, "https://developer.uber.com/docs", names=("postmates",)),
    named(
        "Supernotes",
        Shape(rb"(?:supernotes_sk-)?[A-Za-z0-9_-]{38,44}", mixed(43).parts),
        "https://api.supernotes.app/docs/",
    ),
    named("Tefter", lower(20), "https://tefter.io/"),
    named(
        "ButterCMS",
        hexadecimal(40),
        "https://buttercms.com/docs/api/#authentication",
        names=("butter cms",),
        what="API token",
    ),
    named(
        "StoryChief",
        Shape(_JWT, ("eyJ0eXAi", "OiJKV1QiJ9", ".q7", *lower(44).parts, ".", *mixed(43).parts)),
        "https://developers.storychief.io/",
        names=("story chief",),
    ),
    named("Geckoboard", mixed(44), "https://developer.geckoboard.com/#authentication"),
    named(
        "FullStory",
        mixed(60, 120, b"+/=."),
        "https://developer.fullstory.com/server/getting-started/",
        names=("full story",),
    ),
    named("PDFShift", hexadecimal(32), "https://docs.pdfshift.io/#authentication"),
    named(
        "CloudConvert",
        Shape(
            rb"[A-Za-z0-9+/=._-]{150,1600}",
            (*hexadecimal(64).parts, *mixed(64).parts, *lower(30).parts),
        ),
        "https://cloudconvert.com/api/v2#authentication",
        names=("cloud convert",),
    ),
    named(
        "File.io",
        mixed(16, 46, b"."),
        "https://www.file.io/developers",
        names=("fileio", "file.io"),
    ),
    named("Mockaroo", hexadecimal(8), "https://www.mockaroo.com/docs"),
    named("Blitapp", mixed(39, 43, b"_-"), "https://blitapp.com/api/"),
    named("Iconfinder", mixed(64), "https://www.iconfinder.com/api/authentication"),
    named("Brandfetch", mixed(40), "https://docs.brandfetch.com/docs/getting-started"),
    named("Impala", mixed(46, 48), "https://docs.impala.travel/docs/booking-api/"),
    named(
        "Apollo",
        mixed(22),
        "https://docs.apollo.io/docs/create-api-key",
        names=("apollo io", "apollo"),
    ),
    named("Dialpad", mixed(60, 90), "https://developers.dialpad.com/docs/api-keys"),
)
