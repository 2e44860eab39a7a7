"""The errors of a game, in a file of their own so that every part of the game can raise them."""


class GameError(ValueError):
    """An event the game cannot take as it stands; the message says why in one sentence, and nothing has changed."""


class UnknownEventError(GameError):
    """Something that this version does not know, and a newer one may."""
