"""The command `companion`: opens the app, or runs a sub-command."""

import gc
import sys

from companion.cli.command_line import AppOptions, run
from companion.cli.console import run_command
from companion.lazy_modules import load


def main() -> int:
    code = run_command(lambda: run(sys.argv[1:], _open_app))
    gc.freeze()  # the interpreter ends; without this it would first search everything that was imported for garbage
    return code


def _open_app(options: AppOptions) -> int:
    code: int = load("companion.launch").open_app(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
