"""Write the reference pages from the command table, parsers, settings, errors and rules.

``python docs/generate.py`` writes them; with ``--check`` it only says whether they are current, by
its exit code.
"""

import ast
import importlib
import inspect
import pkgutil
import signal
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import memcli
from memcli.bundle.refusal import BundleRefusedError, EmptyBundleError, Refusal
from memcli.cli.app import build
from memcli.cli.table import COMMANDS, Command
from memcli.denylist.builtin import BUILT_IN
from memcli.errors import ExitCode, MemcliError
from memcli.render.rules import Explained, every_rule
from memcli.scan.model import Effect, Tier
from memcli.settings import PROJECT_FILE, SETTINGS, USER_DENY_FILE, USER_FILE, ProjectMay, Setting

PLACE = Path(__file__).resolve().parent
_NOTE = "<!-- Written by docs/generate.py. -->"
_MEANINGS = {
    ExitCode.OK: "Done; warnings are allowed.",
    ExitCode.REFUSED: "The gate refused: a finding blocks. Nothing was written.",
    ExitCode.UNUSABLE: "The call, its input or its output cannot be used.",
    ExitCode.INTEGRITY: "Bytes are not what they claim to be: another digest, a damaged or "
    "hostile bundle, a changed overlay.",
    ExitCode.STORE: "A store has no such bundle, or cannot be read or written.",
    ExitCode.CONFLICT: "Somebody else changed, holds or took what the call relied on.",
    ExitCode.BUG: "A bug in memcli. The traceback, without memory text, is in a log file that "
    "the message names.",
    ExitCode.INTERRUPTED: "Interrupted from the keyboard.",
}
# A shell gives the same codes to programs that do not catch these signals.
_SIGNALLED = {
    128 + number: f"Ended by signal {int(number)}, {number.name}; what was half made is removed."
    for number in (signal.SIGHUP, signal.SIGTERM)
}
_PROJECT = {
    ProjectMay.SET: "may set it",
    ProjectMay.TIGHTEN: "may tighten it",
    ProjectMay.NOT_SET: "may not set it",
}


# docs/cli.md


def cli() -> str:
    """Return the page of all commands."""
    lines = [
        _NOTE,
        "# Commands",
        "",
        "Data goes to standard output, everything else to standard error. The exit codes are in",
        "[exit-codes.md](exit-codes.md), the settings behind the options in",
        "[settings.md](settings.md). `memcli --version` prints the version, `memcli --help` this",
        "list:",
        "",
    ]
    for group in dict.fromkeys(each.group for each in COMMANDS):
        lines += [f"- {group}"]
        lines += [
            f"  - [`memcli {each.name}`](#memcli-{each.name.replace(' ', '-')}): {each.summary}"
            for each in COMMANDS
            if each.group == group
        ]
    for command in COMMANDS:
        lines += ["", *_command(command)]
    return "\n".join([*lines, ""])


def _command(command: Command) -> Iterator[str]:
    parser = build(command)
    arguments = [each for each in parser.params if each.param_type_name == "argument"]
    options = [each for each in parser.params if each.param_type_name == "option"]
    usage = " ".join(each.metavar or each.name.upper() for each in arguments)
    yield f"## memcli {command.name}"
    yield ""
    yield "```"
    yield f"memcli {command.name} [OPTIONS] {usage}".rstrip()
    yield "```"
    yield ""
    yield inspect.cleandoc(parser.help or "")
    if arguments:
        yield ""
        yield "| argument | |"
        yield "|---|---|"
        for each in arguments:
            yield f"| `{each.metavar}` | {each.help} |"
    yield ""
    yield "| option | |"
    yield "|---|---|"
    for each in options:
        yield f"| {_option(each)} | {_told(each)} |"
    yield "| `--help`, `-h` | Show help and exit. |"


def _option(option: Any) -> str:
    if option.is_flag:
        value = ""
    elif getattr(option.type, "choices", None):
        # A bar would end the table's cell, and in code it cannot be escaped everywhere.
        value = " {" + ",".join(map(str, option.type.choices)) + "}"
    else:
        value = f" {option.metavar}"
    return ", ".join(f"`{name}{value}`" for name in [*option.opts, *option.secondary_opts])


