"""A round with the tricks counted at the end: the quickest level of entry."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import UNSET, Cell, Count, Grid, Presentation, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import bidding, order
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.state import ByCounts, State, part_name
from scoring.games.crown_battles.trick_position import ROUND_END

OWNERSHIP: Final = Rule("CB-112", "The winner keeps the trick next to the bid, face down.", "Playing Each Trick")
CONSERVATION: Final = Rule(
    "CB-114", "Every trick is owned by exactly one player, except one a Bomb destroyed.", "How to Play; Bomb"
)


_AS_ENTERED: Final = "Count all tricks, also those you entered."
_AS_BID: Final = "The bids are filled in; tap what differs."
_SOME_AS_BID: Final = "Some bids are filled in; enter the others."


def bombed_tricks(phase: ByCounts, part: int | None = None) -> int:
    """How many tricks a Bomb destroyed, in one part or in all; a Summoner's copy destroys no other one (CB-R23)."""
    return int(any(used.card is Special.BOMB and part in (None, used.part) for used in phase.used))


def tricks_to_count(state: State, phase: ByCounts) -> int:
    """The sum of the piles to be counted next; the highest possible if more parts share the tricks."""
    part = len(phase.piles)
    if state.deal.parts[part].tricks is None:
        return state.deal.tricks - bombed_tricks(phase) - sum(map(sum, phase.piles)) - _entered_later(state, phase)
    return bidding.tricks_in_part(state, part) - bombed_tricks(phase, part)


def _entered_later(state: State, phase: ByCounts) -> int:
    """The tricks that were entered one by one for parts to be counted later, and that nothing takes away."""
    return 0 if state.deck.specials else sum(map(sum, phase.owned[len(phase.piles) + 1 :]))


def is_exact(state: State, phase: ByCounts) -> bool:
    """Whether the sum of the piles to be counted next is known: if parts share the tricks, only for the last."""
    part = len(phase.piles)
    return state.deal.parts[part].tricks is not None or part + 1 == len(state.deal.parts)


def is_counted(state: State, phase: ByCounts) -> bool:
    return len(phase.piles) == len(state.deal.parts)


