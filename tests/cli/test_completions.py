"""Completions: current, and the shells themselves complete with them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness import REPOSITORY, require_tool
from memcli.cli.app import build
from memcli.cli.table import COMMANDS, Command

PLACE = REPOSITORY / "completions"
GENERATOR = PLACE / "generate.py"
SCRIPTS = ("memcli.bash", "memcli.zsh", "memcli.fish")
EVERY_COMMAND = pytest.mark.parametrize("command", [each.name for each in COMMANDS])

# A word that is being completed is the last one; each answer is on a line of its own.
_BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_memcli
for each in "${COMPREPLY[@]}"; do printf '%s\\n' "$each"; done
"""


def options(name: str) -> set[str]:
    """Return what may follow a command as an option, by every name."""
    command = next(each for each in COMMANDS if each.name == name)
    names = {"--help", "-h"}
    for each in build(command).params:
        if each.param_type_name == "option":
            names |= {*each.opts, *each.secondary_opts}
    return names


def complete(words: str, cwd: Path) -> set[str]:
    """Return what bash offers for the last of ``words``, which a bar separates."""
    call = [require_tool("bash"), "-c", _BASH, "bash", str(PLACE / "memcli.bash")]
    done = subprocess.run(
        [*call, *words.split("|")], cwd=cwd, capture_output=True, text=True, check=True
    )
    assert "" == done.stderr
    return set(done.stdout.splitlines())


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Return a directory with names that a careless script would split or expand."""
    (tmp_path / "two words").mkdir()
    (tmp_path / "st*r.tar").touch()
    (tmp_path / "star.tar").touch()
    return tmp_path


def generate(generator: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, generator, *arguments], capture_output=True, text=True, check=False
    )


def test_the_committed_scripts_are_current() -> None:
    done = generate(GENERATOR, "--check")

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def test_a_script_that_is_not_current_is_found_and_written_anew(tmp_path: Path) -> None:
    for name in ("generate.py", *SCRIPTS):
        shutil.copy(PLACE / name, tmp_path)
    copy = tmp_path / "generate.py"
    (tmp_path / "memcli.zsh").unlink()
    (tmp_path / "memcli.fish").write_bytes(b"# Edited by hand.\n")
    checked = generate(copy, "--check")

    assert 1 == checked.returncode
    assert 2 == len(checked.stdout.splitlines())
    assert 0 == generate(copy).returncode
    assert 0 == generate(copy, "--check").returncode
    for name in SCRIPTS:
        assert (PLACE / name).read_bytes() == (tmp_path / name).read_bytes()
    assert 2 == generate(copy, "--chekc").returncode


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("memcli|", {each.words[0] for each in COMMANDS} | {"--help", "--version"}),
        ("memcli|s", {"scan"}),
        ("memcli|config|", {"show"}),
        ("memcli|nothing|", set[str]()),
        ("memcli|scan|--format|", {"text", "json", "sarif", "github"}),
        ("memcli|scan|--format|j", {"json"}),
        ("memcli|scan|--format|=|j", {"json"}),
        ("memcli|scan|--format|=", {"text", "json", "sarif", "github"}),
        ("memcli|config|show|--format|", {"text", "json"}),
        ("memcli|bundle|--layout|", {"auto", "claude-code", "generic"}),
        ("memcli|bundle|--deny|", set[str]()),
        ("memcli|bundle|", {"two words"}),
        ("memcli|overlay|x|--sandbox|", {"two words"}),
        ("memcli|verify|", {"two words", "st*r.tar", "star.tar"}),
        ("memcli|bundle|d|-o|st", {"st*r.tar", "star.tar"}),
    ],
)
def test_bash_completes(words: str, expected: set[str], here: Path) -> None:
    assert expected == complete(words, here)


@EVERY_COMMAND
def test_bash_offers_every_option_of_a_command(command: str, tmp_path: Path) -> None:
    assert options(command) == complete(f"memcli|{command.replace(' ', '|')}|-", tmp_path)


@pytest.mark.parametrize(
    ("shell", "arguments"), [("bash", ["-n"]), ("zsh", ["-f", "-n"]), ("fish", ["-N", "-n"])]
)
def test_the_shell_accepts_its_script(shell: str, arguments: list[str]) -> None:
    call = [require_tool(shell), *arguments, str(PLACE / f"memcli.{shell}")]
    done = subprocess.run(call, capture_output=True, text=True, check=False)

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


@EVERY_COMMAND
def test_zsh_has_every_option_of_a_command(command: str) -> None:
    text = (PLACE / "memcli.zsh").read_text(encoding="utf-8")
    _, _, after = text.partition(f"\n_memcli_{command.replace(' ', '_')}() {{\n")
    found = re.findall(r"^ +'\*?(--?[a-z-]+)\[", after.partition("\n}")[0], flags=re.MULTILINE)

    assert sorted(options(command)) == sorted(found)


@EVERY_COMMAND
def test_fish_has_every_option_of_a_command(command: str) -> None:
    text = (PLACE / "memcli.fish").read_text(encoding="utf-8")
    start = rf"^complete -c memcli -n '__memcli_called {command}'"
    found = re.findall(rf"{start} -(l|s) ([a-z-]+) ", text, flags=re.MULTILINE)
    dashes = {"l": "--", "s": "-"}

    assert sorted(options(command)) == sorted(dashes[kind] + name for kind, name in found)


@pytest.mark.parametrize("name", ["memcli.zsh", "memcli.fish"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)
def test_the_other_scripts_say_what_a_command_does(name: str, command: Command) -> None:
    told = {
        "memcli.zsh": f"'{command.words[-1]}:{command.summary}'",
        "memcli.fish": f" -a {command.words[-1]} -d '{command.summary}'",
    }

    assert told[name] in (PLACE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("memcli ", {each.words[0] for each in COMMANDS}),
        ("memcli config ", {"show"}),
        ("memcli scan --format ", {"text", "json", "sarif", "github"}),
        ("memcli bundle ", {"two words/"}),
        ("memcli config show --", {"--format", "--help"}),
    ],
)
def test_fish_completes(line: str, expected: set[str], here: Path) -> None:
    script = f"source '{PLACE / 'memcli.fish'}'; complete -C '{line}'"
    call = [require_tool("fish"), "-N", "-c", script]
    printed = subprocess.check_output(call, cwd=here, text=True)

    assert expected == {each.partition("\t")[0] for each in printed.splitlines()}
