"""A session as it is told to others: who won, the places, the sheet, the awards."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Final

from companion.player_colours import seat_colours
from companion.session.awards import Award, awards
from companion.session.desk import Desk
from companion.text import counted, listed, true_minus
from scoring import agreements
from scoring.game import AnyGame, RoundHead
from scoring.scores import Ledger, Place, by_round, totals
from storage.derived.duration import duration
from storage.derived.results import Result, derive
from storage.store import SessionHead

_HOUR: Final = 60


@dataclass(frozen=True, slots=True)
class Story:
    """Everything about a session that is worth sending; `result` is None while it is open or does not count."""

    id: str
    game: AnyGame
    names: tuple[str, ...]
    players: tuple[str, ...]  # ids, seat by seat
    colours: tuple[str, ...]  # of the seats
    at: datetime  # when it began, by the clock at the table
    minutes: int  # at play, without pauses
    place: str
    rounds: tuple[RoundHead, ...]  # the rows of the sheet, one before them where points were agreed earlier
    cells: dict[tuple[int, int], int]  # points by round and seat; a cell without lines is absent
    ledger: Ledger
    places: tuple[Place, ...]
    winners: tuple[int, ...]
    because: str
    rule: str  # of the outcome
    result: Result | None
    awards: tuple[Award, ...]

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(totals(self.ledger, self.seats).values())  # type: ignore[arg-type]  # a Seat is its number

    @property
    def ranks(self) -> dict[int, int]:
        """The rank of every seat."""
        return {seat: place.rank for place in self.places for seat in place.side}

    @property
    def day(self) -> str:
        """ "Fri 20 November 2026"."""
        return f"{self.at:%a} {self.at.day} {self.at:%B %Y}"

    @property
    def headline(self) -> str:
        """ "Ana wins", "Ana and Ben win"; how it stands while nobody has."""
        if not self.winners:
            return "Not finished"
        return f"{listed([self.names[seat] for seat in self.winners])} {'wins' if len(self.winners) == 1 else 'win'}"

    @property
    def details(self) -> str:
        """When, where and how long: "Fri 20 November 2026 · at Ana's · 1 h 20 min"."""
        return " · ".join(filter(None, (self.day, self.place, long(self.minutes))))

    def award_of(self, seat: int) -> Award | None:
        """What this player may be proud of."""
        return next((award for award in self.awards if award.seat == seat), None)


def story(desk: Desk, head: SessionHead) -> Story:
    """What is to be told of a session as it stands."""
    game, state = desk.game, desk.state
    derived = derive(game, desk.run)
    result = derived.result if derived else None
    outcome = agreements.outcome(game, state)
    ledger = game.provisional(state)
    cells = by_round(ledger)
    return Story(
        id=head.id,
        game=game,
        names=state.table.names,
        players=tuple(seated.player.id for seated in head.seats),
        colours=seat_colours([seated.player for seated in head.seats]),
        at=head.opened_at.astimezone(timezone(timedelta(minutes=head.utc_offset))),
        minutes=round(duration(desk.times).played / 60),
        place=head.place.strip(),
        rounds=_rows(game, state, cells, ended=result is not None),
        cells=cells,
        ledger=ledger,
        places=agreements.standings(game, state),
        winners=outcome.winners if outcome else (),
        because=true_minus(outcome.because) if outcome else "",
        rule=outcome.rule.id if outcome else "",
        result=result,
        awards=awards(result, game.measured, game.best) if result else (),
    )


def long(minutes: int) -> str:
    """How long: "1 h 20 min", "35 min"; nothing for less than a minute."""
    if minutes < _HOUR:
        return f"{minutes} min" if minutes else ""
    return f"{minutes // _HOUR} h {minutes % _HOUR} min"


def cards(head: RoundHead) -> str:
    """The hand size of a round, where it has one: "6 cards"."""
    return counted(head.size, "card") if head.size else ""


def _rows(game: AnyGame, state: Any, cells: dict[tuple[int, int], int], *, ended: bool) -> tuple[RoundHead, ...]:
    """The rows of the sheet; after the end only those in which somebody scored, and all that were played to the end."""
    heads: tuple[RoundHead, ...] = game.rounds(state)
    known = {head.number for head in heads}
    before = sorted({number for number, _ in cells} - known)
    scored = {number for number, _ in cells}
    kept = [head for head in heads if not ended or state.stopped is None or head.number in scored]
    return (*(RoundHead(number, "Before") for number in before), *kept)
