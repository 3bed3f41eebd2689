"""What to do about a bug: a log file that holds the way to it and no memory text."""

import os
import secrets
import traceback
from pathlib import Path

from memcli.fs import PRIVATE_FILE, display, private_directory


def write_log(error: Exception) -> str:
    """Write the traceback of ``error`` and return what to tell the user about it.

    Messages are left out: they may quote what was being read. Source lines and names remain.
    """
    lines = [f"memcli.crash/v1 {type(error).__name__}\n"]
    lines += traceback.format_list(traceback.extract_tb(error.__traceback__))
    try:
        from memcli.settings import load_places

        directory = load_places().state
        private_directory(directory)
        path = directory / f"crash-{secrets.token_hex(6)}.log"
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        with os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(lines)
    except OSError as failed:
        return f"no log could be written ({failed.strerror}); the last place was {_last(error)}"
    return f"the traceback is in {display(str(path))}"


def _last(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
