"""Whatever lies on a disk becomes a picture or one sentence."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.headers import read_header
from vision.pictures import READ_PIXELS, Picture, PictureError, decode_picture, load_picture, pictures_in
from vision.reading import DieReading, Image, PipColour, Reading, Spot, Status


def gradient(width: int, height: int) -> Image:
    """Blue grows to the right, green downwards; red is 200."""
    picture = np.full((height, width, 3), 200, np.uint8)
    picture[..., 0] = np.linspace(0, 255, width).astype(np.uint8)[None, :]
    picture[..., 1] = np.linspace(0, 255, height).astype(np.uint8)[:, None]
    return picture


def encoded(suffix: str, picture: np.ndarray, *options: int) -> bytes:
    done, data = cv2.imencode(suffix, picture, list(options))
    assert done
    return data.tobytes()


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims to be `width` × `height` grey pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(64))) + chunk(b"IEND", b"")


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF block that asks viewers to turn it."""
    tiff = b"II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp", ".webp", ".tif", ".gif", ".ppm", ".avif", ".jp2"])
def test_formats(suffix: str) -> None:
    data = encoded(suffix, gradient(80, 50))
    header = read_header(data)
    assert header is not None
    assert (header.width, header.height) == (80, 50)
    picture = decode_picture(data)
    assert (picture.width, picture.height) == (80, 50)
    assert np.abs(picture.image.astype(int) - gradient(80, 50)).mean() < 20  # a GIF has few colours


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp", ".webp", ".tif", ".gif", ".ppm", ".avif", ".jp2"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.95])
def test_cut_short(suffix: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (60, 80, 3), np.uint8)
    data = encoded(suffix, noise)
    with pytest.raises(PictureError, match=r"damaged|not a picture"):
        decode_picture(data[: max(12, int(len(data) * share))])


def test_progressive_jpeg_cut_short() -> None:
    data = encoded(".jpg", gradient(200, 100), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert decode_picture(data).width == 200
    with pytest.raises(PictureError, match="damaged"):
        decode_picture(data[: len(data) // 2])


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.jpg", b"", "The file is empty."),
        ("words.jpg", b"Dear Ann, these are not the dice.\n" * 20, "This is not a picture."),
        ("zeros.png", bytes(5000), "This is not a picture."),
        ("phone.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
    ],
)
def test_no_picture(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(PictureError, match=sentence):
        load_picture(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match=r"^The file cannot be opened: .*\.$"):
        load_picture(tmp_path)
    with pytest.raises(PictureError, match=r"^The file cannot be opened: .*\.$"):
        load_picture(Path("a\0b.jpg"))


@pytest.mark.parametrize(
    ("width", "height"), [(60_000, 60_000), (2**31 - 1, 2**31 - 1), (2**31 - 1, 1), (20_000, 11_000)]
)
def test_bomb_is_refused_before_decoding(width: int, height: int) -> None:
    with pytest.raises(PictureError, match="too large"):
        decode_picture(bomb(width, height))


def test_jpeg_bomb() -> None:
    data = bytearray(encoded(".jpg", gradient(64, 64)))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 60_000, 60_000)
    with pytest.raises(PictureError, match="60,000 × 60,000"):
        decode_picture(bytes(data))


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (30_000, 1), (1, 30_000), (3, 2)])
def test_odd_sizes(suffix: str, width: int, height: int) -> None:
    picture = decode_picture(encoded(suffix, np.full((height, width, 3), 90, np.uint8)))
    assert picture.image.shape == (height, width, 3)
    assert abs(int(picture.image[0, 0, 0]) - 90) <= 1


def test_grey_16_bit_and_alpha() -> None:
    grey = np.full((40, 60), 77, np.uint8)
    assert decode_picture(encoded(".png", grey)).image[5, 5].tolist() == [77, 77, 77]
    deep = np.full((40, 60, 3), 200 * 257, np.uint16)
    assert decode_picture(encoded(".png", deep)).image[5, 5].tolist() == [200, 200, 200]
    deep_grey = np.full((40, 60), 33 * 257, np.uint16)
    for suffix in (".png", ".tif"):
        assert decode_picture(encoded(suffix, deep_grey)).image[5, 5].tolist() == [33, 33, 33]
    clear = np.zeros((40, 60, 4), np.uint8)
    clear[:, 30:] = (10, 20, 30, 255)
    for suffix in (".png", ".webp"):
        image = decode_picture(encoded(suffix, clear)).image
        assert image.shape == (40, 60, 3)
        assert image[5, 5].tolist() == [255, 255, 255]
        assert np.abs(image[5, 50].astype(int) - (10, 20, 30)).max() <= 3
    deep_clear = np.zeros((40, 60, 4), np.uint16)
    deep_clear[:, 30:] = (10 * 257, 20 * 257, 30 * 257, 65535)
    image = decode_picture(encoded(".png", deep_clear)).image
    assert image[5, 50].tolist() == [10, 20, 30]
    assert image[5, 5].tolist() == [255, 255, 255]


def test_orientation_is_followed() -> None:
    jpeg = with_orientation(encoded(".jpg", gradient(80, 50)), 6)  # to be turned a quarter clockwise
    picture = decode_picture(jpeg)
    assert (picture.width, picture.height) == (50, 80)
    expected = np.rot90(gradient(80, 50), -1)
    assert np.abs(picture.image.astype(int) - expected).mean() < 5


def test_huge_picture_is_reduced_and_mapped_back() -> None:
    jpeg = encoded(".jpg", np.full((9_000, 12_000), 128, np.uint8))
    picture = decode_picture(jpeg)
    assert (picture.width, picture.height) == (12_000, 9_000)
    height, width = picture.image.shape[:2]
    assert width * height <= READ_PIXELS * 1.01
    assert abs(width / height - 12 / 9) < 0.001
    turned = decode_picture(with_orientation(jpeg, 6))
    assert (turned.width, turned.height) == (9_000, 12_000)

    box = (width / 2 - 10, height / 2 - 10, width / 2 + 10, height / 2 + 10)
    corner = (width / 2, height / 2)
    die = DieReading(4, PipColour.GREEN, 0.9, corner, box, (corner, corner, corner, corner))
    whole = picture.in_file(Reading(Status.READ, (die,), spots=(Spot("It leans.", box),)))
    mapped = whole.dice[0]
    assert whole.spots[0].box == pytest.approx(mapped.box)
    assert mapped.centre == pytest.approx((6_000, 4_500))
    assert mapped.quad[2] == pytest.approx((6_000, 4_500))
    assert mapped.box[2] - mapped.box[0] == pytest.approx(20 * 12_000 / width)


def test_reading_of_an_ordinary_picture_is_left_alone() -> None:
    reading = Reading(Status.NO_DICE)
    assert Picture(gradient(8, 8), 8, 8).in_file(reading) is reading


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no pictures"):
        pictures_in(tmp_path)
    for name in ("roll10.jpg", "roll2.PNG", "notes.txt", ".hidden.jpg"):
        (tmp_path / name).touch()
    (tmp_path / "inner.jpg").mkdir()
    assert [p.name for p in pictures_in(tmp_path)] == ["roll2.PNG", "roll10.jpg"]
    with pytest.raises(PictureError, match="no such file"):
        pictures_in(tmp_path / "nowhere")
