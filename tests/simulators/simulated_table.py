"""What the simulated tables of all games share."""

import random
from typing import Any

from scoring.contract.game import Adjusted, Opened, Resumed, Stopped
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.engine.journal import Record
from scoring.engine.replay import replay
from scoring.testing.session import Disagreement, Session
from scoring.testing.walks import NAMES


class SimulatedTable:
    """A table for two to `most` players, dealt by its seed, that plays itself and enters what happens."""

    session: Session
    stopped: Stopped | None = None

    def __init__(self, seed: int, most: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.names = NAMES[: self.random.randint(2, most)]

    @property
    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self.names))]

    def left_of(self, seat: Seat, steps: int = 1) -> Seat:
        return Seat((seat + steps) % len(self.names))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def enter(self, event: Any) -> None:
        self.session.enter(event)

    def agree_on_points(self, points: dict[Seat, int], numbers: list[int]) -> None:
        """Give or take one of these numbers of points."""
        seat, number = self.random.choice(self.seats), self.random.choice(numbers)
        self.enter(Adjusted(seat, number, "a song"))
        points[seat] += number

    def pause(self, wrong: Any, points: dict[Seat, int] | None) -> None:
        """Stop and go on: meanwhile nothing else is entered, and these points count; None: the app cannot know them."""
        self.enter(Stopped("the soup is ready", counts=True))
        if points is not None:
            places = agreements.standings(self.session.game, self.session.state)
            self.compare("stopped", {place.side[0]: place.points for place in places}, points)
        self.session.refusal(wrong)
        self.enter(Resumed())

    def correct_one_of(self, number: int) -> None:
        """Correct a mistake in one of so many entries: it leaves no trace."""
        at = self.random.randint(1, max(1, number))
        wrong = self.mistake(self.session.journal[at].event)
        if wrong is not None:
            self.session.check_correction(at, wrong)

    def mistake(self, event: Any) -> Any:
        """The event with another answer; None: this kind is not corrected."""
        raise NotImplementedError

    def check_options(self, options: Any) -> None:
        """Check that all entries stay as they are with these options, which only change how something is asked."""
        run = replay(self.session.game, (Record(Opened(self.names, options)), *self.session.records))
        if run.violation is not None or run.state.ledger != self.session.state.ledger:
            raise Disagreement(f"with {options} the entries wait: {run.violation}")

    def facts(self) -> dict[str, str]:
        """What the app shows at the top of the table."""
        return {fact.key: fact.value for fact in self.session.game.view(self.session.state).facts}

    def compare(self, what: str, app: Any, table: Any) -> None:
        if app != table:
            raise Disagreement(f"{what}: {app} in the app, {table} at the table")

    def compare_winners(self, winners: list[Seat]) -> None:
        """Compare who won; nobody where the session was stopped and does not count."""
        outcome = agreements.outcome(self.session.game, self.session.state)
        counts = self.stopped is None or self.stopped.counts
        self.compare("the winners", sorted(outcome.winners) if outcome else None, winners if counts else None)
