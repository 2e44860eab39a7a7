"""The camera's many words become the few that a player needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from tests.tui.fake_feed import reading
from tui import camera
from tui.camera import CameraWords, DiceLeft, News, RecordingOver, RollSeen
from tui.watched import Watched
from vision.sources import Phase, SourceState
from vision.tracker import DiceKept, Doubt, RollAtRest, Stage, StageChanged, TableCleared
from vision.watch import News as WatcherNews
from vision.watch import Watcher


class Told:
    """Stands where the watcher would: the test speaks for it."""

    def start(self, tell: Callable[[WatcherNews], None]) -> None:
        self.tell = tell


def heard(*news: WatcherNews) -> list[News]:
    """What the app hears of `news`."""
    watcher, told = Told(), list[News]()
    Watched(cast("Watcher", watcher)).start(told.append)
    for item in news:
        watcher.tell(item)
    return told


def test_a_roll_at_rest_is_passed_on_with_its_number_and_kept_dice() -> None:
    seen = reading("55126")
    assert heard(RollAtRest(seen, 2, (0, 1), index=9, seconds=1.5, revised=True)) == [
        RollSeen(seen, 2, (0, 1), revised=True)
    ]


def test_dice_picked_up_a_cleared_table_and_a_doubt_are_passed_on() -> None:
    assert heard(DiceKept((0, 3)), TableCleared(), Doubt("A die stands on edge.")) == [
        DiceLeft((0, 3)),
        camera.TableCleared(),
        CameraWords("A die stands on edge."),
    ]


def test_what_only_concerns_the_status_line_is_not_told() -> None:
    assert heard(StageChanged(Stage.MOVING), SourceState(Phase.OPENING), SourceState(Phase.LIVE)) == []


def test_a_loss_is_told_once_and_so_is_the_return() -> None:
    lost = SourceState(Phase.LOST, "The camera was unplugged.", retry_in=0.5)
    again = SourceState(Phase.LOST, "There is no camera 0.", retry_in=1.0)
    assert heard(SourceState(Phase.LIVE), lost, again, SourceState(Phase.LIVE)) == [
        CameraWords("The camera was unplugged.", absent=True),
        CameraWords("The camera is back."),
    ]


def test_the_end_of_a_recording_is_told() -> None:
    assert heard(SourceState(Phase.ENDED)) == [RecordingOver()]


def test_a_camera_that_never_gave_a_picture_may_be_named_anew() -> None:
    lost = SourceState(Phase.LOST, "There is no camera 7.", retry_in=0.5)
    failed = SourceState(Phase.FAILED, "There is no camera 7.")
    assert heard(SourceState(Phase.OPENING), lost, failed) == [
        CameraWords("There is no camera 7. V names another camera.", absent=True)
    ]
    broken = SourceState(Phase.FAILED, "Reading the dice failed.")
    assert heard(broken) == heard(SourceState(Phase.LIVE), broken) == [CameraWords("Reading the dice failed.")]
