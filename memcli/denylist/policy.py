"""The deny-list of one directory: built-in, the user's, the directory's, the call's."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from memcli.denylist.builtin import built_in_for
from memcli.denylist.patterns import NOT_DONE, Pattern, PatternSet, checked, parse_lines
from memcli.errors import UsageError
from memcli.fs import directory_again, display, path_key, read_beneath, read_path
from memcli.memdir.model import LeftOut, Reason, Survey
from memcli.memdir.survey import DENY_FILE

_FILE_LIMIT = 1 << 20


class Denied(NamedTuple):
    """A survey without what is denied.

    ``unused`` are the patterns of this directory and this call that denied nothing; the user's own
    are for every directory, and most of them hit nothing in one. ``survey.left_out`` has
    what was denied, with the pattern and its origin as the detail.
    """

    survey: Survey
    policy: "DenyPolicy"
    unused: tuple[Pattern, ...]


class DenyPolicy(NamedTuple):
    """Decides by path alone. It can only deny."""

    patterns: PatternSet | None

    def reason(self, path: str, *, is_directory: bool = False) -> str | None:
        """Return why ``path`` is denied, for the author's eyes, or None."""
        family = built_in_for(path, is_directory=is_directory)
        if family is not None:
            return f"built in: {family.label} ({family.why})"
        pattern = self.patterns.match(path, is_directory=is_directory) if self.patterns else None
        return f"{pattern.origin}: {pattern.text}" if pattern else None

    def denies(self, path: str) -> bool:
        """Tell whether a file at ``path`` would be denied, there or not."""
        return self.reason(path) is not None


def apply_denylist(survey: Survey, *, user_file: Path, flags: Sequence[str]) -> Denied:
    """Return ``survey`` without what the deny-list denies.

    The deny-list is the built-in patterns, ``user_file``, every ``.memdeny`` in the directory for
    what lies beside and below it, and ``flags``. Raises UsageError if one of them cannot be used:
    a deny-list that is there and not read would let through what it denies.
    """
    of_user = _user_patterns(user_file)
    patterns = [
        *of_user,
        *_directory_patterns(survey),
        *_flag_patterns(flags),
    ]
    policy = DenyPolicy(PatternSet(patterns) if patterns else None)
    selected = []
    left_out = []
    for each in survey.selected:
        reason = policy.reason(each.path)
        if reason is None:
            selected.append(each)
        else:
            left_out.append(LeftOut(each.path, Reason.DENIED, reason))
    for other in survey.left_out:
        reason = policy.reason(other.path, is_directory=other.is_directory)
        denied = reason is not None and other.reason is not Reason.OWN_FILE
        left_out.append(
            LeftOut(other.path, Reason.DENIED, reason or "", other.is_directory)
            if denied
            else other
        )
    unlisted = []
    for path in survey.unlisted:
        reason = policy.reason(path, is_directory=True)
        if reason is None:
            unlisted.append(path)
        else:
            left_out.append(LeftOut(path, Reason.DENIED, reason, is_directory=True))
    after = survey._replace(
        selected=tuple(selected),
        left_out=tuple(sorted(left_out, key=lambda each: path_key(each.path))),
        unlisted=tuple(unlisted),
    )
    return Denied(after, policy, _unused(patterns[len(of_user) :], after))


def _unused(patterns: Sequence[Pattern], survey: Survey) -> tuple[Pattern, ...]:
    return PatternSet(patterns).unused(_paths(survey)) if patterns else ()


def _paths(survey: Survey) -> list[tuple[str, bool]]:
    return [
        *((each.path, False) for each in survey.selected),
        *((each.path, each.is_directory) for each in survey.left_out),
        *((path, True) for path in survey.unlisted),
    ]


def _flag_patterns(flags: Sequence[str]) -> Iterator[Pattern]:
    for number, text in enumerate(flags, start=1):
        origin = "--deny" if len(flags) == 1 else f"--deny (number {number})"
        yield checked(Pattern(text, origin))


def _user_patterns(path: Path) -> tuple[Pattern, ...]:
    origin = display(str(path))
    try:
        raw = read_path(str(path), limit=_FILE_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        if any(each.is_symlink() and not each.exists() for each in (path, *path.parents)):
            raise _unusable(origin, "a link on the way to it leads nowhere") from None
        return ()
    except OSError as error:
        raise _unusable(origin, error.strerror or "it cannot be read") from error
    return parse_lines(_decoded(raw, origin), origin=origin)


def _directory_patterns(survey: Survey) -> tuple[Pattern, ...]:
    found: list[Pattern] = []
    with directory_again(survey.root) as root_fd:
        for each in survey.left_out:
            below, _, name = each.path.rpartition("/")
            # Some file systems do not tell the two apart.
            if name.casefold() != DENY_FILE:
                continue
            origin = display(each.path)
            if each.reason is not Reason.OWN_FILE:
                raise _unusable(origin, "it is not a regular file")
            try:
                raw = read_beneath(root_fd, each.path, limit=_FILE_LIMIT)
            except OSError as error:
                raise _unusable(origin, error.strerror or "it cannot be read") from error
            found.extend(parse_lines(_decoded(raw, origin), origin=origin, below=below))
    return tuple(found)


def _decoded(raw: bytes, origin: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unusable(origin, "it is not UTF-8") from error


def _unusable(origin: str, cause: str) -> UsageError:
    return UsageError(
        NOT_DONE,
        f"the deny file {origin} cannot be used: {cause}",
        hint=f"make {os.path.basename(origin)} a readable UTF-8 text file, or remove it",
    )
