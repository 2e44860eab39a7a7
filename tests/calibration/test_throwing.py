"""Where throws come from: a camera's frames taken when they are asked for, or pictures with numbers beside them."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.throwing import FileThrows, LiveThrows
from tests.calibration.drawn import KnowingReader, Table, draw_throw
from vision.reading import DieReading, Frame, Image
from vision.sources import LiveSource, SourceError, parse_source

VALUES = (1, 2, 3, 4, 5)


def drawn() -> tuple[Image, tuple[DieReading, ...]]:
    return draw_throw(Table(), VALUES, 0)


class Feeder:
    """A device that gives as many frames as it was told to."""

    live = True

    def __init__(self) -> None:
        self.given = 0
        self.due = threading.Semaphore(0)
        self.gone = False

    def open(self) -> None:
        if self.gone:
            raise SourceError("It is unplugged.", final=True)

    def grab(self) -> bool:
        self.due.acquire()
        if self.gone:
            raise SourceError("It was unplugged.", final=True)
        return True

    @property
    def position(self) -> float | None:
        return None

    def retrieve(self) -> Image | None:
        self.given += 1
        return np.full((48, 64, 3), self.given, np.uint8)

    def interrupt(self) -> None:
        self.gone = True
        self.due.release()

    def close(self) -> None:
        """Nothing to let go of."""


class Fed(LiveSource):
    """A source whose device gives a few frames more each time somebody waits for one."""

    def __init__(self, feeder: Feeder) -> None:
        super().__init__(feeder, "camera 0 (Fed)")
        self.feeder = feeder

    def wait_newer(self, than: int, timeout: float) -> Frame | None:
        self.feeder.due.release(3)
        return super().wait_newer(than, timeout)


def test_a_live_throw_is_several_frames_taken_after_it_was_asked_for() -> None:
    feeder = Feeder()
    with Fed(feeder) as source:
        assert source.wait_newer(-1, 10) is not None
        before = source.latest()
        assert before is not None
        throw = LiveThrows(source).next()
    numbers = [float(image.mean()) for image in throw.images]
    assert len(numbers) == 5
    assert numbers[0] > before.image.mean()
    assert numbers == sorted(set(numbers))


def test_a_camera_that_is_unplugged_meanwhile_is_said_to_be() -> None:
    feeder = Feeder()
    with LiveSource(feeder, "camera 0 (Fed)") as source:
        feeder.gone = True
        feeder.due.release()
        with pytest.raises(SourceError, match="unplugged"):
            LiveThrows(source).next()


def test_pictures_of_a_folder_are_throws_with_the_numbers_written_beside_them(tmp_path: Path) -> None:
    image, dice = drawn()
    for name in ("2.png", "10.png"):
        cv2.imwrite(str(tmp_path / name), image)
    boxes = [f'{{"value": {die.value}, "box": {list(die.box)}}}' for die in reversed(dice)]
    row = f'{{"image": "2.png", "dice": [{", ".join(boxes)}]}}'
    (tmp_path / "labels.jsonl").write_text(row + "\n", encoding="utf-8")
    throws = FileThrows(parse_source(str(tmp_path)), KnowingReader([]))
    first, second, third = throws.next(), throws.next(), throws.next()
    assert first is not None
    assert second is not None
    assert (first.label, first.truth) == ("2.png", VALUES)
    assert (second.label, second.truth) == ("10.png", None)
    assert third is None


@pytest.mark.parametrize(
    "row",
    [
        '{"image": "a.png", "dice": [{"value": 9, "box": [0, 0, 9, 9]}]}',
        '{"image": "a.png", "dice": [{"value": 4, "box": []}]}',
        '{"image": "a.png", "dice": [{"value": Infinity, "box": [0, 0, 9, 9]}]}',
        '{"image": "a.png", "dice": 5}',
        '["a.png"]',
        "[" * 100_000,
    ],
)
def test_labels_that_say_nothing_are_no_labels(tmp_path: Path, row: str) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), drawn()[0])
    (tmp_path / "labels.jsonl").write_text(row + "\n", encoding="utf-8")
    throw = FileThrows(parse_source(str(tmp_path)), KnowingReader([])).next()
    assert throw is not None
    assert throw.truth is None


def test_labels_that_are_none_are_passed_over_and_no_picture_is_an_error(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), drawn()[0])
    (tmp_path / "labels.jsonl").write_text("not json\n", encoding="utf-8")
    throw = FileThrows(parse_source(str(tmp_path)), KnowingReader([])).next()
    assert throw is not None
    assert throw.truth is None
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(SourceError, match="not a picture"):
        FileThrows(parse_source(str(tmp_path)), KnowingReader([])).next()
