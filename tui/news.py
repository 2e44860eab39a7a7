"""What one event did to a game, in words: for whoever plays it, and for whoever looks on."""

from __future__ import annotations

from kismet.game import Corrected, Event, Game, Hinted, Redone, Undone, describe


def last_words(game: Game) -> str:
    """The last event that stands, in words; the start has none worth telling."""
    steps = game.steps
    return describe(steps[-1].event, steps[-2].state, steps[-1].state) if len(steps) > 1 else ""


def news(before: Game, event: Event, after: Game) -> str:
    """What `event` did to `before`, as a sentence without a full stop; empty if nobody need be told."""
    match event:
        case Undone():
            return _again(before, "taken back")
        case Redone():
            return _again(after, "put back")
        case Hinted():
            return ""
        case _:
            return describe(event, before.state, after.state)


def _again(game: Game, done: str) -> str:
    """That the last event that stands in `game` was taken or put back; what followed from it is not told once more."""
    if len(game.steps) > 1 and isinstance(game.steps[-1].event, Corrected):
        return f"Correction {done}"
    words, _, price = last_words(game).partition("; second Kismet")
    return f"{words} {done}, with the price of its second Kismet" if price else f"{words} {done}"


def news_between(before: Game, after: Game) -> tuple[str, ...]:
    """What happened from one game to a later one, a sentence without a full stop for each event worth telling.

    Raises:
        ValueError: if `after` is not `before` played on.
    """
    known = len(before.log)
    if after.log[:known] != before.log:
        raise ValueError("these are two games")
    told = []
    game = before
    for event in after.log[known:]:
        new = game.follow(event)
        if words := news(game, event, new):
            told.append(words)
        game = new
    return tuple(told)
