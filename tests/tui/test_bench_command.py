"""`kismet bench` as its users meet it: figures, a page, and one sentence for each thing that is wrong with a folder."""

from __future__ import annotations

import io
import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.tui.square_reader import EDGE, SquareReader, level, table
from tui.cli import main
from vision.measure.words import HEADS
from vision.reading import NO_HINTS, Hints, Image, Reading

ROOT = Path(__file__).resolve().parents[2]
Spots = dict[tuple[int, int], int]


@pytest.fixture(autouse=True)
def _reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tui.reader.load_reader", SquareReader)
    monkeypatch.setenv("KISMET_HOME", str(tmp_path / "home"))


def labelled(folder: Path, name: str, truth: Spots, shown: Spots | Image | None = None, **more: Any) -> Path:
    """A picture of `shown`, with a label that says `truth`."""
    image = table(truth) if shown is None else table(shown) if isinstance(shown, dict) else shown
    (folder / "images").mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(folder / "images" / name), image)
    dice = [{"value": value, "box": [x, y, x + EDGE, y + EDGE]} for (x, y), value in truth.items()]
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"image": name, "dice": dice, **more}) + "\n")
    return folder


def evening(folder: Path) -> Path:
    """Four pictures: one read rightly, one misread, one with a die too few and one too many, one unsure."""
    doubtful = table({(20, 30): 4, (80, 40): 2})
    doubtful[30:54, 20:44] = level(4) + 11
    labelled(folder, "right.png", {(20, 30): 1, (80, 40): 3}, set="a", tier="core", tags=["lamp"])
    labelled(folder, "misread.png", {(20, 30): 1, (80, 40): 4}, {(20, 30): 1, (80, 40): 3}, set="a", tier="core")
    labelled(folder, "odd.png", {(20, 30): 1, (80, 40): 3}, {(20, 30): 1, (200, 140): 6}, set="b", tier="stress")
    return labelled(folder, "unsure.png", {(20, 30): 4, (80, 40): 2}, doubtful, set="b", tier="core")


def told(capsys: pytest.CaptureFixture[str], *args: str | Path, status: int = 0) -> dict[str, Any]:
    assert main(["bench", "--json", *map(str, args)]) == status
    out: dict[str, Any] = json.loads(capsys.readouterr().out)
    return out


def test_figures_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(evening(tmp_path))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "4 pictures measured."
    assert lines[2].split() == ["shares", "in", "%", *HEADS]
    assert lines[3].split() == ["a", "2", "50.0", "100.0", "50.0", "75.0", "100.0", "0.00", "–", "–", "1.0"]
    assert lines[4].split() == ["b", "2", "50.0", "50.0", "50.0", "75.0", "75.0", "0.50", "–", "–", "1.0"]
    assert lines[5].split()[:4] == ["ALL", "4", "50.0", "75.0"]
    assert lines[6] == (
        "4 of 4 pictures are clear, without a cocked or hidden die (a 2, b 2); "
        "exact, answer and silent are shares of those."
    )
    assert lines[-1] == "Pictures with faults: wrong number 1, missed die 1, false die 1, not answered 1."


