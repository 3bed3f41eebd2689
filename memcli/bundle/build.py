"""Build a bundle: gate, pack, hash, and put the results in their places together."""

from contextlib import ExitStack
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from memcli.bundle.limits import Limits
from memcli.bundle.lockfile import LockedFile, Lockfile, refuse_foreign
from memcli.bundle.selection import Selection
from memcli.bundle.writer import ArchiveWriter
from memcli.digest import Digest
from memcli.errors import UsageError
from memcli.fs import (
    PRIVATE_FILE,
    PUBLIC_FILE,
    FileChangedError,
    StagedFile,
    directory,
    display,
    read_beneath,
    refuse_unless_replaceable,
)
from memcli.memdir.model import INDEX_NAME
from memcli.memdir.survey import survey

NOT_DONE = "no bundle was written"


class Destination(Protocol):
    """Where an archive goes. Its name may depend on its digest, so it is staged first."""

    def stage(self) -> StagedFile:
        """Return the file that takes the bytes. Raises MemcliError."""
        ...

    def commit(self, staged: StagedFile, digest: Digest) -> None:
        """Put the staged bytes in their place."""
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
        staged = stack.enter_context(destination.stage()) if destination else None
        built = _pack(selection, staged.file if staged else None, limits)
        locked = None
        if lockfile is not None:
            refuse_foreign(lockfile, not_done=NOT_DONE)
            locked = stack.enter_context(_staged(lockfile, mode=PUBLIC_FILE))
            locked.file.write(built.lockfile.encode())
            locked.seal()
        if staged and destination:
            staged.seal()
            destination.commit(staged, built.digest)
        if locked is not None:
            locked.commit()
    return built


def _pack(selection: Selection, out: BinaryIO | None, limits: Limits) -> Built:
    archive = ArchiveWriter(out, limits=limits)
    files: list[LockedFile] = []
    root = selection.scanned.root
    with directory(root) as root_fd:
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
    if survey(root, layout=selection.survey.layout, entry_limit=limits.entry) != selection.survey:
        raise FileChangedError(root)
    digest = archive.close()
    lock = Lockfile(
        digest=digest,
        layout=selection.survey.layout,
        files=files,
        left_out=selection.scanned.report.left_out,
        entries_removed=selection.index.removed if selection.index else 0,
    )
    return Built(digest, archive.size, lock)


def _staged(path: str, *, mode: int) -> StagedFile:
    refuse_unless_replaceable(path, not_done=NOT_DONE)
    try:
        return StagedFile(path, mode=mode)
    except OSError as error:
        raise UsageError(
            NOT_DONE,
            f"{display(path)} cannot be written: {error.strerror}",
            hint="give a path in a directory that exists and that you can write",
        ) from error
