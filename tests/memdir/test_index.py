"""The index as entries, and what is taken out of it."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal

import pytest

from memcli.memdir.index import (
    IndexEdit,
    IndexEntry,
    LinkStyle,
    Withheld,
    own_names,
    parse_index,
    withhold,
)

MERGER = Withheld("merger.md")
NAMED = Withheld("merger.md", name="The Big Deal")
DASH = "\N{EM DASH}"


def nothing_denied(_: str) -> bool:
    return False


def edit(
    text: str,
    *withheld: Withheld,
    travelling: Sequence[str] = ("deploy.md",),
    denies: Callable[[str], bool] = nothing_denied,
) -> IndexEdit:
    raw = text.encode("utf-8", "surrogateescape")
    return withhold(raw, withheld, travelling=travelling, denies=denies)


def left(
    text: str,
    *withheld: Withheld,
    travelling: Sequence[str] = ("deploy.md",),
    denies: Callable[[str], bool] = nothing_denied,
) -> str:
    edited = edit(text, *withheld, travelling=travelling, denies=denies)
    return edited.raw.decode("utf-8", "surrogateescape")


def paths(text: str) -> list[str]:
    return [entry.path for entry in parse_index(text.encode())]


# --- Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "title", "hook", "target", "path", "style"),
    [
        ("- [A](a.md) — hook", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("* [A](a.md) - hook", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("1. [A](a.md): hook", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("1) [A](a.md) – hook", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("**[A](a.md)** — hook", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[A](a.md)", "A", "", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[A](a.md) no separator", "A", "", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[A](./sub/a.md)", "A", "", "./sub/a.md", "sub/a.md", LinkStyle.MARKDOWN),
        ("[A](sub/../a.md)", "A", "", "sub/../a.md", "a.md", LinkStyle.MARKDOWN),
        ("[A](a.md#sec)", "A", "", "a.md#sec", "a.md", LinkStyle.MARKDOWN),
        ("[A](a.md?plain=1)", "A", "", "a.md?plain=1", "a.md", LinkStyle.MARKDOWN),
        ("[A](c#-notes.md)", "A", "", "c#-notes.md", "c#-notes.md", LinkStyle.MARKDOWN),
        ('[A](a.md "t (x)") — h', "A", "h", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[A](a.md 't') — h", "A", "h", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[A](<a b.md>)", "A", "", "a b.md", "a b.md", LinkStyle.MARKDOWN),
        ("[A](a%20b.md)", "A", "", "a%20b.md", "a b.md", LinkStyle.MARKDOWN),
        ("[A](a(1).md)", "A", "", "a(1).md", "a(1).md", LinkStyle.MARKDOWN),
        ("[A](a(1(2)).md)", "A", "", "a(1(2)).md", "a(1(2)).md", LinkStyle.MARKDOWN),
        ("[A](a b (v2).md)", "A", "", "a b (v2).md", "a b (v2).md", LinkStyle.MARKDOWN),
        (r"[A](a\_b\(1\).md)", "A", "", r"a\_b\(1\).md", "a_b(1).md", LinkStyle.MARKDOWN),
        ("[A](r&amp;d.md)", "A", "", "r&amp;d.md", "r&d.md", LinkStyle.MARKDOWN),
        ("[A [b] c](a.md)", "A [b] c", "", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[`a.md`](a.md) — h", "`a.md`", "h", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("[计划](计划.md) — 说明", "计划", "说明", "计划.md", "计划.md", LinkStyle.MARKDOWN),
        ("[A](sub/)", "A", "", "sub/", "sub", LinkStyle.MARKDOWN),
        ("[A](data.csv)", "A", "", "data.csv", "data.csv", LinkStyle.MARKDOWN),
        ("[A](../x.md)", "A", "", "../x.md", "../x.md", LinkStyle.MARKDOWN),
        ("[A](/etc/x.md)", "A", "", "/etc/x.md", "/etc/x.md", LinkStyle.MARKDOWN),
        ("[A](~/x.md)", "A", "", "~/x.md", "~/x.md", LinkStyle.MARKDOWN),
        ("| [A](a.md) | hook |", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("> - [A](a.md) — hook", "A", "hook", "a.md", "a.md", LinkStyle.MARKDOWN),
        ("- `a.md` — hook", "a.md", "hook", "a.md", "a.md", LinkStyle.BACKTICK),
        ("- `my a (1).md`", "my a (1).md", "", "my a (1).md", "my a (1).md", LinkStyle.BACKTICK),
        ("- a.md: hook", "a.md", "hook", "a.md", "a.md", LinkStyle.BARE),
        ("- (sub/a.md), x", "sub/a.md", "", "sub/a.md", "sub/a.md", LinkStyle.BARE),
        ("- see a.md.", "a.md", "", "a.md", "a.md", LinkStyle.BARE),
        ("- ~~a.md~~", "a.md", "", "a.md", "a.md", LinkStyle.BARE),
        ("- <a.md>", "a.md", "", "a.md", "a.md", LinkStyle.BARE),
        ("- [[a]] — hook", "a", "hook", "a", "a.md", LinkStyle.WIKILINK),
        ("- [[a|Alias]]: hook", "Alias", "hook", "a", "a.md", LinkStyle.WIKILINK),
        ("- [[a#sec]]", "a#sec", "", "a#sec", "a.md", LinkStyle.WIKILINK),
        ("- [[sub/a.md]]", "sub/a.md", "", "sub/a.md", "sub/a.md", LinkStyle.WIKILINK),
        ("- [[The name]]", "The name", "", "The name", "The name.md", LinkStyle.WIKILINK),
    ],
)
def test_an_entry(
    line: str, title: str, hook: str, target: str, path: str, style: LinkStyle
) -> None:
    expected = (IndexEntry(2, title, hook, target, path, style),)
    assert expected == parse_index(f"# Index\n{line}\n".encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Memory",
        "- no links here, e.g. none\n- nor 1.2 here\n",
        "[u](https://example.org/a.md)",
        "[u](//example.org/a.md)",
        "see https://example.org/a.md and mailto:a@example.md",
        "[m](mailto:a@example.org) [z](#z) [e]()",
        "![i](a.png) ![[b.png]]",
        "```\n[A](a.md)\na.md\n```\n",
        "~~~~\n```\na.md\n~~~\na.md\n~~~~\n",
        "- item\n  ```\n  a.md\n  ```\n",
        "<!-- [A](a.md)\n\n`a.md` -->\n",
        "text <!-- a.md --> text",
        "---\nsource: a.md\n---\n",
        "`[A](a.md)`",
        "a.md.bak and .md",
    ],
)
def test_what_is_no_entry(text: str) -> None:
    assert () == parse_index(text.encode())


def test_several_entries_in_one_line() -> None:
    text = "- [A](a.md) — one, [B](b.md): two; `c.md` - three · [[d]]"
    found = [(entry.path, entry.hook) for entry in parse_index(text.encode())]
    assert [("a.md", "one"), ("b.md", "two"), ("c.md", "three"), ("d.md", "")] == found


def test_a_hook_goes_on_in_the_next_line_of_an_item() -> None:
    (entry,) = parse_index("- [A](a.md) — one\n  two\n\n  three\n".encode())
    assert "one two three" == entry.hook


def test_reference_links_resolve() -> None:
    text = "- [A][one] — h\n- [two][]\n- [Three]\n\n[one]: <a b.md> 't'\n[two]: b.md\n[three]: c.md"
    assert ["a b.md", "b.md", "c.md"] == paths(text)


def test_a_link_in_a_title_and_an_image_as_a_title() -> None:
    assert ["out.md"] == paths("[![i](i.png)](out.md)")


def test_an_unclosed_comment_hides_nothing() -> None:
    assert ["a.md"] == paths("<!-- oops\n- [A](a.md)\n")


def test_lines_are_counted_by_newlines_alone() -> None:
    raw = "\ufeff# M\r\n\r\n- [A](a.md)\r\n- x\ry\u2028z [B](b.md)\r\n".encode()
    assert [("a.md", 3), ("b.md", 4)] == [(each.path, each.line) for each in parse_index(raw)]


def test_what_is_not_utf8_becomes_surrogates() -> None:
    assert ["caf\udce9.md"] * 2 == [
        entry.path for entry in parse_index(b"[A](caf\xe9.md)\n[B](caf%E9.md)\n")
    ]


# --- Removal: what speaks of a file --------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "[M](merger.md) — closing 12 May",
        "[M](./merger.md)",
        "[M](merger.md#terms)",
        '[M](merger.md "terms")',
        "[M](<merger.md>)",
        "[M](merg%65r.md)",
        "[M](MERGER.MD)",
        r"[M](merger\.md)",
        "[M](merger&#46;md)",
        "[M](sub/../merger.md)",
        "[M](old/merger.md)",
        "[M](../merger.md)",
        "[M](merger)",
        "[Merger](https://example.org/data-room)",
        "![M](merger.md)",
        "[![x](merger.md)](deploy.md)",
        '<a href="merger.md">M</a>',
        "<img src=merger.md>",
        "<merger.md>",
        "`merger.md`",
        "`cat ./merger.md | head`",
        "merger.md",
        "see merger.md.",
        "(merger.md)",
        "_merger.md_ **merger.md**",
        "**merger**.md",
        "~~merger.md~~",
        "file:///home/someone/memory/merger.md",
        r"C:\memory\merger.md",
        "merger.md.bak",
        "merg\u00ader.md",
        "merger%2Emd",
        "[[merger]]",
        "[[merger.md]]",
        "[[merger#terms]]",
        "[[merger^block]]",
        "[[merger|what we do]]",
        "[[notes/merger]]",
        "![[merger]]",
        "[[the big deal]]",
        "[[deploy|The Big Deal]]",
        "merger — closing 12 May",
        "Merger – closing 12 May",
        "merger - closing 12 May",
        "MERGER: closing 12 May",
        "merger",
        "[ ] merger: sign",
        "[x] Merger — sign",
        "**Merger**: closing",
        "**Merger** closing",
        "*merger* — closing",
        "`merger`: closing",
        '"merger": closing',
        "The Big Deal: closing",
        "**The big deal** — closing",
        "about the big deal, at length",
        "[The Big Deal](deploy.md)",
        "Merger (draft)",
    ],
)
@pytest.mark.parametrize(
    "shape",
    ["- {}\n", "* {}\n", "1. {}\n", "2) {}\n", "+ {}\n", "> - {}\n", "## {}\n", "| {} | x |\n"],
)
def test_a_line_that_speaks_of_the_file_goes(shape: str, line: str) -> None:
    before, after = "# Index\n\n", "\n# Other\n\n- [Deploy](deploy.md) — how\n"
    if "|" in shape and "|" in line:
        line = line.replace("|", r"\|")
    expected = before.rstrip("\n") + "\n\n"
    found = left(before + shape.format(line) + after, NAMED)
    assert expected + after.lstrip("\n") == found.replace("\n\n\n", "\n\n")


@pytest.mark.parametrize(
    "line",
    [
        "- [Deploy](deploy.md) — after the merger, and mergers in general",
        "- submerger.md and data-merger.md, merger.mdx, my_merger.md",
        "- [D](submerger.md)",
        "- the merger is done",
        "- mergers: many",
        "- [[submerger]] [[mergers]]",
        "- [Gone](gone.md) — dangling",
        "- [Merger](deploy.md) — one common word over a link to another file",
        "- x.merger.md",
    ],
)
def test_a_line_that_does_not_speak_of_it_stays(line: str) -> None:
    assert line == left(line, MERGER)


@pytest.mark.parametrize(
    ("withheld", "line", "goes"),
    [
        (Withheld("acme-deal.md"), "- so acme-deal it is", True),
        (Withheld("acme-deal.md"), "- **Acme deal**: x", True),
        (Withheld("acme-deal.md"), "- Acme deal, in passing", False),
        (Withheld("acme-deal.md"), "- acme-deal-two pre-acme-deal", False),
        (Withheld("acme-deal.md"), "- (acme-deal)'s _acme-deal_.", True),
        (Withheld("acme_deal.md"), r"- so acme\_deal it is", True),
        (Withheld("q3.md"), "- in q3 we ship", True),
        (Withheld("q3.md"), "- in q33 we ship", False),
        (Withheld("2026-11-30.md"), "- [2026-11-30] a fact", False),
        (Withheld("2026-11-30.md"), "- 2026-11-30: a day", True),
        (Withheld("7.md"), "- 7 lines, 7.md none", True),
        (Withheld("7.md"), "- 7 lines", False),
        (Withheld("größe.md"), "- über die Größe", True),
        (Withheld("größe.md"), "- über die Größenordnung", False),
        (Withheld("合并计划.md"), "- 参见合并计划的内容", True),
        (Withheld("合并计划.md"), "- 参见合并计划.md的内容", True),
        (Withheld("计划.md"), "- 参见计划.md的内容", True),
        (Withheld("计划.md"), "- 合并计划的内容", False),
        (Withheld("计划.md"), "- 计划：内容", True),
        (Withheld("Meeting notes (May).md"), "- see Meeting notes (May).md for it", True),
        (Withheld("Meeting notes (May).md"), "- see meeting  notes (may).md", True),
        (Withheld("Meeting notes (May).md"), "- [M](Meeting%20notes%20%28May%29.md)", True),
        (Withheld("Meeting notes (May).md"), "- [M](<Meeting notes (May).md>)", True),
        (Withheld("Meeting notes (May).md"), "- [M](Meeting notes (May).md)", True),
        (Withheld("Meeting notes (May).md"), "- [M](Meeting\\ notes\\ \\(May\\).md)", True),
        (Withheld("Meeting notes (May).md"), "- [[Meeting notes (May)]]", True),
        (Withheld("Meeting notes (May).md"), "- see Meeting\n  notes (May).md", True),
        (Withheld("C#-notes.md"), "- [C](C#-notes.md)", True),
        (Withheld("a%20b.md"), "- [C](a%20b.md)", True),
        (Withheld("sub/merger.md"), "- [M](sub/merger.md)", True),
        (Withheld("sub/merger.md"), "- [[sub/merger]]", True),
        (Withheld("sub/merger.md"), "- so sub/merger it is", True),
        (Withheld("sub/merger.md"), "- [M](merger.md)", True),
        (Withheld("notes.txt"), "- see notes.txt", True),
        (Withheld("notes.txt"), "- notes: many", True),
        (Withheld(".env.md"), "- see .env.md", True),
        (Withheld("caf\udce9.md"), "- see caf\udce9.md", True),
        (Withheld("caf\udce9.md"), "- [C](caf%E9.md)", True),
        (Withheld("team", is_directory=True), "- [T](team/plan.md)", True),
        (Withheld("team", is_directory=True), "- [T](team/)", True),
        (Withheld("team", is_directory=True), "- see team/ for more", True),
        (Withheld("team", is_directory=True), "- **team**: theirs", True),
        (Withheld("team", is_directory=True), "- [[team/plan]]", True),
        (Withheld("team", is_directory=True), "- `team/deep/plan.md`", True),
        (Withheld("team", is_directory=True), "- the team is large", False),
        (Withheld("team", is_directory=True), "- [T](teams/plan.md)", False),
        (Withheld("a/team", is_directory=True), "- [T](a/team/plan.md)", True),
    ],
)
def test_names_of_many_kinds(withheld: Withheld, line: str, goes: bool) -> None:  # noqa: FBT001
    assert ("" if goes else line) == left(line, withheld)


@pytest.mark.parametrize(
    ("withheld", "line", "goes"),
    [
        (Withheld("flow-chart.png", denied=False), "- ![c](flow-chart.png)", True),
        (Withheld("flow-chart.png", denied=False), "- [c](flow-chart.png)", True),
        (Withheld("flow-chart.png", denied=False), "- `flow-chart.png`", True),
        (Withheld("flow-chart.png", denied=False), "- see flow-chart.png", True),
        (Withheld("flow-chart.png", denied=False), "- so the flow-chart says", False),
        (Withheld("flow-chart.png", denied=False), "- flow-chart: as drawn", False),
        (Withheld("big-log.md", name="All of it", denied=False), "- [[big-log]]", True),
        (Withheld("big-log.md", name="All of it", denied=False), "- [[All of it]]", True),
        (Withheld("big-log.md", name="All of it", denied=False), "- All of it: here", False),
        (Withheld("LICENSE", denied=False), "- [l](LICENSE) `LICENSE`", True),
        (Withheld("LICENSE", denied=False), "- LICENSE: a text", False),
        (Withheld(".git", is_directory=True, denied=False), "- `.git/config`", True),
        (Withheld(".git", is_directory=True, denied=False), "- .git: the history", False),
    ],
)
def test_of_what_is_left_out_only_links_and_file_names_count(
    withheld: Withheld,
    line: str,
    goes: bool,  # noqa: FBT001
) -> None:
    assert ("" if goes else line) == left(line, withheld)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("line", ["- [C](Café-Plan.md)", "- see café-plan.MD", "- [[CAFÉ-PLAN]]"])
@pytest.mark.parametrize("other", ["NFC", "NFD"])
def test_unicode_forms_and_case_do_not_matter(
    form: Literal["NFC", "NFD"], other: Literal["NFC", "NFD"], line: str
) -> None:
    path = unicodedata.normalize(other, "café-plan.md")
    assert "" == left(unicodedata.normalize(form, line), Withheld(path))


@pytest.mark.parametrize(
    ("denied", "travels", "line", "goes"),
    [
        ("sub/a-b.md", "a-b.md", "- [A](a-b.md)", False),
        ("sub/a-b.md", "a-b.md", "- see a-b.md, ./a-b.md, a-b and [[a-b]]", False),
        ("sub/a-b.md", "a-b.md", "- [a-b](a-b.md) `a-b.md`", False),
        ("sub/a-b.md", "a-b.md", "- a-b: hook", False),
        ("sub/a-b.md", "a-b.md", "- [A](sub/a-b.md)", True),
        ("sub/a-b.md", "a-b.md", "- see sub/a-b.md", True),
        ("sub/a-b.md", "a-b.md", "- see other/a-b.md", True),
        ("sub/a-b.md", "a-b.md", "- [[sub/a-b]]", True),
        ("a-b.md", "sub/a-b.md", "- [a-b](sub/a-b.md) and sub/a-b.md, [[sub/a-b]]", False),
        ("a-b.md", "sub/a-b.md", "- see a-b.md", True),
        ("a-b.md", "sub/a-b.md", "- [A](./a-b.md)", True),
        ("x/a-b.md", "y/a-b.md", "- [a-b](y/a-b.md)", False),
        ("x/a-b.md", "y/a-b.md", "- see a-b.md", True),
        ("x/a-b.md", "y/a-b.md", "- [[a-b]]", True),
        ("x/deploy.md", "deploy.md", "- deploy: hook", False),
        ("x/deploy.md", "deploy.md", "- [Deploy](deploy.md)", False),
        ("plan.md", "merger plan.md", "- see merger plan.md", False),
        ("plan.md", "My notes/plan.md", "- see My notes/plan.md", False),
        ("计划.md", "合并计划.md", "- 参见合并计划.md的内容", False),
        ("merger-plan.md", "merger-plan-2.md", "- merger-plan-2 and [x](merger-plan-2.md)", False),
        ("old/MEMORY.md", "deploy.md", "- this is MEMORY.md", False),
        ("old/MEMORY.md", "deploy.md", "# Memory", False),
        ("old/MEMORY.md", "deploy.md", "- that is old/MEMORY.md", True),
    ],
)
def test_a_mention_of_exactly_a_travelling_file_stays(
    denied: str,
    travels: str,
    line: str,
    goes: bool,  # noqa: FBT001
) -> None:
    assert ("" if goes else line) == left(line, Withheld(denied), travelling=[travels])


@pytest.mark.parametrize(
    ("line", "goes"),
    [
        ("- [S](salaries/2026.md)", True),
        ("- `salaries/2026.md`", True),
        ("- `cat salaries/2026.md`", True),
        ("- see salaries/2026.md", True),
        ("- see salaries/2026.csv", True),
        ("- [[salaries/2026]]", True),
        ("- [S](./x/../salaries/2026.md#top)", True),
        ("- [S](salaries%2F2026.md)", True),
        ("- <a href='salaries/2026.md'>s</a>", True),
        ("- [S](salaries/)", True),
        ("- [S](../salaries/2026.md)", False),
        ("- [S](/salaries/2026.md)", False),
        ("- [S](https://example.org/salaries/2026.md)", False),
        ("- salaries in general", False),
        ("- [D](deploy.md) [X](dangling.md)", False),
    ],
)
def test_the_policy_is_asked_about_links_to_nothing(line: str, goes: bool) -> None:  # noqa: FBT001
    def denies(path: str) -> bool:
        assert not path.startswith(("../", "/"))
        return path.startswith("salaries/")

    assert ("" if goes else line) == left(line, denies=denies)


def test_the_policy_is_not_asked_about_travelling_files() -> None:
    asked: list[str] = []

    def denies(path: str) -> bool:
        asked.append(path)
        return False

    left("- [D](deploy.md) [G](gone.md) [G](gone.md)", denies=denies)
    assert ["gone.md"] == asked


# --- Removal: how much goes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "- a\n- [M](merger.md) — one\n  two\nthree\n\n  four\n- b\n",
            "- a\n- b\n",
            id="an item with its continuation",
        ),
        pytest.param(
            "- a\n- [M](merger.md)\n  - closing\n    - deeper\n  1. more\n- b\n",
            "- a\n- b\n",
            id="an item with what is nested in it",
        ),
        pytest.param(
            "- a\n  - [M](merger.md)\n    hook\n  - c\n- b\n",
            "- a\n  - c\n- b\n",
            id="a nested item without its parent",
        ),
        pytest.param(
            "- a\n  - c\n\n  so merger.md it is\n- b\n",
            "- b\n",
            id="a parent that speaks of it below its nested item",
        ),
        pytest.param(
            "1. a\n2. merger.md\n10) b\n",
            "1. a\n10) b\n",
            id="numbered items",
        ),
        pytest.param(
            "-\ta\n-\tmerger.md\n\t- nested\n-\tb\n",
            "-\ta\n-\tb\n",
            id="tabs",
        ),
        pytest.param(
            "> - a\n> - merger.md\n>   hook\n>   - nested\n> - b\n",
            "> - a\n> - b\n",
            id="items in a quote",
        ),
        pytest.param(
            "- a\n  > - merger.md\n  > - c\n- b\n",
            "- a\n  > - c\n- b\n",
            id="a quote in an item",
        ),
        pytest.param(
            "one\nmerger.md two\nthree\n\nfour\n",
            "\nfour\n",
            id="a paragraph",
        ),
        pytest.param(
            "closing\n12. May, see merger.md\n\nfour\n",
            "\nfour\n",
            id="a number at the start of a wrapped line is no item",
        ),
        pytest.param(
            "> one\n> merger.md\n\nfour\n",
            "\nfour\n",
            id="a quoted paragraph",
        ),
        pytest.param(
            "> [!note] Merger\n> closing\n\nfour\n",
            "\nfour\n",
            id="a callout",
        ),
        pytest.param(
            "**Merger**\n- closing\n- price\n\n- b\n",
            "\n- b\n",
            id="a title line with the list below it",
        ),
        pytest.param(
            "Files, merger.md too:\n- a\n- b\n",
            "- a\n- b\n",
            id="a line of text without the list below it",
        ),
        pytest.param(
            "# I\n\n## Merger\n\none\n\n### Two\n\n- x\n\n## Next\n\nfour\n",
            "# I\n\n## Next\n\nfour\n",
            id="a section",
        ),
        pytest.param(
            "## Merger ##\none\n# Next\n",
            "# Next\n",
            id="a section up to a higher heading",
        ),
        pytest.param(
            "# I\n\n## Merger\n\none",
            "# I\n\n",
            id="the last section",
        ),
        pytest.param(
            "# I\n\nMerger\n------\n\none\n\nNext\n----\n\ntwo\n",
            "# I\n\nNext\n----\n\ntwo\n",
            id="an underlined heading",
        ),
        pytest.param(
            "Merger\n===\n\none\n\nTwo\n---\n\nthree\n\nNext\n====\n",
            "Next\n====\n",
            id="an underlined heading of the first level",
        ),
        pytest.param(
            "> ## Merger\n> one\n>\n> two\n\nafter\n",
            "\nafter\n",
            id="a quoted heading with the quote",
        ),
        pytest.param(
            "## I\n\n- a\n\n## Merger and more\n\n- b\n",
            "## I\n\n- a\n\n## Merger and more\n\n- b\n",
            id="a heading with a common word in it",
        ),
        pytest.param(
            "| f | h |\n|---|---|\n| [M](merger.md) | x |\n| Merger | x |\n| a | b |\n",
            "| f | h |\n|---|---|\n| a | b |\n",
            id="rows of a table",
        ),
        pytest.param(
            "f | h\n--- | ---\na | b\nx | merger\nc | d\n\ntext\n",
            "f | h\n--- | ---\na | b\nc | d\n\ntext\n",
            id="rows of a table without outer bars",
        ),
        pytest.param(
            "- a\n\n```sh\ncat merger.md\n\n# Next\n```\n- b\n",
            "- a\n\n- b\n",
            id="a fenced block",
        ),
        pytest.param(
            "~~~\n```\nmerger.md\n~~~\nafter\n",
            "after\n",
            id="a fence of tildes",
        ),
        pytest.param(
            "- a\n  ```\n  merger.md\n  ```\n- b\n",
            "- a\n- b\n",
            id="a fenced block in an item",
        ),
        pytest.param(
            "- ```\n  merger.md\n  ```\n- b\n",
            "- b\n",
            id="an item that is a fenced block",
        ),
        pytest.param(
            "- a\n  ```\n  x\n- merger.md\n- b\n",
            "- a\n  ```\n  x\n- b\n",
            id="a fence ends with its item",
        ),
        pytest.param(
            "a\n\n<!-- one\n\nmerger.md\n-->\nb\n",
            "a\n\nb\n",
            id="a comment",
        ),
        pytest.param(
            "- a <!-- see\n\nmerger.md --> x\n- b\n",
            "- b\n",
            id="a comment that starts in an item",
        ),
        pytest.param(
            "- a\n<!-- merger.md -->\n  - c\n- b\n",
            "- a\n  - c\n- b\n",
            id="a comment between items",
        ),
        pytest.param(
            "<!-- never closed\n- merger.md\n- b\n",
            "<!-- never closed\n- b\n",
            id="a comment that never ends hides nothing",
        ),
        pytest.param(
            "---\ntitle: I\nabout: merger.md\n  and more\ntags:\n- merger\n- b\nsee: |\n  one\n\n  "
            "merger.md\nlast: x\n---\n\n- b\n",
            "\n- b\n",
            id="lines of frontmatter",
        ),
        pytest.param(
            "---\nmerger:\n  closing: 12 May\n  list:\n  - x\nlast: x\n---\n",
            "",
            id="frontmatter with what is nested",
        ),
        pytest.param(
            "---\n\n# I\n\n- [M](merger.md)\n- b\n\n---\n\n- merger.md\n- c\n",
            "---\n\n# I\n\n- b\n\n---\n\n- c\n",
            id="rules are no frontmatter",
        ),
        pytest.param(
            "- [M][m] — hook\n- b\n\n[m]: merger.md 'closing'\n[d]: deploy.md\n",
            "- b\n\n[d]: deploy.md\n",
            id="a reference and its definition",
        ),
        pytest.param(
            '- [M][m]\n- b\n\n[m]:\n  <merger.md>\n  "closing"\n[d]: deploy.md\n',
            "- b\n\n[d]: deploy.md\n",
            id="a definition on three lines",
        ),
        pytest.param(
            "- [room][m]\n- see [m]\n- b\n\n[m]: https://example.org 'merger.md'\n",
            "- b\n\n",
            id="a definition that speaks of it, with its users",
        ),
        pytest.param(
            "- [M](merger.md)[^1] and [room][r], [d]\n- b[^2]\n\n[^1]: closing 12 May\n    for 3M\n"
            "[^2]: kept\n[r]: https://example.org/room\n[d]: deploy.md\n",
            "- b[^2]\n\n[^2]: kept\n[d]: deploy.md\n",
            id="notes that only the entry refers to",
        ),
        pytest.param(
            "- a\n***\n- merger.md\n* * *\n- b\n",
            "- a\n***\n* * *\n- b\n",
            id="rules are no items",
        ),
        pytest.param(
            "\u2022 a\n\u2022 merger.md\n\u2022 b\n",
            "\u2022 a\n\u2022 b\n",
            id="typed bullets",
        ),
        pytest.param(
            "- the deal[^1]\n- b\n\n## Notes\n\n- [^1]: merger.md\n- [^2]: kept\n",
            "- b\n\n## Notes\n\n- [^2]: kept\n",
            id="a note in an item, with its users",
        ),
        pytest.param(
            "- [the deal][m]\n- b\n\n> [m]: merger.md\n",
            "- b\n\n",
            id="a definition in a quote, with its users",
        ),
        pytest.param(
            "- the deal [1]\n- b [2]\n\n[1] merger.md\n\n[2] deploy.md\n",
            "- b [2]\n\n\n[2] deploy.md\n",
            id="a number as a note",
        ),
        pytest.param(
            "- The big deal\n  - file: merger.md\n  - closing: 12 May\n- b\n  - file: deploy.md\n",
            "- b\n  - file: deploy.md\n",
            id="an item that has the file as a property",
        ),
        pytest.param(
            "- Deals\n  - Big\n    - **path**: merger.md\n  - Small\n",
            "- Deals\n  - Small\n",
            id="only the item right above a property",
        ),
        *(
            pytest.param(
                f"- a\n\n{title}\n\n{text}\n\nother\n", "- a\n\n\nother\n", id=f"{title} {text}"
            )
            for title in ("[T](merger.md)", "**merger.md**", "**[T](merger.md)**:", "`merger.md`")
            for text in ("the hook", "two\nlines", "- an item")
        ),
        pytest.param(
            "> [T](merger.md)\n>\n> the hook\n\nother\n",
            "\nother\n",
            id="a title and its text in a quote",
        ),
        pytest.param(
            "[T](merger.md)\n\n[D](deploy.md)\n\nits hook\n",
            "\n[D](deploy.md)\n\nits hook\n",
            id="a title above another",
        ),
        pytest.param(
            "[T](merger.md)\n\n**Others**\n\ntext\n",
            "\n**Others**\n\ntext\n",
            id="a title above a bold one",
        ),
        pytest.param(
            "[T](merger.md) - hook\n\nother\n",
            "\nother\n",
            id="a title with its hook beside it",
        ),
        pytest.param(
            "- Deals\n  - merger.md\n  - Small\n",
            "- Deals\n  - Small\n",
            id="an item below others is no property",
        ),
    ],
)
def test_how_much_goes(text: str, expected: str) -> None:
    assert expected == left(text, MERGER)
    crlf = text.replace("\n", "\r\n")
    assert expected.replace("\n", "\r\n") == left(crlf, MERGER)


def test_an_index_of_directories() -> None:
    text = "- [Clients](clients/) — who pays\n- `ops/` — how\n- clients/acme.md\n- **Ops**: x\n"
    expected = "- `ops/` — how\n- **Ops**: x\n"
    assert expected == left(text, Withheld("clients", is_directory=True))


def test_an_index_without_links() -> None:
    text = "# Memory\n\n- Likes short answers\n- **Merger**: closing 12 May\n- Works on gateways\n"
    assert text == left(text, Withheld("acme.md"))
    assert "# Memory\n\n- Likes short answers\n- Works on gateways\n" == left(text, MERGER)


# --- Removal: what is told about it, and what never changes --------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"# Memory",
        b"\xef\xbb\xbf# Memory\r\n\r\n- [D](deploy.md) \r\n\r\n\r\n",
        b"- a\rb\n\x00\xff\xfe broken\n- caf\xe9",
    ],
)
def test_without_a_hit_the_bytes_are_the_same(raw: bytes) -> None:
    edited = withhold(raw, [NAMED], travelling=["deploy.md"], denies=nothing_denied)
    lines = raw.count(b"\n") + (not raw.endswith(b"\n") and raw != b"")
    assert IndexEdit(raw, 0, tuple(range(1, lines + 1)), ()) == edited


def test_bytes_around_a_hit_survive() -> None:
    raw = b"\xef\xbb\xbf# M \r\n- caf\xe9 \t\n- x\rmerger.md\n- \x00\xff end"
    edited = withhold(raw, [MERGER], travelling=[], denies=nothing_denied)
    expected = b"\xef\xbb\xbf# M \r\n- caf\xe9 \t\n- \x00\xff end"
    assert IndexEdit(expected, 1, (1, 2, 4), ()) == edited


def test_removed_counts_blocks() -> None:
    text = (
        "- a\n- merger.md\n  - merger.md\n- [M](merger.md)\n\nmerger.md\n\n## Merger\n\nmerger.md\n"
    )
    edited = edit(text, MERGER)
    assert (4, (1, 5, 7)) == (edited.removed, edited.kept_lines)


def test_lost_names_what_is_linked_nowhere_else() -> None:
    text = (
        "- [M](merger.md), see [A](a.md), [[b]], `sub/c.md`, [G](gone.md) and [D](deploy.md)\n"
        "- [B](b.md)\n\n## Merger\n\n- [E](./e%20f.md#x)\n"
    )
    travelling = ["deploy.md", "a.md", "b.md", "sub/c.md", "e f.md", "never-linked.md"]
    edited = edit(text, MERGER, travelling=travelling)
    assert ("a.md", "deploy.md", "e f.md", "sub/c.md") == edited.lost


def test_nothing_is_lost_when_all_is_linked_again() -> None:
    assert () == edit("- merger.md, deploy.md\n- [D](deploy.md)\n", MERGER).lost


def test_what_comes_to_light_by_a_removal_goes_too() -> None:
    """Without the comment's first line the rest would be read in another way."""
    text = "```\nmerger.md\n```\n```\n- b\n```\n- [M](merger.md)\n"
    assert "```\n- b\n```\n" == left(text, MERGER)


