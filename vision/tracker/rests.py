"""What a new rest means in the light of what is known of the table.

A rest is compared with the one before by where the dice lie. Five new dice are a roll; two new ones beside three that
did not move are a roll with three kept; fewer dice at their old places are those kept while a hand holds the others.

Which roll of the turn it is: one more than the last, until somebody is told that the turn is over. A throw of some of
the dice can be nothing else, since a turn begins with all of them; so it also shows that the rolls before it count. A
throw of *all* the dice is a first roll as well as a next one with nothing kept, and no picture tells them apart. What
tells is whether any roll of this turn stands, because a person recorded it or dice of it were kept:

- One stands: it is the next roll. The game is asked when a turn is over, however long the table lies empty.
- None does, and the table lay empty for `FRESH` seconds: a first roll. What lay there was dice being tried, counted or
  calibrated, or a throw that was not to count. Dice that are thrown again within a turn are back sooner.
- None does, and the table was empty for less or was never seen empty: the next roll, as before.

The last two are guesses and are told as such (`RollAtRest.guess`); a person can name the number, or say that what was
told was no roll at all. Recordings, where nobody says when a turn is over, have a rule of their own, `turn_gap`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from vision.doubts import IN_PLAY
from vision.reading import DieReading, Reading, Status
from vision.tracker.events import DiceKept, Doubt, Event, RollAtRest, TableCleared
from vision.tracker.places import distance, pair
from vision.tracker.pushed import bumped, by_value
from vision.tracker.table import BY_HAND, LAST_ROLL, Lying, Table
from vision.tracker.words import AGAIN, ANEW, FOURTH, NEXT, SOME_LAY, UNSEEN, fitting, missing
from vision.tracker.words import number as number_word

UNMOVED = 0.4
"""Edges within which a die counts as not moved."""
BACK = 0.25
"""Edges within which a die that was out of sight for a while counts as never moved."""
PUSHED = 1.2
"""Edges by which a die that keeps its number is pushed rather than picked up and thrown, however things moved."""
FRESH = 3.0
"""Seconds that the table lies empty, the throw included, before all dice thrown again are likelier a turn's first roll
than its next: who throws them all again only shakes them in between."""
NUDGE = 2.0
"""Edges that a die slides at most when it is knocked by a sleeve."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What was observed about one rest."""

    reading: Reading
    """Combined from its frames."""
    free: bool
    """Something moved before it without a hand in view, as thrown dice do."""
    flown: bool
    """So much so that it was hardly a sleeve."""
    moved: bool
    """Anything moved before it at all, since the camera was switched on."""
    jolted: bool
    """The whole picture changed before it, and not as by a bump: light, something before the lens, or another table."""
    waited: bool
    """Time is up: what is in doubt is to be told as it is."""
    late: bool
    """Time is up for missing dice too, which are given longer: seldom are they really gone."""
    index: int
    seconds: float
    turn_gap: float
    """Seconds that the table lies empty between two turns; infinite if it is told when a turn is over."""


Outcome = tuple[Table, tuple[Event, ...]]


def conclude(table: Table, rest: Rest) -> Outcome | None:
    """What a rest means.

    Returns:
        The table as it is known now, and what is to be told; None if looking a little longer may help.
    """
    if table.expected and tuple(sorted(rest.reading.values)) == table.expected:
        return _expected(table, rest)
    return _concluded(table, rest)


def _concluded(table: Table, rest: Rest) -> Outcome | None:
    dice = rest.reading.dice
    if rest.reading.status is Status.UNSURE and not rest.waited:
        return None
    if not dice:
        return _empty(table, rest) if rest.reading.status is Status.NO_DICE else (table, ())
    same = _unmoved(table, rest)
    new = [j for j in range(len(dice)) if j not in same]
    if not new:
        return _nothing_new(table, rest, same)
    if (told := _still_there(table, rest, same, new)) is not None:
        return _completed(table, rest, told)
    if len(dice) > table.count and len(same) == table.count:
        return _seen_again(table, rest, same), (Doubt("Something beside the dice looks like a die."),)
    if len(dice) != table.count and not rest.moved:
        return table, ()  # switched on in the middle of a turn, or over a cloth that looks like dice: no throw was seen
    if len(dice) > table.count:
        return conclude(table, replace(rest, reading=_most_certain(table, rest, same))) if rest.waited else None
    if len(dice) < table.count:
        return _too_few(table, rest, same, new)
    moved = _moved_aside(table, rest, same, new)
    return moved if moved is not None else _thrown(table, rest, same, new)


