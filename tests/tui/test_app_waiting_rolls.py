"""Rolls that nobody has accepted yet: recorded by themselves, waiting for typing or for a box, never lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.tui.fake_feed import FakeFeed, seen
from tests.tui.seat import Seat
from tests.tui.watched_seat import camera_heard, rolls, said, tell, watched_game
from tui.camera import CameraWords, DiceLeft, TableCleared


async def test_a_certain_roll_that_nobody_accepted_is_recorded_when_the_next_is_read(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        await tell(seat, feed, DiceLeft((1, 2)))
        told = len(feed.told)
        await tell(seat, feed, seen("15556", number=3, kept=(1, 2)))
        assert "Roll 2 was recorded by itself: 3 5 5 6 3; u takes it back." in said(seat)
        assert "Roll 3 read: space accepts" in said(seat)
        assert rolls(seat) == [(1, "55126"), (2, "35563")]
        assert seat.session.state.rolls[1].kept == (5, 5)
        assert feed.told[told:] == [], "the dice in view are the third roll's"
        await seat.press("+space")
        assert rolls(seat) == [(1, "55126"), (2, "35563"), (3, "15556")]
        assert not seat.session.state.turns, "nothing is scored by itself"


async def test_undo_takes_it_back_and_leaves_the_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        assert rolls(seat) == [(1, "55126")]
        await seat.press("u")
        assert rolls(seat) == []
        assert "Roll 2 read" in seat.part("#title")
        await seat.press("n", "n", "+space")
        assert rolls(seat) == [(1, "35563")], "what lay there before was no roll"


async def test_an_unsure_roll_is_not_recorded_but_can_be_put_in(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2), doubts="4"))
        await tell(seat, feed, seen("15556", number=3, kept=(1, 2)))
        assert rolls(seat) == [(1, "55126")]
        assert "Roll 2 was not recorded, since it was not certain: m puts it in." in said(seat)
        await seat.press("m")
        assert "Roll 2 missed" in seat.part("#title"), "it is the second that is typed"
        assert seat.table.entry is not None
        assert seat.table.entry.slots == (3, 5, 5, 6, 3), "as it was read, the cursor at the doubtful die"
        await seat.press("4", "+enter")
        assert rolls(seat) == [(1, "55126"), (2, "35543")]
        assert "Roll 3 read: space accepts" in said(seat), "the third still waits"
        await seat.press("m")
        assert "No roll was missed." in said(seat)
        await seat.press("+space")
        assert rolls(seat) == [(1, "55126"), (2, "35543"), (3, "15556")]


async def test_nothing_is_recorded_on_a_guess(tmp_path: Path) -> None:
    """Five dice thrown again at once: the roll before may have been a mere try."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await tell(seat, feed, seen("12346", number=2, guess="All five dice were thrown again."))
        assert rolls(seat) == []
        assert "Roll 1 was not recorded: m puts it in. All five dice were thrown again." in said(seat)
        await seat.press("m", "+enter", "+space")
        assert rolls(seat) == [(1, "55126"), (2, "12346")]


async def test_the_last_roll_is_recorded_when_the_next_player_throws(tmp_path: Path) -> None:
    """Ann forgot space and her box; Bob's dice wait for her, and are not taken for hers."""
    async with watched_game(tmp_path, "Ann", "Bob") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        await tell(seat, feed, seen("15556", number=3, kept=(1, 2)))
        await tell(seat, feed, TableCleared())
        await tell(seat, feed, seen("22446", number=1, guess="They seem to be the next turn's."))
        assert rolls(seat) == [(1, "55126"), (2, "35563"), (3, "15556")]
        assert "Roll 3 was recorded by itself" in said(seat)
        assert "Ann has to choose a box first; then they are offered." in said(seat)
        await seat.press("s")
        assert seat.session.state.player == "Bob"
        assert "Roll 1 read: space accepts" in said(seat)
        assert camera_heard(feed) == ("renumber", 1)
        await seat.press("+space")
        assert rolls(seat) == [(1, "22446")]


