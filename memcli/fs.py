"""Files as they are: no link followed, no half-written result, private by default."""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from memcli.errors import ConflictError, UsageError

PRIVATE_FILE = 0o600
PRIVATE_DIRECTORY = 0o700
PUBLIC_FILE = 0o644
_STAGED_PREFIX, _STAGED_SUFFIX = ".memcli-", ".tmp"
_ABANDONED_SECONDS = 3600
# O_NONBLOCK: opening a FIFO that somebody put where a file was expected must not hang.
_READ_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_DIRECTORY_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class NotRegularError(OSError):
    """What was opened is not a regular file."""


class OverLimitError(OSError):
    """A file is larger than its reader allows."""


class FileChangedError(ConflictError):
    """A file changed, appeared or vanished while it was being read."""

    default_code = "changed_while_read"

    def __init__(self, name: str) -> None:
        super().__init__(
            "nothing was done",
            f"{display(name)} changed while it was being read",
            hint="let the writer finish, then run the command again",
        )


def display(name: str | bytes) -> str:
    """Return ``name`` on one line, safe for a terminal.

    Undecodable bytes and whatever is not printable (controls, bidirectional and zero-width
    characters, line separators) appear as escapes.
    """
    text = os.fsdecode(name)
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # noqa: PLR2004  (the surrogate escapes of PEP 383)
        return f"\\x{code - 0xDC00:02x}"
    if 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004  (other surrogates have no encoding)
        return f"\\u{code:04x}"
    return char.encode("unicode_escape").decode("ascii")


def path_key(path: str) -> bytes:
    """Return the UTF-8 bytes of ``path``, undecodable ones as they were; paths sort by them."""
    return path.encode("utf-8", "surrogateescape")


def open_beneath(root_fd: int, path: str, flags: int) -> int:
    """Open ``path`` below an open directory, following no link in any of its segments.

    ``path`` is relative, ``/`` separated and without ``.`` or ``..``. Raises OSError.
    """
    *directories, name = path.split("/")
    fd = root_fd
    try:
        for directory in directories:
            below = os.open(directory, _DIRECTORY_FLAGS, dir_fd=fd)
            if fd != root_fd:
                os.close(fd)
            fd = below
        return os.open(name, flags, dir_fd=fd)
    finally:
        if fd != root_fd:
            os.close(fd)


@contextlib.contextmanager
def directory(path: str, *, follow: bool = True) -> Iterator[int]:
    """Yield a descriptor of the directory at ``path``; closed at the end. Raises OSError."""
    fd = os.open(path, _DIRECTORY_FLAGS & ~(os.O_NOFOLLOW if follow else 0))
    try:
        yield fd
    finally:
        os.close(fd)


@contextlib.contextmanager
def directory_again(path: str) -> Iterator[int]:
    """Yield a descriptor of a directory that was read before. Raises FileChangedError."""
    with contextlib.ExitStack() as stack:
        try:
            fd = stack.enter_context(directory(path))
        except OSError as error:
            raise FileChangedError(path) from error
        yield fd


@contextlib.contextmanager
def directory_at(parent_fd: int, name: str) -> Iterator[int]:
    """Yield a descriptor of the directory ``name`` in an open one, never through a link."""
    fd = os.open(name, _DIRECTORY_FLAGS, dir_fd=parent_fd)
    try:
        yield fd
    finally:
        os.close(fd)


def read_fd(fd: int, name: str, *, limit: int) -> bytes:
    """Read the regular file behind ``fd`` whole.

    Raises NotRegularError, OverLimitError (more than ``limit`` bytes), FileChangedError.
    """
    before = os.fstat(fd)
    if not stat.S_ISREG(before.st_mode):
        raise NotRegularError(errno.EINVAL, "not a regular file", name)
    if before.st_size > limit:
        raise OverLimitError(errno.EFBIG, f"larger than {limit} bytes", name)
    parts: list[bytes] = []
    # One byte more than there was: a file that grew is seen without a read of its own.
    wanted = before.st_size + 1
    while part := os.read(fd, wanted):
        parts.append(part)
        wanted -= len(part)
        if wanted <= 1:
            break
    after = os.fstat(fd)
    same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    if wanted != 1 or not same:
        raise FileChangedError(name)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def read_beneath(root_fd: int, path: str, *, limit: int) -> bytes:
    """Read the regular file at ``path`` below ``root_fd``; errors as ``read_fd`` and OSError."""
    fd = open_beneath(root_fd, path, _READ_FLAGS)
    try:
        return read_fd(fd, path, limit=limit)
    finally:
        os.close(fd)


