"""Find the detect-secrets baseline that speaks of a memory directory."""

import os
from typing import TYPE_CHECKING

from memcli.errors import UsageError
from memcli.fs import display, read_path

if TYPE_CHECKING:
    from memcli.scan.suppression import Baseline

BASELINE_FILE = ".secrets.baseline"
_FILE_LIMIT = 64 << 20


def baseline_of(root: str) -> "Baseline | None":
    """Return the nearest baseline, from ``root`` up to the root of its repository.

    Outside a repository only ``root`` itself is looked at. Raises UsageError if the baseline
    cannot be used.
    """
    whole = os.path.abspath(root)
    places = _up_to_repository(whole)
    top = next((each for each in places if os.path.lexists(os.path.join(each, BASELINE_FILE))), "")
    if not top:
        return None
    from memcli.scan.suppression import read_baseline  # only where there is one

    place = os.path.join(top, BASELINE_FILE)
    try:
        raw = read_path(place, limit=_FILE_LIMIT, follow=False)
    except OSError as error:
        cause = "it is a link" if os.path.islink(place) else error.strerror or "it cannot be read"
        raise UsageError(
            "the baseline was not read",
            f"{display(place)} cannot be used: {cause}",
            hint="make it a regular file that you can read, or remove it",
        ) from error
    return read_baseline(raw, below="" if whole == top else os.path.relpath(whole, top))


def _up_to_repository(whole: str) -> list[str]:
    places = [whole]
    while not os.path.lexists(os.path.join(places[-1], ".git")):
        above = os.path.dirname(places[-1])
        if above == places[-1]:
            return [whole]
        places.append(above)
    return places
