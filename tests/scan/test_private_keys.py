"""Private keys outside the armour of a PEM file."""

import base64
import json

import pytest

from memcli.scan.engine import ReEngine
from memcli.scan.rules import private_keys
from secretshapes import private_key_block, seeded

_ENGINE = ReEngine(private_keys.RULES)
_DER = base64.b64encode(seeded(1).randbytes(180)).decode()
_BLOCK = private_key_block(seeded(2))


def found(text: str) -> list[str]:
    return [hit.rule.id for hit in _ENGINE.hits(text.encode())]


@pytest.mark.parametrize(
    "text",
    [
        _BLOCK,
        _BLOCK.replace("\n", "\\n"),
        _BLOCK.replace("\n", "\\\\n"),
        _BLOCK.replace("\n", ""),
        _BLOCK.replace("\n", "\n    "),
        json.dumps({"private_key": _BLOCK}),
        json.dumps(json.dumps({"private_key": _BLOCK})),
        _BLOCK[:160] + "...",
    ],
)
def test_a_block_is_found_however_its_lines_are_written(text: str) -> None:
    assert found(text) == ["private-key"]


@pytest.mark.parametrize(
    "start",
    [
        "MIIEvQ" + "IBADANBgkqhkiG9w0BAQEFAASC",
        "MIIEpA" + "IBAAKCAQEA",
        "MIICXQ" + "IBAAKBgQ",
        "MIIKYQ" + "IBAzCC",
        "MIGHAg" + "EAMBMGByqGSM49",
        "MC4CAQ" + "AwBQYDK2V",
    ],
)
def test_a_key_without_armour_is_found(start: str) -> None:
    assert found(f"APP_PRIVATE_KEY={start}{_DER}") == ["private-key-without-armour"]


@pytest.mark.parametrize(
    "start",
    [
        "MIIBIjANBgkqhkiG9w0BAQEFAAOC",
        "MIIBCgKCAQEA",
        "MIIDdzCCAl+gAwIBAgIE",
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE",
    ],
)
def test_a_public_key_or_certificate_stays_quiet(start: str) -> None:
    assert found(start + _DER) == []


def test_the_private_part_of_a_json_web_key_is_found() -> None:
    secret = base64.urlsafe_b64encode(seeded(3).randbytes(32)).rstrip(b"=").decode()
    public = {"kty": "EC", "crv": "P-256", "x": secret[::-1], "y": secret[1:]}
    assert found(json.dumps({**public, "d": secret})) == ["json-web-key"]
    assert found(json.dumps(public)) == []


def test_an_rsa_key_in_xml_is_found_only_with_its_private_part() -> None:
    public = f"<RSAKeyValue><Modulus>{_DER}</Modulus><Exponent>AQAB</Exponent>"
    assert found(f"{public}<D>{_DER}</D></RSAKeyValue>") == ["xml-private-key"]
    assert found(f"{public}</RSAKeyValue>") == []


@pytest.mark.parametrize("shown", [46, 90])
def test_the_beginning_of_a_key_in_documentation_stays_quiet(shown: int) -> None:
    head = "-----BEGIN RSA " + "PRIVATE KEY-----\\n"
    assert found(f"{head}{_DER[:shown]}...\\n-----END RSA " + "PRIVATE KEY-----") == []
