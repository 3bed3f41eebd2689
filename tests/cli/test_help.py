"""Help: plain text from the table, for every command, on stdout."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from harness import BOTH_WAYS, Memcli
from memcli import __version__
from memcli.cli.table import COMMANDS, Command

BOTH = pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)


@BOTH
@pytest.mark.parametrize("word", ["--help", "-h", "help"])
def test_help_lists_every_command_in_its_group(word: str, memcli: Memcli) -> None:
    result = memcli.run(word)

    lines = result.stdout.splitlines()
    assert "" == result.stderr
    assert lines[0].startswith("Usage: memcli ")
    for command in COMMANDS:
        at = next(n for n, line in enumerate(lines) if line.startswith(f"  {command.name} "))
        heading = next(line for line in reversed(lines[:at]) if line.endswith(":"))
        assert f"{command.group}:" == heading
        assert lines[at].endswith(command.summary)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)
@pytest.mark.parametrize("word", ["--help", "-h"])
def test_every_command_explains_itself(word: str, command: Command, memcli: Memcli) -> None:
    result = memcli.run(*command.words, word)
    by_word = memcli.run("help", *command.words)

    assert result.stdout.startswith(f"Usage: memcli {command.name} ")
    assert "--format <text|json" in result.stdout
    assert result.stdout.isascii()
    assert "" == result.stderr
    assert result == by_word


def test_every_summary_fits_beside_its_name() -> None:
    assert [] == [each.name for each in COMMANDS if len(each.summary) > 60]
    assert [] == [each.name for each in COMMANDS if each.summary.endswith(".")]


@pytest.mark.parametrize("words", [("config", "--help"), ("config", "-h"), ("help", "config")])
def test_a_first_word_alone_lists_what_follows_it(words: tuple[str, ...], memcli: Memcli) -> None:
    result = memcli.run(*words)

    assert result.stdout.startswith("Usage: memcli config COMMAND")
    assert "  config show  Show settings" in result.stdout


@BOTH
def test_the_version_is_on_stdout(memcli: Memcli) -> None:
    result = memcli.run("--version")

    assert (f"memcli {__version__}\n", "") == (result.stdout, result.stderr)


@pytest.mark.parametrize(
    ("typed", "meant"), [("scna", "scan"), ("verfy", "verify"), ("overlays", "overlay")]
)
def test_a_typing_error_is_answered_with_the_nearest_command(
    typed: str, meant: str, memcli: Memcli
) -> None:
    result = memcli.run(typed, exit_code=2)

    assert f"hint: did you mean 'memcli {meant}'?\n" in result.stderr


def test_the_installed_script_is_memcli(tmp_path: Path) -> None:
    script = Path(sysconfig.get_path("scripts"), "memcli")
    if not script.is_file():
        pytest.skip("memcli is not installed as a script here")
    done = subprocess.run([script, "scan", "."], cwd=tmp_path, capture_output=True, check=False)

    assert (0, b"") == (done.returncode, done.stdout)
    assert b"scanned 0 files" in done.stderr