def _expected(table: Table, rest: Rest) -> Outcome:
    """The dice that lay there before the camera was switched on: nobody has thrown them since."""
    known = replace(
        table,
        dice=tuple(Lying(die) for die in rest.reading.dice),
        status=Status.READ,
        unsaid=table.number == 0,
        expected=(),
    )
    return known, (Doubt(UNSEEN),) if known.unsaid else ()


def _unmoved(table: Table, rest: Rest) -> dict[int, int]:
    """Dice that lie where they lay: index into the reading → index into the table's dice.

    A die that was gone counts only when it is back at the very place, and with its number unless nothing was thrown: it
    was out of sight, not picked up.
    """
    dice, here = rest.reading.dice, table.here
    pairs = pair([table.dice[i].die for i in here], dice, UNMOVED)
    same = {j: here[i] for j, i in pairs.items()}
    away = [i for i in range(len(table.dice)) if i not in here]
    left = [j for j in range(len(dice)) if j not in same]
    for j, i in pair([table.dice[i].die for i in away], [dice[j] for j in left], BACK).items():
        if not rest.free or dice[left[j]].value == table.dice[away[i]].die.value:
            same[left[j]] = away[i]
    return same


def _most_certain(table: Table, rest: Rest, same: dict[int, int]) -> Reading:
    """As many dice as are in play: first those known from before, then by confidence. What is left out is told."""
    reading = rest.reading
    order = sorted(range(len(reading.dice)), key=lambda j: (j not in same, -reading.dice[j].confidence))
    chosen = set(order[: table.count])
    seen, left = number_word(len(reading.dice)).capitalize(), len(reading.dice) - table.count
    doubt = (
        f"{seen} dice are seen, but {number_word(table.count)} are in play:"
        f" the {'least certain one is' if left == 1 else f'{number_word(left)} least certain are'} left out."
    )
    dice = tuple(die for j, die in enumerate(reading.dice) if j in chosen)
    others = tuple(problem for problem in reading.problems if IN_PLAY not in problem)  # which says the same of all
    return Reading(Status.UNSURE, dice, (*others, doubt), reading.milliseconds)


def _empty(table: Table, rest: Rest) -> Outcome:
    if not table.here:
        return replace(table, expected=()), ()
    # Dice of this turn may come back (they were covered); those of a turn that was scored are done with.
    dice = tuple(replace(lying, here=False) for lying in table.dice) if table.number else ()
    return replace(table, dice=dice, unsaid=False, cleared_at=rest.seconds), (TableCleared(),)


def _seen_again(table: Table, rest: Rest, same: dict[int, int]) -> Table:
    """The table with the places of `same` renewed; all other dice are gone."""
    dice = [replace(lying, here=False) for lying in table.dice]
    for j, i in same.items():
        seen = rest.reading.dice[j]
        was = dice[i].die
        dice[i] = replace(dice[i], die=replace(seen, value=was.value, confidence=was.confidence), here=True)
    return replace(table, dice=tuple(dice))


def _nothing_new(table: Table, rest: Rest, same: dict[int, int]) -> Outcome | None:
    """Only dice that lie where they lay: some may be gone, or the reading has become better."""
    known = _seen_again(table, rest, same)
    certain = rest.reading.status is Status.READ
    dice, problems = _settle_values(table, rest, same)
    doubts: tuple[Doubt, ...] = ()
    if certain and problems:
        turned = {i for j, i in same.items() if table.dice[i].die.value != rest.reading.dice[j].value}
        if not turned <= set(table.misread):  # said once of each die, whatever it is taken for next
            known, doubts = replace(known, misread=(*table.misread, *turned)), tuple(map(Doubt, problems))
    if len(same) < len(table.dice):
        if known.here != table.here:
            return known, (DiceKept(known.here), *doubts)
        if rest.flown and table.number and certain and not problems:
            # The dice that were picked up flew, and none came to rest in view.
            return (known, (Doubt(missing(table, len(same))),)) if rest.late else None
        return known, doubts
    if table.status is Status.READ or not certain or table.number == 0 or problems:
        return known, doubts
    # The roll was told with doubts; now it is certain.
    kept = tuple(sorted(j for j, i in same.items() if i in table.kept))
    return _told(
        known, rest, replace(rest.reading, dice=dice), table.number, kept, table.doubts, table.guess, revised=True
    )


