"""What became of the missions: what the tricks say of them, and the word of the table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import counting
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import TypeEvent
from scoring.crown_battles.rounds import mission_cards
from scoring.crown_battles.rounds.kept_missions import Kept, kept_by, missions, put
from scoring.crown_battles.rounds.mission_cards import Mission
from scoring.crown_battles.rounds.type_rules import Entry, Wait
from scoring.crown_battles.state import (
    Bidding,
    ByCards,
    ByCounts,
    ByTricks,
    Drawing,
    Over,
    Playing,
    Spinning,
    State,
    Trick,
    verdict,
)
from scoring.game import Table
from scoring.prompts import UNSET, Cell, Count, Each, Prompt, Unset
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

DETECTED: Final = Rule(
    "CB-278", "What the tricks say of a mission is filled in; the table has the last word.", "Our aid"
)
POWERS: Final = Rule(
    "CB-R53",
    "A stolen trick counts for numbers of tricks; for trumps and the first trick it counts who won it.",
    "Our ruling",
)

_FOUR_TRICKS: Final = 4
_NEEDED: Final = {Mission.FOUR: _FOUR_TRICKS, Mission.TRUMP_TRICK: 1}
"""The fewest tricks that achieve a printed mission; any other is achieved without one, or nobody knows."""

_AT_MOST: Final = {(Mission.NONE_OR_ONE, True): 1, (Mission.FOUR, False): _FOUR_TRICKS - 1}
"""The most tricks of somebody whose mission came out like that; any other leaves it open."""

_WORDS: Final = ("Failed", "Achieved")


@dataclass(frozen=True, slots=True)
class MissionsJudged(TypeEvent):
    """Who achieved the mission: 1, or 0 for failed (CB-278)."""

    kind: ClassVar[str] = "missions_judged"
    achieved: tuple[tuple[Seat, int], ...]


def judging(state: State, phase: Playing) -> Wait | None:
    """What became of the missions, once the last trick is played."""
    if missions(state).achieved or not is_played(state, phase):
        return None
    return Wait(_judging(state, phase), "Say first who achieved the mission.", powers=True)


def is_played(state: State, phase: Playing) -> bool:
    """Whether the last trick is in; counted rounds do not say so."""
    match phase:
        case ByCounts():
            return True
        case ByTricks(tricks=tricks):
            return len(tricks) == state.deal.tricks
        case ByCards(tricks=tricks, due=due):
            return len(tricks) == state.deal.tricks and not due


def are_judged(state: State) -> bool:
    """Whether the table says now who achieved the mission."""
    phase, kept = state.phase, missions(state).kept
    known = len(kept) == len(state.table.names) and all(each.value is not None for each in kept)
    return known and isinstance(phase, ByCounts | ByTricks | ByCards) and is_played(state, phase)


def judge(state: State, event: MissionsJudged) -> State:
    """The state once the table has said who achieved the mission; counted rounds are over with it (CB-276)."""
    complete = sorted(seat for seat, _ in event.achieved) == list(state.table.seats)
    require(complete, DETECTED, "Say of every player whether the mission was achieved.", field="achieved")
    for seat, said in event.achieved:
        require(said in (0, 1), DETECTED, "A mission is achieved or failed.", field=f"achieved[{seat}]")
    done = {seat: bool(done) for seat, done in sorted(event.achieved)}
    _check_tricks(state, [seat for seat in done if done[seat]])
    _check_all_won(state, done)
    after = put(state, replace(missions(state), achieved=tuple(done.values())))
    phase = after.phase
    if isinstance(phase, ByCounts):  # nobody has to count piles that are worth nothing
        return replace(after, phase=replace(phase, piles=((0,) * len(state.table.names),)))
    return after


def _check_tricks(state: State, achieved: list[Seat]) -> None:
    """Refuse missions that together need more tricks than were played (CB-271, CB-274)."""
    needed = {seat: _NEEDED.get(kept.mission, 0) for seat in achieved if (kept := kept_by(state, seat))}
    fours = {seat: tricks for seat, tricks in needed.items() if tricks == _FOUR_TRICKS}
    trumps = {seat: tricks for seat, tricks in needed.items() if tricks == 1}
    if Special.THIEF in state.deck.specials:  # a stolen trick may be one of four and still have been won by a trump
        _check_sum(state, fours, mission_cards.FOUR)
        _check_sum(state, trumps, mission_cards.TRUMP_TRICK)
    else:
        _check_sum(state, fours | trumps, mission_cards.FOUR if fours else mission_cards.TRUMP_TRICK)


def _check_sum(state: State, needed: dict[Seat, int], rule: Rule) -> None:
    tricks = state.deal.tricks
    if sum(needed.values()) <= tricks:
        return
    played = "1 trick was" if tricks == 1 else f"{tricks} tricks were"
    names = _listed(state.name(seat) for seat in sorted(needed))
    numbers = _listed(str(needed[seat]) for seat in sorted(needed))
    message = f"Only {played} played: {names} cannot have the {numbers} that their missions need."
    raise RuleViolation(rule, message, field="achieved")


def _check_all_won(state: State, done: dict[Seat, bool]) -> None:
    """Refuse missions that together leave a trick to nobody, unless a Bomb may have destroyed it (CB-272, CB-273)."""
    kept = {seat: known.mission for seat in done if (known := kept_by(state, seat))}
    missed_first = all(kept[seat] is Mission.NOT_FIRST and done[seat] for seat in done)
    message = "Somebody won the first trick, and that mission has failed."
    require(not missed_first or _first_destroyed(state), mission_cards.NOT_FIRST, message, field="achieved")
    most = [_AT_MOST.get((kept[seat], done[seat])) for seat in done]
    known_most = [n for n in most if n is not None]
    if len(known_most) < len(most) or sum(known_most) >= _fewest_won(state):
        return
    rule = mission_cards.NONE_OR_ONE if 1 in known_most else mission_cards.FOUR
    names, numbers = _listed(map(state.name, done)), _listed(map(str, known_most))
    message = f"All {state.deal.tricks} tricks were won by somebody: {names} cannot have {numbers} at most."
    raise RuleViolation(rule, message, field="achieved")


def _fewest_won(state: State) -> int:
    """How many tricks have an owner, at least: counted rounds do not say whether a Bomb was played."""
    match state.phase:
        case ByTricks(owned=owned) | ByCards(owned=owned):
            return sum(map(sum, owned))
        case Drawing() | Spinning() | Bidding() | ByCounts() | Over():
            return state.deal.tricks - (Special.BOMB in state.deck.specials)


def _first_destroyed(state: State) -> bool:
    """Whether nobody won the first trick, as far as that is known."""
    match state.phase:
        case ByTricks(tricks=tricks) | ByCards(tricks=tricks):
            return tricks[0].winner is None
        case Drawing() | Spinning() | Bidding() | ByCounts() | Over():
            return Special.BOMB in state.deck.specials


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}"  # one player alone never needs too many


def _judging(state: State, phase: Playing) -> Prompt:
    cells = tuple(_judged(state, phase, seat) for seat in state.table.seats)
    return Prompt(
        MissionsJudged.kind,
        "Whose mission is achieved?",
        (Each("achieved", "Missions", cells, seats=True),),
        rule=DETECTED,
        confirm=f"Score {counting.round_name(state)}" if isinstance(phase, ByCounts) else "Record",
        help="Turn a failed card a quarter sideways, an achieved one the other way.",
    )


def _judged(state: State, phase: Playing, seat: Seat) -> Cell:
    kept = kept_by(state, seat)
    assert kept is not None, "missions are judged once all are known"
    seen = detected(state, phase, kept)
    field = Count("achieved", "", 0, 1, likely=seen if isinstance(seen, Unset) else int(seen), words=_WORDS)
    told = kept.name if kept.mission is Mission.OTHER else ""  # what the rulebook prints stands on the token
    return Cell(seat, state.name(seat), field, told)


def detected(state: State, phase: Playing, kept: Kept) -> bool | Unset:
    """What the entered tricks say of a mission; UNSET where they do not (CB-278)."""
    if isinstance(phase, ByCounts):
        return UNSET
    (owned,) = phase.owned
    match kept.mission:
        case Mission.NONE_OR_ONE:
            return owned[kept.seat] <= 1
        case Mission.NOT_FIRST:
            return phase.tricks[0].winner != kept.seat
        case Mission.FOUR:
            return owned[kept.seat] >= _FOUR_TRICKS
        case Mission.TRUMP_TRICK if isinstance(phase, ByCards):
            seen = [_by_trump(state, trick) for trick in phase.tricks if trick.winner == kept.seat]
            return True if True in seen else UNSET if UNSET in seen else False
        case Mission.TRUMP_TRICK | Mission.OTHER:
            return UNSET


def _by_trump(state: State, trick: Trick) -> bool | Unset:
    """Whether a trick was won with a card of the trump of that moment, a Summoner's copy included.

    UNSET where the table gave it to somebody else than its cards say.
    """
    assert trick.trump is not None, "card by card the trump is known"
    judged = verdict(state, trick.plays, trick.trump)
    if judged.index is None or trick.plays[judged.index].seat != trick.winner:
        return UNSET
    return judged.suit is not None and judged.suit.value == trick.trump.value


def _told_judged(table: Table, event: MissionsJudged, veiled: frozenset[str]) -> str:
    done = [table.names[seat] for seat, achieved in event.achieved if achieved]
    return f"Missions achieved: {', '.join(done)}" if done else "Nobody has achieved the mission"


JUDGED: Final = Entry(judge, _told_judged)
