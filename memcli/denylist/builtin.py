"""What is denied without anybody asking: keys, environments, transcripts, other people's text."""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple, Self


class BuiltIn(NamedTuple):
    """A family of names, in gitignore form, that is denied in every directory.

    A pattern ending in ``/`` names a directory and denies what is below it. All of them are
    matched against single path segments and ignore case. ``why`` is shown to the author.
    """

    label: str
    patterns: tuple[str, ...]
    why: str


BUILT_IN: tuple[BuiltIn, ...] = (
    BuiltIn(
        "key-files",
        (
            "*.pem",
            "*.key",
            "*.p12",
            "*.pfx",
            "*.ppk",
            "*.jks",
            "*.keystore",
            "*.kdbx",
            "*.asc",
            "*.gpg",
            "id_rsa*",
            "id_dsa*",
            "id_ecdsa*",
            "id_ed25519*",
            ".netrc",
            ".pgpass",
            ".npmrc",
            ".pypirc",
            ".htpasswd",
            "credentials",
            "credentials.json",
        ),
        "key and credential files",
    ),
    BuiltIn("environment-files", (".env", ".env.*", ".env-*", "*.env", ".envrc"), "environments"),
    BuiltIn("transcripts", ("*.jsonl",), "transcripts and message queues"),
    BuiltIn(
        "databases",
        (
            "*.db",
            "*.db-*",
            "*.sqlite",
            "*.sqlite-*",
            "*.sqlite3",
            "*.sqlite3-*",
            "*.duckdb",
            "*.mdb",
        ),
        "databases",
    ),
    BuiltIn("version-control", (".git/", ".git", ".hg/", ".svn/", ".jj/"), "version control"),
    BuiltIn("team", ("team/",), "other people's text, synced by the tool"),
    BuiltIn("agents", ("agents/",), "the tool's own state"),
)


class _Names(NamedTuple):
    """Patterns with at most one ``*`` at either end, taken apart; a regex would cost start-up."""

    exact: frozenset[str]
    beginnings: tuple[str, ...]
    endings: tuple[str, ...]
    parts: tuple[str, ...]

    @classmethod
    def of(cls, patterns: Iterable[str]) -> Self:
        whole = [each.casefold() for each in patterns]
        both = [each for each in whole if each.startswith("*") and each.endswith("*")]
        return cls(
            frozenset(each for each in whole if "*" not in each),
            tuple(each[:-1] for each in whole if each.endswith("*") and each not in both),
            tuple(each[1:] for each in whole if each.startswith("*") and each not in both),
            tuple(each.strip("*") for each in both),
        )

    def have(self, name: str) -> bool:
        folded = name.casefold()
        return (
            folded in self.exact
            or folded.startswith(self.beginnings)
            or folded.endswith(self.endings)
            or any(each in folded for each in self.parts)
        )


_COMPILED = tuple(
    (
        family,
        _Names.of(p for p in family.patterns if not p.endswith("/")),
        _Names.of(p.rstrip("/") for p in family.patterns if p.endswith("/")),
    )
    for family in BUILT_IN
)


def built_in_for(path: str, *, is_directory: bool) -> BuiltIn | None:
    """Return the family that denies ``path`` (relative, ``/`` separated), or None."""
    *directories, name = path.split("/")
    if is_directory:
        directories.append(name)
    for family, any_name, directory_name in _COMPILED:
        if any(any_name.have(each) for each in (name, *directories)):
            return family
        if any(directory_name.have(each) for each in directories):
            return family
    return None


# What remains of each pattern without its wildcards; a text that names a denied path holds one.
_FRAGMENTS = frozenset(
    pattern.replace("*", "").rstrip("/") for family in BUILT_IN for pattern in family.patterns
)
# Percent-encoding, backslash escapes and HTML entities write a name in another way.
_OTHER_WRITING = re.compile(r"[%&\\]")


def may_be_named_in(text: str) -> bool:
    """Tell whether ``text`` may hold a path that is denied without the user's doing.

    False is certain; True only means that it has to be looked at.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _OTHER_WRITING.search(folded) is not None or any(each in folded for each in _FRAGMENTS)
