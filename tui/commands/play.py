"""Play a game: in the app, or line by line with --plain."""

from __future__ import annotations

import argparse
import io
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tui import piped
from tui.commands.flags import add_mouse, add_speak, add_speed, check_camera, check_speed

if TYPE_CHECKING:
    from kismet.journal import Journal
    from tui.camera import Feed
    from tui.session import Session


USAGE = "kismet play --camera -"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet play`."""
    parser.add_argument("--players", metavar="A,B,…", help="one to six names, in the order of play")
    parser.add_argument("--rules", metavar="FILE", type=Path, help="a TOML file of rule options")
    parser.add_argument("--resume", metavar="GAME", help="go on with the saved game of that number, or the `last` one")
    parser.add_argument(
        "--copy", action="store_true", help="with --resume: go on with a damaged game from where it is sound, in a copy"
    )
    parser.add_argument(
        "--camera",
        metavar="SRC",
        help="a camera's index or name, an address (http, rtsp), a video, picture or folder, or - for standard input; "
        "it is remembered, a password in its address too, in a settings file that only you may read",
    )
    parser.add_argument("--profile", metavar="NAME", help="the camera profile to use (default: the camera's own)")
    add_speed(parser, 1.0, "as recorded")
    add_mouse(parser)
    add_speak(parser)
    parser.add_argument(
        "--snapshots",
        action=argparse.BooleanOptionalAction,
        help="keep a small picture of each roll that the camera saw (default: as set in the app, where it is on)",
    )
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers and pipes")
    parser.add_argument("--json", action="store_true", help="as --plain, each answer a JSON object")
    parser.epilog = (
        f"{piped.HELP}{piped.KEYS}"
        "With --json, each line is answered by one object; without --camera nothing else is said. With it, objects "
        "with event come between, whenever they happen: camera (message), when it goes, comes back or is in doubt, "
        "and roll_seen (status, dice, roll, kept, problems, remarks, next_turn), when dice have come to rest; "
        "next_turn is true where they wait for a box to be chosen. The answer to hello also has version, game and "
        "accepts, every command with its help; to advice points_so_far, best, expected_total and options, "
        "as kismet advise --json has them, each with say, the line that does it (score "
        "aces 0 for a zero); to odds, chances by player (win and error, 0 to 1; expected_total, low, high); to luck, "
        "luck."
    )


def run(args: argparse.Namespace) -> int:
    """Play."""
    check_speed(args.speed)
    check_camera(args.camera)
    return _plain(args) if args.plain or args.json else _app(args)


def _app(args: argparse.Namespace) -> int:
    from tui.opening import open_app, open_feed
    from tui.start import open_session

    def start(journal: Journal) -> Session | None:
        if args.players is None and args.rules is None and args.resume is None and not args.copy:
            return None
        return open_session(journal, args.players, args.rules, args.resume, copy=args.copy)

    if args.profile is not None:
        from tui.watching import named_profile

        named_profile(args.profile)  # said before the app opens, not in it

    if args.camera is not None and args.camera.strip() != piped.SOURCE:
        check_camera(args.camera, there=True)
    pictures = piped.pictures(args.camera, USAGE)

    def feed(source: str) -> Feed:
        return open_feed(source, profile=args.profile, pictures=pictures, speed=args.speed)

    return open_app(
        start,
        mouse=not args.no_mouse,
        camera=args.camera or "",
        feed=feed,
        speak=args.speak,
        snapshots=args.snapshots,
        resumes=args.resume is not None,
    )


def _plain(args: argparse.Namespace) -> int:
    from tui import places
    from tui.aside import open_to_play
    from tui.plain import run_plain
    from tui.settings import load, save
    from tui.snapshots import Album
    from tui.speech import Caller
    from tui.start import open_session

    pictures = piped.pictures(args.camera, f"{USAGE} --plain")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A stray byte in a pipe is a bad line, not the end of the game.
        sys.stdin.reconfigure(errors="replace")
    watcher = None
    if args.camera is not None:
        from tui.watching import watch

        watcher = watch(args.camera, patient=True, profile=args.profile, pictures=pictures, speed=args.speed)
    known = load(places.settings())
    wanted = known.speak if args.speak is None else args.speak
    kept = known.snapshots if args.snapshots is None else args.snapshots

    def unheard(words: str) -> None:
        _say(words)
        if caller.missing and known.speak:
            with suppress(OSError):
                save(places.settings(), replace(load(places.settings()), speak=False))  # said once, not on each start

    caller = Caller(unheard, wanted=wanted)
    shelf = open_to_play(places.journal(), resumes=args.resume is not None, elsewhere=False)
    album = Album(shelf.journal.path.parent / "snapshots") if kept else None
    try:
        session = open_session(shelf.journal, args.players, args.rules, args.resume, copy=args.copy)
        for words in filter(None, (shelf.note, session.note)):
            _say(f"kismet: {words}")
        if album is not None and args.resume is None:
            album.delete(session.game_id)  # numbers of deleted games are given again
        return run_plain(session, sys.stdin, sys.stdout, as_json=args.json, watcher=watcher, caller=caller, album=album)
    finally:
        if album is not None:
            album.finish()
        caller.close()
        shelf.journal.close()


def _say(words: str) -> None:
    """Beside the game's own lines, which other programs may read."""
    print(words, file=sys.stderr, flush=True)
