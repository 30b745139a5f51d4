"""What the piles can hold: of each rank no more than are in play, and no more cards than were collected.

Both forms for the faces offer only numbers that fit beside the others (RT-091 to RT-094).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from scoring.contract.scores import Seat
from scoring.games.recruit.deck import COPIES, Face, face_of, rank_name
from scoring.games.recruit.state import Sorting, State, Variation

FIELDS: Final = {Face.JACK: "jacks", Face.QUEEN: "queens", Face.KING: "kings"}
MATCH: Final = "match"
_IN_PLAY: Final = {shown: {face: COPIES - (face is shown) for face in Face} for shown in (None, *Face)}
"""How many cards of each face rank are in play, by the displayed face."""


def in_play(state: State, face: Face) -> int:
    """How many cards of a face rank are in play (RT-091); four if the displayed card is unknown."""
    return _IN_PLAY[face_of(state.hand.displayed)][face]


def asks_match(state: State) -> bool:
    """Whether matching cards are counted separately; a matching face is counted as a face (RT-076)."""
    shown = state.hand.displayed
    return state.hand.has(Variation.MATCH) and shown is not None and face_of(shown) is None and bool(rank_name(shown))


def why_too_few(state: State, phase: Sorting, seat: Seat, name: str, number: int) -> str:
    """Why a pile cannot have so few cards of a rank: more were entered; empty if it can."""
    least = _noted(state, phase, name)[seat]
    return f"{state.name(seat)}'s pile has {least} of them already." if number < least else ""


def _noted(state: State, phase: Sorting, name: str) -> tuple[int, ...]:
    """The cards of a rank entered one by one before the table went over to counts, by seat."""
    if phase.least is None or (name == MATCH and not asks_match(state)):
        return (0,) * state.players
    return tuple(getattr(counts, name) for counts in phase.least.counts)


class Number(NamedTuple):
    """The cards that an entered number stands for: "none or one" is from 0 to 1."""

    least: int
    most: int


class _Rank(NamedTuple):
    """Of one rank, the cards not yet known to be in a pile, and how many of them each pile may have."""

    rest: int
    possible: tuple[int, ...]


Entered = Mapping[str, Mapping[Seat, Number]]
"""The numbers entered so far, by rank and seat; a seat without one may have any."""


@dataclass(frozen=True, slots=True)
class Piles:
    """The piles of a hand with what is entered so far; make it with `read_piles`."""

    state: State
    phase: Sorting
    entered: Entered
    in_all: Mapping[str, int]
    """How many cards of each rank are in play."""
    cards: tuple[int, ...]
    """How many cards each pile has."""
    noted: Mapping[str, tuple[int, ...]]
    """The cards of each rank that were entered one by one, by seat."""

    def limit(self, name: str, seat: Seat) -> tuple[int, int]:
        """How many cards of a rank the other piles leave for this one, and how many of them it has room for."""
        floors = {rank: self._least(rank) for rank in self.in_all}
        left = self.in_all[name] - sum(floors[name]) + floors[name][seat]
        return left, self.cards[seat] - sum(piles[seat] for rank, piles in floors.items() if rank != name)

    def why_not(self, name: str, label: str, seat: Seat, number: Number) -> str:
        """Why a pile cannot have so many or so few cards of a rank; empty if it can."""
        left, room = self.limit(name, seat)
        if reason := why_too_few(self.state, self.phase, seat, name, number.most):
            return reason
        if number.least > room:
            return f"{self.state.name(seat)}'s pile has no room for {number.least} {label.lower()}."
        if number.least <= left:
            return ""
        if left <= 0:
            return f"All {label.lower()} are in the other piles already."
        return f"Only {left} of the {label.lower()} can be here: the others are in the other piles."

    def find_fitting(self, name: str, seat: Seat, numbers: Sequence[Number]) -> list[Number]:
        """Those of `numbers` of a pile with which every card still finds room.

        The numbers asked for later may still become larger, so that one can be corrected after the other.
        """
        entered = {rank: dict(piles) for rank, piles in self.entered.items()}
        ranks = [*self.in_all]
        for rank in ranks[ranks.index(name) :]:
            for other, number in entered[rank].items():
                if rank != name or other > seat:
                    entered[rank][other] = number._replace(most=max(number.most, self.in_all[rank]))
        return [number for number in numbers if self._with({**entered, name: {**entered[name], seat: number}}).can_be()]

    def can_be(self) -> bool:
        """Whether some piles have these numbers. With four players they hold all cards in play (RT-092)."""
        ranks: list[_Rank] = []
        room: Sequence[int] = self.cards
        for name, most in self.in_all.items():
            floors, entered = self._least(name), self.entered[name]
            ceilings = [entered[seat].most if seat in entered else most for seat in self.state.table.seats]
            possible = tuple(max(ceiling - floor, 0) for ceiling, floor in zip(ceilings, floors, strict=True))
            ranks.append(_Rank(most - sum(floors), possible))
            room = [left - floor for left, floor in zip(room, floors, strict=True)]
        if min(room) < 0 or min(rank.rest for rank in ranks) < 0:
            return False
        if not self.state.partners:
            return True
        if self.state.hand.displayed is not None:
            return _fit(ranks, room)
        # A face of one rank may be the displayed card (RT-095).
        return any(_fit([rank._replace(rest=rank.rest - (rank is short)) for rank in ranks], room) for short in ranks)

    def _with(self, entered: Entered) -> "Piles":
        return Piles(self.state, self.phase, entered, self.in_all, self.cards, self.noted)

    def _least(self, name: str) -> tuple[int, ...]:
        """How many cards of a rank are in each pile at least."""
        entered = self.entered[name]
        return tuple(
            max(entered[seat].least, noted) if seat in entered else noted
            for seat, noted in zip(self.state.table.seats, self.noted[name], strict=True)
        )


def read_piles(state: State, phase: Sorting, entered: Entered) -> Piles:
    in_all = {name: in_play(state, face) for face, name in FIELDS.items()}
    if asks_match(state):
        in_all[MATCH] = COPIES - 1
    cards = tuple(tricks * state.players for tricks in phase.tricks)
    return Piles(state, phase, entered, in_all, cards, {name: _noted(state, phase, name) for name in in_all})


def _fit(ranks: Sequence[_Rank], room: Sequence[int]) -> bool:
    """Whether the rest of each rank can be spread over the piles.

    It can unless some ranks together have more cards left than the piles could take of them.
    """
    for size in range(1, len(ranks) + 1):
        for some in combinations(ranks, size):
            takes = (min(left, sum(most)) for left, *most in zip(room, *(rank.possible for rank in some), strict=True))
            if sum(rank.rest for rank in some) > sum(takes):
                return False
    return True
