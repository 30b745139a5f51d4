"""The structure of the code: imports between layers, stored names, and the shelf.

`tests/frozen_names.txt` lists what stored sessions depend on. Adding a name is free; changing or removing one breaks
stored sessions and fails here. After adding names, freeze them:

    python -m tests.test_structure
"""

import ast
import subprocess
import sys
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from companion.testing.shelf_tests import ShelfTests
from companion.ui.rulebooks import sections
from scoring.contract.game import AGREEMENTS, AnyGame, Opened
from scoring.contract.rulebook import Rule
from scoring.games import GAMES, KEYS, titles_of

ROOT: Final = Path(__file__).parent.parent
FROZEN: Final = Path(__file__).parent / "frozen_names.txt"
LAYERS: Final = ("scoring", "storage", "companion")
PLAYED: Final = tuple(game.key for game in GAMES)

IMPURE: Final = frozenset(
    {
        *("asyncio", "datetime", "getpass", "glob", "io", "locale", "logging", "multiprocessing", "os", "pathlib"),
        *("platform", "queue", "random", "secrets", "shelve", "shutil", "signal", "socket", "sqlite3", "subprocess"),
        *("sys", "tempfile", "threading", "time", "urllib", "uuid"),
    }
)
"""Modules for time, chance, files, screen and network, which scoring does not use."""


TESTING: Final = ("scoring/testing", "companion/testing")
"""The tests for games: installed, but loaded only by tests."""


def modules(package: str) -> list[Path]:
    """Every module of a package that the app may load."""
    kit = [ROOT / folder for folder in TESTING]
    return sorted(path for path in (ROOT / package).rglob("*.py") if path.parent not in kit)


