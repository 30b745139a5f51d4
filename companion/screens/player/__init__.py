"""The players: list and pages."""
