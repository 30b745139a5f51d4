"""A round entered trick by trick, and what it shares with card entry: owners, leaders, the end of the round."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.games.crown_battles import counting, order, trick_position
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import ByTricks, Piles, State, Trick, Trickwise, add_tricks
from scoring.games.crown_battles.trick_position import ROUND_END
from scoring.kit.seats import check_player
from scoring.kit.trick_taking import winner_question


@dataclass(frozen=True, slots=True)
class TrickWon(Event[State]):
    """Who won the current trick."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_level(state, ByTricks)
        check_player(state.table, self.seat, counting.OWNERSHIP)
        check_tricks_left(state)
        return finish_trick(state, phase, Trick(self.seat, state.deal.trump, counting.OWNERSHIP), self.seat)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} takes the trick"


def check_tricks_left(state: State) -> None:
    """Refuse another trick or card once all tricks are played."""
    if trick_position.are_all_played(state):
        tricks = state.deal.tricks
        played = "The only trick of the round has" if tricks == 1 else f"All {tricks} tricks of the round have"
        raise RuleViolation(ROUND_END, f"{played} been played; score it.", code="E_TRICKS_SUM")


def finish_trick(state: State, phase: Trickwise, trick: Trick, leader: Seat) -> State:
    """Finish the current trick; `leader` leads the next one unless the type of round says otherwise."""
    number = trick_position.running(state).number
    put, owned = put_trick(state, phase.owned, trick, number)
    deal = state.deal if phase.coming is None else replace(state.deal, trump=phase.coming)
    leads = rules_of(state).leads(state, number, leader)
    done = replace(phase, tricks=(*phase.tricks, put), owned=owned, leader=leads, coming=None)
    return replace(state, deal=deal, phase=done)


def put_trick(state: State, owned: Piles, trick: Trick, number: int) -> tuple[Trick, Piles]:
    """Trick `number` with its part, and the piles with it; `part` is None while its winner must choose (CB-233)."""
    part = rules_of(state).pile(state, trick, number - 1)
    put = trick if part == trick.part else replace(trick, part=part)
    if trick.winner is None or part is None:
        return put, owned
    return put, add_tricks(owned, part, trick.winner, 1)


def question(state: State, phase: ByTricks) -> Prompt:
    title = f"Who wins trick {trick_position.running(state).number} of {state.deal.tricks}?"
    return winner_question(TrickWon.kind, title, state.table, phase.leader, counting.OWNERSHIP)
