"""Options that several commands share, so that they read the same everywhere."""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"


class ScanFormat(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


FormatOption = Annotated[
    Format, typer.Option("--format", help="Print the result for people or for machines.")
]
ScanFormatOption = Annotated[
    ScanFormat, typer.Option("--format", help="Print findings for people or for machines.")
]
DenyOption = Annotated[
    list[str] | None,
    typer.Option("--deny", metavar="PATTERN", help="Also leave out what matches; may be repeated."),
]
LayoutOption = Annotated[
    str | None,
    typer.Option("--layout", metavar="NAME", help="auto, claude-code or generic."),
]
StrictOption = Annotated[
    bool | None,
    typer.Option("--strict/--no-strict", help="Let heuristic findings block, not only warn."),
]
PrivacyOption = Annotated[
    str | None,
    typer.Option("--privacy", metavar="EFFECT", help="off, inform, warn or block."),
]
MaxTotalOption = Annotated[
    str | None,
    typer.Option("--max-total", metavar="SIZE", help="Largest bundle, such as 64MiB."),
]
DigestOption = Annotated[
    str | None,
    typer.Option("--digest", metavar="DIGEST", help="Refuse any other bundle than this one."),
]