def test_the_clear_pictures_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Shares of two pictures are no shares of four."""
    labelled(tmp_path, "clear.png", {(20, 30): 1})
    labelled(tmp_path, "cocked.png", {(20, 30): 1})
    labels = tmp_path / "labels.jsonl"
    head, _, last = labels.read_text(encoding="utf-8").rpartition('"value"')
    labels.write_text(f'{head}"cocked": true, "value"{last}', encoding="utf-8")
    assert main(["bench", str(tmp_path)]) == 0
    assert "1 of 2 pictures are clear" in capsys.readouterr().out


def test_figures_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = told(capsys, evening(tmp_path), "--group", "tags")
    assert (one["wanted"], one["stopped"], list(one["groups"])) == (4, False, ["lamp"])
    assert one["figures"]["silent"] == 0.5
    assert one["reliability"]["dice"] == 8
    assert [bin_["share"] for bin_ in one["reliability"]["bins"]] == [1.0, pytest.approx(5 / 7)]
    assert {row["image"]: row["kinds"] for row in one["wrong"]} == {
        "misread.png": ["wrong number"],
        "odd.png": ["missed die", "false die"],
        "unsure.png": ["not answered"],
    }


def test_a_part_of_the_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = evening(tmp_path)
    assert told(capsys, folder, "--every", "3")["figures"]["pictures"] == 2
    assert told(capsys, folder, "--tier", "core")["figures"]["pictures"] == 3
    assert told(capsys, folder, "--tier", "core", "--every", "2")["figures"]["pictures"] == 2
    assert told(capsys, folder, "--only", "lamp")["figures"]["exact"] == 1.0
    assert told(capsys, folder, "--only", "b")["figures"]["pictures"] == 2


def test_the_page_shows_what_went_wrong_by_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["bench", str(evening(tmp_path / "pictures")), "--out", str(page)]) == 0
    assert f"are in {page}." in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    heads = re.findall(r"<h2>([^<]*)</h2>", text)
    assert heads[2:] == [
        "Wrong number: 1 picture",
        "Missed die: 1 picture",
        "False die: 1 picture",
        "Not answered: 1 picture",
    ]
    assert text.index("misread.png") < text.index("odd.png") < text.index("unsure.png")
    assert "right.png" not in text
    assert text.count("data:image/jpeg;base64,") == 3
    assert not re.findall(r"""(?:src|href)=["'](?!data:)""", text), "nothing is fetched"


def test_every_exhibit_says_whether_the_reader_was_sure(tmp_path: Path) -> None:
    """Also where a cocked die makes unsure the right answer, which is no fault."""
    folder, page = tmp_path / "pictures", tmp_path / "page.html"
    doubtful = table({(20, 30): 4, (80, 40): 2})
    doubtful[30:54, 20:44] = level(4) + 11
    truth = {(20, 30): 4, (80, 40): 2, (200, 140): 6}
    labelled(folder, "sure.png", truth, {(20, 30): 4, (80, 40): 2})
    labelled(folder, "unsure.png", truth, doubtful)
    labelled(folder, "cocked.png", truth, doubtful)
    labels = folder / "labels.jsonl"
    head, _, last = labels.read_text(encoding="utf-8").rpartition('"dice": [{')
    labels.write_text(f'{head}"dice": [{{"cocked": true, {last}', encoding="utf-8")
    assert main(["bench", str(folder), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    told = dict(re.findall(r"<figcaption><b>(.*?)</b>(.*?)</figcaption>", text))
    assert sorted(told) == ["cocked.png", "sure.png", "unsure.png"]
    assert all("A 6 was not found." in words for words in told.values())
    assert "The reader stood by this reading" in told["sure.png"]
    assert "It said unsure. A die looks like a 4." in told["unsure.png"]
    assert "It said unsure, as it should: a die here is cocked or hidden." in told["cocked.png"]


def test_the_page_tells_what_every_figure_means(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["bench", str(evening(tmp_path / "pictures")), "--out", str(page)]) == 0
    told = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page.read_text(encoding="utf-8")))
    assert list(told) == list(HEADS[1:])
    assert told["silent"] == "the reader stands by its reading, and it is wrong: nobody is warned, so this is the worst"
    with pytest.raises(SystemExit):
        main(["bench", "--help"])
    assert f"silent   {told['silent']}" in capsys.readouterr().out


