"""What games share about the players at a table: their names, and answers by seat."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.contract.game import Table
from scoring.contract.prompts import Answer, is_int, read_pairs
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Best, Seat, Side, Standings


class Seated:
    """What the states of games say of their players; a state derives from it."""

    __slots__ = ()

    table: Table

    @property
    def players(self) -> int:
        return len(self.table.names)

    def name(self, seat: int) -> str:
        return self.table.names[seat]

    def names(self, seats: Iterable[int]) -> str:
        return self.table.join_names(seats)


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
    in_order: bool = False,
) -> None:
    """Refuse answers by seat unless there is exactly one for each of `seats`; with `in_order`, also in their order."""
    answered = [seat for seat, _ in values]
    is_complete = answered == list(seats) if in_order else sorted(answered) == sorted(seats)
    require(is_complete, rule, message, field=field)


def list_tied(places: Standings, rivals: Iterable[float], best: Best = Best.HIGH) -> tuple[Side, ...]:
    """The sides that share the first place; empty if one is alone there, or if one of the `rivals` has more.

    `rivals` are the points of those who left and are ranked by them, as the field of this name in a state.
    """
    first = [place for place in places if place.rank == 1]
    is_behind = any(best.sign * points > best.sign * first[0].points for points in rivals)
    return () if is_behind or len(first) == 1 else tuple(place.side for place in first)


def read_numbers(answer: Answer) -> dict[Seat, int]:
    """The numbers by seat in a draft's answer; anything else in it is left out."""
    pairs = read_pairs(answer)
    return {Seat(seat): number for seat, number in pairs if isinstance(seat, int) and is_int(number)}
