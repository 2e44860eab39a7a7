"""How a game is likely to end: the spread of each sheet's final total, and each player's chance to win now.

`spread` is exact; `chances` simulates, and says how far it may be off. Both assume that everyone plays for the best
expected total. Nothing is imported here, for the same reason as in `kismet.advice`.
"""
