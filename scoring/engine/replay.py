"""Replay a session as far as the rules allow, and report where and why it stopped."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple

from scoring.contract.game import Agreement, CameLate, E, Game, O, Opened, S, Table
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Ledger, ScoreLine, Seat
from scoring.engine.agreements import judge
from scoring.engine.journal import Counted, Entry, effective


class Step(NamedTuple, Generic[S, E]):
    """One event and the state after it; `entry` is its number in the journal."""

    entry: int
    event: E | Agreement
    state: S
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, E]):
    """A replayed session. From the entry that broke a rule (`violation`), entries are `waiting` and not applied."""

    opened: Opened[Any]
    opening: S
    steps: tuple[Step[S, E], ...] = ()
    violation: RuleViolation | None = None
    waiting: tuple[int, ...] = ()

    @property
    def state(self) -> S:
        return self.steps[-1].state if self.steps else self.opening

    def before(self, entry: int) -> S:
        """The state before entry `entry`; the current state if it is waiting or does not exist."""
        state = self.opening
        for step in self.steps:
            if step.entry == entry:
                return state
            state = step.state
        return state

    def find_line_entries(self, round_: int, seats: Collection[Seat]) -> tuple[int | None, ...]:
        """The entry that wrote each score line of these seats in a round, in their order; None where the set-up did."""

        def select(ledger: Ledger) -> list[ScoreLine]:
            return [line for line in ledger if line.round == round_ and line.seat in seats]

        written: list[tuple[ScoreLine, int | None]] = [(line, None) for line in select(self.opening.ledger)]
        ledger = self.opening.ledger
        for step in self.steps:
            if step.state.ledger is not ledger:
                ledger = step.state.ledger
                written = _match_lines(written, select(ledger), step.entry)
        return tuple(entry for _, entry in written)


def _match_lines(
    before: Sequence[tuple[ScoreLine, int | None]], lines: Iterable[ScoreLine], entry: int
) -> list[tuple[ScoreLine, int | None]]:
    """Each line with the entry that wrote it: the earlier one if it was there `before`."""
    known, written = list(before), list[tuple[ScoreLine, int | None]]()
    for line in lines:
        old = next((pair for pair in known if pair[0] == line), None)
        if old is not None:
            known.remove(old)
        written.append(old or (line, entry))
    return written


def replay(game: Game[O, S, E], journal: Sequence[Entry[Any]], names: tuple[str, ...] | None = None) -> Replay[S, E]:
    """Apply all events that count; a RuleViolation after entry 0 is returned, not raised.

    `names` are the current names of the players by seat, if they are not those of entry 0. Raises RuleViolation if
    entry 0 itself breaks a rule.
    """
    first, *rest = effective(journal)
    opened = first.event
    if names:
        rest = [_rename_newcomer(counted, names) for counted in rest]
    opening = state = game.open(Table(names[: len(opened.names)] if names else opened.names), opened.options)
    steps: list[Step[S, E]] = []
    for position in range(len(rest)):
        entry, event, waived, _ = rest[position]
        try:
            state = judge(game, state, event, waived)
        except RuleViolation as violation:
            if _bring_forward(game, state, rest, position):
                entry, event, waived, _ = rest[position]
                state = judge(game, state, event, waived)
            else:
                waiting = tuple(counted.entry for counted in rest[position:])
                return Replay(opened, opening, tuple(steps), violation, waiting)
        steps.append(Step(entry, event, state, waived))
    return Replay(opened, opening, tuple(steps))


def _rename_newcomer(counted: Counted[Any], names: tuple[str, ...]) -> Counted[Any]:
    """The arrival of a player under their current name; any other event as it is."""
    event = counted.event
    if not isinstance(event, CameLate) or event.seat not in range(len(names)):
        return counted
    return counted._replace(event=replace(event, name=names[event.seat]))


def _bring_forward(game: Game[O, S, E], state: S, rest: list[Counted[Any]], position: int) -> bool:
    """Put the entry of the player whose turn it is in first, among entries of one kind whose players changed seats.

    False if none of the next ones fits.
    """
    for later in range(position + 1, min(position + len(state.table.names), len(rest))):
        if not rest[later].moved or type(rest[later].event) is not type(rest[position].event):
            return False
        with suppress(RuleViolation):
            judge(game, state, rest[later].event, rest[later].waived)
            rest.insert(position, rest.pop(later))
            return True
    return False


def extend(
    game: Game[O, S, E], run: Replay[S, E], entry: int, event: E | Agreement, waived: tuple[str, ...] = ()
) -> Replay[S, E]:
    """The replay with one more event at the end, without replaying the others.

    Raises RuleViolation. No entry of `run` may be waiting.
    """
    state = judge(game, run.state, event, waived)
    return Replay(run.opened, run.opening, (*run.steps, Step(entry, event, state, waived)))
