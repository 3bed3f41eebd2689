"""Keys of cloud providers in Asia and Russia, and of IBM Cloud."""

import re

from memcli.scan.model import Rule, Sample
from memcli.scan.rules.building import labelled, prefixed, vendor_rule
from memcli.scan.rules.checks import is_mixed
from memcli.scan.rules.identified import is_labelled_key
from memcli.scan.rules.named import (
    Shape,
    hexadecimal,
    looks_issued,
    lower,
    marked,
    mixed,
    named,
)

_BASE64URL = b"_-"
_FEW = 5


def _accepts_mixed(match: re.Match[bytes]) -> bool:
    return is_mixed(match["secret"][len(match["public"]) :]) and looks_issued(match)


ALIBABA_ACCESS_KEY_ID = vendor_rule(
    "alibaba-access-key-id",
    vendor="Alibaba Cloud",
    title="Alibaba Cloud AccessKey id",
    why="The id names a live key, and its secret half is usually kept beside it.",
    url="https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
    revoke="disable and delete the AccessKey pair in the RAM console",
    anchors=(b"ltai",),
    pattern=prefixed(rb"LTAI", rb"[A-Za-z0-9]{12,21}"),
    accepts=looks_issued,
    strong=False,
    examples=(
        Sample(("ALIBABA_CLOUD_ACCESS_KEY_ID=LT", "AI", "5tQ7LmWx9T", "bZr5KvNc8P")),
        Sample(("key_LT", "AI", "4GZw3Kq8Rt", "Lm5X")),
    ),
    counter_examples=(
        Sample(("LT", "AI", "x" * 20)),
        Sample(("VOLT", "AI", "5tQ7LmWx9T", "bZr5KvNc8P")),
        Sample(("LTAIxxxxxxxx",)),
    ),
)

