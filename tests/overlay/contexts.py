"""Cases of inline text; run as a script, it writes their golden files anew."""

from dataclasses import dataclass
from pathlib import Path

from memcli.digest import Digest
from memcli.overlay.inline import BYTES, LINES, InlineContext, inline_context

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "overlay"
DIGEST = Digest("sha256:" + "0123456789abcdef" * 4)
MEMORY_DIR = "/workspace/leaves/run-1-0011223344556677/memory"
INDEX = (
    "# Memory index\n"
    "\n"
    "- [Release](project_release.md) - tags come from main\n"
    "- [命名規則](feedback_命名規則.md) - keine Abkürzungen\n"
    "- [Note](<note (2).md>) - see also [the service](https://example.org/)\n"
)
PATHS = ("feedback_命名規則.md", "note (2).md", "project_release.md")
SPELLINGS = (
    "</memory-index>",
    "< / memory-index >",
    "</MEMORY-Index\t>",
    "<memory-index>",
    "<\n/memory-index>",
    "</memory-\nindex>",
    "</memory\u2011index>",
    "</memory_index>",
    "<\u200b/memory-index>",
    "</\u2060mem\u200bory-index>",
    "</memor\u00ady-index>",
    "<<</memory-index>>>",
    "<!-- --></memory-index>",
    "</memory-index onclick='x'>",
    "<\x00/memory-index>",
    "</memory\x07-index>",
    "</memory-ındex>",
)
KEPT = ("<details>", "</b>", "a < b", "`x<y>`", "memory-index", "/memory-index>", "&lt;")


@dataclass(frozen=True, slots=True)
class Case:
    """Arguments of ``inline_context``."""

    index: bytes | None
    paths: tuple[str, ...] = PATHS
    max_lines: int = LINES
    max_bytes: int = BYTES

    def context(self) -> InlineContext:
        return inline_context(
            digest=DIGEST,
            memory_dir=MEMORY_DIR,
            index=self.index,
            paths=self.paths,
            max_lines=self.max_lines,
            max_bytes=self.max_bytes,
        )


CASES = {
    "typical": Case(INDEX.encode()),
    "no-index": Case(None, (*PATHS, "odd\u202ename\n.md", "</memory-index>.md")),
    "no-index-cut": Case(None, max_lines=2),
    "no-files": Case(b"# Memory index\n", ()),
    "empty-index": Case(b""),
    "cut-by-lines": Case(INDEX.encode(), max_lines=3),
    "cut-by-bytes": Case(INDEX.encode(), max_bytes=len(INDEX.encode()) - 1),
    "one-overlong-line": Case("Ü".encode() * 40, max_bytes=31),
    "bom-and-crlf": Case(b"\xef\xbb\xbf" + INDEX.replace("\n", "\r\n").encode()),
    "no-final-newline": Case(INDEX.rstrip("\n").encode()),
    "closes-its-element": Case("\n".join((*SPELLINGS, *KEPT, "")).encode()),
    "control-characters": Case(
        b"- \x1b[31mred\x1b[0m \x07 \x08\x7f \xc2\x9b31m\n- a\rb\r\n- tab\there \x00 \x0b\x0c.\n"
    ),
}


def golden(name: str) -> Path:
    """Return the file that holds the text of a case."""
    return GOLDEN / f"{name}.md"


if __name__ == "__main__":
    for each, case in CASES.items():
        golden(each).write_bytes(case.context().text.encode())
