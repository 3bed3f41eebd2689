"""Run rules over bytes: candidates first, then confirmation, then one hit per place."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from memcli.scan.model import Hit, Rule, Tier

# A refused value up to this long is searched for a label and a value of its own; a longer one
# is passed over, so that the search stays linear.
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


def confirm(rule: Rule, data: bytes) -> Iterator[Hit]:
    """Yield the hits of one rule; whatever engine named it a candidate, this decides."""
    regex = rule.regex
    has_public = "public" in regex.groupindex
    position = 0
    while (match := regex.search(data, position)) is not None:
        start, end = match.span("secret")
        if rule.accepts is None or rule.accepts(match):
            public = match["public"] if has_public else b""
            yield Hit(rule, start, end, match["secret"], public)
            position = end
        elif end - start <= _SEARCH_INSIDE:
            position = max(start, match.start() + 1)
        else:
            position = end


def resolve(hits: Iterable[Hit]) -> Sequence[Hit]:
    """Return one hit for each place, by ``start``.

    Of hits that overlap, structural beats heuristic, then the longer wins, then the earlier,
    then the rule whose id sorts first.
    """
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
