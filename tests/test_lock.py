"""The locks pin everything that pyproject.toml asks for, with hashes and without addresses."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
RUNTIME = "requirements.lock"
DEV = "requirements-dev.lock"
BOTH = pytest.mark.parametrize("lock", [RUNTIME, DEV])

_PIN = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.!+_-]+)((?: --hash=sha256:[0-9a-f]{64})+)")


def read(lock: str) -> str:
    return (ROOT / lock).read_text(encoding="utf-8")


def entries(lock: str) -> list[str]:
    """Return the lock's logical lines: comments dropped, continuations joined by one space."""
    lines = [line for line in read(lock).splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r" \\\n +", " ", "\n".join(lines))
    return [entry for entry in joined.splitlines() if entry]


def pins(lock: str) -> dict[str, Version]:
    """Return the pinned version of every package, by normalised name."""
    found: dict[str, Version] = {}
    for entry in entries(lock):
        match = _PIN.fullmatch(entry)
        assert match is not None, entry
        name = canonicalize_name(match[1])
        assert name not in found
        found[name] = Version(match[2])
    return found


def asked_for() -> list[tuple[str, str]]:
    """Return each direct requirement with the lock that must satisfy it."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime = [*pyproject["project"]["dependencies"], *pyproject["build-system"]["requires"]]
    dev = pyproject["dependency-groups"]["dev"]
    return [
        *((lock, requirement) for lock in (RUNTIME, DEV) for requirement in runtime),
        *((DEV, requirement) for requirement in dev),
    ]


@BOTH
def test_every_entry_is_one_exact_version_with_sha256_hashes(lock: str) -> None:
    loose = [entry for entry in entries(lock) if _PIN.fullmatch(entry) is None]

    assert not loose
    assert entries(lock)


@BOTH
def test_no_addresses(lock: str) -> None:
    assert "://" not in read(lock)


@BOTH
def test_no_option_lines(lock: str) -> None:
    """An option could name an index, a directory of archives or a host to trust."""
    hash_line = re.compile(r" {4}--hash=sha256:[0-9a-f]{64}(?: \\)?")
    options = [line for line in read(lock).splitlines() if line.lstrip().startswith("-")]
    others = [line for line in options if hash_line.fullmatch(line) is None]

    assert not others


@BOTH
def test_no_paths_of_the_machine_that_compiled_it(lock: str) -> None:
    paths = re.findall(r"(?:^|\s)/\S+", read(lock))

    assert not paths


@pytest.mark.parametrize(("lock", "text"), asked_for())
def test_what_pyproject_asks_for_is_pinned_inside_its_range(lock: str, text: str) -> None:
    requirement = Requirement(text)
    pinned = pins(lock)
    name = canonicalize_name(requirement.name)

    assert name in pinned
    assert requirement.specifier.contains(pinned[name])


def test_an_editable_install_needs_nothing_outside_the_lock() -> None:
    """Hatchling asks for this package at build time, so no metadata names it."""
    assert "editables" in pins(RUNTIME)


def test_the_locks_agree_on_the_packages_they_share() -> None:
    runtime = pins(RUNTIME)
    dev = pins(DEV)

    assert runtime == {name: dev.get(name) for name in runtime}
