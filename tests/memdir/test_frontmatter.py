"""Headers of memory files as fields that JSON can carry."""

import codecs
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.memdir.frontmatter import Frontmatter, read_frontmatter

EMPTY = Frontmatter()
TEAM = Path(__file__).resolve().parents[2] / "fixtures/memory/claude-code"

FLAT = b"---\nname: Naming\ndescription: How names are made\ntype: feedback\n---\n\nText.\n"
NESTED = (
    b"---\nname: Naming\nmetadata:\n  node_type: memory\n  type: project\n"
    b"  modified: 2026-05-04T03:02:01.000Z\n---\nText.\n"
)


def strict_json(found: Frontmatter) -> bytes:
    """Return the fields as strict JSON; raises what a machine's reader would trip over."""
    return json.dumps(dict(found.fields), ensure_ascii=False, allow_nan=False).encode()


def test_the_first_generation_has_its_type_at_the_top() -> None:
    found = read_frontmatter(FLAT)
    fields = {"name": "Naming", "description": "How names are made", "type": "feedback"}
    assert (fields, "feedback", None) == (dict(found.fields), found.type, found.problem)


def test_the_second_generation_has_its_type_below_metadata() -> None:
    found = read_frontmatter(NESTED)
    metadata = {
        "node_type": "memory",
        "type": "project",
        "modified": "2026-05-04T03:02:01+00:00",
    }
    assert {"name": "Naming", "metadata": metadata} == dict(found.fields)
    assert found.type == "project"


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (b"type: user\nmetadata:\n  type: project", "user"),
        (b"type: [a]\nmetadata:\n  type: project", "project"),
        (b"type: 3", None),
        (b"metadata: project", None),
        (b"name: x", None),
    ],
)
def test_a_type_is_text_wherever_it_stands(header: bytes, expected: str | None) -> None:
    assert expected == read_frontmatter(b"---\n" + header + b"\n---\n").type


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"2026-05-04", "2026-05-04"),
        (b"2026-05-04T03:02:01Z", "2026-05-04T03:02:01+00:00"),
        (b"2026-05-04 03:02:01", "2026-05-04T03:02:01"),
        (b".nan", "nan"),
        (b".inf", "inf"),
        (b"-.inf", "-inf"),
        (b"1.5", 1.5),
        (b"true", True),
        (b"null", None),
        (b"!!binary aGVsbG8=", "hello"),
        (b"!!binary /w==", "\\xff"),
        (b"!!set {b, a}", ["a", "b"]),
        (b"!!omap [b: 1]", [["b", 1]]),
        (b"{2026-05-04: {1: .nan}}", {"2026-05-04": {"1": "nan"}}),
        (b'"a\\u2028b"', "a\u2028b"),
    ],
)
def test_a_value_that_json_does_not_know_becomes_text(value: bytes, expected: object) -> None:
    found = read_frontmatter(b"---\nkey: " + value + b"\n---\n")
    assert ({"key": expected}, None) == (dict(found.fields), found.problem)
    assert {"key": expected} == json.loads(strict_json(found))


@pytest.mark.parametrize(
    "raw",
    [
        FLAT.replace(b"\n", b"\r\n"),
        codecs.BOM_UTF8 + FLAT,
        codecs.BOM_UTF8 + FLAT.replace(b"\n", b"\r\n"),
        FLAT.replace(b"---\n", b"--- \t\n"),
        FLAT.partition(b"\n\nText")[0],
    ],
    ids=["crlf", "bom", "bom and crlf", "spaces after the fences", "no final newline"],
)
def test_how_the_file_was_saved_changes_no_field(raw: bytes) -> None:
    assert read_frontmatter(FLAT) == read_frontmatter(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"Text.\n",
        b"---",
        b"---\n",
        b"---\nname: never ended\n",
        b"---\nname: x\n----\n",
        b"---\nname: x\n--- tail\n",
        b"----\nname: x\n----\n",
        b"\n---\nname: x\n---\n",
        b"Text first.\n\n---\nname: x\n---\n",
        b" ---\nname: x\n---\n",
        codecs.BOM_UTF8 * 2 + FLAT,
        FLAT.decode().encode("utf-16"),
    ],
)
def test_what_does_not_stand_between_fences_at_the_start_is_no_header(raw: bytes) -> None:
    assert read_frontmatter(raw) == EMPTY


@pytest.mark.parametrize("header", [b"", b"\n", b"# a remark\n", b"- a\n- b\n", b"just words\n"])
def test_a_header_that_is_no_mapping_has_no_fields(header: bytes) -> None:
    assert read_frontmatter(b"---\n" + header + b"---\nText.\n") == EMPTY


