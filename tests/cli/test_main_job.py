"""Scan, bundle, verify and overlay from the outside: codes, streams, and what is written."""

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import ARCHIVE, INDEX, NOTES, write_notes
from harness import BOTH_WAYS, FIXTURES, Memcli, tree
from memcli.digest import Digest
from memcli.scan.rules import rule_of
from secretshapes import MAKERS, Kind, aws_access_key_id, password, seeded

DIGEST = Digest.of(ARCHIVE)
FINGERPRINT = re.compile(r"v1:[0-9a-f]{32}")
LABEL = "pass" + "word: "
BOTH = pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)


@pytest.fixture
def key() -> str:
    return aws_access_key_id(seeded(11))


@pytest.fixture
def leaky(world: Path, key: str) -> Path:
    """Return a memory directory with a key in line 2 of ``deploy/keys.md``, column 9."""
    notes = write_notes(world / "leaky", NOTES)
    return write_notes(notes, {"deploy/keys.md": f"# Schlüssel\nThe id: {key}.\n".encode()})


@pytest.fixture
def doubtful(world: Path) -> Path:
    """Return a memory directory in which only the heuristics find something."""
    line = f"The {LABEL}{password(seeded(2))}\n".encode()
    return write_notes(write_notes(world / "doubtful", NOTES), {"door.md": line})


def without_fingerprints(document: dict[str, Any]) -> dict[str, Any]:
    """Return a scan's document with its fingerprints checked and taken out."""
    for each in document["findings"]:
        assert FINGERPRINT.fullmatch(each["fingerprint"]) is not None
        each["allow"] = each["allow"].replace(each["fingerprint"], "checked")
        each["fingerprint"] = "checked"
    return document


def everything_below(*places: Path) -> bytes:
    """Return the names and bytes of all files there, one after the other."""
    found = [tree(place) for place in places]
    return b"".join(path.encode() + (data or b"") for each in found for path, data in each.items())


def kept_in(home: Path) -> dict[str, bytes | None]:
    """Return what is below ``home`` but for the cache, which any call may fill."""
    return {path: data for path, data in tree(home).items() if not path.startswith(".cache")}


def parts_of(secret: str) -> list[str]:
    """Return every part of ``secret`` that would be of use.

    Nine characters are more than a vendor's constant prefix. The dashes around a private key are
    no secret.
    """
    lines = [line for line in secret.splitlines() if not line.startswith("-----")]
    return [line[at : at + 9] for line in lines for at in range(max(len(line) - 8, 1))]


# Scan.


@BOTH
def test_a_clean_directory_says_so_on_stderr_alone(memcli: Memcli, world: Path) -> None:
    result = memcli.run("scan", "notes")

    size = sum(map(len, NOTES.values()))
    assert "" == result.stdout
    assert f"scanned 3 files, {size} bytes: 0 block, 0 warn, 0 info\n" == result.stderr


@BOTH
def test_a_planted_key_is_named_by_its_place(memcli: Memcli, leaky: Path, key: str) -> None:
    result = memcli.run("scan", "leaky", exit_code=1)

    first, why, advice, otherwise = result.stdout.splitlines()
    place, _, fingerprint = first.rpartition(" ")
    assert "leaky/deploy/keys.md:2:9: block aws-access-key-id AKIA…" == place
    assert FINGERPRINT.fullmatch(fingerprint.strip("[]")) is not None
    assert [True, True] == [line.startswith("    ") for line in (why, advice)]
    name = fingerprint.strip("[]")
    assert f"    If it may stay: memcli allow {name} --reason TEXT --in leaky" == otherwise
    assert result.stderr.endswith(": 1 block, 0 warn, 0 info\n")
    beyond_the_mask = key[len("AK" + "IA") :][:4]
    assert beyond_the_mask not in result.stdout + result.stderr


