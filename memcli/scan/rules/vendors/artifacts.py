"""Tokens of repositories of artefacts and container images."""

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import prefixed, vendor_rule
from memcli.scan.rules.common_words import is_named_plainly
from memcli.scan.rules.named import (
    UUID,
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
    upper,
)

_JFROG_URL = "https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens"
_DOCKER_URL = "https://docs.docker.com/security/access-tokens/"
_PARTS = "q7LmWx9TbZr5KvNc", "8PdYf3JsGa6QeH1u", "Rt4Hk2MwBnVpCz0L", "d9Tq5SyXgK3hRm7J"


RULES: tuple[Rule, ...] = (
    marked(
        "Docker Hub",
        ("dckr_pat_",),
        Shape(rb"[A-Za-z0-9_-]{27}(?![_-][0-9])", ("q7LmWx9TbZr5KvNc", "8PdYf3JsGa6")),
        _DOCKER_URL,
        what="personal access token",
        revoke="delete the token on Docker Hub under Account settings, Personal access tokens",
    ),
    marked(
        "Docker Hub",
        ("dckr_oat_",),
        Shape(rb"[A-Za-z0-9_-]{32}(?![_-][0-9])", _PARTS[:2]),
        "https://docs.docker.com/enterprise/security/access-tokens/",
        what="organization access token",
        revoke="delete the token on Docker Hub under the organization's Access tokens",
    ),
    named(
        "Docker Hub",
        UUID,
        _DOCKER_URL,
        id="docker-hub-legacy-token",
        names=("docker hub", "dockerhub", "docker access", "docker password"),
        what="token",
    ),
    vendor_rule(
        "jfrog-api-key",
        vendor="JFrog",
        title="JFrog API key",
        url="https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key",
        revoke="revoke the API key in JFrog under Edit Profile",
        anchors=(b"akcp",),
        pattern=prefixed(rb"AKCp", rb"[A-Za-z0-9]{60,74}"),
        accepts=looks_issued,
        examples=(Sample(("jfrog rt dl --apikey=AK", "Cp8q7LmWx9TbZr", *_PARTS[:3], "2Mw7z29")),),
        counter_examples=(
            Sample(("AK", "Cp8", "x" * 68)),
            Sample(("gYnkgAK", "Cp8q7LmWx9TbZr", *_PARTS[:3], "2Mw7z29")),
        ),
    ),
    vendor_rule(
        "jfrog-reference-token",
        vendor="JFrog",
        title="JFrog reference token",
        url=_JFROG_URL,
        revoke="revoke the token in JFrog under User Management, Access Tokens",
        anchors=(b"cmvmd",),
        pattern=prefixed(rb"cmVmd", rb"[A-Za-z0-9]{59}"),
        accepts=looks_issued,
        examples=(
            Sample(("ARTIFACTORY_TOKEN=cm", "VmdGtuOjAxOjE3", *_PARTS[:2], "Rt4Hk2Mw", "d9T5zQ3v")),
        ),
        counter_examples=(
            Sample(("cm", "Vmd", "x" * 59)),
            Sample(("cm", "VmdGtuOjAxOjE3", *_PARTS[:2])),
        ),
    ),
    named(
        "JFrog",
        lower(73),
        _JFROG_URL,
        id="jfrog-labelled-api-key",
        names=("jfrog", "artifactory", "bintray", "xray"),
    ),
    named(
        "JFrog",
        lower(64),
        _JFROG_URL,
        names=("jfrog", "artifactory", "bintray", "xray"),
        what="identity token",
        accepts=is_named_plainly,
    ),
    named(
        "Bintray",
        hexadecimal(40),
        "https://jfrog.com/blog/into-the-sunset-bintray-jcenter-gocenter-and-chartcenter/",
        names=("bintray", "artifactory"),
        what="legacy key",
        accepts=is_named_plainly,
    ),
    named(
        "Cloudsmith",
        hexadecimal(40),
        "https://docs.cloudsmith.com/accounts-and-teams/api-key",
        id="cloudsmith-labelled-api-key",
    ),
    named(
        "packagecloud",
        hexadecimal(48),
        "https://packagecloud.io/docs/api",
        what="API token",
    ),
    named(
        "Gemfury",
        mixed(20, 32),
        "https://gemfury.com/help/tokens",
        names=("gemfury", "fury io", "fury auth", "fury push"),
        what="token",
    ),
    named(
        "Quay",
        Shape(rb"(?:[A-Z0-9]{64}|[A-Za-z0-9]{40})", upper(64).parts),
        "https://docs.quay.io/glossary/robot-accounts.html",
        names=("quay",),
        what="robot token",
    ),
    named(
        "Harbor",
        mixed(32),
        "https://goharbor.io/docs/main/working-with-projects/project-configuration/",
        names=("harbor robot", "harbor"),
        what="robot account secret",
    ),
    named(
        "Nexus Repository",
        Shape(rb"(?:NuGetKey\.)?%b" % UUID.pattern, UUID.parts),
        "https://help.sonatype.com/en/user-tokens.html",
        names=("nexus",),
        what="NuGet key",
    ),
)
