"""Write the table of the rules' filters, memcli/scan/filters.txt, or check that it is current."""

import argparse
import sys
from pathlib import Path

from memcli.scan import filters
from memcli.scan.database import compiles
from memcli.scan.ruleset import built_in_rules


def main() -> int:
    """Write the table; with --check, only tell whether it is current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    place = Path(filters.__file__).with_name(filters.TABLE)
    built_in = built_in_rules()
    rules = built_in.rules
    derived = filters.derived_filters(rules, compiles=compiles)
    text = filters.table_of(built_in.sizes, rules, derived)
    if arguments.check:
        is_current = place.exists() and place.read_text(encoding="ascii") == text
        print("current" if is_current else f"run: python {sys.argv[0]}")
        return 0 if is_current else 1
    place.write_text(text, encoding="ascii")
    print(f"{len(rules)} rules, {len(text)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