def _too_few(table: Table, rest: Rest, same: dict[int, int], new: list[int]) -> Outcome | None:
    """Fewer dice than are in play, some at new places: kept ones pushed aside, or a throw of which some hide."""
    gone = [i for i in range(len(table.dice)) if i not in same.values()]
    seen = len(rest.reading.dice)
    several = seen < table.count - 1
    if (several or not rest.free) and (moves := by_value(table, rest.reading, gone, new)) is not None:
        known = _seen_again(table, rest, same | moves)
        return known, (DiceKept(known.here),)
    if not rest.late:
        return None
    taken = len(table.here) < len(table.dice)
    if table.number and (several or not (rest.free or taken)):
        # Too little of a throw to count it as one: a hand that sorts the dice looks the same.
        return table, (Doubt(missing(table, seen)),)
    return _new_roll(table, rest, same, (missing(table, seen),))


def _moved_aside(table: Table, rest: Rest, same: dict[int, int], new: list[int]) -> Outcome | None:
    """All dice are there, some at new places, and nobody picked any up: pushed by hand, bumped, or thrown after all?"""
    vanished = [i for i in table.here if i not in same.values()]
    if len(vanished) != len(new) or len(table.here) != table.count:
        return None
    if len(new) == 1:
        before, after = table.dice[vanished[0]].die, rest.reading.dice[new[0]]
        if before.value == after.value and distance(before, after) <= PUSHED:
            # A sleeve that leaves the picture moves as freely as thrown dice do; but nobody was seen to pick this up.
            return _seen_again(table, rest, same | {new[0]: vanished[0]}), ()
    if rest.free:
        return None
    if (moves := by_value(table, rest.reading, vanished, new)) is not None:
        known = _seen_again(table, rest, same | moves)
        if same or table.number:
            return known, ()
        return replace(known, unsaid=True), (Doubt(UNSEEN),) if rest.jolted else ()
    if len(new) == 1 and rest.reading.status is Status.READ:
        before, after = table.dice[vanished[0]].die, rest.reading.dice[new[0]]
        if distance(before, after) <= NUDGE:
            dice = list(_seen_again(table, rest, same).dice)
            dice[vanished[0]] = Lying(after)
            sentence = (
                f"A die was knocked over: it showed a {before.value} and shows a {after.value} now."
                " Turn it back, or say that it was thrown."
            )
            return replace(table, dice=tuple(dice)), (Doubt(sentence),)
    return None


def _thrown(table: Table, rest: Rest, same: dict[int, int], new: list[int]) -> Outcome | None:
    """A throw: all dice in play, or more, lie on the table."""
    problems: list[str] = []
    if table.number and table.here and len(table.here) < len(table.dice):
        same = same | bumped(table, rest.reading, same, new, problems)
    return _new_roll(table, rest, same, tuple(problems))


def _still_there(table: Table, rest: Rest, same: dict[int, int], new: list[int]) -> dict[int, int] | None:
    """Where all dice of an incomplete roll lie now, while others have come; None if it was complete, or they do not.

    Whoever lays the missing die beside them may push one a little: it keeps its number.
    """
    dice, told = rest.reading.dice, len(table.dice)
    if not (table.number and not table.dismissed and 0 < told == len(table.here) < len(dice) <= table.count):
        return None
    gone = [i for i in table.here if i not in same.values()]
    near = pair([table.dice[i].die for i in gone], [dice[j] for j in new], PUSHED)
    pushed = {new[j]: gone[i] for j, i in near.items() if dice[new[j]].value == table.dice[gone[i]].die.value}
    found = same | pushed
    return found if same and len(found) == told else None


def _completed(table: Table, rest: Rest, same: dict[int, int]) -> Outcome:
    """Missing dice have turned up beside those told before, which lie still: the same roll, seen better."""
    dice, problems = _settle_values(table, rest, same)
    kept = tuple(sorted(j for j, i in same.items() if i in table.kept))
    if len(dice) < table.count:
        problems = (missing(table, len(dice)), *problems)
    return _told(table, rest, replace(rest.reading, dice=dice), table.number, kept, problems, table.guess, revised=True)


