"""Which entry is due when, what it changes, and what the table is asked and told."""

from collections.abc import Collection
from dataclasses import replace

from scoring.crown_battles import bidding, counting, crown, order, trump
from scoring.crown_battles.events import BidPlaced, Event, TricksTaken, TrumpNamed, TrumpSpun
from scoring.crown_battles.options import Level
from scoring.crown_battles.rounds import ROUNDS
from scoring.crown_battles.state import Bidding, ByCounts, Over, Spinning, State
from scoring.game import Measure, MeasureKind, RoundHead
from scoring.prompts import Prompt
from scoring.rulebook import RuleViolation

MEASURED = (
    MeasureKind("bid_met", "Bids met", share=True),
    MeasureKind("tricks", "Tricks won", share=True),
    MeasureKind("bid", "Tricks bid", share=True),
    MeasureKind("miss", "Tricks off the bid"),
)


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    if isinstance(state.phase, Over):
        raise RuleViolation(crown.WINNER, "The game is over; correct an entry in the log if something is wrong.")
    match event:
        case BidPlaced():
            return _bid(state, event)
        case TrumpSpun():
            return trump.spin(state, event)
        case TrumpNamed():
            return trump.name(state, event)
        case TricksTaken():
            return counting.count(state, event)
    raise RuleViolation(order.ORDER, "Not yet.")


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be entered now, what the round waits for first."""
    match state.phase:
        case Over():
            return ()
        case Spinning():
            return (trump.question(state),)
        case Bidding() as phase:
            return (ROUNDS[state.deal.kind].question(state, phase), *_beside(state))
        case ByCounts() as phase:
            return (counting.question(state, phase), *_beside(state))
    return ()


def rounds(state: State) -> tuple[RoundHead, ...]:
    """The rows of the score sheet."""
    joined = state.joined
    before = RoundHead(joined, "Before" if joined == 1 else f"Rounds 1–{joined}", "joined")
    deals = [past.deal for past in state.past]
    if not isinstance(state.phase, Over):
        deals.append(state.deal)
    heads = (
        RoundHead(
            deal.number,
            f"Round {deal.number}" if deal.number <= len(state.schedule) else "Tie-break",
            deal.kind.value,
            deal.cards,
        )
        for deal in deals
    )
    return (*((before,) if joined else ()), *heads)


def measures(state: State) -> tuple[Measure, ...]:
    """Bids met, tricks won, tricks bid and missed, for every scored round."""
    return tuple(
        Measure(past.deal.number, seat, key, value, of)
        for past in state.past
        for seat in state.table.seats
        for key, value, of in _measured(
            past.bids[seat], past.won[seat], past.deal.tricks, ROUNDS[past.deal.kind].missed_by
        )
    )


def _measured(bid, won, tricks, missed_by):
    miss = missed_by(bid, won)
    return (
        ("bid_met", int(miss == 0), 1),
        ("tricks", won, tricks),
        ("bid", bid[0], tricks),
        ("miss", miss, 0),
    )


def _bid(state: State, event: BidPlaced) -> State:
    if isinstance(state.phase, Spinning):
        raise order.early(state)
    if not isinstance(state.phase, Bidding):
        raise RuleViolation(bidding.BIDS_STAND, "The bids stand; only a Jester changes one.", field="bid")
    ROUNDS[state.deal.kind].check(state, state.phase, event)
    phase = replace(state.phase, bids=(*state.phase.bids, (event.seat, event.bid)))
    if len(phase.bids) < len(state.table.names):
        return replace(state, phase=phase)
    return replace(state, phase=ByCounts(tuple(bid for _, bid in sorted(phase.bids))))


def _beside(state: State) -> tuple[Prompt, ...]:
    return (trump.question(state),) if trump.is_asked(state) and state.deal.level is Level.COUNTS else ()
