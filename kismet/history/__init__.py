"""What saved games tell: searching them, replaying them, records of players, luck and skill.

Values in, values out, as in the game itself; only `open_games` reads the journal, and only `luck` and `measure` need
numpy. Screens and commands say it in their own way.
"""

from kismet.history.document import DocumentError, document, game_from
from kismet.history.optimum import Optimum, optimum_for
from kismet.history.replay import Moment, best_turns, race, replay, rolls_words
from kismet.history.results import Result, all_results, results_of
from kismet.history.search import Opened, Played, Search, find, open_games
from kismet.history.stats import BoxStats, PlayerStats, statistics

__all__ = [
    "BoxStats",
    "DocumentError",
    "Moment",
    "Opened",
    "Optimum",
    "Played",
    "PlayerStats",
    "Result",
    "Search",
    "all_results",
    "best_turns",
    "document",
    "find",
    "game_from",
    "open_games",
    "optimum_for",
    "race",
    "replay",
    "results_of",
    "rolls_words",
    "statistics",
]
