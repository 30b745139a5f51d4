"""Everything that README, CONTRIBUTING and the README of each room name exists; every dependency is explained."""

import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from companion.cli.command_line import run
from tests.companion.test_cli import never

ROOT: Final = Path(__file__).resolve().parent.parent
TEXTS: Final = {
    name: (ROOT / name).read_text("utf-8")
    for name in (
        *("README.md", "CONTRIBUTING.md", "scoring/README.md", "storage/README.md", "tests/README.md"),
        *("companion/README.md", "companion/phones/README.md", "companion/pocket/README.md"),
    )
}
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

START: Final = "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt -e . && .venv/bin/companion"
TEST: Final = "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt -e '.[dev]' && .venv/bin/pytest"

ROOMS: Final = ("scoring/", "storage/", "companion/", "assets/", "tests/", ".ci/")
CODE: Final = "\n".join(
    file.read_text("utf-8")
    for room in ("scoring", "storage", "companion", "tests")
    for file in sorted((ROOT / room).rglob("*.py"))
    if file != Path(__file__).resolve()
)
DEPENDENCIES: Final = tuple(
    re.split(r"[<>=\[; ]", needed)[0]
    for group in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for needed in group
)

every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())


def code_snippets(text: str) -> list[str]:
    """Everything between backticks, and every line of code blocks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def paths(text: str) -> set[str]:
    """The paths a text names, in code and as link targets."""
    words = {word for snippet in code_snippets(text) for word in snippet.split()} | set(
        re.findall(r"\]\(([^)]+)\)", text)
    )
    files = {word for word in words if re.fullmatch(r"[\w.-]+\.(py|md|txt|toml)|LICENSE", word)}
    return {word for word in words if word.startswith(ROOMS) and "<" not in word} | files


def commands(text: str) -> list[list[str]]:
    """The words after every `companion` in the code of a text."""
    return [shlex.split(snippet)[1:] for snippet in code_snippets(text) if snippet.startswith("companion ")]


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The output of `companion [WORD] --help`; fails for an unknown subcommand."""
    with pytest.raises(SystemExit) as end:
        run([*words, "--help"], never)
    assert end.value.code == 0, words
    return capsys.readouterr().out


def exists(path: str) -> bool:
    """Whether the path is there; a bare name may lie anywhere in the three packages."""
    anywhere = "/" not in path and any(any((ROOT / room).rglob(path)) for room in ("scoring", "storage", "companion"))
    return (ROOT / path).exists() or anywhere


# The two commands --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [START, TEST], ids=["start", "test"])
def test_the_readme_has_each_command_on_a_line_of_its_own(command: str) -> None:
    assert TEXTS["README.md"].splitlines().count(command) == 1


def test_what_ci_runs_is_the_test_command() -> None:
    command = [sys.executable, str(ROOT / ".ci" / "readme-test-command"), str(ROOT / "README.md")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{TEST}\n"


# What is named -----------------------------------------------------------------------------------------------------


@every_text
def test_every_path_is_there(text: str) -> None:
    assert paths(text)
    assert sorted(path for path in paths(text) if not exists(path)) == []


def test_every_picture_is_there() -> None:
    pictures = re.findall(r'<img src="([^"]+)"', TEXTS["README.md"])
    assert len(pictures) == 11
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []


@every_text
def test_every_module_that_is_to_be_run_can_be_found(text: str) -> None:
    modules = [name for snippet in code_snippets(text) for name in re.findall(r"python3? -m ([\w.]+)", snippet)]
    assert [name for name in modules if find_spec(name) is None] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "scoring/README.md"])
def test_every_name_of_the_code_is_there(name: str) -> None:
    known = set(re.findall(r"\w+", CODE)) | set(DEPENDENCIES)
    names = {word for word in code_snippets(TEXTS[name]) if re.fullmatch(r"_?[A-Za-z]\w*(\.[a-z_]+)?", word)}
    named = {part for name in names if not exists(name) for part in name.split(".")}
    assert sorted(named - known) == []


@every_text
def test_every_sub_command_and_option_is_one(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in commands(text):
        inner = [words[0]] if not words[0].startswith("--") else []
        options = {word for word in words if word.startswith("--")}
        assert options <= set(re.findall(r"--[\w-]+", help_of(capsys, *inner))), words


def test_the_readme_leaves_no_sub_command_and_no_option_out(capsys: pytest.CaptureFixture[str]) -> None:
    helped = help_of(capsys)
    offered = set(re.findall(r"^    (\w+) ", helped, flags=re.MULTILINE)) | set(re.findall(r"--\w+", helped))
    assert offered - {"--help"} <= {word for words in commands(TEXTS["README.md"]) for word in words}


# What is needed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_every_dependency_says_what_it_replaces(name: str) -> None:
    rows = re.findall(rf"^\| `{re.escape(name)}` \| (.+) \|$", TEXTS["CONTRIBUTING.md"], flags=re.MULTILINE)
    assert len(rows) == 1
    assert len(rows[0].split()) > 3


def test_no_dependency_is_explained_that_is_not_needed() -> None:
    _, table = TEXTS["CONTRIBUTING.md"].split("\n## Dependencies\n")
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, flags=re.MULTILINE)) == set(DEPENDENCIES)
