"""Duel Fights: two or three players fight each other; the one nearer to the bid gets the loss of the others."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.board import Marker
from scoring.contract.game import Fact, Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import PLAYERS
from scoring.games.crown_battles.events import Bid, Groups, TypeEvent
from scoring.games.crown_battles.options import DuelNoWinner, DuelWinnerBonus, Options
from scoring.games.crown_battles.rounds import grouping
from scoring.games.crown_battles.rounds.bid_scores import BONUS, MISS, TRICK, miss_label, missed_by, trick_terms
from scoring.games.crown_battles.rounds.grouping import FIGHTS
from scoring.games.crown_battles.rounds.type_rules import TypeRules
from scoring.games.crown_battles.state import Bids, Piles, State, TypeState
from scoring.kit.rulings import Ruling

DUEL_FIGHTS: Final = Rule("CB-308", "Duel Fights need at least four players.", "Setup")
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
    "CB-319", "A double bid that is met pays 5 for each trick; points from others are not halved.", "Our ruling"
)
FROM_AND_TO: Final = Rule("CB-320", "A loser pays the winner, and not the bank as well.", "Duel Fights")
NO_BONUS: Final = Rule("CB-R41", "The winner of a duel gets no bonus of 20.", "Our ruling")
ONLY_THE_DIFFERENCE: Final = Rule("CB-R42", "If both bids are missed, only the difference is paid.", "Our ruling")

_FEWEST_PLAYERS: Final = 4

_ALL_MET: Final = {2: PAIR_BOTH, 3: TRIO_ALL}
_SOME_MET: Final = {(2, 1): PAIR_ONE, (3, 1): TRIO_ONE, (3, 2): TRIO_TWO}  # by numbers of fighters and winners
_NEAREST: Final = {(2, 1): PAIR_NONE, (3, 1): TRIO_NONE, (3, 2): TRIO_TWO_NEAREST}  # by fighters and nearest ones
_TIED: Final = {2: PAIR_TIE, 3: TRIO_TIE}


@dataclass(frozen=True, slots=True)
class DuelsPaired(TypeEvent):
    """Who fights whom (CB-305, CB-306)."""

    fights: Groups

    def apply(self, state: State, waived: Collection[str]) -> State:
        grouping.check(state.table, FIGHTS, self.fights)
        fights = grouping.sort_groups(self.fights, state.clockwise)
        return replace(state, deal=replace(state.deal, type_state=Fights(fights), order=grouping.flatten(fights)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The fights: {grouping.list_groups(table, self.fights, ' – ')}"


@dataclass(frozen=True, slots=True)
class Fights(TypeState):
    """Who fights whom, each fight and all of them in bidding order."""

    fights: Groups = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """One duel or three-way fight at the end of its round."""

    table: Table
    round: int
    seats: tuple[Seat, ...]
    bids: tuple[Bid, ...]  # by seat, of the whole table
    won: tuple[int, ...]
    options: Options

    def miss(self, seat: Seat) -> int:
        return missed_by(self.bids[seat], self.won[seat])


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    (placed,), (taken,) = bids, won
    table, number = state.table, state.deal.number
    fights = (Fight(table, number, seats, placed, taken, state.options) for seats in Fights.of(state).fights)
    return tuple(line for fight in fights for line in settle_fight(fight))


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Every trick off the bid and the difference on top, or every trick won and everybody else's as far off."""
    options, most = state.options, FIGHTS.sizes(state.players)[-1]
    bonus = BONUS[1] if options.duel_winner_bonus is DuelWinnerBonus.AS_NORMAL else 0
    paid_twice = tricks - 1 if options.duel_no_winner is DuelNoWinner.LOSSES_PLUS_TRANSFER else 0
    return -MISS * (tricks + paid_twice), TRICK[1] * tricks + bonus + MISS * tricks * (most - 1)


def facts(state: State) -> tuple[Fact, ...]:
    return tuple(
        Fact(f"fight_{n}", "Duel", " – ".join(map(state.name, seats)), rule=FROM_AND_TO)
        for n, seats in enumerate(Fights.of(state).fights)
    )


def markers(state: State) -> tuple[Marker, ...]:
    return tuple(grouping.mark_others(state.table, Fights.of(state).fights, "duel", "against"))


def settle_fight(fight: Fight) -> Ledger:
    """The lines of a fight (CB-309 to CB-319)."""
    winners = tuple(seat for seat in fight.seats if fight.miss(seat) == 0)
    if len(winners) == len(fight.seats):
        return tuple(_own_tricks_line(fight, seat, _ALL_MET[len(winners)]) for seat in winners)
    return tuple(_winner_lines(fight, winners) if winners else _no_winner_lines(fight))


