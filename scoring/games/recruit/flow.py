"""The course of a game: applies events and collects the current prompts."""

from collections.abc import Collection, Iterator
from typing import Final

from scoring.contract.game import Event, Measure, MeasureKind, RoundHead, rounds_before
from scoring.contract.prompts import Draft, Prompt
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Ledger, Seat
from scoring.games.recruit import cards, counting, dealing, doubles, entry, order, swap, tricks, variations
from scoring.games.recruit.deck import TRICKS
from scoring.games.recruit.score import doubled, is_dream_team
from scoring.games.recruit.state import (
    ByCards,
    ByCounts,
    ByTricks,
    Dealing,
    Over,
    ScoredHand,
    Sorting,
    State,
    Variation,
)
from scoring.games.recruit.winning import hand_lines
from scoring.kit.seats import read_numbers

MEASURED: Final = (
    MeasureKind("tricks", "Tricks won", share=True, praise="Busiest hands", common=True),
    MeasureKind("cards", "Cards collected", share=True, common=True),
    MeasureKind("penalties", "Penalties"),
    MeasureKind("dream_teams", "Dream teams", share=True, praise="Team of dreams"),
)


def apply(state: State, event: Event[State], waived: Collection[str] = ()) -> State:
    if isinstance(state.phase, Over):
        message = f"All {order.HANDS} hands are scored: the game is over."
        raise RuleViolation(order.FOUR_HANDS, message, code="HAND_COUNT")
    return event.apply(state, waived)


def prompts(state: State) -> tuple[Prompt, ...]:
    if isinstance(state.phase, Over):
        return ()
    return (*_main(state, state.phase), *_asides(state), *entry.asides(state))


def form(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """Update the prompt for the faces or for the swap for a draft."""
    if prompt.kind == counting.FacesCounted.kind and isinstance(state.phase, Sorting):
        return counting.narrow_faces(state, state.phase, prompt, draft)
    if prompt.kind == doubles.DoublesCounted.kind and isinstance(state.phase, Sorting):
        return doubles.question(state, state.phase, draft)
    if prompt.kind == swap.CardsSwapped.kind:
        return swap.narrow(state, prompt, read_numbers(draft.get("away")))
    return prompt


def provisional(state: State) -> Ledger:
    """The ledger with the current hand scored, if all its cards are known."""
    match state.phase:
        case ByCards() as phase if cards.is_complete(phase):
            return state.ledger + hand_lines(state, cards.collected_piles(state, phase))
        case _:
            return state.ledger


def rounds(state: State) -> tuple[RoundHead, ...]:
    hands = [past.hand for past in state.past]
    if not isinstance(state.phase, Over):
        hands.append(state.hand)
    heads = (
        RoundHead(hand.number, f"Hand {hand.number}", "hand", TRICKS, starter=state.table.left_of(hand.dealer))
        for hand in hands
    )
    return (*rounds_before(state.joined, "Hand"), *heads)


def measures(state: State) -> tuple[Measure, ...]:
    return tuple(measure for past in state.past for seat in state.table.seats for measure in _measured(past, seat))


def _main(state: State, phase: Dealing | ByCounts | ByTricks | ByCards | Sorting) -> Iterator[Prompt]:
    match phase:
        case Dealing():
            yield dealing.question(state)
            yield variations.question(state)
        case ByCounts():
            yield counting.piles_question(state)
        case ByTricks():
            yield tricks.question(state, phase)
            yield tricks.note_question(state, phase)
        case ByCards():
            yield cards.question(state, phase)
        case Sorting():
            needs_all = doubles.why_not_enough(state, phase)
            yield counting.faces_question(state, phase) if needs_all else doubles.question(state, phase, {})


def _asides(state: State) -> Iterator[Prompt]:
    if isinstance(state.phase, ByCounts):
        yield counting.other_unit_question(state)
    if isinstance(state.phase, Dealing) and not dealing.why_needed(state.hand):
        yield dealing.left_out_question(state)
    if isinstance(state.phase, Sorting) and not doubles.why_not_enough(state, state.phase):
        yield counting.faces_question(state, state.phase, order.GROUP)
    if swap.can_note(state):
        yield swap.question(state)
    if order.takes_display(state) and (dealing.is_suit_enough(state) or not isinstance(state.phase, Dealing)):
        yield dealing.later_question(state)


def _measured(past: ScoredHand, seat: Seat) -> Iterator[Measure]:
    number, pile = past.hand.number, past.piles[seat]
    yield Measure(number, seat, "tricks", pile.tricks, TRICKS)
    yield Measure(number, seat, "cards", pile.cards, TRICKS * len(past.piles))
    yield Measure(number, seat, "penalties", len(doubled(pile)))
    if past.hand.has(Variation.DREAM_TEAM):
        yield Measure(number, seat, "dream_teams", int(is_dream_team(pile)), 1)
