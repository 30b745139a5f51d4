"""The command in a process forked from a warm parent, so that all journeys import the app once."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from companion.testing.browser import ROOT, Server, quiet_environment

_PARENT = multiprocessing.get_context("forkserver")
_PARENT.set_forkserver_preload(
    [
        "companion.__main__",
        "companion.launch",
        "companion.app",
        "companion.server.serving",
        "companion.sharing.share",
        "companion.phones.invite_screen",
    ]
)


class WarmServer(Server):
    """A `Server` that starts in a tenth of the time; `test_launch.py` starts the real command as a shell does."""

    def _launch(self) -> None:
        arguments = (self._command[3:], str(self.log), quiet_environment())
        self.child: ForkServerProcess = _PARENT.Process(target=_run, args=arguments, daemon=True)
        self.child.start()

    def running(self) -> bool:
        return self.child.is_alive()

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.child.pid, number)

    def wait(self, seconds: float | None = None) -> int | None:
        self.child.join(seconds)
        return self.child.exitcode


def _run(arguments: Sequence[str], log: str, environment: dict[str, str]) -> None:
    """In the child: run `python -m companion`, with the output in the log."""
    written = os.open(Path(log), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    from companion.__main__ import main  # noqa: PLC0415  # the parent has imported it

    sys.argv = ["companion", *arguments]
    sys.exit(main())
