"""Credentials of code hosts, registries and tools: checksums, structure and what is near."""

import random
import string
import uuid
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.scan.engine import ReEngine
from memcli.scan.model import Rule
from memcli.scan.rules.vendors import (
    analytics,
    appsec,
    artifacts,
    automation,
    ci,
    code_hosting,
    content,
    deploy,
    devtools,
    feature_flags,
    github,
    gitlab,
    identity,
    incidents,
    log_services,
    observability,
    quality,
    registries,
    testing,
)

_MODULES = (
    *(analytics, appsec, artifacts, automation, ci, code_hosting, content, deploy, devtools),
    *(feature_flags, github, gitlab, identity, incidents, log_services, observability, quality),
    *(registries, testing),
)
RULES: tuple[Rule, ...] = tuple(rule for module in _MODULES for rule in module.RULES)
ENGINE = ReEngine(RULES)
DIGITS = string.digits + string.ascii_lowercase
BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
HEX = string.digits + "abcdef"

# A prefix in two halves, the alphabet and the length behind it, and the rule that reports it.
MARKED = (
    ("gl", "pat-", BASE62, 20, "gitlab-access-token"),
    ("gl", "cbt-64_", BASE62, 20, "gitlab-job-token"),
    ("CCIP", "AT_", BASE62, 65, "circleci-api-token"),
    ("ruby", "gems_", HEX, 48, "rubygems-api-key"),
    ("oy", "2", DIGITS, 43, "nuget-api-key"),
    ("dckr", "_pat_", BASE62, 27, "docker-hub-personal-access-token"),
    ("CLOJ", "ARS_", HEX, 60, "clojars-deploy-token"),
    ("sq", "u_", HEX, 40, "sonarqube-token"),
    ("sntr", "yu_", HEX, 64, "sentry-auth-token"),
    ("NRA", "K-", string.digits + string.ascii_uppercase, 27, "new-relic-user-key"),
    ("lin_", "api_", BASE62, 40, "linear-api-key"),
    ("CFPA", "T-", BASE62, 43, "contentful-personal-access-token"),
)


def text_of(alphabet: str, length: int, seed: int) -> str:
    """Return random text; CircleCI's has its separator where it belongs."""
    rng = random.Random(seed)  # noqa: S311 - a test value has to be reproducible, not secret
    text = "".join(rng.choices(alphabet, k=length))
    return f"{text[:22]}_{text[23:63]}" if length == 65 else text


def reported(text: str) -> list[str]:
    """Return the ids of the rules that hit."""
    return [hit.rule.id for hit in ENGINE.hits(text.encode())]


def in_base(number: int, digits: str, width: int) -> str:
    """Return ``number`` written with ``digits``, filled up to ``width`` with the first of them."""
    written = ""
    while number:
        number, digit = divmod(number, len(digits))
        written = digits[digit] + written
    return written.rjust(width, digits[0])


@pytest.mark.parametrize("form", MARKED, ids=lambda form: form[4])
@pytest.mark.parametrize("frame", ["{}", "key_{}", "{}_prod", "`{}`,", '{{"k": "{}"}}', "a={};"])
def test_a_marked_token_is_found_in_every_frame(
    form: tuple[str, str, str, int, str], frame: str
) -> None:
    head, tail, alphabet, length, rule = form
    token = head + tail + text_of(alphabet, length, seed=7)
    assert reported(frame.format(token)) == [rule]


@pytest.mark.parametrize("form", MARKED, ids=lambda form: form[4])
@pytest.mark.parametrize("char", ["x", "X", "0", "*", "."])
def test_a_masked_token_is_quiet(form: tuple[str, str, str, int, str], char: str) -> None:
    head, tail, _, length, _ = form
    assert reported(head + tail + char * length) == []


@given(st.text(alphabet=string.ascii_letters, min_size=30, max_size=30))
def test_a_right_checksum_settles_what_a_github_token_is(body: str) -> None:
    """Without a digit, nothing else would tell it from words."""
    token = body + in_base(zlib.crc32(body.encode()), BASE62, 6)
    assert reported("gh" + "p_" + token) == ["github-token"]
    assert reported("np" + "m_" + token) == ["npm-access-token"]


