"""Places for sandboxes that every user can reach."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.sandboxes import ARCHIVE, IS_ROOT, NOBODY, make_writable


@pytest.fixture
def place() -> Iterator[Path]:
    """Yield a directory that other users can pass; pytest's own are private."""
    with tempfile.TemporaryDirectory(prefix="memcli-overlay-") as name:
        path = Path(name).resolve()
        path.chmod(0o755)
        yield path
        make_writable(path)


@pytest.fixture
def sandbox(place: Path) -> Path:
    """Return an empty directory."""
    path = place / "sandbox"
    path.mkdir(mode=0o755)
    return path


@pytest.fixture
def bundle(place: Path) -> Path:
    """Return the file of a bundle that everybody can read."""
    path = place / "memory.tar"
    path.write_bytes(ARCHIVE)
    path.chmod(0o644)
    return path


@pytest.fixture
def ordinary() -> int | None:
    """Return the id of a user without rights; None is the one who runs the tests."""
    return NOBODY if IS_ROOT else None
