"""Dice that a camera reads: offered, never scored by themselves, and put right by typing over one die."""

from __future__ import annotations

from pathlib import Path

from kismet.boxes import Box
from kismet.game import Origin
from tests.tui.fake_feed import FakeFeed, FakeView, reading, seen, table_picture
from tests.tui.seat import LARGE, game_of
from tests.tui.watched_seat import tell, watched_game
from tui import settings
from tui.camera import CameraWords, TableCleared
from tui.screens.camera import CameraScreen
from tui.widgets.camera import CameraPane


async def test_a_reading_is_offered_and_space_records_it(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533"))
        assert seat.session.state.dice is None, "nothing is recorded by itself"
        assert "space accepts" in seat.text
        await seat.press("+space")
        roll = seat.session.state.roll
        assert roll is not None
        assert (str(roll.dice), roll.origin) == ("55533", Origin.CAMERA)
        assert "‹36›◂" in seat.text
        assert not seat.session.state.turns, "nothing is scored by itself"


async def test_the_title_speaks_of_the_roll_that_the_camera_read(tmp_path: Path) -> None:
    """Not of none, while the line under the dice says that one was read."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        assert "No roll yet" in seat.part("#title")
        await tell(seat, feed, seen("12346"))
        assert "Roll 1 read" in seat.part("#title")
        await seat.press("+escape")
        assert "No roll yet" in seat.part("#title")
        await tell(seat, feed, seen("12345"))
        await seat.press("+space")
        assert "Roll 1 of 3" in seat.part("#title")
        await tell(seat, feed, seen("66646", number=2))
        assert "Roll 2 read" in seat.part("#title")
    async with watched_game(tmp_path, "Bartholomew", size=(44, 20)) as (seat, feed):
        await tell(seat, feed, seen("12346"))
        assert "1/3?" in seat.part("#title"), "a narrow window has no room for words"


async def test_the_sheet_shows_what_the_offered_dice_would_score_but_scores_nothing(tmp_path: Path) -> None:
    """Other dice are shown than are recorded: Enter must not score the old ones."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("12346"))
        await seat.press("+space")
        await tell(seat, feed, seen("66646", number=2, kept=(4,)))
        assert "‹24›" in seat.text, "Sixes with the offered dice"
        await seat.press("+enter", "s")
        assert "First the reading" in seat.text
        assert not seat.session.state.turns
        await seat.press("+escape")
        assert "‹24›" not in seat.text
        await tell(seat, feed, seen("66646", number=2, kept=(4,)))
        await seat.press("+space", "s")
        assert seat.session.state.totals == (53,)


async def test_the_cursor_goes_to_the_best_box_of_the_offered_dice(tmp_path: Path) -> None:
    left = [("22345", key) for key in "23456ptsfhlkyz"]
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, "Ann", "Bob", feed=make, camera="0", turns=[]) as seat:
        await seat.press("g", "z")
        await tell(seat, feeds[0], seen("11112"))
        assert seat.table.box is Box.FOUR_OF_A_KIND
    async with game_of(tmp_path, "Ann", feed=make, camera="0", turns=left) as seat:
        await seat.press("g", "z")
        await tell(seat, feeds[-1], seen("11112"))
        assert seat.table.box is Box.ACES


