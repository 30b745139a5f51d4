"""Bomb: destroys the running trick and names who leads the next one."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import order, trick_position, tricks
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import PowerPlayed
from scoring.crown_battles.powers.power import Power
from scoring.crown_battles.precedence import BOMB
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import (
    Bidding,
    ByCards,
    ByCounts,
    ByTricks,
    Drawing,
    Over,
    Spinning,
    State,
    Trick,
    check_seat,
)
from scoring.game import Table
from scoring.prompts import Choice, Field, Pick
from scoring.rulebook import Rule, RuleViolation
from scoring.scores import Seat

BOMBED: Final = Rule(
    "CB-123", "A bombed trick counts for nobody; its other special cards still act.", "Action cards: Bomb"
)
REST_PLAYS: Final = Rule("CB-R15", "The others still play to a bombed trick.", "Our ruling")


_COMPLETE: Final = "Every trick has its winner; take back the last one before you enter a Bomb."
_SECOND: Final = "A Summoner copies a Bomb in the bombed trick itself; no second trick is destroyed."


@dataclass(frozen=True, slots=True)
class BombPlayed(PowerPlayed):
    """A trick destroyed, and who leads the next one; None when nobody had to be named (CB-123)."""

    kind: ClassVar[str] = "bomb_played"
    seat: Seat
    next_leader: Seat | None
    copied: bool


def act(state: State, event: BombPlayed) -> State:
    """The state without the trick; how it is noted depends on the level of entry."""
    if event.next_leader is not None:
        check_seat(state, event.next_leader, BOMB, "next_leader")
    match state.phase:
        case ByTricks() as phase:
            leader = _named(state, event) if _names_leader(state) else phase.leader
            if event.copied:
                return replace(state, phase=replace(phase, leader=leader))
            return tricks.close(state, phase, Trick(None, state.deal.trump, BOMB), leader)
        case ByCards() as phase:
            return replace(state, phase=replace(phase, named=_named(state, event)))
        case Drawing() | Spinning() | Bidding() | ByCounts() | Over():
            return state


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Who leads the next trick, where there is one and leaders are known."""
    if not _names_leader(state):
        return ()
    players = tuple(Choice(other, state.name(other)) for other in state.table.seats)
    return (Pick("next_leader", "Who leads the next trick", players, seats=True),)


def why_not(state: State, seat: Seat | None) -> str:
    """A second trick is never destroyed; card by card the last trick leaves nobody to name."""
    if isinstance(state.phase, ByCards):
        return "" if _names_leader(state) else "In the last trick nobody has to be named."
    if not _is_bombed(state):
        return _COMPLETE if _is_complete(state) else ""
    if not state.options.bomb_rest_still_plays:
        return "The trick ends with the Bomb at this table; no Summoner can follow it."
    later = isinstance(state.phase, ByTricks) and not trick_position.finished(state).is_destroyed
    return _SECOND if later else ""


def detail(table: Table, event: BombPlayed) -> str:
    """Who leads."""
    return "" if event.next_leader is None else f"{table.names[event.next_leader]} leads next"


def _names_leader(state: State) -> bool:
    """Whether a trick follows the bombed one, its leader is entered, and the type leaves open who that is."""
    if isinstance(state.phase, ByCounts):
        return False
    copied = isinstance(state.phase, ByTricks) and _is_bombed(state)
    trick = trick_position.finished(state) if copied else trick_position.running(state)
    anybody = state.deal.dealer
    return trick.remaining > 0 and rules_of(state).play.leads(state, trick.number, anybody) == anybody


def _named(state: State, event: BombPlayed) -> Seat:
    if event.next_leader is None:
        raise RuleViolation(BOMB, f"{state.name(event.seat)} names who leads the next trick.", field="next_leader")
    return event.next_leader


def _is_bombed(state: State) -> bool:
    """Whether the Bomb has fallen in this round."""
    return any(used.card is Special.BOMB for used in order.playing(state).used)


def _is_complete(state: State) -> bool:
    """Whether every trick has its winner, or lies in a pile that was counted."""
    if isinstance(state.phase, ByCounts):
        return sum(map(sum, state.phase.piles)) == state.deal.tricks
    return trick_position.all_played(state)


POWER: Final = Power(
    card=Special.BOMB,
    event=BombPlayed,
    rule=BOMBED,
    text="Destroys the trick; its player names the next leader.",
    act=act,
    fields=fields,
    detail=detail,
    why_not=why_not,
    code="E_BOMB_COUNT",
)
