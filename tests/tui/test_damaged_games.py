"""One damaged game in a sound file: it alone is spoken of, in people's words, and all else goes on."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, Rolled
from kismet.journal import Journal
from tests.kismet.evenings import after, save, to_the_end
from tests.tui.seat import Seat, app_at
from tui.cli import main
from tui.screens.game import GameScreen
from tui.screens.history import HistoryScreen
from tui.screens.home import HomeScreen

STARTED = '{"event":"started","players":%s,"rules":%s,"first":0}'
ROLLED = '{"event":"rolled","dice":"66612","number":%s,"kept":null,"origin":"typed"}'
DAMAGE: dict[str, tuple[int, str | bytes]] = {
    "cut off": (1, '{"event": "rolled", "dice": "666'),
    "a field missing": (1, '{"event":"rolled"}'),
    "no object": (1, "[1, 2]"),
    "no dice": (1, ROLLED.replace("66612", "99999") % 1),
    "not a number": (1, ROLLED % "NaN"),
    "endless": (1, ROLLED % "1e999"),
    "half a roll": (1, ROLLED % "1.5"),
    "thousands of digits": (1, ROLLED % ("9" * 5000)),
    "the tenth roll": (1, ROLLED % 10),
    "ten players": (0, STARTED % (json.dumps(list("ABCDEFGHIJ")), "{}")),
    "nameless players": (0, STARTED % ("7", "{}")),
    "unknown rules": (0, STARTED % ('["Cleo","Dan"]', '{"moon":1}')),
    "unknown event": (1, '{"event":"danced"}'),
    "unknown box": (2, '{"event":"entered","box":"chance"}'),
    "brackets in brackets": (1, "[" * 100_000),
    "spoiled bytes": (1, b'{"event":\xe5"rolled"}'),
}
"""Which event of the newest game, and what stands in its place."""
LEAKS = re.compile(r"[{}\[\]]|event|KeyError|codec|JSON|sqlite|None|nan|rules|options", re.IGNORECASE)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Game 1 is not over, game 2 is, and game 3, played last, is not."""
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    going = [
        after(Game.start(names), Rolled(Dice.parse("66612"), 1), Entered(Box.SIXES))
        for names in (["Ann", "Bob"], ["Cleo", "Dan"])
    ]
    save(tmp_path, going[0], to_the_end(Game.start(["Eve"])), going[1]).close()
    for number in (1, 2, 3):
        change(
            tmp_path,
            "UPDATE games SET started = ?1, updated = ?1 WHERE id = ?2",
            f"2026-01-0{number}T20:00:00+00:00",
            number,
        )
    return tmp_path


