"""Deny patterns: what they hit, and which of them are refused."""

import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.denylist.patterns import Pattern, PatternSet, checked, parse_lines
from memcli.errors import ExitCode, UsageError

Form = Literal["NFC", "NFD"]


def hits(pattern: str, path: str, *, below: str = "", is_directory: bool = False) -> bool:
    patterns = PatternSet([Pattern(pattern, "--deny", below)])
    return patterns.match(path, is_directory=is_directory) is not None


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.md", "a.md"),
        ("a.md", "sub/deep/a.md"),
        ("/a.md", "a.md"),
        ("*-private.md", "sub/x-private.md"),
        ("drafts/", "drafts/a.md"),
        ("drafts/", "sub/drafts/deep/a.md"),
        ("drafts", "drafts/a.md"),
        ("/drafts", "drafts/deep/a.md"),
        ("sub/*.md", "sub/a.md"),
        ("sub/*", "sub/deep/a.md"),
        ("sub/**/a.md", "sub/a.md"),
        ("sub/**/a.md", "sub/x/y/a.md"),
        ("**/a.md", "a.md"),
        ("sub/**", "sub/x/a.md"),
        ("note-?.md", "note-1.md"),
        ("note-?.md", "note-é.md"),
        ("[a-c].md", "b.md"),
        ("[!a].md", "b.md"),
        ("[[x].md", "[.md"),
        ("\\!a.md", "!a.md"),
        ("\\#a.md", "#a.md"),
        ("a\\ b.md", "a b.md"),
        ("a b.md", "a b.md"),
        ("a.md  ", "a.md"),
        ("a\\*.md", "a*.md"),
        ("note (1).md", "note (1).md"),
        ("計画*", "計画書.md"),
        ("*", "a.md"),
    ],
)
def test_a_pattern_hits(pattern: str, path: str) -> None:
    assert hits(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.md", "aa.md"),
        ("a.md", "A.md"),
        ("/a.md", "sub/a.md"),
        ("sub/a.md", "x/sub/a.md"),
        ("drafts/", "drafts"),
        ("sub/*.md", "sub/deep/a.md"),
        ("a?.md", "a/.md"),
        ("a\\*.md", "ab.md"),
        ("a.md", "a.md.bak"),
        ("  a.md", "a.md"),
    ],
)
def test_a_pattern_misses(pattern: str, path: str) -> None:
    assert not hits(pattern, path)


def test_a_pattern_for_directories_hits_the_directory_itself() -> None:
    assert hits("drafts/", "sub/drafts", is_directory=True)


@pytest.mark.parametrize(
    ("below", "path", "expected"),
    [
        ("sub", "sub/a.md", True),
        ("sub", "sub/deep/a.md", True),
        ("sub", "a.md", False),
        ("sub", "subway/a.md", False),
        ("sub", "x/sub/a.md", False),
        ("sub/deep", "sub/a.md", False),
    ],
)
def test_a_nested_pattern_judges_only_what_lies_below(
    below: str, path: str, *, expected: bool
) -> None:
    assert expected is hits("a.md", path, below=below)


def test_an_anchored_nested_pattern_starts_at_its_own_directory() -> None:
    assert hits("/a.md", "sub/a.md", below="sub")
    assert not hits("/a.md", "sub/deep/a.md", below="sub")


@pytest.mark.parametrize("written", ["NFC", "NFD"])
@pytest.mark.parametrize("stored", ["NFC", "NFD"])
def test_both_normal_forms_are_one_name(written: Form, stored: Form) -> None:
    pattern = unicodedata.normalize(written, "geprüft-*.md")
    assert hits(pattern, unicodedata.normalize(stored, "geprüft-für-später.md"))


def test_the_pattern_that_hit_is_returned_with_its_origin() -> None:
    patterns = [Pattern("x.md", "one:1"), Pattern("a.md", "two:2"), Pattern("*.md", "sub:3", "sub")]
    found = PatternSet(patterns)
    assert Pattern("a.md", "two:2") == found.match("a.md", is_directory=False)
    assert Pattern("*.md", "sub:3", "sub") == found.match("sub/b.md", is_directory=False)
    assert found.match("b.md", is_directory=False) is None


def test_deny_files_are_read_line_by_line() -> None:
    text = "# a remark\r\n\r\n  \t \ndrafts/\r\n\\#x\n#y\nlast"
    expected = (
        Pattern("drafts/", ".memdeny:4"),
        Pattern("\\#x", ".memdeny:5"),
        Pattern("last", ".memdeny:7"),
    )
    assert expected == parse_lines(text, origin=".memdeny")


@pytest.mark.parametrize("line", ["!a.md", " !a.md", "\t!a.md", "!", "!!a", "\u3000!a"])
def test_a_negation_is_refused_with_file_and_line(line: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_lines(f"a.md\n\n{line}\n", origin="sub/.memdeny", below="sub")
    assert caught.value.cause.startswith("sub/.memdeny:3 has ")
    assert "\\!" in caught.value.hint
    assert ExitCode.UNUSABLE == caught.value.exit_code


@pytest.mark.parametrize("text", ["", " ", "/", "//", " / ", "\t"])
def test_an_empty_pattern_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="empty pattern"):
        checked(Pattern(text, "--deny"))


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "a[",
        "[]",
        "[!]",
        "[a",
        "foo\\",
        "\\",
        "[z-a]",
        "[[:alpha:]].md",
        "x[a[:digit:]]",
        "[[=a=]]",
        "a\0b",
        "#a.md",
        "\\\n",
    ],
)
def test_a_pattern_that_would_deny_nothing_it_meant_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        PatternSet([Pattern("fine.md", ".memdeny:1"), Pattern(text, ".memdeny:2")])
    assert caught.value.cause.startswith(".memdeny:2 has ")
    assert caught.value.cause.isprintable()


def test_a_pattern_that_denied_nothing_is_returned_once() -> None:
    used, typo = Pattern("a.md", ".memdeny:1"), Pattern("b.dm", ".memdeny:2")
    nested = Pattern("a.md", "sub/.memdeny:1", "sub")
    paths = [("a.md", False), ("x.md", False), ("sub", True)]
    assert (typo, nested) == PatternSet([used, typo, nested]).unused(paths)


def test_a_pattern_that_is_shadowed_by_another_is_not_unused() -> None:
    patterns = [Pattern("*", ".memdeny:1"), Pattern("a.md", ".memdeny:2")]
    assert () == PatternSet(patterns).unused([("a.md", False)])


@given(
    st.lists(st.sampled_from([*"ab*?[]!/\\ #-.\0\n", "**/", "[a-b]", "é", "\udcff"]), max_size=8),
    st.lists(st.sampled_from([*"ab /.!#", "é", "\udcff"]), min_size=1, max_size=6),
)
def test_any_text_is_a_pattern_or_refused(pieces: list[str], path: list[str]) -> None:
    try:
        found = PatternSet([checked(Pattern("".join(pieces), "--deny"))])
    except UsageError:
        return
    found.match("".join(path), is_directory=False)
    found.match("".join(path), is_directory=True)


NAMES = st.text("abé", min_size=1, max_size=3)


@given(st.lists(NAMES, min_size=2, max_size=4), st.data())
def test_what_denies_a_directory_denies_all_below(segments: list[str], data: st.DataObject) -> None:
    depth = data.draw(st.integers(1, len(segments) - 1))
    above = "/".join(segments[:depth])
    text = data.draw(
        st.sampled_from([above, f"/{above}", f"{above}/", f"/{above}/", f"**/{above}"])
    )
    assert hits(text, above, is_directory=True)
    assert hits(text, "/".join(segments))
