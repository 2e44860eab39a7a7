"""Every picture of a screen is laid out for the window as it is, from the first one on."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App
from textual.screen import Screen

from tests.tui.seat import NARROW, Seat, app_at, game_of
from tui.app import KismetApp


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that is drawn, as text, one picture after the other."""
    drawn: list[str] = []
    draw = App._display

    def display(app: KismetApp, screen: Screen[object], renderable: object) -> None:
        if screen is app.screen and screen.size == app.size:
            drawn.append(Seat(app, None).text)  # type: ignore[arg-type]
        draw(app, screen, renderable)  # type: ignore[arg-type]

    monkeypatch.setattr(App, "_display", display)
    return drawn


def squeezed(picture: str) -> bool:
    """Whether a picture has the rules in a column beside the names."""
    return any("player 4" in line and line.split("begins")[-1].strip() for line in picture.splitlines())


async def test_no_picture_of_a_new_game_is_meant_for_a_wider_window(tmp_path: Path, pictures: list[str]) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        assert squeezed(seat.text), "there is room for both columns"
        await seat.press("+escape")
        await seat.pilot.resize_terminal(*NARROW)
        for _ in range(2):
            pictures.clear()
            await seat.press("n")
            assert pictures
            assert not [picture for picture in pictures if squeezed(picture)]
            await seat.press("+escape")


async def test_no_picture_is_squeezed_when_the_window_becomes_narrower(tmp_path: Path, pictures: list[str]) -> None:
    async with app_at(tmp_path) as seat:
        await seat.press("n")
        pictures.clear()
        await seat.pilot.resize_terminal(*NARROW)
        await seat.pilot.pause()
        assert pictures
        assert not [picture for picture in pictures if squeezed(picture)]


async def test_buttons_of_the_players_are_whole_in_every_picture(tmp_path: Path, pictures: list[str]) -> None:
    async with game_of(tmp_path, "Ann", "Bob") as seat:
        await seat.pilot.resize_terminal(*NARROW)
        pictures.clear()
        await seat.press("p")
        shown = [picture for picture in pictures if "Rename" in picture]
        assert shown
        assert not [picture for picture in shown if "Leave/return l" not in picture]
