"""Memory directories that cannot be committed, made below a temporary directory."""

import os
import random
import socket
import stat
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from secretshapes import MAKERS, Kind

_MIB = 1024 * 1024
_HUGE_BYTES = 9 * _MIB
_DEPTH = 40
_NOTE = b"A plain note.\n"


class Trap(StrEnum):
    """What is wrong with an entry of a hostile tree."""

    LINK_IN = "symlink to a file inside"
    LINK_OUT = "symlink to a file outside"
    LINK_OUT_DIRECTORY = "symlink to a directory outside"
    LINK_DANGLING = "symlink to nothing"
    LINK_LOOP = "symlinks in a circle"
    FIFO = "named pipe"
    SOCKET = "socket"
    DEVICE = "device node"
    UNREADABLE = "mode 000"
    NAME_NOT_UTF8 = "name that is not UTF-8"
    NAME_CONTROL = "name with a control character"
    NAME_PUNCTUATION = "name with a backslash or a colon"
    NAME_WINDOWS = "name that Windows reserves or cannot hold"
    NAME_COLLIDES = "names that differ only in case or normal form"
    DEEP = "40 directories deep"
    NUL_BYTES = "NUL bytes"
    UTF16 = "UTF-16"
    INVALID_UTF8 = "bytes that are not UTF-8"
    HUGE = "9 MiB"
    HIDDEN = "hidden directory"
    GIT = ".git directory"
    TEAM = "text that other people wrote"
    AGENTS = "directory of the tool's own"


@dataclass(frozen=True, slots=True)
class Entry:
    """One trap. ``path`` is below the root, with ``/``, undecodable bytes as surrogate escapes."""

    path: str
    trap: Trap


@dataclass(frozen=True, slots=True)
class HostileTree:
    """What ``hostile_tree`` made.

    ``plain`` are the files without a fault, the index among them. ``not_made`` holds what this
    system or user cannot make, with the reason. ``outside`` is the directory that links lead to.
    """

    root: Path
    outside: Path
    plain: tuple[str, ...]
    made: tuple[Entry, ...]
    not_made: tuple[tuple[Entry, str], ...]

    def paths(self, trap: Trap) -> list[str]:
        """Return the paths of the entries with this trap, sorted."""
        return sorted(entry.path for entry in self.made if entry.trap is trap)


@dataclass(frozen=True, slots=True)
class Planted:
    """A value in a file. ``line`` and ``column`` count from 1, the column in code points."""

    path: str
    line: int
    column: int
    value: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class LargeTree:
    """What ``large_tree`` made: paths below ``root``, and the bytes of all files together."""

    root: Path
    paths: tuple[str, ...]
    bytes: int


def _file(data: bytes = _NOTE, mode: int = 0o644) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(data)
        path.chmod(mode)

    return make


def _link(target: Path | str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _socket(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFSOCK | 0o600)
    except PermissionError:
        # Only Linux lets everybody make the node; binding has a limit on the path's length.
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.fspath(path))


def _device(path: Path) -> None:
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))


