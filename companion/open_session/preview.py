"""Previews a correction by comparing two replays of a session. No Flet here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any, Final

from scoring.contract.game import Agreement, AnyGame
from scoring.contract.prompts import Role, find_prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat, Side, by_round, totals
from scoring.engine import agreements
from scoring.engine.journal import Amend, Entry, Record, Redo, Remove, Undo
from scoring.engine.replay import Replay

TOTAL: Final = -1  # the `round` of a `Change` in a total or rank


@dataclass(frozen=True, slots=True)
class Change:
    """A cell of the score sheet, or the total or rank of a seat, before and after a correction.

    `partners` are the others of its side, where the total or the rank is that of all of them; `seat` is the lowest.
    """

    round: int
    seat: int
    was: float
    now: float
    partners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a correction: changed cells and ranks, or the violation and the entries that would wait.

    Seats are those afterwards; `names` has also who is gone. Winners are seats, None while the session goes on. Rounds
    are numbered as if a dropped one were still there.
    """

    entry: Entry[Any]
    names: tuple[str, ...]
    changes: tuple[Change, ...]
    ranks: tuple[Change, ...]  # ranks instead of points
    violation: RuleViolation | None
    waiting: tuple[int, ...]
    winners_before: tuple[int, ...] | None = None
    winners_after: tuple[int, ...] | None = None
    more: tuple[Entry[Any], ...] = ()  # written with `entry`: what was dropped or answered anew to make it fit
    state: Any = field(default=None, compare=False)  # as far as the entries fit, or before `gap`
    gap: int | None = None  # the entry before which the next answer goes
    stray: int | None = None  # the first entry that would now count in the round of others
    shift: int = 0  # of the rounds after it: 1 behind one that was forgotten, -1 behind one that is dropped

    @property
    def fits(self) -> bool:
        return self.violation is None


def compare_replays(
    game: AnyGame,
    entry: Entry[Any],
    before: Replay[Any, Any],
    after: Replay[Any, Any],
    more: tuple[Entry[Any], ...] = (),
) -> Preview:
    """The changes between the replay without `entry` and the one with it, by player where they changed seats."""
    moves = seats_after(before.state.table.names, after.state.table.names)
    first, shift = _find_shift(entry, before, after)
    was = {
        (round_ + (shift > 0 and round_ >= first), int(moves[seat])): points
        for (round_, seat), points in _cells(game, before).items()
    }
    now = {
        (round_ + (shift < 0 and round_ >= first), seat): cell for (round_, seat), cell in _cells(game, after).items()
    }
    changes = tuple(
        Change(round_, seat, was.get((round_, seat), 0), now.get((round_, seat), 0))
        for round_, seat in sorted(was.keys() | now.keys())
        if was.get((round_, seat), 0) != now.get((round_, seat), 0)
    )
    teams = _list_lasting_teams(game, before, after, moves)
    together = [change for team in teams if (change := _change_together(team, was, now)).was != change.now]
    summed = {seat for team in teams if game.view(after.state).by_side for seat in team}  # have no total of their own
    changes = (*(one for one in changes if one.round != TOTAL or one.seat not in summed), *together)
    old = {moves[seat]: rank for seat, rank in _ranks(game, before).items()}
    new = _ranks(game, after)
    partners = {team[0]: team[1:] for team in teams}
    named = {seat for others in partners.values() for seat in others}
    ranks = tuple(
        Change(TOTAL, seat, old[seat], new[seat], partners.get(seat, ()))
        for seat in old
        if seat not in named and old[seat] != new.get(seat, old[seat])
    )
    stay, left = after.state.table.names, zip(before.state.table.names, moves, strict=True)
    names = (*stay, *(name for name, seat in left if seat >= len(stay)))
    winners_before, winners_after = _winners(game, before), _winners(game, after)
    gap = _find_gap(game, entry, before, after)
    if winners_before is not None:
        winners_before = tuple(moves[seat] for seat in winners_before)
        if winners_after is not None and set(winners_before) == set(winners_after):
            winners_before = winners_after
    return Preview(
        *(entry, names, changes, ranks, after.violation, after.waiting, winners_before, winners_after),
        more=more,
        state=after.state if gap is None else after.before(gap),
        gap=gap,
        stray=_find_stray(before, after),
        shift=shift,
    )


