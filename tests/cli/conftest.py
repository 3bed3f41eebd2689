"""A working directory with one of everything that a call may name."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from memcli.bundle.ustar import Entry, canonical_tar
from memcli.cli.commands import bundle as _bundle
from memcli.cli.commands import overlay as _overlay

# Loaded before a test changes the user, who may not be able to read the modules.
LOADED = (_bundle, _overlay)

INDEX = b"# Index\n\n- [One](one.md): what the tide does\n- [Two](two.md): the crane\n"
NOTES = {"MEMORY.md": INDEX, "one.md": b"The tide turns at noon.\n", "two.md": "Größe\n".encode()}
ARCHIVE = canonical_tar(
    (
        Entry("context/MEMORY.md", INDEX),
        Entry("memory/one.md", NOTES["one.md"]),
        Entry("memory/two.md", NOTES["two.md"]),
    )
)


def write_notes(root: Path, files: dict[str, bytes]) -> Path:
    """Write a memory directory and return it."""
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """Return ``tmp_path`` with a memory directory, its bundle, and what is neither."""
    write_notes(tmp_path / "notes", NOTES)
    for name in ("empty", "sandbox", "directory"):
        (tmp_path / name).mkdir()
    (tmp_path / "bundle.tar").write_bytes(ARCHIVE)
    (tmp_path / "broken.tar").write_bytes(ARCHIVE[:-1] + b"x")
    (tmp_path / "empty.tar").touch()
    (tmp_path / "file.txt").write_bytes(b"A note.\n")
    (tmp_path / "foreign.json").write_bytes(b'{"schema": "other/v1"}\n')
    (tmp_path / "newer.json").write_bytes(b'{"schema": "memcli.lock/v99"}\n')
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "dangling").symlink_to("nowhere")
    return tmp_path


@pytest.fixture
def open_place() -> Iterator[Path]:
    """Yield a directory that every user can pass; pytest's own are private."""
    with tempfile.TemporaryDirectory(prefix="memcli-cli-") as name:
        path = Path(name).resolve()
        path.chmod(0o755)
        yield path
