"""Profiles of a camera, a table and a dice set: what a reader may know beforehand."""
