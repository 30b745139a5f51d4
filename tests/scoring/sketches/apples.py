"""Rotten Apples, a sketch: the fewest points win, the dealer begins, and a session may be joined late."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.board import Board, Marker
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
    rounds_before,
)
from scoring.contract.prompts import Count, Prompt, Sum
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Best, Ledger, Outcome, ScoreLine, Seat, Standings, Term, rank, solo_sides, totals
from scoring.contract.tapes import Tape, add_up, find_tape_error, list_terms

PLAYERS: Final = Rule("SK-501", "Two to four players pick apples.", "Sketch")
BASKETS: Final = Rule("SK-502", "A basket is picked empty, the dealer first, then clockwise.", "Sketch")
ROTTEN: Final = Rule("SK-503", "Every rotten apple costs its picker one point, nine at most.", "Sketch")
BEFORE: Final = Rule("SK-504", "A session may be taken up with the totals of earlier baskets.", "Sketch")
WINNER: Final = Rule("SK-505", "The fewest points win; equal totals share it.", "Sketch")

SOUTH: Final = Seat(0)
MOST: Final = 9
LARGEST_TOTAL: Final = 99


@dataclass(frozen=True, slots=True)
class Options:
    """How many baskets are picked, and who deals the first."""

    baskets: int = 3
    dealer: Seat = SOUTH


@dataclass(frozen=True, slots=True)
class Apples:
    """The state of a session; `joined` counts the baskets picked before it was entered."""

    table: Table
    options: Options
    picked: int = 0
    joined: int = 0
    ledger: Ledger = ()
    stopped: Stopped | None = None

    @property
    def round(self) -> int:
        """The basket being picked, or the last one."""
        return min(self.picked + 1, self.options.baskets)

    @property
    def dealer(self) -> Seat:
        return self.table.left_of(self.options.dealer, self.round - 1)

    @property
    def is_over(self) -> bool:
        return self.picked == self.options.baskets


def open_apples(table: Table, options: Options) -> Apples:
    require(2 <= len(table.names) <= 4, PLAYERS, "Two to four players pick apples.", field="names")
    require(1 <= options.baskets <= 5, BASKETS, "Between 1 and 5 baskets.", field="baskets")
    require(options.dealer in table.seats, BASKETS, "The first dealer sits at this table.", field="dealer")
    return Apples(table, options)


@dataclass(frozen=True, slots=True)
class TakenUp(Event[Apples]):
    """The totals of the baskets picked before basket `number`."""

    number: int
    totals: tuple[tuple[Seat, Tape], ...]

    def apply(self, state: Apples, waived: Collection[str]) -> Apples:
        require(can_take_up(state), BEFORE, "A session is taken up before its first basket.")
        last, before = state.options.baskets, self.number - 1
        require(2 <= self.number <= last, BEFORE, f"Take the session up at basket 2 to {last}.", field="number")
        _check_each(state, self.totals, BEFORE, "totals", LARGEST_TOTAL)
        lines = (ScoreLine(before, seat, BEFORE, list_terms(own, "so far")) for seat, own in self.totals)
        return replace(state, picked=before, joined=before, ledger=(*state.ledger, *lines))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Taken up at basket {self.number}: {table.list_numbers(self.totals)}"


@dataclass(frozen=True, slots=True)
class BasketPicked(Event[Apples]):
    """The rotten apples of everybody, in playing order."""

    number: int
    rotten: tuple[tuple[Seat, int], ...]

    def apply(self, state: Apples, waived: Collection[str]) -> Apples:
        require(not state.is_over, BASKETS, "All baskets are picked.")
        require(self.number == state.round, BASKETS, f"Basket {state.round} is being picked.", field="number")
        _check_each(state, self.rotten, ROTTEN, "rotten", MOST)
        lines = (ScoreLine(self.number, seat, ROTTEN, (Term("rotten apples", 1, n),)) for seat, n in self.rotten)
        return replace(state, picked=self.number, ledger=(*state.ledger, *lines))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Basket {self.number}: {table.list_numbers(self.rotten)}"


def _check_each(state: Apples, numbers: tuple[tuple[Seat, Tape], ...], rule: Rule, field: str, most: int) -> None:
    require(state.table.has_all_seats(numbers), rule, "Everybody has one number.", field=field)
    fits = all(not find_tape_error(number) and 0 <= add_up(number) <= most for _, number in numbers)
    require(fits, rule, f"Between 0 and {most}.", field=field)


def can_take_up(state: Apples) -> bool:
    """Whether earlier baskets can still be entered by their totals."""
    return state.picked == 0 and not state.ledger and state.options.baskets > 1


def prompts(state: Apples) -> tuple[Prompt, ...]:
    if state.is_over:
        return ()
    order = state.table.clockwise_from(state.dealer)
    rotten = state.table.ask_each_seat("rotten", "Rotten apples", Count("points", "Points", 0, MOST), seats=order)
    picked = Prompt(
        BasketPicked.kind, f"Basket {state.round}", (rotten,), rule=ROTTEN, given=(("number", state.round),)
    )
    if not can_take_up(state):
        return (picked,)
    number = Count("number", "Next basket", 2, state.options.baskets)
    so_far = state.table.ask_each_seat("totals", "Totals so far", Sum("points", "Points", 0, LARGEST_TOTAL))
    return (
        picked,
        Prompt(TakenUp.kind, "Take up a running session", (number, so_far), rule=BEFORE, menu="This game"),
    )


def standings(state: Apples) -> Standings:
    return rank(totals(state.ledger, state.table.seats), solo_sides(state.table.seats), Best.LOW)


def outcome(state: Apples) -> Outcome | None:
    if not state.is_over:
        return None
    first = tuple(place for place in standings(state) if place.rank == 1)
    winners = tuple(seat for place in first for seat in place.side)
    names = state.table.join_names(winners)
    return Outcome(WINNER, winners, f"{names}: the fewest points, {first[0].points}.")


def rounds(state: Apples) -> tuple[RoundHead, ...]:
    entered = (
        RoundHead(n, f"Basket {n}", "basket", starter=state.dealer) for n in range(state.joined + 1, state.round + 1)
    )
    return (*rounds_before(state.joined, "Basket"), *entered)


def facts(state: Apples) -> tuple[Fact, ...]:
    return (
        Fact("round", "Basket", f"{state.round} of {state.options.baskets}"),
        Fact("dealer", "Dealer", state.table.names[state.dealer], rule=BASKETS),
    )


def board(state: Apples) -> Board:
    return Board(markers=(Marker(state.dealer, "dealer", "Deals"),))


def measures(state: Apples) -> tuple[Measure, ...]:
    return tuple(
        Measure(line.round, line.seat, "clean", int(line.points == 0), 1)
        for line in state.ledger
        if line.rule is ROTTEN
    )


def option_fields(table: Table, options: Options) -> tuple[OptionField, ...]:
    dealer = table.pick_seat("dealer", "First dealer", likely=options.dealer)
    return (
        OptionField(Count("baskets", "Baskets", 1, 5, likely=options.baskets), "How many are picked.", BASKETS),
        OptionField(dealer, "Who deals basket 1.", BASKETS),
    )


GAME: Final[Game[Options, Apples, TakenUp | BasketPicked]] = Game(
    key="sk_apples",
    box=Box(
        title="Rotten Apples",
        tagline="Leave the rotten ones to the others.",
        colour="#8f2f2f",
        players=range(2, 5),
        minutes=(5, 10),
    ),
    format=1,
    best=lambda state: Best.LOW,
    events=(TakenUp, BasketPicked),
    options=Options,
    rules=(PLAYERS, BASKETS, ROTTEN, BEFORE, WINNER),
    option_fields=option_fields,
    open=open_apples,
    prompts=prompts,
    standings=standings,
    outcome=outcome,
    rounds=rounds,
    view=lambda state: TableView(facts(state), board(state)),
    measures=Measures((MeasureKind("clean", "Clean baskets", share=True, main=True),), measures),
)
