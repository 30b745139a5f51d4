"""The players at the table: a row each, or a strip."""
