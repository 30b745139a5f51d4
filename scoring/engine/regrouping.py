"""Players who leave a running session or come late, while the others play on.

A game always sees a table of those who play now, with seats from 0. Once somebody has left or come, a `Regrouped` state
stands around the game's own and translates between its seats and those of the session, which never change.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import inf
from typing import Any, Final, TypeVar

from scoring.contract.board import Marker
from scoring.contract.game import (
    AnyGame,
    CellNote,
    E,
    Event,
    Game,
    Left,
    Measure,
    Measures,
    O,
    Reach,
    RoundHead,
    S,
    Stopped,
    Table,
    TableView,
)
from scoring.contract.prompts import Draft, Prompt
from scoring.contract.rulebook import Rule, RuleViolation
from scoring.contract.scores import Ledger, Outcome, Place, ScoreLine, Seat, Standings, Term, totals
from scoring.engine.seat_moves import Moves, is_by_seat, move_draft, move_prompt, move_seats

LEAVING: Final = Rule(
    "TABLE-3",
    "A player may leave between two rounds: the points stay, the others play on, and whoever left is ranked last.",
    "Our ruling",
)
COMING: Final = Rule(
    "TABLE-4", "A player may come late or come back between two rounds, with the points the table says.", "Our ruling"
)

T = TypeVar("T")

_LEFT: Final = "left early"
_BY_SEAT: Final = re.compile(r"(\w+)\[(\d+)\](.*)")


@dataclass(frozen=True, slots=True)
class Group:
    """Who plays from round `first` on: the session's seats in playing order, which is the game's own."""

    first: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Regrouped:
    """A session whose players have changed: the state of the game with those who play now, and what was before.

    `table` has everybody who ever sat there, `ledger` all points by the session's seats. The game's own ledger begins
    with the earlier points of those who still play.
    """

    own: Any
    table: Table
    groups: tuple[Group, ...]  # the last one plays now
    ledger: Ledger
    heads: tuple[RoundHead, ...]  # of the rounds of earlier groups
    measured: tuple[Measure, ...]  # in those rounds
    noted: tuple[CellNote, ...]  # likewise
    left: tuple[Left, ...]
    stopped: Stopped | None = None

    @property
    def round(self) -> int:
        number: int = self.own.round
        return number

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of those who play now, in playing order."""
        return self.groups[-1].seats

    @property
    def inward(self) -> Moves:
        """The game's seat of each of the session's; beyond its table for those who do not play."""
        places = {seat: place for place, seat in enumerate(self.seats)}
        return tuple(places.get(seat, len(self.seats) + seat) for seat in self.table.seats)


# Who plays ----------------------------------------------------------------------------------------------------------


def list_playing(state: Any) -> tuple[Seat, ...]:
    """The seats of those who play now, in playing order."""
    seats: tuple[Seat, ...] = state.seats if isinstance(state, Regrouped) else state.table.seats
    return seats


def list_in_order(state: Any) -> tuple[Seat, ...]:
    """Everybody: those who play in playing order, then those who left."""
    return (*list_playing(state), *list_left(state))


def list_left(state: Any) -> tuple[Seat, ...]:
    """The seats of those who left and have not come back."""
    return tuple(left.seat for left in state.left) if isinstance(state, Regrouped) else ()


def list_unranked(state: Any) -> frozenset[Seat]:
    """The seats of those who left and are not ranked by their points."""
    if not isinstance(state, Regrouped):
        return frozenset()
    return frozenset(left.seat for left in state.left if not left.ranked)


def find_first_round(state: Any, seat: Seat) -> int:
    """The round from which on this player has played; 1 for those who were there from the beginning."""
    if not isinstance(state, Regrouped):
        return 1
    return min(group.first for group in state.groups if seat in group.seats)


def list_players_of(state: Any, number: int) -> tuple[Seat, ...]:
    """The seats of those who played round `number`, or have points in it."""
    table: Table = state.table
    if not isinstance(state, Regrouped):
        return table.seats
    group = next((group for group in reversed(state.groups) if group.first <= number), state.groups[0])
    scored = {line.seat for line in state.ledger if line.round == number}
    return tuple(seat for seat in state.table.seats if seat in group.seats or seat in scored)


