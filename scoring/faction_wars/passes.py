"""The recruit deck: laying the line-up, going through the deck again and again, War is Over, the last round."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.faction_wars import cards
from scoring.faction_wars.cards import IN_BOX, WORDS, Card, Kind, Shut
from scoring.faction_wars.options import Level, WarEnd
from scoring.faction_wars.state import (
    Act,
    Bidding,
    CountingBonuses,
    CountingCards,
    Draw,
    Event,
    LiningUp,
    Phase,
    Resolving,
    State,
    Stock,
    Stocktaking,
)
from scoring.game import Table
from scoring.names import same_name
from scoring.prompts import Prompt, Role
from scoring.rulebook import Rule, RuleViolation, require

LINE_UP: Final = Rule("FW-004", "The line-up has as many positions as there are players.", "Setup")
ASIDE: Final = Rule("FW-005", "War is Over lies aside until the last time through the deck.", "Setup")
RECRUIT_DECK: Final = Rule("FW-006", "The other 58 cards are the recruit deck.", "Setup")
FIRST_LINE_UP: Final = Rule("FW-010", "The first line-up comes from the top of the recruit deck.", "Setup")
REFILL: Final = Rule("FW-025", "Cards left in the line-up are discarded and the line-up is filled anew.", "How to play")
RESHUFFLE: Final = Rule("FW-026", "An empty recruit deck is made anew from its discard pile.", "Deck depletion")
PASSES: Final = Rule("FW-050", "Two or three players go through the deck twice, more players three times.", "Game end")
SHUFFLED_IN: Final = Rule("FW-051", "War is Over is shuffled in for the last time through.", "Game end")
REPLACED: Final = Rule("FW-052", "Drawn for the line-up, War is Over makes room for another card.", "Game end")
THE_END: Final = Rule("FW-053", "After War is Over the round is finished, and with it the game.", "Game end")
ALWAYS_ENDS: Final = Rule("FW-054", "The last time through the deck always brings War is Over.", "Follows from FW-051")
LENGTH: Final = Rule(
    "FW-055", "The first time through feeds 29, 19, 14 or 11 line-ups for two to five players.", "Follows from FW-006"
)
FEWER: Final = Rule("FW-090", "Fewer Battles: one position and one bid card more than players.", "Game variation")
CURRENT_ROUND: Final = Rule(
    "FW-R04", "With War is Over drawn during a refill the next round is the last.", "Our ruling"
)
WHICH_PASS: Final = Rule(
    "FW-R08", "The last time through is the second, or the third from four players up.", "Our ruling"
)
AT_ONCE: Final = Rule("FW-R14", "A deck emptied by a refill is made anew at once, without the line-up.", "Our ruling")

_WAR: Final = "War is Over"
_FEW: Final = 3
"""Up to so many players go through the deck twice."""


def positions(state: State) -> int:
    """How many cards a full line-up has (FW-004, FW-090)."""
    return state.players + state.options.fewer_battles


def passes(players: int) -> int:
    """How often the deck is gone through (FW-050)."""
    return 2 if players <= _FEW else 3


def war_in(state: State) -> bool:
    """Whether War is Over lies in the recruit deck."""
    return state.stock.passes >= passes(state.players) and not state.last_round


def war_next(state: State) -> bool:
    """Whether the next card can be nothing but War is Over (FW-054)."""
    return _is_war_next(state, state.stock)


def _is_war_next(state: State, stock: Stock) -> bool:
    return stock.deck == 1 and stock.passes >= passes(state.players) and not state.last_round


# One card after the other -------------------------------------------------------------------------------------------


def can_draw(state: State) -> bool:
    """Whether there is a card to be drawn, now or after a shuffle."""
    return _has_card(state, state.stock)


def ready(state: State) -> State:
    """The state with an empty deck made anew, because a card is to be drawn."""
    return replace(state, stock=_ready(state, state.stock))


def drawn(state: State) -> Stock:
    """The recruit deck with one card less; one that is empty now is made anew at once (FW-R14)."""
    return _drawn(state, state.stock)


def discarded(state: State, cards: int) -> Stock:
    """The recruit deck with so many cards more in its discard pile."""
    return replace(state.stock, discard=state.stock.discard + cards)


def _has_card(state: State, stock: Stock) -> bool:
    return stock.deck > 0 or stock.discard > 0 or _brings_war(state, stock)


def _ready(state: State, stock: Stock) -> Stock:
    return _shuffled(state, stock) if not stock.deck and _has_card(state, stock) else stock


def _drawn(state: State, stock: Stock) -> Stock:
    before = _ready(state, stock)
    after = Stock(before.deck - 1, before.discard, before.passes, before.shuffled_in)
    return _shuffled(state, after) if not after.deck and after.discard else after


def _brings_war(state: State, stock: Stock) -> bool:
    return stock.passes + 1 == passes(state.players)


def _shuffled(state: State, stock: Stock) -> Stock:
    return Stock(stock.discard + _brings_war(state, stock), 0, stock.passes + 1, state.round)


# The line-up --------------------------------------------------------------------------------------------------------


def begin(state: State) -> State:
    """The state before the line-up of its round is laid."""
    return refilled(replace(state, phase=LiningUp(positions(state)), lineup=()))


def refilled(state: State) -> State:
    """The state with every card laid that needs no answer; with the line-up full the bids are next."""
    match state.phase:
        case LiningUp(left):
            return _refilled(state, left, state.stock)
        case _:
            return state


def _refilled(state: State, left: int, stock: Stock) -> State:
    while left and _has_card(state, stock):
        stock = _ready(state, stock)
        if state.level is Level.REFEREE or _is_war_next(state, stock):
            return replace(state, phase=LiningUp(left), stock=stock)
        stock, left = _drawn(state, stock), left - 1
    laid = positions(state) - left
    if not laid:
        return finish(replace(state, stock=stock))
    return replace(state, phase=Bidding(laid), stock=stock)


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card laid into the line-up (FW-010, FW-025)."""

    kind: ClassVar[str] = "card_laid"
    round: int
    position: int
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        left = _lining_up(state, self.round)
        position = positions(state) - left + 1
        require(self.position == position, FIRST_LINE_UP, f"Position {position} is filled now.", field="position")
        require(not war_next(state), ALWAYS_ENDS, "The last card of the deck is War is Over.", field="card")
        card = cards.read(self.card, "card")
        check_in_play(state, card)
        return _refilled(replace(state, lineup=(*state.lineup, card)), left - 1, drawn(state))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Position {self.position}: {self.card.name.strip()}"


