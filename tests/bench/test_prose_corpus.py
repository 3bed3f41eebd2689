"""The generated corpus: reproducible, labelled where the secrets are, and free of them itself."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench import prose_corpus
from bench.corpus import notes
from bench.corpus.data import near_misses, shapes
from bench.corpus.slots import SECRET_SLOTS, fill, fill_innocent, has_secret
from bench.corpus.vendors import VENDORS
from bench.labelled import read_corpus
from memcli.scan.model import Tier
from memcli.scan.scanner import default_scanner

REPOSITORY = Path(__file__).resolve().parents[2]
SPEC_KINDS = {
    "env-name",
    "reference",
    "placeholder",
    "masked",
    "documentation-key",
    "id",
    "hash",
    "public",
    "secret-name",
    "slug",
    "policy",
    "count",
    "model",
    "table",
    "heading",
    "prose",
    "vendor-id",
    "user-name",
    "file-name",
}


def seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def generate(out: Path, *arguments: str) -> dict[str, bytes]:
    assert prose_corpus.main([str(out), *arguments]) == 0
    return files(out)


def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    here = generate(tmp_path / "a", "--seed", "7", "--directories", "3")
    script = REPOSITORY / "bench" / "prose_corpus.py"
    command = [sys.executable, str(script), str(tmp_path / "b")]
    subprocess.run([*command, "--seed", "7", "--directories", "3"], check=True, capture_output=True)
    assert here == files(tmp_path / "b")


def test_another_seed_gives_other_values_in_the_same_shapes(tmp_path: Path) -> None:
    generate(tmp_path / "a", "--seed", "1", "--directories", "3")
    generate(tmp_path / "b", "--seed", "2", "--directories", "3")
    one, other = (read_corpus(str(tmp_path / name)) for name in "ab")

    every = {shape.name for shape in shapes()}
    assert every == {unit.shape for unit in one.units if unit.expect}
    assert every == {unit.shape for unit in other.units if unit.expect}
    texts = [{c.text_of(u) for u in c.units if u.shape == "label/colon"} for c in (one, other)]
    assert texts[0].isdisjoint(texts[1])


def test_near_misses_are_ten_times_as_many_as_secrets(tmp_path: Path) -> None:
    generate(tmp_path / "a", "--directories", "5")
    units = read_corpus(str(tmp_path / "a")).units
    assert sum(not unit.expect for unit in units) >= 10 * sum(unit.expect for unit in units)


def test_every_label_is_on_the_line_of_its_text(tmp_path: Path) -> None:
    generate(tmp_path / "a", "--seed", "3", "--directories", "4")
    corpus = read_corpus(str(tmp_path / "a"))
    for unit in corpus.units:
        if unit.expect and unit.shape == "label/colon":
            assert "Password: " in corpus.text_of(unit)
        assert corpus.line(unit.path, unit.last).strip()


def test_every_slot_is_filled() -> None:
    templates = [shape.template for shape in shapes()] + [near.template for near in near_misses()]
    # Notes quote other people's templates too, with spaces or a dot inside the braces.
    assert [] == [t for t in templates if re.search(r"\{\{[A-Za-z]", fill(t, seeded(2)).text)]


def test_no_shape_is_named_twice() -> None:
    counted = Counter(shape.name for shape in shapes())
    assert [] == [name for name, count in counted.items() if count > 1]


def test_there_are_hundreds_of_shapes_in_many_languages() -> None:
    assert len(shapes()) > 800
    assert len({shape.lang for shape in shapes()}) >= 14
    assert {"structural", "heuristic"} == {shape.tier for shape in shapes()}


def test_every_shape_holds_a_secret_and_its_line_is_labelled() -> None:
    wrong = []
    for shape in shapes():
        filled = fill(shape.template, seeded(5))
        snippet = notes.secret_snippet(shape, seeded(5))
        ends = {filled.text.count("\n", 0, end) + 1 for _, end in filled.secrets}
        labelled = {label.line for label in snippet.labels}
        ordered = all(1 <= label.first <= label.line for label in snippet.labels)
        if not (filled.secrets and ends == labelled and ordered and snippet.text == filled.text):
            wrong.append(shape.name)
    assert [] == wrong


def test_a_secret_that_spans_lines_is_labelled_from_its_first() -> None:
    shape = next(shape for shape in shapes() if shape.name == "key-block/pem-fence")
    snippet = notes.secret_snippet(shape, seeded(1))
    (label,) = snippet.labels
    assert snippet.text.split("\n")[label.line - 1].startswith("-----END")
    assert label.first == 1


def test_the_label_of_a_value_covers_the_line_that_names_it() -> None:
    shape = next(shape for shape in shapes() if shape.name == "lines/next-line")
    (label,) = notes.secret_snippet(shape, seeded(1)).labels
    assert (1, 2) == (label.first, label.line)


def test_a_near_miss_has_no_slot_for_a_secret() -> None:
    assert [] == [near for near in near_misses() if has_secret(near.template)]
    assert SPEC_KINDS == {near.kind for near in near_misses()}


def test_a_token_left_out_is_nowhere_in_the_near_miss() -> None:
    for name in VENDORS:
        template = f"{{{{tok.{name}}}}}"
        text = fill_innocent(f"key {template}", seeded(11))
        token = fill(template, seeded(11)).text
        assert (name, False) == (name, token in text)


def test_values_are_made_of_the_seed() -> None:
    for _, make in SECRET_SLOTS.values():
        assert make(seeded(4)) == make(seeded(4))
    for name in ("pw", "key", "tok.github", "jwt"):
        template = f"{{{{{name}}}}}"
        assert fill(template, seeded(4)).text != fill(template, seeded(5)).text


def test_negatives_are_as_many_as_asked_and_of_every_kind(tmp_path: Path) -> None:
    out = tmp_path / "n.jsonl"
    assert prose_corpus.main([str(out), "--negatives", "1200"]) == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 1200
    assert {False} == {row["expect"] for row in rows}
    assert len({row["id"] for row in rows}) == 1200
    kinds = {row["shape"].split("/")[1] for row in rows if row["shape"].startswith("near/")}
    assert kinds == SPEC_KINDS


def test_positives_use_every_shape(tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    assert prose_corpus.main([str(out), "--positives", str(len(shapes()))]) == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert {shape.name for shape in shapes()} == {row["shape"] for row in rows}
    assert {True} == {row["expect"] for row in rows}


def test_what_exists_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kept.jsonl"
    out.write_text("mine", encoding="utf-8")
    assert prose_corpus.main([str(out), "--negatives", "5"]) == 2
    assert out.read_text(encoding="utf-8") == "mine"
    assert "exists" in capsys.readouterr().err


def test_the_repository_holds_shapes_and_no_secrets() -> None:
    scanner = default_scanner()
    for path in sorted((REPOSITORY / "bench").rglob("*")):
        if path.suffix in {".txt", ".py"}:
            findings = scanner.scan_file(path.name, path.read_bytes())
            found = [(f.rule, f.line) for f in findings if f.tier is Tier.STRUCTURAL]
            assert (path.name, []) == (path.name, found)
