"""Teams of two, formed before the bids, for all types with alliances."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.board import Marker
from scoring.contract.game import Fact, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Refusal, Rule, refuse_if
from scoring.contract.scores import Seat
from scoring.games.crown_battles import grouping
from scoring.games.crown_battles.deck import PLAYERS
from scoring.games.crown_battles.events import TypeEvent
from scoring.games.crown_battles.grouping import Groups
from scoring.games.crown_battles.options import AllianceSoloExpansion
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, ScoredRound, State, TypeState
from scoring.kit.rulings import Ruling
from scoring.kit.seats import check_player

SECRET_NOTE: Final = Rule(
    "CB-330", "Once a round, on their turn, a player may show their ally one card.", "Alliances: Secret Note"
)
ONE_DOUBLE: Final = Rule("CB-333", "Only one player of a team may bid a double.", "Alliances: Notes")
SOLO: Final = Rule(
    "CB-R48", "Alone, missions and suits count twice for success and once for failure, as in Alliances.", "Our ruling"
)

SIZE: Final = 2
"""Players of a team (CB-334)."""

FEWEST_PLAYERS: Final = 3
TABLES: Final = range(FEWEST_PLAYERS, PLAYERS.stop)
"""Numbers of players with alliances (CB-174)."""

SOLO_RULING: Final = Ruling(
    "alliance_solo_expansion",
    "Alone among teams, a met mission or suit pays",
    {AllianceSoloExpansion.DOUBLE_ON_SUCCESS: "Twice", AllianceSoloExpansion.PLAIN: "Once"},
    SOLO,
)
"""For the alliances with missions and with suits; for plain Alliances the rule is printed."""


@dataclass(frozen=True, slots=True)
class TeamsFormed(TypeEvent):
    """The teams; a team of one plays alone (CB-334, CB-335)."""

    teams: Groups

    def apply(self, state: State, waived: Collection[str]) -> State:
        grouping.check(state.table, grouping.TEAMS, self.teams, "teams")
        teams = grouping.sort_groups(self.teams, state.clockwise)
        return replace(state, deal=replace(state.deal, type_state=Teams(teams)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The teams: {grouping.list_groups(table, self.teams, ' and ')}"


@dataclass(frozen=True, slots=True)
class NoteShown(TypeEvent):
    """A player showed the ally a card and turned the Secret Note over (CB-330)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.seat, SECRET_NOTE)
        refuse_if(_why_no_note(state, self.seat), SECRET_NOTE, field="seat")
        type_state = state.deal.type_state
        assert isinstance(type_state, Teams), "notes are asked for only once there are teams"
        return replace(
            state, deal=replace(state.deal, type_state=replace(type_state, noted=(*type_state.noted, self.seat)))
        )

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} shows the ally a card"


@dataclass(frozen=True, slots=True)
class Teams(TypeState):
    """The teams, and who has used the Secret Note; a type may derive its own class with more data."""

    teams: Groups
    noted: tuple[Seat, ...] = ()


def find_wait(state: State) -> Wait | None:
    """The teams, before the bids."""
    if not isinstance(state.phase, Bidding) or state.deal.type_state is not None:
        return None
    prompt = grouping.question(state, grouping.TEAMS, TeamsFormed.kind, "teams")
    return Wait(prompt, f"{prompt.title} first.")


def asides(state: State) -> tuple[Prompt, ...]:
    """Asks for a Secret Note during play, if anybody still has one."""
    is_playing = isinstance(state.phase, ByCounts | ByTricks | ByCards)
    if not is_playing or all(_why_no_note(state, seat) for seat in state.table.seats):
        return ()
    return (
        Prompt(
            NoteShown.kind,
            "Secret Note",
            (state.table.pick_seat("seat", "Who shows the ally a card", partial(_why_no_note, state)),),
            rule=SECRET_NOTE,
            confirm="Shown",
            help="Once a round, on your own turn; turn the token over afterwards.",
            menu="Allies",
        ),
    )


def has_solo(state: State) -> bool:
    """Whether one player has no ally (CB-335)."""
    return state.players % SIZE > 0


def team_of(past: ScoredRound, seat: Seat) -> tuple[Seat, ...]:
    """The team of a scored round, or the seat alone."""
    type_state = past.deal.type_state
    return grouping.group_of(type_state.teams, seat) if isinstance(type_state, Teams) else (seat,)


def note_team(team: tuple[Seat, ...], text: str) -> str:
    """A note below the points of a member: the numbers are those of all together, unless somebody plays alone."""
    return f"team {text}" if len(team) > 1 else text


def teams_of(state: State) -> Groups:
    """The teams of the round; empty before they are formed."""
    type_state = state.deal.type_state
    return type_state.teams if isinstance(type_state, Teams) else ()


def ally_of(state: State, seat: Seat) -> Seat | None:
    """The ally of a seat; None if it has none."""
    return grouping.ally_in(teams_of(state), seat) if teams_of(state) else None


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody except the seat itself and its ally (CB-R18)."""
    return tuple(other for other in state.others(seat) if other != ally_of(state, seat))


def why_no_double(state: State, phase: Bidding, seat: Seat) -> Refusal | None:
    """Why a seat may not bid a double: the ally already has (CB-333)."""
    other = ally_of(state, seat)
    doubled = any(placed == other and any(len(bid) > 1 for bid in numbers) for placed, numbers in phase.bids)
    if other is None or not doubled:
        return None
    why = (
        f"{state.name(other)} has already bid a double, and only one of a team may; {state.name(seat)} bids one number."
    )
    return Refusal(ONE_DOUBLE, why, "E_DOUBLE_BOTH_TEAMMATES")


def reminder(state: State, seat: Seat) -> str:
    """Who the ally is, as help for a bid."""
    other = ally_of(state, seat)
    name = state.name(seat)
    return f"{name} plays alone." if other is None else f"{name} plays with {state.name(other)}; do not talk about it."


def team_fact(state: State, number: int, value: str) -> Fact:
    """A team at the top of the table: "Ana + Cleo 2 of 3", "Eve alone 1"."""
    team = teams_of(state)[number]
    alone = len(team) == 1
    rule = grouping.ONE_ALONE if alone else grouping.TEAMS_OF_TWO
    label = f"{state.name(team[0])} alone" if alone else " + ".join(map(state.name, team))
    return Fact(f"team_{number}", label, value, rule=rule, group="teams")


def markers(state: State) -> tuple[Marker, ...]:
    """Markers for allies, and for Secret Notes that were used."""
    type_state = state.deal.type_state
    if not isinstance(type_state, Teams):
        return ()
    allies = grouping.mark_others(state.table, type_state.teams, "ally", "with")
    return (*allies, *(Marker(seat, "note", "Note used") for seat in type_state.noted))


def _why_no_note(state: State, seat: Seat) -> str:
    """Why a seat cannot use a Secret Note; empty: it can."""
    type_state = state.deal.type_state
    if ally_of(state, seat) is None:
        return f"{state.name(seat)} plays alone and has nobody to show a card to."
    used = isinstance(type_state, Teams) and seat in type_state.noted
    return f"{state.name(seat)} has already used this round's Secret Note." if used else ""


EVENTS: Final = (TeamsFormed, NoteShown)
"""The events of all alliances."""
