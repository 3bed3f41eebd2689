"""Findings and scan summaries, for people and for machines."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from memcli.fs import display
from memcli.render.results import Result, Results
from memcli.render.words import count
from memcli.scan.model import Effect, Finding, Rule, ScanReport
from memcli.scan.problems import PROBLEMS, Problem

SCHEMA = "memcli.scan/v1"


def findings_text(results: Results) -> str:
    """Return the findings, each as its place, what it is, and what to do; empty without any.

    What is allowed is not among them. What only informs, as many files do, comes last, in one line
    a rule.
    """
    lines: list[str] = []
    informing: dict[str, list[str]] = {}
    for result in results:
        for finding in result.scanned.report.findings:
            if finding.allowed_by is not None:
                continue
            place = display(result.place_of(finding))
            if finding.effect is Effect.INFO:
                informing.setdefault(finding.rule, []).append(f"{place}:{finding.line}")
            else:
                lines.append(f"{place}:{finding.line}:{finding.column}: {_found(finding)}")
                lines += [f"    {each}" for each in _told(result, finding)]
    lines += [_informing(rule, places) for rule, places in informing.items()]
    return "".join(f"{line}\n" for line in lines)


def _informing(rule: str, places: Sequence[str]) -> str:
    more = f" and {count(len(places) - 1, 'more place')}" if len(places) > 1 else ""
    return f"{Effect.INFO} {rule}: {explained(rule).title} at {places[0]}{more}"


def _found(finding: Finding) -> str:
    mask = f" {display(finding.mask)}" if finding.mask else ""
    return f"{finding.effect} {finding.rule}{mask} [{finding.fingerprint}]"


def _told(result: Result, finding: Finding) -> list[str]:
    """Return why ``finding`` matters, what to do, and what if it may stay, each a sentence."""
    from memcli.render.staying import if_it_may_stay  # only where something was found

    rule = explained(finding.rule)
    told = [_why(result, finding), rule.advice, if_it_may_stay(result, finding)]
    return [each for each in told if each]


def _why(result: Result, finding: Finding) -> str:
    why = explained(finding.rule).why
    detail = result.detail_of(finding)
    return f"{why.removesuffix('.')}: {detail.removesuffix('.')}." if detail else why


def said_of(result: Result, finding: Finding) -> str:
    """Return what one line says of ``finding``: what it is, and what ``_told`` says."""
    shown = finding.mask if finding.mask.strip("\N{HORIZONTAL ELLIPSIS}") else ""
    known = f" ({shown})" if shown else ""
    return f"{explained(finding.rule).title}{known}: {' '.join(_told(result, finding))}"


@cache
def explained(rule: str) -> Rule | Problem:
    """Return what says of a finding's rule why it matters and what to do."""
    for each in PROBLEMS:
        if each.id == rule:
            return each
    from memcli.scan.rules import rule_of  # what finds nothing need not import it

    return rule_of(rule)


def scan_summary(reports: Sequence[ScanReport]) -> str:
    """Return one line: what was judged, what was found, what was left out."""
    counts = {effect: sum(each.count(effect) for each in reports) for effect in Effect}
    files = sum(each.files for each in reports)
    size = sum(each.bytes for each in reports)
    found = ", ".join(f"{counts[effect]} {effect}" for effect in Effect)
    if allowed := _allowed(reports):
        found += f", {allowed} allowed"
    return f"scanned {count(files, 'file')}, {count(size, 'byte')}: {found}{left_out_text(reports)}"


def _allowed(reports: Sequence[ScanReport]) -> int:
    return sum(1 for report in reports for each in report.findings if each.allowed_by is not None)


def left_out_text(reports: Sequence[ScanReport]) -> str:
    """Return ``; left out: ...`` with the counts by reason, or nothing."""
    counts = _left_out(reports)
    if not counts:
        return ""
    return "; left out: " + ", ".join(f"{number} {reason}" for reason, number in counts.items())


def _left_out(reports: Sequence[ScanReport]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for report in reports:
        counts.update(report.left_out)
    return dict(sorted(counts.items()))


def findings_data(results: Results) -> dict[str, Any]:
    """Return the document ``memcli.scan/v1``.

    Paths are relative to the directory or file that was named; with several of them each finding
    says which, in ``root``. ``allow`` is the command that allows a finding, null where there is
    none.
    """
    reports = [each.scanned.report for each in results]
    several = len(results) > 1
    return {
        "schema": SCHEMA,
        "findings": [
            _finding(result, finding) | ({"root": result.given} if several else {})
            for result in results
            for finding in result.scanned.report.findings
        ],
        "summary": {
            "files": sum(each.files for each in reports),
            "bytes": sum(each.bytes for each in reports),
            **{effect.value: sum(each.count(effect) for each in reports) for effect in Effect},
            "allowed": _allowed(reports),
        },
        "left_out": _left_out(reports),
    }


def findings_json(results: Results) -> str:
    """Return ``findings_data`` as text."""
    from memcli.render.document import document  # json is not loaded for text

    return document(findings_data(results))


def _finding(result: Result, finding: Finding) -> dict[str, Any]:
    from memcli.render.staying import allow_command

    return {
        "rule": finding.rule,
        "tier": finding.tier.value,
        "effect": finding.effect.value,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.end_column,
        "mask": finding.mask,
        "fingerprint": finding.fingerprint,
        "allowed_by": finding.allowed_by,
        "why": _why(result, finding),
        "advice": explained(finding.rule).advice,
        "allow": allow_command(result, finding) if finding.allowed_by is None else None,
    }
