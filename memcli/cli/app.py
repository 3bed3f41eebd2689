"""Run one command through Typer; its errors become ours."""

import importlib
import re
from typing import Any

import typer
from typer.exceptions import TyperException

from memcli.cli.table import Command
from memcli.errors import UsageError
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
        result = parser.main(
            args=arguments, prog_name=f"memcli {command.name}", standalone_mode=False
        )
    except TyperException as error:
        raise UsageError(
            f"'memcli {command.name}' was not run",
            _cause(error.format_message()),
            hint=f"'memcli {command.name} --help' shows how it is called",
        ) from error
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    return int(result or 0)


def _cause(message: str) -> str:
    """Return Typer's message on one line, safe for a terminal."""
    return display(re.sub(r"\s*\n\s*", " ", message.strip()).rstrip("."))
