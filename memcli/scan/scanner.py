"""Turn hits into findings: places, masks, effects and fingerprints."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from memcli.fs import path_key
from memcli.scan import fingerprint
from memcli.scan.engine import Engine, apart, engine_for
from memcli.scan.model import Effect, Finding, Hit, Rule, Tier, compiled
from memcli.scan.problems import problem
from memcli.scan.ruleset import built_in_rules
from memcli.scan.search import search

if TYPE_CHECKING:
    from memcli.scan.suppression import Baseline

__all__ = ["Scanner", "default_scanner", "problem"]

_BOM = b"\xef\xbb\xbf"
_ELLIPSIS = "\u2026"
_CODES = 3
_TEXT_SUFFIXES = frozenset({b"md", b"mdx", b"markdown", b"txt"})


class Privacy(StrEnum):
    """What the privacy check does with what it finds."""

    OFF = "off"
    INFORM = "inform"
    WARN = "warn"
    BLOCK = "block"


_PRIVACY = {Privacy.INFORM: Effect.INFO, Privacy.WARN: Effect.WARN, Privacy.BLOCK: Effect.BLOCK}


class Scanner:
    """Judges files and names with one engine.

    Structural findings block. What else is found has the effect its rule says, or warns; when
    ``strict``, it blocks instead of warning. ``privacy`` decides about that check alone.
    """

    def __init__(
        self, *, engine: Engine, strict: bool = False, privacy: Privacy = Privacy.INFORM
    ) -> None:
        self._engine = engine
        self._strict = strict
        self._privacy = privacy
        self._heeds = False
        self._baseline: Baseline | None = None

    def heeding(self, baseline: "Baseline | None") -> "Scanner":
        """Return a scanner that marks what detect-secrets was told may stay.

        These are heuristic findings that a comment allows, or whose value ``baseline`` knows.
        """
        scanner = Scanner(engine=self._engine, strict=self._strict, privacy=self._privacy)
        scanner._heeds, scanner._baseline = True, baseline
        return scanner

    def scan_file(self, path: str, raw: bytes) -> tuple[Finding, ...]:
        """Return the findings in a file's name and content, by line, column and rule.

        ``path`` is relative to the memory directory, undecodable bytes as surrogate escapes.
        ``raw`` is the content as on disk; it need not be UTF-8. Only a line feed ends a line, a
        byte order mark at the start takes no column, an undecodable byte takes one.
        """
        name = path_key(path)
        name_hits = self._name_hits(name)
        hits = self._hits(raw)
        if not name_hits and not hits:
            return ()
        shown = _masked(name, name_hits)
        in_name = self._findings(shown, _Text(name, is_name=True), name_hits)
        return in_name + self._findings(shown, _Text(raw), hits)

    def mask_name(self, path: str) -> str:
        """Return ``path`` with every secret in it replaced by its mask, for showing."""
        name = path_key(path)
        return _masked(name, self._name_hits(name))

    def _name_hits(self, name: bytes) -> Sequence[Hit]:
        # A value ends where its segment ends, or where the suffix begins. Every replacement has
        # the length of what it replaces, so the offsets hold for the name itself.
        stem, _, suffix = name.rpartition(b".")
        lines = stem + b"\n" + suffix if suffix.lower() in _TEXT_SUFFIXES else name
        return self._hits(lines.replace(b"/", b"\n"))

    def _hits(self, data: bytes) -> Sequence[Hit]:
        return search(self._engine, data)

    def _findings(self, shown: str, text: "_Text", hits: Sequence[Hit]) -> tuple[Finding, ...]:
        spans = _LineSpans(text, apart(hits))
        # Findings of one guessable rule on one line share their fingerprint.
        of_lines: dict[tuple[int, str], str] = {}
        findings = []
        line, column, counted = -1, 1, 0
        for hit in hits:
            if hit.rule.tier is Tier.PRIVACY and self._privacy is Privacy.OFF:
                # It is not told, but other findings' fingerprints are the same as if it were.
                continue
            number = text.line_of(hit.start)
            start, end = text.bounds(number)
            if number != line:
                line, column, counted = number, 1, start
            # Hits come by their start, so a long line is decoded once.
            column += text.width(counted, hit.start)
            counted = hit.start
            if hit.rule.strong:
                name = fingerprint.of_value(hit.rule.id, shown, hit.value)
            else:
                key = (number, hit.rule.id)
                if key not in of_lines:
                    of_lines[key] = fingerprint.of_line(hit.rule.id, shown, *spans.of(number))
                name = of_lines[key]
            findings.append(
                Finding(
                    rule=hit.rule.id,
                    tier=hit.rule.tier,
                    effect=self._effect(hit.rule),
                    path=shown,
                    line=number,
                    column=column,
                    end_column=column + text.width(hit.start, min(hit.end, end)),
                    mask=_mask(hit),
                    fingerprint=name,
                    allowed_by=self._allowed_by(shown, text, number, hit),
                )
            )
        return tuple(sorted(findings, key=lambda found: (found.line, found.column, found.rule)))

    def _allowed_by(self, path: str, text: "_Text", line: int, hit: Hit) -> str | None:
        if not self._heeds or hit.rule.tier is not Tier.HEURISTIC:
            return None
        from memcli.scan import suppression  # only where there is something to suppress

        if self._baseline is not None and self._baseline.knows(path, hit.value):
            return suppression.BASELINE_FILE
        here, above = text.line(line), text.line(line - 1) if line > 1 else b""
        return suppression.PRAGMA if suppression.is_allowed_by_pragma(here, above) else None

    def _effect(self, rule: Rule) -> Effect:
        if rule.tier is Tier.PRIVACY:
            return _PRIVACY[self._privacy]
        effect = rule.effect or (Effect.BLOCK if rule.tier is Tier.STRUCTURAL else Effect.WARN)
        return Effect.BLOCK if self._strict and effect is Effect.WARN else effect


def default_scanner(
    *, strict: bool = False, privacy: Privacy = Privacy.INFORM, cache: Path | None = None
) -> Scanner:
    """Return a scanner with every rule of this version.

    ``cache`` is the user's directory for what is expensive to make; it need not exist.
    """
    if not _built_in:
        _built_in.append(engine_for(built_in_rules(), cache=cache))
    return Scanner(engine=_built_in[0], strict=strict, privacy=privacy)


# One engine is enough for a process, wherever its database is kept.
_built_in: list[Engine] = []


class _Text:
    """Bytes with lines and columns; a name is one line with the number 0."""

    def __init__(self, raw: bytes, *, is_name: bool = False) -> None:
        self.raw = raw
        self._is_name = is_name
        self._starts: list[int] | None = None

    def line_of(self, offset: int) -> int:
        return 0 if self._is_name else bisect_right(self._line_starts(), offset)

    def bounds(self, line: int) -> tuple[int, int]:
        """Return where the line's text begins and ends: no byte order mark, no line feed."""
        if self._is_name:
            return 0, len(self.raw)
        starts = self._line_starts()
        start = starts[line - 1]
        end = starts[line] - 1 if line < len(starts) else len(self.raw)
        return (len(_BOM) if line == 1 and self.raw.startswith(_BOM) else start), end

    def line(self, number: int) -> bytes:
        """Return the line's text."""
        start, end = self.bounds(number)
        return self.raw[start:end]

    def width(self, start: int, end: int) -> int:
        """Return the number of code points; an undecodable byte counts as one."""
        return len(self.raw[start:end].decode("utf-8", "surrogateescape"))

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *(match.end() for match in compiled(rb"\n").finditer(self.raw))]
        return self._starts


