"""Hostile arguments of every command: a sentence and an exit code, no traceback, and no file but the one asked for."""

import os
import shutil
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final

import pytest

from companion import launch
from companion.cli import command_line as cli
from companion.cli.command_line import AppOptions
from companion.cli.console import run_command
from companion.device.paths import VARIABLE
from scoring.games import KEYS
from storage.store import Store
from tests.companion.test_cli import keep_evening

QUICK: Final = (
    "",
    ".",
    "--",
    "~nouser_xx/x",
    "x" * 300,
    "\0",
    os.fsdecode(b"\xff"),
    "sqlite://",
    "99999999999999999999999",
)
MORE: Final = (
    " ",
    "..",
    "/",
    "//",
    "-",
    "~",
    "a\nb",
    "x/" * 3000,
    "a\0b",
    "\ud800",
    "sqlite:///x.sqlite",
    "file:x?mode=memory",
    ":memory:",
    "nowhere/x",
    "/dev/full",
    "/dev/null/x",
    "%s{0}",
    "*",
    "'; DROP TABLE session; --",
    "-1",
    "0",
    "1.5",
    "１２",
    "9" * 5000,
    "nan",
)
LINES: Final = (
    "replay !",
    "sessions --limit !",
    "sessions --limit=!",
    "sessions --game !",
    "export !",
    "export ! file.jsonl",
    "export {session} !",
    "export {session} ! --force",
    "export-all ! file",
    *(f"export-all {sort} !" for sort in ("sessions", "bgstats", "results", "lines")),
    "export-all sessions ! --force",
    "import !",
    "import --dry-run !",
    "import --dry-run ! !",
    "export-cards !",
    f"export-cards {KEYS[0]} !",
    "import-cards !",
    "backup !",
    "restore !",
    "!",
    "--database ! sessions",
    "--database ! doctor",
    "--database ! doctor --rebuild",
    "--database ! import --dry-run file",
    "--database ! import file",
    "--database ! import-cards file",
    "--database ! restore file",
    "--database ! backup file",
    "doctor !",
    "--database !",
    "--port !",
    "--certificate ! --key !",
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("template") / "companion.sqlite"
    with Store(path) as store:
        return path, keep_evening(store)


@pytest.fixture
def folder(tmp_path: Path, template: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, with the database beside it."""
    shutil.copy(template[0], tmp_path / "companion.sqlite")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "companion.sqlite"))
    return work


def outcome(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int | str | None, str]:
    """The exit code and stderr of a command line; the app opens its file, and nothing else."""
    out, err = TextIOWrapper(BytesIO(), encoding="utf-8"), TextIOWrapper(BytesIO(), encoding="utf-8")
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    try:
        code: int | str | None = run_command(lambda: cli.run(argv, lambda options: 0))
    except SystemExit as stopped:  # by argparse
        code = stopped.code
    err.seek(0)
    return code, err.read()


@pytest.mark.parametrize("values", [QUICK, pytest.param(MORE, marks=pytest.mark.long)], ids=["quick", "more"])
@pytest.mark.parametrize("line", LINES)
def test_a_hostile_argument_is_refused_in_a_sentence(
    line: str, values: tuple[str, ...], folder: Path, template: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = folder.parent / "companion.sqlite"
    wrong = []
    for value in values:
        argv = [word.replace("!", value).replace("{session}", template[1]) for word in line.split()]
        try:
            code, err = outcome(argv, monkeypatch)
        except Exception as error:
            wrong.append(f"{value[:30]!r}: {type(error).__name__}: {str(error)[:150]}")
            continue
        if code not in (0, 2) or (code == 2 and not err.endswith("\n")):
            wrong.append(f"{value[:30]!r}: {code} {err[:100]!r}")
        made = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
        if line.startswith("--database") and any(":" in name for name in made):
            wrong.append(f"{value[:30]!r} made {made}")
        shutil.rmtree(folder)
        folder.mkdir()
        os.chdir(folder)
    assert not wrong, "\n".join(wrong)
    with Store(database) as store:
        assert len(store.history.list_sessions().sessions) == 1


@pytest.mark.parametrize("path", ["sqlite://", "file:x", ":memory:", "~nouser_xx/x", "/", "."])
def test_the_app_does_not_open_what_is_no_path(path: str, capsys: Any) -> None:
    assert launch.open_app(AppOptions(path)) == launch.FAILED
    assert len(capsys.readouterr().err.splitlines()) == 1