def test_a_wrong_checksum_does_not_excuse_a_random_value() -> None:
    token = text_of(BASE62, 36, seed=3)
    assert reported("gh" + "o_" + token) == ["github-token"]


def test_the_token_of_githubs_own_documentation_is_quiet() -> None:
    assert reported("gh" + "u_" + "16C7e42F292c6912" + "E7710c838347Ae178B4a") == []


@given(st.integers(0, 2**63))
def test_a_right_checksum_settles_what_a_routable_gitlab_token_is(number: int) -> None:
    body = "gl" + "pat-" + in_base(number, "ab", 63) + ".01.1r"
    token = body + in_base(zlib.crc32(body.encode()), DIGITS, 7)
    assert reported(token) == ["gitlab-routable-token"]
    assert reported(body + "0000000") == []


@given(st.integers(0, 2**63))
def test_a_right_checksum_settles_what_an_atlassian_token_is(number: int) -> None:
    body = "ATATT" + "3xFfGF0" + in_base(number, "ab", 63) + "="
    right = f"{zlib.crc32(body.encode()):08X}"
    assert reported(body + right) == ["atlassian-api-token"]
    assert reported(body + "00000000") == []


def test_a_digit_behind_an_underscore_goes_on_a_gitlab_token() -> None:
    token = "gl" + "pat-" + text_of(BASE62, 20, seed=5)
    assert reported(token + "_prod") == ["gitlab-access-token"]
    assert reported(token + "_280") == []


def test_a_pypi_token_that_is_cut_off_is_none() -> None:
    whole = "py" + "pi-AgEIcHlw" + "aS5vcmcCJ" + text_of(BASE62, 150, seed=6)
    assert reported(whole) == ["pypi-api-token"]
    assert reported(whole[:90]) == []


def test_a_uuid_of_npm_is_random_or_stands_behind_a_registry() -> None:
    of_time = "8f14e45f-ceea-11ed-9b1c-0242ac130003"
    at_random = uuid.UUID(int=0x8F14E45FCEEA467D9B1C0242AC130003)
    assert reported(f"_authToken={of_time}") == []
    assert reported(f"_authToken={at_random}") == ["npm-legacy-token"]
    assert reported(f"//npm.example.org/:_authToken={of_time}") == ["npm-legacy-token"]


def test_what_follows_a_plain_prefix_of_launchdarkly_needs_its_name() -> None:
    key = "ap" + "i-8f14e45f-ceea-467d-9b1c-0242ac130003"
    assert reported(f"LaunchDarkly: {key}") == ["launchdarkly-sdk-key"]
    assert reported(f"pod {key}") == []


def test_keys_that_every_visitor_gets_are_quiet() -> None:
    value = text_of(BASE62, 43, seed=8)
    assert reported("ph" + f"c_{value}") == []
    assert reported("pk" + f"_live_{value}") == []
    assert reported("mob-8f14e45f-ceea-467d-9b1c-0242ac130003") == []
    assert reported("sub-c-8f14e45f-ceea-467d-9b1c-0242ac130003") == []


@pytest.mark.parametrize(
    "frame",
    [
        "GitHub: merged in {} after review",
        "uses: actions/create-github-app-token@{}",
        "CircleCI cache key: {}",
        "SENTRY_RELEASE={}",
        "codecov/codecov-action@{}",
        "sonarqube-scanner-2.5.0.tgz#{}",
        "artifactory checksum: {}",
        "gitea commit key {}",
        "Bitbucket commit {}",
    ],
)
def test_a_commit_beside_a_vendor_is_no_credential(frame: str) -> None:
    assert reported(frame.format(text_of(HEX, 40, seed=9))) == []


@pytest.mark.parametrize(
    "text",
    [
        "Linear key: ENG-1234",
        "sonar.projectKey=my-company_my-project",
        "opsgenie alert id: 8f14e45f-ceea-467d-9b1c-0242ac130003",
        "Okta app id 0oa{}",
        "PERCY_TOKEN=$PERCY_TOKEN",
        "Snyk token: ${{ secrets.SNYK_TOKEN }}",
        "JIRA_API_TOKEN=your-api-token-from-jira",
        "default:development.unleash-insecure-api-token",
        "service:docker-registry:a-name-of-a-service-1",
    ],
)
def test_names_and_ids_beside_a_vendor_are_quiet(text: str) -> None:
    assert reported(text) == []