class _LineSpans:
    """The parts of each line that are findings, also where a finding crosses lines."""

    def __init__(self, text: _Text, hits: Sequence[Hit]) -> None:
        self._text = text
        self._hits = hits
        # Hits do not overlap, so both lists are sorted.
        self._starts = [hit.start for hit in hits]
        self._ends = [hit.end for hit in hits]

    def of(self, line: int) -> tuple[bytes, tuple[fingerprint.Span, ...]]:
        """Return the line's text and the spans in it; a carriage return at its end is no text."""
        start, end = self._text.bounds(line)
        content = self._text.raw[start:end].removesuffix(b"\r")
        on_line = self._hits[
            bisect_right(self._ends, start) : bisect_left(self._starts, start + len(content))
        ]
        return content, tuple(
            fingerprint.Span(
                max(hit.start - start, 0), min(hit.end - start, len(content)), hit.rule.id
            )
            for hit in on_line
        )


def _masked(name: bytes, hits: Sequence[Hit]) -> str:
    parts = []
    done = 0
    for hit in hits:
        if hit.rule.tier not in (Tier.STRUCTURAL, Tier.HEURISTIC):
            # Nothing that must not be shown, and the name must be found again.
            continue
        parts += [name[done : hit.start], _mask(hit).encode()]
        done = hit.end
    parts.append(name[done:])
    return b"".join(parts).decode("utf-8", "surrogateescape")


def _mask(hit: Hit) -> str:
    shown = hit.public.decode("utf-8", "replace")
    if hit.rule.tier is Tier.HYGIENE and not shown.isprintable():
        codes = [f"U+{ord(char):04X}" for char in shown]
        return " ".join(codes[:_CODES]) + (_ELLIPSIS if len(codes) > _CODES else "")
    return shown if hit.value == hit.public else shown + _ELLIPSIS
