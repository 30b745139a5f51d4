"""The BG Stats file format: parsing a file and interpreting the plays in it."""
