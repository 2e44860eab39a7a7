"""A file of saved games that is damaged as a whole, or cannot be written: people play tonight, and nothing is lost."""

from __future__ import annotations

import io
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from kismet.dice import Dice
from kismet.game import Game, Renamed, Rolled
from kismet.journal import Journal, JournalError, Saved
from tests.kismet.evenings import after, save, to_the_end
from tests.tui.seat import Silent, app_at, no_camera
from tui.app import KismetApp
from tui.aside import Shelf, open_to_play
from tui.cli import main
from tui.screens.home import HomeScreen
from tui.session import Session

LETTER = b"this is no database, but a letter to my aunt " * 200


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twenty games; and a home folder of the user's that is not the one of whoever runs the tests."""
    home = tmp_path / "data"
    monkeypatch.setenv("KISMET_HOME", str(home))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    (tmp_path / "user").mkdir()
    save(home, *[to_the_end(Game.start([f"Ann{number}"])) for number in range(20)]).close()
    return home


@pytest.fixture
def path(home: Path) -> Path:
    return home / "games.sqlite3"


def letter(path: Path) -> None:
    path.write_bytes(LETTER)


def zeroed(path: Path) -> None:
    path.write_bytes(bytes(100) + path.read_bytes()[100:])


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def no_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE events")


def spoiled_form(path: Path) -> None:
    """The words that say what the tables hold, with a byte that is no letter."""
    path.write_bytes(path.read_bytes().replace(b"started TEXT NOT NULL", b"started TEXT NOT NU\xccL", 1))


def no_numbers(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"id INTEGER PRIMARY KEY", b"id INTEGER PRIMARY KEX", 1))