def lay_question(state: State, phase: LiningUp) -> Prompt:
    """The form of the next card in the line-up."""
    position = positions(state) - phase.left + 1
    return Prompt(
        CardLaid.kind,
        f"Position {position} of {positions(state)}",
        (cards.field("card", "Card", shut=shut(state)),),
        rule=REFILL if state.round > 1 else FIRST_LINE_UP,
        given=(("round", state.round), ("position", position)),
        instant=True,
        help="Type a card the first time; then its name is one tap.",
    )


def check_in_play(state: State, card: Card) -> None:
    """Refuse War is Over as a card of the line-up, and one more card of a kind than the box holds (FW-001, FW-005)."""
    if same_name(card.name, _WAR):
        early = not war_in(state)
        told = f"it comes in time {passes(state.players)} through the deck" if early else "it has a button of its own"
        message = f"{_WAR} is no card to be collected; {told}."
        raise RuleViolation(ASIDE, message, field="card", code="WAR_TOO_EARLY" if early else "")
    if _in_play(state, card.kind) >= IN_BOX[card.kind]:
        message = f"{card.name} cannot come: {_all_in_play(card.kind)}"
        raise RuleViolation(cards.BOX, message, field="card", code="TOO_MANY_OF_KIND")


def shut(state: State) -> Shut:
    """The kinds all of which are in play already, in battle decks or in the line-up."""
    return tuple((kind.value, _all_in_play(kind)) for kind in Kind if _in_play(state, kind) >= IN_BOX[kind])


def _in_play(state: State, kind: Kind) -> int:
    taken = gone(state)
    lined = sum(card.kind is kind for n, card in enumerate(state.lineup, 1) if n not in taken)
    return lined + sum([card.kind is kind for held in state.holdings for card in held.cards])


def _all_in_play(kind: Kind) -> str:
    return f"All {IN_BOX[kind]} {WORDS[kind]} of the box are in play already."


def gone(state: State) -> tuple[int, ...]:
    """Positions whose card was taken or discarded."""
    return state.phase.gone if isinstance(state.phase, Resolving) else ()


