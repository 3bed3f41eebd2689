"""The two streams: data goes to stdout, everything else to stderr."""

import contextlib
import os
import sys
from collections.abc import Iterator

from memcli.errors import UsageError


def open_missing_streams() -> None:
    """Open what this process was started without.

    Otherwise the next file to be opened would take the place of a stream. Input is empty, notes
    are lost, and data cannot be written.
    """
    # Standard output is opened for reading: what is written to it fails, and is not lost.
    for fd, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(fd)
        except OSError:
            # The lowest free number, which is this one: those below it are open by now.
            os.open(os.devnull, flags)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def emit(text: str) -> None:
    """Write data to stdout as UTF-8, whatever the locale; what is no text, as it was.

    Raises UsageError if it cannot be written. A reader that went away has seen enough; what was
    found or done stands all the same.
    """
    if text:
        flush()
        with written():
            sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
            sys.stdout.buffer.flush()


def flush() -> None:
    """Write what a parser's help has left in the buffer; as ``emit``."""
    with written():
        sys.stdout.flush()


@contextlib.contextmanager
def written() -> Iterator[None]:
    """Turn errors of writing to stdout, by whoever writes, into UsageError."""
    try:
        yield
    except BrokenPipeError:
        silence_stdout()
    except OSError as error:
        silence_stdout()
        raise UsageError(
            "the output was not written",
            error.strerror or type(error).__name__,
            hint="make room, or send the output elsewhere",
        ) from error


def note(text: str) -> None:
    """Write a line for the user to stderr; a closed stderr loses it and nothing else."""
    try:
        sys.stderr.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def silence_stdout() -> None:
    """Keep what follows, the interpreter's own flush included, from a broken or full stdout."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
