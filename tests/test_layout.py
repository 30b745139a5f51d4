"""Tests start quickly: those of the rules load no screen."""

from pathlib import Path
from typing import Final

import pytest

from tests.test_structure import ROOT, imported

HEAVY: Final = frozenset({"playwright", "flet", "storage", "companion", "sqlmodel"})


FOLLOWED: Final = ("tests.", "scoring.testing.", "companion.testing.")


def reached_from(start: Path) -> set[str]:
    """The packages that a module of the tests loads, by itself or through other modules of the tests."""
    packages: set[str] = set()
    seen: set[Path] = set()
    waiting = [start]
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        names = imported(module)
        packages |= {name.split(".")[0] for name in names}
        waiting += [path for name in names if name.startswith(FOLLOWED) for path in files_of(name)]
    return packages - {"tests"}


def files_of(name: str) -> list[Path]:
    """The modules that `import tests.a.b` loads; the last part may be a name inside one."""
    parts = name.split(".")
    paths = (ROOT.joinpath(*parts[:end]) for end in range(1, len(parts) + 1))
    return [file for path in paths for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()]


@pytest.mark.long
def test_what_the_tests_of_the_rules_load_is_noticed() -> None:
    assert "flet" in reached_from(ROOT / "tests/companion/test_desk.py") | reached_from(
        ROOT / "companion/testing/headless.py"
    )
    assert "playwright" in reached_from(ROOT / "tests/journeys/conftest.py")


@pytest.mark.long
@pytest.mark.parametrize("folder", ["scoring", "simulators"])
def test_tests_of_the_rules_load_no_browser_no_screen_and_no_storage(folder: str) -> None:
    modules = [ROOT / "tests/conftest.py", *(ROOT / "tests" / folder).rglob("*.py")]
    heavy = {module.name: packages for module in modules if (packages := reached_from(module) & HEAVY)}
    reads_files = {"test_golden_sessions.py": {"companion", "storage"}}
    assert heavy == (reads_files if folder == "scoring" else {})
