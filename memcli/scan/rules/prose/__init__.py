"""Secrets that only the words around them give away."""

from memcli.scan.model import Rule
from memcli.scan.rules.prose import (
    assignments,
    bearer,
    codes,
    described,
    lines,
    pairs,
    preceding,
    shell,
    tables,
    urls,
    weak,
)

RULES: tuple[Rule, ...] = (
    bearer.BEARER_TOKEN,
    *assignments.RULES,
    *described.RULES,
    *lines.RULES,
    *preceding.RULES,
    *codes.RULES,
    *pairs.RULES,
    *shell.RULES,
    *tables.RULES,
    *urls.RULES,
    *weak.RULES,
)
