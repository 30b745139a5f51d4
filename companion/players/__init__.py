"""The players: the list, a player's page, ratings, head to head."""
