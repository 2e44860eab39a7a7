"""What a source is told to be, and the parts that cut bytes into frames."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.reading import Image
from vision.sources import Kind, SourceError, list_cameras, parse_source
from vision.sources.jpegs import JpegSplitter
from vision.sources.raw import RawSplitter


def jpeg(level: int, *options: int) -> bytes:
    noise = np.random.default_rng(level).integers(0, 40, (48, 64, 3), np.uint8) + np.uint8(level)
    return cv2.imencode(".jpg", noise, list(options))[1].tobytes()


# What a person types


@pytest.mark.parametrize(
    ("text", "kind", "label"),
    [
        ("0", Kind.CAMERA, "camera 0"),
        ("/dev/video2", Kind.CAMERA, "camera 2"),
        ("http://10.0.0.7:8080/video", Kind.HTTP, "http://10.0.0.7:8080/video"),
        ("https://ann:secret@cam.local/video?key=abc", Kind.HTTP, "https://cam.local/video?…"),
        ("rtsp://ann:se%40cret@10.0.0.7/live", Kind.STREAM, "rtsp://10.0.0.7/live"),
        ("RTSP://ann@x:secret@10.0.0.7/live", Kind.STREAM, "rtsp://10.0.0.7/live"),
        ("-", Kind.PIPE, "standard input"),
    ],
)
def test_sources_are_recognised_and_passwords_hidden(text: str, kind: Kind, label: str) -> None:
    spec = parse_source(text)
    assert spec.kind is kind
    assert spec.label.startswith(label)
    assert "secret" not in repr(spec)
    assert "abc" not in repr(spec)


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_bytes(jpeg(9))
    (tmp_path / "b.mp4").write_bytes(b"anything else")
    assert parse_source(str(tmp_path)).kind is Kind.FOLDER
    assert parse_source(str(tmp_path / "a.dat")).kind is Kind.PICTURE
    assert parse_source(str(tmp_path / "b.mp4")).kind is Kind.VIDEO


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nowhere.mp4", "There is no file, folder or camera called nowhere.mp4."),
        ("192.168.1.20:8080/video", "write http://"),
        ("ann:secret@192.168.1.20/video", "write http://"),
        ("ftp://10.0.0.7/a", "ftp://"),
        ("http:///video", "names no host"),
        ("a\0b", "There is no file"),
    ],
)
def test_what_is_no_source_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SourceError, match=sentence) as caught:
        parse_source(text)
    assert "secret" not in str(caught.value)
    assert caught.value.final


def test_cameras_are_listed_without_their_metadata_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for node, index, name in (("video10", 0, "Desk cam"), ("video0", 0, "HD Webcam"), ("video1", 1, "HD Webcam")):
        (tmp_path / node).mkdir()
        (tmp_path / node / "index").write_text(f"{index}\n")
        (tmp_path / node / "name").write_text(f"{name}\n")
    (tmp_path / "video7").mkdir()  # being unplugged: its files are gone
    assert [(c.index, c.name) for c in list_cameras(tmp_path)] == [(0, "HD Webcam"), (10, "Desk cam")]
    assert list_cameras(tmp_path / "none") == []


# JPEG pictures from a stream of bytes


@pytest.mark.parametrize("step", [1, 7, 100, 10_000_000])
@pytest.mark.parametrize("kind", ["plain", "progressive", "restarts", "thumbnail"])
def test_pictures_come_out_as_they_went_in(step: int, kind: str) -> None:
    options = {"progressive": (cv2.IMWRITE_JPEG_PROGRESSIVE, 1), "restarts": (cv2.IMWRITE_JPEG_RST_INTERVAL, 2)}
    pictures = [jpeg(n, *options.get(kind, ())) for n in (10, 100, 200)]
    if kind == "thumbnail":  # a whole JPEG inside another's header, end mark and all
        small = jpeg(50)
        inner = b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
        pictures = [p[:2] + inner + p[2:] for p in pictures]
    stream = b"".join(b"--frame\r\nContent-Length: 99\r\n\r\n" + picture + b"\r\n" for picture in pictures)
    splitter = JpegSplitter()
    found = [p for at in range(0, len(stream), step) for p in splitter.feed(stream[at : at + step])]
    assert found == pictures
    assert splitter.pending < 64


def test_a_picture_cut_off_in_the_middle_does_not_take_the_next_one_with_it() -> None:
    first, second, third = jpeg(10), jpeg(100), jpeg(200)
    found = JpegSplitter().feed(first[: len(first) // 2] + second + third)
    assert found == [second, third]


def test_noise_between_pictures_is_skipped() -> None:
    noise = bytes(np.random.default_rng(3).integers(0, 256, 5000, np.uint8))
    picture = jpeg(10)
    splitter = JpegSplitter()
    assert picture in splitter.feed(noise + picture + noise + picture)
    assert splitter.pending < 6000


# Raw frames


def cross(width: int, height: int) -> Image:
    """A red picture with a blue right half."""
    image = np.full((height, width, 3), (30, 30, 200), np.uint8)
    image[:, width // 2 :] = (200, 30, 30)
    return image


def y4m(image: Image, layout: str) -> bytes:
    """One frame, header included, of an even-sized picture."""
    height, width = image.shape[:2]
    packed = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420))
    luma = packed[:height].tobytes()
    u, v = packed[height:].reshape(2, height // 2, width // 2)
    size = {"420jpeg": (width // 2, height // 2), "422": (width // 2, height), "444": (width, height)}.get(layout)
    chroma = b"" if size is None else b"".join(np.asarray(cv2.resize(p, size)).tobytes() for p in (u, v))
    return f"YUV4MPEG2 W{width} H{height} F30:1 Ip A1:1 C{layout}\n".encode() + b"FRAME\n" + luma + chroma


@pytest.mark.parametrize("layout", ["420jpeg", "422", "444", "mono"])
@pytest.mark.parametrize("step", [13, 10_000_000])
def test_yuv4mpeg(layout: str, step: int) -> None:
    stream = y4m(cross(64, 48), layout)
    stream += stream[stream.index(b"FRAME") :]
    splitter = RawSplitter()
    frames = [f for at in range(0, len(stream), step) for f in splitter.feed(stream[at : at + step])]
    assert len(frames) == 2
    image = frames[1].decode()
    assert image.shape == (48, 64, 3)
    if layout != "mono":
        assert np.abs(image.astype(int) - cross(64, 48))[:, [*range(28), *range(36, 64)]].max() < 12


def test_odd_sizes_lose_a_row_at_most() -> None:
    width, height = 63, 47
    planes = bytes([120]) * (width * height) + bytes([128]) * (2 * 32 * 24)
    frames = RawSplitter().feed(b"YUV4MPEG2 W63 H47\nFRAME\n" + planes)
    assert [f.decode().shape for f in frames] == [(46, 62, 3)]


@pytest.mark.parametrize("step", [13, 10_000_000])
def test_yuv4mpeg_of_changing_size(step: int) -> None:
    stream = y4m(cross(64, 48), "420jpeg") + y4m(cross(32, 16), "444")
    splitter = RawSplitter()
    frames = [f for at in range(0, len(stream), step) for f in splitter.feed(stream[at : at + step])]
    assert [f.decode().shape for f in frames] == [(48, 64, 3), (16, 32, 3)]


@pytest.mark.parametrize("step", [13, 10_000_000])
def test_ppm_of_changing_size(step: int) -> None:
    stream = b""
    for width, height in ((30, 20), (12, 10)):
        stream += f"P6\n# a comment\n{width} {height}\n255\n".encode() + cross(width, height)[..., ::-1].tobytes()
    splitter, shapes = RawSplitter(), []
    for at in range(0, len(stream), step):
        shapes += [f.decode().shape for f in splitter.feed(stream[at : at + step])]
    assert shapes == [(20, 30, 3), (10, 12, 3)]


@pytest.mark.parametrize(
    "stream",
    [
        b"YUV4MPEG2 W64 H48 C420p10\n" + bytes(9000),
        b"YUV4MPEG2 W0 H48\nFRAME\n",
        b"YUV4MPEG2 W999999 H999999\nFRAME\n",
        b"YUV4MPEG2 W2 H2 Cmono\nFRAME\nabcdGARBAGE\n" + bytes(900),
        b"P6 4 4 65535\n" + bytes(96),
        b"P6 " + b"x" * 5000,
        b"YUV4MPEG2" + b"x" * 5000,
        b"YUV4MPEG2 Wabc H48\nFRAME\n",
        b"P6 4 4 255\n" + bytes(60) + b"P6 4 4 255\n" + bytes(5000),
    ],
)
def test_raw_frames_that_are_not_understood(stream: bytes) -> None:
    with pytest.raises(ValueError, match=r"understood|unknown|not as large as|8 bits"):
        RawSplitter().feed(stream)
