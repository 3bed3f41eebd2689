"""Findings as workflow commands, which GitHub shows beside the lines they are about."""

from memcli.fs import display
from memcli.render.findings import said_of
from memcli.render.results import Results
from memcli.scan.model import Effect, Finding

_COMMANDS = {Effect.BLOCK: "error", Effect.WARN: "warning", Effect.INFO: "notice"}


def findings_github(results: Results) -> str:
    """Return one command a finding that is not allowed; empty without any.

    Paths are as they were given: the workflow's step must run where the repository is.
    """
    lines = [
        _command(result.place_of(finding), finding, said_of(result, finding))
        for result in results
        for finding in result.scanned.report.findings
        if finding.allowed_by is None
    ]
    return "".join(f"{line}\n" for line in lines)


def _command(place: str, finding: Finding, said: str) -> str:
    where = {"file": display(place)}
    if finding.line:
        where |= {"line": str(finding.line), "col": str(finding.column)}
        where |= {"endColumn": str(finding.end_column)}
    where["title"] = finding.rule
    properties = ",".join(f"{name}={_property(value)}" for name, value in where.items())
    told = display(f"{said} [{finding.fingerprint}]")
    return f"::{_COMMANDS[finding.effect]} {properties}::{_data(told)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
