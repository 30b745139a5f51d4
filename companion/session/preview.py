"""What a correction would change, told before it is written: two replays of a session compared. No Flet here."""

from dataclasses import dataclass
from typing import Any, Final

from scoring import agreements
from scoring.game import AnyGame
from scoring.journal import Entry
from scoring.replay import Replay
from scoring.rulebook import RuleViolation
from scoring.scores import by_round, totals

TOTAL: Final = -1
"""Stands for the round in a `Change` of a total or a rank."""


@dataclass(frozen=True, slots=True)
class Change:
    """One cell of the score sheet that a correction would change, or the total or rank of a seat."""

    round: int
    seat: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would do: cells and ranks that change, or the later entry it collides with.

    `names` has everybody whose seat may be among the changes, those at the table before and after. `won` and `wins` are
    the winners before and after, None while the session goes on.
    """

    entry: Entry[Any]
    names: tuple[str, ...]
    changes: tuple[Change, ...]
    ranks: tuple[Change, ...]  # ranks instead of points
    violation: RuleViolation | None
    waiting: tuple[int, ...]
    won: tuple[int, ...] | None = None
    wins: tuple[int, ...] | None = None

    @property
    def fits(self) -> bool:
        return self.violation is None


def compared(game: AnyGame, entry: Entry[Any], before: Replay[Any, Any], after: Replay[Any, Any]) -> Preview:
    """What writing `entry` changes, from the replay without it and the one with it."""
    was, now = _cells(game, before), _cells(game, after)
    changes = tuple(
        Change(round_, seat, was.get((round_, seat), 0), now.get((round_, seat), 0))
        for round_, seat in sorted(was.keys() | now.keys())
        if was.get((round_, seat), 0) != now.get((round_, seat), 0)
    )
    old, new = _ranks(game, before), _ranks(game, after)
    ranks = tuple(Change(TOTAL, seat, old[seat], new[seat]) for seat in old if old[seat] != new.get(seat, old[seat]))
    names = max(before.state.table.names, after.state.table.names, key=len)
    won, wins = _winners(game, before), _winners(game, after)
    return Preview(entry, names, changes, ranks, after.violation, after.waiting, won, wins)


def _cells(game: AnyGame, run: Replay[Any, Any]) -> dict[tuple[int, int], int]:
    """Points by (round, seat) as on the score sheet, and the totals as beside the names: of scored rounds."""
    sums = totals(agreements.counted(game, run.state).ledger, run.state.table.seats)
    return {**by_round(game.provisional(run.state)), **{(TOTAL, seat): total for seat, total in sums.items()}}


def _ranks(game: AnyGame, run: Replay[Any, Any]) -> dict[int, int]:
    return {seat: place.rank for place in agreements.standings(game, run.state) for seat in place.side}


def _winners(game: AnyGame, run: Replay[Any, Any]) -> tuple[int, ...] | None:
    outcome = agreements.outcome(game, run.state)
    return outcome.winners if outcome else None
