"""What was scanned, as the user called it, and where its findings are from there."""

import os
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from memcli.bundle.selection import Scanned
from memcli.scan.model import Finding


class Source(Enum):
    """What was scanned; it decides how a finding in it is allowed.

    A file may also be what Git or a pipe holds of one. One is enclosed if its memory directory has
    a name that must not be repeated.
    """

    DIRECTORY = auto()
    FILE = auto()
    ENCLOSED_FILE = auto()
    NAMELESS_PIPE = auto()
    BUNDLE = auto()


class Result(NamedTuple):
    """What the scan says of one source. ``given`` is its name, which may be shown."""

    given: str
    scanned: Scanned
    source: Source

    def place_of(self, finding: Finding) -> str:
        """Return the path of a finding's file that opens from where the user stands.

        What is in a bundle is named as if the bundle were a directory.
        """
        if self.source in (Source.DIRECTORY, Source.BUNDLE):
            return os.path.join(self.given, finding.path)
        return os.path.join(os.path.dirname(self.given), finding.path.rpartition("/")[2])

    def detail_of(self, finding: Finding) -> str:
        """Return what is wrong with a finding's file, empty where a rule found something."""
        return self.scanned.details.get(finding.path, "") if not finding.mask else ""


Results = Sequence[Result]
