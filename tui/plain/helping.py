"""Help for the line mode: the least that is needed at once, and a sentence on every command for who asks."""

from __future__ import annotations

TOPICS: dict[str, str] = {
    "dice": "Type five digits for the dice, as 11663. roll 11663 is the same.",
    "keep": "keep 116: leave these dice lying; then type the others, or all five. keep none: roll all again.",
    "ok": "ok: take the roll that the camera saw.",
    "no": "no: what the camera saw was no roll; the next throw is not counted one higher.",
    "number": "number 1: the roll that the camera saw, or that was recorded last, was the first. Also 2 or 3.",
    "missed": "missed: put in the roll that was seen before this one and not recorded; missed 11634: with these dice.",
    "fix": "fix 11664: the last dice were typed or read wrongly.",
    "wrong": "wrong: the camera misread the last dice; put right, its picture is saved with the right numbers.",
    "scores": "scores: what every vacant box would score now.",
    "score": "score flush: enter a box, by its name or the beginning of it. score aces 0: enter a zero.",
    "why": "why flush: why it scores what it scores. why Ann flush: the same of what stands in Ann's sheet.",
    "rules": "rules: what there are, and this game's options. rules R11: that one.",
    "turn": "turn: whose turn it is, and which dice lie there.",
    "totals": "totals: everybody's points, best first.",
    "sheet": "sheet: what everybody has filled. sheet Ann: Ann alone.",
    "table": "table: all sheets side by side, in columns.",
    "correct": "correct Ann fives 55512: those were the dice. correct Ann fives 55512 sixes: and that was the box.",
    "rename": "rename Ann Anna: Ann is called Anna from now on.",
    "join": "join Dan: sits down in the first round.",
    "seats": "seats Bob, Ann, Cy: before the first roll, sit in this order; the first begins.",
    "first": "first Bob: Bob begins. first 354: a die each, in order; the highest begins, those level add another.",
    "leave": "leave Dan: plays no more; the sheet is kept. return Dan: plays on.",
    "return": "return Dan: plays on.",
    "advice": "advice: the best thing to do now, each time it is asked for. It marks the game in the history.",
    "odds": "odds: each player's chance to win; dice that lie on the table are not looked at.",
    "luck": "luck: what the dice gave each player, what choices cost, and which cost most.",
    "rematch": "rematch: when the game is over, the same players again; the next one begins.",
    "undo": "undo: take the last step back, as often as you like. redo: put it back.",
    "redo": "redo: put back what undo took back.",
    "help": "help: the least you need. help keep: one command. help all: every command.",
    "hello": "hello: the version, the game's number, and with --json all commands.",
    "quit": "quit: stop. The game is saved at every step.",
}
_LEAST = ("dice", "keep", "score", "undo", "sheet", "quit")
_CAMERA = ("ok", "no")
"""With a camera these are needed at once too."""
_TWICE = ("return", "redo")
"""Said with another topic already."""
_ALSO = {
    "roll": "dice",
    "hint": "advice",
    "hints": "advice",
    "best": "advice",
    "chance": "odds",
    "chances": "odds",
    "skill": "luck",
    "rule": "rules",
    "options": "rules",
    "seat": "seats",
    "begin": "first",
    "begins": "first",
}
"""What people call topics."""


def help_words(topic: str, *, camera: bool = False) -> str | None:
    """Help on a topic, on `all`, or the least there is to know; `None` if there is no such topic.

    Args:
        topic: what is asked for.
        camera: whether a camera looks on.
    """
    if not topic:
        least = (_LEAST[0], *_CAMERA, *_LEAST[1:]) if camera else _LEAST
        return "\n".join([*(TOPICS[name] for name in least), "help all: every command."])
    if topic == "all":
        return "\n".join(words for name, words in TOPICS.items() if name not in _TWICE)
    return TOPICS.get(_ALSO.get(topic, topic))
