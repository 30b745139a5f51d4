"""The targets that taps on the board store: the card that was tapped, and its place.

A place alone would mean another card once an earlier entry is corrected. So a target names its card; if that card is
gone, it means none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from scoring.contract.game import Table
from scoring.contract.names import same_name
from scoring.contract.prompts import Answer
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit.state import Arrival, Goblin, Row, State

_ON_A_PLATFORM: Final = re.compile(r"(\d{1,2})-(\d)-(\d{1,3}):(\d{1,2})\.(\d{1,3}):(.*)", re.ASCII | re.DOTALL)
_IN_A_LINE_UP: Final = re.compile(rf"({'|'.join(Row)})-(\d{{1,2}}):(.*)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class StackTarget:
    """A card of a stack; its `arrival` stays the same when it is moved.

    `owner` is the number of its player, which stays the same when others leave or come late (`State.owner_of`).
    """

    owner: int
    seat: Seat
    platform: int
    height: int
    arrival: Arrival
    name: str

    @property
    def place(self) -> tuple[Seat, int, int]:
        """Owner, platform and height from the bottom, both from 0."""
        return self.seat, self.platform, self.height

    def __str__(self) -> str:
        """The target as it is stored: "1-0-2:4.1:Ornery Octet"."""
        return f"{self.owner}-{self.platform}-{self.height}:{self.arrival[0]}.{self.arrival[1]}:{self.name}"


@dataclass(frozen=True, slots=True)
class LineUpTarget:
    """A card of a line-up; its name is `UNKNOWN` if it was not entered."""

    row: Row
    place: int
    name: str

    def __str__(self) -> str:
        """The target as it is stored: "crowd-2:Ornery Octet"."""
        return f"{self.row.value}-{self.place}:{self.name}"


def target_at(state: State, seat: Seat, platform: int, height: int) -> StackTarget:
    card = state.stacks[seat][platform][height]
    return StackTarget(state.owner_of(seat), seat, platform, height, card.arrival, card.name)


def stack_targets(state: State) -> Iterator[tuple[StackTarget, Goblin]]:
    """Every card of every stack, with its target."""
    return chain.from_iterable(_targets_of(state, seat) for seat in state.table.seats)


def _targets_of(state: State, seat: Seat) -> Iterator[tuple[StackTarget, Goblin]]:
    for platform, stack in enumerate(state.stacks[seat]):
        yield from ((target_at(state, seat, platform, height), card) for height, card in enumerate(stack))


def find_card(state: State, target: str) -> tuple[Seat, int, int] | None:
    """The place of a target's card now; None if it is gone.

    Owner, name and arrival identify a card, wherever it was moved since; but if one of this name and round is at the
    target's place, it is meant: a card put in before it changed its number in the round.
    """
    wanted = read_stack_target(target)
    if wanted is None:
        return None
    seats = [seat for seat in state.table.seats if state.owner_of(seat) == wanted.owner]
    cards = [card for seat in seats for card, _ in _targets_of(state, seat) if card.arrival[0] == wanted.arrival[0]]
    same = [card for card in cards if same_name(card.name, wanted.name)]
    there = next((card.place for card in same if card.place[1:] == wanted.place[1:]), None)
    return there or next((card.place for card in same if card.arrival == wanted.arrival), None)


def move_owner(target: Answer, moves: Sequence[int]) -> Answer:
    """The same player's card after players changed seats; their number is their seat in the session."""
    wanted = read_stack_target(target) if isinstance(target, str) else None
    if wanted is None or wanted.owner >= len(moves):
        return target
    return str(replace(wanted, owner=moves[wanted.owner]))


MOVERS: Final = {"target": move_owner}
"""For the events that store a target on a platform."""


def find_in_line_up(cards: tuple[str, ...], wanted: LineUpTarget) -> int | None:
    """The place of a target's card in its row; None if no such card is there."""
    places = [place for place, name in enumerate(cards) if same_name(name, wanted.name)]
    if wanted.place in places:
        return wanted.place
    return places[0] if places else None


def read_stack_target(target: str) -> StackTarget | None:
    """Parse a stored target on a platform; None if it is not one."""
    match = _ON_A_PLATFORM.fullmatch(target)
    if match is None:
        return None
    seat, platform, height, number, nth = map(int, match.groups()[:5])
    return StackTarget(seat, Seat(seat), platform, height, (number, nth), match[6])


def read_line_up_target(target: str) -> LineUpTarget | None:
    """Parse a stored target in a line-up; None if it is not one."""
    match = _IN_A_LINE_UP.fullmatch(target)
    return None if match is None else LineUpTarget(Row(match[1]), int(match[2]), match[3])


def why_missing(state: State, target: str) -> str:
    """Why a target on a platform means no card now."""
    wanted = read_stack_target(target)
    name = None if wanted is None else next((n for o, n in enumerate(state.everybody) if o == wanted.owner), None)
    if wanted is None or name is None:
        return "Tap a card on a platform."
    return f"{wanted.name} is no longer on {name}'s platforms; tap the card you mean."


def describe(table: Table, target: str) -> str:
    """A target on a platform in a sentence of the log."""
    card = read_stack_target(target)
    if card is None or card.owner not in table.seats:
        return "a card"
    return f"{table.names[card.owner]}'s {card.name} (platform {card.platform + 1}, card {card.height + 1})"
