"""What is denied without anybody asking: keys, environments, transcripts, other people's text."""

import fnmatch
import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BuiltIn:
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


def _compile(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    if not patterns:
        return None
    return re.compile("|".join(fnmatch.translate(each) for each in patterns), re.IGNORECASE)


_COMPILED = tuple(
    (
        family,
        _compile(tuple(p for p in family.patterns if not p.endswith("/"))),
        _compile(tuple(p.rstrip("/") for p in family.patterns if p.endswith("/"))),
    )
    for family in BUILT_IN
)


def built_in_for(path: str, *, is_directory: bool) -> BuiltIn | None:
    """Return the family that denies ``path`` (relative, ``/`` separated), or None."""
    *directories, name = path.split("/")
    if is_directory:
        directories.append(name)
    for family, any_name, directory_name in _COMPILED:
        segments = [name, *directories]
        if any_name and any(any_name.match(each) for each in segments):
            return family
        if directory_name and any(directory_name.match(each) for each in directories):
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
    # The dotless i is the one letter that ignoring case finds and folding does not.
    folded = unicodedata.normalize("NFKC", text).casefold().replace("\u0131", "i")
    return _OTHER_WRITING.search(folded) is not None or any(each in folded for each in _FRAGMENTS)
