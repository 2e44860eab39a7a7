"""What one event did to a game, in words: for whoever plays it, and for whoever looks on."""

from __future__ import annotations

from kismet.game import Event, Game, Hinted, Redone, Undone, describe


def last_words(game: Game) -> str:
    """The last event that stands, in words; the start has none worth telling."""
    steps = game.steps
    return describe(steps[-1].event, steps[-2].state, steps[-1].state) if len(steps) > 1 else ""


def news(before: Game, event: Event, after: Game) -> str:
    """What `event` did to `before`, as a sentence without a full stop; empty if nobody need be told."""
    match event:
        case Undone():
            return f"{last_words(before)} taken back"
        case Redone():
            return f"{last_words(after)} put back"
        case Hinted():
            return ""
        case _:
            return describe(event, before.state, after.state)


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
        new = game.apply(event)
        if words := news(game, event, new):
            told.append(words)
        game = new
    return tuple(told)
