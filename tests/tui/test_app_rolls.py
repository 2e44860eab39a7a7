"""Which roll of the turn a reading is: guessed in words, put right with a key, and never lost."""

from __future__ import annotations

from pathlib import Path

from kismet.game import Origin, Renamed
from tests.tui.fake_feed import FakeView, reading, seen
from tests.tui.watched_seat import camera_heard, rolls, said, tell, watched_game
from tui.camera import TableCleared

GUESS = "All five dice were thrown: taken for a first roll."


# Which roll it is


async def test_a_guess_is_told_in_words_with_the_key_that_puts_it_right(tmp_path: Path) -> None:
    """The calibration's dice lie there, nobody accepts them; then Ann throws."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("12346"))
        await tell(seat, feed, TableCleared())
        await tell(seat, feed, seen("55533", number=1, guess=GUESS))
        assert "Roll 1 read" in seat.part("#title")
        assert GUESS in said(seat)
        await seat.press("+space")
        assert rolls(seat) == [(1, "55533")]


async def test_n_names_the_number_of_a_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533", number=2, guess="All five dice were thrown again."))
        assert "n: not roll 2" in said(seat)
        await seat.press("n", "n")
        assert "Roll 1 read" in seat.part("#title")
        assert camera_heard(feed) == ("renumber", 1), "the camera counts on from there"
        assert "All five" not in said(seat), "it is no guess any more"
        assert "n: not roll 1" in said(seat)
        await seat.press("n", "n", "n", "+space")
        assert rolls(seat) == [(1, "55533")]
        assert camera_heard(feed) == ("correct", (5, 5, 5, 3, 3), 1)


async def test_n_goes_round_the_numbers_that_can_be(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        titles = []
        for _ in range(3):
            await seat.press("n")
            titles.append(seat.part("#title").split("Ann")[1].split("cam")[0].strip())
        assert titles == ["Roll 3 read", "Roll 1 read", "Roll 2 read"]
        assert seat.text.count("keep") == 2, "what was kept is still known"
        await seat.press("+space")
        roll = seat.session.state.roll
        assert roll is not None
        assert (roll.number, roll.kept) == (2, (5, 5))


async def test_n_counts_up_and_begins_again(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        numbers = []
        for _ in range(4):
            numbers.append(seat.part("#title").partition(" read")[0][-1])
            await seat.press("n")
        assert numbers == ["1", "2", "3", "1"]


async def test_the_first_roll_recorded_wrongly_is_replaced_by_the_real_one(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("12346"))
        await seat.press("+space")
        await tell(seat, feed, seen("55533", number=2))
        await seat.press("n", "n")
        assert "Roll 1 read again" in said(seat)
        await seat.press("+space")
        assert rolls(seat) == [(1, "55533")]


async def test_digits_typed_over_a_reading_can_get_another_number_too(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533", number=2))
        await seat.press("66633")
        assert "Roll 2: ⏎ records it. ← → another die. n: not roll 2." in said(seat)
        await seat.press("n", "n", "+enter")
        assert rolls(seat) == [(1, "66633")]


async def test_a_recorded_roll_can_get_another_number(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await seat.press("n")
        assert "There is no roll yet." in said(seat)
        await tell(seat, feed, seen("55533", number=2))
        await seat.press("+space", "n", "n")
        assert rolls(seat) == [(1, "55533")]
        assert camera_heard(feed) == ("correct", (5, 5, 5, 3, 3), 1)
        assert seat.session.state.roll is not None
        assert seat.session.state.roll.origin is Origin.CAMERA


async def test_a_fourth_roll_names_the_key_beside_it(tmp_path: Path) -> None:
    fourth = "This would be a fourth roll: was a movement taken for a roll before?"
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533", number=3, kept=(0, 1), doubts="5", guess=fourth))
        assert said(seat).count(fourth) == 1
        assert "n: not roll 3." in said(seat)
        assert "esc: no roll." in said(seat)


async def test_the_keys_are_in_the_help(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", size=(120, 60)) as (seat, _):
        await seat.press("?")
        assert "Another roll number" in seat.text or "It was roll 1, 2 or 3" in seat.text


async def test_help_tells_how_to_correct_a_later_die_and_what_the_camera_line_means(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", size=(120, 140)) as (seat, feed):
        await seat.press("?")
        assert "from die 1 or a doubtful one on; ← → or a click go to another die" in " ".join(
            seat.part("#help-text").split()
        )
        await seat.press("n")
        assert "waits beside the camera: a recording waits" in " ".join(seat.part("#help-text").split())
        await seat.press("+escape")
        await tell(seat, feed, seen("36226"))
        await seat.press("3", "+right", "+right", "4", "+space")
        assert rolls(seat) == [(1, "36246")]


async def test_hold_gives_way_to_a_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533"))
        await seat.press("+space", "h", "1")
        await tell(seat, feed, seen("55566", number=2, kept=(0, 1, 2)))
        assert "space accepts" in said(seat)


# What was kept


async def test_h_says_which_dice_of_a_reading_were_kept(tmp_path: Path) -> None:
    """The camera saw two dice lie still that were pushed aside and thrown; the five beside them stayed."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        await seat.press("h")
        assert "1–5: that die was kept, or thrown again." in said(seat)
        await seat.press("3")
        assert "Kept: 5." in said(seat)
        assert seat.part("#dice").count("keep") == 1
        assert camera_heard(feed) == ("keep", (1,))
        await seat.press("4")
        assert "Kept: 5 6." in said(seat)
        assert camera_heard(feed) == ("keep", (1, 3))
        await seat.press("1")
        assert "3 5 6 cannot have been kept: roll 1 was 5 5 1 2 6." in said(seat)
        await seat.press("+space")
        roll = seat.session.state.roll
        assert roll is not None
        assert (str(roll.dice), roll.number, roll.kept) == ("35563", 2, (5, 6))


