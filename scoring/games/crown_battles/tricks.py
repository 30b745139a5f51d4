"""A round entered trick by trick, and what it shares with card entry: owners, leaders, the end of the round."""

from scoring.contract.changing import replace
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import counting, order, trick_position
from scoring.games.crown_battles.events import RoundScored, TrickWon
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import ByTricks, Piles, State, Trick, Trickwise, add_tricks
from scoring.games.crown_battles.trick_position import ROUND_END
from scoring.kit.seats import check_player
from scoring.kit.trick_taking import winner_question


def take_trick(state: State, event: TrickWon) -> State:
    """Give the current trick to its winner."""
    phase = order.require_tricks(state)
    check_player(state.table, event.seat, counting.OWNERSHIP)
    check_tricks_left(state)
    return finish_trick(state, phase, Trick(event.seat, state.deal.trump, counting.OWNERSHIP), event.seat)


def check_tricks_left(state: State) -> None:
    """Refuse another trick or card once all tricks are played."""
    if trick_position.are_all_played(state):
        message = f"All {state.deal.tricks} tricks of the round have been played; score it."
        raise RuleViolation(ROUND_END, message, code="E_TRICKS_SUM")


def finish_trick(state: State, phase: Trickwise, trick: Trick, leader: Seat) -> State:
    """Finish the current trick; `leader` leads the next one unless the type of round says otherwise."""
    number = trick_position.running_number(state)
    put, owned = put_trick(state, phase.owned, trick, number)
    deal = state.deal if phase.coming is None else replace(state.deal, trump=phase.coming)
    leads = rules_of(state).play.leads(state, number, leader)
    done = replace(phase, tricks=(*phase.tricks, put), owned=owned, leader=leads, coming=None)
    return replace(state, deal=deal, phase=done)


def put_trick(state: State, owned: Piles, trick: Trick, number: int) -> tuple[Trick, Piles]:
    """Trick `number` with its part, and the piles with it; `part` is None while its winner must choose (CB-233)."""
    part = rules_of(state).play.pile(state, trick, number - 1)
    put = trick if part == trick.part else replace(trick, part=part)
    if trick.winner is None or part is None:
        return put, owned
    return put, add_tricks(owned, part, trick.winner, 1)


def require_finished(state: State, event: RoundScored) -> Trickwise:
    """The phase of a round entered by tricks or cards; refused before all tricks are entered."""
    phase = order.require_trickwise(state)
    message = f"{len(phase.tricks)} of {state.deal.tricks} tricks are entered; the others come first."
    require(trick_position.are_all_played(state), ROUND_END, message, code="E_TRICKS_SUM")
    return phase


def question(state: State, phase: ByTricks) -> Prompt:
    """Asks who wins the current trick, or to score the round."""
    if trick_position.are_all_played(state):
        return scoring_question(state)
    title = f"Who wins trick {trick_position.running_number(state)} of {state.deal.tricks}?"
    return winner_question(TrickWon.kind, title, state.table, phase.leader, counting.OWNERSHIP)


def scoring_question(state: State) -> Prompt:
    """Asks to score the round."""
    help = "Enter the actions of special cards in the last trick first." if state.deck.specials else ""
    confirm = f"Score {counting.round_name(state)}"
    return Prompt(RoundScored.kind, "All tricks are played", (), rule=ROUND_END, confirm=confirm, help=help)
