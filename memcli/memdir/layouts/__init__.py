"""The layouts memcli knows, in the order in which they are tried."""

from collections.abc import Collection

from memcli.errors import UsageError
from memcli.memdir.layouts.claude_code import ClaudeCode
from memcli.memdir.layouts.generic import Generic
from memcli.memdir.layouts.interface import Layout

LAYOUTS: tuple[Layout, ...] = (ClaudeCode(), Generic())

__all__ = ["LAYOUTS", "Layout", "choose"]


def choose(name: str, root: str, names: Collection[str]) -> Layout:
    """Return the layout called ``name``, or the first that recognises ``root`` for ``auto``.

    ``names`` are the names directly in ``root``. Raises UsageError for an unknown name.
    """
    for layout in LAYOUTS:
        if layout.name == name or (name == "auto" and layout.recognises(root, names)):
            return layout
    known = ", ".join(["auto", *(layout.name for layout in LAYOUTS)])
    raise UsageError(
        "the memory directory was not read",
        f"there is no layout {name!a}",
        hint=f"the layouts are: {known}",
    )
