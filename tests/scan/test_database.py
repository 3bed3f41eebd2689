"""The compiled database in the user's cache: used when sound, made anew on any doubt."""

import errno
import hashlib
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from harness import REPOSITORY
from memcli.scan.database import compiled_database
from memcli.scan.engine import HyperscanEngine
from memcli.scan.model import Rule
from memcli.scan.ruleset import RuleSet, built_in_rules
from plainrules import plain_rule

RULES = (
    plain_rule("one", rb"one(?P<secret>[0-9]{3})", b"one"),
    plain_rule("two", rb"two:[ ]?\n(?P<secret>[0-9]{3})", b"two:"),
    plain_rule("three", rb"three(?P<secret>[^x]+)x", b"three"),
)
TEXT = b"one123 two:\n456 three7x"
FOUND = ["one", "two", "three"]


class Loads:
    """A rule set that counts how often its rules were needed."""

    def __init__(self, key: bytes = b"key", rules: Sequence[Rule] = RULES) -> None:
        self.count = 0
        self._rules = rules
        self.set = RuleSet(key, self._load)

    def _load(self) -> Sequence[Rule]:
        self.count += 1
        return self._rules


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "memcli"


def file_in(cache: Path) -> Path:
    (file,) = cache.iterdir()
    return file


def made(cache: Path | None, key: bytes = b"key") -> int:
    """Return how often the rules were loaded, that is, whether the database was compiled."""
    loads = Loads(key)
    compiled_database(loads.set, cache)
    return loads.count


def found(cache: Path | None) -> list[str]:
    return [hit.rule.id for hit in HyperscanEngine(Loads().set, cache=cache).hits(TEXT)]


def test_what_was_compiled_is_kept_and_used_again(cache: Path) -> None:
    assert (1, 0, 0) == (made(cache), made(cache), made(cache))
    assert FOUND == found(cache)


def test_a_kept_database_says_the_same(cache: Path) -> None:
    first = compiled_database(Loads().set, cache)
    again = compiled_database(Loads().set, cache)
    assert first[1:] == again[1:]
    assert ((0, 1, None), 3) == (again.lines, len(again.then))


def test_the_file_and_its_directory_are_the_users_alone(cache: Path) -> None:
    umask = os.umask(0)
    try:
        made(cache)
    finally:
        os.umask(umask)
    assert 0o700 == stat.S_IMODE(cache.stat().st_mode)
    assert 0o600 == stat.S_IMODE(file_in(cache).stat().st_mode)


def test_other_rules_get_a_database_of_their_own(cache: Path) -> None:
    assert (1, 1, 0, 0) == (made(cache), made(cache, b"k2"), made(cache), made(cache, b"k2"))


def test_old_databases_go(cache: Path) -> None:
    for number in range(7):
        made(cache, b"%d" % number)
    assert 4 == len(list(cache.iterdir()))
    assert 0 == made(cache, b"6")


def test_without_a_cache_nothing_is_kept(tmp_path: Path) -> None:
    assert (1, 1) == (made(None), made(None))
    assert [] == list(tmp_path.iterdir())


def test_rules_without_a_key_are_never_kept(cache: Path) -> None:
    assert (1, 1) == (made(cache, b""), made(cache, b""))
    assert not cache.exists()


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def _head_only(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:72])


def _flip(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2] ^= 1
    file.write_bytes(raw)


def _garbage(file: Path) -> None:
    file.write_bytes(os.urandom(4096))


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _other_key(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[10] ^= 1
    file.write_bytes(raw)


def _sealed_nonsense(file: Path) -> None:
    """What only somebody who may write the file can make: sound outside, nonsense inside."""
    raw = file.read_bytes()
    payload = b"0 \n0 \n- \0" + bytes(300)
    file.write_bytes(raw[:40] + hashlib.sha256(payload).digest() + payload)


@pytest.mark.parametrize(
    "spoil", [_truncate, _head_only, _flip, _garbage, _empty, _other_key, _sealed_nonsense]
)
def test_a_spoilt_file_is_made_anew(spoil: Callable[[Path], None], cache: Path) -> None:
    made(cache)
    spoil(file_in(cache))
    file_in(cache).chmod(0o600)
    assert FOUND == found(cache)
    assert 0 == made(cache)


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o644, 0o666])
def test_a_file_that_others_may_use_is_not_loaded(mode: int, cache: Path) -> None:
    made(cache)
    file_in(cache).chmod(mode)
    assert 1 == made(cache)
    assert 0o600 == stat.S_IMODE(file_in(cache).stat().st_mode)


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_directory_that_others_may_write_is_not_used(mode: int, cache: Path) -> None:
    made(cache)
    cache.chmod(mode)
    before = file_in(cache).stat()
    assert (1, 1) == (made(cache), made(cache))
    assert before.st_mtime_ns == file_in(cache).stat().st_mtime_ns


