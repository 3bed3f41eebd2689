"""Generate memory directories with credentials in prose, and texts that only look like them."""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from bench.corpus.data import Shape, near_misses, shapes
from bench.corpus.notes import (
    STYLES,
    Label,
    Snippet,
    directory,
    near_snippet,
    pair_snippet,
    secret_snippet,
)
from bench.labelled import DIRECTORIES, LABELS

NEAR_PER_SECRET = 10
PAIRS_OF_THEM = 3
WITH_SECRETS = 0.6
"""The share of directories that hold a secret at all."""


def generator(seed: int, *about: object) -> random.Random:
    """Return a random generator for one purpose; the same in every run and version."""
    name = "/".join(map(str, (seed, *about)))
    return random.Random(name)  # noqa: S311 - reproducible on purpose; nothing is protected by it


def write_directories(out: str, *, seed: int, count: int) -> tuple[int, int]:
    """Write ``count`` memory directories and their labels below ``out``.

    Each shape is used at least once. Return the numbers of secret lines and of near-misses.
    """
    rng = generator(seed, "plan")
    holders = sorted(rng.sample(range(count), max(1, round(count * WITH_SECRETS))))
    planned: dict[int, list[Shape]] = {number: [] for number in range(count)}
    for place, shape in enumerate(rng.sample(shapes(), len(shapes()))):
        planned[holders[place % len(holders)]].append(shape)
    totals = [0, 0]
    os.makedirs(os.path.join(out, DIRECTORIES))
    with open(os.path.join(out, LABELS), "w", encoding="utf-8") as labels:
        for number, here in planned.items():
            for path, label in _write_directory(out, number, here, generator(seed, number)):
                row = {"path": path, **label._asdict()}
                row["rule"] = row.pop("value")
                labels.write(json.dumps(row, ensure_ascii=False) + "\n")
                totals[0 if label.expect else 1] += 1
    return totals[0], totals[1]


def _write_directory(
    out: str, number: int, here: Sequence[Shape], rng: random.Random
) -> Iterator[tuple[str, Label]]:
    # Languages keep company, as they do in one person's notes.
    lang = rng.choice([shape.lang for shape in here] or ["en", "en", "zh", "de", "fr"])
    secrets = [secret_snippet(shape, rng) for shape in here]
    around = _near_misses((len(secrets) or 4) * NEAR_PER_SECRET, rng)
    style = STYLES[number % len(STYLES)]
    name = f"{number:03}-{style}"
    for note in directory(style, lang, [*secrets, *around], rng):
        path = f"{name}/{note.path}"
        target = os.path.join(out, DIRECTORIES, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8", newline="") as file:
            file.write(note.text)
        for label in note.labels:
            yield path, label


def _near_misses(count: int, rng: random.Random) -> list[Snippet]:
    pairs = count * PAIRS_OF_THEM // NEAR_PER_SECRET
    made = [pair_snippet(shape, rng) for shape in rng.choices(shapes(), k=pairs)]
    return made + [near_snippet(near, rng) for near in rng.choices(near_misses(), k=count - pairs)]


def negatives(seed: int, count: int) -> Iterator[dict[str, object]]:
    """Yield cases without a secret: every near-miss in turn, and every shape without its secret."""
    rng = generator(seed, "negatives")
    number = 0
    while number < count:
        made = [near_snippet(near, rng) for near in near_misses()]
        # Three in ten, as in the directories, but each shape in some run of the loop.
        made += [pair_snippet(shape, rng) for shape in rng.sample(shapes(), len(made) * 3 // 7)]
        for snippet in rng.sample(made, len(made))[: count - number]:
            number += 1
            yield _case(f"negative-{number:05}", snippet)


def positives(seed: int, count: int) -> Iterator[dict[str, object]]:
    """Yield cases with a secret, every shape in turn."""
    rng = generator(seed, "positives")
    number = 0
    while number < count:
        for shape in rng.sample(shapes(), min(len(shapes()), count - number)):
            number += 1
            yield _case(f"positive-{number:05}", secret_snippet(shape, rng))


def _case(name: str, snippet: Snippet) -> dict[str, object]:
    label = snippet.labels[0]
    return {
        "id": name,
        "text": snippet.text,
        "expect": label.expect,
        "tier": label.tier,
        "shape": label.shape,
        "lang": label.lang,
        "rule": label.value,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what is asked for; return 2 if OUT exists."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", help="directory, or with --negatives/--positives file, to write")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other values (1)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--directories", type=int, default=105, metavar="D", help="how many (105)")
    what.add_argument("--negatives", type=int, metavar="N", help="N cases without a secret")
    what.add_argument("--positives", type=int, metavar="N", help="N cases with a secret")
    options = parser.parse_args(arguments)
    if os.path.exists(options.out):
        print(f"{options.out} exists", file=sys.stderr)
        return 2
    if options.negatives is None and options.positives is None:
        secrets, near = write_directories(
            options.out, seed=options.seed, count=max(1, options.directories)
        )
        print(f"{options.directories} directories: {secrets} secret lines, {near} near-misses")
        return 0
    if options.negatives is not None:
        cases = negatives(options.seed, options.negatives)
    else:
        cases = positives(options.seed, options.positives)
    with open(options.out, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
