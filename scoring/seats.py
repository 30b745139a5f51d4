"""Questions about the players at a table, and the checks of their answers."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scoring.game import Table
from scoring.prompts import UNSET, Answer, Cell, Choice, Each, Field, Pick, Unset
from scoring.rulebook import Rule, require
from scoring.scores import Seat


def pick_player(
    table: Table,
    name: str,
    label: str,
    seats: Iterable[Seat] | None = None,
    *,
    why_not: Callable[[Seat], str] | None = None,
    others: tuple[Choice, ...] = (),
    likely: Answer | Unset = UNSET,
    by_chance: str = "",
) -> Pick:
    """A pick among `seats` (default: everybody), then `others`; a seat with a `why_not` is shown greyed out."""
    players = tuple(
        Choice(seat, table.names[seat], why_not(seat) if why_not else "")
        for seat in (table.seats if seats is None else seats)
    )
    return Pick(name, label, (*players, *others), likely, by_chance, seats=True)


def ask_each(
    table: Table,
    name: str,
    label: str,
    field: Field | Callable[[Seat], Field],
    seats: Iterable[Seat] | None = None,
    *,
    totals: tuple[int, ...] = (),
) -> Each:
    """The same question for each of `seats` (default: everybody); a callable makes the field for a seat."""
    cells = tuple(
        Cell(seat, table.names[seat], field(seat) if callable(field) else field)
        for seat in (table.seats if seats is None else seats)
    )
    return Each(name, label, cells, totals, seats=True)


def check_table_size(table: Table, players: range, title: str, rule: Rule) -> None:
    """Refuse a table with too few or too many players."""
    message = f"{title} is for {players[0]} to {players[-1]} players; here are {len(table.names)}."
    require(len(table.names) in players, rule, message, code="PLAYERS")


def check_player(table: Table, seat: int, rule: Rule, *, field: str = "seat", code: str = "") -> None:
    """Refuse a seat nobody sits at."""
    require(seat in table.seats, rule, "Choose one of the players at this table.", field=field, code=code)


def check_one_each(
    values: Iterable[tuple[Seat, Any]],
    seats: Sequence[Seat],
    rule: Rule,
    message: str,
    *,
    field: str,
    code: str = "",
) -> None:
    """Refuse answers by seat unless there is exactly one for each of `seats`, in their order."""
    require([seat for seat, _ in values] == list(seats), rule, message, field=field, code=code)
