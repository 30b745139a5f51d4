"""Helpers that set up a state of Crown Battles for a test."""

from typing import Any

from scoring.contract import prompts
from scoring.contract.game import Table
from scoring.contract.scores import ScoreLine, Seat
from scoring.games import find_game
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
from scoring.testing.tables import Tables

GAME = find_game("crown_battles")

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal")
A, B, C, D, E = map(Seat, range(5))

TABLES = Tables(GAME)
after = TABLES.after
refusal = TABLES.refusal
assert_refused = TABLES.assert_refused
state_main = TABLES.main
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds


def opened(players: int = 4, first_dealer: Seat | None = None, **options: Any) -> State:
    """A table before its first round; the last player deals."""
    dealer = Seat(players - 1) if first_dealer is None else first_dealer
    return GAME.open(Table(NAMES[:players]), Options(first_dealer=dealer, **options))


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
    return TricksTaken(tuple((Seat(seat), n) for seat, n in enumerate(tricks)))


def judged(*achieved: int) -> MissionsJudged:
    """Who achieved the mission, by seat."""
    return MissionsJudged(tuple((Seat(seat), done) for seat, done in enumerate(achieved)))


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


def closed_doubles(state: State) -> list[str]:
    """Why double bids are not allowed, for each bid of the main prompt."""
    fields = [inner for field in state_main(state).fields for inner in _inside(field)]
    return [field.no_doubles for field in fields if isinstance(field, prompts.Bid)]


def _inside(field: prompts.Field) -> list[prompts.Field]:
    return [cell.field for cell in field.cells] if isinstance(field, prompts.Grid) else [field]


def team_facts(state: State) -> list[tuple[str, str]]:
    """The teams at the top of the table, with what they say."""
    return [(fact.label, fact.value) for fact in GAME.view(state).facts if fact.key.startswith("team")]


def lines(state: State, number: int = 1) -> list[ScoreLine]:
    return [line for line in state.ledger if line.round == number]


def scored(state: State) -> State:
    """The round closed after its last trick."""
    return after(state, RoundScored())
