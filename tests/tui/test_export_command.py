"""`kismet export`: files that are complete, that print well, and that are never half written."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kismet.boxes import Box
from kismet.dice import Dice
from kismet.game import Entered, Game, Hinted, Left, Rolled
from kismet.history import game_from
from kismet.rules import Rules
from tests.kismet.evenings import after, save, sensible, to_the_end
from tests.kismet.tables import played
from tui.cli import main
from tui.export.drawing import LABEL, WIDTH
from tui.export.widths import broken, measured

SIX = ["W" * 24, "<b>Eve & Co</b>", '"Q" \'uote', "ファ" * 12, "Maximilianus-Alexandrinu", "=SUM(A1:A9)"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "home"))
    second = played(
        Game.start(["Ann", "Bob"]), ("66666", Box.KISMET), ("12346", Box.SIXES), ("55555", Box.FOUR_OF_A_KIND)
    )
    save(
        tmp_path / "home",
        sensible(SIX, 5, Rules(straight=40)),
        after(to_the_end(second), Hinted()),
        to_the_end(after(Game.start(["Ann", "Bob", "Cle"]), Left(2))),
        after(Game.start(["Ann"]), Rolled(Dice.parse("66612"), 1)),
    ).close()
    return tmp_path


def export(home: Path, game: str, form: str) -> str:
    """The text of an exported file."""
    out = home / f"out.{form}"
    assert main(["export", game, "--out", str(out)]) == 0
    return out.read_bytes().decode()


def test_json_holds_everything_and_makes_the_same_game(home: Path) -> None:
    data = json.loads(export(home, "1", "json"))
    assert game_from(data) == sensible(SIX, 5, Rules(straight=40))
    assert [player["name"] for player in data["players"]] == SIX


def test_csv_is_the_sheet_and_no_name_is_a_formula(home: Path) -> None:
    head, *lines = csv.reader(export(home, "1", "csv").splitlines())
    assert head == ["box", *SIX[:-1], "'=SUM(A1:A9)"]
    cells = {line[0]: line[1:] for line in lines}
    state = sensible(SIX, 5, Rules(straight=40)).state
    for player, sheet in enumerate(state.sheets):
        assert [int(cells[box.key][player]) for box in Box] == [sheet[box] for box in Box]
        assert int(cells["total"][player]) == sheet.total
    assert [line[1] for line in csv.reader(export(home, "4", "csv").splitlines()) if line[0] == "aces"] == [""]


class Page(HTMLParser):
    """Collects the texts of a page's table, and whatever would fetch or run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.heads: list[str] = []
        self.dangers: list[str] = []
        self._where: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "link", "img", "iframe", "b"} or any(name in {"src", "href"} for name, _ in attrs):
            self.dangers.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
        if tag not in {"meta", "col", "wbr"}:
            self._where.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._where.pop() == tag, "every element is closed where it should be"

    def handle_data(self, data: str) -> None:
        if "small" not in self._where and {"td", "th"} & set(self._where):
            self.rows[-1][-1] += data


def test_the_page_has_every_point_and_every_name_as_it_is(home: Path) -> None:
    text = export(home, "1", "html")
    page = Page(text)
    assert page.dangers == []
    assert "http" not in text.replace("http-equiv", "")
    assert "@import" not in text
    assert page.rows[0][1:] == SIX
    cells = {row[0]: row[1:] for row in page.rows[1:]}
    state = sensible(SIX, 5, Rules(straight=40)).state
    for player, sheet in enumerate(state.sheets):
        assert [int(cells[box.title][player].rstrip("†‡")) for box in Box] == [sheet[box] for box in Box]
    assert cells["Total"] == [str(total) for total in state.totals]
    assert "straight = 40" in text
    assert "@page" in text
    assert "@media print" in text


def test_marks_are_explained_where_they_occur_only(home: Path) -> None:
    for form in ("html", "svg"):
        marked, plain = export(home, "2", form), export(home, "3", form)
        assert "50‡" in marked
        assert "0†" in marked
        assert "‡ A second Kismet" in marked
        assert "Advice was shown" in marked
        assert "†" not in plain
        assert "Left before the end: Cle." in plain
        assert "1st, shared" in plain
        assert "Advice" not in plain


def test_the_picture_says_the_same_and_all_of_it_lies_inside(home: Path) -> None:
    text = export(home, "1", "svg")
    root = ElementTree.fromstring(text)
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert width <= 190, "A4 less a centimetre on both sides, and less than Letter"
    assert height <= 259, "Letter less a centimetre on both sides"
    assert "href" not in text
    texts = list(root.iter(f"{SVG}text"))
    for element in texts:
        assert 0 <= float(element.attrib["x"]) <= width
        assert 0 < float(element.attrib["y"]) < height
    said = "".join("".join(element.itertext()) for element in texts)
    for name in SIX:
        assert re.sub(r"[ ]", "", name) in said.replace(" ", "")
    for total in sensible(SIX, 5, Rules(straight=40)).state.totals:
        assert str(total) in [element.text for element in texts]


