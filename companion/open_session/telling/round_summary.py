"""A scored round in one sentence, to read aloud: "Dov +40, leads by 10; Cleo and Eve missed". No Flet here."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from scoring.contract.scores import Seat, Side, as_points, by_round
from scoring.engine import agreements
from scoring.engine.replay import Replay

CROWN: Final = "crown"  # key of the marker that the leader of a game may wear


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A scored round in words; `has_moved`: somebody else leads alone, or wears the crown."""

    text: str
    has_moved: bool


def summarize_round(game: AnyGame, run: Replay[Any, Any]) -> RoundSummary | None:
    """The round that the last entry completed; None if it completed none, or the session with it. Raises GameFailed."""
    if not run.steps or run.waiting or agreements.outcome(game, run.state) is not None:
        return None
    before, after = run.before(run.steps[-1].entry), run.state
    cells = {seat: points for (number, seat), points in by_round(after.ledger).items() if number == before.round}
    if after.round == before.round or not cells:
        return None
    sides = tuple(side for side in agreements.list_sides(game, after) if any(seat in cells for seat in side))
    changes = {side: as_points(sum(cells.get(seat, 0) for seat in side)) for side in sides}
    best = max(game.best(after).sign * change for change in changes.values())
    ahead = tuple(side for side in sides if game.best(after).sign * changes[side] == best)
    lead, has_moved = _tell_lead(game, before, after, ahead)
    names = "Everybody" if len(ahead) == len(sides) > 1 else _name(after, ahead)
    first = f"{names} {_signed(changes[ahead[0]])}"
    return RoundSummary("; ".join([f"{first}{lead}", *_tell_misses(game, after, before.round)]), has_moved)


def _tell_lead(game: AnyGame, before: Any, after: Any, ahead: tuple[Side, ...]) -> tuple[str, bool]:
    """Who leads, beside those `ahead` in the round, and whether the sentence wears a crown."""
    places = agreements.standings(game, after)
    leading = tuple(place.side for place in places if place.rank == 1)
    was = tuple(place.side for place in agreements.standings(game, before) if place.rank == 1)
    wearer, wore = _find_wearer(game, after), _find_wearer(game, before)
    is_crowned = wearer is not None and wearer != wore
    has_moved = is_crowned or (len(leading) == 1 and leading != was and bool(before.ledger))
    if len(leading) == len(places):
        return ("; all are level" if len(places) > 1 else ""), has_moved
    is_many = len(leading) > 1 or len(leading[0]) > 1
    leads = "lead" if is_many else "leads"
    if is_crowned and wearer in leading[0]:
        leads = f"take{'' if is_many else 's'} the crown and {leads}"
    if len(leading) > 1:
        return f"; {_name(after, leading)} {leads} together", has_moved
    gap = as_points(abs(places[0].points - next(place.points for place in places if place.rank > 1)))
    words = f"{leads} by {gap}" if gap else leads
    return (f", {words}" if leading == ahead else f"; {_name(after, leading)} {words}"), has_moved


def _tell_misses(game: AnyGame, state: Any, round_: int) -> Iterator[str]:
    """Who missed what the round is about, in the words of the game's measure."""
    for kind in game.measures.kinds:
        counted = Counter[Seat]()
        for one in game.measures.of(state) if kind.none else ():
            if (one.round, one.key) == (round_, kind.key) and one.of:
                counted[one.seat] += one.value
        seats = [seat for seat, value in sorted(counted.items()) if not value]
        if seats:
            yield f"{'all' if len(seats) == len(counted) > 1 else join_words(_names(state, seats))} {kind.none}"


def _find_wearer(game: AnyGame, state: Any) -> Seat | None:
    return next((sign.seat for sign in game.view(state).board.markers if sign.key == CROWN), None)


def _name(state: Any, sides: Iterable[Side]) -> str:
    return join_words(_names(state, (seat for side in sides for seat in side)))


def _names(state: Any, seats: Iterable[Seat]) -> list[str]:
    return [state.table.names[seat] for seat in seats]


def _signed(points: float) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"
