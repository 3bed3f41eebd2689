"""No word of a denied file leaves the author's machine, whatever the index says of it."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness import Memcli
from memcli.digest import Digest
from memcli.stores.local import LocalStore
from secretshapes import github_token, seeded

SECRET = github_token(seeded(9))


@dataclass(frozen=True)
class Told:
    """A denied file and what an index may say of it. Each word occurs nowhere else."""

    path: str
    name: str
    title: str
    hook: str
    body: str

    @property
    def stem(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".md")


def word(number: int) -> str:
    """Return a made-up word of its own for each number."""
    letters = ""
    while number:
        number, digit = divmod(number, 20)
        letters += "bcdfghjklmnpqrstvwxz"[digit]
    return f"q{letters}y"


Write = Callable[[Told], str]

LINKS: Mapping[str, Write] = {
    "markdown": lambda t: f"[{t.title}](<{t.path}>)",
    "markdown, encoded": lambda t: f"[{t.title}]({quote(t.path)})",
    "markdown, as it is": lambda t: f"[{t.title}]({t.path})",
    "markdown, dotted": lambda t: f'[{t.title}](<./{t.path}#part> "{t.hook}")',
    "bare": lambda t: t.path,
    "backtick": lambda t: f"`{t.path}`",
    "wikilink": lambda t: f"[[{t.stem}]]",
    "wikilink with a title": lambda t: f"[[{t.stem}|{t.title}]]",
    "wikilink to the name": lambda t: f"[[{t.name}]]",
    "wikilink in backticks": lambda t: f"`[[{t.stem}]]`",
    "name": lambda t: t.name,
}
Form = Callable[[Told, str], str]
FORMS: Mapping[str, Form] = {
    "item": lambda t, link: f"- {link} \u2014 {t.hook}\n",
    "item over two lines": lambda t, link: f"* {link}: {t.hook}\n  {t.title}\n",
    "numbered item": lambda t, link: f"1. {link} - {t.hook}\n",
    "item with more below": lambda t, link: f"- {link}\n  - {t.hook}\n    - {t.title}\n",
    "nested item": lambda t, link: f"- Other things\n  - {link} \u2014 {t.hook}\n",
    "task": lambda t, link: f"- [ ] {link} - {t.hook}\n",
    "quote": lambda t, link: f"\n> - {link}\n>   {t.hook}\n\n",
    "table": lambda t, link: f"\n| File | What |\n|---|---|\n| {link} | {t.hook} |\n\n",
    "table, second cell": lambda t, link: (
        f"\n| What | File |\n|---|---|\n| {t.hook} | {link} |\n\n"
    ),
    "prose": lambda t, link: f"\n{t.hook}, see {link} for\n{t.title}.\n\n",
    "comment": lambda t, link: f"\n<!-- {t.hook}\n{link} -->\n\n",
    "code": lambda t, link: f"\n```\n{t.hook}\n{link}\n```\n\n",
}
STEMS: tuple[Callable[[str, str], str], ...] = (
    lambda one, _: one,
    lambda one, two: f"{one}-{two}",
    lambda one, two: f"{one}_{two}",
    lambda one, two: f"{one} {two}",
    lambda one, two: f"{one} ({two})",
    lambda one, _: f"{one} (2)",
    lambda one, two: f"计划_{one}{two}",
    lambda one, _: f"会議{one}メモ",
    lambda one, _: f"{one}e\u0301",
    lambda one, _: f"{one}\u00e9",
    lambda one, two: f"{one}.{two}",
    lambda one, _: one.upper(),
    lambda one, two: f"{one} & {two}",
    lambda one, two: f"{one}'s {two}",
)


def escaped(path: str) -> str:
    """Return ``path`` as a gitignore pattern that means it alone."""
    return "".join(f"\\{char}" if char in "\\[]*?!# " else char for char in path)


@dataclass(frozen=True)
class Case:
    """A denied file, how it is denied, and how the index speaks of it."""

    told: Told
    flag: str | None
    memdeny: str
    user: str
    index: str

    @property
    def nonces(self) -> set[str]:
        told = self.told
        text = f"{told.path} {told.name} {told.title} {told.hook} {told.body}"
        for mark in "/.-_()&'":
            text = text.replace(mark, " ")
        return {each for each in text.lower().split() if "q" in each} | {SECRET.lower()}


@st.composite
def cases(draw: st.DrawFn) -> Case:
    numbers = iter(draw(st.permutations(range(500, 600))))
    words = iter([word(number) for number in numbers])
    stem = draw(st.sampled_from(STEMS))(next(words), next(words))
    folder = draw(st.sampled_from(["", "sub/", "deep/er/", f"{next(words)}/", "team/"]))
    told = Told(
        path=f"{folder}{stem}.md",
        name=" ".join(next(words) for _ in range(3)),
        title=f"{next(words)} {next(words)}".title(),
        hook=f"{next(words)} {next(words)}",
        body=f"{next(words)} {next(words)}",
    )
    exact, by_folder = f"/{escaped(told.path)}", escaped(folder)
    own_folder = folder not in ("", "sub/", "deep/er/", "team/")
    pattern = by_folder if own_folder and draw(st.booleans()) else exact
    ways = ["flag", "memdeny", "user"] + ["built-in"] * (folder == "team/")
    way = draw(st.sampled_from(ways))
    chosen = draw(
        st.lists(
            st.tuples(st.sampled_from(sorted(FORMS)), st.sampled_from(sorted(LINKS))),
            min_size=1,
            max_size=3,
        )
    )
    return Case(
        told=told,
        flag=pattern if way == "flag" else None,
        memdeny=f"{pattern}\n" if way == "memdeny" else "",
        user=f"{pattern}\n" if way == "user" else "",
        index=index_of(told, chosen),
    )


def index_of(told: Told, chosen: list[tuple[str, str]]) -> str:
    """Return an index whose other entries stand before, between and after the denied ones."""
    parts = ["# Memory\n\n- [Kept one](kept-one.md) \u2014 first thing\n"]
    parts += [f"{FORMS[form](told, LINKS[link](told))}- More\n" for form, link in chosen]
    parts.append("\n## Rest\n\n- [Kept two](sub/kept-two.md) \u2014 second thing\n")
    return "".join(parts)


def make(root: Path, case: Case) -> None:
    told = case.told
    header = f"---\nname: {told.name}\ndescription: {told.hook}\ntype: project\n---\n"
    files = {
        "MEMORY.md": case.index,
        "kept-one.md": "First.\n",
        "sub/kept-two.md": "Second.\n",
        told.path: f"{header}\n# {told.title}\n\n{told.body} {SECRET}\n",
    }
    if case.memdeny:
        files[".memdeny"] = case.memdeny
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())


def published(place: Path, case: Case) -> Iterator[tuple[str, str]]:
    """Bundle and scan; yield all that leaves the author's terminal, with what it is."""
    memcli = Memcli(cwd=place)
    user = place / "config/memcli/deny"
    user.parent.mkdir(parents=True)
    user.write_bytes(case.user.encode())
    env = {"XDG_CONFIG_HOME": str(place / "config"), "MEMCLI_STORE": str(place / "store")}
    deny = [] if case.flag is None else ["--deny", case.flag]
    for form in ("json", "text"):
        bundled = memcli.run("bundle", "m", "--format", form, *deny, env=env)
        scanned = memcli.run("scan", "m", "--format", form, *deny, env=env)
        yield f"bundle, stdout, {form}", bundled.stdout
        yield f"bundle, stderr, {form}", bundled.stderr
        yield f"scan, stdout, {form}", scanned.stdout
        yield f"scan, stderr, {form}", scanned.stderr
    lock = (place / "memory.lock.json").read_text(encoding="utf-8")
    yield "lockfile", lock
    with LocalStore(place / "store").open(Digest(json.loads(lock)["digest"])) as raw:
        yield "bundle", raw.read().decode("utf-8")


