"""Scan what is too large to hold, in windows that overlap; places are those in the whole."""

import codecs
from collections.abc import Callable
from typing import NamedTuple

from memcli.scan.model import Finding
from memcli.scan.scanner import Scanner

WINDOW = 8 << 20
OVERLAP = 64 << 10
_BOM = codecs.BOM_UTF8
_CONTINUATION = range(0x80, 0xC0)
_LONGEST_CHARACTER = 4


class Windowed(NamedTuple):
    """What the windows together showed.

    ``size`` is in bytes. ``undecodable`` is the offset of the first byte that is no UTF-8, None if
    there is none. ``has_nul`` tells whether there is a NUL anywhere, ``head`` is the first bytes.
    """

    findings: tuple[Finding, ...]
    size: int
    undecodable: int | None
    has_nul: bool
    head: bytes


class _Place(NamedTuple):
    """A place in a text: lines that ended before it, and code points before it on its own line."""

    line: int = 0
    column: int = 0

    def after(self, text: bytes) -> "_Place":
        """Return the place where ``text`` ends if it begins here."""
        ended = text.count(b"\n")
        begun = text.rfind(b"\n") + 1
        column = len(text[begun:].decode("utf-8", "surrogateescape"))
        return _Place(self.line + ended, column + (0 if ended else self.column))


def scan_windows(
    scanner: Scanner,
    path: str,
    read: Callable[[int], bytes],
    *,
    window: int = WINDOW,
    overlap: int = OVERLAP,
) -> Windowed:
    """Return what ``scanner`` finds in the file that ``read`` returns piece by piece.

    ``read`` takes a number of bytes and returns at most so many, none at the end. A finding is
    reported once, by the window that sees at least a quarter of ``overlap`` around its beginning.
    """
    findings: list[Finding] = []
    checked = _Checked()
    data = b""
    # Where the window begins in the whole, and where in it the one before has left off.
    begin, done = _Place(), _Place()
    while True:
        fresh = _read_up_to(read, window - len(data))
        checked.add(fresh)
        data += fresh
        is_end = len(data) < window
        limit = None if is_end else _cut(data, len(data) - overlap * 5 // 8, overlap // 4)
        until = None if limit is None else _counted(data[:limit])
        findings += [
            _moved(finding, begin, data)
            for finding in scanner.scan_file(path, data)
            if _is_its_own(finding, done, until, begin)
        ]
        if limit is None:
            break
        start = _cut(data, len(data) - overlap, overlap // 4)
        done = _counted(data[start:limit])
        is_first = begin == _Place()
        begin = _counted(data[:start]) if is_first else begin.after(data[:start])
        data = data[start:]
    return Windowed(
        tuple(findings), checked.size, checked.undecodable(), checked.has_nul, checked.head
    )


def _read_up_to(read: Callable[[int], bytes], size: int) -> bytes:
    parts = []
    while size > 0 and (part := read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _cut(data: bytes, start: int, length: int) -> int:
    """Return where the last line begins in a part of ``data``, else where its first character."""
    found = data.rfind(b"\n", start, start + length)
    if found >= 0:
        return found + 1
    for at in range(start, start + _LONGEST_CHARACTER):
        if data[at] not in _CONTINUATION:
            return at
    return start


def _counted(text: bytes) -> _Place:
    """Return the place where ``text`` ends, as the scanner counts: its byte order mark is none."""
    return _Place().after(text.removeprefix(_BOM))


def _is_its_own(finding: Finding, done: _Place, until: _Place | None, begin: _Place) -> bool:
    """Tell whether a window reports ``finding``, and not its neighbour that sees it too."""
    if finding.line == 0:
        # In the name, which every window has.
        return begin == _Place()
    place = _Place(finding.line - 1, finding.column - 1)
    return done <= place and (until is None or place < until)


def _moved(finding: Finding, begin: _Place, data: bytes) -> Finding:
    """Return ``finding`` with its place in the whole; ``begin`` is where ``data`` begins in it."""
    if finding.line == 0:
        return finding
    line = finding.line + begin.line
    if finding.line > 1 or begin == _Place():
        return finding._replace(line=line)
    # A byte order mark takes no column at the beginning of a file, and one anywhere else.
    shift = begin.column + data.startswith(_BOM)
    return finding._replace(
        line=line, column=finding.column + shift, end_column=finding.end_column + shift
    )


class _Checked:
    """Looks at every byte once: is it UTF-8, is one a NUL."""

    def __init__(self) -> None:
        self.size = 0
        self.has_nul = False
        self.head = b""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._undecodable: int | None = None

    def add(self, data: bytes) -> None:
        """Look at the bytes that come next."""
        self.head = self.head or data[:_LONGEST_CHARACTER]
        self.has_nul = self.has_nul or b"\0" in data
        if self._undecodable is None:
            self._decode(data, is_end=False)
        self.size += len(data)

    def undecodable(self) -> int | None:
        """Return the offset of the first byte that is no UTF-8, once all bytes were added."""
        if self._undecodable is None:
            self._decode(b"", is_end=True)
        return self._undecodable

    def _decode(self, data: bytes, *, is_end: bool) -> None:
        pending = len(self._decoder.getstate()[0])
        try:
            self._decoder.decode(data, is_end)
        except UnicodeDecodeError as error:
            self._undecodable = self.size - pending + error.start
