"""The content of a shared session: winners, places, score sheet and awards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.open_session.desk import Desk
from companion.open_session.telling.awards import Award
from companion.open_session.telling.curve_lines import Course
from companion.ui.player_colours import seat_colours
from companion.ui.text import hours, true_minus, who_wins
from scoring.contract.game import AnyGame, RoundHead
from scoring.contract.names import join_words
from scoring.contract.scores import Best, Ledger, Place, Side, as_points, by_round, totals
from storage.clock import at_table
from storage.derived.results import Result, derive
from storage.history.session_list import SessionHead


@dataclass(frozen=True, slots=True)
class Story:
    """The shared content of a session. `result` is None while it is open or if it does not count."""

    id: str
    game: AnyGame
    key: str  # of the game it counts as: a score pad's own game has its own
    title: str  # of that game
    best: Best  # which end wins
    names: tuple[str, ...]
    players: tuple[str, ...]  # ids, seat by seat
    colours: tuple[str, ...]  # of the seats
    at: datetime  # start, in the time zone of the table
    seconds: int  # playing time without pauses
    place: str
    rounds: tuple[RoundHead, ...]  # the rows of the sheet; the first may hold points agreed before round 1
    cells: dict[tuple[int, int], float]  # points by round and seat; a cell without lines is absent
    seats_of: dict[int, tuple[int, ...]]  # who played each round, by its number
    notes: dict[tuple[int, int], str]  # below the points of a cell; `legend` says what they mean
    legend: str
    ledger: Ledger
    places: tuple[Place, ...]
    winners: tuple[int, ...]
    because: str
    result: Result | None
    awards: tuple[Award, ...]
    course: Course | None  # the running totals; None if there is no curve to draw
    turning_points: tuple[str, ...]  # in sentences: where the lead changed for good, what decided it

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def totals(self) -> tuple[float, ...]:
        return tuple(totals(self.ledger, self.seats).values())  # type: ignore[arg-type]  # a Seat is its number

    @property
    def ranks(self) -> dict[int, int]:
        return {seat: place.rank for place in self.places for seat in place.side}

    @property
    def day(self) -> str:
        """ "Fri 20 November 2026"."""
        return f"{self.at:%a} {self.at.day} {self.at:%B %Y}"

    @property
    def headline(self) -> str:
        """ "Ana wins", "Ana and Ben win", "Not finished"."""
        if not self.winners:
            return "Not finished"
        return who_wins([self.names[seat] for seat in self.winners])

    @property
    def details(self) -> str:
        """Date, place and duration: "Fri 20 November 2026 · at Ana's · 1 h 20 min"."""
        return " · ".join(filter(None, (self.day, self.place, hours(self.seconds))))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, by lowest seat."""
        return tuple(sorted(place.side for place in self.places))

    @property
    def columns(self) -> tuple[int, ...]:
        """The seats in the order of the sheet: partners side by side."""
        return tuple(seat for side in self.sides for seat in side)

    @property
    def has_partners(self) -> bool:
        """Whether some side has several players, whose totals are added up."""
        return any(len(side) > 1 for side in self.sides)

    def add_up(self, side: Side) -> float:
        return as_points(sum(self.totals[seat] for seat in side))

    def name_side(self, seat: int) -> str:
        """The players of this seat's side: "Ana and Cleo"."""
        side = next(place.side for place in self.places if seat in place.side)
        return join_words([self.names[member] for member in side])


def build_story(desk: Desk, head: SessionHead, near_wins: Sequence[str] = ()) -> Story:
    """Collect the shared content of a session in its current state.

    The first of `near_wins`, which `ShownTable.tell_near_wins` finds slowly, becomes the last turning point.
    """
    shown, derived = desk.shown, derive(desk.game, desk.run)
    result, outcome, cells = derived.result if derived else None, shown.outcome, by_round(shown.provisional)
    scored = {number for number, _ in cells}
    shows_all = result is None or shown.stopped is None  # of a stopped session only rounds in which somebody scored
    rows = tuple(row for row in shown.rows if shows_all or row.number in scored)
    return Story(
        id=head.id,
        game=desk.game,
        key=head.game,
        title=desk.title,
        best=shown.best,
        names=shown.table.names,
        players=tuple(seated.player.id for seated in head.seats),
        colours=seat_colours([seated.player for seated in head.seats]),
        at=at_table(head.opened_at, head.utc_offset),
        seconds=desk.duration.played,
        place=head.place.strip(),
        rounds=rows,
        cells=cells,
        seats_of={row.number: shown.list_players_of(row.number) for row in rows},
        notes={(one.round, one.seat): one.text for one in shown.view.notes},
        legend=shown.view.legend,
        ledger=shown.provisional,
        places=shown.standings,
        winners=outcome.winners if outcome else (),
        because=true_minus(outcome.because) if outcome else "",
        result=result,
        awards=shown.awards,
        course=shown.course,
        turning_points=tuple(map(true_minus, (*shown.tell_rounds(), *near_wins[:1]))) if result else (),
    )
