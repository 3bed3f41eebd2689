"""The one way tests call memcli: every call asserts its exit code and what it printed."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from memcli.cli.main import main

IN_PROCESS = "in process"
SCRIPT = "the installed script"
BOTH_WAYS = (IN_PROCESS, SCRIPT)

REPOSITORY = Path(__file__).resolve().parents[1]
FIXTURES = REPOSITORY / "fixtures" / "memory"
NOBODY = 65534
_SECONDS = 60
# What a terminal acts on; a line feed and a tab are text.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Result:
    """How a call ended."""

    stdout: str
    stderr: str
    code: int

    @property
    def json(self) -> Any:
        """The document on stdout."""
        return json.loads(self.stdout)


@dataclass(frozen=True, slots=True)
class Memcli:
    """Runs memcli in ``cwd``: as a function call, or by its script, as a process of its own."""

    cwd: Path
    way: str = IN_PROCESS

    def run(
        self,
        *arguments: str | Path,
        stdin: bytes = b"",
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        exit_code: int = 0,
    ) -> Result:
        """Run one call and return what it printed; ``env`` adds to the environment, None removes.

        Whatever the call, a terminal must not act on what it prints, and no traceback appears.
        """
        words = [str(each) for each in arguments]
        with _environment(env or {}), contextlib.chdir(cwd or self.cwd):
            result = _call(words, stdin) if self.way == IN_PROCESS else _spawn(words, stdin)
        told = f"memcli {words}\n--- stdout\n{result.stdout}\n--- stderr\n{result.stderr}"
        assert exit_code == result.code, told
        assert _CONTROL.search(result.stdout) is None, told
        assert _CONTROL.search(result.stderr) is None, told
        assert "Traceback" not in result.stderr, told
        return result


@contextlib.contextmanager
def _environment(changes: Mapping[str, str | None]) -> Iterator[None]:
    with mock.patch.dict(os.environ):
        for name, value in changes.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        yield


def _call(words: list[str], stdin: bytes) -> Result:
    out, err = io.BytesIO(), io.BytesIO()
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")),
        mock.patch.object(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8")),
        mock.patch.object(
            sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace")
        ),
    ):
        code = main(words)
        sys.stdout.flush()
        sys.stderr.flush()
        return _result(out.getvalue(), err.getvalue(), code)


def _spawn(words: list[str], stdin: bytes) -> Result:
    cache = Path(os.environ.get("XDG_CACHE_HOME", "/nowhere")) / "memcli"
    with contextlib.suppress(OSError):
        _warm(cache)
    done = _run(words, stdin)
    with contextlib.suppress(OSError):
        _keep(cache)
    return done


# To compile what a scan looks for takes a second; every home would have to do it for itself.
_compiled: dict[str, bytes] = {}


def _warm(cache: Path) -> None:
    """Fill the cache of a new home with what an earlier process compiled."""
    if not _compiled or cache.parent.exists() or not cache.parent.parent.is_dir():
        return
    cache.mkdir(parents=True, mode=0o700)
    for name, raw in _compiled.items():
        (cache / name).write_bytes(raw)
        (cache / name).chmod(0o600)


def _keep(cache: Path) -> None:
    if not _compiled:
        _compiled.update({file.name: file.read_bytes() for file in cache.glob("*.hsdb")})


def _run(words: list[str], stdin: bytes) -> Result:
    done = subprocess.run(
        [*_script(), *words],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=_SECONDS,
    )
    return _result(done.stdout, done.stderr, done.returncode)


def _script() -> tuple[str, ...]:
    """Return how to start the script. Without it the module has to do, but never in CI."""
    path = Path(sysconfig.get_path("scripts")) / "memcli"
    if path.is_file():
        return (str(path),)
    if _in_ci():
        pytest.fail(f"{path} is not there: memcli is not installed, and CI tests its script")
    return (sys.executable, "-m", "memcli")


def _in_ci() -> bool:
    return os.environ.get("CI", "").lower() == "true"


def _result(stdout: bytes, stderr: bytes, code: int) -> Result:
    """Return a result; strict, since all output is UTF-8."""
    return Result(stdout.decode("utf-8"), stderr.decode("utf-8"), code)


@contextlib.contextmanager
def ordinary_user() -> Iterator[None]:
    """Run what is inside without the rights of the superuser, whom no permission keeps out.

    Modules that are loaded inside may not be readable; what is needed must be loaded before.
    """
    if os.geteuid() != 0:
        yield
        return
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def require_tool(name: str) -> str:
    """Return the path of a program. Without it the test is skipped, but never in CI."""
    path = shutil.which(name)
    if path is not None:
        return path
    reason = f"{name} is not installed"
    if _in_ci():
        pytest.fail(f"{reason}, and CI runs every test")
    pytest.skip(reason)


def tree(root: Path) -> dict[str, bytes | None]:
    """Return everything below ``root`` by relative path: bytes of files, None for the rest."""
    return {
        path.relative_to(root).as_posix(): (
            path.read_bytes() if path.is_file() and not path.is_symlink() else None
        )
        for path in sorted(root.rglob("*"))
    }
