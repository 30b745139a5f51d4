"""The effects of the special cards (section 7 of the rules) on hands, bids, piles and points."""

from collections.abc import Callable, Mapping
from typing import Final

from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import Trump
from scoring.games.crown_battles.options import (
    AlchemistFrom,
    RoundType,
    Secrets,
    ShieldDuration,
    ShieldWindow,
    SplitSecondLead,
    WitchVictimFloor,
)
from scoring.games.crown_battles.powers.alchemist import AlchemistPlayed
from scoring.games.crown_battles.powers.bishop import BishopPlayed
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.powers.magician import Direction, MagicianPlayed
from scoring.games.crown_battles.powers.merchant import MerchantPlayed
from scoring.games.crown_battles.powers.smuggler import SmugglerPlayed
from scoring.games.crown_battles.powers.spy import SpyPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.powers.witch import WitchPlayed
from scoring.games.crown_battles.powers.wizard import WizardPlayed
from scoring.games.crown_battles.rounds.blind import BlindBidMoved
from scoring.games.crown_battles.shield import ShieldBought
from scoring.kit.trick_taking import Level
from tests.simulators.crown_battles.bids import Bid, highest
from tests.simulators.crown_battles.table import Hands

LATE: Final = frozenset({"thief", "cursed"})
"""Cards that act at the end of the trick (CB-120, CB-R17)."""

LATE_IN_STEALTH: Final = LATE | {"merchant", "magician"}
"""In Stealth Play what needs a hand waits for the end of the trick too (CB-R57)."""

SHIELD_PRICE: Final = 20
_WITCH: Final = 20
_WITCH_IN_THE_END: Final = 30


def is_late(round: Hands, card: str) -> bool:
    """Whether the card acts at the end of its trick."""
    return card in (LATE_IN_STEALTH if round.type is RoundType.STEALTH else LATE)


def act(round: Hands, card: str, seat: int, *, copied: bool) -> None:
    """The action of a special card, if it can do anything."""
    ACTIONS[card](round, seat, copied)


def is_protected(round: Hands, seat: int) -> bool:
    """Whether neither Thief nor Witch may choose this seat (CB-133, CB-137)."""
    lasting = round.table.options.shield_duration is not ShieldDuration.ONE_THEFT
    return seat in round.wizards or (lasting and seat in round.table.shields)


def can_steal(round: Hands) -> bool:
    """Whether anything in the deck steals, so that a shield is of use."""
    return any(special.value in ("thief", "witch") for special in round.table.options.specials)


def buy_shields(round: Hands, *, begun: bool) -> None:
    """Now and then a player buys a Bubble Shield (CB-137, CB-R19); `begun`: the first card is played."""
    table = round.table
    late = begun and table.options.shield_window is ShieldWindow.BEFORE_FIRST_TRICK
    if not can_steal(round) or table.rng.random() > (0.05 if begun else 0.3):
        return
    seat = table.rng.choice(table.seats)
    event = ShieldBought(Seat(seat))
    if late or seat in table.shields:
        if round.level is Level.CARDS or not late:
            table.entering.try_illegal(event)
        return
    table.entering.enter(event)
    table.pay(seat, -SHIELD_PRICE)
    table.shields.add(seat)
    table.shields_paid.append(seat)


def names_leader(round: Hands) -> bool:
    """Whether a trick follows whose leader a Bomb's player may name (CB-109, CB-R31)."""
    if round.trick + 1 == round.tricks:
        return False
    anew = round.table.options.split_second_lead is SplitSecondLead.LEFT_OF_DEALER
    return not (round.type is RoundType.SPLIT and round.is_last and anew)


def _alchemist(round: Hands, seat: int, copied: bool) -> None:
    """Any suit of the deck, none, or the old one (CB-121)."""
    options = round.table.options
    trump = round.table.rng.choice(["none", *(suit.value for suit in options.suits)])
    absent = [Trump(suit) for suit in ("yellow", "blue", "red", "green") if suit not in options.suits]
    round.table.entering.try_illegal(*(AlchemistPlayed(Seat(seat), suit, copied) for suit in absent))
    round.table.entering.power(AlchemistPlayed(Seat(seat), Trump(trump), copied))
    if options.alchemist_from is AlchemistFrom.NEXT_TRICK:
        round.coming = trump
    else:
        round.trump = trump


