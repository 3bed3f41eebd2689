"""Memory to overlay, the real command as any user, and what a directory holds."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memcli.bundle.ustar import BLOCK, Entry, canonical_tar
from memcli.digest import Digest
from memcli.overlay.acquire import Acquired, Overlay
from memcli.overlay.resolver import BundleSnapshot
from memcli.stores.local import LocalStore
from memcli.stores.reference import Reference

NOBODY = 65534
IS_ROOT = os.geteuid() == 0
BODY_NONCE = "moraine-4471"
INDEX_NONCE = "isthmus-2093"
ENTRIES = (
    Entry("context/MEMORY.md", f"# Index\n\n- [One](one.md): {INDEX_NONCE}\n".encode()),
    Entry("memory/deep/er/two.md", "Zwei für alle.\n".encode()),
    Entry("memory/empty.md", b""),
    Entry("memory/one.md", f"One, {BODY_NONCE}.\n".encode()),
)
ARCHIVE = canonical_tar(ENTRIES)
DIGEST = Digest.of(ARCHIVE)
PATHS = ("deep/er/two.md", "empty.md", "one.md")
OTHER_ARCHIVE = canonical_tar((Entry("memory/other.md", b"Other.\n"),))
# Where a byte of a bundle is not as it was: in a header's path, and in padding that is zero.
HEADER_BYTE = 3
PADDING_BYTE = 2 * BLOCK - 1
CONTENT_BYTE = BLOCK


@dataclass(frozen=True, slots=True)
class GivenMemory:
    """A resolver without a bundle: gives ``files``, and calls them ``named`` if that is set."""

    files: tuple[Entry, ...] = ENTRIES
    named: Digest | None = None

    def resolve(self) -> Digest:
        return self.named or Digest.of(canonical_tar(self.files))

    def entries(self, digest: Digest) -> Iterator[Entry]:
        assert self.resolve() == digest
        yield from self.files


def flipped(archive: bytes, at: int) -> bytes:
    """Return ``archive`` with one bit of one byte changed."""
    return archive[:at] + bytes([archive[at] ^ 1]) + archive[at + 1 :]


def overlay_of(path: Path) -> Overlay:
    """Return the overlay of the bundle in the file at ``path``."""
    return Overlay(BundleSnapshot(Reference(str(path), lambda: path.open("rb"), None)))


def put_in_store(root: Path, archive: bytes) -> Path:
    """Store ``archive`` under its digest and return its file."""
    store = LocalStore(root)
    with store.stage() as staged:
        staged.file.write(archive)
        store.commit(staged, Digest.of(archive))
    return Path(staged.target)


# Becomes another user for good, once everything is imported: the interpreter may be private.
AS_USER = """
import encodings.utf_8_sig, fcntl, importlib, json, os, secrets, sys
from memcli.cli import app, main, table
for found in ("overlay.acquire", "cli.commands.overlay", "cli.crash"):
    importlib.import_module("memcli." + found)
app.build(table.find(["overlay"])[0])
user, how, what, *rest = sys.argv[1:]
os.setgroups([])
os.setresgid(int(user), int(user), int(user))
os.setresuid(int(user), int(user), int(user))
if how == "-m":
    sys.exit(main.main(rest))
sys.argv = [how, *rest]
exec(what)
"""


@dataclass(frozen=True, slots=True)
class Done:
    """How a call of the real command ended."""

    code: int
    out: bytes
    err: str


def memcli(
    *arguments: str | Path,
    cwd: Path,
    user: int | None = None,
    environ: Mapping[str, str] | None = None,
    umask: int = 0o022,
    stdin: bytes = b"",
) -> Done:
    """Run ``memcli`` as a process with an environment of its own."""
    return python(
        "-m", "memcli", *arguments, cwd=cwd, user=user, environ=environ, umask=umask, stdin=stdin
    )


def python(
    *arguments: str | Path,
    cwd: Path,
    user: int | None = None,
    environ: Mapping[str, str] | None = None,
    umask: int = 0o022,
    stdin: bytes = b"",
) -> Done:
    """Run the interpreter; ``user`` None is the user who runs the tests."""
    command = list(map(str, arguments))
    if user is not None:
        command = ["-c", AS_USER, str(user), *command]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env={**_environment(cwd), **(environ or {})},
        umask=umask,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Done(done.returncode, done.stdout, done.stderr.decode())


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    return {"PATH": os.defpath, "HOME": str(home), "LANG": "C.UTF-8", **kept}


def snapshot(root: Path) -> dict[str, tuple[int, bytes | str | None]]:
    """Return the mode and the content of everything below ``root``; links are not followed."""
    found: dict[str, tuple[int, bytes | str | None]] = {}
    for place, directories, files in os.walk(root):
        for name in [*directories, *files]:
            path = Path(place, name)
            mode = path.lstat().st_mode
            content: bytes | str | None = None
            if stat.S_ISLNK(mode):
                content = os.readlink(path)
            elif stat.S_ISREG(mode):
                content = path.read_bytes()
            found[str(path.relative_to(root))] = (mode, content)
    return found


def copies(sandbox: Path) -> list[str]:
    """Return the names of what lies among the copies, finished or not."""
    overlays = sandbox / ".memcli" / "overlays"
    return sorted(os.listdir(overlays)) if overlays.is_dir() else []


def copy_of(sandbox: Path, digest: Digest = DIGEST) -> Path:
    """Return where the copy of ``digest`` is, or would be."""
    return sandbox / ".memcli" / "overlays" / digest.directory_name


def files_of(acquired: Acquired) -> dict[str, bytes]:
    """Return what a run finds at the path that it is told."""
    root = Path(acquired.memory_dir)
    return {path: (root / path).read_bytes() for path in acquired.paths}


def make_writable(root: Path) -> None:
    """Let the owner change everything below ``root`` again."""
    for place, directories, _ in os.walk(root):
        for each in [place, *(os.path.join(place, name) for name in directories)]:
            if not os.path.islink(each):
                os.chmod(each, 0o755)  # noqa: S103  (others must still pass)


def remove(root: Path) -> None:
    """Remove ``root``, read-only or not."""
    make_writable(root)
    shutil.rmtree(root)


def values(entries: Sequence[Entry]) -> dict[str, bytes]:
    """Return the memory files among ``entries`` by their path in the memory directory."""
    prefix = "memory/"
    return {
        entry.path.removeprefix(prefix): entry.content
        for entry in entries
        if entry.path.startswith(prefix)
    }
