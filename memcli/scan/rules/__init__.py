"""The rules, as data: which modules hold them, imported when they are needed."""

import importlib
import sys
from collections.abc import Sequence
from functools import cache

from memcli.scan.model import Rule

_VENDORS = (
    "ai_agents ai_inference ai_media ai_models analytics appsec artifacts automation aws "
    "azure azure_marked banking chat ci clouds clouds_asia code_hosting commerce content crm "
    "crypto data_platforms databases deploy devices devtools dns_cdn email feature_flags "
    "github gitlab google hosting identity incidents infrastructure log_services maps media "
    "networks observability payments productivity publishing quality registries research "
    "secrets_managers slack social telephony testing webhooks"
)
# In this order the rules are numbered.
MODULES: tuple[str, ...] = (
    *(f"vendors.{name}" for name in _VENDORS.split()),
    "web",
    "configfiles",
    "private_keys",
    "prose",
    "hygiene",
    "privacy",
    "disguises",
)

RULES: tuple[Rule, ...]


@cache
def rules_in(module: str) -> Sequence[Rule]:
    """Return the rules of one of ``MODULES``."""
    rules: Sequence[Rule] = importlib.import_module(f"{__name__}.{module}").RULES
    return rules


def rule_of(rule_id: str) -> Rule:
    """Return one rule. Raises KeyError if there is none of that id."""
    # What found something is loaded already.
    loaded = [module for module in MODULES if f"{__name__}.{module}" in sys.modules]
    for module in dict.fromkeys((*loaded, *MODULES)):
        for rule in rules_in(module):
            if rule.id == rule_id:
                return rule
    raise KeyError(rule_id)


def __getattr__(name: str) -> tuple[Rule, ...]:
    """Return ``RULES``, every rule in its order; most runs need a few of them alone."""
    if name != "RULES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = every = tuple(rule for module in MODULES for rule in rules_in(module))
    return every
