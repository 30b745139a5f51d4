"""The shell commands, compared with a Python process that does nothing."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from tests.benchmarks.evenings import fill
from tests.benchmarks.measure import Row, median

SESSIONS = 50


def rows(quick: bool) -> Iterator[Row]:
    """Version and help as ratios; for commands, the seconds beyond Python and their own work."""
    times = 1 if quick else 15
    with TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "companion.sqlite"
        fill(database, SESSIONS)
        yield from _rows(folder, database, times)


def _rows(folder: Path, database: Path, times: int) -> Iterator[Row]:
    command = [sys.executable, "-m", "companion"]
    bare = [_seconds([sys.executable, "-c", "pass"]) for _ in range(times)]
    for option in ("--version", "--help"):
        _seconds([*command, option])  # compiles what it imports
        ours = [_seconds([*command, option]) for _ in range(times)]
        figure = f"{median(ours) * 1000:.0f} ms : {median(bare) * 1000:.0f} ms"
        yield Row(f"companion {option}", figure, median(ours) / median(bare), 3.0)
    results = ["export-all", "results", str(folder / "results.csv"), "--force"]
    for words in (["sessions"], results, ["import", "--dry-run", str(database)], ["doctor"]):
        line = [*words, "--database", str(database)]
        _seconds([*command, *line])
        ours = [_seconds([*command, *line]) for _ in range(times)]
        work = median([_work(line) for _ in range(times)])
        figure = f"{median(ours):.2f} s, of which {work:.2f} s work"
        yield Row(f"companion {words[0]}: seconds more than its work", figure, median(ours) - median(bare) - work, 0.5)


def _seconds(command: list[str]) -> float:
    """CPU seconds of a separate process."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _work(line: list[str]) -> float:
    """CPU seconds of a command's second run in one process, when everything is loaded."""
    process = subprocess.run([sys.executable, "-c", _TWICE, *line], capture_output=True, text=True, check=True)
    return float(process.stderr.splitlines()[-1])


_TWICE = """
import sys, time
from companion.cli.command_line import run
run(sys.argv[1:], lambda options: 0)
start = time.process_time()
run(sys.argv[1:], lambda options: 0)
print(time.process_time() - start, file=sys.stderr)
"""
