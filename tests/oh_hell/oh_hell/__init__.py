"""Oh Hell by counts: the worked example of `scoring/README.md`, and a game of another package."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.board import Board, Marker, Zone
from scoring.contract.game import (
    Box,
    Event,
    Fact,
    Game,
    Measure,
    MeasureKind,
    Measures,
    OptionField,
    RoundHead,
    Stopped,
    Table,
    TableView,
    by_points,
)
from scoring.contract.prompts import Count, Flag, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Ledger, Outcome, PerSeat, ScoreLine, Seat, Term
from scoring.kit.seats import check_one_each, check_table_size

PLAYERS: Final = Rule("OH-001", "Three to seven players.", "Common rules")
HANDS: Final = Rule("OH-002", "Hands of one card, of two, and so on; the deal moves clockwise.", "Common rules")
BIDS: Final = Rule("OH-003", "Left of the dealer first, everybody says how many tricks they will take.", "Common rules")
SCREW: Final = Rule("OH-004", "The dealer may not bid what would make all bids come true.", "Common rules")
TRICKS: Final = Rule("OH-005", "All tricks of a hand are taken by somebody.", "Common rules")
EXACT: Final = Rule(
    "OH-006", "Ten points and one a trick for exactly as many tricks as bid, else nothing.", "Common rules"
)
WINNER: Final = Rule("OH-007", "Most points win; equal totals share the win.", "Common rules")

TITLE: Final = "Oh Hell"
LARGEST: Final = 10
BONUS: Final = 10


@dataclass(frozen=True, slots=True)
class Options:
    """The largest hand, and whether the dealer's bid is restricted."""

    hands: int = 7
    screw: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """A session: `bids` are those of the current hand, in the order in which they were said."""

    table: Table
    options: Options
    played: int = 0
    bids: PerSeat = ()
    ledger: Ledger = ()
    stopped: Stopped | None = None

    @property
    def is_over(self) -> bool:
        return self.played == self.options.hands

    @property
    def round(self) -> int:
        """The current hand, which has as many cards."""
        return min(self.played + 1, self.options.hands)

    @property
    def dealer(self) -> Seat:
        return self.table.left_of(-1, self.round)

    @property
    def bidders(self) -> tuple[Seat, ...]:
        """Those who have not bid yet."""
        return self.table.clockwise_from(self.dealer + 1)[len(self.bids) :]


def open_table(table: Table, options: Options) -> State:
    """Nobody has bid."""
    check_table_size(table, GAME.box.players, TITLE, PLAYERS)
    require(1 <= options.hands <= LARGEST, HANDS, f"Play between 1 and {LARGEST} hands.", field="hands")
    return State(table, options)


@dataclass(frozen=True, slots=True)
class BidPlaced(Event[State]):
    """One player's bid."""

    seat: Seat
    bid: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Keep the bid."""
        bidders = () if state.is_over else state.bidders
        require(bool(bidders), BIDS, "All bids are in.")
        require(self.seat == bidders[0], BIDS, f"{state.table.names[bidders[0]]} bids next.", field="seat")
        require(0 <= self.bid <= state.round, BIDS, f"Bid between 0 and {state.round}.", field="bid")
        for number, why_not in barred_bids(state):
            require(self.bid != number, SCREW, why_not, field="bid")
        return replace(state, bids=(*state.bids, (self.seat, self.bid)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} bids {self.bid}"


def barred_bids(state: State) -> tuple[tuple[int, str], ...]:
    """The bid that the dealer may not make, and why."""
    left = state.round - sum(bid for _, bid in state.bids)
    if not state.options.screw or len(state.bidders) > 1 or left < 0:
        return ()
    return ((left, f"With {left} all bids would come true: the dealer bids something else."),)


@dataclass(frozen=True, slots=True)
class TricksTaken(Event[State]):
    """The tricks of everybody at the end of a hand."""

    tricks: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Score the hand."""
        require(not state.is_over and not state.bidders, TRICKS, "First everybody bids.")
        check_one_each(self.tricks, state.table.seats, TRICKS, "Everybody has one number.", field="tricks")
        require(all(number >= 0 for _, number in self.tricks), TRICKS, "Nobody takes less than 0.", field="tricks")
        taken = sum(number for _, number in self.tricks)
        require(taken == state.round, TRICKS, f"The tricks add up to {taken}, not to {state.round}.", field="tricks")
        bids = dict(state.bids)
        lines = (score_hand(state.round, seat, bids[seat], number) for seat, number in self.tricks)
        return replace(state, played=state.round, bids=(), ledger=(*state.ledger, *lines))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Tricks: {table.list_numbers(self.tricks)}"


