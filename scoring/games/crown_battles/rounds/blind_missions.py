"""Blind Missions: the missions lie face down until the last trick is played."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Pick, Presentation, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import trick_position
from scoring.games.crown_battles.events import TypeEvent
from scoring.games.crown_battles.rounds import blind, mission_judging, missions
from scoring.games.crown_battles.rounds.mission_cards import TITLES, Mission, Missions, check_mission, kept_by
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.state import Bidding, Playing, State
from scoring.kit.seats import check_player

FACE_DOWN: Final = Rule(
    "CB-280", "Everybody keeps a mission face down until the last trick is played.", "Blind Missions"
)


@dataclass(frozen=True, slots=True)
class MissionsSet(TypeEvent):
    """All missions lie face down on the table (CB-280)."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        return state.with_type_state(replace(Missions.of(state), set=True))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "All missions lie face down"


@dataclass(frozen=True, slots=True)
class MissionSealed(TypeEvent):
    """A player's mission in round `round`, kept secret by the app."""

    round: int
    seat: Seat
    mission: Mission

    def apply(self, state: State, waived: Collection[str]) -> State:
        blind.check_round(state, self.round, FACE_DOWN)
        check_player(state.table, self.seat, FACE_DOWN)
        name = state.name(self.seat)
        is_new = kept_by(state, self.seat) is None
        require(is_new, FACE_DOWN, f"{name}'s mission is already sealed.", field="seat")
        check_mission(state, self.mission)
        known = Missions.of(state)
        kept = (*known.kept, missions.new_mission(state, self.seat, self.mission))
        return state.with_type_state(replace(known, kept=kept, set=len(kept) == state.players))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        mission = "has sealed a mission" if "mission" in veiled else f"keeps: {TITLES[self.mission].lower()}"
        return f"{table.names[self.seat]} {mission}"

    def veiled(self, state: State) -> frozenset[str]:
        return blind.veil(state, self.round, "mission", shown=Missions.of(state).shown)


@dataclass(frozen=True, slots=True)
class MissionsUncovered(TypeEvent):
    """The sealed missions are revealed after the last trick."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        return state.with_type_state(replace(Missions.of(state), shown=True))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The sealed missions are shown"


def before_play(state: State) -> Wait | None:
    """The missions set face down."""
    if Missions.of(state).set:
        return None
    if not blind.is_sealed(state.options):
        return Wait(_SET, "Everybody puts a mission face down first.")
    seat = _without_mission(state)[0]
    return Wait(_sealed_question(state, seat), f"{state.name(seat)} seals a mission first.")


def sealed_questions(state: State, phase: Bidding) -> tuple[Prompt, ...]:
    """Ask for all missions still to be sealed, in any order."""
    seats = _without_mission(state) if blind.is_sealed(state.options) else ()
    return tuple(_sealed_question(state, seat) for seat in seats)


def _without_mission(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.clockwise if kept_by(state, seat) is None)


def _sealed_question(state: State, seat: Seat) -> Prompt:
    pick = Pick("mission", "Mission", missions.choices(state))
    kind, title = MissionSealed.kind, "keeps a mission in secret"
    return blind.ask_in_secret(state, seat, kind, pick, title=title, what="mission", rule=FACE_DOWN)


def in_play(state: State, phase: Playing) -> Wait | None:
    """The missions revealed one by one or all at once after the last trick, and then judged."""
    if not trick_position.is_played(state):
        return None
    if blind.is_sealed(state.options) and not Missions.of(state).shown:
        return Wait(_UNCOVER, "The missions are shown first.", powers=True)
    showing = missions.showing_wait(state, powers=True)
    return mission_judging.judging_wait(state, phase) if showing is None else showing


_SET: Final = Prompt(
    MissionsSet.kind,
    "Everybody keeps a mission",
    rule=FACE_DOWN,
    confirm="All missions are set",
    help="One of five, face down; they are entered when they are revealed.",
)
_UNCOVER: Final = Prompt(
    MissionsUncovered.kind,
    "Reveal the missions",
    rule=FACE_DOWN,
    confirm="Hold to show all missions",
    help="After the last trick.",
    shown=Presentation(
        meanwhile="Play all tricks. Then the missions are turned.",
        reveals="All tricks are played? Then hold the button for a moment: everybody sees the missions.",
    ),
)

ROUND: Final = replace(
    missions.ROUND,
    title="Blind Missions",
    text="No bids: everybody keeps a mission face down until the last trick.",
    rule=FACE_DOWN,
    events=(*missions.SHOWING, MissionsSet, MissionSealed, MissionsUncovered),
    sealed=sealed_questions,
    before_play=before_play,
    in_play=in_play,
    rulings=(blind.SECRETS, missions.REVEAL),
)
