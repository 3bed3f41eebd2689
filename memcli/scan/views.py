"""The same text with one disguise taken off, and where each part of it stands in the original."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memcli.scan.model import compiled

_UTF16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_SAMPLE = 512
_NUL_SHARE = 0.3

# What is not seen, or takes no room, between two letters.
_HIDDEN = (
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f\xad]|\xe2\x80[\x8b-\x8f\xaa-\xae]"
    rb"|\xe2\x81[\xa0-\xaf]|\xe1\xa0\x8e|\xef\xbb\xbf|\xe1\x85[\x9f\xa0]|\xe3\x85\xa4|\xef\xbe\xa0"
    rb"|\xef\xb8[\x80-\x8f]|\xf3\xa0[\x80-\x87][\x80-\xbf]|\xcd\x8f"
)
_ENTITY = rb"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});"
_PERCENT = rb"%[0-9A-Fa-f]{2}"
_ENCODED = rb"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,65536}={0,2}(?![A-Za-z0-9+/_=-])"
# Line ends inside a word, with what quotes or continues the next line.
_BREAK = rb"(?<=[A-Za-z0-9_./+=-])\\?\r?\n[ \t>|*#]{0,16}(?=[A-Za-z0-9_./+=-])"
_UNPRINTABLE = rb"[^\t\n\r\x20-\x7e]"


class View(NamedTuple):
    """A changed copy of some data, in segments.

    The segment ``i`` begins at ``starts[i]`` in the copy, and stands for the original's bytes from
    ``origins[i]`` to ``ends[i]``: one by one if they are as many, else as a whole.
    """

    data: bytes
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    ends: tuple[int, ...]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that ``data[start:end]`` comes from."""
        return self._origin(start, is_end=False), self._origin(end - 1, is_end=True)

    def keeps(self, start: int, end: int) -> bool:
        """Tell whether ``data[start:end]`` is what stands in the original, byte for byte."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1) - 1
        return first == last and self._is_same(first)

    def _is_same(self, segment: int) -> bool:
        following = segment + 1
        limit = self.starts[following] if following < len(self.starts) else len(self.data)
        return limit - self.starts[segment] == self.ends[segment] - self.origins[segment]

    def _origin(self, place: int, *, is_end: bool) -> int:
        segment = bisect_right(self.starts, place) - 1
        if not self._is_same(segment):
            return self.ends[segment] if is_end else self.origins[segment]
        return self.origins[segment] + place - self.starts[segment] + is_end


def without_hidden(data: bytes) -> View | None:
    """Return ``data`` without what nobody sees; None if there is nothing of the kind."""
    return _replaced(data, ((*match.span(), b"") for match in compiled(_HIDDEN).finditer(data)))


def without_entities(data: bytes) -> View | None:
    """Return ``data`` with its character references resolved; None without any."""
    from html import unescape  # loads two thousand names

    def resolved() -> Iterator[tuple[int, int, bytes]]:
        for match in compiled(_ENTITY).finditer(data):
            reference = match[0].decode("ascii")
            text = unescape(reference)
            if text != reference:
                yield (*match.span(), text.encode("utf-8", "replace"))

    return _replaced(data, resolved())


def without_percent(data: bytes) -> View | None:
    """Return ``data`` with its percent-encoded bytes decoded; None without any."""
    return _replaced(
        data,
        (
            (*match.span(), bytes.fromhex(match[0][1:].decode("ascii")))
            for match in compiled(_PERCENT).finditer(data)
        ),
    )


def without_breaks(data: bytes) -> View | None:
    """Return ``data`` with words joined that a line end divides; None without any."""
    return _replaced(data, ((*match.span(), b"") for match in compiled(_BREAK).finditer(data)))


def decoded(data: bytes) -> View | None:
    """Return the text of all that is base64 of text, a line each; None without any."""
    from memcli.scan.rules.checks import decoded_base64

    parts: list[bytes] = []
    starts: list[int] = []
    origins: list[int] = []
    ends: list[int] = []
    length = 0
    for match in compiled(_ENCODED).finditer(data):
        text = decoded_base64(match[0])
        if text is None or compiled(_UNPRINTABLE).search(text) is not None:
            continue
        starts.append(length)
        origins.append(match.start())
        ends.append(match.end())
        parts.append(text + b"\n")
        length += len(text) + 1
    if not parts:
        return None
    return View(b"".join(parts), tuple(starts), tuple(origins), tuple(ends))


def from_utf16(data: bytes) -> View | None:
    """Return UTF-16 as UTF-8, with or without a byte order mark; None if it is something else."""
    encoding = _UTF16_MARKS.get(data[:2]) or _guessed(data[:_SAMPLE])
    if encoding is None:
        return None
    mark = 2 if data[:2] in _UTF16_MARKS else 0
    text = data[mark:].decode(encoding, "replace")
    starts: list[int] = []
    origins: list[int] = []
    ends: list[int] = []
    place, origin = 0, mark
    parts: list[bytes] = []
    for char in text:
        encoded = char.encode("utf-8", "replace")
        size = 4 if ord(char) > 0xFFFF else 2  # noqa: PLR2004  (beyond it, two units)
        starts.append(place)
        origins.append(origin)
        ends.append(origin + size)
        parts.append(encoded)
        place += len(encoded)
        origin += size
    if not parts:
        return None
    return View(b"".join(parts), tuple(starts), tuple(origins), tuple(ends))


def _guessed(sample: bytes) -> str | None:
    """Return the encoding that puts a NUL before, or after, every ASCII letter."""
    pairs = len(sample) // 2
    if not pairs:
        return None
    for encoding, nuls in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        others = sample[::2] if encoding == "utf-16-le" else sample[1::2]
        if nuls.count(0) > _NUL_SHARE * pairs and others.count(0) < nuls.count(0) / 8:
            return encoding
    return None


def _replaced(data: bytes, replacements: Iterable[tuple[int, int, bytes]]) -> View | None:
    """Return ``data`` with spans (start, end) replaced; None without one."""
    parts: list[bytes] = []
    starts = [0]
    origins = [0]
    ends: list[int] = []
    done = length = 0
    for start, end, text in replacements:
        parts += [data[done:start], text]
        length += start - done
        ends.append(start)
        if text:
            starts.append(length)
            origins.append(start)
            ends.append(end)
            length += len(text)
        starts.append(length)
        origins.append(end)
        done = end
    if not parts:
        return None
    parts.append(data[done:])
    ends.append(len(data))
    return View(b"".join(parts), tuple(starts), tuple(origins), tuple(ends))
