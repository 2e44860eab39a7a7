"""Exact optimal play: for any sheet, dice and roll, which keep or box has the highest expected final total.

Start at `service.Solver`, which solves in the background and remembers; ask `options.advise` for the options at a
decision, `prospects.prospects` for what may come of a keep, and `words` for sentences about both.

Nothing is imported here: the modules below need numpy, whose import would slow the start of whoever needs only a name.
"""
