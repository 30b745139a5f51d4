"""When something is wrong: a damaged or missing file, a game that fails, outdated statistics, checking the data."""
