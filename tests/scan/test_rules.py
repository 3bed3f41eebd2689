"""Every rule keeps the promises that its data makes."""

import re
import subprocess
import sys
from collections.abc import Callable, Collection

import pytest

from memcli.scan.engine import confirm, engine_for
from memcli.scan.model import Hit, Rule, Tier
from memcli.scan.prefixes import public_texts
from memcli.scan.rules import MODULES, RULES, rules_in
from memcli.scan.ruleset import built_in_rules

_LONGEST_PART = 48
_LONGEST_PUBLIC = 72
_ARMOUR = "-----BEGIN "
# What the examples show of a value, by rule: a name that the vendor or the format gives.
# Prefixes with a part that varies within narrow bounds: a version, a region, a host.
_VARYING = frozenset(
    b"anthropic-key workato-api-token dynatrace-token x-bearer-token discord-webhook"
    b" make-webhook private-key"
    b" private-key-without-armour".decode().split()
)
_HEAVY = ("yaml", "pydantic", "rich", "requests", "hyperscan", "detect_secrets", "typer")

# All engines find the same, which is tested elsewhere.
ENGINE = engine_for(built_in_rules())
SECRETS = (Tier.STRUCTURAL, Tier.HEURISTIC)


def each_of(tiers: Collection[Tier]) -> Callable[[Callable[[Rule], None]], Callable[[str], None]]:
    """Return what makes of a test of one rule a test for each module, of the rules in it.

    A test for each of a thousand rules would spend its time on what surrounds a test.
    """

    def decorate(check: Callable[[Rule], None]) -> Callable[[str], None]:
        def test(module: str) -> None:
            for rule in rules_in(module):
                if rule.tier in tiers:
                    try:
                        check(rule)
                    except BaseException as error:
                        error.add_note(f"rule {rule.id}")
                        raise

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return pytest.mark.parametrize("module", MODULES)(test)

    return decorate


every_rule = each_of(tuple(Tier))
every_secret = each_of(SECRETS)


def reported(text: str) -> list[str]:
    """Return the rules of the secrets that are found in ``text``."""
    return [hit.rule.id for hit in ENGINE.hits(text.encode()) if hit.rule.tier in SECRETS]


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


@every_secret
def test_the_engine_reports_every_example_under_its_rule(rule: Rule) -> None:
    """The anchors let it through, and no other rule takes its place."""
    assert [[rule.id]] * len(rule.examples) == [reported(each.text) for each in rule.examples]


@every_rule
def test_the_engine_reports_every_example(rule: Rule) -> None:
    texts = [sample.text.encode() for sample in rule.examples]
    assert [] == [text for text in texts if rule not in [hit.rule for hit in ENGINE.hits(text)]]


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


@every_secret
def test_no_part_of_an_example_is_found_by_itself(rule: Rule) -> None:
    parts = [part for sample in rule.examples for part in sample.parts]
    found = [part for part in parts if reported(part)]
    too_long = [part for part in parts if len(part) > _LONGEST_PART]
    assert (found, too_long) == ([], [])


def hits(rule: Rule) -> list[Hit]:
    """Return the first hit in each example."""
    return [next(confirm(rule, sample.text.encode())) for sample in rule.examples]


@every_secret
def test_the_public_prefix_is_constant_text(rule: Rule) -> None:
    """A heuristic rule knows nothing of the value, and shows nothing of it."""
    shown = {hit.public for hit in hits(rule)}
    constant = {b"", *public_texts(rule.pattern)}
    if rule.tier is Tier.HEURISTIC:
        assert {b""} == shown
    elif rule.id in _VARYING:
        assert not shown & constant
    else:
        assert shown <= constant
    assert [] == [hit for hit in hits(rule) if hit.value == hit.public]


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if rule.id in _VARYING], ids=lambda r: r.id
)
@pytest.mark.parametrize("character", [b"A", b"a", b"7", b"-", b" "])
def test_no_text_makes_the_public_prefix_long(rule: Rule, character: bytes) -> None:
    """Wherever a run of one kind of character is put into it, it does not follow."""
    for sample, hit in zip(rule.examples, hits(rule), strict=True):
        data = sample.text.encode()
        for at in range(hit.start, hit.start + len(hit.public) + 1):
            for length in (8, 2 * _LONGEST_PUBLIC):
                found = confirm(rule, data[:at] + character * length + data[at:])
                assert [] == [h for h in found if len(h.public) > _LONGEST_PUBLIC]


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
