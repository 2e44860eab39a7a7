"""The game in one real terminal and the board in another: typed here, seen there."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a matter of Unix")

from tests.bench.app import terminal

GAME = "from tui.cli import main; main(['play', '--players', 'Ann,Bob,Cleo,Dan,Eve,Finn'])"
BOARD = "from tui.cli import main; main(['watch'])"


def test_two_terminals(tmp_path: Path) -> None:
    with terminal(BOARD, tmp_path) as board:
        board.wait_for("No game has been played yet")
        with terminal(GAME, tmp_path) as game:
            board.wait_for("Ann is to roll.")
            game.send("55533")
            game.wait_for("⏎ records it")
            game.send("\r")
            board.wait_for("Ann has two rolls left.")
            game.send("gh")
            game.send("\r")
            board.wait_for("Ann: Full House 36")
            game.send("u")
            board.wait_for("taken back")
        # The game's terminal is closed; the board stays, and goes when it is told to.
        board.send("q")
        assert board.ended() == 0


@pytest.mark.parametrize("key", ["\x03", "\x11", "\x1b"])
def test_the_board_is_left_with_any_key_people_try(tmp_path: Path, key: str) -> None:
    with terminal(BOARD, tmp_path) as board:
        board.wait_for("No game has been played yet")
        board.send(key)
        assert board.ended() == 0
