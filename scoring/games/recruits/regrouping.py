"""Playing on after somebody left or came: the recruit in question is resolved again by those who play."""

from dataclasses import replace
from typing import Final

from scoring.contract.game import Regrouping, Table
from scoring.contract.scores import Ledger, Seat
from scoring.engine.regrouping import find_first_playing, list_new_seats
from scoring.games.recruits.deck import pile_count
from scoring.games.recruits.entry import open_table, set_level
from scoring.games.recruits.options import Level
from scoring.games.recruits.state import Awaiting, Deciding, Earned, Over, State


def why_not(state: State, players: int) -> str:
    if isinstance(state.phase, Deciding | Over):
        return "Only the tie is left to be decided."
    is_unknown = state.level is Level.COUNT and not state.begun
    return "First count what everybody has so far." if is_unknown else ""


def is_begun(state: State) -> bool:
    """Whether the recruit in question is being resolved, or bids on the table are no longer entered."""
    return not isinstance(state.phase, Awaiting) and state.begun


def begin(state: State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> State:
    """The next recruit with these players; before the first card, the game is set up for them (RS-R25)."""
    new_seats = list_new_seats(was)
    first = find_first_playing(state.table.clockwise_from(state.options.first_player), new_seats)
    options = replace(state.options, first_player=first)
    if not state.begun:
        blind = min(state.blind_pile or options.blind_pile, pile_count(len(table.names)))
        fresh = open_table(table, replace(options, level=state.level, variants=state.variants, blind_pile=blind))
        return replace(fresh, options=options, ledger=ledger)
    return replace(
        set_level(state, Level.RESOLVER if state.level is Level.REFEREE else state.level),
        table=table,
        options=options,
        turn=find_first_playing(state.table.clockwise_from(state.turn), new_seats),
        earned=tuple(_move_earned(earned, state.table, table) for earned in state.earned),
        laid_for=state.company,
        ledger=ledger,
    )


def _move_earned(earned: Earned, before: Table, after: Table) -> Earned:
    """The recruit with its winner at the table of now, where whoever left may be back."""
    seats = {name: Seat(seat) for seat, name in enumerate(after.names)}
    winner = earned.left if earned.seat is None else before.names[earned.seat]
    bidders = tuple(seats[before.names[seat]] for seat in earned.bidders if before.names[seat] in seats)
    return replace(earned, seat=seats.get(winner), left="" if winner in seats else winner, bidders=bidders)


REGROUPING: Final = Regrouping(begin, why_not, is_begun)