# Changes ------------------------------------------------------------------------------------------------------------


def why_not(game: AnyGame, state: Any, players: int) -> str:
    """Why the game cannot go on with this number of players now; empty if it can."""
    if game.regrouping is None:
        return f"{game.box.title} cannot be played on by others."
    if players not in game.box.players:
        few, many = game.box.players[0], game.box.players[-1]
        return f"{game.box.title} is for {few} to {many} players."
    own = state.own if isinstance(state, Regrouped) else state
    return game.regrouping.why_not(own, players)


def drops_entries(game: AnyGame, state: Any) -> bool:
    """Whether something of the current round was entered, so that it begins again with other players."""
    own = state.own if isinstance(state, Regrouped) else state
    return game.regrouping is not None and game.regrouping.is_begun(own)


def leave(game: AnyGame, state: Any, event: Left) -> Regrouped:
    """The session without this player, whose points stay."""
    seats = tuple(seat for seat in list_playing(state) if seat != event.seat)
    scored = () if drops_entries(game, state) else _unscored_lines(game, state, event.seat)
    before = _regrouped(state)
    return _regroup(game, replace(before, left=(*before.left, event)), seats, scored)


def come_late(game: AnyGame, state: Any, name: str, after: Seat, points: float) -> Regrouped:
    """The session with a new player, to the left of `after`."""
    before = _regrouped(state)
    seat = Seat(len(before.table.names))
    table = Table((*before.table.names, name))
    at = before.seats.index(after) + 1
    line = ScoreLine(0, seat, COMING, (Term("given at the start", points),))
    seats = (*before.seats[:at], seat, *before.seats[at:])
    return _regroup(game, replace(before, table=table), seats, (line,) if points else ())


def come_back(game: AnyGame, state: Regrouped, seat: Seat) -> Regrouped:
    """The session with somebody who left before, at their place between those who play now."""
    left = tuple(event for event in state.left if event.seat != seat)
    return _regroup(game, replace(state, left=left), _with_seat(state, seat), ())


def _with_seat(state: Regrouped, seat: Seat) -> tuple[Seat, ...]:
    """Those who play now and `seat`, after the nearest of its neighbours then who still plays."""
    group = next(group for group in reversed(state.groups) if seat in group.seats)
    place, playing = group.seats.index(seat), state.seats
    neighbours = (group.seats[place - step] for step in range(1, len(group.seats)))
    after = next((playing.index(other) + 1 for other in neighbours if other in playing), len(playing))
    return (*playing[:after], seat, *playing[after:])


def _regrouped(state: Any) -> Regrouped:
    if isinstance(state, Regrouped):
        return state
    group = Group(1, state.table.seats)
    return Regrouped(state, state.table, (group,), state.ledger, (), (), (), ())


def _unscored_lines(game: AnyGame, state: Any, seat: Seat) -> Ledger:
    """What stands on the table for a player who leaves, as in a session that is stopped."""
    return tuple(line for line in game.provisional(state)[len(state.ledger) :] if line.seat == seat)


def _regroup(game: AnyGame, state: Regrouped, seats: tuple[Seat, ...], lines: Ledger) -> Regrouped:
    """The session with these players from the current round on; `lines` are added."""
    assert game.regrouping is not None, "why_not looks for it"
    own, number = state.own, state.own.round
    is_begun = game.regrouping.is_begun(own)
    measured, heads = list_measures(game, state), list_rounds(game, state)
    noted = _list_notes(game.view(own), state)
    kept = tuple(line for line in state.ledger if not is_begun or line.round < number or is_agreed(line))
    ledger = (*kept, *lines)
    places = {seat: Seat(place) for place, seat in enumerate(seats)}
    carried = tuple(_move_line(line, places) for line in ledger if line.seat in places)
    was = tuple(Seat(state.seats.index(seat)) if seat in state.seats else None for seat in seats)
    table = Table(tuple(state.table.names[seat] for seat in seats))
    regrouped = replace(
        state,
        own=game.regrouping.begin(own, table, was, carried),
        groups=(*state.groups, Group(number, seats)),
        ledger=ledger,
        heads=tuple(head for head in heads if head.number < number),
        measured=tuple(measure for measure in measured if not is_begun or measure.round < number),
        noted=tuple(one for one in noted if not is_begun or one.round < number),
    )
    return _with_rivals(regrouped)


