"""The seeds of the game: its rules in our own words, and the dice sets, as data that every room may read."""