@BOTH
def test_the_json_of_a_scan_is_exactly_this(memcli: Memcli, leaky: Path) -> None:
    (leaky / ".memdeny").write_bytes(b"two.md\n")
    (leaky / "picture.png").write_bytes(b"\x89PNG")
    result = memcli.run("scan", "leaky", "--format", "json", exit_code=1)

    judged = [INDEX.replace(b"- [Two](two.md): the crane\n", b""), NOTES["one.md"]]
    judged.append((leaky / "deploy" / "keys.md").read_bytes())
    finding = {
        "rule": "aws-access-key-id",
        "tier": "structural",
        "effect": "block",
        "path": "deploy/keys.md",
        "line": 2,
        "column": 9,
        "end_column": 29,
        "mask": "AKIA…",
        "fingerprint": "checked",
        "allowed_by": None,
        "why": rule_of("aws-access-key-id").why,
        "advice": rule_of("aws-access-key-id").advice,
        "allow": "memcli allow checked --reason TEXT --in leaky",
    }
    size = sum(map(len, judged))
    expected = {
        "schema": "memcli.scan/v1",
        "findings": [finding],
        "summary": {"files": 3, "bytes": size, "block": 1, "warn": 0, "info": 0, "allowed": 0},
        "left_out": {"denied": 1, "not-markdown": 1, "own-file": 1},
    }
    assert expected == without_fingerprints(result.json)
    assert list(expected) == list(result.json)
    assert list(finding) == list(result.json["findings"][0])


def test_several_paths_are_one_report_that_says_which(memcli: Memcli, leaky: Path) -> None:
    text = memcli.run("scan", "notes", "leaky/deploy/keys.md", "leaky", exit_code=1)
    data = memcli.run("scan", "notes", "leaky", "--format", "json", exit_code=1).json

    places = [line.split(" ")[0] for line in text.stdout.splitlines()[::4]]
    assert ["leaky/deploy/keys.md:2:9:"] * 2 == places
    assert ["leaky"] == [each["root"] for each in data["findings"]]
    assert 7 == data["summary"]["files"]


def test_a_file_and_its_directory_give_one_fingerprint(memcli: Memcli, leaky: Path) -> None:
    """An allow entry must hold whether a hook names the file or a person the directory."""
    calls = (("leaky",), ("leaky/deploy/keys.md",), (str(leaky / "deploy" / "keys.md"),))
    found = [
        memcli.run("scan", *call, "--format", "json", exit_code=1).json["findings"]
        for call in calls
    ]
    commands = [each.pop("allow") for (each,) in found]

    assert [found[0]] * 3 == found
    assert [commands[1]] * 2 == commands[1:]


@BOTH
def test_a_heuristic_finding_warns_and_blocks_when_strict(memcli: Memcli, doubtful: Path) -> None:
    relaxed = memcli.run("scan", "doubtful")
    strict = memcli.run("scan", "doubtful", "--strict", exit_code=1)

    assert relaxed.stdout.startswith("doubtful/door.md:1:15: warn assigned-secret …")
    assert relaxed.stderr.endswith("0 block, 1 warn, 0 info\n")
    assert strict.stdout == relaxed.stdout.replace(": warn ", ": block ")


def test_a_denied_file_is_not_judged(memcli: Memcli, leaky: Path) -> None:
    result = memcli.run("scan", "leaky", "--deny", "keys.md")

    assert result.stderr.endswith("0 block, 0 warn, 0 info; left out: 1 denied\n")


# What is shown of a secret.


@pytest.mark.parametrize("kind", Kind)
def test_no_part_of_a_secret_is_shown_or_kept(
    kind: Kind, memcli: Memcli, world: Path, home: Path
) -> None:
    secret = MAKERS[kind](seeded(23))
    context = {Kind.PASSWORD: LABEL, Kind.BEARER: "Authorization: Bearer "}.get(kind, "Use ")
    notes = write_notes(world / "kept", NOTES | {"three.md": f"{context}{secret}\n".encode()})
    before = tree(world)
    calls = (
        ("scan", "kept"),
        ("scan", "kept", "--format", "json"),
        ("scan", "kept/three.md"),
        ("bundle", "kept", "--explain"),
        ("bundle", "kept", "--format", "json"),
        ("bundle", "kept", "-o", "out.tar", "--lockfile", "out.json"),
        ("bundle", "kept", "--dry-run"),
    )
    printed = ""
    for call in calls:
        result = memcli.run(*call, "--strict", exit_code=1)
        printed += result.stdout + result.stderr

    assert (notes / "three.md").exists()
    assert before == tree(world)
    shown = printed + everything_below(home).decode("utf-8", "replace")
    assert [] == [part for part in parts_of(secret) if part in shown]


def test_the_lockfile_of_what_travels_says_nothing_of_a_secret_that_does_not(
    memcli: Memcli, leaky: Path, world: Path, home: Path, key: str
) -> None:
    memcli.run("bundle", "leaky", "--deny", "deploy/")

    (leaky / "deploy" / "keys.md").unlink()
    kept = everything_below(world, home)
    for hidden in (key, key[4:12], "keys.md", hashlib.sha256(key.encode()).hexdigest()):
        assert hidden.encode() not in kept