def _bishop(round: Hands, seat: int, copied: bool) -> None:
    """A look at an opponent's hand (CB-122)."""
    watched = Seat(round.table.rng.choice(round.opponents(seat)))
    round.table.entering.try_illegal(BishopPlayed(Seat(seat), Seat(seat), copied))
    round.table.entering.power(BishopPlayed(Seat(seat), watched, copied))


def _bomb(round: Hands, seat: int, copied: bool) -> None:
    """The trick is destroyed; its player names the next leader (CB-123, CB-R23)."""
    named = round.table.rng.choice(round.table.seats) if names_leader(round) else None
    if not copied:
        # with the Alchemist's trump from the next trick on, it could lie in this trick or in the next one
        at_once = round.table.options.alchemist_from is AlchemistFrom.THIS_TRICK
        round.table.entering.bombed_at_once = at_once and round.table.rng.random() < 0.5
    round.bombed = True
    round.named = named if named is not None else round.named
    round.table.entering.power(BombPlayed(Seat(seat), None if named is None else Seat(named), copied))


def _cursed(round: Hands, seat: int, copied: bool) -> None:
    """Two hands are swapped after the trick; not after the last one (CB-124, CB-R22, CB-R31)."""
    if round.trick in round.ends:
        return
    first, second = sorted(round.table.rng.sample(round.table.seats, 2))
    round.table.entering.try_illegal(CursedPlayed(Seat(seat), (Seat(first), Seat(first)), copied))
    round.table.entering.power(CursedPlayed(Seat(seat), (Seat(first), Seat(second)), copied))
    round.hands[first], round.hands[second] = round.hands[second], round.hands[first]


def _jester(round: Hands, seat: int, copied: bool) -> None:
    """The own bid moves by one, or stays (CB-125, CB-R21)."""
    if not round.bids:
        return
    table = round.table
    if round.type is RoundType.BLIND:
        _hidden_jester(round, seat, copied)
        return
    shared = round.type in (RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES)
    part = table.rng.randrange(len(round.parts)) if shared else round.half
    key = round.parts[part] if shared or _may_be_of_either_half(round) else None
    delta = table.rng.choice(_steps(round, seat, part))
    barred = [step for step in (-2, -1, 1, 2) if step not in _steps(round, seat, part)]
    table.entering.try_illegal(*(JesterPlayed(Seat(seat), step, copied, key) for step in barred))
    table.entering.power(JesterPlayed(Seat(seat), delta, copied, key))
    round.bids[part][seat] = _moved(round.bids[part][seat], delta)


def _may_be_of_either_half(round: Hands) -> bool:
    """Whether it has to be said on which half a bid moves: trick by trick, after the last trick of one was bombed."""
    if len(round.ends) == 1 or round.level is not Level.TRICKS:
        return False
    if round.trick == round.ends[0]:
        return round.winners[-1] is None
    return round.trick + 1 == round.ends[0] and round.bombed and round.table.entering.bombed_at_once


def _hidden_jester(round: Hands, seat: int, copied: bool) -> None:
    """The Jester moves a bid nobody sees (CB-186)."""
    table = round.table
    delta = table.rng.choice(_steps(round, seat, 0))
    table.entering.power(JesterPlayed(Seat(seat), None, copied))
    if table.options.secrets is Secrets.SEALED:
        table.entering.enter(BlindBidMoved(round.number, Seat(seat), delta))
    round.bids[0][seat] = _moved(round.bids[0][seat], delta)


def _steps(round: Hands, seat: int, part: int) -> list[int]:
    """Which steps keep the bid between 0 and the highest bid on the tricks it is about."""
    ends = (0, *round.ends)
    tricks = ends[part + 1] - ends[part] if len(round.ends) > 1 else round.tricks
    high = highest(round.table.options, round.table.players, tricks)
    bid = round.bids[part][seat]
    return [step for step in (-1, 0, 1) if bid[0] + step >= 0 and bid[-1] + step <= high]


def _moved(bid: Bid, delta: int) -> Bid:
    return tuple(number + delta for number in bid)


