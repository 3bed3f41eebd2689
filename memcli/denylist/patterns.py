"""Deny patterns in gitignore syntax: additive only, each with its origin."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memcli.errors import UsageError
from memcli.fs import display

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

NOT_DONE = "the deny-list was not used, and nothing was written"


class Pattern(NamedTuple):
    """One pattern and where it was written: ``.memdeny:3``, ``--deny``, and so on.

    ``below`` is the directory, relative to the root, whose paths it judges; empty for the root.
    """

    text: str
    origin: str
    below: str = ""


def parse_lines(text: str, *, origin: str, below: str = "") -> tuple[Pattern, ...]:
    """Return the patterns of a deny file. Raises UsageError for ``!pattern``, naming the line."""
    found: list[Pattern] = []
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.rstrip("\r")
        if stripped.strip() and not stripped.startswith("#"):
            found.append(checked(Pattern(stripped, f"{origin}:{number}", below)))
    return tuple(found)


def checked(pattern: Pattern) -> Pattern:
    """Return ``pattern`` if it can only add to what is denied, else raise UsageError."""
    # git lets an initial space pass; '  !x' is a negation only in the writer's mind, and that is
    # reason enough to refuse it.
    if pattern.text.lstrip().startswith("!"):
        raise UsageError(
            NOT_DONE,
            f"{pattern.origin} has a pattern that begins with '!': a deny-list only adds, "
            "it never lets something back in",
            hint="remove the line and narrow the pattern that denies too much; "
            "for a name that begins with '!' write '\\!'",
        )
    if pattern.text.lstrip().startswith(("./", "../")):
        raise UsageError(
            NOT_DONE,
            f"{pattern.origin} has a pattern that begins with dots and a slash: it matches nothing",
            hint="patterns are relative to the memory directory: write 'name.md' or 'sub/name.md'",
        )
    if not pattern.text.strip() or not pattern.text.strip("/ "):
        raise UsageError(
            NOT_DONE,
            f"{pattern.origin} has the empty pattern {display(repr(pattern.text))}",
            hint="give a pattern in gitignore syntax, such as 'drafts/' or '*-private.md'",
        )
    return pattern


class PatternSet:
    """User patterns, compiled. Names are compared in NFC: a file system may decompose them."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = tuple(patterns)
        self._groups: list[tuple[str, list[Pattern], GitIgnoreSpec]] = []
        for below in sorted({pattern.below for pattern in patterns}):
            group = [pattern for pattern in patterns if pattern.below == below]
            self._groups.append((below, group, _compile(group)))

    def match(self, path: str, *, is_directory: bool) -> Pattern | None:
        """Return the pattern that denies ``path`` or a directory above it, or None."""
        for below, group, spec in self._groups:
            relative = _relative(path, below, is_directory=is_directory)
            if relative is None:
                continue
            index = spec.check_file(relative).index
            if index is not None:
                return group[index]
        return None

    def unused(self, paths: Iterable[tuple[str, bool]]) -> tuple[Pattern, ...]:
        """Return the patterns that deny none of ``paths`` (path, is a directory).

        Such a pattern is likely a typing error, and what it meant to deny travels.
        """
        found = tuple(paths)
        # Most patterns win somewhere; only the others need the costly look at each alone.
        winners = {self.match(path, is_directory=is_directory) for path, is_directory in found}
        rest = (pattern for pattern in self._patterns if pattern not in winners)
        alone = ((pattern, PatternSet([pattern])) for pattern in rest)
        return tuple(
            pattern
            for pattern, only in alone
            if not any(only.match(path, is_directory=is_directory) for path, is_directory in found)
        )


def _relative(path: str, below: str, *, is_directory: bool) -> str | None:
    prefix = f"{below}/" if below else ""
    if not path.startswith(prefix):
        return None
    return unicodedata.normalize("NFC", path[len(prefix) :]) + ("/" if is_directory else "")


def _compile(group: Sequence[Pattern]) -> "GitIgnoreSpec":
    # Imported here: both cost start-up, and most directories have no pattern.
    import warnings

    from pathspec import GitIgnoreSpec

    lines = [unicodedata.normalize("NFC", pattern.text) for pattern in group]
    with warnings.catch_warnings():
        # A set such as '[[x]' is right as it stands.
        warnings.simplefilter("ignore", FutureWarning)
        for pattern, line in zip(group, lines, strict=True):
            if not _is_usable(line):
                # A broken pattern is skipped by git; here what it meant to deny would travel.
                raise UsageError(
                    NOT_DONE,
                    f"{pattern.origin} has a pattern that cannot be used",
                    hint="mend it; a special character of a name takes a backslash: '\\['",
                )
        return GitIgnoreSpec.from_lines(lines, backend="simple")


def _is_usable(line: str) -> bool:
    import re

    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore import GitIgnorePatternError

    # Git knows character classes by name; the matcher here would take their letters one by one.
    if "\0" in line or re.search(r"\[[^\]]*\[[:.=]", line):
        return False
    try:
        return GitIgnoreSpec.from_lines([line], backend="simple").patterns[0].include is True
    except (GitIgnorePatternError, re.error):
        return False
