"""The entry point: dispatch, and the one place where errors become exit codes."""

import atexit
import gc
import os
import sys
from typing import TYPE_CHECKING

from memcli import __version__
from memcli.cli.table import below, find, help_text
from memcli.errors import ExitCode, MemcliError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


def entry() -> None:
    """Run memcli for this process."""
    # Imports make many objects and hardly any garbage; collecting it would cost start-up.
    gc.set_threshold(50_000)
    code = main(sys.argv[1:])
    # Both streams are flushed. What is left is to free every object one by one, which takes as
    # long as a tenth of a short run: the process ends here instead, exit handlers run first.
    atexit._run_exitfuncs()  # noqa: SLF001  (the only way to run them without the rest)
    os._exit(code)


def main(arguments: "Sequence[str]") -> int:
    """Run one call and return its exit code. Nothing escapes but SystemExit from a signal."""
    try:
        code = _dispatch(list(arguments))
        sys.stdout.flush()
    except MemcliError as error:
        _report(error)
        code = error.exit_code
    except KeyboardInterrupt:
        _say("error: interrupted, and nothing was written")
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; the result itself stands.
        _silence_stdout()
        code = ExitCode.OK
    except OSError as error:
        from memcli.cli.crash import is_full_output

        if not is_full_output(error):
            code = _crashed(error)
        else:
            _silence_stdout()
            _say(
                f"error: the output was not written\n  {error.strerror}\n"
                "hint: make room, or send the output elsewhere"
            )
            code = ExitCode.UNUSABLE
    except Exception as error:  # noqa: BLE001  (the boundary: a bug becomes a log file and a code)
        code = _crashed(error)
    return int(code)


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        sys.stdout.write(help_text())
        return ExitCode.OK if arguments else ExitCode.UNUSABLE
    if arguments[0] == "--version":
        sys.stdout.write(f"memcli {__version__}\n")
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
        return UsageError(
            "nothing was done", f"'{display(first)}' needs a second word", hint=f"there is {names}"
        )
    import difflib

    kind = "option" if first.startswith("-") else "command"
    near = difflib.get_close_matches(first, [each.name for each in COMMANDS], n=1)
    hint = f"did you mean 'memcli {near[0]}'?" if near else "'memcli --help' lists the commands"
    return UsageError("nothing was done", f"there is no {kind} '{display(first)}'", hint=hint)


def _report(error: MemcliError) -> None:
    _say(f"error: {error.not_done}\n  {error.cause}\nhint: {error.hint}")


def _crashed(error: Exception) -> int:
    from memcli.cli.crash import write_log

    place = write_log(error)
    _say(
        f"error: memcli has a bug ({type(error).__name__}); what was done is not certain\n"
        f"  {place}\nhint: please report it with that file; it holds no memory text"
    )
    return ExitCode.BUG


def _say(text: str) -> None:
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        # There is nowhere left to say it; the exit code still does.
        return


def _silence_stdout() -> None:
    """Keep the interpreter from flushing to a broken or full stdout once more at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