def dotted_name(module: Path) -> str:
    """The name by which others import a module: that of the package for its `__init__.py`."""
    return ".".join(module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def imported(module: Path) -> frozenset[str]:
    """What a module imports, by absolute name; a name taken from a package counts as its module."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def game_of(module: Path) -> str:
    """The game a module of scoring belongs to; empty for the contract."""
    parts = module.relative_to(ROOT).parts
    return parts[2] if parts[:2] == ("scoring", "games") and len(parts) > 3 else ""


def named_games(module: Path) -> set[str]:
    """The packages of games that a module imports."""
    names = (name.split(".") for name in imported(module))
    return {name[2] for name in names if name[:2] == ["scoring", "games"] and len(name) > 2 and name[2] in PLAYED}


# Who imports whom --------------------------------------------------------------------------------------------------


def test_nothing_else_lies_at_the_top() -> None:
    made = {"__pycache__", "build", "dist", "screenshots", "venv"}
    kept = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "constraints.txt", "pyproject.toml"}
    here = {path.name for path in ROOT.iterdir() if path.name[0] != "." and path.suffix != ".egg-info"}
    assert here - made == kept | {"assets", "companion", "scoring", "storage", "tests"}


def test_the_layers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)  # it would silence the app's log for later tests
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("module", modules("scoring"), ids=lambda module: str(module.relative_to(ROOT)))
def test_scoring_knows_no_clock_dice_files_or_libraries(module: Path) -> None:
    outside = {name.split(".")[0] for name in imported(module)} - {"scoring"}
    allowed = {"pydantic"} if module.name == "codec.py" else set()
    assert outside - sys.stdlib_module_names <= allowed
    assert not outside & IMPURE


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_imports_a_game_by_name(layer: str) -> None:
    for module in modules(layer):
        assert named_games(module) <= {game_of(module)}, module


def test_the_shelf_names_every_game() -> None:
    packages = {path.parent.name for path in (ROOT / "scoring" / "games").glob("*/__init__.py")}
    assert packages == {*KEYS}
    assert {game.key: game.box.title for game in GAMES} == titles_of(GAMES)
    assert tuple(GAMES.own) == KEYS


def test_a_game_is_loaded_when_it_is_first_used() -> None:
    script = f"import sys; from scoring.games import GAMES; GAMES.find({KEYS[0]!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert {key for key in KEYS if f"scoring.games.{key}" in loaded} == {KEYS[0]}


def test_each_library_has_its_layer() -> None:
    tools = {"pytest", "hypothesis", "playwright"}
    rooms = (("scoring", {"flet", "sqlmodel"}), ("storage", {"flet"}), ("companion", {"sqlmodel"}))
    for layer, strangers in ((layer, strangers | tools) for layer, strangers in rooms):
        for module in modules(layer):
            used = {name.split(".")[0] for name in imported(module)}
            assert not used & strangers, module


@pytest.mark.parametrize("folder", TESTING)
def test_the_tests_for_games_know_no_game(folder: str) -> None:
    here = sorted((ROOT / folder).glob("*.py"))
    assert here
    assert not any(named_games(module) for module in here)


def test_only_the_device_knows_where_the_app_runs() -> None:
    own = {"web", "platform", "pyodide"}
    threads = {"to_thread", "run_thread", "Thread", "ThreadPoolExecutor"}
    starters = {
        "launch.py",
        "background_rebuild.py",
        "site.py",
        "phone_door.py",
    }  # the shell, what the device tells how to run, a server
    for module in modules("companion"):
        if module.parent.name == "device":
            continue
        tree = ast.parse(module.read_text(encoding="utf-8"))
        used = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        of_page = {ast.unparse(node) for node in used if ast.unparse(node.value).endswith("page") and node.attr in own}
        assert not of_page, f"{module} asks {of_page}; companion.device.device answers it"
        started = {node.attr for node in used if node.attr in threads}
        assert not started or module.name in starters, f"{module} starts {started}"


def test_tests_run_loops_apart() -> None:
    """A journey leaves Playwright's loop in the main thread, so a later `asyncio.run` in the same process would fail.

    `headless` and `run_apart` of `companion.testing.headless` run one apart. Benchmarks are commands, with a process
    of their own.
    """
    runs = "asyncio." + "run("
    users = {
        path.name
        for path in modules("tests")
        if path.parent.name != "benchmarks" and runs in path.read_text(encoding="utf-8")
    }
    assert not users


def test_nothing_moves_that_did_not_change() -> None:
    """An `AnimatedSwitcher` of Flet 1.0.5 gives its content a new key whenever anything around it is drawn again.

    A total in it shrank and grew with every bid of its player.
    """
    assert not [path for path in modules("companion") if "AnimatedSwitcher" in path.read_text("utf-8")]


def test_the_desk_knows_no_screen() -> None:
    assert not {name for name in imported(ROOT / "companion/open_session/desk.py") if name.startswith("flet")}


# Every entry is listed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_event_that_a_game_defines_is_listed(game: AnyGame) -> None:
    """An event is a dataclass with a `kind` of its own; one that is not listed could never be entered."""
    names = map(dotted_name, modules(f"scoring/games/{game.key}"))
    defined = {
        value
        for module in map(import_module, names)
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value) and isinstance(vars(value).get("kind"), str)
    }
    assert defined - set(AGREEMENTS) == set(game.events)
    assert len(set(game.events)) == len(game.events)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_that_a_game_defines_can_be_cited(game: AnyGame) -> None:
    names = map(dotted_name, modules(f"scoring/games/{game.key}"))
    defined = {value for module in map(import_module, names) for value in vars(module).values() if type(value) is Rule}
    assert defined <= set(game.rules)


# Every case is named -----------------------------------------------------------------------------------------------


def list_matches(layer: str) -> Iterator[tuple[str, ast.Match]]:
    """Every match statement of a layer, with its position."""
    for module in modules(layer):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Match):
                yield f"{module.relative_to(ROOT)}:{node.lineno}", node


def names_members(pattern: ast.pattern) -> bool:
    """Whether a pattern names classes or enum members, which `mypy` can check for completeness."""
    match pattern:
        case ast.MatchClass():
            return True
        case ast.MatchValue(value=ast.Attribute()):
            return True
        case ast.MatchOr(patterns=patterns):
            return any(map(names_members, patterns))
        case ast.MatchAs(pattern=inner) if inner is not None:
            return names_members(inner)
        case ast.MatchSequence(patterns=patterns):
            return any(map(names_members, patterns))
        case _:
            return False


def does_nothing(body: list[ast.stmt]) -> bool:
    """Whether a case refuses, does nothing, or returns nothing or an unchanged argument."""
    match body[-1]:
        case ast.Raise() | ast.Pass() | ast.Continue() | ast.Return(value=None | ast.Constant() | ast.Name()):
            return True
        case ast.Return(value=ast.Tuple(elts=[]) | ast.Call(args=[], keywords=[])):
            return True
        case _:
            return False


def find_hidden_members(layer: str) -> Iterator[str]:
    """The match statements whose `case _` would hide a forgotten or future member."""
    for place, node in list_matches(layer):
        *named, last = node.cases
        is_default = isinstance(last.pattern, ast.MatchAs) and last.pattern.name is None and last.guard is None
        several = sum(names_members(case.pattern) for case in named) >= 2
        if is_default and several and not does_nothing(last.body):
            yield place


@pytest.mark.parametrize("layer", LAYERS)
def test_a_match_names_every_member_of_a_union(layer: str) -> None:
    assert not list(find_hidden_members(layer))


# Names that are stored for ever ------------------------------------------------------------------------------------


def names() -> Iterator[str]:
    """All names that stored sessions refer to."""
    for cls in AGREEMENTS:
        yield from _shape(f"every game: {cls.kind}", cls)
    yield from (f"every game: {Opened.kind}.{field.name}" for field in fields(Opened))
    for game in GAMES:
        yield f"{game.key}"
        yield from (f"{game.key}: rule {section.id}" for section in sections(game.key))
        yield from (f"{game.key}: measure {measure.key}" for measure in game.measures.kinds)
        yield from _shape(f"{game.key}: options", game.options)
        for cls in game.events:
            yield from _shape(f"{game.key}: {cls.kind}", cls)


def _shape(path: str, hint: Any) -> Iterator[str]:
    """The type behind a path, down to its plain values."""
    if hasattr(hint, "__supertype__"):
        yield from _shape(path, hint.__supertype__)
    elif is_dataclass(hint):
        yield path
        hints = get_type_hints(hint)
        for field in fields(hint):
            yield from _shape(f"{path}.{field.name}", hints[field.name])
    elif get_origin(hint) is tuple:
        inner = get_args(hint)
        many = [("[]", inner[0])] if inner[-1] is Ellipsis else [(f"[{n}]", item) for n, item in enumerate(inner)]
        for place, item in many:
            yield from _shape(f"{path}{place}", item)
    elif get_origin(hint) in (Union, types.UnionType):
        for member in get_args(hint):
            yield from _shape(path, member)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from (f"{path} = {member.value}" for member in hint)
    else:
        yield f"{path}: {getattr(hint, '__name__', hint)}"


def test_names_that_are_stored_never_change() -> None:
    frozen = FROZEN.read_text(encoding="utf-8").splitlines()
    lost = set(frozen) - set(names())
    assert not lost, "Stored sessions need these names: keep them, or bring an upcast and freeze anew (see above)."


def test_the_frozen_names_are_sorted_and_unique() -> None:
    frozen = FROZEN.read_text(encoding="utf-8").splitlines()
    assert frozen == sorted(set(frozen))


def test_a_changed_name_would_be_noticed() -> None:
    assert "every game: adjusted.points: int" in set(names())
    assert "every game: stopped.counts: bool" in set(names())
    assert "every game: opened.names" in set(names())


# Rules that can be read --------------------------------------------------------------------------------------------


class TestTheShelf(ShelfTests):
    games = GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_the_files_of_its_kind(game: AnyGame) -> None:
    here = {module.name for module in (ROOT / "scoring" / "games" / game.key).glob("*.py")}
    assert here == {"__init__.py"} or here >= {"__init__.py", "options.py", "state.py", "flow.py", "board.py"}


if __name__ == "__main__":
    FROZEN.write_text("\n".join(sorted(set(names()))) + "\n", encoding="utf-8")
