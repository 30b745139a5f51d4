"""Bomb: destroys the current trick; its player names who leads the next one."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Field
from scoring.contract.rulebook import Rule, RuleViolation
from scoring.contract.scores import Seat
from scoring.games.crown_battles import trick_position, tricks
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import ByCards, ByCounts, ByTricks, State, Trick
from scoring.games.crown_battles.trick_rules import BOMB
from scoring.kit.seats import check_player

BOMBED: Final = Rule(
    "CB-123", "A bombed trick counts for nobody; its other special cards still act.", "Action cards: Bomb"
)
REST_PLAYS: Final = Rule("CB-R15", "The others still play to a bombed trick.", "Our ruling")


_COMPLETE: Final = "Every trick has a winner; undo the last one before you enter a Bomb."
_SECOND: Final = "A Summoner copies a Bomb only in the bombed trick; no second trick is destroyed."


@dataclass(frozen=True, slots=True)
class BombPlayed(PowerPlayed):
    """A destroyed trick, and who leads the next one; None if nobody is named (CB-123)."""

    seat: Seat
    next_leader: Seat | None
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Destroy the trick. By counts there is nothing to do; by cards it happens when the trick is complete."""
        if self.next_leader is not None:
            check_player(state.table, self.next_leader, BOMB, field="next_leader")
        phase = state.phase
        if isinstance(phase, ByCards):
            return replace(state, phase=replace(phase, named=_named_leader(state, self)))
        if not isinstance(phase, ByTricks):
            return state
        leader = _named_leader(state, self) if _names_leader(state) else phase.leader
        if self.copied:
            return replace(state, phase=replace(phase, leader=leader))
        return tricks.finish_trick(state, phase, Trick(None, state.deal.trump, BOMB), leader)

    def detail(self, table: Table) -> str:
        return "" if self.next_leader is None else f"{table.names[self.next_leader]} leads next"


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Who leads the next trick, if there is one and leaders are entered."""
    return (state.table.pick_seat("next_leader", "Who leads the next trick"),) if _names_leader(state) else ()


def why_not(state: State, seat: Seat | None) -> str:
    """No second trick is destroyed; card by card, nobody is named in the last trick."""
    if isinstance(state.phase, ByCards):
        return "" if _names_leader(state) else "In the last trick nobody is named."
    if not _is_bombed(state):
        return _COMPLETE if _is_complete(state) else ""
    if not state.options.bomb_rest_still_plays:
        return "At this table the trick ends with the Bomb; no Summoner can follow it."
    later = isinstance(state.phase, ByTricks) and not trick_position.finished(state).is_destroyed
    return _SECOND if later else ""


def _names_leader(state: State) -> bool:
    """Whether a trick follows the bombed one, leaders are entered, and the type does not decide who leads."""
    if isinstance(state.phase, ByCounts):
        return False
    copied = isinstance(state.phase, ByTricks) and _is_bombed(state)
    trick = trick_position.finished(state) if copied else trick_position.running(state)
    anybody = state.deal.dealer
    return trick.remaining > 0 and rules_of(state).leads(state, trick.number, anybody) == anybody


def _named_leader(state: State, event: BombPlayed) -> Seat:
    if event.next_leader is None:
        raise RuleViolation(BOMB, f"{state.name(event.seat)} names who leads the next trick.", field="next_leader")
    return event.next_leader


def _is_bombed(state: State) -> bool:
    return any(used.card is Special.BOMB for used in state.used)


def _is_complete(state: State) -> bool:
    if isinstance(state.phase, ByCounts):
        return sum(map(sum, state.phase.piles)) == state.deal.tricks
    return trick_position.are_all_played(state)


POWER: Final = Power(
    event=BombPlayed,
    rule=BOMBED,
    text="Destroys the trick; its player names the next leader.",
    fields=fields,
    why_not=why_not,
    code="E_BOMB_COUNT",
)
