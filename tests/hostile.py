"""Bundles with one thing wrong each, in rows by the refusal that must meet them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from archives import (
    BLOCK,
    GOOD,
    INDEX,
    NOTE,
    TEXT,
    archive,
    fill,
    gzip,
    header,
    member,
    of_paths,
    with_lockfile,
    zstd,
    zstd_raw,
    zstd_rle,
    zstd_skippable,
)
from hostilepaths import COLLISIONS, PATHS
from memcli.bundle.limits import DEFAULT_LIMITS, Limits
from memcli.bundle.refusal import Refusal
from memcli.digest import Digest

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Hostile:
    """``data`` must be refused as ``refusal``. ``expected`` is the digest its reader asks for."""

    refusal: Refusal
    name: str
    data: bytes
    limits: Limits = DEFAULT_LIMITS
    expected: Digest | None = None

    def __str__(self) -> str:
        return f"{self.refusal}-{self.name}"


_NAME = NOTE.encode()
_GNU_MAGIC = b"ustar  \0"
_HUGE = b"%011o\0" % (9 * _MIB)
_LONG = f"memory/{'p' * 60}/{'q' * 30}/{'n' * 50}.md"
_DEEP_LOCKFILE = b'{"a":' * 100_000
_OTHER = Digest("sha256:" + "0" * 64)


def _frames() -> Iterator[Hostile]:
    yield Hostile(Refusal.EMPTY_INPUT, "nothing", b"")
    yield Hostile(Refusal.NOT_A_TAR, "prose", b"# A note\n\nNothing of an archive is here.\n" * 20)
    yield Hostile(Refusal.NOT_A_TAR, "a line", b"- [a](a.md)\n")
    yield Hostile(Refusal.NOT_A_TAR, "gzip in gzip", gzip(gzip(GOOD)))
    yield Hostile(Refusal.NOT_A_TAR, "zstd in gzip", gzip(zstd(zstd_raw(GOOD))))
    yield Hostile(Refusal.NOT_A_TAR, "gzip in zstd", zstd(zstd_raw(gzip(GOOD))))
    yield Hostile(Refusal.NOT_A_TAR, "zip", b"PK\x03\x04" + bytes(600))
    yield Hostile(Refusal.TRUNCATED, "in the first header", GOOD[: BLOCK - 1])
    yield Hostile(Refusal.TRUNCATED, "in the second header", GOOD[: 3 * BLOCK - 1])
    yield Hostile(Refusal.TRUNCATED, "before a body", GOOD[:BLOCK])
    yield Hostile(Refusal.TRUNCATED, "in padding", GOOD[: 2 * BLOCK - 1])
    yield Hostile(Refusal.TRUNCATED, "in the first zero block", GOOD[: -BLOCK - 1])
    yield Hostile(Refusal.TRUNCATED, "size beyond the file", archive(member(size=b"00000010000\0")))
    yield Hostile(Refusal.TERMINATOR_MISSING, "none", member())
    yield Hostile(Refusal.TERMINATOR_MISSING, "one block", member() + bytes(BLOCK))
    yield Hostile(Refusal.TERMINATOR_MISSING, "one and a half", member() + bytes(BLOCK + 256))
    yield Hostile(
        Refusal.TERMINATOR_MISSING, "one between", member() + bytes(BLOCK) + of_paths("memory/b.md")
    )
    yield Hostile(Refusal.TERMINATOR_MISSING, "gzip of nothing", gzip(b""))
    yield Hostile(Refusal.TERMINATOR_MISSING, "zstd of nothing", zstd([(0, 0, b"")]))
    yield Hostile(Refusal.TRAILING_DATA, "one NUL", GOOD + b"\0")
    yield Hostile(Refusal.TRAILING_DATA, "record of 10240", GOOD + bytes(-len(GOOD) % 10240))
    yield Hostile(Refusal.TRAILING_DATA, "second archive", GOOD + of_paths("memory/b.md"))
    yield Hostile(Refusal.TRAILING_DATA, "inside gzip", gzip(GOOD + b"\n"))
    last, body = bytes(BLOCK - len(TEXT) - 1) + b"\1", header(_NAME) + TEXT
    yield Hostile(Refusal.PADDING_NONZERO, "last byte", archive(body + last))
    yield Hostile(Refusal.PADDING_NONZERO, "first byte", archive(body + last[::-1]))
    yield Hostile(Refusal.DIGEST_MISMATCH, "other", GOOD, expected=_OTHER)
    yield Hostile(
        Refusal.DIGEST_MISMATCH,
        "of the compressed form",
        gzip(GOOD),
        expected=Digest.of(gzip(GOOD)),
    )
    changed = archive(member(INDEX, b"- [a](b.md)\n"), member())
    yield Hostile(Refusal.DIGEST_MISMATCH, "content", changed, expected=Digest.of(GOOD))


def _limits() -> Iterator[Hostile]:
    two, kib = replace(DEFAULT_LIMITS, entries=2), replace(DEFAULT_LIMITS, total=1024)
    three = of_paths("memory/a.md", "memory/b.md", "memory/c.md")
    yield Hostile(Refusal.TOO_MANY_ENTRIES, "three of two", three, two)
    yield Hostile(Refusal.TOO_MANY_ENTRIES, "lockfile counts", with_lockfile(b"{}"), two)
    yield Hostile(Refusal.TOO_BIG, "entry announces 9 MiB", archive(header(_NAME, size=_HUGE)))
    yield Hostile(
        Refusal.TOO_BIG, "entry announces 8 GiB", archive(header(_NAME, size=b"7" * 11 + b"\0"))
    )
    yield Hostile(Refusal.TOO_BIG, "total", GOOD, kib)
    yield Hostile(Refusal.TOO_BIG, "gzip total", gzip(GOOD), kib)
    lockfile = header(b"lockfile.json", size=b"%011o\0" % (_MIB + 1))
    yield Hostile(Refusal.TOO_BIG, "lockfile announces over 1 MiB", archive(lockfile))
    big = archive(member(content=bytes(4 * _MIB)))
    yield Hostile(Refusal.TOO_BIG, "gzip bomb", gzip(big))
    small = header(_NAME, size=4 * _MIB)
    yield Hostile(
        Refusal.TOO_BIG, "zstd bomb", zstd([*zstd_raw(small), *zstd_rle(b"\0", blocks=64)])
    )
    after = zstd([*zstd_raw(GOOD), *zstd_rle(b"\0", blocks=64)])
    yield Hostile(Refusal.TOO_BIG, "zstd bomb after the end", after)


def _headers() -> Iterator[Hostile]:
    for name, checksum in (("zeros", b"000000\0 "), ("blank", b"        "), ("text", b"checksum")):
        yield Hostile(Refusal.HEADER_CHECKSUM, name, archive(member(checksum=checksum)))
    for name, size in (
        ("base-256", b"\x80" + bytes(10) + b"\x02"),
        ("base-256 negative", b"\xff" * 12),
        ("minus", b"-0000000002\0"),
        ("plus", b"+0000000002\0"),
        ("eight", b"00000000008\0"),
        ("underscore", b"0000_000002\0"),
        ("full-width digits", "\uff10\uff10\uff12".encode().ljust(12, b"\0")),
    ):
        yield Hostile(Refusal.HEADER_FIELD, f"size {name}", archive(member(size=size)))
    yield Hostile(Refusal.HEADER_FIELD, "mode in letters", archive(member(mode=b"rw-r--r\0")))
    yield Hostile(
        Refusal.HEADER_FIELD, "mode base-256", archive(member(mode=b"\x80\0\0\0\0\0\1\xa4"))
    )
    junk = header(_NAME + b"\0/../evil.md")
    yield Hostile(Refusal.HEADER_JUNK_AFTER_NUL, "name", archive(junk + TEXT + fill(TEXT)))
    yield Hostile(Refusal.HEADER_JUNK_AFTER_NUL, "prefix", archive(member(prefix=b"\0memory")))
    for name, magic in (
        ("GNU", _GNU_MAGIC),
        ("old Unix", bytes(8)),
        ("no version", b"ustar\0  "),
        ("version 1", b"ustar\x0001"),
        ("blank instead of NUL", b"ustar 00"),
    ):
        yield Hostile(Refusal.HEADER_MAGIC, name, archive(member(magic=magic)))
    yield Hostile(
        Refusal.HEADER_MAGIC, "second header", archive(member(), bytes(1) * 400 + b"junk" * 28)
    )
    for key, value in (
        ("uid", b"0001750\0"),
        ("gid", b"0001750\0"),
        ("mtime", b"14771674000\0"),
        ("link", b"memory/b.md"),
        ("uname", b"root"),
        ("gname", b"wheel"),
        ("devmajor", b"0000000\0"),
        ("devminor", b"0000001\0"),
        ("tail", b"\1"),
        ("mode", b"0100644\0"),
        ("mode", b"000644 \0"),
        ("mode", b"644\0"),
        ("mode", b"00000644"),
        ("size", b"000000000002"),
        ("size", b"0000000002 \0"),
        ("size", b"          2\0"),
        ("uid", b"\0"),
        ("mtime", b" " * 12),
    ):
        data = archive(header(_NAME, **{key: value}) + TEXT + fill(TEXT))
        yield Hostile(Refusal.HEADER_NONCANONICAL, f"{key} {value!a}", data)
    number = GOOD[148:154]
    for name, checksum in (("NUL last", b"0" + number + b"\0"), ("blanks", number + b"  ")):
        changed = archive(member(INDEX, b"- [a](a.md)\n", checksum=checksum), member())
        yield Hostile(Refusal.HEADER_NONCANONICAL, f"checksum with {name}", changed)
    yield Hostile(Refusal.HEADER_NONCANONICAL_SPLIT, "short path", archive(member(split=6)))
    later = _LONG.rindex("/")
    yield Hostile(
        Refusal.HEADER_NONCANONICAL_SPLIT, "at a later slash", archive(member(_LONG, split=later))
    )
    yield Hostile(
        Refusal.HEADER_NONCANONICAL_SPLIT, "empty name", archive(member(b"memory/", split=6))
    )
    long = archive(member(b"", prefix=b"m" * 120))
    yield Hostile(Refusal.PATH_TOO_LONG, "no slash to split at", long)
    yield Hostile(Refusal.PATH_EMPTY, "no name", archive(member(b"")))
    for name, raw in (
        ("Latin-1", b"memory/caf\xe9.md"),
        ("overlong slash", b"memory/..\xc0\xafa.md"),
        ("beyond Unicode", b"memory/\xf4\x90\x80\x80.md"),
        ("cut", b"memory/a.md\xe8\xae"),
    ):
        yield Hostile(Refusal.PATH_NOT_UTF8, name, archive(member(raw)))


def _modes_and_order() -> Iterator[Hostile]:
    for mode in (b"0004644\0", b"0002644\0", b"0001644\0", b"0007777\0"):
        yield Hostile(Refusal.MODE_SPECIAL_BITS, f"{mode!a}", archive(member(mode=mode)))
    for path, mode in (
        (NOTE, b"0000755\0"),
        (NOTE, b"0000600\0"),
        (NOTE, b"0000000\0"),
        (NOTE, b"0000666\0"),
        (INDEX, b"0000755\0"),
        ("skills/s/SKILL.md", b"0000755\0"),
        ("skills/s/run.sh", b"0000700\0"),
        ("prompts/run.md", b"0000755\0"),
        ("context/agents/0-run.sh", b"0000755\0"),
    ):
        yield Hostile(
            Refusal.MODE_NOT_ALLOWED, f"{path} {mode!a}", archive(member(path, mode=mode))
        )
    for name, paths in (
        ("descending", ("memory/b.md", "memory/a.md")),
        ("index last", (NOTE, INDEX)),
        ("UTF-16", ("memory/\U0001f600.md", "memory/\uff21.md")),
        ("ignoring case", ("memory/a.md", "memory/B.md")),
        ("by segment", ("memory/a/b.md", "memory/a.md")),
        ("numeric", ("memory/9.md", "memory/10.md")),
    ):
        yield Hostile(Refusal.ORDER_NONCANONICAL, name, of_paths(*paths))


def _types() -> Iterator[Hostile]:
    for refusal, kinds in (
        (Refusal.TYPE_HARDLINK, b"1"),
        (Refusal.TYPE_SYMLINK, b"2"),
        (Refusal.TYPE_DEVICE, b"34"),
        (Refusal.TYPE_DIRECTORY, b"5"),
        (Refusal.TYPE_FIFO, b"6"),
        (Refusal.TYPE_PAX, b"xgX"),
        (Refusal.TYPE_GNU, b"KLSDN"),
        (Refusal.TYPE_OTHER, b"\x007VMAZ "),
    ):
        for code in kinds:
            kind = bytes((code,))
            link = b"/etc/passwd" if kind in b"12" else b""
            data = archive(member(content=b"", kind=kind, link=link))
            yield Hostile(refusal, f"{kind!a}", data)
    record = b"18 path=../evil.md\n"
    pax = archive(member("pax_global_header", record, kind=b"g"), member())
    yield Hostile(Refusal.TYPE_PAX, "global path", pax)
    long = member("././@LongLink", b"../evil.md\0", kind=b"L", magic=_GNU_MAGIC)
    yield Hostile(Refusal.TYPE_GNU, "long name with GNU magic", archive(long, member()))


def _lockfiles() -> Iterator[Hostile]:
    for name, content in (
        ("array", b"[]"),
        ("text", b'"digest"'),
        ("null", b"null"),
        ("empty", b""),
        ("YAML", b"digest: none\n"),
        ("name twice", b'{"digest": 1, "digest": 2}'),
        ("deep", _DEEP_LOCKFILE),
        ("UTF-16", "{}".encode("utf-16")),
        ("not UTF-8", b'{"a": "\xff"}'),
    ):
        yield Hostile(Refusal.LOCKFILE_INVALID, name, with_lockfile(content))
    for name, content in (
        ("other", f'{{"digest": "{_OTHER}"}}'.encode()),
        ("number", b'{"digest": 5}'),
        ("null", b'{"digest": null}'),
        ("upper case", f'{{"digest": "{Digest.of(GOOD).text.upper()}"}}'.encode()),
    ):
        yield Hostile(Refusal.LOCKFILE_DIGEST_MISMATCH, name, with_lockfile(content))
    twice = archive(member("lockfile.json", b"{}"), member("lockfile.json", b"{}"), member())
    yield Hostile(Refusal.PATH_DUPLICATE, "two lockfiles", twice)
    for name, content in (
        ("Latin-1", b"caf\xe9"),
        ("surrogate", b"\xed\xa0\x80"),
        ("cut", b"\xe8\xae"),
    ):
        yield Hostile(Refusal.INDEX_NOT_UTF8, name, archive(member(INDEX, content)))


def _gzip() -> Iterator[Hostile]:
    good = gzip(GOOD)
    for name, flags, extra in (
        ("FTEXT", 1, b""),
        ("FHCRC", 2, b"\0\0"),
        ("FEXTRA", 4, b"\2\0ab"),
        ("FNAME", 8, b"../evil\0"),
        ("FCOMMENT", 16, b"a comment\0"),
        ("reserved bit", 0x80, b""),
    ):
        yield Hostile(Refusal.GZIP_HEADER, name, gzip(GOOD, flags=flags, extra=extra))
    yield Hostile(Refusal.GZIP_HEADER, "other method", gzip(GOOD, method=7))
    yield Hostile(Refusal.GZIP_CORRUPT, "magic alone", good[:2])
    yield Hostile(Refusal.GZIP_CORRUPT, "header alone", good[:10])
    yield Hostile(Refusal.GZIP_CORRUPT, "no trailer", good[:-8])
    yield Hostile(Refusal.GZIP_CORRUPT, "half a trailer", good[:-4])
    yield Hostile(Refusal.GZIP_CORRUPT, "checksum", gzip(GOOD, crc=1))
    yield Hostile(Refusal.GZIP_CORRUPT, "size", gzip(GOOD, size=len(GOOD) + 1))
    yield Hostile(Refusal.GZIP_CORRUPT, "reserved block type", good[:10] + b"\x07" + good[11:])
    yield Hostile(Refusal.GZIP_MULTI_MEMBER, "empty second", good + gzip(b""))
    yield Hostile(Refusal.GZIP_MULTI_MEMBER, "archive in two", gzip(GOOD[:700]) + gzip(GOOD[700:]))
    yield Hostile(Refusal.GZIP_TRAILING_DATA, "NUL", good + b"\0")
    yield Hostile(Refusal.GZIP_TRAILING_DATA, "plain archive", good + GOOD)
    yield Hostile(Refusal.GZIP_TRAILING_DATA, "half a magic", good + b"\x1f")


def _zstd() -> Iterator[Hostile]:
    blocks = zstd_raw(GOOD)
    good = zstd(blocks)
    yield Hostile(Refusal.ZSTD_HEADER, "skippable frame first", zstd_skippable() + good)
    yield Hostile(Refusal.ZSTD_HEADER, "skippable frame 15", zstd_skippable(number=15) + good)
    yield Hostile(Refusal.ZSTD_HEADER, "dictionary", zstd(blocks, descriptor=1, fields=b"\x07"))
    yield Hostile(Refusal.ZSTD_WINDOW, "64 MiB", zstd(blocks, window=16 << 3))
    yield Hostile(Refusal.ZSTD_WINDOW, "just over", zstd(blocks, window=(15 << 3) + 1))
    single = bytes((0x20 | 0x80,)) + (1 << 30).to_bytes(4, "little")
    segment = good[:4] + single + good[6:]
    yield Hostile(Refusal.ZSTD_WINDOW, "single segment of 1 GiB", segment)
    yield Hostile(Refusal.ZSTD_CORRUPT, "magic alone", good[:4])
    yield Hostile(Refusal.ZSTD_CORRUPT, "header alone", good[:6])
    yield Hostile(Refusal.ZSTD_CORRUPT, "cut", good[:-1])
    yield Hostile(Refusal.ZSTD_CORRUPT, "reserved bit", zstd(blocks, descriptor=8))
    yield Hostile(Refusal.ZSTD_CORRUPT, "reserved block", zstd([*blocks[:-1], (3, 4, b"abcd")]))
    yield Hostile(Refusal.ZSTD_CORRUPT, "checksum", zstd(blocks, descriptor=4, tail=b"abcd"))
    wrong = zstd(blocks, descriptor=0x80, fields=(len(GOOD) + 1).to_bytes(4, "little"))
    yield Hostile(Refusal.ZSTD_CORRUPT, "content size", wrong)
    yield Hostile(Refusal.ZSTD_MULTI_FRAME, "second frame", good + zstd([(0, 0, b"")]))
    yield Hostile(Refusal.ZSTD_MULTI_FRAME, "skippable frame second", good + zstd_skippable())
    yield Hostile(Refusal.ZSTD_TRAILING_DATA, "NUL", good + b"\0")
    yield Hostile(Refusal.ZSTD_TRAILING_DATA, "half a magic", good + good[:3])


def hostile() -> tuple[Hostile, ...]:
    """Return every row."""
    paths = (Hostile(code, name, of_paths(path)) for code, name, path in PATHS)
    collisions = (Hostile(code, name, of_paths(*each)) for code, name, each in COLLISIONS)
    families = (_frames, _limits, _headers, _modes_and_order, _types, _lockfiles, _gzip, _zstd)
    return (*paths, *collisions, *(row for family in families for row in family()))
