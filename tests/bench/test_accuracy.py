"""The accuracy bench: what counts as found, what as false, and what is said about peers."""

import json
import random
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench import accuracy
from bench.corpus.vendors import VENDORS
from bench.labelled import Corpus, Unit, read_corpus
from bench.scanners import Found, Memcli, Peer, ScannerError, peers

TOKEN = VENDORS["github"](random.Random(3))  # noqa: S311
QUIET = "Run the tests before every commit."


def cases(tmp_path: Path, *rows: dict[str, object]) -> str:
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def program(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{body}\n", encoding="utf-8")
    path.chmod(0o755)


def peer(folder: Path, name: str) -> Peer:
    return next(one for one in peers([str(folder)]) if one.name == name)


def by_line(*units: Unit) -> Corpus:
    return Corpus("lines", units, {}, root="/nowhere")


def test_recall_and_false_hits_of_memcli(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cases(
        tmp_path,
        {"id": "a", "text": f"the key {TOKEN}", "expect": True, "kind": "token", "rule": "gh"},
        {"id": "b", "text": QUIET, "expect": True, "kind": "keyword", "rule": "none"},
        {"id": "c", "text": QUIET, "expect": False},
        {"id": "d", "text": f"old {TOKEN}", "expect": False, "shape": "near/x"},
    )
    arguments = [path, "--scanner", "memcli", "--misses", "--false", "--groups", "--rules"]
    assert accuracy.main(arguments) == 0
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert "== cases.jsonl: 2 with a secret, 2 without" == lines[0]
    assert lines[2].split()[:9] == [
        "memcli",
        "1/2",
        "50.0%",
        "1/1",
        "100.0%",
        "0/1",
        "0.0%",
        "1/2",
        "50.0%",
    ]
    assert "blocks 1/1 100.0% of the structural, 0/1   0.0% of the heuristic" in lines[3]
    assert "false: 1 block, 0 warn" in lines[3]
    assert "MISS b [none, heuristic]" in lines
    assert any(line.startswith("BLOCK d [near/x] by ") for line in lines)
    assert TOKEN not in shown


def test_texts_are_shown_only_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cases(tmp_path, {"id": "a", "text": f"k {TOKEN}", "expect": False})
    assert accuracy.main([path, "--scanner", "memcli", "--false", "--show"]) == 0
    assert TOKEN in capsys.readouterr().out


def test_a_finding_goes_to_the_unit_that_ends_on_its_line() -> None:
    secret = Unit("s", "d/a.md", expect=True, first=1, last=2)
    near = Unit("n", "d/a.md", expect=False, first=4, last=4)
    found = [Found("d/a.md", 1, "r"), Found("d/a.md", 2, "r"), Found("d/a.md", 4, "q")]
    outcome = accuracy.attribute(by_line(secret, near), found, 0.0)
    assert [["r", "r"], ["q"]] == [[hit.rule for hit in hits] for hits in outcome.hits]
    assert [] == outcome.stray


def test_a_finding_on_an_unlabelled_line_is_false() -> None:
    corpus = by_line(Unit("s", "d/a.md", expect=True, first=1, last=1))
    stray = Found("d/a.md", 9, "r")
    outcome = accuracy.attribute(corpus, [stray, Found("d/b.md", 1, "r")], 0.0)
    assert [[]] == outcome.hits
    assert {("d/a.md", 9), ("d/b.md", 1)} == set(accuracy.false_places(corpus, outcome))


def test_two_findings_on_a_line_are_one_false_line() -> None:
    corpus = by_line(Unit("n", "d/a.md", expect=False, first=1, last=3))
    found = [Found("d/a.md", 2, "r"), Found("d/a.md", 2, "q"), Found("d/a.md", 3, "q")]
    outcome = accuracy.attribute(corpus, found, 0.0)
    assert {("d/a.md", 2), ("d/a.md", 3)} == set(accuracy.false_places(corpus, outcome))


def test_weak_shapes_are_counted_apart() -> None:
    def tier(shape: str) -> str:
        return Unit("u", "p", expect=True, tier="heuristic", shape=shape).measured_tier

    assert ["weak or pin", "weak or pin", "heuristic", "heuristic"] == [
        tier(shape) for shape in ("a/word-weak", "x-pin", "label/pinned", "label/colon")
    ]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("nonsense", "line 1: not JSON"),
        ("[]", "line 1: not an object"),
        ('{"text": "x"}', "line 1: no 'expect' that is true or false"),
        ('{"expect": true}', "line 1: no 'text' that is text"),
    ],
)
def test_a_bad_case_is_named_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, reason: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(row + "\n", encoding="utf-8")
    assert accuracy.main([str(path)]) == 2
    assert f"{path}: {reason}\n" == capsys.readouterr().err


