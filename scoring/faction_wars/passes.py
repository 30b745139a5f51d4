"""The recruit deck: laying the line-up, going through the deck again and again, War is Over, the last round."""

from dataclasses import replace
from typing import Final

from scoring.faction_wars import cards
from scoring.faction_wars.cards import IN_BOX, WORDS, Card, Kind, Shut
from scoring.faction_wars.events import CardLaid, DeckEmptied, WarDrawn
from scoring.faction_wars.options import Level, WarEnd
from scoring.faction_wars.state import (
    Act,
    Bidding,
    CountingBonuses,
    CountingCards,
    Draw,
    LiningUp,
    Phase,
    Resolving,
    State,
    Stocktaking,
)
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
RULES: Final = (
    LINE_UP,
    ASIDE,
    RECRUIT_DECK,
    FIRST_LINE_UP,
    REFILL,
    RESHUFFLE,
    PASSES,
    SHUFFLED_IN,
    REPLACED,
    THE_END,
    ALWAYS_ENDS,
    LENGTH,
    FEWER,
    CURRENT_ROUND,
    WHICH_PASS,
    AT_ONCE,
)

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
    return war_in(state) and state.stock.deck == 1


# One card after the other -------------------------------------------------------------------------------------------


def can_draw(state: State) -> bool:
    """Whether there is a card to be drawn, now or after a shuffle."""
    stock = state.stock
    return stock.deck > 0 or stock.discard > 0 or _brings_war(state)


def ready(state: State) -> State:
    """The state with an empty deck made anew, because a card is to be drawn."""
    return _shuffle(state) if not state.stock.deck and can_draw(state) else state


def drawn(state: State) -> State:
    """The state with one card less in the deck; a deck that is empty now is made anew at once (FW-R14)."""
    before = ready(state)
    after = replace(before, stock=replace(before.stock, deck=before.stock.deck - 1))
    return _shuffle(after) if not after.stock.deck and after.stock.discard else after


def discarded(state: State, cards: int) -> State:
    """The state with so many cards more in the discard pile of the recruit deck."""
    return replace(state, stock=replace(state.stock, discard=state.stock.discard + cards))


def _brings_war(state: State) -> bool:
    return state.stock.passes + 1 == passes(state.players)


def _shuffle(state: State) -> State:
    stock = state.stock
    deck = stock.discard + _brings_war(state)
    return replace(state, stock=replace(stock, deck=deck, discard=0, passes=stock.passes + 1, shuffled_in=state.round))


# The line-up --------------------------------------------------------------------------------------------------------


def begin(state: State) -> State:
    """The state before the line-up of its round is laid."""
    return refilled(replace(state, phase=LiningUp(positions(state)), lineup=()))


def refilled(state: State) -> State:
    """The state with every card laid that needs no answer; with the line-up full the bids are next."""
    while isinstance(state.phase, LiningUp):
        left = state.phase.left
        if not left or not can_draw(state):
            return _laid(state, positions(state) - left)
        state = ready(state)
        if war_next(state) or state.level is Level.REFEREE:
            return state
        state = replace(drawn(state), phase=LiningUp(left - 1))
    return state


def lay(state: State, event: CardLaid) -> State:
    """The state with another card in the line-up."""
    left = _lining_up(state, event.round)
    position = positions(state) - left + 1
    require(event.position == position, FIRST_LINE_UP, f"Position {position} is filled now.", field="position")
    require(not war_next(state), ALWAYS_ENDS, "The last card of the deck is War is Over.", field="card")
    card = cards.read(event.card, "card")
    check_in_play(state, card)
    return replace(drawn(state), lineup=(*state.lineup, card), phase=LiningUp(left - 1))


def lay_question(state: State, phase: LiningUp) -> Prompt:
    """The form of the next card in the line-up."""
    position = positions(state) - phase.left + 1
    return Prompt(
        CardLaid.kind,
        f"Position {position} of {positions(state)}",
        (cards.field("card", "Card", shut=shut(state)),),
        REFILL if state.round > 1 else FIRST_LINE_UP,
        given=(("round", state.round), ("position", position)),
        instant=True,
        help="Type a card the first time; then its name is one tap.",
    )


def check_in_play(state: State, card: Card) -> None:
    """Refuse one more card of a kind than the box holds (FW-001)."""
    why = dict(shut(state)).get(card.kind, "")
    require(not why, cards.BOX, f"{card.name} cannot come: {why}", field="card", code="TOO_MANY_OF_KIND")


