"""Keys and tokens of Amazon Web Services and Amazon's sellers' programs."""

import re

from memcli.scan.adjudicate import is_filler
from memcli.scan.model import Rule, Sample, compiled
from memcli.scan.rules.building import apart, labelled, prefixed, vendor_rule
from memcli.scan.rules.checks import is_mixed
from memcli.scan.rules.named import (
    UUID,
    Shape,
    looks_issued,
    lower,
    marked,
)

_KEYS_URL = "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html"
_BEDROCK_URL = "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"
_REVOKE_KEY = (
    "deactivate and delete the key in the IAM console, under the user's security credentials"
)
_HEX = rb"[0-9a-fA-F]+"
_DOCUMENTATION = (b"EXAMPLE", b"EXAMPLEKEY")


def _accepts_access_key_id(match: re.Match[bytes]) -> bool:
    value = match["secret"][len(match["public"]) :]
    return not value.endswith(b"EXAMPLE") and not is_filler(value)


def _accepts_secret_key(match: re.Match[bytes]) -> bool:
    value = match["value"]
    return (
        is_mixed(value)
        and not value.endswith(_DOCUMENTATION)
        and not is_filler(value)
        and compiled(_HEX).fullmatch(value) is None
        # Words joined by slashes are a path.
        and value.count(b"/") < len(value) // 6
    )


AWS_ACCESS_KEY_ID = vendor_rule(
    "aws-access-key-id",
    vendor="AWS",
    title="AWS access key id",
    why="The id names a live AWS key, and its secret half is usually kept beside it.",
    url=_KEYS_URL,
    revoke=_REVOKE_KEY,
    anchors=(b"akia", b"asia", b"abia", b"acca"),
    pattern=(
        rb"(?P<secret>(?P<public>A(?:KIA|SIA|BIA|CCA))%b[A-Z0-9]{16})(?![A-Z0-9])"
        % apart(rb".{4}", word=rb"A-Z0-9")
    ),
    accepts=_accepts_access_key_id,
    # Not strong: the id holds the account number, and is not the secret half.
    strong=False,
    examples=(
        Sample(("The deploy job uses AK", "IA", "QZ7RT3", "WLMX5P", "2KVD; rotate it.")),
        Sample(("export KEY=AS", "IA", "5TQW2N", "HXRB7L", "4MZC")),
        Sample(("key_AK", "IA", "3HNPXW", "7QLTZ2", "RMVB_prod")),
    ),
    counter_examples=(
        Sample(("AK", "IA", "IOSFODNN7", "EXAMPLE")),
        Sample(("AK", "IA", "XXXXXXXX", "XXXXXXXX")),
        Sample(("AK", "IA", "12345678", "90ABCDEF")),
        Sample(("AK", "IA", "QZ7RT3", "WLMX5P", "2KVD", "7QLTZ2")),
    ),
)

