"""Sessions as they are stored: players, journals, imported plays, drafts and settings."""
