"""How the reader's networks are made: pictures, training, export. Never needed to read dice.

Needs the extra `training`. One command does all of it: `python -m vision.training --work FOLDER`.
"""
