"""Rules that are a shape and nothing else, for tests of what works with any rule."""

from memcli.scan.model import Rule, Tier


def plain_rule(
    rule_id: str,
    pattern: bytes,
    *anchors: bytes,
    tier: Tier = Tier.STRUCTURAL,
    refuse: frozenset[bytes] = frozenset(),
) -> Rule:
    """Return the rule of ``pattern``; it accepts every value but those to ``refuse``."""
    return Rule(
        id=rule_id,
        tier=tier,
        title="",
        why="",
        advice="",
        anchors=anchors,
        pattern=pattern,
        examples=(),
        counter_examples=(),
        accepts=lambda match: match["secret"] not in refuse,
    )
