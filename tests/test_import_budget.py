"""What a call may load: start-up is most of what a short call costs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from harness import FIXTURES, Result

# Nothing that a clean scan needs.
HEAVY = {"pydantic", "yaml", "frontmatter", "rich", "requests", "httpx", "detect_secrets"}
HEAVY |= {"zstandard", "pathspec", "asyncio", "tomllib", "tempfile", "pickle"}
# Rules are imported where one of them may hit; the cache holds what to search for.
HEAVY |= {"memcli.scan.rules.building", "memcli.scan.rules.prose", "memcli.scan.prefilter"}
# Help and the version do without the parser, and import no command.
PARSER = {"typer", "click", "inspect", "memcli.cli.app", "memcli.settings", "memcli.scan"}
WITHOUT_FCNTL = "sys.modules['fcntl'] = None"

_PROGRAM = """
import sys
{first}
from memcli.cli.main import main
code = main(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(repr((code, sorted(name for name, module in sys.modules.items() if module))))
"""


def run(*arguments: str | Path, cwd: Path, first: str = "") -> tuple[Result, set[str]]:
    """Run memcli in a fresh interpreter; return how it ended and the modules it had loaded."""
    told = cwd / "loaded"
    words = ["-c", _PROGRAM.format(first=first), str(told), *map(str, arguments)]
    done = subprocess.run(
        [sys.executable, *words], cwd=cwd, capture_output=True, check=True, timeout=60
    )
    code, loaded = ast.literal_eval(told.read_text(encoding="utf-8"))
    told.unlink()
    return Result(done.stdout.decode(), done.stderr.decode(), code), set(loaded)


def loaded_for_nothing() -> set[str]:
    """Return what a bare interpreter loads here: coverage or a site hook may be in it."""
    code = "import sys; print(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", code], text=True).split())


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """Return a directory that has one of whatever needs no judgement beyond its bytes."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "MEMORY.md").write_bytes(b"# Index\n\n- [One](one.md): a note\n")
    (notes / "one.md").write_bytes(b"---\nname: one\n---\n\nA note.\n")
    return notes


def test_a_scan_of_a_clean_directory_loads_nothing_heavy(clean: Path) -> None:
    run("scan", clean, cwd=clean.parent)  # fills the cache
    result, loaded = run("scan", clean, cwd=clean.parent)

    assert (0, "") == (result.code, result.stdout)
    assert set() == (loaded & HEAVY) - loaded_for_nothing()


def test_a_scan_of_an_empty_directory_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    run("scan", "empty", cwd=tmp_path)  # fills the cache
    result, loaded = run("scan", "empty", cwd=tmp_path)

    assert 0 == result.code
    assert set() == (loaded & HEAVY) - loaded_for_nothing()


def test_patterns_are_paid_for_only_where_there_is_one(clean: Path) -> None:
    (clean / ".memdeny").write_bytes(b"# Nothing yet.\n\n")
    assert "pathspec" not in run("scan", clean, cwd=clean.parent)[1]
    (clean / ".memdeny").write_bytes(b"drafts/\n")
    assert "pathspec" in run("scan", clean, cwd=clean.parent)[1]


@pytest.mark.parametrize("word", ["--help", "-h", "--version"])
def test_help_and_version_load_no_parser_and_no_command(word: str, tmp_path: Path) -> None:
    result, loaded = run(word, cwd=tmp_path)

    assert 0 == result.code
    assert set() == (loaded & (PARSER | HEAVY)) - loaded_for_nothing()
    assert [] == [name for name in loaded if name.startswith("memcli.cli.commands")]


def test_the_bundle_side_loads_no_network(clean: Path) -> None:
    for call in (["bundle", clean, "-o", "m.tar"], ["verify", "m.tar"]):
        result, loaded = run(*call, cwd=clean.parent)
        assert 0 == result.code
        network = {"socket", "ssl", "http.client", "urllib.request", "requests", "httpx"}
        assert set() == (loaded & network) - loaded_for_nothing()


# Platforms. Only an overlay needs file locks.


def test_without_fcntl_everything_but_overlay_works(tmp_path: Path) -> None:
    (tmp_path / "sandbox").mkdir()
    calls = (
        ("scan", FIXTURES / "claude-code"),
        ("bundle", FIXTURES / "claude-code", "-o", "memory.tar"),
        ("bundle", FIXTURES / "claude-code"),
        ("verify", "memory.tar"),
        ("config", "show"),
    )
    for call in calls:
        result, loaded = run(*call, cwd=tmp_path, first=WITHOUT_FCNTL)
        assert (0, call) == (result.code, call), result.stderr
        assert "fcntl" not in loaded


def test_without_fcntl_an_overlay_is_refused_clearly(tmp_path: Path) -> None:
    (tmp_path / "sandbox").mkdir()
    run("bundle", FIXTURES / "no-index", "-o", "memory.tar", cwd=tmp_path)
    call = ("overlay", "memory.tar", "--sandbox", "sandbox")
    result, _ = run(*call, cwd=tmp_path, first=WITHOUT_FCNTL)

    assert (2, "") == (result.code, result.stdout)
    assert result.stderr.startswith("error: no overlay was made\n  this platform has no fcntl")
    assert "\nhint: " in result.stderr
    assert [] == list((tmp_path / "sandbox").rglob("*.md"))


def test_the_budget_can_be_broken(clean: Path) -> None:
    """Were a heavy module loaded, it would be seen."""
    _, loaded = run("scan", clean, cwd=clean.parent, first="import tomllib, inspect")

    assert {"tomllib", "inspect"} <= loaded
