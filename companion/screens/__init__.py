"""One module a screen; none of them knows a game."""
