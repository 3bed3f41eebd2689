"""The lockfile: public facts alone, and nobody else's file overwritten."""

import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path

import pytest

from harness import Memcli
from memcli.bundle.lockfile import LockedFile, Lockfile, refuse_foreign
from memcli.digest import Digest
from memcli.errors import UsageError

LOCK = "memory.lock.json"
NOT_DONE = "no bundle was written"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "m"
    for name, text in {
        "MEMORY.md": "- [A](a.md)\n- [Q](qzvault-private.md) — qzhook\n",
        "a.md": "A note.\n",
        "qzvault-private.md": "---\nname: qzname\n---\nqzbody\n",
        "qzdirectory/n.md": "qzbody\n",
        "é.md": "",
        ".memdeny": "*-private.md\nqzdirectory/\n",
        "x.txt": "qzother\n",
    }.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(text.encode())
    return place


def test_the_bytes_of_a_lockfile() -> None:
    one = Digest.of(b"one")
    lock = Lockfile(
        digest=Digest.of(b"all"),
        layout="claude-code",
        files=[LockedFile("memory/é.md", 3, one)],
        left_out={"denied": 2},
        entries_removed=1,
    )
    expected = f"""{{
  "schema": "memcli.lock/v1",
  "digest": "{Digest.of(b"all")}",
  "layout": "claude-code",
  "files": [
    {{
      "path": "memory/é.md",
      "size": 3,
      "sha256": "{one.hex}"
    }}
  ],
  "left_out": {{
    "denied": 2
  }},
  "index_entries_removed": 1
}}
"""
    assert expected.encode() == lock.encode()


def test_a_lockfile_says_what_travelled(memcli: Memcli, root: Path, tmp_path: Path) -> None:
    digest = memcli.run("bundle", root).stdout.strip()
    index = b"- [A](a.md)\n"
    files = [("context/MEMORY.md", index), ("memory/a.md", b"A note.\n"), ("memory/é.md", b"")]
    assert {
        "schema": "memcli.lock/v1",
        "digest": digest,
        "layout": "claude-code",
        "files": [
            {"path": path, "size": len(raw), "sha256": Digest.of(raw).hex} for path, raw in files
        ],
        "left_out": {"denied": 2},
        "index_entries_removed": 1,
    } == json.loads((tmp_path / LOCK).read_bytes())


