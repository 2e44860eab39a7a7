"""Spoken calls, heard by a speech program that is no more than a scribe: it writes down what it is told to say."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Corrected, Entered, Event, Game, Joined, Redone, Renamed, Rolled, Undone
from tests.tui.fake_feed import FakeFeed, seen
from tests.tui.seat import app_at, game_of
from tui.camera import Feed
from tui.cli import main, parser
from tui.settings import Settings, load, save
from tui.speech import Caller
from tui.speech.program import find_program
from tui.speech.speaker import Speaker
from tui.speech.words import call, opening_call, seen_call

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scribe is a script, and listens at a named pipe")

_SCRIBE = """#!{python}
import os, signal, sys
words = " ".join(sys.argv[1:]) if {as_argument} else sys.stdin.buffer.read().decode()
with open({ear!r}, "w", encoding="utf-8") as ear:
    ear.write(f"{{os.getpid()}} {{words}}\\n")
if {long}:
    signal.pause()
sys.exit({status})
"""


MISSING = "There is no speech program: install espeak-ng or speech-dispatcher, then switch calls on again."


class Scribe:
    """Speech programs, and an ear at what they are told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "bin"
        self.folder.mkdir()
        self.ear = folder / "ear"
        os.mkfifo(self.ear)
        self.last = 0
        """Process number of the program heard last."""

    def program(self, name: str, *, as_argument: bool = False, long: bool = False, status: int = 0) -> Path:
        """A program that speaks; a `long` one never ends by itself."""
        path = self.folder / name
        path.write_text(
            _SCRIBE.format(python=sys.executable, as_argument=as_argument, ear=str(self.ear), long=long, status=status),
            encoding="utf-8",
        )
        path.chmod(0o755)
        return path

    def hear(self) -> str:
        """Wait for the next words."""
        with self.ear.open(encoding="utf-8") as ear:
            pid, _, words = ear.read().strip().partition(" ")
        self.last = int(pid)
        return words


