"""The second Kismet (R14, R15): when five alike are one, and what it does to the other players."""

from __future__ import annotations

from collections.abc import Sequence

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game.state import State, Turn
from kismet.rules import Rules, SecondKismet, Trigger
from kismet.sheet import Sheet


def is_second_kismet(player: int, dice: Dice, sheet: Sheet, earlier: Sequence[Turn], rules: Rules) -> bool:
    """Whether `dice`, the final ones of a turn, are a second (third, …) Kismet of `player`.

    Args:
        player: who rolled.
        dice: the final dice.
        sheet: the player's sheet before the entry.
        earlier: all turns of the game before this one.
        rules: `second_kismet_trigger` decides what the first one is (A6).
    """
    if not dice.five_alike:
        return False
    match rules.second_kismet_trigger:
        case Trigger.ROLLED:
            return any(turn.player == player and turn.dice and turn.dice.five_alike for turn in earlier)
        case Trigger.SCORED:
            return bool(sheet[Box.KISMET])
        case Trigger.BOX_FILLED:
            return sheet[Box.KISMET] is not None


def penalties(roller: int, state: State) -> dict[int, Box | None]:
    """What a second Kismet of `roller` costs each other player: player → the box to be zeroed, or `None` for none.

    Every player named loses a turn. Players with a full sheet lose nothing (A12), nor do those who have left.
    """
    rules = state.rules
    if rules.second_kismet is SecondKismet.OFF:
        return {}
    zero = rules.second_kismet is SecondKismet.ZERO_AND_LOSE_TURN
    return {
        player: sheet.topmost_vacant if zero else None
        for player, sheet in enumerate(state.sheets)
        if player != roller and not state.done[player]
    }