def change(home: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(home / "games.sqlite3")
    with db:
        db.execute(statement, values)
    db.close()


def damage(home: Path, how: str = "cut off") -> None:
    seq, text = DAMAGE[how]
    value = text if isinstance(text, str) else text.decode("latin-1")
    change(home, "UPDATE events SET event = ? WHERE game = 3 AND seq = ?", value, seq)
    if isinstance(text, bytes):
        spoiled = f"UPDATE events SET event = CAST(x'{text.hex()}' AS TEXT) WHERE game = 3 AND seq = ?"
        change(home, spoiled, seq)


def notices(seat: Seat) -> list[str]:
    return [notice.message for notice in seat.app._notifications]


Told = tuple[int, str, str]


@pytest.fixture
def kismet(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    assert home.is_dir()

    def run(*args: str, lines: str = "quit\n") -> Told:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = main(args)
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.parametrize(
    "command", ["history --game 3", "export last", "watch --game 3 --once", "play --plain --resume 3"]
)
def test_a_damaged_game_is_spoken_of_alone_and_in_plain_words(
    home: Path, kismet: Callable[..., Told], how: str, command: str
) -> None:
    damage(home, how)
    before = (home / "games.sqlite3").read_bytes()
    status, out, err = kismet(*command.split())
    assert (status, out) == (1, "")
    assert err.startswith("kismet: Game 3 is damaged")
    rest = "`kismet history` lists them."
    if how == "unknown box":
        rest = "`kismet play --resume 3 --copy` goes on from where it is sound, in a copy."
    assert err.endswith(f"it is kept as it is, and the other games are not concerned: {rest}\n")
    assert err.count("\n") == 1
    assert not LEAKS.search(err), "no word of how games are kept"
    assert (home / "games.sqlite3").read_bytes() == before


def test_the_doctor_names_the_way_to_play_a_damaged_game_on(home: Path, kismet: Callable[..., Told]) -> None:
    damage(home, "unknown box")
    status, out, _ = kismet("doctor")
    assert status == 1
    told = " ".join(out.split())
    assert "Saved games that cannot be opened: 3. `kismet play --resume 3 --copy` plays on from its last sound" in told
    assert kismet("play", "--plain", "--resume", "3", "--copy")[0] == 0


@pytest.mark.parametrize("how", ["unknown event", "unknown rules"])
def test_what_a_newer_version_may_have_saved_is_said_so(home: Path, kismet: Callable[..., Told], how: str) -> None:
    damage(home, how)
    assert "damaged or was saved by a newer version" in kismet("history", "--game", "3")[2]


@pytest.mark.parametrize("how", DAMAGE)
def test_a_list_marks_it_and_shows_the_others(home: Path, kismet: Callable[..., Told], how: str) -> None:
    damage(home, how)
    status, out, _ = kismet("history")
    rows = out.splitlines()
    assert status == 0
    assert "damaged   Cleo, Dan" in rows[1]
    assert "over      Eve" in rows[2]
    assert "round 1   Ann 18, Bob 0" in rows[3]


@pytest.mark.parametrize("how", DAMAGE)
def test_the_last_game_is_the_last_sound_one_that_can_be_gone_on_with(
    home: Path, kismet: Callable[..., Told], how: str
) -> None:
    damage(home, how)
    status, out, err = kismet("play", "--plain", "--resume", "last", lines="11634\nquit\n")
    assert status == 0
    assert out.startswith("Game 1, saved at every step. Round 1 of 15. Bob is to roll.")
    assert err == "kismet: Game 3 is damaged and was passed over; it is kept as it is.\n"
    assert "damaged   Cleo, Dan" in kismet("history")[1], "it is there still"


def test_a_board_shows_the_last_sound_game_and_says_which_it_passed_over(
    home: Path, kismet: Callable[..., Told]
) -> None:
    damage(home)
    status, out, err = kismet("watch", "--once")
    assert (status, err) == (0, "")
    assert out.startswith("Game 3 is damaged and was passed over; it is kept as it is. Game 2: Eve.")


def test_where_all_are_damaged_each_is_named(home: Path, kismet: Callable[..., Told]) -> None:
    change(home, "UPDATE events SET event = '{'")
    for command in ("play --plain --resume last", "watch --once"):
        status, out, err = kismet(*command.split())
        assert (status, out) == (1, "")
        assert err == ("kismet: Games 3, 2 and 1 are damaged and kept as they are, and there is no other one.\n")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM events WHERE game = 3",
        "DELETE FROM events WHERE game = 3 AND seq = 1",
        "UPDATE events SET seq = seq + 10 WHERE game = 3",
    ],
)
def test_a_game_with_something_missing_is_damaged(home: Path, kismet: Callable[..., Told], statement: str) -> None:
    change(home, statement)
    assert "damaged   Cleo, Dan" in kismet("history")[1]
    assert kismet("history", "--game", "3")[2].startswith("kismet: Game 3 is damaged")


@pytest.mark.parametrize(
    "spoiled",
    [
        "players = CAST(x'5b22ff225d' AS TEXT)",
        'players = \'["An\\u001b[31mn", "x\\ny"]\'',
        "players = '[1, 2]'",
        "totals = '[18]'",
        f"totals = '[{'9' * 400}, 0]'",
        "round = 9223372036854775807",
        "updated = '9999-12-31T23:59:59-10:00'",
        "updated = '2026-01-03'",
    ],
)
async def test_a_spoiled_summary_costs_nothing(home: Path, kismet: Callable[..., Told], spoiled: str) -> None:
    change(home, f"UPDATE games SET {spoiled} WHERE id = 3")
    assert "round 1   Cleo 18, Dan 0" in kismet("history")[1]
    async with app_at(home) as seat:
        assert "Resume Cleo, Dan: round 1" in seat.text
        await seat.press("h")
        assert "Cleo 18, Dan 0" in seat.text


