"""Guards around every test: a home of its own, a fixed environment, no network."""

import ipaddress
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness import IN_PROCESS, Memcli

_XDG = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
    "XDG_RUNTIME_DIR": ".run",
}
# A test that runs inside a Git hook must not see the repository of that hook.
_SCRUBBED = ("MEMCLI_", "GIT_", "LC_", "FORCE_COLOR", "LANG")
_FIXED = {"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
_UMASK = 0o022
# Whatever opens, lists or changes something by its path.
_PATH_EVENTS = frozenset(
    {"open", "os.listdir", "os.scandir", "os.chdir", "os.mkdir", "os.rmdir", "os.remove"}
    | {"os.rename", "os.link", "os.symlink", "os.chmod", "os.chown", "os.truncate", "os.utime"}
)
_ADDRESS_EVENTS = frozenset({"socket.connect", "socket.sendto"})
_NAME_EVENTS = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})


def _real_places() -> tuple[str, ...]:
    """Return where the one who runs the tests keeps settings and memory, before any scrubbing."""
    home = os.path.expanduser("~")
    bases = {name: os.environ.get(name) or os.path.join(home, _XDG[name]) for name in _XDG}
    config = bases.pop("XDG_CONFIG_HOME")
    own = [os.path.join(base, "memcli") for base in bases.values()]
    return tuple(os.path.abspath(path) for path in (config, *own, os.path.join(home, ".claude")))


REAL_PLACES = _real_places()
STARTED_WITH = frozenset(os.environ)
_state = {"guarded": False}


def _guard(event: str, arguments: tuple[Any, ...]) -> None:
    """Fail the test that touches what is not its own. An audit hook sees every way to do it."""
    if not _state["guarded"]:
        return
    if event in _PATH_EVENTS:
        for each in arguments:
            if isinstance(each, str | bytes | os.PathLike):
                _refuse_real_place(os.fsdecode(each))
    elif event in _ADDRESS_EVENTS:
        _refuse_remote(arguments[1])
    elif event in _NAME_EVENTS:
        _refuse_remote((arguments[0],))


def _refuse_real_place(path: str) -> None:
    whole = os.path.abspath(path)
    for place in REAL_PLACES:
        if whole == place or whole.startswith(place + os.sep):
            pytest.fail(f"a test touched the real {whole}")


def _refuse_remote(address: object) -> None:
    # A Unix socket's address is a path, every other one a tuple.
    if isinstance(address, tuple) and not _is_local(address[0]):
        pytest.fail(f"a test used the network: {address!r}")


def _is_local(host: object) -> bool:
    name = os.fsdecode(host) if isinstance(host, str | bytes) else ""
    if name in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


sys.addaudithook(_guard)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give every test an empty home and a fixed environment, and guard everything else."""
    place = next(_homes)
    place.mkdir()
    for name in os.environ:
        if name.startswith(_SCRUBBED):
            monkeypatch.delenv(name)
    for name, below in _XDG.items():
        monkeypatch.setenv(name, str(place / below))
    for name, value in {**_FIXED, "HOME": str(place)}.items():
        monkeypatch.setenv(name, value)
    umask = os.umask(_UMASK)
    _state["guarded"] = True
    yield place
    _state["guarded"] = False
    os.umask(umask)


@pytest.fixture
def memcli(request: pytest.FixtureRequest, tmp_path: Path) -> Memcli:
    """Return the harness, working in ``tmp_path``; parametrise it with BOTH_WAYS, indirectly."""
    return Memcli(cwd=tmp_path, way=getattr(request, "param", IN_PROCESS))
