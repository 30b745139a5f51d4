"""The swap before the first trick: discard and draw, pass to the partner or to the left, or no swap."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Notice, Table
from scoring.contract.prompts import UNSET, Count, Grid, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.recruit import order, variations
from scoring.games.recruit.deck import undealt
from scoring.games.recruit.state import Dealing, State, Variation

DISCARD: Final = Rule(
    "RT-010", "Two or three players: discard up to four cards and draw as many from the rest.", "Setting up each hand"
)
TO_PARTNER: Final = Rule(
    "RT-012", "Four players: pass exactly four cards to the partner and get four.", "Setting up each hand"
)
UNSEEN: Final = Rule(
    "RT-044",
    "Of the other 52 cards, 26 stay unseen with two players, 13 with three and none with four.",
    "Follows from RT-007",
)

SWAP_SIZE: Final = 4
"""How many cards may be discarded, or must be passed."""


@dataclass(frozen=True, slots=True)
class CardsSwapped(Event[State]):
    """How many cards everybody gave away and got (RT-010, RT-012, RT-073)."""

    away: PerSeat
    drawn: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_sizes(state, self)
        message = f"{variations.NAMES[Variation.KEEPER]} was declared: everybody keeps their cards."
        keeper = state.hand.has(Variation.KEEPER)
        require(not keeper, variations.KEEPER, message, field="away", code="SWAP_NOT_ALLOWED")
        rule = rule_for(state)
        first = f"{state.name(state.hand.dealer)} displays a card before anybody swaps."
        require(not isinstance(state.phase, Dealing), rule, first)
        message = "Cards are swapped only before the first trick."
        require(order.is_before_play(state), rule, message, code="SWAP_NOT_ALLOWED")
        message = "The swap of this hand has already been entered."
        require(state.hand.swapped is None, rule, message, code="SWAP_NOT_ALLOWED")
        return replace(state, hand=replace(state.hand, swapped=tuple(sorted(self.away))))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Swapped: {table.list_numbers(self.away)}"


def can_note(state: State) -> bool:
    is_allowed = order.is_before_play(state) and not state.hand.has(Variation.KEEPER)
    return is_allowed and state.hand.swapped is None


def passes(state: State) -> bool:
    """Whether everybody passes exactly four cards in this hand."""
    return state.partners or state.hand.has(Variation.PASSER)


def rule_for(state: State) -> Rule:
    if state.hand.has(Variation.KEEPER):
        return variations.KEEPER
    if state.hand.has(Variation.PASSER):
        return variations.PASSER
    return TO_PARTNER if state.partners else DISCARD


def question(state: State) -> Prompt:
    prompt = Prompt(CardsSwapped.kind, "Note the swap", rule=rule_for(state), confirm="Note the swap", menu=order.GROUP)
    if passes(state):
        four = [[seat, SWAP_SIZE] for seat in state.table.seats]
        given = (("away", four), ("drawn", four))
        return replace(prompt, title="The four cards are passed", given=given, confirm="Everybody has passed four")
    return replace(prompt, fields=(_seat_grid(state, "away", "Discarded", {}), _seat_grid(state, "drawn", "Drawn", {})))


def narrow(state: State, prompt: Prompt, away: dict[Seat, int]) -> Prompt:
    """Fill in as many cards drawn as were discarded."""
    if not prompt.fields:
        return prompt
    return replace(prompt, fields=(prompt.fields[0], _seat_grid(state, "drawn", "Drawn", away)))


def reminder(state: State) -> Notice:
    """How to swap cards before the first trick."""
    rule = rule_for(state)
    if rule is variations.KEEPER:
        return Notice(rule, "Keeper: nobody swaps; play the thirteen cards you were dealt.")
    if rule is variations.PASSER:
        pairs = ", ".join(
            f"{state.name(seat)} to {state.name(state.table.left_of(seat))}" for seat in state.table.seats
        )
        return Notice(rule, f"Passer: four cards face down to the left, before you look at yours. {pairs}.")
    if rule is TO_PARTNER:
        pairs = ", ".join(map(state.names, state.sides))
        return Notice(rule, f"Partners pass each other exactly four cards, before looking at what they get: {pairs}.")
    rest = undealt(state.players)
    first = state.name(state.opening_seat)
    return Notice(rule, f"{first} first: discard up to four cards and draw as many from the other {rest}.")


def stock(state: State) -> int:
    """How many cards are still face down."""
    swapped = state.hand.swapped or ()
    return undealt(state.players) - (0 if passes(state) else sum(n for _, n in swapped))


def _check_sizes(state: State, event: CardsSwapped) -> None:
    rule = variations.PASSER if state.hand.has(Variation.PASSER) else TO_PARTNER if state.partners else DISCARD
    for name, numbers in (("away", event.away), ("drawn", event.drawn)):
        complete = state.table.has_all_seats(numbers)
        require(complete, rule, "Every player needs a number of cards; enter 0 for none.", field=name)
        for seat, n in numbers:
            require(n >= 0, rule, f"{state.name(seat)} cannot swap {n} cards.", field=name, code="NEGATIVE")
    for seat, n in event.away:
        path = f"away[{seat}]"
        if passes(state):
            message = f"{state.name(seat)} passes exactly four cards, not {n}."
            require(n == SWAP_SIZE, rule, message, field=path, code="SWAP_NOT_FOUR")
        else:
            message = f"{state.name(seat)} may discard at most four cards, not {n}."
            require(n <= SWAP_SIZE, rule, message, field=path, code="SWAP_TOO_MANY")
    drawn_by = dict(event.drawn)
    for seat, n in event.away:
        message = f"{state.name(seat)} gives away {n} and gets {n}, not {drawn_by[seat]}."
        require(drawn_by[seat] == n, rule, message, field=f"drawn[{seat}]", code="SWAP_NOT_EQUAL")


def _seat_grid(state: State, name: str, label: str, likely: dict[Seat, int]) -> Grid:
    def number(seat: Seat) -> Count:
        return Count(name, "", 0, SWAP_SIZE, likely=likely.get(seat, UNSET))

    return state.table.ask_each_seat(name, label, number, seats=state.table.clockwise_from(state.opening_seat))
