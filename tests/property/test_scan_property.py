"""What holds for every text, every name and every token."""

import hashlib
import string

from hypothesis import assume, given
from hypothesis import strategies as st

from memcli.scan.engine import ReEngine
from memcli.scan.fingerprint import Span, of_line
from memcli.scan.model import Finding, Hit, Tier
from memcli.scan.rules import RULES
from memcli.scan.scanner import Privacy, default_scanner

_ALNUM = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_SCANNER = default_scanner(privacy=Privacy.OFF)
_SECRETS = (Tier.STRUCTURAL, Tier.HEURISTIC)
_ENGINE = ReEngine(RULES)


def _random(alphabet: str, length: int) -> st.SearchStrategy[str]:
    # Real values are random. Hypothesis prefers repetitions, which the rules rightly refuse, so
    # it chooses a seed only.
    def expanded(seed: int) -> str:
        blocks = [hashlib.sha256(f"{seed} {block}".encode()).digest() for block in range(4)]
        inner = [alphabet[byte % len(alphabet)] for byte in b"".join(blocks)]
        return "7" + "".join(inner[: length - 2]) + "q"

    return st.integers(min_value=0).map(expanded)


_TOKENS: st.SearchStrategy[tuple[str, str, str]] = st.one_of(
    st.tuples(
        st.just("github-token"),
        st.sampled_from(["gh" + "p_", "gh" + "o_", "gh" + "u_", "gh" + "s_", "gh" + "r_"]),
        _random(_ALNUM, 36),
    ),
    st.tuples(
        st.just("aws-access-key-id"),
        st.sampled_from(["AK" + "IA", "AS" + "IA"]),
        _random(string.ascii_uppercase + string.digits, 16).map(str.upper),
    ),
    st.tuples(st.just("openai-key"), st.just("sk" + "-"), _random(_ALNUM, 48)),
    st.tuples(st.just("openai-project-key"), st.just("sk" + "-proj-"), _random(_ALNUM, 100)),
    st.tuples(st.just("anthropic-key"), st.just("sk" + "-ant-api03-"), _random(_ALNUM, 95)),
    st.tuples(
        st.just("slack-token"),
        st.just("xo" + "xb-"),
        _random(_HEX, 32).map("730912845561-".__add__),
    ),
)
_ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
_PATHS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30
)
_PASSWORDS = _random(_ALNUM + "!#+", 14).map("a1".__add__)


def _secret_hits(raw: bytes) -> list[Hit]:
    return [hit for hit in _ENGINE.hits(raw) if hit.rule.tier in _SECRETS]


def _lines(raw: bytes) -> list[str]:
    text = raw.decode("utf-8", "surrogateescape")
    return text.removeprefix("\ufeff").split("\n")


def _pointed_at(raw: bytes, finding: Finding) -> str:
    return _lines(raw)[finding.line - 1][finding.column - 1 : finding.end_column - 1]


@given(token=_TOKENS, before=_ANY_TEXT, after=_ANY_TEXT)
def test_a_finding_points_at_the_planted_token(
    token: tuple[str, str, str], before: str, after: str
) -> None:
    rule, prefix, body = token
    raw = f"{before} {prefix}{body} {after}".encode()
    findings = _SCANNER.scan_file("a.md", raw)
    assert (rule, prefix + body) in [(f.rule, _pointed_at(raw, f)) for f in findings]


@given(token=_TOKENS, before=st.binary(max_size=40), after=st.binary(max_size=40))
def test_a_finding_points_at_the_token_among_arbitrary_bytes(
    token: tuple[str, str, str], before: bytes, after: bytes
) -> None:
    rule, prefix, body = token
    raw = b"%b %b %b" % (before, (prefix + body).encode(), after)
    findings = _SCANNER.scan_file("a.md", raw)
    assert (rule, prefix + body) in [(f.rule, _pointed_at(raw, f)) for f in findings]


@given(value=_PASSWORDS, before=_ANY_TEXT)
def test_a_finding_points_at_the_planted_password(value: str, before: str) -> None:
    raw = f"{before}\npassword: `{value}`\n".encode()
    findings = _SCANNER.scan_file("a.md", raw)
    assert ("assigned-secret", value) in [(f.rule, _pointed_at(raw, f)) for f in findings]


@given(token=_TOKENS, path=_PATHS, before=_ANY_TEXT)
def test_no_finding_shows_more_than_the_public_prefix(
    token: tuple[str, str, str], path: str, before: str
) -> None:
    """Not even where the name holds the token as well."""
    _, prefix, body = token
    name = f"{path} {prefix}{body}"
    findings = _SCANNER.scan_file(name, f"{before} {prefix}{body}".encode())
    shown = repr(findings) + _SCANNER.mask_name(name)
    pieces = [body[start : start + 8] for start in range(len(body) - 7)]
    assert findings
    assert [piece for piece in pieces if piece in shown] == []
    assert {f.mask for f in findings if f.tier is Tier.STRUCTURAL} == {f"{prefix}\u2026"}


