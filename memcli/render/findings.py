"""Findings and scan summaries, for people and for machines."""

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

from memcli.bundle.selection import Scanned
from memcli.fs import display
from memcli.render.words import count
from memcli.scan.model import Effect, Finding, Rule, ScanReport
from memcli.scan.problems import PROBLEMS, Problem

SCHEMA = "memcli.scan/v1"

_PROBLEMS = frozenset(each.id for each in PROBLEMS)

Results = Sequence[tuple[str, Scanned]]


def findings_text(results: Results) -> str:
    """Return the findings, each as its place, what it is, and what to do; empty without any.

    ``results`` pairs each path as the user gave it with what the scan says of it. What is allowed
    is not among them. What only informs, as many files do, comes last, in one line a rule.
    """
    lines: list[str] = []
    informing: dict[str, list[str]] = {}
    for given, scanned in results:
        for finding in scanned.report.findings:
            if finding.allowed_by is not None:
                continue
            if finding.effect is Effect.INFO:
                place = display(place_of(given, scanned, finding.path))
                informing.setdefault(finding.rule, []).append(f"{place}:{finding.line}")
            else:
                lines += _lines(given, scanned, finding)
    lines += [_informing(rule, places) for rule, places in informing.items()]
    return "".join(f"{line}\n" for line in lines)


def _informing(rule: str, places: Sequence[str]) -> str:
    more = f" and {count(len(places) - 1, 'more place')}" if len(places) > 1 else ""
    return f"{Effect.INFO} {rule}: {explained(rule).title} at {places[0]}{more}"


def _lines(given: str, scanned: Scanned, finding: Finding) -> list[str]:
    place = display(place_of(given, scanned, finding.path))
    mask = f" {display(finding.mask)}" if finding.mask else ""
    detail = scanned.details.get(finding.path, "") if not finding.mask else ""
    what = f"{finding.effect} {finding.rule}{mask} [{finding.fingerprint}]"
    lines = [
        f"{place}:{finding.line}:{finding.column}: {what}",
        f"    {detail or explained(finding.rule).why}",
        f"    {explained(finding.rule).advice}",
    ]
    if _can_be_allowed(scanned, finding):
        lines.append(f"    If it may stay: {_allowing(scanned.root, finding)}")
    return lines


def _can_be_allowed(scanned: Scanned, finding: Finding) -> bool:
    return bool(scanned.root) and finding.rule not in _PROBLEMS


def _allowing(root: str, finding: Finding) -> str:
    """Return the command that allows ``finding``, as a shell in this directory takes it."""
    import shlex  # only where there is something to allow

    whole, here = os.path.realpath(root), os.path.realpath(".")
    command = f"memcli allow {finding.fingerprint} --reason TEXT"
    if whole == here:
        return command
    is_below = os.path.isabs(root) and whole.startswith(os.path.join(here, ""))
    shown = os.path.relpath(whole, here) if is_below else root
    return f"{command} --in {display(shlex.quote(shown))}"


def said_of(scanned: Scanned, finding: Finding) -> str:
    """Return what one line says of ``finding``: what it is, what is known of it, what to do."""
    rule = explained(finding.rule)
    detail = scanned.details.get(finding.path, "") if not finding.mask else ""
    shown = finding.mask if finding.mask.strip("\N{HORIZONTAL ELLIPSIS}") else ""
    known = f" ({shown})" if shown else ""
    return f"{rule.title}{known}: {detail or rule.why} {rule.advice}"


def explained(rule: str) -> Rule | Problem:
    """Return what says of a finding's rule why it matters and what to do."""
    for each in PROBLEMS:
        if each.id == rule:
            return each
    from memcli.scan.rules import rule_of  # what finds nothing need not import it

    return rule_of(rule)


def place_of(given: str, scanned: Scanned, path: str) -> str:
    """Return a path that opens from where the user stands: a file was named, or a directory.

    What is in a bundle is named as if the bundle were a directory.
    """
    if not scanned.is_bundle and not os.path.isdir(given):
        return os.path.join(os.path.dirname(given), path.rpartition("/")[2])
    return os.path.join(given, path)


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
    says which, in ``root``.
    """
    reports = [scanned.report for _, scanned in results]
    several = len(results) > 1
    return {
        "schema": SCHEMA,
        "findings": [
            _finding(finding) | ({"root": given} if several else {})
            for given, scanned in results
            for finding in scanned.report.findings
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


def _finding(finding: Finding) -> dict[str, Any]:
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
    }
