"""Duel Fights: two or three fight each other; whoever is nearer to the bid takes the other's loss."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import grouping
from scoring.crown_battles.deck import PLAYERS
from scoring.crown_battles.events import Bid, TypeEvent
from scoring.crown_battles.grouping import FIGHTS, Groups
from scoring.crown_battles.options import DuelNoWinner, DuelWinnerBonus, Ruling
from scoring.crown_battles.rounds.type_rules import (
    BIDS,
    BiddingRules,
    Entry,
    FittingRules,
    ShownRules,
    TypeRules,
    Wait,
    astray,
    missed_by,
)
from scoring.crown_battles.state import Bidding, Bids, Own, Piles, State
from scoring.game import Fact, Table
from scoring.rulebook import Rule
from scoring.scores import Ledger, ScoreLine, Seat, Term

DUEL_FIGHTS: Final = Rule("CB-308", "Duel Fights need four players; two or three play without them.", "Setup")
BIDDING_ORDER: Final = Rule(
    "CB-307", "In every fight whoever sits next after the dealer bids first; the dealer bids last.", "Duel Fights"
)
PAIR_BOTH: Final = Rule(
    "CB-309", "Both bids met: each gets 10 for each trick, and no bonus.", "Duel Fight: Both winners"
)
PAIR_ONE: Final = Rule(
    "CB-310",
    "One bid met: its player gets 10 for each trick and what the other loses by missing.",
    "Duel Fight: One winner",
)
PAIR_NONE: Final = Rule(
    "CB-311",
    "Both bids missed: the nearer one gets 10 from the other for each trick between them.",
    "Duel Fight: No winners",
)
PAIR_TIE: Final = Rule(
    "CB-312", "Both bids missed by as much: each pays the bank 10 for each trick.", "Duel Fight: No winners"
)
TRIO_ALL: Final = Rule(
    "CB-313", "All three bids met: each gets 10 for each trick, and no bonus.", "3-Way Fight: All winners"
)
TRIO_ONE: Final = Rule(
    "CB-314",
    "One bid of three met: its player gets 10 for each trick and what both others lose by missing.",
    "3-Way Fight: One winner example",
)
TRIO_TWO: Final = Rule(
    "CB-315",
    "Two bids of three met: each gets 10 for each trick and half of what the third loses by missing.",
    "3-Way Fight: Two winners example",
)
TRIO_NONE: Final = Rule(
    "CB-316",
    "All three bids missed: the nearest one gets 10 from each other for each trick between them.",
    "3-Way Fight: No winners",
)
TRIO_TWO_NEAREST: Final = Rule(
    "CB-317",
    "All three bids missed, two of them nearest: those two share what the third pays.",
    "3-Way Fight: No winners",
)
TRIO_TIE: Final = Rule(
    "CB-318", "All three bids missed by as much: each pays the bank 10 for each trick.", "3-Way Fight: No winners"
)
DOUBLES_IN_DUELS: Final = Rule(
    "CB-319", "A double bid that is met pays 5 for each trick; what is taken from others is not halved.", "Our ruling"
)
FROM_AND_TO: Final = Rule("CB-320", "What a loser pays goes to the winner and not to the bank as well.", "Duel Fights")
NO_BONUS: Final = Rule("CB-R41", "Who wins a duel gets no bonus of 20.", "Our ruling")
ONLY_THE_DIFFERENCE: Final = Rule("CB-R42", "With both bids missed only the difference changes hands.", "Our ruling")
TRIO_WINNERS: Final = Rule("CB-R43", "Winners of a three-way fight share what the losers pay.", "Our ruling")
TRIO_LOSERS: Final = Rule("CB-R44", "With all three bids missed only the nearest ones receive anything.", "Our ruling")
HALF_OF_THE_OWN: Final = Rule("CB-R45", "A double bid halves the own tricks and nothing else.", "Our ruling")
DEALER_LAST: Final = Rule("CB-R46", "The dealer bids last in the own fight and still leads nobody.", "Our ruling")

_FEWEST_PLAYERS: Final = 4
_SINGLE_TRICK: Final = 10
_DOUBLE_TRICK: Final = 5
_SINGLE_BONUS: Final = 20
_DOUBLE_BONUS: Final = 10
_MISS: Final = 10

_ALL_MET: Final = {2: PAIR_BOTH, 3: TRIO_ALL}
_SOME_MET: Final = {(2, 1): PAIR_ONE, (3, 1): TRIO_ONE, (3, 2): TRIO_TWO}  # fighters, winners
_NEAREST: Final = {(2, 1): PAIR_NONE, (3, 1): TRIO_NONE, (3, 2): TRIO_TWO_NEAREST}  # fighters, nearest ones
_TIED: Final = {2: PAIR_TIE, 3: TRIO_TIE}


@dataclass(frozen=True, slots=True)
class DuelsPaired(TypeEvent):
    """Who fights whom (CB-305, CB-306)."""

    kind: ClassVar[str] = "duels_paired"
    fights: Groups


@dataclass(frozen=True, slots=True)
class Fights(Own):
    """Who fights whom, each fight and all of them in bidding order."""

    fights: Groups


@dataclass(frozen=True, slots=True)
class Fight:
    """One duel or three-way fight at the end of its round."""

    table: Table
    round: int
    seats: tuple[Seat, ...]
    bids: tuple[Bid, ...]  # by seat, of the whole table
    won: tuple[int, ...]
    bonus: DuelWinnerBonus = DuelWinnerBonus.NONE
    no_winner: DuelNoWinner = DuelNoWinner.TRANSFER_ONLY

    def miss(self, seat: Seat) -> int:
        """How far somebody is off the bid."""
        return missed_by(self.bids[seat], self.won[seat])


def waits(state: State) -> Wait | None:
    """The pairs come before the bids."""
    if not isinstance(state.phase, Bidding) or state.deal.own is not None:
        return None
    asked = grouping.question(state, FIGHTS, DuelsPaired.kind, "fights")
    return Wait(asked, f"{asked.title} first.")


def pair(state: State, event: DuelsPaired) -> State:
    """The state with the fights; they bid one after the other (CB-307)."""
    grouping.check(state.table, FIGHTS, event.fights, "fights")
    fights = grouping.clockwise(state.table, event.fights, state.opening_seat)
    deal = replace(state.deal, own=Fights(fights), order=grouping.one_after_another(fights))
    return replace(state, deal=deal)


def told(table: Table, event: DuelsPaired, veiled: frozenset[str]) -> str:
    """Who fights whom, as the log tells it."""
    return f"The fights: {grouping.told(table, event.fights, ' – ')}"


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """What all fights give and take, fight by fight."""
    (said,), (taken,) = bids, won
    table, number, options = state.table, state.deal.number, state.options
    rulings = (options.duel_winner_bonus, options.duel_no_winner)
    settlements = (settled(Fight(table, number, seats, said, taken, *rulings)) for seats in _fights(state))
    return tuple(line for settlement in settlements for line in settlement)


def facts(state: State) -> tuple[Fact, ...]:
    """Who fights whom."""
    return tuple(
        Fact(f"fight_{n}", "Duel", _between(state, seats), rule=FROM_AND_TO) for n, seats in enumerate(_fights(state))
    )


def settled(fight: Fight) -> Ledger:
    """What a fight gives and takes (CB-309 to CB-319)."""
    winners = tuple(seat for seat in fight.seats if fight.miss(seat) == 0)
    if len(winners) == len(fight.seats):
        return tuple(_own(fight, seat, _ALL_MET[len(winners)]) for seat in winners)
    return tuple(_won(fight, winners) if winners else _missed(fight))


def _won(fight: Fight, winners: tuple[Seat, ...]) -> Iterator[ScoreLine]:
    """Some met their bids: they get their tricks and what the others lose."""
    rule = _SOME_MET[len(fight.seats), len(winners)]
    for seat in winners:
        yield _own(fight, seat, rule, _bonus(fight, seat))
    for loser in _others(fight, winners):
        yield from _paid(fight, loser, winners, fight.miss(loser), rule)


def _missed(fight: Fight) -> Iterator[ScoreLine]:
    """Nobody met the bid: the nearest get the difference, a tie of all goes to the bank."""
    least = min(map(fight.miss, fight.seats))
    nearest = tuple(seat for seat in fight.seats if fight.miss(seat) == least)
    if len(nearest) == len(fight.seats):
        for seat in fight.seats:
            yield _lost(fight, seat, least, _TIED[len(nearest)])
        return
    rule = _NEAREST[len(fight.seats), len(nearest)]
    for seat in fight.seats:
        to_the_bank = _to_the_bank(fight, seat, least)
        if to_the_bank:
            yield _lost(fight, seat, to_the_bank, rule)
    for loser in _others(fight, nearest):
        yield from _paid(fight, loser, nearest, fight.miss(loser) - least, rule)


def _others(fight: Fight, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in fight.seats if seat not in seats)


def _to_the_bank(fight: Fight, seat: Seat, least: int) -> int:
    """For how many tricks somebody pays the bank besides the difference (CB-R42)."""
    match fight.no_winner:
        case DuelNoWinner.TRANSFER_ONLY:
            return 0
        case DuelNoWinner.LOSSES_PLUS_TRANSFER:
            return fight.miss(seat)
        case DuelNoWinner.PAY_FROM_LOSS:
            return least


def _own(fight: Fight, seat: Seat, rule: Rule, bonus: tuple[Term, ...] = ()) -> ScoreLine:
    """What the own tricks of a met bid pay; a double has a rule of its own for that (CB-319)."""
    won = fight.won[seat]
    points, says = (_SINGLE_TRICK, rule) if len(fight.bids[seat]) == 1 else (_DOUBLE_TRICK, DOUBLES_IN_DUELS)
    tricks = Term("for the trick", points) if won == 1 else Term("tricks", points, won)
    return ScoreLine(fight.round, seat, says, (tricks, *bonus))


def _bonus(fight: Fight, seat: Seat) -> tuple[Term, ...]:
    """The bonus of Normal Bidding, where the table gives it (CB-R41)."""
    match fight.bonus:
        case DuelWinnerBonus.NONE:
            return ()
        case DuelWinnerBonus.AS_NORMAL:
            return (Term("bonus", _SINGLE_BONUS if len(fight.bids[seat]) == 1 else _DOUBLE_BONUS),)


def _lost(fight: Fight, seat: Seat, tricks: int, rule: Rule) -> ScoreLine:
    """What somebody pays the bank."""
    label = astray(fight.bids[seat], fight.won[seat])
    return ScoreLine(fight.round, seat, rule, (Term(label, -_MISS, tricks),))


def _paid(fight: Fight, loser: Seat, to: tuple[Seat, ...], tricks: int, rule: Rule) -> Iterator[ScoreLine]:
    """Both sides of what a loser pays, shared evenly by those who get it (CB-320)."""
    share = _MISS // len(to)
    for seat in to:
        gain = Term(f"from {fight.table.names[loser]}", share, tricks)
        loss = Term(f"to {fight.table.names[seat]}", -share, tricks)
        yield ScoreLine(fight.round, seat, rule, (gain,), other=loser)
        yield ScoreLine(fight.round, loser, rule, (loss,), other=seat)


def _fights(state: State) -> Groups:
    own = state.deal.own
    return own.fights if isinstance(own, Fights) else ()


def _between(state: State, seats: tuple[Seat, ...]) -> str:
    return " – ".join(map(state.name, seats))


ROUND: Final = TypeRules(
    title="Duel Fights",
    text="Pairs fight each other: who keeps the bid takes what the other loses.",
    rule=DUEL_FIGHTS,
    lines=lines,
    fits=FittingRules(players=range(_FEWEST_PLAYERS, PLAYERS.stop)),
    bidding=BiddingRules(entries={**BIDS, DuelsPaired: Entry(pair, told)}, waits=waits),
    shown=ShownRules(facts=facts),
    rulings=(
        Ruling(
            "duel_winner_bonus",
            "Duel Fights: right while another is wrong also earns",
            {DuelWinnerBonus.NONE: "No bonus", DuelWinnerBonus.AS_NORMAL: "The bonus of Normal Bidding"},
            NO_BONUS,
        ),
        Ruling(
            "duel_no_winner",
            "Duel Fights: when all in a fight are wrong, they pay",
            {
                DuelNoWinner.TRANSFER_ONLY: "The difference",
                DuelNoWinner.LOSSES_PLUS_TRANSFER: "Their losses and the difference",
                DuelNoWinner.PAY_FROM_LOSS: "Their losses, difference included",
            },
            ONLY_THE_DIFFERENCE,
        ),
    ),
)
