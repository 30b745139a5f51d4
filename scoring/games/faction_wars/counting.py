"""The end of the game: everybody's cards, and what decides between equal totals."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table, by_points
from scoring.contract.names import count_of
from scoring.contract.prompts import UNSET, Count, Draft, Prompt, Sum
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Outcome, PerSeat, Seat, Standings, break_ties, tie_break_by_count
from scoring.contract.tapes import Tape, add_up, find_tape_error
from scoring.games.faction_wars import phases, score
from scoring.games.faction_wars.cards import IN_BOX, RECRUITS, Kind
from scoring.games.faction_wars.options import Level, TieWin
from scoring.games.faction_wars.state import State
from scoring.kit.seats import check_one_each, list_tied

WINNER: Final = Rule("FW-067", "The highest score wins.", "Scoring")
SUMS: Final = Rule("FW-068", "All players together own no more of a kind than the box has.", "Follows")
TIE: Final = Rule("FW-R09", "Equal totals share the win, or the most recruits decide.", "Our ruling")

MOST_BERSERKERS: Final = IN_BOX[Kind.VIKING]
MOST_POINTS: Final = 199
_MOST_RECRUITS: Final = sum(IN_BOX[kind] for kind in RECRUITS)
MENU: Final = "This game"
"""The heading of these questions in the menu."""


@dataclass(frozen=True, slots=True)
class CardsCounted(Event[State]):
    """One player's cards after the last round: points, Berserkers, penalties (FW-060).

    A penalty that was entered alone counts the same with and without its sign (FW-062).
    """

    seat: Seat
    recruits: Tape
    berserkers: int
    bystanders: Tape

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = _check_phase(state)
        due = state.table.seats[len(phase.berserkers)]
        if self.seat != due:
            raise RuleViolation(score.SCORE, f"{state.name(due)}'s cards are counted now.", field="seat")
        _check_numbers(state, phase, self)
        lines = score.count_lines(state, self.seat, self.recruits, self.berserkers, self._penalties)
        berserkers = (*phase.berserkers, (self.seat, self.berserkers))
        counting = phases.CountingBonuses if len(berserkers) == state.players else phases.CountingCards
        return replace(state, ledger=(*state.ledger, *lines), phase=counting(berserkers))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        recruits, penalties = add_up(self.recruits), add_up(self._penalties)
        parts = f"recruits {recruits}, Berserkers {self.berserkers}, penalties {penalties}"
        return f"{table.names[self.seat]}: {parts}"

    @property
    def _penalties(self) -> Tape:
        return abs(self.bystanders) if isinstance(self.bystanders, int) else self.bystanders


def cards_question(state: State, phase: phases.CountingCards) -> Prompt:
    seat = state.table.seats[len(phase.berserkers)]
    numbers = range(1, MOST_BERSERKERS + 1)
    barred = tuple((n, reason) for n in numbers if (reason := _why_not_berserkers(phase, n)))
    is_first = state.level is Level.FINAL and not phase.berserkers
    play_on = "Play on; nothing is entered until the game is over. " if is_first else ""
    again = "Count all, also what was entered before. " if any(line.seat == seat for line in state.ledger) else ""
    return Prompt(
        CardsCounted.kind,
        f"Count {state.name(seat)}'s cards",
        (
            Sum("recruits", "Recruit points", 0, MOST_POINTS),
            Sum("bystanders", "Penalty points", -MOST_POINTS, MOST_POINTS, likely=0),
            Count("berserkers", "Berserker cards", 0, MOST_BERSERKERS, likely=0, barred=barred),
        ),
        rule=score.SCORE,
        confirm=f"Score {state.name(seat)}'s cards",
        help=f"{play_on}{again}From battle deck and discard pile: points of recruits, penalties, Berserkers. Bonus"
        " cards come later.",
    ).for_seat(seat)


def _check_phase(state: State) -> phases.CountingCards:
    match state.phase:
        case phases.CountingCards() as phase:
            return phase
        case _:
            raise RuleViolation(score.SCORE, "Whole piles are only counted after the last round.")


def _why_not_berserkers(phase: phases.CountingCards, number: int) -> str:
    """Why the next player cannot own this many Berserkers; empty if they can."""
    left = MOST_BERSERKERS - sum([n for _, n in phase.berserkers])
    if number <= left:
        return ""
    owned = "one Berserker is" if left == 1 else f"{left} Berserkers are"
    return f"The box has {MOST_BERSERKERS} Vikings; at most {owned} left to own."


def _check_numbers(state: State, phase: phases.CountingCards, event: CardsCounted) -> None:
    if reason := _why_not_berserkers(phase, event.berserkers):
        raise RuleViolation(SUMS, reason, field="berserkers", code="TOO_MANY_OF_KIND")
    for name, tape in (("recruits", event.recruits), ("bystanders", event.bystanders)):
        if reason := find_tape_error(tape):
            raise RuleViolation(score.SCORE, reason, field=name)
    recruits = add_up(event.recruits)
    for name, number in (("recruits", recruits), ("berserkers", event.berserkers)):
        if number < 0:
            message = f"{state.name(event.seat)} cannot have {number}; the lowest is 0."
            raise RuleViolation(score.SCORE, message, field=name, code="NEGATIVE")
    for name, number in (("recruits", recruits), ("bystanders", add_up(event.bystanders))):
        if abs(number) > MOST_POINTS:
            raise RuleViolation(score.SCORE, f"{abs(number)} is more than a pile can hold.", field=name)


@dataclass(frozen=True, slots=True)
class RecruitsCounted(Event[State]):
    """The number of recruits of every player who is, or may come to be, tied for the win (FW-R09)."""

    recruits: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        seats = seats_to_count(state)
        require(bool(seats), TIE, "Recruits are only counted at the end, to decide between equal totals.")
        message = f"Count the recruits of {state.names(seats)}."
        check_one_each(self.recruits, seats, TIE, message, field="recruits")
        total = sum(n for _, n in self.recruits)
        message = f"The box has {_MOST_RECRUITS} recruits; {total} would be too many."
        require(total <= _MOST_RECRUITS, SUMS, message, field="recruits", code="TOO_MANY_OF_KIND")
        low = min(n for _, n in self.recruits)
        require(low >= 0, TIE, "A number of recruits is 0 or more.", field="recruits", code="NEGATIVE")
        counted = replace(state, recruits=self.recruits)
        return replace(counted, phase=phases.Over()) if isinstance(state.phase, phases.BreakingTie) else counted

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Recruits: {table.list_numbers(self.recruits)}"


def recruits_question(state: State, draft: Draft) -> Prompt:
    """Everybody's recruits; nobody can have more than the others leave in the box."""
    tied = isinstance(state.phase, phases.BreakingTie)
    seats, entered = seats_to_count(state), dict(draft.get("recruits", ()))
    left = _MOST_RECRUITS - sum(entered.values())

    def count(seat: Seat) -> Count:
        most = max(0, left + entered.get(seat, 0))
        known = min(most, len(state.holdings[seat].recruits))
        return Count("recruits", "", 0, most, likely=UNSET if state.partial else known)

    return Prompt(
        RecruitsCounted.kind,
        f"{state.names(seats)} are tied: count their recruits" if tied else "Count everybody's recruits",
        (state.table.ask_each_seat("recruits", "Recruits", count, seats=seats),),
        rule=TIE,
        confirm="Decide the game" if tied else "Note the recruits",
        help="" if tied else "They decide between equal totals.",
        menu="" if tied else MENU,
    )