def test_a_game_whose_place_in_the_list_is_lost_is_listed_and_others_can_begin(
    home: Path, kismet: Callable[..., Told]
) -> None:
    change(home, "DELETE FROM games WHERE id = 3")
    assert "Cleo 18, Dan 0" in kismet("history")[1]
    assert kismet("play", "--plain", "--players", "Zoe", lines="11634\nquit\n")[1].startswith("Game 4, saved")
    assert "Cleo 18, Dan 0" in kismet("history")[1]


async def test_the_app_resumes_the_last_sound_game_and_says_so(home: Path) -> None:
    damage(home)
    async with app_at(home, size=(100, 30)) as seat:
        assert "Resume Ann, Bob: round 1" in seat.text
        assert "Game 3 is damaged and was passed over; it is kept as it is." in " ".join(seat.text.split())
        await seat.press("r")
        assert isinstance(seat.app.screen, GameScreen)
        assert seat.session.state.players == ("Ann", "Bob")
        said = " ".join(seat.part("#message").split())
        assert said == "Game 3 is damaged and was passed over; it is kept as it is."
        assert not notices(seat), "nothing lies over the game"


async def test_the_apps_list_marks_damaged_games_and_opens_the_others(home: Path) -> None:
    damage(home)
    async with app_at(home, size=(100, 30)) as seat:
        await seat.press("h")
        await seat.app.workers.wait_for_complete(list(seat.app.workers))
        await seat.pilot.pause()
        rows = seat.part("#games").splitlines()
        assert "damaged" in rows[0]
        assert "Cleo 18" not in rows[0], "what it came to, nobody can say"
        assert "over" in rows[1]
        assert "round 1" in rows[2]
        await seat.press("+enter")
        assert isinstance(seat.app.screen, HistoryScreen)
        assert notices(seat) == [
            "Game 3 is damaged and cannot be opened; it is kept as it is, and the other games are not concerned."
        ]
        await seat.press("+down", "+down", "+enter")
        assert seat.session.state.players == ("Ann", "Bob")


def rows_of(home: Path, number: int) -> list[object]:
    db = sqlite3.connect(home / "games.sqlite3")
    rows = db.execute("SELECT * FROM events WHERE game = ? ORDER BY seq", (number,)).fetchall()
    rows += db.execute("SELECT * FROM games WHERE id = ?", (number,)).fetchall()
    db.close()
    return rows


NOTE = "This is game 4, a copy of game 3 up to its last sound step; that one is kept as it is."


def test_a_damaged_game_goes_on_from_its_last_sound_step_in_a_copy(home: Path, kismet: Callable[..., Told]) -> None:
    damage(home, "unknown box")
    before = rows_of(home, 3)
    status, out, err = kismet("play", "--plain", "--resume", "3", "--copy", lines="score sixes\nquit\n")
    assert (status, err) == (0, f"kismet: {NOTE}\n")
    assert out.startswith("Game 4, saved at every step. Cleo, roll 1 of 3: 6 6 6 1 2.")
    assert "Cleo: Sixes 18." in out
    assert rows_of(home, 3) == before, "nothing of the damaged one is lost"
    listed = kismet("history")[1]
    assert "Cleo 18, Dan 0" in listed
    assert "damaged   Cleo, Dan" in listed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--copy", "--copy goes with the number of a damaged game, as in --resume 7 --copy."),
        ("--resume last --copy", "--copy goes with the number of a damaged game, as in --resume 7 --copy."),
        ("--resume 1 --copy", "Game 1 is not damaged; leave --copy out."),
        ("--resume 9 --copy", "There is no saved game number 9."),
    ],
)
def test_a_copy_of_nothing_is_one_sentence(home: Path, kismet: Callable[..., Told], words: str, told: str) -> None:
    damage(home, "unknown box")
    assert kismet("play", "--plain", *words.split()) == (1, "", f"kismet: {told}\n")
    assert "Game 4" not in kismet("history")[1]