@given(raw=st.binary(max_size=300), path=st.binary(min_size=1, max_size=40))
def test_arbitrary_bytes_and_names_never_crash(raw: bytes, path: bytes) -> None:
    name = path.decode("utf-8", "surrogateescape")
    for finding in _SCANNER.scan_file(name, raw):
        assert finding.line >= 0
        assert 1 <= finding.column <= finding.end_column


_FRAGMENTS = st.sampled_from(
    [
        *(b"password", b"token", b"api", b"key", b"bearer ", b": ", b"=", b"`", b'"', b"**", b","),
        *(
            b"-----BEGIN " + b"PRIVATE KEY-----",
            b"xo" + b"xb-",
            b"sk-",
            b"gh" + b"p_",
            b"AK" + b"IA",
        ),
        *(b"q7Lm2Wx9", b"Zk3Rw9TqLm7XvB2n", b"hunter2!", b"...", b"<", b"$", b"/", b"(", b"\\"),
        *(b"\n", b"\xff", "\u00e9\uff1a".encode(), b"\xef\xbb\xbf", b"\xe2\x80"),
    ]
)


@given(pieces=st.lists(_FRAGMENTS, max_size=30))
def test_hits_never_overlap_and_always_lie_in_the_data(pieces: list[bytes]) -> None:
    raw = b"".join(pieces)
    hits = _secret_hits(raw)
    edges = [edge for hit in hits for edge in (hit.start, hit.end)]
    assert edges == sorted(edges)
    assert all(h.value == raw[h.start : h.end] for h in hits)
    assert all(h.value.startswith(h.public) and h.value != h.public for h in hits)


@given(pieces=st.lists(_FRAGMENTS, max_size=30))
def test_what_a_hit_covers_is_text_of_its_line(pieces: list[bytes]) -> None:
    """Columns and bytes say the same, also in text that is not UTF-8."""
    raw = b"".join(pieces)
    values = [
        raw[hit.start : hit.end].split(b"\n")[0].decode("utf-8", "surrogateescape")
        for hit in _secret_hits(raw)
    ]
    findings = _SCANNER.scan_file("a.md", raw)
    pointed = [_pointed_at(raw, finding) for finding in findings if finding.tier in _SECRETS]
    assert [] == [value for value in values if value not in pointed]


@given(
    value=_PASSWORDS,
    token=_TOKENS,
    before=st.lists(_ANY_TEXT, max_size=3),
    after=st.lists(_ANY_TEXT, max_size=3),
)
def test_text_on_other_lines_leaves_fingerprints_unchanged(
    value: str, token: tuple[str, str, str], before: list[str], after: list[str]
) -> None:
    line = f"password: `{value}` and {token[1]}{token[2]}"
    alone = {f.fingerprint for f in _SCANNER.scan_file("a.md", line.encode())}
    text = "\n".join([*before, line, *after])
    among = {f.fingerprint for f in _SCANNER.scan_file("a.md", text.encode())}
    assert len(alone) == 2
    assert alone <= among


@given(token=_TOKENS, value=_PASSWORDS, one=_PATHS, other=_PATHS)
def test_another_path_gives_other_fingerprints(
    token: tuple[str, str, str], value: str, one: str, other: str
) -> None:
    assume(_SCANNER.mask_name(one) != _SCANNER.mask_name(other))
    raw = f"password: `{value}` and {token[1]}{token[2]}".encode()
    names = [
        {f.fingerprint for f in _SCANNER.scan_file(path, raw) if f.line > 0}
        for path in (one, other)
    ]
    assert names[0].isdisjoint(names[1])


@given(one=_PASSWORDS, other=_PASSWORDS, around=st.text(string.ascii_letters, max_size=9))
def test_a_password_has_no_part_in_its_fingerprint(one: str, other: str, around: str) -> None:
    found = [
        _SCANNER.scan_file("a.md", f"{value} {around} password: `{value}` ({value})".encode())
        for value in (one, other)
    ]
    # The shape of a value may decide which rules find it where.
    shapes = [[(each.rule, each.column) for each in some] for some in found]
    assume(shapes[0] == shapes[1])
    names = [[each.fingerprint for each in some] for some in found]
    assert names[0]
    assert names[0] == names[1]


@given(path=_PATHS, token=_TOKENS)
def test_masking_a_name_twice_changes_nothing_more(path: str, token: tuple[str, str, str]) -> None:
    shown = _SCANNER.mask_name(f"{path} {token[1]}{token[2]}/a.md")
    assert _SCANNER.mask_name(shown) == shown


@given(line=st.binary(max_size=60), text=st.binary(max_size=60))
def test_lines_with_different_text_have_different_fingerprints(line: bytes, text: bytes) -> None:
    assume(line != text)
    assert of_line("r", "p", line, [Span(0, 0, "r")]) != of_line("r", "p", text, [Span(0, 0, "r")])
