"""Judge one file of a memory directory: what it holds, and whether a bundle can carry it."""

from typing import NamedTuple

from memcli.bundle.limits import Limits
from memcli.bundle.paths import bundle_path, check_path
from memcli.bundle.refusal import BundleRefusedError
from memcli.bundle.ustar import header
from memcli.digest import Digest
from memcli.fs import (
    FileChangedError,
    NotRegularError,
    OverLimitError,
    display,
    path_key,
    read_beneath,
)
from memcli.memdir.model import Reason
from memcli.scan.model import Finding
from memcli.scan.scanner import Scanner


class Judgement(NamedTuple):
    """What is known of one file once it was read; it holds none of its text.

    ``left_out`` says why it stays behind without blocking. ``problems`` are what blocks it without
    being a secret: the problem's id and what is wrong. ``size`` is that of what was judged, None if
    nothing was. ``digest`` is of the bytes on disk, None if the file cannot travel.
    """

    size: int | None = None
    digest: Digest | None = None
    findings: tuple[Finding, ...] = ()
    left_out: Reason | None = None
    problems: tuple[tuple[str, str], ...] = ()


def judge(root_fd: int, path: str, *, scanner: Scanner, limits: Limits) -> Judgement:
    """Read and judge the file at ``path`` below ``root_fd``.

    Raises FileChangedError if it changes while it is read.
    """
    raw = read(root_fd, path, scanner=scanner, limits=limits)
    if isinstance(raw, Judgement):
        return raw
    findings = scanner.scan_file(path, raw)
    return judge_text(path, raw, findings, scanner=scanner, limits=limits)


def read(root_fd: int, path: str, *, scanner: Scanner, limits: Limits) -> bytes | Judgement:
    """Return the file's bytes, or why there is nothing to judge.

    Raises FileChangedError if it changes while it is read.
    """
    try:
        raw = read_beneath(root_fd, path, limit=limits.entry)
    except FileChangedError:
        raise FileChangedError(scanner.mask_name(path)) from None
    except OverLimitError:
        return Judgement(left_out=Reason.TOO_LARGE)
    except NotRegularError:
        return Judgement(left_out=Reason.SPECIAL_FILE)
    except OSError as error:
        return Judgement(problems=(("file-unreadable", error.strerror or "it cannot be read"),))
    return Judgement(left_out=Reason.BINARY) if is_binary(raw) else raw


def judge_text(
    path: str,
    raw: bytes,
    findings: tuple[Finding, ...],
    *,
    scanner: Scanner,
    limits: Limits,
    on_disk: bytes | None = None,
) -> Judgement:
    """Return the judgement of ``raw``, which would travel, with the findings in it.

    ``on_disk`` is what the file holds, where that differs.
    """
    problems = []
    digest = None
    if not raw.isascii():
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as error:
            problems.append(("file-not-utf8", f"byte {error.start} is no UTF-8"))
    into = bundle_path(path)
    try:
        check_path(into, limits=limits)
        header(path_key(into), size=len(raw))
        digest = Digest.of(raw if on_disk is None else on_disk)
    except BundleRefusedError as error:
        problems.append(("name-not-portable", refused(error, path, scanner)))
    return Judgement(len(raw), digest, findings, problems=tuple(problems))


def refused(error: BundleRefusedError, path: str, scanner: Scanner) -> str:
    """Return why ``path`` was refused; the error quotes it, and may quote another one."""
    masked = display(scanner.mask_name(path))
    if masked == display(path):
        return error.cause
    return f"{error.refusal}: the path '{masked}' cannot be carried"


def is_binary(raw: bytes) -> bool:
    """Tell whether ``raw`` is no text: it holds a NUL. UTF-16 with its mark is text, badly kept."""
    return b"\0" in raw and not is_utf16(raw)


def is_utf16(raw: bytes) -> bool:
    """Tell whether ``raw`` begins with the byte order mark of UTF-16."""
    return raw.startswith((b"\xff\xfe", b"\xfe\xff"))