@pytest.fixture
def scribe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scribe:
    scribe = Scribe(tmp_path)
    monkeypatch.setenv("PATH", str(scribe.folder))
    monkeypatch.delenv("KISMET_SPEECH", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return scribe


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def no_failure(words: str) -> None:
    raise AssertionError(words)


# What is said


def calls(*events: Event, players: Sequence[str] = ("Ann", "Bob")) -> list[str]:
    game, said = Game.start(players), []
    for event in events:
        after = game.apply(event)
        said.append(call(game, event, after))
        game = after
    return said


def rolled(dice: str, number: int = 1) -> Rolled:
    return Rolled(Dice.parse(dice), number)


def test_a_turn_is_called_in_short_sentences() -> None:
    assert calls(rolled("55521"), rolled("55566", 2), Entered(Box.FULL_HOUSE)) == [
        "Ann: five, five, five, two, one. Roll one of three.",
        "Ann: five, five, five, six, six. Roll two of three.",
        "Full House, 42. Ann has 42. Bob is next.",
    ]


def test_zeros_corrections_undo_and_redo_are_called() -> None:
    assert calls(
        rolled("55521"),
        rolled("55522"),
        Entered(Box.ACES),
        Undone(),
        Redone(),
        Corrected(0, Dice.parse("11155"), Box.ACES),
    )[1:] == [
        "Put right. Ann: five, five, five, two, two. Roll one of three.",
        "Aces, zero. Ann has 0. Bob is next.",
        "Taken back: Ann, Aces. Ann: five, five, five, two, two. Roll one of three.",
        "Put back: Ann, Aces. Bob is to roll.",
        "Put right. Ann: Aces 0 becomes 3. Ann: total 0 becomes 3.",
    ]


def test_a_second_kismet_and_the_end_are_called() -> None:
    events: list[Event] = [
        rolled("55555"),
        Entered(Box.KISMET),
        rolled("12345"),
        Entered(Box.STRAIGHT),
        rolled("44444"),
    ]
    assert calls(*events, Entered(Box.FOURS))[-1] == (
        "Fours, 20. Ann has 95. A second Kismet! A zero for Bob in Aces. Ann is next."
    )
    whole = [event for box in Box for event in (rolled("12345"), Entered(box))]
    assert calls(*whole, players=["Ann"])[-1].endswith("The game is over.")


def test_people_who_come_or_are_renamed_are_called_and_games_opened() -> None:
    assert calls(Joined("Cleo"), Renamed(0, "Anna")) == ["Cleo joins.", "Ann is now called Anna."]
    game = Game.start(["Ann"])
    assert opening_call(game) == "Ann is next."
    assert opening_call(game.apply(rolled("12345"))).startswith("Ann's turn. Ann: one, two")


def test_readings_are_called_with_what_is_doubtful() -> None:
    assert seen_call((5, 5, 1, 2, 6), frozenset({2})) == "Seen: five, five, perhaps one, two, six."
    assert seen_call((5, 5), frozenset()) == "Only two dice. Seen: five, five."
    assert seen_call((), frozenset()) == ""


# Who says it


@pytest.mark.parametrize(
    ("platform", "names", "found"),
    [
        ("linux", ("espeak", "espeak-ng", "spd-say"), "spd-say"),
        ("linux", ("espeak", "espeak-ng"), "espeak-ng"),
        ("darwin", ("say", "espeak"), "say"),
        ("linux", ("say",), None),
    ],
)
def test_the_systems_own_voice_is_found(
    scribe: Scribe, monkeypatch: pytest.MonkeyPatch, platform: str, names: tuple[str, ...], found: str | None
) -> None:
    for name in names:
        scribe.program(name)
    monkeypatch.setattr(sys, "platform", platform)
    program = find_program()
    assert (program and program.name) == found


def test_a_program_that_takes_arguments_gets_the_words_whole(scribe: Scribe) -> None:
    scribe.program("spd-say", as_argument=True)
    caller = Caller(no_failure, wanted=True)
    caller.seen((1, 2, 3, 4, 5))
    assert scribe.hear().endswith(" -- Seen: one, two, three, four, five.")
    caller.close()


def test_another_program_can_be_named(scribe: Scribe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISMET_SPEECH", f"{scribe.program('own voice')!s}".replace(" ", "\\ ") + " --slow")
    caller = Caller(no_failure, wanted=True)
    caller.seen((6,) * 5)
    assert scribe.hear() == "Seen: six, six, six, six, six."
    caller.close()


def test_the_newest_words_win_and_nothing_speaks_on_after_the_end(scribe: Scribe) -> None:
    scribe.program("espeak-ng", long=True)
    program = find_program()
    assert program is not None
    speaker = Speaker(program, no_failure)
    speaker.say("Ann: five, five, five, two, one.")
    assert scribe.hear() == "Ann: five, five, five, two, one."
    first = scribe.last
    speaker.say("Ça va, Zoë?")
    assert scribe.hear() == "Ça va, Zoë?"
    assert gone(first), "what was overtaken is silent before the next words begin"
    speaker.close()
    assert gone(scribe.last)
    speaker.say("Nobody hears this.")


def test_a_service_that_speaks_on_is_told_to_stop(scribe: Scribe) -> None:
    scribe.program("spd-say", as_argument=True, long=True)
    caller = Caller(no_failure, wanted=True)
    caller.seen((1, 2, 3, 4, 5))
    scribe.hear()
    scribe.program("spd-say", as_argument=True)
    ending = Thread(target=caller.close)
    ending.start()
    assert scribe.hear() == "--stop"
    ending.join()


@pytest.mark.usefixtures("scribe")
def test_a_missing_program_is_said_once() -> None:
    told: list[str] = []
    caller = Caller(told.append, wanted=True)
    for _ in range(3):
        caller.seen((1, 2, 3, 4, 5))
    assert told == [MISSING]


def test_a_program_that_fails_is_said_once(scribe: Scribe) -> None:
    from queue import Queue

    scribe.program("espeak-ng", status=3)
    told: Queue[str] = Queue()
    caller = Caller(told.put, wanted=True)
    caller.seen((1, 2, 3, 4, 5))
    scribe.hear()
    assert told.get() == "Calls cannot be spoken: espeak-ng does not work here (it ended with status 3)."
    caller.seen((1, 2, 3, 4, 5))
    caller.close()
    assert told.empty()


# In a game


async def test_the_app_calls_what_happens(tmp_path: Path, scribe: Scribe) -> None:
    scribe.program("espeak-ng")
    save(tmp_path / "settings.toml", Settings(speak=True))
    feeds: list[FakeFeed] = []

    def make(source: str) -> Feed:
        feeds.append(FakeFeed(source))
        return feeds[-1]

    async with game_of(tmp_path, "Ann", "Bob", feed=make, camera="0") as seat:
        assert scribe.hear() == "Ann is next."
        feeds[0].news(seen("55126", doubts="3"))
        await seat.pilot.pause()
        assert scribe.hear().startswith("Seen: five, five, perhaps one, two")
        await seat.press("+space")
        assert scribe.hear().endswith("Roll one of three.")
        await seat.press("u")
        assert scribe.hear() == "Taken back: roll one. Ann is to roll."


async def test_calls_are_off_until_they_are_wanted_and_then_remembered(tmp_path: Path, scribe: Scribe) -> None:
    scribe.program("espeak-ng")
    async with app_at(tmp_path) as seat:
        await seat.app.run_action("speak")
        assert scribe.hear() == "Calls are spoken."
        assert load(tmp_path / "settings.toml").speak
        await seat.app.run_action("speak")
        assert not load(tmp_path / "settings.toml").speak


@pytest.mark.usefixtures("scribe")
async def test_the_app_says_in_writing_that_nothing_can_be_heard(tmp_path: Path) -> None:
    async with game_of(tmp_path, "Ann") as seat:
        await seat.app.run_action("speak")
        await seat.pilot.pause()
        assert " ".join(seat.part("#message").split()) == MISSING
        assert not seat.app._notifications, "nothing lies over the line that answers keys"
        await seat.roll("12345")
        assert seat.session.state.roll_number == 1
        assert "speech" not in seat.text
    assert not load(tmp_path / "settings.toml").speak


@pytest.mark.usefixtures("scribe")
async def test_a_program_that_is_gone_is_missed_once_and_not_on_each_start(tmp_path: Path) -> None:
    save(tmp_path / "settings.toml", Settings(speak=True, palette="classic"))
    told = []
    for _ in range(2):
        async with game_of(tmp_path, "Ann") as seat:
            await seat.pilot.pause()
            told.append(" ".join(seat.part("#message").split()))
    assert told == [MISSING, ""]
    assert load(tmp_path / "settings.toml") == Settings(palette="classic"), "the rest of the settings stays"


@pytest.mark.usefixtures("scribe")
def test_in_plain_lines_it_is_missed_once_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path))
    save(tmp_path / "config" / "settings.toml", Settings(speak=True))
    for faults in (f"{MISSING}\n", ""):
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        assert main(["play", "--plain", "--players", "Ann"]) == 0
        assert capsys.readouterr().err == faults
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["--speak", "play", "--plain", "--players", "Ann"]) == 0
    assert capsys.readouterr().err == f"{MISSING}\n", "whoever asks again is answered"


