"""What is denied without anybody asking."""

import os
import re
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from memcli.denylist.builtin import BUILT_IN, built_in_for, may_be_named_in
from memcli.memdir.index import parse_index

HIT = [
    ("server.pem", "key-files"),
    ("Server.PEM", "key-files"),
    (".pem", "key-files"),
    ("a.b.key", "key-files"),
    ("x.p12", "key-files"),
    ("x.pfx", "key-files"),
    ("x.ppk", "key-files"),
    ("x.jks", "key-files"),
    ("x.keystore", "key-files"),
    ("vault.kdbx", "key-files"),
    ("public.asc", "key-files"),
    ("notes.md.gpg", "key-files"),
    ("id_rsa", "key-files"),
    ("id_rsa.pub", "key-files"),
    ("ID_RSA", "key-files"),
    ("id_rsa.md", "key-files"),
    ("id_dsa", "key-files"),
    ("id_ecdsa_work", "key-files"),
    ("id_ed25519-old", "key-files"),
    (".netrc", "key-files"),
    (".pgpass", "key-files"),
    (".npmrc", "key-files"),
    (".pypirc", "key-files"),
    (".htpasswd", "key-files"),
    ("credentials", "key-files"),
    ("Credentials.JSON", "key-files"),
    ("sub/deep/.netrc", "key-files"),
    ("credentials/aws.md", "key-files"),
    ("x.key/note.md", "key-files"),
    (".env", "environment-files"),
    (".env.local", "environment-files"),
    (".env.md", "environment-files"),
    (".env-prod", "environment-files"),
    ("prod.env", "environment-files"),
    (".ENV", "environment-files"),
    (".envrc", "environment-files"),
    ("operator-outbox.jsonl", "transcripts"),
    ("sub/session.JSONL", "transcripts"),
    ("facts.db", "databases"),
    ("facts.db-wal", "databases"),
    ("facts.sqlite", "databases"),
    ("facts.sqlite-shm", "databases"),
    ("facts.sqlite3", "databases"),
    ("facts.sqlite3-journal", "databases"),
    ("facts.duckdb", "databases"),
    ("facts.mdb", "databases"),
    (".git/config", "version-control"),
    (".git", "version-control"),
    ("sub/.git/note.md", "version-control"),
    (".hg/store", "version-control"),
    (".svn/entries", "version-control"),
    (".jj/repo", "version-control"),
    ("team/shared.md", "team"),
    ("Team/shared.md", "team"),
    ("sub/team/deep/shared.md", "team"),
    ("agents/worker.md", "agents"),
    ("sub/agents/worker.md", "agents"),
]
MISS = [
    "MEMORY.md",
    "pem.md",
    "server.pem.md",
    "keys.md",
    "key",
    "monkey.md",
    "credentials.md",
    "my-credentials",
    "credentials.json.md",
    "rsa_id.md",
    "env.md",
    ".environment",
    "prod.env.md",
    ".envrc.md",
    "environment.md",
    "jsonl.md",
    "events.json",
    "db.md",
    "sqlite-notes.md",
    "facts.sqlite4",
    "git.md",
    ".gitignore",
    ".github/notes.md",
    "team",
    "team.md",
    "teams/a.md",
    "my-team/a.md",
    "agents",
    "agents.md",
    "AGENTS.md",
    "agent/a.md",
    "reference_credentials.md",
    "",
]


@pytest.mark.parametrize(("path", "family"), HIT)
def test_a_name_that_is_denied(path: str, family: str) -> None:
    found = built_in_for(path, is_directory=False)
    assert family == (found.label if found else None)


@pytest.mark.parametrize("path", MISS)
def test_a_name_that_is_not_denied(path: str) -> None:
    assert built_in_for(path, is_directory=False) is None


@pytest.mark.parametrize("path", ["team", "sub/agents", ".git", "x/.hg", ".svn", "credentials"])
def test_a_directory_is_denied_by_its_own_name(path: str) -> None:
    assert built_in_for(path, is_directory=True) is not None


def test_every_pattern_is_used_by_the_table() -> None:
    used = {family for _, family in HIT}
    assert {family.label for family in BUILT_IN} == used


PIECES = st.sampled_from(
    sorted(
        {
            part
            for family in BUILT_IN
            for pattern in family.patterns
            for part in re.split(r"([*/.\-_])", pattern)
            if part not in ("", "*", "/")
        }
        | {"x", "md", " ", "é", "K"}
    )
)
SEGMENTS = st.lists(st.one_of(PIECES, PIECES.map(str.upper)), min_size=1, max_size=5).map("".join)
PATHS = st.lists(SEGMENTS, min_size=1, max_size=4).map("/".join)


def reference_matcher() -> GitIgnoreSpec:
    """The same patterns as another implementation of gitignore reads them, ignoring case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return GitIgnoreSpec.from_lines(
            [pattern.lower() for family in BUILT_IN for pattern in family.patterns],
            backend="simple",
        )


REFERENCE = reference_matcher()


@given(PATHS, st.booleans())
@settings(max_examples=500)
def test_the_matcher_agrees_with_gitignore(path: str, is_directory: bool) -> None:  # noqa: FBT001
    folded = path.lower() + ("/" if is_directory else "")
    expected = REFERENCE.match_file(folded)
    assert expected is (built_in_for(path, is_directory=is_directory) is not None)


@given(
    st.lists(
        st.one_of(
            PATHS.map(lambda path: f"- [a]({path})\n"),
            PATHS.map(lambda path: f"- [[{path}]]\n"),
            PATHS.map(lambda path: f"`{path}` "),
            st.text(max_size=8),
            st.sampled_from(["t%65am/x.md ", "&#116;eam/x.md ", "te\\am/x.md ", "\uff54eam/x.md "]),
        ),
        max_size=4,
    ).map("".join)
)
@settings(max_examples=300)
def test_what_cannot_name_a_denied_path_links_none(text: str) -> None:
    """False has to be certain: the index is then not read at all."""
    text = text.replace("\r", " ")
    linked = [entry.path for entry in parse_index(text.encode("utf-8", "surrogatepass"))]
    denied = [path for path in linked if built_in_for(path, is_directory=False)]
    assert may_be_named_in(text) or not denied


def test_undecodable_names_are_matched_like_others() -> None:
    assert built_in_for(os.fsdecode(b"caf\xe9.pem"), is_directory=False) is not None
    assert built_in_for(os.fsdecode(b"caf\xe9.md"), is_directory=False) is None