def read_head(root_fd: int, path: str, *, limit: int) -> bytes:
    """Read at most the first ``limit`` bytes of a regular file below ``root_fd``."""
    fd = open_beneath(root_fd, path, _READ_FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise NotRegularError(errno.EINVAL, "not a regular file", path)
        return os.read(fd, limit)
    finally:
        os.close(fd)


def read_path(path: str, *, limit: int, follow: bool = True) -> bytes:
    """Read the regular file at ``path``; errors as ``read_fd`` and OSError."""
    fd = os.open(path, _READ_FLAGS & ~(os.O_NOFOLLOW if follow else 0))
    try:
        return read_fd(fd, path, limit=limit)
    finally:
        os.close(fd)


def open_regular(path: str) -> BinaryIO:
    """Open the regular file at ``path`` for reading. Raises NotRegularError and OSError."""
    fd = os.open(path, _READ_FLAGS & ~os.O_NOFOLLOW)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise NotRegularError(errno.EINVAL, "not a regular file", path)
        return os.fdopen(fd, "rb")
    except BaseException:
        os.close(fd)
        raise


def private_directory(path: Path) -> None:
    """Create ``path`` and its missing parents for the user alone, whatever the umask."""
    missing: list[Path] = []
    while not path.is_dir():
        missing.append(path)
        if path == path.parent:
            break
        path = path.parent
    for each in reversed(missing):
        with contextlib.suppress(FileExistsError):
            each.mkdir(mode=PRIVATE_DIRECTORY)
            each.chmod(PRIVATE_DIRECTORY)


class StagedFile:
    """A file that takes its target's place only when it is committed.

    The bytes go to a temporary file in the target's directory. ``commit`` replaces the target
    atomically, a link at the target included, never the file it points to. Leaving the ``with``
    block without it leaves nothing.
    """

    def __init__(self, target: str, *, mode: int) -> None:
        import tempfile  # a scan writes nothing and need not pay for it

        self.target = target
        self._mode = mode
        parent = os.path.dirname(target) or "."  # keeps the target as given
        _sweep(parent)
        prefix = f"{_STAGED_PREFIX}{os.getpid()}-"
        fd, self._temporary = tempfile.mkstemp(_STAGED_SUFFIX, prefix, parent)
        self.file: BinaryIO = os.fdopen(fd, "w+b")
        self._done = False

    def seal(self) -> None:
        """Make the bytes durable; what can still fail after this is only the rename."""
        self.file.flush()
        os.fchmod(self.file.fileno(), self._mode)
        os.fsync(self.file.fileno())

    def commit(self) -> None:
        """Put the file in its place."""
        self.seal()
        self.file.close()
        Path(self._temporary).replace(self.target)
        self._done = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._done:
            return
        # Closing flushes, and on a full disk that fails again: the file goes all the same.
        with contextlib.suppress(OSError):
            self.file.close()
        with contextlib.suppress(OSError):
            Path(self._temporary).unlink()


def is_staged(name: str) -> bool:
    """Tell whether ``name`` is that of a file which is being staged, or was when memcli died."""
    return name.startswith(_STAGED_PREFIX) and name.endswith(_STAGED_SUFFIX)


def _sweep(parent: str) -> None:
    """Remove what killed processes were staging in ``parent`` over an hour ago."""
    try:
        names = os.listdir(parent)
    except OSError:
        # What can be written need not be readable.
        return
    for name in filter(is_staged, names):
        process = name.removeprefix(_STAGED_PREFIX).partition("-")[0]
        path = os.path.join(parent, name)
        with contextlib.suppress(OSError):
            # A process of another container may look dead from here; its file is not that old.
            old = time.time() - os.lstat(path).st_mtime > _ABANDONED_SECONDS
            if old and process.isdecimal() and not _is_running(int(process)):
                os.unlink(path)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def refuse_unless_replaceable(target: str, *, not_done: str) -> None:
    """Raise UsageError if ``target`` is there and is no regular file, nor a link to none."""
    try:
        mode = os.lstat(target).st_mode
        if stat.S_ISLNK(mode):
            # Replacing a link is well, but one to a device or a directory is there for a purpose.
            with contextlib.suppress(OSError):
                mode = os.stat(target).st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageError(
            not_done,
            f"{display(target)} cannot be used: {error.strerror}",
            hint="give a file in a directory that you can write",
        ) from error
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        kind = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
        raise UsageError(
            not_done, f"{display(target)} is {kind}", hint="give the path of a file to write"
        )
