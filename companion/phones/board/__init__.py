"""The board for a television: everything the table may see, and nothing to tap."""
