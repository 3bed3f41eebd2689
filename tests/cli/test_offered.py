"""The command that a scan offers: run as it stands, it lets the same scan pass, wherever it looks.

Where there is none, the scan says what to do instead.
"""

import os
import re
import shlex
import subprocess
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.conftest import NOTES, write_notes
from cli.test_sources import git
from harness import SCRIPT, Memcli, require_tool
from memcli.bundle.ustar import Entry, canonical_tar
from secretshapes import aws_access_key_id, github_token, password, seeded

KEY = aws_access_key_id(seeded(6))
TOKEN = github_token(seeded(9))
LABEL = "pass" + "word: "
LEAK = f"# Keys\nThe id: {KEY}.\n".encode()
WEAK = f"# Keys\nThe {LABEL}{password(seeded(2))}\n".encode()
ADDRESS = "ada.writer" + "@" + "harbour-office.net"
FORMATS = ("text", "json", "sarif", "github")


@dataclass(frozen=True, slots=True)
class Scan:
    """One scan: its words, what is piped in, where it runs and with what around it."""

    words: str
    stdin: bytes = b""
    cwd: str = "."
    env: Mapping[str, str] | None = None

    def run(self, memcli: Memcli, *more: str, exit_code: int) -> str:
        """Run it and return what it printed to stdout."""
        words = [*shlex.split(self.words), *more]
        where = memcli.cwd / self.cwd
        result = memcli.run(
            "scan", *words, stdin=self.stdin, cwd=where, env=self.env or {}, exit_code=exit_code
        )
        return result.stdout

    def offers(self, memcli: Memcli) -> list[str]:
        """Return the commands below the findings, without ``memcli`` itself."""
        told = self.run(memcli, exit_code=1)
        return re.findall(r"^    If it may stay: memcli (.+)$", told, flags=re.MULTILINE)

    def take(self, memcli: Memcli) -> list[str]:
        """Run every command that is offered, as it stands; return them. The scan then passes."""
        offered = self.offers(memcli)
        for each in offered:
            memcli.run(*shlex.split(each), cwd=memcli.cwd / self.cwd, env=self.env or {})
        assert "" == self.run(memcli, exit_code=0)
        return offered


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a place with a memory directory that holds a key in files of every kind."""
    kinds = {"keys.md": LEAK, "sub/keys.md": LEAK, "keys.txt": LEAK, ".hidden/keys.md": LEAK}
    notes = write_notes(tmp_path / "notes", NOTES | kinds)
    write_notes(notes, {".memdeny": b"denied.md\n", "denied.md": LEAK, "team/keys.md": LEAK})
    write_notes(tmp_path / "loose", {"keys.md": LEAK, "notes.txt": LEAK})
    return tmp_path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return ``tmp_path`` as a repository with a memory directory and one commit."""
    write_notes(tmp_path / "notes", NOTES)
    git(tmp_path, "init", "-q", "-b", "main", ".")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "One")
    return tmp_path


# Directories.


@pytest.mark.parametrize(
    ("scan", "where"),
    [
        (Scan("notes"), " --in notes"),
        (Scan("./notes/"), " --in ./notes/"),
        (Scan(".", cwd="notes"), ""),
        (Scan("../notes", cwd="notes"), ""),
        (Scan("../notes", cwd="loose"), " --in ../notes"),
        (Scan("notes --layout generic --deny 'x*'"), " --in notes"),
    ],
    ids=lambda each: each.words if isinstance(each, Scan) else "",
)
def test_in_a_directory(scan: Scan, where: str, memcli: Memcli, place: Path) -> None:
    offered = scan.take(memcli)

    assert [f" --reason TEXT{where}"] * 2 == [each[41:] for each in offered]
    assert [] == [each for each in offered if not re.match("allow v1:[0-9a-f]{32} ", each)]


def test_in_a_directory_by_its_whole_path(memcli: Memcli, place: Path) -> None:
    elsewhere = Scan(str(place / "notes"), cwd="loose").offers(memcli)
    offered = Scan(str(place / "notes")).take(memcli)

    assert {"notes"} == {each.rpartition(" --in ")[2] for each in offered}
    assert {str(place / "notes")} == {each.rpartition(" --in ")[2] for each in elsewhere}


