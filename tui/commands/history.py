"""Saved games: list them, look at one turn by turn, or see what players average, win and leave lying."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kismet.history import Opened
    from kismet.history.luck import LuckRecord
    from kismet.journal import Journal, Saved
    from kismet.luck import PlayerLuck

Result = TypeVar("Result")

LISTED = 20
"""Games listed unless --all is said, the latest; --json lists all."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet history`."""
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="a player's name, or a part of it")
    parser.add_argument("--game", metavar="N", help="show the game of that number, or the `last` one")
    parser.add_argument("--turns", action="store_true", help="with --game: turn by turn, each with its rolls")
    parser.add_argument("--stats", action="store_true", help="records: NAME's in full, or everybody's")
    parser.add_argument(
        "--luck", action="store_true", help="with --game or --stats: luck and skill (takes a few seconds)"
    )
    parser.add_argument("--since", metavar="DAY", help="games of this day and later, as 2025-11-30")
    parser.add_argument("--until", metavar="DAY", help="games of this day and earlier")
    state = parser.add_mutually_exclusive_group()
    state.add_argument("--over", action="store_const", const=True, dest="over", help="finished games only")
    state.add_argument("--unfinished", action="store_const", const=False, dest="over", help="games to go on with only")
    hints = parser.add_mutually_exclusive_group()
    hints.add_argument(
        "--hints", action="store_const", const=True, dest="hints", help="games in which advice was shown"
    )
    hints.add_argument("--no-hints", action="store_const", const=False, dest="hints", help="games without advice")
    parser.add_argument("--all", action="store_true", help=f"list all games, not only the latest {LISTED}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print what was asked for."""
    from kismet.journal import Journal
    from tui import places
    from tui.cli import UserError

    if args.turns and args.game is None:
        raise UserError("--turns goes with --game, as `kismet history --game last --turns`.")
    if args.stats and args.game is not None:
        raise UserError("--stats is of all games, --game of one: `kismet history --stats`, or --game with --luck.")
    if args.game is not None and (ignored := _search_words(args)):
        raise UserError(f"--game shows one game, whatever it is like: leave {', '.join(ignored)} out.")
    if args.luck and args.game is None and not args.stats:
        raise UserError("--luck goes with --game or --stats, as `kismet history --game last --luck`.")
    journal = Journal(places.journal(), read_only=True)
    try:
        if args.game is not None:
            return _game(args, journal)
        return _stats(args, journal) if args.stats else _list(args, journal)
    finally:
        journal.close()


def _search_words(args: argparse.Namespace) -> list[str]:
    """What was said to search games by, or how many to list."""
    said = {
        args.name: bool(args.name),
        "--since": args.since is not None,
        "--until": args.until is not None,
        "--over": args.over is True,
        "--unfinished": args.over is False,
        "--hints": args.hints is True,
        "--no-hints": args.hints is False,
        "--all": args.all,
    }
    return [words for words, true in said.items() if true]


def _found(args: argparse.Namespace, journal: Journal, player: str) -> tuple[Saved, ...]:
    from kismet.history import Search, find
    from tui.past.pick import pick_day

    search = Search(
        player=player,
        since=None if args.since is None else pick_day(args.since),
        until=None if args.until is None else pick_day(args.until),
        over=args.over,
        hinted=args.hints,
    )
    return find(journal.games(), search)


def _list(args: argparse.Namespace, journal: Journal) -> int:
    from kismet.history import Search, find, open_games
    from kismet.quoting import shortened
    from tui.cli import UserError
    from tui.past.games import LIST_HEAD, game_lines
    from tui.past.values import game_value

    found = _found(args, journal, args.name)
    shown = found if args.all or args.json else found[:LISTED]
    opened = {played.saved.id: played for played in open_games(journal, shown).games}
    if args.json:
        _print_json({"games": [game_value(saved, opened.get(saved.id)) for saved in shown]})
        return 0
    if not shown:
        games = journal.games()
        if args.name and games and not find(games, Search(player=args.name)):
            raise UserError(f"No saved game has a player called {shortened(args.name)}.")
        print("No saved game is like that." if games else _none_yet())
        return 0
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    print(LIST_HEAD)
    for saved in shown:
        print("\n".join(game_lines(saved, opened.get(saved.id), width)))
    if len(shown) < len(found):
        print(f"These are the latest {len(shown)} of {len(found)}; --all lists all.")
    return 0


def _game(args: argparse.Namespace, journal: Journal) -> int:
    from kismet.history import document
    from tui import places
    from tui.past.charts import glyphs_for
    from tui.past.games import heading_lines, race_lines, sheet_lines, turn_lines
    from tui.past.pick import pick_game
    from tui.past.values import luck_value

    played = pick_game(journal, args.game)
    state = played.game.state
    luck: tuple[PlayerLuck, ...] = ()
    if args.luck:
        from kismet.history.luck import luck_of, luck_words

        luck = _patiently(lambda: luck_of(state, places.cache()), "this game")
    if args.json:
        value = document(played, journal.times(played.saved.id))
        if args.luck:
            value["luck"] = [luck_value(player) for player in luck]
        _print_json(value)
        return 0
    glyphs = glyphs_for(sys.stdout.encoding)
    lines = [*heading_lines(played), "", *sheet_lines(state, glyphs), "", *race_lines(state, glyphs)]
    if luck:
        lines += ["", *(luck_words(player, over=state.over) for player in luck)]
    if args.turns:
        lines += ["", *turn_lines(played)]
    print("\n".join(lines))
    return 0


def _stats(args: argparse.Namespace, journal: Journal) -> int:
    from kismet.history import all_results, open_games, statistics
    from tui.past.charts import glyphs_for
    from tui.past.pick import pick_player
    from tui.past.records import damaged_line, luck_line, record_lines, table_lines
    from tui.past.values import record_value

    opened = open_games(journal, _found(args, journal, ""))
    records = statistics(all_results(opened.games))
    if args.name:
        records = (pick_player(records, args.name, opened.damaged),)
    luck = _luck(opened) if args.luck else {}
    if args.json:
        values = [record_value(record, luck.get(record.name.casefold())) for record in records]
        _print_json({"players": values, "damaged": list(opened.damaged)})
        return 0
    if args.name:
        lines = record_lines(records[0], glyphs_for(sys.stdout.encoding), luck.get(records[0].name.casefold()))
    elif records:
        lines = table_lines(records)
        lines += [f"{found.name}. {luck_line(found)}" for found in luck.values()]
    else:
        lines = ["No saved game is like that." if journal.games() else _none_yet()]
    print("\n".join([*lines, damaged_line(opened.damaged)]).rstrip())
    return 0


def _luck(opened: Opened) -> Mapping[str, LuckRecord]:
    from kismet.history.luck import luck_records
    from tui import places

    games = len(opened.games)
    of = "one game" if games == 1 else f"{games} games"
    return _patiently(lambda: luck_records(opened.games, places.cache()), of)


def _patiently(work: Callable[[], Result], of: str) -> Result:
    """What `work` gives; whoever waits for it is told for what, beside the lines or the JSON."""
    from tui.advising import patiently

    words = f"Working out luck and skill of {of}. This can take some seconds."
    return patiently(work, lambda: print(f"kismet: {words}", file=sys.stderr, flush=True))


def _none_yet() -> str:
    return "There are no saved games yet; `kismet play` begins one."


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value))
