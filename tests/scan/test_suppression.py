"""What detect-secrets was told: which lines and values may stay, and which baselines are none."""

import hashlib
import json

import pytest

from memcli.bundle import baselines
from memcli.errors import UsageError
from memcli.scan.suppression import (
    BASELINE_FILE,
    Baseline,
    is_allowed_by_pragma,
    is_pragma,
    read_baseline,
)
from secretshapes import password, seeded

HERE = b"pragma: allowlist " + b"secret"
NEXT = b"pragma: allowlist nextline " + b"secret"
VALUE = password(seeded(3)).encode()
DIGEST = hashlib.sha1(VALUE, usedforsecurity=False).hexdigest()


def baseline(results: object, **more: object) -> bytes:
    return json.dumps({"version": "1.5.0", "results": results, **more}).encode()


def entry(**changes: object) -> dict[str, object]:
    known = {"type": "Secret Keyword", "filename": "a.md", "line_number": 3, "is_verified": False}
    return {**known, "hashed_secret": DIGEST, **changes}


def test_the_file_is_called_the_same_everywhere() -> None:
    assert baselines.BASELINE_FILE == BASELINE_FILE


@pytest.mark.parametrize(
    ("line", "before", "allowed"),
    [
        (b"value <!-- " + HERE + b" -->", b"", True),
        (b"value  # " + HERE, b"", True),
        (b"value  # pragma:allowlist" + b" secret", b"", True),
        (b"value  # pragma: whitelist" + b" secret", b"", True),
        (b"value  # pragma: allowlist-" + b"secret", b"", True),
        (b"value", b"<!-- " + NEXT + b" -->", True),
        (b"value", b"# " + HERE, False),
        (b"value # " + NEXT, b"", False),
        (b"value # " + HERE + b"s", b"", False),
        (b"value # pragma: no cover", b"", False),
        (b"value", b"", False),
    ],
)
def test_a_comment_allows_its_line_or_the_next(
    line: bytes, before: bytes, *, allowed: bool
) -> None:
    assert allowed == is_allowed_by_pragma(line, before)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (HERE, True),
        (b" \t" + NEXT + b"\r\n", True),
        (HERE.replace(b": ", b":").replace(b"allow", b"white").replace(b" ", b"-"), True),
        (b"", False),
        (HERE + b" and more", False),
        (b"do this; " + HERE, False),
        (HERE + b" " + HERE, False),
        (b"pragma: no cover", False),
    ],
)
def test_a_comment_of_nothing_else_is_known(text: bytes, *, is_one: bool) -> None:
    assert is_one == is_pragma(text)


def test_a_baseline_knows_its_values_in_their_files() -> None:
    known = read_baseline(baseline({"notes/a.md": [entry()]}), below="notes")

    assert known.knows("a.md", VALUE)
    assert not known.knows("b.md", VALUE)
    assert not known.knows("a.md", VALUE + b"x")
    assert not known._replace(below="").knows("a.md", VALUE)


def test_paths_of_other_systems_are_understood() -> None:
    known = read_baseline(baseline({"sub\\a.md": [entry()], "./b.md": [entry()]}))

    assert [True, True] == [known.knows(path, VALUE) for path in ("sub/a.md", "b.md")]


@pytest.mark.parametrize(("is_secret", "known"), [(True, False), (False, True)])
def test_what_is_marked_as_real_may_not_stay(*, is_secret: bool, known: bool) -> None:
    read = read_baseline(baseline({"a.md": [entry(is_secret=is_secret)]}))

    assert known == read.knows("a.md", VALUE)


def test_a_baseline_of_nothing_knows_nothing() -> None:
    assert Baseline({}) == read_baseline(baseline({}))
    assert not Baseline({}).knows("a.md", VALUE)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b'{"results": {}, "results": {}}', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no results"),
        (b"{}", "no results"),
        (baseline([]), "no results"),
        (baseline({"a.md": {}}), "no list"),
        (baseline({"a.md": [1]}), "no object"),
        (baseline({"a.md": [{}]}), "no SHA-1"),
        (baseline({"a.md": [entry(hashed_secret=1)]}), "no SHA-1"),
        (baseline({"a.md": [entry(hashed_secret="x" * 40)]}), "no SHA-1"),
        (baseline({"a.md": [entry(is_secret=0)]}), "neither true nor false"),
    ],
)
def test_what_is_not_understood_is_refused(raw: bytes, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_baseline(raw)
