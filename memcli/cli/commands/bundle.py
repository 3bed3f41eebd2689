"""memcli bundle: pack a memory directory into a bundle."""

from typing import Annotated

import typer

from memcli.bundle.build import FileDestination, build
from memcli.bundle.gate import gate_opens
from memcli.bundle.limits import Limits
from memcli.bundle.output import checked_lockfile, checked_output
from memcli.bundle.selection import select
from memcli.cli.options import (
    DenyOption,
    Format,
    FormatOption,
    LayoutOption,
    MaxTotalOption,
    PrivacyOption,
    StrictOption,
)
from memcli.cli.output import emit, note
from memcli.cli.scanners import scanner_for
from memcli.errors import ExitCode
from memcli.memdir.survey import LOCK_FILE
from memcli.render.bundles import bundle_json, bundle_summary, explanation, refusal_text
from memcli.render.findings import findings_text
from memcli.render.results import Result, Source
from memcli.settings import load
from memcli.stores.local import LocalStore


def command(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="The memory directory.")],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write here, not to the local store."),
    ] = None,
    deny: DenyOption = None,
    layout: LayoutOption = None,
    strict: StrictOption = None,
    privacy: PrivacyOption = None,
    max_total: MaxTotalOption = None,
    lockfile: Annotated[
        str, typer.Option("--lockfile", metavar="FILE", help="Where the lockfile goes.")
    ] = LOCK_FILE,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Do everything but write; print the digest.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="List on stderr what stays behind, and why.")
    ] = False,
    form: FormatOption = Format.TEXT,
) -> int:
    """Pack what may travel from a memory directory, and print the bundle's digest.

    First the deny-list, then the scan. If a finding blocks, nothing is written and the exit code
    is 1. The bundle goes to the local store or to FILE; memory.lock.json says what is in it.
    """
    checked_lockfile(lockfile)
    settings = load(
        flags={"layout": layout, "strict": strict, "privacy": privacy, "max-total": max_total}
    )
    limits = Limits(total=settings.number("max-total"))
    destination = (
        LocalStore(settings.store)
        if output is None
        else FileDestination(checked_output(output, lockfile=lockfile))
    )
    scanner = scanner_for(settings)
    selection = select(
        directory,
        layout=settings.text("layout"),
        deny=deny or (),
        user_deny_file=settings.user_deny_file,
        scanner=scanner,
        limits=limits,
    )
    scanned = selection.scanned
    if explain:
        note(explanation(selection, mask=scanner.mask_name))
    for text in scanned.notes:
        note(f"warning: {text}")
    if findings := findings_text([Result(directory, scanned, Source.DIRECTORY)]):
        note(findings.rstrip("\n"))
    if not gate_opens(scanned.report):
        note(refusal_text(scanned.report))
        if form is Format.JSON:
            emit(bundle_json(directory, selection, None, output, written=False))
        return ExitCode.REFUSED
    built = build(
        selection,
        destination=None if dry_run else destination,
        lockfile=None if dry_run else lockfile,
        limits=limits,
    )
    note(bundle_summary(selection, built, output, written=not dry_run))
    if form is Format.JSON:
        emit(bundle_json(directory, selection, built, output, written=not dry_run))
    else:
        emit(f"{built.digest}\n")
    return ExitCode.OK
