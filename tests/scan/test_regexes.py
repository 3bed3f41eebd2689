"""Regexes from the cache are the same as compiled ones, and nothing unsound is taken."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.scan import regexes
from memcli.scan.regexes import compile_regex, use_cache
from memcli.scan.rules import RULES

PATTERNS = [rb"(?x)(?P<secret> a+ (?i:B) ) \b", b"(?P<x>a)|(?P<y>b)", rb"[\x80-\xff]{2,5}", b""]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the directory of a cache that this process does not use yet."""
    monkeypatch.setattr(regexes, "_store", regexes._Store())
    monkeypatch.setattr("memcli.scan.regexes.atexit.register", lambda _: None)
    return tmp_path / "home" / ".cache" / "memcli"


def again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save what is new and begin as another process would."""
    regexes._save()
    monkeypatch.setattr(regexes, "_store", regexes._Store())
    use_cache(cache)


def facts(pattern: re.Pattern[bytes]) -> tuple[object, ...]:
    return pattern.pattern, pattern.flags, pattern.groups, dict(pattern.groupindex)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_kept_regex_is_the_same(
    pattern: bytes, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.parent.parent.mkdir()
    use_cache(cache)
    compile_regex(pattern)
    again(cache, monkeypatch)
    assert pattern in regexes._store.known
    kept, made = compile_regex(pattern), re.compile(pattern)
    assert facts(made) == facts(kept)
    text = b"xaab aB \xc3\xa9\xc3 b"
    assert [m.span() for m in made.finditer(text)] == [m.span() for m in kept.finditer(text)]
    assert {} == regexes._store.fresh


@given(st.sampled_from(RULES), st.binary(max_size=40))
def test_what_is_found_is_the_same(rule: object, around: bytes) -> None:
    assert isinstance(rule, type(RULES[0]))
    for sample in rule.examples:
        data = around + sample.text.encode()
        ours, theirs = compile_regex(rule.pattern), re.compile(rule.pattern)
        assert [m.span() for m in theirs.finditer(data)] == [m.span() for m in ours.finditer(data)]


@pytest.mark.parametrize("raw", [b"", b"x", b"mem-re\x00\x01" + b"0" * 80])
def test_a_spoilt_cache_is_made_anew(
    raw: bytes, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.parent.parent.mkdir()
    use_cache(cache)
    compile_regex(PATTERNS[0])
    regexes._save()
    (path,) = cache.iterdir()
    path.write_bytes(raw)
    monkeypatch.setattr(regexes, "_store", regexes._Store())
    use_cache(cache)
    assert {} == regexes._store.known
    assert facts(re.compile(PATTERNS[0])) == facts(compile_regex(PATTERNS[0]))


def test_a_wrong_pattern_is_an_error() -> None:
    with pytest.raises(re.error):
        compile_regex(b"(")


def test_without_a_home_none_is_made(cache: Path) -> None:
    use_cache(cache)
    compile_regex(PATTERNS[0])
    regexes._save()
    assert not cache.parent.parent.exists()