def _told(option: Any) -> str:
    notes = []
    if option.required:
        notes.append("required")
    elif option.default not in (None, False):
        notes.append(f"default: `{option.default}`")
    setting = next((each for each in SETTINGS if f"--{each.key}" in option.opts), None)
    if setting is not None:
        notes.append(f"setting: [`{setting.key}`](settings.md)")
    return f"{option.help} ({'; '.join(notes)})" if notes else str(option.help)


# docs/settings.md


def settings() -> str:
    """Return the page of all settings."""
    lines = [
        _NOTE,
        "# Settings",
        "",
        "The first of these that names a setting decides; `memcli config show` says which it was:",
        "",
        "1. the flag, where a command has one",
        "2. the environment variable; an empty one counts as not set",
        f"3. the project file: `{PROJECT_FILE}`, or the table `[tool.memcli]` of `pyproject.toml`,",
        "   in the working directory or, inside a Git repository, the nearest one up to its root",
        f"4. your user file: `memcli/{USER_FILE}` in `$XDG_CONFIG_HOME`, by default `~/.config`",
        "5. the default",
        "",
        "A project file comes with a repository, perhaps with somebody else's. It cannot relax",
        "what you set, and some settings it cannot set at all. An unknown key and a value of the",
        "wrong kind are errors.",
        "",
        "| key | variable | default | a project file | |",
        "|---|---|---|---|---|",
        *(_setting(each) for each in SETTINGS),
        "",
        "## Files and variables that are no settings",
        "",
        f"- `memcli/{USER_DENY_FILE}` beside your user file holds patterns, in gitignore syntax,",
        "  of what never travels from any directory.",
        "- Bundles lie in `memcli/store` in `$XDG_DATA_HOME` (`~/.local/share`), logs of bugs in",
        "  `memcli` in `$XDG_STATE_HOME` (`~/.local/state`), what the scan prepares once and can",
        "  make again in `memcli` in `$XDG_CACHE_HOME` (`~/.cache`). A relative value of these",
        "  variables is ignored.",
        "",
        "## Denied in every directory",
        "",
        "No setting takes these away. They ignore case and are for one name at any depth: a file,",
        "or a directory with all that is below it; with a `/` at the end, only a directory.",
        "",
        *_denied(),
    ]
    return "\n".join([*lines, ""])


def _denied() -> Iterator[str]:
    yield "| family | names |"
    yield "|---|---|"
    for family in BUILT_IN:
        yield f"| {family.why} | {', '.join(f'`{each}`' for each in family.patterns)} |"


def _setting(setting: Setting) -> str:
    default = _shown_default(setting)
    choices = ", ".join(f"`{each}`" for each in setting.choices)
    told = f"{setting.help} One of {choices}." if choices else setting.help
    cells = (f"`{setting.key}`", f"`{setting.variable}`", default, _PROJECT[setting.project], told)
    return f"| {' | '.join(cells)} |"


def _shown_default(setting: Setting) -> str:
    match setting.default:
        case bool() as value:
            return f"`{str(value).lower()}`"
        case int() as value:
            return f"`{value >> 20}MiB`"
        case "":
            return "see below"
        case value:
            return f"`{value}`"


# docs/exit-codes.md


def exit_codes() -> str:
    """Return the page of exit codes and of the named errors behind them."""
    codes = {int(code): _MEANINGS[code] for code in ExitCode} | _SIGNALLED
    refused, empty = int(BundleRefusedError.exit_code), int(EmptyBundleError.exit_code)
    lines = [
        _NOTE,
        "# Exit codes",
        "",
        "| code | meaning |",
        "|---|---|",
        *(f"| {code} | {told} |" for code, told in sorted(codes.items())),
        "",
        "An error is three parts on standard error: `error:` and what was not done, the cause, and",
        "`hint:` with what to do next.",
        "",
        "## Named errors",
        "",
        "Every error has a name that does not change, whatever its message says.",
        "",
        "| name | exit code | meaning |",
        "|---|---|---|",
    ]
    lines += [f"| `{name}` | {code} | {told} |" for (code, name), told in sorted(named().items())]
    lines += [
        "",
        "## Why a bundle is refused",
        "",
        f"The exit code is {refused}; `{Refusal.EMPTY_INPUT}` alone has {empty}.",
        "[bundle-format.md](bundle-format.md) explains each.",
        "",
        *(f"- `{each}`" for each in Refusal),
    ]
    return "\n".join([*lines, ""])


