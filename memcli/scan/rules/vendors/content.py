"""Keys of services that keep and translate content."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
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

_GHOST_URL = "https://docs.ghost.org/admin-api/#token-authentication"


RULES: tuple[Rule, ...] = (
    marked(
        "Contentful",
        ("CFPAT-",),
        mixed(43, also=b"_-"),
        "https://www.contentful.com/developers/docs/references/authentication/",
        what="personal access token",
        revoke="revoke the token in Contentful under Account settings, CMA tokens",
    ),
    named(
        "Contentful",
        mixed(43, also=b"=_-"),
        "https://www.contentful.com/developers/docs/references/authentication/",
        what="delivery token",
        revoke="delete the key in Contentful under Settings, API keys",
    ),
    named(
        "Sanity",
        Shape(rb"sk[A-Za-z0-9]{78,200}", ("sk", *mixed(64).parts, *mixed(16).parts)),
        "https://www.sanity.io/docs/content-lake/http-auth",
        what="API token",
    ),
    vendor_rule(
        "ghost-admin-key",
        vendor="Ghost",
        title="Ghost admin API key",
        url=_GHOST_URL,
        revoke="regenerate the key in Ghost Admin under Integrations",
        anchors=(b"ghost",),
        pattern=(
            rb"(?i:ghost)(?s:.){0,120}?(?<![A-Za-z0-9:])"
            rb"(?P<secret>(?P<public>)[0-9a-f]{24}:[0-9a-f]{64})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("GHOST_ADMIN_API_KEY=4f7a19c0b2e8", "d6539c1fa07e:", "e19b37d25ac0f846"),
                    *("1d72be93f0685a4c", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264"),
                )
            ),
        ),
        counter_examples=(
            Sample(("GHOST_ADMIN_API_KEY=<id>:<secret>",)),
            Sample(("ghost ", "0" * 24, ":", "0" * 64)),
        ),
    ),
    named(
        "Ghost",
        Shape(rb"[0-9a-f]{26}", (*hexadecimal(26).parts,)),
        "https://docs.ghost.org/content-api/",
        names=("ghost content", "ghost api"),
        what="content API key",
        accepts=is_named_plainly,
    ),
    named(
        "Strapi",
        hexadecimal(256)._replace(
            parts=(
                *hexadecimal(64).parts,
                "c40f5a8603d9e17b",
                "28be64cfa1705d93",
                "f3b0691ec8742da5",
                "5e87a2d46b19f03c",
                "07d6c3951fe8b42a",
                "a91c5e70d3f2846b",
                "b36e08f4c17a592d",
                "6d40f9b7218ce35a",
                "e8521ac7f06d9b34",
                "92f7b3d0684ea15c",
                "3ca60e95d7b1f248",
                "d18b47e26f3a095c",
            )
        ),
        "https://docs.strapi.io/cms/features/api-tokens",
        what="API token",
    ),
    named(
        "Directus",
        Shape(rb"(?:[A-Za-z0-9_-]{32}|[A-Za-z0-9_-]{64})", mixed(32).parts),
        "https://directus.io/docs/api/authentication",
        what="static token",
        accepts=looks_issued_mixed,
    ),
    named(
        "Storyblok",
        Shape(
            rb"[A-Za-z0-9]{22}tt(?:-[0-9]{4,9}-[A-Za-z0-9_-]{20})?",
            (*mixed(22).parts, "tt-730912-", *mixed(20).parts),
        ),
        "https://www.storyblok.com/docs/concepts/access-tokens",
        what="access token",
    ),
    named(
        "Prismic",
        Shape(rb"MC5[A-Za-z0-9+/=_.-]{40,200}", ("MC5", *mixed(64).parts)),
        "https://prismic.io/docs/access-token",
        what="access token",
    ),
    named(
        "DatoCMS",
        hexadecimal(30),
        "https://www.datocms.com/docs/content-management-api/authentication",
        names=("datocms", "dato cms"),
        what="API token",
    ),
    named(
        "Kontent.ai",
        Shape(
            rb"(?:ew0[A-Za-z0-9_-]{30,60}\.[A-Za-z0-9_-]{100,500}\.[A-Za-z0-9_-]{40,90}|[A-Za-z0-9-]{36})",
            UUID.parts,
        ),
        "https://kontent.ai/learn/docs/apis/",
        names=("kontent ai", "kontent"),
        what="API key",
    ),
    named(
        "Cosmic",
        mixed(48, 52),
        "https://www.cosmicjs.com/docs/api/authentication",
        names=("cosmic js", "cosmicjs", "cosmic write", "cosmic read"),
        what="key",
        accepts=looks_issued_mixed,
    ),
    named(
        "Builder.io",
        Shape(rb"bpk-[0-9a-f]{32}", ("bp", "k-", *hexadecimal(32).parts)),
        "https://www.builder.io/c/docs/using-your-api-key",
        names=("builder io", "builder private"),
        what="private key",
    ),
    named(
        "Webflow",
        Shape(rb"(?:ws-)?[0-9a-f]{64}", hexadecimal(64).parts),
        "https://developers.webflow.com/data/reference/authentication/site-token",
        what="site token",
    ),
    named(
        "Wix",
        Shape(
            rb"IST\.[A-Za-z0-9_-]{30,2000}\.[A-Za-z0-9_-]{30,2000}\.[A-Za-z0-9_-]{100,800}",
            (
                "IST.eyJraWQi",
                *mixed(48).parts,
                ".eyJkYXRh",
                *mixed(64).parts,
                ".",
                *mixed(64).parts,
                *mixed(64).parts[::-1],
            ),
        ),
        "https://dev.wix.com/docs/rest/articles/getting-started/api-keys",
        what="API key",
    ),
    named(
        "Uploadcare",
        hexadecimal(20)._replace(strong=True),
        "https://uploadcare.com/docs/security/",
        names=("uploadcare secret", "uploadcare private", "uploadcare"),
        what="secret key",
    ),
    named(
        "Filestack",
        mixed(20, 32),
        "https://www.filestack.com/docs/security/policies/",
        names=("filestack", "filepicker"),
        what="app secret",
        accepts=looks_issued_mixed,
    ),
    named(
        "Transloadit",
        hexadecimal(40),
        "https://transloadit.com/docs/api/authentication/",
        what="auth secret",
    ),
    named("Sirv", mixed(88, also=b"+/="), "https://apidocs.sirv.com/", what="client secret"),
    named(
        "Siteleaf",
        hexadecimal(32),
        "https://www.siteleaf.com/docs/developer/api/",
        what="API secret",
    ),
    named(
        "Crowdin",
        Shape(rb"(?:[0-9a-f]{80}|[A-Za-z0-9]{80})", mixed(80).parts)._replace(
            parts=(*mixed(64).parts, "Zk3Rw9TqLm7XvB2n")
        ),
        "https://support.crowdin.com/account-settings/",
        what="personal access token",
    ),
    named(
        "Lokalise",
        hexadecimal(40),
        "https://developers.lokalise.com/reference/api-authentication",
        what="API token",
    ),
    named(
        "Phrase",
        lower(64),
        "https://developers.phrase.com/api/",
        names=("phrase access", "phrase api", "phraseapp"),
        what="token",
        accepts=is_named_plainly,
    ),
    named("POEditor", hexadecimal(32), "https://poeditor.com/docs/api", what="API token"),
    named(
        "Transifex",
        Shape(rb"1/[0-9a-f]{40}", ("1/", *hexadecimal(40).parts)),
        "https://developers.transifex.com/reference/api-authentication",
        names=("transifex", "tx token"),
        what="API token",
    ),
    marked(
        "Weblate",
        ("wlu_", "wlp_"),
        mixed(36, 48),
        "https://docs.weblate.org/en/latest/api.html",
        what="API token",
        accepts=looks_issued_mixed,
    ),
    marked(
        "Tolgee",
        ("tgpak_", "tgpat_"),
        lower(30, 80),
        "https://docs.tolgee.io/platform/account_settings/api_keys_and_pat_tokens",
        what="access token",
    ),
    named(
        "OneSky",
        mixed(32),
        "https://github.com/onesky/api-documentation-platform",
        what="API secret",
    ),
    named(
        "Mapillary",
        Shape(
            rb"MLY\|[0-9]{10,20}\|[0-9a-f]{32}", ("ML", "Y|7309128455612|", *hexadecimal(32).parts)
        ),
        "https://www.mapillary.com/developer/api-documentation",
        what="access token",
    ),
)
