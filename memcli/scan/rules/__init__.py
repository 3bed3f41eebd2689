"""The rules, as data."""

from memcli.scan.model import Rule
from memcli.scan.rules import heuristic, private_keys, structural

RULES: tuple[Rule, ...] = (
    structural.AWS_ACCESS_KEY_ID,
    structural.GITHUB_TOKEN,
    structural.GITHUB_FINE_GRAINED_TOKEN,
    structural.OPENAI_KEY,
    structural.OPENAI_PROJECT_KEY,
    structural.ANTHROPIC_KEY,
    structural.SLACK_TOKEN,
    structural.SLACK_LEGACY_TOKEN,
    structural.SLACK_APP_TOKEN,
    structural.SLACK_WEBHOOK,
    private_keys.PRIVATE_KEY,
    private_keys.PGP_PRIVATE_KEY,
    private_keys.PUTTY_PRIVATE_KEY,
    heuristic.BEARER_TOKEN,
    heuristic.ASSIGNED_SECRET,
)
