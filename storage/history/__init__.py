"""Finding past sessions: lists, search and filters."""
