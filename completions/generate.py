"""Write the completion scripts from the command table and the commands' own parsers.

``python completions/generate.py`` writes them; with ``--check`` it only says whether they are
current, by its exit code.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memcli.cli.app import build
from memcli.cli.table import COMMANDS, Command
from memcli.settings import SETTINGS

PLACE = Path(__file__).resolve().parent
_HEAD = "# Completion of memcli for {name}; written by completions/generate.py."
# How an argument or value is completed, by the word that stands for it in help.
_DIRECTORIES = {"DIR"}
_PATHS = {"FILE", "REF", "BUNDLE", "[PATH]..."}
_CHOICES = {f"--{each.key}": each.choices for each in SETTINGS if each.choices}


@dataclass(frozen=True, slots=True)
class Value:
    """How a value is completed: one of ``choices``, or by ``kind``: directory, path or text."""

    kind: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An option by one of its names; a flag has no ``value``."""

    name: str
    help: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Completed:
    """A command, what it may be followed by, and how its arguments are completed."""

    command: Command
    options: tuple[Option, ...]
    argument: Value | None

    @property
    def function(self) -> str:
        """The command's name in a shell function's."""
        return "_memcli_" + "_".join(self.command.words)


def completed(command: Command) -> Completed:
    """Return what the parser of ``command`` says of it."""
    options: list[Option] = []
    argument: Value | None = None
    for each in build(command).params:
        if each.param_type_name == "argument":
            argument = argument or Value(_kind(each.metavar))
            continue
        value = None if each.is_flag else _value(each)
        names = [*each.opts, *each.secondary_opts]
        options += [Option(name, each.help or "", value) for name in names]
    options += [Option(name, "Show help and exit.", None) for name in ("--help", "-h")]
    return Completed(command, tuple(options), argument)


def _kind(metavar: str | None) -> str:
    if metavar in _DIRECTORIES:
        return "directory"
    return "path" if metavar in _PATHS else "text"


def _value(option: object) -> Value:
    names: list[str] = getattr(option, "opts", [])
    choices = getattr(getattr(option, "type", None), "choices", None)
    known = next((_CHOICES[name] for name in names if name in _CHOICES), ())
    return Value(_kind(getattr(option, "metavar", None)), tuple(map(str, choices or known)))


def first_words() -> dict[str, str]:
    """Return the words a call may begin with, and what each does."""
    found: dict[str, str] = {}
    for each in COMMANDS:
        found.setdefault(each.words[0], each.summary)
    return found


def second_words() -> dict[str, dict[str, str]]:
    """Return for each first word of a longer command the words that follow it."""
    found: dict[str, dict[str, str]] = {}
    for each in COMMANDS:
        if len(each.words) > 1:
            found.setdefault(each.words[0], {})[each.words[1]] = each.summary
    return found


# bash


def bash() -> str:
    """Return the script for bash 3.2 and newer, without the bash-completion package."""
    every = [completed(each) for each in COMMANDS]
    lines = [
        _HEAD.format(name="bash"),
        "# Source it, for instance from ~/.bashrc.",
        "",
        "_memcli_reply() {",
        "    # Not an array from words: a name may hold a space or a star.",
        "    local line",
        "    while IFS= read -r line; do",
        '        COMPREPLY+=("$line")',
        "    done",
        "}",
        "",
        "_memcli_words() {",
        '    _memcli_reply < <(compgen -W "$1" -- "$2")',
        "}",
        "",
        "_memcli_paths() {",
        '    _memcli_reply < <(compgen "$1" -- "$2")',
        "    compopt -o filenames 2>/dev/null",
        "}",
        "",
        "_memcli() {",
        '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=""',
        "    # Bash makes three words of '--format=json'.",
        '    if [[ $word == "=" ]]; then',
        '        word=""',
        '    elif [[ $before == "=" ]]; then',
        "        before=${COMP_WORDS[COMP_CWORD - 2]}",
        "    fi",
        "    COMPREPLY=()",
        "    if ((COMP_CWORD == 1)); then",
        f'        _memcli_words "{" ".join([*first_words(), "--help", "--version"])}" "$word"',
        "        return",
        "    fi",
        "    command=${COMP_WORDS[1]}",
    ]
    for first, seconds in second_words().items():
        lines += [
            f'    if [[ $command == "{first}" ]]; then',
            "        if ((COMP_CWORD == 2)); then",
            f'            _memcli_words "{" ".join(seconds)}" "$word"',
            "            return",
            "        fi",
            '        command="$command ${COMP_WORDS[2]}"',
            "    fi",
        ]
    lines += ["    case $command in"]
    for each in every:
        lines += [f'        "{each.command.name}")', *_bash_command(each), "            ;;"]
    lines += ["    esac", "}", "", "complete -F _memcli memcli", ""]
    return "\n".join(lines)


