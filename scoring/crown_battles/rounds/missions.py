"""Missions: no bids; everybody keeps one of five missions, shows it before the play, and is paid for achieving it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from scoring.board import Shape, Tile
from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.crown_battles.events import Event, TypeEvent
from scoring.crown_battles.options import MissionsReveal, Options, RoundType, Ruling, Secrets
from scoring.crown_battles.rounds import mission_cards, mission_judging
from scoring.crown_battles.rounds.kept_missions import Kept, Missions, TeamMissions, clockwise, kept_by, missions, put
from scoring.crown_battles.rounds.mission_cards import TITLES, Mission, check, check_value, stock, value_of, why_not
from scoring.crown_battles.rounds.mission_judging import MissionsJudged, are_judged, judging
from scoring.crown_battles.rounds.type_rules import BiddingRules, DealRules, Entry, ShownRules, TypeRules, Wait, nobody
from scoring.crown_battles.state import (
    Bids,
    ByCards,
    ByCounts,
    ByTricks,
    Piles,
    ScoredRound,
    State,
    check_seat,
)
from scoring.game import Measure, MeasureKind, Notice, Table
from scoring.prompts import Cell, Choice, Count, Each, Known, Pick, Prompt
from scoring.rulebook import Rule, require
from scoring.scores import Ledger, ScoreLine, Seat, Term

ONE_OF_FIVE: Final = Rule("CB-260", "Everybody gets five missions and keeps one, once the trump is known.", "Missions")
SHOWN: Final = Rule("CB-261", "The missions are shown one by one, left of the dealer first.", "Missions")
FAILED: Final = Rule("CB-262", "A failed mission costs 20, whatever it is worth.", "Missions: Scoring")
ACHIEVED: Final = Rule("CB-263", "An achieved mission pays its value.", "Missions: Scoring")
AT_ONCE: Final = Rule("CB-270", "Variation: all missions are shown at once.", "Missions")
NO_BIDS: Final = Rule("CB-276", "There are no bids on tricks in a round of missions.", "Missions")

_FAILED: Final = -20
_SHELF: Final = "mission"
_SHORT: Final = {
    Mission.TRUMP_TRICK: "Trump",
    Mission.NONE_OR_ONE: "0–1",
    Mission.NOT_FIRST: "Not 1st",
    Mission.FOUR: "4+",
    Mission.OTHER: "Card",
}
MEASURED: Final[tuple[MeasureKind, ...]] = (
    MeasureKind("mission", "Missions achieved", share=True, praise="Mission accomplished"),
)


@dataclass(frozen=True, slots=True)
class MissionKept(TypeEvent):
    """The mission one player keeps (CB-260, CB-261)."""

    kind: ClassVar[str] = "mission_kept"
    seat: Seat
    mission: Mission


@dataclass(frozen=True, slots=True)
class MissionsKept(TypeEvent):
    """Everybody's mission, shown at once (CB-270)."""

    kind: ClassVar[str] = "missions_kept"
    missions: tuple[tuple[Seat, Mission], ...]


@dataclass(frozen=True, slots=True)
class MissionRead(TypeEvent):
    """What stands on a card the rulebook does not print, and its value in this round (CB-275)."""

    kind: ClassVar[str] = "mission_read"
    seat: Seat
    card: KnownCard
    value: int


def waits(state: State) -> Wait | None:
    """The missions before the play, and what became of them after it."""
    phase = state.phase
    return judging(state, phase) if isinstance(phase, ByCounts | ByTricks | ByCards) else showing(state)


def showing(state: State, *, powers: bool = False) -> Wait | None:
    """The next mission to be shown, or read from its card; None once all are known."""
    unread = next((kept for kept in missions(state).kept if kept.value is None), None)
    if unread is not None:
        return Wait(_reading(state, unread), f"Say first what stands on {state.name(unread.seat)}'s card.", powers)
    missing = [seat for seat in clockwise(state) if kept_by(state, seat) is None]
    if not missing:
        return None
    if state.options.missions_reveal is MissionsReveal.TOGETHER:
        return Wait(_all_at_once(state), "Everybody shows a mission first.", powers)
    return Wait(_next(state, missing[0]), f"{state.name(missing[0])} shows a mission first.", powers)


