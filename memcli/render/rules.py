"""The rules and problems a scan can name, for people and for machines; never their examples."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from memcli.render.document import document
from memcli.scan.model import Effect, Rule, Tier
from memcli.scan.problems import PROBLEMS, Problem

SCHEMA = "memcli.rules/v1"
_EFFECTS = {
    Tier.STRUCTURAL: Effect.BLOCK,
    Tier.HEURISTIC: Effect.WARN,
    Tier.HYGIENE: Effect.WARN,
    Tier.PRIVACY: Effect.INFO,
}


class Explained(NamedTuple):
    """What is to be said of a rule or problem. ``effect`` is what it does without any option.

    ``url`` is the vendor's documentation; both are empty where there is none.
    """

    id: str
    tier: Tier
    effect: Effect
    vendor: str
    title: str
    why: str
    advice: str
    url: str


def every_rule() -> tuple[Explained, ...]:
    """Return all that a finding can name, sorted by id."""
    from memcli.scan.rules import RULES  # most commands do without

    reported = [rule for rule in RULES if rule.tier is not Tier.DISGUISE]
    known = [*map(_of_rule, reported), *map(_of_problem, PROBLEMS)]
    return tuple(sorted(known, key=lambda each: each.id))


def _of_rule(rule: Rule) -> Explained:
    effect = rule.effect or _EFFECTS[rule.tier]
    return Explained(
        rule.id, rule.tier, effect, rule.vendor, rule.title, rule.why, rule.advice, rule.url
    )


def _of_problem(problem: Problem) -> Explained:
    return Explained(
        problem.id,
        Tier.HYGIENE,
        Effect.BLOCK,
        "",
        problem.title,
        problem.why,
        problem.advice,
        "",
    )


def rules_text(rules: Sequence[Explained]) -> str:
    """Return one line a rule: id, tier, effect, vendor, title."""
    rows = [
        (each.id, each.tier.value, each.effect.value, each.vendor or "-", each.title)
        for each in rules
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "".join(f"{line}\n" for line in _aligned(rows, widths))


def _aligned(rows: Sequence[tuple[str, ...]], widths: Sequence[int]) -> Iterator[str]:
    for *cells, title in rows:
        padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, title])


def rule_text(rule: Explained) -> str:
    """Return all that is known of one rule."""
    lines = [f"{rule.id}: {rule.title}", f"  {rule.tier}, {_told(rule)}"]
    lines += [f"  vendor: {rule.vendor}"] if rule.vendor else []
    lines += [f"  documented at {rule.url}"] if rule.url else []
    return "\n".join([*lines, "", f"  {rule.why}", f"  {rule.advice}", ""])


def _told(rule: Explained) -> str:
    if rule.effect is Effect.BLOCK:
        return "blocks"
    if rule.tier is Tier.PRIVACY:
        return "informs; --privacy decides"
    return "warns; blocks with --strict" if rule.effect is Effect.WARN else "informs"


def rules_json(rules: Sequence[Explained]) -> str:
    """Return the document ``memcli.rules/v1`` with a summary of each rule."""
    return document({"schema": SCHEMA, "rules": [_summary(each) for each in rules]})


def rule_json(rule: Explained) -> str:
    """Return the document ``memcli.rules/v1`` with everything about one rule."""
    whole = _summary(rule) | {"url": rule.url or None, "why": rule.why, "advice": rule.advice}
    return document({"schema": SCHEMA, "rules": [whole]})


def _summary(rule: Explained) -> dict[str, Any]:
    return {
        "id": rule.id,
        "tier": rule.tier.value,
        "effect": rule.effect.value,
        "vendor": rule.vendor or None,
        "title": rule.title,
    }
