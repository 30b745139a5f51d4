"""Teams of two, formed before the bids, for all types with alliances."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.board import Marker
from scoring.contract.game import Fact, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, refuse_if
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import PLAYERS
from scoring.games.crown_battles.events import Groups, TypeEvent
from scoring.games.crown_battles.options import AllianceSoloExpansion, Options
from scoring.games.crown_battles.rounds import grouping
from scoring.games.crown_battles.rounds.type_rules import TypeRules, Wait
from scoring.games.crown_battles.state import Playing, State
from scoring.kit.rulings import Ruling
from scoring.kit.seats import check_player

SECRET_NOTE: Final = Rule(
    "CB-330", "Once a round, on their turn, a player may show their ally one card.", "Alliances: Secret Note"
)
SOLO: Final = Rule(
    "CB-R48", "Alone, missions and suits count twice for success and once for failure, as in Alliances.", "Our ruling"
)

SIZE: Final = 2
"""Players of a team (CB-334)."""

FEWEST_PLAYERS: Final = 3
"""Two play without alliances (CB-174)."""

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
        grouping.check(state.table, grouping.TEAMS, self.teams)
        return replace(state, deal=replace(state.deal, teams=grouping.sort_groups(self.teams, state.clockwise)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The teams: {grouping.list_groups(table, self.teams, ' and ')}"


@dataclass(frozen=True, slots=True)
class NoteShown(TypeEvent):
    """A player showed the ally a card and turned the Secret Note over (CB-330)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.seat, SECRET_NOTE)
        refuse_if(_why_no_note(state, self.seat), SECRET_NOTE, field="seat")
        return replace(state, deal=replace(state.deal, noted=(*state.deal.noted, self.seat)))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} shows the ally a card"


def with_allies(
    rules: TypeRules, standing: Callable[[State, tuple[Seat, ...]], str] = lambda state, team: ""
) -> TypeRules:
    """A type of round as teams play it; `standing` says how a team does once all have bid: "2 of 3", "bid 1 red"."""

    def before_play(state: State) -> Wait | None:
        if not state.deal.teams:
            return grouping.wait(state, grouping.TEAMS, TeamsFormed.kind)
        return rules.before_play(state)

    def facts(state: State) -> tuple[Fact, ...]:
        teams = enumerate(state.deal.teams)
        return tuple(_fact(state, n, team, standing(state, team) if state.bids else "") for n, team in teams)

    return replace(
        rules,
        players=range(FEWEST_PLAYERS, PLAYERS.stop),
        may_be_last=False,
        events=(*rules.events, TeamsFormed, NoteShown),
        before_play=before_play,
        sealed=lambda state, phase: rules.sealed(state, phase) if state.deal.teams else (),
        asides=_asides,
        markers=_markers,
        facts=facts,
    )


def _asides(state: State) -> tuple[Prompt, ...]:
    """Asks for a Secret Note during play, if anybody still has one."""
    is_playing = isinstance(state.phase, Playing)
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


def times_alone(options: Options) -> int:
    """How often a success counts for a player without an ally, with missions and with suits (CB-R48)."""
    return 2 if options.alliance_solo_expansion is AllianceSoloExpansion.DOUBLE_ON_SUCCESS else 1


def _fact(state: State, number: int, team: tuple[Seat, ...], value: str) -> Fact:
    """A team at the top of the table: "Ana + Cleo 2 of 3", "Eve alone 1"."""
    alone = len(team) == 1
    rule = grouping.ONE_ALONE if alone else grouping.TEAMS_OF_TWO
    label = f"{state.name(team[0])} alone" if alone else " + ".join(map(state.name, team))
    return Fact(f"team_{number}", label, value, rule=rule, group="teams")


def _markers(state: State) -> tuple[Marker, ...]:
    """Markers for allies, and for Secret Notes that were used."""
    allies = grouping.mark_others(state.table, state.deal.teams, "ally", "with")
    return (*allies, *(Marker(seat, "note", "Note used") for seat in state.deal.noted))


def _why_no_note(state: State, seat: Seat) -> str:
    """Why a seat cannot use a Secret Note; empty: it can."""
    if state.ally_of(seat) is None:
        return f"{state.name(seat)} plays alone and has nobody to show a card to."
    used = seat in state.deal.noted
    return f"{state.name(seat)} has already used this round's Secret Note." if used else ""
