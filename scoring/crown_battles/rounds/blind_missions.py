"""Blind Missions: the missions lie face down until the last trick is played."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles.events import TypeEvent
from scoring.crown_battles.options import RoundType, Secrets
from scoring.crown_battles.rounds import blind, kept_missions, mission_judging, missions
from scoring.crown_battles.rounds.kept_missions import Kept
from scoring.crown_battles.rounds.mission_cards import TITLES, Mission, check, value_of
from scoring.crown_battles.rounds.type_rules import BiddingRules, DealRules, Entry, ShownRules, TypeRules, Wait, nobody
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Playing, State, check_seat
from scoring.game import Table
from scoring.prompts import Pick, Prompt, Sealed
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

FACE_DOWN: Final = Rule(
    "CB-280", "Everybody keeps a mission face down until the last trick is played.", "Blind Missions"
)
LIKE_MISSIONS: Final = Rule("CB-281", "A blind mission is worth what an open one is.", "Blind Missions")


@dataclass(frozen=True, slots=True)
class MissionsSet(TypeEvent):
    """Everybody's mission lies face down on the table (CB-280)."""

    kind: ClassVar[str] = "missions_set"


@dataclass(frozen=True, slots=True)
class MissionSealed(TypeEvent):
    """One player's mission of round `round`, covered on this phone."""

    kind: ClassVar[str] = "mission_sealed"
    round: int
    seat: Seat
    mission: Mission


@dataclass(frozen=True, slots=True)
class MissionsUncovered(TypeEvent):
    """The sealed missions may be seen: the last trick is played."""

    kind: ClassVar[str] = "missions_uncovered"


def veil(state: State, event: TypeEvent) -> frozenset[str]:
    """What is sealed stays covered until the missions are shown."""
    shown = kept_missions.missions(state).shown
    covered = isinstance(event, MissionSealed) and blind.is_covered(state, event.round, shown=shown)
    return frozenset({"mission"}) if covered else frozenset()


def waits(state: State) -> Wait | None:
    """The missions set face down, shown after the last trick, and what became of them."""
    own = kept_missions.missions(state)
    match state.phase:
        case Bidding() if not own.set:
            return _setting(state)
        case ByCounts() | ByTricks() | ByCards() as phase if mission_judging.is_played(state, phase):
            return _shown(state, phase)
        case _:
            return None


def set_down(state: State, event: MissionsSet) -> State:
    """The state with all missions face down on the table."""
    return kept_missions.put(state, replace(kept_missions.missions(state), set=True))


def seal(state: State, event: MissionSealed) -> State:
    """The state with one more sealed mission; after the last one all lie face down."""
    if event.round != state.deal.number:
        raise RuleViolation(FACE_DOWN, f"Round {state.deal.number} is played, not round {event.round}.", field="round")
    check_seat(state, event.seat, FACE_DOWN)
    name = state.name(event.seat)
    require(
        kept_missions.kept_by(state, event.seat) is None,
        FACE_DOWN,
        f"{name}'s mission is sealed already.",
        field="seat",
    )
    check(state, event.mission)
    own = kept_missions.missions(state)
    title = "" if event.mission is Mission.OTHER else TITLES[event.mission]
    kept = (*own.kept, Kept(event.seat, event.mission, title, value_of(state, event.mission)))
    return kept_missions.put(state, replace(own, kept=kept, set=len(kept) == len(state.table.names)))


def uncover(state: State, event: MissionsUncovered) -> State:
    """The state with the sealed missions for all to see."""
    return kept_missions.put(state, replace(kept_missions.missions(state), shown=True))


def _setting(state: State) -> Wait:
    if state.options.secrets is not Secrets.SEALED:
        return Wait(_SET, "Everybody puts a mission face down first.")
    seat = _without_mission(state)[0]
    return Wait(_sealing(state, seat), f"{state.name(seat)} seals a mission first.")


def questions(state: State) -> tuple[Prompt, ...]:
    """The forms of all missions that are still to be sealed, in any order."""
    match state.phase:
        case Bidding() if state.options.secrets is Secrets.SEALED and not kept_missions.missions(state).set:
            return tuple(_sealing(state, seat) for seat in _without_mission(state))
        case _:
            return ()


def _without_mission(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in kept_missions.clockwise(state) if kept_missions.kept_by(state, seat) is None)


def _sealing(state: State, seat: Seat) -> Prompt:
    name = state.name(seat)
    field = Sealed("mission", f"{name}'s mission", Pick("mission", "Mission", missions.choices(state)))
    given = (("round", state.deal.number), ("seat", seat))
    title = f"{name} keeps a mission in secret"
    return Prompt(MissionSealed.kind, title, (field,), rule=FACE_DOWN, seat=seat, given=given)


def _shown(state: State, phase: Playing) -> Wait | None:
    """The missions turned one by one, or uncovered, and then judged."""
    own = kept_missions.missions(state)
    if state.options.secrets is Secrets.SEALED and not own.shown:
        return Wait(_UNCOVER, "The missions are shown first.", powers=True)
    showing = missions.showing(state, powers=True)
    return mission_judging.judging(state, phase) if showing is None else showing


def _told_set(table: Table, event: MissionsSet, veiled: frozenset[str]) -> str:
    return "All missions lie face down"


def _told_sealed(table: Table, event: MissionSealed, veiled: frozenset[str]) -> str:
    name = table.names[event.seat]
    return f"{name} has sealed a mission" if "mission" in veiled else f"{name} keeps: {TITLES[event.mission].lower()}"


def _told_uncovered(table: Table, event: MissionsUncovered, veiled: frozenset[str]) -> str:
    return "The sealed missions are shown"


_SET: Final = Prompt(
    MissionsSet.kind,
    "Everybody keeps a mission",
    (),
    rule=FACE_DOWN,
    confirm="All missions are set",
    help="One of five, face down; they are entered when they are turned.",
)
_UNCOVER: Final = Prompt(
    MissionsUncovered.kind,
    "Turn the missions",
    (),
    rule=FACE_DOWN,
    confirm="Show all missions",
    help="After the last trick.",
)

ROUND: Final = TypeRules(
    title="Blind Missions",
    text="No bids: everybody keeps a mission face down until the last trick.",
    rule=FACE_DOWN,
    lines=missions.lines,
    deal=DealRules(needs_trump=missions.needs_trump, order=nobody),
    bidding=BiddingRules(
        bids=False,
        entries={
            **missions.SHOWING,
            MissionsSet: Entry(set_down, _told_set),
            MissionSealed: Entry(seal, _told_sealed),
            MissionsUncovered: Entry(uncover, _told_uncovered),
        },
        sealed=questions,
        waits=waits,
    ),
    shown=ShownRules(
        veil=veil,
        tiles=missions.tiles,
        notices=partial(missions.read_aloud, RoundType.BLIND_MISSIONS),
        measures=missions.measures,
        measured=missions.MEASURED,
    ),
    rulings=(blind.SECRETS, missions.REVEAL),
)
