"""The rules of the games: pure functions without clock, dice, files, screen or network."""