def test_no_word_of_the_chart_is_cut_off(tmp_path: Path) -> None:
    """At its left edge stands the longest, 99.9 %; a letter of 13 pixels is some 8 wide."""
    page = tmp_path / "page.html"
    assert main(["bench", str(evening(tmp_path / "pictures")), "--out", str(page)]) == 0
    chart = re.search(r"<svg.*?</svg>", page.read_text(encoding="utf-8"))
    assert chart is not None
    texts = re.findall(r'<text x="([\d.]+)" y="[\d.]+"(?: text-anchor="(\w+)")?>(.*?)</text>', chart[0])
    wide = float(re.findall(r'viewBox="0 0 (\d+)', chart[0])[0])
    assert len(texts) == 12
    for x, anchor, words in texts:
        left = float(x) - 8 * len(words) * {"end": 1.0, "middle": 0.5, "": 0.0}[anchor]
        assert left >= 0, words
        assert left + 8 * len(words) <= wide, words


def test_a_page_without_faults_is_not_said_to_show_any(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    labelled(tmp_path / "pictures", "right.png", {(20, 30): 1, (80, 40): 3})
    assert main(["bench", str(tmp_path / "pictures"), "--out", str(page)]) == 0
    assert capsys.readouterr().out.endswith(f"\nNothing was read wrongly.\n\nThe page is written to {page}.\n")
    assert page.exists()


def test_pictures_may_lie_beside_their_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labelled(tmp_path, "a.png", {(20, 30): 1})
    (tmp_path / "images" / "a.png").rename(tmp_path / "a.png")
    (tmp_path / "images").rmdir()
    assert told(capsys, tmp_path)["figures"]["exact"] == 1.0


def test_damaged_pictures_are_named_and_in_none_of_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = evening(tmp_path)
    (folder / "images" / "odd.png").write_bytes(b"no picture")
    (folder / "images" / "unsure.png").write_bytes(b"")
    assert main(["bench", str(folder), "--out", str(tmp_path / "p.html")]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("2 pictures measured. 2 could not be read, and are in none of the figures.\n")
    assert said.err.splitlines() == ["odd.png: This is not a picture.", "unsure.png: The file is empty."]
    assert "odd.png: This is not a picture." in (tmp_path / "p.html").read_text(encoding="utf-8")
    figures = told(capsys, folder, status=1)
    assert (figures["figures"]["pictures"], figures["figures"]["dice"], figures["figures"]["found"]) == (2, 4, 1.0)
    assert figures["unreadable"][0] == {"image": "odd.png", "reason": "This is not a picture."}


def test_a_folder_of_nothing_but_damaged_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = labelled(tmp_path, "a.png", {(20, 30): 1})
    (folder / "images" / "a.png").write_bytes(b"no picture")
    assert main(["bench", str(folder)]) == 1
    said = capsys.readouterr()
    assert said.out == "0 pictures measured. 1 could not be read, and is in none of the figures.\n"
    assert said.err == "a.png: This is not a picture.\n"


def test_a_picture_made_smaller_after_labelling_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labelled(tmp_path, "a.png", {(20, 30): 1}, width=640, height=480)
    assert told(capsys, tmp_path)["resized"] == ["a.png (320×240, not 640×480)"]
    assert main(["bench", str(tmp_path)]) == 0
    assert "1 of another size than the label says, as a.png" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoil", "args", "words"),
    [
        ("", ["nowhere"], "There is no folder nowhere."),
        ("labels", [], "There is no labels.jsonl in {0}; `kismet bench --help` tells what to write in it."),
        ("line", [], "{0}: Line 5 of labels.jsonl: this is not one JSON object."),
        ("bytes", [], "{0}/labels.jsonl is not a text file."),
        ("empty", [], "{0}: There is not one label in labels.jsonl."),
        ("picture", [], "odd.png has a label, but is not in {0}/images."),
        ("pictures", [], "right.png has a label, but is not in {0}, nor are 3 others."),
        ("", ["{0}/labels.jsonl"], "{0}/labels.jsonl is no folder; name the one that labels.jsonl is in."),
        ("", ["--tier", "moon"], "None of the 4 labelled pictures is of that tier, set or tag."),
        ("", ["--every", "0"], "--every takes a number from 1 up."),
        ("", ["--dice", "purple"], "There is no dice set purple; there are auto, classic, blue, plain."),
        ("", ["--out", "{0}"], "{0} is a folder; name a file for the page."),
        ("", ["--out", "a" * 300], "The page cannot be written to " + "a" * 40 + "…: file name too long."),
        ("", ["a" * 300], "a" * 40 + "… cannot be read: file name too long."),
        ("", ["--out", "{0}/none/a.html"], "There is no folder {0}/none to write the page into."),
    ],
)
def test_what_is_wrong_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: str, args: list[str], words: str
) -> None:
    folder = evening(tmp_path / "evening")
    labels = folder / "labels.jsonl"
    match spoil:
        case "labels":
            labels.unlink()
        case "line":
            labels.write_text(labels.read_text() + "{'image'}\n")
        case "bytes":
            labels.write_bytes(b"\xff\xfe\x00")
        case "empty":
            labels.write_text("\n")
        case "picture":
            (folder / "images" / "odd.png").unlink()
        case "pictures":
            (folder / "images").rename(folder / "photos")
    given = [arg.format(folder) for arg in args]
    if not given or given[0].startswith("--"):
        given.insert(0, str(folder))
    assert main(["bench", *given]) == 1
    streams = capsys.readouterr()
    assert streams.err == f"kismet: {words.format(folder)}\n"
    assert streams.out == ""


