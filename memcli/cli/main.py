"""The entry point: dispatch, and the one place where errors become exit codes."""

import atexit
import gc
import os
import signal
import sys
from typing import TYPE_CHECKING

from memcli import __version__
from memcli.cli.output import emit, flush, note, open_missing_streams, silence_stdout
from memcli.cli.table import below, find, group_help, help_text
from memcli.errors import ExitCode, MemcliError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

_HELP = ("--help", "-h")
_SIGNALLED = 128


def entry() -> None:
    """Run memcli for this process."""
    # Imports make many objects and hardly any garbage; collecting it would cost start-up.
    gc.set_threshold(50_000)
    # What memcli makes is for the user alone; what others are to read is opened up by name.
    os.umask(0o077)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        # Under nohup a hangup is ignored, and stays so.
        if signal.getsignal(ending) is not signal.SIG_IGN:
            signal.signal(ending, _end)
    open_missing_streams()
    if sys.getfilesystemencoding() != "utf-8":
        # In this locale a name would be read as other text, and its bundle get another digest.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    code = main(sys.argv[1:])
    # Both streams are flushed. What is left is to free every object one by one, which takes as
    # long as a tenth of a short run: the process ends here instead, exit handlers run first.
    atexit._run_exitfuncs()  # noqa: SLF001  (the only way to run them without the rest)
    os._exit(code)


class _EndedError(BaseException):
    """A signal asks the process to end; what is half made is removed on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, _frame: object) -> None:
    raise _EndedError(number)


def main(arguments: "Sequence[str]") -> int:
    """Run one call and return its exit code; every error ends here."""
    try:
        code = _dispatch(list(arguments))
        flush()
    except MemcliError as error:
        _report(error)
        code = error.exit_code
    except KeyboardInterrupt:
        note(
            "error: interrupted before the end\n"
            "hint: run the command again; a file that was not finished was not left behind"
        )
        code = ExitCode.INTERRUPTED
    except _EndedError as ended:
        note(f"error: ended by signal {ended.number} before the end\nhint: run the command again")
        code = _SIGNALLED + ended.number
    except BrokenPipeError:
        # Only a parser's help comes this way, and its reader has seen enough; see emit for data.
        silence_stdout()
        code = ExitCode.OK
    except Exception as error:  # noqa: BLE001  (the boundary: a bug becomes a log file and a code)
        code = _crashed(error)
    return int(code)


def _dispatch(arguments: list[str]) -> int:
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    if not arguments:
        raise UsageError(
            "nothing was done", "no command was given", hint="'memcli --help' lists the commands"
        )
    if any("\0" in each for each in arguments):
        # No shell can pass one on, but whoever calls main can.
        raise UsageError(
            "nothing was done",
            "an argument holds a NUL character",
            hint="give paths and values without it",
        )
    if arguments[0] in _HELP:
        emit(help_text())
        return ExitCode.OK
    if arguments[0] == "--version":
        emit(f"memcli {__version__}\n")
        return ExitCode.OK
    if below(arguments[0]) and arguments[1:2] and arguments[1] in _HELP:
        emit(group_help(arguments[0]))
        return ExitCode.OK
    found = find(arguments)
    if found is None:
        raise _unknown(arguments)
    from memcli.cli.app import run

    return run(*found)


def _unknown(arguments: list[str]) -> UsageError:
    from memcli.cli.table import COMMANDS
    from memcli.fs import display

    first = arguments[0]
    if group := below(first):
        names = ", ".join(f"'memcli {each.name}'" for each in group)
        cause = f"'{first}' needs a second word"
        if arguments[1:] and not arguments[1].startswith("-"):
            cause = f"there is no command '{first} {display(arguments[1])}'"
        return UsageError("nothing was done", cause, hint=f"there is {names}")
    import difflib

    kind = "option" if first.startswith("-") else "command"
    near = difflib.get_close_matches(first, [each.name for each in COMMANDS], n=1)
    hint = f"did you mean 'memcli {near[0]}'?" if near else "'memcli --help' lists the commands"
    return UsageError("nothing was done", f"there is no {kind} '{display(first)}'", hint=hint)


def _report(error: MemcliError) -> None:
    note(f"error: {error.not_done}\n  {error.cause}\nhint: {error.hint}")


def _crashed(error: Exception) -> int:
    from memcli.cli.crash import write_log

    place = write_log(error)
    note(
        f"error: memcli has a bug ({type(error).__name__}); what was done is not certain\n"
        f"  {place}\nhint: please report it with that file; it holds no memory text"
    )
    return ExitCode.BUG