def test_no_line_of_the_picture_is_wider_than_its_column(home: Path) -> None:
    root = ElementTree.fromstring(export(home, "1", "svg"))
    column = (WIDTH - LABEL) / len(SIX)
    for element in root.iter(f"{SVG}text"):
        if element.attrib.get("text-anchor") == "middle":
            told = float(element.attrib.get("textLength", "inf"))
            assert min(told, measured(element.text or "", float(element.attrib["font-size"]))) <= column


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ann", ["Ann"]),
        ("Anna-Lena Maria", ["Anna-", "Lena", "Maria"]),
        ("Maximiliane", ["Maxim", "iliane"]),
        ("", []),
    ],
)
def test_names_are_broken_where_people_would(text: str, lines: list[str]) -> None:
    assert broken(text, 12, 3.3) == lines


def test_no_letter_of_a_long_name_stands_alone(home: Path) -> None:
    long = "Wolfeschlegelsteinhausen"
    assert broken(long, 20, 3.3) == ["Wolfesch", "legelste", "inhausen"]
    names = ["Bartholomew", long, "Anne-Marie", "Cy", "Dee", "Eve"]
    save(home / "home", after(Game.start(names), Rolled(Dice.parse("66612"), 1), Entered(Box.SIXES))).close()
    text = export(home, "5", "html")
    assert Page(text).rows[0][1:] == names
    assert ">Bartholomew<" in text, "whole, in smaller letters"
    assert "Wolfesch<wbr>legelste<wbr>inhausen" in text


def test_a_printed_picture_lies_in_the_middle_and_costs_no_ink_for_its_paper(home: Path) -> None:
    text = export(home, "1", "svg")
    root = ElementTree.fromstring(text)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    lines = list(root.iter(f"{SVG}line"))
    ends = [float(line.attrib[end]) for line in lines for end in ("x1", "x2")]
    assert (min(ends) - left, left + width - max(ends)) == (6, 6), "the same white on both sides"
    lowest = max(float(text.attrib["y"]) for text in root.iter(f"{SVG}text"))
    assert top + height - lowest >= 6
    style = root.findtext(f"{SVG}style") or ""
    assert "margin: auto" in style
    assert "@media print { .paper { fill: none; } }" in style


def test_an_unfinished_game_can_be_exported_too(home: Path) -> None:
    for form in ("json", "csv", "html", "svg"):
        assert "Ann" in export(home, "4", form)
    assert "round 1, Ann is to play" in export(home, "last", "html")


def test_what_is_printed_is_utf_8_whatever_the_terminal_is(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "export", "1", "--format", "csv"],
        capture_output=True,
        env={"KISMET_HOME": str(home / "home"), "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert "ファファ" in done.stdout.decode("utf-8")
    assert done.stderr == b""


def test_an_older_file_stays_until_the_new_one_is_whole(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = home / "folder" / "sheet.html"
    out.parent.mkdir()
    out.write_text("the old one")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert main(["export", "1", "--out", str(out)]) == 1
    assert capsys.readouterr().err == f"kismet: Cannot write {out}: No space left on device.\n"
    assert out.read_text() == "the old one"
    assert list(out.parent.iterdir()) == [out]
    monkeypatch.undo()


def test_a_link_is_followed_and_stays_a_link(home: Path) -> None:
    real, link = home / "real.csv", home / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    assert main(["export", "2", "--out", str(link)]) == 0
    assert link.is_symlink()
    assert real.read_text().startswith("box,Ann,Bob")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("99 --format csv", "There is no saved game number 99; `kismet history` lists them."),
        ("99999999999999999999999", "There is no saved game number 99999999999999999999999;"),
        ("ann", "A game is named by its number, or `last`, not ann; `kismet history` lists them."),
        ("1 --out missing/folder/a.csv", "Cannot write missing/folder/a.csv: No such file or directory."),
        ("1 --out home", "Cannot write home: Is a directory."),
        ("1 --out home/games.sqlite3/a.csv", "Cannot write home/games.sqlite3/a.csv: Not a directory."),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    home: Path, args: str, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    before = sorted(home.rglob("*"))
    assert main(["export", *args.split()]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"kismet: {sentence}")
    assert told.err.count("\n") == 1
    assert [path for path in sorted(home.rglob("*")) if path.parent != home / "home"] == [
        path for path in before if path.parent != home / "home"
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.usefixtures("home")
def test_a_full_disk_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "1", "--out", "/dev/full"]) == 1
    assert capsys.readouterr().err == "kismet: Cannot write /dev/full: No space left on device.\n"
    assert not Path("/dev/full").is_file()


def test_json_says_when_each_thing_happened(home: Path) -> None:
    data = json.loads(export(home, "2", "json"))
    assert len(data["events"]) > 30
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", event["at"]) for event in data["events"])
    assert data["events"][0]["at"] == data["started"]


@pytest.mark.parametrize(("name", "hint"), [("a.pdf", "A browser makes a PDF"), ("a.xyz", "--format chooses one")])
def test_another_ending_is_told_and_nothing_written(
    home: Path, capsys: pytest.CaptureFixture[str], name: str, hint: str
) -> None:
    assert main(["export", "1", "--out", str(home / name)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert hint in told.err
    assert told.err.count("\n") == 1
    assert not (home / name).exists()
    assert main(["export", "1", "--out", str(home / name), "--format", "csv"]) == 0
    assert (home / name).read_text(encoding="utf-8").startswith("box,")


def test_a_name_without_an_ending_is_json(home: Path) -> None:
    assert main(["export", "1", "--out", str(home / "game")]) == 0
    assert json.loads((home / "game").read_text(encoding="utf-8"))["format"] == "kismet-game"
