"""The format of BG Stats: its files and what a play in them says."""
