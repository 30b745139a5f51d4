"""The screens and the command line."""

VERSION = "1.0.0"
"""As in `pyproject.toml`; looking it up in the installed package takes longer than all else `--version` does."""
