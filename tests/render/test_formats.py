"""Findings as SARIF and as workflow commands: where things are, and never a value."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cli.conftest import NOTES, write_notes
from harness import Memcli
from memcli import __version__
from memcli.bundle.selection import Scanned
from memcli.render.findings import findings_text
from memcli.render.github import findings_github
from memcli.render.results import Result, Results, Source
from memcli.render.rules import every_rule
from memcli.render.sarif import findings_sarif
from memcli.scan.model import Effect, Finding, ScanReport, Tier
from memcli.scan.problems import problem
from secretshapes import aws_access_key_id, password, seeded

KEY = aws_access_key_id(seeded(4))
WEAK = password(seeded(2))
ODD = "a b, c%d.md"
FOUND = Finding(
    rule="aws-access-key-id",
    tier=Tier.STRUCTURAL,
    effect=Effect.BLOCK,
    path="notes/keys.md",
    line=3,
    column=5,
    end_column=25,
    mask="AKIA…",
    fingerprint="v1:" + "1" * 32,
)


@pytest.fixture
def leaky(tmp_path: Path) -> Path:
    """Return a memory directory with a key, a password, and a file that is not UTF-8."""
    label = "pass" + "word: "
    notes = write_notes(tmp_path / "leaky", NOTES)
    text = f"# Größe\nThe id: {KEY}.\n\nThe {label}{WEAK}\n"
    return write_notes(notes, {f"sub/{ODD}": text.encode(), "latin.md": b"caf\xe9\n"})


def results(*findings: Finding, given: str = "keys.md", **details: str) -> Results:
    scanned = Scanned(".", ScanReport(findings, 1, 9, {}), (), details)
    return [Result(given, scanned, Source.FILE)]


def one_result(*findings: Finding) -> dict[str, Any]:
    data = json.loads(findings_sarif(results(*findings)))
    (result,) = data["runs"][0]["results"]
    assert isinstance(result, dict)
    return result


# SARIF.


def check_sarif(data: dict[str, Any]) -> None:
    """Check what the SARIF 2.1.0 schema demands of the parts that are used here."""
    assert {"$schema", "version", "runs"} == set(data)
    assert "2.1.0" == data["version"]
    (run,) = data["runs"]
    assert {"tool", "columnKind", "results"} == set(run)
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    driver = run["tool"]["driver"]
    assert {"name", "version", "rules"} == set(driver)
    ids = [rule["id"] for rule in driver["rules"]]
    assert sorted(set(ids)) == ids
    for rule in driver["rules"]:
        assert {"id", "shortDescription", "fullDescription", "help"} <= set(rule)
        assert set(rule) <= {
            "id",
            "shortDescription",
            "fullDescription",
            "help",
            "helpUri",
            "properties",
        }
        assert "" not in [
            rule[name]["text"] for name in ("shortDescription", "fullDescription", "help")
        ]
        assert rule.get("helpUri", "https://").startswith("https://")
    for result in run["results"]:
        check_result(result, ids)


def check_result(result: dict[str, Any], ids: list[str]) -> None:
    known = {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"}
    assert known == set(result) - {"suppressions"}
    assert ids[result["ruleIndex"]] == result["ruleId"]
    assert result["level"] in {"none", "note", "warning", "error"}
    assert result["message"]["text"] != ""
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    assert uri.isascii()
    assert set(uri) & set(' "<>\\^`{|}') == set()
    region = physical.get("region", {"startLine": 1, "startColumn": 1, "endColumn": 1})
    assert {"startLine", "startColumn", "endColumn"} == set(region)
    assert min(region.values()) >= 1
    assert region["endColumn"] >= region["startColumn"]
    assert all(isinstance(each, str) for each in result["partialFingerprints"].values())
    for each in result.get("suppressions", []):
        assert each["kind"] in {"inSource", "external"}


def test_sarif_of_a_real_scan_is_well_formed(memcli: Memcli, leaky: Path) -> None:
    result = memcli.run("scan", "leaky", "--format", "sarif", exit_code=1)
    data = result.json

    check_sarif(data)
    (run,) = data["runs"]
    assert ("memcli", __version__) == tuple(
        run["tool"]["driver"][name] for name in ("name", "version")
    )
    levels = {each["ruleId"]: each["level"] for each in run["results"]}
    assert {
        "aws-access-key-id": "error",
        "assigned-secret": "warning",
        "file-not-utf8": "error",
    } == levels
    assert [] == [part for part in (KEY[4:10], WEAK) if part in result.stdout]


def test_sarif_names_the_place_as_a_uri(memcli: Memcli, leaky: Path) -> None:
    data = memcli.run("scan", "./leaky", "--format", "sarif", exit_code=1).json
    found = {each["ruleId"]: each for each in data["runs"][0]["results"]}
    physical = found["aws-access-key-id"]["locations"][0]["physicalLocation"]
    problem_at = found["file-not-utf8"]["locations"][0]["physicalLocation"]

    uri = physical["artifactLocation"]["uri"]
    assert f"leaky/sub/{ODD}" == unquote(uri)
    assert {"startLine": 2, "startColumn": 9, "endColumn": 29} == physical["region"]
    assert {"artifactLocation": {"uri": "leaky/latin.md"}} == problem_at
    whole = memcli.run("scan", leaky, "--format", "sarif", exit_code=1).stdout
    assert f'"file://{leaky}/latin.md"' in whole


def test_sarif_of_nothing_has_a_run_without_results(memcli: Memcli, leaky: Path) -> None:
    data = memcli.run("scan", "leaky/one.md", "--format", "sarif").json

    check_sarif(data)
    assert [] == data["runs"][0]["results"]


def test_a_fingerprint_is_what_tells_findings_apart() -> None:
    assert {"memcli/v1": FOUND.fingerprint} == one_result(FOUND)["partialFingerprints"]


@pytest.mark.parametrize(
    ("by", "kind"),
    [(".memallow", "external"), (".secrets.baseline", "external"), ("pragma", "inSource")],
)
def test_what_is_allowed_is_suppressed(by: str, kind: str) -> None:
    result = one_result(FOUND._replace(allowed_by=by))

    assert [{"kind": kind, "justification": f"allowed by {by}"}] == result["suppressions"]
    assert "suppressions" not in one_result(FOUND)


def test_every_rule_and_problem_has_its_metadata() -> None:
    every = [FOUND._replace(rule=each.id, tier=each.tier) for each in every_rule()]
    data = json.loads(findings_sarif(results(*every)))

    check_sarif(data)
    assert len(every) == len(data["runs"][0]["tool"]["driver"]["rules"])


def test_a_finding_over_lines_ends_where_its_first_line_does() -> None:
    (location,) = one_result(FOUND._replace(end_column=2))["locations"]

    assert 5 == location["physicalLocation"]["region"]["endColumn"]


# GitHub.


def test_github_gets_one_command_a_finding(memcli: Memcli, leaky: Path) -> None:
    result = memcli.run("scan", "leaky", "--format", "github", exit_code=1)

    starts = [line.partition("::")[2].partition("::")[0] for line in result.stdout.splitlines()]
    place = "file=leaky/sub/a b%2C c%25d.md"
    assert [
        "error file=leaky/latin.md,title=file-not-utf8",
        f"error {place},line=2,col=9,endColumn=29,title=aws-access-key-id",
        f"warning {place},line=4,col=15,endColumn={15 + len(WEAK)},title=assigned-secret",
    ] == starts
    assert [] == [part for part in (KEY[4:10], WEAK) if part in result.stdout]


def test_what_is_allowed_is_no_command() -> None:
    assert "" == findings_github(results(FOUND._replace(allowed_by=".memallow")))


def test_an_informing_finding_is_a_notice() -> None:
    line = findings_github(results(FOUND._replace(effect=Effect.INFO)))

    assert line.startswith("::notice file=keys.md,line=3,")


def test_a_name_cannot_begin_a_command_of_its_own() -> None:
    hostile = problem("file-not-utf8", "x\n::set-env name=A::b%0A.md")
    said = findings_github(results(hostile, given="d/x", **{hostile.path: "50% of\nit"}))

    assert 1 == said.count("\n")
    assert "::set-env" not in said
    assert "%2525" not in said
    assert "50%25 of" in said


# Text.


def test_what_informs_is_one_line_a_rule() -> None:
    informing = FOUND._replace(rule="email-address", tier=Tier.PRIVACY, effect=Effect.INFO)
    said = findings_text(results(informing, FOUND, informing._replace(line=9)))

    *_, first, last = said.splitlines()
    assert first.startswith("    If it may stay: memcli allow v1:1")
    assert "info email-address: e-mail address at keys.md:3 and 1 more place" == last


def test_what_is_allowed_is_not_told() -> None:
    assert "" == findings_text(results(FOUND._replace(allowed_by=".memallow")))
