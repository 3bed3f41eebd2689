"""Time ``memcli scan`` beside other scanners, in one run, and check what it finds."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

# What each peer is called with, before the directory. Nothing is validated over the network.
PEERS: Mapping[str, Sequence[str]] = {
    "betterleaks": ("--no-banner", "--silent"),
    "kingfisher": ("scan", "--no-validate", "--no-update-check", "--quiet"),
}
_WARM, _COLD = "memcli", "memcli, cold cache"
_KIB_PER_MB = 1000


class Run(NamedTuple):
    """One call: seconds of wall time, peak memory of its largest process in MB, output, code."""

    seconds: float
    memory: float
    output: str
    code: int


def run(command: Sequence[str], environment: Mapping[str, str]) -> Run:
    """Run ``command`` with its output in a file, so that a pipe slows nobody down."""
    with tempfile.TemporaryFile() as output:
        begin = time.perf_counter()
        started = subprocess.Popen(
            command, stdout=output, stderr=subprocess.DEVNULL, env=dict(environment)
        )
        _, status, usage = os.wait4(started.pid, 0)
        seconds = time.perf_counter() - begin
        started.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return Run(seconds, usage.ru_maxrss / _KIB_PER_MB, text, started.returncode)


def measure(
    corpus: Path, commands: Mapping[str, Sequence[str]], rounds: int
) -> dict[str, list[Run]]:
    """Return the runs of each command; every round makes each call once."""
    results: dict[str, list[Run]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as caches:
        warm = Path(caches, "warm")
        for number in range(rounds + 1):
            for name, command in commands.items():
                cache = Path(caches, f"{number}") if name == _COLD else warm
                environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
                # Users do not compile memcli's modules at each call.
                environment.pop("PYTHONDONTWRITEBYTECODE", None)
                done = run([*command, str(corpus)], environment)
                # The first round fills caches, of the disk too.
                if number:
                    results[name].append(done)
    return results


def found(corpus: Path, memcli: Sequence[str]) -> str:
    """Return what memcli makes of the planted secrets, and of the files that hold none."""
    listed = corpus.with_name(f"{corpus.name}.planted.jsonl")
    if not listed.exists():
        return "no list of planted secrets"
    with listed.open(encoding="utf-8") as file:
        planted = {str(json.loads(line)["path"]) for line in file}
    done = run([*memcli, "--format", "json", str(corpus)], os.environ)
    findings = json.loads(done.output)["findings"]
    blocked = {each["path"] for each in findings if each["effect"] == "block"}
    return (
        f"{len(planted & blocked)} of {len(planted)} planted secrets found, "
        f"{len(blocked - planted)} clean files blocked"
    )


def main() -> None:
    """Measure every corpus and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memcli", default=str(Path(sys.executable).with_name("memcli")))
    for name in PEERS:
        parser.add_argument(f"--{name}", default=shutil.which(name), metavar="PROGRAM")
    arguments = parser.parse_args()
    memcli = [arguments.memcli, "scan"]
    commands = {_WARM: memcli, _COLD: memcli}
    for name, options in PEERS.items():
        if program := getattr(arguments, name):
            commands[name] = [program, *options]
    for corpus in arguments.corpora:
        results = measure(corpus, commands, arguments.rounds)
        own = statistics.median(each.seconds for each in results[_WARM])
        print(f"{corpus.name}: {found(corpus, memcli)}")
        print(f"  {'':20}{'median s':>10}{'least s':>10}{'peak MB':>9}  memcli is")
        for name, runs in results.items():
            seconds = [each.seconds for each in runs]
            median = statistics.median(seconds)
            peak = max(each.memory for each in runs)
            ratio = "" if name == _WARM else f"{own / median:6.2f} x"
            print(f"  {name:20}{median:10.3f}{min(seconds):10.3f}{peak:9.1f}  {ratio}")


if __name__ == "__main__":
    main()