PLAIN = Told("sub/qbby.md", "qccy qddy qffy", "Qggy Qhhy", "qjjy qkky", "qlly qmmy")


@given(cases())
@example(Case(PLAIN, "qbby.md", "", "", index_of(PLAIN, [(f, "markdown") for f in sorted(FORMS)])))
@example(Case(PLAIN, "qbby.md", "", "", index_of(PLAIN, [("item", link) for link in LINKS])))
@example(Case(PLAIN, None, "*bby.md\n", "", index_of(PLAIN, [("table", "wikilink to the name")])))
@example(Case(PLAIN, "qbby.md", "", "", index_of(PLAIN, [("code", link) for link in LINKS])))
@settings(max_examples=60, deadline=None)
def test_no_word_of_a_denied_file_is_published(case: Case) -> None:
    with tempfile.TemporaryDirectory(prefix="memcli-denied-") as name:
        place = Path(os.path.realpath(name))
        make(place / "m", case)
        texts = dict(published(place, case))
    for what, text in texts.items():
        found = {each for each in case.nonces if each in text.lower()}
        assert (what, set()) == (what, found)
    bundle = texts["bundle"]
    assert "- [Kept one](kept-one.md) \u2014 first thing\n" in bundle
    assert "- [Kept two](sub/kept-two.md) \u2014 second thing\n" in bundle
    assert json.loads(texts["lockfile"])["index_entries_removed"] > 0


def test_without_the_deny_list_every_word_is_published() -> None:
    """Or the property would hold for a bundle of nothing."""
    told = replace(PLAIN, path="qbby.md")
    case = Case(told, None, "", "", index_of(told, [("item", "markdown")]))
    with tempfile.TemporaryDirectory() as name:
        place = Path(os.path.realpath(name))
        make(place / "m", case)
        (place / "m/qbby.md").write_bytes(b"---\nname: qccy qddy qffy\n---\nqlly qmmy\n")
        bundle = dict(published(place, case))["bundle"].lower()
    assert case.nonces - {SECRET.lower()} == {each for each in case.nonces if each in bundle}


@given(cases())
@settings(max_examples=20, deadline=None)
def test_explain_names_it_on_stderr_alone(case: Case) -> None:
    with tempfile.TemporaryDirectory(prefix="memcli-denied-") as name:
        place = Path(os.path.realpath(name))
        make(place / "m", case)
        deny = [] if case.flag is None else ["--deny", case.flag]
        deny += [each for line in case.user.splitlines() for each in ("--deny", line)]
        result = Memcli(cwd=place).run(
            "bundle", "m", "--explain", "--dry-run", "--format", "json", *deny
        )
    assert {each for each in case.nonces if each in result.stdout.lower()} == set()
    assert case.told.path.split("/")[-1] in result.stderr
    assert SECRET not in result.stderr
