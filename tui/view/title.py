"""The first line of the game screen: round, player, roll, camera; the least needed words give way first."""

from __future__ import annotations

from rich.cells import cell_len

from kismet.boxes import Box
from kismet.game import standings
from kismet.game.standings import winners
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
    long = [Piece("KISMET", "brand"), *_where(table, short=False), *_camera(camera)]
    medium = [*_where(table, short=False), *_camera(camera)]
    short = [*_where(table, short=True), *_camera(camera)]
    plainer = [*_where(table, short=True), *_camera(camera.partition(" · ")[0])]  # the camera without its profile
    bare = _where(table, short=True)
    for pieces in (long, medium, short, plainer, bare):
        for gap in (3, 2, 1):
            line = _spaced(pieces, gap)
            if sum(cell_len(piece.text) for piece in line) <= width:
                return line
    return (Piece(fit("".join(piece.text + " " for piece in bare), width), "text"),)


def winners_words(state: State) -> str:
    """Who has won, in words."""
    if not winners(state):
        return "Everybody has left"
    names, total, alone = _winners(state)
    if len(standings(state)) == 1:
        return f"{names}: {total} points"
    return f"{names} {'wins' if alone else 'share the win'} with {total}"


def won_words(state: State) -> str:
    """Who won a game that is looked back on, in words."""
    if not winners(state):
        return "Everybody had left"
    names, total, alone = _winners(state)
    if len(standings(state)) == 1:
        return f"{names} had {total} points"
    return f"{names} {'won' if alone else 'shared the win'} with {total}"


def _winners(state: State) -> tuple[str, int, bool]:
    """Their names, what they have, and whether it is one alone; there must be one."""
    best = [place for place in standings(state) if place.rank == 1]
    return " and ".join(place.name for place in best), best[0].total, len(best) == 1


def _where(table: Table, *, short: bool) -> list[Piece]:
    state = table.state
    if state.over:
        return [Piece("Game over", "text"), Piece(winners_words(state), "mover")]
    return [
        Piece(f"{'R' if short else 'Round '}{state.round}/{len(Box)}", "text"),
        Piece(f"▸ {state.player}", "mover"),
        Piece(_roll(table, short=short), "text"),
    ]


def _roll(table: Table, *, short: bool) -> str:
    """Which roll lies there; one that the camera read is there as well, although nobody has accepted it yet."""
    number, read = table.state.roll_number, ""
    if table.offer is not None and table.offer.dice is not None:
        entry = table.entry
        number = table.offer.number if entry is None else entry.number
        read = "?" if short else " missed" if entry is not None and entry.missed else " read"
    if short:
        return f"{number}/{LAST_ROLL}{read}"
    if not number:
        return "No roll yet"
    return f"Roll {number}{read}" if read else f"Roll {number} of {LAST_ROLL}"


def _camera(words: str) -> list[Piece]:
    return [Piece(words, "camera")] if words else []


def _spaced(pieces: list[Piece], gap: int) -> Line:
    line = [Piece(" ", "gap")]
    for piece in pieces:
        line += [piece, Piece(" " * gap, "gap")]
    return tuple(line[:-1])