def shut(state: State) -> Shut:
    """The kinds all of which are in play already, in battle decks or in the line-up."""
    lined = tuple(card for n, card in enumerate(state.lineup, 1) if n not in gone(state))
    there = {
        kind: sum(holding.of(kind) for holding in state.holdings) + sum(card.kind is kind for card in lined)
        for kind in Kind
    }
    return tuple(
        (kind.value, f"All {IN_BOX[kind]} {WORDS[kind]} of the box are in play already.")
        for kind in Kind
        if there[kind] >= IN_BOX[kind]
    )


def gone(state: State) -> tuple[int, ...]:
    """Positions whose card was taken or discarded."""
    return state.phase.gone if isinstance(state.phase, Resolving) else ()


def _laid(state: State, laid: int) -> State:
    """The bids are next; without a single card the game ends."""
    return replace(state, phase=Bidding(laid)) if laid else finish(state)


def _lining_up(state: State, round_: int) -> int:
    match state.phase:
        case LiningUp(left) if state.level is Level.REFEREE:
            require(round_ == state.round, REFILL, f"The line-up of round {state.round} is laid now.", field="round")
            return left
        case _:
            raise RuleViolation(REFILL, "The line-up is laid before the bids, and only where every card is entered.")


# War is Over --------------------------------------------------------------------------------------------------------


def draw_war(state: State, event: WarDrawn) -> State:
    """The state after War is Over was drawn: another card takes its place, and the last round is known."""
    once = "War is Over was drawn already; there is only one."
    require(not state.last_round, cards.BOX, once, code="TOO_MANY_OF_KIND")
    last = passes(state.players)
    early = f"War is Over comes in time {last} through the deck; this is time {state.stock.passes}."
    require(war_in(state), ASIDE, early, code="WAR_TOO_EARLY")
    require(event.round == state.round, THE_END, f"Round {state.round} is being played.", field="round")
    require(can_draw_war(state), REPLACED, "War is Over comes while cards are drawn: for the line-up or by a card.")
    after = replace(drawn(state), last_round=state.round)
    if isinstance(state.phase, Resolving):
        return after
    return finish(after) if state.options.war_end is WarEnd.STOP else refilled(after)


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
        SHUFFLED_IN,
        role=role,
        given=(("round", state.round),),
        confirm="War is Over was drawn",
        help="Put it aside and draw another card.",
    )


# Corrections of the count, and the end ------------------------------------------------------------------------------


def empty(state: State, event: DeckEmptied) -> State:
    """The state with the recruit deck made anew, although cards were thought to be left."""
    require(can_empty(state), RESHUFFLE, "The recruit deck cannot have been made anew now.")
    require(event.round == state.round, RESHUFFLE, f"Round {state.round} is being played.", field="round")
    return _shuffle(replace(state, stock=replace(state.stock, deck=0)))


def can_empty(state: State) -> bool:
    """Whether the deck may have run out before it was counted to; with War is Over in it, it must be drawn first."""
    playing = isinstance(state.phase, Bidding | Resolving) and not _has_sealed(state.phase)
    return playing and state.stock.discard > 0 and not war_in(state)


def empty_question(state: State) -> Prompt:
    """The form that says the deck ran out."""
    return Prompt(
        DeckEmptied.kind,
        "The recruit deck has run out",
        (),
        RESHUFFLE,
        role=Role.ASIDE,
        given=(("round", state.round),),
        confirm="Its discard pile is the new deck",
        help=f"{state.stock.deck} cards should be left; the count goes on with {state.stock.discard} shuffled ones.",
        group="Piles",
    )


def is_counting(state: State) -> bool:
    """Whether the rounds are over."""
    return not isinstance(state.phase, LiningUp | Bidding | Resolving | Stocktaking)


def finish(state: State) -> State:
    """The state after the last round: what is left is counted in a row of its own."""
    phase: Phase = CountingCards() if state.partial else CountingBonuses()
    begun = bool(state.past or state.joined or state.ledger)
    number = state.round + begun
    return replace(state, phase=phase, round=number, lineup=())


def _has_sealed(phase: Bidding | Resolving) -> bool:
    return isinstance(phase, Bidding) and bool(phase.sealed)
