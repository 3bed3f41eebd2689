"""memcli scan: find secrets in what would travel."""

import os
from typing import Annotated, assert_never

import typer

from memcli.bundle.gate import gate_opens
from memcli.bundle.selection import Scanned, select
from memcli.bundle.single import scan_one
from memcli.cli.options import DenyOption, LayoutOption, ScanFormat, ScanFormatOption, StrictOption
from memcli.cli.output import emit, note
from memcli.errors import ExitCode, UsageError
from memcli.fs import display
from memcli.render.findings import Results, findings_json, findings_text, scan_summary
from memcli.scan.scanner import default_scanner
from memcli.settings import load


def command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PATH]...", help="Memory directories or single files."),
    ] = None,
    deny: DenyOption = None,
    layout: LayoutOption = None,
    strict: StrictOption = None,
    form: ScanFormatOption = ScanFormat.TEXT,
) -> int:
    """Find secrets in what would travel from memory directories, or in single files.

    Exit code 1 if a finding blocks. A directory is judged as 'memcli bundle' would: what is
    denied or left out is counted, not judged. A file is judged whatever its name.
    """
    if not paths:
        raise UsageError(
            "nothing was scanned",
            "no path was given",
            hint="give a memory directory, such as 'memcli scan ./memory'",
        )
    settings = load(flags={"layout": layout, "strict": strict})
    scanner = default_scanner(strict=settings.truth("strict"), cache=settings.places.cache)

    def scanned(path: str) -> Scanned:
        if path and not os.path.isdir(path):
            return scan_one(path, scanner=scanner)
        return select(
            path,
            layout=settings.text("layout"),
            deny=deny or (),
            user_deny_file=settings.user_deny_file,
            scanner=scanner,
        ).scanned

    results = [(path, scanned(path)) for path in paths]
    for path, each in results:
        where = f"{display(path)}: " if len(results) > 1 else ""
        for text in each.notes:
            note(f"warning: {where}{text}")
    emit(_rendered(results, form))
    note(scan_summary([each.report for _, each in results]))
    opens = all(gate_opens(each.report) for _, each in results)
    return ExitCode.OK if opens else ExitCode.REFUSED


def _rendered(results: Results, form: ScanFormat) -> str:
    match form:
        case ScanFormat.TEXT:
            return findings_text(results)
        case ScanFormat.JSON:
            return findings_json(results)
        case ScanFormat.SARIF:
            from memcli.render.sarif import findings_sarif  # json is not loaded for text

            return findings_sarif(results)
        case ScanFormat.GITHUB:
            from memcli.render.github import findings_github

            return findings_github(results)
    assert_never(form)
