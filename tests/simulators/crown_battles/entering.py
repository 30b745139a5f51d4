"""What a simulated round enters at each level, and illegal entries that must be refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.cards import CardPlayed, DoubleFacedDeclared, Face
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.wizard import WizardPlayed
from scoring.games.crown_battles.tricks import TrickWon
from scoring.games.crown_battles.winning import RoundScored
from scoring.kit.trick_taking import Level
from scoring.testing.session import Disagreement, Session

_TRIED = 0.08
"""How often something illegal is tried where there is a chance to."""


@dataclass
class Entering:
    """One session of the app, and how much of the current round is entered."""

    session: Session
    rng: Random
    level: Level
    bombed_at_once: bool = False
    """Whether a Bomb is entered as soon as it is played, and not when its trick is over."""
    bombs: list[BombPlayed] = field(default_factory=list)

    def enter(self, event: Any) -> None:
        self.session.enter(event)

    def try_illegal(self, *events: Any) -> None:
        """Now and then try one of these; the app must refuse it."""
        if events and self.rng.random() < _TRIED:
            self.session.refusal(self.rng.choice(events))

    def power(self, event: Any) -> None:
        """Enter the action of a special card. Card by card, a Wizard acts without an entry."""
        if isinstance(event, BombPlayed):
            self._bomb(event)
        elif not (self.level is Level.CARDS and isinstance(event, WizardPlayed)):
            self.enter(event)

    def card(self, seat: int, card: str, golem: bool | None) -> None:
        """Enter a card; `golem` is how Double-faced was declared."""
        if self.level is Level.CARDS:
            self.enter(CardPlayed(Seat(seat), card))
            if golem is not None:
                self.enter(DoubleFacedDeclared(Face.GOLEM if golem else Face.PEASANT))

    def trick(self, winner: int | None) -> None:
        """The trick is over; without a winner a Bomb destroyed it."""
        if self.level is Level.TRICKS and winner is not None:
            self.enter(TrickWon(Seat(winner)))
        if self.level is Level.TRICKS:
            for bomb in self.bombs:
                self.enter(bomb)
        self.bombs = []

    def tricks_are_over(self) -> None:
        """The last trick and its actions are in, and nothing hidden is left to be turned."""
        if self.level is not Level.COUNTS:
            self.try_illegal(TrickWon(Seat(0)), CardPlayed(Seat(0), "peasant"), BidPlaced(Seat(0), (0,)))
            self.enter(RoundScored())

    def piles(self, owned: Sequence[Sequence[int]], keys: Sequence[str | None]) -> None:
        """The piles of the round, part by part, where they are counted at the end."""
        for pile, key in zip(owned, keys, strict=True):
            tricks = tuple((Seat(seat), number) for seat, number in enumerate(pile))
            more = (*tricks[:-1], (tricks[-1][0], tricks[-1][1] + 1))
            if len(owned) == 1:
                self.try_illegal(TricksTaken(more, key))
            self.enter(TricksTaken(tricks, key))

    def check(self, what: str, app: Any, table: Any) -> None:
        if app != table:
            raise Disagreement(f"{what}: the app says {app}, the table {table}")

    def check_secret(self, event: Any, other: Any) -> None:
        """Check that the log text of a sealed entry is the same for any other answer."""
        game, state = self.session.game, self.session.state
        self.check("a secret", agreements.sentence(game, state, event), agreements.sentence(game, state, other))

    def _bomb(self, bomb: BombPlayed) -> None:
        """Trick by trick a Bomb is entered in place of the winner, card by card where it names a leader."""
        match self.level:
            case Level.TRICKS if self.bombed_at_once:
                self.enter(bomb)
            case Level.TRICKS:
                self.bombs.append(bomb)
            case Level.CARDS:
                if bomb.next_leader is not None:
                    self.enter(bomb)
            case Level.COUNTS:
                self.enter(BombPlayed(bomb.seat, None, bomb.copied))
