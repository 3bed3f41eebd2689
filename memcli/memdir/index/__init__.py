"""Read the index MEMORY.md, and take out of it what does not travel."""

from memcli.memdir.index.edit import IndexEntry, parse_index, withhold
from memcli.memdir.index.header import own_names
from memcli.memdir.index.links import LinkStyle
from memcli.memdir.index.names import Withheld
from memcli.memdir.model import IndexEdit

__all__ = [
    "IndexEdit",
    "IndexEntry",
    "LinkStyle",
    "Withheld",
    "own_names",
    "parse_index",
    "withhold",
]
