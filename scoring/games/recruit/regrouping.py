"""Playing on after somebody left or came: the hand is dealt again to those who play."""

from dataclasses import replace
from typing import Final

from scoring.contract.game import Regrouping, Table
from scoring.contract.scores import Ledger, Seat
from scoring.engine.regrouping import find_first_playing, list_new_seats
from scoring.games.recruit.dealing import deal_hand
from scoring.games.recruit.deck import PARTNERS
from scoring.games.recruit.state import Dealing, State


def why_not(state: State, players: int) -> str:
    partners = state.partners or players == PARTNERS
    return "Four play as partners, so nobody can leave or come late." if partners else ""


def is_begun(state: State) -> bool:
    hand = state.hand
    is_dealt = isinstance(state.phase, Dealing) and hand.displayed is None and not hand.suit
    return not is_dealt or bool(hand.variations)


def begin(state: State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> State:
    """The hand dealt to these players; the dealer is the next one clockwise who still plays (RT-R17)."""
    number, new_seats = state.hand.number, list_new_seats(was)
    dealer = find_first_playing(state.table.clockwise_from(state.hand.dealer), new_seats)
    options = replace(state.options, first_dealer=table.left_of(dealer, 1 - number))
    hand = deal_hand(table, options, number, state.level)
    return replace(state, table=table, options=options, hand=hand, phase=Dealing(), ledger=ledger, past=())


REGROUPING: Final = Regrouping(begin, why_not, is_begun)
