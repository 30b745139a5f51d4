"""Which missions are achieved: detected from the tricks, and decided by the table."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.names import join_words
from scoring.contract.prompts import UNSET, Cell, Count, Grid, Prompt, Unset
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import counting, trick_position
from scoring.games.crown_battles.bidding import count_tricks
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import TypeEvent
from scoring.games.crown_battles.rounds import mission_cards
from scoring.games.crown_battles.rounds.mission_cards import FOUR_TRICKS, Kept, Mission, Missions, kept_by
from scoring.games.crown_battles.rounds.type_rules import Wait
from scoring.games.crown_battles.state import ByCards, ByCounts, Playing, State, Trick
from scoring.games.crown_battles.trick_rules import winner

DETECTED: Final = Rule(
    "CB-278", "The app fills in which missions the tricks achieve; the table has the last word.", "Our aid"
)

_NEEDED: Final = {Mission.FOUR: FOUR_TRICKS, Mission.TRUMP_TRICK: 1}
"""The fewest tricks needed to achieve a mission; others need none, or it is not known."""

_AT_MOST: Final = {(Mission.NONE_OR_ONE, True): 1, (Mission.FOUR, False): FOUR_TRICKS - 1}
"""The most tricks a player can have won, by mission and whether it was achieved."""

_WORDS: Final = ("Failed", "Achieved")


@dataclass(frozen=True, slots=True)
class MissionsJudged(TypeEvent):
    """Who achieved the mission: 1, or 0 for failed (CB-278)."""

    achieved: tuple[tuple[Seat, int], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        complete = state.table.has_all_seats(self.achieved)
        require(complete, DETECTED, "Say for every player whether the mission was achieved.", field="achieved")
        for seat, number in self.achieved:
            require(number in (0, 1), DETECTED, "A mission is achieved or failed.", field=f"achieved[{seat}]")
        achieved = {seat: bool(number) for seat, number in sorted(self.achieved)}
        _check_tricks(state, [seat for seat in achieved if achieved[seat]])
        _check_all_won(state, achieved)
        judged = replace(Missions.of(state), achieved=tuple(achieved.values()), judged=state.owned)
        after = state.with_type_state(judged)
        phase = after.phase
        if isinstance(phase, ByCounts):  # nobody has to count piles that are worth nothing
            return replace(after, phase=replace(phase, piles=((0,) * state.players,)))
        return after

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        done = [table.names[seat] for seat, achieved in self.achieved if achieved]
        return f"Missions achieved: {', '.join(done)}" if done else "Nobody has achieved the mission"


def judging_wait(state: State, phase: Playing) -> Wait | None:
    """Asks which missions are achieved, once the last trick is played; again after a trick went to somebody else."""
    missions = Missions.of(state)
    is_judged = bool(missions.achieved) and missions.judged == state.owned
    if is_judged or not trick_position.is_played(state):
        return None
    return Wait(_judging_prompt(state, phase), "First say who achieved the mission.", powers=True)


def are_judged(state: State) -> bool:
    """Whether the round waits for the table to say who achieved the mission."""
    kept = Missions.of(state).kept
    all_known = len(kept) == state.players and all(mission.value is not None for mission in kept)
    return all_known and trick_position.is_played(state)


def _check_tricks(state: State, achieved: list[Seat]) -> None:
    """Refuse missions that together need more tricks than were played (CB-271, CB-274)."""
    needed = {seat: _NEEDED.get(kept.mission, 0) for seat in achieved if (kept := kept_by(state, seat))}
    fours = {seat: tricks for seat, tricks in needed.items() if tricks == FOUR_TRICKS}
    trumps = {seat: tricks for seat, tricks in needed.items() if tricks == 1}
    if Special.THIEF in state.deck.specials:  # one trick can be won with a trump and then stolen as one of four
        _check_sum(state, fours, mission_cards.FOUR)
        _check_sum(state, trumps, mission_cards.TRUMP_TRICK)
    else:
        _check_sum(state, fours | trumps, mission_cards.FOUR if fours else mission_cards.TRUMP_TRICK)


def _check_sum(state: State, needed: dict[Seat, int], rule: Rule) -> None:
    tricks = state.deal.tricks
    if sum(needed.values()) <= tricks:
        return
    played = count_tricks(tricks, " was", " were")
    names = state.names(sorted(needed))
    numbers = join_words(str(needed[seat]) for seat in sorted(needed))
    message = f"Only {played} played: {names} cannot all have the {numbers} they need."
    raise RuleViolation(rule, message, field="achieved")


def _check_all_won(state: State, achieved: dict[Seat, bool]) -> None:
    """Refuse missions that leave a trick without a winner, unless a Bomb may have destroyed it (CB-272, CB-273)."""
    missions = {seat: kept.mission for seat in achieved if (kept := kept_by(state, seat))}
    nobody_first = all(missions[seat] is Mission.NOT_FIRST and achieved[seat] for seat in achieved)
    message = "Somebody won the first trick, so one of these missions failed."
    may_be_bombed = Special.BOMB in state.deck.specials  # if tricks are only counted
    is_destroyed = state.tricks[0].winner is None if state.tricks else may_be_bombed
    require(not nobody_first or is_destroyed, mission_cards.NOT_FIRST, message, field="achieved")
    at_most = [_AT_MOST.get((missions[seat], achieved[seat])) for seat in achieved]
    known = [n for n in at_most if n is not None]
    fewest_won = sum(map(sum, state.owned)) if state.owned else state.deal.tricks - may_be_bombed
    if len(known) < len(at_most) or sum(known) >= fewest_won:
        return
    rule = mission_cards.NONE_OR_ONE if 1 in known else mission_cards.FOUR
    names, numbers = state.names(achieved), join_words(map(str, known))
    message = f"All {state.deal.tricks} tricks have a winner, but {names} can have at most {numbers}."
    raise RuleViolation(rule, message, field="achieved")


def _judging_prompt(state: State, phase: Playing) -> Prompt:
    cells = tuple(_judging_cell(state, phase, seat) for seat in state.table.seats)
    return Prompt(
        MissionsJudged.kind,
        "Whose mission is achieved?",
        (Grid("achieved", "Missions", cells, seats=True),),
        rule=DETECTED,
        confirm=f"Score {counting.round_name(state)}" if isinstance(phase, ByCounts) else "Record",
        help="" if isinstance(phase, ByCounts) else "What the tricks show is filled in; correct it if needed.",
    )


def _judging_cell(state: State, phase: Playing, seat: Seat) -> Cell:
    kept = kept_by(state, seat)
    assert kept is not None, "missions are judged once all are known"
    seen = detect_achieved(state, phase, kept)
    field = Count("achieved", "", 0, 1, likely=seen if isinstance(seen, Unset) else int(seen), words=_WORDS)
    note = kept.name if kept.mission is Mission.OTHER else ""  # the token already names printed missions
    return Cell(seat, state.name(seat), field, note)


def detect_achieved(state: State, phase: Playing, kept: Kept) -> bool | Unset:
    """Whether the entered tricks achieve a mission; UNSET if they do not show it (CB-278)."""
    if isinstance(phase, ByCounts):
        return UNSET
    (owned,) = phase.owned
    match kept.mission:
        case Mission.NONE_OR_ONE:
            return owned[kept.seat] <= 1
        case Mission.NOT_FIRST:
            return phase.tricks[0].winner != kept.seat
        case Mission.FOUR:
            return owned[kept.seat] >= FOUR_TRICKS
        case Mission.TRUMP_TRICK if isinstance(phase, ByCards):
            seen = [_is_won_by_trump(state, trick) for trick in phase.tricks if trick.winner == kept.seat]
            return True if True in seen else UNSET if UNSET in seen else False
        case Mission.TRUMP_TRICK | Mission.OTHER:
            return UNSET


def _is_won_by_trump(state: State, trick: Trick) -> bool | Unset:
    """Whether a trick was won with a trump, or with a Summoner's copy of one.

    UNSET if the table gave the trick to another player than the rules.
    """
    assert trick.trump is not None, "card by card the trump is known"
    judged = winner(trick.plays, trick.trump, state.options)
    if judged.place is None or judged.winner(trick.plays) != trick.winner:
        return UNSET
    return judged.suit == trick.trump.value
