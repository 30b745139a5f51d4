"""The total of a bid: the cards that count, what aces cancel, and the working."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.recruits.deck import CARD, SUIT_NAMES, SUIT_OF, VALUE, in_words
from scoring.games.recruits.options import AceTarget, BlindSuit, Variant
from scoring.games.recruits.state import Bid, Contest, State

TOTAL: Final = Rule("RS-052", "In a bid, only the claimed suit counts; the sum is the total.", "Resolving bids")
POWERED: Final = Rule(
    "RS-087", "Powered Ace: an ace is worth nothing and cancels the highest card of another player.", "Variations"
)
WHOSE_CARD: Final = Rule("RS-R05", "The owner of a powered ace chooses whose card it cancels.", "Our ruling")
WHICH_ACES: Final = Rule(
    "RS-R06", "Only an ace that counts has power; aces are not cancelled; only counting cards are.", "Our ruling"
)

_ACE: Final = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """A bid with its total: of the `counting` cards, aces have cancelled those in `struck`."""

    seat: Seat
    counting: tuple[str, ...]
    struck: tuple[str, ...]
    total: int


def tallies(state: State, contest: Contest) -> tuple[Tally, ...]:
    """Every bid with its total; aces that are aimed already have cancelled their cards."""
    return tuple(_tally(state, contest, bid) for bid in contest.bids)


def totals(state: State, contest: Contest) -> tuple[tuple[Seat, int], ...]:
    """The total of each bid: as the table counted it, else from its cards."""
    return contest.totals or tuple((tally.seat, tally.total) for tally in tallies(state, contest))


def counting_cards(state: State, contest: Contest, bid: Bid) -> tuple[str, ...]:
    """The cards of a bid that count, aces included (RS-052, RS-086); both cards must be known."""
    if _is_void(state, contest, bid):
        return ()
    same = SUIT_OF[bid.second] == bid.claim or (state.has(Variant.PAIRS) and VALUE[bid.second] == VALUE[bid.first])
    return bid.shown if same else (bid.first,)


def acting_aces(state: State, contest: Contest) -> tuple[Seat, ...]:
    """The owner of each ace with power, in the order of the bids (RS-088); a pair of aces names its owner twice."""
    powered = state.has(Variant.POWERED_ACE)
    return tuple(bid.seat for bid in contest.bids for _ in _aces(state, contest, bid)) if powered else ()


def ace_targets(state: State, contest: Contest, seat: Seat) -> tuple[Seat, ...]:
    """The opponents whose card this player's ace may cancel: those with a counting number card (RS-087)."""
    worth = {bid.seat: sum(_numbers(state, contest, bid)) for bid in contest.bids if bid.seat != seat}
    least = max(worth.values(), default=0) if state.options.ace_target is AceTarget.LEADER else 1
    return tuple(other for other, total in worth.items() if total and total >= least)


def working(state: State, contest: Contest, bid: Bid) -> str:
    """The working of a total: "9; the 9 of diamonds does not count"."""
    tally = _tally(state, contest, bid)
    left = [_worth(state, card) for card in tally.counting if card not in tally.struck]
    numbers = [str(n) for n in left if n]
    total = f"{tally.total} = {' + '.join(numbers)}" if len(numbers) > 1 else str(tally.total)
    cancelled = (f"an ace cancels the {CARD[card].short}" for card in tally.struck)
    return "; ".join((total, *_notes(state, contest, bid), *cancelled))


def _notes(state: State, contest: Contest, bid: Bid) -> Iterator[str]:
    if _is_void(state, contest, bid):
        yield f"{SUIT_NAMES[bid.claim]} is the recruit's own suit"
    elif bid.second not in counting_cards(state, contest, bid):
        yield f"the {in_words(bid.second)} does not count"
    elif SUIT_OF[bid.second] != bid.claim:
        yield "a pair"
    if state.has(Variant.POWERED_ACE) and _aces(state, contest, bid):
        yield "an ace has power"


def _is_void(state: State, contest: Contest, bid: Bid) -> bool:
    """Whether the claim is in the covered recruit's own suit and worth nothing (RS-R07)."""
    is_own_suit = contest.blind and bid.claim == SUIT_OF.get(contest.recruit)
    return is_own_suit and state.options.blind_suit is BlindSuit.VOID


def _worth(state: State, card: str) -> int:
    return 0 if state.has(Variant.POWERED_ACE) and VALUE[card] == _ACE else VALUE[card]


def _numbers(state: State, contest: Contest, bid: Bid) -> list[int]:
    """The numbers an ace could cancel, highest first."""
    worth = (_worth(state, card) for card in counting_cards(state, contest, bid))
    return sorted((n for n in worth if n), reverse=True)


def _aces(state: State, contest: Contest, bid: Bid) -> list[str]:
    cards = counting_cards(state, contest, bid)
    if cards and state.options.offsuit_ace:
        cards = bid.shown
    return [card for card in cards if VALUE[card] == _ACE]


def _tally(state: State, contest: Contest, bid: Bid) -> Tally:
    cards = counting_cards(state, contest, bid)
    hits = sum(target == bid.seat for _, target in contest.aims)
    strong = sorted((card for card in cards if _worth(state, card)), key=lambda card: -VALUE[card])
    struck = tuple(strong[:hits])
    total = sum(_worth(state, card) for card in cards) - sum(VALUE[card] for card in struck)
    return Tally(bid.seat, cards, struck, total)
