"""memcli allow: what may stay, for whom it counts, and what can never be allowed."""

import re
import shlex
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import NOTES, write_notes
from harness import BOTH_WAYS, Memcli, tree
from memcli.bundle.allowing import ALLOW_FILE
from memcli.scan import allow
from secretshapes import aws_access_key_id, github_token, password, seeded

BOTH = pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)
DAY = date.today()  # noqa: DTZ011  (the day where the user is)
KEY = aws_access_key_id(seeded(7))
LABEL = "pass" + "word: "
UNKNOWN = "v1:" + "0" * 32


@pytest.fixture
def leaky(tmp_path: Path) -> Path:
    """Return a memory directory with a key and a password, which only the heuristics see."""
    notes = write_notes(tmp_path / "leaky", NOTES)
    text = f"# Keys\nThe id: {KEY}.\n\nThe {LABEL}{password(seeded(2))}\n"
    return write_notes(notes, {"keys.md": text.encode()})


def findings(memcli: Memcli, *call: str, exit_code: int) -> list[dict[str, Any]]:
    result = memcli.run("scan", *call, "--format", "json", exit_code=exit_code)
    found: list[dict[str, Any]] = result.json["findings"]
    return found


def fingerprint(memcli: Memcli, rule: str = "aws-access-key-id", path: str = "leaky") -> str:
    found = findings(memcli, path, exit_code=1)
    return str(next(each["fingerprint"] for each in found if each["rule"] == rule))


def test_the_file_is_called_the_same_everywhere() -> None:
    assert allow.ALLOW_FILE == ALLOW_FILE


@BOTH
def test_the_command_that_a_finding_names_lets_it_stay(memcli: Memcli, leaky: Path) -> None:
    told = memcli.run("scan", "leaky", exit_code=1).stdout
    (first, *_) = re.findall(r"^    If it may stay: memcli (.+)$", told, flags=re.MULTILINE)
    words = ["revoked in May" if word == "TEXT" else word for word in shlex.split(first)]
    done = memcli.run(*words)
    again = memcli.run("scan", "leaky")

    assert ("", "allowed aws-access-key-id in keys.md; commit .memallow\n") == (
        done.stdout,
        done.stderr,
    )
    assert "aws-access-key-id" not in again.stdout
    assert "0 block, 1 warn, 0 info, 1 allowed" in again.stderr
    text = (leaky / ".memallow").read_text(encoding="utf-8")
    assert f"on = {DAY}\n" in text
    assert KEY[4:] not in text
    assert 0o644 == (leaky / ".memallow").stat().st_mode & 0o777


def test_the_json_says_what_allows_a_finding(memcli: Memcli, leaky: Path) -> None:
    memcli.run("allow", fingerprint(memcli), "--reason", "revoked", "--in", "leaky")
    data = memcli.run("scan", "leaky", "--format", "json").json

    assert {"aws-access-key-id": ".memallow", "assigned-secret": None} == {
        each["rule"]: each["allowed_by"] for each in data["findings"]
    }
    counts = [data["summary"][name] for name in ("block", "warn", "info", "allowed")]
    assert [0, 1, 0, 1] == counts


def test_a_bundle_takes_what_is_allowed(memcli: Memcli, leaky: Path) -> None:
    memcli.run("bundle", "leaky", "--dry-run", exit_code=1)
    memcli.run("allow", fingerprint(memcli), "--reason", "revoked", "--in", "leaky")
    result = memcli.run("bundle", "leaky", "--dry-run")

    assert re.fullmatch(r"sha256:[0-9a-f]{64}\n", result.stdout) is not None


@pytest.mark.parametrize("path", ["leaky/keys.md", "keys.md", "../leaky/keys.md"])
def test_an_entry_holds_for_the_file_alone_too(memcli: Memcli, leaky: Path, path: str) -> None:
    memcli.run("allow", fingerprint(memcli), "--reason", "revoked", "--in", "leaky")
    at = leaky.parent if path.startswith("leaky") else leaky
    result = memcli.run("scan", path, cwd=at)

    assert "0 block, 1 warn, 0 info, 1 allowed" in result.stderr


def test_an_entry_survives_lines_that_move(memcli: Memcli, leaky: Path) -> None:
    memcli.run("allow", fingerprint(memcli), "--reason", "revoked", "--in", "leaky")
    text = (leaky / "keys.md").read_bytes()
    (leaky / "keys.md").write_bytes(b"One more line.\n\n" + text)

    assert "1 allowed" in memcli.run("scan", "leaky").stderr


