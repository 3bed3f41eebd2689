"""Single files, as commit hooks name them: the same findings however they were reached."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memcli.bundle.selection import Scanned, select
from memcli.bundle.single import scan_one
from memcli.errors import UsageError
from memcli.fs import FileChangedError
from memcli.scan.model import Finding
from memcli.scan.scanner import default_scanner
from memcli.scan.windows import Windowed, scan_windows
from secretshapes import github_token, password, seeded

SECRET = github_token(seeded(1))
WEAK = password(seeded(2))
TEXT = f"token {SECRET}\n\npassword: {WEAK}\n".encode()


def write(path: Path, raw: bytes = TEXT) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


def one(path: Path | str) -> Scanned:
    return scan_one(str(path), scanner=default_scanner())


def rules(scanned: Scanned) -> list[str]:
    return [each.rule for each in scanned.report.findings]


def whole(root: Path) -> tuple[Finding, ...]:
    selection = select(
        str(root),
        layout="auto",
        deny=(),
        user_deny_file=root / "no-user-file",
        scanner=default_scanner(),
    )
    return selection.scanned.report.findings


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a", ".env", "a.pem", "a.jsonl"])
def test_a_named_file_is_judged_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    scanned = one(write(tmp_path / name))
    assert "github-token" in rules(scanned)
    assert (1, len(TEXT), {}) == (
        scanned.report.files,
        scanned.report.bytes,
        dict(scanned.report.left_out),
    )


@pytest.mark.parametrize(
    ("marks", "path"),
    [
        (["MEMORY.md"], "a.md"),
        (["MEMORY.md"], "sub/deep/a.md"),
        ([".memdeny"], "sub/a.md"),
        ([".memallow"], "sub/a.md"),
        (["MEMORY.md", "sub/.memdeny"], "sub/a.md"),
        ([".memdeny", "sub/.memdeny", "sub/deep/.memdeny"], "sub/deep/a.md"),
        ([".memallow", "sub/.memdeny"], "sub/deep/a.md"),
    ],
)
def test_findings_equal_those_of_the_whole_directory(
    tmp_path: Path, marks: list[str], path: str
) -> None:
    root = tmp_path / "m"
    for mark in marks:
        write(root / mark, b"# nothing\n")
    write(root / path)
    found = one(root / path)
    assert str(root) == found.root
    assert whole(root) == found.report.findings
    assert {path} == {each.path for each in found.report.findings}


def test_the_way_to_the_file_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "m/MEMORY.md", b"")
    write(tmp_path / "m/sub/a.md")
    ways = [str(tmp_path / "m/sub/a.md"), "a.md", "./a.md", "../sub/a.md", "../../m/sub/a.md"]
    monkeypatch.chdir(tmp_path / "m/sub")
    assert 1 == len({one(way).report.findings for way in ways})


def test_without_a_mark_the_directory_of_the_file_is_the_root(tmp_path: Path) -> None:
    scanned = one(write(tmp_path / "sub/a.md"))
    assert (str(tmp_path / "sub"), "a.md") == (scanned.root, scanned.report.findings[0].path)


def test_the_search_for_marks_ends_at_the_repository(tmp_path: Path) -> None:
    write(tmp_path / "MEMORY.md", b"")
    (tmp_path / "repo/.git").mkdir(parents=True)
    scanned = one(write(tmp_path / "repo/sub/a.md"))
    assert str(tmp_path / "repo/sub") == scanned.root


def test_a_mark_at_the_repository_s_root_counts(tmp_path: Path) -> None:
    (tmp_path / "repo/.git").mkdir(parents=True)
    write(tmp_path / "repo/.memdeny", b"")
    assert str(tmp_path / "repo") == one(write(tmp_path / "repo/sub/a.md")).root


def test_a_link_is_judged_as_what_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere/x.txt")
    (tmp_path / "a.md").symlink_to("elsewhere/x.txt")
    assert "github-token" in rules(one(tmp_path / "a.md"))


@pytest.mark.parametrize("name", [".memdeny", ".memallow", "memory.lock.json", "memcli.toml"])
def test_files_of_memcli_are_judged_when_they_are_named(tmp_path: Path, name: str) -> None:
    """They are committed, so a secret in one is as public as any."""
    scanned = one(write(tmp_path / name))
    assert "github-token" in rules(scanned)
    assert ((), 1) == (scanned.left_out, scanned.report.files)


def test_a_binary_file_that_was_named_is_scanned_as_it_is(tmp_path: Path) -> None:
    raw = b"\0\xff\n" + TEXT + b"\0"
    scanned = one(write(tmp_path / f"{SECRET}.bin", raw))
    lines = [each.line for each in scanned.report.findings if each.rule == "github-token"]
    assert [0, 2] == lines
    assert (1, len(raw), {}) == (
        scanned.report.files,
        scanned.report.bytes,
        dict(scanned.report.left_out),
    )
    assert SECRET not in str(scanned.report.findings)


@pytest.mark.parametrize(
    ("raw", "offset"), [(b"caf\xe9\n", 3), (TEXT + b"\xff", len(TEXT)), (b"\xff\xfea\0", 0)]
)
def test_what_is_not_utf8_blocks_and_is_scanned_all_the_same(
    tmp_path: Path, raw: bytes, offset: int
) -> None:
    scanned = one(write(tmp_path / "a.md", raw))
    assert rules(scanned)[0] == "file-not-utf8"
    assert {"a.md": f"byte {offset} is no UTF-8"} == dict(scanned.details)
    assert (TEXT in raw) is ("github-token" in rules(scanned))


def test_an_empty_file_has_nothing(tmp_path: Path) -> None:
    report = one(write(tmp_path / "a.md", b"")).report
    assert ((), 1, 0) == (report.findings, report.files, report.bytes)


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (lambda path: path.exists(), "No such file or directory"),
        (lambda path: path.symlink_to("nowhere"), "No such file or directory"),
        (lambda path: path.symlink_to(path.name), "symbolic links"),
        (os.mkfifo, "not a regular file"),
        (lambda path: path.mkdir(), "not a regular file"),
    ],
    ids=["missing", "dangling link", "link in a circle", "fifo", "directory"],
)
def test_what_cannot_be_read_is_refused(
    tmp_path: Path, make: Callable[[Path], object], cause: str
) -> None:
    make(tmp_path / "a.md")
    with pytest.raises(UsageError) as caught:
        one(tmp_path / "a.md")
    assert caught.value.not_done == "nothing was scanned"
    assert cause in caught.value.cause


def test_a_file_that_changes_while_it_is_read_is_a_conflict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a.md"

    def change(*arguments: Any) -> Windowed:
        with place.open("a", encoding="utf-8") as file:
            file.write("more\n")
        return scan_windows(*arguments)

    write(place)
    monkeypatch.setattr("memcli.bundle.single.scan_windows", change)
    with pytest.raises(FileChangedError):
        one(place)