async def test_a_roll_that_is_read_while_digits_are_typed_waits_for_them(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126", doubts="4"))
        await seat.press("4")
        told = len(feed.told)
        await tell(seat, feed, DiceLeft((0, 1)))
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        assert "Roll 2 was read meanwhile: 3 5 5 6 3. It is offered when these dice are done." in said(seat)
        assert seat.table.entry is not None, "typing is not disturbed"
        await seat.press("+enter")
        assert rolls(seat) == [(1, "55146")]
        assert "Roll 2 read: space accepts" in said(seat)
        assert feed.told[told:] == [], "the dice in view are the second roll's"
        await seat.press("+space")
        assert rolls(seat) == [(1, "55146"), (2, "35563")]


async def test_typing_that_is_given_up_loses_neither_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("5")
        await tell(seat, feed, TableCleared())
        await tell(seat, feed, seen("12346", number=2))
        await seat.press("+escape")
        assert "Roll 1 was recorded by itself: 5 5 1 2 6; u takes it back." in said(seat)
        await seat.press("+space")
        assert rolls(seat) == [(1, "55126"), (2, "12346")]


async def test_the_camera_reads_late_what_was_typed(tmp_path: Path) -> None:
    """What people say goes before what was seen, so nothing is offered once more."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await seat.press("5", "5")
        await tell(seat, feed, seen("55126"))
        assert "meanwhile" not in said(seat)
        await seat.press("146", "+enter")
        assert rolls(seat) == [(1, "55146")]
        assert seat.table.offer is None
        assert camera_heard(feed) == ("correct", (5, 5, 1, 4, 6), 1)
        await seat.press("5")
        await tell(seat, feed, seen("12346", number=2))
        await seat.press("+escape", "+space")
        assert rolls(seat) == [(1, "55146"), (2, "12346")]


async def test_no_box_is_chosen_while_dice_are_half_typed_and_the_roll_read_meanwhile_waits(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", "Bob") as (seat, feed):
        await seat.roll("66655")
        await seat.press("6")
        await tell(seat, feed, seen("12346", number=2))
        await seat.press("s")
        assert seat.session.state.player == "Ann"
        assert "First the dice that are typed: ⏎ records them" in said(seat)
        await seat.press("+escape", "+space")
        assert rolls(seat) == [(1, "66655"), (2, "12346")]


NEXT = "They seem to be the next turn's."


async def three_rolls(seat: Seat) -> None:
    """Ann types all her rolls."""
    await seat.roll("11634")
    await seat.press("r", "11646", "+enter", "r", "11666", "+enter")


async def bobs_dice_wait(seat: Seat, feed: FakeFeed) -> None:
    """Ann has typed all her rolls, and Bob's first one is read before she scores."""
    await three_rolls(seat)
    await tell(seat, feed, seen("22446", guess=NEXT))


async def test_all_that_the_next_player_throws_meanwhile_is_theirs(tmp_path: Path) -> None:
    """Bob's first reading gets better, the light changes, he throws again; only then somebody looks at the screen."""
    async with watched_game(tmp_path, "Ann", "Bob") as (seat, feed):
        await three_rolls(seat)
        await tell(seat, feed, seen("22446", doubts="5", guess=NEXT))
        await tell(seat, feed, replace(seen("22445", guess=NEXT), revised=True))
        await tell(seat, feed, CameraWords("The light is warmer."))
        await tell(seat, feed, DiceLeft((2, 3)))
        await tell(seat, feed, seen("44135", number=2, kept=(0, 1)))
        assert f"{NEXT} Ann has to choose a box first" in said(seat)
        assert [roll for roll in rolls(seat) if roll[0] == 3] == [(3, "11666")]
        await seat.press("s")
        assert seat.session.state.player == "Bob"
        assert rolls(seat) == [(1, "22445")]
        assert "Roll 2 read: space accepts" in said(seat)
        await seat.press("+space")
        assert rolls(seat) == [(1, "22445"), (2, "44135")]


async def test_what_ann_says_of_her_dice_is_not_said_of_bobs(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", "Bob") as (seat, feed):
        await bobs_dice_wait(seat, feed)
        told = len(feed.told)
        await seat.press("11665", "+enter")
        assert rolls(seat)[-1] == (3, "11665")
        assert feed.told[told:] == []
        await seat.press("s", "+space")
        assert rolls(seat) == [(1, "22446")]


async def test_esc_says_that_the_next_players_dice_were_none(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", "Bob") as (seat, feed):
        await bobs_dice_wait(seat, feed)
        await seat.press("+escape")
        assert "That was no roll." in said(seat)
        assert camera_heard(feed) == ("dismiss", 3)
        await seat.press("s")
        assert seat.table.offer is None


async def test_dice_that_wait_are_not_forgotten_silently(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", "Bob") as (seat, feed):
        await bobs_dice_wait(seat, feed)
        await seat.press("u")
        assert "The dice that were read meanwhile are forgotten: type them if they count." in said(seat)