async def test_a_doubtful_die_is_marked_and_typed_over(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533", doubts="4"))
        assert "3?▲" in seat.text
        await seat.press("6")
        assert seat.table.entry is not None
        assert seat.table.entry.slots == (5, 5, 5, 6, 3)
        await seat.press("+enter")
        roll = seat.session.state.roll
        assert roll is not None
        assert (str(roll.dice), roll.number, roll.origin) == ("55563", 1, Origin.TYPED)


async def test_what_boxes_would_score_follows_the_die_that_is_typed_over(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("36226"))

        def yarborough() -> str:
            row = next(line for line in seat.part("#sheet").splitlines() if "Yarborough" in line)
            return row.split("Yarborough")[1].strip(" ◂")

        assert yarborough() == "‹19›"
        await seat.press("2")
        assert yarborough() == "‹18›"
        await seat.press("+backspace")
        assert yarborough() == "·", "with four dice nothing can be scored"
        await seat.press("4")
        assert yarborough() == "‹20›"
        await seat.press("+escape")
        assert yarborough() == "‹19›", "as it was read"


async def test_a_recorded_reading_is_put_right_by_typing_over_one_die(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533"))
        await seat.press("+space")
        await seat.pilot.click("#dice", offset=(20, 1))
        assert seat.table.held == {3}, "a click holds a die while a roll is left"
        await seat.press("+escape", "5", "+right", "+right", "6", "+enter")
        assert str(seat.session.state.dice) == "55563"


async def test_kept_dice_are_shown_and_recorded(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("35563", number=2, kept=(1, 2)))
        assert seat.text.count("keep") == 2
        await seat.press("+space")
        roll = seat.session.state.roll
        assert roll is not None
        assert (roll.number, roll.kept) == (2, (5, 5))


async def test_rolls_that_nobody_accepted_still_count(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await tell(seat, feed, seen("55366", number=2, kept=(0, 1)))
        await tell(seat, feed, seen("55566", number=3, kept=(0, 1, 3, 4)))
        await seat.press("+space")
        assert (str(seat.session.state.dice), seat.session.state.roll_number) == ("55566", 3)


async def test_the_same_dice_seen_again_are_not_offered_again(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55126"))
        await seat.press("+space")
        await tell(seat, feed, seen("61255"))
        assert seat.table.offer is None


async def test_a_reading_never_disturbs_dice_being_typed(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await seat.press("11")
        await tell(seat, feed, seen("55533"))
        assert seat.table.entry is not None
        assert seat.table.entry.slots[:2] == (1, 1)
        assert seat.table.offer is None


async def test_four_dice_are_no_roll(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("5553"))
        assert "Not all five dice are read: type them" in " ".join(seat.part("#prompt").split())
        await seat.press("+space")
        assert seat.session.state.dice is None
        await seat.press("55533", "+enter")
        assert str(seat.session.state.dice) == "55533"


async def test_dice_taken_off_the_table_can_still_be_accepted(tmp_path: Path) -> None:
    """Who scoops the dice up before pressing space has rolled them all the same."""
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("55533"))
        await tell(seat, feed, TableCleared())
        assert "space still records them as roll 1" in " ".join(seat.part("#message").split())
        await seat.press("+space", "s")
        assert seat.session.state.totals == (36,)
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await tell(seat, feed, seen("5553"))
        await tell(seat, feed, TableCleared())
        assert seat.table.offer is None, "four dice are no roll, on the table or off it"


async def test_a_lost_camera_is_told_and_typing_goes_on(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        feed.shown = FakeView("lost, retry in 4 s", live=False)
        await tell(seat, feed, CameraWords("The camera was unplugged."))
        seat.game._look()
        await seat.pilot.pause()
        assert "cam ○ lost, retry in 4 s" in seat.text
        assert "The camera was unplugged." in seat.text
        await seat.roll("55533")
        assert str(seat.session.state.dice) == "55533"


async def test_the_prompt_speaks_of_throwing_only_while_throws_are_seen(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        for words, live, prompt in (
            ("opening", False, "Ann: throw the dice, or type five digits."),
            ("live", True, "Ann: throw the dice, or type five digits."),
            ("lost, retry in 4 s", False, "Ann: roll, then type five digits."),
            ("not found, retry in 4 s", False, "Ann: roll, then type five digits."),
            ("failed", False, "Ann: roll, then type five digits."),
            ("ended", False, "Ann: roll, then type five digits."),
        ):
            feed.shown = FakeView(words, live)
            seat.game._look()
            await seat.pilot.pause()
            assert " ".join(seat.part("#prompt").split()) == prompt, words
        await seat.roll("55533")
        assert "h holds dice, r rolls again" in " ".join(seat.part("#prompt").split()), "typed, as without a camera"


async def test_the_last_picture_of_a_lost_camera_has_no_numbers(tmp_path: Path) -> None:
    """The dice may lie otherwise by now. A recording that is over shows how they lie."""
    numbers = set("12345")
    async with watched_game(tmp_path, "Ann", size=LARGE) as (seat, feed):
        for words, live, title, shown in (
            ("live", True, "camera", True),
            ("lost, retry in 4 s", False, "the last picture", False),
            ("live", True, "camera", True),
            ("failed", False, "the last picture", False),
            ("ended", False, "camera", True),
        ):
            feed.shown = FakeView(words, live, frame=table_picture(), reading=reading("12345"), number=1)
            seat.game._look()
            await seat.pilot.pause()
            heading, *picture = seat.part("#camera").splitlines()
            assert title in heading
            assert (numbers <= set("".join(picture))) is shown, words


async def test_what_was_said_of_an_absent_camera_goes_when_there_are_pictures(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        feed.shown = FakeView("lost, retry in 4 s", live=False)
        await tell(seat, feed, CameraWords("The phone refuses this password.", absent=True))
        seat.game._look()
        await seat.pilot.pause()
        assert "refuses this password" in seat.text
        feed.shown = FakeView()
        seat.game._look()
        await seat.pilot.pause()
        assert "refuses this password" not in seat.text
        await tell(seat, feed, CameraWords("Two dice touch."))
        seat.game._look()
        await seat.pilot.pause()
        assert "Two dice touch." in seat.text, "a doubt is of a camera that sees"


async def test_v_switches_the_camera_off_and_on(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        await seat.press("v")
        assert feed.closed
        assert "cam ○ off" in seat.text
        await seat.press("v")
        assert "cam ● live" in seat.text
        assert settings.load(tmp_path / "settings.toml").camera == "0"


async def test_the_first_v_asks_which_camera(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", feed=FakeFeed) as seat:
        await seat.press("v")
        assert isinstance(seat.app.screen, CameraScreen)
        await seat.press("+enter")
        assert seat.app.eye.on
        assert seat.app.eye.source == "0"


async def test_a_camera_named_wrongly_is_named_anew(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann") as (seat, feed):
        assert feed is not None
        await seat.press("V")
        assert isinstance(seat.app.screen, CameraScreen)
        await seat.press(*["+backspace"] * 3, "http://phone:8080/video", "+enter")
        assert seat.app.eye.source == "http://phone:8080/video"
        assert seat.app.eye.on
        assert settings.load(tmp_path / "settings.toml").camera == "http://phone:8080/video"


async def test_a_password_is_kept_and_never_shown(tmp_path: Path) -> None:
    secret = "rtsp://ann:pass%20word@phone:554/live?key=4711"
    feeds: list[FakeFeed] = []

    def make(source: str) -> FakeFeed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, "Ann", feed=make, camera=secret) as seat:
        await seat.press("V")
        assert "rtsp://ann:•••@phone:554/live?•••" in seat.text
        assert "••• is what you typed before" in seat.text
        assert "pass" not in seat.text
        assert "4711" not in seat.text
        await seat.press("+enter")
        assert feeds[-1].source == secret
        await seat.press("V", "+home", *["+right"] * len("rtsp://ann:•••@phone"), "2", "+enter")
        assert feeds[-1].source == "rtsp://ann:pass%20word@phone2:554/live?key=4711", "another host, the same password"
        await seat.press("V", *["+backspace"] * 60, "http://eve:new@phone/", "+enter")
        assert feeds[-1].source == "http://eve:new@phone/"


def test_the_file_with_the_cameras_address_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('camera = "http://ann:secret@phone/"\n', encoding="utf-8")
    file.chmod(0o644)
    assert settings.load(file).camera == "http://ann:secret@phone/"
    assert file.stat().st_mode & 0o077 == 0, "an older version wrote it for everybody"
    file.with_suffix(".new").write_text("half a file", encoding="utf-8")
    settings.save(file, settings.load(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert settings.load(file).camera == "http://ann:secret@phone/"


async def test_what_is_no_camera_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann", camera="nowhere") as seat:
        assert not seat.app.eye.on
        assert [note.message for note in seat.app._notifications] == ["There is no camera nowhere."]


async def test_the_picture_is_shown_with_each_number_beside_its_die(tmp_path: Path) -> None:
    async with watched_game(tmp_path, "Ann", size=LARGE) as (seat, feed):
        feed.shown = FakeView(frame=table_picture(), reading=reading("12345", doubts="3"), number=1)
        seat.game._look()
        await seat.pilot.pause()
        pane = seat.app.screen.query_one(CameraPane)
        rows = ["".join(segment.text for segment in pane.render_line(y)) for y in range(pane.size.height)]
        shown = "".join(char for row in rows for char in row if char not in "▀ ")
        assert sorted(shown) == sorted("123?45")
        assert all(len(row) == pane.size.width for row in rows)
