"""What detect-secrets objects to, and what it must not."""

import subprocess
import sys

import pytest

from memcli.scan import secondopinion
from memcli.scan.secondopinion import objection


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("CDEFGHIJKLMN", "is_sequential_string"),
        ("{vault_box_2031}", "is_templated_secret"),
        ("$BOX_PASSWORD2", "is_prefixed_with_dollar_sign"),
    ],
)
def test_a_value_that_is_none_is_objected_to(value: str, expected: str) -> None:
    assert objection(value, f"password: {value}") == expected


def test_a_call_in_the_line_is_objected_to() -> None:
    assert objection("k7Xq2", "secret = load_secret('k7Xq2')") == "is_indirect_reference"


@pytest.mark.parametrize(
    "value",
    [
        "Jun" + "iper" + "4471",
        "Pel!" + "ican" + "0587",
        "481" + "562",
        "8f14e45f" + "-ceea-467d-9b1c-" + "0242ac130003",
        "q7LmWx9T" + "bZr5KvNc",
    ],
)
def test_what_people_and_generators_make_is_not_objected_to(value: str) -> None:
    assert objection(value, f"root pw `{value}`, ask first") is None


def test_a_long_line_is_judged_by_its_beginning() -> None:
    assert objection("Gran" + "it4471", "word " * 20_000) is None


def test_without_detect_secrets_there_is_no_objection(monkeypatch: pytest.MonkeyPatch) -> None:
    secondopinion._filters.cache_clear()
    monkeypatch.setitem(sys.modules, "detect_secrets.filters.heuristic", None)
    try:
        assert objection("CDEFGHIJKLMN", "") is None
    finally:
        secondopinion._filters.cache_clear()


def test_importing_the_module_imports_nothing_heavy() -> None:
    code = (
        "import sys, memcli.scan.secondopinion;"
        "print([name for name in ('detect_secrets', 'requests') if name in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    assert shown == "[]\n"