def _magician(round: Hands, seat: int, copied: bool) -> None:
    """Everybody passes a card; not in the last trick (CB-126)."""
    over = round.trick in round.ends if is_late(round, "magician") else round.is_last
    if over:
        return
    table = round.table
    way = table.rng.choice(tuple(Direction))
    table.entering.power(MagicianPlayed(Seat(seat), way, copied))
    passed = [hand.pop(table.rng.randrange(len(hand))) for hand in round.hands]
    step = 1 if way is Direction.LEFT else -1
    for giver, card in enumerate(passed):
        round.hands[(giver + step) % table.players].append(card)


def _merchant(round: Hands, seat: int, copied: bool) -> None:
    """Two players who hold cards swap one (CB-127)."""
    rng = round.table.rng
    holders = [other for other in round.table.seats if round.hands[other]]
    if len(holders) < 2:
        return
    first, second = sorted(rng.sample(holders, 2))
    if round.level is Level.CARDS:
        empty = [other for other in round.table.seats if not round.hands[other]]
        round.table.entering.try_illegal(
            *(MerchantPlayed(Seat(seat), (Seat(other), Seat(holders[0])), copied) for other in empty)
        )
    round.table.entering.power(MerchantPlayed(Seat(seat), (Seat(first), Seat(second)), copied))
    one, two = rng.randrange(len(round.hands[first])), rng.randrange(len(round.hands[second]))
    hands = round.hands
    hands[first][one], hands[second][two] = hands[second][two], hands[first][one]


def _smuggler(round: Hands, seat: int, copied: bool) -> None:
    """An own card may be swapped with one of the pile (CB-128)."""
    if not round.pile or (round.level is Level.CARDS and not round.hands[seat]):
        return
    swapped = bool(round.hands[seat]) and round.table.rng.random() < 0.5
    round.table.entering.power(SmugglerPlayed(Seat(seat), swapped, copied))
    if swapped:
        swap_with_pile(round, seat)


def swap_with_pile(round: Hands, seat: int) -> None:
    """One random card of a hand changes places with one of the pile."""
    rng, hand, pile = round.table.rng, round.hands[seat], round.pile
    own, other = rng.randrange(len(hand)), rng.randrange(len(pile))
    hand[own], pile[other] = pile[other], hand[own]


def _spy(round: Hands, seat: int, copied: bool) -> None:
    """A look through the pile (CB-129)."""
    if round.pile:
        round.table.entering.power(SpyPlayed(Seat(seat), copied))


def _thief(round: Hands, seat: int, copied: bool) -> None:
    """After the trick, the Thief may take one from another player (CB-131, CB-R16)."""
    table, by_suit = round.table, round.by_suit
    part = 0 if by_suit else sum(round.trick > end for end in round.ends[:-1])
    piles = range(len(round.owned)) if by_suit else (part,)
    targets = [
        (victim, pile)
        for victim in table.seats
        for pile in piles
        if victim != seat and round.owned[pile][victim] and not is_protected(round, victim)
    ]
    _try_thefts(round, seat, copied, [victim for victim, _ in targets])
    if not targets:
        if round.level is not Level.CARDS:  # a Summoner may copy it for somebody who can steal
            table.entering.power(ThiefPlayed(Seat(seat), None, copied))
        return
    if table.options.thief_optional and table.rng.random() < 0.2:
        table.entering.power(ThiefPlayed(Seat(seat), None, copied))
        return
    victim, pile = table.rng.choice(targets)
    known = by_suit and round.level is not Level.COUNTS
    table.entering.power(ThiefPlayed(Seat(seat), Seat(victim), copied, round.parts[pile] if known else None))
    if victim in table.shields and table.options.shield_duration is ShieldDuration.ONE_THEFT:
        table.shields.discard(victim)
        return
    round.owned[pile][victim] -= 1
    round.owned[pile][seat] += 1


