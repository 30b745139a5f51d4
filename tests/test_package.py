"""Oh Hell, the package of another author: installed from its own folder, its tests by ours pass."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "tests" / "oh_hell"
NEEDED: Final = (
    *("law", "any_short_walk", "deep_walks", "random_table", "reads_as_it_did", "any_one_value_changed"),
    *("stands_on_the_shelf", "has_its_picture", "may_be_tapped", "played_by_taps", "journey"),
)
"""Parts of the names of tests that must have been run."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package in a folder of its own, found on the path as after `pip install -e`."""
    folder = tmp_path / "oh_hell_cards"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    information = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    information.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (information / "METADATA").write_text(metadata, "utf-8")
    groups = (
        "\n".join((f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()), ""))
        for group, entries in project["entry-points"].items()
    )
    (information / "entry_points.txt").write_text("\n".join(groups), "utf-8")
    return folder


def run_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a package as its author does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT)))}
    command = [sys.executable, "-m", "pytest", "-vv", "-rfs", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_test_module_of_a_package_has_ten_lines() -> None:
    module = (PACKAGE / "test_oh_hell.py").read_text("utf-8")
    assert len([line for line in module.splitlines() if line]) <= 10


@pytest.mark.long
def test_the_package_is_found_and_a_wrong_score_is_noticed(installed: Path) -> None:
    chosen = ("-k", "stands_on or picture or heading or reads_as_it_did or test_names or exactly_the_fields")
    module = installed / "oh_hell" / "__init__.py"
    module.write_text(module.read_text("utf-8").replace("BONUS: Final = 10", "BONUS: Final = 11"), "utf-8")
    shown = run_tests(installed, *chosen)
    assert " passed" in shown.stdout
    failed = set(re.findall(r"^FAILED \S+::(\w+)", shown.stdout, flags=re.MULTILINE))
    assert failed == {"test_an_evening_reads_as_it_did"}


@pytest.mark.long
def test_all_its_tests_pass(installed: Path) -> None:
    shown = run_tests(installed)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "skipped" not in shown.stdout
    assert not [name for name in NEEDED if not re.search(rf"::test_\w*{name}\w*(\[.*\])? PASSED", shown.stdout)]
