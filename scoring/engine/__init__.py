"""What happens around any game: journal, replay, forms, agreements, and players who leave or change seats."""
