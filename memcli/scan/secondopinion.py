"""What detect-secrets says of a heuristic candidate that nothing else has refused.

Its module takes a few tenths of a second to import and brings a network library along, which is
never used: import happens in the first call, and only functions of a value and its line are called.
They read no settings and change none. On our cases its filters for UUIDs and for values without
letters drop real secrets, so they are left out.
"""

import importlib
from collections.abc import Callable
from functools import cache

_MODULE = "detect_secrets.filters.heuristic"
_OF_VALUE = ("is_sequential_string", "is_templated_secret", "is_prefixed_with_dollar_sign")
_OF_LINE = ("is_indirect_reference",)
# Its pattern for lines takes long on longer ones.
_LINE_MAX = 1000


def objection(value: str, line: str) -> str | None:
    """Return the name of the filter that takes ``value`` for no secret; None if there is none.

    ``line`` is the line that the value stands on. Without detect-secrets there is no objection.
    """
    for name, takes_for_innocent in _filters():
        subject = line[:_LINE_MAX] if name in _OF_LINE else value
        if takes_for_innocent(subject):
            return name
    return None


@cache
def _filters() -> tuple[tuple[str, Callable[[str], bool]], ...]:
    try:
        module = importlib.import_module(_MODULE)
    except ImportError:
        return ()
    names = (*_OF_VALUE, *_OF_LINE)
    return tuple((name, getattr(module, name)) for name in names if hasattr(module, name))