@dataclass(frozen=True, slots=True)
class TricksTaken(Event[State]):
    """The tricks of every seat at the end of a round, or of one `part` of it, by key (CB-114)."""

    tricks: tuple[tuple[Seat, int], ...]
    part: str | None = None

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_level(state, ByCounts)
        require(not is_counted(state, phase), CONSERVATION, "The tricks have already been counted.", field="tricks")
        turn = state.deal.parts[len(phase.piles)]
        message = f"Count the tricks of the {turn.label} now." if turn.label else "All tricks are counted together."
        require(self.part in (None, turn.key or None), CONSERVATION, message, field="part", code="E_TRICKS_SUM")
        won = _tricks_by_seat(state, self)
        total, expected = sum(won), tricks_to_count(state, phase)
        if total > expected or (total < expected and is_exact(state, phase)):
            message = _sum_message(state, phase, total)
            raise RuleViolation(CONSERVATION, message, field="tricks", code="E_TRICKS_SUM")
        _check_entered(state, phase, won)
        return replace(state, phase=replace(phase, piles=(*phase.piles, won)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Tricks{'' if self.part is None else f' ({part_name(self.part)})'}: {table.list_numbers(self.tricks)}"


def _check_entered(state: State, phase: ByCounts, won: tuple[int, ...]) -> None:
    """Refuse fewer tricks than were entered one by one, unless cards may have taken some away."""
    if not phase.owned or state.deck.specials:
        return
    for seat, least in zip(state.table.seats, phase.owned[len(phase.piles)], strict=True):
        if won[seat] < least:
            message = f"{state.name(seat)} has won {least} already."
            raise RuleViolation(OWNERSHIP, message, field=f"tricks[{seat}]", code="E_TRICKS_SUM")


def _tricks_by_seat(state: State, event: TricksTaken) -> tuple[int, ...]:
    """The tricks by seat; refused if a seat is missing or duplicated, or a number is negative."""
    seats, won = zip(*sorted(event.tricks), strict=True) if event.tricks else ((), ())
    complete = seats == state.table.seats
    require(complete, CONSERVATION, "Every player needs one number of tricks.", field="tricks", code="E_TRICKS_SUM")
    if min(won) < 0:
        seat, tricks = next((seat, tricks) for seat, tricks in event.tricks if tricks < 0)
        message = f"{state.name(seat)} cannot have {tricks} tricks."
        raise RuleViolation(CONSERVATION, message, field=f"tricks[{seat}]", code="E_TRICKS_NEGATIVE")
    return won


def question(state: State, phase: ByCounts) -> Prompt:
    """Asks for the tricks of every seat; the bids are filled in."""
    total, part = tricks_to_count(state, phase), state.deal.parts[len(phase.piles)]
    cells = tuple(_cell(state, phase, seat, total) for seat in state.table.seats)
    totals = (total,) if is_exact(state, phase) else tuple(range(total + 1))
    is_last = len(phase.piles) + 1 == len(state.deal.parts)
    is_over = state.deal.type_state is not None and state.deal.type_state.are_tricks_over
    meanwhile = "Count the tricks." if is_over else "Play all tricks, then count them."
    return Prompt(
        TricksTaken.kind,
        f"Count the {part.label}" if part.label else "Count the tricks",
        (Grid("tricks", "Tricks", cells, totals=totals, seats=True),),
        rule=ROUND_END,
        given=(("part", part.key or None),),
        confirm=f"Score {round_name(state)}" if is_last else f"{part.label.capitalize()} counted",
        help=_help(state, phase, cells),
        shown=Presentation(suit=part.suit, meanwhile=meanwhile),
    )


def _help(state: State, phase: ByCounts, cells: tuple[Cell, ...]) -> str:
    """How the form is filled in: a double bid leaves its number open."""
    if Special.THIEF in state.deck.specials:
        return "Count a stolen trick for the thief."
    if phase.owned:
        return _AS_ENTERED
    is_filled = [isinstance(cell.field, Count) and cell.field.likely is not UNSET for cell in cells]
    return _AS_BID if all(is_filled) else _SOME_AS_BID if any(is_filled) else ""


def round_name(state: State) -> str:
    """The current round on a button: "round 4", "the tie-break"."""
    return "the tie-break" if state.is_tie_break else f"round {state.deal.number}"


def _cell(state: State, phase: ByCounts, seat: Seat, total: int) -> Cell:
    bid = phase.bids[len(phase.piles)][seat]
    likely = bid[0] if len(bid) == 1 and bid[0] <= total else UNSET  # a single bid is filled in
    field = Count("tricks", "", 0, total, likely=likely)
    if phase.owned:
        field = _from_entered(state, phase, seat, field)
    return Cell(seat, state.name(seat), field, f"bid {bidding.format_bid(bid)}")


def _from_entered(state: State, phase: ByCounts, seat: Seat, field: Count) -> Count:
    """The field of a pile of which some tricks were entered one by one: at least those, unless cards take tricks."""
    owned = phase.owned[len(phase.piles)]
    least, others = owned[seat], sum(owned) - owned[seat]
    most = field.high - others
    fits = isinstance(field.likely, int) and least <= field.likely <= most
    likely = least if least == most else field.likely if fits else UNSET
    if state.deck.specials:
        return replace(field, likely=likely)
    too_few = f"{state.name(seat)} has won {least} already."
    too_many = f"The others have won {others} already."
    barred = ((n, too_few if n < least else too_many) for n in range(field.high + 1) if not least <= n <= most)
    return replace(field, likely=likely, barred=tuple(barred))


def _sum_message(state: State, phase: ByCounts, total: int) -> str:
    expected = tricks_to_count(state, phase)
    left, played = ("is left", "was played") if expected == 1 else ("are left", "were played")
    if (phase.piles or phase.owned) and state.deal.parts[0].tricks is None:
        return f"The tricks add up to {total}, but {expected} {left} after the other suits."
    bombed = expected < bidding.tricks_in_part(state, len(phase.piles))
    reason = f"{expected} {left} without the bombed one" if bombed else f"{expected} {played}"
    difference = f"{abs(expected - total)} {'too few' if total < expected else 'too many'}"
    return f"The tricks add up to {total}, but {reason}: {difference}."
