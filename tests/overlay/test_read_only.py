"""What a run finds can be read by it and not be changed, as far as permissions go."""

import json
import os
from pathlib import Path

import pytest

from overlay.sandboxes import DIGEST, ENTRIES, IS_ROOT, copy_of, memcli, python, values

# Tries to change everything below the directory that it is given, and prints what it managed to.
ATTEMPTS = """
import json, os, sys

managed = []

def attempt(what, action, *arguments):
    try:
        action(*arguments)
    except OSError:
        return
    managed.append(what)

def write(path, flags):
    os.close(os.open(path, flags))

def below(top):
    for place, directories, files in os.walk(top, topdown=False):
        for name in files:
            yield os.path.join(place, name), False
        for name in directories:
            yield os.path.join(place, name), True
    yield top, True

for path, is_directory in list(below(sys.argv[1])):
    if path != sys.argv[1]:
        attempt("rename " + path, os.rename, path, path + ".moved")
        attempt("rename back " + path, os.rename, path + ".moved", path)
    if is_directory:
        new = os.path.join(path, "new.md")
        attempt("create in " + path, write, new, os.O_WRONLY | os.O_CREAT)
        attempt("mkdir in " + path, os.mkdir, os.path.join(path, "new"))
        attempt("symlink in " + path, os.symlink, "/etc", os.path.join(path, "link"))
    else:
        attempt("write " + path, write, path, os.O_WRONLY)
        attempt("append " + path, write, path, os.O_WRONLY | os.O_APPEND)
        attempt("truncate " + path, os.truncate, path, 0)
        attempt("unlink " + path, os.unlink, path)
print(json.dumps(managed))
"""


@pytest.fixture(params=["root", "the ordinary user"])
def maker(request: pytest.FixtureRequest, ordinary: int | None, sandbox: Path) -> int | None:
    """Return who makes the overlay; the sandbox is theirs."""
    if request.param == "root":
        if not IS_ROOT:
            pytest.skip("only root can make an overlay as root")
        return None
    if ordinary is not None:
        os.chown(sandbox, ordinary, ordinary)
    return ordinary


def attempts(directory: Path, *, cwd: Path, user: int | None) -> list[str]:
    done = python("-c", ATTEMPTS, directory, cwd=cwd, user=user)
    assert (0, "") == (done.code, done.err)
    managed: list[str] = json.loads(done.out)
    return managed


def test_an_ordinary_user_can_read_everything_and_change_nothing(
    maker: int | None, ordinary: int | None, sandbox: Path, bundle: Path, place: Path
) -> None:
    done = memcli(
        "overlay", bundle, "--sandbox", sandbox, "--format", "json", cwd=place, user=maker
    )
    assert (0, DIGEST.text) == (done.code, json.loads(done.out)["digest"])
    memory_dir = Path(json.loads(done.out)["memory_dir"])

    assert [] == attempts(copy_of(sandbox), cwd=place, user=ordinary)
    # The path that the run is told leads there.
    assert [] == attempts(memory_dir / "deep", cwd=place, user=ordinary)

    read = "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())"
    for path, content in values(ENTRIES).items():
        found = python("-c", read, memory_dir / path, cwd=place, user=ordinary)
        assert (0, content) == (found.code, found.out)


def test_the_attempts_succeed_where_nothing_forbids_them(
    ordinary: int | None, sandbox: Path, place: Path
) -> None:
    """Else the test above could not fail."""
    (sandbox / "inner").mkdir()
    (sandbox / "inner" / "file.md").write_text("x", encoding="utf-8")
    if ordinary is not None:
        for path in (sandbox, sandbox / "inner", sandbox / "inner" / "file.md"):
            os.chown(path, ordinary, ordinary)
    kinds = {what.split()[0] for what in attempts(sandbox, cwd=place, user=ordinary)}
    expected = {"append", "create", "mkdir", "rename", "symlink", "truncate", "unlink", "write"}
    assert expected == kinds


@pytest.mark.skipif(not IS_ROOT, reason="only root can make an overlay as root")
def test_nothing_that_root_made_can_be_moved_away_by_others(
    ordinary: int | None, sandbox: Path, bundle: Path, place: Path
) -> None:
    assert 0 == memcli("overlay", bundle, "--sandbox", sandbox, cwd=place).code
    for top in (sandbox / ".memcli", sandbox / "leaves"):
        assert [] == attempts(top, cwd=place, user=ordinary)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_modes_do_not_depend_on_the_umask(
    umask: int, sandbox: Path, bundle: Path, place: Path
) -> None:
    assert 0 == memcli("overlay", bundle, "--sandbox", sandbox, cwd=place, umask=umask).code
    modes = {
        str(path.relative_to(copy_of(sandbox))): oct(path.stat().st_mode & 0o7777)
        for path in copy_of(sandbox).rglob("*")
    }
    expected = {
        "context": "0o555",
        "context/MEMORY.md": "0o444",
        "memory": "0o555",
        "memory/deep": "0o555",
        "memory/deep/er": "0o555",
        "memory/deep/er/two.md": "0o444",
        "memory/empty.md": "0o444",
        "memory/one.md": "0o444",
    }
    assert expected == modes
    above = [sandbox / ".memcli", sandbox / ".memcli" / "overlays", sandbox / "leaves"]
    above += (sandbox / "leaves").iterdir()
    assert ["0o755"] * 4 == [oct(path.stat().st_mode & 0o7777) for path in above]


def test_a_private_directory_that_a_killed_run_left_is_opened_to_readers(
    sandbox: Path, bundle: Path, place: Path
) -> None:
    (sandbox / ".memcli").mkdir(mode=0o700)
    (sandbox / ".memcli" / "overlays").mkdir(mode=0o700)
    assert 0 == memcli("overlay", bundle, "--sandbox", sandbox, cwd=place).code
    above = (sandbox / ".memcli", sandbox / ".memcli" / "overlays")
    assert ["0o755"] * 2 == [oct(path.stat().st_mode & 0o7777) for path in above]