def test_a_lockfile_is_fit_for_the_public(
    memcli: Memcli, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every private thing has a name with the same rare letters."""
    root = root.rename(tmp_path / "qzplace")
    monkeypatch.setattr(socket, "gethostname", lambda: "qzhost")
    names = ("USER", "LOGNAME", "HOSTNAME")
    memcli.run("bundle", root, env=dict.fromkeys(names, "qzuser") | {"HOME": "/qzhome"})
    text = (tmp_path / LOCK).read_text(encoding="utf-8")
    assert "qz" not in text
    assert str(tmp_path) not in text
    assert [] == [each["path"] for each in json.loads(text)["files"] if each["path"][0] == "/"]
    for stayed in ("qzplace/qzvault-private.md", "qzplace/MEMORY.md", "qzplace/x.txt"):
        assert Digest.of((tmp_path / stayed).read_bytes()).hex not in text


def test_two_runs_and_two_places_write_the_same(memcli: Memcli, root: Path, tmp_path: Path) -> None:
    memcli.run("bundle", root)
    first = (tmp_path / LOCK).read_bytes()
    memcli.run("bundle", root, "-o", "m.tar", "--lockfile", "again.json")
    memcli.run("bundle", ".", cwd=root)
    assert first == (tmp_path / LOCK).read_bytes()
    assert first == (tmp_path / "again.json").read_bytes()
    assert first == (root / LOCK).read_bytes()
    memcli.run("bundle", ".", cwd=root)
    assert first == (root / LOCK).read_bytes()


FOREIGN: Mapping[str, bytes] = {
    "empty": b"",
    "text": b"precious\n",
    "a list": b"[]",
    "no schema": b"{}",
    "another schema": b'{"schema": "other.lock/v1"}',
    "a schema that is no text": b'{"schema": 1}',
    "not UTF-8": b"\xff\xfe\xfd",
    "deeply nested": b"[" * 100_000,
    "trailing text": b'{"schema": "memcli.lock/v1"} x',
}


@pytest.mark.parametrize("raw", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_no_lockfile_is_refused_and_untouched(
    memcli: Memcli, root: Path, tmp_path: Path, home: Path, raw: bytes
) -> None:
    (tmp_path / LOCK).write_bytes(raw)
    result = memcli.run("bundle", root, exit_code=2)
    assert f"{LOCK} is there and is no lockfile of memcli" in result.stderr
    assert ("", raw) == (result.stdout, (tmp_path / LOCK).read_bytes())
    assert [] == list(home.rglob("*.tar"))


@pytest.mark.parametrize("schema", ["memcli.lock/v2", "memcli.lock/v10", "memcli.lock/"])
def test_a_lockfile_of_a_newer_memcli_is_refused_and_untouched(
    memcli: Memcli, root: Path, tmp_path: Path, schema: str
) -> None:
    raw = json.dumps({"schema": schema, "more": 1}).encode()
    (tmp_path / LOCK).write_bytes(raw)
    result = memcli.run("bundle", root, "-o", "m.tar", exit_code=2)
    assert f"{LOCK} is a lockfile of a newer memcli" in result.stderr
    assert "hint: upgrade memcli" in result.stderr
    assert raw == (tmp_path / LOCK).read_bytes()
    assert not (tmp_path / "m.tar").exists()


def test_a_lockfile_of_this_version_is_replaced(memcli: Memcli, root: Path, tmp_path: Path) -> None:
    (tmp_path / LOCK).write_bytes(b'{"schema": "memcli.lock/v1", "digest": "of another day"}')
    digest = memcli.run("bundle", root).stdout.strip()
    assert digest == json.loads((tmp_path / LOCK).read_bytes())["digest"]


@pytest.mark.parametrize("target", ["precious", "nowhere", LOCK])
def test_a_link_is_replaced_and_what_it_leads_to_is_left_alone(
    memcli: Memcli, root: Path, tmp_path: Path, target: str
) -> None:
    (tmp_path / "precious").write_bytes(b"keep")
    (tmp_path / LOCK).symlink_to(target)
    digest = memcli.run("bundle", root).stdout.strip()
    assert not (tmp_path / LOCK).is_symlink()
    assert digest == json.loads((tmp_path / LOCK).read_bytes())["digest"]
    assert b"keep" == (tmp_path / "precious").read_bytes()
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "behind a link"])
@pytest.mark.parametrize("kind", ["directory", "fifo"])
def test_what_is_no_file_is_refused(
    memcli: Memcli,
    root: Path,
    tmp_path: Path,
    kind: str,
    linked: bool,  # noqa: FBT001  (a parameter of the test)
) -> None:
    place = tmp_path / "behind" if linked else tmp_path / LOCK
    if kind == "fifo":
        os.mkfifo(place)
    else:
        place.mkdir()
    if linked:
        (tmp_path / LOCK).symlink_to("behind")
    result = memcli.run("bundle", root, exit_code=2)
    assert "error: no bundle was written" in result.stderr
    assert f" {LOCK} " in result.stderr
    assert not (tmp_path / LOCK).is_file()
    assert linked == (tmp_path / LOCK).is_symlink()


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    with (tmp_path / LOCK).open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(UsageError, match="larger than"):
        refuse_foreign(str(tmp_path / LOCK), not_done=NOT_DONE)


def test_no_file_is_fine(tmp_path: Path) -> None:
    refuse_foreign(str(tmp_path / LOCK), not_done=NOT_DONE)


def test_a_dry_run_writes_no_lockfile_and_refuses_what_the_run_would(
    memcli: Memcli, root: Path, tmp_path: Path
) -> None:
    memcli.run("bundle", root, "--dry-run")
    assert not (tmp_path / LOCK).exists()
    (tmp_path / LOCK).write_bytes(b"precious")
    result = memcli.run("bundle", root, "--dry-run", exit_code=2)
    assert "no lockfile of memcli" in result.stderr
    assert b"precious" == (tmp_path / LOCK).read_bytes()


def test_a_bundle_inside_the_directory_does_not_change_its_lockfile(
    memcli: Memcli, root: Path, tmp_path: Path
) -> None:
    runs = []
    for _ in range(2):
        memcli.run("bundle", root, "-o", root / "m.tar")
        runs.append((tmp_path / LOCK).read_bytes())
        (root / ".DS_Store").write_bytes(b"\0")
    assert runs[0] == runs[1]


def test_a_gate_that_stays_shut_leaves_the_old_lockfile(
    memcli: Memcli, root: Path, tmp_path: Path, home: Path
) -> None:
    memcli.run("bundle", root, "-o", "m.tar")
    before = ((tmp_path / LOCK).read_bytes(), (tmp_path / "m.tar").read_bytes())
    (root / "a.md").write_bytes(b"\xff")
    memcli.run("bundle", root, "-o", "m.tar", exit_code=1)
    memcli.run("bundle", root, exit_code=1)
    assert before == ((tmp_path / LOCK).read_bytes(), (tmp_path / "m.tar").read_bytes())
    assert [] == list(home.rglob("*.tar"))
    assert {"m", LOCK, "m.tar"} == {path.name for path in tmp_path.iterdir()}
