"""Allow entries: what they allow, for how long, and what becomes of the file they are in."""

import tomllib
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.errors import UsageError
from memcli.scan.allow import (
    AllowEntry,
    apply_entries,
    can_be_allowed,
    read_entries,
    with_entry,
    without_entry,
)
from memcli.scan.model import Effect, Finding, Tier
from memcli.scan.problems import PROBLEMS, Problem, problem

DAY = date(2026, 11, 30)
ONE = AllowEntry("v1:" + "1" * 32, "github-token", "a.md", "revoked in May", DAY)
TWO = AllowEntry("v1:" + "2" * 32, "assigned-secret", "b.md", "a test value", DAY, "ana", DAY)
ENTRIES = st.builds(
    AllowEntry,
    st.text("0123456789abcdef", min_size=32, max_size=32).map("v1:".__add__),
    st.text("abc-", min_size=1, max_size=20),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map("why ".__add__),
    st.dates(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    st.none() | st.dates(),
)


def finding(entry: AllowEntry, **changes: str) -> Finding:
    return Finding(
        rule=changes.get("rule", entry.rule),
        tier=Tier.STRUCTURAL,
        effect=Effect.BLOCK,
        path=changes.get("path", entry.path),
        line=1,
        column=1,
        end_column=9,
        mask="",
        fingerprint=changes.get("fingerprint", entry.fingerprint),
    )


def file_of(*entries: AllowEntry) -> bytes:
    raw = b""
    for entry in entries:
        raw = with_entry(raw, entry)
    return raw


def test_an_entry_is_written_for_people() -> None:
    assert file_of(TWO).decode().partition("\n\n")[2].splitlines() == [
        "[[allow]]",
        f'fingerprint = "{TWO.fingerprint}"',
        'rule = "assigned-secret"',
        'path = "b.md"',
        'reason = "a test value"',
        "on = 2026-11-30",
        'by = "ana"',
        "until = 2026-11-30",
    ]


@given(st.lists(ENTRIES, max_size=4, unique_by=lambda each: each.fingerprint))
def test_what_is_written_is_read_again(entries: list[AllowEntry]) -> None:
    assert tuple(entries) == read_entries(file_of(*entries))


def test_comments_and_other_entries_stay_as_they_are() -> None:
    mine = "# mine\n\n[[ allow ]]  # why\n" + file_of(ONE).decode().partition("[[allow]]\n")[2]
    raw = with_entry(mine.encode(), TWO)
    assert raw.decode().startswith(mine)
    assert (mine.encode(), True) == without_entry(raw, TWO.fingerprint)


def test_a_comment_above_the_next_entry_stays() -> None:
    raw = file_of(ONE) + b"\n# about two\n" + file_of(TWO).partition(b"\n\n")[2]
    left, _ = without_entry(raw, ONE.fingerprint)
    assert b"\n# about two\n[[allow]]\n" in left
    assert (TWO,) == read_entries(left)


def test_a_second_entry_for_a_finding_replaces_the_first() -> None:
    later = ONE._replace(reason="still revoked", until=DAY)
    assert (TWO, later) == read_entries(with_entry(file_of(ONE, TWO), later))


def test_what_is_not_there_cannot_be_removed() -> None:
    raw = file_of(ONE)
    assert (raw, False) == without_entry(raw, TWO.fingerprint)
    assert (b"", False) == without_entry(b"", TWO.fingerprint)


def test_the_last_entry_leaves_only_the_comment() -> None:
    raw, removed = without_entry(file_of(ONE), ONE.fingerprint)
    assert (removed, ()) == (True, read_entries(raw))
    assert raw.startswith(b"# Findings")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1", "something else"),
        ("allow = 1", "something else"),
        ("allow = [1]", "not a table"),
        ("[[allow]]", "needs 'fingerprint'"),
        ("[[allow", "valid TOML"),
        ("\udcff", "valid TOML"),
        ("{ENTRY}\nwhy = 'x'", "unknown key 'why'"),
        ("{ENTRY}\nuntil = 'soon'", "not a date"),
        ("{ENTRY}\nuntil = 2026-01-01T10:00:00", "not a date"),
        ("{ENTRY}\nby = 7", "not a text"),
    ],
)
def test_what_is_not_understood_is_refused(text: str, says: str) -> None:
    entry = file_of(ONE).decode()
    raw = text.replace("{ENTRY}", entry).encode("utf-8", "surrogateescape")
    with pytest.raises(UsageError, match=says):
        read_entries(raw)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ONE.fingerprint, "v1:123"),
        (ONE.fingerprint, "v2:" + "1" * 32),
        ("revoked in May", " "),
        ("2026-11-30", '"2026-11-30"'),
    ],
)
def test_a_field_that_is_wrong_is_refused(old: str, new: str) -> None:
    with pytest.raises(UsageError, match="entry 1"):
        read_entries(file_of(ONE).decode().replace(old, new).encode())


def test_entries_that_cannot_be_told_apart_by_line_are_not_edited() -> None:
    table = ", ".join(file_of(ONE).decode().partition("[[allow]]\n")[2].strip().split("\n"))
    raw = f"allow = [{{ {table} }}]\n".encode()
    assert 1 == len(tomllib.loads(raw.decode())["allow"])
    with pytest.raises(UsageError, match="not written as"):
        without_entry(raw, ONE.fingerprint)


def test_an_entry_allows_its_finding_and_no_other() -> None:
    others = [
        finding(ONE, rule="other"),
        finding(ONE, path="other.md"),
        finding(ONE, fingerprint=TWO.fingerprint),
    ]
    allowed = apply_entries([finding(ONE), *others], [ONE], today=DAY)
    marks = [each.allowed_by for each in allowed.findings]
    assert ([".memallow", None, None, None], (), ()) == (marks, allowed.stale, allowed.expired)


@pytest.mark.parametrize(("days", "counts"), [(-1, True), (0, True), (1, False)])
def test_an_entry_counts_up_to_its_last_day(days: int, *, counts: bool) -> None:
    today = DAY + timedelta(days=days)
    allowed = apply_entries([finding(TWO)], [TWO], today=today)
    assert counts == (allowed.findings[0].allowed_by is not None)
    assert ((() if counts else (TWO,)), ()) == (allowed.expired, allowed.stale)


def test_an_entry_without_its_finding_is_stale() -> None:
    allowed = apply_entries([finding(ONE)], [ONE, TWO], today=DAY)
    assert ((TWO,), ()) == (allowed.stale, allowed.expired)


@pytest.mark.parametrize("known", PROBLEMS, ids=lambda each: each.id)
def test_what_could_not_be_judged_cannot_be_allowed(known: Problem) -> None:
    cause = problem(known.id, "a.md")
    entry = AllowEntry(cause.fingerprint, cause.rule, "a.md", "why", DAY)
    assert not can_be_allowed(cause)
    assert apply_entries([cause], [entry], today=DAY).findings == (cause,)
