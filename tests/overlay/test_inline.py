"""The inline text: the same bytes for the same memory, and nothing in it breaks out."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.overlay.inline import BYTES, LINES, Cut
from overlay.contexts import CASES, DIGEST, GOLDEN, INDEX, KEPT, MEMORY_DIR, SPELLINGS, Case, golden

OPENING = "\n<memory-index>\n"
CLOSING = "</memory-index>\n"
REVERSING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
WORDS = st.sampled_from(["<", "/", "memory", "-", "index", ">", " ", "\u200b", "\x00", "\n", "x"])
TEXT = st.one_of(st.text(st.characters(exclude_categories=["Cs"])), st.lists(WORDS).map("".join))


def shown(text: str) -> str:
    """Return what is in the element. Its tags are the only ones: else this raises."""
    _, inner = text.split(OPENING)
    inner, _ = inner.split(CLOSING)
    return inner


def visible(text: str) -> str:
    """Return ``text`` as a careless reader takes it: lower case, letters and '<' alone."""
    letters = (char for char in text if char.isalnum() or char == "<")
    return "".join(letters).casefold().replace("ı", "i")


@pytest.mark.parametrize("name", CASES)
def test_the_text_is_the_golden_one(name: str) -> None:
    assert golden(name).read_bytes() == CASES[name].context().text.encode()


def test_every_golden_file_has_a_case() -> None:
    assert sorted(CASES) == sorted(path.stem for path in GOLDEN.iterdir())


CUTS: dict[str, Cut | None] = {
    "typical": None,
    "no-index": None,
    "no-index-cut": Cut(2, 3, 41, 62),
    "cut-by-lines": Cut(3, 5, 70, 205),
    "cut-by-bytes": Cut(4, 5, 134, 205),
    "one-overlong-line": Cut(0, 1, 30, 80),
    "bom-and-crlf": None,
}


@pytest.mark.parametrize("name", CUTS)
def test_what_was_cut_is_counted_in_lines_and_bytes(name: str) -> None:
    assert CUTS[name] == CASES[name].context().cut


def test_a_whole_index_is_there_as_it_is() -> None:
    assert INDEX == shown(Case(INDEX.encode()).context().text)


def test_a_byte_order_mark_is_dropped_and_line_ends_are_kept() -> None:
    assert INDEX.replace("\n", "\r\n") == shown(CASES["bom-and-crlf"].context().text)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_tag_of_the_element_is_neutralised(spelling: str) -> None:
    inner = shown(Case(f"before {spelling} after\n".encode()).context().text)
    assert "<memoryindex" not in visible(inner)
    assert re.fullmatch(r"before [<!\- >]*&lt;[^<]* after\n", inner)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_no_such_tag_is_kept(text: str) -> None:
    assert f"{text}\n" == shown(Case(f"{text}\n".encode()).context().text)


def test_two_half_tags_do_not_make_one() -> None:
    """The last line ends where the closing tag begins."""
    for index in (b"<", b"</", b"a\n<memory-", b"<\n/"):
        text = Case(index).context().text
        assert 1 == text.count(CLOSING)
        assert index.decode() + "\n" == shown(text)


@given(TEXT, st.integers(1, 20), st.integers(1, 200))
def test_no_index_breaks_out_or_passes_its_limits(text: str, lines: int, size: int) -> None:
    context = Case(text.encode(), max_lines=lines, max_bytes=size, paths=()).context()
    inner = shown(context.text)
    assert "<memoryindex" not in visible(inner)
    assert [] == [
        char
        for char in inner.replace("\r\n", "\n")
        if (unicodedata.category(char) == "Cc" and char not in "\n\t") or char in REVERSING
    ]
    assert inner.count("\n") <= lines
    assert len(inner.removesuffix("\n").encode()) <= size
    if context.cut is None:
        assert "The list above is cut" not in context.text
    else:
        cut = context.cut
        assert cut.lines <= lines
        assert cut.bytes <= size
        assert len(inner.removesuffix("\n").encode()) in (cut.bytes, cut.bytes - 1)
        assert (cut.lines, cut.bytes) != (cut.of_lines, cut.of_bytes)
        assert f"{cut.lines} of {cut.of_lines} lines, {cut.bytes} of {cut.of_bytes} bytes" in (
            context.text
        )


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<\r"), max_size=80))
def test_text_without_tags_and_controls_is_kept(text: str) -> None:
    kept = "- " + "".join(
        char
        for char in text
        if (unicodedata.category(char) != "Cc" or char in "\n\t") and char not in REVERSING
    )
    if not kept.endswith("\n"):
        kept += "\n"
    assert kept == shown(Case(("\ufeff" + kept).encode()).context().text)


def test_the_default_limits_are_those_of_the_tools() -> None:
    assert (200, 25_000) == (LINES, BYTES)
    line = b"x" * 124 + b"\n"
    assert Case(line * 200).context().cut is None
    assert Cut(200, 201, 25_000, 25_125) == Case(line * 201).context().cut
    assert Cut(199, 200, 24_875, 25_001) == Case(line * 199 + b"x" * 125 + b"\n").context().cut


def test_the_text_says_where_the_files_are_and_what_may_be_done() -> None:
    text = CASES["typical"].context().text
    for told in (
        DIGEST.text,
        MEMORY_DIR,
        "read-only",
        "```memory-discovery\n",
        "Never put a secret",
    ):
        assert told in text


def test_a_long_run_of_openings_is_judged_in_linear_time() -> None:
    """A quadratic search would not come back from this within the suite's patience."""
    index = b"<" * 2_000_000 + b" " * 2_000_000
    case = Case(index, max_bytes=len(index))
    assert "<" * 2_000_000 + " " * 2_000_000 + "\n" == shown(case.context().text)
