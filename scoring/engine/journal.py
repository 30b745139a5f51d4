"""An append-only journal: corrections are entries too, and `effective` computes the events that count.

An entry's number is its index in the journal. Games never see corrections, only `effective(journal)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from scoring.contract.game import CameLate, Opened
from scoring.contract.names import tidy
from scoring.engine.seat_moves import Moves, move_seats

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Record(Generic[E]):
    """A new event at the end, or before entry `before` if it had been forgotten.

    `waived` are ids of rules that a printed card overrules for this event.
    """

    event: E
    before: int | None = None
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amend(Generic[E]):
    """Replaces the event of Record `target`."""

    target: int
    event: E
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remove:
    """The event of Record `target` never happened."""

    target: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Entry `target` (Record, Amend or Remove) no longer counts."""

    target: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Entry `target`, which was undone, counts again."""

    target: int


Entry = Record[E] | Amend[E] | Remove | Undo | Redo
Journal = tuple[Entry[E], ...]


class Counted(NamedTuple, Generic[E]):
    """An event that counts, with the number of its Record and the rules it waives."""

    entry: int
    event: E
    waived: tuple[str, ...]
    moved: bool = False  # the players changed seats since, and it went with them


def effective(journal: Sequence[Entry[E]]) -> tuple[Counted[E], ...]:
    """The events that count, in the order in which they happened."""
    off = _undone(journal)
    order: list[int] = []
    events: dict[int, Counted[E]] = {}
    for number, entry in enumerate(journal):
        match entry:
            case Record():
                if entry.before is None:
                    order.append(number)
                else:
                    order.insert(order.index(entry.before), number)
                if number not in off:
                    events[number] = Counted(number, entry.event, entry.waived)
            case Amend(target):
                if number not in off and target in events:
                    if isinstance(entry.event, Opened) and entry.event.moves:
                        events = {at: _moved(counted, entry.event.moves) for at, counted in events.items()}
                    events[target] = Counted(target, entry.event, entry.waived)
            case Remove(target):
                if number not in off:
                    events.pop(target, None)
            case Undo() | Redo():
                pass
    return tuple([events[number] for number in order if number in events])


def list_names(journal: Sequence[Entry[Any]]) -> tuple[str, ...]:
    """Everybody who has a seat, by seat: the players of the set-up, then those who came late."""
    first, *rest = effective(journal)
    names: tuple[str, ...] = first.event.names
    for counted in rest:
        if isinstance(counted.event, CameLate) and counted.event.seat == len(names):
            names = (*names, tidy(counted.event.name))
    return names


def _moved(counted: Counted[E], moves: Moves) -> Counted[E]:
    return Counted(counted.entry, move_seats(counted.event, moves), counted.waived, moved=True)


def undo(journal: Sequence[Entry[E]]) -> Undo | None:
    """The entry that undoes the latest change that counts, except entry 0; None if there is none."""
    off = _undone(journal)
    for number in reversed(range(1, len(journal))):
        if isinstance(journal[number], Record | Amend | Remove) and number not in off:
            return Undo(number)
    return None


def redo(journal: Sequence[Entry[E]]) -> Redo | None:
    """The entry that redoes the latest undo, unless something was recorded since; None if there is none."""
    off = _undone(journal)
    for entry in reversed(journal):
        match entry:
            case Undo(target) if target in off:
                return Redo(target)
            case Record() | Amend() | Remove():
                return None
            case Undo() | Redo():
                pass
    return None


def _undone(journal: Sequence[Entry[E]]) -> frozenset[int]:
    off: set[int] = set()
    for entry in journal:
        match entry:
            case Record() | Amend() | Remove():
                pass
            case Undo(target):
                off.add(target)
            case Redo(target):
                off.discard(target)
    return frozenset(off)
