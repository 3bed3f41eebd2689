"""The commit hook under the real pre-commit: a token is refused, and stays once it is allowed."""

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

from cli.conftest import NOTES, write_notes
from harness import REPOSITORY, require_tool
from secretshapes import github_token, seeded

if importlib.util.find_spec("pre_commit") is None:
    pytest.skip("pre-commit is not installed", allow_module_level=True)

TOKEN = github_token(seeded(12))
LEAK = f"# Keys\nUse {TOKEN}.\n".encode()
# The user's and the machine's own settings are another matter.
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
WHO = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def run(where: Path, *words: str, exit_code: int = 0) -> str:
    """Run a program that finds this memcli on PATH; return what it printed, on either stream."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        words,
        cwd=where,
        env={**os.environ, **ALONE, **WHO, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    told = done.stdout.decode()
    assert exit_code == done.returncode, told
    return told


def commit(where: Path, *, exit_code: int = 0) -> str:
    run(where, "git", "add", ".")
    return run(where, "git", "commit", "-q", "-m", "Notes", exit_code=exit_code)


def commits(where: Path) -> int:
    return int(run(where, "git", "rev-list", "--all", "--count"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a memory directory, one commit, and the hook of this project.

    The hook is as pre-commit would take it from a clone, but runs the memcli that is tested.
    """
    require_tool("git")
    top = tmp_path / "repository"
    write_notes(top / "notes", NOTES)
    (hook,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_bytes())
    local = {"repo": "local", "hooks": [hook | {"language": "system"}]}
    config = yaml.safe_dump({"repos": [local]}).encode()
    write_notes(top, {".pre-commit-config.yaml": config})
    run(top, "git", "init", "-q", "-b", "main", ".")
    commit(top)
    run(top, sys.executable, "-m", "pre_commit", "install")
    return top


def test_a_token_is_refused_and_stays_once_it_is_allowed(repository: Path) -> None:
    write_notes(repository, {"notes/keys.md": LEAK})
    refused = commit(repository, exit_code=1)

    assert "notes/keys.md:2:5: block github-token ghp_… [v1:" in refused
    assert TOKEN[4:10] not in refused
    assert 1 == commits(repository)
    (command,) = re.findall(r"If it may stay: (memcli allow .+)", refused)
    run(repository, require_tool("bash"), "-c", command)
    commit(repository)
    assert 2 == commits(repository)
    assert ".memallow" in run(repository, "git", "show", "--name-only", "HEAD")


def test_another_token_is_refused_all_the_same(repository: Path) -> None:
    write_notes(repository, {"notes/keys.md": LEAK})
    refused = commit(repository, exit_code=1)
    (command,) = re.findall(r"If it may stay: (memcli allow .+)", refused)
    run(repository, require_tool("bash"), "-c", command)
    commit(repository)
    write_notes(repository, {"notes/keys.md": f"Use {github_token(seeded(13))}.\n".encode()})
    commit(repository, exit_code=1)

    assert 2 == commits(repository)


def test_what_is_staged_counts_and_not_the_work_tree(repository: Path) -> None:
    """pre-commit puts away what is not staged while the hook runs."""
    write_notes(repository, {"notes/one.md": LEAK})
    run(repository, "git", "add", ".")
    write_notes(repository, {"notes/one.md": b"Nothing here.\n"})
    run(repository, "git", "commit", "-q", "-m", "Leak", exit_code=1)
    run(repository, "git", "reset", "-q", "--hard")
    write_notes(repository, {"notes/two.md": b"Nothing here.\n"})
    run(repository, "git", "add", ".")
    write_notes(repository, {"notes/one.md": LEAK})
    run(repository, "git", "commit", "-q", "-m", "Clean")

    assert 2 == commits(repository)


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("--strict.md", LEAK),
        ("notes/a b.md", LEAK),
        ("notes/wide.md", b"\xff\xfe" + LEAK.decode().encode("utf-16-le")),
        (f"notes/{TOKEN}.md", b"Nothing here.\n"),
    ],
    ids=["option", "space", "utf-16", "name"],
)
def test_every_markdown_file_is_judged(name: str, raw: bytes, repository: Path) -> None:
    write_notes(repository, {name: raw})
    refused = commit(repository, exit_code=1)

    assert "block github-token ghp_" in refused
    assert 1 == commits(repository)


def test_other_files_are_none_of_its_business(repository: Path) -> None:
    write_notes(repository, {"keys.py": LEAK})
    commit(repository)

    assert 2 == commits(repository)
