"""The total of a bid: the cards that count, what aces cancel, and the working."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.recruits.deck import CARD, SUIT_NAMES, SUIT_OF, VALUE, in_words
from scoring.games.recruits.options import AceTarget, BlindSuit, Options, Variant
from scoring.games.recruits.state import Bid, Contest

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
class CountingRules:
    """The variations and rulings that change a total."""

    pairs: bool
    powered: bool
    leader: bool  # an ace cancels a card of the leading opponent
    offsuit: bool  # an ace has power even if it does not count
    void: bool  # a claim in the covered recruit's own suit is worth nothing


@dataclass(frozen=True, slots=True)
class Tally:
    """A bid with its total: of the `counting` cards, aces have cancelled those in `struck`."""

    seat: Seat
    counting: tuple[str, ...]
    struck: tuple[str, ...]
    total: int


def rules_for(options: Options, variants: Sequence[Variant]) -> CountingRules:
    return CountingRules(
        Variant.PAIRS in variants,
        Variant.POWERED_ACE in variants,
        options.ace_target is AceTarget.LEADER,
        options.offsuit_ace,
        options.blind_suit is BlindSuit.VOID,
    )


def tallies(contest: Contest, rules: CountingRules) -> tuple[Tally, ...]:
    """Every bid with its total; aces that are aimed already have cancelled their cards."""
    return tuple(_tally(contest, bid, rules) for bid in contest.bids)


def totals(contest: Contest, rules: CountingRules) -> tuple[tuple[Seat, int], ...]:
    """The total of each bid: as the table counted it, else from its cards."""
    return contest.totals or tuple((tally.seat, tally.total) for tally in tallies(contest, rules))


def counting_cards(contest: Contest, bid: Bid, rules: CountingRules) -> tuple[str, ...]:
    """The cards of a bid that count, aces included (RS-052, RS-086); both cards must be known."""
    if _is_void(contest, bid, rules):
        return ()
    same = SUIT_OF[bid.second] == bid.claim or (rules.pairs and VALUE[bid.second] == VALUE[bid.first])
    return bid.shown if same else (bid.first,)


def acting_aces(contest: Contest, rules: CountingRules) -> tuple[Seat, ...]:
    """The owner of each ace with power, in the order of the bids (RS-088); a pair of aces names its owner twice."""
    return tuple(bid.seat for bid in contest.bids for _ in _aces(contest, bid, rules)) if rules.powered else ()


def ace_targets(contest: Contest, seat: Seat, rules: CountingRules) -> tuple[Seat, ...]:
    """The opponents whose card this player's ace may cancel: those with a counting number card (RS-087)."""
    worth = {bid.seat: sum(_numbers(contest, bid, rules)) for bid in contest.bids if bid.seat != seat}
    best = max(worth.values(), default=0)
    return tuple(other for other, total in worth.items() if total and (total == best or not rules.leader))


def working(contest: Contest, bid: Bid, rules: CountingRules) -> str:
    """The working of a total: "9; the 9 of diamonds does not count"."""
    tally = _tally(contest, bid, rules)
    left = [_worth(card, rules) for card in tally.counting if card not in tally.struck]
    numbers = [str(n) for n in left if n]
    total = f"{tally.total} = {' + '.join(numbers)}" if len(numbers) > 1 else str(tally.total)
    cancelled = (f"an ace cancels the {CARD[card].short}" for card in tally.struck)
    return "; ".join((total, *_notes(contest, bid, rules), *cancelled))


def _notes(contest: Contest, bid: Bid, rules: CountingRules) -> Iterator[str]:
    if _is_void(contest, bid, rules):
        yield f"{SUIT_NAMES[bid.claim]} is the recruit's own suit"
    elif bid.second not in counting_cards(contest, bid, rules):
        yield f"the {in_words(bid.second)} does not count"
    elif SUIT_OF[bid.second] != bid.claim:
        yield "a pair"
    if rules.powered and _aces(contest, bid, rules):
        yield "an ace has power"


def _is_void(contest: Contest, bid: Bid, rules: CountingRules) -> bool:
    return rules.void and contest.blind and bid.claim == SUIT_OF.get(contest.recruit)


def _worth(card: str, rules: CountingRules) -> int:
    return 0 if rules.powered and VALUE[card] == _ACE else VALUE[card]


def _numbers(contest: Contest, bid: Bid, rules: CountingRules) -> list[int]:
    """The numbers an ace could cancel, highest first."""
    worth = (_worth(card, rules) for card in counting_cards(contest, bid, rules))
    return sorted((n for n in worth if n), reverse=True)


def _aces(contest: Contest, bid: Bid, rules: CountingRules) -> list[str]:
    cards = counting_cards(contest, bid, rules)
    if cards and rules.offsuit:
        cards = bid.shown
    return [card for card in cards if VALUE[card] == _ACE]


def _tally(contest: Contest, bid: Bid, rules: CountingRules) -> Tally:
    cards = counting_cards(contest, bid, rules)
    hits = sum(target == bid.seat for _, target in contest.aims)
    strong = sorted((card for card in cards if _worth(card, rules)), key=lambda card: -VALUE[card])
    struck = tuple(strong[:hits])
    total = sum(_worth(card, rules) for card in cards) - sum(VALUE[card] for card in struck)
    return Tally(bid.seat, cards, struck, total)
