"""Read the data files of the corpus: sections that "@" opens, and their lines."""

import os
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
SECRETS = ("secrets_en.txt", "secrets_structural.txt", "secrets_world.txt")


class Shape(NamedTuple):
    """A way to write a secret down; ``template`` has slots."""

    name: str
    lang: str
    tier: str
    template: str


class Near(NamedTuple):
    """A text that looks like a leak; ``kind`` says what it is instead."""

    kind: str
    lang: str
    template: str


@cache
def shapes() -> tuple[Shape, ...]:
    """Return every shape; names are unique."""
    made = []
    for file in SECRETS:
        for (lang, tier, family), line in _lines(file):
            name, _, template = line.partition(" | ")
            made.append(Shape(f"{family}/{name.strip()}", lang, tier, _template(template)))
    return tuple(made)


@cache
def near_misses() -> tuple[Near, ...]:
    """Return every near-miss."""
    return tuple(Near(kind, lang, _template(line)) for (lang, kind), line in _lines("near.txt"))


@cache
def filler(lang: str) -> tuple[str, ...]:
    """Return the ordinary sentences of a language."""
    return tuple(line for (name,), line in _lines("filler.txt") if name == lang)


@cache
def titles() -> tuple[str, ...]:
    """Return subjects of notes, with slots."""
    return _entries(filler("titles"))


@cache
def words(name: str) -> tuple[str, ...]:
    """Return the entries of a section of words.txt."""
    return _entries(tuple(line for (section,), line in _lines("words.txt") if section == name))


def _entries(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.strip() for line in lines for part in line.split(";"))


def _template(line: str) -> str:
    return line.replace("\\|", "|").replace("⏎", "\n")


def _lines(file: str) -> Iterator[tuple[tuple[str, ...], str]]:
    section: tuple[str, ...] = ()
    with open(os.path.join(HERE, file), encoding="utf-8") as opened:
        for line in opened.read().split("\n"):
            if line.startswith("@ "):
                section = tuple(line[2:].split())
            elif line and (section or not line.startswith("# ")):
                yield section, line
