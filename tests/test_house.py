"""The laws of the house that a newcomer would notice being broken."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "words", ["from tui.cli import parser; parser()", "from tui.cli import main; main(['--help'])"]
)
def test_help_waits_for_neither_opencv_nor_textual(words: str) -> None:
    program = f"""
import sys
try:
    {words}
except SystemExit:
    pass
heavy = sorted({{"cv2", "numpy", "textual"}} & set(sys.modules))
sys.exit(f"imported {{heavy}}" if heavy else 0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_game_alone_needs_nothing_but_python() -> None:
    """A game can be played by a program that has neither numpy nor OpenCV nor Textual."""
    program = """
import sys
sys.modules.update(dict.fromkeys(["numpy", "cv2", "textual", "platformdirs"]))
from kismet.game import Game, Rolled, Entered
from kismet.dice import Dice
from kismet.boxes import Box
import kismet.journal
game = Game.start(["Ann"]).apply(Rolled(Dice.parse("66655"), 1)).apply(Entered(Box.FULL_HOUSE))
assert game.state.totals == (43,)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_dependency_says_why_it_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)
    names = [
        *project["project"]["dependencies"],
        *project["project"].get("optional-dependencies", {}).get("training", []),
    ]
    for name in names:
        line = next(i for i, row in enumerate(text.splitlines()) if f'"{name}"' in row)
        above = text.splitlines()[max(0, line - 3) : line]
        assert any(row.strip().startswith("#") for row in above), f"{name} has no comment"


def test_no_file_of_the_project_has_grown_beyond_reading() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for folder in ("kismet", "vision", "calibration", "tui", "seeds")
        for path in (ROOT / folder).rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert not long


def test_a_start_imports_no_other_command_and_asks_for_no_version() -> None:
    words = (
        "import sys; from tui.cli import parser; parser('');"
        "print(sorted(m for m in sys.modules if m.startswith('tui.commands.') or m == 'importlib.metadata'))"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "['tui.commands.flags', 'tui.commands.home']\n"
