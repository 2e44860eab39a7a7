"""From readings over time to events: dice moving, hands in view, rolls at rest, kept dice, a cleared table.

Pure: it is told what each frame shows and answers with events; it owns no camera, no clock and no thread, and it never
scores. What a person says always wins over what was seen.
"""

from vision.tracker.events import (
    DiceKept,
    Doubt,
    Event,
    RollAtRest,
    Stage,
    StageChanged,
    TableCleared,
)
from vision.tracker.table import Lying, Table
from vision.tracker.tracker import Observation, Tracker
from vision.tracker.turns import Hindsight
from vision.tracker.votes import combine

__all__ = [
    "DiceKept",
    "Doubt",
    "Event",
    "Hindsight",
    "Lying",
    "Observation",
    "RollAtRest",
    "Stage",
    "StageChanged",
    "Table",
    "TableCleared",
    "Tracker",
    "combine",
]
