"""The command line. The commands are in the rooms of their features."""
