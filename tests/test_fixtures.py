"""The committed fixtures are what their generator writes, and show what they promise."""

import codecs
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parent.parent
FIXTURES = REPOSITORY / "fixtures"
MEMORY = FIXTURES / "memory"
TEAM = MEMORY / "claude-code"
INDEX_LINES, INDEX_BYTES = 200, 25_000

# Shapes of real tokens, in pieces so that this file holds none of them.
TOKEN_SHAPES = {
    "AWS": r"\b(?:AK|AS)IA[A-Z0-9]{16}\b",
    "GitHub": r"\bgh[a-z]_[A-Za-z0-9]{16,}|github_pa" + "t_",
    "sk": r"\bsk-[A-Za-z0-9_-]{8,}",
    "Slack": r"\bxox[a-z]-",
    "private key": r"BEGIN [A-Z ]*PRIVATE KEY",
    "URL with password": r"://[^/\s:@]+:(?!\$\{)[^/\s@]+@",
    "JWT": r"\bey[A-Za-z0-9_-]{10,}\.ey",
}


def generate(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the generator; its exit code and streams are what is asked about."""
    return subprocess.run(
        [sys.executable, str(FIXTURES / "generate.py"), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def notes() -> dict[str, bytes]:
    """The markdown of the team's directory: name and bytes."""
    return {name: data for name, data in contents(TEAM).items() if name.endswith(".md")}


def header(data: bytes) -> str | None:
    """The text between the two lines of dashes, or None."""
    text = data.removeprefix(codecs.BOM_UTF8).decode().replace("\r\n", "\n")
    found = re.match(r"---\n(.*?)^---\n", text, flags=re.DOTALL | re.MULTILINE)
    return found[1] if found else None


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(MEMORY, tmp_path / "memory")
    return tmp_path


def test_the_committed_fixtures_are_what_the_generator_writes() -> None:
    result = generate("--check")
    assert (0, "", "") == (result.returncode, result.stdout, result.stderr)


def test_a_changed_an_extra_and_a_missing_file_are_named(copy: Path) -> None:
    index = copy / "memory/stub-index/MEMORY.md"
    index.write_bytes(index.read_bytes()[:-1] + b".")
    (copy / "memory/generic/extra.md").write_bytes(b"")
    (copy / "memory/claude-code/user_role.md").unlink()
    result = generate("--check", "--out", str(copy))
    assert [
        "changed: memory/stub-index/MEMORY.md",
        "extra: memory/generic/extra.md",
        "missing: memory/claude-code/user_role.md",
    ] == result.stderr.splitlines()
    assert (1, "") == (result.returncode, result.stdout)


def test_a_symlink_in_place_of_a_fixture_counts_as_changed(copy: Path) -> None:
    index = copy / "memory/stub-index/MEMORY.md"
    index.rename(copy / "moved.md")
    index.symlink_to(copy / "moved.md")
    result = generate("--check", "--out", str(copy))
    assert ["changed: memory/stub-index/MEMORY.md"] == result.stderr.splitlines()


def test_two_runs_write_identical_trees(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert generate("--out", str(tmp_path / name)).returncode == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert contents(MEMORY) == contents(tmp_path / "one/memory")


def test_an_empty_directory_lacks_every_file(tmp_path: Path) -> None:
    result = generate("--check", "--out", str(tmp_path))
    assert len(contents(MEMORY)) == len(result.stderr.splitlines())
    assert result.returncode == 1


def test_the_committed_size_stays_small() -> None:
    assert sum(map(len, contents(FIXTURES).values())) < 400_000


def test_no_fixture_depends_on_links_or_on_how_a_system_writes_names() -> None:
    paths = list(MEMORY.rglob("*"))
    assert [] == [path for path in paths if path.is_symlink()]
    folded = [path.relative_to(MEMORY).as_posix().casefold() for path in paths]
    assert len(folded) == len(set(folded))
    assert [] == [name for name in folded if re.search(r'[\\:*?"<>|\x00-\x1f]', name)]


@pytest.mark.parametrize("shape", TOKEN_SHAPES)
def test_no_fixture_holds_anything_in_the_shape_of_a_token(shape: str) -> None:
    pattern = re.compile(TOKEN_SHAPES[shape].encode())
    found = {name for name, data in contents(FIXTURES).items() if pattern.search(data)}
    assert set() == found


def test_detect_secrets_finds_nothing_in_the_fixtures() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "detect_secrets", "scan", "--all-files", "--no-verify", "memory"],
        cwd=FIXTURES,
        capture_output=True,
        check=True,
    )
    assert {} == json.loads(result.stdout)["results"]