def keep(state: State, event: MissionKept) -> State:
    """The state with one more mission known (CB-261)."""
    check_seat(state, event.seat, SHOWN)
    known = kept_by(state, event.seat)
    require(known is None, ONE_OF_FIVE, f"{state.name(event.seat)} keeps one mission only.", field="mission")
    check(state, event.mission)
    return _with(state, event.seat, event.mission)


def keep_all(state: State, event: MissionsKept) -> State:
    """The state with everybody's mission (CB-270)."""
    complete = sorted(seat for seat, _ in event.missions) == list(state.table.seats)
    require(complete, ONE_OF_FIVE, "Every player keeps one mission.", field="missions")
    for seat, mission in event.missions:
        check(state, mission, f"missions[{seat}]")
    for seat, mission in sorted(event.missions):
        state = _with(state, seat, mission)
    return state


def read(state: State, event: MissionRead) -> State:
    """The state with a card read (CB-275)."""
    known = kept_by(state, event.seat) if 0 <= event.seat < len(state.table.names) else None
    unread = known is not None and known.value is None
    require(unread, mission_cards.OTHERS, "This player's mission is known already.", field="seat")
    name = " ".join(event.card.name.split())
    require(bool(name), mission_cards.OTHERS, "Say in a few words what the card asks for.", field="card")
    check_value(event.value)
    now = missions(state)
    kept = tuple(replace(each, name=name, value=event.value) if each is known else each for each in now.kept)
    return put(state, replace(now, kept=kept))


def results(state: State) -> tuple[tuple[int, bool], ...]:
    """By seat: what the mission is worth, and whether it was achieved."""
    values = {kept.seat: kept.value or 0 for kept in missions(state).kept}
    return tuple((values[seat], missions(state).achieved[seat]) for seat in state.table.seats)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """What everybody's mission comes to (CB-262, CB-263)."""
    return tuple(
        ScoreLine(state.deal.number, Seat(seat), ACHIEVED, (Term("for the mission", value),))
        if achieved
        else ScoreLine(state.deal.number, Seat(seat), FAILED, (Term("for the failed mission", _FAILED),))
        for seat, (value, achieved) in enumerate(results(state))
    )


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """The mission of a scored round, and the tricks where they were entered."""
    own = past.deal.own
    kept = own.missions if isinstance(own, TeamMissions) else own
    assert isinstance(kept, Missions), "a scored round of missions has them"
    yield Measure(past.deal.number, seat, "mission", int(kept.achieved[seat]), 1)
    (pile,) = past.won
    if any(pile):
        yield Measure(past.deal.number, seat, "tricks", pile[seat], past.deal.tricks)


def tiles(state: State, seat: Seat) -> tuple[Tile, ...]:
    """The mission of a player, as far as it may be seen."""
    kept, own = kept_by(state, seat), missions(state)
    sealed = state.options.secrets is Secrets.SEALED
    sealing = sealed and state.deal.kind is RoundType.BLIND_MISSIONS and kept is not None  # before all are set, too
    if not own.shown and (sealing or (own.set and (sealed or kept is None))):
        return (Tile(f"mission-{seat}", "?", up=False, owner=seat, badge="mission set", shape=Shape.TOKEN),)
    if kept is None or kept.value is None:
        return ()
    name = f"{_SHORT[kept.mission]}: {kept.value}"
    return (Tile(f"mission-{seat}", name, owner=seat, badge=kept.name, shape=Shape.TOKEN),)


def read_aloud(kind: RoundType, state: State) -> tuple[Notice, ...]:
    """In a round of this type, what stands on cards that the rulebook does not print, until their question says it."""
    kept = missions(state).kept if state.deal.kind is kind and not are_judged(state) else ()
    return tuple(
        Notice(mission_cards.OTHERS, f"{state.name(each.seat)}'s card: {each.name}.", each.seat)
        for each in kept
        if each.mission is Mission.OTHER and each.name
    )


