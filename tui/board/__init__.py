"""The live board: a game that is played in another process, shown and never touched.

`onlooker` reads the saved games again whenever they have changed; `lines` tells it line by line, `app` shows it on a
screen, `cut` says what fits into a window.
"""
