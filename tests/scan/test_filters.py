"""What is looked for in place of a regex: derived, written down, read again."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from memcli.scan import filters
from memcli.scan.database import compiles
from memcli.scan.filters import Filter, NotCompiledError, derived_filters, filters_of, table_of
from memcli.scan.model import Rule
from memcli.scan.prefilter import anchors_of, filter_of
from memcli.scan.rules.building import labelled
from plainrules import plain_rule

_VOCABULARY = tuple(f"{'abc'[number % 3]}wor{number:04}" for number in range(300))


PREFIXED = plain_rule("shape", rb"(?P<secret>vendor_[a-z0-9]{32})", b"vendor_")
LABELLED = plain_rule(
    "shape", labelled(b"vendor|ven[ ]dor", rb"[a-z0-9]{32}"), b"vendor", b"ven dor"
)
OF_MANY = plain_rule(
    "shape", b"(?:%b):[ ]?(?P<secret>[a-z]{2,20}[0-9])" % "|".join(_VOCABULARY).encode(), b"wor0"
)
GATED = OF_MANY._replace(gates=lambda: (rb"wor[0-9a-z -]{2,20}:",))
RULES = (PREFIXED, LABELLED, OF_MANY, GATED)


def refuse(_: Sequence[Filter]) -> None:
    raise NotCompiledError


def test_a_prefix_is_looked_for_alone_and_what_follows_it_right_there() -> None:
    found = filter_of(PREFIXED)
    assert ((7, 7), ("vendor\\x5f",)) == (found.reach, found.expressions)
    assert re.fullmatch(found.near, "q7lm" * 8) is not None


def test_a_label_s_credential_word_is_looked_for_beside_the_vendor_s_name() -> None:
    found = filter_of(LABELLED)
    assert (6, 7) == found.reach
    assert [True, False] == [
        re.match(found.near, text) is not None for text in ("_API_KEY=q7lm", " sells boxes: q7lm")
    ]


def test_gates_are_looked_for_in_place_of_the_regex_and_without_bounds() -> None:
    found = filter_of(GATED)
    assert (("wor[\\x20\\x2d0-9a-z]{2,}\\x3a",), 0, None) == (
        found.expressions,
        found.lines,
        found.reach,
    )


def test_common_words_are_looked_for_with_what_follows_them() -> None:
    found = filter_of(plain_rule("shape", rb"token[ ]?(?P<secret>[0-9]{8})", b"token"))
    assert (("token\\x20?[0-9]{8}",), None) == (found.expressions, found.reach)


@pytest.mark.parametrize("each", RULES, ids=["prefixed", "labelled", "of-many", "gated"])
def test_where_nothing_compiles_the_anchors_are_looked_for(each: Rule) -> None:
    assert [anchors_of(each)] == derived_filters([each], compiles=refuse)


def test_a_table_says_what_was_derived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    derived = derived_filters(RULES, compiles=compiles)
    place = tmp_path / "filters.txt"
    place.write_text(table_of([len(RULES)], RULES, derived), encoding="ascii")
    monkeypatch.setattr(filters, "TABLE", str(place))
    assert derived == filters_of(RULES, compiles=refuse)


def test_a_table_of_another_version_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "filters.txt"
    derived = derived_filters(RULES, compiles=compiles)
    table = table_of([len(RULES)], RULES, derived).partition("\n")[2]
    place.write_text(f"another version\n{table}", encoding="ascii")
    monkeypatch.setattr(filters, "TABLE", str(place))
    assert [anchors_of(each) for each in RULES] == filters_of(RULES, compiles=refuse)