def named() -> dict[tuple[int, str], str]:
    """Return the meaning of each named error by its exit code and name; refusals apart."""
    modules = [
        importlib.import_module(each.name)
        for each in pkgutil.walk_packages(memcli.__path__, "memcli.")
        if not each.name.endswith("__main__")
    ]
    kinds = {each.__name__: each for each in _kinds(MemcliError)}
    found: dict[tuple[int, str], str] = {}
    for each in kinds.values():
        if "default_code" in vars(each):
            meaning = (inspect.getdoc(each) or "").partition("\n")[0]
            found[int(each.exit_code), each.default_code] = meaning
    for module in modules:
        for kind, name, not_done in _given(ast.parse(inspect.getsource(module))):
            base = kinds[kind]
            found[int(base.exit_code), name] = f"A case of `{base.default_code}`: {not_done}."
    del found[int(MemcliError.exit_code), MemcliError.default_code]  # nobody raises it
    return found


def _kinds(kind: type[MemcliError]) -> Iterator[type[MemcliError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)


def _given(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Yield the class, name and first words of each error that is named where it is raised."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for keyword in node.keywords:
                if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                    first = node.args[0]
                    told = first.value if isinstance(first, ast.Constant) else ""
                    yield node.func.id, str(keyword.value.value), str(told)


# docs/rules.md

_TIERS = {
    Tier.STRUCTURAL: "Credentials that their own shape or their place gives away. A finding blocks "
    "unless the table says that it warns.",
    Tier.HEURISTIC: "Values that only the words around them give away. A finding warns; with "
    "`--strict` it blocks.",
    Tier.HYGIENE: "What would mislead the reader of the memory, and files that cannot be judged or "
    "carried.",
    Tier.PRIVACY: "What says more about a person or a machine than it should. A finding informs.",
}


def rules() -> str:
    """Return the page of all that a scan can find."""
    known = every_rule()
    lines = [
        _NOTE,
        "# Rules",
        "",
        f"A scan knows {len(known)} rules in four families. `memcli rules` lists them, `memcli",
        "rules ID` says why one matters and what to do. A finding that may stay is allowed with",
        "`memcli allow`, except where a file could not be judged at all.",
    ]
    for tier, told in _TIERS.items():
        of_tier = [each for each in known if each.tier is tier]
        lines += ["", f"## {tier.title()}", "", *_wrapped(told), ""]
        with_vendors = any(each.vendor for each in of_tier)
        columns = ("id", "vendor", "what") if with_vendors else ("id", "effect", "what", "why")
        lines += [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
        lines += [_rule(each, with_vendor=with_vendors) for each in of_tier]
    lines += ["", "## Never judged", "", "What has these names never travels.", "", *_denied()]
    return "\n".join([*lines, ""])


def _rule(rule: Explained, *, with_vendor: bool) -> str:
    if not with_vendor:
        return f"| `{rule.id}` | {rule.effect} | {rule.title} | {rule.why} {rule.advice} |"
    vendor = f"[{rule.vendor}]({rule.url})" if rule.url else rule.vendor
    warns = " (warns)" if rule.effect is Effect.WARN else ""
    return f"| `{rule.id}` | {vendor} | {rule.title}{warns} |"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, width=99)


PAGES = {"cli.md": cli, "settings.md": settings, "exit-codes.md": exit_codes, "rules.md": rules}


def main(arguments: list[str]) -> int:
    """Write the pages, or check them; return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: docs/generate.py [--check]", file=sys.stderr)
        return 2
    stale = 0
    for name, page in PAGES.items():
        path = PLACE / name
        wanted = page().encode()
        if path.is_file() and path.read_bytes() == wanted:
            continue
        stale += 1
        if arguments:
            print(f"docs/{name} is not current: run docs/generate.py")
        else:
            path.write_bytes(wanted)
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
