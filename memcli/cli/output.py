"""The two streams: data goes to stdout, everything else to stderr."""

import sys


def emit(text: str) -> None:
    """Write data to stdout as UTF-8, whatever the locale; what is no text, as it was."""
    if not text:
        return
    sys.stdout.flush()
    raw = text.encode("utf-8", "surrogateescape")
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(raw.decode("utf-8", "replace"))
        return
    buffer.write(raw)
    buffer.flush()


def note(text: str) -> None:
    """Write a line for the user to stderr; a closed stderr loses it and nothing else."""
    try:
        sys.stderr.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return