def _with_rivals(state: Regrouped) -> Regrouped:
    """The session whose game knows the points of those who left and are ranked by them, if it has a field for them."""
    if not hasattr(state.own, "rivals"):
        return state
    points = totals(state.ledger, state.table.seats)
    rivals = tuple(points[event.seat] for event in state.left if event.ranked)
    return replace(state, own=replace(state.own, rivals=rivals))


def _move_line(line: ScoreLine, places: dict[Seat, Seat]) -> ScoreLine:
    """A line in other seats; the other seat of a transfer is left out if it has no place."""
    other = None if line.other is None else places.get(line.other)
    return replace(line, seat=places[line.seat], other=other)


# For the games ------------------------------------------------------------------------------------------------------


def list_new_seats(was: tuple[Seat | None, ...]) -> dict[Seat, Seat]:
    """The new seat of each old one that still plays, from the old seat of each new one."""
    return {old: Seat(new) for new, old in enumerate(was) if old is not None}


def find_first_playing(order: Iterable[Seat], new_seats: dict[Seat, Seat]) -> Seat:
    """The new seat of the first of these old ones that still plays."""
    return next((new_seats[seat] for seat in order if seat in new_seats), Seat(0))


# What the contract asks ---------------------------------------------------------------------------------------------


def list_veiled(state: Any, event: Event[Any]) -> frozenset[str]:
    """The fields of a recorded event of the game that may not be shown yet."""
    if isinstance(state, Regrouped):
        return _inward(event, state).veiled(state.own)
    return event.veiled(state)


def is_agreed(line: ScoreLine) -> bool:
    """Whether the points were given by the table, and not by a rule of the game."""
    return line.rule.id.startswith("TABLE-")


def add_line(state: Any, line: ScoreLine) -> Any:
    if not isinstance(state, Regrouped):
        return replace(state, ledger=(*state.ledger, line))
    if line.seat not in state.seats:
        return _with_rivals(replace(state, ledger=(*state.ledger, line)))
    own_line = _move_line(line, {seat: Seat(place) for place, seat in enumerate(state.seats)})
    return with_own(state, replace(state.own, ledger=(*state.own.ledger, own_line)))


def score_now(game: AnyGame, state: Any) -> Any:
    """The state with everything scored that counts if it ends now."""
    if not isinstance(state, Regrouped):
        return replace(state, ledger=game.provisional(state))
    return with_own(state, replace(state.own, ledger=game.provisional(state.own)))


def with_own(state: Regrouped, own: Any) -> Regrouped:
    """The session after the game's own state changed: its new lines are added."""
    seats = {Seat(place): seat for place, seat in enumerate(state.seats)}
    lines = tuple(_move_line(line, seats) for line in own.ledger[len(state.own.ledger) :])
    return replace(state, own=own, ledger=(*state.ledger, *lines))


def list_rounds(game: AnyGame, state: Any) -> tuple[RoundHead, ...]:
    """The rows of the score sheet, those of earlier groups first."""
    own = (_outward(head, state) for head in game.rounds(state.own))
    heads = (*state.heads, *(head for head in own if head.number >= state.groups[-1].first))
    last = max((head.number for head in heads), default=0)
    # What the table gave to somebody who left before the round was played
    later = sorted({line.round for line in state.ledger if line.round > last})
    return (*heads, *(RoundHead(number, f"{game.box.round.capitalize()} {number}") for number in later))


def list_measures(game: AnyGame, state: Regrouped) -> tuple[Measure, ...]:
    """All measures; two of one seat in one round, before and after a change of players, are added up."""
    first = state.groups[-1].first
    own = (_outward(measure, state) for measure in game.measures.of(state.own) if measure.round >= first)
    merged: dict[tuple[int, Seat, str], Measure] = {}
    for measure in (*state.measured, *own):
        key = (measure.round, measure.seat, measure.key)
        had = merged.get(key)
        value, of = (had.value, had.of) if had else (0, 0)
        merged[key] = replace(measure, value=value + measure.value, of=of + measure.of)
    return tuple(merged.values())