def test_the_team_directory_has_the_size_of_a_grown_one() -> None:
    assert 50 <= len(notes()) <= 56
    assert 110_000 <= sum(map(len, notes().values())) <= 130_000


def test_the_team_index_stays_within_both_limits() -> None:
    data = notes()["MEMORY.md"]
    assert (True, True) == (len(data) < INDEX_BYTES, data.count(b"\n") < INDEX_LINES)


def test_both_frontmatter_generations_and_none_occur_side_by_side() -> None:
    headers = {name: header(data) for name, data in notes().items() if name != "MEMORY.md"}
    flat = {
        name for name, text in headers.items() if text and re.search(r"^type: ", text, re.MULTILINE)
    }
    nested = {
        name
        for name, text in headers.items()
        if text
        and re.search(
            r"^metadata:\n  node_type: memory\n  type: \w+\n  originSessionId: [0-9a-f-]{36}\n"
            r"  modified: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$",
            text,
            re.MULTILINE,
        )
    }
    bare = {name for name, text in headers.items() if text is None}
    assert len(flat) >= 15
    assert len(nested) >= 15
    assert {"note (2).md", "project_waiting_list.md", "scratch.md", "user_working_hours.md"} == bare
    assert set(headers) == flat | nested | bare
    assert set() == flat & nested


def test_one_header_alone_is_invalid_yaml_and_one_is_pinned() -> None:
    invalid, pinned = set(), set()
    for name, data in notes().items():
        try:
            fields = yaml.safe_load(header(data) or "{}")
        except yaml.YAMLError:
            invalid.add(name)
        else:
            pinned |= {name} if fields.get("pinned") is True else set()
    assert {"feedback_explain_before_refactor.md"} == invalid
    assert {"feedback_never_touch_production.md"} == pinned


def test_byte_order_mark_crlf_missing_newline_and_emptiness_occur_once_each() -> None:
    files = notes()
    assert ["reference_glossary.md"] == [
        name for name, data in files.items() if data.startswith(codecs.BOM_UTF8)
    ]
    assert ["reference_windows_kiosk.md"] == [name for name, data in files.items() if b"\r" in data]
    kiosk = files["reference_windows_kiosk.md"]
    assert kiosk.count(b"\n") == kiosk.count(b"\r\n")
    assert ["project_waiting_list.md"] == [name for name, data in files.items() if not data]
    assert ["scratch.md"] == [
        name for name, data in files.items() if data and not data.endswith(b"\n")
    ]


def test_names_and_texts_are_in_several_languages() -> None:
    text = {name: data.decode() for name, data in notes().items()}
    assert {
        "feedback_命名規則.md",
        "project_泊位分配规则.md",
        "reference_数据字典.md",
    } == {name for name in text if not name.isascii()}
    assert re.search("[\u3041-\u30ff]", text["feedback_命名規則.md"])
    assert not re.search("[\u3041-\u30ff]", text["project_泊位分配规则.md"])
    assert "Sie-Form" in text["user_schriftverkehr.md"]
    assert "Zeichensatz" in text["project_hafenmeister_schnittstelle.md"]
    assert "note (2).md" in text


def test_the_index_uses_all_four_link_styles_with_hooks() -> None:
    index = notes()["MEMORY.md"].decode()
    entries = re.findall(r"^- (.+?) — .+$", index, flags=re.MULTILINE)
    patterns = {
        "markdown": r"\[[^\]]+\]\(.+\.md.*\)",
        "bare": r"\w+\.md",
        "backticked": r"`\w+\.md`",
        "wikilink": r"\[\[\w+\]\]",
    }
    counts = {
        style: sum(1 for entry in entries if re.fullmatch(pattern, entry))
        for style, pattern in patterns.items()
    }
    assert {"markdown": 46, "bare": 3, "backticked": 2, "wikilink": 2} == counts
    assert sum(counts.values()) == len(entries) == index.count("\n- ")


