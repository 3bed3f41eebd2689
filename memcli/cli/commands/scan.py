"""memcli scan: find secrets in what would travel."""

from typing import Annotated, assert_never

import typer

from memcli.bundle.gate import gate_opens
from memcli.cli.options import (
    DenyOption,
    LayoutOption,
    PrivacyOption,
    ScanFormat,
    ScanFormatOption,
    StrictOption,
)
from memcli.cli.output import emit, note
from memcli.cli.scanners import scanner_for
from memcli.cli.sources import Asked, scan_sources
from memcli.errors import ExitCode
from memcli.fs import display
from memcli.render.findings import findings_json, findings_text, scan_summary
from memcli.render.results import Results
from memcli.settings import load


def command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", help="Memory directories, files, bundles, or '-' for a pipe."
        ),
    ] = None,
    staged: Annotated[
        bool, typer.Option("--staged", help="Scan the .md files of the next commit, as staged.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="COMMIT", help="Scan .md files changed up to HEAD."),
    ] = None,
    stdin_name: Annotated[
        str | None, typer.Option("--stdin-name", metavar="NAME", help="The file that '-' holds.")
    ] = None,
    deny: DenyOption = None,
    layout: LayoutOption = None,
    strict: StrictOption = None,
    privacy: PrivacyOption = None,
    form: ScanFormatOption = ScanFormat.TEXT,
) -> int:
    """Find secrets in what would travel from memory directories, or in single files.

    Exit code 1 if a finding blocks. A directory is judged as 'memcli bundle' would: what is
    denied or left out is counted, not judged. A file is judged whatever its name, a bundle (a
    file or a digest) file by file. What Git holds is judged as it is there, not as on disk.
    """
    settings = load(flags={"layout": layout, "strict": strict, "privacy": privacy})
    scanner = scanner_for(settings)
    asked = Asked(paths or (), deny or (), stdin_name, staged, since)
    results = scan_sources(asked, scanner=scanner, settings=settings)
    for each in results:
        where = f"{display(each.given)}: " if len(results) > 1 else ""
        for text in each.scanned.notes:
            note(f"warning: {where}{text}")
    emit(_rendered(results, form))
    reports = [each.scanned.report for each in results]
    note(scan_summary(reports))
    opens = all(map(gate_opens, reports))
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
