"""memcli allow: let a finding stay, with a reason."""

from collections.abc import Iterator
from typing import Annotated

import typer

from memcli.bundle.allowing import ALLOW_FILE, allow_entries
from memcli.bundle.permitting import Named, Permission, allow, disallow
from memcli.bundle.selection import select
from memcli.cli.options import Format, FormatOption, LayoutOption
from memcli.cli.output import emit, note
from memcli.cli.scanners import scanner_for
from memcli.errors import ExitCode, UsageError
from memcli.fs import display
from memcli.render.allowing import entries_json, entries_text
from memcli.scan.model import Finding
from memcli.scan.scanner import Privacy, Scanner
from memcli.settings import Settings, load


def command(
    fingerprint: Annotated[
        str | None,
        typer.Argument(metavar="[FINGERPRINT]", help="What a scan shows in brackets."),
    ] = None,
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help="Why it may stay; required.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="DATE", help="The last day it counts, as 2027-01-31."),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="NAME", help="Who says so; nobody is named else.")
    ] = None,
    directory: Annotated[
        str, typer.Option("--in", metavar="DIR", help="The memory directory of the finding.")
    ] = ".",
    rule: Annotated[
        str | None,
        typer.Option("--rule", metavar="ID", help="With --file: its rule; it is not looked for."),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="PATH", help="With --rule: its file, below DIR."),
    ] = None,
    listing: Annotated[
        bool, typer.Option("--list", help="Show the entries and change nothing.")
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove the entry for FINGERPRINT.")
    ] = False,
    layout: LayoutOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Allow a finding that may stay, by an entry in the .memallow of its memory directory.

    A scan shows the command for each finding. The directory is scanned again; only a finding that
    is there can be allowed. With --rule and --file it is not looked for, as is right for a file
    outside the directory's memory and for what Git or a pipe holds. The entry holds for this
    finding in this file, whatever its line, until it is removed or DATE has passed.
    """
    given = any(each is not None for each in (reason, until, by, rule, file))
    if listing and (remove or given or fingerprint is not None):
        raise _contradiction("--list takes no fingerprint and no other change")
    if remove and given:
        raise _contradiction("--remove takes only a fingerprint")
    if not listing and fingerprint is None:
        raise UsageError(
            "nothing was allowed",
            "no fingerprint was given",
            hint="a scan shows it in brackets after each finding; --list shows the entries",
        )
    entries = allow_entries(directory)
    if fingerprint is not None and remove:
        disallow(directory, fingerprint)
        note(f"removed the entry for {fingerprint} from {display(directory)}/{ALLOW_FILE}")
    elif fingerprint is not None:
        # What the privacy check is not to tell of now may have been told before.
        settings = load(flags={"layout": layout, "privacy": Privacy.INFORM})
        scanner = scanner_for(settings)
        permission = Permission(reason or "", by or "", until)
        seen = _named(rule, file) or _findings(directory, scanner=scanner, settings=settings)
        entry = allow(directory, fingerprint, seen, permission, scanner=scanner)
        note(f"allowed {entry.rule} in {display(entry.path)}; commit {ALLOW_FILE}")
    if fingerprint is not None:
        entries = allow_entries(directory)
    if form is Format.JSON:
        emit(entries_json(entries))
    elif listing:
        emit(entries_text(entries))
    return ExitCode.OK


def _named(rule: str | None, file: str | None) -> Named | None:
    if (rule is None) is not (file is None):
        raise _contradiction("--rule and --file say together which finding it is")
    return None if rule is None or file is None else Named(rule, file)


def _findings(directory: str, *, scanner: Scanner, settings: Settings) -> Iterator[Finding]:
    """Yield what is found in the directory now; it is read when the first is asked for."""
    selection = select(
        directory,
        layout=settings.text("layout"),
        deny=(),
        user_deny_file=settings.user_deny_file,
        scanner=scanner,
    )
    yield from selection.scanned.report.findings


def _contradiction(cause: str) -> UsageError:
    return UsageError(
        "the allow entries were left as they are",
        cause,
        hint="'memcli allow --help' shows how it is called",
    )
