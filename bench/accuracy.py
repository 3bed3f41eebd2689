"""Compare what memcli's scanner and its peers find in labelled cases."""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

# The repository comes last, so that the memcli that is installed is the one measured.
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from bench.labelled import Corpus, Unit, read_corpus
from bench.scanners import Found, Memcli, Scanner, ScannerError, peers

SHOWN = 200
"""The most characters of a text that --show prints."""


@dataclass(slots=True)
class Outcome:
    """What one scanner found in one corpus.

    ``hits`` has the findings in each unit, in the corpus's order. ``stray`` are the findings on
    lines that no unit covers.
    """

    hits: list[list[Found]]
    stray: list[Found]
    seconds: float


@dataclass(slots=True)
class Measured:
    """A corpus with the outcome of each scanner that did the whole job, and why others did not."""

    corpus: Corpus
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def attribute(corpus: Corpus, found: Iterable[Found], seconds: float) -> Outcome:
    """Give each finding to the unit that covers its line.

    Where two units cover a line, as a value does whose label is on the line of another, one with
    a secret is preferred.
    """
    by_path: dict[str, list[int]] = {}
    for number, unit in enumerate(corpus.units):
        by_path.setdefault(unit.path, []).append(number)
    hits: list[list[Found]] = [[] for _ in corpus.units]
    stray = []
    for one in found:
        covering = [n for n in by_path.get(one.path, ()) if corpus.units[n].covers(one.line)]
        if not covering:
            stray.append(one)
        exact = [n for n in covering if corpus.units[n].last == one.line]
        expected = [n for n in covering if corpus.units[n].expect]
        for number in expected or exact or covering[:1]:
            hits[number].append(one)
    return Outcome(hits, stray, seconds)


def measure(corpus: Corpus, scanners: Sequence[Scanner], *, timeout: float) -> Measured:
    """Run every scanner over the corpus; one that fails is recorded with its reason."""
    measured = Measured(corpus)
    with tempfile.TemporaryDirectory(prefix="memcli-bench-") as place:
        root = corpus.write_below(place)
        paths = corpus.paths(root)
        for scanner in scanners:
            reason = scanner.missing()
            if reason is None:
                start = time.perf_counter()
                try:
                    found = scanner.scan(root, paths, timeout=timeout)
                except ScannerError as error:
                    reason = str(error)
                else:
                    seconds = time.perf_counter() - start
                    measured.outcomes[scanner.name] = attribute(corpus, found, seconds)
            if reason is not None:
                measured.failures[scanner.name] = reason
            if isinstance(scanner, Memcli):
                measured.notes += notes(scanner)
    return measured


def notes(memcli: Memcli) -> list[str]:
    """Return what is worth saying about a run of memcli beside its secrets."""
    told = [f"memcli RAISED {raised}" for raised in memcli.raised]
    checks = Counter((one.tier, one.rule, one.blocks) for one in memcli.checks)
    for (tier, rule, blocks), count in sorted(checks.items()):
        told.append(f"{tier} check: {rule} {count}{' blocking' if blocks else ''}")
    return told


def percent(part: int, whole: int) -> str:
    """Return ``part/whole`` and the percentage; a dash when there is nothing to divide by."""
    return f"{part}/{whole} {100 * part / whole:5.1f}%" if whole else "-"


def summary(measured: Measured) -> None:
    """Print a line of figures for each scanner."""
    units = measured.corpus.units
    wanted = [n for n, unit in enumerate(units) if unit.expect]
    quiet = [n for n, unit in enumerate(units) if not unit.expect]
    print(f"== {measured.corpus.name}: {len(wanted)} with a secret, {len(quiet)} without")
    tiers = sorted({units[n].measured_tier for n in wanted}, key=_tier_order)
    columns = ["recall", *tiers, "false", "precision"]
    print(f"{'':15}" + "".join(f"{name:>18}" for name in columns) + f"{'seconds':>9}")
    for name, outcome in measured.outcomes.items():
        hit = {n for n in wanted if outcome.hits[n]}
        false = len(false_places(measured.corpus, outcome))
        cells = [percent(len(hit), len(wanted))]
        for tier in tiers:
            of_tier = [n for n in wanted if units[n].measured_tier == tier]
            cells.append(percent(len(hit.intersection(of_tier)), len(of_tier)))
        cells.append(percent(false, len(quiet)) if not measured.corpus.by_line else str(false))
        cells.append(percent(len(hit), len(hit) + false))
        print(f"{name:15}" + "".join(f"{cell:>18}" for cell in cells) + f"{outcome.seconds:9.2f}")
    for name, reason in measured.failures.items():
        print(f"{name:15}  NOT MEASURED: {reason}")
    if "memcli" in measured.outcomes:
        blocking(measured, measured.outcomes["memcli"])
    for note in measured.notes:
        print(note)


