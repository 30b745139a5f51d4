"""Past sessions: list, filters, pages of sessions and games, sharing, the bin."""
