"""Playing on after somebody left or came: the others keep their stacks and cards."""

from dataclasses import replace
from typing import Final

from scoring.contract.game import Regrouping, Table
from scoring.contract.scores import Ledger, Seat
from scoring.engine.regrouping import find_first_playing, list_new_seats
from scoring.games.loot_and_recruit import line_ups
from scoring.games.loot_and_recruit.entry import HAND, STARTER_DECK
from scoring.games.loot_and_recruit.options import FirstPlayer
from scoring.games.loot_and_recruit.state import CHECKPOINTS, PLATFORMS, Flip, Holding, Open, Stacks, State


def why_not(state: State, players: int) -> str:
    if line_ups.row_to_enter(state) is not None:
        return "Enter the card turned over first, or skip it."
    is_between = isinstance(state.phase, Flip) or (isinstance(state.phase, Open) and state.number not in CHECKPOINTS)
    return "" if is_between else "Finish this round first."


def begin(state: State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> State:
    """The next round with these players; the First Player card passes on clockwise if its owner left (LR-R17)."""
    new_seats = list_new_seats(was)
    empty: Stacks = (((),) * PLATFORMS,)
    stacks = tuple(empty[0] if seat is None else state.stacks[seat] for seat in was)
    starter = Holding(STARTER_DECK, HAND)
    holdings = tuple(starter if seat is None else state.holdings[seat] for seat in was) if state.holdings else ()
    return replace(
        state,
        table=table,
        stacks=stacks,
        holdings=holdings,
        first=find_first_playing(state.table.clockwise_from(state.first), new_seats),
        next_first=_find_next_first(state, new_seats),
        company=tuple(dict.fromkeys((*state.everybody, *table.names))),
        arrivals=tuple((new_seats[seat], name) for seat, name in state.arrivals if seat in new_seats),
        ledger=ledger,
        measured=(),
    )


def _find_next_first(state: State, new_seats: dict[Seat, Seat]) -> Seat | None:
    """Who begins the next round if the card does not just move on to it; the one after an owner who left."""
    rotates = state.options.first_player is FirstPlayer.ROTATES and isinstance(state.phase, Open)
    owner = state.first if rotates and state.first not in new_seats else None
    following = owner if state.next_first is None else state.next_first
    return None if following is None else find_first_playing(state.table.clockwise_from(following), new_seats)


REGROUPING: Final = Regrouping(begin, why_not, is_begun=lambda state: False)  # players change between two rounds
