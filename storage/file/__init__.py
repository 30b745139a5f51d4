"""The database file: opening, checking, copying and writing it; other files on the disk."""
