"""The documentation names what there is: every command, option, setting, exit code and error."""

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness import REPOSITORY, Memcli
from memcli.bundle.refusal import Refusal
from memcli.cli.app import build
from memcli.cli.table import COMMANDS, Command
from memcli.errors import ExitCode, MemcliError
from memcli.settings import SETTINGS

PLACE = REPOSITORY / "docs"
GENERATOR = PLACE / "generate.py"
PAGES = ("cli.md", "settings.md", "exit-codes.md")
EVERY_COMMAND = pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)


def read(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def section(command: Command) -> str:
    """Return what docs/cli.md says of a command."""
    _, _, after = read("docs/cli.md").partition(f"\n## memcli {command.name}\n")
    return after.partition("\n## ")[0]


def generate(generator: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, generator, *arguments], capture_output=True, text=True, check=False
    )


def test_the_committed_pages_are_current() -> None:
    done = generate(GENERATOR, "--check")

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def test_a_page_that_is_not_current_is_found_and_written_anew(tmp_path: Path) -> None:
    for name in ("generate.py", *PAGES):
        shutil.copy(PLACE / name, tmp_path)
    copy = tmp_path / "generate.py"
    (tmp_path / "cli.md").unlink()
    (tmp_path / "settings.md").write_text("Edited by hand.\n", encoding="utf-8")
    checked = generate(copy, "--check")

    assert 1 == checked.returncode
    assert 2 == len(checked.stdout.splitlines())
    assert 0 == generate(copy).returncode
    assert 0 == generate(copy, "--check").returncode
    for name in PAGES:
        assert (PLACE / name).read_bytes() == (tmp_path / name).read_bytes()
    assert 2 == generate(copy, "--chekc").returncode


@EVERY_COMMAND
def test_every_command_has_a_section_with_all_it_takes(command: Command) -> None:
    text = section(command)
    for each in build(command).params:
        for name in [*each.opts, *each.secondary_opts] if each.param_type_name == "option" else []:
            assert re.search(rf"`{re.escape(name)}[ `]", text) is not None, name
        assert each.help in text
        if each.param_type_name == "argument":
            assert f"`{each.metavar}`" in text


@EVERY_COMMAND
def test_no_section_names_an_option_that_is_not_there(command: Command) -> None:
    taken = {"--help"}
    for each in build(command).params:
        taken |= {*each.opts, *each.secondary_opts}

    assert set() == set(re.findall(r"--[a-z][a-z-]*", section(command))) - taken


@EVERY_COMMAND
def test_what_help_says_stands_in_the_section(command: Command, memcli: Memcli) -> None:
    shown = memcli.run(*command.words, "--help").stdout.partition("\n\n")[2]
    told = " ".join(re.split(r"\n(?:Arguments|Options):", shown)[0].split())

    assert told in " ".join(section(command).split())


@EVERY_COMMAND
def test_the_readme_names_every_command(command: Command) -> None:
    assert f"memcli {command.name}" in read("README.md")


def test_the_readme_names_no_command_that_is_not_there() -> None:
    """Lines of a session and code in the text begin a call; prose does not."""
    calls = re.findall(r"(?:`|^\$ )memcli ((?:[a-z]+ ?)+)", read("README.md"), flags=re.MULTILINE)
    known = tuple(each.name for each in COMMANDS)

    assert [] == [
        each for each in calls if not f"{each} ".startswith(tuple(f"{n} " for n in known))
    ]
    assert len(calls) > len(COMMANDS)


def test_every_setting_is_documented_with_its_variable_and_choices() -> None:
    text = read("docs/settings.md")
    for setting in SETTINGS:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{setting.key}` ")]
        assert f"`{setting.variable}`" in row
        assert setting.help in row
        assert [] == [each for each in setting.choices if f"`{each}`" not in row]


def test_every_variable_that_is_read_is_documented() -> None:
    source = read("memcli/settings.py")
    text = read("docs/settings.md")

    names = set(re.findall(r'"((?:MEMCLI|XDG)_[A-Z_]+)"', source))
    assert {"MEMCLI_STRICT", "XDG_CONFIG_HOME"} <= names
    assert [] == [name for name in sorted(names) if name not in text]


def test_every_exit_code_is_documented_and_in_help(memcli: Memcli) -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", read("docs/exit-codes.md"), flags=re.MULTILINE)
    told = memcli.run("--help").stdout.partition("Exit codes:")[2]

    assert [int(code) for code in ExitCode] == [int(code) for code, _ in rows]
    assert [int(code) for code in ExitCode] == [int(code) for code in re.findall(r"\d+", told)]


def kinds(kind: type[MemcliError]) -> set[type[MemcliError]]:
    return {kind}.union(*(kinds(each) for each in kind.__subclasses__()))


def test_every_named_error_is_documented_with_its_exit_code() -> None:
    importlib.import_module("memcli.overlay.acquire")
    importlib.import_module("memcli.stores.reference")
    text = read("docs/exit-codes.md")
    for kind in kinds(MemcliError) - {MemcliError}:
        assert f"| `{kind.default_code}` | {int(kind.exit_code)} | " in text
    source = "".join(path.read_text("utf-8") for path in (REPOSITORY / "memcli").rglob("*.py"))
    for code in re.findall(r'\bcode="(\w+)"', source):
        assert f"| `{code}` |" in text


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_is_named_and_explained(refusal: Refusal) -> None:
    assert f"- `{refusal}`\n" in read("docs/exit-codes.md")
    assert f"`{refusal}`" in read("docs/bundle-format.md")


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "SECURITY.md", *(f"docs/{name}" for name in PAGES)]
)
def test_every_link_leads_somewhere(name: str) -> None:
    place = (REPOSITORY / name).parent
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", read(name))

    assert [] == [each for each in links if not (place / each).exists()]