async def test_asked_for_again_calls_are_spoken_once_there_is_a_program(tmp_path: Path, scribe: Scribe) -> None:
    async with app_at(tmp_path) as seat:
        await seat.app.run_action("speak")
        scribe.program("espeak-ng")
        await seat.app.run_action("speak")
        assert scribe.hear() == "Calls are spoken."
    assert load(tmp_path / "settings.toml").speak


def test_the_plain_game_calls_too(tmp_path: Path, scribe: Scribe) -> None:
    scribe.program("espeak-ng")
    with subprocess.Popen(
        [sys.executable, "-m", "tui", "play", "--json", "--speak", "--players", "Ann"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "KISMET_HOME": str(tmp_path / "home"), "PYTHONUTF8": "1"},
        encoding="utf-8",
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        assert scribe.hear() == "Ann is next."
        game.stdin.write("11663\n")
        game.stdin.flush()
        assert json.loads(game.stdout.readline())["dice"] == "11663"
        assert scribe.hear() == "Ann: one, one, six, six, three. Roll one of three."
        game.stdin.write("score two\n")
        game.stdin.flush()
        game.stdout.readline()
        assert scribe.hear() == "Two Pair Same Color, 17. Ann has 17. Ann is next."
        _, faults = game.communicate("quit\n")
        assert (game.returncode, faults) == (0, "")


@pytest.mark.parametrize("command", ["play", "demo"])
def test_speech_asked_for_before_the_command_is_asked_for(command: str) -> None:
    assert parser().parse_args(["--speak", command]).speak is True
    assert parser().parse_args([command, "--speak"]).speak is True
    assert parser().parse_args([command]).speak is None
    assert parser().parse_args(["--no-mouse", command]).no_mouse is True