def test_somebody_elses_directory_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(cache)
    other = os.geteuid() + 1
    monkeypatch.setattr("memcli.scan.database.os.geteuid", lambda: other)
    assert (1, 1) == (made(cache), made(cache))


def test_a_link_to_a_file_is_replaced(cache: Path, tmp_path: Path) -> None:
    made(cache)
    elsewhere = file_in(cache).rename(tmp_path / "elsewhere")
    (cache / _name(cache)).symlink_to(elsewhere)
    assert (1, 0) == (made(cache), made(cache))
    assert not file_in(cache).is_symlink()


def _name(cache: Path) -> str:
    made(cache)
    name = file_in(cache).name
    file_in(cache).unlink()
    return name


def test_a_second_name_of_a_file_is_not_trusted(cache: Path, tmp_path: Path) -> None:
    made(cache)
    os.link(file_in(cache), tmp_path / "second")
    assert (1, 0) == (made(cache), made(cache))


def test_a_link_to_a_directory_is_not_followed(cache: Path, tmp_path: Path) -> None:
    made(cache)
    cache.rename(tmp_path / "real")
    cache.symlink_to(tmp_path / "real")
    assert (1, 1) == (made(cache), made(cache))


def test_a_fifo_in_the_file_s_place_does_not_hang(cache: Path) -> None:
    os.mkfifo(cache / _name(cache), 0o600)
    assert FOUND == found(cache)


def test_a_file_in_the_directory_s_place_is_left_alone(cache: Path) -> None:
    cache.parent.mkdir()
    cache.write_bytes(b"mine")
    assert FOUND == found(cache)
    assert b"mine" == cache.read_bytes()


def test_a_cache_that_cannot_be_written_changes_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("memcli.scan.kept.private_directory", full)
    assert FOUND == found(cache)
    assert not cache.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_changes_nothing(cache: Path) -> None:
    cache.parent.mkdir(mode=0o500)
    assert FOUND == found(cache)


def test_another_processor_is_another_key(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(cache)
    monkeypatch.setattr("memcli.scan.database._cpu_features", lambda: b"other")
    assert (1, 0) == (made(cache), made(cache))


def test_another_version_of_hyperscan_is_another_key(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(cache)
    monkeypatch.setattr("hyperscan.__version__", "0.0.1")
    assert 1 == made(cache)


def test_without_word_of_the_processor_there_is_a_key(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memcli.scan.database._CPU_INFO", str(cache / "none"))
    assert (1, 0) == (made(cache), made(cache))


def test_processes_that_start_together_do_not_disturb_each_other(cache: Path) -> None:
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]);"
        "from memcli.scan.database import compiled_database;"
        "from memcli.scan.ruleset import RuleSet; from memcli.scan.rules import RULES;"
        "compiled_database(RuleSet(b'k', lambda: RULES[:9]), Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", program, str(cache), str(REPOSITORY)]
    running = [subprocess.Popen(command) for _ in range(4)]
    assert [0] * 4 == [each.wait(timeout=60) for each in running]
    assert [".hsdb"] == [each.suffix for each in cache.iterdir()]


def test_the_key_of_the_rules_follows_their_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    first = built_in_rules().key
    assert first == built_in_rules().key

    def older(top: str) -> list[tuple[str, int, int, int]]:
        return [(top, 1, 2, 3)]

    monkeypatch.setattr("memcli.scan.ruleset._stamps", older)
    assert first != built_in_rules().key
    monkeypatch.setattr("memcli.scan.ruleset._stamps", lambda _: [])
    assert b"" == built_in_rules().key


@pytest.mark.parametrize(("processes", "databases"), [(1, 1), (2, 2)])
def test_where_there_are_processes_two_compile_it(
    processes: int, databases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memcli.scan.database.available_processes", lambda: processes)
    built_in = built_in_rules()
    assert databases == len(compiled_database(built_in, None).databases)
    texts = [rule.examples[0].text.encode() for rule in built_in.rules[::40]]
    engine = HyperscanEngine(built_in)
    found = [{hit.rule.id for hit in engine.hits(text)} for text in texts]
    assert [] == [text for text, ids in zip(texts, found, strict=True) if not ids]
