"""How the reader's networks are made: pictures, training, export. Never needed to read dice.

Needs the extra `training`. One command does all of it: `python -m vision.training --work FOLDER`. `start/` keeps the
networks' weights as the last round of `LOG.md` left them (`loop.keep_start`), so that the next round may go on from
there: `train_windows … --start vision/training/start/find.pt`, and `train_spot`, `train_read` and `train_around`
likewise.
"""