def test_the_index_and_the_files_have_drifted_apart_in_both_directions() -> None:
    index = notes()["MEMORY.md"].decode()
    named = set(re.findall(r"[\w./-]+\.md", index)) | {"note (2).md"}
    named |= {f"{stem}.md" for stem in re.findall(r"\[\[(\w+)\]\]", index)}
    named = {name.removeprefix("./") for name in named}
    present = set(notes()) - {"MEMORY.md"}
    assert {"project_berth_photos.md"} == named - present - {"2).md"}
    assert {"scratch.md"} == present - named


def test_notes_link_each_other_and_one_link_leads_nowhere() -> None:
    stems = {name.removesuffix(".md") for name in notes()}
    links = {
        (name, stem)
        for name, data in notes().items()
        for stem in re.findall(r"\[\[([^\]]+)\]\]", data.decode())
    }
    assert len(links) >= 60
    assert {("project_load_tests.md", "reference_dashboards")} == {
        link for link in links if link[1] not in stems
    }


def test_the_deny_list_hits_two_files_that_the_index_links() -> None:
    rules = (TEAM / ".memdeny").read_text(encoding="utf-8").splitlines()
    assert ["drafts/", "*-private.md"] == [line for line in rules if not line.startswith("#")]
    denied = {name for name in notes() if name.startswith("drafts/") or "-private." in name}
    assert {"drafts/autumn_pricing.md", "merger-private.md"} == denied
    index = notes()["MEMORY.md"].decode()
    assert denied == {name for name in denied if f"({name})" in index}


def test_the_note_on_credentials_holds_placeholders_and_public_identifiers_only() -> None:
    text = notes()["reference_credentials.md"].decode()
    for expected in (
        r"^token: \$\{DEPLOY_TOKEN\}$",
        r"^password: <redacted>$",
        r"`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`",
        r"\b[0-9a-f]{40}\b",
        r"`sha256:[0-9a-f]{64}`",
    ):
        assert re.search(expected, text, flags=re.MULTILINE), expected


@pytest.mark.parametrize(
    ("tree", "expected"), [("index-over-bytes", ["bytes"]), ("index-over-lines", ["lines"])]
)
def test_each_oversized_index_is_over_one_limit_alone(tree: str, expected: list[str]) -> None:
    data = (MEMORY / tree / "MEMORY.md").read_bytes()
    sizes = {"bytes": len(data) - INDEX_BYTES, "lines": data.count(b"\n") - INDEX_LINES}
    assert expected == [unit for unit, excess in sizes.items() if excess > 0]
    assert len(list((MEMORY / tree).iterdir())) <= 4


def test_the_oversized_index_has_few_lines_and_its_anchors_exist() -> None:
    root = MEMORY / "index-over-bytes"
    index = (root / "MEMORY.md").read_text(encoding="utf-8")
    assert index.count("\n") <= 110
    links = re.findall(r"\]\(([^#]+)#([^)]+)\)", index)
    headings = {
        (path.name, heading.lower())
        for path in root.glob("harbours-*.md")
        for heading in re.findall(
            r"^## (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
    }
    assert 102 == len(links)
    assert set() == set(links) - headings


def test_the_small_trees_are_what_their_names_say() -> None:
    assert not (MEMORY / "no-index/MEMORY.md").exists()
    assert 4 == len(list((MEMORY / "no-index").glob("*.md")))
    assert 15 <= len((MEMORY / "stub-index/MEMORY.md").read_bytes()) <= 27
    suffixes = {path.suffix for path in (MEMORY / "generic").rglob("*") if path.is_file()}
    assert {".md", ".json", ".jsonl", ".png", ".txt"} == suffixes
    assert (MEMORY / "generic/features/reminders/wording.md").is_file()
