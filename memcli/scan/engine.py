"""Run rules over bytes: candidates first, then confirmation, then one hit per place."""

from bisect import bisect_left, insort
from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from memcli.scan.database import compiled_database
from memcli.scan.filters import NotCompiledError
from memcli.scan.model import Hit, Rule, Tier, compiled
from memcli.scan.ruleset import RuleSet

# A refused value up to this long is searched for a label and a value of its own; a longer one
# is passed over, so that the search stays linear.
_SECRETS = (Tier.STRUCTURAL, Tier.HEURISTIC)
_SEARCH_INSIDE = 256


class Engine(Protocol):
    """Finds secrets in bytes."""

    def hits(self, data: bytes) -> Iterator[Hit]:
        """Yield every confirmed hit in ``data``, by ``start``; no two overlap."""
        ...


class ReEngine:
    """Searches with ``re`` alone; rules without an anchor in the data are passed over."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._anchors = frozenset(anchor for rule in self._rules for anchor in rule.anchors)

    def candidates(self, data: bytes) -> Iterator[Rule]:
        """Yield the rules that may hit somewhere in ``data``."""
        folded = data.lower()
        present = {anchor for anchor in self._anchors if anchor in folded}
        return (rule for rule in self._rules if not present.isdisjoint(rule.anchors))

    def hits(self, data: bytes) -> Iterator[Hit]:
        """Yield every confirmed hit in ``data``, by ``start``; no two overlap."""
        found = (hit for rule in self.candidates(data) for hit in confirm(rule, data))
        return iter(resolve(found))


class HyperscanEngine:
    """Searches once for all rules, then confirms with ``re`` on the lines where one may hit.

    ``cache`` is the user's directory for compiled databases; without one, every process compiles
    its own. Raises ImportError where Hyperscan is not installed, NotCompiledError where it does not
    work.
    """

    def __init__(self, rules: RuleSet, *, cache: Path | None = None) -> None:
        self._rules = rules
        self._database, self._lines, self._then = compiled_database(rules, cache)

    def hits(self, data: bytes) -> Iterator[Hit]:
        """Yield every confirmed hit in ``data``, by ``start``; no two overlap."""
        near = _Near(data)
        self._database.scan(data, match_event_handler=near.note)
        if not near.ends:
            return iter(())
        found = (hit for index in sorted(near.ends) for hit in self._confirm(index, data, near))
        return iter(resolve(found))

    def _confirm(self, index: int, data: bytes, near: "_Near") -> Iterator[Hit]:
        lines, then = self._lines[index], self._then[index]
        regions = _regions(data, near.ends[index], lines)
        if then:
            # Most words that a rule begins with are followed by nothing of the kind.
            holds = compiled(then).search
            regions = [each for each in regions if holds(data, each.begin, each.stop)]
            if not regions:
                return
        yield from confirm_in(self._rules.rules[index], data, regions)


class _Near:
    """Collects where something like a match ends, the first on each line for each rule."""

    def __init__(self, data: bytes) -> None:
        self.ends: dict[int, list[int]] = {}
        self._data = data
        self._line: dict[int, tuple[int, int]] = {}

    def note(self, rule: int, _start: int, end: int, _flags: int, _context: object) -> None:
        """Take one event of Hyperscan; they come in no certain order."""
        if rule in self._line:
            first, last = self._line[rule]
            if first <= end <= last:
                return
        self._line[rule] = end, _line_feed(self._data, end - 1) + 1
        self.ends.setdefault(rule, []).append(end)


def engine_for(rules: RuleSet, *, cache: Path | None = None) -> Engine:
    """Return the fastest engine that works here; all find the same."""
    try:
        return HyperscanEngine(rules, cache=cache)
    except (ImportError, NotCompiledError):
        return ReEngine(rules.rules)


def confirm(rule: Rule, data: bytes) -> Iterator[Hit]:
    """Yield the hits of one rule; whatever engine named it a candidate, this decides."""
    return confirm_in(rule, data, [Region(0, len(data), len(data))])


class Region(NamedTuple):
    """A part of the data: matches begin in ``[begin, last)`` and do not look beyond ``stop``."""

    begin: int
    last: int
    stop: int


def confirm_in(rule: Rule, data: bytes, regions: Iterable[Region]) -> Iterator[Hit]:
    """Yield what ``confirm`` does, given the regions in which every match of the rule begins."""
    position = 0
    for region in regions:
        position = yield from _confirm(rule, data, region, max(position, region.begin))


def _regions(data: bytes, ends: Iterable[int], lines: int | None) -> list[Region]:
    """Return the regions around places where something like a match ends.

    Every match of the rule's regex begins before one of ``ends``, with at most ``lines`` line feeds
    from there to it, and holds at most ``lines``, what it looks ahead at included. None is no
    bound.
    """
    if lines is None:
        return [Region(0, len(data), len(data))]
    regions = []
    searched = 0
    for end in sorted(ends):
        if end <= searched:
            continue
        begin = end
        for _ in range(lines + 1):
            begin = data.rfind(b"\n", 0, max(begin, 0))
        # A match may begin up to the end of this line, and go on for some lines after it.
        last = stop = _line_feed(data, end - 1)
        for _ in range(lines):
            stop = _line_feed(data, stop + 1)
        regions.append(Region(max(begin + 1, searched), last + 1, stop + 1))
        searched = last + 1
    return regions


def _line_feed(data: bytes, start: int) -> int:
    """Return where the next line feed is, or the length of ``data``."""
    found = data.find(b"\n", start)
    return len(data) if found < 0 else found


def _confirm(rule: Rule, data: bytes, region: Region, position: int) -> Generator[Hit, None, int]:
    """Yield the hits in ``region`` from ``position`` on; return where the search has come to."""
    regex = rule.regex
    has_public = "public" in regex.groupindex
    while match := regex.search(data, position, region.stop):
        if match.start() >= region.last:
            break
        start, end = match.span("secret")
        if rule.accepts is None or rule.accepts(match):
            public = match["public"] if has_public else b""
            yield Hit(rule, start, end, match["secret"], public)
            position = end
        elif end - start <= _SEARCH_INSIDE:
            position = max(start, match.start() + 1)
        else:
            position = end
    return position


def resolve(hits: Iterable[Hit]) -> Sequence[Hit]:
    """Return one secret for each place, and all else that was hit, by ``start``.

    Of secrets that overlap, structural beats heuristic, then one with its vendor's prefix beats one
    without, then the longer wins, then the earlier, then the rule whose id sorts first.
    """
    secrets: list[Hit] = []
    others: list[Hit] = []
    for hit in hits:
        (secrets if hit.rule.tier in _SECRETS else others).append(hit)
    kept = apart(secrets)
    return sorted([*kept, *others], key=_start) if others else kept


def apart(hits: Iterable[Hit]) -> list[Hit]:
    """Return the hits that no better one overlaps, by ``start``; which are better, see above."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=_precedence):
        place = bisect_left(kept, hit.start, key=_start)
        clear_before = place == 0 or kept[place - 1].end <= hit.start
        clear_after = place == len(kept) or kept[place].start >= hit.end
        if clear_before and clear_after:
            insort(kept, hit, key=_start)
    return kept


def _precedence(hit: Hit) -> tuple[bool, bool, int, int, str]:
    is_weaker = hit.rule.tier is not Tier.STRUCTURAL
    return is_weaker, not hit.public, hit.start - hit.end, hit.start, hit.rule.id


def _start(hit: Hit) -> int:
    return hit.start
