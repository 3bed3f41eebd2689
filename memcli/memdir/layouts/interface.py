"""What a layout decides about a memory directory."""

from collections.abc import Collection
from typing import Protocol


class Layout(Protocol):
    """A directory shape: how it is recognised and which of its files are memory."""

    @property
    def name(self) -> str:
        """The name used on the command line and in lockfiles."""

    def recognises(self, root: str, names: Collection[str]) -> bool:
        """Tell whether ``root``, with ``names`` directly in it, has this shape."""

    def selects(self, path: str) -> bool:
        """Tell whether the regular file at ``path``, relative to the root, is a memory file."""
