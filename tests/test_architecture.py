"""The house rules that the source itself can show, checked on its syntax."""

import ast
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness import REPOSITORY

PACKAGE = REPOSITORY / "memcli"
GROUND = ("errors", "fs", "digest", "settings")
# What each module of the ground floor may use of the others.
_GROUND_MAY = {
    "errors": set[str](),
    "fs": {"errors"},
    "digest": {"errors", "fs"},
    "settings": {"errors", "fs"},
}
# From the ground up: a package imports the ground floor and the packages before it.
ORDER = ("memdir", "denylist", "scan", "bundle", "stores", "overlay")
TOP = ("render", "cli")
_ENTRY = "__main__"
_VERSION = "__init__"
_BANNED_NAMES = {"utils", "helpers", "manager", "common"}
_MODULE_LINES, _COMMAND_LINES = 400, 120
# Written by a program, one line for each entry.
_GENERATED = frozenset({"scan/rules/known_prefixes.py"})
# Each of these modules has one place, so that its absence or its cost is dealt with once.
_ONLY_IN = {
    "typer": "cli/",
    "rich": "render/",
    "fcntl": "overlay/lock.py",
    "pathspec": "denylist/",
    "frontmatter": "memdir/frontmatter.py",
    "yaml": "memdir/frontmatter.py",
    "zstandard": "bundle/containers.py",
}
_MAY_SPEAK = ("cli/", "render/", "tui/")
# A forked process must not come back into its parent's stack.
_FORKS = "scan/processes.py"


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the package: its path below it, its first segment, its syntax and its length."""

    path: str
    part: str
    tree: ast.Module
    lines: int


def modules(root: Path) -> Iterator[Module]:
    for file in sorted(root.rglob("*.py")):
        path = file.relative_to(root).as_posix()
        source = file.read_text(encoding="utf-8")
        part = path.partition("/")[0].removesuffix(".py")
        yield Module(path, part, ast.parse(source), len(source.splitlines()))


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the full name of whatever is imported anywhere, late imports and those for types too.

    ``from a import b`` counts as ``a.b``, since ``b`` may be a module.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{each.name}" for each in node.names)


def violations(root: Path) -> list[str]:
    """Return every break of a rule below ``root``, as a line with the module's path."""
    return [f"{each.path}: {said}" for each in modules(root) for said in _said_of(each)]


def _said_of(module: Module) -> Iterator[str]:
    yield from _imports_upward(module)
    yield from _imports_out_of_place(module)
    yield from _speaks_or_leaves(module)
    yield from _is_misshapen(module)


def _may_import(part: str) -> set[str]:
    if part in GROUND:
        return _GROUND_MAY[part]
    if part == _ENTRY:
        return {"cli"}
    if part in ORDER:
        return {*GROUND, *ORDER[: ORDER.index(part)], part}
    if part in TOP:
        return {*GROUND, *ORDER, *TOP[: TOP.index(part)], part, _VERSION}
    return set()


def _imports_upward(module: Module) -> Iterator[str]:
    if module.part not in {*GROUND, *ORDER, *TOP, _ENTRY, _VERSION}:
        yield "is in no part of the order; add it where it belongs"
    for name in imports(module.tree):
        if name.startswith("."):
            yield f"imports {name}: imports are absolute"
        top, _, rest = name.partition(".")
        target = rest.partition(".")[0]
        if top != "memcli":
            continue
        if target == "__version__":
            target = _VERSION
        if target not in _may_import(module.part):
            yield f"imports {name}, which is not below it"


def _imports_out_of_place(module: Module) -> Iterator[str]:
    for name in imports(module.tree):
        place = _ONLY_IN.get(name.partition(".")[0])
        if place is not None and not module.path.startswith(place):
            yield f"imports {name}, which only {place} may"