def _traps(outside: Path) -> Iterator[tuple[str, Trap, Callable[[Path], None]]]:
    yield "link-in.md", Trap.LINK_IN, _link("good.md")
    yield "link-out.md", Trap.LINK_OUT, _link(outside / "note.md")
    yield "link-out-relative.md", Trap.LINK_OUT, _link(f"../{outside.name}/note.md")
    yield "link-out-directory", Trap.LINK_OUT_DIRECTORY, _link(outside)
    yield "link-dangling.md", Trap.LINK_DANGLING, _link("nowhere.md")
    yield "link-loop-a.md", Trap.LINK_LOOP, _link("link-loop-b.md")
    yield "link-loop-b.md", Trap.LINK_LOOP, _link("link-loop-a.md")
    yield "link-loop-directory", Trap.LINK_LOOP, _link(".")
    yield "fifo.md", Trap.FIFO, os.mkfifo
    yield "socket.md", Trap.SOCKET, _socket
    yield "device.md", Trap.DEVICE, _device
    yield "unreadable.md", Trap.UNREADABLE, _file(mode=0)
    yield os.fsdecode(b"latin1-\xe9.md"), Trap.NAME_NOT_UTF8, _file()
    yield "new\nline.md", Trap.NAME_CONTROL, _file()
    yield "escape-\x1b[31m.md", Trap.NAME_CONTROL, _file()
    yield "back\\slash.md", Trap.NAME_PUNCTUATION, _file()
    yield "co:lon.md", Trap.NAME_PUNCTUATION, _file()
    for name in ("CON.md", "nul.md", "com1.md", "ends-in-dot.md.", "ends-in-space.md "):
        yield name, Trap.NAME_WINDOWS, _file()
    for name in ("case.md", "CASE.md", "caf\u00e9.md", "cafe\u0301.md"):
        yield name, Trap.NAME_COLLIDES, _file()
    deep = "/".join(f"d{level:02d}" for level in range(1, _DEPTH + 1))
    yield f"{deep}/deep.md", Trap.DEEP, _file()
    yield "nul-bytes.md", Trap.NUL_BYTES, _file(b"text\x00\x01\x02more\n")
    yield "utf16.md", Trap.UTF16, _file("A note.\n".encode("utf-16"))
    yield "invalid-utf8.md", Trap.INVALID_UTF8, _file(b"caf\xe9 and \xff\n")
    line = b"A line of a note that never ends.\n"
    huge = (line * (_HUGE_BYTES // len(line) + 1))[:_HUGE_BYTES]
    yield "huge.md", Trap.HUGE, _file(huge)
    yield ".hidden/note.md", Trap.HIDDEN, _file()
    yield ".git/config", Trap.GIT, _file(b"[core]\n\tbare = false\n")
    yield ".git/note.md", Trap.GIT, _file()
    yield "team/shared.md", Trap.TEAM, _file()
    yield "agents/worker.md", Trap.AGENTS, _file()


def hostile_tree(root: Path) -> HostileTree:
    """Make ``root`` with every trap that this system allows, and a directory beside it.

    The superuser can read ``unreadable.md`` all the same; only the superuser can make a device.
    """
    outside = root.with_name(f"{root.name}-outside")
    outside.mkdir(parents=True)
    (outside / "note.md").write_bytes(b"This must never be read.\n")
    root.mkdir(parents=True)
    (root / "MEMORY.md").write_bytes("- [Good](good.md) — fine\n".encode())
    (root / "good.md").write_bytes(_NOTE)
    made: list[Entry] = []
    not_made: list[tuple[Entry, str]] = []
    for name, trap, make in _traps(outside):
        path, entry = root / name, Entry(name, trap)
        if os.path.lexists(path):
            not_made.append((entry, "the file system takes this name for another one"))
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            make(path)
        except OSError as error:
            not_made.append((entry, error.strerror or type(error).__name__))
        else:
            made.append(entry)
    return HostileTree(root, outside, ("MEMORY.md", "good.md"), tuple(made), tuple(not_made))


@contextmanager
def locked_directory(root: Path) -> Iterator[str]:
    """Make a directory of mode 000 with a note in it; yield its path below ``root``.

    The mode is put back afterwards, so that temporary directories can be removed. The superuser
    is not kept out.
    """
    place = root / "locked"
    place.mkdir(parents=True)
    (place / "note.md").write_bytes(_NOTE)
    place.chmod(0)
    try:
        yield place.name
    finally:
        place.chmod(0o700)


# In two parts, or scanners take the sentence itself for a leak.
_LABEL = "pass" + "word:"
_SENTENCES = {
    Kind.AWS_ACCESS_KEY_ID: "The nightly export signs in as `{}`; change it after the move.",
    Kind.GITHUB_TOKEN: "- **Release token:** `{}`",
    Kind.OPENAI_KEY: "```bash\nexport EMBEDDING_API_KEY={}\n```",
    Kind.SLACK_TOKEN: "> 🚢 Mei pasted {} into the channel on 4 May.",
    Kind.PRIVATE_KEY_BLOCK: "The key of the old gateway:\n\n{}",
    Kind.PASSWORD: f"管理画面の利用者は admin、{_LABEL} {{}}",
    Kind.BEARER: "- `curl -H 'Authorization: Bearer {}' https://api.example.com/v1/health`",
}


def secret_tree(root: Path, rng: random.Random) -> list[Planted]:
    """Make a clean memory directory and plant one value of each kind, each in a file of its own.

    Three more files and the index stay clean. The list is sorted by path.
    """
    root.mkdir(parents=True)
    planted: list[Planted] = []
    index = ["# Memory index", ""]
    for name in ("feedback_naming", "project_move", "user_hours"):
        _write_note(root, name, [_paragraph(rng) for _ in range(3)])
        index.append(f"- [{name}]({name}.md) — nothing special")
    for kind, make in MAKERS.items():
        value, name = make(rng), f"reference_{kind}"
        paragraphs = [_paragraph(rng) for _ in range(3)]
        paragraphs.insert(rng.randint(0, 3), _SENTENCES[kind].format(value))
        text = _write_note(root, name, paragraphs)
        before = text[: text.index(value)]
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        planted.append(Planted(f"{name}.md", line, column, value, kind))
        index.append(f"- [{name}]({name}.md) — how the export signs in")
    (root / "MEMORY.md").write_bytes(("\n".join(index) + "\n").encode())
    return sorted(planted, key=lambda item: item.path)


def large_tree(root: Path, files: int, size: int, rng: random.Random) -> LargeTree:
    """Make ``files`` clean notes of exactly ``size`` bytes each, and an index over the first 150.

    The index comes on top of ``files``.
    """
    root.mkdir(parents=True)
    pool = [_paragraph(rng) for _ in range(64)]
    names = [f"project_note_{number:05d}.md" for number in range(files)]
    for name in names:
        paragraphs = [name]
        while sum(map(len, paragraphs)) < size:
            paragraphs.append(rng.choice(pool))
        (root / name).write_bytes(
            "\n\n".join(paragraphs).encode()[: max(size - 1, 0)] + b"\n"[:size]
        )
    index = "".join(f"- [{name}]({name})\n" for name in names[:150]).encode()
    (root / "MEMORY.md").write_bytes(index)
    return LargeTree(root, ("MEMORY.md", *names), files * size + len(index))


def _write_note(root: Path, name: str, paragraphs: list[str]) -> str:
    header = f"---\nname: {name}\ndescription: A note made by the tests\ntype: reference\n---"
    text = "\n\n".join([header, *paragraphs]) + "\n"
    (root / f"{name}.md").write_bytes(text.encode())
    return text


# No word here may look like a label of a credential.
_WORDS = (
    "after before because boat branch build bridge careful change check column crane deploy depth "
    "draught evening export first harbour index ladder late line list measure meeting migration "
    "morning note once order paper pier plan print queue quiet reason release report review row "
    "season second sheet slow storm survey table tide twice until version wait weather week wind"
)


def _paragraph(rng: random.Random) -> str:
    """Return a few lines of made-up prose, without anything a scanner could take for a value."""
    words = _WORDS.split()
    sentences = (
        " ".join(rng.choices(words, k=rng.randint(6, 14))).capitalize() + "."
        for _ in range(rng.randint(2, 5))
    )
    return textwrap.fill(" ".join(sentences), width=96)
