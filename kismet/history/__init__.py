"""What saved games tell: searching them, replaying them, records of players, luck and skill.

Values in, values out, as in the game itself; only `open_games` reads the journal, and only `luck` and `measure` need
numpy. Screens and commands say it in their own way.
"""

from kismet.history.decisions import Judged, JudgedTurn, costly_choices, judged_at, judged_turns, moment_of
from kismet.history.document import DocumentError, document, game_from
from kismet.history.optimum import Optimum, optimum_for
from kismet.history.replay import Moment, best_turns, race, replay, rolls_words
from kismet.history.results import Result, all_results, results_of
from kismet.history.search import Opened, Played, Search, find, find_all, open_games
from kismet.history.stats import BoxStats, PlayerStats, statistics

__all__ = [
    "BoxStats",
    "DocumentError",
    "Judged",
    "JudgedTurn",
    "Moment",
    "Opened",
    "Optimum",
    "Played",
    "PlayerStats",
    "Result",
    "Search",
    "all_results",
    "best_turns",
    "costly_choices",
    "document",
    "find",
    "find_all",
    "game_from",
    "judged_at",
    "judged_turns",
    "moment_of",
    "open_games",
    "optimum_for",
    "race",
    "replay",
    "results_of",
    "rolls_words",
    "statistics",
]
