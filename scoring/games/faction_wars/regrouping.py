"""Playing on after somebody left or came: the others keep their cards, and the passes through the deck stay."""

from dataclasses import replace
from typing import Final

from scoring.contract.game import Regrouping, Table
from scoring.contract.scores import Ledger, Seat
from scoring.engine.regrouping import list_new_seats
from scoring.games.faction_wars import entry, passes, phases
from scoring.games.faction_wars.state import Holding, State


def why_not(state: State, players: int) -> str:
    if entry.can_change_level(state) and passes.is_counting(state):
        return ""
    if passes.is_counting(state):
        return "Only the counting is left."
    is_waiting = isinstance(state.phase, phases.LiningUp) and not state.lineup
    before_bids = isinstance(state.phase, phases.Bidding) and not state.phase.sealed
    is_between = is_waiting or before_bids or isinstance(state.phase, phases.Stocktaking)
    return "" if is_between else "Finish this round first."


def begin(state: State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> State:
    """The round with these players; cards that lie there stay, a line-up still to be filled is theirs (FW-R20)."""
    holdings = tuple(Holding() if seat is None else state.holdings[seat] for seat in was)
    changed = replace(state, table=table, holdings=holdings, ledger=ledger, began_with=state.starters)
    new_seats = list_new_seats(was)
    recruits = () if None in was else tuple((new_seats[seat], n) for seat, n in state.recruits if seat in new_seats)
    changed = replace(changed, past=(), shuffled=(), unclaimed=(), recruits=recruits)
    if not isinstance(state.phase, phases.LiningUp):
        return changed
    more = passes.positions(changed) - passes.positions(state)
    return passes.refill(replace(changed, phase=phases.LiningUp(state.phase.left + more)))


REGROUPING: Final = Regrouping(begin, why_not, is_begun=lambda state: False)  # players change before the bids
