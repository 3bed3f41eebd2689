"""What blocks a file before any rule can judge it."""

from typing import NamedTuple

from memcli.scan import fingerprint
from memcli.scan.model import Effect, Finding, Tier


class Problem(NamedTuple):
    """A reason why a file that would travel cannot be judged or carried.

    ``why`` and ``advice`` are sentences for the author, as in a rule.
    """

    id: str
    title: str
    why: str
    advice: str


PROBLEMS: tuple[Problem, ...] = (
    Problem(
        id="file-unreadable",
        title="file that cannot be read",
        why="What cannot be read cannot be judged, and nothing travels unjudged.",
        advice="Make the file readable and let it rest while it is read, or deny it.",
    ),
    Problem(
        id="file-not-utf8",
        title="file that is not UTF-8",
        why="Text in another encoding can hide a secret from every rule.",
        advice="Save the file as UTF-8, or deny it.",
    ),
    Problem(
        id="name-not-portable",
        title="name that a bundle cannot carry",
        why="The bundle's format has no way to write this name, so the file would be lost.",
        advice="Rename the file, or deny it.",
    ),
)

_BY_ID = {known.id: known for known in PROBLEMS}


def is_problem(rule_id: str) -> bool:
    """Tell whether a finding of ``rule_id`` is one of ``PROBLEMS``; it cannot be allowed."""
    return rule_id in _BY_ID


def problem(rule_id: str, path: str) -> Finding:
    """Return the blocking finding for one of ``PROBLEMS``, on line 0 and over the whole name.

    ``path`` is the path as shown: pass it through ``Scanner.mask_name`` first. There is no value,
    so the mask is empty. Raises ``KeyError`` for an id that is not in ``PROBLEMS``.
    """
    known = _BY_ID[rule_id]
    return Finding(
        rule=known.id,
        tier=Tier.HYGIENE,
        effect=Effect.BLOCK,
        path=path,
        line=0,
        column=1,
        end_column=len(path) + 1,
        mask="",
        fingerprint=fingerprint.of_line(known.id, path, b"", ()),
    )
