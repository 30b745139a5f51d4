"""Games of other packages on the shelf."""

import os
import subprocess
import sys
from dataclasses import replace
from enum import StrEnum
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scoring.contract.errors import GameFailed
from scoring.contract.game import Left, Regrouping, Table
from scoring.contract.prompts import Cell, Choice, Flag, Grid, Group, Pick, Prompt, Repeat
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.engine.installed_games import GROUP, InstalledGames, guard
from scoring.engine.regrouping import allow_regrouping
from scoring.games import GAMES, KEYS, Shelf, UnknownGame, find_game, titles_of
from scoring.games.recruits import GAME as RECRUITS
from scoring.games.recruits.options import Level
from scoring.games.recruits.options import Options as RecruitsOptions
from tests.oh_hell.oh_hell import GAME, Options

ROOT = Path(__file__).parent.parent.parent
OH_HELL = "tests.oh_hell.oh_hell"


class Colour(StrEnum):
    RED = "red"


class BadOptions(Options):
    def __init__(self) -> None:
        raise KeyError("hand")


def ask(state: Any, **changed: Any) -> tuple[Prompt, ...]:
    """The first question of Oh Hell with something wrong in it."""
    (first, *others) = GAME.prompts(state)
    return (replace(first, **changed), *others)


def choose(value: Any, **more: Any) -> Pick:
    return Pick("seat", "Who?", (Choice(value, "Somebody"),), **more)


WRONG_FORMS: dict[str, Any] = {
    "enum": {"fields": (choose(Colour.RED),)},
    "inside": {"fields": (Group("all", "All", (Repeat("some", "Some", choose(True)),)),)},
    "likely": {"fields": (choose("red", likely=Colour.RED),)},
    "given": {"given": (("colours", ["red", (1, 2)]),)},
    "no_key": {"fields": (Grid("rows", "Rows", (Cell(Colour.RED, "Red", Flag("yes", "Yes?")),)),)},
    "no_player": {"fields": (choose(9, seats=True),)},
    "no_row": {"fields": (Grid("rows", "Rows", (Cell(9, "Nobody", Flag("yes", "Yes?")),), seats=True),)},
    "no_turn": {"seat": Seat(9)},
}
"""What an author may get wrong in a question."""

WRONG_RECORDS: dict[str, tuple[dict[str, Any], str]] = {
    "text_format": ({"format": "2"}, "asks for something else as its 'format' than this str."),
    "format_0": ({"format": 0}, "its format is below 1."),
    "no_upcasts": ({"upcasts": None}, "asks for something else as its 'upcasts' than this NoneType."),
    "empty_upcast": ({"format": 2, "upcasts": {1: None}}, "there is no upcast from format 1."),
    "text_prompts": ({"prompts": "prompts"}, "asks for something else as its 'prompts' than this str."),
    "no_regrouping": ({"regrouping": 3}, "asks for something else as its 'regrouping' than this int."),
}
"""What an author may get wrong in the record, and what is said then."""

WRONG_BOXES: dict[str, tuple[dict[str, Any], str]] = {
    "half_minutes": ({"minutes": (20,)}, "asks for something else as its 'minutes' than this tuple."),
    "listed_players": ({"players": [2, 3]}, "asks for something else as its 'players' than this list."),
    "nobody": ({"players": range(0)}, "its numbers of players are not between 1 and 99."),
    "from_0": ({"players": range(4)}, "its numbers of players are not between 1 and 99."),
    "crowd": ({"players": range(2, 10**9)}, "its numbers of players are not between 1 and 99."),
    "refused": ({"players": range(3, 10)}, "its first options are refused at a table of 8 (RuleViolation: "),
    "red": ({"colour": "red"}, "its colour is 'red' and not like '#3b5d8f'."),
}
"""What an author may get wrong on the box, and what is said then."""

NO_RULES = replace(GAME, key="no_rules")
"""The folder of this module has no assets."""

