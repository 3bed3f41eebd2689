"""What counts as a plausible value, apart from where it stands."""

import hashlib

import pytest

from memcli.scan.adjudicate import (
    Asks,
    Strength,
    count_digits,
    has_unusual_letters,
    is_filler,
    is_pin,
    is_plausible,
    split_words,
    strength_of,
)

_HEX40 = hashlib.sha256(b"some text").hexdigest()[:40]


@pytest.mark.parametrize(
    "value",
    [
        b"x" * 36,
        b"xXxXxXxX",
        b"00000000000000000001",
        b"abcdefghijklmnop",
        b"1234567" + b"890AB" + b"CDEF",
        b"9876543210987654",
        b"a1b2c3d4e5f6g7h8",
        b"a1ba2cb3dc4ed5fe6gf7h",
        b"q7x9q7x9q7x9q7x9",
        b"o0oo000o0o0oo0o",
        b"testtesttest",
        b"aaaabbbbccccddddaaaa",
    ],
)
def test_repeated_or_sequential_characters_are_filler(value: bytes) -> None:
    assert is_filler(value)


@pytest.mark.parametrize(
    "value",
    [_HEX40.encode(), b"q7x", b"Zk3Rw9TqLm7XvB2n", b"hunter2!", b"MC4CAQAwBQYDK2VwBCIEIHq7LmWx9Tb"],
)
def test_random_characters_are_no_filler(value: bytes) -> None:
    assert not is_filler(value)


def test_a_long_value_is_judged_by_its_beginning() -> None:
    assert is_filler(b"x" * 300 + b"q7Lm2Wx9")


