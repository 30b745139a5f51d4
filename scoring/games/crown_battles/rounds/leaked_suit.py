"""Leaked Suit: before the bids everybody shows all cards of one suit.

All choose before anybody shows (CB-205), so a choice is secret until the last one is made: where secrets are sealed,
everybody picks a suit in secret, and the last pick opens them all. In the variations nothing is secret: a suit is open
once it is shown in turn (CB-209), named (CB-210), spun in a spin of its own (CB-211) or drawn (CB-212).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.contract.board import Shape, Tile
from scoring.contract.game import Notice, Table
from scoring.contract.prompts import Choice, Pick, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import trick_position
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import CARD, DRAGON, GOLEM, SUITS, Special
from scoring.games.crown_battles.events import TypeEvent
from scoring.games.crown_battles.options import LeakedReveal
from scoring.games.crown_battles.rounds import blind, normal
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.state import Bidding, ByCards, State, TypeState
from scoring.kit.rulings import Ruling
from scoring.kit.seats import check_player

SHOWN: Final = Rule("CB-205", "Before the bids everybody shows all cards of one suit.", "Leaked Suit")
NOT_CHOSEN: Final = Rule("CB-206", "Peasants and special cards are not a suit to show.", "Leaked Suit")
CLOCKWISE: Final = Rule("CB-209", "Variation: everybody shows in turn, clockwise.", "Leaked Suit: Variations")
DEALER: Final = Rule("CB-210", "Variation: the dealer decides which suit everybody shows.", "Leaked Suit: Variations")
SPUN: Final = Rule("CB-211", "Variation: a second spin says which suit everybody shows.", "Leaked Suit: Variations")
RANDOM_CARD: Final = Rule(
    "CB-212",
    "Variation: clockwise, everybody draws a card from their left neighbour, who shows its suit.",
    "Leaked Suit: Variations",
)
WHO_FIRST: Final = Rule(
    "CB-R55", "The player left of the dealer bids first; the Dragon King is one of the Dragons.", "Our ruling"
)


class Shown(StrEnum):
    """A suit to show; Peasants and special cards are always refused."""

    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    FAMILY = "golems_and_dragons"
    PEASANTS = "peasants"
    SPECIALS = "specials"


_NAMES: Final = {
    **{Shown(suit.key): suit.name for suit in SUITS},
    Shown.FAMILY: "Golems & Dragons",
    Shown.PEASANTS: "Peasants",
    Shown.SPECIALS: "Special cards",
}
_SHORT: Final = "G & D"  # the full name is too long for a token
_COLOURS: Final = tuple(suit.key for suit in SUITS)


@dataclass(frozen=True, slots=True)
class SuitsShown(TypeEvent):
    """The suits that all players show at the same time (CB-205)."""

    shown: tuple[tuple[Seat, Shown], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        hidden = bool(Leaked.of(state).picked)
        require(not hidden, SHOWN, "Suits are being picked in secret; undo the picks first.", field="shown")
        require(state.table.has_all_seats(self.shown), SHOWN, "Everybody shows one suit.", field="shown")
        for seat, suit in self.shown:
            _check_suit(state, suit, f"shown[{seat}]")
        return _with_shown(state, *sorted(self.shown))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Shown: {', '.join(f'{table.names[seat]} {_NAMES[suit].lower()}' for seat, suit in self.shown)}"


@dataclass(frozen=True, slots=True)
class SuitPicked(TypeEvent):
    """The suit that a player will show in round `round`, kept secret by the app until all have picked (CB-205)."""

    round: int
    seat: Seat
    suit: Shown

    def apply(self, state: State, waived: Collection[str]) -> State:
        blind.check_round(state, self.round, SHOWN)
        check_player(state.table, self.seat, SHOWN)
        name = state.name(self.seat)
        require(self.seat in _without_pick(state), SHOWN, f"{name} has already picked a suit.", field="seat")
        _check_suit(state, self.suit, "suit")
        picked = tuple(sorted((*Leaked.of(state).picked, (self.seat, self.suit))))
        if len(picked) == state.players:
            return _with_shown(state, *picked)
        return state.with_type_state(Leaked((), picked))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        suit = "has picked a suit" if "suit" in veiled else f"shows {_NAMES[self.suit].lower()}"
        return f"{table.names[self.seat]} {suit}"

    def veiled(self, state: State) -> frozenset[str]:
        return blind.veil(state, self.round, "suit", shown=bool(Leaked.of(state).shown))


@dataclass(frozen=True, slots=True)
class SuitShown(TypeEvent):
    """The suit that one player shows, in turn or by a drawn card (CB-209, CB-212)."""

    seat: Seat
    suit: Shown

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.seat, SHOWN)
        turn = state.clockwise[len(Leaked.of(state).shown)]
        require(self.seat == turn, _rule(state), f"It is {state.name(turn)}'s turn to show a suit.", field="seat")
        _check_suit(state, self.suit, "suit")
        return _with_shown(state, *Leaked.of(state).shown, (self.seat, self.suit))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} shows {_NAMES[self.suit].lower()}"


@dataclass(frozen=True, slots=True)
class SuitCalled(TypeEvent):
    """The suit that everybody shows: the dealer says it (CB-210), or a second spin (CB-211)."""

    suit: Shown

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_suit(state, self.suit, "suit")
        return _with_shown(state, *((seat, self.suit) for seat in state.table.seats))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Everybody shows {_NAMES[self.suit].lower()}"


@dataclass(frozen=True, slots=True)
class Leaked(TypeState):
    """The suits shown so far; `picked` are those still secret."""

    shown: tuple[tuple[Seat, Shown], ...] = ()
    picked: tuple[tuple[Seat, Shown], ...] = ()


def before_play(state: State) -> Wait | None:
    """The suits to show before the bids."""
    shown = Leaked.of(state).shown
    if len(shown) == state.players:
        return None
    match state.options.leaked_reveal:
        case LeakedReveal.TOGETHER:
            return blind.wait_for_all(state, _all_prompt(state), _pick_prompt, _without_pick(state), "suit")
        case LeakedReveal.DEALER:
            return Wait(_call_prompt(state), "The dealer first says which suit is shown.")
        case LeakedReveal.SPINNER:
            return Wait(_spin_prompt(state), "A second spin first says which suit is shown.")
        case LeakedReveal.CLOCKWISE | LeakedReveal.RANDOM_CARD:
            seat = state.clockwise[len(shown)]
            return Wait(_next_prompt(state, seat), f"{state.name(seat)} shows a suit first.")


def sealed_questions(state: State, phase: Bidding) -> tuple[Prompt, ...]:
    """Ask for all suits still to be picked, in any order (CB-205)."""
    together = state.options.leaked_reveal is LeakedReveal.TOGETHER and blind.is_sealed(state.options)
    is_open = together and not Leaked.of(state).shown
    return tuple(_pick_prompt(state, seat) for seat in _without_pick(state)) if is_open else ()


def notices(state: State) -> tuple[Notice, ...]:
    """Card by card: who chose to show a suit and had no card of it (W_REVEAL_SUIT).

    Not if dealer or spinner named the suit, and only for players whose cards are all played: a Bomb may end a trick.
    """
    phase = state.phase
    if state.options.leaked_reveal in (LeakedReveal.DEALER, LeakedReveal.SPINNER):
        return ()
    if not isinstance(phase, ByCards) or not trick_position.are_all_played(state):
        return ()
    plays = [play for trick in phase.tricks for play in trick.plays]
    if any(play.card in _CHANGES_HANDS for play in plays):
        return ()
    return tuple(
        Notice(WHO_FIRST, f"{state.name(seat)} showed {_NAMES[shown].lower()} and played none.", seat, code=_NONE_HELD)
        for seat, shown in Leaked.of(state).shown
        if not any(_belongs(play.card, shown) for play in plays if play.seat == seat)
        and sum(play.seat == seat for play in plays) == state.deal.cards
    )


def tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    """The suit shown by a player, face down while it is secret."""
    if seat in dict(Leaked.of(state).picked):
        return (Tile(f"shown-{seat}", "?", up=False, owner=seat, badge="picked", shape=Shape.TOKEN),)
    shown = dict(Leaked.of(state).shown).get(seat)
    if shown is None:
        return ()
    suit = shown.value if shown.value in _COLOURS else ""
    name = _SHORT if shown is Shown.FAMILY else _NAMES[shown]
    return (Tile(f"shown-{seat}", name, suit, owner=seat, badge="shown", shape=Shape.TOKEN),)


def _belongs(card: str, shown: Shown) -> bool:
    """Whether a card is of a shown suit; Golems, Dragons and Kings are one suit (CB-207)."""
    return card in _FAMILY if shown is Shown.FAMILY else CARD[card].suit == shown.value


def _pick_prompt(state: State, seat: Seat) -> Prompt:
    pick = Pick("suit", "Suit", tuple(_choices(state)))
    kind, title = SuitPicked.kind, "picks a suit in secret"
    prompt = blind.ask_in_secret(state, seat, kind, pick, title=title, what="suit", rule=SHOWN)
    return replace(prompt, instant=True, confirm="Record", help="It is shown once everybody has picked.")


def _without_pick(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.clockwise if seat not in dict(Leaked.of(state).picked))


def _all_prompt(state: State) -> Prompt:
    suits = Pick("suit", "", tuple(_choices(state)))
    fields = (state.table.ask_each_seat("shown", "Shown", suits, seats=state.clockwise),)
    return Prompt(
        SuitsShown.kind, "What does everybody show?", fields, rule=SHOWN, confirm="All have shown", help=_HELP
    )


def _call_prompt(state: State) -> Prompt:
    dealer = state.deal.dealer
    fields = (Pick("suit", "Suit", tuple(_choices(state))),)
    title = f"{state.name(dealer)} says what everybody shows"
    return Prompt(SuitCalled.kind, title, fields, rule=DEALER, seat=dealer, instant=True)


def _spin_prompt(state: State) -> Prompt:
    help = "At X or a suit that is not in the deck spin again; after the four colours the dealer names the suit."
    fields = (Pick("suit", "Suit", tuple(_choices(state)), by_chance="Spin"),)
    title = "Spin again: which suit does everybody show?"
    return Prompt(SuitCalled.kind, title, fields, rule=SPUN, seat=state.deal.dealer, instant=True, help=help)


def _next_prompt(state: State, seat: Seat) -> Prompt:
    name = state.name(seat)
    drawn = state.options.leaked_reveal is LeakedReveal.RANDOM_CARD
    by = state.name(state.table.left_of(seat, -1))
    title = f"{by} draws a card from {name}: what does it show?" if drawn else f"What does {name} show?"
    return Prompt(
        SuitShown.kind,
        title,
        (Pick("suit", "Suit", tuple(_choices(state))),),
        rule=_rule(state),
        instant=True,
        help="Draw again if it is a Peasant or a special card." if drawn else _HELP,
    ).for_seat(seat)


def _rule(state: State) -> Rule:
    return RANDOM_CARD if state.options.leaked_reveal is LeakedReveal.RANDOM_CARD else CLOCKWISE


def _choices(state: State) -> Iterator[Choice]:
    """The suits of the deck and the Golems and Dragons."""
    for shown in Shown:
        if not _why_not(state, shown):
            yield Choice(shown.value, _NAMES[shown], suit=shown.value if shown.value in _COLOURS else "")


def _why_not(state: State, shown: Shown) -> str:
    """Why this cannot be shown; empty: it can (CB-206)."""
    if shown in (Shown.PEASANTS, Shown.SPECIALS):
        return f"{_NAMES[shown]} are not a suit; choose another."
    if shown is Shown.FAMILY and state.options.leaked_reveal is LeakedReveal.SPINNER:
        return f"{_NAMES[shown]} are not on the spinner; enter one of its suits."
    if shown is Shown.FAMILY or shown.value in state.deck.suits:
        return ""
    return f"{_NAMES[shown]} is not in the deck; choose another."


def _check_suit(state: State, shown: Shown, field: str) -> None:
    refuse_if(_why_not(state, shown), NOT_CHOSEN, field=field, code="E_REVEAL_SUIT")


def _with_shown(state: State, *shown: tuple[Seat, Shown]) -> State:
    return state.with_type_state(Leaked(shown))


_FAMILY: Final = (GOLEM, DRAGON, Special.GOLEM_KING, Special.DRAGON_KING)
_CHANGES_HANDS: Final = (Special.CURSED, Special.MAGICIAN, Special.MERCHANT, Special.SMUGGLER)
_NONE_HELD: Final = "W_REVEAL_SUIT"
_HELP: Final = "Show all cards of that suit; they stay in your hand."

ROUND: Final = replace(
    normal.ROUND,
    title="Leaked Suit",
    text="Before the bids everybody shows all cards of one suit.",
    rule=SHOWN,
    events=(BidPlaced, SuitsShown, SuitPicked, SuitShown, SuitCalled),
    sealed=sealed_questions,
    before_play=before_play,
    tiles=tiles,
    notices=notices,
    rulings=(
        Ruling(
            "leaked_reveal",
            "Leaked Suit: the suits are shown",
            {
                LeakedReveal.TOGETHER: "All together",
                LeakedReveal.CLOCKWISE: "Clockwise, one by one",
                LeakedReveal.DEALER: "As the dealer says",
                LeakedReveal.SPINNER: "As the spinner says",
                LeakedReveal.RANDOM_CARD: "By a card the neighbour draws",
            },
            SHOWN,
        ),
        blind.SECRETS,
    ),
)