# --- The name in a frontmatter -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\nname: The Big Deal\n---\nx", "The Big Deal"),
        ("\ufeff---\r\ntype: user\r\nname: The Big Deal\r\n---\r\n", "The Big Deal"),
        ('---\nname: "The \\"Big\\" Deal"\n---\n', 'The "Big" Deal'),
        ("---\nname: 'The Deal''s name'\n---\n", "The Deal's name"),
        ('---\nname: "Deal" and text after it\n---\n', "Deal"),
        ("---\nname: Deal: the sequel\n---\n", "Deal: the sequel"),
        ("---\ndescription: a: b\nname: Deal\n---\n", "Deal"),
        ("---\nname: @deal\n---\n", "@deal"),
        ("---\nname: Deal # not this\n---\n", "Deal"),
        ("---\nname: C# notes\n---\n", "C# notes"),
        ("---\nname: >-\n  The Big\n  Deal\ntype: x\n---\n", "The Big Deal"),
        ("---\nname: The\n  Big Deal\n---\n", "The Big Deal"),
        ('---\nname: "\\u5408\\u5e76"\n---\n', "合并"),
        ("---\nname : Deal\n...\n", "Deal"),
        ("---\nname: [unclosed\n---\n", "[unclosed"),
        ("---\nname:\n---\n", None),
        ("---\nname: ''\n---\n", None),
        ("---\nmetadata:\n  name: nested\n---\n", None),
        ("---\nnames: many\nname:none\n---\n", None),
        ("---\nname: never closed\n", None),
        ("name: outside\n", None),
        ("# M\n---\nname: late\n---\n", None),
        ("", None),
    ],
)
def test_the_name_on_the_first_line_that_has_one(text: str, expected: str | None) -> None:
    assert (() if expected is None else (expected,)) == own_names(text.encode())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# The Big Deal\n\ntext\n# Another\n", ("The Big Deal",)),
        ("---\ntype: user\n---\n\n# The Big Deal #\r\n", ("The Big Deal",)),
        ("---\nname: deal\ntitle: The Big Deal\n---\n# Closing in May\n", None),
        ("---\ntitle: 'The Big Deal'\n---\n# The Big Deal\n", ("The Big Deal",)),
        ("# Notes\n", ()),
        ("# To do\n", ()),
        ("# 收购计划收购计划的时间表\n", ("收购计划收购计划的时间表",)),
        ("## The Small Deal\n", ()),
        ("#hashtag of the day\n", ()),
    ],
)
def test_a_title_and_a_first_heading_are_names_unless_they_are_ordinary_words(
    text: str, expected: tuple[str, ...] | None
) -> None:
    names = ("deal", "The Big Deal", "Closing in May") if expected is None else expected
    assert names == own_names(text.encode())


def test_a_name_that_is_not_utf8_is_read_all_the_same() -> None:
    assert ("caf\udce9",) == own_names(b"---\nname: caf\xe9\n---\n")
