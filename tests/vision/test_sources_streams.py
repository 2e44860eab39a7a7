"""Real sockets, files and pipes: a network camera that stalls, dies and comes back, videos, other programs' frames."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.camera_server import CameraServer, jpeg
from tests.vision.rtsp_server import RtspServer
from vision.reading import Frame
from vision.sources import LiveSource, Phase, SourceError, SourceState, every_frame, mjpeg, open_source
from vision.sources.clock import SystemClock
from vision.sources.haste import Haste
from vision.sources.pipe import Intake, PipeGrabber

DEADLINE = 30.0


class Hasty(SystemClock):
    """Waits a hundredth of what it is asked to, so that a test sees many retries in no time."""

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        return stop.wait(max(0.0, seconds) / 100)


class Story:
    def __init__(self) -> None:
        self.states: list[SourceState] = []
        self.news = threading.Condition()

    def __call__(self, state: SourceState) -> None:
        with self.news:
            self.states.append(state)
            self.news.notify_all()

    def until(self, phase: Phase, times: int = 1) -> SourceState:
        def told() -> bool:
            return sum(state.phase is phase for state in self.states) >= times

        with self.news:
            assert self.news.wait_for(told, DEADLINE), [(s.phase, s.detail) for s in self.states]
            return [state for state in self.states if state.phase is phase][times - 1]


@pytest.fixture
def camera() -> Iterator[CameraServer]:
    server = CameraServer()
    server.start()
    yield server
    server.stop()


def opened(text: str, story: Story) -> LiveSource:
    return open_source(text, listener=story, clock=Hasty())


def newest(source: LiveSource, than: int = -1) -> Frame:
    frame = source.wait_newer(than, DEADLINE)
    assert frame is not None, source.state
    return frame


def level(frame: Frame) -> float:
    return float(frame.image.mean())


# http


def test_stream_is_live_dies_and_comes_back(camera: CameraServer) -> None:
    story = Story()
    with opened(camera.url("/video"), story) as source:
        first = newest(source)
        assert level(first) == pytest.approx(1, abs=2)
        camera.stream(1)
        second = newest(source, first.index)
        assert second.seconds > first.seconds
        camera.stop()
        lost = story.until(Phase.LOST)
        assert lost.detail.endswith("ended the stream.") or "broke off" in lost.detail
        assert lost.words.startswith("lost")
        story.until(Phase.LOST)
        camera.level = 180
        camera.start()
        story.until(Phase.LIVE, 2)
        assert level(newest(source, second.index)) == pytest.approx(181, abs=2)
    assert source.state.phase is Phase.OFF


def test_server_that_is_not_there(camera: CameraServer) -> None:
    url = camera.url("/video", "ann:secret@")
    camera.stop()
    story = Story()
    with opened(url, story):
        assert "refuses the connection" in story.until(Phase.LOST, 1).detail
    assert "secret" not in repr(story.states)
    camera.start()


def test_stalled_stream_is_given_up(camera: CameraServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjpeg, "TIMEOUT", 0.2)
    story = Story()
    with opened(camera.url("/video"), story) as source:
        newest(source)
        assert "sent nothing" in story.until(Phase.LOST).detail
        story.until(Phase.LIVE, 2)


def test_closing_a_silent_stream_takes_no_time_and_leaves_nothing(camera: CameraServer) -> None:
    story = Story()
    source = opened(camera.url("/video"), story)
    source.start()
    newest(source)
    source.close(DEADLINE)
    assert source.state.phase is Phase.OFF
    assert not any(thread.name.startswith("source") for thread in threading.enumerate())


def test_only_the_newest_of_many_pictures_is_decoded(camera: CameraServer) -> None:
    story = Story()
    with opened(camera.url("/video"), story) as source:
        frame = newest(source)
        camera.stream(199)
        while level(frame) < 198:
            frame = newest(source, frame.index)
        assert level(frame) == pytest.approx(200, abs=2)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [("/page", "is a web page"), ("/nowhere", "error 404"), ("/locked", "wants a user name and a password")],
)
def test_answers_that_are_no_stream(camera: CameraServer, path: str, sentence: str) -> None:
    story = Story()
    with opened(camera.url(path), story):
        assert sentence in story.until(Phase.LOST).detail


def test_a_wrong_password_is_called_refused(camera: CameraServer) -> None:
    """Asking for one, though one was given, would send people looking for the wrong fault."""
    story = Story()
    with opened(camera.url("/locked", "ann:wrong@"), story):
        detail = story.until(Phase.LOST).detail
    assert detail.endswith("refuses this user name and password.")
    assert "wrong" not in detail


def test_a_camera_all_of_whose_pictures_are_cut_off_is_told_and_comes_back(camera: CameraServer) -> None:
    """Instead of counting the seconds without a picture for ever."""
    story = Story()
    camera.stream(1)
    with opened(camera.url("/video"), story) as source:
        newest(source)
        camera.cut_off = True
        camera.stream(200)
        assert "arrive damaged: each of them is cut off" in story.until(Phase.LOST).detail
        camera.cut_off = False
        camera.stream(200)
        story.until(Phase.LIVE, times=2)


def test_password_redirect_and_snapshots(camera: CameraServer) -> None:
    for path, user in (("/locked", "ann:se%40cret@"), ("/moved", ""), ("/snapshot", "")):
        story = Story()
        with opened(camera.url(path, user), story) as source:
            first = newest(source)
            camera.stream(1)
            newest(source, first.index)
            assert "cret" not in source.label
            assert "cret" not in repr(source.state)


def test_a_video_file_over_http_is_left_to_ffmpeg(camera: CameraServer, tmp_path: Path) -> None:
    camera.files["/clip.avi"] = ("video/x-msvideo", write_video(tmp_path / "clip.avi", [60] * 5).read_bytes())
    story = Story()
    with opened(camera.url("/clip.avi"), story) as source:
        assert level(newest(source)) == pytest.approx(60, abs=4)


# rtsp


def test_rtsp_plays_dies_and_comes_back() -> None:
    server, story = RtspServer(), Story()
    server.start()
    with opened(f"rtsp://ann:secret@127.0.0.1:{server.port}/live", story) as source:
        first = newest(source)
        assert 100 <= level(first) <= 241
        second = newest(source, first.index)
        assert second.image.shape == (48, 64, 3)
        server.stop()
        lost = story.until(Phase.LOST)
        assert "secret" not in repr(lost)
        assert "secret" not in source.label
        server.start()
        story.until(Phase.LIVE, 2)
        newest(source, second.index)
    server.stop()
    assert any("interleaved" in asked for asked in server.asked)  # TCP: lost packets would tear dice apart


# files


def write_video(path: Path, levels: list[int], fps: float = 10.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    assert writer.isOpened()
    for value in levels:
        writer.write(np.full((48, 64, 3), value, np.uint8))
    writer.release()
    return path


def test_every_frame_of_a_file(tmp_path: Path) -> None:
    frames = list(every_frame(write_video(tmp_path / "a.avi", [10, 60, 110, 160])))
    assert [round(level(f), -1) for f in frames] == [10, 60, 110, 160]
    assert [f.index for f in frames] == [0, 1, 2, 3]
    assert [f.seconds for f in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3])


def test_file_plays_to_its_end_and_the_last_frame_stays(tmp_path: Path) -> None:
    story = Story()
    with opened(str(write_video(tmp_path / "a.avi", [10] * 30 + [200])), story) as source:
        story.until(Phase.ENDED)
        assert level(newest(source)) == pytest.approx(200, abs=3)
        assert newest(source).seconds == pytest.approx(3.0)
    assert [s.phase for s in story.states] == [Phase.OPENING, Phase.LIVE, Phase.ENDED, Phase.OFF]


def broken_files(folder: Path) -> Iterator[tuple[Path, str]]:
    (folder / "empty.mp4").touch()
    yield folder / "empty.mp4", "The file is empty."
    (folder / "words.mp4").write_text("Dear Ann, this is no video.\n" * 50)
    yield folder / "words.mp4", "neither a picture nor a video"
    whole = write_video(folder / "whole.avi", [10] * 4).read_bytes()
    (folder / "head.avi").write_bytes(whole[:500])
    yield folder / "head.avi", r"neither a picture nor a video|No picture in this video"


def test_files_that_are_no_video(tmp_path: Path) -> None:
    for path, sentence in broken_files(tmp_path):
        with pytest.raises(SourceError, match=sentence):
            list(every_frame(path))
        story = Story()
        with opened(str(path), story):
            assert story.until(Phase.FAILED).detail != ""
    with pytest.raises(SourceError, match="no such file"):
        list(every_frame(tmp_path / "none.mp4"))


def test_pictures_and_folders(tmp_path: Path) -> None:
    (tmp_path / "roll1.jpg").write_bytes(jpeg(50))
    (tmp_path / "roll2.jpg").write_bytes(b"no picture")
    (tmp_path / "roll10.jpg").write_bytes(jpeg(150))
    story = Story()
    with opened(str(tmp_path), story) as source:
        story.until(Phase.ENDED)
        last = newest(source)
        assert level(last) == pytest.approx(150, abs=2)
        assert last.index == 29  # each lies still for 15 frames, like dice at rest
    story = Story()
    with opened(str(tmp_path / "roll1.jpg"), story) as source:
        story.until(Phase.ENDED)
        assert level(newest(source)) == pytest.approx(50, abs=2)
    (tmp_path / "roll1.jpg").unlink()
    (tmp_path / "roll10.jpg").unlink()
    story = Story()
    with opened(str(tmp_path), story) as source:
        assert story.until(Phase.FAILED).detail == "This is not a picture."


# standard input


def test_pictures_from_another_program() -> None:
    read, write = os.pipe()
    story = Story()
    source = LiveSource(PipeGrabber(Intake(read)), "standard input", listener=story)
    source.start()
    before = -1
    for value in (40, 90, 140):
        os.write(write, jpeg(value))
        frame = newest(source, before)
        assert level(frame) == pytest.approx(value, abs=2)
        before = frame.index
    os.close(write)
    story.until(Phase.ENDED)
    source.close(DEADLINE)
    os.close(read)


class Steady:
    """Time that goes by with every look at the clock."""

    def __init__(self, pace: float) -> None:
        self.pace, self.time = pace, 0.0

    def now(self) -> float:
        self.time += self.pace
        return self.time

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        return stop.wait(seconds)


@pytest.mark.parametrize(
    ("rate", "said", "fast"),
    [(30, None, False), (60, None, False), (200, None, True), (30, 30, False), (60, 30, True), (120, 120, False)],
)
def test_pictures_that_come_faster_than_life_are_told(rate: float, said: float | None, *, fast: bool) -> None:
    haste, told = Haste(Steady(1 / rate)), list[str]()
    haste.tell = told.append
    for _ in range(400):
        haste.came(1, said)
    sentence = (
        f"{rate} pictures a second come through the pipe, so throws are missed if it is a film:"
        " let the program send them at the pace of the dice (with ffmpeg: -re)."
    )
    assert (told, haste.note) == (([sentence], "too fast") if fast else ([], ""))


def test_a_camera_that_was_off_for_a_while_is_not_too_fast() -> None:
    """What has waited in the pipe comes at once."""
    clock = Steady(1 / 30)
    haste = Haste(clock)
    for _ in range(100):
        haste.came(1, None)
    clock.time += 60
    haste.came(40, None)
    haste.came(40, None)
    assert (haste.words, haste.note) == ("", "")


def test_headers_that_come_before_the_first_picture_are_passed_over() -> None:
    read, write = os.pipe()
    with LiveSource(PipeGrabber(Intake(read)), "standard input") as source:
        os.write(write, b"--frame\r\nContent-Type: image/jpeg\r\n\r\n")
        assert source.wait_newer(-1, 0.05) is None
        os.write(write, jpeg(90))
        assert level(newest(source)) == pytest.approx(90, abs=2)
    os.close(read)
    os.close(write)


def test_closing_does_not_wait_for_a_silent_program() -> None:
    read, write = os.pipe()
    source = LiveSource(PipeGrabber(Intake(read)), "standard input")
    source.start()
    source.close(DEADLINE)
    assert source.state.phase is Phase.OFF
    assert not any(thread.name.startswith("source") for thread in threading.enumerate())
    os.close(read)
    os.close(write)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (b"", "Standard input is empty."),
        (b"Dear Ann, no frames here.\n", "holds no frames"),
        (b"P6 1 1 9\n" * 9, "8 bits"),
        (bytes(9000), "holds no frames"),
        (b"P6 64 48 255\n" + bytes(100), "ended before a whole picture"),
        (jpeg(90)[:400], "ended before a whole picture"),
        (jpeg(90)[:400] + b"\xff\xd9", "ended before a whole picture"),
        (b"YUV4MPEG2 W64 H48\nFRAME\n" + bytes(4000), "ended before a whole picture"),
    ],
)
def test_pipes_without_frames(given: bytes, sentence: str) -> None:
    read, write = os.pipe()
    os.write(write, given)
    os.close(write)
    story = Story()
    with LiveSource(PipeGrabber(Intake(read)), "standard input", listener=story):
        assert sentence in story.until(Phase.FAILED).detail
    os.close(read)


def test_a_program_that_reads_a_pipe_ends_at_once() -> None:
    """A whole process: raw frames on its standard input, and an exit that waits for nobody."""
    program = (
        "from vision.sources import open_source\n"
        "source = open_source('-')\n"
        "source.start()\n"
        "frame = source.wait_newer(-1, 30)\n"
        "print(frame.image.shape, source.state.words, flush=True)\n"
    )
    frame = b"YUV4MPEG2 W64 H48 Cmono\nFRAME\n" + bytes([100]) * (64 * 48)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(frame)
        process.stdin.flush()
        # Standard input stays open: the process must not wait for more.
        assert process.stdout.read() == b"(48, 64, 3) live\n"
        assert process.wait(DEADLINE) == 0
        assert process.stderr.read() == b""


def test_a_camera_behind_a_pipe_is_switched_off_and_on_again() -> None:
    """Raw frames say only once how large they are; what came half by then is not lost either."""
    read, write = os.pipe()
    intake = Intake(read)
    frame = b"FRAME\n" + bytes([100]) * (64 * 48)
    first = LiveSource(PipeGrabber(intake), "standard input")
    first.start()
    os.write(write, b"YUV4MPEG2 W64 H48 Cmono\n" + frame + frame[:1000])
    assert newest(first).image.shape == (48, 64, 3)
    first.close(DEADLINE)
    with LiveSource(PipeGrabber(intake), "standard input") as second:
        os.write(write, frame[1000:])
        assert newest(second).image.shape == (48, 64, 3)
    os.close(read)
    os.close(write)


def test_of_a_file_no_picture_is_passed_over_and_its_own_time_counts(tmp_path: Path) -> None:
    film = tmp_path / "film.y4m"
    frames = b"".join(b"FRAME\n" + bytes([40 + 20 * n]) * (64 * 48) for n in range(8))
    film.write_bytes(b"YUV4MPEG2 W64 H48 F25:2 Cmono\n" + frames)
    with film.open("rb") as file:
        source = LiveSource(PipeGrabber(Intake(file.fileno())), "standard input", speed=0)
        source.hold()
        source.start()
        seen, levels = -1, []
        for _ in range(8):
            source.step()
            frame = newest(source, seen)
            seen = frame.index
            levels.append((level(frame), frame.seconds))
        source.close(DEADLINE)
    assert [seconds for _, seconds in levels] == pytest.approx([n / 12.5 for n in range(8)])
    assert [grey for grey, _ in levels] == sorted(grey for grey, _ in levels)
    assert len({grey for grey, _ in levels}) == 8
