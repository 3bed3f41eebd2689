"""Trees in a place that others may write: every step by descriptor, no link followed."""

import contextlib
import os
import shlex
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from memcli.bundle.ustar import FILE_MODE, SCRIPT_MODE, Entry
from memcli.errors import IntegrityError
from memcli.fs import directory_at, display, path_key, read_beneath

MEMORY_DIRECTORY = "memory"
READ_ONLY_FILE = 0o444
READ_ONLY_SCRIPT = 0o555
READ_ONLY_DIRECTORY = 0o555
# Above what any limits allow: a planted tree must not use up descriptors or the stack.
_DEPTH = 100
_WRITE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class TamperedError(IntegrityError):
    """Something in the sandbox is not what memcli put there."""

    default_code = "overlay_tampered"

    def __init__(self, what: str) -> None:
        super().__init__(
            "no overlay was made",
            what,
            hint="somebody changed or planted it: look at it, remove it, and run the command again",
        )

    def located(self, sandbox: str, places: tuple[str, ...]) -> "TamperedError":
        """Return this error with a hint that can be followed in ``sandbox``."""
        paths = " ".join(shlex.quote(os.path.join(sandbox, place)) for place in places)
        self.hint = (
            "somebody changed or planted it. Look at it; if no run needs it, remove it with: "
            f"find {paths} -type d -exec chmod u+w {{}} + ; rm -rf {paths}"
        )
        return self


def write_entry(root_fd: int, entry: Entry) -> None:
    """Write one file below ``root_fd``, its directories with it. Raises OSError."""
    *above, name = entry.path.split("/")
    with contextlib.ExitStack() as stack:
        fd = root_fd
        for segment in above:
            with contextlib.suppress(FileExistsError):
                os.mkdir(segment, 0o700, dir_fd=fd)
            fd = stack.enter_context(directory_at(fd, segment))
        mode = READ_ONLY_SCRIPT if entry.mode == SCRIPT_MODE else READ_ONLY_FILE
        out = os.open(name, _WRITE_FLAGS, 0o600, dir_fd=fd)
        with os.fdopen(out, "wb") as file:
            file.write(entry.content)
            file.flush()
            os.fchmod(file.fileno(), mode)


def make_read_only(root_fd: int) -> None:
    """Take the write permission from every directory below ``root_fd`` and from itself."""
    for name in os.listdir(root_fd):
        if stat.S_ISDIR(os.stat(name, dir_fd=root_fd, follow_symlinks=False).st_mode):
            with directory_at(root_fd, name) as fd:
                make_read_only(fd)
    os.fchmod(root_fd, READ_ONLY_DIRECTORY)


def remove_tree(parent_fd: int, name: str) -> None:
    """Remove the directory ``name`` and what is below it, read-only or not. Raises OSError.

    A link or a special file of that name is removed itself. However deep the tree is, neither
    descriptors nor the stack run out: what lies too deep is moved up beside ``name`` first.
    """
    pending = [name]
    while pending:
        top = pending[-1]
        moved = f"{name}.{len(pending)}"
        if _remove(parent_fd, top, parent_fd, moved, depth=0):
            pending.pop()
        else:
            pending.append(moved)


def _remove(fd: int, name: str, top_fd: int, moved: str, *, depth: int) -> bool:
    """Remove ``name``; False if something deep was moved to ``moved`` instead."""
    try:
        if not stat.S_ISDIR(os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode):
            os.unlink(name, dir_fd=fd)
            return True
        with directory_at(fd, name) as inner:
            os.fchmod(inner, 0o700)
            if depth == _DEPTH:
                os.rename(name, moved, src_dir_fd=fd, dst_dir_fd=top_fd)
                return False
            for each in os.listdir(inner):
                if not _remove(inner, each, top_fd, moved, depth=depth + 1):
                    return False
    except FileNotFoundError:
        return True
    os.rmdir(name, dir_fd=fd)
    return True


@dataclass(frozen=True, slots=True)
class Found:
    """A file of a tree: its path below the root and its mode in a bundle."""

    path: str
    mode: int


def read_tree(root_fd: int, *, limit: int) -> Iterator[Entry]:
    """Yield the files below ``root_fd`` in bundle order, as entries of a bundle.

    Raises TamperedError for whatever memcli does not leave behind: links, special files, other
    modes, other owners, directories without a file, no directory of memory. Raises OSError.
    """
    _check(os.fstat(root_fd), "the copy", READ_ONLY_DIRECTORY)
    if MEMORY_DIRECTORY not in os.listdir(root_fd):
        raise TamperedError(f"the copy has no directory '{MEMORY_DIRECTORY}'")
    for found in sorted(_walk(root_fd, ""), key=lambda each: path_key(each.path)):
        yield Entry(found.path, read_beneath(root_fd, found.path, limit=limit), found.mode)


def check_copy(status: os.stat_result) -> None:
    """Raise TamperedError unless ``status`` is that of a copy's own directory."""
    if not stat.S_ISDIR(status.st_mode):
        raise TamperedError("the copy is not a directory")
    _check(status, "the copy", READ_ONLY_DIRECTORY)


def _walk(fd: int, below: str) -> Iterator[Found]:
    names = os.listdir(fd)
    # A bundle has no empty directories, so its digest says nothing of one that was added.
    if not names and below not in ("", MEMORY_DIRECTORY):
        raise TamperedError(f"'{display(below)}' in the copy is an empty directory")
    if below.count("/") > _DEPTH:
        raise TamperedError("the copy has deeper directories than any bundle")
    for name in names:
        path = f"{below}/{name}" if below else name
        status = os.stat(name, dir_fd=fd, follow_symlinks=False)
        if stat.S_ISDIR(status.st_mode):
            _check(status, path, READ_ONLY_DIRECTORY)
            with directory_at(fd, name) as inner:
                yield from _walk(inner, path)
        elif stat.S_ISREG(status.st_mode):
            script = stat.S_IMODE(status.st_mode) == READ_ONLY_SCRIPT
            _check(status, path, READ_ONLY_SCRIPT if script else READ_ONLY_FILE)
            yield Found(path, SCRIPT_MODE if script else FILE_MODE)
        else:
            raise TamperedError(f"'{display(path)}' in the copy is not a regular file")


def _check(status: os.stat_result, path: str, mode: int) -> None:
    if stat.S_IMODE(status.st_mode) != mode:
        found = stat.S_IMODE(status.st_mode)
        raise TamperedError(f"'{display(path)}' in the copy has mode {found:o}, not {mode:o}")
    if status.st_uid not in (os.geteuid(), 0):
        raise TamperedError(f"'{display(path)}' in the copy belongs to user {status.st_uid}")
