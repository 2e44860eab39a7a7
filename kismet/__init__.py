"""The game of Kismet as values: dice, boxes, sheets, rules, games. Knows nothing of cameras or screens."""
