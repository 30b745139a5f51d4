"""The database file: opening, checking and writing it; other files on the disk."""
