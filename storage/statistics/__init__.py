"""Query the derived tables for statistics about players and games."""
