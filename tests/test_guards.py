"""The guards of conftest.py hold: a guard that nobody tries is a hope."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REAL_PLACES, STARTED_WITH
from harness import SCRIPT, Memcli, require_tool
from memcli.settings import load_places

# pytest.fail raises this; deriving from BaseException, it passes every 'except Exception'.
Refused = pytest.fail.Exception


def test_home_and_every_xdg_directory_lie_in_a_directory_of_the_test(home: Path) -> None:
    names = ("CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR")
    places = [Path(os.environ[f"XDG_{name}"]) for name in names]

    assert str(home) == os.environ["HOME"]
    assert [] == [place for place in places if not place.is_relative_to(home)]
    assert [] == [place for place in load_places() if not place.is_relative_to(home)]
    assert [] == list(home.iterdir())


def test_a_subprocess_sees_the_same_home(home: Path) -> None:
    code = "import pathlib; print(pathlib.Path.home())"
    printed = subprocess.check_output([sys.executable, "-c", code], text=True)

    assert f"{home}\n" == printed


@pytest.mark.parametrize("place", REAL_PLACES)
def test_the_real_directories_cannot_be_touched(place: str) -> None:
    for touch in (os.listdir, os.mkdir, os.scandir, os.rmdir, os.chdir):
        with pytest.raises(Refused, match="real"):
            touch(place)
    with pytest.raises(Refused, match="real"):
        Path(place, "config.toml").read_bytes()
    with pytest.raises(Refused, match="real"):
        os.symlink("anywhere", os.path.join(place, "link"))
    with pytest.raises(Refused, match="real"):
        os.rename("anywhere", os.fsencode(place))


def test_a_relative_path_does_not_get_round_it() -> None:
    with pytest.raises(Refused, match="real"):
        os.listdir(os.path.relpath(REAL_PLACES[0]))


def test_memcli_itself_fails_when_it_reaches_for_the_real_directories(memcli: Memcli) -> None:
    with pytest.raises(Refused, match="real"):
        memcli.run("config", "show", env={"XDG_CONFIG_HOME": REAL_PLACES[0]})


def test_the_network_cannot_be_reached() -> None:
    # An address of a range that is reserved for documentation; nothing answers there.
    with socket.socket() as stream, pytest.raises(Refused, match="network"):
        stream.connect(("192.0.2.1", 443))
    with socket.socket() as stream, pytest.raises(Refused, match="network"):
        stream.connect_ex(("192.0.2.1", 443))
    with socket.socket(type=socket.SOCK_DGRAM) as datagram, pytest.raises(Refused, match="network"):
        datagram.sendto(b"", ("192.0.2.1", 53))
    with pytest.raises(Refused, match="network"):
        socket.getaddrinfo("memcli.invalid", 443)


def test_loopback_and_unix_sockets_can_be_used(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        path = os.path.relpath(tmp_path / "s")
        server.bind(path)
        server.listen()
        client.connect(path)


def test_the_environment_is_the_same_everywhere() -> None:
    assert [] == [name for name in os.environ if name.startswith(("MEMCLI_", "GIT_"))]
    assert "100" == os.environ["COLUMNS"]
    assert "1" == os.environ["NO_COLOR"]
    assert "C.UTF-8" == os.environ["LC_ALL"]


def test_the_umask_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert 0o644 == (tmp_path / "file").stat().st_mode & 0o777


def test_what_coverage_put_into_the_environment_is_kept() -> None:
    before = {name for name in STARTED_WITH if name.startswith("COVERAGE_")}

    assert before == {name for name in os.environ if name.startswith("COVERAGE_")}


def test_the_harness_fails_on_another_exit_code(memcli: Memcli) -> None:
    for way in (memcli, Memcli(memcli.cwd, SCRIPT)):
        with pytest.raises(AssertionError):
            way.run("--version", exit_code=1)


def test_a_missing_tool_skips_outside_ci_and_fails_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception):
        require_tool("no-such-program")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Refused, match="CI"):
        require_tool("no-such-program")
