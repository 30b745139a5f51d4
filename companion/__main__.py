"""The command `companion`: sub-commands in the shell, and without one the app."""

import importlib
import sys

from companion.cli import AppOptions, run


def main() -> int:
    """Do what the command line says; the exit code for the shell."""
    return run(sys.argv[1:], _open)


def _open(options: AppOptions) -> int:
    """Load the screen only when it is wanted: the sub-commands answer in half the time without it."""
    launch = importlib.import_module("companion.launch")
    code: int = launch.open_app(options.database, web=options.web, window=options.window, port=options.port)
    return code


if __name__ == "__main__":
    sys.exit(main())
