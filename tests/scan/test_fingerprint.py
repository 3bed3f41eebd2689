"""Fingerprints: their form, what they depend on, what they give away."""

import hashlib
import hmac
import re

from memcli.scan.fingerprint import Span, of_line, of_value

_FORM = re.compile(r"v1:[0-9a-f]{32}")


def _frame(kind: bytes, part: bytes) -> bytes:
    return kind + len(part).to_bytes(8, "big") + part


def test_a_strong_value_is_named_by_a_keyed_hash() -> None:
    key = b"rule-id\0notes/a.md"
    expected = "v1:" + hmac.new(key, b"value", hashlib.sha256).hexdigest()[:32]
    assert of_value("rule-id", "notes/a.md", b"value") == expected


def test_a_weak_value_is_named_by_its_line_without_it() -> None:
    text = b"".join(
        [
            _frame(b"rule", b"rule-id"),
            _frame(b"path", b"a.md"),
            _frame(b"text", b"password: "),
            _frame(b"hits", b"rule-id"),
            _frame(b"text", b" ok"),
        ]
    )
    expected = "v1:" + hashlib.sha256(text).hexdigest()[:32]
    assert of_line("rule-id", "a.md", b"password: hunter22 ok", [Span(10, 18, "rule-id")]) == (
        expected
    )


def test_the_form_is_a_version_and_32_hexadecimal_digits() -> None:
    for name in (of_value("r", "p", b""), of_line("r", "p", b"", [])):
        assert _FORM.fullmatch(name) is not None


def test_an_undecodable_path_has_a_fingerprint() -> None:
    assert of_value("r", "a\udcff.md", b"v") != of_value("r", "a.md", b"v")


def test_a_weak_value_has_no_part_in_its_fingerprint() -> None:
    names = {
        of_line("r", "p", b"password: " + value, [Span(10, 10 + len(value), "r")])
        for value in (b"hunter22", b"summer2041!")
    }
    assert len(names) == 1


def test_a_copy_of_the_value_on_the_line_has_no_part_in_it() -> None:
    names = {
        of_line("r", "p", b"-%b-%b- password: %b" % (v, v, v), [Span(30, 38, "r")])
        for v in (b"hunter22", b"summer41")
    }
    assert len(names) == 1


def test_a_copy_of_a_longer_value_is_replaced_whole() -> None:
    """Of two values with the same beginning, the longer one is looked for first."""
    short, long = b"summer41", b"summer41summer"
    line = b"%b %b %b" % (short, long, long)
    spans = [Span(0, 8, "r"), Span(9, 23, "r")]
    changed = b"%b %b %b" % (short, b"summer41winter", b"summer41winter")
    assert of_line("r", "p", line, spans) == of_line("r", "p", changed, spans)


def test_other_findings_on_the_line_are_replaced_too() -> None:
    spans = [Span(0, 8, "strong"), Span(9, 17, "r")]
    names = {
        of_line("r", "p", b"%b hunter22" % value, spans) for value in (b"aaaabbbb", b"ccccdddd")
    }
    assert len(names) == 1


def test_rule_path_and_rest_of_the_line_have_a_part_in_it() -> None:
    spans = [Span(0, 8, "r")]
    names = {
        of_line("r", "p", b"hunter22", spans),
        of_line("s", "p", b"hunter22", spans),
        of_line("r", "q", b"hunter22", spans),
        of_line("r", "p", b"hunter22!", spans),
        of_line("r", "p", b"hunter22", [Span(0, 8, "s")]),
    }
    assert len(names) == 5


def test_text_cannot_stand_for_a_finding() -> None:
    """A line that spells the framing of a finding is another line."""
    found = of_line("r", "p", b"a hunter22", [Span(2, 10, "r")])
    spelled = of_line("r", "p", b"a " + _frame(b"hits", b"r") + _frame(b"text", b""), [])
    assert found != spelled


def test_the_boundary_between_rule_and_path_is_unambiguous() -> None:
    assert of_line("ab", "c", b"", []) != of_line("a", "bc", b"", [])
    assert of_value("ab", "c", b"") != of_value("a", "bc", b"")
