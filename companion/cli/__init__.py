"""The command line; the commands are in the rooms of what they do."""
