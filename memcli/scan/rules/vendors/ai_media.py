"""Keys of services for speech, images, video and embeddings."""

from memcli.scan.model import Rule
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import UUID, Shape, hexadecimal, marked, mixed, named

_BASE64URL = b"_-"
_RUNWAY_PARTS = (
    *("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2", "5ac0f846", "1d72be93"),
    *("f0685a4c", "7be2c94d", "06f3a815", "c8d1479e", "2b5a60f3", "91e4d7bc", "3f08a562"),
    *("d64b1e97", "0ca8f35b"),
)

RULES: tuple[Rule, ...] = (
    marked(
        "ElevenLabs",
        ("sk_",),
        Shape(
            rb"[0-9a-f]{48}",
            ("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2", "5ac0f846"),
        ),
        "https://elevenlabs.io/docs/api-reference/authentication",
    ),
    named(
        "ElevenLabs",
        hexadecimal(32),
        "https://elevenlabs.io/docs/api-reference/authentication",
        id="elevenlabs-legacy-api-key",
        names=("elevenlabs", "eleven labs", "xi api"),
    ),
    named(
        "Deepgram",
        hexadecimal(40),
        "https://developers.deepgram.com/docs/create-additional-api-keys",
    ),
    named("AssemblyAI", mixed(32), "https://www.assemblyai.com/docs/api-reference/overview"),
    named(
        "Gladia",
        UUID,
        "https://docs.gladia.io/api-reference/v2/authentication",
        accepts=is_labelled_key,
    ),
    named("Speechmatics", mixed(32), "https://docs.speechmatics.com/get-started/authentication"),
    named(
        "Rev.ai",
        Shape(
            rb"02[A-Za-z0-9_-]{40,60}",
            ("02", "q7LmWx9TbZ", "r5KvNc8PdYf3", "JsGa6QeH1uRt", "4Hk2MwBn"),
        ),
        "https://docs.rev.ai/get-started/authentication",
        names=("revai", "rev ai"),
        what="access token",
    ),
    marked("Cartesia", ("sk_car_",), mixed(20, 40), "https://docs.cartesia.ai/api-reference"),
    named(
        "Hume",
        mixed(48),
        "https://dev.hume.ai/docs/introduction/api-key",
        names=("hume api", "hume ai"),
    ),
    named(
        "HeyGen",
        Shape(
            rb"[A-Za-z0-9+/]{40,60}={0,2}",
            ("q7LmWx9TbZ", "r5KvNc8PdYf3", "JsGa6QeH1uRt", "4Hk2MwBnVp", "Cz0L=="),
        ),
        "https://docs.heygen.com/docs/quick-start",
    ),
    named(
        "D-ID",
        Shape(
            rb"[A-Za-z0-9+/]{20,60}={0,2}:[A-Za-z0-9_-]{21}",
            ("anNAYWNtZS", "5leGFtcGxl", ":q7LmWx9TbZ", "r5KvNc8PdYf"),
        ),
        "https://docs.d-id.com/reference/basic-authentication",
        names=("did api", "d-id"),
    ),
    marked(
        "Runway",
        ("key_",),
        Shape(
            rb"[0-9a-f]{128}",
            _RUNWAY_PARTS,
        ),
        "https://docs.dev.runwayml.com/guides/using-the-api/",
    ),
    named(
        "Luma",
        Shape(
            rb"luma-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f-]{36}",
            (
                "luma-",
                "8f14e45f",
                "-ceea-467d-9b1c-",
                "0242ac130003",
                "-4f7a19c0",
                "-b2e8-d653-9c1f",
                "-a07e5d3b8264",
            ),
        ),
        "https://docs.lumalabs.ai/docs/api",
    ),
    named(
        "Leonardo",
        UUID,
        "https://docs.leonardo.ai/docs/create-your-api-key",
        names=("leonardo ai", "leonardo api"),
        accepts=is_labelled_key,
    ),
    named(
        "Black Forest Labs",
        UUID,
        "https://docs.bfl.ai/quick_start/introduction",
        names=("bfl api", "black forest"),
        accepts=is_labelled_key,
    ),
    named(
        "PhotoRoom",
        Shape(
            rb"(?:sandbox_)?sk_pr_[A-Za-z0-9]{1,64}_[a-f0-9]{40}",
            ("sk_pr", "_default_", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2"),
        ),
        "https://docs.photoroom.com/getting-started/how-can-i-get-my-api-key",
    ),
    named("remove.bg", mixed(24), "https://www.remove.bg/api", names=("remove bg", "removebg")),
    named(
        "DeepL",
        Shape(
            rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?::fx)?",
            ("8f14e45f", "-ceea-467d-9b1c-", "0242ac130003", ":fx"),
        ),
        "https://developers.deepl.com/docs/getting-started/auth",
        accepts=is_labelled_key,
    ),
    marked("Jina", ("jina_",), mixed(50, 64, _BASE64URL), "https://docs.jina.ai/"),
    marked(
        "Voyage",
        ("pa-", "al-"),
        mixed(43, also=_BASE64URL),
        "https://docs.voyageai.com/docs/api-key-and-installation",
    ),
    marked("Nomic", ("nk-",), mixed(43, 60, _BASE64URL), "https://docs.nomic.ai/"),
)
