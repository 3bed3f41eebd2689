"""Run one command through Typer; its errors become ours."""

import importlib
import re
from typing import Any

import typer
from typer.exceptions import TyperException

from memcli.cli.output import written
from memcli.cli.table import Command
from memcli.errors import ExitCode, UsageError
from memcli.fs import display


def build(command: Command) -> Any:
    """Return the command's parser; importing its module is what makes it known."""
    module = importlib.import_module(command.module)
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name=command.name, context_settings={"help_option_names": ["--help", "-h"]})(
        module.command
    )
    return typer.main.get_command(app)


def run(command: Command, arguments: list[str]) -> int:
    """Parse ``arguments``, run the command and return its exit code. Raises MemcliError."""
    parser = build(command)
    try:
        # Not parser.main: it makes codes of its own out of interrupts and broken pipes.
        context = None
        with written():
            # It prints the help, if that is asked for.
            context = parser.make_context(f"memcli {command.name}", arguments)
        if context is None:
            # The reader of the help is gone.
            return ExitCode.OK
        with context:
            return int(parser.invoke(context) or 0)
    except typer.Exit as stop:
        return stop.exit_code
    except TyperException as error:
        raise UsageError(
            f"'memcli {command.name}' was not run",
            _cause(error.format_message()),
            hint=f"'memcli {command.name} --help' shows how it is called",
        ) from error


def _cause(message: str) -> str:
    """Return Typer's message on one line, safe for a terminal."""
    return display(re.sub(r"\s*\n\s*", " ", message.strip()).rstrip("."))