def test_a_fence_inside_a_value_does_not_end_the_header() -> None:
    raw = b"---\nname: x\ndescription: |\n  one\n  ---\n  two\ntype: user\n---\nText.\n"
    fields = {"name": "x", "description": "one\n---\ntwo\n", "type": "user"}
    assert fields == dict(read_frontmatter(raw).fields)


def test_a_second_header_in_the_text_is_text() -> None:
    assert read_frontmatter(FLAT) == read_frontmatter(FLAT + b"---\nname: other\n---\n")


@pytest.mark.parametrize(
    "header",
    [
        b"description: first: second",
        b'name: "quoted" and more',
        b"name: @team",
        b"name: [open",
        b"name: *nowhere",
        b"name: !own x",
        b"name: caf\xe9",
        b"name: \x07",
        b"name: 2026-13-01",
        b'name: "\\uD800"',
        b"name: " + b"9" * 5000,
        b"name: " + b"[" * 5000,
        b"name: !!bool x",
        b"name: !!int ''",
        b"name: !!timestamp x",
        b"? {a: b}\n: c",
        b"name: &loop [*loop]",
    ],
)
def test_a_header_that_cannot_be_read_is_a_problem_and_no_error(header: bytes) -> None:
    found = read_frontmatter(b"---\n" + header + b"\n---\n")
    assert {} == dict(found.fields)
    assert found.problem
    assert "\n" not in found.problem


@pytest.mark.parametrize("header", [b"name: !word x", b"name: !!int word", b"name: *word"])
def test_a_problem_quotes_nothing_of_the_file(header: bytes) -> None:
    found = read_frontmatter(b"---\n" + header.replace(b"word", b"qzvault") + b"\n---\n")
    assert "qzvault" not in (found.problem or "qzvault")


def test_aliases_that_multiply_are_refused_before_they_fill_memory() -> None:
    levels = [b"a0: &a0 [" + b"x, " * 9 + b"]"]
    levels += [
        b"a%d: &a%d [" % (n, n) + b", ".join([b"*a%d" % (n - 1)] * 9) + b"]" for n in range(1, 12)
    ]
    found = read_frontmatter(b"---\n" + b"\n".join(levels) + b"\n---\n")
    assert "the header stands for more than 10000 values" == found.problem


def test_a_header_past_the_limit_is_not_read() -> None:
    filler = b"description: " + b"x" * (64 << 10)
    assert read_frontmatter(b"---\nname: x\n" + filler + b"\n---\n") == EMPTY


def test_a_large_header_within_the_limit_is_read() -> None:
    filler = b"x" * (63 << 10)
    found = read_frontmatter(b"---\nname: " + filler + b"\n---\n" + b"Text.\n" * 100_000)
    assert {"name": filler.decode()} == dict(found.fields)


def test_every_committed_note_is_read_and_one_has_a_problem() -> None:
    found = {path.name: read_frontmatter(path.read_bytes()) for path in TEAM.glob("*.md")}
    assert ["feedback_explain_before_refactor.md"] == [n for n, f in found.items() if f.problem]
    types = {each.type for each in found.values()}
    assert {None, "feedback", "project", "reference", "user"} == types
    for each in found.values():
        strict_json(each)


SOUP = st.lists(
    st.sampled_from(
        [
            *(
                "a: ",
                "- ",
                "  ",
                "\n",
                "? ",
                ": ",
                "[",
                "]",
                "{",
                "}",
                "'",
                '"',
                "#",
                "|",
                ">",
                "\\",
            ),
            *(
                "&x ",
                "*x",
                "!!int ",
                "!!set ",
                "!!binary ",
                "!!float ",
                "!!null ",
                "<<: ",
                "%",
                "---",
            ),
            *(
                "2026-05-04",
                ".nan",
                "1e999",
                "0x1",
                "12:30",
                "\t",
                "\u2028",
                "\x85",
                "😀",
                "e\u0301",
            ),
        ]
    ),
    max_size=30,
).map("".join)


@given(st.one_of(st.text(max_size=60), SOUP))
def test_whatever_stands_between_the_fences_the_fields_are_json(text: str) -> None:
    raw = b"---\n" + text.encode("utf-8", "surrogatepass") + b"\n---\n"
    found = read_frontmatter(raw)
    strict_json(found)
    assert not (found.problem and found.fields)


@given(st.binary(max_size=80))
def test_any_bytes_are_accepted(raw: bytes) -> None:
    strict_json(read_frontmatter(raw))
    strict_json(read_frontmatter(b"---\n" + raw + b"\n---\n"))