AWS_SECRET_ACCESS_KEY = vendor_rule(
    "aws-secret-access-key",
    vendor="AWS",
    title="AWS secret access key",
    url=_KEYS_URL,
    revoke=_REVOKE_KEY,
    anchors=(b"aws", b"amazon", b"secret", b"iam"),
    pattern=labelled(
        rb"aws|amazon|(?<![a-z])iam(?![a-z])|secret[ _.-]?access(?=[ _.-]?key)",
        rb"(?P<public>)(?P<value>[A-Za-z0-9/+]{40})",
    ),
    accepts=_accepts_secret_key,
    examples=(
        Sample(("AWS_SECRET_ACCESS_KEY=", "q7LmWx9TbZ", "r5KvNc/8Pd", "f3JsGa+QeX", "1uRt6Hk4Mw")),
        Sample(('"SecretAccessKey": "', "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", 'Ke1uRt6Hk4"')),
        Sample(("- **AWS Secret**: `", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke1uRt6Hk4`")),
    ),
    counter_examples=(
        Sample(("AWS_SECRET_ACCESS_KEY=wJalr", "XUtnFEMI/K7", "MDENG/bPxRfi", "CYEXAMPLEKEY")),
        Sample(("AWS_SECRET_ACCESS_KEY=", "x" * 40)),
        Sample(("aws key commit ", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2")),
        Sample(("AWS_SECRET_ACCESS_KEY=$OTHER_SECRET_ACCESS_KEY_FROM_ENVIRON",)),
        Sample(("aws key path/to/the/Second/Secret/of/2024/05/now",)),
    ),
)

AWS_KEY_PAIR = vendor_rule(
    "aws-key-pair",
    vendor="AWS",
    title="AWS access key id with its secret key",
    url=_KEYS_URL,
    revoke=_REVOKE_KEY,
    anchors=(b"akia", b"asia"),
    pattern=(
        rb"(?P<secret>(?P<public>A[KS]IA)%b[A-Z0-9]{16}[\s:,/|;\"'`*]{1,8}"
        rb"(?:[A-Za-z][A-Za-z_ -]{3,28}[\"'`*]{0,3}[ \t]{0,3}[:=][\s\"'`*]{0,6})?"
        rb"(?P<value>[A-Za-z0-9/+]{40}))(?![A-Za-z0-9/+=])" % apart(rb".{4}", word=rb"A-Z0-9")
    ),
    accepts=_accepts_secret_key,
    examples=(
        Sample(
            (
                *("AK", "IA", "QZ7RT3", "WLMX5P", "2KVD / ", "q7LmWx9TbZ", "r5KvNc/8Pd"),
                *("f3JsGa+QeX", "1uRt6Hk4Mw"),
            )
        ),
        Sample(
            (
                *("AK", "IA", "QZ7RT3", "WLMX5P", "2KVD\nSecret: ", "Zw3Kq8RtLm", "5Xv9BnHs2P"),
                *("d7YcFj4Ga6", "Ke1uRt6Hk4"),
            )
        ),
    ),
    counter_examples=(
        Sample(("AK", "IA", "QZ7RT3", "WLMX5P", "2KVD / ", "x" * 40)),
        Sample(
            (
                *("AK", "IA", "QZ7RT3", "WLMX5P", "2KVD\ncommit: ", "4f7a19c0", "b2e8d653"),
                *("9c1fa07e", "5d3b8264", "e19b37d2"),
            )
        ),
    ),
)

AWS_SESSION_TOKEN = vendor_rule(
    "aws-session-token",
    vendor="AWS",
    title="AWS session token",
    url="https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_use-resources.html",
    revoke="revoke the role's active sessions in the IAM console; the token expires by itself",
    anchors=(b"iqojb3jpz2lu", b"fwogzxivyxdz", b"fqogzxivyxdz"),
    # The first characters are base64 for "origin" and "aws" with their lengths.
    pattern=prefixed(
        rb"(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)", rb"[A-Za-z0-9+/%_-]{80,4000}={0,2}"
    ),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("AWS_SESSION_TOKEN=IQoJ", "b3JpZ2lu", "X2VjEHq7Lm", "Wx9TbZr5Kv", "Nc8PdYf3Js"),
                *("Ga7QeX1uRt", "6Hk4MwBn2V", "pCz8LdTq5S", "yXg9KhRm3J", "fWa7ZeUb6Q", "vNt1Xu=="),
            )
        ),
    ),
    counter_examples=(
        Sample(("IQoJ", "b3JpZ2lu", "...")),
        Sample(("IQoJ", "b3JpZ2lu", "x" * 100)),
        Sample(("IQoJ", "b3JpZ2lu", "X2VjEHq7Lm")),
    ),
)

BEDROCK_SHORT_KEY = vendor_rule(
    "aws-bedrock-short-term-key",
    vendor="Amazon Bedrock",
    title="Amazon Bedrock short-term API key",
    url=_BEDROCK_URL,
    revoke="end the session of the role that made it; the key expires by itself",
    anchors=(b"bedrock-api-key-",),
    # The value begins with base64 for the service's host name.
    pattern=(
        rb"(?P<secret>(?P<public>bedrock-api-key-)YmVkcm9jay5hbWF6b25hd3MuY29t"
        rb"[A-Za-z0-9+/_-]{0,4000}={0,2})(?![A-Za-z0-9])"
    ),
    strong=False,
    examples=(
        Sample(("bedrock-api", "-key-YmVkcm9jay", "5hbWF6b25hd3", "MuY29tLz9BY3", "Rpb249Q2Fs")),
        Sample(("key: bedrock-api", "-key-YmVkcm9jay", "5hbWF6b25hd3", "MuY29t")),
    ),
    counter_examples=(
        Sample(("bedrock-api-key-rotation-2024-05",)),
        Sample(("bedrock-api-key-...",)),
    ),
)


RULES: tuple[Rule, ...] = (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AWS_KEY_PAIR,
    AWS_SESSION_TOKEN,
    BEDROCK_SHORT_KEY,
    marked(
        "Amazon Bedrock",
        ("ABSKQmVkcm9ja0FQSUtleS",),
        Shape(
            rb"[A-Za-z0-9+/]{80,260}={0,2}",
            (
                "q7LmWx9TbZ",
                "r5KvNc8PdY",
                "f3JsGa7QeX",
                "1uRt6Hk4Mw",
                "Bn2VpCz8Ld",
                "Tq5SyXg9Kh",
                "Rm3JfWa7Ze",
                "Ub6QvNt1Xu",
                "Rt6Hk4MwBn",
            ),
        ),
        _BEDROCK_URL,
        id="aws-bedrock-long-term-key",
    ),
    marked(
        "AWS AppSync",
        ("da2-",),
        lower(26),
        "https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html",
    ),
    marked(
        "Amazon MWS",
        ("amzn.mws.",),
        UUID,
        "https://developer-docs.amazon.com/sp-api/docs/authorizing-selling-partner-api-applications",
        what="auth token",
    ),
)
