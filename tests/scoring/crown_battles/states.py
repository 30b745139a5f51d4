"""Helpers that set up a state of Crown Battles for a test."""

from typing import Any

from scoring.contract.scores import Seat
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.cards import CardPlayed
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.events import Bid, Spinner
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.crown_battles.powers.witch import WitchPlayed
from scoring.games.crown_battles.rounds.mission_judging import MissionsJudged
from scoring.games.crown_battles.state import Spinning, State
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.tables import row
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.table import GAME, after, state_main


def opened(players: int = 4, first_dealer: Seat | None = None, **options: Any) -> State:
    """A table before its first round; the last player deals."""
    dealer = Seat(players - 1) if first_dealer is None else first_dealer
    return GAME.open(table_of(players), Options(first_dealer=dealer, **options))


def of_type(kind: RoundType, players: int = 4, cards: int = 4, rounds: int = 2, **options: Any) -> State:
    """A table with rounds of only one type, before the first one; the last player deals."""
    return opened(players, schedule=(cards,) * rounds, pool=(kind,), **options)


def with_trump(state: State, shows: Spinner = Spinner.NONE) -> State:
    """The state with its trump, if the round waits for it."""
    return after(state, TrumpSpun(shows)) if isinstance(state.phase, Spinning) else state


def bids(state: State, *numbers: Bid | int) -> tuple[BidPlaced, ...]:
    """One bid each, in bidding order."""
    seats = state.deal.order
    placed = [(bid,) if isinstance(bid, int) else bid for bid in numbers]
    return tuple(BidPlaced(seat, bid) for seat, bid in zip(seats, placed, strict=False))


def taken(*tricks: int) -> TricksTaken:
    """The piles by seat."""
    return TricksTaken(row(*tricks))


def judged(*achieved: int) -> MissionsJudged:
    """Who achieved the mission, by seat."""
    return MissionsJudged(row(*achieved))


def play_round(state: State, placed: tuple[Bid | int, ...], won: tuple[int, ...]) -> State:
    """A whole round by counts: bids in bidding order, piles by seat."""
    return after(state, *bids(state, *placed), taken(*won))


def counted(*numbers: Bid | int, cards: int = 4, schedule: tuple[int, ...] = (), **options: Any) -> State:
    """A round by counts with all bids placed; as many players as bids."""
    state = opened(len(numbers), schedule=schedule or (cards, cards), **options)
    return after(state, *bids(state, *numbers))


def by_tricks(*numbers: Bid | int, cards: int = 4, spun: Spinner = Spinner.NONE, **options: Any) -> State:
    """A round trick by trick with all bids placed."""
    state = with_trump(opened(len(numbers), schedule=(cards, cards), **({"level": Level.TRICKS} | options)), spun)
    return after(state, *bids(state, *numbers))


def by_cards(*numbers: Bid | int, **options: Any) -> State:
    """A round card by card with all bids placed."""
    return by_tricks(*numbers, level=Level.CARDS, **options)


def won(*seats: Seat) -> tuple[TrickWon, ...]:
    """Tricks one after the other."""
    return tuple(map(TrickWon, seats))


def witch(seat: Seat, shares: dict[Seat, int], *, players: int = 4, copied: bool = False) -> WitchPlayed:
    """A Witch's event with a share for every opponent."""
    others = (Seat(other) for other in range(players) if other != seat)
    return WitchPlayed(seat, tuple((other, shares.get(other, 0)) for other in others), copied)


SHORT = {"D": "dragon", "G": "golem", "P": "peasant", "GG": "golem_king", "DD": "dragon_king", "S": "summoner"}
COLOURS = {"y": "yellow", "b": "blue", "r": "red", "g": "green"}


def laid(state: State, cards: str) -> State:
    """The state after the cards of "b13 D thief" were played in turn."""
    for card in cards.split():
        state = after(state, CardPlayed(Seat(dict(state_main(state).given)["seat"]), code_of(card)))
    return state


def code_of(card: str) -> str:
    """The code of a card in short: "b13", "D", "thief"."""
    return SHORT.get(card) or (f"{COLOURS[card[0]]}-{card[1:]}" if card[1:].isdigit() else card)


def scored(state: State) -> State:
    """The round closed after its last trick."""
    return after(state, RoundScored())
