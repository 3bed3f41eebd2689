"""From what a scan is asked for to what it says: directories, files, bundles, Git, a pipe."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memcli.bundle.selection import Scanned, select
from memcli.bundle.single import judge_content, scan_content, scan_one
from memcli.digest import Digest
from memcli.errors import UsageError
from memcli.render.findings import Results
from memcli.scan.model import ScanReport
from memcli.scan.scanner import Scanner
from memcli.settings import Settings

if TYPE_CHECKING:
    from memcli.memdir.staged import Changed

STDIN = "-"
_NOT_DONE = "nothing was scanned"
_NAMELESS = "stdin"
_MEMORY_SUFFIX = ".md"


class Asked(NamedTuple):
    """What a scan is asked for: paths, or what changed in the repository around the user."""

    paths: Sequence[str]
    deny: Sequence[str]
    stdin_name: str | None
    staged: bool
    since: str | None


def scan_sources(asked: Asked, *, scanner: Scanner, settings: Settings) -> Results:
    """Return what the scan says of each source, by its name as shown. Raises MemcliError."""
    _check(asked)
    if asked.staged or asked.since is not None:
        return list(_of_git(asked, scanner))
    return [(_name(path, asked), _of_path(path, asked, scanner, settings)) for path in asked.paths]


def _name(path: str, asked: Asked) -> str:
    return asked.stdin_name or _NAMELESS if path == STDIN else path


def _check(asked: Asked) -> None:
    from_git = asked.staged or asked.since is not None
    if asked.staged and asked.since is not None:
        raise _contradiction("--staged and --since are two scans")
    if from_git and asked.paths:
        raise _contradiction("--staged and --since take no path")
    if from_git and asked.deny:
        raise _contradiction("--deny is for directories, not for what Git holds")
    if asked.stdin_name is not None and STDIN not in asked.paths:
        raise _contradiction("--stdin-name names what '-' reads, and there is no '-'")
    if asked.stdin_name is not None and not asked.stdin_name.rpartition("/")[2]:
        raise _contradiction("--stdin-name is no name of a file")
    if list(asked.paths).count(STDIN) > 1:
        raise _contradiction("'-' was given more than once")
    if not asked.paths and not from_git:
        raise UsageError(
            _NOT_DONE,
            "no path was given",
            hint="give a memory directory, such as 'memcli scan ./memory'",
        )


def _contradiction(cause: str) -> UsageError:
    return UsageError(_NOT_DONE, cause, hint="'memcli scan --help' shows how it is called")


def _of_path(path: str, asked: Asked, scanner: Scanner, settings: Settings) -> Scanned:
    if path == STDIN:
        return _of_stdin(asked.stdin_name, scanner)
    if not path or os.path.isdir(path):
        # Of an empty path it says what is wrong.
        return select(
            path,
            layout=settings.text("layout"),
            deny=asked.deny,
            user_deny_file=settings.user_deny_file,
            scanner=scanner,
        ).scanned
    if not _is_bundle(path):
        return scan_one(path, scanner=scanner)
    from memcli.bundle.contained import scan_bundle
    from memcli.bundle.limits import Limits
    from memcli.cli.reference import reference_to

    limits = Limits(total=settings.number("max-total"))
    reference = reference_to(path, digest=None, settings=settings, limits=limits)
    with reference.open() as raw:
        return scan_bundle(raw, scanner=scanner, limits=limits, expected=reference.expected)


def _is_bundle(path: str) -> bool:
    if os.path.lexists(path):
        from memcli.bundle.contained import looks_like_bundle

        return looks_like_bundle(path)
    return Digest.looks_like(path)


def _of_stdin(name: str | None, scanner: Scanner) -> Scanned:
    if sys.stdin.isatty():
        raise UsageError(
            _NOT_DONE, "standard input is a terminal", hint="pipe text in, or name its file"
        )
    read = sys.stdin.buffer.read
    if name is None:
        return judge_content(_NAMELESS, read, scanner=scanner.heeding(None))
    return scan_content(name, read, scanner=scanner)


def _of_git(asked: Asked, scanner: Scanner) -> Iterator[tuple[str, Scanned]]:
    """Yield what Git's content of each changed memory file holds, and then what was left out."""
    from memcli.memdir.staged import files_since, read_blobs, staged_files

    changed: Changed = staged_files(".") if asked.since is None else files_since(".", asked.since)
    memory = [each for each in changed.blobs if each.path.endswith(_MEMORY_SUFFIX)]
    for blob, read in read_blobs(changed.top, memory):
        path = os.path.relpath(os.path.join(changed.top, blob.path))
        # Git, not the user, says what it is called, so a secret in it is not repeated.
        yield scanner.mask_name(path), scan_content(path, read, scanner=scanner)
    others = len(changed.blobs) - len(memory)
    left_out = {"not-markdown": others} if others else {}
    yield changed.top, Scanned("", ScanReport((), 0, 0, left_out), (), {})
