"""The command `companion`: sub-commands in the shell, and without one the app."""

import sys

from companion.cli import AppOptions, run
from companion.launch import open_app


def main() -> int:
    """Do what the command line says; the exit code for the shell."""
    return run(sys.argv[1:], _open)


def _open(options: AppOptions) -> int:
    return open_app(options.database, web=options.web, window=options.window, port=options.port)


if __name__ == "__main__":
    sys.exit(main())
