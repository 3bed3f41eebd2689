"""memcli overlay: put a bundle into a sandbox, read-only."""

from typing import Annotated

import typer

from memcli.bundle.limits import Limits
from memcli.cli.options import DigestOption, Format, FormatOption, MaxTotalOption
from memcli.cli.output import emit, note
from memcli.cli.reference import reference_to
from memcli.errors import ExitCode
from memcli.overlay.acquire import Overlay
from memcli.overlay.inline import BYTES, LINES, inline_context
from memcli.overlay.resolver import BundleSnapshot
from memcli.render.overlays import overlay_json, overlay_summary
from memcli.settings import load


def command(
    ref: Annotated[
        str,
        typer.Argument(
            metavar="REF", help="The bundle: a file, '-', or a digest in the local store."
        ),
    ],
    sandbox: Annotated[
        str, typer.Option("--sandbox", metavar="DIR", help="The sandbox's existing directory.")
    ],
    leaf: Annotated[str | None, typer.Option("--leaf", metavar="ID", help="The run's id.")] = None,
    digest: DigestOption = None,
    max_total: MaxTotalOption = None,
    index_lines: Annotated[
        int, typer.Option("--index-lines", min=1, metavar="N", help="Index lines inline at most.")
    ] = LINES,
    index_bytes: Annotated[
        int, typer.Option("--index-bytes", min=1, metavar="N", help="Index bytes inline at most.")
    ] = BYTES,
    form: FormatOption = Format.TEXT,
) -> int:
    """Put a verified bundle into a sandbox, read-only, and print the inline context.

    The context holds MEMORY.md within its limits and says where the memory files are. The level
    is advisory: permissions alone, which root and the owner can change. Exit code 3 if the bundle
    or what is in the sandbox is not as it must be; a run without its memory is never started.
    """
    settings = load(flags={"max-total": max_total})
    limits = Limits(total=settings.number("max-total"))
    reference = reference_to(ref, digest=digest, settings=settings, limits=limits)
    overlay = Overlay(BundleSnapshot(reference, limits=limits), limits=limits)
    acquired = overlay.acquire(sandbox, leaf=leaf)
    context = inline_context(
        digest=acquired.digest,
        memory_dir=acquired.memory_dir,
        index=acquired.index,
        paths=acquired.paths,
        max_lines=index_lines,
        max_bytes=index_bytes,
    )
    note(overlay_summary(acquired, context))
    emit(overlay_json(acquired, context) if form is Format.JSON else context.text)
    return ExitCode.OK
