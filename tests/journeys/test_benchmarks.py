"""Every part of the benchmarks runs to its end; their figures are for an idle machine."""

import os
import subprocess
import sys

import pytest

from companion.testing.browser import ROOT
from tests.benchmarks.__main__ import PARTS

IN_A_BROWSER = ("pages", "pocket")
"""Their processor time is minutes."""


@pytest.mark.deep
@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([part for part in PARTS if part not in IN_A_BROWSER], id="others"),
        *(pytest.param([part], id=part) for part in IN_A_BROWSER),
    ],
)
def test_every_part_of_the_benchmarks_runs(parts: list[str], request: pytest.FixtureRequest) -> None:
    """In a process of its own: a second Playwright cannot run beside that of the other journeys."""
    environment = dict(os.environ)
    if "pocket" in parts:
        environment["COMPANION_SITE"] = str(request.getfixturevalue("site"))
    command = [sys.executable, "-m", "tests.benchmarks", "--quick", *parts]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    missed = [row.endswith("MISSED") for row in done.stdout.splitlines()]
    assert (len(missed) > len(parts), done.returncode) == (True, any(missed)), done.stderr
