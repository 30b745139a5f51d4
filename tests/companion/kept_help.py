"""The help of every command, as text. To write it anew, and read the difference:

python -m tests.companion.kept_help
"""

import os
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Final
from unittest.mock import patch

from companion.cli import command_line

PATH: Final = Path(__file__).with_name("help.txt")


def list_help() -> Iterator[str]:
    """The lines of the help of the app, then of each command."""
    for command in ((), *((name,) for name in command_line.COMMANDS)):
        out = StringIO()
        with patch.dict(os.environ, COLUMNS="1000"), redirect_stdout(out), suppress(SystemExit):
            command_line.run([*command, "--help"], lambda *_: 0)
        yield from out.getvalue().splitlines()


if __name__ == "__main__":
    PATH.write_text("".join(f"{line}\n" for line in list_help()), encoding="utf-8")