def _find_shift(entry: Entry[Any], before: Replay[Any, Any], after: Replay[Any, Any]) -> tuple[int, int]:
    """The round that is forgotten or dropped, and by how much later ones move; 0 if they stay."""
    match entry:
        case Record(before=int(at)):
            shift = 1
        case Remove(target=at):
            shift = -1
        case Record() | Amend() | Undo() | Redo():
            return 0, 0
    old = dict(_list_rounds(before, agreed=True))
    has_moved = any(old.get(number) == round_ - shift for number, round_ in _list_rounds(after, agreed=True))
    return before.before(at).round, shift if has_moved else 0


def _find_gap(game: AnyGame, entry: Entry[Any], before: Replay[Any, Any], after: Replay[Any, Any]) -> int | None:
    """The misfit; while a whole round is being inserted, the first entry of the next one, even if it would fit.

    What a menu offers, such as another level or somebody who leaves, begins no round.
    """
    if not after.waiting or not isinstance(entry, Record) or entry.before is None:
        return next(iter(after.waiting), None)
    state = before.before(entry.before)
    prompt = find_prompt(agreements.prompts(game, state), entry.event.kind)
    begins_round = prompt is not None and prompt.role is not Role.ASIDE
    first = next((at for at, round_ in _list_rounds(before) if round_ == state.round), None)
    later = {step.entry for step in dropwhile(lambda step: step.entry != entry.before, before.steps)}
    is_behind = first in after.waiting[1:]  # the misfit: nothing can be answered there
    is_round = begins_round and not is_behind and first in later and after.before(first).round == state.round
    return first if is_round else after.waiting[0]


def _find_stray(before: Replay[Any, Any], after: Replay[Any, Any]) -> int | None:
    """The first entry that would count in another round than those it would stand beside.

    Where a bid of round 5 is dropped, the same player's bid of round 6 may fit in its place.
    """
    old, first = dict(_list_rounds(before)), dict[int, int]()
    for entry, round_ in _list_rounds(after):
        if entry in old and first.setdefault(round_, old[entry]) != old[entry]:
            return entry
    return None


def _list_rounds(run: Replay[Any, Any], *, agreed: bool = False) -> Iterator[tuple[int, int]]:
    """The entries of the game, or with what was `agreed`, each with the round in which it was made."""
    state = run.opening
    for step in run.steps:
        if agreed or not isinstance(step.event, Agreement):
            yield step.entry, state.round
        state = step.state


def _list_lasting_teams(
    game: AnyGame, before: Replay[Any, Any], after: Replay[Any, Any], moves: tuple[Seat, ...]
) -> tuple[Side, ...]:
    """The sides of several players that stay together, by their seats afterwards."""
    old = {tuple(sorted(moves[seat] for seat in side)) for side in agreements.list_sides(game, before.state)}
    return tuple(side for side in agreements.list_sides(game, after.state) if len(side) > 1 and side in old)


def _change_together(team: Side, was: Mapping[tuple[int, int], float], now: Mapping[tuple[int, int], float]) -> Change:
    before, after = (sum(points.get((TOTAL, seat), 0) for seat in team) for points in (was, now))
    return Change(TOTAL, team[0], before, after, team[1:])


def seats_after(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[Seat, ...]:
    """Where each player sits afterwards, by seat before.

    Whoever is gone is followed by who is new, in their order, and has a seat behind the table if nobody is.
    """
    new = (seat for seat, name in enumerate([*after, *before]) if seat >= len(after) or name not in before)
    return tuple(Seat(after.index(name) if name in after else next(new)) for name in before)


def _cells(game: AnyGame, run: Replay[Any, Any]) -> dict[tuple[int, int], float]:
    """Points by (round, seat) as on the score sheet, and totals under `TOTAL`."""
    sums = totals(agreements.score_if_stopped(game, run.state).ledger, run.state.table.seats)
    return {**by_round(game.provisional(run.state)), **{(TOTAL, seat): total for seat, total in sums.items()}}


def _ranks(game: AnyGame, run: Replay[Any, Any]) -> dict[int, int]:
    return {seat: place.rank for place in agreements.standings(game, run.state) for seat in place.side}


def _winners(game: AnyGame, run: Replay[Any, Any]) -> tuple[int, ...] | None:
    outcome = agreements.outcome(game, run.state)
    return outcome.winners if outcome else None
