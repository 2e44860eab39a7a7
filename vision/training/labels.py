"""What the face reader is taught about a crop: the layout of a label."""

from __future__ import annotations

COLOURS = ("black", "red", "green", "blue", "white", "other")
LABELS = 14
"""class (0 none, 1 to 6, −1 unknown), colour (−1 unknown), hidden, cocked, unreadable (−1 unknown each), weight of
corners, eight corner offsets."""
