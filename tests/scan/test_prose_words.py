"""How words of any script are spelled as regexes."""

import re

import pytest

from memcli.scan.rules.prose.labels import ANCHORS, KINDS, LABEL, STEMS, Kind, plain
from memcli.scan.rules.prose.words import any_of, forms_of, spelled


@pytest.mark.parametrize("text", ["пароль", "Пароль", "ПАРОЛЬ", "пАРОль"])
def test_case_is_ignored_in_any_script(text: str) -> None:
    assert re.fullmatch(spelled("пароль"), text.encode()) is not None


@pytest.mark.parametrize("text", ["mot de passe", "mot_de_passe", "Mot-de-Passe"])
def test_any_joiner_stands_for_a_space(text: str) -> None:
    assert re.fullmatch(spelled("mot de passe"), text.encode()) is not None


def test_the_longest_word_is_taken() -> None:
    match = re.match(any_of(["pass", "password", "pw"]), b"passwords")
    assert match is not None
    assert match[0] == b"password"


@pytest.mark.parametrize("label", sorted(KINDS))
def test_every_label_is_matched_whole_and_holds_an_anchor(label: str) -> None:
    text = (label + "ь" if label in STEMS else label).encode()
    match = re.match(b"(?x)" + LABEL, text + b": x")
    assert match is not None
    assert match["label"] + match["ending"] == text
    assert any(anchor in text for anchor in ANCHORS)


def test_labels_are_looked_up_without_case_and_joiners() -> None:
    assert (plain("Mot-de_Passe"), KINDS[plain("API_Key"[4:])]) == ("mot de passe", Kind.KEY)


def test_forms_hold_every_case_and_joiner() -> None:
    assert forms_of("a b") == {
        *("a b", "a_b", "a-b"),
        *("A b", "A_b", "A-b"),
        *("A B", "A_B", "A-B"),
    }
