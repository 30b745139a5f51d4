"""Looking after the file: checks and repairs, backups, and where an export may be written."""