def test_another_token_in_the_same_place_is_not_allowed(memcli: Memcli, leaky: Path) -> None:
    (leaky / "keys.md").write_text(f"Use {github_token(seeded(1))}.\n", encoding="utf-8")
    known = fingerprint(memcli, "github-token")
    memcli.run("allow", known, "--reason", "revoked", "--in", "leaky")
    memcli.run("scan", "leaky")
    (leaky / "keys.md").write_text(f"Use {github_token(seeded(2))}.\n", encoding="utf-8")
    result = memcli.run("scan", "leaky", exit_code=1)

    assert "1 block" in result.stderr
    assert "matches no finding and does nothing" in result.stderr


def test_a_stale_entry_is_spoken_of_without_its_path(memcli: Memcli, leaky: Path) -> None:
    known = fingerprint(memcli)
    memcli.run("allow", known, "--reason", "revoked", "--in", "leaky")
    (leaky / ".memdeny").write_bytes(b"keys.md\n")
    result = memcli.run("scan", "leaky")

    told = f"warning: the allow entry {known} for aws-access-key-id matches no finding"
    assert told in result.stderr
    assert "keys.md" not in result.stdout + result.stderr


def test_entries_for_other_files_are_no_matter_of_one(memcli: Memcli, leaky: Path) -> None:
    memcli.run("allow", fingerprint(memcli), "--reason", "revoked", "--in", "leaky")

    assert "warning" not in memcli.run("scan", "leaky/one.md").stderr


def test_an_entry_ends_after_its_last_day(memcli: Memcli, leaky: Path) -> None:
    known = fingerprint(memcli)
    until = str(DAY + timedelta(days=2))
    memcli.run("allow", known, "--reason", "x", "--in", "leaky", "--until", until)
    assert "1 allowed" in memcli.run("scan", "leaky").stderr
    ended = str(DAY - timedelta(days=1))
    place = leaky / ".memallow"
    place.write_text(place.read_text(encoding="utf-8").replace(until, ended), encoding="utf-8")
    result = memcli.run("scan", "leaky", exit_code=1)

    assert f"the allow entry {known} for aws-access-key-id ended on {ended}" in result.stderr


def test_a_finding_can_be_named_without_being_looked_for(memcli: Memcli, leaky: Path) -> None:
    words = ("--rule", "github-token", "--file", "./sub//gone.txt", "--until", str(DAY))
    result = memcli.run("allow", UNKNOWN, "--reason", "x", "--in", "leaky", *words)
    (entry,) = memcli.run("allow", "--list", "--in", "leaky", "--format", "json").json["entries"]

    assert "allowed github-token in sub/gone.txt; commit .memallow\n" == result.stderr
    assert [UNKNOWN, "github-token", "sub/gone.txt", str(DAY)] == [
        entry[name] for name in ("fingerprint", "rule", "path", "until")
    ]


@pytest.mark.parametrize(
    ("file", "told"),
    [("gone.md", True), ("sub/gone.md", True), ("gone.txt", False), (".sub/gone.md", False)],
)
def test_an_entry_for_what_a_directory_never_sends_is_not_stale_there(
    file: str, *, told: bool, memcli: Memcli, leaky: Path
) -> None:
    words = ("--rule", "github-token", "--file", file)
    memcli.run("allow", UNKNOWN, "--reason", "x", "--in", "leaky", *words)
    result = memcli.run("scan", "leaky", exit_code=1)

    assert told == ("matches no finding and does nothing" in result.stderr)


