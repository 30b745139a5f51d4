"""The screen, the command line and what lies between them and the store."""

VERSION = "1.0.0"
"""As in `pyproject.toml`; looking it up in the installed package takes longer than all else `--version` does."""
