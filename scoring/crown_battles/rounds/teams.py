"""Teams of two, formed before the bids: what every kind of alliance shares."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.board import Marker
from scoring.changing import replace
from scoring.crown_battles import grouping
from scoring.crown_battles.bidding import Closed
from scoring.crown_battles.deck import PLAYERS
from scoring.crown_battles.events import TypeEvent
from scoring.crown_battles.grouping import Groups
from scoring.crown_battles.options import AllianceSoloExpansion, Ruling
from scoring.crown_battles.rounds.type_rules import Entry, Wait
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Own, State, check_seat
from scoring.game import Fact, Table
from scoring.prompts import Choice, Pick, Prompt, Role
from scoring.rulebook import Rule, require
from scoring.scores import Seat

SECRET_NOTE: Final = Rule(
    "CB-330", "Once a round, on the own turn, a player may show the ally one card.", "Alliances: Secret Note"
)
NOT_LAST: Final = Rule("CB-331", "No kind of alliance is played in the final round.", "Alliances: Notes")
OWN_BIDS: Final = Rule("CB-332", "Allies bid each for themselves and without a word to each other.", "Alliances: Notes")
ONE_DOUBLE: Final = Rule("CB-333", "Only one of a team may bid a double.", "Alliances: Notes")
SOLO: Final = Rule(
    "CB-R48", "Alone, missions and suits pay twice for success and once for failure, as in Alliances.", "Our ruling"
)

FEWEST_PLAYERS: Final = 3
TABLES: Final = range(FEWEST_PLAYERS, PLAYERS.stop)
"""With how many players there are alliances (CB-174)."""

SOLO_RULING: Final = Ruling(
    "alliance_solo_expansion",
    "Alone among teams, a met mission or suit pays",
    {AllianceSoloExpansion.DOUBLE_ON_SUCCESS: "Twice", AllianceSoloExpansion.PLAIN: "Once"},
    SOLO,
)
"""For the alliances with missions and with suits; in Alliances it is printed."""


@dataclass(frozen=True, slots=True)
class TeamsFormed(TypeEvent):
    """Who plays with whom; a team of one plays alone (CB-334, CB-335)."""

    kind: ClassVar[str] = "teams_formed"
    teams: Groups


@dataclass(frozen=True, slots=True)
class NoteShown(TypeEvent):
    """A player has shown the ally a card and turned the Secret Note over (CB-330)."""

    kind: ClassVar[str] = "note_shown"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Teams(Own):
    """Who plays with whom, and who has used the Secret Note; a type may derive its own from it."""

    teams: Groups
    noted: tuple[Seat, ...] = ()


def waits(state: State) -> Wait | None:
    """The teams come before the bids."""
    if not isinstance(state.phase, Bidding) or state.deal.own is not None:
        return None
    asked = grouping.question(state, grouping.TEAMS, TeamsFormed.kind, "teams")
    return Wait(asked, f"{asked.title} first.")


def form(state: State, event: TeamsFormed) -> State:
    """The state with its teams."""
    return replace(state, deal=replace(state.deal, own=Teams(checked(state, event))))


def checked(state: State, event: TeamsFormed) -> Groups:
    """The teams in the order of the seats; refused unless everybody is in one of a proper size."""
    grouping.check(state.table, grouping.TEAMS, event.teams, "teams")
    return grouping.clockwise(state.table, event.teams, state.opening_seat)


def show_note(state: State, event: NoteShown) -> State:
    """The state with one Secret Note turned over."""
    check_seat(state, event.seat, SECRET_NOTE)
    closed = _no_note(state, event.seat)
    require(not closed, SECRET_NOTE, closed, field="seat")
    own = state.deal.own
    assert isinstance(own, Teams), "notes are asked for only once there are teams"
    return replace(state, deal=replace(state.deal, own=replace(own, noted=(*own.noted, event.seat))))


def asides(state: State) -> tuple[Prompt, ...]:
    """The form of the Secret Note, while cards are played and somebody still has one."""
    open_to_all = isinstance(state.phase, ByCounts | ByTricks | ByCards)
    if not open_to_all or all(_no_note(state, seat) for seat in state.table.seats):
        return ()
    players = tuple(Choice(seat, state.name(seat), _no_note(state, seat)) for seat in state.table.seats)
    return (
        Prompt(
            NoteShown.kind,
            "Secret Note",
            (Pick("seat", "Who shows the ally a card", players, seats=True),),
            rule=SECRET_NOTE,
            role=Role.ASIDE,
            confirm="Shown",
            help="Once a round, on the own turn; turn the token over afterwards.",
            group="Allies",
        ),
    )


def teams(state: State) -> Groups:
    """The teams of the round; none before they are formed."""
    own = state.deal.own
    return own.teams if isinstance(own, Teams) else ()


def ally(state: State, seat: Seat) -> Seat | None:
    """Who plays with somebody; None: nobody."""
    return grouping.ally(teams(state), seat) if teams(state) else None


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else but the ally (CB-R18)."""
    return tuple(other for other in state.others(seat) if other != ally(state, seat))


def no_double(state: State, phase: Bidding, seat: Seat) -> Closed | None:
    """Why somebody may not bid a double: the ally has (CB-333)."""
    other = ally(state, seat)
    doubled = any(placed == other and any(len(bid) > 1 for bid in said) for placed, said in phase.bids)
    if other is None or not doubled:
        return None
    why = (
        f"{state.name(other)} has bid a double already, and only one of a team may; {state.name(seat)} bids one number."
    )
    return Closed(ONE_DOUBLE, why, "E_DOUBLE_BOTH_TEAMMATES")


def reminder(state: State, seat: Seat) -> str:
    """What to know before a bid: with whom it counts."""
    other = ally(state, seat)
    name = state.name(seat)
    return (
        f"{name} plays alone." if other is None else f"{name} plays with {state.name(other)}; not a word to each other."
    )


def fact_of(state: State, number: int, value: str) -> Fact:
    """What is worth seeing of one team at the top of the table: "Ana + Cleo 2 of 3", "Eve alone 1"."""
    team = teams(state)[number]
    alone = len(team) == 1
    rule = grouping.ONE_ALONE if alone else grouping.TEAMS_OF_TWO
    label = f"{state.name(team[0])} alone" if alone else " + ".join(map(state.name, team))
    return Fact(f"team_{number}", label, value, rule=rule)


def signs(state: State) -> tuple[Marker, ...]:
    """Whose Secret Note is turned over."""
    own = state.deal.own
    noted = own.noted if isinstance(own, Teams) else ()
    return tuple(Marker(seat, "note", "Note used") for seat in noted)


def _told_teams(table: Table, event: TeamsFormed, veiled: frozenset[str]) -> str:
    return f"The teams: {grouping.told(table, event.teams, ' and ')}"


def _told_note(table: Table, event: NoteShown, veiled: frozenset[str]) -> str:
    return f"{table.names[event.seat]} shows the ally a card"


def _no_note(state: State, seat: Seat) -> str:
    """Why somebody cannot use a Secret Note; empty: they can."""
    own = state.deal.own
    if ally(state, seat) is None:
        return f"{state.name(seat)} plays alone and has nobody to show a card to."
    used = isinstance(own, Teams) and seat in own.noted
    return f"{state.name(seat)} has used the Secret Note of this round already." if used else ""


FORMED: Final = Entry(form, _told_teams)
NOTED: Final = Entry(show_note, _told_note)
ENTRIES: Final = {TeamsFormed: FORMED, NoteShown: NOTED}
"""What all alliances enter; a type that remembers more forms its teams itself."""
