"""A tiny game: three rounds, in each of which one player scores; most points win."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from scoring.contract.game import (
    AnyGame,
    Box,
    Event,
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
from scoring.contract.prompts import Choice, Count, Pick, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Ledger, Outcome, ScoreLine, Seat, Standings, Term, rank, totals

SCORE: Final = Rule("TINY-1", "In each round one player scores up to nine points.", "Invented")
PLAYERS: Final = Rule("TINY-2", "Two to four people play.", "Invented")
END: Final = Rule("TINY-3", "After the last round the most points win.", "Invented")


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int = 3


@dataclass(frozen=True, slots=True)
class Scored(Event["TinyState"]):
    kind: ClassVar[str] = "scored"
    seat: Seat
    points: int

    def apply(self, state: "TinyState", waived: Collection[str]) -> "TinyState":
        require(state.played < state.rounds, END, "The game is over.")
        require(0 <= self.seat < len(state.table.names), SCORE, "Choose one of the players.", field="seat")
        require(0 <= self.points <= 9, SCORE, "Nobody scores more than 9 points.", field="points")
        line = ScoreLine(state.round, self.seat, SCORE, (Term("points", self.points),))
        return replace(state, ledger=(*state.ledger, line), played=state.played + 1)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} scores {self.points}"


@dataclass(frozen=True, slots=True)
class TinyState:
    table: Table
    rounds: int
    ledger: Ledger = ()
    stopped: Stopped | None = None
    played: int = 0

    @property
    def round(self) -> int:
        return min(self.played + 1, self.rounds)


def _open(table: Table, options: Options) -> TinyState:
    require(2 <= len(table.names) <= 4, PLAYERS, "Two to four people play.", field="names")
    return TinyState(table, options.rounds)


def _prompts(state: TinyState) -> tuple[Prompt, ...]:
    if state.played == state.rounds:
        return ()
    players = tuple(Choice(seat, state.table.names[seat]) for seat in state.table.seats)
    return (Prompt("scored", "Who scores?", (Pick("seat", "Player", players), Count("points", "Points", 0, 9))),)


def _outcome(state: TinyState, standings: Callable[[TinyState], Standings] = by_points) -> Outcome | None:
    if state.played < state.rounds:
        return None
    winners = tuple(seat for place in standings(state) if place.rank == 1 for seat in place.side)
    return Outcome(END, winners, "Most points after the last round.")


def _rounds(state: TinyState) -> tuple[RoundHead, ...]:
    return tuple(RoundHead(number, f"Round {number}", "plain", number) for number in range(1, state.round + 1))


def _measures(state: TinyState) -> tuple[Measure, ...]:
    return tuple(Measure(line.round, line.seat, "scored", 1, 1) for line in state.ledger if line.rule == SCORE)


def _older(kind: str, payload: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Format 1 called the points "score"."""
    if kind == "scored":
        return kind, {"seat": payload["seat"], "points": payload["score"]}
    return kind, payload


TINY: Final = Game[Options, TinyState, Scored](
    key="tiny",
    box=Box(
        title="Tiny",
        tagline="For tests.",
        colour="#336699",
        players=range(2, 5),
        minutes=(1, 2),
    ),
    format=2,
    events=(Scored,),
    options=Options,
    rules=(SCORE, PLAYERS, END),
    option_fields=lambda table, options: (OptionField(Count("rounds", "Rounds", 1, 9, options.rounds), rule=END),),
    open=_open,
    prompts=_prompts,
    outcome=_outcome,
    rounds=_rounds,
    view=lambda state: TableView(),
    measures=Measures((MeasureKind("scored", "Rounds scored"),), _measures),
    upcasts={1: _older},
)


def _pairs(state: TinyState) -> Standings:
    """Opposite seats are partners; at a table of three, one plays alone."""
    seats = state.table.seats
    sides = tuple(tuple(seat for seat in seats if seat % 2 == parity) for parity in (0, 1))
    return rank(totals(state.ledger, seats), sides)


PAIRS: Final[AnyGame] = replace(
    TINY,
    key="pairs",
    box=replace(TINY.box, title="Pairs"),
    standings=_pairs,
    outcome=lambda state: _outcome(state, _pairs),
)
"""The tiny game for partners."""
