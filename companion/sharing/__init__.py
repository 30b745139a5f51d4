"""What can be sent of an evening: picture, text, grid, sheet, page and link; no screen and no game is known here."""
