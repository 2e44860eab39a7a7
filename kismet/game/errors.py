"""The one error of a game, in a file of its own so that every part of the game can raise it."""


class GameError(ValueError):
    """An event the game cannot take as it stands; the message says why in one sentence, and nothing has changed."""
