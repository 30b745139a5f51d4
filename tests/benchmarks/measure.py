"""A row of the benchmark table, and how it is measured."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement and its bar; a `ratio` below 1 is better than needed."""

    what: str
    figure: str
    ratio: float
    bar: float

    @property
    def holds(self) -> bool:
        """Whether the bar is met."""
        return self.ratio <= self.bar

    def __str__(self) -> str:
        verdict = "holds" if self.holds else "MISSED"
        return f"{self.what:<62} {self.figure:<46} {self.ratio:6.2f}  bar {self.bar:5.2f}  {verdict}"


def against(what: str, ours: Sequence[float], bare: Sequence[float], bar: float, *, share: int = 50) -> Row:
    """Compare two series of seconds at one percentile."""
    mine, least = percentile(ours, share), percentile(bare, share)
    return Row(what, f"{mine * 1000:.2f} ms : {least * 1000:.2f} ms", mine / least, bar)


def at_least(what: str, per_second: float, needed: float) -> Row:
    """A row for a rate with a minimum."""
    return Row(what, f"{per_second:,.0f} a second, {needed:,.0f} needed", needed / per_second, 1.0)


@contextmanager
def kept_bytecode() -> Iterator[None]:
    """Let processes started inside keep their bytecode, as an installed app does.

    Where PYTHONDONTWRITEBYTECODE is set, each start would compile all of our modules and none of the libraries'.
    """
    before = dict(os.environ)
    with TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy with a process that only counts."""
    workers = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def percentile(series: Sequence[float], share: int) -> float:
    """The value that `share` percent of the series do not exceed."""
    ordered = sorted(series)
    return ordered[min(len(ordered) - 1, round(share / 100 * (len(ordered) - 1)))]


def seconds(act: Callable[[], object]) -> float:
    """How long one call takes."""
    start = perf_counter()
    act()
    return perf_counter() - start