def score_hand(hand: int, seat: Seat, bid: int, tricks: int) -> ScoreLine:
    """The points of a seat in a hand."""
    if tricks != bid:
        return ScoreLine(hand, seat, EXACT, (Term(f"bid {bid}, took {tricks}", 0),))
    return ScoreLine(hand, seat, EXACT, (Term("exactly as bid", BONUS), Term("tricks", 1, tricks)))


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next bid, or the tricks."""
    if state.is_over:
        return ()
    names, most = state.table.names, state.round
    if state.bidders:
        seat = state.bidders[0]
        bid = Count("bid", "Tricks", 0, most, barred=barred_bids(state))
        title = f"{names[seat]} bids"
        return (Prompt(BidPlaced.kind, title, (bid,), rule=BIDS, seat=seat, given=(("seat", seat),), instant=True),)
    bids = dict(state.bids)
    tricks = state.table.ask_each_seat(
        "tricks", "Tricks", lambda seat: Count("tricks", "Tricks", 0, most, likely=bids[seat]), totals=(most,)
    )
    return (Prompt(TricksTaken.kind, "Count the tricks", (tricks,), rule=TRICKS),)


def outcome(state: State) -> Outcome | None:
    """Who has most points after the last hand."""
    if not state.is_over:
        return None
    winners = tuple(seat for place in by_points(state) if place.rank == 1 for seat in place.side)
    names = state.table.join_names(winners)
    return Outcome(WINNER, winners, f"{names}: most points after the last hand.")


def rounds(state: State) -> tuple[RoundHead, ...]:
    """One row a hand."""
    return tuple(
        RoundHead(hand, f"Hand {hand}", size=hand, starter=state.table.left_of(0, hand))
        for hand in range(1, state.round + 1)
    )


def view(state: State) -> TableView:
    """Hand, dealer and the sum of the bids at the top; the dealer's button, and each bid in its player's row."""
    facts = (
        Fact("round", "Hand", f"{state.round} of {state.options.hands}"),
        Fact("dealer", "Dealer", state.table.names[state.dealer], rule=HANDS),
        Fact("sum", "Bid", f"{sum(bid for _, bid in state.bids)} of {state.round}", rule=BIDS),
    )
    bids = tuple(Zone(f"bid-{seat}", "Bid", seat=seat, count=f"bid {number}") for seat, number in state.bids)
    return TableView(facts, Board(bids, (Marker(state.dealer, "dealer", "Deals"),)))


def measures(state: State) -> tuple[Measure, ...]:
    """Bids met: only those score."""
    scored = (line for line in state.ledger if line.rule is EXACT)
    return tuple(Measure(line.round, line.seat, "met", int(line.points > 0), 1) for line in scored)


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    """The set-up form."""
    return (
        OptionField(Count("hands", "Hands", 1, LARGEST, likely=options.hands), "The last one is the largest.", HANDS),
        OptionField(Flag("screw", "Restricted dealer", options.screw), "The bids never come true for all.", SCREW),
    )


GAME: Final[Game[Options, State, BidPlaced | TricksTaken]] = Game(
    key="oh_hell",
    box=Box(
        title=TITLE,
        tagline="Take exactly as many tricks as you say.",
        colour="#3b5d8f",
        players=range(3, 8),
        minutes=(20, 45),
    ),
    format=1,
    events=(BidPlaced, TricksTaken),
    options=Options,
    rules=(PLAYERS, HANDS, BIDS, SCREW, TRICKS, EXACT, WINNER),
    option_fields=option_fields,
    open=open_table,
    prompts=prompts,
    outcome=outcome,
    rounds=rounds,
    view=view,
    measures=Measures((MeasureKind("met", "Bids met", share=True, main=True, praise="Best forecaster"),), measures),
)
