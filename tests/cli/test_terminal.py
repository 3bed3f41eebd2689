"""What a file or an argument is called never acts on the terminal, and JSON keeps it."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.conftest import NOTES, write_notes
from harness import BOTH_WAYS, Memcli
from memcli.render.document import document
from memcli.settings import SETTINGS
from secretshapes import aws_access_key_id, seeded

# Colour, the one-byte form of the same, a title, a line break, right-to-left, zero width.
HOSTILE = "\x1b[31m", "\x9b31m", "\x1b]0;x\x07", "\n::error::", "\u202e", "\u200b"
# The harness refuses control characters in all output; these pass it and mislead the eye.
INVISIBLE = "\u202e", "\u200b"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a directory whose files have hostile names, some denied, some with a finding."""
    key = aws_access_key_id(seeded(5)).encode()
    files = {f"{number}{name}.md": key for number, name in enumerate(HOSTILE)}
    denied = {f"private{name}.md": b"Denied.\n" for name in HOSTILE}
    index = "".join(f"- [x](<private{name}.md>)\n" for name in HOSTILE if "\n" not in name)
    notes = write_notes(tmp_path / "notes", files | denied | {"MEMORY.md": index.encode()})
    Path(os.fsdecode(os.fsencode(notes) + b"/caf\xe9.md")).write_bytes(key)
    (notes / ".memdeny").write_bytes(b"private*\n")
    return notes


@pytest.mark.parametrize("memcli", BOTH_WAYS, indirect=True)
@pytest.mark.parametrize(
    "call",
    [
        ("scan", "notes"),
        ("scan", "notes", "--format", "json"),
        ("scan", "notes", "notes", "--format", "json"),
        ("bundle", "notes", "--explain"),
        ("bundle", "notes", "--format", "json"),
    ],
    ids=" ".join,
)
def test_names_of_files_are_harmless(call: tuple[str, ...], memcli: Memcli, hostile: Path) -> None:
    result = memcli.run(*call, exit_code=1)

    for stream in (result.stdout, result.stderr):
        assert [] == [char for char in INVISIBLE if char in stream]
    assert "\n::error::" not in result.stdout + result.stderr


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_arguments_are_harmless(name: str, memcli: Memcli, world: Path) -> None:
    calls = (
        ("scan", f"missing{name}"),
        (f"command{name}",),
        ("config", name),
        ("scan", f"--option{name}"),
        ("scan", "notes", "--format", name),
        ("scan", "notes", "--layout", name),
        ("bundle", "notes", "--deny", f"!{name}"),
        ("bundle", "notes", "--max-total", name),
        ("bundle", "notes", "-o", f"nowhere/{name}"),
        ("verify", f"missing{name}"),
        ("verify", f"sha256:{name}"),
        ("verify", "bundle.tar", "--digest", name),
        ("overlay", "bundle.tar", "--sandbox", f"missing{name}"),
        ("overlay", "bundle.tar", "--sandbox", "sandbox", "--index-lines", name),
    )
    for call in calls:
        result = memcli.run(*call, exit_code=2)
        assert [] == [char for char in INVISIBLE if char in result.stderr], call
        assert [] == [line for line in result.stderr.splitlines() if line.startswith("::")], call


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_settings_are_harmless(name: str, memcli: Memcli, tmp_path: Path) -> None:
    env = {"MEMCLI_STORE": f"/store{name}"}
    text = memcli.run("config", "show", env=env).stdout
    data = memcli.run("config", "show", "--format", "json", env=env)

    assert [] == [char for char in INVISIBLE if char in text + data.stdout]
    assert len(SETTINGS) == len(text.splitlines())
    assert f"/store{name}" == data.json["settings"]["store"]["value"]


def test_json_keeps_every_name_as_it_is(memcli: Memcli, hostile: Path) -> None:
    result = memcli.run("scan", "notes", "--format", "json", exit_code=1)

    paths = {each["path"] for each in result.json["findings"]}
    expected = {f"{number}{name}.md" for number, name in enumerate(HOSTILE)}
    assert expected | {"caf\\xe9.md"} == paths


def test_a_name_that_is_no_text_is_valid_json_everywhere(memcli: Memcli, tmp_path: Path) -> None:
    raw = os.fsdecode(b"caf\xe9")
    write_notes(tmp_path / raw, NOTES)
    (tmp_path / "sandbox").mkdir()
    bundled = memcli.run("bundle", raw, "-o", f"{raw}.tar", "--format", "json")
    verified = memcli.run("verify", f"{raw}.tar", "--format", "json")
    overlaid = memcli.run("overlay", f"{raw}.tar", "--sandbox", "sandbox", "--format", "json")

    assert "caf\\xe9.tar" == bundled.json["output"]
    assert bundled.json["digest"] == verified.json["digest"] == overlaid.json["digest"]


TEXT = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=8,
)


@given(st.dictionaries(TEXT, VALUES))
def test_a_document_is_printable_and_comes_back_as_it_was(data: dict[str, object]) -> None:
    text = document(data)

    assert data == json.loads(text)
    assert text.replace("\n", "").isprintable()