@BOTH
def test_entries_are_listed_and_removed(memcli: Memcli, leaky: Path) -> None:
    known = fingerprint(memcli)
    last_day = str(DAY)
    more = ("--by", "Ana", "--until", last_day)
    memcli.run("allow", known, "--reason", "a reason", "--in", "leaky", *more)
    listed = memcli.run("allow", "--list", cwd=leaky)
    data = memcli.run("allow", "--list", "--in", "leaky", "--format", "json").json
    removed = memcli.run("allow", "--remove", known, "--in", "leaky")

    assert listed.stdout == (
        f"{known} aws-access-key-id in keys.md\n    a reason\n"
        f"    allowed on {DAY} by Ana, until {last_day}\n"
    )
    entry = {
        "fingerprint": known,
        "rule": "aws-access-key-id",
        "path": "keys.md",
        "reason": "a reason",
        "on": str(DAY),
        "by": "Ana",
        "until": last_day,
        "expired": False,
    }
    assert {"schema": "memcli.allow/v1", "entries": [entry]} == data
    assert f"removed the entry for {known} from leaky/.memallow\n" == removed.stderr
    assert "" == memcli.run("allow", "--list", "--in", "leaky").stdout
    memcli.run("scan", "leaky", exit_code=1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "no fingerprint was given"),
        ("KNOWN", "no reason was given"),
        ("KNOWN --reason ''", "no reason was given"),
        ("KNOWN --reason ' '", "no reason was given"),
        ("short --reason x", "'short' is no fingerprint"),
        (f"{UNKNOWN} --reason x", "no finding in leaky has the fingerprint"),
        ("KNOWN --reason x --until soon", "'soon' is no date"),
        ("KNOWN --reason x --until 2001-01-01", "2001-01-01 has passed"),
        ("KNOWN --reason 'the key SECRET'", "--reason itself holds"),
        ("KNOWN --reason x --by SECRET", "--by itself holds"),
        ("KNOWN --remove", "has no entry for"),
        ("--remove", "no fingerprint was given"),
        ("KNOWN --remove --reason x", "takes only a fingerprint"),
        ("KNOWN --list", "--list takes no fingerprint"),
        ("--list --remove", "--list takes no fingerprint"),
        ("--list --in missing", "missing is not a directory"),
        ("--list --rule github-token", "--list takes no fingerprint"),
        ("KNOWN --remove --file keys.md", "takes only a fingerprint"),
        ("KNOWN --reason x --rule github-token", "--rule and --file say together"),
        ("KNOWN --reason x --file keys.md", "--rule and --file say together"),
        ("KNOWN --rule github-token --file keys.md", "no reason was given"),
        ("KNOWN --reason x --rule nothing --file keys.md", "there is no rule 'nothing'"),
        ("KNOWN --reason x --rule disguise-base64 --file keys.md", "there is no rule"),
        ("KNOWN --reason x --rule file-not-utf8 --file keys.md", "could not be judged"),
        ("KNOWN --reason x --rule github-token --file ''", "names no file"),
        ("KNOWN --reason x --rule github-token --file .", "names no file"),
        ("KNOWN --reason x --rule github-token --file ../keys.md", "names no file"),
        ("KNOWN --reason x --rule github-token --file sub/../../k.md", "names no file"),
        ("KNOWN --reason x --rule github-token --file /keys.md", "names no file"),
        ("KNOWN --reason x --rule github-token --file .memallow", "names no file"),
        ("KNOWN --reason x --rule github-token --file SECRET.md", "--file itself holds"),
        ("KNOWN --reason x --rule github-token --file ../SECRET.md", "names no file"),
        ("KNOWN --reason x --in leaky/one.md", "is not a directory"),
        ("KNOWN --reason x --in ''", "is not a directory"),
    ],
)
def test_a_wrong_call_allows_nothing(words: str, says: str, memcli: Memcli, leaky: Path) -> None:
    secret = github_token(seeded(5))
    known = fingerprint(memcli)
    call = [
        word.replace("KNOWN", known).replace("SECRET", secret)
        for word in ["--in", "leaky", *shlex.split(words)]
    ]
    before = tree(leaky)
    result = memcli.run("allow", *call, exit_code=2)

    assert ("", before) == (result.stdout, tree(leaky))
    assert says in result.stderr
    assert "\nhint: " in result.stderr
    assert secret not in result.stderr


def test_what_could_not_be_judged_is_neither_offered_nor_taken(memcli: Memcli, leaky: Path) -> None:
    (leaky / "keys.md").write_bytes(b"caf\xe9\n")
    told = memcli.run("scan", "leaky", exit_code=1).stdout
    known = fingerprint(memcli, "file-not-utf8")
    result = memcli.run("allow", known, "--reason", "x", "--in", "leaky", exit_code=2)

    assert "memcli allow" not in told
    assert "file-not-utf8 cannot be allowed" in result.stderr
    assert not (leaky / ".memallow").exists()


@pytest.mark.parametrize("raw", [b"[[allow]]\n", b"not = toml = at all", b"\xff"])
@pytest.mark.parametrize("call", ["scan leaky", "scan leaky/one.md", "bundle leaky --dry-run"])
def test_a_broken_allow_file_stops_everything(
    raw: bytes, call: str, memcli: Memcli, leaky: Path
) -> None:
    (leaky / ".memallow").write_bytes(raw)
    result = memcli.run(*call.split(), exit_code=2)

    assert ".memallow cannot be used" in result.stderr


def test_an_allow_file_that_is_a_link_is_not_followed(memcli: Memcli, leaky: Path) -> None:
    (leaky.parent / "elsewhere").write_bytes(b"")
    (leaky / ".memallow").symlink_to("../elsewhere")
    result = memcli.run("scan", "leaky", exit_code=2)

    assert "it is a link" in result.stderr


def test_a_broken_allow_file_can_itself_be_scanned(memcli: Memcli, leaky: Path) -> None:
    (leaky / ".memallow").write_text(f"oops {github_token(seeded(5))}\n", encoding="utf-8")
    result = memcli.run("scan", "leaky/.memallow", exit_code=1)

    assert "github-token" in result.stdout
