"""Import and export of sessions, cards and tables."""
