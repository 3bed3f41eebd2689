"""Time a commit of memory files with memcli's hook beside one with a hook that does nothing."""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

# The repository comes last, so that the memcli that is installed is the one measured.
sys.path.append(str(Path(__file__).resolve().parents[1]))

from bench.startup import ROOT, console_script, make_corpus

FILES = 50
TARGET = 0.2
_CONFIG = ".pre-commit-config.yaml"
_NO_OP = "true"


class Way(NamedTuple):
    """One way to run a hook: the call to time, where, and whether it makes a commit."""

    name: str
    call: Sequence[str]
    place: Path
    commits: bool = False


class Pair(NamedTuple):
    """A way to run memcli, and the same way with what does nothing in its place."""

    no_op: Way
    memcli: Way


def hook() -> Mapping[str, object]:
    """Return the hook as this repository offers it."""
    (offered,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_bytes())
    return dict(offered)


def direct(place: Path) -> Pair:
    """Return the calls that pre-commit makes, without pre-commit: every file in one call."""
    git(place, "init", "-q", "-b", "main", ".")
    files = stage(place)
    offered = hook()
    words = [*str(offered["entry"]).split(), *map(str, as_list(offered["args"])), *files]
    name = "the entry alone"
    return Pair(Way(name, (_NO_OP, *files), place), Way(name, words, place))


def under_pre_commit(top: Path, pre_commit: Sequence[str]) -> list[Pair]:
    """Return a run of all hooks and a commit, in two repositories that differ in their hook."""
    offered = {**hook(), "language": "system"}
    no_op = {**offered, "id": "no-op", "name": "no-op", "entry": _NO_OP, "args": []}
    ways = []
    for name, each in (("no-op", no_op), ("memcli", offered)):
        place = repository(top / f"pre-commit-{name}")
        config = {"repos": [{"repo": "local", "hooks": [each]}]}
        (place / _CONFIG).write_text(yaml.safe_dump(config), encoding="utf-8")
        git(place, "add", _CONFIG)
        git(place, "commit", "-q", "-m", "Config")
        stage(place)
        run([*pre_commit, "install"], place)
        by_hand = Way("pre-commit run", [*pre_commit, "run"], place)
        ways.append((by_hand, commit("git commit, under pre-commit", place)))
    return [Pair(*pair) for pair in zip(*ways, strict=True)]


def plain(top: Path) -> Pair:
    """Return commits in two repositories with a shell script as their hook."""
    ways = []
    for name, command in (("no-op", _NO_OP), ("memcli", "memcli scan --staged")):
        place = repository(top / f"plain-{name}")
        script = place / ".git" / "hooks" / "pre-commit"
        script.parent.mkdir(exist_ok=True)
        script.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
        script.chmod(0o755)
        stage(place)
        ways.append(commit("git commit, plain hook --staged", place))
    return Pair(*ways)


def commit(name: str, place: Path) -> Way:
    """Return a commit of what is staged."""
    return Way(name, ("git", "commit", "-q", "-m", "Notes"), place, commits=True)


def repository(place: Path) -> Path:
    """Return a new repository with one commit, so that the next is one of many."""
    place.mkdir()
    git(place, "init", "-q", "-b", "main", ".")
    git(place, "commit", "-q", "--allow-empty", "-m", "First")
    return place


def stage(place: Path) -> list[str]:
    """Write and stage the memory files; return their names."""
    notes = place / "notes"
    notes.mkdir()
    make_corpus(notes, files=FILES)
    git(place, "add", "notes")
    return sorted(f"notes/{each.name}" for each in notes.iterdir())


def git(place: Path, *words: str) -> None:
    """Run git; it has to work."""
    run(["git", *words], place)


def run(call: Sequence[str], place: Path) -> float:
    """Run ``call`` and return its seconds. Ends the benchmark if it fails."""
    start = time.perf_counter()
    done = subprocess.run(call, cwd=place, capture_output=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.stderr.buffer.write(done.stdout + done.stderr)
        raise SystemExit(f"{' '.join(call[:4])}: exit code {done.returncode}")
    return seconds


def measure(pairs: Sequence[Pair], rounds: int) -> list[tuple[list[float], list[float]]]:
    """Return for each pair the seconds of both; the round before the first does not count.

    Each round runs every way once, so that a slow moment of the machine falls on all.
    """
    taken: list[tuple[list[float], list[float]]] = [([], []) for _ in pairs]
    for number in range(rounds + 1):
        for pair, seconds in zip(pairs, taken, strict=True):
            for way, of_way in zip(pair, seconds, strict=True):
                passed = run(way.call, way.place)
                if way.commits:
                    # What was committed is staged again.
                    git(way.place, "reset", "-q", "--soft", "HEAD~1")
                if number:
                    of_way.append(passed)
    return taken


def report(pairs: Sequence[Pair], taken: Sequence[tuple[list[float], list[float]]]) -> None:
    """Print a line for each pair: medians, and what memcli adds."""
    print(f"{'':33} {'no-op s':>8} {'memcli s':>9} {'adds s':>7}  target")
    for pair, seconds in zip(pairs, taken, strict=True):
        no_op, memcli = map(statistics.median, seconds)
        # Of the two in one round, which the machine treats alike.
        adds = statistics.median(b - a for a, b in zip(*seconds, strict=True))
        verdict = "met" if adds <= TARGET else "MISSED"
        told = f"<= {TARGET:g} s: {verdict}"
        print(f"{pair.memcli.name:33} {no_op:8.3f} {memcli:9.3f} {adds:7.3f}  {told}")


def found_pre_commit(given: str | None) -> Sequence[str] | None:
    """Return how to call pre-commit: as given, of this interpreter, or on PATH."""
    beside = Path(sysconfig.get_path("scripts")) / "pre-commit"
    program = given or (str(beside) if beside.is_file() else shutil.which("pre-commit"))
    return None if program is None else (os.path.abspath(program),)


def as_list(value: object) -> list[object]:
    """Return ``value``, which has to be a list."""
    if not isinstance(value, list):
        raise TypeError
    return value


def set_environment(home: str) -> None:
    """Keep the user's settings out of it, and put this interpreter's memcli on PATH."""
    script = console_script()
    if script is None:
        raise SystemExit("memcli is not installed beside this interpreter")
    for name in [each for each in os.environ if each.startswith(("GIT_", "MEMCLI_", "XDG_"))]:
        del os.environ[name]
    os.environ |= {
        "HOME": home,
        "PATH": f"{Path(script).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **{f"GIT_{who}_NAME": "bench" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "bench@example.org" for who in ("AUTHOR", "COMMITTER")},
    }


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="measured rounds (default 11)")
    parser.add_argument("--pre-commit", metavar="PROGRAM", help="pre-commit to run hooks under")
    options = parser.parse_args()
    pre_commit = found_pre_commit(options.pre_commit)
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        for each in ("home", "direct"):
            (top / each).mkdir()
        set_environment(str(top / "home"))
        pairs = [direct(top / "direct"), plain(top)]
        if pre_commit is not None:
            pairs += under_pre_commit(top, pre_commit)
        print(f"{FILES} staged files; medians of {options.rounds} interleaved rounds")
        report(pairs, measure(pairs, options.rounds))
    if pre_commit is None:
        print("under pre-commit: NOT MEASURED, pre-commit is not installed")


if __name__ == "__main__":
    main()
