"""Tokens of services and servers that build and test."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import any_hexadecimal, is_named_plainly
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    lower,
    marked,
    mixed,
    named,
)

_CIRCLECI_URL = "https://circleci.com/docs/managing-api-tokens/"
_BUILDKITE_URL = "https://buildkite.com/docs/platform/security/tokens"
_PARTS = "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J"

RULES: tuple[Rule, ...] = (
    marked(
        "CircleCI",
        ("CCIPAT_", "CCIPRJ_"),
        Shape(
            rb"[A-Za-z0-9]{20,26}_[A-Za-z0-9]{40}",
            ("q7LmWx9TbZr5KvNc", "8PdYf3_", "4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2"),
        ),
        _CIRCLECI_URL,
        what="API token",
        revoke="delete the token in CircleCI under Personal API Tokens or Project Settings",
    ),
    named(
        "CircleCI",
        any_hexadecimal(40),
        _CIRCLECI_URL,
        id="circleci-legacy-token",
        names=("circle ci", "circleci", "circle token", "circle api"),
        what="token",
        revoke="delete the token in CircleCI under Personal API Tokens or Project Settings",
        accepts=is_named_plainly,
    ),
    named(
        "Travis CI",
        mixed(22, also=b"_-"),
        "https://docs.travis-ci.com/user/triggering-builds/",
        names=("travis",),
        what="API token",
        revoke="regenerate the token in the Travis CI profile settings",
    ),
    marked(
        "Buildkite",
        ("bkua_",),
        Shape(rb"(?:[a-z0-9]{53}|[a-z0-9]{40})", lower(40).parts),
        "https://buildkite.com/docs/apis/managing-api-tokens",
        what="API access token",
        revoke="revoke the token in Buildkite under Personal Settings, API Access Tokens",
    ),
    marked(
        "Buildkite",
        ("bkaa_", "bkaj_", "bkar_", "bkct_", "bkpt_", "bkpat_", "bkps_", "bkagent_"),
        mixed(40, 400, b"_-"),
        _BUILDKITE_URL,
        what="agent or package token",
        revoke="revoke the token in Buildkite under Agents or Packages",
    ),
    named(
        "Buildkite",
        mixed(40, 50),
        _BUILDKITE_URL,
        id="buildkite-legacy-token",
        what="token",
        revoke="revoke the token in Buildkite under Agents",
    ),
    named(
        "Drone CI",
        mixed(32),
        "https://docs.drone.io/api/overview/",
        names=("drone ci", "drone"),
        what="user token",
    ),
    named(
        "Woodpecker CI",
        mixed(32, 64),
        "https://woodpecker-ci.org/docs/administration/configuration/server",
        names=("woodpecker",),
        what="agent secret",
    ),
    named(
        "Jenkins",
        Shape(
            rb"(?:1[0-9a-f]{33}|[0-9a-f]{32}|[0-9a-f]{64})",
            ("114f7a19c0b2e8d6", "539c1fa07e5d3b82", "64"),
        ),
        "https://www.jenkins.io/doc/book/system-administration/authenticating-scripted-clients/",
        what="API token",
        revoke="revoke the token in Jenkins under your user's Security settings",
    ),
    vendor_rule(
        "harness-api-key",
        vendor="Harness",
        title="Harness API key",
        url="https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/",
        revoke="delete the token in Harness under the API key that holds it",
        anchors=(b"pat.", b"sat."),
        pattern=(
            rb"(?P<secret>(?P<public>[ps]at\.)(?<![A-Za-z0-9].{4})[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}"
            rb"\.[A-Za-z0-9]{20})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("HARNESS_API_KEY=pa", "t.q7LmWx9TbZr5", "KvNc8PdYf3", ".4f7a19c0b2e8"),
                    *("d6539c1fa07e", ".Rt4Hk2MwBn", "VpCz0Ld9T5"),
                )
            ),
        ),
        counter_examples=(
            Sample(("pa", "t.", "x" * 22, ".", "x" * 24, ".", "x" * 20)),
            Sample(
                (
                    "pa",
                    "t.accountId.tokenId.tokenSecret",
                )
            ),
        ),
    ),
    named(
        "AppVeyor",
        Shape(rb"(?:v2\.)?[a-z0-9]{20}", ("v2.", "q7lmwx9tbzr5", "kvnc8pdy")),
        "https://www.appveyor.com/docs/api/",
        what="API token",
    ),
    named(
        "Bitrise",
        mixed(60, 120, b"_-"),
        "https://devcenter.bitrise.io/en/accounts/personal-access-tokens.html",
        what="access token",
    ),
    named(
        "Codemagic",
        mixed(43, also=b"_-"),
        "https://docs.codemagic.io/rest-api/codemagic-rest-api/",
        what="API token",
    ),
    named(
        "Semaphore",
        mixed(20, 40),
        "https://docs.semaphore.io/using-semaphore/user",
        names=("semaphore", "semaphore ci"),
        what="API token",
        accepts=is_named_plainly,
    ),
    named(
        "Codefresh",
        Shape(
            rb"[0-9a-f]{24}\.[0-9a-f]{32}",
            ("4f7a19c0b2e8", "d6539c1fa07e", ".e19b37d25ac0f846", "1d72be93f0685a4c"),
        ),
        "https://codefresh.io/docs/docs/integrations/codefresh-api/",
    ),
    named(
        "GoCD",
        hexadecimal(40),
        "https://docs.gocd.org/current/configuration/access_tokens.html",
        what="access token",
        accepts=is_named_plainly,
    ),
    vendor_rule(
        "teamcity-access-token",
        vendor="TeamCity",
        title="TeamCity access token",
        url="https://www.jetbrains.com/help/teamcity/configuring-your-user-profile.html",
        revoke="delete the token in TeamCity under Profile, Access Tokens",
        anchors=(b"eyj0exaioiaivenwmij9",),
        pattern=(
            rb"(?P<secret>(?P<public>eyJ0eXAiOiAiVENWMiJ9\.)[A-Za-z0-9_-]{20,80}"
            rb"\.[A-Za-z0-9_-]{30,120}=*)"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("eyJ0eXAiOi", "AiVENWMiJ9.", "q7LmWx9TbZr5KvNc", "8PdYf3Js"),
                    *(".Ga6QeH1uRt4Hk2Mw", "BnVpCz0Ld9Tq5SyX", "gK3hRm7J"),
                )
            ),
        ),
        counter_examples=(
            Sample(("eyJ0eXAiOi", "AiVENWMiJ9.", "x" * 30, ".", "x" * 40)),
            Sample(("eyJ0eXAiOi", "AiVENWMiJ9....")),
        ),
    ),
    marked(
        "Depot",
        ("depot_org_", "depot_project_", "depot_user_"),
        hexadecimal(64),
        "https://depot.dev/docs/cli/authentication",
        what="token",
    ),
    named(
        "Nx Cloud",
        mixed(48, 72, b"+/="),
        "https://nx.dev/ci/recipes/security/access-tokens",
        names=("nx cloud",),
        what="access token",
        accepts=looks_issued_mixed,
    ),
    vendor_rule(
        "develocity-access-key",
        vendor="Gradle",
        title="Develocity access key",
        url="https://docs.gradle.com/develocity/gradle-plugin/current/",
        revoke="revoke the access key in Develocity under My settings, Access keys",
        anchors=(b"develocity_access_key", b"gradle_enterprise_access_key", b"/keys.properties"),
        pattern=(
            rb"(?:DEVELOCITY|GRADLE_ENTERPRISE)_ACCESS_KEY[\"']?[=:][ \"']{0,3}"
            rb"[A-Za-z0-9.-]{3,80}=(?P<secret>(?P<public>)[a-z2-7]{40,60})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("DEVELOCITY_ACCESS_KEY=ge.example.com", "=q7lmwx2tbzr5kvnc"),
                    *("2pdyf3jsga6qeh4u", "rt4hk2mwbnvpcz5l", "d2tq"),
                )
            ),
        ),
        counter_examples=(
            Sample(("DEVELOCITY_ACCESS_KEY=ge.example.com=", "x" * 52)),
            Sample(("DEVELOCITY_ACCESS_KEY=ge.example.com=<key>",)),
        ),
    ),
    named(
        "Gradle",
        mixed(32),
        "https://docs.gradle.org/current/userguide/publishing_gradle_plugins.html",
        names=("gradle publish", "gradle plugin portal"),
        what="publishing secret",
    ),
    named(
        "Codecov",
        Shape(rb"(?:%b|[a-z0-9]{32})" % UUID.pattern, UUID.parts),
        "https://docs.codecov.com/docs/codecov-tokens",
        what="upload token",
    ),
    named(
        "Coveralls",
        Shape(rb"(?:[A-Za-z0-9-]{37}|[A-Za-z0-9]{32})", mixed(32).parts),
        "https://docs.coveralls.io/api-introduction",
        what="token",
    ),
    vendor_rule(
        "code-climate-token",
        vendor="Code Climate",
        title="Code Climate reporter id or API token",
        url="https://docs.codeclimate.com/docs/finding-your-test-coverage-token",
        revoke="regenerate the reporter id in the repository's settings at Code Climate",
        anchors=(b"cc_test_reporter_id", b"codeclimate", b"code climate", b"code_climate"),
        pattern=(
            rb"(?i:cc_test_reporter_id|code[ _]?climate[ \w.-]{0,24}(?:token|key|id))"
            rb"[\"'`*]{0,3} {0,3}[:=]{0,2} {0,3}[\"'`]{0,2}"
            rb"(?P<secret>(?P<public>)(?:[0-9a-f]{64}|[0-9a-f]{40}))(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(
                (
                    *("CC_TEST_REPORTER_ID=4f7a19c0b2e8", "d6539c1fa07e5d3b", "8264e19b37d25ac0"),
                    *("f8461d72be93f068", "5a4c"),
                )
            ),
            Sample(
                (
                    *("codeclimate_repo_token: 4f7a19c0b2e8", "d6539c1fa07e5d3b"),
                    *("8264e19b37d25ac0", "f8461d72be93f068", "5a4c"),
                )
            ),
        ),
        counter_examples=(
            Sample(("CC_TEST_REPORTER_ID=", "a" * 64)),
            Sample(("CC_TEST_REPORTER_ID=${REPORTER_ID}",)),
        ),
    ),
    named(
        "Knapsack Pro",
        hexadecimal(32),
        "https://docs.knapsackpro.com/api/v1/",
        names=("knapsack pro", "knapsack"),
        what="API token",
    ),
    marked(
        "Trigger.dev",
        ("tr_dev_", "tr_prod_", "tr_stg_", "tr_pat_", "tr_preview_"),
        mixed(20, 64),
        "https://trigger.dev/docs/apikeys",
        what="secret key",
    ),
    marked(
        "Inngest",
        ("signkey-prod-", "signkey-test-", "signkey-branch-"),
        hexadecimal(64),
        "https://www.inngest.com/docs/platform/signing-keys",
        what="signing key",
    ),
)
