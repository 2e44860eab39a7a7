"""Train the finder further, on pages of windows: `python -m vision.training.train_windows SHARDS CHECKPOINT`.

What `train_find` has taught it in whole crops it learns here to do best in what it will be shown: windows round what
the spotter points out, side by side, with seams that mean nothing.
"""

from __future__ import annotations

from vision.training.find_crops import pages
from vision.training.loop import Lesson, learn
from vision.training.nets import Finder
from vision.training.train_find import find_loss

if __name__ == "__main__":
    learn(Lesson(Finder, find_loss, pages, rate=1e-3, batch=16))
