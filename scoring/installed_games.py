"""Games of other packages: found by their entry points, checked, and left out with a reason where they cannot be used.

A package offers a game in its `pyproject.toml`; the name is the game's key, the value its `Game` record:

    [project.entry-points."companion.games"]
    oh_hell = "oh_hell:GAME"
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property, wraps
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from scoring.game import CONTRACT, AnyGame, Game, Regrouping
from scoring.rulebook import RuleViolation

GROUP: Final = "companion.games"
"""The group of the entry points."""

_KEY: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")


class GameFailed(Exception):
    """The code of a game of another package raised something else than a RuleViolation."""


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
        """The games that cannot be played."""
        return tuple(unusable for unusable in self._found if isinstance(unusable, UnusableGame))

    @cached_property
    def _found(self) -> tuple[InstalledGame | UnusableGame, ...]:
        return tuple(self._find())

    def _find(self) -> Iterator[InstalledGame | UnusableGame]:
        offered = entry_points(group=GROUP) if self._offered is None else self._offered
        taken = set(self._taken)
        for entry in sorted(offered, key=lambda entry: (entry.name, _package(entry))):
            result = _load(entry, taken)
            if isinstance(result, InstalledGame):
                taken.add(entry.name)
            yield result


def _load(entry: EntryPoint, taken: Collection[str]) -> InstalledGame | UnusableGame:
    if entry.name in taken:
        return UnusableGame(entry.name, _package(entry), "another game has the same key")
    try:
        game = entry.load()
    except Exception as error:  # whatever another package does, the rest of the shelf works
        return UnusableGame(entry.name, _package(entry), f"it cannot be loaded ({type(error).__name__}: {error})")
    if why := _why_not(entry.name, game):
        return UnusableGame(entry.name, _package(entry), why)
    return InstalledGame(guard(game), _package(entry), entry.module)


def guard(game: AnyGame) -> AnyGame:
    """The same game, whose functions raise GameFailed where they would raise anything but a RuleViolation."""
    parts = {field.name: getattr(game, field.name) for field in fields(game)}
    functions = {name: part for name, part in parts.items() if callable(part) and not isinstance(part, type)}
    guarded: dict[str, Any] = {name: _guarded(game.title, function) for name, function in functions.items()}
    if game.regrouping is not None:
        own = {part.name: getattr(game.regrouping, part.name) for part in fields(game.regrouping)}
        guarded["regrouping"] = Regrouping(**{name: _guarded(game.title, function) for name, function in own.items()})
    return replace(game, **guarded)


def _guarded(title: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except (RuleViolation, GameFailed):
            raise
        except Exception as error:
            raise GameFailed(f"The rules of {title} failed ({type(error).__name__}: {error}).") from error

    return call


def _why_not(key: str, game: object) -> str:
    if not isinstance(game, Game):
        return f"its entry point is a {type(game).__name__} and no Game"
    if game.contract != CONTRACT:
        return f"it was made for version {game.contract} of the contract, and this app has version {CONTRACT}"
    if game.key != key:
        return f"its entry point is called {key!r}, but its key is {game.key!r}"
    if not _KEY.fullmatch(key):
        return "its key is not made of 2 to 40 small letters, digits and underscores, beginning with a letter"
    return ""


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module
