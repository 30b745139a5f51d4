"""The memory of the app: sessions, players and results in one SQLite file. Knows SQL, and no rule of any game."""