MANY = {
    **{key: replace(GAME, key=key, prompts=partial(ask, **wrong)) for key, wrong in WRONG_FORMS.items()},
    **{key: replace(GAME, key=key, **wrong) for key, (wrong, _) in WRONG_RECORDS.items()},
    **{key: replace(GAME, key=key, box=replace(GAME.box, **wrong)) for key, (wrong, _) in WRONG_BOXES.items()},
    "bad_presets": replace(GAME, key="bad_presets", presets=lambda players: {}[players]),
    "bad_options": replace(GAME, key="bad_options", options=BadOptions),
    "named_otherwise": replace(GAME, key="another_key"),
    "no_game": "a string",
    "Capital": replace(GAME, key="Capital"),
    "no_way_up": replace(GAME, key="no_way_up", format=3, upcasts={1: lambda kind, payload: (kind, payload)}),
}


def offer(**values: str) -> InstalledGames:
    """What is installed: entry points by name."""
    return InstalledGames(KEYS, [EntryPoint(name, value, GROUP) for name, value in values.items()])


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module `some_games` with the games of `MANY`."""
    module = ModuleType("some_games")
    vars(module).update(MANY)
    monkeypatch.setitem(sys.modules, "some_games", module)


def test_a_game_of_another_package_comes_after_ours() -> None:
    shelf = Shelf({"recruit": "Recruit"}, offer(oh_hell=f"{OH_HELL}:GAME"))
    assert shelf.titles == titles_of(shelf) == {"recruit": "Recruit", "oh_hell": "Oh Hell"}
    assert [game.key for game in shelf] == ["recruit", "oh_hell"]
    assert (len(shelf), shelf[1:]) == (2, (shelf[1],))
    assert find_game("oh_hell", shelf) is shelf[1]
    with pytest.raises(UnknownGame):
        find_game("oh_dear", shelf)


def test_a_game_for_another_version_of_the_contract_says_so() -> None:
    (later,) = InstalledGames(KEYS, [EntryPoint("oh_hell", f"{OH_HELL}:GAME", "companion.games.2")]).unusable
    assert later.why == "it was made for version 2 of the contract, and this app has version 1"


def test_our_own_games_are_found_without_a_look_at_others() -> None:
    shelf = Shelf({"recruit": "Recruit"}, offer(recruits="module_that_is_not_there:GAME"))
    assert find_game("recruit", shelf) is find_game("recruit")
    assert "_found" not in vars(shelf.others)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("gone", "module_that_is_not_there:GAME", "it cannot be loaded (ModuleNotFoundError: No module named 'module"),
        ("nothing", "some_games:nothing", "it cannot be loaded (AttributeError: "),
        ("recruits", f"{OH_HELL}:GAME", "another game has the same key."),
        ("named_otherwise", "some_games:named_otherwise", "is called 'named_otherwise', but its key is 'another_key'."),
        ("no_game", "some_games:no_game", "its entry point is a str and no Game."),
        ("no_way_up", "some_games:no_way_up", "its entries have format 3, and there is no upcast from format 2."),
        ("enum", "some_games:enum", "the value of “Somebody” in 'seat' is a Colour, and neither str nor int)."),
        ("inside", "some_games:inside", "the value of “Somebody” in 'seat' is a bool, and neither str nor int)."),
        ("likely", "some_games:likely", "the likely answer of 'seat' has a Colour, which no entry keeps)."),
        ("given", "some_games:given", "the given answer 'colours' has a tuple, which no entry keeps)."),
        ("no_key", "some_games:no_key", "the value of “Red” in 'rows' is a Colour, and neither str nor int)."),
        *((key, f"some_games:{key}", why) for key, (_, why) in (WRONG_RECORDS | WRONG_BOXES).items()),
        ("no_player", "some_games:no_player", "'seat' has a place for seat 9, where nobody sits)."),
        ("no_row", "some_games:no_row", "'rows' has a place for seat 9, where nobody sits)."),
        ("no_turn", "some_games:no_turn", "is a question for seat 9, where nobody sits)."),
        ("bad_presets", "some_games:bad_presets", "its rules failed at the presets (KeyError: "),
        ("bad_options", "some_games:bad_options", "its options cannot be built (KeyError: 'hand')."),
        ("no_rules", f"{__name__}:NO_RULES", "its package has no file assets/rules.md."),
        ("Capital", "some_games:Capital", "its key is not made of 2 to 40 small letters, digits and underscores"),
    ],
)
def test_a_game_that_cannot_be_played_says_why_and_the_others_stay(name: str, value: str, why: str) -> None:
    others = offer(oh_hell=f"{OH_HELL}:GAME", **{name: value})
    assert others.usable.keys() == {"oh_hell"}
    (unusable,) = others.unusable
    assert (unusable.key, unusable.package) == (name, value.partition(":")[0])
    assert str(unusable).startswith(f"The game {name!r} of the package ")
    assert why in str(unusable)


def test_our_own_games_lack_nothing_but_the_folder_of_a_package() -> None:
    """Their pictures and rules lie in a folder of the app, which is looked at last."""
    entries = [EntryPoint(key, f"scoring.games.{key}:GAME", GROUP) for key in GAMES.own]
    why = {unusable.key: unusable.why for unusable in InstalledGames((), entries).unusable}
    assert why == dict.fromkeys(GAMES.own, "its package has no file assets/rules.md")


def test_of_two_games_with_one_key_the_first_package_is_played() -> None:
    entries = [EntryPoint("oh_hell", f"{OH_HELL}:GAME", GROUP), EntryPoint("oh_hell", "zzz:GAME", GROUP)]
    others = InstalledGames(KEYS, entries)
    assert others.usable["oh_hell"].module == OH_HELL
    assert [unusable.package for unusable in others.unusable] == ["zzz"]


@pytest.mark.long
def test_an_installed_package_puts_its_game_on_the_shelf(tmp_path: Path) -> None:
    information = tmp_path / "oh_hell_cards-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: oh-hell-cards\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[{GROUP}]\noh_hell = {OH_HELL}:GAME\ngone = oh_dear:GAME\n")
    code = "from scoring.games import GAMES; print(*GAMES.titles, *GAMES.others.unusable, sep='; ')"
    paths = os.pathsep.join(map(str, (tmp_path, ROOT)))
    environment = {**os.environ, "PYTHONPATH": paths}
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "; ".join(
        (
            *GAMES.own,
            "oh_hell",
            "The game 'gone' of the package oh-hell-cards cannot be played: "
            "it cannot be loaded (ModuleNotFoundError: No module named 'oh_dear').",
        )
    )


@pytest.mark.parametrize("part", [{"stopped": "tired"}, {"table": ("Ana", "Ben")}, {"ledger": []}, {"round": "1"}])
def test_a_state_without_what_all_states_have_is_told(part: dict[str, Any]) -> None:
    opening = RECRUITS.open(Table(("Ana", "Ben")), RecruitsOptions())
    broken = guard(replace(RECRUITS, open=lambda *_: replace(opening, **part)))
    with pytest.raises(GameFailed, match="The rules of Recruits failed"):
        broken.open(opening.table, RecruitsOptions())


def test_a_guarded_game_lets_players_leave_and_its_failures_are_told() -> None:
    """The state of a session whose players changed goes through the guard like any other."""
    table = Table(("Ana", "Ben", "Cleo"))
    guarded = allow_regrouping(guard(RECRUITS))
    options = RecruitsOptions(level=Level.LEDGER)
    state = agreements.judge(guarded, guarded.open(table, options), Left(Seat(2), ranked=False))
    assert [place.side for place in guarded.standings(state)] == [(0,), (1,), (2,)]

    def fail(*_: Any) -> Any:
        raise KeyError("broken")

    regrouping = Regrouping(fail, lambda *_: "", lambda _: False)
    broken = allow_regrouping(guard(replace(RECRUITS, regrouping=regrouping)))
    with pytest.raises(GameFailed, match="The rules of Recruits failed"):
        agreements.judge(broken, broken.open(table, options), Left(Seat(2), ranked=False))
