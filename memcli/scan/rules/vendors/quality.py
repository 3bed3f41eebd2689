"""Tokens of services that judge the quality and the licences of code."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_SONAR_URL = "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/"
_SONAR_REVOKE = "revoke the token in SonarQube under My Account, Security"

RULES: tuple[Rule, ...] = (
    marked(
        "SonarQube",
        ("squ_", "sqp_", "sqa_"),
        hexadecimal(40)._replace(pattern=rb"[a-z0-9]{40}"),
        _SONAR_URL,
        what="token",
        revoke=_SONAR_REVOKE,
    ),
    marked(
        "SonarCloud",
        ("sqco_",),
        Shape(rb"[A-Za-z0-9]{40,72}", mixed(59).parts),
        "https://docs.sonarsource.com/sonarqube-cloud/managing-your-account/managing-tokens/",
        what="token",
        revoke="revoke the token in SonarQube Cloud under My Account, Security",
    ),
    named(
        "SonarQube",
        Shape(rb"[A-Za-z0-9]{40}", hexadecimal(40).parts),
        _SONAR_URL,
        id="sonarqube-labelled-token",
        names=("sonar", "sonarqube", "sonarcloud"),
        what="token",
        revoke=_SONAR_REVOKE,
        accepts=is_named_plainly,
    ),
    vendor_rule(
        "sonarqube-login",
        vendor="SonarQube",
        title="SonarQube token given as a login",
        url=_SONAR_URL,
        revoke=_SONAR_REVOKE,
        anchors=(b"sonar",),
        pattern=(
            rb"(?i:sonar[ ._-]{0,2}login)[\"'`*]{0,3} {0,3}[=:,]{0,2} {0,3}[\"'`]{0,2}"
            rb"(?P<secret>(?P<public>)[0-9a-f]{40})(?![A-Za-z0-9])"
        ),
        accepts=looks_issued,
        examples=(
            Sample(("-Dsonar.login=4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2")),
            Sample(("'sonar.login', '4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2'")),
        ),
        counter_examples=(
            Sample(("-Dsonar.login=$SONAR_TOKEN",)),
            Sample(
                ("sonarqube-scanner-2.5.0.tgz#4f7a19c0b2e8d653", "9c1fa07e5d3b8264", "e19b37d2")
            ),
        ),
    ),
    named(
        "Codacy",
        Shape(rb"(?:[A-Za-z0-9]{20,24}|[0-9a-f]{32})", mixed(20).parts),
        "https://docs.codacy.com/codacy-api/api-tokens/",
        what="API token",
    ),
    marked(
        "DeepSource",
        ("dsp_",),
        mixed(40),
        "https://docs.deepsource.com/docs/developers/api",
        what="personal access token",
    ),
    named(
        "DeepSource",
        Shape(rb"(?:https://[0-9a-f]{32}@[a-z.]{1,40}|[0-9a-f]{32})", hexadecimal(32).parts),
        "https://docs.deepsource.com/docs/analyzers-test-coverage",
        id="deepsource-dsn",
        what="API key",
    ),
    named(
        "FOSSA",
        hexadecimal(32),
        "https://docs.fossa.com/docs/api-reference",
    ),
    named(
        "Scrutinizer",
        lower(64),
        "https://scrutinizer-ci.com/docs/api/",
        what="access token",
    ),
    named(
        "VersionEye",
        mixed(40, also=b"-"),
        "https://github.com/versioneye/versioneye_maven_plugin",
    ),
    named(
        "Codequiry",
        mixed(64),
        "https://codequiry.com/usage/api",
    ),
    named(
        "Launchable",
        Shape(
            rb"v1:[A-Za-z0-9_-]{1,40}/[A-Za-z0-9_-]{1,40}:[0-9a-f]{32}",
            ("v1:org/ws:", *hexadecimal(32).parts),
        ),
        "https://help.launchableinc.com/sending-data-to-launchable/using-the-launchable-cli/",
        what="token",
    ),
    marked(
        "Dependency-Track",
        ("odt_",),
        mixed(32, 80, b"_"),
        "https://docs.dependencytrack.org/integrations/rest-api/",
        revoke="delete the key in Dependency-Track under Administration, Access Management",
    ),
    named(
        "DefectDojo",
        hexadecimal(40),
        "https://docs.defectdojo.com/en/api/api-v2-docs/",
        names=("defectdojo", "defect dojo"),
        what="API token",
    ),
    named(
        "Libraries.io",
        hexadecimal(32),
        "https://libraries.io/api",
        names=("libraries io", "librariesio"),
    ),
)
