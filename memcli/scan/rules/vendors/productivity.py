"""Keys of services for documents, tasks, forms, design and calls."""

from memcli.scan.model import Rule
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued_mixed,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_NOTION_URL = "https://developers.notion.com/docs/authorization"
_NOTION_REVOKE = "refresh the secret of the integration in Notion under My integrations"
_AIRTABLE_URL = "https://airtable.com/developers/web/guides/personal-access-tokens"
_ASANA_URL = "https://developers.asana.com/docs/personal-access-token"
_ASANA_REVOKE = "revoke it in Asana's developer console, under My apps"
_FIGMA_URL = "https://developers.figma.com/docs/rest-api/authentication/"
_DROPBOX_URL = "https://developers.dropbox.com/oauth-guide"
_BOX_URL = "https://developer.box.com/guides/authentication/tokens/"
_JWT = rb"eyJ[A-Za-z0-9_-]{10,200}\.[A-Za-z0-9_-]{20,900}\.[A-Za-z0-9_-]{30,400}"

RULES: tuple[Rule, ...] = (
    marked(
        "Notion",
        ("ntn_",),
        Shape(rb"[A-Za-z0-9]{40,50}", ("73091284551", *mixed(35).parts)),
        _NOTION_URL,
        what="integration token",
        revoke=_NOTION_REVOKE,
    ),
    marked(
        "Notion",
        ("secret_",),
        mixed(43),
        _NOTION_URL,
        what="integration secret",
        revoke=_NOTION_REVOKE,
        accepts=looks_issued_mixed,
    ),
    marked(
        "Airtable",
        ("pat",),
        Shape(rb"[A-Za-z0-9]{14}\.[0-9a-f]{64}", ("q7LmWx9TbZr5Kv.", *hexadecimal(64).parts)),
        _AIRTABLE_URL,
        what="personal access token",
        revoke="delete the token in Airtable's builder hub",
    ),
    named(
        "Airtable",
        Shape(
            rb"pat[A-Za-z0-9]{14}\.[0-9a-f]{60,64}",
            ("patq7LmWx9TbZr", "5Kv.", *hexadecimal(62).parts),
        ),
        _AIRTABLE_URL,
        what="labelled access token",
    ),
    named(
        "Airtable",
        Shape(rb"(?:key)?[A-Za-z0-9]{14}|[a-z0-9]{17}", ("key", "q7LmWx9TbZr5Kv")),
        _AIRTABLE_URL,
    ),
    named(
        "Asana",
        Shape(rb"[0-9]{16}", ("73091284556155", "12"), strong=False),
        _ASANA_URL,
        what="client id",
        revoke=_ASANA_REVOKE,
    ),
    named("Asana", lower(32), _ASANA_URL, what="client secret", revoke=_ASANA_REVOKE),
    named(
        "Asana",
        Shape(
            rb"[0-9]/[0-9]{12,18}(?:/[0-9]{12,18})?:[0-9a-f]{32}",
            ("2/73091284556155/", "12073091284556:", *hexadecimal(32).parts),
        ),
        _ASANA_URL,
        what="personal access token",
        revoke=_ASANA_REVOKE,
    ),
    named(
        "Trello",
        hexadecimal(32),
        "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
    ),
    named(
        "Trello",
        Shape(rb"[a-z0-9]{32}", lower(32).parts),
        "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
        id="trello-labelled-key",
        what="labelled key",
    ),
    named(
        "Trello",
        hexadecimal(64),
        "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
        what="token",
    ),
    marked(
        "Trello",
        ("ATTA",),
        Shape(rb"[0-9a-f]{64}[0-9A-F]{8}", (*hexadecimal(64).parts, "5D3B8264")),
        "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",
        id="trello-user-token",
        what="user token",
    ),
    named(
        "Monday",
        Shape(_JWT, ("eyJhbGci", "OiJIUzI1NiJ9", ".q7", *lower(44).parts, ".", *mixed(43).parts)),
        "https://developer.monday.com/api-reference/docs/authentication",
        names=("monday",),
        what="API token",
    ),
    marked(
        "ClickUp",
        ("pk_",),
        Shape(rb"[0-9]{6,12}_[A-Z0-9]{32}", ("73091284_", *upper(32).parts)),
        "https://developer.clickup.com/docs/authentication",
        what="personal token",
    ),
    marked(
        "Figma",
        ("figd_", "figo_", "figu_", "figoh_", "figor_"),
        mixed(40, None, b"_-"),
        _FIGMA_URL,
        what="personal access token",
        revoke="revoke the token in Figma under Settings, Security",
    ),
    named(
        "Figma",
        Shape(rb"[0-9]{4,6}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", ("73091-", *UUID.parts)),
        _FIGMA_URL,
        what="legacy access token",
    ),
    named(
        "Miro",
        mixed(27, None, b"_-"),
        "https://developers.miro.com/reference/authentication",
        what="access token",
    ),
    named(
        "Canva",
        Shape(rb"cnvca[A-Za-z0-9_-]{51}", ("cnvca", *mixed(51).parts)),
        "https://www.canva.dev/docs/connect/authentication/",
        what="client secret",
    ),
    named(
        "Todoist",
        hexadecimal(40),
        "https://developer.todoist.com/api/v1/#tag/Authorization",
        what="API token",
    ),
    named(
        "Evernote",
        Shape(
            rb"S=s[0-9]{1,4}:U=[0-9a-f]{1,8}:E=[0-9a-f]{8,12}:C=[0-9a-f]{8,12}:P=[0-9a-f]{1,4}:A=[A-Za-z0-9_.-]{2,30}:V=2:H=[0-9a-f]{32}",
            (
                "S=s73:U=4f7a19:E=9c1fa07e5d:C=b2e8d653:P=1cd",
                ":A=en-devtoken:V=2:H=",
                *hexadecimal(32).parts,
            ),
        ),
        "https://dev.evernote.com/doc/articles/dev_tokens.php",
        what="developer token",
    ),
    marked(
        "Dropbox",
        ("sl.u.", "sl."),
        mixed(100, 1400, b"_-"),
        _DROPBOX_URL,
        what="access token",
        revoke="disconnect the app in Dropbox under Settings, Connected apps",
        accepts=looks_issued_mixed,
    ),
    named("Dropbox", lower(15), _DROPBOX_URL, what="app secret"),
    named(
        "Dropbox",
        Shape(
            rb"sl\.[A-Za-z0-9_=-]{100,160}", ("s", "l.", *hexadecimal(64).parts, *lower(64).parts)
        ),
        _DROPBOX_URL,
        what="short-lived token",
    ),
    named(
        "Dropbox",
        Shape(
            rb"[A-Za-z0-9]{11}AAAAAAAAAA[A-Za-z0-9_=-]{43}",
            ("q7LmWx9TbZr", "AAAAAAAAAA", *mixed(43).parts),
        ),
        _DROPBOX_URL,
        what="long-lived token",
    ),
    named("Box", mixed(32), _BOX_URL, names=("box",), what="client secret or developer token"),
    marked(
        "Adobe",
        ("p8e-", "p8_"),
        mixed(32, None, b"_-"),
        "https://developer.adobe.com/developer-console/docs/guides/authentication/",
        what="client secret",
    ),
    named(
        "Adobe",
        hexadecimal(32),
        "https://developer.adobe.com/developer-console/docs/guides/authentication/",
        id="adobe-client-id",
        what="client id",
    ),
    named(
        "Calendly",
        Shape(_JWT, ("eyJhbGci", "OiJFUzI1NiJ9", ".q7", *lower(44).parts, ".", *mixed(43).parts)),
        "https://developer.calendly.com/how-to-authenticate-with-personal-access-tokens",
        what="personal access token",
    ),
    marked(
        "Cal.com",
        ("cal_live_", "cal_test_", "cal_"),
        hexadecimal(32),
        "https://cal.com/docs/api-reference/v2/introduction",
    ),
    marked(
        "Coda",
        ("coda_",),
        UUID,
        "https://coda.io/developers/apis/v1#section/Authentication",
        id="coda-prefixed-token",
        what="API token",
    ),
    named(
        "Coda", UUID, "https://coda.io/developers/apis/v1#section/Authentication", what="API token"
    ),
    named(
        "Smartsheet",
        mixed(26, 37),
        "https://developers.smartsheet.com/api/smartsheet/guides/basics/authentication",
        names=("smart sheet",),
        what="access token",
    ),
    named("Clockify", mixed(48), "https://docs.clockify.me/#section/Authentication"),
    named(
        "Toggl",
        hexadecimal(32),
        "https://engineering.toggl.com/docs/authentication/",
        what="API token",
    ),
    named(
        "Harvest",
        Shape(
            rb"[0-9]{6,8}\.pt\.[A-Za-z0-9_-]{80,90}",
            ("7309128.pt.", *mixed(64).parts, "q7lMwX9tBzR5kVnC8p"),
        ),
        "https://help.getharvest.com/api-v2/authentication-api/authentication/authentication/",
        what="access token",
    ),
    named("Worksnaps", mixed(40), "https://www.worksnaps.com/api/"),
    named("Podio", mixed(32), "https://developers.podio.com/authentication"),
    named(
        "JotForm",
        hexadecimal(32),
        "https://api.jotform.com/docs/#authentication",
        names=("jot form",),
    ),
    named(
        "Atlassian",
        mixed(24),
        "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
        names=("atlassian", "jira", "confluence"),
        id="atlassian-legacy-token",
        what="legacy API token",
    ),
)
