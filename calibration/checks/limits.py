"""From when on a picture is good, poor or bad for reading: numbers that were measured, not chosen.

Each pair is (good, bad): where the share of dice that are read rightly and surely falls to 95 % and to 80 % of what it
is on the best pictures. `calibration.trials.fit_checks` derives them; its tables are in `trials/LOG.md`.
"""

from __future__ import annotations

GOOD_EDGE, BAD_EDGE = 26.0, 20.0
"""Edge of a top face (root of its area) in pixels."""
GOOD_BLUR, BAD_BLUR = 0.045, 0.065
"""Sigma of the blur, in edges of a face."""
JUDGED = 10.0
"""Contrast in levels from which on blur can be measured."""
SMEARED = 1.6
"""Blur along over blur across, from which on blur is called a smear."""
GOOD_DARK, BAD_DARK = 85.0, 35.0
"""Level of the bodies' brightest channel."""
GOOD_CONTRAST, BAD_CONTRAST = 85.0, 50.0
"""Levels by which pips stand off the body."""
GOOD_BURNT, BAD_BURNT = 0.1, 0.35
"""Share of the top faces that is pure white."""
BAD_GLARE = 1.4
"""Light of a body's bright part over that of its darker part. (The reader is a little less sure from 1.2 on, but a face
that is merely lit unevenly gets there too.)"""
GOOD_TILT, BAD_TILT = 50.0, 45.0
"""Degrees over the table that the camera looks from."""
GOOD_ROOM, BAD_ROOM = 9.0, 6.0
"""Width of the narrower side of what is searched, in dice. By geometry alone: five dice in a tray of 15 cm roll over
about nine of their widths; where there is less in view, they end out of the picture."""
