"""memcli verify: check a bundle and print its digest."""

from typing import Annotated

import typer

from memcli.bundle.limits import Limits
from memcli.bundle.verify import verify
from memcli.cli.options import DigestOption, Format, FormatOption, MaxTotalOption
from memcli.cli.output import emit, note
from memcli.cli.reference import reference_to
from memcli.errors import ExitCode
from memcli.render.bundles import verified_json, verified_summary
from memcli.settings import load


def command(
    bundle: Annotated[
        str, typer.Argument(metavar="BUNDLE", help="A file, '-', or a digest in the local store.")
    ],
    digest: DigestOption = None,
    max_total: MaxTotalOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Read a bundle whole and strictly, and print its digest.

    Exit code 3 if anything in it is not exactly as 'memcli bundle' writes it, or if it is not the
    bundle that --digest names.
    """
    settings = load(flags={"max-total": max_total})
    limits = Limits(total=settings.number("max-total"))
    reference = reference_to(bundle, digest=digest, settings=settings, limits=limits)
    with reference.open() as raw:
        verified = verify(raw, expected=reference.expected, limits=limits)
    note(verified_summary(verified))
    emit(verified_json(verified) if form is Format.JSON else f"{verified.digest}\n")
    return ExitCode.OK
