"""Wrong calls: each exits with its code, says why and what to do, and writes nothing."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cli.conftest import NOTES, write_notes
from harness import NOBODY, SCRIPT, Memcli, Result, ordinary_user, tree

UNKNOWN_DIGEST = "sha256:" + "0" * 64
OTHER_DIGEST = "sha256:" + "1" * 64

LOCKFILE = b'{"schema": "memcli.lock/v1"}'


@dataclass(frozen=True, slots=True)
class Wrong:
    """A call that cannot succeed, and a part of what it must say.

    ``project`` and ``user`` are the texts of the settings files, None where there is none.
    """

    call: tuple[str, ...]
    says: str
    code: int = 2
    env: Mapping[str, str] = field(default_factory=dict)
    project: str | None = None
    user: str | None = None


def wrong(call: str, says: str, *more: str, code: int = 2) -> Wrong:
    """Return a wrong call from its words; ``more`` are words that a space or nothing is in."""
    return Wrong((*call.split(), *more), says, code)


CALLS = (
    # No command, no such command.
    wrong("", "no command"),
    wrong("scna notes", "no command 'scna'"),
    wrong("--verbose", "no option '--verbose'"),
    wrong("help nothing", "no command 'nothing'"),
    wrong("config", "second word"),
    wrong("config shwo", "no command 'config shwo'"),
    wrong("config --format json", "second word"),
    wrong("", "no command ''", ""),
    wrong("show\x1b[31m", "\\x1b"),
    # Options.
    wrong("scan notes --nope", "--nope"),
    wrong("scan notes --format xml", "xml"),
    wrong("scan notes --format", "--format"),
    wrong("scan notes --layout nope", "nope"),
    wrong("scan notes --layout", "'layout'", ""),
    wrong("scan notes --strict=yes", "--strict"),
    wrong("verify bundle.tar --digest short", "short"),
    wrong("verify bundle.tar --digest", "''", ""),
    wrong("verify bundle.tar --digest", "newline\\n", "newline\n"),
    wrong("verify bundle.tar --digest " + UNKNOWN_DIGEST.upper(), "lower-case"),
    wrong("config show extra", "extra"),
    # The directory of a scan or a bundle.
    wrong("scan", "no path"),
    wrong("scan", "empty", ""),
    wrong("scan missing", "missing"),
    wrong("scan notes missing", "missing"),
    wrong("scan fifo", "not a regular file"),
    wrong("scan dangling", "dangling"),
    wrong("scan", "NUL", "no\0tes"),
    wrong("bundle", "DIR"),
    wrong("bundle", "empty", ""),
    wrong("bundle missing", "missing"),
    wrong("bundle file.txt", "not a directory"),
    wrong("bundle fifo", "not a directory"),
    wrong("bundle empty", "nothing would travel"),
    wrong("bundle empty --dry-run", "nothing would travel"),
    wrong("bundle notes notes", "notes"),
    # What a bundle is made with.
    wrong("bundle notes --deny !x", "'!'"),
    wrong("bundle notes --deny", "empty pattern", ""),
    wrong("bundle notes --deny [", "["),
    wrong("bundle notes --max-total 0", "max-total"),
    wrong("bundle notes --max-total -1", "max-total"),
    wrong("bundle notes --max-total 1TB", "max-total"),
    wrong("bundle notes --max-total 64MiBs", "max-total"),
    # Where a bundle and its lockfile go.
    wrong("bundle notes -o", "-o"),
    wrong("bundle notes -o", "empty", ""),
    wrong("bundle notes -o -", "standard output"),
    wrong("bundle notes -o directory", "is a directory"),
    wrong("bundle notes -o fifo", "not a regular file"),
    wrong("bundle notes -o nowhere/out.tar", "nowhere"),
    wrong("bundle notes -o file.txt/out.tar", "file.txt"),
    wrong("bundle notes -o out.tar.gz", "compressed"),
    wrong("bundle notes -o out.zst", "compressed"),
    wrong("bundle notes -o memory.lock.json", "memcli's own files"),
    wrong("bundle notes -o same --lockfile ./same", "lockfile"),
    wrong("bundle notes --lockfile", "empty", ""),
    wrong("bundle notes --lockfile -", "lockfile"),
    wrong("bundle notes --lockfile foreign.json", "no lockfile of memcli"),
    wrong("bundle notes --lockfile newer.json", "newer"),
    wrong("bundle notes --lockfile file.txt", "no lockfile of memcli"),
    wrong("bundle notes --lockfile directory", "directory"),
    wrong("bundle notes --lockfile nowhere/memory.lock.json", "nowhere"),
    # A reference to a bundle.
    wrong("verify", "BUNDLE"),
    wrong("verify", "empty", ""),
    wrong("verify missing.tar", "missing.tar"),
    wrong("verify directory", "not a regular file"),
    wrong("verify fifo", "not a regular file"),
    wrong("verify empty.tar", "no bytes"),
    wrong("verify -", "no bytes"),
    wrong("verify sha256:12", "sha256:12"),
    wrong("verify sha512:" + "0" * 128, "sha512"),
    wrong(f"verify {UNKNOWN_DIGEST} --digest {OTHER_DIGEST}", "two digests"),
    wrong(f"verify {UNKNOWN_DIGEST}", "has no sha256", code=4),
    wrong("verify file.txt", "refused", code=3),
    wrong("verify broken.tar", "refused", code=3),
    wrong(f"verify bundle.tar --digest {UNKNOWN_DIGEST}", "digest_mismatch", code=3),
    # An overlay.
    wrong("overlay bundle.tar", "--sandbox"),
    wrong("overlay --sandbox sandbox", "REF"),
    wrong("overlay bundle.tar --sandbox", "empty", ""),
    wrong("overlay bundle.tar --sandbox missing", "does not exist"),
    wrong("overlay bundle.tar --sandbox file.txt", "not a directory"),
    wrong("overlay bundle.tar --sandbox sandbox --leaf", "leaf id", ""),
    wrong("overlay bundle.tar --sandbox sandbox --leaf", "4096", "x" * 4097),
    wrong("overlay bundle.tar --sandbox sandbox --index-lines 0", "--index-lines"),
    wrong("overlay bundle.tar --sandbox sandbox --index-bytes many", "--index-bytes"),
    wrong("overlay empty.tar --sandbox sandbox", "no bytes"),
    wrong("overlay fifo --sandbox sandbox", "not a regular file"),
    wrong("overlay", "empty", "", "--sandbox", "sandbox"),
    wrong(f"overlay {UNKNOWN_DIGEST} --sandbox sandbox", "has no sha256", code=4),
    wrong("overlay broken.tar --sandbox sandbox", "refused", code=3),
    # Settings.
    Wrong(("config", "show"), "MEMCLI_LAYOUT", env={"MEMCLI_LAYOUT": "nope"}),
    Wrong(("scan", "notes"), "MEMCLI_STRICT", env={"MEMCLI_STRICT": "perhaps"}),
    Wrong(("bundle", "notes"), "MEMCLI_MAX_TOTAL", env={"MEMCLI_MAX_TOTAL": "lots"}),
    Wrong(("verify", "bundle.tar"), "MEMCLI_MAX_TOTAL", env={"MEMCLI_MAX_TOTAL": "9" * 5000}),
    Wrong(("scan", "notes"), "not valid TOML", project="strict ="),
    Wrong(("scan", "notes"), "nested", project="layout = " + "[" * 100_000),
    Wrong(("scan", "notes"), "UTF-8", project="layout = '\udcff'"),
    Wrong(("scan", "notes"), "strct", project="strct = true"),
    Wrong(("scan", "notes"), "expected text", project="layout = 1"),
    Wrong(("scan", "notes"), "true or false", project="strict = 2"),
    Wrong(("scan", "notes"), "positive", project="max-total = true"),
    Wrong(("scan", "notes"), "may not set", project="store = '/elsewhere'"),
    Wrong(("scan", "notes"), "relaxes", project="strict = false", user="strict = true"),
    Wrong(("scan", "notes"), "true or false", project="strict = 7", env={"MEMCLI_STRICT": "1"}),
    Wrong(("scan", "notes"), "relaxes", project="max-total = '1GiB'"),
    Wrong(("scan", "notes"), "not valid TOML", user="]"),
    Wrong(("scan", "notes"), "colour", user="colour = 'red'"),
)


def prepare(wrong_call: Wrong, world: Path, home: Path) -> None:
    if wrong_call.project is not None:
        text = wrong_call.project.encode("utf-8", "surrogateescape")
        (world / "memcli.toml").write_bytes(text)
    if wrong_call.user is not None:
        write_notes(home / ".config" / "memcli", {"config.toml": wrong_call.user.encode()})


def files_of(home: Path) -> dict[str, bytes | None]:
    """Return the files below ``home``, but for the mark of a store that is empty."""
    return {
        path: content
        for path, content in tree(home).items()
        if content is not None and not path.endswith("/store/FORMAT")
    }


def assert_clear_error(result: Result, says: str) -> None:
    """The error is in its three parts, on stderr alone; only warnings come before it."""
    lines = [line for line in result.stderr.splitlines() if not line.startswith("warning: ")]
    assert ["error: ", "hint: "] == [lines[0][:7], lines[-1][:6]]
    assert [0] == [at for at, line in enumerate(lines) if line.startswith("error: ")]
    assert all(len(line.partition(":")[2]) > 1 for line in (lines[0], lines[-1]))
    assert len(lines) >= 3
    assert says in result.stderr
    assert "" == result.stdout


def _name(value: Wrong) -> str:
    settings = "; ".join(
        text for text in (value.project, value.user, *value.env) if text is not None
    )
    return ascii(" ".join(value.call) + (f" with {settings}" if settings else ""))[1:-1][:70]


@pytest.mark.parametrize("each", CALLS, ids=_name)
def test_a_wrong_call_is_refused(each: Wrong, memcli: Memcli, world: Path, home: Path) -> None:
    prepare(each, world, home)
    before = (tree(world), files_of(home))

    result = memcli.run(*each.call, env=each.env, exit_code=each.code)

    assert_clear_error(result, each.says)
    assert before == (tree(world), files_of(home))


@pytest.mark.parametrize("memcli", [SCRIPT], indirect=True)
@pytest.mark.parametrize("each", CALLS[10::12], ids=_name)
def test_a_wrong_call_of_the_script_is_refused(
    each: Wrong, memcli: Memcli, world: Path, home: Path
) -> None:
    prepare(each, world, home)

    result = memcli.run(*each.call, env=each.env, exit_code=each.code)

    assert_clear_error(result, each.says)


def test_there_are_at_least_forty_of_them_and_each_is_another() -> None:
    assert len(CALLS) >= 40
    assert [] == [each for at, each in enumerate(CALLS) if each in CALLS[:at]]


@pytest.mark.parametrize(
    ("call", "locked"),
    [
        (("scan", "notes/one.md"), "notes/one.md"),
        (("scan", "notes"), "notes"),
        (("bundle", "notes"), "notes"),
        (("verify", "bundle.tar"), "bundle.tar"),
        (("overlay", "bundle.tar", "--sandbox", "sandbox"), "bundle.tar"),
        (("overlay", "bundle.tar", "--sandbox", "sandbox"), "sandbox"),
        (("bundle", "notes", "-o", "sandbox/out.tar"), "sandbox"),
        (("bundle", "notes", "--lockfile", "sandbox/lock.json"), "sandbox"),
        (("bundle", "notes", "-o", "out.tar"), "memory.lock.json"),
        (("scan", "notes"), "memcli.toml"),
        (("scan", "notes"), ".config/memcli/config.toml"),
        (("scan", "notes"), ".config/memcli/deny"),
        (("scan", "notes"), ".config"),
        (("bundle", "notes"), "notes/.memdeny"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else f"{value} locked",
)
def test_what_cannot_be_read_or_written_is_refused(
    call: tuple[str, ...], locked: str, memcli: Memcli, open_place: Path
) -> None:
    files = {"memcli.toml": b"", "bundle.tar": b"", "memory.lock.json": LOCKFILE}
    files |= {".config/memcli/config.toml": b"", ".config/memcli/deny": b"", "sandbox/x": b""}
    files |= {f"notes/{name}": content for name, content in NOTES.items()}
    write_notes(open_place, files | {"notes/.memdeny": b""})
    (open_place / "store").mkdir()
    if os.geteuid() == 0:
        shutil.chown(open_place / "store", user=NOBODY)
    place = open_place / locked
    place.chmod(0)
    with ordinary_user():
        result = memcli.run(*call, env=_home(open_place), cwd=open_place, exit_code=2)
    place.chmod(0o700)

    assert_clear_error(result, "Permission denied")


def test_a_file_that_cannot_be_judged_blocks(memcli: Memcli, open_place: Path) -> None:
    """Unlike what the user named, a file found in a directory is a finding."""
    write_notes(open_place / "notes", NOTES)
    (open_place / "notes" / "one.md").chmod(0)
    with ordinary_user():
        result = memcli.run("scan", "notes", cwd=open_place, env=_home(open_place), exit_code=1)

    assert result.stdout.startswith("notes/one.md:0:1: block file-unreadable")


@pytest.mark.parametrize("call", ["scan .", "bundle notes -o b.tar", "verify b", "config show"])
def test_a_working_directory_that_is_gone_is_refused(call: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'rmdir "{gone}" && exec "{sys.executable}" -P -m memcli {call}'
    done = subprocess.run(["sh", "-c", script], cwd=gone, capture_output=True, check=False)

    assert 2 == done.returncode
    assert_clear_error(Result(done.stdout.decode(), done.stderr.decode(), 2), "working directory")


def _home(place: Path) -> dict[str, str | None]:
    return {"HOME": str(place), "XDG_CONFIG_HOME": None, "MEMCLI_STORE": str(place / "store")}
