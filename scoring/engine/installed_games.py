"""Games of other packages: found by their entry points, checked, and left out with a reason where they cannot be used.

A package offers a game in its `pyproject.toml`; the name is the game's key, the value its `Game` record:

    [project.entry-points."companion.games.1"]
    oh_hell = "oh_hell:GAME"
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property, wraps
from importlib.metadata import EntryPoint, entry_points
from itertools import chain
from pkgutil import get_data
from types import UnionType
from typing import Any, Final, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.contract.errors import GameFailed, describe_error
from scoring.contract.game import CONTRACT, AnyGame, Game, Measures, Regrouping, Stopped, Table, Upcast
from scoring.contract.rulebook import RuleViolation
from scoring.engine.form_faults import find_field_fault, find_prompt_fault
from scoring.engine.regrouping import allow_regrouping

_GROUPS: Final = "companion.games."
GROUP: Final = f"{_GROUPS}{CONTRACT}"
"""The group of the entry points, with the version of the contract that a game is written for."""

ASSETS: Final = ("rules.md", "icon.svg")
"""The files that every game has in the folder `assets` of its package."""

_KEY: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_PLAYERS: Final = range(1, 100)


@dataclass(frozen=True, slots=True)
class InstalledGame:
    """A game of another package. `module` is the module it was loaded from; its assets lie in the same folder."""

    game: AnyGame
    package: str
    module: str


@dataclass(frozen=True, slots=True)
class UnusableGame:
    """A game of another package that is not on the shelf, and why."""

    key: str
    package: str
    why: str  # a clause: "its key is also that of another game"

    def __str__(self) -> str:
        return f"The game {self.key!r} of the package {self.package} cannot be played: {self.why}."


class InstalledGames:
    """The games of other packages, imported on first use; `taken` are the keys they may not have."""

    def __init__(self, taken: Collection[str] = (), offered: Iterable[EntryPoint] | None = None) -> None:
        self._taken = frozenset(taken)
        self._offered = offered

    @property
    def usable(self) -> dict[str, InstalledGame]:
        """The games that can be played, by key."""
        return {installed.game.key: installed for installed in self._found if isinstance(installed, InstalledGame)}

    @property
    def unusable(self) -> tuple[UnusableGame, ...]:
        return tuple(unusable for unusable in self._found if isinstance(unusable, UnusableGame))

    @cached_property
    def _found(self) -> tuple[InstalledGame | UnusableGame, ...]:
        return tuple(self._find())

    def _find(self) -> Iterator[InstalledGame | UnusableGame]:
        groups = [group for group in entry_points().groups if group.startswith(_GROUPS)]
        installed = chain.from_iterable(entry_points(group=group) for group in groups)
        offered = installed if self._offered is None else self._offered
        taken = set(self._taken)
        for entry in sorted(offered, key=lambda entry: (entry.name, _package(entry))):
            result = _load(entry, taken)
            if isinstance(result, InstalledGame):
                taken.add(entry.name)
            yield result


def _load(entry: EntryPoint, taken: Collection[str]) -> InstalledGame | UnusableGame:
    if entry.group != GROUP:
        version = entry.group.removeprefix(_GROUPS)
        why = f"it was made for version {version} of the contract, and this app has version {CONTRACT}"
        return UnusableGame(entry.name, _package(entry), why)
    if entry.name in taken:
        return UnusableGame(entry.name, _package(entry), "another game has the same key")
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:  # whatever another package does, the rest of the shelf works
        return UnusableGame(entry.name, _package(entry), f"it cannot be loaded ({type(error).__name__}: {error})")
    if why := _why_not(entry.name, game):
        return UnusableGame(entry.name, _package(entry), why)
    guarded = allow_regrouping(guard(game))
    if why := _try_out(guarded) or _find_missing(entry.module):
        return UnusableGame(entry.name, _package(entry), why)
    return InstalledGame(guarded, _package(entry), entry.module)


_PARTS: Final = {
    "option_fields": "the set-up form",
    "open": "setting up the table",
    "apply": "an entry",
    "prompts": "the next question",
    "sealed": "the secret questions",
    "standings": "the standings",
    "outcome": "the outcome",
    "rounds": "the rounds of the score sheet",
    "view": "the board, the facts and the notices",
    "counts_as": "the title of the session",
    "unit": "the steps of points",
    "best": "whether high or low points win",
    "presets": "the presets",
    "form": "a form that is being filled in",
    "of": "the statistics",
    "provisional": "the points so far",
    "reach": "the points still to be gained",
    "upcasts": "an entry of an older version",
    "begin": "the round with other players",
    "why_not": "whether players can leave or come",
    "is_begun": "whether the round has begun",
    "card_numbers": "the numbers on a card",
}
"""What each function of a game is asked for, as the object of "failed at"."""

_JUDGES: Final = ("open", "apply", "begin")
"""The functions that may raise a RuleViolation."""


def guard(game: AnyGame) -> AnyGame:
    """The same game, whose functions raise GameFailed where they would raise an exception or return a wrong type.

    Only functions that judge may raise a RuleViolation.
    """
    hints = get_type_hints(Game)
    guarded: dict[str, Any] = {
        name: _guarded(game.box.title, name, function, hints[name])
        for name, function in ((field.name, getattr(game, field.name)) for field in fields(game))
        if callable(function) and not isinstance(function, type)
    }
    upcasts = {n: _guarded(game.box.title, "upcasts", upcast, Upcast) for n, upcast in game.upcasts.items()}
    measured = _guarded(game.box.title, "of", game.measures.of, get_type_hints(Measures)["of"])
    measures = Measures(game.measures.kinds, measured)
    return replace(game, **guarded, measures=measures, upcasts=upcasts, regrouping=_guard_regrouping(game))


def _guard_regrouping(game: AnyGame) -> Regrouping[Any] | None:
    if game.regrouping is None:
        return None
    parts = {name: (getattr(game.regrouping, name), hint) for name, hint in get_type_hints(Regrouping).items()}
    return Regrouping(**{name: _guarded(game.box.title, name, *part) for name, part in parts.items()})


def _guarded(title: str, name: str, function: Callable[..., Any], hint: Any) -> Callable[..., Any]:
    """The function, guarded; `hint` is the type that the contract gives it."""
    called = next((part for part in get_args(hint) if get_origin(part) is Callable), hint)
    returned, asked_for = get_args(called)[-1], _PARTS[name]

    @wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            result = function(*arguments)
            if not _fits(result, returned):
                raise TypeError(f"it returned {type(result).__name__}")
            if fault := _find_fault(name, arguments, result):
                raise ValueError(fault)
        except GameFailed:
            raise
        except Exception as error:
            if isinstance(error, RuleViolation) and name in _JUDGES:
                raise
            raise GameFailed.at(title, asked_for, error) from error
        return result

    return call


def _find_fault(name: str, arguments: tuple[Any, ...], result: Any) -> str:
    """What is wrong with the forms that a function of this name returned; empty if nothing is."""
    match name:
        case "option_fields":
            return find_field_fault((option.field for option in result), arguments[0].seats)
        case "prompts" | "sealed":
            return find_prompt_fault(result, arguments[0].table.seats)
        case "form":
            return find_prompt_fault((result,), arguments[0].table.seats)
        case _:
            return ""


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value has a type of the contract; a tuple is checked item by item, a state by what all states have."""
    if isinstance(hint, TypeVar):
        has_fields = isinstance(value.table, Table) and isinstance(value.ledger, tuple) and type(value.round) is int
        return has_fields and isinstance(value.stopped, Stopped | None)
    if isinstance(hint, NewType):
        return _fits(value, hint.__supertype__)
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(value, part) for part in get_args(hint))
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind is float:
        return isinstance(value, int | float)
    if not isinstance(value, kind):
        return False
    if kind is not tuple:
        return True
    if parts[-1] is Ellipsis:
        return all(_fits(item, parts[0]) for item in value)
    return len(value) == len(parts) and all(map(_fits, value, parts))


