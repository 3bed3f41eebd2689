"""The encoding gives the bytes that the format's other implementation gives."""

import io
import tarfile
from dataclasses import dataclass
from itertools import pairwise

import pytest

import archives
from memcli.bundle.refusal import BundleRefusedError, Refusal
from memcli.bundle.ustar import Entry, canonical_tar, header, padding, split_path
from memcli.digest import Digest

INDEX = Entry("context/MEMORY.md", b"# Index\n- [a](a.md)\n")


@dataclass(frozen=True, slots=True)
class Golden:
    """Entries, and the size and digest that the other implementation computed for them."""

    name: str
    entries: tuple[Entry, ...]
    size: int
    digest: str


def numbered(*paths: str) -> tuple[Entry, ...]:
    """Return files that hold their own number and a newline."""
    return tuple(Entry(path, b"%d\n" % number) for number, path in enumerate(paths))


GOLDEN = (
    Golden(
        "three entries",
        (
            Entry("memory/\u00e9.md", b"\xce\xb1\n"),
            Entry("memory/a.md", b"x\n"),
            Entry("context/MEMORY.md", b"- [a](a.md)\n"),
        ),
        4096,
        "035eefc36f626ca5857f283f1f8e2b0c7046cef580fb32ba7f74f730978fb2e3",
    ),
    Golden(
        "one empty file",
        (Entry("memory/a.md", b""),),
        1536,
        "fd1a8bbfa629ac7b3b30f54f99af0ae6c4c2466fbf44ef845b919a0f033639e0",
    ),
    Golden(
        "no files",
        (),
        1024,
        "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    ),
    Golden(
        "sizes around whole blocks",
        (
            INDEX,
            *(
                Entry(f"memory/s{size:05}.md", b"a" * size)
                for size in (0, 1, 511, 512, 513, 1023, 1024, 1025, 4096)
            ),
        ),
        16896,
        "ce35b4f27a95b93b30e107b632fff42621c8c6084034f3fe5e20afefa5aecec6",
    ),
    Golden(
        "names in NFC",
        numbered(
            "memory/caf\u00e9.md",
            "memory/\u00c5ngstr\u00f6m.md",
            "memory/\u1e9b\u0323.md",
        ),
        4096,
        "60b6b0c6e4ffb34f81a44425fa5db32b07f0224f0b4de8d11bf55af83a5b83f4",
    ),
    Golden(
        "Chinese, Japanese and Korean names",
        (
            INDEX,
            *numbered(
                "memory/\u8a18\u61b6.md",
                "memory/\u8bb0\u5fc6.md",
                "memory/\u30e1\u30e2\u30ea\u30fc.md",
                "memory/\uae30\uc5b5.md",
                "memory/\u1100\u1161.md",
                "memory/\U00020bb7.md",
            ),
        ),
        8192,
        "0eca81414dc2464c307bc49b3752aaa260a7ab1945b4ebf1ecdca33dc025b0d0",
    ),
    Golden(
        "emoji names",
        (
            INDEX,
            *numbered(
                "memory/\U0001f600.md",
                "memory/\U0001f468\u200d\U0001f469\u200d\U0001f467.md",
                "memory/\U0001f1ef\U0001f1f5.md",
                "memory/\u2764\ufe0f.md",
                "memory/\u2764.md",
            ),
        ),
        7168,
        "12c0a7d532fab113464b7fcfc955091ff9114a81afdae7293da4bd756f893001",
    ),
    Golden(
        "path of 255 bytes",
        (INDEX, Entry(f"memory/{'p' * 147}/{'n' * 97}.md", b"x\n")),
        3072,
        "2ea47fa206135fef975a1ecd09b69071f5522641cb9d873f63a681685cf9439f",
    ),
    Golden(
        "path of 256 bytes",
        (
            Entry("context/MEMORY.md", b"- [a](a.md)\n"),
            Entry(f"memory/{'p' * 148}/{'n' * 97}.md", b"x\n"),
        ),
        3072,
        "c86201340db3a3e529583abd47e8fad1685ba2010a819c56cee3539ef8dc7e1a",
    ),
    Golden(
        "order of UTF-8, which is not that of UTF-16",
        numbered(
            "memory/\uff21.md",
            "memory/\ue000.md",
            "memory/\uffee.md",
            "memory/\U0001f600.md",
            "memory/\U00010000.md",
            "memory/Z.md",
            "memory/\u00e9.md",
        ),
        8192,
        "98e28497f794b8a3cd6119992cb26ab3bda3a1a3958639119c5add1c5a35b6c3",
    ),
    Golden(
        "index and a file, as without the lockfile",
        (INDEX, Entry("memory/a.md", b"0\n")),
        3072,
        "d8e461d3f8a4595062d83c279b5ebe9d410a19b428fb2383ab2a095054be4404",
    ),
    Golden(
        "a length that is a whole record of 10240",
        (Entry("memory/a.md", b"a" * 8704),),
        10240,
        "81bf8e659d468536d652e48beb9e21270464c09038a2b007a1cec2972a694839",
    ),
)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_golden(golden: Golden) -> None:
    archive = canonical_tar(golden.entries)
    expected = (golden.size, f"sha256:{golden.digest}")
    assert expected == (len(archive), Digest.of(archive).text)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_the_order_of_the_input_does_not_matter(golden: Golden) -> None:
    assert canonical_tar(golden.entries) == canonical_tar(reversed(golden.entries))


def test_each_part_counts() -> None:
    base = Digest.of(canonical_tar([Entry("memory/a.md", b"x")]))
    others = [
        Entry("memory/b.md", b"x"),
        Entry("memory/a.md", b"y"),
        Entry("memory/a.md", b"x", 0o600),
    ]
    digests = {base, *(Digest.of(canonical_tar([each])) for each in others)}
    assert 1 + len(others) == len(digests)


def test_every_field_of_a_header() -> None:
    built = archives.header(b"run.sh", prefix=b"", mode=b"0000755\0", size=70_000)
    assert built == header(b"run.sh", size=70_000, mode=0o100755)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (b"a" * 100, (b"", b"a" * 100)),
        (b"memory/" + b"n" * 100, (b"memory", b"n" * 100)),
        (b"a/b/" + b"n" * 98, (b"a", b"b/" + b"n" * 98)),
        (b"a/b/" + b"n" * 99, (b"a/b", b"n" * 99)),
        (b"p" * 155 + b"/" + b"n" * 100, (b"p" * 155, b"n" * 100)),
        ("\u8a18".encode() * 33 + b"/n", (b"\xe8\xa8\x98" * 33, b"n")),
        (b"/" + b"p" * 99 + b"/n", (b"/" + b"p" * 99, b"n")),
    ],
)
def test_a_path_is_split_at_the_first_slash_that_fits(
    path: bytes, expected: tuple[bytes, bytes]
) -> None:
    assert expected == split_path(path)


