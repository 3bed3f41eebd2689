"""Run rules over bytes: candidates first, then confirmation, then one hit per place."""

import re
from _thread import allocate_lock
from bisect import bisect_left, insort
from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from memcli.scan.database import compiled_database
from memcli.scan.filters import NotCompiledError
from memcli.scan.model import Hit, Rule, Tier, compiled
from memcli.scan.regexes import use_cache
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
        self._made = compiled_database(rules, cache)
        self._scanning = allocate_lock()

    def hits(self, data: bytes) -> Iterator[Hit]:
        """Yield every confirmed hit in ``data``, by ``start``; no two overlap."""
        near = _Near(data, self._made.exact)
        # Threads share the databases' scratch space.
        with self._scanning:
            for database in self._made.databases:
                database.scan(data, match_event_handler=near.note)
        if not near.ends:
            return iter(())
        of_rules: dict[int, list[int]] = {}
        for expression, places in near.ends.items():
            for index in self._made.seekers[expression]:
                of_rules.setdefault(index, []).extend(places)
        found = (
            hit for index, places in of_rules.items() for hit in self._confirm(index, data, places)
        )
        return iter(resolve(found))

    def _confirm(self, index: int, data: bytes, ends: Sequence[int]) -> Iterator[Hit]:
        made = self._made
        lines, then, reach = made.lines[index], made.then[index], made.reach[index]
        if lines is not None and reach is not None:
            if following := made.near[index]:
                follows = compiled(following).match
                ends = [end for end in ends if follows(data, end)]
            regions = _starts(data, ends, lines, reach)
        else:
            regions = _regions(data, ends, lines)
        if then:
            # Most words that a rule begins with are followed by nothing of the kind.
            regions = list(_holding(compiled(then), data, regions))
        if not regions:
            return
        rule = self._rules.rule(index, made.sizes)
        confirming = confirm_in if reach is None else _confirm_at
        yield from confirming(rule, data, regions)


class _Near:
    """Collects where matches of expressions end, the first on each line; all of ``exact`` ones."""

    def __init__(self, data: bytes, exact: Sequence[bool]) -> None:
        self.ends: dict[int, list[int]] = {}
        self._data = data
        self._exact = exact
        self._line: dict[int, tuple[int, int]] = {}

    def note(self, expression: int, _start: int, end: int, _flags: int, _context: object) -> None:
        """Take one event of Hyperscan; they come in no certain order."""
        if self._exact[expression]:
            self.ends.setdefault(expression, []).append(end)
            return
        if expression in self._line:
            first, last = self._line[expression]
            if first <= end <= last:
                return
        self._line[expression] = end, _line_feed(self._data, end - 1) + 1
        self.ends.setdefault(expression, []).append(end)


def engine_for(rules: RuleSet, *, cache: Path | None = None) -> Engine:
    """Return the fastest engine that works here; all find the same."""
    if cache is not None:
        use_cache(cache)
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


def _confirm_at(rule: Rule, data: bytes, regions: Iterable[Region]) -> Iterator[Hit]:
    """Yield the same, given regions so small that each place in them is tried."""
    match_at = rule.regex.match
    position = 0
    for region in regions:
        position = max(position, region.begin)
        while position < region.last:
            match = match_at(data, position, region.stop)
            if match is None:
                position += 1
                continue
            hit, position = _judged(rule, match)
            if hit is not None:
                yield hit


def _holding(then: re.Pattern[bytes], data: bytes, regions: Iterable[Region]) -> Iterator[Region]:
    """Yield those of ``regions`` that hold ``then``; several on one line are searched once."""
    stop, found = -1, 0
    for region in regions:
        if region.stop != stop or found < region.begin:
            match = then.search(data, region.begin, region.stop)
            stop, found = region.stop, len(data) if match is None else match.start()
        if found < len(data):
            yield region


def _starts(data: bytes, ends: Iterable[int], lines: int, reach: tuple[int, int]) -> list[Region]:
    """Return the regions in which matches begin that are at one of ``ends`` within ``reach``."""
    least, most = reach
    regions = []
    stop = 0
    for end in sorted(ends):
        if end > stop:
            stop = _line_feed(data, end - 1)
        after = stop
        for _ in range(lines):
            after = _line_feed(data, after + 1)
        regions.append(Region(max(end - most, 0), end - least + 1, after + 1))
    return regions


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
    search = rule.regex.search
    while match := search(data, position, region.stop):
        if match.start() >= region.last:
            break
        hit, position = _judged(rule, match)
        if hit is not None:
            yield hit
    return position


def _judged(rule: Rule, match: re.Match[bytes]) -> tuple[Hit | None, int]:
    """Return the hit, if it is one, and where to go on."""
    start, end = match.span("secret")
    if rule.accepts is None or rule.accepts(match):
        public = match["public"] if "public" in match.re.groupindex else b""
        return Hit(rule, start, end, match["secret"], public), end
    return None, max(start, match.start() + 1) if end - start <= _SEARCH_INSIDE else end


def resolve(hits: Iterable[Hit]) -> Sequence[Hit]:
    """Return one secret for each place, and all else that was hit, by ``start``.

    Of secrets that overlap, structural beats heuristic, then the longer wins, then the earlier,
    then the rule whose id sorts first.
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


def _precedence(hit: Hit) -> tuple[bool, int, int, str]:
    return hit.rule.tier is not Tier.STRUCTURAL, hit.start - hit.end, hit.start, hit.rule.id


def _start(hit: Hit) -> int:
    return hit.start
