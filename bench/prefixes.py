"""Write the prefixes of all vendors' tokens into the module that looks for them in disguise.

Run it when rules were added or changed; ``--check`` only tells whether that is due.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from memcli.scan.prefixes import prefixes_of
from memcli.scan.rules import RULES

MODULE = Path(__file__).resolve().parents[1] / "memcli" / "scan" / "rules" / "known_prefixes.py"
_HEAD = '''"""What vendors' tokens begin with; written by bench/prefixes.py from the rules."""

PREFIXES: tuple[bytes, ...] = (
'''


def module_text() -> str:
    """Return the module as it should be."""
    # What a private key begins with would be taken for one, and is found in base64 by its own rule.
    prefixes = (each for each in prefixes_of(RULES) if b"BEGIN" not in each)
    return _HEAD + "".join(f"    {literal(each)},\n" for each in prefixes) + ")\n"


def literal(text: bytes) -> str:
    """Return ``text`` as a bytes literal in double quotes where that needs no escapes."""
    shown = repr(text)
    inner = shown[2:-1]
    return shown if '"' in inner or "\\'" in inner else f'b"{inner}"'


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the module, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell whether it is current")
    options = parser.parse_args(arguments)
    text = module_text()
    current = MODULE.exists() and MODULE.read_text("utf-8") == text
    if options.check:
        sys.stderr.write("" if current else f"{MODULE.name} is not current: run {sys.argv[0]}\n")
        return int(not current)
    MODULE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
