"""Which bids are legal, written from the rules on bidding (CB-070 to CB-077, CB-R05 to CB-R08)."""

from collections.abc import Iterable, Sequence

from scoring.games.crown_battles.options import BidCap, Options, ScrewComparesWith, ScrewDoubleMode

Bid = tuple[int, ...]
"""(n,) or (n, n + 1)."""


def top_token(players: int) -> int:
    """The highest bid token (CB-008)."""
    return {7: 9, 8: 8}.get(players, 10)


def highest(options: Options, players: int, tricks: int) -> int:
    """The highest number that may be bid (CB-074, CB-075)."""
    return min(tricks, top_token(players)) if options.bid_cap is BidCap.TOKENS else tricks


def doubles_are_open(options: Options, dealt: int, tricks: int) -> bool:
    """Whether double bids are legal with this number of tricks (CB-022, CB-073, CB-R05)."""
    return dealt > 1 and (tricks > 1 or options.double_on_single_trick)


def all_bids(high: int, *, doubles: bool) -> list[Bid]:
    singles: list[Bid] = [(n,) for n in range(high + 1)]
    return singles + [(n, n + 1) for n in range(high)] if doubles else singles


def compared_with(options: Options, dealt: int, tricks: int) -> int:
    """What the bids may not add up to (CB-R08)."""
    return dealt if options.screw_compares_with is ScrewComparesWith.CARDS_DEALT else tricks


def closed_to_dealer(options: Options, others: Sequence[Bid], bid: Bid, target: int) -> bool:
    """Whether the dealer may not say this because of Screw the Dealer (CB-076, CB-077, CB-R07)."""
    low, high = bid[0], bid[-1]
    match options.screw_double_mode:
        case ScrewDoubleMode.LOW:
            rest = sum(other[0] for other in others)
            return low <= target - rest <= high
        case ScrewDoubleMode.ANY_OVERLAP:
            return sum(other[0] for other in others) + low <= target <= sum(other[-1] for other in others) + high
        case ScrewDoubleMode.IGNORE_DOUBLES:
            rest = sum(other[0] for other in others if len(other) == 1)
            return len(bid) == 1 and rest + low == target


def suits_closed_to_dealer(options: Options, others: Sequence[Bid], bid: Sequence[Bid], target: int) -> bool:
    """Whether the dealer may not bid this on the suits: all bids on all suits are added (CB-244, CB-R08)."""
    if options.screw_double_mode is ScrewDoubleMode.IGNORE_DOUBLES:
        return sum(part[0] for part in (*others, *bid) if len(part) == 1) == target
    together = (sum(part[0] for part in bid), sum(part[-1] for part in bid))
    return closed_to_dealer(options, others, together, target)


def open_to_dealer(options: Options, others: Sequence[Bid], bids: Iterable[Bid], target: int) -> list[Bid]:
    """The bids open to the dealer; all of them if none would be left."""
    wanted = list(bids)
    return [bid for bid in wanted if not closed_to_dealer(options, others, bid, target)] or wanted


def miss(bid: Bid, won: int) -> int:
    """How far the tricks are from the nearest number of the bid; 0: met."""
    return min(abs(won - n) for n in bid)
