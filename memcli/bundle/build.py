"""Build a bundle: gate, pack, hash, and put the results in their places together."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from memcli.bundle.limits import Limits
from memcli.bundle.lockfile import LockedFile, Lockfile
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.selection import Selection
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest
from memcli.errors import MemcliError, UsageError
from memcli.fs import (
    PRIVATE_FILE,
    PUBLIC_FILE,
    FileChangedError,
    StagedFile,
    directory_again,
    display,
    read_beneath,
    refuse_unless_replaceable,
)
from memcli.memdir.model import INDEX_NAME, Reason, Survey
from memcli.memdir.survey import DENY_FILE, survey

NOT_DONE = "no bundle was written"
_NO_LOCKFILE = "the bundle was written, but not its lockfile"
# What else lies in the directory, this bundle perhaps, must not make another lockfile.
_MEMORY_LEFT_OUT = (Reason.BINARY.value, Reason.DENIED.value, Reason.TOO_LARGE.value)


class Destination(Protocol):
    """Where an archive goes. Its name may depend on its digest, so it is staged first."""

    def stage(self) -> StagedFile:
        """Return the file that takes the bytes. Raises MemcliError."""
        ...

    def commit(self, staged: StagedFile, digest: Digest) -> None:
        """Put the staged bytes in their place."""
        ...

    def failure(self, error: OSError) -> MemcliError:
        """Return what a failed write means."""
        ...


@dataclass(frozen=True, slots=True)
class FileDestination:
    """A file that the user named."""

    path: str

    def stage(self) -> StagedFile:
        """Stage beside the file."""
        return _staged(self.path, mode=PRIVATE_FILE)

    def commit(self, staged: StagedFile, digest: Digest) -> None:  # noqa: ARG002  (interface)
        """Replace the file."""
        staged.commit()

    def failure(self, error: OSError) -> UsageError:
        """Name the file."""
        return _unwritable(self.path, error)


@dataclass(frozen=True, slots=True)
class Built:
    """A bundle that was packed. ``size`` is the archive's, in bytes."""

    digest: Digest
    size: int
    lockfile: Lockfile


def build(
    selection: Selection,
    *,
    destination: Destination | None,
    lockfile: str | None,
    limits: Limits,
) -> Built:
    """Pack ``selection`` into ``destination`` and write ``lockfile``; None writes nothing.

    The gate must have been asked before. Both files appear only after everything that is likely
    to fail has succeeded. Raises UsageError if nothing would travel or a place cannot be written,
    FileChangedError if the directory is no longer what was judged.
    """
    if not selection.files:
        raise UsageError(
            NOT_DONE,
            f"nothing would travel from {display(selection.scanned.root)}",
            hint="check the directory; --explain --dry-run lists what stays behind and why",
        )
    with ExitStack() as stack:
        staged = locked = None
        if destination:
            staged = stack.enter_context(destination.stage())
            with _mapped(destination.failure):
                built = _pack(selection, staged.file, limits)
                staged.seal()
        else:
            built = _pack(selection, None, limits)
        if lockfile is not None:
            locked = stack.enter_context(_staged(lockfile, mode=PUBLIC_FILE))
            with _mapped(lambda error: _unwritable(lockfile, error)):
                locked.file.write(built.lockfile.encode())
                locked.seal()
        if staged and destination:
            with _mapped(destination.failure):
                destination.commit(staged, built.digest)
        if lockfile is not None and locked is not None:
            with _mapped(lambda error: _unwritable(lockfile, error, not_done=_NO_LOCKFILE)):
                locked.commit()
    return built


@contextmanager
def _mapped(failure: Callable[[OSError], MemcliError]) -> Iterator[None]:
    """Turn what a full or failing disk says into the error that the user can act on."""
    try:
        yield
    except OSError as error:
        raise failure(error) from error


def _pack(selection: Selection, out: BinaryIO | None, limits: Limits) -> Built:
    try:
        return _packed(selection, out, limits)
    except BundleRefusedError as error:
        # The writer speaks as of somebody's bundle; here it is the author's own directory.
        hint = "deny what need not travel, or raise --max-total"
        if error.refusal is not Refusal.TOO_BIG:
            hint = "deny what need not travel"
        raise UsageError(NOT_DONE, error.cause, hint=hint, code=error.code) from error


def _packed(selection: Selection, out: BinaryIO | None, limits: Limits) -> Built:
    archive = ArchiveWriter(out, limits=limits)
    files: list[LockedFile] = []
    root = selection.scanned.root
    with directory_again(root) as root_fd:
        for each in selection.files:
            try:
                content = read_beneath(root_fd, each.path, limit=limits.entry)
            except OSError as error:
                raise FileChangedError(each.path) from error
            if Digest.of(content) != each.digest:
                raise FileChangedError(each.path)
            if each.path == INDEX_NAME and selection.index is not None:
                content = selection.index.raw
            archive.add(each.bundle_path, content)
            files.append(LockedFile(each.bundle_path, len(content), Digest.of(content)))
    # What appeared or vanished meanwhile was not judged.
    now = survey(root, layout=selection.survey.layout, entry_limit=limits.entry)
    if _memory_of(now) != _memory_of(selection.survey):
        raise FileChangedError(root)
    digest = archive.close()
    counts = selection.scanned.report.left_out
    lock = Lockfile(
        digest=digest,
        layout=selection.survey.layout,
        files=files,
        left_out={reason: counts[reason] for reason in _MEMORY_LEFT_OUT if reason in counts},
        entries_removed=selection.entries_removed,
    )
    return Built(digest, archive.size, lock)


def _memory_of(found: Survey) -> Survey:
    """Return ``found`` without what memcli itself writes, perhaps just now, beside the memory."""
    return found._replace(
        left_out=tuple(
            each
            for each in found.left_out
            if each.reason is not Reason.OWN_FILE or each.path.rpartition("/")[2] == DENY_FILE
        )
    )


def _staged(path: str, *, mode: int) -> StagedFile:
    refuse_unless_replaceable(path, not_done=NOT_DONE)
    with _mapped(lambda error: _unwritable(path, error)):
        return StagedFile(path, mode=mode)


def _unwritable(path: str, error: OSError, *, not_done: str = NOT_DONE) -> UsageError:
    return UsageError(
        not_done,
        f"{display(path)} cannot be written: {error.strerror}",
        hint="give a path in a directory that exists, that you can write, and that has room",
    )
