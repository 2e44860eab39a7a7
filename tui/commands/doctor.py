"""Look the installation over: what a bug report needs, what is wrong, and what to do. Nothing private is in it."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.doctor.findings import Problem, Topic
    from tui.doctor.games import Look
    from tui.doctor.privacy import Screen

LOG_LINES = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `kismet doctor`."""
    parser.add_argument("--cameras", action="store_true", help="also open each camera and wait for a picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the report; 1 if something is broken."""
    from tui import places
    from tui.doctor.eyes import check_cameras, check_reader
    from tui.doctor.findings import Grade
    from tui.doctor.folders import check_folders
    from tui.doctor.games import look_at_games
    from tui.doctor.privacy import Screen, screen_for
    from tui.doctor.terminal import check_terminal
    from tui.doctor.versions import check_versions
    from tui.noise import native_noise_moved

    games = look_at_games(places.journal())
    screen = screen_for({*games.names, *_names_in_settings()})
    # What no player can have put there is not searched for their names: somebody may be called Linux.
    nameless = Screen(home=screen.home, user=screen.user)
    topics = [_cleaned(topic, nameless, screen) for topic in (check_versions(), check_terminal())]
    with native_noise_moved():
        rest = (check_folders(), games.topic, check_reader(), check_cameras(test=args.cameras))
    topics += [_cleaned(topic, screen, screen) for topic in rest]
    log = _log(games, screen)
    problems = [problem for topic in topics for problem in topic.problems]
    broken = any(problem.grade is Grade.BROKEN for problem in problems)
    if args.json:
        print(json.dumps({"broken": broken, "topics": {t.title: t.as_json() for t in topics}, "log": log}))
    else:
        print("\n".join(_text(topics, problems, log)))
    return 1 if broken else 0


def _names_in_settings() -> tuple[str, ...]:
    from tui import places
    from tui.settings import load

    return load(places.settings()).players


def _log(games: Look, screen: Screen) -> list[str]:
    from tui import places
    from tui.doctor.logtail import last_lines, without_messages

    lines = last_lines(places.log() / "kismet.log", LOG_LINES)
    if not games.complete:
        return without_messages(lines)
    return [screen.clean(line) for line in lines]


def _cleaned(topic: Topic, facts: Screen, problems: Screen) -> Topic:
    from dataclasses import replace

    return replace(
        topic,
        facts={name: facts.clean(value) for name, value in topic.facts.items()},
        problems=tuple(
            replace(problem, what=problems.clean(problem.what), next=problems.clean(problem.next))
            for problem in topic.problems
        ),
    )


def _text(topics: list[Topic], problems: list[Problem], log: list[str]) -> list[str]:
    lines = []
    for topic in topics:
        width = max(map(len, topic.facts), default=0)
        lines += [topic.title, *(f"  {name:<{width}}  {value}" for name, value in topic.facts.items()), ""]
    if log:
        lines += ["Log, last lines", *(f"  {line}" for line in log), ""]
    if not problems:
        return [*lines, "Nothing is wrong."]
    lines.append("Problems")
    for problem in problems:
        lines += [f"  {problem.grade}: {problem.what}", f"    {problem.next}"]
    return lines