# Bundle.


@BOTH
def test_a_bundle_goes_to_the_file_and_its_digest_to_stdout(memcli: Memcli, world: Path) -> None:
    result = memcli.run("bundle", "notes", "-o", "out.tar")

    assert f"{DIGEST}\n" == result.stdout
    assert f"bundled 3 files into out.tar, {len(ARCHIVE)} bytes\n" == result.stderr
    assert ARCHIVE == (world / "out.tar").read_bytes()
    assert DIGEST.hex == hashlib.sha256((world / "out.tar").read_bytes()).hexdigest()
    assert DIGEST.hex in (world / "memory.lock.json").read_text(encoding="utf-8")


@BOTH
def test_a_bundle_goes_to_the_local_store(memcli: Memcli, world: Path, home: Path) -> None:
    result = memcli.run("bundle", "notes")

    store = home / ".local" / "share" / "memcli" / "store"
    assert f"{DIGEST}\n" == result.stdout
    assert ARCHIVE == (store / "bundles" / f"sha256-{DIGEST.hex}.tar").read_bytes()
    modes = {path.stat().st_mode & 0o777 for path in store.rglob("*") if path.is_file()}
    assert {0o600} == modes
    assert {0o700} == {place.stat().st_mode & 0o777 for place in (store, store / "bundles")}
    assert f"{DIGEST}\n" == memcli.run("verify", str(DIGEST)).stdout


@BOTH
def test_a_dry_run_writes_nothing(memcli: Memcli, world: Path, home: Path) -> None:
    before = (tree(world), kept_in(home))
    for more in ((), ("-o", "out.tar"), ("--format", "json"), ("--explain",)):
        result = memcli.run("bundle", "notes", "--dry-run", *more)
        assert DIGEST.text in result.stdout

    assert before == (tree(world), kept_in(home))


@BOTH
def test_a_finding_that_blocks_leaves_nothing(memcli: Memcli, leaky: Path, home: Path) -> None:
    before = (tree(leaky.parent), kept_in(home))
    for more in ((), ("-o", "out.tar"), ("--lockfile", "other.json")):
        result = memcli.run("bundle", "leaky", *more, exit_code=1)
        assert "" == result.stdout
        assert result.stderr.startswith("leaky/deploy/keys.md:2:9: block aws-access-key-id AKIA…")
        told = "error: no bundle was written\n  1 finding blocks (listed above)\nhint: "
        assert told in result.stderr

    assert before == (tree(leaky.parent), kept_in(home))


def test_a_refused_bundle_leaves_an_older_one_as_it_was(memcli: Memcli, leaky: Path) -> None:
    memcli.run("bundle", "notes", "-o", "out.tar")
    before = tree(leaky.parent)
    memcli.run("bundle", "leaky", "-o", "out.tar", exit_code=1)

    assert before == tree(leaky.parent)


def test_a_warning_does_not_stop_a_bundle(memcli: Memcli, doubtful: Path) -> None:
    result = memcli.run("bundle", "doubtful", "-o", "out.tar")
    memcli.run("bundle", "doubtful", "-o", "strict.tar", "--strict", exit_code=1)

    assert re.fullmatch(r"sha256:[0-9a-f]{64}\n", result.stdout) is not None
    assert result.stderr.startswith("doubtful/door.md:1:15: warn assigned-secret …")
    assert "; 1 warning" in result.stderr
    assert not (doubtful.parent / "strict.tar").exists()


