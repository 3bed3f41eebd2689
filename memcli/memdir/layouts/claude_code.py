"""Claude Code's memory: markdown files, one fact each, and the index MEMORY.md."""

import re
from collections.abc import Collection

from memcli.memdir.model import INDEX_NAME

# Where the tool keeps them; a directory may lack its index, and many do.
_PLACES = re.compile(
    r"/(projects/[^/]+/memory|\.claude/memory|(\.claude/)?agent-memory(-local)?/[^/]+)/?$"
)


class ClaudeCode:
    """Files may lie in subdirectories: real indexes link there."""

    name = "claude-code"

    def recognises(self, root: str, names: Collection[str]) -> bool:
        """By its index, or by where it lies."""
        return INDEX_NAME in names or _PLACES.search(root) is not None

    def selects(self, path: str) -> bool:
        """Every markdown file."""
        return path.endswith(".md")