def _list_notes(own: TableView, state: Regrouped) -> tuple[CellNote, ...]:
    """The notes of all rounds, those of earlier groups first."""
    first = state.groups[-1].first
    return (*state.noted, *(_outward(note, state) for note in own.notes if note.round >= first))


def list_standings(game: AnyGame, state: Regrouped) -> Standings:
    """Those who play by the rules of the game; those who left by their points, or after all others."""
    own = [replace(place, side=_session_seats(state, place.side)) for place in game.standings(state.own)]
    points, sign = totals(state.ledger, state.table.seats), game.best(state.own).sign

    # The order of a place is (rank, 0); who left comes in between with an order that compares with it.
    def find_order(seat: Seat) -> tuple[float, ...]:
        """After the last place with more points, or beside the next one with as many."""
        behind = max((place.rank for place in own if sign * place.points > sign * points[seat]), default=0)
        following = min((place.rank for place in own if place.rank > behind), default=0)
        is_joint = any(place.rank == following and place.points == points[seat] for place in own)
        return (following, 0) if is_joint else (behind, 1, -sign * points[seat])

    left = {event.seat: find_order(event.seat) for event in state.left if event.ranked}
    unranked = sorted(list_unranked(state), key=lambda seat: (-sign * points[seat], seat))
    left |= dict.fromkeys(unranked, (inf,))

    def count_left_before(order: tuple[float, ...]) -> int:
        return sum(other < order for other in left.values())

    places = [replace(place, rank=place.rank + count_left_before((place.rank, 0))) for place in own]
    for seat, order in left.items():
        before = sum((place.rank, 0) < order for place in own) + count_left_before(order)
        places.append(Place(1 + before, (seat,), points[seat], _LEFT))
    return tuple(sorted(places, key=lambda place: place.rank))


def tell_outcome(game: AnyGame, state: Regrouped) -> Outcome | None:
    """The game's outcome, unless somebody who left and is ranked by points has as many or more."""
    own = game.outcome(state.own)
    if own is None:
        return None
    winners = _session_seats(state, own.winners)
    first = [place for place in list_standings(game, state) if place.rank == 1]
    early = tuple(place.side[0] for place in first if place.because == _LEFT)
    if not early:
        return replace(own, winners=winners, because=f"{own.because}{_tell_second(game, state)}")
    still = tuple(seat for seat in winners if any(seat in place.side for place in first))
    best = tuple(sorted((*still, *early)))
    names = state.table.join_names(early)
    verb, points = "have" if len(early) > 1 else "has", first[0].points
    because = f"{names} left early and {verb} the best total, {points}."
    if still:
        because = f"{state.table.join_names(best)} have the best total, {points}; {names} left early."
    return Outcome(LEAVING, best, because)


def _tell_second(game: AnyGame, state: Regrouped) -> str:
    """Who left early and is second, or last with as good a total as the first; the game's own words cannot say it."""
    places, sign, unranked = list_standings(game, state), game.best(state.own).sign, list_unranked(state)
    told = [
        place
        for place in places
        if place.because == _LEFT
        and (place.rank == 2 or (unranked.issuperset(place.side) and sign * place.points >= sign * places[0].points))
    ]
    return "".join(f" {state.table.names[place.side[0]]} left early with {place.points}." for place in told)


def _session_seats(state: Regrouped, seats: Iterable[int]) -> tuple[Seat, ...]:
    return tuple(sorted(state.seats[seat] for seat in seats))


# The game around it -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)  # a game is one object, by which others remember what they found out about it
def allow_regrouping(game: Game[O, S, E]) -> Game[O, S, E]:
    """The game as it lies on the shelf: its functions also take the state of a session whose players have changed."""
    if game.regrouping is None or isinstance(game.prompts, _Either):
        return game
    measures = Measures(game.measures.kinds, _Either(game.measures.of, partial(list_measures, game)))
    around = {name: _Either(getattr(game, name), partial(function, game)) for name, function in _AROUND.items()}
    changed: dict[str, Any] = {"measures": measures, **around}
    return replace(game, **changed)


