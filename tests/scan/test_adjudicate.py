"""What counts as a plausible value, apart from where it stands."""

import hashlib

import pytest

from memcli.scan.adjudicate import Asks, count_digits, is_filler, is_plausible, split_words

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
