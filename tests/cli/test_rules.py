"""memcli rules: everything that a finding can name, and no example of it."""

import re

import pytest

from harness import BOTH_WAYS, Memcli
from memcli.render.rules import every_rule
from memcli.scan.model import Tier
from memcli.scan.problems import PROBLEMS
from memcli.scan.rules import RULES

BOTH = pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)


@BOTH
def test_every_rule_has_a_line(memcli: Memcli) -> None:
    lines = memcli.run("rules").stdout.splitlines()

    reported = {rule.id for rule in RULES if rule.tier is not Tier.DISGUISE}
    wanted = sorted(reported | {each.id for each in PROBLEMS})
    assert wanted == [line.split(" ")[0] for line in lines]
    (aws,) = [line for line in lines if line.startswith("aws-access-key-id ")]
    assert ["aws-access-key-id", "structural", "block", "AWS", "AWS access key id"] == re.split(
        r"  +", aws
    )


def test_the_json_has_a_summary_of_each(memcli: Memcli) -> None:
    data = memcli.run("rules", "--format", "json").json

    assert "memcli.rules/v1" == data["schema"]
    assert [each.id for each in every_rule()] == [each["id"] for each in data["rules"]]
    assert {("id", "tier", "effect", "vendor", "title")} == {tuple(each) for each in data["rules"]}


@BOTH
def test_one_rule_is_explained(memcli: Memcli) -> None:
    rule = next(each for each in every_rule() if each.id == "aws-access-key-id")
    text = memcli.run("rules", rule.id).stdout
    data = memcli.run("rules", rule.id, "--format", "json").json

    assert text.startswith(f"{rule.id}: {rule.title}\n  structural, blocks\n")
    assert [True] * 3 == [each in text for each in (rule.why, rule.advice, rule.url)]
    assert {
        "schema": "memcli.rules/v1",
        "rules": [
            {
                "id": rule.id,
                "tier": "structural",
                "effect": "block",
                "vendor": rule.vendor,
                "title": rule.title,
                "url": rule.url,
                "why": rule.why,
                "advice": rule.advice,
            }
        ],
    } == data


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda each: each.id)
def test_a_problem_is_explained_like_a_rule(problem: object, memcli: Memcli) -> None:
    known = next(each for each in PROBLEMS if each is problem)
    text = memcli.run("rules", known.id).stdout

    assert text == (
        f"{known.id}: {known.title}\n  hygiene, blocks\n\n  {known.why}\n  {known.advice}\n"
    )


def test_no_example_is_shown(memcli: Memcli) -> None:
    shown = memcli.run("rules").stdout + "".join(
        each.why + each.advice + each.title for each in every_rule()
    )

    assert [] == [
        rule.id
        for rule in RULES
        for each in rule.examples
        if len(each.text) > 40 and each.text in shown
    ]


@pytest.mark.parametrize(
    ("word", "hint"),
    [("aws-acces-key-id", "did you mean 'aws-access-key-id'?"), ("?", "'memcli rules' lists")],
)
def test_an_unknown_rule_is_refused(word: str, hint: str, memcli: Memcli) -> None:
    result = memcli.run("rules", word, exit_code=2)

    assert ("", True) == (result.stdout, f"hint: {hint}" in result.stderr)
    assert f"there is no rule '{word}'" in result.stderr
