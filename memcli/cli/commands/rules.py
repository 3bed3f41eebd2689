"""memcli rules: what a scan looks for."""

from typing import Annotated

import typer

from memcli.cli.options import Format, FormatOption
from memcli.cli.output import emit
from memcli.errors import ExitCode, UsageError
from memcli.fs import display
from memcli.render.rules import every_rule, rule_json, rule_text, rules_json, rules_text


def command(
    rule_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One rule, as a finding names it.")
    ] = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """List what a scan looks for, or explain one rule: why it matters and what to do.

    Each line has the rule's id, its tier, what a finding does, whose credential it is, and what.
    """
    rules = every_rule()
    if rule_id is None:
        emit(rules_json(rules) if form is Format.JSON else rules_text(rules))
        return ExitCode.OK
    rule = next((each for each in rules if each.id == rule_id), None)
    if rule is None:
        raise UsageError(
            "no rule was shown",
            f"there is no rule '{display(rule_id)}'",
            hint=_nearest(rule_id, [each.id for each in rules]),
        )
    emit(rule_json(rule) if form is Format.JSON else rule_text(rule))
    return ExitCode.OK


def _nearest(word: str, ids: list[str]) -> str:
    import difflib  # only where there is a typing error

    close = difflib.get_close_matches(word, ids, n=1)
    return f"did you mean '{close[0]}'?" if close else "'memcli rules' lists all of them"