def test_statistics_of_somebody_whose_games_are_all_damaged_say_so(home: Path, kismet: Callable[..., Told]) -> None:
    damage(home)
    status, out, err = kismet("history", "Cleo", "--stats")
    assert (status, out) == (1, "")
    assert err == (
        "kismet: No game that can be opened has a player called Cleo. Left out because they are damaged: 3.\n"
    )


async def test_damaged_games_are_found_by_that_word(home: Path) -> None:
    damage(home)
    async with app_at(home) as seat:
        await seat.press("h", "/", "damaged")
        assert "1 of 3 games" in seat.text


def test_where_nothing_is_sound_there_is_no_copy(home: Path, kismet: Callable[..., Told]) -> None:
    damage(home, "cut off")
    status, out, err = kismet("play", "--plain", "--resume", "3", "--copy")
    assert (status, out) == (1, "")
    assert err.startswith("kismet: Game 3 is damaged and cannot be opened; it is kept as it is")


async def test_the_app_offers_a_copy_of_what_is_sound(home: Path) -> None:
    damage(home, "unknown box")
    before = rows_of(home, 3)
    async with app_at(home, size=(100, 30)) as seat:
        assert "h lists it; ⏎ there offers a copy of what is sound." in " ".join(seat.text.split())
        await seat.press("h", "+enter")
        assert (
            " ".join(seat.part(".question").split()) == "Game 3 is damaged. Go on from its last sound step, in a copy?"
        )
        assert "That is round 1: Cleo 0, Dan 0." in seat.text
        await seat.press("n")
        assert "All games (3)" in seat.text, "nothing was copied"
        await seat.press("+enter", "y")
        assert " ".join(seat.part("#message").split()) == NOTE
        assert not notices(seat), "nothing lies over the game"
        assert str(seat.session.state.dice) == "66612"
        await seat.press("g", "6", "+enter", "q")
        assert "Resume Cleo, Dan: round 1" in seat.text
        await seat.press("h")
        assert "All games (4)" in seat.text
    assert rows_of(home, 3) == before


async def test_a_game_that_is_over_is_offered_so_too(home: Path) -> None:
    change(home, "UPDATE events SET event = '{' WHERE game = 2 AND seq = 20")
    async with app_at(home, size=(100, 30)) as seat:
        await seat.press("h", "+down", "r")
        assert (
            " ".join(seat.part(".question").split()) == "Game 2 is damaged. Go on from its last sound step, in a copy?"
        )
        await seat.press("y")
        assert seat.session.state.players == ("Eve",)
        assert len(seat.session.game.log) == 20


async def test_a_damaged_game_can_be_deleted(home: Path) -> None:
    damage(home)
    async with app_at(home) as seat:
        await seat.press("h")
        await seat.app.workers.wait_for_complete(list(seat.app.workers))
        await seat.press("x")
        assert "Delete game 3, which is damaged?" in seat.text
        await seat.press("y")
        assert "All games (2)" in seat.text
        await seat.press("+escape")
        assert isinstance(seat.app.screen, HomeScreen)
        assert "damaged" not in seat.text


def test_a_page_of_the_file_that_is_spoiled_costs_the_games_in_it_alone(
    home: Path, kismet: Callable[..., Told]
) -> None:
    save(home, *[to_the_end(Game.start([name])) for name in "FGHIJKL"]).close()
    path = home / "games.sqlite3"
    pages = path.read_bytes()
    # Leaves of the table of events begin with 10.
    leaves = [at for at in range(4096, len(pages), 4096) if pages[at] == 10]
    at = leaves[len(leaves) // 2]
    path.write_bytes(pages[:at] + b"\xa5" * 4096 + pages[at + 4096 :])
    journal = Journal(path, read_only=True)
    numbers = [saved.id for saved in journal.games()]
    journal.close()
    told = {number: kismet("history", "--game", str(number)) for number in numbers}
    damaged = [number for number, (status, _, _) in told.items() if status]
    assert 0 < len(damaged) < len(numbers) - 2
    assert all(told[number][2].startswith(f"kismet: Game {number} is damaged") for number in damaged)
