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


def _texts(**options: object) -> dict[str, str]:
    played = Rules.parse({**Rules().as_dict(), **options}).as_dict()
    return {rule.id: rule.played(played) for rule in seeds.rules()}


@pytest.mark.parametrize(
    ("option", "value", "number", "says", "no_more"),
    [
        ("straight", 40, "R9", "1-2-3-4-5 or 2-3-4-5-6 scores 40 (A17).", "30"),
        ("five_as_full_house", False, "R11", "Five alike are no full house (A1).", "count as"),
        ("two_pair_distinct", True, "R7", "so four alike are none (A2).", "Four alike are"),
        ("second_kismet", "lose_turn", "R15", "is passed over once and enters nothing (A4).", "zero"),
        ("second_kismet", "off", "R15", "costs the others nothing", "passed over"),
        ("second_kismet_trigger", "scored", "R14", "by a player whose Kismet box has scored", "wherever"),
        ("second_kismet_trigger", "box_filled", "R14", "whose Kismet box is filled, even with zero", "wherever"),
        ("voluntary_zero", "only_if_stuck", "R17", "only if no vacant box scores (A15)", "even if another"),
        ("yarborough_first", True, "R17", "Once Yarborough is filled, a player may enter a zero", "A player"),
    ],
)
def test_a_rule_is_told_as_it_is_played(option: str, value: object, number: str, says: str, no_more: str) -> None:
    usual, told = _texts(), _texts(**{option: value})
    assert says in told[number]
    assert no_more in usual[number]
    assert no_more not in told[number]
    assert [rule for rule in told if told[rule] != usual[rule]] == [number]


def test_every_changed_option_changes_the_text_of_a_rule() -> None:
    assert {change.option for rule in seeds.rules() for change in rule.changes} == set(Rules().as_dict())
    assert all(change.old is None or change.old in rule.text for rule in seeds.rules() for change in rule.changes)


def test_every_option_is_told_in_the_seeds() -> None:
    told = "\n".join(option for rule in seeds.rules() for option in rule.options)
    for name in Rules().as_dict():
        assert name in told