@dataclass(frozen=True, slots=True)
class _Either:
    """A function of the contract that takes the game's own states and regrouped ones."""

    own: Callable[..., Any]
    regrouped: Callable[..., Any]

    def __call__(self, state: Any, *arguments: Any) -> Any:
        return (self.regrouped if state.__class__ is Regrouped else self.own)(state, *arguments)


def _apply(game: AnyGame, state: Regrouped, event: Any, waived: Collection[str] = ()) -> Regrouped:
    try:
        return with_own(state, game.apply(state.own, _inward(event, state), waived))
    except RuleViolation as violation:
        raise _move_violation(violation, type(event), state) from violation


def _prompts(game: AnyGame, state: Regrouped) -> tuple[Prompt, ...]:
    return tuple(_move_out(game, prompt, state) for prompt in game.prompts(state.own))


def _sealed(game: AnyGame, state: Regrouped) -> tuple[Prompt, ...]:
    return tuple(_move_out(game, prompt, state) for prompt in game.sealed(state.own))


def _form(game: AnyGame, state: Regrouped, prompt: Prompt, draft: Draft) -> Prompt:
    event = _find_event(game, prompt.kind)
    if event is None:
        return prompt
    own_prompt = move_prompt(event, prompt, state.inward)
    own_draft = move_draft(event, draft, state.inward, keep_order=True)
    return _move_out(game, game.form(state.own, own_prompt, own_draft), state)


def _move_out(game: AnyGame, prompt: Prompt, state: Regrouped) -> Prompt:
    """A prompt of the game in the session's seats."""
    event = _find_event(game, prompt.kind)
    return prompt if event is None else move_prompt(event, prompt, state.seats)


def _find_event(game: AnyGame, kind: str) -> type[Any] | None:
    return next((event for event in game.events if event.kind == kind), None)


def _view(game: AnyGame, state: Regrouped) -> TableView:
    own = game.view(state.own)
    board, out = _outward(own.board, state), tuple(Marker(left.seat, "out", "Left") for left in state.left)
    return replace(
        own,
        board=replace(board, markers=(*board.markers, *out)),
        notices=tuple(_outward(notice, state) for notice in own.notices),
        notes=_list_notes(own, state),
    )


def _reach(game: AnyGame, state: Regrouped) -> Reach | None:
    own = game.reach(state.own)
    if own is None:
        return None
    ranges = dict(zip(state.seats, own.ranges, strict=True))
    return Reach(
        tuple(ranges.get(seat, (0, 0)) for seat in state.table.seats),
        tuple((_session_seats(state, side), gain) for side, gain in own.sides),
    )


_AROUND: Final[dict[str, Callable[..., Any]]] = {
    "apply": _apply,
    "prompts": _prompts,
    "sealed": _sealed,
    "form": _form,
    "view": _view,
    "rounds": list_rounds,
    "standings": list_standings,
    "outcome": tell_outcome,
    "provisional": lambda game, state: score_now(game, state).ledger,
    "reach": _reach,
    "unit": lambda game, state: game.unit(state.own),
    "best": lambda game, state: game.best(state.own),
}
"""The functions of the contract for sessions whose players have changed, by name."""


def _move_violation(violation: RuleViolation, event: type[Any], state: Regrouped) -> RuleViolation:
    """The refusal with its field in the session's seats: `totals[1]` is a seat where the answers are by seat."""
    match = _BY_SEAT.fullmatch(violation.field or "")
    field = violation.field
    if match is not None and is_by_seat(event, match[1]) and int(match[2]) < len(state.seats):
        field = f"{match[1]}[{state.seats[int(match[2])]}]{match[3]}"
    return RuleViolation(violation.rule, violation.message, field=field, code=violation.code)


def _inward(event: E, state: Regrouped) -> E:
    """An event in the game's own seats."""
    moved: E = move_seats(event, state.inward, keep_order=True)
    return moved


def _outward(value: T, state: Regrouped) -> T:
    """What the game shows, in the session's seats."""
    moved: T = move_seats(value, state.seats, keep_order=True)
    return moved