def test_in_several_sources_at_once(memcli: Memcli, place: Path) -> None:
    offered = Scan("notes loose/notes.txt loose").take(memcli)

    assert 4 == len(offered)


def test_what_only_strict_blocks(memcli: Memcli, place: Path) -> None:
    write_notes(place / "loose", {"keys.md": WEAK})

    assert 1 == len(Scan("loose --strict").take(memcli))
    (place / "loose" / ".memallow").unlink()
    assert 1 == len(Scan("loose/keys.md --strict").take(memcli))


@pytest.mark.parametrize("path", ["loose", "loose/keys.md"])
def test_what_privacy_blocks_even_where_the_setting_is_off(
    path: str, memcli: Memcli, place: Path
) -> None:
    write_notes(place / "loose", {"keys.md": f"# People\nAsk {ADDRESS}.\n".encode()})

    assert 1 == len(Scan(f"{path} --privacy block", env={"MEMCLI_PRIVACY": "off"}).take(memcli))


def test_an_entry_holds_whatever_privacy_shows(memcli: Memcli, place: Path) -> None:
    """A fingerprint that is made of a line depends on nothing but the line."""
    line = f"{ADDRESS} has the {LABEL}{password(seeded(2))}\n"
    write_notes(place / "loose", {"keys.md": line.encode()})
    Scan("loose --strict --privacy off").take(memcli)

    memcli.run("scan", "loose", "--strict")
    memcli.run("scan", "loose", "--strict", "--privacy", "off")


def test_a_bundle_command_offers_what_lets_it_pass(memcli: Memcli, place: Path) -> None:
    told = memcli.run("bundle", "notes", "--dry-run", exit_code=1).stderr
    for each in re.findall(r"^    If it may stay: memcli (.+)$", told, flags=re.MULTILINE):
        memcli.run(*shlex.split(each))

    memcli.run("bundle", "notes", "--dry-run")


# Single files.


@pytest.mark.parametrize(
    ("scan", "what"),
    [
        (Scan("notes/keys.md"), "--in notes --rule aws-access-key-id --file keys.md"),
        (Scan("notes/sub/keys.md"), "--in notes --rule aws-access-key-id --file sub/keys.md"),
        (Scan("keys.md", cwd="notes"), "--rule aws-access-key-id --file keys.md"),
        (Scan("notes/keys.txt"), "--in notes --rule aws-access-key-id --file keys.txt"),
        (Scan("notes/denied.md"), "--in notes --rule aws-access-key-id --file denied.md"),
        (Scan("notes/team/keys.md"), "--in notes --rule aws-access-key-id --file team/keys.md"),
        (Scan("keys.md", cwd="notes/.hidden"), "--file .hidden/keys.md"),
        (Scan("loose/notes.txt"), "--in loose --rule aws-access-key-id --file notes.txt"),
    ],
    ids=lambda each: f"{each.cwd}/{each.words}" if isinstance(each, Scan) else "",
)
def test_in_a_single_file(scan: Scan, what: str, memcli: Memcli, place: Path) -> None:
    (offered,) = scan.take(memcli)

    assert offered.endswith(what)


@pytest.mark.parametrize(
    "name", ["a b.txt", "it's $HOME `id`.md", "-x.md", "--in.md", "*.md", "größe.md", "\N{SNOWMAN}"]
)
def test_a_name_is_quoted_as_a_shell_takes_it(name: str, memcli: Memcli, place: Path) -> None:
    write_notes(place / name, {name: LEAK})

    assert 1 == len(Scan(f"-- {shlex.quote(f'./{name}/{name}')}").take(memcli))


def in_a_shell(command: str, cwd: Path) -> None:
    """Run an offered command as a person does, in a shell that finds memcli on PATH."""
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    call = [require_tool("bash"), "-c", f"memcli {command}"]
    subprocess.run(call, cwd=cwd, env={**os.environ, "PATH": path}, check=True, capture_output=True)


