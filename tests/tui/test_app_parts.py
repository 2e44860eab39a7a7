"""The small parts that widgets show, without any app: names, layout, entries, marks, race, settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from kismet.boxes import Box
from kismet.dice import Colour, Dice
from kismet.game import Entered, Game, Left, Rolled, State, choices
from kismet.rules import Rules, SecondKismet
from kismet.sheet import Sheet
from tui import actions, settings
from tui.actions import Where
from tui.settings import Settings
from tui.view.bars import hint_bar
from tui.view.detail import bonus_meter
from tui.view.entry import Entry
from tui.view.layout import LEAST, DiceForm, layout
from tui.view.marks import PIPS, mark
from tui.view.names import fit, short_names
from tui.view.pieces import plain
from tui.view.race import race_lines, totals_by_round
from tui.view.sheet import KEYS, bonus_words, sheet_lines
from tui.view.table import begin, best_box

NAMES = st.lists(st.text("ABanx\u4e2d\U0001f3b2[]", min_size=1, max_size=12), min_size=1, max_size=6, unique=True)


@given(NAMES, st.integers(3, 13))
def test_short_names_all_differ_and_fit(names: list[str], width: int) -> None:
    shorts = short_names(names, width)
    assert len(set(shorts)) == len(names)
    assert all(cell_len(short) <= width for short in shorts)


@given(st.text("A\u4e2d\U0001f3b2 ", max_size=12), st.integers(1, 12))
def test_fit_is_exactly_as_wide_as_asked(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width


@given(st.integers(44, 250), st.integers(20, 90), st.integers(1, 6))
def test_every_window_is_filled_exactly(width: int, height: int, players: int) -> None:
    cut = layout(width, height, players)
    assert cut is not None
    assert cut.sheet + cut.side == width
    assert cut.side >= {DiceForm.LIST: 17, DiceForm.ROW: 29, DiceForm.BIG: 50}[cut.dice]
    assert cut.columns in (1, players)


@given(NAMES, st.sampled_from([(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)]))
def test_room_for_names_takes_none_from_dice_and_camera(names: list[str], size: tuple[int, int]) -> None:
    even = layout(*size, len(names))
    assert even is not None
    cut = even.for_names(names)
    assert cut.sheet + cut.side == size[0]
    assert cut.side >= min(even.side, 51 if cut.dice is DiceForm.BIG else 31)


def heads(names: tuple[str, ...], size: tuple[int, int]) -> str:
    """The line of the names as a player sees it."""
    cut = layout(*size, len(names))
    assert cut is not None
    return plain(sheet_lines(begin(Game.start(names).state), cut.for_names(names)).lines[0])


def test_the_readme_states_the_smallest_window() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    columns, rows = LEAST
    assert f"at least {columns} columns and {rows} rows" in " ".join(readme.split())


def test_a_long_name_stands_whole_where_others_are_short() -> None:
    six = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")
    assert heads(six, (120, 40)).split() == ["▸Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan"]
    assert "Finnegan" in heads(six, (100, 30))
    assert "Bartholomew" in heads(("Ann", "Bartholomew", "Cleo"), (80, 24))
    assert "Grandmother" in heads(("Ann", "Bob", "Grandmother", "Finn"), (80, 24)), "a box's name is shortened for it"
    long = ("Alexandra", "Bartholomew", "Charlotte", "Dominique", "Evangeline", "Finnegan")
    assert heads(long, (200, 60)).split() == [f"▸{long[0]}", *long[1:]]
    assert len(set(heads(long, (120, 40)).split())) == 6, "cut, and all different"


def test_what_is_cut_of_a_name_is_marked() -> None:
    assert short_names(["Finnegan", "Ann"], 6) == ("Finne…", "Ann")
    assert short_names(["Alexander", "Alexandra", "Ann"], 5) == ("Ale…r", "Ale…a", "Ann")
    assert short_names(["Alexander", "Alexandra"], 4) == ("Al…r", "Al…a")
    assert short_names(["Anna", "Annabel"], 3) == ("A…a", "A…l")
    assert short_names(["Annabel X Smith", "Annabel Y Smith"], 6) == ("Anna…1", "Anna…2")


def test_six_names_use_the_room_of_a_small_window() -> None:
    six = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")
    assert heads(six, (80, 24)).split() == ["▸Ann", "Bob", "Cleo", "Dan", "Eve", "Finneg…"]
    assert heads(six, (79, 24)).split()[:5] == ["▸Ann", "Bob", "Cleo", "Dan", "Eve"]
    alike = ("Alexander", "Alexandra", "Christina", "Christian", "Ann", "Bob")
    for size in ((60, 20), (79, 24), (80, 24), (120, 40)):
        shown = heads(alike, size).replace("▸", "").split()
        assert len(set(shown)) == 6, size
        assert all(short == name or "…" in short for short, name in zip(shown, alike, strict=True)), size


def test_where_one_sheet_is_shown_the_name_has_the_whole_line() -> None:
    for size in ((44, 20), (59, 24), (80, 24)):
        assert heads(("Bartholomew-James",), size).split() == ["▸Bartholomew-James"]
    assert heads(("Bartholomew", "Ann"), (44, 20)).split() == ["1st", "of", "2", "▸Bartholomew"]


@pytest.mark.parametrize("camera", [False, True])
@pytest.mark.parametrize("width", [44, 60, 79, 80, 100, 120])
def test_the_line_of_keys_is_whole_and_the_most_useful_are_in_it(width: int, camera: bool) -> None:
    shown = actions.hints(begin(Game.start(["Ann"]).state), camera=camera)
    line = plain(hint_bar(shown, width).line)
    assert cell_len(line) <= width
    assert line.endswith("^p all")
    words = line.removesuffix("^p all").split()
    told = [word for action in shown for word in (action.shown, action.hint)]
    assert words == told[: len(words)], "no key without its word, none cut"
    assert len(words) % 2 == 0
    useful = ["Roll", "Hold", "Score"] + ["Undo", "Help"] * (width >= 60) + ["Advice"] * (width >= 79)
    assert [word for word in useful if word not in words] == []


def test_the_mark_of_the_player_in_turn_does_not_touch_the_name_before_it_where_there_is_room() -> None:
    names = ("Melanie", "Charlie", "Ann", "Bob", "Eve", "Cleo")
    state = replace(Game.start(names).state, mover=1)
    cut = layout(120, 40, 6)
    assert cut is not None
    head = plain(sheet_lines(begin(state), cut.for_names(names)).lines[0])
    assert "Melanie ▸Charlie" in head


def test_a_click_finds_its_cell_where_columns_differ_in_width() -> None:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finnegan")
    cut = layout(120, 40, 6)
    assert cut is not None
    sheet = sheet_lines(begin(Game.start(names).state), cut.for_names(names))
    head = plain(sheet.lines[0])
    assert [sheet.cell_at(head.index(name) + len(name) - 1, 1) for name in names] == [
        (player, Box.ACES) for player in range(6)
    ]
    assert sheet.cell_at(head.index("Finnegan"), 1) == (5, Box.ACES)
    assert sheet.cell_at(cut.sheet + 5, 1) is None


def test_the_sizes_of_the_design() -> None:
    small, large = layout(80, 24, 6), layout(120, 40, 6)
    assert small is not None
    assert large is not None
    assert (small.sheet, small.side, small.camera, small.hints) == (49, 31, True, True)
    assert (large.column, large.side, large.dice) == (8, 51, DiceForm.BIG)
    assert layout(43, 20, 6) is None
    assert layout(44, 19, 6) is None


@pytest.mark.parametrize(("size", "camera", "hints"), [((80, 23), False, True), ((80, 20), False, False)])
def test_the_camera_gives_way_before_the_keys(size: tuple[int, int], camera: bool, hints: bool) -> None:
    cut = layout(*size, 6)
    assert cut is not None
    assert (cut.camera, cut.hints) == (camera, hints)


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20), (44, 20)])
def test_all_lines_of_the_sheet_are_equally_wide(size: tuple[int, int], players: int) -> None:
    names = ("Ann", "Bob", "Cleopatra", "中国龙", "🎲", "Finnegan")[:players]
    game = Game.start(names).apply(Rolled(Dice.parse("55533"), 1))
    cut = layout(*size, players)
    assert cut is not None
    sheet = sheet_lines(begin(game.state), cut)
    assert {cell_len(plain(line)) for line in sheet.lines} == {cut.sheet}


def test_a_cell_is_found_where_it_is_drawn() -> None:
    cut = layout(80, 24, 3)
    assert cut is not None
    sheet = sheet_lines(begin(Game.start(["Ann", "Bob", "Cle"]).state), cut)
    assert sheet.cell_at(cut.label + cut.column, 1) == (1, Box.ACES)
    assert sheet.cell_at(0, 1) == (None, Box.ACES)
    assert sheet.cell_at(cut.label, 0) is None
    assert sheet.cell_at(cut.label + 3 * cut.column, 1) is None
    assert sheet.cell_at(cut.label, 99) is None


def test_every_box_has_its_own_key() -> None:
    assert len(set(KEYS.values())) == len(Box)


@pytest.mark.parametrize("value", range(1, 7))
def test_each_die_shows_as_many_pips_as_its_number(value: int) -> None:
    assert "".join(PIPS[value]).count("#") == value


def test_colours_are_told_apart_by_shape_and_letter() -> None:
    marks = {mark(value) for value in range(1, 7)} | {mark(1, blue=True)}
    assert len({m.shape for m in marks}) == len({m.letter for m in marks}) == len(marks) == len(Colour) + 1


def test_held_dice_are_skipped_while_typing() -> None:
    entry = Entry(2, fixing=False, slots=(5, None, 5, None, None), held=frozenset({0, 2}), at=1)
    for value in (1, 2, 3):
        entry = entry.typed(value)
    assert entry.slots == (5, 1, 5, 2, 3)
    assert entry.kept_values == (5, 5)
    assert entry.typed(6) == entry, "a sixth digit changes nothing"
    assert entry.back().back().slots == (5, 1, 5, None, None)


def test_the_best_box_is_the_harder_one_of_two_that_score_alike() -> None:
    game = Game.start(["Ann"]).apply(Rolled(Dice.parse("11663"), 1))
    assert best_box(choices(game.state)) is Box.TWO_PAIR_SAME_COLOR


def filled(*points: int) -> Sheet:
    return Sheet.of(dict(zip(Box, points, strict=False)))


def test_the_bonus_is_told_as_it_stands() -> None:
    assert bonus_words(filled(3), begun=True) == "↑60", "60 to go, which is no loss"
    assert bonus_words(filled(3), begun=False) == ""
    assert bonus_words(filled(3, 6, 9, 12, 15, 18), begun=False) == "35"
    assert bonus_words(filled(5, 10, 15, 20, 25), begun=False) == "55+"
    assert bonus_words(filled(0, 0, 0, 0, 0, 0), begun=True) == "0"
    assert bonus_meter(filled(3, 6, 9, 12, 15, 18)).startswith("Bonus 35")
    assert bonus_meter(filled(5, 10, 15, 20, 25)).endswith("3 more for 75.")


def played(state_rolls: list[str]) -> State:
    game = Game.start(["Ann", "Anna"], Rules(second_kismet=SecondKismet.OFF))
    for number, dice in enumerate(state_rolls):
        game = game.apply(Rolled(Dice.parse(dice), 3)).apply(Entered(Box(number // 2)))
    return game.state


def test_the_race_adds_up() -> None:
    state = played(["11123", "11123", "22234", "66661", "33345", "11224"])
    assert totals_by_round(state) == [[3, 9, 18], [3, 3, 3]]
    assert race_lines(state) == [
        "1   A──A──A                                      A Ann        18",
        "2  =B──B──B                                      B Anna        3",
        "    1  2  3  4  5  6  7  8  9 10 11 12 13 14 15",
    ], "level in the first round"
    assert race_lines(state, 52)[-1].split() == ["A", "Ann", "B", "Anna"], "names are below where they have no room"


def test_six_in_a_race_never_hide_each_other() -> None:
    game = Game.start(["Ann", "Bob", "Cleo", "Dan", "Eve", "Fin"], Rules(second_kismet=SecondKismet.OFF))
    for box in Box:
        for seat in range(6):
            dice = [box + 1 if box < 6 and die <= (seat + box) % 5 else 1 for die in range(5)]
            game = game.apply(Rolled(Dice.parse("".join(map(str, dice))), 1)).apply(Entered(box))
    chart = race_lines(game.state)
    assert max(map(cell_len, chart)) <= 64
    for round_ in range(15):
        column = "".join(line[4 + 3 * round_] for line in chart[:6])
        assert sorted(column) == list("ABCDEF"), f"round {round_ + 1}"
    ranked = sorted(zip(game.state.totals, game.state.players, strict=True), key=lambda pair: -pair[0])
    assert [int(line.split()[-1]) for line in chart[:6]] == [total for total, _ in ranked]
    assert all(line[46] == line[49] for line in chart[:6]), "the letter at the end of a row is its name's"


def test_who_has_left_keeps_the_rounds_that_were_played_and_ends_no_row() -> None:
    game = Game.start(["Ann", "Bob", "Cy"])
    for box in (Box.ACES, Box.DEUCES):
        for _ in range(3):
            game = game.apply(Rolled(Dice.parse("11122"), 1)).apply(Entered(box))
    game = game.apply(Left(1))
    for _ in range(2):
        game = game.apply(Rolled(Dice.parse("33311"), 1)).apply(Entered(Box.TREYS))
    chart = race_lines(game.state)
    assert [line[4:13].strip() for line in chart[:3]] == ["A──A──A", "B─=B =C", "C─=C"]
    assert chart[-1].split() == ["B", "Bob", "(left)"]


def test_nobody_races_alone() -> None:
    assert race_lines(Game.start(["Ann"]).apply(Rolled(Dice.parse("11122"), 1)).apply(Entered(Box.ACES)).state) == []


def test_settings_survive_a_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    wanted = Settings(
        theme="nord",
        palette="classic",
        dice="blue",
        players=('A "quoted" name', "中\\n"),
        rules=Rules(straight=40),
        camera="http://10.0.0.2:8080/video",
    )
    settings.save(path, wanted)
    assert settings.load(path) == wanted


@pytest.mark.parametrize("text", ["no toml at all =", "theme = 7\nplayers = 3\npalette = 'pink'\nrules = 1\n", "\x00"])
def test_settings_that_cannot_be_read_leave_the_defaults(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    assert settings.load(path) == Settings()


def test_no_key_does_two_things() -> None:
    for where in (Where.GAME, Where.REPLAY):
        keys = [binding.key for place in (where, Where.ANYWHERE) for binding in actions.bindings(place)]
        assert len(keys) == len(set(keys))
    keys = [binding.key for where in Where for binding in actions.bindings(where)]
    forbidden = {"ctrl+s", "ctrl+z", "ctrl+h", "ctrl+i", "ctrl+m", "ctrl+j", "f10", "f11"}
    assert not forbidden & set(keys)
    assert not any(key.startswith("alt+") for key in keys)
