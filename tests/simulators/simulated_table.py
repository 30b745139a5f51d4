"""What the simulated tables of all games share."""

import random
from typing import Any

from scoring.contract.scores import Seat
from scoring.testing.session import Session
from scoring.testing.walks import NAMES


class SimulatedTable:
    """A table for two to `most` players, dealt by its seed, that plays itself and enters what happens."""

    session: Session

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
