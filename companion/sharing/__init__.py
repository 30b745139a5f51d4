"""Builds what can be shared of a session: picture, text, grid, sheet, page and link. Knows no screen and no game."""
