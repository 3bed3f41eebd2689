"""memcli's scanner and the peers it is compared with, as one family."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from memcli.scan.model import Effect, Tier
from memcli.scan.scanner import default_scanner

SECRET_TIERS = frozenset({Tier.STRUCTURAL, Tier.HEURISTIC})


class Found(NamedTuple):
    """A finding: ``path`` below the scanned root, ``line`` from 1; 0 is the file's name.

    ``tier`` is memcli's, and empty for a peer. ``mask`` never holds the value.
    """

    path: str
    line: int
    rule: str
    tier: str = ""
    blocks: bool = False
    mask: str = ""


class ScannerError(Exception):
    """A scanner could not do the whole job; the message says why and holds no scanned text."""


class Scanner(Protocol):
    """Finds secrets in the files below a directory."""

    @property
    def name(self) -> str:
        """What the report calls it."""

    def missing(self) -> str | None:
        """Return why this scanner cannot run here, None if it can."""

    def scan(self, root: str, paths: Sequence[str], *, timeout: float) -> list[Found]:
        """Return every finding in ``paths``, which are all the files below ``root``.

        Raise ScannerError if the scanner fails or needs more than ``timeout`` seconds.
        """


class Memcli:
    """memcli's scanner in this process: the secret tiers, and its checks apart."""

    def __init__(self) -> None:
        self.checks: list[Found] = []
        """What the checks beside the secret scan found in the last scan."""
        self.raised: list[str] = []
        """Paths whose scan raised, with the exception's type."""

    @property
    def name(self) -> str:
        """Return memcli's name."""
        return "memcli"

    def missing(self) -> str | None:
        """Return None: it is imported."""
        return None

    def scan(self, root: str, paths: Sequence[str], *, timeout: float) -> list[Found]:
        """Scan each file; a file whose scan raises counts as one without findings."""
        del timeout  # nothing here waits for another process
        scanner = default_scanner()
        self.checks, self.raised = [], []
        secrets: list[Found] = []
        for path in paths:
            with open(os.path.join(root, path), "rb") as file:
                raw = file.read()
            try:
                findings = scanner.scan_file(path, raw)
            except Exception as error:  # noqa: BLE001 - a crash is a figure of the report too
                self.raised.append(f"{path}: {type(error).__name__}")
                continue
            for finding in findings:
                found = Found(
                    path,
                    finding.line,
                    finding.rule,
                    finding.tier.value,
                    finding.effect is Effect.BLOCK,
                    finding.mask,
                )
                (secrets if finding.tier in SECRET_TIERS else self.checks).append(found)
        return secrets


@dataclass(frozen=True, slots=True)
class Peer:
    """A scanner that is a program.

    ``arguments`` follow the program; the report's path is put in for ``{report}``. ``codes`` are
    the exit codes of a complete run. ``read`` makes findings of the report's text; it raises
    ValueError when the report says that the run was not complete.
    """

    name: str
    arguments: tuple[str, ...]
    codes: tuple[int, ...]
    read: Callable[[str], Iterator[Found]]
    places: tuple[str, ...] = ()
    to_stdout: bool = True

    def missing(self) -> str | None:
        """Return that the program was not found, None if it was."""
        return None if self._program() else "not installed"

    def scan(self, root: str, paths: Sequence[str], *, timeout: float) -> list[Found]:
        """Run the program in ``root`` on ``.``."""
        known = set(paths)
        program = self._program()
        if program is None:
            raise ScannerError("not installed")
        with tempfile.TemporaryDirectory(prefix="memcli-bench-") as home:
            report = os.path.join(home, "report.json")
            arguments = [part.replace("{report}", report) for part in self.arguments]
            try:
                done = subprocess.run(
                    [program, *arguments],
                    cwd=root,
                    env=_environment(program, home),
                    capture_output=True,
                    timeout=timeout,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise ScannerError(f"not done after {timeout:g} seconds") from None
            except OSError as error:
                raise ScannerError(f"cannot be started: {error.strerror}") from None
            if done.returncode not in self.codes:
                raise ScannerError(f"ended with exit code {done.returncode}")
            try:
                text = done.stdout.decode() if self.to_stdout else _read(report)
                found = [one._replace(path=os.path.normpath(one.path)) for one in self.read(text)]
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise ScannerError(
                    f"its report is not as expected ({type(error).__name__})"
                ) from None
        if strange := {one.path for one in found} - known:
            raise ScannerError(f"it reports {len(strange)} paths that are not in the corpus")
        return found

    def _program(self) -> str | None:
        # Programs beside this interpreter count as installed, activated or not.
        beside = (*self.places, os.path.dirname(sys.executable))
        for place in beside:
            if found := shutil.which(self.name, path=place):
                return os.path.abspath(found)
        return shutil.which(self.name)


def peers(places: Sequence[str] = ()) -> list[Peer]:
    """Return the peers; their programs are looked for in ``places`` first, then on PATH."""
    where = tuple(places)
    # Their reports hold values, since redaction would alter paths too; nothing here keeps them.
    kingfisher = ("scan", ".", "--no-validate", "--no-update-check", "--no-dedup")
    credsweeper = ("--path", ".", "--save-json", "{report}", "--log", "SILENCE", "--no-color")
    return [
        Peer(
            "betterleaks",
            (".", "--jsonl", "--output", "-", "--no-banner", "--log-level", "error"),
            (0, 1),
            _betterleaks,
            where,
        ),
        Peer("kingfisher", (*kingfisher, "--format", "jsonl"), (0, 200, 205), _kingfisher, where),
        Peer(
            "detect-secrets",
            ("scan", "--all-files", "--no-verify", "."),
            (0,),
            _detect_secrets,
            where,
        ),
        Peer("credsweeper", credsweeper, (0,), _credsweeper, where, to_stdout=False),
    ]


def _betterleaks(text: str) -> Iterator[Found]:
    complete = False
    for row in _rows(text):
        if "scan" in row:
            complete = row["scan"]["state"] == "complete"
        elif "finding" in row:
            finding = row["finding"]
            place = finding["location"]
            yield Found(place["path"], int(place["start_line"]), finding["rule_id"])
    if not complete:
        raise ValueError


def _kingfisher(text: str) -> Iterator[Found]:
    complete = False
    for row in _rows(text):
        if "blobs_scanned" in row:
            complete = True
        elif "finding" in row:
            finding = row["finding"]
            yield Found(finding["path"], int(finding["line"]), row["rule"]["id"])
    if not complete:
        raise ValueError


def _detect_secrets(text: str) -> Iterator[Found]:
    for path, rows in json.loads(text)["results"].items():
        for row in rows:
            yield Found(path, int(row["line_number"]), row["type"])


def _credsweeper(text: str) -> Iterator[Found]:
    for row in json.loads(text):
        for line in row["line_data_list"]:
            yield Found(line["path"], int(line["line_num"]), row["rule"])


def _rows(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def _environment(program: str, home: str) -> Mapping[str, str]:
    # Peers keep caches and look for settings at home; each run starts without either.
    path = os.pathsep.join((os.path.dirname(program), os.environ.get("PATH", os.defpath)))
    return {"PATH": path, "HOME": home, "LANG": "C.UTF-8", "TMPDIR": home}


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()
