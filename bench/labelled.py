"""Labelled texts: files of cases and generated directories, read as one kind of corpus."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LABELS = "labels.jsonl"
"""A generated corpus has its labels in this file and its memory directories beside it, in:"""
DIRECTORIES = "directories"

WEAK = re.compile(r"-(?:weak|pin)\b|\b(?:weak|pin)-")
# What others call the tiers in their cases.
_TIERS = {"token": "structural", "keyword": "heuristic", "generic": "heuristic"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A place that is either a secret or nothing.

    It is the lines from ``first`` to ``last`` of ``path``, from 1; a whole file has ``last`` 0.
    ``tier`` is structural, heuristic or empty; ``rule``, ``shape`` and ``lang`` may be empty.
    """

    id: str
    path: str
    expect: bool
    tier: str = ""
    rule: str = ""
    shape: str = ""
    lang: str = ""
    first: int = 0
    last: int = 0

    @property
    def measured_tier(self) -> str:
        """The tier to count a secret under: weak values in weak shapes are counted apart."""
        if self.tier == "heuristic" and WEAK.search(self.shape):
            return "weak or pin"
        return self.tier or "no tier"

    def covers(self, line: int) -> bool:
        """Tell whether a finding on ``line`` belongs to this unit."""
        return not self.last or self.first <= line <= self.last


@dataclass(frozen=True, slots=True)
class Corpus:
    """Units, and the texts they are in: ``texts`` by path, or else files below ``root``."""

    name: str
    units: tuple[Unit, ...]
    texts: dict[str, str]
    root: str = ""

    @property
    def by_line(self) -> bool:
        """Whether a unit is some lines of a file and not all of it."""
        return bool(self.root)

    @property
    def directories(self) -> int:
        """How many memory directories there are."""
        return len(os.listdir(self.root)) if self.root else 0

    def write_below(self, place: str) -> str:
        """Return where the files are; texts are written below ``place``, one file each."""
        if self.root:
            return self.root
        for path, text in self.texts.items():
            target = os.path.join(place, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))
        return place

    def paths(self, root: str) -> list[str]:
        """Return every file below ``root``, relative to it."""
        return sorted(_files(root))

    def text_of(self, unit: Unit) -> str:
        """Return the text of a unit."""
        if not self.root:
            return self.texts[unit.path]
        return "\n".join(self.line(unit.path, n) for n in range(unit.first, unit.last + 1))

    def line(self, path: str, number: int) -> str:
        """Return a line of a file, from 1; empty if there is none."""
        if self.root:
            with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                lines = file.read().split("\n")
        else:
            lines = self.texts[path].split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


def read_corpus(place: str) -> Corpus:
    """Read a file of cases, or a directory that prose_corpus.py made.

    Raise OSError if it cannot be read, ValueError with the line if it is not of that form.
    """
    name = os.path.basename(os.path.normpath(place))
    if os.path.isdir(place):
        rows = _rows(os.path.join(place, LABELS))
        units = tuple(_label(number, row) for number, row in rows)
        return Corpus(name, units, {}, os.path.join(os.path.abspath(place), DIRECTORIES))
    texts = {}
    listed = []
    for number, row in _rows(place):
        # Every case is called the same, so that no scanner learns anything from a name.
        path = f"{number:06}/case.md"
        texts[path] = _text(number, row, "text")
        listed.append(_unit(number, row, path=path, name=str(row.get("id", number))))
    return Corpus(name, tuple(listed), texts)


def _label(number: int, row: dict[str, Any]) -> Unit:
    path = _text(number, row, "path")
    last = row.get("line")
    first = row.get("first", last)
    if not isinstance(last, int) or not isinstance(first, int) or not 0 < first <= last:
        raise ValueError(f"line {number}: no place")
    return _unit(number, row, path=path, name=f"{path}:{last}", first=first, last=last)


def _unit(
    number: int, row: dict[str, Any], *, path: str, name: str, first: int = 0, last: int = 0
) -> Unit:
    expect = row.get("expect")
    if not isinstance(expect, bool):
        raise ValueError(f"line {number}: no 'expect' that is true or false")
    kind = str(row.get("tier") or row.get("kind") or "")
    return Unit(
        id=name,
        path=path,
        expect=expect,
        tier=_TIERS.get(kind, kind),
        rule=str(row.get("rule") or ""),
        shape=str(row.get("shape") or ""),
        lang=str(row.get("lang") or ""),
        first=first,
        last=last,
    )


def _text(number: int, row: dict[str, Any], key: str) -> str:
    text = row.get(key)
    if not isinstance(text, str):
        raise ValueError(f"line {number}: no {key!r} that is text")
    return text


def _rows(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError:
                raise ValueError(f"line {number}: not JSON") from None
            if not isinstance(row, dict):
                raise ValueError(f"line {number}: not an object")
            yield number, row


def _files(root: str) -> Iterator[str]:
    for folder, _, names in os.walk(root):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)
