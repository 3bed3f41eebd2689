"""Azure keys that carry a mark inside, by which Microsoft itself recognises them."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.named import is_random

_URL = "https://learn.microsoft.com/purview/sit-defn-azure"
_ROTATE = "regenerate the key in the Azure portal"
_SECRET = rb"(?<![A-Za-z0-9+/_-])(?P<secret>(?P<public>)%b)(?![A-Za-z0-9+/=_-])"
_HEADS = (
    "q7LmWx9TbZr5",
    "KvNc8PdYf3Js",
    "Ga7QeX1uRt6H",
    "k4MwBn2VpCz8",
    "LdTq5SyXg9Kh",
    "Rm3JfWa7ZeUb",
)


def _accepts_marked(match: re.Match[bytes]) -> bool:
    return is_random(match["secret"])


def _head(length: int) -> tuple[str, ...]:
    text = "".join((*_HEADS, *_HEADS[::-1]))[:length]
    return tuple(text[at : at + 12] for at in range(0, length, 12))


def _marked(what: str, title: str, *, head: int, mark: bytes, tail: bytes, shown: str) -> Rule:
    """Return the rule of a key with ``mark`` behind ``head`` characters; ``shown`` is a tail."""
    alternatives = mark.replace(rb"\+", b"+").strip(b"(?:)").split(b"|")
    first = alternatives[0].decode()
    return vendor_rule(
        f"azure-{what}",
        vendor="Azure",
        title=title,
        url=_URL,
        revoke=_ROTATE,
        anchors=tuple(found.lower() for found in alternatives),
        pattern=_SECRET % (rb"[A-Za-z0-9+/_-]{%d}%b%b" % (head, mark, tail)),
        accepts=_accepts_marked,
        examples=(
            Sample(("key=", *_head(head), first[:2], first[2:], shown)),
            Sample(("It is `", *_head(head), first[:2], first[2:], shown, "` now.")),
        ),
        counter_examples=(
            Sample(("x" * head, first, shown)),
            Sample((*_head(head - 5), first, shown)),
            Sample((*_head(head), "Ab9", shown)),
        ),
    )


RULES: tuple[Rule, ...] = (
    _marked(
        "storage-key",
        "Azure storage, Batch, Machine Learning, Cosmos or API Management key",
        head=76,
        mark=rb"(?:\+ASt|\+ABa|\+AMC|ACDb|APIM)",
        tail=rb"[A-Za-z0-9+/]{5}[AQgw]==",
        shown="f4Jk2g==",
    ),
    _marked(
        "messaging-key",
        "Azure Service Bus, Event Hubs, Relay or IoT Hub key",
        head=33,
        mark=rb"(?:\+ASb|\+AEh|\+ARm|AIoT)",
        tail=rb"[A-P][A-Za-z0-9+/]{5}=",
        shown="Df4Jk2=",
    ),
    _marked(
        "redis-key",
        "Azure Cache for Redis key",
        head=33,
        mark=rb"(?:AzCa)",
        tail=rb"[A-P][A-Za-z0-9]{5}=",
        shown="Df4Jk2=",
    ),
    _marked(
        "function-key",
        "Azure Functions key",
        head=44,
        mark=rb"(?:AzFu)",
        tail=rb"[A-Za-z0-9_-]{5}[AQgw]==",
        shown="f4Jk2g==",
    ),
    _marked(
        "search-key",
        "Azure AI Search key",
        head=42,
        mark=rb"(?:AzSe)",
        tail=rb"[A-D][A-Za-z0-9]{5}",
        shown="Df4Jk2",
    ),
    _marked(
        "container-registry-key",
        "Azure Container Registry key",
        head=42,
        mark=rb"(?:\+ACR)",
        tail=rb"[A-D][A-Za-z0-9+/]{5}",
        shown="Df4Jk2",
    ),
    _marked(
        "devops-token",
        "Azure DevOps personal access token",
        head=76,
        mark=rb"(?:AZDO)",
        tail=rb"[A-Za-z0-9]{4}",
        shown="f4Jk",
    ),
    _marked(
        "annotated-key",
        "Azure AI services key",
        head=52,
        mark=rb"(?:JQQJ99|JQQJ9D|JQQJ9H)",
        tail=rb"[A-Za-z0-9]{2}[A-Za-z0-9]{16,24}(?:==)?",
        shown="BDACf4Jk2gVpCz8LdTq5SyXg9K",
    ),
)
