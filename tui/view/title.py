"""The first line of the game screen: round, player, roll, camera; the least needed words give way first."""

from __future__ import annotations

from rich.cells import cell_len

from kismet.boxes import Box
from kismet.game import standings
from kismet.game.state import LAST_ROLL, State
from tui.view.names import fit
from tui.view.pieces import Line, Piece
from tui.view.table import Table

KINDS = ("brand", "text", "mover", "camera", "gap")


def title_line(table: Table, camera: str, width: int) -> Line:
    """The line in exactly `width` cells.

    Args:
        table: the table.
        camera: the state of the camera in words; empty if there is none.
        width: cells.
    """
    state = table.state
    long = [Piece("KISMET", "brand"), *_where(state, short=False), *_camera(camera)]
    medium = [*_where(state, short=False), *_camera(camera)]
    short = [*_where(state, short=True), *_camera(camera)]
    plainer = [*_where(state, short=True), *_camera(camera.partition(" · ")[0])]  # the camera without its profile
    bare = _where(state, short=True)
    for pieces in (long, medium, short, plainer, bare):
        for gap in (3, 2, 1):
            line = _spaced(pieces, gap)
            if sum(cell_len(piece.text) for piece in line) <= width:
                return line
    return (Piece(fit("".join(piece.text + " " for piece in bare), width), "text"),)


def winners_words(state: State) -> str:
    """Who has won, in words."""
    names, total, alone = _winners(state)
    if len(standings(state)) == 1:
        return f"{names}: {total} points"
    return f"{names} {'wins' if alone else 'share the win'} with {total}"


def won_words(state: State) -> str:
    """Who won a game that is looked back on, in words."""
    names, total, alone = _winners(state)
    if len(standings(state)) == 1:
        return f"{names} had {total} points"
    return f"{names} {'won' if alone else 'shared the win'} with {total}"


def _winners(state: State) -> tuple[str, int, bool]:
    """Their names, what they have, and whether it is one alone."""
    best = [place for place in standings(state) if place.rank == 1]
    return " and ".join(place.name for place in best), best[0].total, len(best) == 1


def _where(state: State, *, short: bool) -> list[Piece]:
    if state.over:
        return [Piece("Game over", "text"), Piece(winners_words(state), "mover")]
    roll = f"Roll {state.roll_number} of {LAST_ROLL}" if state.roll_number else "No roll yet"
    if short:
        roll = f"{state.roll_number}/{LAST_ROLL}"
    return [
        Piece(f"{'R' if short else 'Round '}{state.round}/{len(Box)}", "text"),
        Piece(f"▸ {state.player}", "mover"),
        Piece(roll, "text"),
    ]


def _camera(words: str) -> list[Piece]:
    return [Piece(words, "camera")] if words else []


def _spaced(pieces: list[Piece], gap: int) -> Line:
    line = [Piece(" ", "gap")]
    for piece in pieces:
        line += [piece, Piece(" " * gap, "gap")]
    return tuple(line[:-1])
