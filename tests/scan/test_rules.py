"""Every rule keeps the promises that its data makes."""

import re
import subprocess
import sys

import pytest

from memcli.scan.engine import ReEngine, confirm
from memcli.scan.model import Rule, Tier
from memcli.scan.rules import RULES

_LONGEST_PART = 48
_HEAVY = ("yaml", "pydantic", "rich", "requests", "hyperscan", "detect_secrets", "typer")

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)


def test_ids_are_unique() -> None:
    ids = [rule.id for rule in RULES]
    assert sorted(set(ids)) == sorted(ids)


@every_rule
def test_id_is_kebab_case(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.id) is not None


@every_rule
def test_every_example_is_hit(rule: Rule) -> None:
    missed = [
        sample.text for sample in rule.examples if not list(confirm(rule, sample.text.encode()))
    ]
    assert (bool(rule.examples), missed) == (True, [])


@every_rule
def test_the_engine_reports_every_example_under_its_rule(rule: Rule) -> None:
    """The anchors let it through, and no other rule takes its place."""
    engine = ReEngine(RULES)
    reported = [
        [hit.rule.id for hit in engine.hits(sample.text.encode())] for sample in rule.examples
    ]
    assert [[rule.id]] * len(rule.examples) == reported


@every_rule
def test_no_counter_example_is_hit(rule: Rule) -> None:
    false = [
        sample.text for sample in rule.counter_examples if list(confirm(rule, sample.text.encode()))
    ]
    assert (bool(rule.counter_examples), false) == (True, [])


@every_rule
def test_every_example_holds_an_anchor(rule: Rule) -> None:
    folded = [sample.text.encode().lower() for sample in rule.examples]
    without = [text for text in folded if not any(anchor in text for anchor in rule.anchors)]
    assert without == []


@every_rule
def test_anchors_are_lower_case(rule: Rule) -> None:
    assert [anchor.lower() for anchor in rule.anchors] == [*rule.anchors]
    assert all(rule.anchors)


@every_rule
def test_no_part_of_an_example_is_found_by_itself(rule: Rule) -> None:
    engine = ReEngine(RULES)
    parts = [part for sample in rule.examples for part in sample.parts]
    found = [part for part in parts if list(engine.hits(part.encode()))]
    too_long = [part for part in parts if len(part) > _LONGEST_PART]
    assert (found, too_long) == ([], [])


@every_rule
def test_the_public_prefix_begins_the_secret_and_is_constant_text(rule: Rule) -> None:
    if "public" not in rule.regex.groupindex:
        assert rule.tier is Tier.HEURISTIC
        return
    for sample in rule.examples:
        data = sample.text.encode()
        match = rule.regex.search(data)
        assert match is not None
        assert match.start("public") == match.start("secret")
        assert match.end("public") < match.end("secret")


@every_rule
def test_only_structural_values_are_fingerprinted(rule: Rule) -> None:
    assert not (rule.strong and rule.tier is not Tier.STRUCTURAL)


@every_rule
def test_why_and_advice_are_sentences(rule: Rule) -> None:
    for text in (rule.why, rule.advice):
        assert text[:1].isupper()
        assert text.endswith(".")
        assert text == " ".join(text.split())


def test_importing_the_scanner_is_cheap() -> None:
    """It loads no heavy module and compiles no pattern."""
    code = (
        "import sys, memcli.scan.scanner, memcli.scan.model as model;"
        f"loaded = [name for name in {_HEAVY!r} if name in sys.modules];"
        "print(loaded, model.compiled.cache_info().currsize)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    assert shown == "[] 0\n"
