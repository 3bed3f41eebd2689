"""The boundary: bugs, interrupts, and streams and homes that are not there."""

import array
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from cli.conftest import ARCHIVE, NOTES, write_notes
from harness import BOTH_WAYS, Memcli, ordinary_user
from memcli.digest import Digest
from secretshapes import aws_access_key_id, seeded

NONCE = "lantern-5518"
# A pipe holds less than what this many findings take.
MANY = 3000
FULL = Path("/dev/full")
# A locale without UTF-8, and Python kept from mending that.
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def shell(command: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command in which ``$memcli`` is memcli."""
    memcli = f'"{sys.executable}" -m memcli'
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace("$memcli", memcli)],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def fail(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make 'memcli config show' raise ``error``."""

    def raise_it() -> None:
        raise error

    monkeypatch.setattr("memcli.cli.commands.config_show.load", raise_it)


@pytest.fixture
def findings(tmp_path: Path) -> Path:
    """Return a memory directory with more findings than a pipe holds."""
    line = f"The key is {aws_access_key_id(seeded(7))} here.\n".encode()
    return write_notes(tmp_path / "notes", {"MEMORY.md": b"# Index\n", "a.md": line * MANY})


@pytest.fixture
def bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a bug into 'memcli config show' whose message quotes memory text."""
    fail(RuntimeError(f"the text was {NONCE}"), monkeypatch)


def test_a_bug_is_logged_without_what_it_says(memcli: Memcli, home: Path, bug: None) -> None:
    result = memcli.run("config", "show", exit_code=70)

    (log,) = (home / ".local" / "state" / "memcli").iterdir()
    text = log.read_text(encoding="utf-8")
    assert text.startswith("memcli.crash/v1 RuntimeError\n")
    assert "config_show.py" in text
    assert NONCE not in text
    assert NONCE not in result.stderr
    assert "" == result.stdout
    assert str(log) in result.stderr
    assert ["error:", "hint: "] == [line[:6] for line in result.stderr.splitlines()[::2]]


def test_the_log_is_private_whatever_the_umask(
    memcli: Memcli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(RuntimeError(), monkeypatch)
    previous = os.umask(0)
    try:
        memcli.run("config", "show", exit_code=70)
    finally:
        os.umask(previous)

    state = home / ".local" / "state"
    (log,) = (state / "memcli").iterdir()
    modes = [path.stat().st_mode & 0o777 for path in (log, log.parent, state)]
    assert [0o600, 0o700, 0o700] == modes


def test_a_bug_without_a_place_for_its_log_says_where_it_was(
    memcli: Memcli, tmp_path: Path, bug: None
) -> None:
    (tmp_path / "file").touch()
    result = memcli.run(
        "config", "show", env={"XDG_STATE_HOME": str(tmp_path / "file")}, exit_code=70
    )

    assert "no log could be written (Not a directory)" in result.stderr
    assert "test_boundary.py:" in result.stderr


def test_an_error_of_the_system_that_nobody_foresaw_is_a_bug(
    memcli: Memcli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(PermissionError(13, NONCE, f"/notes/{NONCE}"), monkeypatch)
    result = memcli.run("config", "show", exit_code=70)

    (log,) = (home / ".local" / "state" / "memcli").iterdir()
    assert NONCE not in result.stderr + log.read_text(encoding="utf-8")


def test_an_interrupt_has_its_own_code(memcli: Memcli, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(KeyboardInterrupt(), monkeypatch)
    result = memcli.run("config", "show", exit_code=130)

    assert result.stderr.startswith("error: interrupted")
    assert "" == result.stdout


def test_a_reader_that_goes_away_changes_no_exit_code(findings: Path) -> None:
    """A gate that opens because nobody reads the findings would be none."""
    done = shell("$memcli scan notes | head -c 1", findings.parent)

    assert (1, "n") == (done.returncode, done.stdout)
    assert f"scanned 2 files, {MANY * 38 + 8} bytes" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_a_reader_of_json_that_goes_away_is_no_error(findings: Path) -> None:
    done = shell("$memcli bundle notes --format json | head -c 1", findings.parent)

    assert (1, "{") == (done.returncode, done.stdout)
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "call",
    ["--help", "--version", "scan --help", "scan notes", "bundle notes --dry-run", "config show"],
)
def test_a_full_output_is_an_error(call: str, findings: Path) -> None:
    dry = call.startswith("bundle")
    if dry:
        (findings / "a.md").unlink()
    done = shell(f"$memcli {call} >/dev/full", findings.parent)

    assert 2 == done.returncode
    assert (
        "error: the output was not written\n  No space left on device\nhint: make room"
    ) in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    ("call", "code"),
    [("scan notes", 0), ("verify bundle.tar", 0), ("scan missing", 2), ("verify broken.tar", 3)],
)
def test_without_stderr_the_exit_code_stands(call: str, code: int, world: Path) -> None:
    quiet = shell(f"$memcli {call} 2>/dev/null", world)
    closed = shell(f"$memcli {call} 2>&-", world)

    assert (code, quiet.stdout) == (closed.returncode, closed.stdout)


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_with_a_full_stderr_the_exit_code_stands(world: Path) -> None:
    done = shell("$memcli verify bundle.tar 2>/dev/full", world)

    assert (0, f"{Digest.of(ARCHIVE)}\n") == (done.returncode, done.stdout)
    assert 2 == shell("$memcli scan missing 2>/dev/full", world).returncode


def test_without_stderr_nothing_that_is_written_takes_its_place(world: Path) -> None:
    done = shell("$memcli bundle notes -o out.tar 2>&- <&-", world)

    assert 0 == done.returncode
    assert ARCHIVE == (world / "out.tar").read_bytes()


def test_without_stdout_the_output_was_not_written(world: Path) -> None:
    done = shell("$memcli verify bundle.tar >&-", world)

    assert 2 == done.returncode
    assert "error: the output was not written\n" in done.stderr


def test_without_stdin_a_file_is_read_all_the_same(world: Path) -> None:
    assert 0 == shell("$memcli verify bundle.tar <&-", world).returncode
    assert 2 == shell("$memcli verify - <&-", world).returncode


def test_without_any_stream_the_exit_code_stands(world: Path) -> None:
    assert 0 == shell("$memcli scan notes <&- >&- 2>&-", world).returncode
    assert 2 == shell("$memcli scan missing <&- >&- 2>&-", world).returncode


@pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)
def test_without_a_home_what_needs_none_works(memcli: Memcli, world: Path) -> None:
    env = {name: None for name in os.environ if name.startswith("XDG_")} | {"HOME": "/nonexistent"}
    memcli.run("scan", "notes", env=env)
    memcli.run("verify", "bundle.tar", env=env)
    memcli.run("config", "show", env=env)
    memcli.run("bundle", "notes", "-o", "out.tar", env=env)


def test_a_home_that_cannot_be_written_is_named_with_a_way_out(
    memcli: Memcli, open_place: Path
) -> None:
    write_notes(open_place / "notes", NOTES)
    (open_place / "bundle.tar").write_bytes(ARCHIVE)
    env = {"HOME": str(open_place), "XDG_CONFIG_HOME": None, "XDG_DATA_HOME": None}
    open_place.chmod(0o555)
    with ordinary_user():
        memcli.run("scan", "notes", env=env, cwd=open_place)
        memcli.run("verify", "bundle.tar", env=env, cwd=open_place)
        result = memcli.run("bundle", "notes", env=env, cwd=open_place, exit_code=4)
    open_place.chmod(0o755)

    assert result.stderr.startswith("error: no bundle was stored\n")
    assert "Permission denied" in result.stderr
    assert "-o" in result.stderr.splitlines()[-1]


def test_output_is_utf8_whatever_the_locale(world: Path) -> None:
    write_notes(world / "größe", NOTES | {"schlüssel.md": aws_access_key_id(seeded(3)).encode()})
    text = shell("$memcli scan größe", world, **ASCII)
    data = shell("$memcli scan größe --format json", world, **ASCII)
    explained = shell("$memcli bundle größe --dry-run --deny 'schl*' --explain", world, **ASCII)

    assert text.stdout.startswith("größe/schlüssel.md:1:1: block")
    assert '"path": "schlüssel.md"' in data.stdout
    assert [1, 1, 0] == [each.returncode for each in (text, data, explained)]
    assert "schl" in explained.stderr


def test_a_digest_is_the_same_in_every_locale(world: Path) -> None:
    write_notes(world / "notes", {"größe.md": b"A name in a locale.\n"})
    usual = shell("$memcli bundle notes --dry-run", world)
    other = shell("$memcli bundle notes --dry-run", world, **ASCII)

    assert 0 == usual.returncode
    assert usual.stdout == other.stdout


def test_help_whose_reader_is_gone_is_no_error(tmp_path: Path) -> None:
    done = shell("{ sleep 0.2; $memcli scan --help; } | true", tmp_path)

    assert (0, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_call_that_leaves_nothing_half_made(
    number: signal.Signals, tmp_path: Path
) -> None:
    """The bundle waits for its input while it is signalled."""
    sandbox = tmp_path / "sandbox"
    sandbox.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "memcli", "overlay", "-", "--sandbox", sandbox],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin
        process.stdin.write(ARCHIVE[:600])
        process.stdin.flush()
        while _unread(process.stdin.fileno()):
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)

    assert (128 + number, b"") == (process.returncode, out)
    assert f"error: ended by signal {int(number)}".encode() in err
    assert ["sandbox"] == [each.name for each in tmp_path.iterdir()]
    assert [] == list(sandbox.iterdir())


def _unread(pipe: int) -> int:
    """Return how many bytes of a pipe nobody has read yet."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def test_what_is_made_is_private_whatever_the_umask(world: Path) -> None:
    """A umask that takes everything away would leave directories that memcli cannot use."""
    for number, umask in enumerate(("000", "077", "777")):
        done = shell(
            f"umask {umask}; $memcli bundle notes --lockfile {number}.json",
            world,
            MEMCLI_STORE=str(world / f"shelf{number}"),
        )
        assert (0, "") == (done.returncode, done.stderr.partition("error")[1]), done.stderr
        modes = [each.stat().st_mode & 0o777 for each in (world / f"shelf{number}").rglob("*")]
        assert {0o700, 0o600} == set(modes)
        assert 0o644 == (world / f"{number}.json").stat().st_mode & 0o777


def test_a_hangup_that_is_ignored_stays_ignored(world: Path) -> None:
    done = shell("trap '' HUP; (sleep 1; kill -HUP $$) & $memcli verify - < <(sleep 2)", world)
    assert (2, "") == (done.returncode, done.stderr.partition("signal")[1]), done.stderr


def test_an_input_that_fails_while_it_is_read_is_named(memcli: Memcli) -> None:
    result = memcli.run("verify", "/proc/self/mem", exit_code=2)
    assert "reading it failed" in result.stderr
