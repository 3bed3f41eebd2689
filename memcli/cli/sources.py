"""From what a scan is asked for to what it says: directories, files, bundles, Git, a pipe."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memcli.bundle.selection import Scanned, select
from memcli.bundle.single import judge_content, scan_content, scan_one
from memcli.digest import Digest
from memcli.errors import UsageError
from memcli.render.results import Result, Results, Source
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
    return [_of_path(path, asked, scanner, settings) for path in asked.paths]


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
    if asked.stdin_name is not None and os.path.isdir(asked.stdin_name):
        raise _contradiction("--stdin-name names a directory, and '-' holds one file")
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


def _of_path(path: str, asked: Asked, scanner: Scanner, settings: Settings) -> Result:
    if path == STDIN:
        return _of_stdin(asked.stdin_name, scanner)
    if not path or os.path.isdir(path):
        # Of an empty path it says what is wrong.
        selection = select(
            path,
            layout=settings.text("layout"),
            deny=asked.deny,
            user_deny_file=settings.user_deny_file,
            scanner=scanner,
        )
        return Result(path, selection.scanned, Source.DIRECTORY)
    if not _is_bundle(path):
        return _of_file(path, scan_one(path, scanner=scanner), scanner)
    from memcli.bundle.contained import scan_bundle
    from memcli.bundle.limits import Limits
    from memcli.cli.reference import reference_to

    limits = Limits(total=settings.number("max-total"))
    reference = reference_to(path, digest=None, settings=settings, limits=limits)
    with reference.open() as raw:
        scanned = scan_bundle(raw, scanner=scanner, limits=limits, expected=reference.expected)
    return Result(path, scanned, Source.BUNDLE)


def _of_file(given: str, scanned: Scanned, scanner: Scanner) -> Result:
    """Return the result of one file; what is around it was not named by the user."""
    if not scanned.report.findings:
        return Result(given, scanned, Source.FILE)
    from memcli.render.staying import shown_root  # only where something was found

    root = shown_root(scanned.root)
    is_enclosed = scanner.mask_name(root) != root
    return Result(given, scanned, Source.ENCLOSED_FILE if is_enclosed else Source.FILE)


def _is_bundle(path: str) -> bool:
    if os.path.lexists(path):
        from memcli.bundle.contained import looks_like_bundle

        return looks_like_bundle(path)
    return Digest.looks_like(path)


def _of_stdin(name: str | None, scanner: Scanner) -> Result:
    if sys.stdin.isatty():
        raise UsageError(
            _NOT_DONE, "standard input is a terminal", hint="pipe text in, or name its file"
        )
    read = sys.stdin.buffer.read
    if name is None:
        judged = judge_content(_NAMELESS, read, scanner=scanner.heeding(None))
        return Result(_NAMELESS, judged, Source.NAMELESS_PIPE)
    return _of_file(name, scan_content(name, read, scanner=scanner), scanner)


def _of_git(asked: Asked, scanner: Scanner) -> Iterator[Result]:
    """Yield what Git's content of each changed memory file holds, and then what was left out."""
    from memcli.memdir.staged import files_since, read_blobs, staged_files

    changed: Changed = staged_files(".") if asked.since is None else files_since(".", asked.since)
    memory = [each for each in changed.blobs if each.path.endswith(_MEMORY_SUFFIX)]
    for blob, read in read_blobs(changed.top, memory):
        path = os.path.relpath(os.path.join(changed.top, blob.path))
        # Git, not the user, says what it is called, so a secret in it is not repeated.
        scanned = scan_content(path, read, scanner=scanner)
        yield _of_file(scanner.mask_name(path), scanned, scanner)
    others = len(changed.blobs) - len(memory)
    left_out = {"not-markdown": others} if others else {}
    nothing = Scanned("", ScanReport((), 0, 0, left_out), (), {})
    yield Result(changed.top, nothing, Source.DIRECTORY)