def _speaks_or_leaves(module: Module) -> Iterator[str]:
    """Find printing, exiting and reading the environment, whatever they are called."""
    named = set(imports(module.tree))
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            named.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Name):
            named.add(node.id)
    environment = {"os.environ", "os.getenv", "os.environb", "os.getenvb", "os.putenv"}
    leaving = {"sys.exit", "os._exit", "os.abort", "exit", "quit", "SystemExit"}
    speaking = {"print", "input", "sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__"}
    if module.path != "settings.py":
        yield from (f"uses {name}; settings.py does" for name in sorted(named & environment))
    if module.path == _FORKS:
        named.discard("os._exit")
    if not module.path.startswith(_MAY_SPEAK):
        yield from (f"uses {name}" for name in sorted(named & (leaving | speaking)))


def _is_misshapen(module: Module) -> Iterator[str]:
    limit = _COMMAND_LINES if module.path.startswith("cli/commands/") else _MODULE_LINES
    if module.lines > limit and module.path not in _GENERATED:
        yield f"has {module.lines} lines, over {limit}"
    if _BANNED_NAMES & set(module.path.removesuffix(".py").split("/")):
        yield "has a name that says nothing"
    if ast.get_docstring(module.tree) is None:
        yield "has no docstring"


def test_the_source_keeps_the_rules() -> None:
    assert [] == violations(PACKAGE)
    assert len(list(modules(PACKAGE))) > 40


def test_every_part_is_there() -> None:
    """A rule about a package that has gone would hold for ever."""
    parts = {each.part for each in modules(PACKAGE)}

    assert {*GROUND, *ORDER, *TOP, _ENTRY, _VERSION} == parts


BROKEN = [
    ("errors.py", "import memcli.fs", "not below it"),
    ("fs.py", "from memcli.settings import load", "not below it"),
    ("fs.py", "from memcli import settings", "not below it"),
    ("memdir/model.py", "from memcli.denylist import policy", "not below it"),
    ("denylist/policy.py", "from memcli.scan.model import Rule", "not below it"),
    ("scan/engine.py", "def late():\n    import memcli.bundle.build", "not below it"),
    ("bundle/build.py", "from memcli.stores.local import LocalStore", "not below it"),
    ("stores/local.py", "from memcli.overlay import acquire", "not below it"),
    ("overlay/acquire.py", "from memcli.render.words import count", "not below it"),
    ("render/words.py", "from memcli.cli.output import emit", "not below it"),
    ("bundle/build.py", "from memcli import __version__", "not below it"),
    ("bundle/build.py", "from . import gate", "absolute"),
    ("render/words.py", "import typer", "only cli/ may"),
    ("cli/output.py", "from rich.console import Console", "only render/ may"),
    ("fs.py", "import fcntl", "only overlay/lock.py may"),
    ("memdir/survey.py", "import yaml", "only memdir/frontmatter.py may"),
    ("scan/engine.py", "print('found')", "uses print"),
    ("scan/engine.py", "import sys\nsys.exit(1)", "uses sys.exit"),
    ("scan/engine.py", "from sys import exit as leave", "uses sys.exit"),
    ("scan/engine.py", "raise SystemExit", "uses SystemExit"),
    ("bundle/build.py", "import os\nos.environ['X']", "uses os.environ"),
    ("cli/main.py", "from os import getenv", "uses os.getenv"),
    ("cli/commands/scan.py", "x = 1\n" * 120, "over 120"),
    ("scan/engine.py", "x = 1\n" * 400, "over 400"),
    ("scan/helpers.py", '"""Help."""', "says nothing"),
    ("common/model.py", '"""Shared."""', "no part of the order"),
    ("scan/engine2.py", "x = 1", "no docstring"),
]


@pytest.mark.parametrize(("path", "added", "said"), BROKEN)
def test_a_broken_rule_is_found(path: str, added: str, said: str, tmp_path: Path) -> None:
    copy = tmp_path / path
    copy.parent.mkdir(parents=True, exist_ok=True)
    if (PACKAGE / path).exists():
        shutil.copy(PACKAGE / path, copy)
        assert [] == violations(tmp_path)
    with copy.open("a", encoding="utf-8") as file:
        file.write(f"\n{added}\n")

    found = violations(tmp_path)
    assert [] == [each for each in found if not each.startswith(f"{path}: ")]
    assert [] != [each for each in found if said in each]
