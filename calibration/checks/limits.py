"""From when on a picture is good, poor or bad for reading: numbers that were measured, not chosen.

Each pair is (good, bad): on the good side of the first the reader is as sure as on the best pictures, on the bad side
of the second it fails often. `calibration.trials.fit_checks` derives them; its tables are in `trials/LOG.md`.
"""

from __future__ import annotations

GOOD_EDGE, BAD_EDGE = 26.0, 16.0
"""Edge of a top face (root of its area) in pixels."""
GOOD_BLUR, BAD_BLUR = 0.05, 0.09
"""Sigma of the blur, in edges of a face."""
SMEARED = 1.8
"""Blur along over blur across, from which on blur is called a smear."""
GOOD_DARK, BAD_DARK = 70.0, 40.0
"""Level of the bodies' brightest channel."""
GOOD_CONTRAST, BAD_CONTRAST = 40.0, 20.0
"""Levels by which pips stand off the body."""
GOOD_BURNT, BAD_BURNT = 0.5, 0.85
"""Share of the top faces that is pure white."""
GOOD_GLARE, BAD_GLARE = 0.05, 0.2
"""Share of single faces that is burnt out while their body is not."""
GOOD_TILT, BAD_TILT = 40.0, 28.0
"""Degrees over the table that the camera looks from."""
GOOD_ROOM, BAD_ROOM = 9.0, 6.0
"""Width of the narrower side of what is searched, in dice. By geometry: five dice in a 15 cm tray roll over about nine
of their widths; where there are fewer, they end out of the picture."""
