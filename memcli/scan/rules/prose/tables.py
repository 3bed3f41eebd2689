"""Passwords in table cells, given away by the head of their column."""

import re

from memcli.scan.adjudicate import Asks
from memcli.scan.model import Rule, Sample, Tier
from memcli.scan.rules.prose.asking import label_in
from memcli.scan.rules.prose.assignments import ADVICE
from memcli.scan.rules.prose.values import is_pin_value, is_value

# A table's head is looked for so far above a cell.
_HEAD_WITHIN = 4096
_RULE_OF_TABLE = re.compile(rb"[ \t>]*\|?[ \t]*:?-{1,}[-:| \t]*\|?[ \t]*\r?\Z")

_CELL = rb"""(?x)
    \| [ \t]{0,40} (?:\*\*|__)? (?P<open>`)? (?P<secret> [!\#-&(-{}~][!\#-_a-{}~]{3,98} )
    (?(open)`) (?:\*\*|__)? [ \t]{0,40} (?= \| | \r?\n | \r?\Z )
"""


def _accepts(match: re.Match[bytes]) -> bool:
    # Most cells are no candidates: the head is looked for last.
    is_digits = is_pin_value(match)
    if not is_digits and not (is_value(match, Asks.PASSWORD) or is_value(match, Asks.KEY)):
        return False
    head = _head_of(match)
    label = label_in(head) if head else None
    if label is None or label.is_alone or label.asks is Asks.LOOSE:
        return False
    if is_digits:
        return label.asks is Asks.PASSWORD
    return is_value(match, label.asks)


def _head_of(match: re.Match[bytes]) -> bytes:
    """Return the text at the head of the column that the cell is in; nothing if there is none."""
    data, start = match.string, match.start("secret")
    line_start = data.rfind(b"\n", 0, start) + 1
    column = data.count(b"|", line_start, start) - _leads(data[line_start:start])
    above = data[max(0, line_start - _HEAD_WITHIN) : max(0, line_start - 1)].split(b"\n")
    for index in range(len(above) - 1, 0, -1):
        line = above[index]
        if b"|" not in line:
            return b""
        if _RULE_OF_TABLE.match(line):
            head = above[index - 1].strip().removesuffix(b"|")
            cells = head.split(b"|")
            place = column + _leads(head)
            return cells[place].strip(b" *_`\t\r") if place < len(cells) else b""
    return b""


def _leads(row: bytes) -> int:
    return int(row.lstrip(b" \t>").startswith(b"|"))


TABLE_SECRET = Rule(
    id="table-secret",
    tier=Tier.HEURISTIC,
    title="value in a table's column of credentials",
    why="The head of the column says that credentials stand in it, and the value looks like one.",
    advice=ADVICE,
    anchors=(b"|",),
    pattern=_CELL,
    accepts=_accepts,
    examples=(
        Sample(
            ("| Host | User | Password |\n", "|---|---|---|\n", "| box | me | Gra", "nit", "4471 |")
        ),
        Sample(("| pw | box |\n|--|--|\n| `Gra", "nit", "4471` | nas |\n")),
        Sample(("Host | Пароль\n--- | ---\nbox | Gra", "nit", "4471\n")),
    ),
    counter_examples=(
        Sample(
            ("| Host | User | Password |\n|---|---|---|\n| box2024a | user2024x | see vault |",)
        ),
        Sample(("| Password hash | x |\n|---|---|\n| Granit", "4471 | y |")),
        Sample(("| Name | Build |\n|---|---|\n| box | Granit", "4471 |")),
    ),
)
RULES: tuple[Rule, ...] = (TABLE_SECRET,)
