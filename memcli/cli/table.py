"""The command table: help and dispatch read it, and importing it imports no command."""

from typing import NamedTuple


class Command(NamedTuple):
    """A command: the words that call it, its group in help, its module and its summary.

    The module has one function ``command``, annotated for Typer, that returns an exit code.
    """

    words: tuple[str, ...]
    group: str
    module: str
    summary: str

    @property
    def name(self) -> str:
        """The words with spaces between them."""
        return " ".join(self.words)


def _command(name: str, group: str, module: str, summary: str) -> Command:
    return Command(tuple(name.split()), group, f"memcli.cli.commands.{module}", summary)


COMMANDS: tuple[Command, ...] = (
    _command("scan", "Promotion", "scan", "Find secrets in what would travel"),
    _command("bundle", "Promotion", "bundle", "Pack a memory directory into a bundle"),
    _command("overlay", "Promotion", "overlay", "Put a bundle into a sandbox, read-only"),
    _command("verify", "Bundles", "verify", "Check a bundle and print its digest"),
    _command("rules", "Policy", "rules", "List what a scan looks for, or explain a rule"),
    _command("allow", "Policy", "allow", "Let a finding stay, with a reason"),
    _command("config show", "Policy", "config_show", "Show settings and where they come from"),
)


def find(arguments: list[str]) -> tuple[Command, list[str]] | None:
    """Return the command that ``arguments`` call and what is left of them, or None."""
    for command in COMMANDS:
        if tuple(arguments[: len(command.words)]) == command.words:
            return command, arguments[len(command.words) :]
    return None


def below(word: str) -> tuple[Command, ...]:
    """Return the commands of several words that begin with ``word``."""
    return tuple(each for each in COMMANDS if len(each.words) > 1 and each.words[0] == word)


def group_help(word: str) -> str:
    """Return the help of the commands of several words that begin with ``word``."""
    commands = below(word)
    width = max(len(each.name) for each in commands)
    lines = [f"  {each.name:<{width}}  {each.summary}" for each in commands]
    return "\n".join([f"Usage: memcli {word} COMMAND [OPTIONS]", "", "Commands:", *lines, ""])


def help_text() -> str:
    """Return the help of memcli itself."""
    lines = [
        "Usage: memcli COMMAND [OPTIONS] [ARGUMENTS]",
        "",
        "Promote an agent's memory: deny, scan, bundle by digest, overlay read-only.",
    ]
    width = max(len(each.name) for each in COMMANDS)
    for group in dict.fromkeys(each.group for each in COMMANDS):
        lines += ["", f"{group}:"]
        lines += [
            f"  {each.name:<{width}}  {each.summary}" for each in COMMANDS if each.group == group
        ]
    lines += [
        "",
        "Options:",
        f"  {'--help':<{width}}  Show this, or with a command its options",
        f"  {'--version':<{width}}  Show the version",
        "",
        "Exit codes: 0 done, 1 the gate refused, 2 unusable call or input, 3 integrity,",
        "4 store, 5 conflict, 70 a bug in memcli, 130 interrupted.",
        "",
    ]
    return "\n".join(lines)