def anothers(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")


def spoiled_list(path: Path) -> None:
    """The page that begins the list of games; the games themselves are whole."""
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()
    whole = path.read_bytes()
    path.write_bytes(whole[: (page - 1) * 4096] + b"\xa5" * 4096 + whole[page * 4096 :])


WHOLLY = [letter, zeroed, no_tables, anothers]


def saved(journal: Journal) -> list[Saved]:
    return journal.games()


def set_aside(path: Path) -> Path:
    (kept,) = path.parent.glob("games-damaged-*.sqlite3")
    return kept


@pytest.mark.parametrize("spoil", [*WHOLLY, torn, spoiled_list, spoiled_form, no_numbers])
def test_a_damaged_file_is_set_aside_unchanged_and_a_game_can_be_played(
    path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(path)
    before = path.read_bytes()
    shelf = open_to_play(path)
    try:
        assert set_aside(path).read_bytes() == before
        assert shelf.note.startswith(
            f"The file of saved games is damaged: it is kept unchanged as {set_aside(path)}, and a new one was begun"
        )
        session = Session.new(shelf.journal, ("Zoe",))
        session.roll(Dice.parse("66612"))
        assert saved(shelf.journal)[0].players == ("Zoe",)
    finally:
        shelf.journal.close()
    again = open_to_play(path)
    assert (again.note, saved(again.journal)[0].players) == ("", ("Zoe",))
    again.journal.close()


@pytest.mark.parametrize(("spoil", "least"), [(torn, 1), (spoiled_list, 20), (no_numbers, 20), (spoiled_form, 20)])
def test_games_that_can_still_be_read_are_in_the_new_file(
    path: Path, spoil: Callable[[Path], None], least: int
) -> None:
    with closing(Journal(path, read_only=True)) as journal:
        whole = {game.id: journal.load(game.id) for game in saved(journal)}
    spoil(path)
    shelf = open_to_play(path)
    with closing(shelf.journal) as journal:
        found = {game.id: journal.load(game.id) for game in saved(journal)}
    assert least <= len(found) <= 20
    assert all(whole[number] == game for number, game in found.items())
    assert f"with {len(found)} old game" in shelf.note


def test_a_game_that_is_sound_in_part_is_in_the_new_file_up_to_there_and_named(path: Path) -> None:
    with closing(Journal(path, read_only=True)) as journal:
        whole = journal.load(5)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET event = '{' WHERE game = 5 AND seq = 11")
    spoiled_list(path)
    shelf = open_to_play(path)
    assert shelf.note.endswith("with 20 old games that can still be read (game 5 only up to where it is damaged).")
    with closing(shelf.journal) as journal:
        assert journal.load(5).log == whole.log[:11]


def test_pictures_of_games_that_cannot_be_read_are_kept(path: Path) -> None:
    (path.parent / "snapshots" / "1").mkdir(parents=True)
    (path.parent / "snapshots" / "1" / "turn0-roll1.jpg").write_bytes(b"a picture")
    letter(path)
    open_to_play(path).journal.close()
    (kept,) = path.parent.glob("snapshots*/1/*.jpg")
    assert kept.read_bytes() == b"a picture"
    assert not (path.parent / "snapshots").exists(), "the next game 1 is another one"


def test_a_second_damaged_file_of_the_same_day_does_not_replace_the_first(path: Path) -> None:
    for text in (b"first " * 900, b"second " * 900):
        path.write_bytes(text)
        open_to_play(path).journal.close()
    kept = {file.read_bytes()[:5] for file in path.parent.glob("games-damaged-*.sqlite3")}
    assert kept == {b"first", b"secon"}


@pytest.mark.parametrize("spoil", WHOLLY)
@pytest.mark.parametrize(
    "command",
    [
        "history",
        "history --game 3",
        "export last",
        "watch --once",
        "play --plain --resume 3",
        "play --plain --resume last",
    ],
)
def test_commands_on_it_say_one_sentence_and_touch_nothing(
    path: Path, spoil: Callable[[Path], None], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(path)
    before = path.read_bytes()
    assert main(command.split()) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        f"kismet: {path} is not a file of saved games or is damaged; it is left as it is, and whoever begins a game "
        "gets a new file beside it.\n"
    )
    assert path.read_bytes() == before


def test_plain_lines_begin_a_game_all_the_same_and_say_why_beside_it(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    letter(path)
    monkeypatch.setattr("sys.stdin", io.StringIO("11634\nquit\n"))
    assert main(["play", "--plain", "--players", "Zoe"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Game 1, saved at every step.")
    assert told.err.startswith("kismet: The file of saved games is damaged: it is kept unchanged as ")
    assert told.err.count("\n") == 1
    assert set_aside(path).read_bytes() == LETTER


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [newer, a_folder])
def test_a_file_that_is_not_to_be_written_is_left_and_games_are_kept_elsewhere(
    path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(path)
    before = None if path.is_dir() else path.read_bytes()
    for players in ([], [("Zoe",)]):
        shelf = open_to_play(path)
        folder = path.parent / "kismet-games"
        assert shelf.journal.path.parent == folder
        assert f"meanwhile, games are kept in {folder} (KISMET_HOME={folder} shows them later)" in shelf.note
        assert [game.players for game in saved(shelf.journal)] == players, "the same place the next day"
        Session.new(shelf.journal, ("Zoe",)).roll(Dice.parse("66612"))
        shelf.journal.close()
    assert before is None or path.read_bytes() == before


def test_where_the_folder_is_not_to_be_written_the_users_own_will_do(tmp_path: Path, home: Path) -> None:
    shutil.rmtree(home)
    home.write_text("a file")
    shelf = open_to_play(home / "games.sqlite3")
    assert shelf.journal.path.parent == tmp_path / "user" / "kismet-games"
    shelf.journal.close()
    with pytest.raises(JournalError, match="Cannot open"):
        open_to_play(home / "games.sqlite3", elsewhere=False)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_write_protected_folder_is_told(path: Path) -> None:
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        shelf = open_to_play(path)
        assert "write-protected" in shelf.note
        shelf.journal.close()
    finally:
        path.parent.chmod(0o700)


def test_a_file_that_another_program_keeps_locked_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **{**options, "timeout": 0}))
    with closing(connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        shelf = open_to_play(path)
        assert shelf.note.startswith(f"Cannot save games in {path}: another program keeps it locked; meanwhile,")
        shelf.journal.close()
        other.execute("ROLLBACK")
    shelf = open_to_play(path)
    assert (shelf.note, len(saved(shelf.journal))) == ("", 20)
    shelf.journal.close()


async def test_the_app_says_on_its_first_screen_what_was_wrong_and_plays(path: Path) -> None:
    letter(path)
    shelf = open_to_play(path)
    with closing(shelf.journal):
        app = app_on(shelf, path)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            told = " ".join(shown(app).split())
            assert "The file of saved games is damaged: it is kept unchanged as" in told
            assert "and a new one was begun." in told
            assert "New game" in told
            await pilot.press("n")
            await pilot.pause()
            await pilot.press(*"Zoe", "enter", "enter", *"66612", "enter")
            await pilot.pause()
            assert saved(shelf.journal)[0].players == ("Zoe",)


def app_on(shelf: Shelf, path: Path) -> KismetApp:
    return KismetApp(
        shelf.journal, path.parent / "settings.toml", None, feed=no_camera, advisor=Silent(None), note=shelf.note
    )


def shown(app: KismetApp) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def test_a_game_begun_and_left_is_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    with closing(save(tmp_path, after(Game.start(["Ann"]), Rolled(Dice.parse("66612"), 1)))):
        for lines in ("", "quit\n", "sheet\nhelp\nquit\n"):
            monkeypatch.setattr("sys.stdin", io.StringIO(lines))
            assert main(["play", "--plain", "--players", "Zoe"]) == 0
            assert capsys.readouterr().out.startswith("Game 2, saved")
        assert main(["history"]) == 0
        assert "Zoe" not in capsys.readouterr().out


def nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that is write-protected: the file opens, and every write is refused."""
    connect = sqlite3.connect

    def protected(*args: object, **options: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **options)  # type: ignore[call-overload]
        db.execute("PRAGMA query_only = ON")
        return db

    monkeypatch.setattr(sqlite3, "connect", protected)


def test_a_game_on_a_write_protected_disk_is_not_said_to_be_saved_at_every_step(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing_can_be_written(monkeypatch)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    for command in ("play --plain --resume 3", "play --plain --players Zoe"):
        assert main(command.split()) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err == (
            f"kismet: Cannot save games in {path}: it is write-protected. KISMET_HOME=FOLDER saves games in another "
            "folder.\n"
        )


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="other systems say so themselves")
def test_a_disk_that_can_only_be_read_is_not_said_to_be_full(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing_can_be_written(monkeypatch)
    disk = os.statvfs(path.parent)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=disk.f_flag | os.ST_RDONLY))
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    assert main(["play", "--plain", "--players", "Zoe"]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"kismet: Cannot save games in {path}: the disk can only be read.")


async def test_a_folder_of_the_files_name_is_said_in_the_app_and_left_alone(path: Path) -> None:
    path.rename(path.with_name("old.sqlite3"))
    (path / "mine").mkdir(parents=True)
    shelf = open_to_play(path)
    with closing(shelf.journal):
        app = app_on(shelf, path)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert f"{path.name}: a folder is in its place; meanwhile" in " ".join(
                shown(app).replace("\n", " ").split()
            )
    assert (path / "mine").is_dir()


def test_a_lock_that_comes_in_mid_game_costs_one_step_and_is_told_in_people_s_words(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **{**options, "timeout": 0}))
    shelf = open_to_play(path)
    session = Session.new(shelf.journal, ("Zoe",))
    with closing(shelf.journal), closing(connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError) as caught:
            session.roll(Dice.parse("66612"))
        assert str(caught.value) == (
            f"Cannot save the game in {path}: another program keeps it locked. So that was not saved and does not "
            "count; all before it is safe. `kismet doctor` says what to do; then do it again."
        )
        other.execute("ROLLBACK")
        session.roll(Dice.parse("66612"))
        assert shelf.journal.load(session.game_id).state.dice == Dice.parse("66612")


def test_a_game_that_was_deleted_elsewhere_says_so(path: Path) -> None:
    shelf = open_to_play(path)
    session = Session.new(shelf.journal, ("Zoe",))
    with closing(shelf.journal) as journal:
        journal.delete(session.game_id)
        with pytest.raises(JournalError, match="This game was deleted in another window; begin a new one"):
            session.roll(Dice.parse("66612"))


async def test_a_new_game_that_is_left_in_the_app_is_no_game(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Zoe", "+enter", "+enter")
        assert seat.session.state.players == ("Zoe",)
        await seat.press("q")
        assert isinstance(seat.app.screen, HomeScreen)
        assert "All games" not in seat.text
        assert "Resume" not in seat.text
        assert seat.app.journal.numbers() == frozenset()
        await seat.press("n", "+enter", "+enter")
        await seat.roll("66612")
        await seat.press("q")
        assert "Resume Zoe: round 1" in seat.text
        assert "All games (1)" in seat.text


async def test_a_new_game_is_no_game_after_a_quit_in_its_midst(tmp_path: Path) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n", "Zoe", "+enter", "+enter")
        await seat.press("+ctrl+q")
    with closing(Journal(tmp_path / "games.sqlite3")) as journal:
        assert journal.numbers() == frozenset()


def test_a_game_that_was_begun_when_the_power_failed_is_not_listed_and_lost_to_nobody(tmp_path: Path) -> None:
    with closing(save(tmp_path, Game.start(["Ann"]), Game.start(["Bob"]).apply(Renamed(0, "Bo")))) as journal:
        assert [game.players for game in journal.games()] == [("Bo",)], "a name was changed: somebody wants that game"
        assert Session.resume(journal, 1).state.players == ("Ann",)
        Session.resume(journal, 2).leave()
        assert journal.numbers() == {1, 2}


def test_spoiled_bytes_anywhere_end_no_command_and_a_game_can_always_be_begun(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = path.read_bytes()
    for seed in range(12):
        throw = random.Random(seed)
        data = bytearray(whole)
        for _ in range(throw.randint(1, 200)):
            data[throw.randrange(len(data))] ^= 1 << throw.randrange(8)
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        path.write_bytes(data)
        for command in ("history", "history --game 3", "export last", "watch --once"):
            status = main(command.split())
            told = capsys.readouterr()
            assert told.err.count("\n") == status, f"one sentence, or none: {seed}, {command}"
            assert bool(told.out) == (status == 0)
        monkeypatch.setattr("sys.stdin", io.StringIO("11634\nquit\n"))
        assert main(["play", "--plain", "--players", "Zoe"]) == 0
        assert "Zoe, roll 1 of 3: 1 1 6 3 4." in capsys.readouterr().out


def test_a_saved_game_is_gone_on_with_in_the_new_file_if_it_can_be_read(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoiled_form(path)
    assert main(["history"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "--plain", "--resume", "20"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Game 20, saved at every step. The game is over. Ann19 has ")
    assert told.err.endswith("and a new one was begun, with 20 old games that can still be read.\n")
