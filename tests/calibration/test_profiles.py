from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import Checked, Profile, ProfileError, camera_name, from_data, to_data
from calibration.store import free_name, load, path_of, save, shelf
from calibration.table import Plane
from vision.learned import LearnedColours, Tint
from vision.reading import PipColour

COLOURS = LearnedColours(
    colours=(PipColour.BLACK, PipColour.RED),
    means=((0.01, 0.02, 0.9), (0.7, 0.3, 0.8)),
    covariances=(
        (0.01, 0.0, 0.0, 0.0, 0.02, 0.001, 0.0, 0.001, 0.01),
        (0.02, 0.0, 0.0, 0.0, 0.02, 0.0, 0.0, 0.0, 0.02),
    ),
    body=(180.0, 190.5, 200.0),
)
FULL = Profile(
    name="Kitchen table",
    camera="HD Pro Webcam C920",
    size=(1280, 720),
    made="2026-12-01T18:30:00+00:00",
    dice_set="classic",
    die_px=38.25,
    area=(100, 80, 1180, 700),
    plane=Plane((2.5, 0.1, 100.0, 0.0, 2.4, 80.0, 0.0, 0.0001, 1.0), 1.0),
    white=(0.9, 1.0, 1.2),
    colours=COLOURS,
    checked=Checked(10, 9, 1, "2026-12-01"),
)


def test_a_saved_profile_comes_back_as_it_was(tmp_path: Path) -> None:
    path = save(tmp_path / "cameras", FULL)
    assert path.name == "kitchen-table.toml"
    assert load(path) == FULL


def test_a_profile_of_which_hardly_anything_is_known_comes_back_too(tmp_path: Path) -> None:
    bare = Profile("bare", "camera 0", (640, 480))
    assert load(save(tmp_path, bare)) == bare


def test_the_reader_gets_area_die_and_set_in_the_pixels_of_its_frames() -> None:
    hints = FULL.hints()
    assert (hints.dice_set, hints.count, hints.die_px, hints.area) == ("classic", 5, 38.25, (100, 80, 1180, 700))
    half = FULL.hints((640, 360))
    assert half.die_px == pytest.approx(19.125)
    assert half.area == (50, 40, 590, 350)


def test_frames_of_another_shape_get_nothing_that_depends_on_pixels() -> None:
    hints = FULL.hints((640, 480))
    assert hints.die_px is None
    assert hints.area is None
    assert hints.dice_set == "classic"


def test_the_newest_profile_of_a_camera_is_picked_by_the_cameras_name(tmp_path: Path) -> None:
    save(tmp_path, replace(FULL, name="old", made="2026-01-01T00:00:00+00:00"))
    save(tmp_path, replace(FULL, name="new", made="2026-02-01T00:00:00+00:00"))
    save(tmp_path, replace(FULL, name="other", camera="another", made="2026-03-01T00:00:00+00:00"))
    found = shelf(tmp_path)
    picked = found.for_camera(camera_name("camera 3 (HD Pro Webcam C920)"))
    assert picked is not None
    assert picked.name == "new"
    assert found.for_camera("a third") is None
    assert found.named("OLD") is not None


def test_a_camera_without_a_name_and_an_address_keep_their_labels() -> None:
    assert camera_name("camera 0") == "camera 0"
    assert camera_name("http://phone.local/video") == "http://phone.local/video"


