"""Missions: no bids; everybody keeps one of five missions, reveals it before the play and is paid for achieving it.

Revealed one by one (CB-261), a mission is open when it is entered. Revealed at once (CB-270), it is secret until then:
where secrets are sealed, everybody picks a mission in secret, and the last pick opens them all.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.board import Shape, Tile
from scoring.contract.cards import KnownCard
from scoring.contract.game import Measure, MeasureKind, Notice, Table
from scoring.contract.names import count_of, tidy
from scoring.contract.prompts import Cell, Choice, Count, Grid, Known, Pick, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles.events import TypeEvent
from scoring.games.crown_battles.options import MissionsReveal, RoundType, Secrets
from scoring.games.crown_battles.rounds import blind, mission_cards
from scoring.games.crown_battles.rounds.mission_cards import (
    FAILED_POINTS,
    TITLES,
    Kept,
    Mission,
    Missions,
    cards_left,
    check_mission,
    check_value,
    kept_by,
    value_of,
    why_not,
)
from scoring.games.crown_battles.rounds.mission_judging import MissionsJudged, are_judged, judging_wait
from scoring.games.crown_battles.rounds.type_rules import TypeRules, Wait
from scoring.games.crown_battles.state import STEP, Bidding, Bids, Piles, ScoredRound, State
from scoring.kit.rulings import Ruling
from scoring.kit.seats import check_player

ONE_OF_FIVE: Final = Rule("CB-260", "Everybody gets five missions and keeps one, once the trump is known.", "Missions")
SHOWN: Final = Rule("CB-261", "Missions are revealed one by one, beginning left of the dealer.", "Missions")
FAILED: Final = Rule("CB-262", "A failed mission costs 20, whatever its value.", "Missions: Scoring")
ACHIEVED: Final = Rule("CB-263", "An achieved mission pays its value.", "Missions: Scoring")
AT_ONCE: Final = Rule("CB-270", "Variation: all missions are revealed at once.", "Missions")

_SHORT: Final = {
    Mission.TRUMP_TRICK: "Trump",
    Mission.NONE_OR_ONE: "0–1",
    Mission.NOT_FIRST: "Not 1st",
    Mission.FOUR: "4+",
    Mission.OTHER: "Card",
}
MEASURED: Final = MeasureKind(
    "mission", "Missions achieved", share=True, stands_in=True, praise="Mission accomplished", none="missed"
)


@dataclass(frozen=True, slots=True)
class MissionKept(TypeEvent):
    """The mission that one player keeps (CB-260, CB-261)."""

    seat: Seat
    mission: Mission

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.seat, SHOWN)
        known = kept_by(state, self.seat)
        require(known is None, ONE_OF_FIVE, f"{state.name(self.seat)} keeps only one mission.", field="mission")
        check_mission(state, self.mission)
        return _with_kept(state, (self.seat, self.mission))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} shows a mission: {TITLES[self.mission].lower()}"


@dataclass(frozen=True, slots=True)
class MissionsKept(TypeEvent):
    """Everybody's mission, shown at once (CB-270)."""

    missions: tuple[tuple[Seat, Mission], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        hidden = bool(Missions.of(state).picked)
        require(not hidden, AT_ONCE, "Missions are being picked in secret; undo the picks first.", field="missions")
        complete = state.table.has_all_seats(self.missions)
        require(complete, ONE_OF_FIVE, "Every player keeps one mission.", field="missions")
        for seat, mission in self.missions:
            check_mission(state, mission, f"missions[{seat}]")
        return _with_kept(state, *sorted(self.missions))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        shown = ", ".join(f"{table.names[seat]} {TITLES[mission].lower()}" for seat, mission in self.missions)
        return f"The missions are shown: {shown}"


@dataclass(frozen=True, slots=True)
class MissionPicked(TypeEvent):
    """A player's mission in round `round`, kept secret by the app until all have picked one (CB-270)."""

    round: int
    seat: Seat
    mission: Mission

    def apply(self, state: State, waived: Collection[str]) -> State:
        blind.check_round(state, self.round, AT_ONCE)
        check_player(state.table, self.seat, AT_ONCE)
        name = state.name(self.seat)
        require(self.seat in _without_pick(state), AT_ONCE, f"{name} has already picked a mission.", field="seat")
        check_mission(state, self.mission)
        known = Missions.of(state)
        picked = tuple(sorted((*known.picked, (self.seat, self.mission))))
        if len(picked) < state.players:
            return state.with_type_state(replace(known, picked=picked))
        return _with_kept(state.with_type_state(replace(known, picked=())), *picked)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        mission = "has picked a mission" if "mission" in veiled else f"shows a mission: {TITLES[self.mission].lower()}"
        return f"{table.names[self.seat]} {mission}"

    def veiled(self, state: State) -> frozenset[str]:
        return blind.veil(state, self.round, "mission", shown=bool(Missions.of(state).kept))


@dataclass(frozen=True, slots=True)
class MissionRead(TypeEvent):
    """The value of a mission that is not in the rulebook in this round, and its text, which may be empty (CB-275)."""

    seat: Seat
    card: KnownCard
    value: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        unread = kept_by(state, self.seat) if 0 <= self.seat < state.players else None
        is_unread = unread is not None and unread.value is None
        require(is_unread, mission_cards.OTHERS, "This player's mission is already known.", field="seat")
        name = tidy(self.card.name)
        check_value(self.value)
        known = Missions.of(state)
        kept = tuple(
            replace(mission, name=name, value=self.value) if mission is unread else mission for mission in known.kept
        )
        return state.with_type_state(replace(known, kept=kept))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]}'s card: {tidy(self.card.name) or 'a mission'}, worth {self.value}"


