"""Rules, findings and reports, as values."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from memcli.scan.regexes import compile_regex


class Tier(StrEnum):
    """Structural and heuristic are the secret scan's tiers; hygiene and privacy are checks.

    What is found of the tier disguise asks for another look at the text and is never reported.
    """

    STRUCTURAL = "structural"
    HEURISTIC = "heuristic"
    HYGIENE = "hygiene"
    PRIVACY = "privacy"
    DISGUISE = "disguise"


class Effect(StrEnum):
    """What a finding does to the gate."""

    BLOCK = "block"
    WARN = "warn"
    INFO = "info"


class Sample(NamedTuple):
    """An example in parts that no scanner recognises until they are joined."""

    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """The parts joined."""
        return "".join(self.parts)


@cache
def compiled(pattern: bytes) -> re.Pattern[bytes]:
    """Return the regex for ``pattern``; each is compiled when it is first needed."""
    return compile_regex(pattern)


class Rule(NamedTuple):
    """One shape of secret, or of what a check looks for.

    ``anchors`` are lower-case byte strings of which at least one occurs (ignoring ASCII case) in
    every text the rule can hit; engines use them to pass over files quickly. ``pattern`` is the
    source of a byte regex, flags inside it, that takes linear time; its group ``secret`` is the
    value, and its group ``public``, where there is one, begins the value and is the vendor's
    constant prefix, the only part a mask may show. ``gates`` returns sources of plainer regexes,
    where ``pattern`` is too much to look for in a text as a whole: wherever a hit is, one of them
    matches too, and ends after the match of ``pattern`` begins, with no more line feeds between
    than ``pattern`` can take. ``accepts`` is called with the match and says whether it is a real
    hit. ``strong`` marks vendor formats of at least 80 random bits, whose values may be
    fingerprinted. Every one of ``examples`` is hit by this rule, none of ``counter_examples`` is.
    ``vendor`` issues the credential and ``url`` is where it documents the shape; rules of no
    vendor have neither. ``effect`` is what a finding does unless the scanner is told otherwise;
    without it, the tier decides.
    """

    id: str
    tier: Tier
    title: str
    why: str
    advice: str
    anchors: tuple[bytes, ...]
    pattern: bytes
    examples: tuple[Sample, ...]
    counter_examples: tuple[Sample, ...]
    strong: bool = False
    accepts: Callable[[re.Match[bytes]], bool] | None = None
    vendor: str = ""
    url: str = ""
    effect: Effect | None = None
    gates: Callable[[], tuple[bytes, ...]] | None = None

    @property
    def regex(self) -> re.Pattern[bytes]:
        """The compiled pattern."""
        return compiled(self.pattern)


class Hit(NamedTuple):
    """A rule's confirmed match.

    ``start`` and ``end`` are byte offsets in the data as it is. ``value`` is the secret; it differs
    from the data between the offsets where an encoding was undone to find it. ``public`` is the
    vendor's constant prefix of ``value``, the only part that may be shown.
    """

    rule: Rule
    start: int
    end: int
    value: bytes
    public: bytes


class Finding(NamedTuple):
    """Something to act on, without the value that caused it.

    ``path`` is relative to the memory directory and itself masked where it holds a secret.
    ``line`` and ``column`` count from 1, in code points; line 0 is the name itself.
    ``end_column`` is one past the last character on that line.
    """

    rule: str
    tier: Tier
    effect: Effect
    path: str
    line: int
    column: int
    end_column: int
    mask: str
    fingerprint: str
    allowed_by: str | None = None


@dataclass(frozen=True, slots=True)
class ScanReport:
    """The findings over a set of files. ``bytes`` counts what was judged."""

    findings: tuple[Finding, ...]
    files: int
    bytes: int
    left_out: Mapping[str, int]

    def count(self, effect: Effect) -> int:
        """Return how many findings have ``effect`` and no allow entry."""
        return sum(1 for f in self.findings if f.effect is effect and f.allowed_by is None)
