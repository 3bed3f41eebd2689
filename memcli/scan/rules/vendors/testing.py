"""Keys of services that test applications and websites."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    looks_issued_mixed,
    marked,
    mixed,
    named,
)

RULES: tuple[Rule, ...] = (
    named(
        "BrowserStack",
        mixed(20),
        "https://www.browserstack.com/docs/iaam/security/access-key",
        names=("browserstack", "browser stack"),
        what="access key",
        revoke="reset the access key in the BrowserStack account settings",
    ),
    named(
        "Sauce Labs",
        UUID,
        "https://docs.saucelabs.com/basics/acct-team-mgmt/managing-user-info/",
        names=("sauce labs", "saucelabs", "sauce access"),
        what="access key",
        revoke="regenerate the access key in the Sauce Labs user settings",
    ),
    named(
        "LambdaTest",
        Shape(rb"(?:LT_)?[A-Za-z0-9]{44,60}", ("LT_", *mixed(50).parts)),
        "https://www.lambdatest.com/support/docs/using-environment-variables-for-authentication-credentials/",
        names=("lambdatest", "lambda test", "lt access"),
        what="access key",
    ),
    named(
        "Cypress",
        UUID,
        "https://docs.cypress.io/cloud/account-management/projects",
        names=("cypress record", "cypress"),
        what="record key",
        revoke="delete the record key in Cypress Cloud under Project settings",
        accepts=is_named_plainly,
    ),
    vendor_rule(
        "cypress-record-key",
        vendor="Cypress",
        title="Cypress record key on a command line",
        url="https://docs.cypress.io/app/references/command-line",
        revoke="delete the record key in Cypress Cloud under Project settings",
        anchors=(b"cypress",),
        pattern=(
            rb"(?i:cypress[^\r\n]{0,80}?(?:--key[ =]|-k |record[_ -]?key[\"'`*]{0,3} {0,3}[:=]))"
            rb"[ \"'`]{0,3}(?P<secret>(?P<public>)(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}))"
            rb"(?![A-Za-z0-9-])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("npx cypress run --record --key 8f14e45f", "-ceea-467d-9b1c-", "0242ac130003")),
        ),
        counter_examples=(
            Sample(("npx cypress run --record --key $CYPRESS_RECORD_KEY",)),
            Sample(("npx cypress run --record --key 00000000-0000-0000-0000-000000000000",)),
        ),
    ),
    named(
        "Percy",
        Shape(rb"(?:(?:web|app|auto|vmw|ss|res)_)?[0-9a-f]{64}", ("web_", *hexadecimal(64).parts)),
        "https://www.browserstack.com/docs/percy/get-started/environment-variables",
        what="project token",
        accepts=is_named_plainly,
    ),
    marked(
        "Chromatic",
        ("chpt_",),
        mixed(12, 32),
        "https://www.chromatic.com/docs/setup/",
        what="project token",
    ),
    named(
        "Applitools",
        mixed(40, 110),
        "https://applitools.com/docs/eyes/concepts/managing-teams/api-keys",
    ),
    named("TestingBot", hexadecimal(32), "https://testingbot.com/support/api", what="API secret"),
    named("BitBar", mixed(32), "https://support.smartbear.com/bitbar/docs/"),
    named(
        "BlazeMeter",
        Shape(rb"(?:%b|[0-9a-f]{24}|[A-Za-z0-9]{80})" % UUID.pattern, UUID.parts),
        "https://help.blazemeter.com/docs/guide/api-blazemeter-api-keys.html",
        names=("blazemeter", "runscope"),
    ),
    named("Loadmill", mixed(40), "https://docs.loadmill.com/", what="API token"),
    named(
        "Loader.io",
        hexadecimal(32),
        "https://docs.loader.io/api/intro.html",
        names=("loader io", "loaderio"),
    ),
    named(
        "k6",
        hexadecimal(64),
        "https://grafana.com/docs/grafana-cloud/testing/k6/",
        names=("k6 cloud", "k6 api"),
        what="API token",
    ),
    named(
        "Qase",
        Shape(rb"(?:[0-9a-f]{64}|[0-9A-Za-z]{40})", hexadecimal(64).parts),
        "https://developers.qase.io/reference/introduction-to-the-qase-api",
        what="API token",
    ),
    named(
        "TestRail",
        mixed(16, 40, b"/.-"),
        "https://support.testrail.com/hc/en-us/articles/7077039051284",
        accepts=looks_issued_mixed,
    ),
    named(
        "Rainforest QA",
        hexadecimal(32),
        "https://help.rainforestqa.com/docs/cli",
        names=("rainforest qa", "rainforest api"),
        what="API token",
    ),
    named("Browshot", mixed(28), "https://browshot.com/api/documentation"),
    named(
        "Crawlbase",
        mixed(22, also=b"_-"),
        "https://crawlbase.com/docs/crawling-api/",
        names=("proxycrawl", "crawlbase"),
        what="token",
    ),
)