def needs_trump(options: Options) -> bool:
    """Missions are chosen once the trump is known (CB-260)."""
    return True


def choices(state: State) -> tuple[Choice, ...]:
    """The missions to choose from, with what they are worth now or why they have to be exchanged."""
    return tuple(Choice(each.value, _priced(state, each), why_not(state, each), text=_text(each)) for each in Mission)


def _priced(state: State, mission: Mission) -> str:
    value = value_of(state, mission)
    return TITLES[mission] if value is None else f"{TITLES[mission]}: {value} points"


def _text(mission: Mission) -> str:
    return "What it asks for and its value are typed next." if mission is Mission.OTHER else ""


def _with(state: State, seat: Seat, mission: Mission) -> State:
    now = missions(state)
    name = "" if mission is Mission.OTHER else TITLES[mission]
    return put(state, replace(now, kept=(*now.kept, Kept(seat, mission, name, value_of(state, mission)))))


def _next(state: State, seat: Seat) -> Prompt:
    field = Pick("mission", "Mission", choices(state))
    title = f"{state.name(seat)} shows a mission"
    return Prompt(
        MissionKept.kind,
        title,
        (field,),
        rule=SHOWN,
        seat=seat,
        given=(("seat", seat),),
        instant=True,
        help=_exchange(state),
    )


def _exchange(state: State) -> str:
    """What to do with a card nobody can use, or twice the same (CB-267 to CB-269, CB-277)."""
    left = stock(len(state.table.names))
    return f"One of five. What cannot be done, or is there twice, is exchanged first; {left} cards are left for that."


def _all_at_once(state: State) -> Prompt:
    cells = tuple(Cell(seat, state.name(seat), Pick("mission", "", choices(state))) for seat in clockwise(state))
    fields = (Each("missions", "Missions", cells),)
    return Prompt(
        MissionsKept.kind,
        "All show their missions",
        fields,
        rule=AT_ONCE,
        confirm="These are kept",
        help=_exchange(state),
    )


def _reading(state: State, kept: Kept) -> Prompt:
    fields = (
        Known("card", "What the card asks for", _SHELF),
        Count(
            "value",
            f"Its value for {len(state.table.names)} players and {state.deal.cards} cards",
            0,
            mission_cards.MOST,
            5,
        ),
    )
    title = f"{state.name(kept.seat)}'s mission"
    given = (("seat", kept.seat),)
    return Prompt(
        MissionRead.kind, title, fields, rule=mission_cards.OTHERS, seat=kept.seat, given=given, confirm="Keep it"
    )


def _told_kept(table: Table, event: MissionKept, veiled: frozenset[str]) -> str:
    return f"{table.names[event.seat]} shows a mission: {TITLES[event.mission].lower()}"


def _told_all(table: Table, event: MissionsKept, veiled: frozenset[str]) -> str:
    shown = ", ".join(f"{table.names[seat]} {TITLES[mission].lower()}" for seat, mission in event.missions)
    return f"The missions are shown: {shown}"


def _told_read(table: Table, event: MissionRead, veiled: frozenset[str]) -> str:
    return f"{table.names[event.seat]}'s card: {event.card.name}, worth {event.value}"


SHOWING: Final[Mapping[type[Event], Entry]] = {
    MissionKept: Entry(keep, _told_kept),
    MissionsKept: Entry(keep_all, _told_all),
    MissionRead: Entry(read, _told_read),
    MissionsJudged: mission_judging.JUDGED,
}
"""What every type with missions enters."""

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
    deal=DealRules(needs_trump=needs_trump, order=nobody),
    bidding=BiddingRules(bids=False, entries=SHOWING, waits=waits),
    shown=ShownRules(
        tiles=tiles, notices=partial(read_aloud, RoundType.MISSIONS), measures=measures, measured=MEASURED
    ),
    rulings=(REVEAL,),
)
