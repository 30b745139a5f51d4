"""The folder for `flet build` has the whole app, and nothing in it needs what a phone lacks."""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.testing.browser import PHONE, ROOT, answers, free_port, quiet_environment, wait_until
from tests.journeys.conftest import Open

STAGE = ROOT / ".ci" / "stage-app"

# Flet's own server takes the place of the phone here. Unlike ours it has neither the fonts nor an answer for the CDN.
FOREIGN_SERVER = ("rive", "ERR_FAILED", "/fonts/noto", "404", "Failed to load font", "failed to fetch")


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("staged") / "app"
    subprocess.run([sys.executable, str(STAGE), str(folder)], check=True)
    return folder


@pytest.fixture
def built(staged: Path, tmp_path: Path) -> Iterator[str]:
    """Run the staged app outside the checkout; returns its address."""
    port = free_port()
    environment = {
        **quiet_environment(),
        "FLET_FORCE_WEB_SERVER": "1",
        "FLET_SERVER_PORT": str(port),
        "FLET_APP_STORAGE_DATA": str(tmp_path),
    }
    running = subprocess.Popen([sys.executable, "main.py"], cwd=staged, env=environment)
    url = f"http://127.0.0.1:{port}"
    wait_until(lambda: answers(url) or running.poll() is not None, 30, "the staged app does not answer")
    assert running.poll() is None, "the staged app ended by itself"
    yield url
    running.terminate()
    running.wait(10)


def test_the_staged_app_opens_and_keeps_its_data_where_the_system_says(built: str, visit: Open, tmp_path: Path) -> None:
    visit(built, **PHONE).expect_trouble(*FOREIGN_SERVER).open().see("Crown Battles")
    assert list(tmp_path.glob("companion.sqlite*"))


def test_the_staged_packages_are_found_before_any_other(staged: Path) -> None:
    ask = "import companion, scoring, storage; print(companion.__file__, scoring.__file__, storage.__file__)"
    process = subprocess.run([sys.executable, "-c", ask], cwd=staged, capture_output=True, text=True, check=True)
    assert all(Path(file).is_relative_to(staged) for file in process.stdout.split())


@pytest.mark.long
def test_the_staged_app_needs_no_server(staged: Path) -> None:
    ask = "import sys, companion.packaged; print(sorted({'uvicorn', 'flet_web', 'starlette'} & set(sys.modules)))"
    process = subprocess.run([sys.executable, "-c", ask], cwd=staged, capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"
    project = tomllib.loads((staged / "pyproject.toml").read_text("utf-8"))
    assert not [line for line in project["project"]["dependencies"] if line.startswith("flet-web")]
    assert (staged / f"{project['tool']['flet']['app']['module']}.py").is_file()
    assert (staged / "assets" / "fonts" / "text.ttf").is_file()
    assert not list(staged.glob("*/testing"))
