"""The format's documentation says what the code does."""

import re
from collections import Counter
from pathlib import Path

import pytest

from memcli.bundle.limits import DEFAULT_LIMITS, MIB
from memcli.bundle.paths import check_path
from memcli.bundle.refusal import Refusal
from memcli.bundle.ustar import Entry, canonical_tar, header
from memcli.digest import Digest

DOC = (Path(__file__).resolve().parents[2] / "docs" / "bundle-format.md").read_text("utf-8")


def section(title: str) -> str:
    """Return what stands below the heading ``title``, up to the next of its kind."""
    return DOC.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of every row of the tables in ``text``, without their heads."""
    lines = re.findall(r"^\| (.+) \|$", text, re.MULTILINE)
    return [cells for line in lines if len(cells := re.split(r" \| ", line)) > 1]


def test_every_refusal_has_one_line_and_no_other_has() -> None:
    codes = [row[0].strip("`") for row in rows(section("Refusals")) if row[0] != "code"]
    assert dict.fromkeys((code.value for code in Refusal), 1) == Counter(codes)


def test_every_limit_is_the_one_that_holds() -> None:
    limits = DEFAULT_LIMITS
    expected = {
        "bytes in one file": f"{limits.entry // MIB} MiB",
        "bytes of the archive": f"{limits.total // MIB} MiB",
        "files": f"{limits.entries:,}",
        "segments in a path": f"{limits.depth}",
        "bytes of a foreign lockfile": f"{limits.lockfile // MIB} MiB",
        f"expansion of a compressed bundle past {limits.expansion_from // MIB} MiB": (
            f"{limits.expansion} : 1"
        ),
        "window of a zstd frame": f"{limits.window // MIB} MiB",
    }
    found = {row[0]: row[1] for row in rows(section("Limits")) if row[0] != "what"}
    assert expected == found


def test_the_fields_of_a_header_are_where_it_says() -> None:
    fields = [row for row in rows(section("Canonical form")) if row[0].isdigit()]
    ends = [0, *(int(row[0]) + int(row[1]) for row in fields)]
    assert [int(row[0]) for row in fields] == ends[:-1]
    assert 512 == ends[-1]
    place = {row[2]: (int(row[0]), int(row[0]) + int(row[1])) for row in fields if len(row) == 4}
    block = header(b"p" * 101 + b"/n", size=8)
    expected = {
        "name": b"n",
        "mode": b"0000644",
        "uid": b"0000000",
        "mtime": b"0" * 11,
        "size": b"00000000010",
        "type": b"0",
        "link": b"",
        "magic, version": b"ustar\x0000",
        "owner, group, device": b"",
        "prefix": b"p" * 101,
    }
    assert expected == {name: block[slice(*place[name])].rstrip(b"\0") for name in expected}


@pytest.mark.parametrize("entries", [[], [Entry("memory/a.md", b"")]], ids=["none", "one"])
def test_the_worked_examples_are_right(entries: list[Entry]) -> None:
    archive = canonical_tar(entries)
    text = section("Digest")
    assert f"{len(archive):,}" in text
    assert Digest.of(archive).text in text


def test_the_paths_of_the_layout_may_be() -> None:
    shown = re.findall(r"`([^`]+)`", "".join(f"{row[0]} " for row in rows(section("Layout"))))
    assert 7 == len(shown)
    for path in shown:
        filled = path.replace("<number>", "0").replace("<name>", "n").replace("<path>", "a/b.md")
        check_path(filled.replace("…", "SKILL.md"))
