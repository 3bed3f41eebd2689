"""One process at a time fills a sandbox; the only user of fcntl."""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator

from memcli.errors import ConflictError, UsageError
from memcli.fs import PUBLIC_FILE
from memcli.overlay.tree import TamperedError

_POLL_SECONDS = 0.02


class UnsupportedPlatformError(UsageError):
    """The platform has no file locks of the kind an overlay needs."""

    default_code = "unsupported_platform"


@contextlib.contextmanager
def exclusive(directory_fd: int, name: str, *, wait_seconds: float) -> Iterator[None]:
    """Hold the lock ``name`` in an open directory, waiting at most ``wait_seconds``.

    The lock goes with the process, however it ends. Raises ConflictError when the wait is over,
    UnsupportedPlatformError where there is no fcntl, TamperedError if the name is taken by
    something else than a file, OSError if the file cannot be opened.
    """
    try:
        import fcntl  # absent on some platforms, where everything but overlay works
    except ImportError as error:
        raise UnsupportedPlatformError(
            "no overlay was made",
            "this platform has no fcntl, so two runs could not be kept apart",
            hint="run 'memcli overlay' on Linux or macOS; other commands work here",
        ) from error
    fd = _opened(directory_fd, name)
    try:
        deadline = time.monotonic() + wait_seconds
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() > deadline:
                    raise ConflictError(
                        "no overlay was made",
                        f"another process has filled this sandbox for over {wait_seconds:g} s",
                        hint="run the command again, or look for a memcli that hangs",
                        code="locked",
                    ) from error
                time.sleep(_POLL_SECONDS)
        yield
    finally:
        os.close(fd)


def _opened(directory_fd: int, name: str) -> int:
    # Reading is enough to lock, so that another user's run can wait for this one's.
    flags = os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        fd = os.open(name, flags, PUBLIC_FILE, dir_fd=directory_fd)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EISDIR, errno.ENXIO):
            raise TamperedError(f"'{name}' in the sandbox is not a lock file") from error
        raise
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        os.close(fd)
        raise TamperedError(f"'{name}' in the sandbox is not a lock file")
    if status.st_uid == os.geteuid():
        # Whatever the umask made of it.
        os.fchmod(fd, PUBLIC_FILE)
    return fd