def _try_thefts(round: Hands, seat: int, copied: bool, victims: list[int]) -> None:
    """Thefts the app must refuse: from oneself, from protected players, from players without tricks, or none."""
    table = round.table
    wrong = [ThiefPlayed(Seat(seat), Seat(seat), copied)]
    wrong += [ThiefPlayed(Seat(seat), Seat(other), copied) for other in table.seats if is_protected(round, other)]
    if round.level is not Level.COUNTS:
        others = [other for other in table.seats if other not in victims]
        wrong += [ThiefPlayed(Seat(seat), Seat(other), copied) for other in others]
    if victims and not table.options.thief_optional and round.level is not Level.COUNTS:
        wrong.append(ThiefPlayed(Seat(seat), None, copied))
    table.entering.try_illegal(*wrong)


def _witch(round: Hands, seat: int, copied: bool) -> None:
    """Points of the opponents, in fives (CB-132, CB-R18)."""
    table = round.table
    reach = {victim: _reach(round, victim) for victim in round.opponents(seat)}
    most = _WITCH_IN_THE_END if round.final and table.rng.random() < 0.6 else _WITCH
    wanted = min(most, sum(reach.values()))
    shares = dict.fromkeys(reach, 0)
    if not wanted:
        if round.level is not Level.CARDS:  # a Summoner may copy it for somebody who can take points
            table.entering.power(WitchPlayed(Seat(seat), _by_seat(shares), copied))
        return
    for _ in range(wanted // 5):
        open_to = [victim for victim in reach if shares[victim] < min(reach[victim], wanted)]
        shares[table.rng.choice(open_to)] += 5
    _try_witches(round, seat, copied, shares)
    table.entering.power(WitchPlayed(Seat(seat), _by_seat(shares), copied))
    before = sum(table.totals)
    for victim, points in shares.items():
        if points and victim in table.shields and table.options.shield_duration is ShieldDuration.ONE_THEFT:
            table.shields.discard(victim)
        else:
            table.pay(victim, -points)
            table.pay(seat, points)
    assert sum(table.totals) == before, "a Witch makes no points"


def _try_witches(round: Hands, seat: int, copied: bool, shares: Mapping[int, int]) -> None:
    """Shares the app must refuse: too much, too little, uneven, or from the protected."""
    wrong = []
    for victim in shares:
        for points in (-5, 5, 15) if not round.final else (-5, 15):
            if sum(shares.values()) + points != _WITCH_IN_THE_END or not round.final:
                wrong.append(dict(shares) | {victim: shares[victim] + points})
        if is_protected(round, victim):
            giver = max(shares, key=lambda other: shares[other])
            wrong.append(dict(shares) | {victim: shares[giver], giver: 0})
    events = [WitchPlayed(Seat(seat), _by_seat(share), copied) for share in wrong if min(share.values()) >= 0]
    legal = {_WITCH, _WITCH_IN_THE_END} if round.final else {_WITCH}
    reach = sum(_reach(round, victim) for victim in shares)
    sums = {min(total, reach) for total in legal}
    bad = [event for event in events if sum(points for _, points in event.shares) not in sums]
    round.table.entering.try_illegal(*bad)


def _by_seat(shares: Mapping[int, int]) -> tuple[tuple[Seat, int], ...]:
    return tuple((Seat(victim), shares[victim]) for victim in sorted(shares))


def _reach(round: Hands, victim: int) -> int:
    """The most a Witch can take from a player."""
    if is_protected(round, victim):
        return 0
    if round.table.options.witch_victim_floor is WitchVictimFloor.NONE:
        return _WITCH_IN_THE_END
    staked = round.staked[victim] if round.staked else 0
    return max(0, round.table.totals[victim] - staked)


def _wizard(round: Hands, seat: int, copied: bool) -> None:
    """Its player is covered for the rest of the round (CB-133, CB-R20)."""
    round.wizards.add(seat)
    round.table.entering.power(WizardPlayed(Seat(seat), copied))


ACTIONS: Final[Mapping[str, Callable[[Hands, int, bool], None]]] = {
    "alchemist": _alchemist,
    "bishop": _bishop,
    "bomb": _bomb,
    "cursed": _cursed,
    "jester": _jester,
    "magician": _magician,
    "merchant": _merchant,
    "smuggler": _smuggler,
    "spy": _spy,
    "thief": _thief,
    "witch": _witch,
    "wizard": _wizard,
}
"""The special cards that do something when played."""
