"""Give a run its memory: verified, read-only, under the run's own name."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.paths import INDEX_PATH, MEMORY_PREFIX
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest
from memcli.errors import UsageError
from memcli.fs import (
    FileChangedError,
    NotRegularError,
    OverLimitError,
    directory,
    directory_at,
    display,
)
from memcli.overlay.leaf import LINK_NAME, leaf_directory, link
from memcli.overlay.lock import exclusive
from memcli.overlay.resolver import MemoryResolver
from memcli.overlay.tree import (
    TamperedError,
    check_copy,
    make_read_only,
    read_tree,
    remove_tree,
    write_entry,
)

NOT_DONE = "no overlay was made"
_OWN = ".memcli"
_OVERLAYS = "overlays"
_LEAVES = "leaves"
_LOCK = "lock"
_STAGING = ".staging-"
# Other users of the sandbox read the copy through these; only the copy itself is read-only.
_SHARED_DIRECTORY = 0o755
_PRIVATE_DIRECTORY = 0o700
_WAIT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Acquired:
    """Memory in its place.

    ``memory_dir`` is the absolute path a run uses; links in the index resolve there. ``paths``
    are the memory files below it, in byte order. ``index`` is the index, None without one.
    ``level`` says what read-only is worth: advisory means permissions alone.
    """

    digest: Digest
    memory_dir: str
    paths: tuple[str, ...]
    index: bytes | None
    level: str = "advisory"


class Overlay:
    """Puts the memory that ``resolver`` gives into sandboxes."""

    def __init__(self, resolver: MemoryResolver, *, limits: Limits = DEFAULT_LIMITS) -> None:
        self._resolver = resolver
        self._limits = limits

    def acquire(self, sandbox: str, *, leaf: str | None = None) -> Acquired:
        """Put the memory into ``sandbox`` for the run ``leaf`` and say where it is.

        On any error no memory of this call is left in the sandbox, though its lock and empty
        directories may be, and none is given. Raises MemcliError: UsageError (no such directory,
        cannot be written), BundleRefusedError, TamperedError, ConflictError.
        """
        # Nothing is made in the sandbox before the bundle is known to be right.
        with _opened(sandbox) as (root, sandbox_fd):
            digest = self._resolver.resolve()
            name = leaf_directory(leaf, digest)
            try:
                paths, index = self._acquire(sandbox_fd, digest, name, leaf)
            except TamperedError as error:
                raise error.located(root, (_OWN, os.path.join(_LEAVES, name))) from error
            except OSError as error:
                raise _unusable(sandbox, error) from error
        memory_dir = os.path.join(root, _LEAVES, name, LINK_NAME)
        return Acquired(digest, memory_dir, paths, index)

    def _acquire(
        self, sandbox_fd: int, digest: Digest, name: str, leaf: str | None
    ) -> tuple[tuple[str, ...], bytes | None]:
        with contextlib.ExitStack() as stack:
            own_fd = stack.enter_context(_made(sandbox_fd, _OWN, ours=True))
            stack.enter_context(exclusive(own_fd, _LOCK, wait_seconds=_WAIT_SECONDS))
            overlays_fd = stack.enter_context(_made(own_fd, _OVERLAYS, ours=True))
            _remove_abandoned(overlays_fd)
            undo = stack.enter_context(contextlib.ExitStack())
            paths, index = self._place(overlays_fd, digest, undo)
            leaves_fd = stack.enter_context(_made(sandbox_fd, _LEAVES, ours=False))
            _check_shared(os.fstat(leaves_fd))
            leaf_fd = stack.enter_context(_made(leaves_fd, name, ours=True))
            link(leaf_fd, digest, leaf=leaf or name)
            undo.pop_all()
        return paths, index

    def _place(
        self, overlays_fd: int, digest: Digest, undo: contextlib.ExitStack
    ) -> tuple[tuple[str, ...], bytes | None]:
        """Verify the copy, made first if it is not there; return its files and its index.

        A copy that this call made is removed by ``undo``.
        """
        name = digest.directory_name
        try:
            status = os.stat(name, dir_fd=overlays_fd, follow_symlinks=False)
        except FileNotFoundError:
            contents = self._populate(overlays_fd, digest)
            undo.callback(_discard, overlays_fd, name)
            return contents
        # Before it is opened: without the permission to, it could not be.
        check_copy(status)
        with _entered(overlays_fd, name, ours=True) as fd:
            return self._verified(fd, digest)

    def _populate(self, overlays_fd: int, digest: Digest) -> tuple[tuple[str, ...], bytes | None]:
        """Write the copy aside and rename it into its place, whole, verified and read-only."""
        staging = _STAGING + secrets.token_hex(8)
        os.mkdir(staging, 0o700, dir_fd=overlays_fd)
        try:
            with directory_at(overlays_fd, staging) as fd:
                os.mkdir(LINK_NAME, 0o700, dir_fd=fd)
                self._write(fd, digest)
                make_read_only(fd)
                contents = self._verified(fd, digest)
            os.rename(
                staging, digest.directory_name, src_dir_fd=overlays_fd, dst_dir_fd=overlays_fd
            )
        except BaseException:
            _discard(overlays_fd, staging)
            raise
        return contents

    def _write(self, fd: int, digest: Digest) -> None:
        """Write what the resolver gives. A path is judged before it is followed."""
        archive = ArchiveWriter(None, limits=self._limits)
        for entry in self._resolver.entries(digest):
            archive.add(entry.path, entry.content, mode=entry.mode)
            write_entry(fd, entry)
        found = archive.close()
        if found != digest:
            raise BundleRefusedError(
                Refusal.DIGEST_MISMATCH, f"the memory that was given is {found}, not {digest}"
            )

    def _verified(self, fd: int, digest: Digest) -> tuple[tuple[str, ...], bytes | None]:
        """Hash the copy as it lies there, whoever made it."""
        archive = ArchiveWriter(None, limits=self._limits)
        paths: list[str] = []
        index: bytes | None = None
        try:
            for entry in read_tree(fd, limit=self._limits.entry):
                archive.add(entry.path, entry.content, mode=entry.mode)
                if entry.path == INDEX_PATH:
                    index = entry.content
                elif entry.path.startswith(MEMORY_PREFIX):
                    paths.append(entry.path.removeprefix(MEMORY_PREFIX))
            found = archive.close()
        except (BundleRefusedError, FileChangedError) as error:
            raise TamperedError(f"the copy of {digest} is damaged: {error.cause}") from error
        except (NotRegularError, OverLimitError, FileNotFoundError, NotADirectoryError) as error:
            raise TamperedError(f"the copy of {digest} is damaged: {error.strerror}") from error
        if found != digest:
            raise TamperedError(f"the copy of {digest} has the digest {found}")
        return tuple(paths), index


@contextlib.contextmanager
def _opened(sandbox: str) -> Iterator[tuple[str, int]]:
    hint = "give the sandbox's existing directory with --sandbox"
    if not sandbox:
        raise UsageError(NOT_DONE, "the sandbox's path is empty", hint=hint)
    if not os.path.isdir(sandbox):
        missing = "is not a directory" if os.path.lexists(sandbox) else "does not exist"
        raise UsageError(NOT_DONE, f"the sandbox {display(sandbox)} {missing}", hint=hint)
    # One name for one place, however it was given; '..' after a link is not what it looks like.
    root = os.path.realpath(sandbox)
    if display(root) != root:
        # The inline text could not name it, and the run would not find its memory.
        raise UsageError(
            NOT_DONE,
            f"the sandbox's path {display(root)} has characters that no text can show",
            hint="rename the directory, or mount it under a plain name",
        )
    with contextlib.ExitStack() as stack:
        try:
            fd = stack.enter_context(directory(sandbox))
        except OSError as error:
            raise _unusable(sandbox, error) from error
        yield root, fd


def _unusable(sandbox: str, error: OSError) -> UsageError:
    reason = error.strerror or type(error).__name__
    return UsageError(
        NOT_DONE,
        f"the sandbox {display(sandbox)} cannot be used: {reason}",
        hint="give a directory that you can write, with room for the memory",
    )


def _discard(parent_fd: int, name: str) -> None:
    """Remove what must not stay, as far as that is possible; the error that led here counts."""
    with contextlib.suppress(OSError):
        remove_tree(parent_fd, name)


@contextlib.contextmanager
def _made(parent_fd: int, name: str, *, ours: bool) -> Iterator[int]:
    """Yield the directory ``name``, made if missing; see ``_entered``."""
    made = False
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, _PRIVATE_DIRECTORY, dir_fd=parent_fd)
        made = True
    with _entered(parent_fd, name, ours=ours) as fd:
        # A killed run may have left its directory private, and nobody else could read the copy.
        if made or (ours and _is_half_made(os.fstat(fd))):
            os.fchmod(fd, _SHARED_DIRECTORY)
        yield fd


def _is_half_made(status: os.stat_result) -> bool:
    return status.st_uid == os.geteuid() and stat.S_IMODE(status.st_mode) == _PRIVATE_DIRECTORY


@contextlib.contextmanager
def _entered(parent_fd: int, name: str, *, ours: bool) -> Iterator[int]:
    """Yield the directory ``name``. Raises TamperedError if it is a link or no directory.

    One that is to be ``ours`` must belong to this user or to root, and nobody else may write it:
    else what lies in it can be changed at any time.
    """
    with contextlib.ExitStack() as stack:
        try:
            fd = stack.enter_context(directory_at(parent_fd, name))
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise TamperedError(
                    f"'{display(name)}' in the sandbox is not a directory"
                ) from error
            raise
        status = os.fstat(fd)
        if ours and status.st_uid not in (os.geteuid(), 0):
            raise TamperedError(f"'{display(name)}' belongs to user {status.st_uid}")
        if ours and status.st_mode & 0o022:
            raise TamperedError(f"'{display(name)}' can be written by others")
        yield fd


def _check_shared(status: os.stat_result) -> None:
    """Raise TamperedError if anybody could put another directory in a leaf's place.

    Harnesses share the directory of the leaves, so another owner is no fault by itself.
    """
    others_write = status.st_mode & 0o022
    if others_write and not status.st_mode & stat.S_ISVTX:
        raise TamperedError(f"'{_LEAVES}' can be written by others")


def _remove_abandoned(overlays_fd: int) -> None:
    """Remove what a killed run left; the lock is held, so nobody is filling it."""
    for name in os.listdir(overlays_fd):
        if name.startswith(_STAGING):
            remove_tree(overlays_fd, name)