@pytest.mark.parametrize(
    "name", ["a\nb.txt", "tab\t'\\.md", "wide\u3000space.md", "\x1b[8m.md"], ids=ascii
)
def test_a_name_that_is_not_printable_is_escaped(name: str, memcli: Memcli, place: Path) -> None:
    write_notes(place / "odd", {name: LEAK})
    scan = Scan(shlex.quote(f"odd/{name}"))
    offered = scan.offers(memcli)
    for each in offered:
        in_a_shell(each, place)

    assert "$'" in offered[-1]
    assert "" == scan.run(memcli, exit_code=0)


def test_a_name_that_is_not_utf8_has_to_change_first(memcli: Memcli, place: Path) -> None:
    (place / os.fsdecode(b"caf\xe9.md")).write_bytes(LEAK)
    result = memcli.run("scan", os.fsdecode(b"caf\xe9.md"), exit_code=1)

    assert "    To allow it, first rename the file: its name is not UTF-8.\n" in result.stdout
    assert "memcli allow" not in result.stdout


def test_a_directory_that_is_not_utf8_can_be_named(memcli: Memcli, place: Path) -> None:
    write_notes(place / os.fsdecode(b"caf\xe9"), {"keys.md": LEAK})
    scan = Scan(os.fsdecode(b"caf\xe9"))
    (offered,) = scan.offers(memcli)
    in_a_shell(offered, place)

    assert "" == scan.run(memcli, exit_code=0)


@pytest.mark.parametrize("path", ["named", f"named/{TOKEN}.md"])
def test_in_the_name_of_a_file(path: str, memcli: Memcli, place: Path) -> None:
    write_notes(place / "named", {f"{TOKEN}.md": b"Nothing here.\n"})
    offered = Scan(path).take(memcli)

    assert 1 == len(offered)
    assert TOKEN[4:] not in offered[0]


def test_what_an_allow_file_holds_cannot_stay(memcli: Memcli, place: Path) -> None:
    write_notes(place / "loose", {".memallow": f"# {TOKEN}\n".encode()})
    told = Scan("loose/.memallow").run(memcli, exit_code=1)

    assert "    It cannot be allowed: .memallow has no say about itself.\n" in told
    assert "memcli allow" not in told


# Git.


@pytest.mark.parametrize("cwd", [".", "notes", "other"])
@pytest.mark.parametrize("path", ["notes/keys.md", "notes/.hidden/keys.md", "team/keys.md"])
def test_in_what_is_staged(path: str, cwd: str, memcli: Memcli, repository: Path) -> None:
    (repository / "other").mkdir()
    write_notes(repository, {path: LEAK})
    git(repository, "add", ".")

    assert 1 == len(Scan("--staged", cwd=cwd).take(memcli))


def test_in_what_is_staged_and_no_longer_there(memcli: Memcli, repository: Path) -> None:
    write_notes(repository, {"notes/keys.md": LEAK, "keys.md": LEAK})
    git(repository, "add", ".")
    (repository / "notes" / "keys.md").unlink()
    write_notes(repository, {"keys.md": b"Nothing here.\n"})

    assert 2 == len(Scan("--staged").take(memcli))


def test_in_what_changed_since_a_commit(memcli: Memcli, repository: Path) -> None:
    write_notes(repository, {"notes/keys.md": LEAK})
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "Two")
    git(repository, "rm", "-q", "--cached", "notes/keys.md")
    (repository / "notes" / "keys.md").unlink()

    assert 1 == len(Scan("--since HEAD~1").take(memcli))


def test_in_a_staged_name(memcli: Memcli, repository: Path) -> None:
    write_notes(repository, {f"notes/{TOKEN}.md": b"Nothing here.\n"})
    git(repository, "add", ".")
    (offered,) = Scan("--staged").take(memcli)

    assert TOKEN[4:] not in offered


