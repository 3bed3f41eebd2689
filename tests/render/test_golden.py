"""Every format, to the letter: rule, place, mask, why it matters, and what to do about it."""

import json
import re
from pathlib import Path

import pytest

from harness import Memcli
from render.showcase import CALLS, FORMATS, GOLDEN, VALUES, fingerprints, scrubbed, stdin, write


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write(tmp_path)
    return tmp_path


def printed(memcli: Memcli, name: str, form: str) -> str:
    code = 0 if name == "informing" else 1
    call = (*CALLS[name], "--format", form)
    return memcli.run("scan", *call, stdin=stdin(), exit_code=code).stdout


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", CALLS)
def test_what_is_printed_is_as_committed(name: str, form: str, memcli: Memcli, place: Path) -> None:
    known = fingerprints(printed(memcli, name, "sarif"))
    expected = (GOLDEN / f"{name}.{FORMATS[form]}").read_text(encoding="utf-8")

    assert expected == scrubbed(printed(memcli, name, form), known)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", CALLS)
def test_no_value_is_printed(name: str, form: str, memcli: Memcli, place: Path) -> None:
    said = printed(memcli, name, form)

    assert [] == [kind for kind, value in VALUES.items() if value in said]
    assert [] == [kind for kind in ("key", "token", "password") if VALUES[kind][4:10] in said]


def test_the_goldens_hold_no_value() -> None:
    committed = "".join(path.read_text(encoding="utf-8") for path in GOLDEN.iterdir())

    assert [] == [kind for kind, value in VALUES.items() if value[4:10] in committed]
    assert [] == fingerprints(committed)


def test_the_goldens_are_these_and_no_more() -> None:
    wanted = {f"{name}.{suffix}" for name in CALLS for suffix in FORMATS.values()}

    assert wanted == {path.name for path in GOLDEN.iterdir()}


def test_every_family_is_shown() -> None:
    found = json.loads((GOLDEN / "directory.json").read_text(encoding="utf-8"))["findings"]

    kinds = {(each["tier"], each["effect"]) for each in found}
    wanted = {("structural", "block"), ("heuristic", "warn"), ("privacy", "warn")}
    assert wanted | {("hygiene", "block"), ("hygiene", "warn")} == kinds
    in_names = {each["rule"] for each in found if each["line"] == 0}
    assert {"github-token", "file-not-utf8"} == in_names


def test_every_finding_of_the_text_says_what_it_has_to() -> None:
    """A place, what it does, the rule, a mask; why; what to do; and the command that allows it."""
    text = (GOLDEN / "directory.txt").read_text(encoding="utf-8")
    findings = re.split(r"\n(?! )", text.rstrip("\n"))
    for finding in findings:
        first, why, advice, *staying = finding.split("\n")
        assert re.fullmatch(r"\S.*:\d+:\d+: (?:block|warn) [a-z0-9-]+( \S+)? \[v1:\d+\]", first)
        assert [True, True] == [
            bool(re.fullmatch(r"    [A-Z].*\.", each)) for each in (why, advice)
        ]
        number = first.rpartition("[")[2].rstrip("]")
        command = f"memcli allow {number} --reason TEXT --in notes"
        wanted = [] if "file-not-utf8" in first else [f"    If it may stay: {command}"]
        assert wanted == staying

    assert len(json.loads((GOLDEN / "directory.json").read_bytes())["findings"]) == len(findings)
