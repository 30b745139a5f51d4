"""Helpers that set up a state of Recruit for a test."""

from typing import Any

from scoring.contract.scores import Seat
from scoring.games.recruit.cards import CardPlayed
from scoring.games.recruit.counting import FacesCounted, TricksCounted
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.options import Options
from scoring.games.recruit.state import State, Variation
from scoring.games.recruit.tricks import TrickWon
from scoring.games.recruit.variations import VariationsDeclared
from scoring.kit.trick_taking import Level
from scoring.testing.tables import row
from scoring.testing.walks import table_of
from tests.scoring.recruit.table import GAME, after, enter, prompt_for

Row = tuple[int, ...]


def opened(players: int = 4, first_dealer: Seat | None = None, **options: Any) -> State:
    """A table before its first hand; the last player deals, so that Ana leads."""
    dealer = Seat(players - 1) if first_dealer is None else first_dealer
    return GAME.open(table_of(players), Options(first_dealer=dealer, **options))


def dealt(displayed: str | None, *declared: Variation, players: int = 4, **options: Any) -> State:
    """The first hand with its card displayed; None: the card is not entered."""
    state = opened(players, **options)
    if declared:
        state = after(state, VariationsDeclared(state.hand.dealer, declared))
    return enter(state, "card_left_out") if displayed is None else after(state, CardDisplayed(displayed))


def taken(*tricks: int) -> TricksCounted:
    """The piles by seat, in tricks."""
    return TricksCounted(row(*tricks))


def sorting(*tricks: int, declared: tuple[Variation, ...] = (), displayed: str | None = "2H") -> State:
    """The first hand with its tricks counted; the faces come next."""
    return after(dealt(displayed, *declared, players=len(tricks)), taken(*tricks))


def faces(jacks: Row, queens: Row, kings: Row, match: Row = ()) -> FacesCounted:
    """The faces and matching cards in the piles, by seat."""
    return FacesCounted(row(*jacks), row(*queens), row(*kings), row(*match))


def counted(state: State, tricks: Row, jacks: Row, queens: Row, kings: Row, match: Row = ()) -> State:
    """The hand scored by counting."""
    return after(state, taken(*tricks), faces(jacks, queens, kings, match))


def next_hand(state: State, tricks: Row, jacks: Row, queens: Row, kings: Row, displayed: str = "2H") -> State:
    """A whole hand by counts."""
    return counted(after(state, CardDisplayed(displayed)), tricks, jacks, queens, kings)


def won(*seats: Seat) -> tuple[TrickWon, ...]:
    """Tricks one after the other."""
    return tuple(map(TrickWon, seats))


def by_tricks(displayed: str | None, *declared: Variation, players: int = 4, **options: Any) -> State:
    """The first hand, entered trick by trick."""
    return dealt(displayed, *declared, players=players, level=Level.TRICKS, **options)


def by_cards(displayed: str, *declared: Variation, players: int = 4, **options: Any) -> State:
    """The first hand, entered card by card."""
    return dealt(displayed, *declared, players=players, level=Level.CARDS, **options)


def laid(state: State, cards: str) -> State:
    """The state after the cards of "5H 2C JOKER" were played in turn."""
    for card in cards.split():
        state = after(state, next_card(state, card))
    return state


def next_card(state: State, card: str) -> CardPlayed:
    """The next card, played by the player whose turn it is."""
    given = dict(prompt_for(state, CardPlayed.kind).given)
    return CardPlayed(given["hand"], given["trick"], Seat(given["seat"]), card)