async def test_h_lets_all_dice_go_and_never_keeps_five(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("55126", number=2, kept=(0, 1, 2, 3)))
        assert seat.table.offer is None, "the dice that are recorded already"
        await tell(seat, feed, seen("55626", number=2, kept=(0, 1, 3, 4)))
        await seat.press("h", "1245")
        assert "No die was kept." in said(seat)
        assert "keep" not in seat.part("#dice")
        await seat.press("+escape")
        assert "Roll 2 read: space accepts" in said(seat), "esc is done with h, and leaves the reading"


async def test_h_says_why_it_can_keep_nothing(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("h")
        assert "No die was kept before a first roll; n says that it was another one." in said(seat)
        await seat.press("4", "+escape", "n", "h", "1")
        assert "Kept: 5." in said(seat), "the roll before is not recorded: any die may have been kept"
        await tell(seat, feed, seen("5512"))
        await seat.press("h")
        assert "First type the five dice; then h says which of them were kept." in said(seat)


async def test_h_leaves_the_die_that_was_typed_over_a_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        await seat.press("1")
        assert seat.part("#dice").count("keep") == 2, "what was kept is seen while a die is put right"
        await seat.press("h", "1", "2", "+enter")
        roll = seat.session.state.roll
        assert roll is not None
        assert (str(roll.dice), roll.kept) == ("15563", (1, 5))


# Space while dice are typed


async def test_space_records_the_corrected_dice_as_enter_does(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("36226"))
        await seat.press("2", "+space")
        assert rolls(seat) == [(1, "26226")]
        assert camera_heard(feed) == ("correct", (2, 6, 2, 2, 6), 1)


async def test_space_waits_for_a_die_that_was_taken_away(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("36226"))
        await seat.press("2", "+backspace", "+space")
        assert rolls(seat) == []
        assert "One more die is needed." in said(seat)


async def test_space_records_the_missed_roll_that_is_typed_and_leaves_the_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await tell(seat, feed, seen("12346", number=2, guess="All five dice were thrown again."))
        await seat.press("m", "4", "+space")
        assert rolls(seat) == [(1, "45126")]
        assert "Roll 2 read: space accepts" in said(seat)
        await seat.press("+space")
        assert rolls(seat) == [(1, "45126"), (2, "12346")]


# That was no roll


async def test_esc_says_to_the_camera_as_well_that_it_was_no_roll(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("12346"))
        await seat.press("+escape")
        assert "No roll yet" in seat.part("#title")
        assert "That was no roll. The next throw is roll 1." in said(seat)
        assert camera_heard(feed) == ("dismiss", 0)
        await tell(seat, feed, seen("12345"))
        await seat.press("+space")
        await tell(seat, feed, seen("66646", number=2, kept=(4,)))
        await seat.press("+escape")
        assert camera_heard(feed) == ("dismiss", 1)


async def test_esc_from_typing_leaves_the_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("12346"))
        await seat.press("5", "+escape")
        assert "Roll 1 read" in seat.part("#title")
        assert [told[0] for told in feed.told] == []