def false_places(corpus: Corpus, outcome: Outcome) -> dict[tuple[str, int], list[Found]]:
    """Return the places with nothing secret where a scanner found something.

    A place is a line, or a whole case where a case is one text.
    """
    places: dict[tuple[str, int], list[Found]] = {}
    for unit, hits in zip(corpus.units, outcome.hits, strict=True):
        if not unit.expect:
            for one in hits:
                line = one.line if corpus.by_line else 0
                places.setdefault((one.path, line), []).append(one)
    for one in outcome.stray:
        places.setdefault((one.path, one.line), []).append(one)
    return places


def blocking(measured: Measured, outcome: Outcome) -> None:
    """Print how memcli's tiers do: what should block and does, and what must not and does."""
    pairs = list(zip(measured.corpus.units, outcome.hits, strict=True))
    should = [hits for unit, hits in pairs if unit.expect and unit.tier == "structural"]
    heuristic = [hits for unit, hits in pairs if unit.expect and unit.tier == "heuristic"]
    false = false_places(measured.corpus, outcome)
    false_blocks = {place for place, hits in false.items() if any(hit.blocks for hit in hits)}
    line = f"memcli blocks {percent(sum(map(_blocks, should)), len(should))} of the structural"
    line += f", {percent(sum(map(_blocks, heuristic)), len(heuristic))} of the heuristic"
    line += f"; false: {len(false_blocks)} block, {len(false) - len(false_blocks)} warn"
    if measured.corpus.by_line:
        directories = {path.partition("/")[0] for path, _ in false_blocks}
        line += f"; {len(directories)} of {measured.corpus.directories} directories falsely blocked"
    print(line)


def groups(measured: Measured, title: str, key: Callable[[Unit], str], *, full: bool) -> None:
    """Print recall and false hits by ``key``, the groups with most missed by memcli first.

    Groups where memcli misses nothing and hits nothing falsely are left out unless ``full``.
    """
    units = measured.corpus.units
    members: dict[str, list[int]] = {}
    for number, unit in enumerate(units):
        if name := key(unit):
            members.setdefault(name, []).append(number)
    if not members:
        return
    rows = []
    for name, numbers in members.items():
        wanted = [n for n in numbers if units[n].expect]
        quiet = [n for n in numbers if not units[n].expect]
        hit = [sum(1 for n in wanted if o.hits[n]) for o in measured.outcomes.values()]
        false = [sum(1 for n in quiet if o.hits[n]) for o in measured.outcomes.values()]
        missed = len(wanted) - hit[0]
        if full or missed or false[0]:
            rows.append((-missed, -false[0], name, len(wanted), hit, len(quiet), false))
    if not rows:
        print(f"by {title}: nothing missed, nothing false ({len(members)} groups)")
        return
    names = "".join(f"{name[:6]:>7}" for name in measured.outcomes)
    print(f"by {title}:{'':41} secret{names}   none{names}")
    for _, _, name, wanted_count, hit, quiet_count, false in sorted(rows):
        found = "".join(f"{count:>7}" for count in hit) if wanted_count else " " * 7 * len(hit)
        wrong = "".join(f"{count or '.':>7}" for count in false) if quiet_count else ""
        print(f"  {name[:48]:48} {wanted_count or '':>6}{found} {quiet_count or '':>6}{wrong}")


def fired(measured: Measured, outcome: Outcome) -> None:
    """Print for each of memcli's rules in how many units it found something, and how many false."""
    right: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    for unit, hits in zip(measured.corpus.units, outcome.hits, strict=True):
        (right if unit.expect else wrong).update({(hit.tier, hit.rule) for hit in hits})
    wrong.update((hit.tier, hit.rule) for hit in outcome.stray)
    print(f"memcli's rules:{'':43} right  wrong")
    for tier, rule in sorted({*right, *wrong}, key=lambda one: (-wrong[one], -right[one], one)):
        print(f"  {tier[:10]:11}{rule[:42]:43} {right[tier, rule]:6} {wrong[tier, rule]:6}")


