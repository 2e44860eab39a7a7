"""What the line mode says to somebody who listens: short, the most useful first, and no tables unless asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kismet.boxes import score
from kismet.dice import Dice
from kismet.journal import Journal
from tui.plain.helping import TOPICS
from tui.plain.table import Answer, PlainTable
from tui.session import Session


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PlainTable]:
    journal = Journal(tmp_path / "games.sqlite3")
    yield PlainTable(Session.new(journal, ("Ann", "Bob", "Bert Senior")))
    journal.close()


def said(table: PlainTable, *lines: str) -> str:
    """What the last of these lines is answered; all of them must be right."""
    answer = Answer(True, "")
    for line in lines:
        answer = table.answer(line)
        assert answer.ok, answer.message
    return answer.message


def refused(table: PlainTable, line: str) -> str:
    before = table.session.game
    answer = table.answer(line)
    assert not answer.ok
    assert table.session.game is before, "a bad line changes nothing"
    return answer.message


def test_a_roll_tells_the_best_three_and_scores_tells_all(table: PlainTable) -> None:
    assert said(table, "11634") == "Ann, roll 1 of 3: 1 1 6 3 4. Best: Yarborough 15, Sixes 6, Fours 4."
    assert said(table, "scores") == (
        "Scores: Yarborough 15, Sixes 6, Fours 4, Treys 3, Aces 2. Zero: Deuces, Fives, 2 Pair Same Color, "
        "3 of a Kind, Straight, Flush, Full House, Flush House, 4 of a Kind, Kismet."
    )


def test_the_round_is_told_when_it_begins(table: PlainTable) -> None:
    assert said(table, "66661", "score sixes") == "Ann: Sixes 24. Ann has 24. Bob is to roll."
    said(table, "66661", "score sixes")
    assert said(table, "12345", "score straight").endswith("Bert Senior has 30. Round 2 of 15. Ann is to roll.")


def test_sheets_are_sentences_and_a_table_only_on_demand(table: PlainTable) -> None:
    said(table, "66661", "score sixes")
    first, second, third = said(table, "sheet").split("\n")
    assert first.startswith("Ann: total 24. Sixes 24. Basic section 24. Vacant: Aces, Deuces, ")
    assert (second, third) == ("Bob: nothing yet.", "Bert Senior: nothing yet.")
    assert said(table, "sheet bert") == "Bert Senior: nothing yet."
    assert said(table, "totals") == "Ann 24. Bob 0. Bert Senior 0."
    assert said(table, "turn") == "Round 1 of 15. Bob is to roll."
    columns = said(table, "table").split("\n")
    assert len(columns) > 17
    assert columns[0].split() == ["Ann", "Bob", "Bert", "Se…"]


def test_why_explains_what_was_entered_and_anybodys_cell(table: PlainTable) -> None:
    said(table, "55123", "keep 55", "555", "score kismet")
    assert said(table, "why kismet") == (
        "Ann: Kismet 75. Roll 1: 5 5 1 2 3. Roll 2: 5 5 5 5 5, kept 5 5. Five 5s: 5 + 5 + 5 + 5 + 5 + 50 = 75. "
        "Rule R8; usual options."
    )
    assert said(table, "why ann kis") == said(table, "why kismet")
    said(table, "66661")
    assert (
        said(table, "why bob sixes")
        == "Sixes would score 24. 4 dice show 6: 4 × 6 = 24 for Sixes. Rule R5; usual options."
    )
    assert said(table, "why kismet").startswith("Kismet: "), "the dice on the table go first"
    assert said(table, "why Bert Senior four of a kind").startswith("Bert Senior: 4 of a Kind is vacant. ")
    said(table, "score sixes", "66611", "score sixes")
    assert said(table, "why sixes").startswith("Bert Senior: Sixes 18. Roll 1: 6 6 6 1 1. ")
    assert said(table, "66666", "score aces 0", "why bob aces") == (
        "Bob: Aces 0. Ann rolled five alike once more, a second Kismet. That costs everybody else a turn, "
        "and a zero in the topmost box still vacant: this one. Rule R15; usual options."
    )
    assert said(table, "why aces").startswith("Ann: Aces 0. Roll 1: 6 6 6 6 6. ")
    assert refused(table, "why flush hose").startswith("There is no box 'flush hose'; ")


def test_a_number_alone_is_a_basic_box_as_on_the_sheet_of_the_app(table: PlainTable) -> None:
    assert said(table, "44443", "why 4").startswith("Fours: ")
    assert said(table, "score 4").startswith("Ann: Fours 16. ")
    said(table, "11635")
    assert refused(table, "score 4").endswith("To enter it, say: score fours 0")
    assert said(table, "score 4 0").startswith("Bob: Fours 0. ")
    assert "Ann: Fours 16 becomes 12" in said(table, "correct Ann 4 44433")


def test_rules_are_listed_and_told(table: PlainTable) -> None:
    assert said(table, "rules").endswith("rules R1 tells one. Options of this game: the usual ones.")
    assert said(table, "rules r15").startswith("R15 Its price. After a second Kismet every other player")
    assert said(table, "rules 15") == said(table, "rules R15")
    assert refused(table, "rules R99") == "There is no rule R99; rules tells which there are."


def test_seats_change_and_the_highest_die_begins(table: PlainTable) -> None:
    assert said(table, "seats bob, bert, ann").startswith(
        "Seats: Bob, Bert Senior, Ann. Round 1 of 15. Bob is to roll."
    )
    assert said(table, "first ann").startswith("Ann begins. Seats: Ann, Bob, Bert Senior.")
    assert "Ann and Bob are level and roll again. Ann still rolls" in refused(table, "first 662")
    assert said(table, "first 66235").startswith("Bob begins. Seats: Bob, Bert Senior, Ann.")
    assert refused(table, "seats ann, bob") == "Name every player once, with commas between."
    said(table, "66661")
    assert "before the first roll only" in refused(table, "first ann")


def test_an_earlier_entry_is_put_right(table: PlainTable) -> None:
    said(table, "66661", "score sixes", "55566", "score full")
    assert said(table, "correct Ann sixes 66611") == (
        "Ann: Sixes 24 becomes 18; Ann: total 24 becomes 18. Round 1 of 15. Bert Senior is to roll."
    )
    assert "Bob: Full House 42 becomes vacant" in said(table, "correct bob full 55566 three")
    assert said(table, "undo", "undo", "totals") == "Bob 42. Ann 24. Bert Senior 0."


def test_a_correction_that_makes_a_second_kismet_is_told_before_it_is_done(table: PlainTable) -> None:
    said(table, "55555", "score kismet", "12345", "score straight", "12345", "score straight", "66661", "score sixes")
    told = refused(table, "correct Ann sixes 66666")
    assert "Ann: Sixes is now a second Kismet" in told
    assert "Bob and Bert Senior: Aces vacant becomes 0" in told
    assert told.endswith("To do it, say: correct Ann sixes 66666 yes")
    assert "second Kismet" in said(table, "correct Ann sixes 66666 yes")


def test_what_a_second_kismet_costs_is_said_with_the_roll(table: PlainTable) -> None:
    said(table, "55555", "score kismet", "12345", "score straight", "12345", "score straight")
    assert said(table, "44444").endswith("In any box a second Kismet: all others lose a turn and get 0 in Aces.")


def test_advice_before_the_roll_says_that_it_needs_dice(table: PlainTable) -> None:
    assert refused(table, "advice") == "Advice needs dice on the table first. Round 1 of 15. Ann is to roll."


def test_a_sheet_says_who_left(table: PlainTable) -> None:
    said(table, "66661", "score sixes", "leave bob")
    assert said(table, "sheet bob") == "Bob (left): nothing yet."
    assert said(table, "sheet ann").startswith("Ann: total 24.")


def test_players_change(table: PlainTable) -> None:
    assert said(table, "rename bert Bertram Senior").startswith("Bert Senior is now called Bertram Senior.")
    assert said(table, "join Dan Junior").startswith("Dan Junior joins.")
    assert said(table, "leave bob").startswith("Bob leaves.")
    assert said(table, "return BOB").startswith("Bob is back.")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("scores", "no dice on the table"),
        ("score", "Name the box"),
        ("why", "Name the box"),
        ("why bert senior", "Name the box"),
        ("why b aces", "could be Bob or Bert Senior"),
        ("why Zoe four of a kind", "Nobody here is called Zoe"),
        ("why fives", "no dice on the table"),
        ("correct", "Name a player"),
        ("correct Ann", "correct Ann fives 55512"),
        ("correct Ann fives", "correct Ann fives 55512"),
        ("correct Ann fives 55512", "Ann has nothing in Fives yet"),
        ("correct Zoe fives 55512", "Nobody here is called Zoe"),
        ("rename b Bea", "could be Bob or Bert Senior"),
        ("rename bob", "rename Ann Anna"),
        ("leave", "Name a player"),
        ("leave bob now", "Nobody here is called bob now"),
        ("leave bo", "Bob is meant? Then say the whole name: leave Bob"),
        ("return Ann", "Ann"),
        ("join ", "not a name"),
        ("help me", "There is no help on 'me'"),
    ],
)
def test_a_line_that_cannot_be_understood_says_what_would_be(table: PlainTable, line: str, words: str) -> None:
    told = refused(table, line)
    assert words in told
    assert len(told) < 120


def test_help_is_the_least_then_one_command_then_all(table: PlainTable) -> None:
    least = said(table, "help").split("\n")
    assert len(least) <= 8
    assert said(table, "help keep") == TOPICS["keep"]
    everything = said(table, "help all")
    assert all(f"{command}" in everything for command in table._commands)
    assert all(len(line) <= 110 for line in everything.split("\n"))


def test_a_rematch_is_offered_when_the_game_is_over(table: PlainTable) -> None:
    assert refused(table, "rematch") == "A rematch follows when this game is over."
    said(table, "leave bob")
    told = ""
    while not table.session.state.over:
        state = table.session.state
        assert state.mover is not None
        box = state.sheets[state.mover].topmost_vacant
        assert box is not None
        told = said(table, "12346", f"score {box.key} {score(box, Dice.parse('12346'), state.rules)}")
    assert told.endswith("rematch: the same players again.")
    finished = table.session.game_id
    assert said(table, "rematch") == f"Game {finished + 1}. Round 1 of 15. Bert Senior is to roll."
    assert table.session.state.players == ("Ann", "Bert Senior"), "Bob had left"
    said(table, "66661", "score sixes")
    assert table.session.journal.load(finished).state.over, "the game before is as it was"
