"""The documentation names what there is: every command, option, setting, exit code and error."""

import importlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from harness import FIXTURES, REPOSITORY, Memcli, require_tool
from memcli.bundle.limits import DEFAULT_LIMITS, MIB
from memcli.bundle.refusal import Refusal
from memcli.cli.app import build
from memcli.cli.table import COMMANDS, Command
from memcli.denylist.builtin import BUILT_IN
from memcli.errors import ExitCode, MemcliError
from memcli.render.rules import every_rule
from memcli.settings import SETTINGS
from secretshapes import aws_access_key_id, seeded

PLACE = REPOSITORY / "docs"
GENERATOR = PLACE / "generate.py"
PAGES = ("cli.md", "settings.md", "exit-codes.md", "rules.md")
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
    signalled = [128 + signal.SIGHUP, 128 + signal.SIGTERM]

    assert sorted([*map(int, ExitCode), *signalled]) == [int(code) for code, _ in rows]
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


def test_every_pattern_that_denies_by_itself_is_documented() -> None:
    text = read("docs/settings.md").partition("\n## Denied in every directory\n")[2]
    for family in BUILT_IN:
        names = ", ".join(f"`{each}`" for each in family.patterns)
        assert f"| {family.why} | {names} |\n" in text


def test_every_rule_is_documented() -> None:
    text = read("docs/rules.md")
    documented = re.findall(r"^\| `([a-z0-9-]+)` \|", text, flags=re.MULTILINE)
    of_docs = {each.url for each in every_rule() if each.vendor}

    assert sorted(each.id for each in every_rule()) == sorted(documented)
    assert [] == [url for url in sorted(of_docs) if url and f"]({url})" not in text]


def test_the_readme_names_what_never_travels_as_it_is() -> None:
    text = read("README.md").partition("\n## What never travels\n")[2].partition("\n## ")[0]
    patterns = {each for family in BUILT_IN for each in family.patterns}

    assert f"more than {DEFAULT_LIMITS.entry // MIB} MiB" in text
    (named,) = re.findall(r"^- Built in(.+?)^- ", text, flags=re.MULTILINE | re.DOTALL)
    assert set() == set(re.findall(r"`([^`]+)`", named)) - patterns


def documents() -> list[Path]:
    """Return all pages for people; memory and what is compared with it hold links of their own."""
    tops = [each for each in REPOSITORY.iterdir() if each.is_dir() and each.name[0] != "."]
    pages = [*REPOSITORY.glob("*.md"), *(page for top in tops for page in top.rglob("*.md"))]
    data = (FIXTURES, REPOSITORY / "tests" / "golden")
    return sorted(page for page in pages if not any(page.is_relative_to(each) for each in data))


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in titles}


def test_the_documents_are_found() -> None:
    found = {page.relative_to(REPOSITORY).as_posix() for page in documents()}

    assert {"README.md", "CHANGELOG.md", "bench/README.md", "docs/bundle-format.md"} <= found
    assert "fixtures/README.md" in found


@pytest.mark.parametrize(
    "page", documents(), ids=lambda page: page.relative_to(REPOSITORY).as_posix()
)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8"))
    for path, anchor in links:
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in headings(target), anchor


def test_the_hook_gets_every_markdown_file_whatever_it_holds() -> None:
    """A filter by type would keep UTF-16 from it, which counts as no text."""
    (hook,) = yaml.safe_load(read(".pre-commit-hooks.yaml"))

    assert hook["id"] in read("README.md")
    assert hook["entry"] in {f"memcli {command.name}" for command in COMMANDS}
    assert re.search(hook["files"], "notes/one.md") is not None
    assert set() == {"types", "types_or", "exclude", "exclude_types"} & set(hook)
    # A file may be called like an option.
    assert "--" == hook["args"][-1]


class Step(NamedTuple):
    """A command of the README's session, and what it is said to print, on either stream."""

    command: str
    output: str


def session() -> list[Step]:
    """Return the steps of all sessions in the README, in order."""
    blocks = re.findall(r"^```console\n(.*?)^```$", read("README.md"), re.MULTILINE | re.DOTALL)
    parts = "".join(blocks).split("$ ")[1:]
    return [Step(*part.split("\n", 1)) for part in parts]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a directory with what the README's session takes for granted."""
    shutil.copytree(FIXTURES / "claude-code", tmp_path / "fixtures" / "memory" / "claude-code")
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "MEMORY.md").write_text("- [D](deploy.md): how we deploy\n", "utf-8")
    key = aws_access_key_id(seeded(1))
    (tmp_path / "notes" / "deploy.md").write_text(f"# D\n\nThe key {key}.\n", "utf-8")
    return tmp_path


def test_the_session_in_the_readme_is_what_happens(clone: Path) -> None:
    """An ellipsis stands for what differs. Where no output is shown, it is left out."""
    commands = {"memcli": [sys.executable, "-m", "memcli"]}
    code = 0
    steps = session()
    for step in steps:
        if step.command == "echo $?":
            assert f"{code}\n" == step.output
            code = 0
            continue
        # Another code is what the session has to ask for next.
        assert 0 == code
        first, *rest = shlex.split(step.command.replace(" /sandbox", f" {clone}/sandbox"))
        call = [*(commands.get(first) or [require_tool(first)]), *rest]
        # Both streams in one, as a terminal shows them.
        done = subprocess.run(
            call, cwd=clone, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        code, printed = done.returncode, done.stdout.decode()
        parts = step.output.split("\N{HORIZONTAL ELLIPSIS}")
        wanted = "\N{HORIZONTAL ELLIPSIS}?[^\\n]*".join(re.escape(part) for part in parts)
        assert printed != ""
        assert not step.output or re.fullmatch(wanted, printed), printed

    assert {"memcli", "sha256sum", "echo"} == {step.command.split()[0] for step in steps}
    assert 0 == code
