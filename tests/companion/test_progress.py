"""Long commands show a progress bar on a terminal, and nothing if stderr is a file."""

import os
import pty
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from companion.cli import command_line as cli
from companion.cli.progress_bar import ProgressBar
from storage.file.write_batches import Step
from storage.store import Store
from storage.upkeep.doctor import doctor, rebuild
from tests.storage.conftest import open_store, play
from tests.storage.tiny import TINY


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_progress_and_is_removed() -> None:
    terminal, seconds = Terminal(), iter([0.0, 0.01, 0.2, 0.3])
    bar = ProgressBar(terminal, lambda: next(seconds))
    bar.show(Step("Checking", 500, 2000))
    first = "\r\x1b[KChecking [#######-----------------------] 500 of 2,000 sessions"
    assert terminal.getvalue() == first
    bar.show(Step("Checking", 501, 2000))  # too soon after the last drawing
    assert terminal.getvalue() == first
    bar.show(Step("Checking", 1000, 2000))
    assert "###############---------------] 1,000 of 2,000" in terminal.getvalue()
    bar.show(Step("Checking", 2000, 2000))
    assert terminal.getvalue().endswith("sessions\r\x1b[K")


def test_no_bar_is_drawn_into_a_file() -> None:
    out = StringIO()
    ProgressBar(out).show(Step("Checking", 1, 2))
    assert out.getvalue() == ""


@pytest.mark.long
def test_doctor_and_rebuild_report_the_progress_of_every_stage(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    steps: list[Step] = []
    with open_store(path) as store:
        for _ in range(5):
            play(store, 0, 1, 2)
        rebuild(store, steps.append)
    assert {step.stage for step in steps} == {"Rebuilding results"}
    assert steps[-1][1:] == (5, 5)
    steps.clear()
    assert doctor(path, (TINY,), steps.append).healthy
    assert steps == [Step("Checking what was entered", number, 5) for number in (1, 2, 3, 4, 5, 5)]


def read_to_the_end(terminal: int) -> str:
    """What was written to a terminal that is closed; it comes in parts."""
    read = b""
    with suppress(OSError):  # Linux ends it with an error
        while part := os.read(terminal, 10_000):
            read += part
    return read.decode()


def test_the_doctor_draws_its_bar_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sessions.db"
    with Store(path, (TINY,)) as store:
        for _ in range(3):
            play(store, 0)
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        cli.run(["--database", str(path), "doctor"], lambda _: 0)
    drawn = read_to_the_end(ours)
    os.close(ours)
    assert "Checking what was entered [" in drawn
    assert drawn.endswith("\r\x1b[K")
    assert "Checking" not in capsys.readouterr().out
