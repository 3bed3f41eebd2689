"""What Git holds of the files that changed: their content in its index or in a commit."""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple

from memcli.errors import UsageError
from memcli.fs import display

_NOT_DONE = "nothing was scanned"
_GITLINK = "160000"
_UNMERGED = "U"
_DELETED = "D"
# No program of the repository's configuration is run.
_GIT = ("git", "-c", "core.fsmonitor=false", "--no-pager", "--literal-pathspecs")
_CHUNK = 1 << 20


class Blob(NamedTuple):
    """A file's content as Git holds it. ``path`` is below the work tree's top."""

    path: str
    id: str


class Changed(NamedTuple):
    """The files that changed and are still there, in Git's order; ``top`` is the work tree's."""

    top: str
    blobs: tuple[Blob, ...]


def staged_files(directory: str) -> Changed:
    """Return what the next commit of the repository around ``directory`` changes.

    Before the first commit that is everything in the index. Raises UsageError if there is no
    repository, or if a file is not merged yet.
    """
    top = _top(directory)
    before = _commit(directory, "HEAD") or _line(directory, "hash-object", "-t", "tree", os.devnull)
    return Changed(top, _blobs(_run(top, "diff-index", "--cached", *_DIFF, before, "--")))


def files_since(directory: str, ref: str) -> Changed:
    """Return what changed between ``ref`` and HEAD, as it is in HEAD.

    Raises UsageError if there is no repository, or if ``ref`` or HEAD is no commit.
    """
    top = _top(directory)
    commits = []
    for name in (ref, "HEAD"):
        commit = None if not name or name.startswith("-") else _commit(directory, name)
        if commit is None:
            raise UsageError(
                _NOT_DONE,
                f"'{display(name)}' is no commit of this repository",
                hint="give a branch, a tag or a commit, such as 'origin/main'",
            )
        commits.append(commit)
    return Changed(top, _blobs(_run(top, "diff-tree", *_DIFF, *commits, "--")))


_DIFF = ("-r", "--raw", "-z", "--no-renames", "--no-abbrev")


def read_blobs(top: str, blobs: Sequence[Blob]) -> Iterator[tuple[Blob, Callable[[int], bytes]]]:
    """Yield each of ``blobs`` with a function that reads it; it is to be read before the next.

    The function takes a number of bytes and returns at most so many, none at the end. Raises
    UsageError if Git does not give what it listed.
    """
    if not blobs:
        return
    with subprocess.Popen(  # noqa: S603  (fixed words)
        (*_GIT, "cat-file", "--batch"),
        cwd=top,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as git:
        if git.stdin is None or git.stdout is None:
            raise AssertionError
        for blob in blobs:
            try:
                git.stdin.write(f"{blob.id}\n".encode())
                git.stdin.flush()
            except BrokenPipeError as error:
                raise _incomplete(blob) from error
            reader = _Reader(git.stdout, blob)
            yield blob, reader.read
            reader.finish()


class _Reader:
    """Reads one object of ``git cat-file --batch``."""

    def __init__(self, source: IO[bytes], blob: Blob) -> None:
        self._source = source
        self._blob = blob
        name, _, rest = source.readline().decode("ascii", "replace").rstrip("\n").partition(" ")
        kind, _, size = rest.partition(" ")
        if (name, kind) != (blob.id, "blob") or not size.isdecimal():
            raise _incomplete(blob)
        self._left = int(size)

    def read(self, size: int) -> bytes:
        data = self._source.read(min(size, self._left))
        if not data and self._left and size:
            raise _incomplete(self._blob)
        self._left -= len(data)
        return data

    def finish(self) -> None:
        while self.read(_CHUNK):
            pass
        if self._source.read(1) != b"\n":
            raise _incomplete(self._blob)


def _blobs(raw: bytes) -> tuple[Blob, ...]:
    # Each is ":mode mode id id status", NUL, path, NUL.
    fields = raw.split(b"\0")
    found = []
    for told, name in zip(fields[0::2], fields[1::2], strict=False):
        _, mode, _, new, status = told.decode("ascii").split(" ")
        path = name.decode("utf-8", "surrogateescape")
        if status.startswith(_UNMERGED):
            raise UsageError(
                _NOT_DONE,
                f"{display(path)} is not merged",
                hint="resolve the conflict and add the file, then scan again",
            )
        if not status.startswith(_DELETED) and mode != _GITLINK:
            found.append(Blob(path, new))
    return tuple(found)


def _top(directory: str) -> str:
    return _line(directory, "rev-parse", "--show-toplevel")


def _commit(directory: str, name: str) -> str | None:
    """Return the id of the commit that ``name`` names, None if there is none."""
    done = _done(directory, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return None if done.returncode else _decoded(done.stdout)


def _line(directory: str, *words: str) -> str:
    return _decoded(_run(directory, *words))


def _decoded(raw: bytes) -> str:
    return raw.removesuffix(b"\n").decode("utf-8", "surrogateescape")


def _run(directory: str, *words: str) -> bytes:
    done = _done(directory, *words)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
        raise UsageError(
            _NOT_DONE,
            f"git says: {display(said.partition(chr(10))[0]) or 'nothing'}",
            hint="run it inside the work tree of a Git repository",
        )
    return done.stdout


def _done(directory: str, *words: str) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(  # noqa: S603  (no shell, and no word that begins with a dash)
            (*_GIT, *words),
            cwd=directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "a name holds a NUL"
        raise UsageError(
            _NOT_DONE, f"git could not be run: {reason}", hint="install Git, or name the files"
        ) from error


def _incomplete(blob: Blob) -> UsageError:
    return UsageError(
        _NOT_DONE,
        f"git did not give the content of {display(blob.path)}",
        hint="check the repository with 'git fsck'",
    )
