"""The measurements behind calibration's numbers: what is learned or warned of here was measured, not guessed.

Nothing in this folder is needed to play. It makes throws on one table, under one lamp, before one camera with
`vision.training.maker`, and derives the prior of pip colours and the limits of the checks from them; see `LOG.md`.
"""
