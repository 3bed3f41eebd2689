"""Work in forked processes: the same results in the same order, or an error."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness import REPOSITORY
from memcli.bundle import selection
from memcli.bundle.selection import Selection, select
from memcli.errors import ExitCode
from memcli.fs import FileChangedError
from memcli.scan.processes import ProcessDiedError, available_processes, in_processes
from memcli.scan.scanner import default_scanner
from secretshapes import github_token, seeded

PARENT = os.getpid()


def children() -> list[int]:
    """Return what is left of forked processes: nothing, or waiting would not fail."""
    try:
        return [os.waitpid(-1, os.WNOHANG)[0]]
    except ChildProcessError:
        return []


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    assert [] == children()


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100, 1001])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_results_come_in_order(count: int, number: int) -> None:
    expected = [str(each) for each in range(count)]
    assert expected == list(in_processes(str, range(count), processes=number))


def test_the_work_is_done_by_others() -> None:
    workers = set(in_processes(lambda _: os.getpid(), range(64), processes=2))
    assert (2, False) == (len(workers), PARENT in workers)


def test_large_results_come_whole() -> None:
    results = in_processes(bytes, [1 << 20] * 9, processes=2)
    assert [1 << 20] * 9 == [len(each) for each in results]


def test_an_error_is_raised_where_it_can_be_dealt_with() -> None:
    def work(each: int) -> int:
        if each == 50:
            raise FileChangedError("a.md")
        return each

    with pytest.raises(FileChangedError, match=r"a\.md"):
        list(in_processes(work, range(100), processes=2))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGUSR1])
def test_a_process_that_dies_is_an_error(number: int) -> None:
    def work(each: int) -> int:
        if each == 90 and os.getpid() != PARENT:
            os.kill(os.getpid(), number)
        return each

    with pytest.raises(ProcessDiedError) as caught:
        list(in_processes(work, range(100), processes=2))
    assert (ExitCode.UNUSABLE, "process_died") == (caught.value.exit_code, caught.value.code)


def test_who_stops_reading_leaves_no_process() -> None:
    results = in_processes(bytes, [1 << 20] * 50, processes=2)
    assert 1 << 20 == len(next(results))
    results.close()  # type: ignore[attr-defined]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Heed interrupts: what starts the tests in the background tells them to ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_all() -> None:
    def work(each: int) -> int:
        if each == 20:
            time.sleep(60)
        return each

    def interrupt() -> None:
        time.sleep(0.5)
        os.kill(PARENT, signal.SIGINT)

    # The processes are forked before there is a second thread.
    results = in_processes(work, range(100), processes=2)
    assert 0 == next(results)
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        list(results)


def test_a_process_with_threads_does_not_fork() -> None:
    alone = available_processes()
    ending = threading.Event()
    thread = threading.Thread(target=ending.wait)
    thread.start()
    try:
        assert (1, True) == (available_processes(), alone >= 1)
    finally:
        ending.set()
        thread.join()


# Judging a directory.


@pytest.fixture
def large(tmp_path: Path) -> Path:
    root = tmp_path / "m"
    for number in range(60):
        place = root / f"{number % 3}" / f"{number}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        token = github_token(seeded(number)) if number % 7 == 0 else "nothing"
        place.write_text(f"Note {number}.\n\nThe key is {token}\n", encoding="utf-8")
    (root / "0" / "binary.md").write_bytes(b"\0")
    (root / "1" / "latin.md").write_bytes(b"caf\xe9")
    (root / "2" / "a:b.md").write_bytes(b"not portable")
    return root


def chosen(root: Path) -> Selection:
    return select(
        str(root),
        layout="generic",
        deny=(),
        user_deny_file=root / "none",
        scanner=default_scanner(),
    )


def test_a_large_directory_is_judged_as_a_small_one(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serial = chosen(large)
    forked = []

    def spied(*arguments: object, **options: object) -> object:
        forked.append(True)
        return in_processes(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(selection, "_MANY_FILES", 10)
    monkeypatch.setattr(selection, "available_processes", lambda: 2)
    monkeypatch.setattr(selection, "in_processes", spied)
    parallel = chosen(large)
    assert [True] == forked
    assert serial == parallel
    assert (9, 62) == (
        sum(each.rule == "github-token" for each in parallel.scanned.report.findings),
        parallel.scanned.report.files,
    )


def test_a_scan_whose_process_dies_is_no_clean_scan(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(selection, "_MANY_FILES", 10)
    monkeypatch.setattr(selection, "available_processes", lambda: 2)
    monkeypatch.setattr(selection, "judge", die)
    with pytest.raises(ProcessDiedError):
        chosen(large)


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_the_command_ends_cleanly_when_it_is_interrupted(tmp_path: Path) -> None:
    """As a terminal does it: every process of the group gets the signal."""
    root = tmp_path / "m"
    root.mkdir()
    for number in range(3000):
        (root / f"{number}.md").write_text("- token: nothing here\n" * 900, encoding="utf-8")
    command = [sys.executable, "-m", "memcli", "scan", str(root)]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        time.sleep(0.6)
        os.killpg(running.pid, signal.SIGINT)
        _, told = running.communicate(timeout=30)
    assert (130, 1) == (running.returncode, told.count(b"error: "))
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


def test_the_number_of_processes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)))
    assert 8 == available_processes()
    monkeypatch.delattr(os, "fork")
    assert 1 == available_processes()
