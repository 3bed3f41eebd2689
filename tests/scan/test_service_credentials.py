"""Credentials of model providers, clouds and databases: what their context decides."""

import random
import string
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memcli.scan.engine import ReEngine
from memcli.scan.model import Rule
from memcli.scan.rules.vendors import (
    ai_inference,
    ai_models,
    aws,
    azure,
    azure_marked,
    clouds_asia,
    databases,
    google,
    hosting,
    infrastructure,
    secrets_managers,
)

RULES: tuple[Rule, ...] = (
    *ai_inference.RULES,
    *ai_models.RULES,
    *aws.RULES,
    *azure.RULES,
    *azure_marked.RULES,
    *clouds_asia.RULES,
    *databases.RULES,
    *google.RULES,
    *hosting.RULES,
    *infrastructure.RULES,
    *secrets_managers.RULES,
)
ENGINE = ReEngine(RULES)
ALNUM = string.ascii_letters + string.digits
HEX = string.digits + "abcdef"
LETTERS = string.ascii_letters

# A prefix in two halves, the alphabet and the length behind it, and the rule that reports it.
MARKED = (
    ("gs", "k_", ALNUM, 52, "groq-api-key"),
    ("h", "f_", LETTERS, 34, "hugging-face-token"),
    ("r", "8_", ALNUM, 37, "replicate-api-token"),
    ("AI", "za", ALNUM + "-_", 35, "google-api-key"),
    ("pul", "-", HEX, 40, "pulumi-access-token"),
    ("napi", "_", ALNUM.lower(), 64, "neon-api-key"),
    ("sk-or", "-v1-", HEX, 64, "openrouter-api-key"),
)


def text_of(alphabet: str, length: int, seed: int) -> str:
    """Return random text that neither begins nor ends with a symbol."""
    rng = random.Random(seed)  # noqa: S311 - a test value has to be reproducible, not secret
    inner = "".join(rng.choices(alphabet, k=length - 2))
    ends = rng.choices([char for char in alphabet if char.isalnum()], k=2)
    return ends[0] + inner + ends[1]


def reported(text: str) -> list[str]:
    """Return the ids of the rules that hit."""
    return [hit.rule.id for hit in ENGINE.hits(text.encode())]


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


@given(st.integers(0, 2**32))
def test_random_values_are_nearly_always_taken_for_issued_ones(seed: int) -> None:
    """One in some thousands looks like words or a filler; three of four never do."""
    tokens = ["gs" + "k_" + text_of(ALNUM, 52, seed + step) for step in range(4)]
    assert [reported(token) for token in tokens].count(["groq-api-key"]) >= 3


@given(st.uuids(version=4))
def test_a_uuid_is_a_key_only_where_its_label_says_so(value: uuid.UUID) -> None:
    asked = f"HEROKU_API_KEY={value}"
    other = (
        f"heroku session: {value}",
        f"HEROKU_KEY_ID={value}",
        f"heroku app {value}",
        f"originSessionId: {value}",
    )
    assert reported(asked) == ["heroku-legacy-api-key"]
    assert [reported(text) for text in other] == [[], [], [], []]


def test_a_key_of_a_store_is_no_credential() -> None:
    digest = text_of(HEX, 64, seed=3)
    assert reported(f"elasticsearch cache key: {digest}") == []
    assert reported(f"qdrant partition_key={digest}") == []
    assert reported(f"QDRANT_API_KEY={digest}") == ["qdrant-api-key"]


def test_a_signature_counts_only_in_a_signed_address() -> None:
    signature = text_of(ALNUM, 43, seed=5) + "%3D"
    address = f"https://a.blob.core.windows.net/c?sv=2024-05-04&sp=r&sig={signature}"
    assert reported(address) == ["azure-shared-access-signature"]
    assert reported(f"tool --sig={signature}") == []


def test_an_id_and_a_secret_joined_by_a_colon_are_found_unless_they_are_named_otherwise() -> None:
    pair = f"{uuid.UUID(int=0x8F14E45FCEEA467D9B1C0242AC130003)}:{text_of(HEX, 32, seed=11)}"
    assert reported(f"fal.ai\n{pair}") == ["fal-key"]
    assert reported(f"- {pair}") == ["fal-key"]
    assert reported(f"trace\n{pair}") == []


def test_the_second_half_of_an_aws_key_is_found_beside_the_first() -> None:
    first = "AK" + "IA" + text_of("ABCDEFGHJKLMNPQRSTUVWXYZ234567", 16, seed=2)
    second = text_of(ALNUM + "/+", 40, seed=13)
    assert reported(f"{first} / {second}") == ["aws-key-pair"]
    assert reported(f"{first} / {'x' * 40}") == ["aws-access-key-id"]
    assert reported(f"aws_secret_access_key = {second}") == ["aws-secret-access-key"]
    assert reported(f"aws_secret_access_key = {text_of(HEX, 40, seed=4)}") == []


def test_keys_of_emulators_that_documentation_prints_are_quiet() -> None:
    parts = (
        *("Eby8vdM02xNOcqFlqUwJ", "PLlmEtlCDXJ1OUzFT50u", "SRZ6IFsuFq2UVErCz4I6"),
        *("tq/K1SZFPTOtr/KBHBek", "soGMGw=="),
    )
    other = text_of(ALNUM, 86, seed=1) + "=="
    assert reported(f"AccountKey={''.join(parts)}") == []
    assert reported(f"AccountKey={other}") == ["azure-account-key"]


def test_public_halves_are_quiet() -> None:
    value = text_of(ALNUM + "-_", 38, seed=9)
    assert reported(f"RECAPTCHA_SITE_KEY=6L{value}") == []
    assert reported(f"RECAPTCHA_SECRET_KEY=6L{value}") == ["google-recaptcha-secret"]
