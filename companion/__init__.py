"""The screen, the command line and what lies between them and the store."""
