"""Child processes that are killed at their work, or that work beside the test."""

import os
import signal
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.pool import Pool

import pytest

NEEDS_FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked there")

Report = Callable[[object], None]
"""Called by a child with each step that is done."""


def kill_during(work: Callable[[Report], None], seconds: float, reports: int = 1) -> list[str]:
    """Kill a child some seconds after its first reports; returns all of its reports that were complete."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.close(read_end)
        try:
            work(lambda step: os.write(write_end, f"{step}\n".encode()) and None)
        finally:
            os._exit(0)
    os.close(write_end)
    with open(read_end, "rb") as pipe:
        output = b"".join(pipe.readline() for _ in range(reports))
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        output += pipe.read()
    return output[: output.rfind(b"\n") + 1].decode().splitlines()


def fork_workers(number: int) -> Pool:
    """Processes that are forked now and work when they are asked to."""
    return get_context("fork").Pool(number)
