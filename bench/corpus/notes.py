"""Write memory directories as people and agents keep them, and label their lines."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.corpus.data import Near, Shape, filler, titles
from bench.corpus.slots import fill, fill_innocent

STYLES = ("claude-code", "catalog", "openclaw", "daily")
# What cannot stand inside a sentence or behind a bullet.
_BLOCKS = ("|", "#", "{", "```", "-", ">", "[", "*", "1", "<", "_", "~", "description:", "network")


class Label(NamedTuple):
    """What lines ``first`` to ``line`` of a file are."""

    first: int
    line: int
    shape: str
    lang: str
    tier: str
    value: str
    expect: bool


class Snippet(NamedTuple):
    """A text to put into a note; ``labels`` count lines from 1 in it."""

    text: str
    labels: tuple[Label, ...]

    @property
    def is_block(self) -> bool:
        """Whether it needs lines of its own."""
        return "\n" in self.text or self.text.startswith(_BLOCKS)


@dataclass(slots=True)
class Note:
    """A file that is being written."""

    path: str
    lines: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def add(self, text: str, labels: Iterable[Label] = ()) -> None:
        """Append lines and the labels of them."""
        below = len(self.lines)
        self.lines += text.split("\n")
        for label in labels:
            self.labels.append(label._replace(first=label.first + below, line=label.line + below))

    @property
    def text(self) -> str:
        """The file's content."""
        return "\n".join(self.lines) + "\n"


def secret_snippet(shape: Shape, rng: random.Random) -> Snippet:
    """Write a shape down; each line that ends a secret is a label."""
    filled = fill(shape.template, rng)
    labels: list[Label] = []
    done = 0
    for (start, end), value in zip(filled.secrets, filled.classes, strict=True):
        line = filled.text.count("\n", 0, end) + 1
        if labels and labels[-1].line == line:
            continue
        first = done + 1 if done < filled.text.count("\n", 0, start) + 1 else line
        labels.append(Label(first, line, shape.name, shape.lang, shape.tier, value, expect=True))
        done = line
    return Snippet(filled.text, tuple(labels))


def pair_snippet(shape: Shape, rng: random.Random) -> Snippet:
    """Write a shape down without its secret: a mask, a placeholder or a reference instead."""
    return _quiet(fill_innocent(shape.template, rng), f"pair/{shape.name}", shape.lang)


def near_snippet(near: Near, rng: random.Random) -> Snippet:
    """Write a near-miss down."""
    return _quiet(fill(near.template, rng).text, f"near/{near.kind}", near.lang)


def _quiet(text: str, shape: str, lang: str) -> Snippet:
    lines = text.count("\n") + 1
    return Snippet(text, (Label(1, lines, shape, lang, "", "", expect=False),))


def directory(style: str, lang: str, snippets: Sequence[Snippet], rng: random.Random) -> list[Note]:
    """Return the files of one memory directory that holds ``snippets`` among ordinary notes."""
    descriptions = [s for s in snippets if s.text.startswith("description:")]
    entries = [s for s in snippets if s.text.startswith("- [") and "\n" not in s.text]
    rest = [s for s in snippets if s not in descriptions and s not in entries]
    rng.shuffle(rest)
    notes: list[Note] = []
    while rest or descriptions or not notes:
        here = [rest.pop() for _ in range(min(len(rest), rng.choice((1, 2, 4, 9, 14))))]
        description = descriptions.pop() if descriptions else None
        notes.append(
            _topic(style, lang, len(notes), snippets=here, description=description, rng=rng)
        )
    for _ in range(rng.randrange(4)):
        notes.append(_topic(style, lang, len(notes), snippets=(), description=None, rng=rng))
    index = Note("MEMORY.md")
    index.add("# Memory\n")
    for note in notes:
        if style in {"claude-code", "catalog"}:
            index.add(f"- [{_sentence(rng, titles())}]({note.path}) — {_line(lang, rng)}")
    for entry in entries:
        index.add(entry.text, entry.labels)
    return [index, *notes]


def _topic(
    style: str,
    lang: str,
    number: int,
    *,
    snippets: Sequence[Snippet],
    description: Snippet | None,
    rng: random.Random,
) -> Note:
    day = f"2026-{1 + number % 12:02}-{1 + number % 28:02}"
    title = _sentence(rng, titles())
    kind = rng.choice(("project", "reference", "feedback", "user"))
    stem = "".join(c if c.isascii() and c.isalnum() else "_" for c in title.lower())
    note = Note(_path(style, kind, stem, number, day))
    headed = style in {"claude-code", "catalog"} or description is not None
    if headed:
        note.add(f"---\nname: {title}")
        if description:
            note.add(description.text, description.labels)
        else:
            note.add(f"description: {_line(lang, rng).rstrip('.。')}")
        note.add(f"type: {kind}\n---\n")
    note.add(f"# {day}\n" if style == "daily" else f"# {title}\n")
    for snippet in snippets:
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            note.add(_ordinary(lang, rng))
        _place(note, snippet, lang, rng)
    for _ in range(rng.randint(1, 4)):
        note.add(_ordinary(lang, rng))
    return note


def _path(style: str, kind: str, stem: str, number: int, day: str) -> str:
    if style == "claude-code":
        return f"{kind}_{stem}_{number}.md"
    if style == "catalog":
        return f"{kind}/{stem}-{day.replace('-', '')}-{number:04}.md"
    if style == "openclaw":
        names = ("TOOLS.md", "USER.md", "AGENTS.md", "HEARTBEAT.md")
        return names[number] if number < len(names) else f"memory/{day}-{number}.md"
    return f"{day}-{number}.md"


def _place(note: Note, snippet: Snippet, lang: str, rng: random.Random) -> None:
    ways: tuple[Callable[[], None], ...] = (
        lambda: note.add(snippet.text, snippet.labels),
        lambda: note.add(f"- {snippet.text}", snippet.labels),
        lambda: note.add(f"  - {snippet.text}", snippet.labels),
        lambda: note.add(f"* {snippet.text}", snippet.labels),
        lambda: note.add(f"{_line(lang, rng)} {snippet.text}", snippet.labels),
        lambda: note.add(f"- {_line(lang, rng)} {snippet.text}", snippet.labels),
        lambda: note.add(f"{snippet.text} {_line(lang, rng)}", snippet.labels),
        lambda: note.add(f"{rng.randint(1, 12)}. {snippet.text}", snippet.labels),
    )
    if not snippet.is_block:
        rng.choices(ways, weights=(6, 6, 2, 2, 1, 1, 1, 1))[0]()
        return
    note.add("")
    note.add(snippet.text, snippet.labels)
    note.add("")


def _ordinary(lang: str, rng: random.Random) -> str:
    style = rng.randrange(9)
    if style == 0:
        return " ".join(_line(lang, rng) for _ in range(3)) + "\n"
    if style == 1:
        return f"\n## {_sentence(rng, titles())}\n"
    if style == 2:
        return f"- **{_sentence(rng, titles())}** — {_line(lang, rng)}"
    if style == 3:
        return f"**Why:** {_line(lang, rng)}"
    return f"- {_line(lang, rng)}"


def _line(lang: str, rng: random.Random) -> str:
    return _sentence(rng, filler(lang))


def _sentence(rng: random.Random, templates: Sequence[str]) -> str:
    return fill(rng.choice(templates), rng).text