@pytest.mark.parametrize(
    "path",
    [
        b"a" * 101,
        b"memory/" + b"n" * 101,
        b"p" * 156 + b"/n",
        b"p" * 155 + b"/" + b"n" * 101,
        b"/" + b"n" * 100,
        b"n" * 101 + b"/",
    ],
)
def test_a_path_that_cannot_be_split_is_refused(path: bytes) -> None:
    with pytest.raises(BundleRefusedError) as caught:
        split_path(path)
    assert Refusal.PATH_TOO_LONG is caught.value.refusal


def test_a_size_that_the_field_cannot_hold_is_refused() -> None:
    assert b"77777777777\0" == header(b"a", size=(8 << 30) - 1)[124:136]
    with pytest.raises(BundleRefusedError) as caught:
        header(b"a", size=8 << 30)
    assert Refusal.TOO_BIG is caught.value.refusal


def test_padding_fills_whole_blocks() -> None:
    assert [0, 511, 1, 0, 511] == [len(padding(size)) for size in (0, 1, 511, 512, 513)]


def test_python_writes_the_same_but_for_the_filling_of_the_record() -> None:
    entries = sorted(GOLDEN[5].entries, key=lambda entry: entry.path.encode())
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for entry in entries:
            info = tarfile.TarInfo(entry.path)
            info.size = len(entry.content)
            tar.addfile(info, io.BytesIO(entry.content))
    archive = canonical_tar(entries)
    python = file.getvalue()
    assert python[: len(archive)] == archive
    assert bytes(len(python) - len(archive)) == python[len(archive) :]


def test_the_order_of_headers_is_that_of_bytes() -> None:
    paths = [f"memory/{name}.md" for name in ("\U0001f600", "\uff21", "a", "B", "-")]
    archive = canonical_tar(Entry(path, b"") for path in paths)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        names = [name.encode() for name in tar.getnames()]
    assert len(paths) == len(names)
    assert all(first < second for first, second in pairwise(names))
