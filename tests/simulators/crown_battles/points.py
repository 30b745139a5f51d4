"""The points of each type of round, from bids and tricks alone (CB-160 to CB-166 and the types' own sections)."""

from collections.abc import Mapping, Sequence

from scoring.games.crown_battles.options import (
    AllianceMissionsBoth,
    AllianceSoloExpansion,
    DuelNoWinner,
    DuelWinnerBonus,
    Options,
    SpaFailPartial,
    SplitPartialCredit,
    SuitPartialCredit,
)
from tests.simulators.crown_battles.bids import Bid, miss

Points = dict[int, int]
"""Points by seat."""

Hand = tuple[Bid, int]
"""A bid and the tricks won for it."""

STAKE = 20
_FAILED_MISSION = -20
_BOTH_FAILED = -40


def normal(bid: Bid, won: int) -> int:
    """Normal Bidding (CB-160 to CB-163)."""
    if off := miss(bid, won):
        return -10 * off
    return 10 * won + 20 if len(bid) == 1 else 5 * won + 10


def split(options: Options, hands: Sequence[Hand]) -> int:
    """The Split (CB-218 to CB-222, CB-R28, CB-R29)."""
    if all(hand == ((0,), 0) for hand in hands):
        return 10
    if all(miss(bid, won) == 0 for bid, won in hands):
        return sum((10 * won + 10) // len(bid) for bid, won in hands)
    flat = options.split_partial_credit is SplitPartialCredit.FLAT_10
    points = 0
    for bid, won in hands:
        off = miss(bid, won)
        points += -10 * off if off else 10 if flat else 10 // len(bid) * won
    return points


def suits(options: Options, hands: Sequence[Hand], *, times: int = 1, beside: bool = True) -> int:
    """Suit Precision, one hand for every suit (CB-237 to CB-242, CB-R32, CB-R33).

    `times` is what a solo player's trick counts; without `beside` a missed suit leaves the losses alone.
    """
    if all(miss(bid, won) == 0 for bid, won in hands):
        if any(won for _, won in hands):
            return sum(won * 10 // len(bid) * times + 10 // len(bid) for bid, won in hands if won)
        doubled = any(len(bid) > 1 for bid, _ in hands)
        return int(options.suit_zero_double_bonus.value) if doubled else 10
    matched = options.suit_partial_credit is SuitPartialCredit.MATCHED_TRICKS
    points = 0
    for bid, won in hands:
        off = miss(bid, won)
        paid = won if not off else min(won, bid[-1]) if matched else 0
        points += -10 * off + (paid * 10 // len(bid) * times if beside else 0)
    return points


def wagering(options: Options, pot: int, hands: Sequence[Hand], extras: Sequence[int]) -> tuple[Points, int]:
    """Everybody's points, and the pot that is carried on (CB-285 to CB-296)."""
    met = [seat for seat, (bid, won) in enumerate(hands) if miss(bid, won) == 0]
    share = pot // len(met) // 5 * 5 if met else 0
    points = {seat: (share - STAKE + extra if seat in met else -STAKE - extra) for seat, extra in enumerate(extras)}
    assert share * len(met) <= pot, "nobody is paid more than the pot holds"
    if options.wagering_normal_score:
        points = {seat: points[seat] + normal(*hands[seat]) for seat in points}
    return points, 0 if met else pot


def duel(options: Options, fight: Sequence[int], hands: Sequence[Hand]) -> Points:
    """One fight of two or three (CB-309 to CB-319, CB-R41 to CB-R45)."""
    off = {seat: miss(*hands[seat]) for seat in fight}
    winners = [seat for seat in fight if off[seat] == 0]
    losers = [seat for seat in fight if off[seat]]
    points = {seat: -10 * off[seat] for seat in losers}
    if winners:
        share = 10 * sum(off.values()) // len(winners) // 5 * 5
        for seat in winners:
            bid, won = hands[seat]
            bonus = 20 // len(bid) if losers and options.duel_winner_bonus is DuelWinnerBonus.AS_NORMAL else 0
            points[seat] = 10 * won // len(bid) + share + bonus
        return points
    return _nobody_met(options, off)


def _nobody_met(options: Options, off: Mapping[int, int]) -> Points:
    """The differences, to the smallest miss (CB-311, CB-312, CB-316 to CB-318, CB-R42, CB-R44)."""
    best = min(off.values())
    nearest = [seat for seat in off if off[seat] == best]
    if len(nearest) == len(off):
        return {seat: -10 * off[seat] for seat in off}
    pool = sum(10 * (off[seat] - best) for seat in off)
    gains = {seat: pool // len(nearest) if seat in nearest else 0 for seat in off}
    transfer = {seat: gains[seat] - 10 * (off[seat] - best) for seat in off}
    assert sum(transfer.values()) == 0, "what one player gets another one pays"
    match options.duel_no_winner:
        case DuelNoWinner.TRANSFER_ONLY:
            return transfer
        case DuelNoWinner.LOSSES_PLUS_TRANSFER:
            return {seat: transfer[seat] - 10 * off[seat] for seat in off}
        case DuelNoWinner.PAY_FROM_LOSS:
            return {seat: gains[seat] - 10 * off[seat] for seat in off}


def alliance(team: Sequence[int], hands: Sequence[Hand]) -> int:
    """What each member of a team gets, or a player alone (CB-336 to CB-343)."""
    low, high = (sum(hands[seat][0][end] for seat in team) for end in (0, -1))
    won = sum(hands[seat][1] for seat in team)
    if off := miss((low, high), won):
        return -10 * off
    a_trick = 20 if len(team) == 1 else 10
    return a_trick * won + 10 if low == high else a_trick // 2 * won + 5


def suit_alliance(options: Options, team: Sequence[int], hands: Sequence[Sequence[Hand]]) -> int:
    """What each member gets for the suits of a team; `hands` by seat, then by suit (CB-360 to CB-365)."""
    together: list[Hand] = []
    for suit in range(len(hands[0])):
        low, high = (sum(hands[seat][suit][0][end] for seat in team) for end in (0, -1))
        won = sum(hands[seat][suit][1] for seat in team)
        together.append(((low,) if low == high else (low, high), won))
    alone = len(team) == 1
    twice = alone and options.alliance_solo_expansion is AllianceSoloExpansion.DOUBLE_ON_SUCCESS
    beside = alone or options.spa_fail_partial is SpaFailPartial.REGULAR
    return suits(options, together, times=2 if twice else 1, beside=beside)


def mission(value: int, *, achieved: bool) -> int:
    """A mission (CB-262, CB-263)."""
    return value if achieved else _FAILED_MISSION


def mission_alliance(options: Options, team: Sequence[int], values: Sequence[int], achieved: Sequence[bool]) -> Points:
    """The missions of a team, or of a player alone (CB-351 to CB-354)."""
    if len(team) == 1:
        seat = team[0]
        twice = 2 if options.alliance_solo_expansion is AllianceSoloExpansion.DOUBLE_ON_SUCCESS else 1
        return {seat: values[seat] * twice if achieved[seat] else _FAILED_MISSION}
    done = [achieved[seat] for seat in team]
    if not any(done):
        return dict.fromkeys(team, _BOTH_FAILED)
    if not all(done):
        return dict.fromkeys(team, 0)
    if options.alliance_missions_both is AllianceMissionsBoth.OWN_EACH:
        return {seat: values[seat] for seat in team}
    return dict.fromkeys(team, sum(values[seat] for seat in team))
