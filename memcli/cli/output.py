"""The two streams: data goes to stdout, everything else to stderr."""

import os
import sys


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

    Raises OSError if it cannot be written. A reader that went away has seen enough; what was
    found or done stands all the same.
    """
    if not text:
        return
    raw = text.encode("utf-8", "surrogateescape")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        silence_stdout()


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
