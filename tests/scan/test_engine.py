"""Hits: all of them, confirmed, one for each place."""

import hashlib

from memcli.scan.engine import ReEngine, confirm, resolve
from memcli.scan.model import Hit, Rule, Tier
from memcli.scan.rules import RULES
from plainrules import plain_rule


def _hit(rule: Rule, start: int, end: int) -> Hit:
    return Hit(rule, start, end, b"v" * (end - start), b"")


def _spans(hits: list[Hit]) -> list[tuple[str, int, int]]:
    return [(hit.rule.id, hit.start, hit.end) for hit in hits]


STRUCTURAL = plain_rule("b-structural", rb"(?P<secret>v+)", b"v")
OTHER = plain_rule("a-structural", rb"(?P<secret>v+)", b"v")
HEURISTIC = plain_rule("c-heuristic", rb"(?P<secret>v+)", b"v", tier=Tier.HEURISTIC)


def test_every_hit_on_a_line_is_found() -> None:
    values = ["gh" + "p_" + hashlib.sha256(bytes([number])).hexdigest()[:36] for number in range(3)]
    data = f"{values[0]} {values[1]},{values[2]} {values[0]}".encode()
    found = [data[hit.start : hit.end].decode() for hit in ReEngine(RULES).hits(data)]
    assert found == [*values, values[0]]


def test_confirmation_says_where_the_secret_and_its_public_prefix_are() -> None:
    rule = plain_rule("id", rb"label (?P<secret>(?P<public>pre_)v+)", b"v")
    assert list(confirm(rule, b"a label pre_vv.")) == [Hit(rule, 8, 14, b"pre_vv", b"pre_")]


def test_without_a_public_prefix_none_of_the_value_is_public() -> None:
    assert list(confirm(STRUCTURAL, b"..vv")) == [_hit(STRUCTURAL, 2, 4)]


def test_a_refused_match_does_not_hide_a_label_inside_it() -> None:
    rule = plain_rule("id", rb"l:(?P<secret>\S+)", b"v", refuse=frozenset({b"l:v"}))
    assert _spans(list(confirm(rule, b"l:l:v"))) == [("id", 4, 5)]


def test_a_refused_match_does_not_stop_the_search() -> None:
    rule = plain_rule("id", rb"(?P<secret>v\d)", b"v", refuse=frozenset({b"v1"}))
    assert _spans(list(confirm(rule, b"v1 v2"))) == [("id", 3, 5)]


def test_a_long_refused_value_is_passed_over() -> None:
    value = b"l:" + b"v" * 300
    rule = plain_rule("id", rb"l:(?P<secret>\S+)", b"v", refuse=frozenset({value}))
    assert _spans(list(confirm(rule, b"l:" + value + b" l:v"))) == [("id", 307, 308)]


def test_a_rule_without_an_anchor_in_the_data_is_no_candidate() -> None:
    absent = plain_rule("absent", rb"(?P<secret>v+)", b"other")
    folded = plain_rule("folded", rb"(?P<secret>V+)", b"no", b"vv")
    engine = ReEngine([absent, folded])
    assert [rule.id for rule in engine.candidates(b"xxVVxx")] == ["folded"]
    assert _spans(list(engine.hits(b"xxVVxx"))) == [("folded", 2, 4)]


def test_structural_beats_a_longer_heuristic() -> None:
    hits = [_hit(HEURISTIC, 0, 20), _hit(STRUCTURAL, 5, 10)]
    assert _spans([*resolve(hits)]) == [("b-structural", 5, 10)]


def test_longer_beats_shorter() -> None:
    hits = [_hit(STRUCTURAL, 0, 5), _hit(OTHER, 2, 9)]
    assert _spans([*resolve(hits)]) == [("a-structural", 2, 9)]


def test_earlier_beats_later_of_the_same_length() -> None:
    hits = [_hit(OTHER, 2, 6), _hit(STRUCTURAL, 0, 4)]
    assert _spans([*resolve(hits)]) == [("b-structural", 0, 4)]


def test_the_same_span_is_reported_once() -> None:
    hits = [_hit(STRUCTURAL, 0, 4), _hit(OTHER, 0, 4)]
    assert _spans([*resolve(hits)]) == [("a-structural", 0, 4)]


def test_the_order_of_candidates_does_not_matter() -> None:
    hits = [_hit(STRUCTURAL, 0, 4), _hit(HEURISTIC, 3, 9), _hit(OTHER, 8, 12)]
    assert _spans([*resolve(hits)]) == _spans([*resolve(reversed(hits))])


def test_neighbours_are_no_overlap() -> None:
    hits = [_hit(STRUCTURAL, 4, 8), _hit(OTHER, 0, 4)]
    assert _spans([*resolve(hits)]) == [("a-structural", 0, 4), ("b-structural", 4, 8)]


def test_no_data_no_hits() -> None:
    assert list(ReEngine(RULES).hits(b"")) == []
