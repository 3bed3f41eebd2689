"""The fast engine finds what the plain one does."""

import builtins
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memcli.scan.engine import Engine, HyperscanEngine, ReEngine, engine_for
from memcli.scan.model import Hit, Rule
from memcli.scan.rules import RULES
from memcli.scan.ruleset import RuleSet, built_in_rules
from plainrules import plain_rule
from secretshapes import MAKERS, seeded

SAMPLES = [sample.text.encode() for rule in RULES for sample in rule.examples]
NEAR_MISSES = [sample.text.encode() for rule in RULES for sample in rule.counter_examples]
_GLUE = [b"\n", b" ", b"", b"\r\n", b"\n\n", b" | ", b"**", b"`", b'"', b": ", b"=", b"\t"]


# Every construct that a rule may use, and some that none does yet.
SHAPES = (
    plain_rule("literal", rb"ab(?P<secret>[0-9]{3,})(?![0-9a-z])", b"ab"),
    plain_rule("folded", rb"(?i:key)[ ]?[:=][ ]?(?P<secret>[a-z0-9]{4,})", b"key"),
    plain_rule("behind", rb"[KkTt](?i:(?<=k)ey|(?<=t)ok)(?P<secret>[0-9]+)", b"key", b"tok"),
    plain_rule("ahead", rb"pw (?=[a-z]*[0-9])(?P<secret>[a-z0-9]{2,})", b"pw "),
    plain_rule("not-ahead", rb"pw:(?![a1]|--)(?P<secret>[a-z0-9-]{2,}?)(?=[ \n]|\Z)", b"pw:"),
    plain_rule("again", rb"(?P<q>[\"'`])k(?P<secret>[a-z0-9]+)(?P=q)", b"k"),
    plain_rule(
        "either", rb"(?P<open>[\"'`])?t=(?P<secret>(?(open)[a-z ]{2,}(?=[\"'`])|[0-9]{2,}))", b"t="
    ),
    plain_rule("lines", rb"key:[ ]?\n(?:[ ]{1,4}\n){0,2}[ ]{0,4}(?P<secret>[a-z0-9]{3,})", b"key:"),
    plain_rule("end", rb"end(?P<secret>[0-9]+)$", b"end"),
    plain_rule("last", rb"end(?P<secret>[a-z]+)\Z", b"end"),
    plain_rule("each-line", rb"(?m)^k(?P<secret>[0-9]+)$", b"k"),
    plain_rule("no-bound", rb"begin(?P<secret>[^e]{3,}?)end", b"begin"),
    plain_rule("possessive", rb"a(?>b+)(?P<secret>c*+[0-9])", b"ab"),
    plain_rule("refused", rb"key=(?P<secret>[a-z0-9=]+)", b"key=", refuse=frozenset({b"key=1"})),
    plain_rule("words", rb"(?:stripe|str[ _-]?pay)[a-z ]{0,9}(?P<secret>[0-9a-f]{8})", b"str"),
    plain_rule("negated", rb"x[^0-9\n]{1,3}(?P<secret>[^\W_]{2,})(?<!a)", b"x"),
)
_WORDS = (
    b"ab key Key KEY tok Tok pw pw: k t= key: end begin a abbc key=key=1 stripe str-pay x 123 1 9"
    b" a1 0af9 deadbeef 12ab34cd hello world -- \" ' ` : = \n \n\n \r\n    \xc3\xa9 \xff \0 e aaaa"
).split(b" ")


def spans(engine: Engine, data: bytes) -> list[Hit]:
    return list(engine.hits(data))


@pytest.fixture(scope="module")
def built_in() -> Sequence[Engine]:
    return ReEngine(RULES), HyperscanEngine(built_in_rules())


@pytest.fixture(scope="module")
def shapes() -> Sequence[Engine]:
    return ReEngine(SHAPES), HyperscanEngine(RuleSet(b"", lambda: SHAPES))


@pytest.mark.parametrize("texts", [SAMPLES, NEAR_MISSES], ids=["examples", "counter-examples"])
def test_on_every_sample_of_every_rule(built_in: Sequence[Engine], texts: list[bytes]) -> None:
    plain, fast = built_in
    differing = [text for text in texts if spans(plain, text) != spans(fast, text)]
    assert [] == differing


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_on_samples_run_together(built_in: Sequence[Engine], data: st.DataObject) -> None:
    plain, fast = built_in
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))  # noqa: S311  (reproducible, not secret)
    pieces = [rng.choice(SAMPLES + NEAR_MISSES) for _ in range(rng.randrange(1, 9))]
    pieces += [make(seeded(rng.randrange(1 << 16))).encode() for make in MAKERS.values()]
    rng.shuffle(pieces)
    text = b"".join(each + rng.choice(_GLUE) for each in pieces)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(_GLUE) + text[at:]
    assert spans(plain, text) == spans(fast, text)


@settings(deadline=None, max_examples=400)
@given(words=st.lists(st.sampled_from(_WORDS), max_size=40), glue=st.sampled_from([b"", b" "]))
def test_on_every_construct(shapes: Sequence[Engine], words: list[bytes], glue: bytes) -> None:
    plain, fast = shapes
    text = glue.join(words)
    assert spans(plain, text) == spans(fast, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"ab123 ab45 ab6789", ["literal", "literal"]),
        (b"Key: abc1", ["folded"]),
        (b"pw abc pw abc1", ["ahead"]),
        (b"pw:a1 pw:b1", ["not-ahead"]),
        (b"'kab' 'kab\"", ["again"]),
        (b'"t=a b" t=12', ["either", "either"]),
        (b"key:\n  \n  abc", ["lines"]),
        (b"end12\nend34\n", ["end"]),
        (b"endab\nendcd", ["last"]),
        (b"k12\nk3\nxk4", ["each-line", "each-line"]),
        (b"begin\n\n\n\n\n\n\n\n\n\n\n\nend", ["no-bound"]),
        (b"abbcc1", ["possessive"]),
        (b"key=key=1", ["refused"]),
        (b"Stripe stripe key deadbeef str-pay 12ab34cd", ["words", "words"]),
    ],
)
def test_each_construct_is_found(
    shapes: Sequence[Engine], text: bytes, expected: list[str]
) -> None:
    """Were nothing found, both engines would agree too."""
    for engine in shapes:
        found = [hit.rule.id for hit in engine.hits(text)]
        assert expected == [each for each in found if each in expected]


def test_many_hits_on_a_long_line_are_all_found(shapes: Sequence[Engine]) -> None:
    text = b"ab123 " * 5000
    assert [5000, 5000] == [len(spans(engine, text)) for engine in shapes]


def test_rules_are_not_loaded_where_none_can_hit() -> None:
    loaded = []

    def load() -> Sequence[Rule]:
        loaded.append(True)
        return SHAPES

    engine = HyperscanEngine(RuleSet(b"", load))
    loaded.clear()
    assert [] == spans(engine, b"nothing here")
    assert [] == loaded


@pytest.fixture
def no_hyperscan(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *arguments: Any, **options: Any) -> Any:
        if name.partition(".")[0] == "hyperscan":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refuse)


@pytest.mark.usefixtures("no_hyperscan")
def test_without_hyperscan_the_plain_engine_does_it() -> None:
    engine = engine_for(RuleSet(b"", lambda: SHAPES))
    assert isinstance(engine, ReEngine)
    assert ["literal"] == [hit.rule.id for hit in engine.hits(b"ab123")]


def test_with_hyperscan_the_fast_engine_does_it() -> None:
    assert isinstance(engine_for(RuleSet(b"", lambda: SHAPES)), HyperscanEngine)