def _bash_command(each: Completed) -> Iterator[str]:
    by_value: dict[Value, list[str]] = {}
    for option in each.options:
        if option.value is not None:
            by_value.setdefault(option.value, []).append(option.name)
    names = " ".join(option.name for option in each.options)
    yield "            case $before in"
    for value, options in by_value.items():
        yield f"                {' | '.join(options)})"
        yield from (f"                    {line}" for line in _bash_value(value))
        yield "                    return"
        yield "                    ;;"
    yield "            esac"
    yield "            if [[ $word == -* ]]; then"
    yield f'                _memcli_words "{names}" "$word"'
    if each.argument is not None:
        yield "            else"
        yield from (f"                {line}" for line in _bash_value(each.argument))
    yield "            fi"


def _bash_value(value: Value) -> list[str]:
    if value.choices:
        return [f'_memcli_words "{" ".join(value.choices)}" "$word"']
    flags = {"directory": "-d", "path": "-f"}
    # Free text: nothing is offered, and that is an answer.
    return [f'_memcli_paths {flags[value.kind]} "$word"'] if value.kind in flags else [":"]


# zsh


def zsh() -> str:
    """Return the script for zsh, a file of its ``fpath`` that may also be sourced."""
    every = [completed(each) for each in COMMANDS]
    lines = [
        "#compdef memcli",
        _HEAD.format(name="zsh"),
        "# Put it as _memcli into a directory of $fpath, or source it after compinit.",
        "",
    ]
    for each in every:
        lines += [f"{each.function}() {{", "    _arguments -s -S \\"]
        lines += [f"        {part} \\" for part in _zsh_options(each)]
        if each.argument is not None:
            many = "*" if "..." in _metavar(each) else "1"
            lines += [f"        {_quoted(f'{many}:argument:{_zsh_value(each.argument)}')}"]
        else:
            lines[-1] = lines[-1].removesuffix(" \\")
        lines += ["}", ""]
    lines += _zsh_groups()
    lines += [
        "_memcli() {",
        "    local -a commands=(",
        *(f"        {_quoted(f'{word}:{said}')}" for word, said in first_words().items()),
        "    )",
        "    if ((CURRENT == 2)); then",
        "        _describe -t commands command commands",
        "        _arguments '--help[Show help]' '--version[Show the version]'",
        "        return",
        "    fi",
        "    shift words",
        "    ((CURRENT--))",
        "    case $words[1] in",
    ]
    for word in first_words():
        lines += [f"        {word}) _memcli_{word} ;;"]
    lines += [
        "    esac",
        "}",
        "",
        'if [[ $funcstack[1] == "_memcli" ]]; then',
        '    _memcli "$@"',
        "else",
        "    compdef _memcli memcli",
        "fi",
        "",
    ]
    return "\n".join(lines)


def _zsh_groups() -> Iterator[str]:
    for first, seconds in second_words().items():
        yield f"_memcli_{first}() {{"
        yield "    local -a commands=("
        yield from (f"        {_quoted(f'{word}:{said}')}" for word, said in seconds.items())
        yield "    )"
        yield "    if ((CURRENT == 2)); then"
        yield "        _describe -t commands command commands"
        yield "        return"
        yield "    fi"
        yield "    shift words"
        yield "    ((CURRENT--))"
        yield "    case $words[1] in"
        for word in seconds:
            yield f"        {word}) _memcli_{first}_{word} ;;"
        yield "    esac"
        yield "}"
        yield ""