def seats_to_count(state: State) -> tuple[Seat, ...]:
    """The players whose recruits may be counted now; nobody if recruits decide nothing or are counted already."""
    if state.options.tie_win is TieWin.SHARED or state.recruits:
        return ()
    match state.phase:
        case phases.BreakingTie(seats):
            return seats
        case phases.CountingCards() | phases.CountingBonuses():
            return state.table.seats
        case phases.LiningUp() | phases.Bidding() | phases.Resolving() | phases.Stocktaking() | phases.Over():
            return ()


def standings(state: State) -> Standings:
    """The players by points; if recruits were counted, they break a tie for the win."""
    places = by_points(state)
    if not isinstance(state.phase, phases.Over):
        return places
    tied = {place.side[0] for place in places if place.rank == 1}
    recruits = {seat: n for seat, n in state.recruits if seat in tied}
    return break_ties(places, tie_break_by_count(recruits, "recruit", "recruits"))


def outcome(state: State) -> Outcome | None:
    if not isinstance(state.phase, phases.Over):
        return None
    places = standings(state)
    winners = tuple(sorted(place.side[0] for place in places if place.rank == 1))
    tied = sum(place.points == places[0].points for place in places) > 1
    return Outcome(TIE if tied else WINNER, winners, _because(state, places, winners))


def _because(state: State, places: Standings, winners: tuple[Seat, ...]) -> str:
    names, best = state.names(winners), places[0].points
    equal = sum(place.points == best for place in places)
    if len(winners) > 1:
        return f"{names} have {count_of(best, 'point')} each and share the win."
    if equal > 1:
        return f"{names} wins the tie at {count_of(best, 'point')} with the most recruits."
    return f"{names} has the most points, {best} to {places[1].points}."


def break_tie(state: State) -> State:
    """Ask for recruits if they have to break a tie for the win."""
    if state.options.tie_win is TieWin.SHARED or state.recruits:
        return state
    tied = tuple(seat for (seat,) in list_tied(by_points(state), state.rivals))
    return replace(state, phase=phases.BreakingTie(tied)) if tied else state
