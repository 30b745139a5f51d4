"""What everybody at a table may see of it, worked out when it is asked for."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from companion.open_session.telling.awaiting import describe_waiting, find_awaited_seats
from companion.open_session.telling.awards import Award, awards
from companion.open_session.telling.curve_lines import Course, build_course
from companion.open_session.telling.round_summary import RoundSummary, summarize_round
from companion.open_session.turn_clock import is_over
from companion.ui.text import true_minus
from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame, RoundHead, State, Stopped, Table, TableView
from scoring.contract.names import join_words
from scoring.contract.scores import Best, Ledger, Outcome, Seat, Side, Standings, by_round, totals
from scoring.engine import agreements
from scoring.engine.regrouping import (
    find_first_round,
    list_in_order,
    list_left,
    list_players_of,
    list_unranked,
)
from scoring.engine.replay import Replay
from scoring.insight.chase import tell_decided
from scoring.insight.turning_points import tell_near, tell_rounds, try_one_more
from storage.derived.results import derive

AT_START: Final = "Start"  # the title of points from before the first round


class ShownTable:
    """The table after the entries so far, without what is sealed. Everything raises GameFailed where the game does.

    `seat_order` is the order in which the host's device asks for secrets; empty: the game's.
    """

    def __init__(self, game: AnyGame, run: Replay[Any, Any], seat_order: tuple[Seat | None, ...] = ()) -> None:
        self._game, self._run, self._seat_order = game, run, seat_order
        self._state: State = run.state

    # ---- who plays -----------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self._state.table

    @property
    def seats_in_order(self) -> tuple[Seat, ...]:
        return list_in_order(self._state)

    @property
    def left(self) -> tuple[Seat, ...]:
        """Who has left the game, and has not come back."""
        return list_left(self._state)

    @property
    def unranked(self) -> frozenset[Seat]:
        """Who left and is last, whatever the points."""
        return list_unranked(self._state)

    def list_players_of(self, number: int) -> tuple[Seat, ...]:
        return list_players_of(self._state, number)

    @cached_property
    def round_summary(self) -> RoundSummary | None:
        """The round that the last entry completed, to read aloud; None after any other entry."""
        try:
            return summarize_round(self._game, self._run)
        except GameFailed:  # the table goes on without it
            return None

    # ---- where the game is ---------------------------------------------------------------------

    @property
    def round(self) -> int:
        return self._state.round

    @property
    def stopped(self) -> Stopped | None:
        """How the session was stopped; None while it goes on, or is over."""
        return self._state.stopped

    @cached_property
    def outcome(self) -> Outcome | None:
        """Who won; None before the end."""
        return agreements.outcome(self._game, self._state)

    @property
    def won(self) -> str:
        """Who won: "Ana and Ben won"; empty before the end."""
        return f"{join_words([self.table.names[seat] for seat in self.outcome.winners])} won" if self.outcome else ""

    @property
    def result(self) -> str:
        """Who won, and why; empty before the end."""
        return f"{self.won}. {true_minus(self.outcome.because)}" if self.outcome else ""

    @cached_property
    def is_over(self) -> bool:
        """Whether the session is finished or stopped."""
        return is_over(self._game, self._state)

    @cached_property
    def awaited(self) -> frozenset[Seat]:
        """The seats the table waits for: several if they choose in secret, none if all answer together."""
        return find_awaited_seats(self._game, self._state)

    @property
    def waiting(self) -> str:
        """What the table waits for, in a sentence."""
        return describe_waiting(self._game, self._state, self._seat_order)

    @cached_property
    def view(self) -> TableView:
        """What lies on the table, its facts and notices, and the notes of the score sheet."""
        return self._game.view(self._state)

    # ---- points --------------------------------------------------------------------------------

    @property
    def ledger(self) -> Ledger:
        return self._state.ledger

    @cached_property
    def provisional(self) -> Ledger:
        """The score lines with those that the running round has so far."""
        return self._game.provisional(self._state)

    @cached_property
    def scoring_sides(self) -> tuple[Side, ...]:
        """Whose points are one number: a player's, or a side's where the table enters one for the side."""
        return self.sides if self.view.by_side else tuple((seat,) for side in self.sides for seat in side)

    def list_scorers(self, seat: Seat) -> Side:
        """Whose points a player's number adds up."""
        return next(side for side in self.scoring_sides if seat in side)

    def name_scorers(self, table: Table) -> Table:
        """The table with partners who score as one under the names of both at the first one's seat."""
        sides = {side[0]: side for side in self.scoring_sides}
        return Table(tuple(join_words(table.names[one] for one in sides.get(seat, (seat,))) for seat in table.seats))

    @cached_property
    def totals(self) -> dict[Seat, float]:
        """The points of each seat; a stopped session is scored as it stands."""
        return totals(agreements.score_if_stopped(self._game, self._state).ledger, self.table.seats)

    @cached_property
    def standings(self) -> Standings:
        """The places; a stopped session is scored as it stands."""
        return agreements.standings(self._game, self._state)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that are ranked together, by lowest seat: partners, or single players."""
        return tuple(sorted(place.side for place in self.standings))

    @cached_property
    def rounds(self) -> tuple[RoundHead, ...]:
        """The rounds so far, the running one last."""
        return self._game.rounds(self._state)

    @cached_property
    def rows(self) -> tuple[RoundHead, ...]:
        """The rows of the score sheet: the rounds, and above them one for points that were agreed before the first one,
        or with which somebody came late.
        """
        before = {line.round for line in self.provisional} - {head.number for head in self.rounds}
        return (*(RoundHead(number, AT_START) for number in sorted(before)), *self.rounds)

    @cached_property
    def course(self) -> Course | None:
        """The running totals after each round; points that were counted once, or not at all, have none."""
        since = [find_first_round(self._state, seat) for seat in self.table.seats]
        return build_course(by_round(self.provisional), self.rows, self.sides, since)

    @cached_property
    def best(self) -> Best:
        """Which end wins; the high one where the game fails to tell."""
        try:
            return self._game.best(self._state)
        except GameFailed:
            return Best.HIGH

    # ---- what there is to say ------------------------------------------------------------------

    @cached_property
    def awards(self) -> tuple[Award, ...]:
        """The awards of a session that is over; none before."""
        derived = derive(self._game, self._run)
        result = derived.result if derived else None
        game = self._game
        return awards(result, game.measures.kinds, game.best(self._state), game.box.round) if result else ()

    def tell_decided(self, seat: Seat) -> str:
        """Whether this seat cannot be caught any more, or cannot catch up; empty while neither is so."""
        return tell_decided(self._game, self._state, seat)

    def tell_rounds(self) -> tuple[str, ...]:
        """Where the lead changed for good and which round decided it, in a sentence each."""
        return tell_rounds(self._game, self._state)

    def tell_near_wins(self) -> Iterator[str | None]:
        """What one more would have meant, latest first, in a sentence; None for each change that does not win."""
        for near in try_one_more(self._game, self._run):
            yield None if near is None else tell_near(self._game, self._state, near)