TENCENT_SECRET_ID = vendor_rule(
    "tencent-secret-id",
    vendor="Tencent Cloud",
    title="Tencent Cloud SecretId",
    why="The id names a live key, and its secret half is usually kept beside it.",
    url="https://www.tencentcloud.com/document/product/598/34228",
    revoke="disable and delete the key in the CAM console, under API Keys",
    anchors=(b"akid",),
    pattern=prefixed(rb"AKID", rb"[A-Za-z0-9]{32}"),
    accepts=_accepts_mixed,
    examples=(
        Sample(("SecretId: AK", "ID", "q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX", "1u")),
        Sample(("key_AK", "ID", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke")),
    ),
    counter_examples=(
        Sample(("AK", "ID", "x" * 32)),
        Sample(("BAK", "ID", "Zw3Kq8RtLm", "5Xv9BnHs2P", "d7YcFj4Ga6", "Ke")),
    ),
)

YANDEX_IAM_TOKEN = vendor_rule(
    "yandex-iam-token",
    vendor="Yandex Cloud",
    title="Yandex Cloud IAM token",
    url="https://yandex.cloud/en/docs/iam/concepts/authorization/iam-token",
    revoke="revoke it with the Yandex Cloud CLI; it expires within twelve hours",
    anchors=(b"t1.",),
    pattern=prefixed(rb"t1\.", rb"[A-Za-z0-9_-]{1,500}={0,2}\.[A-Za-z0-9_-]{86}={0,2}"),
    accepts=looks_issued,
    examples=(
        Sample(
            (
                *("yc token: t1", ".9euelZqLmW", "x9TbZr5K.q7LmWx9TbZ", "r5KvNc8PdY", "f3JsGa7QeX"),
                *("1uRt6Hk4Mw", "Bn2VpCz8Ld", "Tq5SyXg9Kh", "Rm3JfWa7Ze", "Ub6QvNt1Xu", "Rt6Hk4"),
            )
        ),
    ),
    counter_examples=(
        Sample(("t1.9euelZqLmWx9TbZr5K.short",)),
        Sample(("t1.", "9euelZqLmW.", "x" * 86)),
        Sample(("part1.", "9euelZqLmW.", "q7LmWx9TbZ" * 8, "q7LmWx")),
    ),
)


def _accepts_ibm_key(match: re.Match[bytes]) -> bool:
    # The label and the exact length leave no other reading, whatever the pattern of the value.
    return len(set(match["secret"])) > _FEW


SOFTLAYER_KEY = vendor_rule(
    "softlayer-key",
    vendor="IBM Cloud classic",
    title="IBM Cloud classic infrastructure (SoftLayer) key",
    url="https://cloud.ibm.com/docs/account?topic=account-classic_keys",
    revoke="delete the classic infrastructure API key in the IBM Cloud console",
    anchors=(b"softlayer", b"sl_", b"sl-", b"slapi"),
    pattern=labelled(
        rb"softlayer|(?<![a-z])sl(?=[_-]?(?:api|key))|softlayer\.com/soap/v3(?:\.1)?(?=/)",
        rb"[0-9a-z]{64}",
    ),
    accepts=_accepts_ibm_key,
    strong=False,
    examples=(
        Sample(
            (
                *(
                    "softlayer_api_key: ",
                    "4f7a19c0",
                    "b2e8d653",
                    "9c1fa07e",
                    "5d3b8264",
                    "e19b37d2",
                ),
                *("5ac0f846", "1d72be93", "f0685a4c"),
            )
        ),
        Sample(
            (
                *("--sl-api-key=", "4f7a19c0", "b2e8d653", "9c1fa07e", "5d3b8264", "e19b37d2"),
                *("5ac0f846", "1d72be93", "f0685a4c"),
            )
        ),
    ),
    counter_examples=(
        Sample(("softlayer_api_key: ", "x" * 64)),
        Sample(("softlayer_api_key: not_long_enough_to_be_one",)),
    ),
)

SOFTLAYER_URL = vendor_rule(
    "softlayer-url-key",
    vendor="IBM Cloud classic",
    title="SoftLayer key in an address",
    url="https://sldn.softlayer.com/article/soap/",
    revoke="delete the classic infrastructure API key in the IBM Cloud console",
    anchors=(b"softlayer.com/",),
    pattern=(
        rb"softlayer\.com/(?:soap|xmlrpc)/v3(?:\.1)?/(?P<secret>(?P<public>)[0-9a-z]{64})"
        rb"(?![0-9A-Za-z])"
    ),
    accepts=_accepts_ibm_key,
    strong=False,
    examples=(
        Sample(
            (
                *("https://api.softlayer.com/soap/v3.1/", "4f7a19c0", "b2e8d653", "9c1fa07e"),
                *("5d3b8264", "e19b37d2", "5ac0f846", "1d72be93", "f0685a4c"),
            )
        ),
    ),
    counter_examples=(
        Sample(("https://api.softlayer.com/soap/v3.1/", "0" * 64)),
        Sample(("https://api.softlayer.com/soap/v3.1/SoftLayer_Account",)),
    ),
)

CLOUDANT_PASSWORD = vendor_rule(
    "cloudant-password",
    vendor="IBM Cloudant",
    title="IBM Cloudant password or API key",
    url="https://cloud.ibm.com/docs/Cloudant?topic=Cloudant-locating-your-service-credentials",
    revoke="delete the service credential in the IBM Cloud console and make a new one",
    anchors=(b"cloudant",),
    pattern=labelled(rb"cloudant", rb"(?:[0-9a-f]{64}|[a-z]{24})"),
    accepts=_accepts_ibm_key,
    strong=False,
    examples=(
        Sample(
            (
                *(
                    "cloudant_password='",
                    "4f7a19c0",
                    "b2e8d653",
                    "9c1fa07e",
                    "5d3b8264",
                    "e19b37d2",
                ),
                *("5ac0f846", "1d72be93", "f0685a4c'"),
            )
        ),
    ),
    counter_examples=(
        Sample(("cloudant_password='", "0" * 64, "'")),
        Sample(("cloudant_password = os.environ['CLOUDANT_PASSWORD']",)),
    ),
)

RULES: tuple[Rule, ...] = (
    ALIBABA_ACCESS_KEY_ID,
    TENCENT_SECRET_ID,
    YANDEX_IAM_TOKEN,
    SOFTLAYER_KEY,
    SOFTLAYER_URL,
    CLOUDANT_PASSWORD,
    named(
        "Alibaba",
        mixed(30),
        "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
        names=("alibaba", "aliyun", "accesskey"),
        what="AccessKey secret",
    ),
    marked(
        "Alibaba",
        ("STS.",),
        mixed(20, 64),
        "https://www.alibabacloud.com/help/en/ram/product-overview/what-is-sts",
        what="STS key id",
    ),
    named(
        "Tencent",
        mixed(32),
        "https://www.tencentcloud.com/document/product/598/34228",
        names=("tencentcloud", "tencent", "qcloud"),
        what="SecretKey",
        id="tencent-secret-key",
    ),
    marked(
        "Baidu",
        ("bce-v3/ALTAK-",),
        Shape(
            rb"[A-Za-z0-9]{21}/[0-9a-f]{40}",
            (
                "q7LmWx9TbZr",
                "5KvNc8PdYf",
                "/4f7a19c0",
                "b2e8d653",
                "9c1fa07e",
                "5d3b8264",
                "e19b37d2",
            ),
        ),
        "https://cloud.baidu.com/doc/qianfan-docs/s/Mm8r1mejk",
    ),
    marked(
        "Baidu",
        ("ALTAK",),
        mixed(21),
        "https://cloud.baidu.com/doc/Reference/s/9jwvz2egb",
        what="access key id",
    ),
    named(
        "Huawei Cloud",
        mixed(40),
        "https://support.huaweicloud.com/intl/en-us/usermanual-ca/ca_01_0003.html",
        names=("huaweicloud", "huawei"),
        what="secret access key",
    ),
    marked(
        "Volcengine",
        ("AKLT",),
        Shape(rb"[A-Za-z0-9+/_-]{43}", ("q7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uR", "t4Hk2MwBnV")),
        "https://www.volcengine.com/docs/6291/65568",
        what="access key id",
    ),
    named(
        "Volcengine Ark",
        Shape(
            rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}",
            ("8f14e45f", "-ceea-467d-9b1c-", "0242ac130003"),
        ),
        "https://www.volcengine.com/docs/82379/1541594",
        names=("ark api", "volc ark", "doubao", "volcengine"),
        accepts=is_labelled_key,
    ),
    marked(
        "JD Cloud",
        ("JDC_",),
        Shape(rb"[A-Z0-9]{28}", ("Q7LMWX9TBZR", "5KVNC8PDYF3", "JSGA7Q")),
        "https://docs.jdcloud.com/en/account-management/accesskey-management",
        what="access key id",
    ),
    named(
        "Yandex",
        Shape(
            rb"YC[A-Za-z0-9_-]{38}", ("Y", "Cq7LmWx9TbZr", "5KvNc8PdYf3", "JsGa6QeH1uRt", "4Hk2")
        ),
        "https://yandex.cloud/en/docs/iam/concepts/authorization/access-key",
        what="static secret key",
    ),
    marked(
        "Yandex",
        ("AQVN",),
        mixed(35, 38, _BASE64URL),
        "https://yandex.cloud/en/docs/iam/concepts/authorization/api-key",
        id="yandex-bare-api-key",
    ),
    marked(
        "Yandex",
        ("y0_", "y0__"),
        mixed(50, 70, _BASE64URL),
        "https://yandex.ru/dev/id/doc/en/access",
        what="OAuth token",
    ),
    named(
        "IBM",
        mixed(44, also=_BASE64URL),
        "https://cloud.ibm.com/docs/account?topic=account-userapikey",
        names=("ibm cloud", "ibmcloud", "ibm", "bluemix", "watson", "iam"),
    ),
    named(
        "IBM COS",
        hexadecimal(48),
        "https://cloud.ibm.com/docs/cloud-object-storage?topic=cloud-object-storage-uhc-hmac-credentials-main",
        id="ibm-cos-hmac-secret",
        names=("ibm", "cos hmac", "cos", "secret access"),
    ),
    named(
        "Naver Cloud",
        mixed(40),
        "https://api.ncloud-docs.com/docs/en/common-ncpapi",
        names=("ncloud", "naver"),
        what="secret key",
    ),
    named(
        "SelectelCloud",
        lower(32),
        "https://docs.selectel.ru/en/api/authorization/",
        names=("selectel",),
        what="API token",
    ),
)
