"""From a camera as people name it to a watcher that knows the camera's profile and the dice it is to expect.

Imported only when a camera is wanted, since it brings OpenCV along.
"""

from __future__ import annotations

from calibration.profile import Profile, ProfileError, camera_name
from calibration.reader import ORDINARY, ProfiledReader
from calibration.store import shelf
from calibration.telling import Light, Shape
from tui import places, settings
from tui.cli import UserError
from vision.read import load_reader
from vision.reading import Hints, Reader
from vision.sources import Intake, Kind, LiveSource, SourceError, open_source, parse_source, standard_input
from vision.sources.haste import Haste
from vision.sources.live import Listener
from vision.watch import Watcher

_RECORDED = (Kind.VIDEO, Kind.PICTURE, Kind.FOLDER)


def watch(
    source: str,
    *,
    patient: bool = False,
    profile: str | None = None,
    pictures: Intake | None = None,
    speed: float = 1.0,
) -> Watcher:
    """A watcher of `source`, not yet started. It reads with the camera's profile, if there is one.

    Args:
        source: an index, a name, an address or a path.
        patient: a recording begins when somebody looks, and waits wherever there is something for people to do.
        profile: the name of the profile to use; by default the newest one made with this camera.
        pictures: what `-` means, if standard input was given to the keyboard meanwhile.
        speed: pace of a recording; 0 is as fast as it can be read.

    Raises:
        UserError: if `source` can mean no camera, address or file, or there is no such profile.
    """
    try:
        spec = parse_source(source)
        if spec.kind is Kind.PIPE:
            pictures = pictures or standard_input("kismet play --camera -")
    except SourceError as error:
        raise UserError(str(error)) from None
    camera, profiles = camera_name(spec.label), shelf(places.cameras())
    known = profiles.for_camera(camera) if profile is None else named_profile(profile)
    ordinary = settings.load(places.settings()).dice == ORDINARY
    # Classic and blue dice are told apart by themselves; that any colour may come up has to be said.
    hints = Hints(count=5, dice_set=ORDINARY if ordinary else "auto")

    def make_source(tell: Listener) -> LiveSource:
        return open_source(source, speed=speed, listener=tell, pictures=pictures)

    # Another program is a camera, though it can be held as well: what it shows is of now.
    recorded = spec.kind in _RECORDED or (spec.kind is Kind.PIPE and pictures is not None and pictures.recorded)
    waiting = patient and recorded
    haste = pictures.haste if spec.kind is Kind.PIPE and pictures is not None else Haste()
    haste.tell = lambda sentence: watcher.remark(sentence)
    if known is None:
        watcher = Watcher(
            make_source,
            load_reader,
            hints=hints,
            patient=waiting,
            unhurried=recorded,
            curtain=patient,
            foreword=profiles.lacking(camera),
            afterword=lambda: haste.words,
            note=lambda: haste.note,
        )
        return watcher
    shape = Shape(known, lambda sentence: watcher.remark(sentence))
    light = Light(known.name, lambda sentence: watcher.remark(sentence))

    def make_reader() -> Reader:
        return ProfiledReader(load_reader(), known, light.seen)

    watcher = Watcher(
        make_source,
        make_reader,
        hints=hints,
        patient=waiting,
        unhurried=recorded,
        curtain=patient,
        area=lambda width, height: shape.area((width, height)),
        afterword=lambda: haste.words,
        note=lambda: " · ".join(filter(None, (light.note, haste.note))),
    )
    return watcher


def named_profile(name: str) -> Profile:
    """The camera profile called `name`.

    Raises:
        UserError: there is none that can be used; the sentence says which there are.
    """
    try:
        return shelf(places.cameras()).find(name)
    except ProfileError as error:
        raise UserError(str(error)) from None