def _winner_lines(fight: Fight, winners: tuple[Seat, ...]) -> Iterator[ScoreLine]:
    rule = _SOME_MET[len(fight.seats), len(winners)]
    for seat in winners:
        yield _own_tricks_line(fight, seat, rule, _bonus(fight, seat))
    for loser in _others(fight, winners):
        yield from _transfer_lines(fight, loser, winners, fight.miss(loser), rule)


def _no_winner_lines(fight: Fight) -> Iterator[ScoreLine]:
    """Without a winner, the nearest get the difference; if all miss by as much, they pay the bank."""
    least = min(map(fight.miss, fight.seats))
    nearest = tuple(seat for seat in fight.seats if fight.miss(seat) == least)
    if len(nearest) == len(fight.seats):
        for seat in fight.seats:
            yield _loss_line(fight, seat, least, _TIED[len(nearest)])
        return
    rule = _NEAREST[len(fight.seats), len(nearest)]
    for seat in fight.seats:
        tricks = _tricks_to_bank(fight, seat, least)
        if tricks:
            yield _loss_line(fight, seat, tricks, rule)
    for loser in _others(fight, nearest):
        yield from _transfer_lines(fight, loser, nearest, fight.miss(loser) - least, rule)


def _others(fight: Fight, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in fight.seats if seat not in seats)


def _tricks_to_bank(fight: Fight, seat: Seat, least: int) -> int:
    """For how many tricks a seat pays the bank, besides the difference (CB-R42)."""
    match fight.options.duel_no_winner:
        case DuelNoWinner.TRANSFER_ONLY:
            return 0
        case DuelNoWinner.LOSSES_PLUS_TRANSFER:
            return fight.miss(seat)
        case DuelNoWinner.PAY_FROM_LOSS:
            return least


def _own_tricks_line(fight: Fight, seat: Seat, rule: Rule, bonus: tuple[Term, ...] = ()) -> ScoreLine:
    """Points for the tricks of a met bid; double bids have their own rule (CB-319)."""
    won, numbers = fight.won[seat], len(fight.bids[seat])
    points = TRICK[numbers]
    terms = trick_terms(points, won) or (Term("tricks", points, won),)
    return ScoreLine(fight.round, seat, rule if numbers == 1 else DOUBLES_IN_DUELS, (*terms, *bonus))


def _bonus(fight: Fight, seat: Seat) -> tuple[Term, ...]:
    """The bonus of Normal Bidding, if the table pays it (CB-R41)."""
    pays = fight.options.duel_winner_bonus is DuelWinnerBonus.AS_NORMAL
    return (Term("bonus", BONUS[len(fight.bids[seat])]),) if pays else ()


def _loss_line(fight: Fight, seat: Seat, tricks: int, rule: Rule) -> ScoreLine:
    label = miss_label(fight.bids[seat], fight.won[seat])
    return ScoreLine(fight.round, seat, rule, (Term(label, -MISS, tricks),))


def _transfer_lines(fight: Fight, loser: Seat, to: tuple[Seat, ...], tricks: int, rule: Rule) -> Iterator[ScoreLine]:
    """Both lines of each payment; the seats in `to` share it evenly (CB-320)."""
    share = MISS // len(to)
    for seat in to:
        gain = Term(f"from {fight.table.names[loser]}", share, tricks)
        loss = Term(f"to {fight.table.names[seat]}", -share, tricks)
        yield ScoreLine(fight.round, seat, rule, (gain,), other=loser)
        yield ScoreLine(fight.round, loser, rule, (loss,), other=seat)


ROUND: Final = TypeRules(
    title="Duel Fights",
    text="Pairs fight each other: whoever meets the bid gets what the other loses.",
    rule=DUEL_FIGHTS,
    lines=lines,
    reach=reach,
    players=range(_FEWEST_PLAYERS, PLAYERS.stop),
    events=(BidPlaced, DuelsPaired),
    before_play=lambda state: None if Fights.of(state).fights else grouping.wait(state, FIGHTS, DuelsPaired.kind),
    facts=facts,
    markers=markers,
    rulings=(
        Ruling(
            "duel_winner_bonus",
            "Duel Fights: a met bid against a missed one also earns",
            {DuelWinnerBonus.NONE: "No bonus", DuelWinnerBonus.AS_NORMAL: "The bonus of Normal Bidding"},
            NO_BONUS,
        ),
        Ruling(
            "duel_no_winner",
            "Duel Fights: if all in a fight miss their bids, they pay",
            {
                DuelNoWinner.TRANSFER_ONLY: "The difference",
                DuelNoWinner.LOSSES_PLUS_TRANSFER: "Their losses and the difference",
                DuelNoWinner.PAY_FROM_LOSS: "Their losses, difference included",
            },
            ONLY_THE_DIFFERENCE,
        ),
    ),
)