def test_no_folder_is_an_empty_shelf_and_bad_files_are_told_not_hidden(tmp_path: Path) -> None:
    assert shelf(tmp_path / "none").profiles == ()
    save(tmp_path, FULL)
    (tmp_path / "bad.toml").write_text("version = ", encoding="utf-8")
    (tmp_path / "worse.toml").write_bytes(b"\xff\xfe\x00")
    found = shelf(tmp_path)
    assert [p.name for p in found.profiles] == ["Kitchen table"]
    assert len(found.problems) == 2
    assert all("bad.toml" in p or "worse.toml" in p for p in found.problems)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("version = 1", "version = 9", "newer version"),
        ("version = 1", 'version = "x"', "'version' must be 1"),
        ("version = 1\n", "", "no entry 'version'"),
        ("die_px = 38.25", 'die_px = "big"', "'die_px' must be a number"),
        ("die_px = 38.25", "die_px = -3", "'die_px' must be a number"),
        ("die_px = 38.25", "die_px = true", "'die_px' must be a number"),
        ("die_px", "diepx", "'diepx' is not known"),
        ('dice_set = "classic"', 'dice_set = "purple"', "one of classic, blue, plain"),
        ('name = "Kitchen table"', "name = 3", "'name' must be text"),
        ('name = "Kitchen table"\n', "", "'name' is missing"),
        ("body = [", "body = [1.0, ", "'colours.body' must be 3 numbers"),
        ("unit_mm = 1.0", "unit_mm = 0", "'table.unit_mm' must be a number"),
        ("[light]", "[lamp]", "'lamp' is not known"),
        ("[colours.inks.red]", "[colours.inks.mauve]", "'colours.inks.mauve' is not known"),
        ("throws = 10", "", "'checked.throws' is missing"),
        ("die_px", '"die\\npx"', "'die\\npx' is not known"),
        ('camera = "HD', "camera = " + "[" * 4000 + "]" * 4000 + '\nmore = "HD', "too long to be read"),
        ("die_px = 38.25", "die_px = " + "9" * 5000, "too long to be read"),
        ('dice_set = "classic"', 'dice_set = "' + "x" * 5000 + '"', "xxx…"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = save(tmp_path, FULL)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        load(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def places(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every entry of nested tables."""
    for key, value in table.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from places(value, (*above, key))


NUMBERS = st.one_of(st.integers(-(10**30), 10**30), st.floats())
ODD = st.one_of(
    st.booleans(),
    NUMBERS,
    st.text(max_size=5),
    st.lists(st.one_of(st.floats(), st.floats(1e-9, 300)), max_size=9),
    st.datetimes(),
    st.dictionaries(st.text(max_size=4), st.integers(-9, 9), max_size=2),
)


def outcome(make: Callable[[], Profile]) -> Profile | str:
    """The profile, or what is said instead."""
    try:
        return make()
    except ProfileError as error:
        return str(error)


def used(profile: Profile) -> None:
    """Whatever was accepted can be worked with, and saved again."""
    assert profile.hints((640, 360)).dice_set == profile.dice_set
    if profile.colours is not None:
        assert all(map(math.isfinite, profile.colours.chances(Tint((0.1, 0.2, 0.9), (200.0, 200.0, 200.0)))))
    assert from_data(to_data(profile)).name == profile.name


@given(place=st.sampled_from(list(places(to_data(FULL)))), odd=ODD, name=st.text(max_size=4), way=st.integers(0, 2))
def test_any_entry_may_be_anything(place: tuple[str, ...], odd: object, name: str, way: int) -> None:
    data = copy.deepcopy(to_data(FULL))
    table: dict[str, Any] = data
    for key in place[:-1]:
        table = table[key]
    old = table.pop(place[-1])
    if way == 0:
        table[place[-1]] = odd
    elif way == 1:
        table[name] = old
    came = outcome(lambda: from_data(data))
    if isinstance(came, Profile):
        used(came)
    else:
        assert came.isprintable()
        assert len(came) < 300


@given(at=st.integers(0, 1500), cut=st.integers(0, 60), new=st.binary(max_size=8))
def test_a_file_may_be_damaged_anywhere(
    tmp_path_factory: pytest.TempPathFactory, at: int, cut: int, new: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    whole = tomli_w.dumps(to_data(FULL)).encode()
    path.write_bytes(whole[:at] + new + whole[at + cut :])
    came = outcome(lambda: load(path))
    if isinstance(came, Profile):
        used(came)
    else:
        assert str(path) in came
        assert came.isprintable()


def area_of(text: str, area: str) -> str:
    return re.sub(r"area = \[.*?\]", f"area = {area}", text, flags=re.DOTALL)


@pytest.mark.parametrize("area", ["[0, 0, 2000, 700]", "[500, 0, 100, 700]", "[1, 2, 3]", '["a", 0, 1, 2]'])
def test_an_area_that_cannot_be_is_refused(tmp_path: Path, area: str) -> None:
    path = save(tmp_path, FULL)
    path.write_text(area_of(path.read_text(encoding="utf-8"), area), encoding="utf-8")
    with pytest.raises(ProfileError, match="'area' must"):
        load(path)


def test_a_scatter_that_is_none_is_refused(tmp_path: Path) -> None:
    bad = replace(COLOURS, covariances=((1.0, 2, 0, 2, 1, 0, 0, 0, 1), COLOURS.covariances[1]))
    path = save(tmp_path, replace(FULL, colours=bad))
    with pytest.raises(ProfileError, match="is no covariance"):
        load(path)


def test_a_save_that_fails_leaves_the_old_profile_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path, FULL)

    def refuse(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(ProfileError, match="no space left on device"):
        save(tmp_path, replace(FULL, die_px=99.0))
    monkeypatch.undo()
    assert load(path) == FULL
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 41, "nul\0", "-dash"])
def test_names_that_cannot_be_files_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProfileError, match="cannot be called"):
        path_of(tmp_path, name)


def test_a_missing_profile_says_so(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no such file"):
        load(tmp_path / "none.toml")


@given(st.text(max_size=60), st.lists(st.text(max_size=20)))
def test_any_camera_gets_a_name_that_can_be_saved(wanted: str, taken: list[str]) -> None:
    name = free_name(taken, wanted)
    assert path_of(Path("x"), name)
    assert name.casefold() not in {t.casefold() for t in taken}


def test_names_already_taken_get_a_number() -> None:
    assert free_name(["C920", "c920 2"], "C920") == "C920 3"
    assert free_name([], "http://10.0.0.2:8080/video") == "http 10 0 0 2 8080 video"