@pytest.mark.parametrize(
    ("value", "asks", "expected"),
    [
        (b"48151623", Asks.PASSWORD, True),
        (b"48151623", Asks.KEY, False),
        (b"blue-river-42", Asks.PASSWORD, True),
        (b"blue-river-42", Asks.KEY, False),
        (_HEX40.encode(), Asks.PASSWORD, True),
        (_HEX40.encode(), Asks.KEY, True),
        (_HEX40.encode(), Asks.LOOSE, False),
        (b"me2024@example.org", Asks.KEY, False),
        (b"https://ci:" + b"q7Lm2Wx9@host/x", Asks.KEY, True),
        (b"https://host01/x/y2", Asks.KEY, False),
        (b"release-ab12cd34ef-build", Asks.KEY, True),
        (b"release-ab12-build", Asks.KEY, False),
        (b"q7-fake-Lm2Wx9Tb4", Asks.KEY, True),
        (b"q7-fake-Lm2Wx9Tb4", Asks.PASSWORD, True),
        (b"fake-password-42", Asks.PASSWORD, False),
        (b"example-token-12345678", Asks.PASSWORD, False),
        (b"example-token-48151623", Asks.PASSWORD, True),
        (b"Regen+1", Asks.PASSWORD, False),
        (b"Regen+17", Asks.PASSWORD, True),
        (b"Regn17", Asks.PASSWORD, True),
        (b"Regn17", Asks.KEY, False),
        (b"481562", Asks.PASSWORD, False),
        (b"sha256", Asks.PASSWORD, False),
        (b"argon2id", Asks.PASSWORD, False),
        (b"AES-256-GCM", Asks.KEY, False),
        (b"http2server", Asks.KEY, False),
        (b"#6b7a8f", Asks.PASSWORD, False),
        (b"PROJ-12345", Asks.PASSWORD, False),
        (b"10.41.86.144", Asks.PASSWORD, False),
        (b"me@10.41.86.144", Asks.PASSWORD, False),
        (b"30:48:9a:c3:f8:24", Asks.PASSWORD, False),
        (b"desk:sms:3716407998", Asks.KEY, False),
        (b"user_name=form2024", Asks.PASSWORD, False),
        (b"timeout2=True", Asks.PASSWORD, False),
        (b"Zima=99956", Asks.PASSWORD, True),
        (b"req.header(", Asks.KEY, False),
        (b"tokens[12:-1]", Asks.KEY, False),
        (b"getenv('X_2024')", Asks.KEY, False),
        (b"passw\xc3\xb6rter-2024.md", Asks.PASSWORD, False),
        (b"8f14e45f-ceea-467d-9b1c-0242ac130003", Asks.KEY, True),
        (b"8f14e45f-ceea-467d-9b1c-0242ac130003", Asks.LOOSE, False),
        (b"8f14e45f-ceea-11ec-9b1c-0242ac130003", Asks.KEY, False),
        (b"kQxVbTzWrLmHdGsP", Asks.KEY, True),
        (b"getUserPassword1", Asks.PASSWORD, False),
        (b"password123", Asks.PASSWORD, False),
        (b"YourVeryStrongPass425!", Asks.PASSWORD, False),
        (b"kQ8sXm2L####", Asks.KEY, False),
        (b"&#x3C;token12", Asks.KEY, False),
        (b"Regenwetter", Asks.PASSWORD, False),
        (b"Regenwetter1", Asks.PASSWORD, False),
        (b"Regenwetter1!", Asks.PASSWORD, True),
        (b"Regenwetter12", Asks.PASSWORD, True),
        ("Grüße2!".encode(), Asks.PASSWORD, False),
        ("Grüße204!".encode(), Asks.PASSWORD, True),
    ],
)
def test_the_label_decides_what_is_plausible(value: bytes, asks: Asks, *, expected: bool) -> None:
    assert is_plausible(value, after=b"", asks=asks) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"kestrel", Strength.NONE),
        (b"sha256", Strength.NONE),
        (b"4f57f22", Strength.NONE),
        (b"128k", Strength.NONE),
        (b"mailer-v83", Strength.NONE),
        (b"web-01", Strength.NONE),
        (b"granite17", Strength.SOME),
        (b"blue-river-42", Strength.SOME),
        (b"granite471", Strength.TYPED),
        (b"Granite_4471", Strength.TYPED),
        (b"q7x9v", Strength.TYPED),
        (b"granite!17", Strength.RANDOM),
        (b"kQ8sXm2L", Strength.RANDOM),
        (b"kQxVbTzWrLm", Strength.RANDOM),
    ],
)
def test_strength_tells_names_from_what_is_typed_and_drawn(
    value: bytes, expected: Strength
) -> None:
    assert expected is strength_of(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"0736", True),
        (b"481562", True),
        (b"4815162342", True),
        (b"481", False),
        (b"48151623429", False),
        (b"1234", False),
        (b"987654", False),
        (b"1111", False),
        (b"1212", False),
        (b"2031", False),
        (b"20310723", False),
        (b"48a562", False),
    ],
)
def test_a_pin_is_chosen_digits(value: bytes, *, expected: bool) -> None:
    assert is_pin(value) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"kQxVbTzWrLm", True),
        (b"n8HUGKOWUVcsqOed", True),
        (b"getUserPassword", False),
        (b"Regenwetter", False),
        (b"contrasena", False),
        (b"q", False),
        (b"", False),
    ],
)
def test_letters_of_no_language_are_unusual(value: bytes, *, expected: bool) -> None:
    assert has_unusual_letters(value) is expected


@pytest.mark.parametrize("after", [b"...", "…".encode(), "••".encode(), b"***", b"xxxx"])
def test_a_value_that_is_masked_further_on_is_not_plausible(after: bytes) -> None:
    value = b"Zk3Rw9TqLm7X"
    plausible = [is_plausible(value, after=text, asks=Asks.KEY) for text in (b". ", b"**", after)]
    assert plausible == [True, True, False]


@pytest.mark.parametrize("after", [b")", b", x"])
def test_a_call_that_goes_on_is_not_plausible(after: bytes) -> None:
    value = b"load(slot12"
    plausible = [is_plausible(value, after=text, asks=Asks.KEY) for text in (b" ", after)]
    assert plausible == [True, False]


def test_digits_are_ascii_digits() -> None:
    assert count_digits("a1２3".encode()) == 2


def test_words_are_split_at_case_and_punctuation() -> None:
    assert split_words(b"dbPassword_OLD-file2") == [b"db", b"password", b"old", b"file"]
