"""Any directory of markdown, such as a memory bank."""

from collections.abc import Collection


class Generic:
    """The fallback: it recognises everything."""

    name = "generic"

    def recognises(self, root: str, names: Collection[str]) -> bool:  # noqa: ARG002  (interface)
        """Accept any directory."""
        return True

    def selects(self, path: str) -> bool:
        """Every markdown file."""
        return path.endswith(".md")