def test_an_unknown_scanner_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert accuracy.main([cases(tmp_path), "--scanner", "grep"]) == 2
    assert capsys.readouterr().out.startswith("no scanner 'grep': there are betterleaks, ")


def test_lone_surrogates_in_a_case_are_scanned(tmp_path: Path) -> None:
    path = cases(tmp_path, {"id": "a", "text": f"\ud800 {TOKEN}", "expect": True})
    measured = accuracy.measure(read_corpus(path), [Memcli()], timeout=1)
    assert [1] == [len(hits) for hits in measured.outcomes["memcli"].hits]


def test_a_peer_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    path = cases(tmp_path, {"id": "a", "text": QUIET, "expect": False})
    assert accuracy.main([path, "--scanner", "kingfisher", "--scanner", "memcli"]) == 0
    assert "kingfisher       NOT MEASURED: not installed" in capsys.readouterr().out


def test_a_peer_that_hangs_is_stopped(tmp_path: Path) -> None:
    program(tmp_path, "betterleaks", "import time; time.sleep(60)")
    with pytest.raises(ScannerError, match=r"^not done after 0.2 seconds$"):
        peer(tmp_path, "betterleaks").scan(str(tmp_path), [], timeout=0.2)


def test_a_peer_that_fails_is_not_one_that_found_nothing(tmp_path: Path) -> None:
    program(tmp_path, "betterleaks", "raise SystemExit(9)")
    with pytest.raises(ScannerError, match=r"^ended with exit code 9$"):
        peer(tmp_path, "betterleaks").scan(str(tmp_path), [], timeout=30)


@pytest.mark.parametrize("name", ["betterleaks", "kingfisher", "detect-secrets", "credsweeper"])
def test_a_peer_without_a_report_is_not_one_that_found_nothing(tmp_path: Path, name: str) -> None:
    program(tmp_path, name, "")
    with pytest.raises(ScannerError, match=r"^its report is not as expected"):
        peer(tmp_path, name).scan(str(tmp_path), [], timeout=30)


REPORTS: dict[str, list[dict[str, object]]] = {
    "betterleaks": [
        {"finding": {"rule_id": "r", "location": {"path": "./d/a.md", "start_line": 4}}},
        {"scan": {"state": "complete"}},
    ],
    "kingfisher": [
        {"rule": {"id": "r"}, "finding": {"path": "d/a.md", "line": 4}},
        {"blobs_scanned": 1},
    ],
    "detect-secrets": [{"results": {"d/a.md": [{"type": "r", "line_number": 4}]}}],
}


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_a_report_is_read(tmp_path: Path, name: str) -> None:
    text = "\n".join(json.dumps(row) for row in REPORTS[name])
    program(tmp_path, name, f"print({text!r})")
    found = peer(tmp_path, name).scan(str(tmp_path), ["d/a.md"], timeout=30)
    assert [Found("d/a.md", 4, "r")] == found


def test_a_report_in_a_file_is_read(tmp_path: Path) -> None:
    rows = [{"rule": "r", "line_data_list": [{"path": "./d/a.md", "line_num": 4}]}]
    body = "import sys\nopen(sys.argv[sys.argv.index('--save-json') + 1], 'w')"
    program(tmp_path, "credsweeper", f"{body}.write({json.dumps(rows)!r})")
    found = peer(tmp_path, "credsweeper").scan(str(tmp_path), ["d/a.md"], timeout=30)
    assert [Found("d/a.md", 4, "r")] == found


def test_a_report_about_other_files_is_no_measure(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(row) for row in REPORTS["betterleaks"])
    program(tmp_path, "betterleaks", f"print({text!r})")
    with pytest.raises(ScannerError, match=r"^it reports 1 paths that are not in the corpus$"):
        peer(tmp_path, "betterleaks").scan(str(tmp_path), ["other.md"], timeout=30)
