"""Playing on after somebody left or came: the round begins again with the others, with the same deck and deals."""

from dataclasses import replace
from typing import Final

from scoring.contract.game import Regrouping, Table
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Ledger, Seat
from scoring.engine.regrouping import find_first_playing, list_new_seats
from scoring.games.crown_battles import pool, trick_position
from scoring.games.crown_battles.dealing import begin_round, is_untouched
from scoring.games.crown_battles.drawn_cards import possible_asides
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.schedule import largest_deal
from scoring.games.crown_battles.shield import SHIELD
from scoring.games.crown_battles.state import Drawing, State


def why_not(state: State, players: int) -> str:
    if state.is_tie_break:
        return "A tie-break is played by those who played the last round."
    if trick_position.are_all_played(state):
        return "Score this round first."
    try:
        pool.pool_for(state.chosen, players)
    except RuleViolation as violation:
        return violation.message
    return "" if largest_deal(players, state.deck.size) else "The deck has too few cards."


def is_begun(state: State) -> bool:
    """Whether anything of this round was entered; its type is drawn again, too."""
    is_waiting = isinstance(state.phase, Drawing) if pool.is_drawn(state.options) else is_untouched(state)
    return not is_waiting or any(line.round == state.round and line.rule is SHIELD for line in state.ledger)


def begin(state: State, table: Table, was: tuple[Seat | None, ...], ledger: Ledger) -> State:
    """The round dealt to these players; the dealer is the next one clockwise who still plays (CB-R64)."""
    number, players = state.deal.number, len(table.names)
    new_seats = list_new_seats(was)
    dealer = find_first_playing(state.table.clockwise_from(state.deal.dealer), new_seats)
    options = replace(state.options, first_dealer=table.left_of(dealer, 1 - number))
    most, planned = largest_deal(players, state.deck.size), state.planned or state.schedule
    changed = replace(
        state,
        table=table,
        options=replace(options, pool=pool.pool_for(state.chosen, players)),
        schedule=tuple(min(cards, most) for cards in planned),
        planned=planned,
        ledger=ledger,
        crown=new_seats.get(state.crown) if state.crown is not None else None,
        crown_before=None,
        shields=tuple(seat for seat in table.seats if table.names[seat] in state.shielded),
        past=(),
        spying=None,
    )
    return begin_round(replace(changed, drawn=_drawn_before(state, changed.options.pool)), number)


def _drawn_before(state: State, now: tuple[RoundType, ...]) -> tuple[RoundType, ...]:
    """The types of the pool of `now` drawn since the last reshuffle; the card of this round goes back."""
    was_drawn = pool.is_drawn(state.options) and not isinstance(state.phase, Drawing) and not state.deal.stopgap
    aside, *others = possible_asides(replace(state, drawn=state.drawn[:-1] if was_drawn else state.drawn))
    known = (kind for kind in aside.known if all(kind in other.known for other in others))
    return tuple(kind for kind in known if kind in now)


REGROUPING: Final = Regrouping(begin, why_not, is_begun)
