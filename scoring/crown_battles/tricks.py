"""A round entered trick by trick, and what trick and card entry share: owners, leaders, the end."""

from dataclasses import replace

from scoring.crown_battles import counting, order
from scoring.crown_battles.crown import ROUND_END
from scoring.crown_battles.events import RoundScored, TrickWon
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import ByCards, ByTricks, State, Trick, Trickwise, check_seat, moved, part_in_play
from scoring.prompts import Choice, Pick, Prompt
from scoring.rulebook import require
from scoring.scores import Seat


def won(state: State, event: TrickWon) -> State:
    """The state after somebody took the running trick."""
    phase = order.by_tricks(state)
    check_seat(state, event.seat, counting.OWNERSHIP)
    check_left(state, phase)
    return close(state, phase, Trick(event.seat, state.deal.trump, counting.OWNERSHIP), event.seat)


def check_left(state: State, phase: Trickwise) -> None:
    """Refuse one more trick or card once all tricks are played."""
    message = f"All tricks of the round are played, {state.deal.tricks} in all; score it."
    require(not is_complete(state, phase), ROUND_END, message, code="E_TRICKS_SUM")


def is_complete(state: State, phase: Trickwise) -> bool:
    """Whether all tricks of the round are played."""
    return len(phase.tricks) == state.deal.tricks


def is_last(state: State) -> bool:
    """Whether no trick follows the running one in its part, as far as that is known."""
    ends = state.deal.ends
    match state.phase:
        case ByTricks(tricks=tricks) | ByCards(tricks=tricks):
            return len(tricks) + 1 in ends or len(tricks) >= ends[-1]
        case _:
            part = part_in_play(state)
            return state.deal.tricks == 1 or (part is not None and state.deal.parts[part].tricks == 1)


def close(state: State, phase: Trickwise, trick: Trick, leader: Seat) -> State:
    """The state after a trick: it lies with its owner, `leader` begins the next one unless the type says otherwise."""
    number = len(phase.tricks)
    part = rules_of(state).pile(state, trick, number)
    laid = trick.winner is not None and part is not None
    owned = moved(phase.owned, part or 0, trick.winner, 1) if laid and trick.winner is not None else phase.owned
    deal = state.deal if phase.coming is None else replace(state.deal, trump=phase.coming)
    tricks = (*phase.tricks, replace(trick, part=part))
    leads = rules_of(state).leads(state, number + 1, leader)
    done = replace(phase, tricks=tricks, owned=owned, leader=leads, coming=None)
    return replace(state, deal=deal, phase=done)


def score(state: State, event: RoundScored) -> Trickwise:
    """The phase of a round whose tricks were entered one by one, once all of them are."""
    phase = order.trickwise(state)
    done, tricks = len(phase.tricks), state.deal.tricks
    message = f"{done} of {tricks} tricks are entered; the others come first."
    require(done == tricks, ROUND_END, message, code="E_TRICKS_SUM")
    return phase


def question(state: State, phase: ByTricks) -> Prompt:
    """The form of the running trick, or of the end of the round."""
    if is_complete(state, phase):
        return closing(state)
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    title = f"Who wins trick {len(phase.tricks) + 1} of {state.deal.tricks}?"
    fields = (Pick("seat", "Winner", players, seats=True),)
    return Prompt(TrickWon.kind, title, fields, counting.OWNERSHIP, phase.leader, instant=True)


def closing(state: State) -> Prompt:
    """The form that ends a round."""
    title = "All tricks are played"
    help = "Enter first what a special card of the last trick still does."
    confirm = f"Score {counting.round_name(state)}"
    return Prompt(RoundScored.kind, title, (), ROUND_END, confirm=confirm, help=help if state.deck.specials else "")