@BOTH
def test_the_json_of_a_bundle_is_exactly_this(memcli: Memcli, world: Path) -> None:
    (world / "notes" / ".memdeny").write_bytes(b"two.md\n")
    result = memcli.run("bundle", "notes", "-o", "out.tar", "--format", "json")

    index = INDEX.replace(b"- [Two](two.md): the crane\n", b"")
    archive = (world / "out.tar").read_bytes()
    left_out = {"denied": 1, "own-file": 1}
    travelling = {"context/MEMORY.md": index, "memory/one.md": NOTES["one.md"]}
    size = sum(map(len, travelling.values()))
    assert result.json == {
        "schema": "memcli.bundle/v1",
        "digest": Digest.of(archive).text,
        "written": True,
        "output": "out.tar",
        "layout": "claude-code",
        "size": len(archive),
        "files": [
            {"path": path, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for path, data in travelling.items()
        ],
        "index_entries_removed": 1,
        "left_out": left_out,
        "scan": {
            "schema": "memcli.scan/v1",
            "findings": [],
            "summary": {"files": 2, "bytes": size, "block": 0, "warn": 0, "info": 0, "allowed": 0},
            "left_out": left_out,
        },
    }
    assert "two" not in result.stdout


def test_the_json_of_a_refused_bundle_has_no_digest(memcli: Memcli, leaky: Path) -> None:
    data = memcli.run("bundle", "leaky", "--format", "json", exit_code=1).json

    assert [None, None, [], False] == [
        data[name] for name in ("digest", "size", "files", "written")
    ]
    assert 1 == len(data["scan"]["findings"])


def test_what_stays_behind_is_explained_on_stderr_alone(memcli: Memcli, world: Path) -> None:
    result = memcli.run("bundle", "notes", "--deny", "two.md", "--explain", "--dry-run")

    assert "  denied  two.md  (--deny: two.md)\n" in result.stderr
    assert "two.md" not in result.stdout
    assert "left out: 1 denied; left out of the index: 1 entry" in result.stderr


def test_a_secret_in_the_name_of_what_stays_behind_is_masked(memcli: Memcli, world: Path) -> None:
    secret = aws_access_key_id(seeded(3))
    (world / "notes" / f"{secret}.pem").touch()
    result = memcli.run("bundle", "notes", "--dry-run", "--explain")

    assert "\u2026.pem" in result.stderr
    assert secret not in result.stderr


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.iterdir()))
def test_every_fixture_becomes_a_bundle_that_verifies(
    name: str, memcli: Memcli, tmp_path: Path
) -> None:
    digest = memcli.run("bundle", FIXTURES / name, "-o", "out.tar").stdout
    printed = subprocess.check_output(["sha256sum", "out.tar"], cwd=tmp_path, text=True)

    assert f"{digest.removeprefix('sha256:').strip()}  out.tar\n" == printed
    assert digest == memcli.run("verify", "out.tar", "--digest", digest.strip()).stdout


# Verify and overlay.


@BOTH
@pytest.mark.parametrize("given", ["a file", "a pipe", "a digest"])
def test_a_bundle_is_verified_wherever_it_is(given: str, memcli: Memcli, world: Path) -> None:
    memcli.run("bundle", "notes")
    name = {"a file": "bundle.tar", "a pipe": "-", "a digest": DIGEST.text}[given]
    stdin = ARCHIVE if given == "a pipe" else b""
    result = memcli.run("verify", name, stdin=stdin)
    data = memcli.run("verify", name, "--format", "json", stdin=stdin).json

    assert f"{DIGEST}\n" == result.stdout
    assert f"verified 3 files, {len(ARCHIVE)} bytes\n" == result.stderr
    assert data == {
        "schema": "memcli.verify/v1",
        "digest": DIGEST.text,
        "files": 3,
        "size": len(ARCHIVE),
        "index": True,
    }


def test_a_changed_store_is_found_out(memcli: Memcli, world: Path, home: Path) -> None:
    memcli.run("bundle", "notes")
    (stored,) = home.rglob("*.tar")
    stored.write_bytes(ARCHIVE.replace(b"noon", b"dusk"))
    for call in (("verify", DIGEST.text), ("overlay", DIGEST.text, "--sandbox", "sandbox")):
        result = memcli.run(*call, exit_code=3)
        assert "digest_mismatch" in result.stderr

    assert {} == tree(world / "sandbox")


@BOTH
def test_the_json_of_an_overlay_holds_the_text_of_its_stdout(memcli: Memcli, world: Path) -> None:
    call = ("overlay", "bundle.tar", "--sandbox", "sandbox", "--leaf", "run-1")
    text = memcli.run(*call)
    data = memcli.run(*call, "--format", "json").json

    memory = Path(data["memory_dir"])
    assert memory.is_relative_to(world / "sandbox")
    assert NOTES["one.md"] == (memory / "one.md").read_bytes()
    assert data == {
        "schema": "memcli.overlay/v1",
        "digest": DIGEST.text,
        "memory_dir": str(memory),
        "files": 2,
        "level": "advisory",
        "index": True,
        "cut": None,
        "context": text.stdout,
    }
    assert INDEX.decode() in text.stdout
    assert f"overlaid {DIGEST}, 2 memory files, read-only (advisory), at {memory}\n" == text.stderr
