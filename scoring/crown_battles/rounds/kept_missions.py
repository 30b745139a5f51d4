"""The missions of a round: whose they are, what they are worth, what became of them."""

from dataclasses import dataclass

from scoring.changing import replace
from scoring.crown_battles.rounds.mission_cards import Mission
from scoring.crown_battles.rounds.teams import Teams
from scoring.crown_battles.state import Own, State
from scoring.scores import Seat


@dataclass(frozen=True, slots=True)
class Kept:
    """One player's mission; `value` is None until it is read from the card."""

    seat: Seat
    mission: Mission
    name: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Missions(Own):
    """The missions that are known, whether they lie face down, and what became of them."""

    kept: tuple[Kept, ...] = ()
    set: bool = False  # face down, to be shown after the play
    shown: bool = False
    achieved: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamMissions(Teams):
    """Missions of allies: the teams come first."""

    missions: Missions = Missions()


def missions(state: State) -> Missions:
    """What is known of the missions of the round."""
    match state.deal.own:
        case Missions() as own:
            return own
        case TeamMissions(missions=kept):
            return kept
        case _:
            return Missions()


def put(state: State, after: Missions) -> State:
    """The state with other missions; teams stay."""
    own = state.deal.own
    return replace(
        state, deal=replace(state.deal, own=replace(own, missions=after) if isinstance(own, TeamMissions) else after)
    )


def kept_by(state: State, seat: Seat) -> Kept | None:
    """The mission of a player, if it is known."""
    return next((kept for kept in missions(state).kept if kept.seat == seat), None)


def clockwise(state: State) -> tuple[Seat, ...]:
    """Everybody, left of the dealer first."""
    return state.table.clockwise_from(state.opening_seat)
