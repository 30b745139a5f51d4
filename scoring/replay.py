"""Fold a session as far as the rules allow, and say where and why it stopped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from scoring.agreements import judge
from scoring.game import Agreement, E, Game, O, Opened, S, Table
from scoring.journal import Entry, effective
from scoring.rulebook import RuleViolation


class Step(NamedTuple, Generic[S, E]):
    """One event and the state after it; `entry` is its journal number."""

    entry: int
    event: E | Agreement
    state: S
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay(Generic[S, E]):
    """Everything that counts so far; `waiting` are the entries from the one that broke a rule on."""

    opened: Opened[Any]
    opening: S
    steps: tuple[Step[S, E], ...] = ()
    violation: RuleViolation | None = None
    waiting: tuple[int, ...] = ()

    @property
    def state(self) -> S:
        return self.steps[-1].state if self.steps else self.opening

    def before(self, entry: int) -> S:
        """The state that entry `entry` was judged in; the present one for an entry that waits or is not there."""
        state = self.opening
        for step in self.steps:
            if step.entry == entry:
                return state
            state = step.state
        return state


def replay(game: Game[O, S, E], journal: Sequence[Entry[Any]], names: tuple[str, ...] | None = None) -> Replay[S, E]:
    """Apply what the journal amounts to; a RuleViolation after the opening is returned, not raised.

    `names` are the players' present names, seat by seat; without them those of the evening are
    used. Raises RuleViolation if the opening itself cannot be played.
    """
    first, *rest = effective(journal)
    opened = first.event
    state = game.open(Table(names or opened.names), opened.options)
    start: Replay[S, E] = Replay(opened, state)
    steps: list[Step[S, E]] = []
    for position, (entry, event, waived) in enumerate(rest):
        try:
            state = judge(game, state, event, waived)
        except RuleViolation as violation:
            waiting = tuple(counted.entry for counted in rest[position:])
            return Replay(opened, start.opening, tuple(steps), violation, waiting)
        steps.append(Step(entry, event, state, waived))
    return Replay(opened, start.opening, tuple(steps))


def extend(
    game: Game[O, S, E], run: Replay[S, E], entry: int, event: E | Agreement, waived: tuple[str, ...] = ()
) -> Replay[S, E]:
    """The replay with one more event recorded at its end: what `replay` gives, without folding again.

    Raises RuleViolation; only for a replay in which nothing waits.
    """
    state = judge(game, run.state, event, waived)
    return Replay(run.opened, run.opening, (*run.steps, Step(entry, event, state, waived)))
