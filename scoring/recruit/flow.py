"""Which entry is due when: the one place where all of them meet."""

from collections.abc import Collection, Iterator
from typing import Final

from scoring.game import Draft, Measure, MeasureKind, RoundHead, rounds_before
from scoring.prompts import Prompt
from scoring.recruit import cards, counting, dealing, entry, order, swap, tricks, variations
from scoring.recruit.cards import CardPlayed
from scoring.recruit.counting import FacesCounted
from scoring.recruit.deck import TRICKS
from scoring.recruit.score import doubled, is_dream_team
from scoring.recruit.state import (
    ByCards,
    ByCounts,
    ByTricks,
    Dealing,
    Event,
    Over,
    ScoredHand,
    Sorting,
    State,
    Variation,
)
from scoring.recruit.swap import CardsSwapped
from scoring.recruit.tricks import CardNoted
from scoring.recruit.winning import hand_lines
from scoring.scores import Ledger, Seat

MEASURED: Final = (
    MeasureKind("tricks", "Tricks won", share=True, praise="Busiest hands"),
    MeasureKind("cards", "Cards collected", share=True),
    MeasureKind("penalties", "Penalties"),
    MeasureKind("dream_teams", "Dream teams", share=True, praise="Team of dreams"),
)


def apply(state: State, event: Event, waived: Collection[str] = ()) -> State:
    """The state after the event; raises RuleViolation and changes nothing if it is not allowed."""
    order.check_running(state)
    return event.apply(state, waived)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be entered now, what the hand waits for first."""
    if isinstance(state.phase, Over):
        return ()
    return (*_main(state, state.phase), *_asides(state), *entry.asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The counts of the faces and the swap, narrowed by what is filled in; every other form as it is."""
    if prompt.kind == FacesCounted.kind and isinstance(state.phase, Sorting):
        return counting.narrowed(state, state.phase, draft)
    if prompt.kind == CardsSwapped.kind:
        return swap.narrowed(state, prompt, counting.entered(draft.get("away")))
    return prompt


def veil(state: State, event: Event) -> frozenset[str]:
    """What lies face down in a pile of the running hand stays covered, but for the last trick (RT-029)."""
    if not isinstance(event, CardPlayed | CardNoted) or not _is_covered(state, event):
        return frozenset()
    return frozenset({"card"})


def _is_covered(state: State, event: CardPlayed | CardNoted) -> bool:
    """Whether the card lies face down in a pile now, under the last trick."""
    if isinstance(state.phase, Over) or event.hand != state.hand.number or state.hand.has(Variation.FACE_UP):
        return False
    match state.phase:
        case ByTricks() | ByCards() as phase:
            return event.trick < phase.running - 1
        case _:
            return True


def provisional(state: State) -> Ledger:
    """The ledger with the running hand scored, once all its cards are known."""
    match state.phase:
        case ByCards() as phase if cards.is_complete(phase):
            return state.ledger + hand_lines(state, cards.piles(state, phase))
        case _:
            return state.ledger


def rounds(state: State) -> tuple[RoundHead, ...]:
    """The rows of the score sheet."""
    hands = [past.hand for past in state.past]
    if not isinstance(state.phase, Over):
        hands.append(state.hand)
    heads = (RoundHead(hand.number, f"Hand {hand.number}", "hand", TRICKS) for hand in hands)
    return (*rounds_before(state.joined, "Hand"), *heads)


def starter(state: State) -> Seat:
    """Who leads the first trick of the running hand."""
    return state.opening_seat


def measures(state: State) -> tuple[Measure, ...]:
    """Tricks, cards, penalties and dream teams of every scored hand."""
    return tuple(measure for past in state.past for seat in state.table.seats for measure in _measured(past, seat))


def _main(state: State, phase: Dealing | ByCounts | ByTricks | ByCards | Sorting) -> Iterator[Prompt]:
    """What is waited for, with what may be answered beside it."""
    match phase:
        case Dealing():
            yield dealing.question()
            yield variations.question(state)
        case ByCounts():
            yield counting.piles_question(state)
        case ByTricks():
            yield tricks.question(state, phase)
            yield tricks.noting(state, phase)
        case ByCards():
            yield cards.question(state, phase)
        case Sorting():
            yield counting.faces_question(state, phase)


def _asides(state: State) -> Iterator[Prompt]:
    if isinstance(state.phase, ByCounts):
        yield counting.other_unit_question(state)
    if isinstance(state.phase, Dealing) and not dealing.why_needed(state.hand):
        yield dealing.left_out_question()
    if swap.can_note(state):
        yield swap.question(state)
    if order.takes_display(state) and not isinstance(state.phase, Dealing):
        yield dealing.later_question()


def _measured(past: ScoredHand, seat: Seat) -> Iterator[Measure]:
    number, pile = past.hand.number, past.piles[seat]
    yield Measure(number, seat, "tricks", pile.tricks, TRICKS)
    yield Measure(number, seat, "cards", pile.cards, TRICKS * len(past.piles))
    yield Measure(number, seat, "penalties", len(doubled(pile)))
    if past.hand.has(Variation.DREAM_TEAM):
        yield Measure(number, seat, "dream_teams", int(is_dream_team(pile)), 1)
