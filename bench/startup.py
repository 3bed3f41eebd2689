"""Measure what a short call of memcli costs beside importing typer alone."""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIXTURE = ROOT / "fixtures" / "memory" / "claude-code"
INDEX = "MEMORY.md"
FILES = 51
# A scan that finds something exits with 1, and that is what a corpus may be made for.
SCANNED = (0, 1)


@dataclass(frozen=True, slots=True)
class Target:
    """The most that a call may take, from the floor: ``ratio`` times it, or ``plus`` ms more."""

    ratio: float | None = None
    plus: float | None = None

    def __str__(self) -> str:
        return f"<= {self.ratio:g} x floor" if self.ratio else f"<= floor + {self.plus:g} ms"

    def is_met(self, milliseconds: float, floor: float) -> bool:
        """Tell whether a median is within the target."""
        if self.ratio is not None:
            return milliseconds <= self.ratio * floor
        return milliseconds <= floor + (self.plus or 0)


@dataclass(frozen=True, slots=True)
class Call:
    """A command line to measure. Any exit code but those in ``codes`` is an error."""

    name: str
    arguments: tuple[str, ...]
    codes: tuple[int, ...] = (0,)
    target: Target | None = None


def console_script() -> str | None:
    """Return the installed script of this interpreter, None if there is none."""
    path = Path(sysconfig.get_path("scripts")) / "memcli"
    return str(path) if path.is_file() else None


def make_corpus(directory: Path, *, files: int = FILES) -> None:
    """Copy the fixture's files, over and over under new names, until there are ``files``."""
    sources = sorted(path for path in FIXTURE.glob("*.md") if path.name != INDEX)
    shutil.copyfile(FIXTURE / INDEX, directory / INDEX)
    for number in range(files - 1):
        shutil.copyfile(sources[number % len(sources)], directory / f"note_{number:02}.md")


def calls(empty: str, corpus: str) -> list[Call]:
    """Return the floor and, by each way to start memcli, what is compared with it."""
    ways: list[tuple[str, tuple[str, ...]]] = [("-m memcli", (sys.executable, "-m", "memcli"))]
    if script := console_script():
        ways.insert(0, ("script", (script,)))
    listed = [Call("python -c 'import typer' (floor)", (sys.executable, "-c", "import typer"))]
    for name, way in ways:
        listed += [
            Call(f"--version ({name})", (*way, "--version"), target=Target(ratio=1.4)),
            Call(f"scan, empty ({name})", (*way, "scan", empty), SCANNED, Target(plus=40)),
            Call(f"scan, corpus ({name})", (*way, "scan", corpus), SCANNED, Target(plus=100)),
        ]
    return listed


def measure(listed: list[Call], *, rounds: int, place: str) -> list[float]:
    """Return the median wall time of each call in ms.

    Each round makes every call once, so that a slow moment of the machine falls on all of them.
    The round before the first only fills caches.
    """
    environment = {"PATH": os.defpath, "HOME": place, "LANG": "C.UTF-8"}
    times: list[list[float]] = [[] for _ in listed]
    for number in range(rounds + 1):
        for call, taken in zip(listed, times, strict=True):
            start = time.perf_counter()
            done = subprocess.run(
                call.arguments, cwd=place, env=environment, capture_output=True, check=False
            )
            elapsed = (time.perf_counter() - start) * 1000
            if done.returncode not in call.codes:
                sys.stderr.buffer.write(done.stderr)
                raise SystemExit(f"{call.name}: exit code {done.returncode}")
            if number:
                taken.append(elapsed)
    return [statistics.median(taken) for taken in times]


def report(listed: list[Call], medians: list[float]) -> None:
    """Print a line for each call."""
    floor = medians[0]
    print(f"{'call':34} {'ms':>8} {'ratio':>7} {'diff ms':>8}  target")
    for call, median in zip(listed, medians, strict=True):
        told = ""
        if call.target:
            verdict = "met" if call.target.is_met(median, floor) else "MISSED"
            told = f"{call.target}: {verdict}"
        print(f"{call.name:34} {median:8.1f} {median / floor:7.2f} {median - floor:8.1f}  {told}")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", help="memory directory; default: from the fixtures")
    parser.add_argument("--rounds", type=int, default=15, help="measured rounds (default 15)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        empty = Path(place, "empty")
        corpus = Path(options.corpus).resolve() if options.corpus else Path(place, "corpus")
        empty.mkdir()
        if options.corpus is None:
            corpus.mkdir()
            make_corpus(corpus)
        files = sum(path.is_file() for path in corpus.rglob("*"))
        print(f"python {sys.version.split()[0]} ({sys.executable}), script: {console_script()}")
        print(f"medians of {options.rounds} interleaved rounds; the corpus has {files} files")
        listed = calls(str(empty), str(corpus))
        report(listed, measure(listed, rounds=options.rounds, place=place))


if __name__ == "__main__":
    main()