def _why_not(key: str, game: object) -> str:
    if not isinstance(game, Game):
        return f"its entry point is a {type(game).__name__} and no Game"
    if game.key != key:
        return f"its entry point is called {key!r}, but its key is {game.key!r}"
    if not _KEY.fullmatch(key):
        return "its key is not made of 2 to 40 small letters, digits and underscores, beginning with a letter"
    for record in (game, game.box, game.measures):
        for name, hint in get_type_hints(type(record)).items():
            if not _fits(value := getattr(record, name), hint):
                return f"the contract asks for something else as its {name!r} than this {type(value).__name__}"
    if not game.box.players or not {game.box.players[0], game.box.players[-1]} <= set(_PLAYERS):
        return f"its numbers of players are not between {_PLAYERS[0]} and {_PLAYERS[-1]}"
    if not _COLOUR.fullmatch(game.box.colour):
        return f"its colour is {game.box.colour!r} and not like '#3b5d8f'"
    if game.format < 1:
        return "its format is below 1"
    missing = (version for version in range(1, game.format) if not callable(game.upcasts.get(version)))
    if (first := next(missing, None)) is not None:
        return f"its entries have format {game.format}, and there is no upcast from format {first}"
    return ""


def _find_missing(module: str) -> str:
    """Which file of the assets a game of this module lacks, as a clause; empty if it has all."""
    for name in ASSETS:
        try:
            get_data(module, f"assets/{name}")
        except OSError:
            return f"its package has no file assets/{name}"
    return ""


def _try_out(game: AnyGame) -> str:
    """What fails until the first question, at every number of players, as a clause; empty if nothing does."""
    for players in game.box.players:
        table = Table(tuple(f"Player {number + 1}" for number in range(players)))
        try:
            for options in [preset.options for preset in game.presets(players)] or [game.options()]:
                game.option_fields(table, options)
                state = game.open(table, options)
                game.prompts(state)
                game.sealed(state)
        except GameFailed as error:
            return str(error).replace(f"The rules of {game.box.title}", "its rules").removesuffix(".")
        except RuleViolation as error:
            return f"its first options are refused at a table of {players} ({describe_error(error)})"
        except Exception as error:  # building the options
            return f"its options cannot be built ({describe_error(error)})"
    return ""


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module