def _zsh_options(each: Completed) -> Iterator[str]:
    for option in each.options:
        said = option.help.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
        repeated = "*" if "repeated" in option.help else ""
        value = "" if option.value is None else f":value:{_zsh_value(option.value)}"
        yield _quoted(f"{repeated}{option.name}[{said}]{value}")


def _zsh_value(value: Value) -> str:
    if value.choices:
        return f"({' '.join(value.choices)})"
    return {"directory": "_files -/", "path": "_files", "text": " "}[value.kind]


def _metavar(each: Completed) -> str:
    parameters = build(each.command).params
    return next((p.metavar or "" for p in parameters if p.param_type_name == "argument"), "")


def _quoted(text: str) -> str:
    """Return ``text`` as one word of a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


# fish


def fish() -> str:
    """Return the script for fish 3 and newer."""
    lines = [
        _HEAD.format(name="fish"),
        "# Put it into ~/.config/fish/completions.",
        "",
        "function __memcli_called",
        "    # Tells whether the words before the cursor begin with these.",
        "    set -l words (commandline -opc)",
        "    set -e words[1]",
        "    set -l wanted (count $argv)",
        "    test (count $words) -ge $wanted; or return 1",
        '    test "$words[1..$wanted]" = "$argv"',
        "end",
        "",
        "function __memcli_expects",
        "    # Tells whether exactly these words come before the cursor.",
        "    set -l words (commandline -opc)",
        "    set -e words[1]",
        '    test "$words" = "$argv"',
        "end",
        "",
        "complete -c memcli -f",
        "complete -c memcli -n __memcli_expects -l help -d 'Show help'",
        "complete -c memcli -n __memcli_expects -l version -d 'Show the version'",
    ]
    for word, said in first_words().items():
        lines += [f"complete -c memcli -n __memcli_expects -a {word} -d {_fish(said)}"]
    for first, seconds in second_words().items():
        for word, said in seconds.items():
            condition = _fish(f"__memcli_expects {first}")
            lines += [f"complete -c memcli -n {condition} -a {word} -d {_fish(said)}"]
    for command in COMMANDS:
        lines += ["", *_fish_command(completed(command))]
    return "\n".join([*lines, ""])


def _fish_command(each: Completed) -> Iterator[str]:
    start = f"complete -c memcli -n {_fish(f'__memcli_called {each.command.name}')}"
    for option in each.options:
        short = not option.name.startswith("--")
        name = f"{'-s' if short else '-l'} {option.name.lstrip('-')}"
        value = "" if option.value is None else f" {_fish_value(option.value)}"
        yield f"{start} {name}{value} -d {_fish(option.help)}"
    if each.argument is not None and each.argument.kind == "directory":
        yield f"{start} -a '(__fish_complete_directories)'"
    elif each.argument is not None:
        yield f"{start} -F"


def _fish_value(value: Value) -> str:
    if value.choices:
        return f"-x -a {_fish(' '.join(value.choices))}"
    return {
        "directory": "-x -a '(__fish_complete_directories)'",
        "path": "-r -F",
        "text": "-x",
    }[value.kind]


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS = {"memcli.bash": bash, "memcli.zsh": zsh, "memcli.fish": fish}


def main(arguments: list[str]) -> int:
    """Write the scripts, or check them; return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: completions/generate.py [--check]", file=sys.stderr)
        return 2
    stale = 0
    for name, script in SCRIPTS.items():
        path = PLACE / name
        wanted = script()
        if path.is_file() and path.read_bytes() == wanted.encode():
            continue
        stale += 1
        if arguments:
            print(f"completions/{name} is not current: run completions/generate.py")
        else:
            path.write_bytes(wanted.encode())
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
