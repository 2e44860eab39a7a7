"""Rule options: what a file of them may say."""

from __future__ import annotations

import pytest

import seeds
from kismet.boxes import ENTRIES
from kismet.rules import RULINGS, Rules, RulesError, SecondKismet


def test_options_come_from_a_file_and_say_what_differs() -> None:
    rules = Rules.from_toml('straight = 40\nsecond_kismet = "lose_turn"\n')
    assert (rules.straight, rules.second_kismet) == (40, SecondKismet.LOSE_TURN)
    assert rules.changed() == {"straight": 40, "second_kismet": "lose_turn"}
    assert Rules.parse(rules.as_dict()) == rules
    assert RULINGS.changed() == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("straight = 35", "30 or 40, not 35"),
        ("straight = true", "whole number"),
        ("two_pair_distinct = 1", "true or false, not 1"),
        ('second_kismet = "both"', "zero_and_lose_turn, lose_turn, off, not 'both'"),
        ("jokers = true", "no rule option 'jokers'"),
        ("straight = ", "not valid TOML"),
    ],
)
def test_a_wrong_option_is_named_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        Rules.from_toml(text)


def test_every_box_names_a_rule_of_the_seeds_and_the_rules_are_numbered_without_gaps() -> None:
    ids = [rule.id for rule in seeds.rules()]
    assert ids == [f"R{number}" for number in range(1, len(ids) + 1)]
    assert {entry.rule for entry in ENTRIES.values()} <= set(ids)


def test_every_option_is_told_in_the_seeds() -> None:
    told = "\n".join(option for rule in seeds.rules() for option in rule.options)
    for name in Rules().as_dict():
        assert name in told