def _new_roll(table: Table, rest: Rest, same: dict[int, int], problems: tuple[str, ...]) -> Outcome | None:
    anew = rest.free and _begun_anew(table, rest)
    if anew:
        same, problems = {}, ()  # dice at places where some lay before the table was empty lie there by chance
    if table.number == 0:  # so may one where a die of the turn before lay; hardly one that shows the same number
        same = {j: i for j, i in same.items() if table.dice[i].die.value == rest.reading.dice[j].value}
    dice, doubts = _settle_values(table, rest, same)
    problems = (*problems, *doubts)
    kept = tuple(sorted(same))
    number, guess = table.number + 1, ""
    if table.number == 0:
        if kept:
            if not rest.free and table.cleared_at is None:
                known = _seen_again(table, rest, same)  # the turn before still lies there: nobody has thrown yet
                return replace(known, unsaid=True), ()
            problems = (*problems, SOME_LAY)
        kept = ()
    elif not kept and _turn_is_over(table, rest):
        number = 1
    elif anew:
        number, guess = 1, ANEW
    elif not kept and not table.stands and math.isinf(rest.turn_gap):
        guess = AGAIN
    if number > LAST_ROLL:
        if kept and table.streak < LAST_ROLL and math.isfinite(rest.turn_gap):
            number = table.streak + 1  # the turn began with the last throw of all dice, as is clear only now
        elif kept:
            number, guess = LAST_ROLL, FOURTH
            problems = (*problems, FOURTH)
        else:
            number, guess = 1, NEXT if math.isinf(rest.turn_gap) else ""
    if problems and not rest.waited:
        return None
    return _told(table, rest, replace(rest.reading, dice=dice), number, kept, problems, guess)


def _begun_anew(table: Table, rest: Rest) -> bool:
    """Whether no roll stands, and the table lay empty for so long that these dice are likelier a first roll."""
    if not table.number or table.stands or math.isfinite(rest.turn_gap) or table.cleared_at is None:
        return False
    return rest.seconds - table.cleared_at >= FRESH


def _turn_is_over(table: Table, rest: Rest) -> bool:
    """Whether all dice lay off the table, and somebody else must have taken them.

    It was for long; or dice had been kept before, which nobody gives up again for a throw of all five.
    """
    if table.cleared_at is None:
        return False
    return rest.seconds - table.cleared_at > rest.turn_gap or (bool(table.kept) and math.isfinite(rest.turn_gap))


def _settle_values(table: Table, rest: Rest, same: dict[int, int]) -> tuple[tuple[DieReading, ...], tuple[str, ...]]:
    """The reading's dice; those that did not move are compared with what they showed: no die turns over by itself."""
    dice, problems = list(rest.reading.dice), []
    for j, i in same.items():
        before, now = table.dice[i].die, dice[j]
        if before.confidence >= BY_HAND:
            dice[j] = replace(now, value=before.value, confidence=BY_HAND)
        elif before.value != now.value and table.number:
            problems.append(f"A die that did not move was read as a {before.value} before, and as a {now.value} now.")
            if before.confidence > now.confidence:
                dice[j] = replace(now, value=before.value, colour=before.colour)
            dice[j] = replace(dice[j], confidence=min(dice[j].confidence, 0.5))
    return tuple(dice), tuple(problems)


def _told(
    table: Table,
    rest: Rest,
    reading: Reading,
    number: int,
    kept: tuple[int, ...],
    doubts: tuple[str, ...],
    guess: str,
    *,
    revised: bool = False,
) -> Outcome:
    doubts = fitting(doubts, table, len(reading.dice))
    if len(reading.dice) < table.count and doubts:  # one sentence about their number is enough
        others = tuple(problem for problem in reading.problems if IN_PLAY not in problem)
        reading = replace(reading, problems=others)
    known = replace(
        table,
        number=number,
        streak=table.streak if revised else table.streak + 1 if kept else 1,
        dice=tuple(Lying(die) for die in reading.dice),
        kept=kept,
        status=reading.status,
        doubts=doubts,
        guess=guess,
        stands=(table.stands and (revised or number > 1)) or (number > 1 and bool(kept)),
        dismissed=False,
        unsaid=False,
        expected=(),
        misread=(),
        cleared_at=None,
    )
    if doubts:
        reading = replace(reading, status=Status.UNSURE, problems=(*reading.problems, *doubts))
    return known, (RollAtRest(reading, number, kept, rest.index, rest.seconds, revised, guess),)
