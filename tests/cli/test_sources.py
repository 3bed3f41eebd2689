"""Where a scan can look: a pipe, Git's index, what changed since a commit, and bundles."""

import gzip
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import NOTES, write_notes
from harness import BOTH_WAYS, Memcli, require_tool
from memcli.bundle.ustar import Entry, canonical_tar
from secretshapes import aws_access_key_id, github_token, seeded

BOTH = pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)
KEY = aws_access_key_id(seeded(6))
LEAK = f"# Keys\nThe id: {KEY}.\n".encode()
CLEAN = b"Nothing here.\n"


def git(where: Path, *words: str) -> str:
    call = [require_tool("git"), "-c", "user.name=A", "-c", "user.email=a@b.invalid", *words]
    done = subprocess.run(call, cwd=where, capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a memory directory and one commit."""
    top = tmp_path / "repository"
    write_notes(top / "notes", NOTES)
    git(tmp_path, "init", "-q", "-b", "main", str(top))
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "One")
    return top


def places(memcli: Memcli, *call: str, cwd: Path, exit_code: int = 1) -> list[str]:
    result = memcli.run("scan", *call, cwd=cwd, exit_code=exit_code)
    return [line.split(" ")[0] for line in result.stdout.splitlines() if line[0] != " "]


# A pipe.


@BOTH
def test_a_pipe_is_one_file(memcli: Memcli) -> None:
    result = memcli.run("scan", "-", stdin=LEAK, exit_code=1)

    assert result.stdout.startswith("stdin:2:9: block aws-access-key-id AKIA…")
    assert "memcli allow" not in result.stdout
    assert f"scanned 1 file, {len(LEAK)} bytes: 1 block" in result.stderr
    assert KEY[4:] not in result.stdout


def test_a_pipe_has_the_name_that_it_is_given(memcli: Memcli, tmp_path: Path) -> None:
    write_notes(tmp_path / "notes", NOTES | {"sub/keys.md": LEAK})
    call = ("-", "--stdin-name", "notes/sub/keys.md", "--format", "json")
    piped = memcli.run("scan", *call, stdin=LEAK, exit_code=1).json
    named = memcli.run("scan", "notes/sub/keys.md", "--format", "json", exit_code=1).json
    text = memcli.run("scan", *call[:3], stdin=LEAK, exit_code=1).stdout

    assert named == piped
    assert text.startswith("notes/sub/keys.md:2:9: ")


def test_an_entry_allows_what_comes_through_a_pipe(memcli: Memcli, tmp_path: Path) -> None:
    write_notes(tmp_path / "notes", NOTES | {"keys.md": LEAK})
    data = memcli.run("scan", "notes", "--format", "json", exit_code=1).json
    known = data["findings"][0]["fingerprint"]
    memcli.run("allow", known, "--reason", "revoked", "--in", "notes")

    memcli.run("scan", "-", "--stdin-name", "notes/keys.md", stdin=LEAK)
    memcli.run("scan", "-", "--stdin-name", "notes/other.md", stdin=LEAK, exit_code=1)
    memcli.run("scan", "-", stdin=LEAK, exit_code=1)


def test_an_empty_pipe_is_an_empty_file(memcli: Memcli) -> None:
    assert "scanned 1 file, 0 bytes" in memcli.run("scan", "-").stderr


# Git's index.


@BOTH
def test_what_is_staged_is_judged_and_not_the_work_tree(memcli: Memcli, repository: Path) -> None:
    write_notes(repository / "notes", {"one.md": LEAK, "two.md": CLEAN})
    git(repository, "add", ".")
    write_notes(repository / "notes", {"one.md": CLEAN, "two.md": LEAK})

    assert ["notes/one.md:2:9:"] == places(memcli, "--staged", cwd=repository)
    assert ["one.md:2:9:"] == places(memcli, "--staged", cwd=repository / "notes")


def test_nothing_staged_is_nothing_found(memcli: Memcli, repository: Path) -> None:
    write_notes(repository / "notes", {"one.md": LEAK})
    result = memcli.run("scan", "--staged", cwd=repository)

    assert ("", True) == (result.stdout, "scanned 0 files" in result.stderr)


def test_before_the_first_commit_everything_is_staged(memcli: Memcli, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", ".")
    write_notes(tmp_path, {"keys.md": LEAK})
    git(tmp_path, "add", ".")

    assert ["keys.md:2:9:"] == places(memcli, "--staged", cwd=tmp_path)


def test_only_markdown_is_judged_and_the_rest_is_counted(memcli: Memcli, repository: Path) -> None:
    write_notes(repository, {"a.py": LEAK, "b.txt": LEAK, "README.md": CLEAN})
    git(repository, "add", ".")
    result = memcli.run("scan", "--staged", cwd=repository)

    assert "scanned 1 file, 14 bytes" in result.stderr
    assert "left out: 2 not-markdown" in result.stderr


def test_renamed_and_odd_names_are_judged(memcli: Memcli, repository: Path) -> None:
    write_notes(repository, {"old.md": LEAK, "gone.md": LEAK, "- x.md": LEAK, "é\n.md": LEAK})
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "Two")
    git(repository, "mv", "old.md", "new name.md")
    git(repository, "mv", "--", "- x.md", "--staged.md")
    git(repository, "mv", "é\n.md", "ü\n.md")
    git(repository, "rm", "-q", "gone.md")
    result = memcli.run("scan", "--staged", "--format", "json", cwd=repository, exit_code=1)

    roots = [each["root"] for each in result.json["findings"]]
    assert ["--staged.md", "new name.md", "ü\n.md"] == roots


def test_a_link_that_becomes_a_file_is_judged(memcli: Memcli, repository: Path) -> None:
    (repository / "keys.md").symlink_to("elsewhere")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "Two")
    (repository / "keys.md").unlink()
    write_notes(repository, {"keys.md": LEAK})
    git(repository, "add", ".")

    assert ["keys.md:2:9:"] == places(memcli, "--staged", cwd=repository)


def test_an_entry_allows_what_is_staged(memcli: Memcli, repository: Path) -> None:
    write_notes(repository / "notes", {"keys.md": LEAK})
    git(repository, "add", ".")
    told = memcli.run("scan", "--staged", "--format", "json", cwd=repository, exit_code=1)
    known = told.json["findings"][0]["fingerprint"]
    memcli.run("allow", known, "--reason", "revoked", "--in", "notes", cwd=repository)
    result = memcli.run("scan", "--staged", cwd=repository)

    assert "1 allowed" in result.stderr


def test_a_secret_in_a_staged_name_is_masked(memcli: Memcli, repository: Path) -> None:
    token = github_token(seeded(9))
    write_notes(repository, {f"{token}.md": b"caf\xe9\n"})
    git(repository, "add", ".")
    for form in ("text", "json", "sarif", "github"):
        result = memcli.run("scan", "--staged", "--format", form, cwd=repository, exit_code=1)
        assert token[6:] not in result.stdout + result.stderr


def test_a_file_that_is_not_merged_is_refused(memcli: Memcli, repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "other")
    write_notes(repository / "notes", {"one.md": b"Other.\n"})
    git(repository, "commit", "-q", "-a", "-m", "Other")
    git(repository, "checkout", "-q", "main")
    write_notes(repository / "notes", {"one.md": b"Main.\n"})
    git(repository, "commit", "-q", "-a", "-m", "Main")
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "merge", "other")
    result = memcli.run("scan", "--staged", cwd=repository, exit_code=2)

    assert "notes/one.md is not merged" in result.stderr


# What changed since a commit.


def test_what_changed_since_a_commit_is_judged_as_in_head(memcli: Memcli, repository: Path) -> None:
    write_notes(repository / "notes", {"one.md": LEAK})
    git(repository, "commit", "-q", "-a", "-m", "Two")
    write_notes(repository / "notes", {"one.md": CLEAN, "two.md": LEAK})
    git(repository, "add", ".")

    assert ["notes/one.md:2:9:"] == places(memcli, "--since", "HEAD~1", cwd=repository)
    assert [] == places(memcli, "--since", "HEAD", cwd=repository, exit_code=0)


@pytest.mark.parametrize("ref", ["nowhere", "", "--output=x", "HEAD^{tree}", "HEAD\n"])
def test_what_is_no_commit_is_refused(ref: str, memcli: Memcli, repository: Path) -> None:
    result = memcli.run("scan", f"--since={ref}", cwd=repository, exit_code=2)

    assert "is no commit of this repository" in result.stderr
    assert not (repository / "x").exists()


# Bundles.


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Return a bundle in which a key was packed all the same."""
    place = tmp_path / "leaky.tar"
    entries = (Entry("context/MEMORY.md", b"# Index\n"), Entry("memory/keys.md", LEAK))
    place.write_bytes(canonical_tar(entries))
    return place


@BOTH
def test_a_bundle_is_judged_file_by_file(memcli: Memcli, bundle: Path) -> None:
    result = memcli.run("scan", "leaky.tar", exit_code=1)

    assert result.stdout.startswith("leaky.tar/memory/keys.md:2:9: block aws-access-key-id")
    assert "memcli allow" not in result.stdout
    assert f"scanned 2 files, {len(LEAK) + 8} bytes: 1 block" in result.stderr


def test_a_compressed_bundle_is_judged_whatever_its_name(memcli: Memcli, bundle: Path) -> None:
    (bundle.parent / "other").write_bytes(gzip.compress(bundle.read_bytes()))

    assert ["other/memory/keys.md:2:9:"] == places(memcli, "other", cwd=bundle.parent)


def test_a_stored_bundle_is_judged_by_its_digest(memcli: Memcli, tmp_path: Path) -> None:
    write_notes(tmp_path / "notes", NOTES)
    digest = memcli.run("bundle", "notes").stdout.strip()
    result = memcli.run("scan", digest, "--format", "json")

    assert 3 == result.json["summary"]["files"]


def test_what_an_author_allowed_the_receiver_sees(memcli: Memcli, tmp_path: Path) -> None:
    write_notes(tmp_path / "notes", NOTES | {"keys.md": LEAK})
    data: Any = memcli.run("scan", "notes", "--format", "json", exit_code=1).json
    known = data["findings"][0]["fingerprint"]
    memcli.run("allow", known, "--reason", "revoked", "--in", "notes")
    memcli.run("bundle", "notes", "-o", "out.tar")

    memcli.run("scan", "out.tar", exit_code=1)


def test_a_damaged_bundle_is_refused(memcli: Memcli, bundle: Path) -> None:
    bundle.write_bytes(bundle.read_bytes()[:-1])
    result = memcli.run("scan", "leaky.tar", exit_code=3)

    assert ("", True) == (result.stdout, "refused" in result.stderr)


# Wrong calls.


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("--staged notes", "take no path"),
        ("--since HEAD notes", "take no path"),
        ("--staged --since HEAD", "two scans"),
        ("--staged --deny x", "--deny is for directories"),
        ("--stdin-name x.md notes", "there is no '-'"),
        ("- --stdin-name notes/", "no name of a file"),
        ("- -", "more than once"),
    ],
)
def test_a_contradiction_is_refused(call: str, says: str, memcli: Memcli, repository: Path) -> None:
    result = memcli.run("scan", *call.split(), cwd=repository, exit_code=2)

    assert ("", True) == (result.stdout, says in result.stderr)
    assert "\nhint: " in result.stderr


@pytest.mark.parametrize("call", ["--staged", "--since=HEAD"])
def test_outside_a_repository_git_says_why(call: str, memcli: Memcli, tmp_path: Path) -> None:
    require_tool("git")
    env = {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    result = memcli.run("scan", call, exit_code=2, env=env)

    assert "git says: not a git repository" in result.stderr


def test_without_git_the_message_says_so(memcli: Memcli, repository: Path) -> None:
    result = memcli.run("scan", "--staged", cwd=repository, exit_code=2, env={"PATH": "/nowhere"})

    assert "git could not be run" in result.stderr