def misses(measured: Measured, outcome: Outcome, *, show: bool) -> None:
    """List what memcli missed, and what should block and only warns."""
    for unit, hits in zip(measured.corpus.units, outcome.hits, strict=True):
        if not unit.expect:
            continue
        if not hits:
            print(f"MISS {_named(unit)}")
        elif unit.tier == "structural" and not _blocks(hits):
            print(f"ONLY WARNED {_named(unit)} by {_rules(hits)}")
        else:
            continue
        if show:
            print(f"    {measured.corpus.text_of(unit)[:SHOWN]!r}")


def false_alarms(measured: Measured, outcome: Outcome, *, show: bool) -> None:
    """List where memcli found something that is no secret."""
    for unit, hits in zip(measured.corpus.units, outcome.hits, strict=True):
        if not unit.expect and hits:
            verb = "BLOCK" if _blocks(hits) else "FALSE"
            print(f"{verb} {_named(unit)} by {_rules(hits)}")
            if show:
                print(f"    {measured.corpus.text_of(unit)[:SHOWN]!r}")
    for one in outcome.stray:
        verb = "BLOCK" if one.blocks else "FALSE"
        print(f"{verb} {one.path}:{one.line} [no label] by {one.rule}")
        if show:
            print(f"    {measured.corpus.line(one.path, one.line)[:SHOWN]!r}")


def _named(unit: Unit) -> str:
    about = ", ".join(part for part in (unit.rule, unit.shape, unit.tier, unit.lang) if part)
    return f"{unit.id} [{about}]"


def _rules(hits: Sequence[Found]) -> str:
    return ", ".join(sorted({hit.rule for hit in hits}))


def _blocks(hits: Sequence[Found]) -> bool:
    return any(hit.blocks for hit in hits)


def _tier_order(tier: str) -> tuple[int, str]:
    known = ("structural", "heuristic", "weak or pin")
    return (known.index(tier) if tier in known else len(known), tier)


def report(measured: Measured, options: argparse.Namespace) -> None:
    """Print everything asked for about one corpus."""
    summary(measured)
    if not measured.outcomes:
        return
    if options.groups:
        groups(measured, "tier", lambda unit: unit.measured_tier, full=True)
        groups(measured, "rule", lambda unit: unit.rule, full=options.full)
        groups(measured, "shape", lambda unit: unit.shape, full=options.full)
        groups(measured, "language", lambda unit: unit.lang, full=True)
    outcome = measured.outcomes.get("memcli")
    if outcome is None:
        return
    if options.rules:
        fired(measured, outcome)
    if options.misses:
        misses(measured, outcome, show=options.show)
    if options.false:
        false_alarms(measured, outcome, show=options.show)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "cases", nargs="+", help="JSONL files of cases, or directories made by prose_corpus.py"
    )
    parser.add_argument(
        "--peers-dir",
        action="append",
        default=[],
        metavar="DIR",
        help="where peers' programs are, before PATH; may be repeated",
    )
    parser.add_argument(
        "--scanner",
        action="append",
        metavar="NAME",
        help="measure only this one; may be repeated (default: memcli and all peers)",
    )
    parser.add_argument(
        "--timeout", type=float, default=600, metavar="SECONDS", help="for each peer (default 600)"
    )
    parser.add_argument("--groups", action="store_true", help="figures by rule, shape, language")
    parser.add_argument("--full", action="store_true", help="with --groups: also the faultless")
    parser.add_argument("--rules", action="store_true", help="right and wrong by memcli's rule")
    parser.add_argument("--misses", action="store_true", help="list what memcli missed")
    parser.add_argument("--false", action="store_true", help="list memcli's false alarms")
    parser.add_argument("--show", action="store_true", help="with the texts, secrets included")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report; return 1 if memcli's scanner raised on any case, else 0."""
    options = parse(arguments)
    scanners: list[Scanner] = [Memcli(), *peers(options.peers_dir)]
    if options.scanner:
        names = {scanner.name for scanner in scanners}
        if unknown := sorted(set(options.scanner) - names):
            print(f"no scanner {unknown[0]!r}: there are {', '.join(sorted(names))}")
            return 2
        scanners = [scanner for scanner in scanners if scanner.name in options.scanner]
    raised = False
    for place in options.cases:
        try:
            corpus = read_corpus(place)
        except (OSError, ValueError) as error:
            print(f"{place}: {error}", file=sys.stderr)
            return 2
        measured = measure(corpus, scanners, timeout=options.timeout)
        report(measured, options)
        raised = raised or any("RAISED" in note for note in measured.notes)
        print(flush=True)
    return int(raised)


if __name__ == "__main__":
    sys.exit(main())
