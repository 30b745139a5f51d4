"""Witch: takes points from opponents; its player chooses how many from each."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.names import count_of
from scoring.contract.prompts import Cell, Count, Field, Grid
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import ScoreLine, Seat, Term
from scoring.games.crown_battles import shield
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.options import WitchVictimFloor
from scoring.games.crown_battles.powers.power import Power, why_not_opponent
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import STEP, ByCards, State

WITCH: Final = Rule(
    "CB-132",
    "The Witch takes 20 points in all from opponents; in the final round it may take 30.",
    "Action cards: Witch",
)
HOW: Final = Rule(
    "CB-R18", "The Witch takes the full sum in multiples of 5, and may push players below zero.", "Our ruling"
)

_SUM: Final = 20
_FINAL_SUM: Final = 30


@dataclass(frozen=True, slots=True)
class WitchPlayed(PowerPlayed):
    """How many points the Witch takes from each opponent (CB-132)."""

    seat: Seat
    shares: tuple[tuple[Seat, int], ...]
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Move the points; a shield that breaks keeps its owner's share."""
        _check_victims(state, self)
        shares = tuple((victim, points) for victim, points in self.shares if points)
        for victim, points in shares:
            _check_share(state, victim, points)
        _check_sum(state, self.seat, shares)
        for victim, points in shares:
            if shield.stops_one_theft(state, victim):
                state = shield.break_shield(state, victim)
            else:
                state = replace(state, ledger=(*state.ledger, *_transfer(state, self.seat, victim, points)))
        return state

    def detail(self, table: Table) -> str:
        taken = ", ".join(f"{points} from {table.names[seat]}" for seat, points in self.shares if points)
        return f"takes {taken}" if taken else "takes nothing"


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """The points from each opponent."""
    cells = tuple(_cell(state, victim) for victim in _victims(state, seat))
    return (Grid("shares", "Points taken", cells, totals=_allowed_sums(state, seat), seats=True),)


def why_not(state: State, seat: Seat | None) -> str:
    """Card by card, somebody must have points to take."""
    nobody = isinstance(state.phase, ByCards) and _allowed_sums(state, seat) == (0,)
    return "There is nobody the Witch could take points from." if nobody else ""


def _check_victims(state: State, event: WitchPlayed) -> None:
    victims = [victim for victim, _ in event.shares]
    message = f"{state.name(event.seat)} cannot take their own points; choose opponents."
    path = f"shares[{event.seat}]"
    require(event.seat not in victims, WITCH, message, field=path, code="E_WITCH_SELF")
    for victim in victims:
        if victim in state.table.seats:
            refuse_if(why_not_opponent(state, event.seat, victim), HOW, field=f"shares[{victim}]")
    complete = sorted(victims) == sorted(_victims(state, event.seat))
    require(complete, WITCH, "Enter the points taken from each opponent, 0 for none.", field="shares")


def _check_share(state: State, victim: Seat, points: int) -> None:
    path, name = f"shares[{victim}]", state.name(victim)
    message = f"The Witch takes points in multiples of 5, not {points} from {name}."
    require(points > 0 and points % STEP == 0, HOW, message, field=path, code="E_WITCH_STEP")
    refuse_if(shield.why_protected(state, victim), shield.SCOPE, field=path, code="E_WITCH_PROTECTED")
    most = _most_from(state, victim)
    message = f"{name} has only {count_of(most, 'point')} to give, and at this table nobody goes below zero."
    require(points <= most, HOW, message, field=path, code="E_WITCH_TOTAL")


def _check_sum(state: State, seat: Seat, shares: tuple[tuple[Seat, int], ...]) -> None:
    sums = _allowed_sums(state, seat)
    total = sum(points for _, points in shares)
    allowed = " or ".join(map(str, sums))
    why = "" if state.is_final else "; 30 only in the final round"
    message = f"The Witch takes {allowed} points in all, not {total}{why}."
    require(total in sums, WITCH, message, field="shares", code="E_WITCH_TOTAL")


def most_points(*, final: bool) -> int:
    """The most points that one Witch takes, from one opponent or from all together."""
    return _FINAL_SUM if final else _SUM


def _allowed_sums(state: State, seat: Seat | None) -> tuple[int, ...]:
    """The sums the Witch may take; lower if the victims have fewer points."""
    available = sum(_most_from(state, victim) for victim in _victims(state, seat))
    sums = (_SUM, _FINAL_SUM) if state.is_final else (_SUM,)
    return tuple(sorted({min(points, available) for points in sums}))


def _victims(state: State, seat: Seat | None) -> tuple[Seat, ...]:
    """The opponents of the Witch's player; all seats while the player is unknown."""
    if seat is None or seat not in state.table.seats:
        return state.table.seats
    return tuple(sorted(state.opponents(seat)))


def _most_from(state: State, victim: Seat) -> int:
    if shield.why_protected(state, victim):
        return 0
    if state.options.witch_victim_floor is WitchVictimFloor.NONE:
        return _FINAL_SUM
    owned = state.totals[victim] - rules_of(state).points_at_stake(state, victim)
    return max(0, int(owned)) // STEP * STEP


def _cell(state: State, victim: Seat) -> Cell:
    most = min(_most_from(state, victim), most_points(final=state.is_final))
    note = shield.why_protected(state, victim) or ("shield" if shield.stops_one_theft(state, victim) else "")
    return Cell(victim, state.name(victim), Count("points", "", 0, most, step=STEP, likely=0), note)


def _transfer(state: State, seat: Seat, victim: Seat, points: int) -> tuple[ScoreLine, ScoreLine]:
    number, by, of = state.round, state.name(seat), state.name(victim)
    return (
        ScoreLine(number, seat, WITCH, (Term(f"from {of}", points),), other=victim),
        ScoreLine(number, victim, WITCH, (Term(f"to {by}", -points),), other=seat),
    )


POWER: Final = Power(
    event=WitchPlayed,
    rule=WITCH,
    text="Takes points from opponents, 20 in all, in the final round 20 or 30.",
    fields=fields,
    why_not=why_not,
)
