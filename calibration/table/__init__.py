"""The table before the camera: which part of the picture dice are thrown in, and the plane they lie on."""

from calibration.table.area import Area, Way, inside, moved, outside, resized, scaled, whole
from calibration.table.plane import Plane, Size, plane_of_matrix
from calibration.table.tilt import plane_of_dice
from calibration.table.tray import find_tray

__all__ = [
    "Area",
    "Plane",
    "Size",
    "Way",
    "find_tray",
    "inside",
    "moved",
    "outside",
    "plane_of_dice",
    "plane_of_matrix",
    "resized",
    "scaled",
    "whole",
]
