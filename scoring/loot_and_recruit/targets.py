"""What a tap on the board means: the card that was tapped, and the place where it lay.

A place alone would mean another card as soon as an earlier entry is corrected. A target therefore names
its card; where that card is gone, it means none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.game import Table
from scoring.loot_and_recruit.state import Came, Goblin, Row, State
from scoring.names import same_name
from scoring.scores import Seat

_ON_A_PLATFORM: Final = re.compile(r"(\d{1,2})-(\d)-(\d{1,3}):(\d{1,2})\.(\d{1,3}):(.*)", re.ASCII | re.DOTALL)
_IN_A_LINE_UP: Final = re.compile(rf"({'|'.join(Row)})-(\d{{1,2}}):(.*)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Standing:
    """A card of a stack: whose, where from the bottom, and which; `came` is the same wherever it is moved."""

    seat: Seat
    platform: int
    height: int
    came: Came
    name: str

    @property
    def place(self) -> tuple[Seat, int, int]:
        """Owner, platform and height."""
        return self.seat, self.platform, self.height

    def __str__(self) -> str:
        """The target as it is stored: "1-0-2:4.1:Ornery Octet"."""
        return f"{self.seat}-{self.platform}-{self.height}:{self.came[0]}.{self.came[1]}:{self.name}"


@dataclass(frozen=True, slots=True)
class Lying:
    """A card of a line-up: its row, its place and its name; the name is empty where it was not entered."""

    row: Row
    place: int
    name: str

    def __str__(self) -> str:
        """The target as it is stored: "crowd-2:Ornery Octet"."""
        return f"{self.row.value}-{self.place}:{self.name}"


def standing(state: State) -> Iterator[tuple[Standing, Goblin]]:
    """Every card of every stack, with the target that means it."""
    for seat, platforms in enumerate(state.stacks):
        for platform, stack in enumerate(platforms):
            for height, card in enumerate(stack):
                yield Standing(Seat(seat), platform, height, card.came, card.name), card


def find(state: State, target: str) -> tuple[Seat, int, int] | None:
    """Where the card of a target stands now, None where it does not.

    A card is known by its owner, its name and when it came, wherever it was moved since.
    """
    wanted = read_standing(target)
    if wanted is None:
        return None
    same = (card for card, _ in standing(state) if (card.seat, card.came) == (wanted.seat, wanted.came))
    return next((card.place for card in same if same_name(card.name, wanted.name)), None)


def lying_at(cards: tuple[str, ...], wanted: Lying) -> int | None:
    """The place of a target's card in its row, None where no such card lies there."""
    fitting = [place for place, name in enumerate(cards) if same_name(name, wanted.name)]
    if wanted.place in fitting:
        return wanted.place
    return fitting[0] if fitting else None


def read_standing(target: str) -> Standing | None:
    """A stored target on a platform, None where it is none."""
    found = _ON_A_PLATFORM.fullmatch(target)
    if found is None:
        return None
    seat, platform, height, number, nth = map(int, found.groups()[:5])
    return Standing(Seat(seat), platform, height, (number, nth), found[6])


def read_lying(target: str) -> Lying | None:
    """A stored target in a line-up, None where it is none."""
    found = _IN_A_LINE_UP.fullmatch(target)
    return None if found is None else Lying(Row(found[1]), int(found[2]), found[3])


def missing(table: Table, target: str) -> str:
    """Why a target on a platform means no card now."""
    wanted = read_standing(target)
    if wanted is None or wanted.seat not in table.seats:
        return "Tap a card that stands on a platform."
    return f"{wanted.name} no longer stands on {table.names[wanted.seat]}'s platforms; tap the card that was meant."


def told(table: Table, target: str) -> str:
    """A target on a platform as the log tells it."""
    card = read_standing(target)
    if card is None or card.seat not in table.seats:
        return "a card"
    return f"{table.names[card.seat]}'s {card.name} (platform {card.platform + 1}, card {card.height + 1})"
