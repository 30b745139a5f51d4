"""A player's own cards: hand, deck, discard pile and cards in play, where every card is entered."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.contract.game import Table
from scoring.contract.names import count_of
from scoring.contract.prompts import Choice, Count, Pick, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import memory, platforms, supply
from scoring.games.loot_and_recruit.entry import HAND
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import Card, Holding, State, Turn, TurnEvent
from scoring.kit.seats import check_player

POOL: Final = Rule("LR-030", "A card played gives its powers at once; powers of a kind are pooled.", "Your turn")
CLEAN_UP: Final = Rule("LR-080", "Discard the cards played and your hand, then draw five.", "Ending your turn")


class Place(StrEnum):
    """Where one of a player's cards is."""

    HAND = "hand"
    PLAY = "play"
    DISCARD = "discard"


MOST_CARDS: Final = 99
_PLACES: Final = {Place.HAND: "the hand", Place.PLAY: "play", Place.DISCARD: "the discard pile"}


def check_level(state: State) -> None:
    """Refuse cards at a level that does not enter them."""
    require(state.level is Level.REFEREE, POOL, "Cards are only entered at the referee level.")


def card_turn(state: State, seat: Seat) -> Turn:
    """This player's turn at the level that enters cards; RuleViolation otherwise."""
    check_level(state)
    return platforms.current_turn(state, seat)


def known_card(state: State, name: str) -> Card:
    """The card of this name; RuleViolation if its numbers were not typed."""
    card = state.card(name)
    if card is None:
        raise RuleViolation(memory.MEMORY, "Type what is printed on this card first.", field="name")
    return card


def without(cards: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The cards without one of this name."""
    n = cards.index(name)
    return (*cards[:n], *cards[n + 1 :])


def limit_hand(own: Holding) -> Holding:
    """Keep hand and hidden discards within the unseen cards, which a waived rule can exceed."""
    hand = min(own.hand, len(own.unseen))
    if hand == own.hand and own.hidden <= len(own.unseen) - hand:
        return own
    return replace(own, hand=hand, hidden=min(own.hidden, len(own.unseen) - hand))


def draw(own: Holding, cards: int) -> Holding:
    """Draw cards; when the deck runs out, and not before, shuffle the discard pile."""
    first = min(cards, own.deck)
    own = replace(own, hand=own.hand + first)
    if first == cards or not own.discards:
        return own
    shuffled = replace(own, unseen=tuple(sorted((*own.unseen, *own.discard))), hidden=0, discard=())
    return replace(shuffled, hand=shuffled.hand + min(cards - first, shuffled.deck))


def clean_up(state: State, seat: Seat) -> State:
    """Discard the cards in play and in hand, and draw a new hand."""
    if state.level is not Level.REFEREE:
        return state
    own = state.holdings[seat]
    discarded = replace(own, discard=(*own.discard, *own.played), played=(), hidden=own.hidden + own.hand, hand=0)
    return platforms.with_holding(state, seat, draw(discarded, HAND))


@dataclass(frozen=True, slots=True)
class CardTrashed(TurnEvent):
    """One of a player's own cards goes to the Shop Trash (LR-057)."""

    seat: Seat
    place: Place
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        card_turn(state, self.seat)
        own, name = state.holdings[self.seat], memory.own_name(state, self.name)
        owned = name in (*own.unseen, *own.discard, *own.played)
        require(owned, supply.TRASH, "Choose one of your own cards.", field="name")
        after = _trash(own, self.place, name)
        if after is None:
            code = "NOT_IN_DISCARD" if self.place is Place.DISCARD else "NOT_IN_HAND"
            raise RuleViolation(supply.TRASH, f"{name} is not there.", field="place", code=code)
        return platforms.with_holding(state, self.seat, after, supply=supply.trash_card(state.supply, name))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} trashes {self.name} from {_PLACES[self.place]}"


def _trash(own: Holding, place: Place, name: str) -> Holding | None:
    """The cards after trashing one; None if it is not in that place."""
    is_unseen = name in own.unseen
    match place:
        case Place.HAND if is_unseen and own.hand:
            return replace(own, unseen=without(own.unseen, name), hand=own.hand - 1)
        case Place.PLAY if name in own.played:
            return replace(own, played=without(own.played, name))
        case Place.DISCARD if name in own.discard:
            return replace(own, discard=without(own.discard, name))
        case Place.DISCARD if is_unseen and own.hidden:
            return replace(own, unseen=without(own.unseen, name), hidden=own.hidden - 1)
        case _:
            return None


def trash_question(state: State, turn: Turn) -> Prompt:
    own = state.holdings[turn.seat]
    names = tuple(Choice(name, name) for name in dict.fromkeys((*own.unseen, *own.discard, *own.played)))
    labels = {Place.HAND: "Hand", Place.PLAY: "In play", Place.DISCARD: "Discard pile"}
    return Prompt(
        CardTrashed.kind,
        "Trash one of your own cards",
        (
            Pick("place", "From", tuple(Choice(place.value, label) for place, label in labels.items())),
            Pick("name", "Card", names),
        ),
        rule=supply.TRASH,
        confirm="Trash it",
        menu=platforms.GROUP,
    ).for_seat(turn.seat)


@dataclass(frozen=True, slots=True)
class PilesCounted(TurnEvent):
    """The sizes of a player's hand and discard pile; all other cards are the deck."""

    seat: Seat
    hand: int
    discard: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_level(state)
        require(
            platforms.can_edit_stacks(state), platforms.FINISH, "First finish what you began, then count the piles."
        )
        check_player(state.table, self.seat, CLEAN_UP)
        own, name = state.holdings[self.seat], state.name(self.seat)
        for field, number in (("hand", self.hand), ("discard", self.discard)):
            require(number >= 0, CLEAN_UP, f"{name} cannot have {number} cards there.", field=field, code="NEGATIVE")
        known = len(own.discard)
        hidden = self.discard - known
        verb = "is" if known == 1 else "are"
        message = f"{count_of(known, 'card').capitalize()} in {name}'s discard pile {verb} known by name."
        require(hidden >= 0, CLEAN_UP, message, field="discard")
        message = f"{name} has {count_of(len(own.unseen), 'card')} besides those in play and discarded by name."
        require(self.hand + hidden <= len(own.unseen), CLEAN_UP, message, field="hand")
        return platforms.with_holding(state, self.seat, replace(own, hand=self.hand, hidden=hidden))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} has {self.hand} in hand and {self.discard} discarded"


def piles_question(state: State) -> Prompt:
    return Prompt(
        PilesCounted.kind,
        "Correct a hand",
        (
            state.table.pick_seat("seat", "Whose"),
            Count("hand", "Cards in hand", 0, MOST_CARDS),
            Count("discard", "Cards in the discard pile", 0, MOST_CARDS),
        ),
        rule=CLEAN_UP,
        confirm="Correct the hand",
        help="All other cards are the deck.",
        menu="Piles",
    )
