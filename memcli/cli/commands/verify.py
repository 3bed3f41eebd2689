"""memcli verify: check a bundle and print its digest."""

import sys
from typing import Annotated

import typer

from memcli.bundle.verify import verify
from memcli.cli.options import DigestOption, Format, FormatOption
from memcli.cli.output import emit, note
from memcli.digest import Digest
from memcli.errors import ExitCode
from memcli.render.bundles import verified_json, verified_summary
from memcli.settings import load
from memcli.stores.local import LocalStore
from memcli.stores.reference import resolve_reference


def command(
    bundle: Annotated[
        str, typer.Argument(metavar="BUNDLE", help="A file, '-', or a digest in the local store.")
    ],
    digest: DigestOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Read a bundle whole and strictly, and print its digest.

    Exit code 3 if anything in it is not exactly as 'memcli bundle' writes it, or if it is not the
    bundle that --digest names.
    """
    settings = load()
    reference = resolve_reference(
        bundle,
        store=LocalStore(settings.store),
        stdin=sys.stdin.buffer,
        expected=Digest(digest) if digest is not None else None,
    )
    with reference.open() as raw:
        verified = verify(raw, expected=reference.expected)
    note(verified_summary(verified))
    emit(verified_json(verified) if form is Format.JSON else f"{verified.digest}\n")
    return ExitCode.OK
