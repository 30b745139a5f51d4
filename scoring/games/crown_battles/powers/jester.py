"""Jester: its player may change the bid by one."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Choice, Field, Pick
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import bidding, order
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, choose_part, parts_of
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import State, part_name

JESTER: Final = Rule("CB-125", "The Jester's player may change their bid by one, up or down.", "Action cards: Jester")
BOTH_NUMBERS: Final = Rule(
    "CB-R21",
    "Both numbers of a double bid move, within the possible range; other rules of bidding do not apply.",
    "Our ruling",
)

_STEPS: Final = {-1: "One less", 0: "Keep it", 1: "One more"}
_DETAILS: Final = {-1: "bids one less", 0: "keeps the bid", 1: "bids one more"}


@dataclass(frozen=True, slots=True)
class JesterPlayed(PowerPlayed):
    """The change of the bid: +1, -1, or 0 to keep it; None while bids are secret (CB-125).

    `part` is the key of the part, if there is a choice.
    """

    seat: Seat
    delta: int | None
    copied: bool
    part: str | None = None

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_playing(state)
        name = state.name(self.seat)
        if not rules_of(state).moves_bids(state):
            unseen = self.delta is None and self.part is None
            require(unseen, JESTER, _why_unseen(state, name), field="delta")
            return state
        delta = self.delta
        if delta not in _STEPS:
            step = "nothing" if delta is None else f"{delta:+}"
            message = f"{name}'s bid moves up or down by one, not by {step}."
            raise RuleViolation(JESTER, message, field="delta", code="E_JESTER_DELTA")
        only, choose = "Only the bid on the part being played moves.", "Choose which of the bids moves."
        part = choose_part(state, parts_of(state, POWER), self.part, BOTH_NUMBERS, only, choose)
        refuse_if(_why_closed(state, self.seat, part, delta), BOTH_NUMBERS, field="delta", code="E_JESTER_RANGE")
        return replace(state, phase=replace(phase, bids=bidding.shift_bids(phase.bids, part, self.seat, delta)))

    def detail(self, table: Table) -> str:
        text = "may move the hidden bid" if self.delta is None else _DETAILS[self.delta]
        return f"{text} ({part_name(self.part)})" if self.part else text


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Up, down or not at all, with the new bid once the player is known."""
    if not rules_of(state).moves_bids(state) or not order.require_playing(state).bids:
        return ()
    candidates = parts_of(state, POWER)
    label = state.deal.parts[candidates[0]].label if len(candidates) == 1 else ""
    choices = tuple(_choice(state, seat, delta) for delta in _STEPS)
    steps = Pick("delta", f"Bid on the {label}" if label else "Bid", choices)
    if len(candidates) == 1:
        return (steps,)
    parts = (state.deal.parts[part] for part in candidates)
    return (Pick("part", "Which bid", tuple(Choice(part.key, part.label, suit=part.suit) for part in parts)), steps)


def why_not(state: State, seat: Seat | None) -> str:
    """There must be a bid to move."""
    has_no_bids = rules_of(state).moves_bids(state) and not order.require_playing(state).bids
    return "Nobody bids in this round, so there is no bid to move." if has_no_bids else ""


def _choice(state: State, seat: Seat | None, delta: int) -> Choice:
    part, *others = parts_of(state, POWER)
    if seat is None or others:
        return Choice(delta, _STEPS[delta])
    closed = _why_closed(state, seat, part, delta)
    if closed:
        return Choice(delta, _STEPS[delta], closed)
    new = bidding.shift_bid(order.require_playing(state).bids[part][seat], delta)
    return Choice(delta, f"{_STEPS[delta]}: {bidding.format_bid(new)}")


def _why_unseen(state: State, name: str) -> str:
    if rules_of(state).hides_bids(state):
        return f"{name}'s bid is secret, so its change is not entered."
    return f"{name}'s token was exchanged before the bids were revealed; it does not move again."


def _why_closed(state: State, seat: Seat, part: int, delta: int) -> str:
    bid = order.require_playing(state).bids[part][seat]
    new = bidding.shift_bid(bid, delta)
    if new[0] < 0:
        return f"{state.name(seat)}'s bid of {bidding.format_bid(bid)} can only go up."
    highest = bidding.highest_bid(state, part)
    if new[-1] > highest:
        tokens = highest < bidding.tricks_in_part(state, part)
        why = f"the highest token is {highest}" if tokens else "there are no more tricks"
        return f"{state.name(seat)}'s bid of {bidding.format_bid(bid)} can only go down; {why}."
    return ""


POWER: Final = Power(
    event=JesterPlayed,
    rule=JESTER,
    text="You may change your bid up or down by one; exchange the token.",
    fields=fields,
    why_not=why_not,
    code="E_JESTER_NO_BID",
)
