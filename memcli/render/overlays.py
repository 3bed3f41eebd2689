"""What an overlay gave to a run, for people and for machines."""

from dataclasses import asdict

from memcli.fs import display
from memcli.overlay.acquire import Acquired
from memcli.overlay.inline import InlineContext
from memcli.render.document import document
from memcli.render.words import count

SCHEMA = "memcli.overlay/v1"


def overlay_summary(acquired: Acquired, context: InlineContext) -> str:
    """Return what was put where, and what of the index was cut."""
    files = count(len(acquired.paths), "memory file")
    place = f"read-only ({acquired.level}), at {display(acquired.memory_dir)}"
    lines = [f"overlaid {acquired.digest}, {files}, {place}"]
    if context.cut:
        cut = context.cut
        lines.append(
            f"warning: the index is cut: {cut.lines} of {cut.of_lines} lines, {cut.bytes} of "
            f"{cut.of_bytes} bytes are inline"
        )
    return "\n".join(lines)


def overlay_json(acquired: Acquired, context: InlineContext) -> str:
    """Return the document ``memcli.overlay/v1``."""
    data = {
        "schema": SCHEMA,
        "digest": acquired.digest.text,
        "memory_dir": acquired.memory_dir,
        "files": len(acquired.paths),
        "level": acquired.level,
        "index": acquired.index is not None,
        "cut": asdict(context.cut) if context.cut else None,
        "context": context.text,
    }
    return document(data)
