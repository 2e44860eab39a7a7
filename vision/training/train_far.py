"""Train the second look's finder: `python -m vision.training.train_far SHARDS CHECKPOINT`.

It has the first one's form, but another past and one size of dice: what both of them take for a top face, two that have
learned apart from each other take for one.
"""

from __future__ import annotations

from functools import partial

from vision.training.find_crops import FROM_FAR, pages
from vision.training.loop import Lesson, learn
from vision.training.nets import Finder
from vision.training.train_find import find_loss

if __name__ == "__main__":
    learn(Lesson(Finder, find_loss, partial(pages, framing=FROM_FAR), rate=1e-3, batch=16))
