"""Private keys outside the armour of a PEM file."""

import base64
import json
import urllib.parse

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


_HEAD, *_LINES, _FOOT = _BLOCK.split("\n")
_ALL = [_HEAD, *_LINES, _FOOT]
_BREAKS = (
    *("<br>", "<br/>\n", "&#10;", "&#xA;\n", ";\n", "\\\n", "\\n\\\n", "\\r\\n", "\\u000a"),
    *("", " ", "  ", "\u2028", "\\u2028", "%0A", "%0D%0A", "\r\n", "\n\n", ",\n", "=\n"),
)
_PREFIXES = (
    *("- ", "> ", "> - ", "> > ", "* ", "// ", "# ", "## ", ": ", "; ", "-- ", "| ", "\t", "+"),
    *("    ", "\u00a0\u00a0", "\u3000", "\u2502 "),
)


def wrapped(width: int) -> str:
    text = "".join(_LINES)
    return "\n".join([_HEAD, *(text[at : at + width] for at in range(0, len(text), width)), _FOOT])


@pytest.mark.parametrize("between", _BREAKS)
def test_a_block_is_found_whatever_ends_its_lines(between: str) -> None:
    assert found(between.join(_ALL)) == ["private-key"]


@pytest.mark.parametrize("prefix", _PREFIXES)
def test_a_block_is_found_whatever_begins_its_lines(prefix: str) -> None:
    assert found("\n".join(prefix + line for line in _ALL)) == ["private-key"]


@pytest.mark.parametrize("number", ["{:6}\t", "{:6}\u2192", "{}: ", "{}:", "{:3} | ", "{}. "])
def test_a_block_with_numbered_lines_is_found(number: str) -> None:
    lines = [number.format(at) + line for at, line in enumerate(_ALL, 1)]
    assert found("\n".join(lines)) == ["private-key"]


@pytest.mark.parametrize(
    "line", ["`{}`", "- `{}`", "**{}**", '"{}\\n" +', '+ "{}\\n"', 'b"{}\\n"', "'{}',", "/* {} */"]
)
def test_a_block_is_found_whatever_quotes_its_lines(line: str) -> None:
    assert found("\n".join(line.format(each) for each in _ALL)) == ["private-key"]


@pytest.mark.parametrize("width", [5, 8, 12, 50, 76])
def test_a_block_is_found_whatever_the_length_of_its_lines(width: int) -> None:
    assert found(wrapped(width)) == ["private-key"]


@pytest.mark.parametrize(
    "text",
    [
        urllib.parse.quote(_BLOCK),
        urllib.parse.quote_plus(_BLOCK),
        urllib.parse.quote(_BLOCK, safe=""),
        _BLOCK.replace("/", "\\/").replace("\n", "\\n"),
        _BLOCK.replace(" ", "\u00a0"),
        _BLOCK.replace("RSA", "SOME NEW"),
        "\n".join(_ALL[:-1]),
        _BLOCK.replace("\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n", 1),
    ],
)
def test_a_block_is_found_however_it_is_encoded(text: str) -> None:
    assert found(text) == ["private-key"]


@pytest.mark.parametrize(
    "after",
    [
        " is never copied. See https://docs.example.org/authentication/GenerateANewKey2024 first.",
        "\n...\n",
        "\n<the key>\n",
        "\n[REDACTED 27 lines]\n",
        "\n- never\n- copy\n- This\n- into2\n- memory\n- Files\n- because\n- people3\n- read\n",
        "\nMIIE...\n",
        "\nYOUR_PRIVATE_KEY_GOES_HERE\n",
        "\nbase64EncodedKeyContentGoesHere\nMoreBase64ContentOfTheKey\n",
        "\\n[A-Za-z0-9+/=\\n]+\\n",
        "` header of " + "TheNameOfSomething " * 10,
    ],
)
@pytest.mark.parametrize("foot", ["", _FOOT])
def test_a_header_alone_stays_quiet(after: str, foot: str) -> None:
    assert found(_HEAD + after + foot) == []


@pytest.mark.parametrize("label", ["CERTIFICATE", "PUBLIC KEY", "RSA PUBLIC KEY", "PGP MESSAGE"])
def test_what_is_public_stays_quiet_in_its_armour(label: str) -> None:
    text = f"-----BEGIN {label}-----\n" + "\n".join(_LINES)[4:] + f"\n-----END {label}-----"
    assert found(text) == []


def test_the_label_of_a_block_is_shown_only_if_it_is_known() -> None:
    shown = [
        hit.public.decode()
        for label in ("RSA", "SOME NEW")
        for hit in _ENGINE.hits(_BLOCK.replace("RSA", label).encode())
    ]
    assert shown == [_HEAD, "-----BEGIN"]