def _lining_up(state: State, round_: int) -> int:
    match state.phase:
        case LiningUp(left) if state.level is Level.REFEREE:
            require(round_ == state.round, REFILL, f"The line-up of round {state.round} is laid now.", field="round")
            return left
        case _:
            raise RuleViolation(REFILL, "The line-up is laid before the bids, and only where every card is entered.")


# War is Over --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WarDrawn:
    """War is Over came from the recruit deck (FW-052)."""

    kind: ClassVar[str] = "war_drawn"
    round: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        once = "War is Over was drawn already; there is only one."
        require(not state.last_round, cards.BOX, once, code="TOO_MANY_OF_KIND")
        last = passes(state.players)
        early = f"War is Over comes in time {last} through the deck; this is time {state.stock.passes}."
        require(war_in(state), ASIDE, early, code="WAR_TOO_EARLY")
        require(self.round == state.round, THE_END, f"Round {state.round} is being played.", field="round")
        require(can_draw_war(state), REPLACED, "War is Over comes while cards are drawn: for the line-up or by a card.")
        after = replace(state, stock=drawn(state), last_round=state.round)
        if isinstance(state.phase, Resolving):
            return after
        return finish(after) if state.options.war_end is WarEnd.STOP else refilled(after)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "War is Over is drawn: the last round"


def can_draw_war(state: State) -> bool:
    """Whether cards are drawn now, so that War is Over may come."""
    match state.phase:
        case LiningUp():
            return war_in(state)
        case Bidding(sealed=sealed):
            return war_in(state) and not sealed and state.level is Level.ROUNDS
        case Resolving(pending=(Draw() | Act(), *_)):
            return war_in(state)
        case _:
            return False


def must_be_war(state: State) -> bool:
    """Whether a card is to be drawn now, and it can be nothing but War is Over."""
    match state.phase:
        case LiningUp() | Resolving(pending=(Draw(), *_)):
            return war_next(state)
        case _:
            return False


def war_question(state: State) -> Prompt:
    """The button for War is Over; the only one where nothing else can come."""
    role = Role.MAIN if must_be_war(state) else Role.BESIDE
    return Prompt(
        WarDrawn.kind,
        "War is Over",
        (),
        rule=SHUFFLED_IN,
        role=role,
        given=(("round", state.round),),
        confirm="War is Over was drawn",
        help="Put it aside and draw another card.",
    )


# Corrections of the count, and the end ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeckEmptied:
    """The recruit deck was empty before the companion thought so (FW-026)."""

    kind: ClassVar[str] = "deck_emptied"
    round: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_empty(state), RESHUFFLE, "The recruit deck cannot have been made anew now.")
        require(self.round == state.round, RESHUFFLE, f"Round {state.round} is being played.", field="round")
        return replace(state, stock=_shuffled(state, replace(state.stock, deck=0)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The recruit deck has run out and is made anew"


def can_empty(state: State) -> bool:
    """Whether the deck may have run out before it was counted to; with War is Over in it, it must be drawn first."""
    playing = isinstance(state.phase, Bidding | Resolving) and not _has_sealed(state.phase)
    return playing and state.stock.discard > 0 and not war_in(state)


def empty_question(state: State) -> Prompt:
    """The form that says the deck ran out."""
    left = "One card" if state.stock.deck == 1 else f"{state.stock.deck} cards"
    return Prompt(
        DeckEmptied.kind,
        "The recruit deck has run out",
        (),
        rule=RESHUFFLE,
        role=Role.ASIDE,
        given=(("round", state.round),),
        confirm="Its discard pile is the new deck",
        help=f"{left} should be left; the count goes on with {state.stock.discard} shuffled.",
        group="Piles",
    )


def is_counting(state: State) -> bool:
    """Whether the rounds are over."""
    return not isinstance(state.phase, LiningUp | Bidding | Resolving | Stocktaking)


def finish(state: State) -> State:
    """The state after the last round: what is left is counted in a row of its own."""
    phase: Phase = CountingCards() if state.partial else CountingBonuses()
    played = any(past.number == state.round for past in state.past)
    scored = any(line.round == state.round for line in state.ledger)
    number = state.round + (played or scored)
    return replace(state, phase=phase, round=number, lineup=())


def _has_sealed(phase: Bidding | Resolving) -> bool:
    return isinstance(phase, Bidding) and bool(phase.sealed)


EVENTS: Final[tuple[type[Event], ...]] = (CardLaid, WarDrawn, DeckEmptied)