def test_without_a_folder_it_wants_pictures_kept_during_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 1
    assert "No pictures were kept during play so far" in capsys.readouterr().err


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own answer to SIGINT, which is missing where tests run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Impatient(SquareReader):
    """Somebody presses Ctrl-C during the third picture."""

    def __init__(self) -> None:
        self.count = 0

    def read(self, image: Image, hints: Hints = NO_HINTS) -> Reading:
        self.count += 1
        if self.count == 3:
            signal.raise_signal(signal.SIGINT)
        return super().read(image, hints)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_keeps_what_was_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.reader.load_reader", Impatient)
    page = tmp_path / "p.html"
    assert main(["bench", str(evening(tmp_path)), "--out", str(page)]) == 130
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 pictures measured, stopped before the other 2."
    assert any(line.startswith("ALL") for line in lines)
    assert "misread.png" in page.read_text(encoding="utf-8")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_it_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["bench", str(evening(tmp_path))]) == 0
    assert "\r3 of 4 pictures" in screen.getvalue()
    assert screen.getvalue().endswith(" \r"), "the line is gone in the end"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_after_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(evening(tmp_path)), "--out", "/dev/full"]) == 1
    streams = capsys.readouterr()
    assert "4 pictures measured." in streams.out
    assert streams.err == "kismet: The page cannot be written to /dev/full: no space left on device.\n"


def test_the_help_tells_how_to_label(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--help"])
    out = capsys.readouterr().out
    example = next(line for line in out.splitlines() if line.strip().startswith('{"image"'))
    assert json.loads(example)["dice"][0] == {"value": 4, "box": [310, 200, 352, 243]}


def test_the_figures_are_those_of_the_script_beside_the_data(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the real reader, on a few pictures, from its command line to its table."""
    monkeypatch.undo()
    pick = ["--every", "90"]
    folder, python = str(shared / "data" / "renders"), [sys.executable, "-m", "tui"]
    script = [sys.executable, str(shared / "bench" / "score_reading.py"), folder, *pick]
    theirs = _out([*script, "--reader", shlex.join([*python, "read", "--json"])])
    ours = _out([*python, "bench", folder, *pick])
    rows = [line.replace("%", "").split()[:-1] for line in theirs.splitlines()[1:]]
    assert len(rows) >= 2
    assert rows[-1][0] == "ALL"
    mine = [line.split()[:-1] for line in ours.splitlines()]
    assert [row for row in rows if row not in mine] == [], "every row but the milliseconds"


def _out(command: list[str]) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120).stdout
