"""How large a picture is looked at: as large as its dice need, and never so small that dice in a tray are lost."""

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from vision.faces import Face
from vision.find import Candidate, FaceFinder, Look
from vision.reading import NO_HINTS, Image

TABLE = np.zeros((480, 640, 3), np.uint8)


def square(edge: float, score: float, look: Look) -> Candidate:
    face = Face(320.0, 240.0, edge / 2, 0.0, 0.0, edge / 2)
    return Candidate(face, score, (0.0,) * 6, -5.0, -5.0, 28.0, look)


class Scripted(FaceFinder):
    """Sees a large square in its small looks, and what it was told in looks at the whole picture."""

    def __init__(self, large: float, small: float) -> None:
        with resources.as_file(resources.files("vision") / "model" / "find.onnx") as weights:
            super().__init__(Path(weights))
        self.large, self.small = large, small
        self.scales: list[float] = []

    def _small_looks(self, image: Image) -> list[Candidate]:
        assert image.shape == TABLE.shape
        return [square(300, 2.0, Look.QUARTER)]

    def _look(self, image: Image, scale: float, look: Look) -> list[Candidate]:
        assert image.shape == TABLE.shape
        self.scales.append(scale)
        return [square(300, self.large, look)] if scale < 0.5 else [square(30, self.small, look)]


def test_a_close_up_is_looked_at_small() -> None:
    finder = Scripted(large=2.0, small=2.0)
    assert [round(one.face.edge) for one in finder.find(TABLE, NO_HINTS)] == [300]
    assert max(finder.scales) < 0.5


@pytest.mark.parametrize("vague", [-1.0, 0.5])
def test_small_dice_are_found_in_a_tray_that_looked_like_a_die(vague: float) -> None:
    finder = Scripted(large=vague, small=2.0)
    assert 30 in [round(one.face.edge) for one in finder.find(TABLE, NO_HINTS)]
