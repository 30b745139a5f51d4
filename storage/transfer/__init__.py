"""Sessions, cards and tables as files, out and in."""
