"""Measuring a reader against labelled pictures: how often it is right, and whether it knows when it is not.

Pure functions over readings and labels. Nothing here opens a picture or runs a reader, so whoever has both can measure.
"""
