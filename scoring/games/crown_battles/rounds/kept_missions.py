"""The missions kept in a round: by whom, their values, and whether they were achieved."""

from dataclasses import dataclass

from scoring.contract.scores import Seat
from scoring.games.crown_battles.rounds.mission_cards import Mission
from scoring.games.crown_battles.state import State, TypeState


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's mission; `value` is None until the card is read."""

    seat: Seat
    mission: Mission
    name: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Missions(TypeState):
    """The known missions, and which of them were achieved, by seat."""

    kept: tuple[Kept, ...] = ()
    picked: tuple[tuple[Seat, Mission], ...] = ()  # in secret, until all have picked
    set: bool = False  # face down, to be shown after the play
    shown: bool = False
    achieved: tuple[bool, ...] = ()


def missions_of(state: State) -> Missions:
    return state.type_state(Missions())


def kept_by(state: State, seat: Seat) -> Kept | None:
    """A player's mission; None if it is not known."""
    return next((kept for kept in missions_of(state).kept if kept.seat == seat), None)
