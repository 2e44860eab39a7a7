"""What the screens show, as values: sizes, names, marks of dice, dice being typed, the table as a whole.

Nothing here knows Textual, so every decision of the screen can be tested without one.
"""
