"""The fifteen boxes: one table of name, section, rule and score, and why a box scores what it scores.

`Box` is ordered as on the sheet, so "topmost" (rule R15) is simply the smallest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from kismet.dice import Colour, Dice
from kismet.quoting import shortened
from kismet.rules import Rules


class Section(StrEnum):
    """The two halves of the sheet."""

    BASIC = "basic"
    KISMET = "kismet"


class Box(IntEnum):
    """A box of the sheet, in the sheet's order. The lower-case name is its public one, as in `flush_house`."""

    ACES = 0
    DEUCES = 1
    TREYS = 2
    FOURS = 3
    FIVES = 4
    SIXES = 5
    TWO_PAIR_SAME_COLOR = 6
    THREE_OF_A_KIND = 7
    STRAIGHT = 8
    FLUSH = 9
    FULL_HOUSE = 10
    FLUSH_HOUSE = 11
    FOUR_OF_A_KIND = 12
    YARBOROUGH = 13
    KISMET = 14

    @property
    def key(self) -> str:
        """The public name: lower case with underscores."""
        return self.name.lower()

    @property
    def title(self) -> str:
        """The name as printed on the sheet."""
        return ENTRIES[self].title

    @property
    def section(self) -> Section:
        """The half of the sheet it stands in."""
        return Section.BASIC if self < Box.TWO_PAIR_SAME_COLOR else Section.KISMET

    @classmethod
    def parse(cls, text: str) -> Box:
        """The box that `text` means: its public name, title or a common name, or the beginning of a single public name.

        Case, spaces, `_` and `-` do not matter.

        Raises:
            BoxError: if no box or several begin so.
        """
        wanted = _plain(text)
        for found in (
            [box for box in cls if wanted in map(_plain, (box.key, box.title, *_OTHER_NAMES.get(box, ())))],
            [box for box in cls if wanted and _plain(box.key).startswith(wanted)],
            [box for box in cls if wanted and _plain(box.title).startswith(wanted)],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                raise BoxError(f"{shortened(text)!r} could be {' or '.join(box.key for box in found)}.")
        raise BoxError(f"There is no box {shortened(text)!r}; the boxes are {_names()}.")


class BoxError(ValueError):
    """No box, or no single box, of that name."""


BASIC_BOXES = tuple(box for box in Box if box.value < Box.TWO_PAIR_SAME_COLOR.value)


@dataclass(frozen=True, slots=True)
class Score:
    """What a box scores for some dice, and why."""

    points: int
    reason: str
    """One sentence: what was counted, or what is missing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table of boxes."""

    title: str
    rule: str
    """Number of its rule in `seeds/rules.toml`."""
    score: Callable[[Dice, Rules], Score]


def score(box: Box, dice: Dice, rules: Rules) -> int:
    """Points that `dice` are worth in `box`."""
    return ENTRIES[box].score(dice, rules).points


def why(box: Box, dice: Dice, rules: Rules) -> Score:
    """Points that `dice` are worth in `box`, with the reason."""
    return ENTRIES[box].score(dice, rules)


def _basic(value: int, name: str) -> Callable[[Dice, Rules], Score]:
    def rule(dice: Dice, _: Rules) -> Score:
        count = dice.count(value)
        if count == 0:
            return Score(0, f"No die shows {value}.")
        dice_word = "die shows" if count == 1 else "dice show"
        return Score(count * value, f"{count} {dice_word} {value}: {count} × {value} = {count * value} for {name}.")

    return rule


def _sum(dice: Dice) -> str:
    return " + ".join(map(str, dice.values))


def _total(dice: Dice, because: str, bonus: int = 0) -> Score:
    extra = f" + {bonus}" if bonus else ""
    return Score(dice.total + bonus, f"{because}: {_sum(dice)}{extra} = {dice.total + bonus}.")


def _two_pair(dice: Dice, rules: Rules) -> Score:
    counts = Counter(dice.values)
    alike = [value for value, count in counts.items() if count >= 4]
    if alike and not rules.two_pair_distinct:
        return _total(dice, f"Four {alike[0]}s are two pairs of one colour (A2)")
    pairs = sorted(value for value, count in counts.items() if count >= 2)
    if len(pairs) == 2 and Colour.of(pairs[0]) is Colour.of(pairs[1]):
        return _total(dice, f"A pair of {pairs[0]}s and a pair of {pairs[1]}s, both {Colour.of(pairs[0])}")
    if len(pairs) == 2:
        colours = f"{Colour.of(pairs[0])} and {Colour.of(pairs[1])}"
        return Score(0, f"The pairs of {pairs[0]}s and {pairs[1]}s differ in colour: {colours}.")
    if alike:
        return Score(0, f"Four {alike[0]}s are one number; the pairs must be of two numbers here (A2).")
    return Score(0, "There are no two pairs.")


def _alike(count: int, words: str, bonus: int) -> Callable[[Dice, Rules], Score]:
    def rule(dice: Dice, _: Rules) -> Score:
        value, most = Counter(dice.values).most_common(1)[0]
        if most >= count:
            return _total(dice, f"{_NUMBER_WORDS[most].capitalize()} {value}s", bonus)
        best = f"the most alike are {_NUMBER_WORDS[most]} {value}s" if most > 1 else "no two are alike"
        return Score(0, f"{words} alike are needed; {best}.")

    return rule


def _straight(dice: Dice, rules: Rules) -> Score:
    values = set(dice.values)
    if values in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}):
        return Score(rules.straight, f"{min(values)} to {max(values)} in a row: always {rules.straight}.")
    return Score(0, "The five dice are not 1-2-3-4-5 or 2-3-4-5-6.")


