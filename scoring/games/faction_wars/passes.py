"""The recruit deck: the line-up, the passes through the deck, War is Over, and the last round."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event, Table
from scoring.contract.names import count_of, same_name
from scoring.contract.prompts import Presentation, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.games.faction_wars import cards, phases, steps
from scoring.games.faction_wars.cards import IN_BOX, WORDS, Card, ClosedKinds, Kind
from scoring.games.faction_wars.options import Level, WarEnd
from scoring.games.faction_wars.state import State, Stock

LINE_UP: Final = Rule("FW-004", "The line-up has as many positions as there are players.", "Setup")
ASIDE: Final = Rule("FW-005", "War is Over stays out until the last pass through the deck.", "Setup")
RECRUIT_DECK: Final = Rule("FW-006", "The other 58 cards are the recruit deck.", "Setup")
FIRST_LINE_UP: Final = Rule("FW-010", "The first line-up comes from the top of the recruit deck.", "Setup")
REFILL: Final = Rule("FW-025", "Discard the cards left in the line-up and fill it again.", "How to play")
RESHUFFLE: Final = Rule("FW-026", "Shuffle the discard pile when the recruit deck is empty.", "Deck depletion")
PASSES: Final = Rule("FW-050", "Two or three players go through the deck twice, more players three times.", "Game end")
SHUFFLED_IN: Final = Rule("FW-051", "War is Over is shuffled in for the last pass.", "Game end")
REPLACED: Final = Rule("FW-052", "If War is Over comes for the line-up, replace it with another card.", "Game end")
THE_END: Final = Rule("FW-053", "Once War is Over is drawn, finish the round; then the game is over.", "Game end")
ALWAYS_ENDS: Final = Rule("FW-054", "The last pass through the deck always brings War is Over.", "Follows from FW-051")
FEWER: Final = Rule("FW-090", "Fewer Battles: one more position and bid card than players.", "Game variation")
CURRENT_ROUND: Final = Rule(
    "FW-R04", "If War is Over is drawn during a refill, the next round is the last.", "Our ruling"
)

_WAR: Final = "War is Over"
_FEW: Final = 3
"""Up to this many players go through the deck twice."""


def positions(state: State) -> int:
    return state.players + state.options.fewer_battles


def pass_count(players: int) -> int:
    """Passes through the recruit deck (FW-050)."""
    return 2 if players <= _FEW else 3


def is_war_in_deck(state: State) -> bool:
    return state.stock.passes >= pass_count(state.starters) and not state.last_round


def is_war_next(state: State) -> bool:
    """Whether War is Over is the only card left in the recruit deck (FW-054)."""
    return state.stock.deck == 1 and is_war_in_deck(state)


def can_draw(state: State) -> bool:
    stock = state.stock
    return stock.deck > 0 or stock.discard > 0 or _adds_war(state, stock)


def shuffle_if_empty(state: State) -> State:
    """Make a new recruit deck if it is empty, because a card is to be drawn."""
    if state.stock.deck or not can_draw(state):
        return state
    return replace(state, stock=_shuffle(state, state.stock))


def draw(state: State) -> Stock:
    """Draw a card; a deck that is empty then is shuffled at once (FW-R14)."""
    before = shuffle_if_empty(state).stock
    after = Stock(before.deck - 1, before.discard, before.passes, before.shuffled_in)
    return _shuffle(state, after) if not after.deck and after.discard else after


def discard(state: State, cards: int) -> Stock:
    return replace(state.stock, discard=state.stock.discard + cards)


def _adds_war(state: State, stock: Stock) -> bool:
    return stock.passes + 1 == pass_count(state.starters)


def _shuffle(state: State, stock: Stock) -> Stock:
    return Stock(stock.discard + _adds_war(state, stock), 0, stock.passes + 1, state.round)


def begin_round(state: State) -> State:
    return refill(replace(state, phase=phases.LiningUp(positions(state)), lineup=()))


def refill(state: State) -> State:
    """Lay out the cards that need not be entered; bidding follows once the line-up is full.

    At the referee level these are the last cards of a line-up whose first ones were not entered.
    """
    match state.phase:
        case phases.LiningUp(left):
            return _refill(state, left)
        case _:
            return state


def _refill(state: State, left: int) -> State:
    while left and can_draw(state):
        state = shuffle_if_empty(state)
        is_entered = len(state.lineup) == positions(state) - left
        if (state.level is Level.REFEREE and is_entered) or is_war_next(state):
            return replace(state, phase=phases.LiningUp(left))
        state, left = replace(state, stock=draw(state)), left - 1
    filled = positions(state) - left
    return replace(state, phase=phases.Bidding(filled)) if filled else finish_rounds(state)


@dataclass(frozen=True, slots=True)
class CardLaid(Event[State]):
    """A card of the line-up (FW-010, FW-025)."""

    round: int
    position: int
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        left = _check_lining_up(state, self.round)
        position = positions(state) - left + 1
        require(self.position == position, FIRST_LINE_UP, f"Fill position {position} now.", field="position")
        require(not is_war_next(state), ALWAYS_ENDS, "The last card of the deck is War is Over.", field="card")
        card = cards.read(self.card, "card")
        check_in_play(state, card)
        return _refill(replace(state, lineup=(*state.lineup, card), stock=draw(state)), left - 1)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Position {self.position}: {self.card.name.strip()}"


def lay_question(state: State, phase: phases.LiningUp) -> Prompt:
    position = positions(state) - phase.left + 1
    return Prompt(
        CardLaid.kind,
        f"Position {position} of {positions(state)}",
        (cards.field(closed_kinds(state)),),
        rule=REFILL if state.round > 1 else FIRST_LINE_UP,
        given=(("round", state.round), ("position", position)),
        instant=True,
        help="Type a card the first time; after that its name is one tap.",
    )


def check_in_play(state: State, card: Card) -> None:
    """Refuse War is Over, and more cards of a kind than the box has (FW-001, FW-005)."""
    if same_name(card.name, _WAR):
        early = not is_war_in_deck(state)
        instead = (
            f"it comes in pass {pass_count(state.starters)} through the deck" if early else "it has its own button"
        )
        message = f"{_WAR} cannot be collected; {instead}."
        raise RuleViolation(ASIDE, message, field="card", code="WAR_TOO_EARLY" if early else "")
    reason = _why_not_kind(state, card.kind)
    if reason:
        message = f"{card.name} cannot come: {reason}"
        raise RuleViolation(cards.BOX, message, field="card", code="TOO_MANY_OF_KIND")


def closed_kinds(state: State) -> ClosedKinds:
    """The kinds of which every card is in a battle deck or in the line-up."""
    return tuple((kind.value, reason) for kind in Kind if (reason := _why_not_kind(state, kind)))


def _why_not_kind(state: State, kind: Kind) -> str:
    taken = emptied_positions(state)
    in_lineup = sum([card.kind is kind for n, card in enumerate(state.lineup, 1) if n not in taken])
    in_play = in_lineup + sum([card.kind is kind for own in state.holdings for card in own.cards])
    return f"All {IN_BOX[kind]} {WORDS[kind]} of the box are already in play." if in_play >= IN_BOX[kind] else ""


def emptied_positions(state: State) -> tuple[int, ...]:
    return state.phase.emptied if isinstance(state.phase, phases.Resolving) else ()


def _check_lining_up(state: State, round_: int) -> int:
    """The cards still to come; RuleViolation unless this line-up is being entered."""
    match state.phase:
        case phases.LiningUp(left) if state.level is Level.REFEREE:
            require(round_ == state.round, REFILL, f"Enter the line-up of round {state.round} now.", field="round")
            return left
        case _:
            raise RuleViolation(REFILL, "The line-up is entered before the bids, and only at the referee level.")


@dataclass(frozen=True, slots=True)
class WarDrawn(Event[State]):
    """War is Over came from the recruit deck (FW-052)."""

    round: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = "War is Over has already been drawn; there is only one."
        require(not state.last_round, cards.BOX, message, code="TOO_MANY_OF_KIND")
        last = pass_count(state.starters)
        message = f"War is Over comes in pass {last} through the deck; this is pass {state.stock.passes}."
        require(is_war_in_deck(state), ASIDE, message, code="WAR_TOO_EARLY")
        require(self.round == state.round, THE_END, f"Round {state.round} is being played.", field="round")
        require(can_draw_war(state), REPLACED, "War is Over can only come when a card is drawn from the deck.")
        after = replace(state, stock=draw(state), last_round=state.round)
        if isinstance(state.phase, phases.Resolving):
            return after
        return finish_rounds(after) if state.options.war_end is WarEnd.STOP else refill(after)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "War is Over is drawn: the last round"


def can_draw_war(state: State) -> bool:
    """Whether a card may be drawn from the deck now, and War is Over is in it."""
    match state.phase:
        case phases.LiningUp():
            return is_war_in_deck(state)
        case phases.Bidding(sealed=sealed):
            return is_war_in_deck(state) and not sealed and state.level is Level.ROUNDS
        case phases.Resolving(pending=(steps.Draw() | steps.Act(), *_)):
            return is_war_in_deck(state)
        case _:
            return False


def must_be_war(state: State) -> bool:
    """Whether a card is to be drawn now and it can only be War is Over."""
    match state.phase:
        case phases.LiningUp() | phases.Resolving(pending=(steps.Draw(), *_)):
            return is_war_next(state)
        case _:
            return False


def war_question(state: State) -> Prompt:
    """The button for War is Over: the main prompt if no other card can come."""
    return Prompt(
        WarDrawn.kind,
        "War is Over",
        rule=SHUFFLED_IN,
        shown=Presentation(beside=not must_be_war(state)),
        given=(("round", state.round),),
        confirm="War is Over was drawn",
        help="Put it aside and draw another card.",
    )


@dataclass(frozen=True, slots=True)
class DeckEmptied(Event[State]):
    """The recruit deck ran out earlier than the app counted (FW-026)."""

    round: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_empty_deck(state), RESHUFFLE, "The recruit deck cannot have run out now.")
        require(self.round == state.round, RESHUFFLE, f"Round {state.round} is being played.", field="round")
        return replace(state, stock=_shuffle(state, state.stock))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The recruit deck has run out and its discard pile is shuffled"


def can_empty_deck(state: State) -> bool:
    """Whether the deck may have run out early; not with War is Over in it, which would have come first."""
    is_sealed = isinstance(state.phase, phases.Bidding) and bool(state.phase.sealed)
    playing = isinstance(state.phase, phases.Bidding | phases.Resolving) and not is_sealed
    return playing and state.stock.discard > 0 and not is_war_in_deck(state)


def empty_question(state: State) -> Prompt:
    left = count_of(state.stock.deck, "card")
    return Prompt(
        DeckEmptied.kind,
        "The recruit deck has run out",
        rule=RESHUFFLE,
        given=(("round", state.round),),
        confirm="Shuffle its discard pile",
        help=f"By our count, {left} should be left; the new deck has {state.stock.discard}.",
        menu="Piles",
    )


def is_counting(state: State) -> bool:
    return not isinstance(state.phase, phases.LiningUp | phases.Bidding | phases.Resolving | phases.Stocktaking)


def finish_rounds(state: State) -> State:
    """End the last round; what is left to count gets its own row on the score sheet."""
    phase: phases.Phase = phases.CountingCards() if state.partial else phases.CountingBonuses()
    played = any(past.number == state.round for past in state.past)
    scored = any(line.round == state.round for line in state.ledger)
    number = state.round + (played or scored)
    return replace(state, phase=phase, round=number, lineup=())