@pytest.mark.parametrize("form", FORMATS)
def test_a_secret_in_the_name_of_a_staged_directory_is_not_told(
    form: str, memcli: Memcli, repository: Path
) -> None:
    write_notes(repository / TOKEN, NOTES | {"keys.md": LEAK})
    git(repository, "add", ".")
    told = Scan("--staged").run(memcli, "--format", form, exit_code=1)

    assert TOKEN[4:] not in told
    assert "memcli allow" not in told
    assert form == "json" or "To allow it, first rename its memory directory" in told


# A pipe.


@pytest.mark.parametrize("name", ["notes/keys.md", "notes/none.txt", "nowhere.md", "notes/a/b.md"])
def test_in_a_pipe_with_a_name(name: str, memcli: Memcli, place: Path) -> None:
    assert 1 == len(Scan(f"- --stdin-name {name}", stdin=LEAK).take(memcli))


def test_in_a_pipe_for_a_directory_to_come(memcli: Memcli, place: Path) -> None:
    scan = Scan("- --stdin-name a/b/c.md", stdin=LEAK)
    told = scan.run(memcli, exit_code=1)
    (place / "a" / "b").mkdir(parents=True)

    assert "    To allow it, first make its directory: the entry would lie there.\n" in told
    assert "memcli allow" not in told
    assert 1 == len(scan.take(memcli))


def test_in_a_pipe_without_a_name(memcli: Memcli, place: Path) -> None:
    told = Scan("-", stdin=LEAK).run(memcli, exit_code=1)

    assert "    If it may stay: say with --stdin-name whose text it is, to see how" in told
    assert "memcli allow" not in told


def test_a_pipe_holds_no_directory(memcli: Memcli, place: Path) -> None:
    result = memcli.run("scan", "-", "--stdin-name", "notes", stdin=LEAK, exit_code=2)

    assert "--stdin-name names a directory" in result.stderr


@pytest.mark.parametrize("memcli", [SCRIPT], indirect=True)
@pytest.mark.parametrize(
    "scan",
    [
        Scan("notes"),
        Scan("keys.txt", cwd="notes"),
        Scan("--staged", cwd="loose"),
        Scan("- --stdin-name notes/x.txt", stdin=LEAK),
    ],
    ids=lambda scan: scan.words,
)
def test_in_processes_of_their_own(scan: Scan, memcli: Memcli, place: Path) -> None:
    git(place, "init", "-q", ".")
    git(place, "add", "notes/keys.md")

    assert 1 <= len(scan.take(memcli))


# Bundles, and what could not be judged.


def make_bundle(place: Path) -> None:
    (place / "x.tar").write_bytes(canonical_tar((Entry("memory/keys.md", LEAK),)))


def make_undecodable(place: Path) -> None:
    write_notes(place / "x", {"a.md": b"caf\xe9\n"})


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("make", "path", "says"),
    [
        (make_bundle, "x.tar", "Nothing is allowed in a bundle: change its memory directory"),
        (make_undecodable, "x", "Save the file as UTF-8, or deny it."),
        (make_undecodable, "x/a.md", "Save the file as UTF-8, or deny it."),
    ],
)
def test_what_cannot_be_allowed_has_no_command(
    make: Callable[[Path], None], path: str, says: str, form: str, memcli: Memcli, tmp_path: Path
) -> None:
    make(tmp_path)
    result = memcli.run("scan", path, "--format", form, exit_code=1)

    assert "memcli allow" not in result.stdout
    assert form == "json" or says in result.stdout
    assert form != "json" or [None] == [each["allow"] for each in result.json["findings"]]


@pytest.mark.parametrize("path", ["notes", "notes/keys.txt"])
def test_every_format_offers_the_same_commands(path: str, memcli: Memcli, place: Path) -> None:
    scan = Scan(path)
    commands = [f"memcli {each}" for each in scan.offers(memcli)]
    data = memcli.run("scan", path, "--format", "json", exit_code=1).json
    others = [scan.run(memcli, "--format", form, exit_code=1) for form in ("sarif", "github")]

    assert commands == [each["allow"] for each in data["findings"]]
    assert [len(commands)] * 2 == [
        sum(each.count(f"If it may stay: {command}") for command in commands) for each in others
    ]
