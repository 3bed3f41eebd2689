"""What holds for every index: no byte changes unasked, and no word of a denied file is left."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from hypothesis import example, given, settings
from hypothesis import strategies as st

from memcli.memdir.index import IndexEdit, Withheld, own_names, parse_index, withhold

DENIED_WORD = "qzvault"

FRAGMENTS = st.sampled_from(
    [
        *"#-*+>|`~[]()<>!_:\\%&'\". \t\r\n\n\n",
        *(
            "- ",
            "  ",
            "    ",
            "1. ",
            "> ",
            "## ",
            "---\n",
            "===\n",
            "```\n",
            "~~~\n",
            "<!--",
            "-->",
        ),
        *("](", "[[", "]]", "[x]: ", "[^1]", "[^1]: ", "| a | b |\n", "|---|---|\n", " \u2014 "),
        *("a.md", "sub/a.md", "word", "计划", "e\u0301", "\udcff", "\ufeff", "\u2028", "tags:\n"),
        *(f"{DENIED_WORD}.md", f"{DENIED_WORD.upper()}.MD", f"[{DENIED_WORD}]({DENIED_WORD}.md)"),
        *(f"[[{DENIED_WORD}]]", f"{DENIED_WORD}: ", f"{DENIED_WORD[:4]}%{ord('u'):x}lt.md"),
    ]
)
SOUP = st.lists(FRAGMENTS, max_size=60).map("".join)


def cut(raw: bytes, *withheld: Withheld, travelling: tuple[str, ...] = ()) -> IndexEdit:
    return withhold(raw, withheld, travelling=travelling, denies=lambda _: False)


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def lines_of(raw: bytes) -> list[bytes]:
    lines = raw.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + [lines[-1]] * (lines[-1] != b"")


@given(st.one_of(st.text().map(lambda text: text.encode("utf-8", "replace")), SOUP.map(to_bytes)))
def test_with_nothing_withheld_the_bytes_are_identical(raw: bytes) -> None:
    edited = cut(raw, travelling=("a.md",))
    expected = IndexEdit(raw, 0, tuple(range(1, len(lines_of(raw)) + 1)), ())
    assert expected == edited


@given(st.one_of(st.binary(), SOUP.map(to_bytes)), st.text(max_size=5), st.booleans())
@settings(max_examples=300)
def test_any_bytes_are_read_and_kept_lines_are_what_they_were(
    raw: bytes,
    name: str,
    denied: bool,  # noqa: FBT001
) -> None:
    file = Withheld(f"{DENIED_WORD}.md", denied=denied)
    edited = cut(raw, file, Withheld(name or "x", name=name), Withheld("sub", is_directory=True))
    original = lines_of(raw)
    assert lines_of(edited.raw) == [original[number - 1] for number in edited.kept_lines]
    assert list(edited.kept_lines) == sorted(set(edited.kept_lines))
    parse_index(raw)
    own_names(raw)


@given(SOUP)
@example("[x]: [[qzvault]]")
@settings(max_examples=300)
def test_a_denied_file_name_is_left_nowhere(text: str) -> None:
    """Bounded, that is: glued to a letter it is another name."""
    edited = cut(to_bytes(text), Withheld(f"{DENIED_WORD}.md"), travelling=("a.md", "sub/a.md"))
    again = cut(edited.raw, Withheld(f"{DENIED_WORD}.md"), travelling=("a.md", "sub/a.md"))
    assert (0, edited.raw) == (again.removed, again.raw)
    spaced = edited.raw.decode("utf-8", "surrogateescape").lower().split()
    assert f"{DENIED_WORD}.md" not in spaced
    assert f"[[{DENIED_WORD}]]" not in spaced


@dataclass(frozen=True)
class Told:
    """A memory file as an index may speak of it; all its words are its own."""

    path: str
    name: str
    title: str
    hook: str
    more: str
    label: str

    @property
    def stem(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".md")

    @property
    def words(self) -> set[str]:
        return set(f"{self.stem} {self.name} {self.title} {self.hook} {self.more}".lower().split())


@dataclass(frozen=True)
class Piece:
    """Text of one file's entry, or of the index itself where ``owner`` is ``None``."""

    owner: Told | None
    text: str


def word(number: int) -> str:
    letters = ""
    while number:
        number, digit = divmod(number, 20)
        letters += "bcdfghjklmnpqrstvwxz"[digit]
    return f"q{letters}y"


def item(write: Callable[[Told], str]) -> Callable[[Told], list[Piece]]:
    return lambda told: [Piece(told, f"{write(told)}\n")]


def alone(write: Callable[[Told], str]) -> Callable[[Told], list[Piece]]:
    return lambda told: [Piece(None, "\n"), Piece(told, f"{write(told)}\n"), Piece(None, "\n")]


