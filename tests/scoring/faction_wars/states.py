"""Helpers that set up a state of Faction Wars for a test."""

from typing import Any

from scoring.contract.cards import KnownCard
from scoring.contract.scores import Seat
from scoring.games.faction_wars.actions import ActionDone
from scoring.games.faction_wars.battle import CardRevealed
from scoring.games.faction_wars.bidding import BidsTurned
from scoring.games.faction_wars.bonuses import BonusesScored
from scoring.games.faction_wars.cards import NamedBonusCard
from scoring.games.faction_wars.collecting import CardCollected
from scoring.games.faction_wars.counting import CardsCounted
from scoring.games.faction_wars.entry import PilesCounted
from scoring.games.faction_wars.options import Level, Options
from scoring.games.faction_wars.passes import CardLaid
from scoring.games.faction_wars.phases import LiningUp
from scoring.games.faction_wars.state import State
from scoring.testing.tables import A
from scoring.testing.walks import table_of
from tests.scoring.faction_wars.cards import BERSERKER
from tests.scoring.faction_wars.table import GAME, after, main


def opened(players: int = 4, level: Level = Level.ROUNDS, **options: Any) -> State:
    """A table before its first round."""
    return GAME.open(table_of(players), Options(level=level, **options))


def bids(state: State, *positions: int) -> BidsTurned:
    return BidsTurned(state.round, tuple((Seat(seat), n) for seat, n in enumerate(positions)))


def bid(state: State, *positions: int) -> State:
    return after(state, bids(state, *positions))


def fight(state: State, position: int, *shown: tuple[Seat, str]) -> State:
    return after(state, *(CardRevealed(state.round, position, seat, card) for seat, card in shown))


def take(state: State, seat: Seat, card: KnownCard) -> State:
    return after(state, CardCollected(seat, card))


def acted(
    state: State,
    seat: Seat = A,
    drawn: int = 0,
    positions: tuple[int, ...] = (),
    robbed: dict[Seat, int] | None = None,
    removed: dict[Seat, int] | None = None,
) -> ActionDone:
    """An action that brought these cards; recruits by seat, none from the others."""
    others = [other for other in state.table.seats if other != seat]
    took, lost = robbed or {}, removed or {}
    return ActionDone(
        seat,
        drawn,
        positions,
        tuple((other, took.get(other, 0)) for other in others),
        tuple((other, lost.get(other, 0)) for other in others),
        note="",
    )


def lay(state: State, *cards: KnownCard) -> State:
    """Put these cards into the line-up, one after the other."""
    for card in cards:
        position = dict(main(state).given)["position"]
        state = after(state, CardLaid(state.round, position, card))
    return state


def piles(state: State, *decks: tuple[int, int], **changes: Any) -> PilesCounted:
    """Battle decks and discard piles; the recruit deck as the app counted it, except for the changes."""
    stock = state.stock
    numbers: dict[str, Any] = {
        "next_round": state.round,
        "recruit_deck": stock.deck,
        "recruit_discard": stock.discard,
        "passes": stock.passes,
        "war": bool(state.last_round),
    }
    lie = decks or tuple((own.deck, own.discard) for own in state.holdings)
    return PilesCounted(
        decks=tuple((Seat(seat), deck) for seat, (deck, _) in enumerate(lie)),
        discards=tuple((Seat(seat), discard) for seat, (_, discard) in enumerate(lie)),
        **(numbers | changes),
    )


def stocked(
    players: int = 4, level: Level = Level.ROUNDS, options: dict[str, Any] | None = None, **changes: Any
) -> State:
    """A table whose recruit deck was counted."""
    state = opened(players, level, **(options or {}))
    while isinstance(state.phase, LiningUp):
        state = lay(state, BERSERKER)
    return after(state, piles(state, **changes))


def counted(state: State, *piles_of: tuple[int, int, int]) -> State:
    """Count everybody's (recruits, Berserkers, penalties)."""
    return after(state, *(CardsCounted(Seat(seat), *numbers) for seat, numbers in enumerate(piles_of)))


def bonuses(state: State, *points: int, owners: dict[NamedBonusCard, tuple[Seat, int]] | None = None) -> BonusesScored:
    """Other bonuses by seat, and who owns a named card with how many others of its faction."""
    owned = owners or {}
    return BonusesScored(
        own(**{card.value: seat for card, (seat, _) in owned.items()}),
        tuple((card, (owned[card],)) for card in NamedBonusCard if card in owned),
        tuple((seat, points[seat] if seat < len(points) else 0) for seat in state.table.seats),
    )


def own(**owners: Seat) -> tuple[tuple[NamedBonusCard, Seat | None], ...]:
    """The owner of each named card; nobody owns the others."""
    return tuple((card, owners.get(card.value)) for card in NamedBonusCard)