def showing_wait(state: State, *, powers: bool = False) -> Wait | None:
    """Asks for the next mission, or for the text of a card; None once all missions are known."""
    unread = next((kept for kept in Missions.of(state).kept if kept.value is None), None)
    if unread is not None:
        why = f"Enter the text of {state.name(unread.seat)}'s card first."
        return Wait(_reading_prompt(state, unread), why, powers)
    missing = [seat for seat in state.clockwise if kept_by(state, seat) is None]
    if not missing:
        return None
    if state.options.missions_reveal is MissionsReveal.TOGETHER:
        ask_all, left = _all_prompt(state), _without_pick(state)
        return blind.wait_for_all(state, ask_all, _pick_prompt, left, "mission", powers)
    return Wait(_next_prompt(state, missing[0]), f"{state.name(missing[0])} shows a mission first.", powers)


def sealed_questions(state: State, phase: Bidding) -> tuple[Prompt, ...]:
    """Ask for all missions still to be picked, in any order (CB-270)."""
    together = state.options.missions_reveal is MissionsReveal.TOGETHER and blind.is_sealed(state.options)
    is_open = together and not Missions.of(state).kept
    return tuple(_pick_prompt(state, seat) for seat in _without_pick(state)) if is_open else ()


def results(state: State) -> tuple[tuple[int, bool], ...]:
    """By seat: the value of the mission, and whether it was achieved."""
    values = {kept.seat: kept.value or 0 for kept in Missions.of(state).kept}
    return tuple((values[seat], Missions.of(state).achieved[seat]) for seat in state.table.seats)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """One line for each seat's mission (CB-262, CB-263)."""
    return tuple(
        ScoreLine(state.deal.number, Seat(seat), ACHIEVED, (Term("for the mission", value),))
        if achieved
        else ScoreLine(state.deal.number, Seat(seat), FAILED, (Term("for the failed mission", FAILED_POINTS),))
        for seat, (value, achieved) in enumerate(results(state))
    )


def reach(state: State, tricks: int) -> tuple[int, int]:
    """A failed mission, or one with the highest value there is."""
    return FAILED_POINTS, mission_cards.HIGHEST_VALUE


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """The mission of a scored round, and the tricks if they were entered."""
    yield Measure(past.deal.number, seat, "mission", int(Missions.of(past).achieved[seat]), 1)
    (pile,) = past.won
    if any(pile):
        yield Measure(past.deal.number, seat, "tricks", pile[seat], past.deal.tricks)


def cell_note(past: ScoredRound, seat: Seat) -> str:
    """Whether the mission of a scored round was achieved."""
    return "met" if Missions.of(past).achieved[seat] else "failed"


def tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    """A player's mission, face down while it is secret."""
    kept, known = kept_by(state, seat), Missions.of(state)
    sealed = state.options.secrets is Secrets.SEALED
    sealing = sealed and state.deal.type is RoundType.BLIND_MISSIONS and kept is not None  # before all are set, too
    if seat in dict(known.picked):
        return (Tile(f"mission-{seat}", "?", up=False, owner=seat, badge="picked", shape=Shape.TOKEN),)
    if not known.shown and (sealing or (known.set and (sealed or kept is None))):
        return (Tile(f"mission-{seat}", "?", up=False, owner=seat, badge="mission set", shape=Shape.TOKEN),)
    if kept is None or kept.value is None:
        return ()
    name = f"{_SHORT[kept.mission]}: {kept.value}"
    return (Tile(f"mission-{seat}", name, owner=seat, badge=kept.name or "Mission", shape=Shape.TOKEN),)


