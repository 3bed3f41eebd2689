"""Findings as SARIF 2.1.0, the format that code hosts and editors read."""

import os
import posixpath
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from memcli import __version__
from memcli.fs import path_key
from memcli.render.document import document
from memcli.render.findings import explained, said_of
from memcli.render.results import Result, Results
from memcli.scan.model import Effect, Finding, Rule
from memcli.scan.problems import Problem

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_VERSION = "2.1.0"
_FINGERPRINT = "memcli/v1"
_LEVELS = {Effect.BLOCK: "error", Effect.WARN: "warning", Effect.INFO: "note"}


def findings_sarif(results: Results) -> str:
    """Return one run with every finding; what is allowed is in it as suppressed.

    Places are relative to the working directory where they were given so. No value is in it.
    """
    found = [(result, each) for result in results for each in result.scanned.report.findings]
    ids = sorted({finding.rule for _, finding in found})
    numbers = {rule: number for number, rule in enumerate(ids)}
    driver = {
        "name": "memcli",
        "version": __version__,
        "rules": [_rule(explained(each)) for each in ids],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(*each, number=numbers[each[1].rule]) for each in found],
    }
    return document({"$schema": _SCHEMA, "version": _VERSION, "runs": [run]})


def _rule(rule: Rule | Problem) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.advice},
    }
    if isinstance(rule, Rule):
        told["properties"] = {"tags": ["security", rule.tier.value]}
        if rule.url:
            told["helpUri"] = rule.url
    return told


def _result(result: Result, finding: Finding, *, number: int) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(result.place_of(finding))}}
    if finding.line:
        physical["region"] = {
            "startLine": finding.line,
            "startColumn": finding.column,
            "endColumn": max(finding.end_column, finding.column),
        }
    return {
        "ruleId": finding.rule,
        "ruleIndex": number,
        "level": _LEVELS[finding.effect],
        "message": {"text": said_of(result, finding)},
        "locations": [{"physicalLocation": physical}],
        "partialFingerprints": {_FINGERPRINT: finding.fingerprint},
        **dict(_suppressed(finding)),
    }


def _suppressed(finding: Finding) -> Iterator[tuple[str, Any]]:
    if finding.allowed_by is not None:
        kind = "inSource" if finding.allowed_by == "pragma" else "external"
        yield "suppressions", [{"kind": kind, "justification": f"allowed by {finding.allowed_by}"}]


def _uri(path: str) -> str:
    """Return ``path`` as a relative reference, or with a scheme if it is absolute."""
    # Not the path's own './', which some readers do not take away.
    escaped = quote(path_key(posixpath.normpath(path)))
    return f"file://{escaped}" if os.path.isabs(path) else escaped