def _flush(dice: Dice, _: Rules) -> Score:
    if dice.one_colour:
        return Score(35, f"All five dice are {Colour.of(dice.values[0])}: always 35.")
    return Score(0, f"Not all of one colour: {_colours(dice)}.")


def _house(dice: Dice, rules: Rules) -> str:
    """What makes `dice` a full house, or nothing."""
    counts = Counter(dice.values).most_common()
    if dice.five_alike and rules.five_as_full_house:
        return f"Five {counts[0][0]}s are a full house too (A1)"
    if [count for _, count in counts] == [3, 2]:
        return f"Three {counts[0][0]}s and two {counts[1][0]}s"
    return ""


def _no_house(dice: Dice) -> str:
    if dice.five_alike:
        return "Five alike are not a full house here (A1)."
    return "Three alike and two alike are needed."


def _full_house(dice: Dice, rules: Rules) -> Score:
    house = _house(dice, rules)
    return _total(dice, house, 15) if house else Score(0, _no_house(dice))


def _flush_house(dice: Dice, rules: Rules) -> Score:
    house = _house(dice, rules)
    if not house:
        return Score(0, _no_house(dice))
    if not dice.one_colour:
        return Score(0, f"A full house, but not of one colour: {_colours(dice)}.")
    return _total(dice, f"{house}, all {Colour.of(dice.values[0])}", 20)


def _yarborough(dice: Dice, _: Rules) -> Score:
    return _total(dice, "Any dice count here")


def _colours(dice: Dice) -> str:
    counts = Counter(Colour.of(value) for value in dice.values)
    return ", ".join(f"{count} {colour}" for colour, count in counts.most_common())


_NUMBER_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}

ENTRIES: dict[Box, Entry] = {
    Box.ACES: Entry("Aces", "R5", _basic(1, "Aces")),
    Box.DEUCES: Entry("Deuces", "R5", _basic(2, "Deuces")),
    Box.TREYS: Entry("Treys", "R5", _basic(3, "Treys")),
    Box.FOURS: Entry("Fours", "R5", _basic(4, "Fours")),
    Box.FIVES: Entry("Fives", "R5", _basic(5, "Fives")),
    Box.SIXES: Entry("Sixes", "R5", _basic(6, "Sixes")),
    Box.TWO_PAIR_SAME_COLOR: Entry("2 Pair Same Color", "R7", _two_pair),
    Box.THREE_OF_A_KIND: Entry("3 of a Kind", "R8", _alike(3, "Three", 0)),
    Box.STRAIGHT: Entry("Straight", "R9", _straight),
    Box.FLUSH: Entry("Flush", "R10", _flush),
    Box.FULL_HOUSE: Entry("Full House", "R11", _full_house),
    Box.FLUSH_HOUSE: Entry("Flush House", "R12", _flush_house),
    Box.FOUR_OF_A_KIND: Entry("4 of a Kind", "R8", _alike(4, "Four", 25)),
    Box.YARBOROUGH: Entry("Yarborough", "R13", _yarborough),
    Box.KISMET: Entry("Kismet", "R8", _alike(5, "Five", 50)),
}
"""Everything that is said of a box in one place. Rules are numbered as in `seeds/rules.toml`."""


_OTHER_NAMES = {
    Box.ACES: ("ones", "1s", "1"),
    Box.DEUCES: ("twos", "2s", "2"),
    Box.TREYS: ("threes", "3s", "3"),
    Box.FOURS: ("4s", "4"),
    Box.FIVES: ("5s", "5"),
    Box.SIXES: ("6s", "6"),
    Box.TWO_PAIR_SAME_COLOR: (
        "pairs",
        "pair",
        "2 pair",
        "2p",
        "two pairs",
        "two pairs same color",
        "2 pairs same color",
    ),
    Box.THREE_OF_A_KIND: ("3k", "three alike", "3 kind", "three kind", "3 alike", "triple", "trips"),
    Box.STRAIGHT: ("run", "large straight", "small straight"),
    Box.FULL_HOUSE: ("fh",),
    Box.FLUSH_HOUSE: ("full house same color", "flush full house", "full house flush"),
    Box.FOUR_OF_A_KIND: ("4k", "four alike", "4 kind", "four kind", "4 alike", "quads", "k"),
    Box.YARBOROUGH: ("chance", "any"),
    Box.KISMET: ("5k", "five alike", "5 of a kind", "five of a kind", "5 kind", "5 alike", "yahtzee", "k"),
}
"""What else people call them; the first is named where a name is not understood.

A number alone is a basic box, as on the app's sheet; k, which is 4 of a Kind there and begins Kismet, is asked about.
"""


def _names() -> str:
    """Every box, with another name that is understood as well."""
    return ", ".join(f"{box.key} (or {_OTHER_NAMES[box][0]})" if box in _OTHER_NAMES else box.key for box in Box)


def _plain(text: str) -> str:
    return "".join(c for c in text.lower().replace("colour", "color") if c.isalnum())