async def test_undo_tells_the_camera_the_number_and_no_dice(tmp_path: Path) -> None:
    """The second roll's dice lie there, not the first's."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        await seat.press("+space", "u")
        assert camera_heard(feed) == ("dismiss", 1)
        await seat.press("U")
        assert camera_heard(feed) == ("correct", (3, 5, 5, 6, 3), 2)
        await seat.press("u", "u")
        assert camera_heard(feed) == ("new turn",)


async def test_undo_takes_back_what_n_did_and_then_the_roll(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        feed.shown = FakeView(reading=reading("55533"))
        await tell(seat, feed, seen("55533"))
        await seat.press("+space", "nn")
        assert rolls(seat) == [(3, "55533")]
        await seat.press("u")
        assert rolls(seat) == [(2, "55533")]
        assert said(seat).endswith("Not roll 3: roll 2 again")
        assert camera_heard(feed) == ("correct", (5, 5, 5, 3, 3), 2)
        await seat.press("u")
        assert rolls(seat) == [(1, "55533")]
        await seat.press("U")
        assert rolls(seat) == [(2, "55533")]
        assert "Not roll 1: roll 2 after all" in said(seat)
        assert camera_heard(feed) == ("correct", (5, 5, 5, 3, 3), 2)
        feed.shown = FakeView()
        await seat.press("uu")
        assert rolls(seat) == []
        assert "roll 1, 5 5 5 3 3 taken back" in said(seat)
        await seat.press("U")
        assert rolls(seat) == [(1, "55533")]


async def test_a_reading_that_was_taken_back_is_offered_again_while_its_dice_lie_there(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        feed.shown = FakeView(reading=reading("35563"))
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        await seat.press("1", "+enter")
        assert rolls(seat) == [(1, "55126"), (2, "15563")]
        told = len(feed.told)
        await seat.press("u")
        assert "Roll 2 read: space accepts" in said(seat)
        assert "taken back" in said(seat)
        assert feed.told[told:] == [("correct", None, 2), ("dismiss", 1), ("keep", (1, 2))], (
            "a recording does not play on meanwhile"
        )
        await seat.press("+space")
        assert rolls(seat) == [(1, "55126"), (2, "35563")], "as it was read, this time"
        assert seat.session.state.rolls[1].kept == (5, 5)
        assert camera_heard(feed) == ("correct", (3, 5, 5, 6, 3), 2)


async def test_a_reading_that_replaced_a_roll_is_offered_again_when_it_is_taken_back(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("55366", number=2, kept=(0, 1)))
        await seat.press("+space")
        feed.shown = FakeView(reading=reading("55566"))
        await tell(seat, feed, seen("55566", number=3, kept=(0, 1, 3, 4)))
        await seat.press("n")
        assert "Roll 2 read" in seat.part("#title")
        await seat.press("+space")
        assert rolls(seat)[-1] == (2, "55566")
        await seat.press("u")
        assert rolls(seat)[-1] == (2, "55366")
        assert seat.table.offer is not None
        assert seat.table.offer.values == (5, 5, 5, 6, 6)


async def test_space_after_undo_names_the_key_when_the_dice_are_gone(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        feed.shown = FakeView(reading=reading("12346"))
        await seat.press("u")
        assert seat.table.offer is None
        await seat.press("+space")
        assert "There is no reading to accept. U puts back the roll that was taken back; or type the dice." in said(
            seat
        )


# Space was forgotten


async def test_four_dice_seen_of_a_second_roll_are_typed_as_the_second(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("5536", number=2, doubts="1"))
        await seat.press("55366", "+enter")
        assert rolls(seat) == [(1, "55126"), (2, "55366")]


async def test_renaming_a_player_does_not_disturb_the_reading(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        told = len(feed.told)
        seat.game._do(lambda: seat.session.do(Renamed(0, "Anna")))
        await seat.pilot.pause()
        assert "Roll 1 read" in seat.part("#title")
        assert ("new turn",) not in feed.told[told:]


# Space without a reading


async def test_space_says_why_nothing_was_read(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        for shown, why in (
            (FakeView(reading=reading("5553")), "The camera sees 4 dice, not five: move them apart, or type them."),
            (FakeView(reading=reading("")), "The camera sees no dice."),
            (FakeView("hands in view"), "Now: hands in view."),
            (FakeView("lost, retry in 4 s", live=False), "The camera is lost, retry in 4 s; type the dice."),
            (FakeView("not found, retry in 4 s", live=False), "The camera was not found, retry in 4 s; type the dice."),
            (FakeView("failed", live=False), "The camera has failed; type the dice."),
            (FakeView("frozen for 9 s", live=False), "The camera has been frozen for 9 s; type the dice."),
            (FakeView("no picture for 3 s", live=False), "There was no picture for 3 s; type the dice."),
            (FakeView("ended", live=False), "The recording is over; type the dice."),
            (FakeView("opening", live=False), "The camera is being opened: wait a moment, or type the dice."),
        ):
            feed.shown = shown
            await seat.press("+space")
            assert f"There is no reading to accept. {why}" in said(seat)


async def test_in_a_narrow_window_the_longest_words_of_the_camera_are_not_cut(tmp_path: Path) -> None:
    guess = "This would be a fourth roll: was a movement taken for a roll before?"
    six = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")
    async with watched_game(tmp_path, *six, size=(60, 20)) as (seat, feed):
        await tell(seat, feed, seen("55126", doubts="4"))
        await tell(seat, feed, seen("35563", number=3, kept=(1, 2), doubts="5", guess=guess))
        words = f"Roll 1 was not recorded, since it was not certain: m puts it in. {guess}"
        assert words in said(seat)
        assert "Roll 3 read: space accepts" in said(seat)
        await seat.press("+space")
        assert "1 2 3 4 5 6" in seat.part("#pad"), "the keypad is back"
