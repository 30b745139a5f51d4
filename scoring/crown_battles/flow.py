"""Which entry is due when and what it changes: the one place where all of them meet."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from scoring.crown_battles import bidding, cards, counting, crown, entry, order, powers, shield, tricks, trump
from scoring.crown_battles.events import (
    BidPlaced,
    CardPlayed,
    DoubleFacedDeclared,
    Event,
    JoinedLate,
    LevelChosen,
    RoundScored,
    ShieldBought,
    SmugglerSwapped,
    TrickRuled,
    TricksTaken,
    TrickWon,
    TrumpNamed,
    TrumpSpun,
)
from scoring.crown_battles.options import Level
from scoring.crown_battles.powers import smuggler
from scoring.crown_battles.rounds import ROUNDS
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Over, Past, Phase, Spinning, State
from scoring.game import Draft, Measure, MeasureKind, RoundHead
from scoring.prompts import Prompt
from scoring.rulebook import RuleViolation
from scoring.scores import Ledger, Seat

MEASURED: Final = (
    MeasureKind("bid_met", "Bids met", share=True, main=True, praise="Sharpest eye"),
    MeasureKind("tricks", "Tricks won", share=True, praise="Busiest hands"),
    MeasureKind("bid", "Tricks bid", share=True),
    MeasureKind("miss", "Tricks off the bid"),
)


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    if isinstance(state.phase, Over):
        raise RuleViolation(crown.WINNER, "The game is over; correct an entry in the log if something is wrong.")
    if state.spying is not None:
        state = replace(state, spying=None)
    match event:
        case BidPlaced():
            return _bid(state, event)
        case CardPlayed():
            return cards.play(state, event)
        case TrickWon():
            return tricks.won(state, event)
        case TricksTaken():
            return counting.count(state, event)
        case TrumpSpun():
            return trump.spin(state, event)
        case TrumpNamed():
            return trump.name(state, event)
        case RoundScored():
            return cards.score(state, event)
        case DoubleFacedDeclared():
            return cards.declare(state, event)
        case TrickRuled():
            return cards.rule(state, event)
        case ShieldBought():
            return shield.buy(state, event)
        case SmugglerSwapped():
            return smuggler.swap(state, event)
        case LevelChosen():
            return entry.choose_level(state, event)
        case JoinedLate():
            return entry.join(state, event)
    acted = powers.play(state, event)
    return cards.settle(acted) if isinstance(acted.phase, ByCards) else acted


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be entered now, what the round waits for first."""
    if isinstance(state.phase, Over):
        return ()
    return (_main(state, state.phase), *_beside(state), *_asides(state, state.phase), *entry.asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """A special card's form once its player is known; every other form as it is."""
    return powers.narrowed(state, prompt, draft)


def provisional(state: State) -> Ledger:
    """The ledger with the running round scored, once all its tricks are known."""
    match state.phase:
        case ByTricks() | ByCards() as phase if tricks.is_complete(state, phase):
            return state.ledger + ROUNDS[state.deal.kind].lines(state, phase.bids, phase.owned)
        case _:
            return state.ledger


def rounds(state: State) -> tuple[RoundHead, ...]:
    """The rows of the score sheet."""
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
    return (*_before(state), *heads)


def measures(state: State) -> tuple[Measure, ...]:
    """Bids met, tricks won, tricks bid and missed, for every scored round."""
    return tuple(measure for past in state.past for seat in state.table.seats for measure in _measured(past, seat))


def _bid(state: State, event: BidPlaced) -> State:
    if isinstance(state.phase, Spinning):
        raise order.early(state)
    if not isinstance(state.phase, Bidding):
        raise RuleViolation(bidding.BIDS_STAND, "The bids stand; only a Jester changes one.", field="bid")
    ROUNDS[state.deal.kind].check(state, state.phase, event)
    phase = replace(state.phase, bids=(*state.phase.bids, (event.seat, event.bid)))
    complete = len(phase.bids) == len(state.table.names)
    return replace(state, phase=_play(state, phase) if complete else phase)


def _play(state: State, phase: Bidding) -> Phase:
    """What follows the last bid, at the level of the round."""
    bids = bidding.by_seat(phase)
    none = (0,) * len(bids)
    match state.deal.level:
        case Level.COUNTS:
            return ByCounts(bids)
        case Level.TRICKS:
            return ByTricks(bids, state.opening_seat, none)
        case Level.CARDS:
            return ByCards(bids, state.opening_seat, none)


def _main(state: State, phase: Spinning | Bidding | ByCounts | ByTricks | ByCards) -> Prompt:
    match phase:
        case Spinning():
            return trump.question(state)
        case Bidding():
            return ROUNDS[state.deal.kind].question(state, phase)
        case ByCounts():
            return counting.question(state, phase)
        case ByTricks():
            return tricks.question(state, phase)
        case ByCards():
            return cards.question(state, phase)


def _beside(state: State) -> tuple[Prompt, ...]:
    """Counting needs no trump; it may be noted all the same."""
    return (trump.question(state),) if state.deal.level is Level.COUNTS and trump.is_asked(state) else ()


def _asides(state: State, phase: Phase) -> Iterator[Prompt]:
    match phase:
        case Bidding() if smuggler.can_swap(state, phase):
            yield smuggler.question(state, phase)
        case ByCounts() | ByTricks() | ByCards():
            yield from powers.asides(state, phase)
        case _:
            pass
    bought = shield.question(state)
    if bought is not None:
        yield bought
    if isinstance(phase, ByCards):
        yield from cards.asides(state, phase)


def _before(state: State) -> tuple[RoundHead, ...]:
    joined = state.joined
    if not joined:
        return ()
    return (RoundHead(joined, "Round 1" if joined == 1 else f"Rounds 1–{joined}", "joined"),)


def _measured(past: Past, seat: Seat) -> Iterator[Measure]:
    number, played = past.deal.number, past.deal.tricks
    bid, won = past.bids[seat], past.won[seat]
    miss = ROUNDS[past.deal.kind].missed_by(bid, won)
    yield Measure(number, seat, "bid_met", int(miss == 0), 1)
    yield Measure(number, seat, "tricks", won, played)
    yield Measure(number, seat, "bid", bid[0], played)
    yield Measure(number, seat, "miss", miss)
