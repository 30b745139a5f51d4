"""The bids of a round: turned over together, or sealed one by one on the phone.

A bid is secret until all are in (FW-020). It is entered once the bid cards are turned over, when nothing is secret any
more, or sealed. What follows, battles and the acts of recruits, happens openly.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Choice, Count, Pick, Prompt, Sealed
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import PerSeat, Seat
from scoring.games.faction_wars import phases, steps
from scoring.games.faction_wars.options import Bids
from scoring.games.faction_wars.passes import LINE_UP, THE_END, is_counting
from scoring.games.faction_wars.state import State

SECRET: Final = Rule("FW-020", "Everybody chooses one position in secret; several may choose the same.", "How to play")
TOGETHER: Final = Rule(
    "FW-021", "All bids are turned over together, then resolved from the lowest position up.", "How to play"
)
BATTLE: Final = Rule("FW-023", "Players who bid on the same position fight for its card.", "How to play")
ONE_CONTEST: Final = Rule("FW-024", "Nobody fights twice in a round.", "Follows from FW-020")


@dataclass(frozen=True, slots=True)
class BidsTurned(Event[State]):
    """Everybody's bid card, turned over together (FW-021)."""

    round: int
    bids: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = _check_phase(state, self.round)
        together = state.options.bids is Bids.TURNED
        require(together, SECRET, "In this game bids are sealed on the phone, one by one.", field="bids")
        for seat, bid in self.bids:
            _check_bid(state, phase, seat, bid, f"bids[{seat}]")
        seats = [seat for seat, _ in self.bids]
        missing = [seat for seat in state.table.seats if seat not in seats]
        if missing:
            message = f"{state.name(missing[0])} has not bid yet; everybody bids once."
            raise RuleViolation(SECRET, message, field="bids", code="BID_MISSING")
        require(len(seats) == state.players, ONE_CONTEST, "Everybody bids once.", field="bids", code="BID_TWICE")
        return _begin_resolving(state, phase, tuple(sorted(self.bids)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Bids: {table.list_numbers(self.bids)}"


@dataclass(frozen=True, slots=True)
class BidSealed(Event[State]):
    """One player's bid, entered on the phone and hidden until all are in (FW-020)."""

    round: int
    seat: Seat
    bid: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = _check_phase(state, self.round)
        one_by_one = state.options.bids is Bids.SEALED
        require(one_by_one, SECRET, "In this game bids are entered once they are turned over.", field="bid")
        _check_bid(state, phase, self.seat, self.bid, "bid")
        twice = self.seat in dict(phase.sealed)
        require(not twice, SECRET, f"{state.name(self.seat)} has already bid.", field="seat", code="BID_TWICE")
        bids = (*phase.sealed, (self.seat, self.bid))
        if len(bids) < state.players:
            return replace(state, phase=replace(phase, sealed=bids))
        return _begin_resolving(state, phase, tuple(sorted(bids)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} {'has sealed a bid' if veiled else f'bid {self.bid}'}"

    def veiled(self, state: State) -> frozenset[str]:
        """The bid, until the last one of its round is in (FW-020); also while it is on hold for a later round."""
        is_open = isinstance(state.phase, phases.Resolving | phases.Over)
        is_covered = self.round > state.round or (self.round == state.round and not is_open)
        return frozenset({"bid"}) if is_covered else frozenset()


def question(state: State, phase: phases.Bidding) -> Prompt:
    if state.options.bids is Bids.SEALED:
        return sealed_questions(state)[0]
    return Prompt(
        BidsTurned.kind,
        "Which positions were bid on?",
        (state.table.ask_each_seat("bids", "Bids", Count("bid", "", 1, phase.positions)),),
        rule=TOGETHER,
        given=(("round", state.round),),
        confirm="Resolve the bids",
    )


def sealed_questions(state: State) -> tuple[Prompt, ...]:
    """The bids still to be sealed, in any order (FW-020)."""
    match state.phase:
        case phases.Bidding() as phase if state.options.bids is Bids.SEALED:
            sealed = dict(phase.sealed)
            return tuple(_sealed_question(state, phase, seat) for seat in state.table.seats if seat not in sealed)
        case _:
            return ()


def _sealed_question(state: State, phase: phases.Bidding, seat: Seat) -> Prompt:
    labels = {n: f"{n}" for n in range(1, phase.positions + 1)}
    for n, card in enumerate(state.lineup, 1):
        labels[n] = f"{n}: {card.name}"
    choices = tuple(Choice(n, label) for n, label in labels.items())
    return Prompt(
        BidSealed.kind,
        f"{state.name(seat)} bids",
        (Sealed("bid", "Position", Pick("bid", "Position", choices)),),
        rule=SECRET,
        seat=seat,
        given=(("round", state.round), ("seat", seat)),
        instant=True,
    )


def _check_phase(state: State, round_: int) -> phases.Bidding:
    """The bidding of the current round; RuleViolation outside it."""
    match state.phase:
        case phases.Bidding() as phase:
            require(round_ == state.round, SECRET, f"Round {state.round} is being played.", field="round")
            return phase
        case _:
            require(not is_counting(state), THE_END, "The last round has been played.", code="GAME_OVER")
            raise RuleViolation(SECRET, "Bids are placed once the line-up is full and the last round is resolved.")


def _check_bid(state: State, phase: phases.Bidding, seat: Seat, bid: int, field: str) -> None:
    known = seat in state.table.seats
    require(known, SECRET, "Only players at the table bid.", field=field.split("[", maxsplit=1)[0])
    message = f"{state.name(seat)} bids 1 to {phase.positions}; there is no position {bid}."
    inside = 1 <= bid <= phase.positions
    require(inside, LINE_UP, message, field=field, code="BID_OUT_OF_RANGE")


def _begin_resolving(state: State, phase: phases.Bidding, bids: PerSeat) -> State:
    bidders = {n: tuple(seat for seat, bid in bids if bid == n) for n in range(1, phase.positions + 1)}
    pending = tuple(step for n, seats in bidders.items() for step in _steps(n, seats))
    resolving = phases.Resolving(phase.positions, bids, pending)
    return replace(state, phase=resolving, entered=True, shuffled=(), unclaimed=())


def _steps(position: int, seats: tuple[Seat, ...]) -> tuple[steps.Step, ...]:
    match len(seats):
        case 0:
            return ()
        case 1:
            return (steps.Claim(seats[0], position),)
        case _:
            return (steps.Contest(position, seats), steps.Shuffle(seats))
