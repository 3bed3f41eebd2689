"""Tokens of tools that describe and run infrastructure."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import vendor_rule
from memcli.scan.rules.checks import is_mixed
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_TERRAFORM_URL = (
    "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens"
)


def _accepts_mixed(match: re.Match[bytes]) -> bool:
    return is_mixed(match["secret"][len(match["public"]) :]) and looks_issued(match)


TERRAFORM_TOKEN = vendor_rule(
    "terraform-cloud-token",
    vendor="HCP Terraform",
    title="HCP Terraform (Terraform Cloud) API token",
    url=_TERRAFORM_URL,
    revoke="delete the token in HCP Terraform, under User settings, Tokens",
    anchors=(b".atlasv1.",),
    pattern=(
        rb"(?P<secret>(?P<public>)(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70})"
        rb"(?![A-Za-z0-9_=-])"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *(
                    "token = q7",
                    "LmWx9TbZr5Kv",
                    ".atlas",
                    "v1.",
                    "Nc8PdYf3Js",
                    "Ga7QeX1uRt",
                    "6Hk4MwBn2V",
                ),
                *("pCz8LdTq5S", "yXg9KhRm3J", "fWa7ZeUb6Q", "vNt1XuR"),
            )
        ),
    ),
    counter_examples=(
        Sample(("x" * 14, ".atlas", "v1.", "x" * 67)),
        Sample(("q7LmWx9TbZr5Kv", ".atlasv1.", "...")),
    ),
)


ENCODED_PRIVATE_KEY = vendor_rule(
    "encoded-private-key",
    vendor="Kubernetes",
    title="private key block in base64",
    why="Whoever reads it can log in, sign or decrypt as the key's owner.",
    url="https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/",
    revoke="make a new key pair and revoke the certificate of the old one",
    anchors=(b"ls0tls1crudjti",),
    # Base64 for the first line of a private key: plain, RSA, EC, OpenSSH, DSA, encrypted.
    pattern=(
        rb"(?P<secret>(?P<public>LS0tLS1CRUdJTi)(?:BQUklWQVRFIEtFWS|BSU0EgUFJJVkFURSBLRVkt"
        rb"|BFQyBQUklWQVRFIEtFWS|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BEU0EgUFJJVkFURSBLRVkt"
        rb"|BFTkNSWVBURUQgUFJJVkFURSBLRVkt)"
        rb"(?:[A-Za-z0-9+/_-]|\r?\n[ \t>]{0,24}){60,8000}={0,2})"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *(
                    "client-key-data: LS0t",
                    "LS1CRUdJTi",
                    "BSU0EgUFJJ",
                    "VkFURSBLRVkt",
                    "LS0tLQpNSU",
                ),
                *("lFb2dJQkFB", "S0NBUUVBcT", "dMbVd4OVRi", "WnI1S3ZOYz", "hQZFlmM0pz", "R2E3UWVY"),
            )
        ),
    ),
    counter_examples=(
        Sample(
            (
                *("client-certificate-data: LS0t", "LS1CRUdJTi", "BDRVJUSUZJ", "Q0FURS0tLS0t"),
                *("Ck1JSUZZek", "NDQTB1Z0F3", "SUJBZ0lSQU", "lJUXo3RFNR", "T05aUkdQZ3"),
            )
        ),
        Sample(("client-key-data: LS0t", "LS1CRUdJTi", "BSU0EgUFJJ", "VkFURSBLRVkt", "...")),
    ),
)

RULES: tuple[Rule, ...] = (
    TERRAFORM_TOKEN,
    ENCODED_PRIVATE_KEY,
    marked(
        "Pulumi",
        ("pul-",),
        hexadecimal(40),
        "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/",
        what="access token",
    ),
    marked(
        "Infracost",
        ("ico-",),
        mixed(32),
        "https://www.infracost.io/docs/integrations/environment_variables/",
        accepts=_accepts_mixed,
    ),
    marked(
        "Cloudsmith",
        ("csa_",),
        Shape(
            rb"[a-f0-9]{30}[A-Za-z0-9]{6}",
            ("4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b82", "q7LmWx"),
        ),
        "https://docs.cloudsmith.com/accounts-and-teams/api-key",
    ),
    marked(
        "OpenShift",
        ("sha256~",),
        mixed(43, also=_BASE64URL),
        "https://docs.openshift.com/container-platform/latest/authentication/understanding-authentication.html",
        what="access token",
    ),
    marked(
        "Portainer",
        ("ptr_",),
        Shape(
            rb"[A-Za-z0-9+/_-]{40,60}={0,2}",
            ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV="),
        ),
        "https://docs.portainer.io/api/access",
        what="access token",
    ),
    named(
        "Rancher",
        Shape(
            rb"token-[a-z0-9]{5}:[a-z0-9]{54}",
            (
                "token",
                "-q7lmw:",
                "q7lmwx9tbzr",
                "5kvnc8pdyf3",
                "jsga6qeh1ur",
                "t4hk2mwbnvp",
                "cz0ld9tqs5",
            ),
        ),
        "https://ranchermanager.docs.rancher.com/api/api-tokens",
        what="bearer token",
    ),
)