def notices(state: State) -> tuple[Notice, ...]:
    """The texts of missions that are not in the rulebook, until they are judged."""
    kept = () if are_judged(state) else Missions.of(state).kept
    return tuple(
        Notice(mission_cards.OTHERS, f"{state.name(mission.seat)}'s card: {mission.name}.", mission.seat)
        for mission in kept
        if mission.mission is Mission.OTHER and mission.name
    )


def choices(state: State) -> tuple[Choice, ...]:
    """All missions, with their value in this round or why they must be exchanged."""
    return tuple(
        Choice(
            mission.value,
            _label(state, mission),
            why_not(state, mission),
            text="Its text and its value come next." if mission is Mission.OTHER else "",
        )
        for mission in Mission
    )


def _label(state: State, mission: Mission) -> str:
    value = value_of(state, mission)
    return TITLES[mission] if value is None else f"{TITLES[mission]}: {count_of(value, 'point')}"


def _with_kept(state: State, *missions: tuple[Seat, Mission]) -> State:
    known = Missions.of(state)
    kept = (*known.kept, *(new_mission(state, seat, mission) for seat, mission in missions))
    return state.with_type_state(replace(known, kept=kept))


def new_mission(state: State, seat: Seat, mission: Mission) -> Kept:
    """A mission as it is kept: with its title and value, or without them until its card is read."""
    return Kept(seat, mission, "" if mission is Mission.OTHER else TITLES[mission], value_of(state, mission))


def _next_prompt(state: State, seat: Seat) -> Prompt:
    return Prompt(
        MissionKept.kind,
        f"{state.name(seat)} shows a mission",
        (Pick("mission", "Mission", choices(state)),),
        rule=SHOWN,
        instant=True,
        help=_exchange_help(state),
    ).for_seat(seat)


def _exchange_help(state: State) -> str:
    """Which cards to exchange (CB-267 to CB-269, CB-277)."""
    left = cards_left(state.players)
    return f"One of five. Exchange impossible missions and duplicates first; {left} cards are left for that."


def _pick_prompt(state: State, seat: Seat) -> Prompt:
    pick = Pick("mission", "Mission", choices(state))
    kind, title = MissionPicked.kind, "picks a mission in secret"
    prompt = blind.ask_in_secret(state, seat, kind, pick, title=title, what="mission", rule=AT_ONCE)
    return replace(prompt, help=_exchange_help(state))


def _without_pick(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.clockwise if seat not in dict(Missions.of(state).picked))


def _all_prompt(state: State) -> Prompt:
    cells = tuple(Cell(seat, state.name(seat), Pick("mission", "", choices(state))) for seat in state.clockwise)
    return Prompt(
        MissionsKept.kind,
        "All show their missions",
        (Grid("missions", "Missions", cells),),
        rule=AT_ONCE,
        confirm="These are kept",
        help=_exchange_help(state),
    )


def _reading_prompt(state: State, kept: Kept) -> Prompt:
    value = f"Its value for {state.players} players and {state.deal.cards} cards"
    return Prompt(
        MissionRead.kind,
        f"{state.name(kept.seat)}'s mission",
        (
            Known("card", "What the card asks for (optional)", "mission", needed=False),
            Count("value", value, 0, mission_cards.HIGHEST_VALUE, STEP),
        ),
        rule=mission_cards.OTHERS,
        confirm="Keep it",
    ).for_seat(kept.seat)


SHOWING: Final = (MissionKept, MissionsKept, MissionRead, MissionsJudged)
"""The events of every type with missions."""

REVEAL: Final[Ruling] = Ruling(
    "missions_reveal",
    "Missions are shown",
    {MissionsReveal.IN_ORDER: "One by one", MissionsReveal.TOGETHER: "All at once"},
    AT_ONCE,
)

ROUND: Final = TypeRules(
    title="Missions",
    text="No bids: everybody shows a mission and is paid for achieving it.",
    rule=ONE_OF_FIVE,
    lines=lines,
    reach=reach,
    needs_trump=True,  # missions are chosen once the trump is known (CB-260)
    order=lambda seats, options: (),
    has_bids=False,
    events=(*SHOWING, MissionPicked),
    sealed=sealed_questions,
    before_play=showing_wait,
    in_play=judging_wait,
    tiles=tiles,
    notices=notices,
    measures=measures,
    measured=(MEASURED,),
    cell_note=cell_note,
    rulings=(REVEAL, blind.SECRETS),
)
