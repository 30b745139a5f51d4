"""Jester: moves its player's bid by one."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import bidding, order
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import Bid, PowerPlayed
from scoring.crown_battles.powers.power import Power, parts_of
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.rounds.split import HALVES
from scoring.crown_battles.state import Bids, State
from scoring.game import Table
from scoring.prompts import Choice, Field, Pick
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

JESTER: Final = Rule("CB-125", "The Jester's player may move the own bid up or down by one.", "Action cards: Jester")
BOTH_NUMBERS: Final = Rule(
    "CB-R21",
    "Both numbers of a double bid move, within what is possible, and no other rule of bidding is asked again.",
    "Our ruling",
)

_STEPS: Final = (-1, 0, 1)
_WORDS: Final = {-1: "One less", 0: "Keep it", 1: "One more"}


@dataclass(frozen=True, slots=True)
class JesterPlayed(PowerPlayed):
    """The step the bid takes: +1, -1, or 0 to keep it; None while bids are hidden (CB-125).

    `part` is the key of the part whose bid it is, where there is a choice.
    """

    kind: ClassVar[str] = "jester_played"
    seat: Seat
    delta: int | None
    copied: bool
    part: str | None = None


def act(state: State, event: JesterPlayed) -> State:
    """The state with the bid moved."""
    phase = order.playing(state)
    name = state.name(event.seat)
    if not rules_of(state).shown.moves_bids(state):
        unseen = event.delta is None and event.part is None
        require(unseen, JESTER, _unseen(state, name), field="delta")
        return state
    delta = event.delta
    if delta not in _STEPS:
        step = "a step" if delta is None else f"{delta:+}"
        message = f"{name}'s bid moves by one, up or down; {step} is not possible."
        raise RuleViolation(JESTER, message, field="delta", code="E_JESTER_DELTA")
    part = _part(state, event)
    closed = _closed(state, event.seat, part, delta)
    require(not closed, BOTH_NUMBERS, closed, field="delta", code="E_JESTER_RANGE")
    return replace(state, phase=replace(phase, bids=stepped(phase.bids, part, event.seat, delta)))


def stepped(bids: Bids, part: int, seat: Seat, delta: int) -> Bids:
    """All bids, with that of one seat on one part moved."""
    return tuple(
        tuple(moved(bid, delta) if (at, place) == (part, seat) else bid for place, bid in enumerate(said))
        for at, said in enumerate(bids)
    )


def moved(bid: Bid, delta: int) -> Bid:
    """The bid with every number one step on."""
    return tuple(n + delta for n in bid)


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Up, down or not at all; what it makes of the bid once the player is known."""
    if not rules_of(state).shown.moves_bids(state) or not order.playing(state).bids:
        return ()
    reach = parts_of(state, POWER)
    of = state.deal.parts[reach[0]].label if len(reach) == 1 else ""
    steps = Pick("delta", f"Bid on the {of}" if of else "Bid", tuple(_choice(state, seat, delta) for delta in _STEPS))
    if len(reach) == 1:
        return (steps,)
    parts = (state.deal.parts[part] for part in reach)
    return (Pick("part", "Which bid", tuple(Choice(part.key, part.label, suit=part.suit) for part in parts)), steps)


def why_not(state: State, seat: Seat | None) -> str:
    """It needs a bid to move."""
    without = rules_of(state).shown.moves_bids(state) and not order.playing(state).bids
    return "Nobody bids in this round, so there is no bid to move." if without else ""


def detail(table: Table, event: JesterPlayed) -> str:
    """What became of the bid."""
    told = {-1: "bids one less", 0: "keeps the bid", 1: "bids one more", None: "may move the hidden bid"}[event.delta]
    return f"{told} ({HALVES.get(event.part, event.part)})" if event.part else told


def _choice(state: State, seat: Seat | None, delta: int) -> Choice:
    if seat is None:
        return Choice(delta, _WORDS[delta])
    reach = parts_of(state, POWER)
    if len(reach) > 1:
        return Choice(delta, _WORDS[delta])
    part = reach[0]
    bid = order.playing(state).bids[part][seat]
    closed = _closed(state, seat, part, delta)
    return Choice(delta, _WORDS[delta] if closed else f"{_WORDS[delta]}: {bidding.say(moved(bid, delta))}", closed)


def _unseen(state: State, name: str) -> str:
    """Why nobody enters which way a token was exchanged (CB-186)."""
    if rules_of(state).shown.hides(state):
        return f"{name}'s bid is hidden; nobody says which way it moves."
    return f"{name}'s token was exchanged before the bids were turned; it does not move again."


def _part(state: State, event: JesterPlayed) -> int:
    """The part whose bid moves: the one that is played, or the one that is named where it may be several."""
    reach = parts_of(state, POWER)
    if len(reach) == 1:
        require(event.part is None, BOTH_NUMBERS, "Only the bid on what is being played moves.", field="part")
        return reach[0]
    parts = {state.deal.parts[part].key: part for part in reach}
    require(event.part in parts, BOTH_NUMBERS, "Say which of the bids moves.", field="part")
    return parts[event.part or ""]


def _closed(state: State, seat: Seat, part: int, delta: int) -> str:
    bid = order.playing(state).bids[part][seat]
    new = moved(bid, delta)
    if new[0] < 0:
        return f"{state.name(seat)}'s bid of {bidding.say(bid)} can only go up."
    highest = bidding.highest(state, part)
    if new[-1] > highest:
        tokens = highest < bidding.tricks_of(state, part)
        why = f"the tokens end at {highest}" if tokens else "no more tricks are played"
        return f"{state.name(seat)}'s bid of {bidding.say(bid)} can only go down; {why}."
    return ""


POWER: Final = Power(
    card=Special.JESTER,
    event=JesterPlayed,
    rule=JESTER,
    text="May move the own bid up or down by one; exchange the token.",
    act=act,
    fields=fields,
    detail=detail,
    why_not=why_not,
    code="E_JESTER_NO_BID",
)
