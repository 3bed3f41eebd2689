"""Search one text for all there is in it, also in disguise."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from memcli.scan import views
from memcli.scan.engine import Engine, resolve
from memcli.scan.model import Hit, Tier
from memcli.scan.views import View

_SECRETS = (Tier.STRUCTURAL, Tier.HEURISTIC)
_UTF16_HEAD = 64
# Which rules ask for which view. In the last three, words that stand together by chance would
# make too many heuristic findings.
_VIEWS: tuple[tuple[tuple[str, ...], Callable[[bytes], View | None], bool], ...] = (
    (("hidden-", "stray-joiner", "disguise-soft"), views.without_hidden, True),
    (("disguise-entity",), views.without_entities, True),
    (("disguise-percent",), views.without_percent, False),
    (("disguise-base64",), views.decoded, False),
    (("disguise-break",), views.without_breaks, False),
)


def search(engine: Engine, data: bytes) -> Sequence[Hit]:
    """Return the hits in ``data``, by ``start``; secrets among them do not overlap.

    What a view shows is reported where it stands in ``data``, unless it is found there anyway.
    """
    plain = list(engine.hits(data))
    utf16 = views.from_utf16(data) if b"\0" in data[:_UTF16_HEAD] else None
    if not plain and utf16 is None:
        return ()
    asked = {hit.rule.id for hit in plain if hit.rule.tier in (Tier.HYGIENE, Tier.DISGUISE)}
    found = [hit for hit in plain if hit.rule.tier is not Tier.DISGUISE]
    if utf16 is not None:
        # Every other byte of it is a control character.
        found = [hit for hit in found if hit.rule.tier is not Tier.HYGIENE]
    seen = chain(
        _seen(engine, utf16, with_heuristics=True),
        *(
            _seen(engine, look(data), with_heuristics=heuristics)
            for rules, look, heuristics in _VIEWS
            if any(rule.startswith(rules) for rule in asked)
        ),
    )
    structural = [hit for hit in found if hit.rule.tier is Tier.STRUCTURAL]
    new = [hit for hit in seen if not _overlaps(structural, hit)]
    return resolve([*found, *new]) if new else found


def _seen(engine: Engine, view: View | None, *, with_heuristics: bool) -> Iterator[Hit]:
    """Yield the secrets that show only in ``view``, at their places in the original."""
    if view is None:
        return
    for hit in engine.hits(view.data):
        if hit.rule.tier is Tier.STRUCTURAL or (
            with_heuristics and hit.rule.tier is Tier.HEURISTIC
        ):
            start, end = view.origin(hit.start, hit.end)
            if not view.keeps(hit.start, hit.end):
                yield hit._replace(start=start, end=end)


def _overlaps(hits: Sequence[Hit], hit: Hit) -> bool:
    """Tell whether ``hit`` overlaps one of ``hits``, which are in order and apart."""
    place = bisect_left(hits, hit.end, key=lambda each: each.start)
    return place > 0 and hits[place - 1].end > hit.start
