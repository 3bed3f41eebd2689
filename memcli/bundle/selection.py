"""Decide what would travel from a memory directory, and judge exactly that."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memcli.bundle.allowing import apply_allow_file
from memcli.bundle.baselines import baseline_of
from memcli.bundle.judging import Judgement, judge, judge_text, read, refused
from memcli.bundle.limits import DEFAULT_LIMITS, MIB, Limits
from memcli.bundle.paths import PathSet, bundle_path
from memcli.bundle.refusal import BundleRefusedError
from memcli.denylist.builtin import built_in_for, may_be_named_in
from memcli.denylist.policy import Denied, apply_denylist
from memcli.digest import Digest
from memcli.fs import directory_again, display, path_key, read_head
from memcli.memdir.model import INDEX_NAME, IndexEdit, LeftOut, Reason, Selected, Survey
from memcli.memdir.survey import survey
from memcli.scan.model import Finding, ScanReport
from memcli.scan.processes import available_processes, in_processes
from memcli.scan.scanner import Scanner, problem

if TYPE_CHECKING:
    from memcli.memdir.index import Withheld

_NAME_LIMIT = 64 << 10
_SHOWN = 5
# From here on, processes save more time than they cost.
_MANY_FILES = 400
_MANY_BYTES = 4 * MIB


class Travelling(NamedTuple):
    """A file that would travel: where it lies, where it goes, and what it holds.

    ``path`` is below the memory directory, ``bundle_path`` in the bundle. ``digest`` is of the
    bytes on disk as they were judged; for the index they are not the bytes that travel.
    """

    path: str
    bundle_path: str
    digest: Digest


class Scanned(NamedTuple):
    """What the scan says of one directory, file or bundle.

    ``root`` is the memory directory, empty where there is none. ``details`` says for each blocking
    problem that is no secret what is wrong, by path as shown. ``notes`` are for the author; neither
    names what was denied.
    """

    root: str
    report: ScanReport
    left_out: tuple[LeftOut, ...]
    details: Mapping[str, str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """What would travel from ``root``, in bundle order, and what the scan says of it.

    ``index`` is the index as it would travel, None without one. ``survey`` is what was found,
    before anything was denied.
    """

    scanned: Scanned
    files: tuple[Travelling, ...]
    index: IndexEdit | None
    survey: Survey

    @property
    def entries_removed(self) -> int:
        """How many index entries do not travel."""
        return self.index.removed if self.index else 0


def select(
    root: str,
    *,
    layout: str,
    deny: Sequence[str],
    user_deny_file: Path,
    scanner: Scanner,
    limits: Limits = DEFAULT_LIMITS,
) -> Selection:
    """Return what would travel from the memory directory at ``root``.

    Raises UsageError if the directory, a deny-list, allow file or baseline cannot be used,
    FileChangedError if a file changes while it is read. A selected file that cannot be judged or
    carried is a blocking finding in the report; findings that an entry allows say so.
    """
    found = survey(root, layout=layout, entry_limit=limits.entry)
    denied = apply_denylist(found, user_file=user_deny_file, flags=deny)
    scanner = scanner.heeding(baseline_of(root))
    judging = _Judging(scanner, limits)
    for path in denied.survey.unlisted:
        judging.block("file-unreadable", path, "the directory cannot be listed")
    with directory_again(root) as root_fd:
        judging.judge(root_fd, [s for s in denied.survey.selected if s.path != INDEX_NAME])
        index = _judge_index(root_fd, denied, judging)
    left_out = _sorted([*denied.survey.left_out, *judging.left_out])
    allowed = apply_allow_file(root, judging.report(left_out))
    scanned = Scanned(
        root=root,
        report=allowed.report,
        left_out=left_out,
        details=judging.details,
        notes=(*_notes(denied, left_out, index, scanner), *allowed.notes),
    )
    return Selection(
        scanned=scanned,
        files=tuple(sorted(judging.files, key=lambda each: path_key(each.bundle_path))),
        index=index,
        survey=found,
    )


def _notes(
    denied: Denied, left_out: Sequence[LeftOut], index: IndexEdit | None, scanner: Scanner
) -> Iterator[str]:
    for pattern in denied.unused:
        # The text may be a name that nobody else is to read.
        yield (
            f"the deny pattern at {pattern.origin} matches no file; patterns are relative to the "
            "memory directory"
        )
    for each in left_out:
        if each.path == INDEX_NAME:
            yield f"{INDEX_NAME} does not travel ({each.reason}): there will be no index"
    if index is not None and index.lost:
        names = ", ".join(display(scanner.mask_name(path)) for path in index.lost[:_SHOWN])
        more = f" and {len(index.lost) - _SHOWN} more" if len(index.lost) > _SHOWN else ""
        yield f"these travel, but their index entries stay behind with others': {names}{more}"
    # One that is there and cannot be read is a finding.
    there = {*(s.path for s in denied.survey.selected), *(o.path for o in left_out)}
    if INDEX_NAME not in there:
        yield f"there is no {INDEX_NAME}: the agent will see file names only"


@dataclass(slots=True)
class _Judging:
    """Collects judgements, file by file; keeps no content."""

    scanner: Scanner
    limits: Limits
    files: list[Travelling] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    _findings: list[Finding] = field(default_factory=list)
    _paths: PathSet = field(default_factory=PathSet)
    _files: int = 0
    _bytes: int = 0

    def block(self, rule: str, path: str, detail: str) -> None:
        shown = self.scanner.mask_name(path)
        self._findings.append(problem(rule, shown))
        self.details[shown] = detail

    def judge(self, root_fd: int, selected: Sequence[Selected]) -> None:
        """Judge ``selected``, many of them in several processes."""
        paths = [each.path for each in selected]
        one = partial(judge, root_fd, scanner=self.scanner, limits=self.limits)
        is_large = len(paths) >= _MANY_FILES or sum(s.size for s in selected) >= _MANY_BYTES
        processes = available_processes() if is_large else 1
        judged = in_processes(one, paths, processes=processes) if processes > 1 else map(one, paths)
        for path, judgement in zip(paths, judged, strict=True):
            self.take(path, judgement)

    def take(self, path: str, judged: Judgement) -> None:
        """Take what is known of the file at ``path``."""
        if judged.left_out is not None:
            self.left_out.append(LeftOut(path, judged.left_out))
        self._findings.extend(judged.findings)
        for rule, detail in judged.problems:
            self.block(rule, path, detail)
        if judged.size is not None:
            self._files += 1
            self._bytes += judged.size
        if judged.digest is None:
            return
        into = bundle_path(path)
        try:
            self._paths.add(into)
        except BundleRefusedError as error:
            self.block("name-not-portable", path, refused(error, path, self.scanner))
            return
        self.files.append(Travelling(path, into, judged.digest))

    def report(self, left_out: Sequence[LeftOut]) -> ScanReport:
        return ScanReport(
            findings=tuple(
                sorted(self._findings, key=lambda f: (path_key(f.path), f.line, f.column, f.rule))
            ),
            files=self._files,
            bytes=self._bytes,
            left_out=count_reasons(left_out),
        )


def _judge_index(root_fd: int, denied: Denied, judging: _Judging) -> IndexEdit | None:
    """Judge the index last: it must not speak of files that turned out not to travel."""
    if not any(each.path == INDEX_NAME for each in denied.survey.selected):
        return None
    scanner, limits = judging.scanner, judging.limits
    raw = read(root_fd, INDEX_NAME, scanner=scanner, limits=limits)
    if isinstance(raw, Judgement):
        judging.take(INDEX_NAME, raw)
        return None
    edit = _edited(root_fd, raw, denied, judging)
    findings = tuple(
        each._replace(line=edit.kept_lines[each.line - 1]) if each.line else each
        for each in scanner.scan_file(INDEX_NAME, edit.raw)
    )
    judging.take(
        INDEX_NAME,
        judge_text(INDEX_NAME, edit.raw, findings, scanner=scanner, limits=limits, on_disk=raw),
    )
    return edit


def _edited(root_fd: int, raw: bytes, denied: Denied, judging: _Judging) -> IndexEdit:
    """Return the index without the entries of what does not travel."""
    left_out = (*denied.survey.left_out, *judging.left_out)
    # Reading an index costs start-up, and mostly everything travels.
    nothing_withheld = not left_out and denied.policy.patterns is None
    if nothing_withheld and not may_be_named_in(raw.decode("utf-8", "surrogateescape")):
        return IndexEdit.none(raw)
    from memcli.memdir.index import Withheld, withhold

    withheld = [
        Withheld(
            path=each.path,
            name=name,
            is_directory=each.is_directory,
            denied=each.reason is Reason.DENIED and not _is_known(each),
        )
        for each in left_out
        for name in _names(root_fd, each) or (None,)
    ]
    travelling = {each.path for each in judging.files}
    withheld += _directories(denied, left_out, travelling)
    return withhold(
        raw,
        withheld,
        travelling=travelling,
        denies=denied.policy.denies,
    )


def _is_known(each: LeftOut) -> bool:
    """Tell whether ``each`` is a directory like ``.git``, whose name says nothing of the author.

    The word is not looked for in the index then, or a section about Git would go.
    """
    return each.is_directory and built_in_for(each.path, is_directory=True) is not None


def _directories(
    denied: Denied, left_out: Sequence[LeftOut], travelling: AbstractSet[str]
) -> Iterator["Withheld"]:
    """Return the directories that are withheld with their files, and links that lead to some.

    A directory is withheld if the author denies it by its own name, or if nothing in it travels.
    """
    from memcli.memdir.index import Withheld

    kept = {above for path in travelling for above in _above(path)}
    for path in sorted({above for each in left_out for above in _above(each.path)}, key=path_key):
        by_name = denied.policy.reason(path, is_directory=True) is not None
        if by_name or path not in kept:
            # Of a directory like 'team' only links count: the word says nothing of the author.
            known = built_in_for(path, is_directory=True) is not None
            yield Withheld(path=path, is_directory=True, denied=by_name and not known)
    for each in left_out:
        if each.reason is Reason.SYMLINK:
            yield Withheld(path=each.path, is_directory=True, denied=False)


def _above(path: str) -> Iterator[str]:
    return (path[:end] for end, mark in enumerate(path) if mark == "/")


def _names(root_fd: int, each: LeftOut) -> tuple[str, ...]:
    """Return what a denied file calls itself: the index may call it by that."""
    if each.reason is not Reason.DENIED or each.is_directory or not each.path.endswith(".md"):
        return ()
    from memcli.memdir.index import own_names

    try:
        return own_names(read_head(root_fd, each.path, limit=_NAME_LIMIT))
    except OSError:
        return ()


def count_reasons(left_out: Sequence[LeftOut]) -> Mapping[str, int]:
    """Return how many files and directories stay behind, by reason, sorted."""
    return dict(sorted(Counter(each.reason.value for each in left_out).items()))


def _sorted(left_out: Sequence[LeftOut]) -> tuple[LeftOut, ...]:
    return tuple(sorted(left_out, key=lambda each: path_key(each.path)))
