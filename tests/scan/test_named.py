"""Rules made of a vendor's name or prefix and a shape."""

import pytest

from memcli.scan.engine import confirm
from memcli.scan.rules.named import Shape, hexadecimal, is_random, lower, marked, mixed, named

_URL = "https://docs.example.org/"
_NAMED = named("Acme Cloud", hexadecimal(32), _URL, names=("acme cloud", "acmec"))
_MARKED = marked("Acme", ("acme_", "acmelive_"), mixed(24, None, b"-"), _URL)
_HEX = "4f7a19c0b2e8d653" + "9c1fa07e5d3b8264"
_TOKEN = "q7LmWx9TbZr5" + "KvNc8PdYf3Js"


def hits(text: str) -> list[str]:
    return [hit.value.decode() for hit in confirm(_NAMED, text.encode())]


def marked_hits(text: str) -> list[str]:
    return [hit.value.decode() for hit in confirm(_MARKED, text.encode())]


@pytest.mark.parametrize(
    "template",
    [
        "ACME_CLOUD_API_KEY={}",
        "acmeCloudToken = '{}'",
        "acme-cloud secret: `{}`",
        "- **Acme Cloud token**: {}",
        "Acme Cloud: the key is {}",
        '{{"acmecloud": {{"apiKey": "{}"}}}}',
        '{{"config.ini": "ACME_CLOUD_TOKEN={}\\nBACKUP=true"}}',
        "| Acme Cloud key | {} |",
        "<acmeCloudToken>\n    {}\n</acmeCloudToken>",
        'var acmeCloudToken string = "{}"',
        'System.setProperty("ACME_CLOUD_TOKEN", "{}")',
        "$acmeCloudToken .= '{}'",
        "ACME_CLOUD_KEY :::= {}",
        "Acme Cloud \u5bc6\u94a5\uff1a{}",
        "Acme Cloud Schl\u00fcssel: {}",
        "acmec key {}",
    ],
)
def test_a_value_after_the_name_and_a_label_is_found(template: str) -> None:
    assert hits(template.format(_HEX)) == [_HEX]


@pytest.mark.parametrize(
    "text",
    [
        f"acme cloud {_HEX}",
        f"commit {_HEX}",
        f"ACME_CLOUD_TOKEN_HASH={_HEX}",
        f"acme cloud key: {_HEX}0",
        f"acme cloud key: {_HEX[:-1]}",
        f"acme cloud key: {'0' * 32}",
        "acme cloud key: 0123456789abcdef0123456789abcdef",
        f"acme cloud key: {_HEX}...",
        f"pacmec key {_HEX}",
        f"acme cloud session: {_HEX}",
    ],
)
def test_what_only_stands_near_the_name_stays_quiet(text: str) -> None:
    assert hits(text) == []


@pytest.mark.parametrize("text", ["{}", "key_{}", "{}_prod", "`{}`.", "https://h/?k={}&x=1"])
@pytest.mark.parametrize("prefix", ["acme_", "acmelive_"])
def test_a_marked_token_is_found(text: str, prefix: str) -> None:
    assert marked_hits(text.format(prefix + _TOKEN)) == [prefix + _TOKEN]


@pytest.mark.parametrize(
    "text",
    [
        f"xacme_{_TOKEN}",
        f"acme_{_TOKEN}1",
        f"acme_{_TOKEN[:-1]}",
        f"acme_{_TOKEN}***",
        "acme_" + "x" * 24,
        "acme_the-name-of-some-feature",
        "acme_your-key-12345-goes-in1",
        f"+acme_{_TOKEN}",
    ],
)
def test_what_only_resembles_a_marked_token_stays_quiet(text: str) -> None:
    assert marked_hits(text) == []


@pytest.mark.parametrize("shape", [hexadecimal(40), lower(13), mixed(70), mixed(22, 43, b"_-")])
def test_the_sample_of_a_shape_fits_it(shape: Shape) -> None:
    rule = named("Acme", shape, _URL)
    assert [len(list(confirm(rule, each.text.encode()))) for each in rule.examples] == [1, 1]


def test_letters_of_both_cases_need_no_digit() -> None:
    assert is_random(b"qLmWxTbZrKvN" + b"cPdYfJsGaQeH")
    assert not is_random(b"TheNameOfSome" + b"thing")
