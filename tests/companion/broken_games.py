"""Tiny games with one thing broken each, and a shelf that has one of them beside our own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any, ClassVar, Final

import pytest

from scoring.contract.game import AnyGame, Event, Game, Regrouping, Table
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.engine.installed_games import InstalledGame, InstalledGames, guard
from scoring.games import GAMES, KEYS
from tests.storage.tiny import PLAYERS, TINY
from tests.storage.tiny import Scored as TinyScored

ERROR: Final = "a bug in somebody else's game"


def raise_error(*_: Any) -> Any:
    raise KeyError(ERROR)


def refuse(*_: Any) -> Any:
    raise RuleViolation(PLAYERS, "This is refused where nothing may be refused.")


def forget_to_return(*_: Any) -> Any:
    return None


WAYS: Final[Mapping[str, Callable[..., Any]]] = {
    "raises": raise_error,
    "refuses": refuse,
    "returns nothing": forget_to_return,
}
"""What a broken function does."""

REGROUPING: Final = tuple(part.name for part in fields(Regrouping))

FUNCTIONS: Final = (
    *(part.name for part in fields(Game) if "Callable" in str(part.type)),
    "measures",
    *REGROUPING,
)
"""Every function of a game's record."""


@dataclass(frozen=True, slots=True)
class Scored(Event[Any]):
    """The entry of the tiny game, which refuses to be built."""

    kind: ClassVar[str] = TinyScored.kind
    seat: Seat
    points: int

    def __post_init__(self) -> None:
        raise KeyError(ERROR)


@dataclass(frozen=True, slots=True)
class Unspoken(TinyScored):
    """The entry of the tiny game, which has no words for the log."""

    kind: ClassVar[str] = TinyScored.kind

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        raise KeyError(ERROR)


@dataclass(frozen=True, slots=True)
class Unveiled(TinyScored):
    """The entry of the tiny game, which does not know what is secret."""

    kind: ClassVar[str] = TinyScored.kind

    def veiled(self, state: Any) -> frozenset[str]:
        raise KeyError(ERROR)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the tiny game, which refuse to be built."""

    rounds: int = 3

    def __post_init__(self) -> None:
        raise KeyError(ERROR)


def break_function(name: str, way: str) -> dict[str, Any]:
    """The fields of a game's record with one function broken."""
    function = WAYS[way]
    if name == "upcasts":
        return {"upcasts": {1: function}}
    if name == "measures":
        return {"measures": replace(TINY.measures, of=function)}
    if name in REGROUPING:
        good: dict[str, Any] = {
            "begin": raise_error,
            "why_not": lambda state, players: "",
            "is_begun": lambda state: False,
        }
        return {"regrouping": Regrouping(**good | {name: function})}
    return {name: function}


def list_broken() -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that can be broken, with the fields of the record then."""
    for way, name in product(WAYS, FUNCTIONS):
        yield f"{name} {way}", break_function(name, way)
    yield "building an entry raises", {"events": (Scored,)}
    yield "sentence raises", {"events": (Unspoken,)}
    yield "veiled raises", {"events": (Unveiled,)}
    yield "building the options raises", {"options": Options}
    yield "the round of a state raises", {"open": lambda table, options: _Stateless(table)}


@dataclass(frozen=True, slots=True)
class _Stateless:
    table: Any
    ledger: tuple[Any, ...] = ()
    stopped: Any = None

    @property
    def round(self) -> int:
        raise ZeroDivisionError


WHOLE: Final = {
    name: replace(TINY, key=f"broken_{number}", box=replace(TINY.box, title=f"Broken {number}: {name}"))
    for number, (name, _) in enumerate(list_broken())
}
"""The tiny game under a key of its own for everything that can be broken, by what it is."""

BROKEN: Final = {name: guard(replace(WHOLE[name], **parts)) for name, parts in list_broken()}
"""The same games, broken."""


def install(monkeypatch: pytest.MonkeyPatch, games: Iterable[AnyGame]) -> None:
    """Put games of another package on the shelf, as they are."""
    others = InstalledGames(KEYS)
    vars(others)["_found"] = tuple(InstalledGame(game, "tiny-games", "tests.storage.tiny") for game in games)
    monkeypatch.setattr(GAMES, "others", others)
