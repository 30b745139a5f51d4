"""The rules to read and search."""