def section(write: Callable[[Told], str]) -> Callable[[Told], list[Piece]]:
    return lambda told: [
        Piece(None, "\n"),
        Piece(told, f"{write(told)}\n\n"),
        Piece(None, "## More files\n\n"),
    ]


def reference(told: Told) -> list[Piece]:
    return [
        Piece(told, f"- [{told.title}][{told.label}] \u2014 {told.hook}\n"),
        Piece(told, f"[{told.label}]: <{told.path}> '{told.more}'\n"),
    ]


STYLES: list[Callable[[Told], list[Piece]]] = [
    item(lambda t: f"- [{t.title}](<{t.path}>) \u2014 {t.hook}"),
    item(lambda t: f"* [{t.title}]({quote(t.path)}) - {t.hook}\n  {t.more}"),
    item(lambda t: f"1. [{t.title}](./{t.path}#part): {t.hook}\n   - {t.more}\n     - {t.hook}"),
    item(lambda t: f'- [{t.title}](<{t.path.upper()}> "{t.more}") \u2013 {t.hook}\n{t.more}'),
    item(lambda t: f"- `{t.path}` \u2014 {t.hook}"),
    item(lambda t: f"- {t.path}: {t.hook}\n\n  {t.more}"),
    item(lambda t: f"- {t.hook}, see {t.path}."),
    item(lambda t: f"- [[{t.stem}]] \u2014 {t.hook}"),
    item(lambda t: f"- [[{t.stem}#part|{t.title}]]: {t.hook}"),
    item(lambda t: f"- {t.hook} [[{t.name}]]"),
    item(lambda t: f"- {t.stem} \u2014 {t.hook}\n  1) {t.more}"),
    item(lambda t: f"- **{t.name.title()}**: {t.hook}"),
    item(lambda t: f"- [ ] {t.name} - {t.hook}"),
    item(lambda t: f"> - [{t.title}](<{t.path}>)\n>   {t.hook}\n>   - {t.more}"),
    item(lambda t: f"| [{t.title}](<{t.path}>) | {t.hook} |"),
    item(lambda t: f"| {t.more} | {t.stem} | {t.hook} |"),
    item(lambda t: f"<!-- {t.hook}\n\n{t.path} {t.more} -->"),
    alone(lambda t: f"{t.hook}\n{t.more} {t.path}\n{t.title}"),
    alone(lambda t: f'<a href="{t.path}">{t.title}</a> {t.hook}'),
    alone(lambda t: f"```\n{t.hook}\n\ncat '{t.path}'\n```"),
    section(lambda t: f"## [{t.title}](<{t.path}>)\n\n{t.hook}\n\n### {t.more}\n\n- {t.hook}"),
    section(lambda t: f"## {t.name}\n\n- {t.hook}\n\n{t.more}"),
    section(lambda t: f"{t.stem}\n------\n\n{t.hook}"),
    reference,
]


@st.composite
def files(draw: st.DrawFn) -> list[Told]:
    numbers = iter(draw(st.permutations(range(500, 700))))
    found = []
    for _ in range(draw(st.integers(1, 12))):
        words = [word(next(numbers)) for _ in range(12)]
        folder = draw(st.sampled_from(["", "sub/", "deep/er/"]))
        stem = draw(
            st.sampled_from(
                [
                    words[0],
                    f"{words[0]}-{words[1]}",
                    f"{words[0]} {words[1]}",
                    f"{words[0]} ({words[1]})",
                    f"{words[0]}_计划",
                    f"{words[0]}\u00e9",
                    f"{words[0]}e\u0301",
                    words[0].upper(),
                ]
            )
        )
        pairs = [" ".join(words[at : at + 2]) for at in range(2, 12, 2)]
        found.append(Told(f"{folder}{stem}.md", *pairs))
    return found


@given(st.data(), files())
@settings(max_examples=400, deadline=None)
def test_a_denied_entry_goes_whole_and_every_other_stays(
    data: st.DataObject, told: list[Told]
) -> None:
    pieces = [Piece(None, data.draw(st.sampled_from(["", "# Index\n\n", "\ufeff# Index\n\n"])))]
    for each in told:
        pieces += data.draw(st.sampled_from(STYLES))(each)
    denied = data.draw(st.lists(st.sampled_from(told), unique=True))
    newline = data.draw(st.sampled_from(["\n", "\r\n"]))
    tail = data.draw(st.sampled_from(["", "\n- the last one, about nothing"]))

    def written(some: list[Piece]) -> bytes:
        text = "".join(piece.text for piece in some) + tail
        return text.replace("\n", newline).encode()

    edited = cut(
        written(pieces),
        *(Withheld(each.path, name=each.name) for each in denied),
        travelling=tuple(each.path for each in told if each not in denied),
    )
    assert written([piece for piece in pieces if piece.owner not in denied]) == edited.raw
    left = set(edited.raw.decode().lower().split())
    assert set() == left & set().union(*(each.words for each in denied))
    assert () == edited.lost
