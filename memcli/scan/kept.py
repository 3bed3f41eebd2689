"""Files of the user's cache: read only if nobody else can have written them, replaced whole."""

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from memcli.fs import (
    PRIVATE_FILE,
    FileChangedError,
    StagedFile,
    directory,
    private_directory,
    read_fd,
)

_DIGEST = hashlib.sha256().digest_size
_LIMIT = 64 << 20
# Versions and rule sets in use side by side keep a file each; older ones go.
_KEPT = 4
_READ_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


def read_kept(cache: Path, name: str, head: bytes) -> bytes | None:
    """Return the payload of the file ``name`` if only the user can have written it, whole.

    It begins with ``head``, which names the format and what the payload was made from, and the
    SHA-256 of the payload.
    """
    try:
        with _own(cache) as folder:
            file = os.open(name, _READ_FLAGS, dir_fd=folder)
        try:
            if not _is_own_file(os.fstat(file)):
                return None
            raw = read_fd(file, name, limit=_LIMIT)
        finally:
            os.close(file)
    except (OSError, FileChangedError):
        return None
    digest, payload = raw[len(head) : len(head) + _DIGEST], raw[len(head) + _DIGEST :]
    is_sound = raw.startswith(head) and digest == hashlib.sha256(payload).digest()
    return payload if is_sound else None


def keep(cache: Path, name: str, head: bytes, payload: bytes) -> None:
    """Put a file into the cache if that is possible; older ones of its suffix go."""
    with contextlib.suppress(OSError):
        # A home that is not there is not made for a cache's sake.
        os.stat(cache.parent.parent)
        private_directory(cache)
        with _own(cache) as folder:
            with StagedFile(str(cache / name), mode=PRIVATE_FILE) as staged:
                staged.file.write(head + hashlib.sha256(payload).digest() + payload)
                staged.commit()
            for old in _outdated(folder, os.path.splitext(name)[1]):
                os.unlink(old, dir_fd=folder)


@contextlib.contextmanager
def _own(cache: Path) -> Iterator[int]:
    """Yield a descriptor of the cache. Raises OSError unless it is the user's and only theirs."""
    with directory(str(cache), follow=False) as folder:
        status = os.fstat(folder)
        if status.st_uid != os.geteuid() or status.st_mode & _OTHERS_MAY_WRITE:
            raise PermissionError(f"{cache} is not the user's alone")
        yield folder


def _is_own_file(status: os.stat_result) -> bool:
    return (
        stat.S_ISREG(status.st_mode)
        and status.st_uid == os.geteuid()
        and status.st_nlink == 1
        and stat.S_IMODE(status.st_mode) == PRIVATE_FILE
    )


def _outdated(folder: int, suffix: str) -> Sequence[str]:
    names = [name for name in os.listdir(folder) if name.endswith(suffix)]
    names.sort(key=lambda name: os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime_ns)
    return names[:-_KEPT]
