"""A round entered trick by trick, and what trick and card entry share: owners, leaders, the end."""

from scoring.changing import replace
from scoring.crown_battles import counting, order, trick_position
from scoring.crown_battles.events import RoundScored, TrickWon
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import ByTricks, Piles, State, Trick, Trickwise, check_seat, moved
from scoring.crown_battles.trick_position import ROUND_END
from scoring.prompts import Choice, Pick, Prompt
from scoring.rulebook import RuleViolation, require
from scoring.scores import Seat


def won(state: State, event: TrickWon) -> State:
    """The state after somebody took the running trick."""
    phase = order.by_tricks(state)
    check_seat(state, event.seat, counting.OWNERSHIP)
    check_left(state)
    return close(state, phase, Trick(event.seat, state.deal.trump, counting.OWNERSHIP), event.seat)


def check_left(state: State) -> None:
    """Refuse one more trick or card once all tricks are played."""
    if trick_position.all_played(state):
        message = f"All tricks of the round are played, {state.deal.tricks} in all; score it."
        raise RuleViolation(ROUND_END, message, code="E_TRICKS_SUM")


def close(state: State, phase: Trickwise, trick: Trick, leader: Seat) -> State:
    """The state after a trick: it lies with its owner, `leader` begins the next one unless the type says otherwise."""
    number = trick_position.running_number(state)
    laid, owned = piled(state, phase.owned, trick, number)
    deal = state.deal if phase.coming is None else replace(state.deal, trump=phase.coming)
    leads = rules_of(state).play.leads(state, number, leader)
    done = replace(phase, tricks=(*phase.tricks, laid), owned=owned, leader=leads, coming=None)
    return replace(state, deal=deal, phase=done)


def piled(state: State, owned: Piles, trick: Trick, number: int) -> tuple[Trick, Piles]:
    """Trick `number` with its part, and the piles with it; without both while its winner still has to say (CB-233)."""
    part = rules_of(state).play.pile(state, trick, number - 1)
    laid = trick if part == trick.part else replace(trick, part=part)
    if trick.winner is None or part is None:
        return laid, owned
    return laid, moved(owned, part, trick.winner, 1)


def score(state: State, event: RoundScored) -> Trickwise:
    """The phase of a round whose tricks were entered one by one, once all of them are."""
    phase = order.trickwise(state)
    message = f"{len(phase.tricks)} of {state.deal.tricks} tricks are entered; the others come first."
    require(trick_position.all_played(state), ROUND_END, message, code="E_TRICKS_SUM")
    return phase


def question(state: State, phase: ByTricks) -> Prompt:
    """The form of the running trick, or of the end of the round."""
    if trick_position.all_played(state):
        return closing(state)
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    title = f"Who wins trick {trick_position.running_number(state)} of {state.deal.tricks}?"
    fields = (Pick("seat", "Winner", players, seats=True),)
    return Prompt(TrickWon.kind, title, fields, rule=counting.OWNERSHIP, seat=phase.leader, instant=True)


def closing(state: State) -> Prompt:
    """The form that ends a round."""
    title = "All tricks are played"
    help = "Enter first what a special card of the last trick still does."
    confirm = f"Score {counting.round_name(state)}"
    return Prompt(
        RoundScored.kind, title, (), rule=ROUND_END, confirm=confirm, help=help if state.deck.specials else ""
    )
