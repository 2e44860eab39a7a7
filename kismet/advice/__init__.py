"""Exact optimal play: for any sheet, dice and roll, which keep or box has the highest expected final total.

Start at `service.Solver`, which solves in the background and remembers; ask `options.advise` for the options at a
decision, `prospects.prospects` for what may come of a keep, and `words` for sentences about both.

>>> from kismet.advice.options import advise
>>> from kismet.advice.service import Solver
>>> from kismet.advice.words import headline
>>> from kismet.boxes import Box
>>> from kismet.dice import Dice
>>> from kismet.rules import RULINGS
>>> from kismet.sheet import Sheet
>>> solver = Solver()  # Solver(folder) keeps what it solved, for the next time
>>> solver.start(RULINGS)  # returns at once; solver.table is there when it is solved
>>> solver.wait()
True
>>> sheet = Sheet.of({Box.SIXES: 18, Box.YARBOROUGH: 22})
>>> advice = advise(solver.table, sheet, Dice.parse("11663"), 2)
>>> headline(advice)
'Keep 1 1 6 6, roll one: 7.2 points better than keeping 6 6.'
>>> round(advice.best.expected_total, 1)
293.6
>>> solver.cancel()

Nothing is imported here: the modules below need numpy, whose import would slow the start of whoever needs only a name.
"""
