"""Old games in the app: found again, seen again roll by roll, and what all of them tell about a player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.widgets import OptionList, Static

from kismet.advice.table import Table
from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Corrected, Entered, Game, Left, Rolled, State
from kismet.history.luck import luck_of
from kismet.luck import PlayerLuck
from tests.kismet.evenings import save, sensible
from tests.tui.seat import NARROW, AtOnce, Seat, Silent, app_at, game_of
from tui.advisor import Advisor
from tui.fortune import Fortune
from tui.screens.game import GameScreen
from tui.screens.history import HistoryScreen
from tui.screens.home import HomeScreen
from tui.screens.luck import LuckScreen
from tui.screens.over import OverScreen
from tui.screens.records import RecordsScreen
from tui.screens.replay import ReplayScreen


class Judge(Silent):
    """Knows luck and cost at once, from a table that is there already."""

    def __init__(self, table: Table) -> None:
        super().__init__(None)
        self._whole_table = table

    def fortune(self) -> Fortune:
        def judge(state: State, _stop: Callable[[], bool]) -> tuple[PlayerLuck, ...]:
            return luck_of(state, table=self._whole_table)

        return AtOnce(judge)


async def replay_of(seat: Seat) -> ReplayScreen:
    screen = seat.app.screen
    assert isinstance(screen, ReplayScreen)
    screen.look_for_luck()
    await seat.pilot.pause()
    return screen


def evening(folder: Path) -> None:
    """Two games that are over, and one that is not."""
    going = Game.start(["Cleo", "Dan"]).apply(Rolled(Dice.parse("66612"), 1)).apply(Entered(Box.SIXES))
    save(folder, sensible(("Ann", "Bob"), 4), sensible(("Ann",), 9), going).close()


async def test_ann_finds_the_game_with_bob_and_sees_it_again(tmp_path: Path, table: Table) -> None:
    evening(tmp_path)
    async with app_at(tmp_path, advisor=Judge(table)) as seat:
        await seat.press("h")
        assert "All games (3)" in seat.text
        await seat.press("/", "bob")
        assert "1 of 3 games" in seat.text
        assert "Cleo" not in seat.text
        await seat.press("+enter", "+enter")
        screen = await replay_of(seat)
        assert screen.now.place == f"{len(screen.now.moments)} of {len(screen.now.moments)}"
        assert "The replay ends here." in seat.text
        assert " won with " in seat.text
        assert "wins" not in seat.text, "nothing is decided now"
        await seat.press("+home")
        assert "New game: Ann, Bob." in seat.text
        await seat.press("+right")
        assert "Ann: roll 1" in seat.text
        await seat.press("+down")
        first = screen.now.moment
        assert isinstance(first.event, Entered)
        assert f"Ann: {first.event.box.title}" in seat.text
        await seat.press("+escape")
        assert isinstance(seat.app.screen, HistoryScreen)
        await seat.press("+escape")
        assert "All games (3)" in seat.text, "the search is left off first"
        await seat.press("+escape")
        assert isinstance(seat.app.screen, HomeScreen)


async def test_the_costliest_choice_is_one_key_away_and_the_next_one_too(tmp_path: Path, table: Table) -> None:
    async with game_of(tmp_path, "Ann", "Bob", advisor=Judge(table)) as seat:
        for dice, box in (("66661", "y"), ("55553", "k"), ("12345", "s"), ("11123", "6")):
            await seat.roll(dice)
            await seat.score(box)
            if box == "6":
                await seat.press("y")
        await seat.press("b")
        screen = await replay_of(seat)
        assert screen.now.at == len(screen.now.moments) - 1
        await seat.press("m")
        assert str(screen.now.table.state.dice) == "66661"
        assert "Taking Yarborough now: " in " ".join(seat.text.split())
        assert "points more." in " ".join(seat.text.split())
        await seat.press("m")
        assert str(screen.now.table.state.dice) == "11123"
        await seat.press("M")
        assert str(screen.now.table.state.dice) == "66661"
        await seat.press("q")
        assert isinstance(seat.app.screen, GameScreen), "the game goes on where it was"
        assert seat.session.state.player == "Ann"


async def test_luck_and_skill_list_the_costly_choices_and_show_the_one_chosen(tmp_path: Path, table: Table) -> None:
    turns = [("66661", "y"), ("55553", "k"), ("11126", "6"), ("12345", "s")]
    async with game_of(tmp_path, "Ann", "Bob", turns=turns, advisor=Judge(table)) as seat:
        await seat.press("b")
        screen = await replay_of(seat)
        await seat.press("l")
        assert isinstance(seat.app.screen, LuckScreen)
        assert "Ann, round 1: taking Yarborough now, not" in seat.text
        options = seat.app.screen.query_one(OptionList)
        assert options.option_count == len(screen.now.worst)
        await seat.press("+down", "+enter")
        assert isinstance(seat.app.screen, ReplayScreen)
        assert screen.now.at == screen.now.worst[1]


async def test_the_end_of_a_game_leads_to_its_replay(tmp_path: Path, table: Table) -> None:
    turns = [("66661", key) for key in "123456ptsfhlky"]
    async with game_of(tmp_path, "Ann", turns=turns, advisor=Judge(table)) as seat:
        await seat.roll("12346")
        await seat.press("+enter", "y")
        assert isinstance(seat.app.screen, OverScreen)
        await seat.press("b")
        screen = await replay_of(seat)
        assert "Ann: Kismet 0." in seat.text
        assert screen.now.worst
        await seat.press("p")
        assert isinstance(seat.app.screen, GameScreen)


async def test_the_end_of_a_game_names_the_costliest_choice_and_shows_it(tmp_path: Path, table: Table) -> None:
    turns = [("66661", key) for key in "123456ptsfhlky"]
    async with game_of(tmp_path, "Ann", turns=turns, advisor=Judge(table)) as seat:
        await seat.roll("12346")
        await seat.press("+enter", "y")
        over = seat.app.screen
        assert isinstance(over, OverScreen)
        over.look_for_luck()
        told = str(over.query_one("#luck", Static).content)
        assert "The costliest of 15 choices, round " in told
        assert "m shows the choice that cost most." in told
        await seat.press("m")
        screen = await replay_of(seat)
        assert screen.now.at == screen.now.worst[0]
        cost = f"{screen.now.judged[screen.now.at].decision.cost:.1f} points more"
        assert cost in told
        assert cost in " ".join(seat.text.split())


async def test_without_luck_the_replay_works_and_says_why(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", turns=[("66661", "6")]) as seat:
        await seat.press("b", "m")
        assert "being worked out" in " ".join(notice.message for notice in seat.app._notifications)
        await seat.press("+left")
        assert "Then takes Sixes." in seat.text


async def test_by_mouse_alone(tmp_path: Path, table: Table) -> None:
    evening(tmp_path)
    async with app_at(tmp_path, advisor=Judge(table)) as seat:
        await seat.press("h")
        await seat.pilot.click("#games", offset=(3, 1))
        await seat.pilot.pause()
        screen = await replay_of(seat)
        assert [moment.state.players for moment in screen.now.moments[:1]] == [("Ann",)]
        await seat.pilot.click("#track", offset=(0, 0))
        await seat.pilot.pause()
        assert screen.now.at == 0
        await seat.pilot.click("#steps", offset=(13, 0))  # the sign for one step on
        await seat.pilot.pause()
        assert screen.now.at == 1
        await seat.pilot.click("#sheet", offset=(25, 6))  # where the sixes were filled
        await seat.pilot.pause()
        event = screen.now.moment.event
        assert isinstance(event, Entered)
        assert event.box is Box.SIXES
        await seat.pilot.click("#hints", offset=(seat.text.splitlines()[-1].index("Open"), 0))
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, GameScreen)


async def test_a_game_that_is_not_over_is_played_on_and_can_be_seen_again(tmp_path: Path, table: Table) -> None:
    evening(tmp_path)
    async with app_at(tmp_path, advisor=Judge(table)) as seat:
        await seat.press("h", "r")
        assert "Cleo: Sixes 18." in seat.text
        await replay_of(seat)
        await seat.press("+escape", "+enter")
        assert isinstance(seat.app.screen, GameScreen)
        assert seat.session.state.player == "Dan"


async def test_what_nobody_recorded_is_said_in_the_replay(tmp_path: Path) -> None:
    """Rolls that were missed, dice of which nobody said whether they were kept, turns without an entry."""
    events = (
        Rolled(Dice.parse("66612"), 2),
        Rolled(Dice.parse("66613"), 3),
        Entered(Box.SIXES),
        Rolled(Dice.parse("12345"), 1),
        Left(1),
        Rolled(Dice.parse("55512"), 3),
    )
    game = Game.start(["Ann", "Bob", "Cleo"])
    for event in events:
        game = game.apply(event)
    save(tmp_path, game).close()
    async with app_at(tmp_path) as seat:
        await seat.press("h", "r")
        here = " ".join(seat.part("#words").split())
        assert "Rolls 1 and 2 are not recorded." in here
        assert "the turn is not finished." in here
        await seat.press("+left", "+left")
        assert "the turn was never finished." in " ".join(seat.part("#words").split())
        await seat.press("+left", "+left")
        assert "not recorded" not in seat.part("#words"), "said once, at the roll after the gap"
        await seat.press("+left")
        here = " ".join(seat.part("#words").split())
        assert "Roll 1 is not recorded." in here
        assert "What was kept is not recorded." in here


async def test_what_a_replay_tells_is_read_to_its_end_in_a_small_window(tmp_path: Path) -> None:
    game = Game.start(["Annabella Maria Carlotta", "Bartholomew the Younger"])
    for event in (
        *(Rolled(Dice.parse("55555"), 1), Entered(Box.KISMET)),
        *(Rolled(Dice.parse("12346"), 1), Entered(Box.YARBOROUGH)),
        *(Rolled(Dice.parse("33361"), 2), Rolled(Dice.parse("33333"), 3, (3, 3, 3)), Entered(Box.TREYS)),
    ):
        game = game.apply(event)
    save(tmp_path, game).close()
    async with app_at(tmp_path, size=NARROW) as seat:
        await seat.press("h", "r")
        assert "played" not in seat.part("#words-box")
        assert "more: pgdn" in seat.text
        await seat.press("+pagedown", "+pagedown")
        assert "played" in seat.part("#words-box")
        assert "more: pgdn" not in seat.text
        await seat.press("+pageup", "+pageup")
        assert "more: pgdn" in seat.text


async def test_records_tell_averages_wins_and_every_box_against_the_best_play(tmp_path: Path) -> None:
    evening(tmp_path)
    async with app_at(tmp_path, advisor=Advisor(tmp_path / "cache")) as seat:
        await seat.press("h", "s")
        await seat.app.workers.wait_for_complete()
        await seat.pilot.pause()
        assert isinstance(seat.app.screen, RecordsScreen)
        assert "Players of all 3 games" in seat.text
        assert "Ann: 2 games played to the end." in seat.text
        assert "A game: the dice " in seat.text
        assert "By box, over 2 games" in seat.text
        await seat.press("+pagedown")
        assert "differences of several points may be chance" in seat.text
        await seat.press("+down")
        assert "Bob: 1 game played to the end." in seat.text
        await seat.press("+escape")
        assert isinstance(seat.app.screen, HistoryScreen)


async def test_who_left_is_said_in_the_list_and_stands_last(tmp_path: Path) -> None:
    game = Game.start(["Ann", "Bob"])
    for dice, box in (("12346", Box.ACES), ("66612", Box.SIXES)):
        game = game.apply(Rolled(Dice.parse(dice), 1)).apply(Entered(box))
    save(tmp_path, game.apply(Left(1))).close()
    async with app_at(tmp_path) as seat:
        for _ in range(2):  # it is still known when one comes back
            await seat.press("h")
            await seat.app.workers.wait_for_complete()
            await seat.pilot.pause()
            assert "Ann 1, Bob 18 (left)" in seat.text
            await seat.press("+escape")


async def test_the_help_of_a_replay_begins_with_its_keys(tmp_path: Path) -> None:
    evening(tmp_path)
    async with app_at(tmp_path) as seat:
        await seat.press("h", "?")
        await seat.pilot.pause()
        assert seat.part(".help").splitlines()[1].strip(" │") == "Keys in the history"
        await seat.press("+escape", "r", "?")
        await seat.pilot.pause()
        assert seat.part(".help").splitlines()[1].strip(" │") == "Keys in a replay"


async def test_records_of_the_games_that_were_found(tmp_path: Path) -> None:
    evening(tmp_path)
    async with app_at(tmp_path, size=NARROW, advisor=Advisor(tmp_path / "cache")) as seat:
        await seat.press("h", "/", "bob", "+enter", "s")
        await seat.app.workers.wait_for_complete()
        await seat.pilot.pause()
        assert "Players of the 1 game found" in seat.text
        assert "Ann: 1 game played to the end." in seat.text


async def test_without_games_it_says_what_to_do_next(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("h")
        assert "No game was played yet. n begins one" in seat.text
        await seat.press("+enter", "r", "x", "/", "s")
        assert "No game was played yet: esc, then n begins one." in seat.text
        await seat.press("+escape", "n")
        assert "New game" in seat.text


async def test_what_no_game_fits_is_said(tmp_path: Path) -> None:
    evening(tmp_path)
    async with app_at(tmp_path) as seat:
        await seat.press("h", "/", "zoe")
        assert "No game fits." in seat.text
        await seat.press("+enter", "+enter", "r")
        assert isinstance(seat.app.screen, HistoryScreen)


def put_right() -> Game:
    """Cleo scores a Kismet that was none, and somebody notices; the rest is a zero each."""
    game = Game.start(["Cleo"]).apply(Rolled(Dice.parse("22222"), 3)).apply(Entered(Box.KISMET))
    game = game.apply(Rolled(Dice.parse("66666"), 3)).apply(Entered(Box.ACES))
    return game.apply(Corrected(0, Dice.parse("22223"), Box.KISMET))


async def test_a_turn_that_was_put_right_is_not_held_against_dice_that_did_not_lie_there(
    tmp_path: Path, table: Table
) -> None:
    save(tmp_path, put_right()).close()
    async with app_at(tmp_path, size=(120, 40), advisor=Judge(table)) as seat:
        await seat.press("h", "r")
        await replay_of(seat)
        words = " ".join(seat.part("#words").split())
        assert "the choice is not judged; what it came to counts as luck." in words
        await seat.press("+home", "+right")
        assert "2 2 2 2 2" in seat.part("#words")
        assert "Taking" not in seat.part("#words")
        await seat.press("+right")
        words = " ".join(seat.part("#words").split())
        assert "Cleo: Kismet 60." in words
        assert "put right later, so the choice of the box is not judged." in words
        assert "cost" not in words
        await seat.press("m")
        assert "6 6 6 6 6" in seat.part("#words"), "what was chosen and stands is still judged"
        await seat.press("m")
        assert "6 6 6 6 6" in seat.part("#words")
        await seat.press("l")
        assert "Cleo: round 1 was put right later" in seat.text
        assert "Kismet now" not in seat.text
