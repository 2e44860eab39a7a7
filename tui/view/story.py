"""What happened last, and who stands where, for the large screen."""

from __future__ import annotations

from kismet.game import Corrected, Entered, Game, State, describe, standings
from tui.view.names import fit
from tui.view.odds import OddsShown


def story(game: Game, lines: int) -> str:
    """The last entries and corrections, the newest first, a sentence to a line."""
    told: list[str] = []
    for before, step in zip(reversed(game.steps[:-1]), reversed(game.steps[1:]), strict=True):
        if len(told) == lines:
            break
        if isinstance(step.event, Entered | Corrected):
            told.append(describe(step.event, before.state, step.state))
    return "\n".join(told)


def places(state: State, width: int, odds: OddsShown | None = None) -> str:
    """The standings, a line each; with odds, the final totals to expect as well."""
    if odds is not None and odds.finals:
        return "\n".join(
            f"{'–' if place.rank is None else place.rank:>2} {fit(place.name, width - 15)} {place.total:>4}"
            f" {odds.finals[place.player]:>6}"
            for place in standings(state)
        )
    return "\n".join(
        f"{'–' if place.rank is None else place.rank:>2} {fit(place.name, width - 8)} {place.total:>4}"
        for place in standings(state)
    )


def places_title(odds: OddsShown | None = None) -> str:
    """What the numbers in the standings are. It stands in the border: every line inside is needed for a player."""
    return "places: now, final" if odds is not None and odds.finals else "places"
