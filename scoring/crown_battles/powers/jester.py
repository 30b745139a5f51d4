"""Jester: moves its player's bid by one."""

from dataclasses import replace
from typing import Final

from scoring.crown_battles import bidding, order
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import Bid, JesterPlayed
from scoring.crown_battles.powers.power import Power
from scoring.crown_battles.state import State
from scoring.game import Table
from scoring.prompts import Choice, Field, Pick
from scoring.rulebook import Rule, require
from scoring.scores import Seat

JESTER: Final = Rule("CB-125", "The Jester's player may move the own bid up or down by one.", "Action cards: Jester")
BOTH_NUMBERS: Final = Rule(
    "CB-R21",
    "Both numbers of a double bid move, within what is possible, and no other rule of bidding is asked again.",
    "Our ruling",
)
RULES: Final = (JESTER, BOTH_NUMBERS)

_STEPS: Final = (-1, 0, 1)
_WORDS: Final = {-1: "One less", 0: "Keep it", 1: "One more"}


def act(state: State, event: JesterPlayed) -> State:
    """The state with the bid moved."""
    phase = order.playing(state)
    name = state.name(event.seat)
    message = f"{name}'s bid moves by one, up or down; {event.delta:+} is not possible."
    require(event.delta in _STEPS, JESTER, message, field="delta", code="E_JESTER_DELTA")
    closed = _closed(state, event.seat, phase.bids[event.seat], event.delta)
    require(not closed, BOTH_NUMBERS, closed, field="delta", code="E_JESTER_RANGE")
    bids = tuple(moved(bid, event.delta) if seat == event.seat else bid for seat, bid in enumerate(phase.bids))
    return replace(state, phase=replace(phase, bids=bids))


def moved(bid: Bid, delta: int) -> Bid:
    """The bid with every number one step on."""
    return tuple(n + delta for n in bid)


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Up, down or not at all; what it makes of the bid once the player is known."""
    return (Pick("delta", "Bid", tuple(_choice(state, seat, delta) for delta in _STEPS)),)


def detail(table: Table, event: JesterPlayed) -> str:
    """What became of the bid."""
    return {-1: "bids one less", 0: "keeps the bid", 1: "bids one more"}[event.delta]


def _choice(state: State, seat: Seat | None, delta: int) -> Choice:
    if seat is None:
        return Choice(delta, _WORDS[delta])
    bid = order.playing(state).bids[seat]
    closed = _closed(state, seat, bid, delta)
    return Choice(delta, _WORDS[delta] if closed else f"{_WORDS[delta]}: {bidding.say(moved(bid, delta))}", closed)


def _closed(state: State, seat: Seat, bid: Bid, delta: int) -> str:
    new = moved(bid, delta)
    if new[0] < 0:
        return f"{state.name(seat)}'s bid of {bidding.say(bid)} can only go up."
    if new[-1] > state.deal.tricks:
        return f"{state.name(seat)}'s bid of {bidding.say(bid)} can only go down; no more tricks are played."
    return ""


POWER: Final = Power(
    card=Special.JESTER,
    event=JesterPlayed,
    rule=JESTER,
    text="May move the own bid up or down by one; exchange the token.",
    act=act,
    fields=fields,
    detail=detail,
)
