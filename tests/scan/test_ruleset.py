"""Rules are imported part by part, when one of them is needed."""

import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from harness import REPOSITORY
from memcli.scan.model import Rule
from memcli.scan.rules import MODULES, RULES, rule_of, rules_in
from memcli.scan.ruleset import RuleSet, built_in_rules


def test_one_rule_loads_its_part_alone() -> None:
    loaded = []

    def load(part: str) -> Sequence[Rule]:
        loaded.append(part)
        return rules_in(part)

    parts = ("web", "privacy", "hygiene")
    sizes = [len(rules_in(part)) for part in parts]
    rules = RuleSet(b"", *(partial(load, part) for part in parts))
    assert rules_in("privacy")[0] == rules.rule(sizes[0], sizes)
    assert rules_in("privacy")[-1] == rules.rule(sizes[0] + sizes[1] - 1, sizes)
    assert ["privacy"] == loaded


def test_an_index_of_no_rule_is_an_error() -> None:
    with pytest.raises(IndexError):
        RuleSet(b"", lambda: RULES[:2]).rule(2, (2,))


def test_the_parts_are_the_rules_in_their_order() -> None:
    built_in = built_in_rules()
    assert RULES == built_in.rules
    assert tuple(len(rules_in(module)) for module in MODULES) == built_in.sizes
    assert RULES[-1] == built_in.rule(len(RULES) - 1, built_in.sizes)


def test_a_rule_is_found_by_its_id() -> None:
    assert RULES[700] == rule_of(RULES[700].id)
    with pytest.raises(KeyError):
        rule_of("no-such-rule")


def test_a_scan_imports_the_modules_of_candidates_alone(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]);"
        "from memcli.scan.scanner import default_scanner;"
        "scanner = default_scanner(cache=Path(sys.argv[1]));"
        "scanner.scan_file('a.md', b'Deploys run on Friday, after the standup.');"
        "print(sum(name.startswith('memcli.scan.rules.') for name in sys.modules))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "cache"), str(REPOSITORY)]
    imported = [
        int(subprocess.run(command, check=True, capture_output=True, timeout=120).stdout)
        for _ in ("cold", "warm")
    ]
    assert [0, 0] == imported
