"""Seeing: frames in, readings of dice out.

`reading` is the contract every other room relies on. `sources` bring frames, a `Reader` (see `read`) turns one frame
into a `Reading`, `tracker` turns readings over time into rolls, `draw` shows what was seen.
"""
