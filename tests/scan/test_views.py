"""Views: what is read, and where it stands in the original."""

import base64
import html
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.scan.views import (
    View,
    decoded,
    from_utf16,
    without_breaks,
    without_entities,
    without_hidden,
    without_percent,
)

WORD = st.text("abcXYZ019_-", min_size=1, max_size=20)
HIDDEN = st.sampled_from(["\u200b", "\u2060", "\ufeff", "\u00ad", "\x00", "\u202e", "\u180e"])


def made(view: View | None) -> View:
    assert view is not None
    return view


def shown(view: View | None, part: bytes, original: bytes) -> bytes:
    """Return what stands in the original where the view shows ``part``."""
    start = made(view).data.index(part)
    begin, end = made(view).origin(start, start + len(part))
    return original[begin:end]


@pytest.mark.parametrize(
    ("make", "original", "data", "part", "stands"),
    [
        (without_hidden, "a\u200bb c", "ab c", "ab", "a\u200bb"),
        (without_hidden, "a\u200b\u2060b", "ab", "b", "b"),
        (without_hidden, "x \ufeffab", "x ab", "ab", "ab"),
        (without_hidden, "a\x00b", "ab", "ab", "a\x00b"),
        (without_entities, "k&#95;v x", "k_v x", "k_v", "k&#95;v"),
        (without_entities, "k&#x5F;v", "k_v", "_", "&#x5F;"),
        (without_entities, "k&lowbar;v&amp;w", "k_v&w", "v&w", "v&amp;w"),
        (without_percent, "k%5Fv x", "k_v x", "k_", "k%5F"),
        (without_percent, "%41%42", "AB", "B", "%42"),
        (without_breaks, "ab_\n  cd", "ab_cd", "ab_cd", "ab_\n  cd"),
        (without_breaks, "> ab\r\n> cd", "> abcd", "bc", "b\r\n> c"),
        (without_breaks, "ab\\\ncd", "abcd", "abcd", "ab\\\ncd"),
    ],
)
def test_a_disguise_is_taken_off(
    make: Callable[[bytes], View | None], original: str, data: str, part: str, stands: str
) -> None:
    view = made(make(original.encode()))
    assert data == view.data.decode()
    assert stands == shown(view, part.encode(), original.encode()).decode()


@pytest.mark.parametrize(
    "make", [without_hidden, without_entities, without_percent, without_breaks, decoded, from_utf16]
)
@pytest.mark.parametrize("text", ["", "plain text, 100 % of it & more\n\nand caf\u00e9"])
def test_without_a_disguise_there_is_no_view(
    make: Callable[[bytes], View | None], text: str
) -> None:
    assert make(text.encode()) is None


def test_base64_is_decoded_once_and_stands_for_the_whole_run() -> None:
    inner = base64.b64encode(b"an inner text of some length").decode()
    outer = base64.b64encode(inner.encode()).decode()
    original = f"see {outer}, not {'0' * 40}".encode()
    view = made(decoded(original))
    assert f"{inner}\n".encode() in view.data
    assert b"an inner text" not in view.data
    assert outer.encode() == shown(view, inner.encode()[3:9], original)


@pytest.mark.parametrize("alphabet", [base64.b64encode, base64.urlsafe_b64encode])
@given(text=st.text("ab?>~ 01", min_size=12, max_size=60))
def test_either_alphabet_and_no_padding_is_decoded(
    alphabet: Callable[[bytes], bytes], text: str
) -> None:
    view = made(decoded(alphabet(text.encode()).rstrip(b"=")))
    assert f"{text}\n".encode() == view.data


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.booleans(), st.booleans())
def test_utf16_is_read_with_a_mark(text: str, little: bool, astral: bool) -> None:  # noqa: FBT001
    full = text + ("\U0001f600" if astral else "")
    mark, name = (b"\xff\xfe", "utf-16-le") if little else (b"\xfe\xff", "utf-16-be")
    original = mark + full.encode(name)
    view = made(from_utf16(original))
    assert full.encode() == view.data
    assert (2, len(original)) == view.origin(0, len(view.data))


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read_without_a_mark(name: str) -> None:
    original = "token: abcdef\n".encode(name)
    view = made(from_utf16(original))
    assert b"token: abcdef\n" == view.data
    assert "abc".encode(name) == shown(view, b"abc", original)


@given(st.lists(st.tuples(WORD, HIDDEN), min_size=1))
def test_every_part_without_hidden_characters_has_its_place(parts: list[tuple[str, str]]) -> None:
    original = "".join(word + hidden for word, hidden in parts).encode()
    view = made(without_hidden(original))
    assert "".join(word for word, _ in parts).encode() == view.data
    place = 0
    for word, _ in parts:
        begin, end = view.origin(place, place + len(word))
        assert word.encode() == original[begin:end]
        place += len(word)


@given(st.text(max_size=60))
def test_escaped_text_is_read_as_it_was(text: str) -> None:
    clean = text.encode("utf-8", "replace").decode()
    escaped = without_entities(html.escape(clean).encode())
    assert clean.encode() == (escaped.data if escaped else clean.encode())
    quoted = without_percent(quote(clean, safe="").encode())
    assert clean.encode() == (quoted.data if quoted else clean.encode())
