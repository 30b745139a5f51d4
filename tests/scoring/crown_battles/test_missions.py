"""Missions and Blind Missions: tables, exchanges, detection from the tricks, secrets; sections 17 and 27."""

from typing import Any

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.prompts import UNSET, Count, Grid, Prompt, Sealed
from scoring.contract.scores import Seat
from scoring.engine.drafts import collect_answers, find_gaps, known_answers
from scoring.games.crown_battles.cards import TrickRuled
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import MissionsReveal, RoundType, Secrets
from scoring.games.crown_battles.powers.bomb import BombPlayed
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.rounds.blind_missions import MissionSealed, MissionsSet, MissionsUncovered
from scoring.games.crown_battles.rounds.mission_cards import Mission, printed_value
from scoring.games.crown_battles.rounds.missions import MissionKept, MissionPicked, MissionRead, MissionsKept
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import judged, laid, of_type, scored, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, lines, prompt_for, refusal, state_main

TRUMP, FEW, NOT_FIRST, FOUR, OTHER = Mission
SMALL = Mission.NONE_OR_ONE


def begun(
    players: int = 4,
    cards: int = 6,
    spun: Spinner = Spinner.RED,
    kind: RoundType = RoundType.MISSIONS,
    rounds: int = 2,
    **options: Any,
) -> State:
    """A round of missions with its trump, before the first mission is shown."""
    return after(of_type(kind, players, cards, rounds, **options), TrumpSpun(spun))


def shown(state: State, *kept: Mission) -> State:
    """The state with everybody's mission, by seat, left of the dealer first."""
    return after(state, *(MissionKept(seat, kept[seat]) for seat in state.clockwise))


def each_of(prompt: Prompt) -> Grid:
    (field,) = prompt.fields
    assert isinstance(field, Grid)
    return field


def read_suggestions(state: State) -> list[object]:
    """The suggested result of everybody's mission: 1, 0, or None."""
    fields = (cell.field for cell in each_of(prompt_for(state, "missions_judged")).cells)
    return [field.likely if isinstance(field.likely, int) else None for field in fields if isinstance(field, Count)]


@pytest.mark.parametrize(
    ("rule", "mission", "players", "cards", "value"),
    [
        ("CB-265", TRUMP, 4, 6, 20),  # the rulebook's
        ("CB-271", TRUMP, 4, 7, 20),
        ("CB-271", TRUMP, 2, 2, 0),
        ("CB-271", TRUMP, 2, 8, 10),
        ("CB-271", TRUMP, 4, 17, None),
        ("CB-272", SMALL, 2, 20, 190),
        ("CB-272", SMALL, 7, 9, 0),
        ("CB-R51", SMALL, 5, 12, None),
        ("CB-R51", SMALL, 6, 11, None),
        ("CB-273", NOT_FIRST, 2, 1, 5),
        ("CB-273", NOT_FIRST, 8, 8, 0),
        ("CB-274", FOUR, 8, 4, 75),
        ("CB-264", FOUR, 7, 9, 45),
        ("CB-264", FOUR, 8, 9, 45),
        ("CB-263", FOUR, 3, 9, 20),
        ("CB-268", FOUR, 4, 2, None),
        ("CB-265", TRUMP, 4, 0, None),
        ("CB-265", TRUMP, 2, 21, None),
        ("CB-275", OTHER, 4, 6, None),
    ],
)
def test_the_tables_give_the_value(rule: str, mission: Mission, players: int, cards: int, value: int | None) -> None:
    assert printed_value(mission, players, cards) == value


def test_missions_are_chosen_once_the_trump_is_known() -> None:  # CB-260, CB-057
    state = of_type(RoundType.MISSIONS, 4, 6)
    assert state_main(state).kind == "trump_spun"
    assert "trump" in refusal(state, MissionKept(A, SMALL)).message
    assert state_main(after(state, TrumpSpun(Spinner.RED))).kind == "mission_kept"


def test_the_form_says_what_each_mission_is_worth_now() -> None:  # CB-263, CB-266
    (field,) = state_main(begun()).fields
    assert [choice.label for choice in field.choices] == [
        "A trick with a trump: 20 points",
        "0 or 1 tricks: 5 points",
        "Not the first trick: 0 points",
        "4 tricks or more: 35 points",
        "Another card",
    ]
    assert [choice.why_not for choice in field.choices] == [""] * 5


@pytest.mark.parametrize(
    ("rule", "mission", "cards", "spun", "says"),
    [
        ("CB-267", FOUR, 3, Spinner.RED, "Only 3 tricks are played"),  # CB-R52: in spite of the printed 45
        ("CB-267", TRUMP, 6, Spinner.NONE, "There is no trump this round"),
        ("CB-268", TRUMP, 13, Spinner.RED, ""),
        ("CB-268", FOUR, 2, Spinner.RED, "Only 2 tricks"),
        ("CB-267", FOUR, 1, Spinner.RED, "Only 1 trick is played; exchange this card."),
    ],
)
def test_what_cannot_be_achieved_is_exchanged(
    rule: str, mission: Mission, cards: int, spun: Spinner, says: str
) -> None:
    state = begun(4, cards, spun)
    if says:
        assert_refused(state, MissionKept(A, mission), "CB-267", "E_MISSION_INFEASIBLE", says)
    else:
        assert after(state, MissionKept(A, mission)) != state


def test_a_dash_is_exchanged() -> None:  # CB-268, CB-R51
    state = begun(5, 12)
    assert_refused(state, MissionKept(A, SMALL), "CB-268", "E_MISSION_INFEASIBLE", "dash")


@pytest.mark.parametrize(("rule", "players", "left"), [("CB-277", 8, 24), ("CB-277", 2, 54), ("CB-269", 4, 44)])
def test_what_is_there_twice_is_exchanged_from_the_rest(rule: str, players: int, left: int) -> None:
    assert (
        f"Exchange impossible missions and duplicates first; {left} cards are left"
        in state_main(begun(players, 5)).help
    )


def test_nobody_keeps_two_missions() -> None:  # CB-260
    state = after(begun(), MissionKept(B, SMALL))  # out of turn, but once
    assert_refused(state, MissionKept(B, FOUR), "CB-260", says="only one mission")
    assert_refused(state, MissionKept(Seat(9), FOUR), "CB-261")
    assert state_main(state).seat == A
    assert state_main(after(state, MissionKept(A, FOUR))).seat == C


@pytest.mark.parametrize(
    ("rule", "achieved", "gains"),
    [
        ("CB-263", (1, 1, 1, 1), (20, 5, 0, 35)),
        ("CB-262", (0, 0, 0, 0), (-20, -20, -20, -20)),
        ("CB-266", (1, 0, 1, 0), (20, -20, 0, -20)),
    ],
)
def test_missions_are_paid_or_cost_twenty(rule: str, achieved: tuple[int, ...], gains: tuple[int, ...]) -> None:
    state = after(shown(begun(), TRUMP, SMALL, NOT_FIRST, FOUR), judged(*achieved))
    assert state.totals == gains
    assert {line.rule.id for line in lines(state)} <= {"CB-262", "CB-263"}
    assert state.round == 2


def test_what_a_typed_card_asks_for_is_told_until_its_question_says_it() -> None:  # CB-275, CB-278
    state = after(begun(level=Level.TRICKS, cards=2), MissionKept(A, OTHER), MissionRead(A, KnownCard("Win all"), 15))
    text = "Ana's card: Win all."
    assert text in [notice.text for notice in GAME.view(state).notices]
    state = after(state, *(MissionKept(seat, SMALL) for seat in (B, C, D)), *won(A))
    assert [notice.text for notice in GAME.view(state).notices] == [text]
    state = after(state, *won(B))
    assert not GAME.view(state).notices
    assert [cell.note for cell in each_of(state_main(state)).cells] == ["Win all", "", "", ""]


@pytest.mark.parametrize("value", [0, 190, 210, 995])
def test_a_card_may_be_worth_any_multiple_of_five(value: int) -> None:  # CB-275
    state = after(begun(), MissionKept(A, OTHER), MissionRead(A, KnownCard("Win the last trick"), value))
    state = after(state, *(MissionKept(seat, SMALL) for seat in (B, C, D)), judged(1, 0, 0, 0))
    assert state.totals[A] == value


@pytest.mark.parametrize("value", [12, -5, 1000])
def test_a_card_needs_a_value_that_can_be_printed(value: int) -> None:  # CB-275
    state = after(begun(), MissionKept(A, OTHER))
    assert_refused(state, MissionRead(A, KnownCard("Win the last trick"), value), "CB-275", "E_MISSION_VALUE")


def test_a_card_needs_no_words() -> None:  # CB-275
    state = after(begun(), MissionKept(A, OTHER))
    form, draft = state_main(state), {"value": 15}
    assert not find_gaps(form, draft)
    assert not list(known_answers(form, collect_answers(form, draft)))  # a card without words is not remembered
    state = after(state, MissionRead(A, KnownCard("", ()), 15))
    assert not [notice for notice in GAME.view(state).notices if "card" in notice.text]
    state = after(state, *(MissionKept(seat, SMALL) for seat in (B, C, D)))
    assert after(state, judged(1, 0, 0, 0)).totals == (15, -20, -20, -20)


def test_only_the_card_that_was_chosen_is_read() -> None:  # CB-275
    state = after(begun(), MissionKept(A, OTHER))
    assert_refused(state, MissionRead(B, KnownCard("Win the last trick"), 15), "CB-275")
    assert_refused(state, MissionRead(Seat(8), KnownCard("Win the last trick"), 15), "CB-275")


def test_all_may_show_their_missions_at_once() -> None:  # CB-270
    state = begun(missions_reveal=MissionsReveal.TOGETHER)
    assert state_main(state).kind == "missions_kept"
    kept = MissionsKept(((A, SMALL), (B, OTHER), (C, FOUR), (D, TRUMP)))
    assert_refused(state, MissionsKept(((A, SMALL),)), "CB-260")
    assert_refused(state, MissionsKept(((A, SMALL),) * 4), "CB-260")
    few = begun(4, 3, missions_reveal=MissionsReveal.TOGETHER)
    assert_refused(few, kept, "CB-267", "E_MISSION_INFEASIBLE")
    state = after(state, kept)
    assert state_main(state).kind == "mission_read"
    state = after(state, MissionRead(B, KnownCard("Win the last trick"), 30), judged(1, 1, 1, 1))
    assert state.totals == (5, 30, 35, 20)


def test_missions_shown_at_once_are_picked_in_secret_in_any_order() -> None:  # CB-270
    state = begun(missions_reveal=MissionsReveal.TOGETHER, secrets=Secrets.SEALED)
    for_all = MissionsKept(((A, SMALL), (B, SMALL), (C, FOUR), (D, TRUMP)))
    assert state_main(after(state, for_all)).kind == "missions_judged"
    picks = [MissionPicked(1, seat, mission) for seat, mission in ((C, FOUR), (A, SMALL), (D, TRUMP), (B, OTHER))]
    assert_refused(state, MissionPicked(2, A, SMALL), "CB-270", says="This is round 1")
    state = after(state, *picks[:3])
    assert_refused(state, picks[0], "CB-270", says="Cleo has already picked a mission.")
    assert_refused(state, for_all, "CB-270")
    assert [question.seat for question in GAME.sealed(state)] == [B]
    tokens = [tile.name for zone in GAME.view(state).board.zones if zone.seat is not None for tile in zone.tiles]
    assert tokens == ["?"] * 3
    assert [pick.veiled(state) for pick in picks[:3]] == [frozenset({"mission"})] * 3
    state = after(state, picks[3])
    assert not GAME.sealed(state)
    assert not picks[0].veiled(state)
    assert state_main(state).kind == "mission_read"
    state = after(state, MissionRead(B, KnownCard("Win the last trick"), 30), judged(1, 1, 1, 1))
    assert state.totals == (5, 30, 35, 20)


def test_everybody_is_judged() -> None:  # CB-278
    state = shown(begun(), TRUMP, SMALL, NOT_FIRST, FOUR)
    assert_refused(state, judged(1, 1), "CB-278")
    assert_refused(state, judged(1, 1, 1, 2), "CB-278")
    assert read_suggestions(state) == [None] * 4  # piles that are not counted say nothing
    assert collect_answers(prompt_for(state, "missions_judged"), {}) != {"achieved": [[0, 1], [1, 1], [2, 1], [3, 1]]}


@pytest.mark.parametrize(
    ("rule", "cards", "kept", "who"),
    [
        ("CB-274", 4, (FOUR, TRUMP, SMALL, NOT_FIRST), "Ana and Ben"),
        ("CB-274", 5, (FOUR, TRUMP, SMALL, TRUMP), "Ana, Ben and Dov"),
        ("CB-271", 3, (TRUMP,) * 4, "Ana, Ben, Cleo and Dov"),
    ],
)
def test_more_tricks_than_were_played_achieve_no_missions(
    rule: str, cards: int, kept: tuple[Mission, ...], who: str
) -> None:
    state = shown(begun(4, cards), *kept)
    assert_refused(state, judged(1, 1, 1, 1), rule, says=f"Only {cards} tricks were played: {who} cannot")
    assert after(state, judged(1, 0, 1, 0)).totals[A] > 0
    enough = shown(begun(4, cards + 1), *kept)
    assert -20 not in after(enough, judged(1, 1, 1, 1)).totals


@pytest.mark.parametrize(
    ("rule", "cards", "kept", "achieved", "says"),
    [
        ("CB-272", 8, (SMALL, SMALL), (1, 1), "All 8 tricks have a winner, but Ana and Ben can have at most 1 and 1"),
        ("CB-272", 3, (SMALL, SMALL), (1, 1), "All 3 tricks"),
        ("CB-272", 8, (SMALL, FOUR), (1, 0), "Ana and Ben can have at most 1 and 3"),
        ("CB-274", 8, (FOUR, FOUR), (0, 0), "Ana and Ben can have at most 3 and 3"),
        ("CB-272", 4, (SMALL, SMALL, SMALL), (1, 1, 1), "Ana, Ben and Cleo can have at most 1, 1 and 1"),
        ("CB-273", 8, (NOT_FIRST, NOT_FIRST), (1, 1), "Somebody won the first trick"),
    ],
)
@pytest.mark.parametrize("kind", [RoundType.MISSIONS, RoundType.BLIND_MISSIONS])
def test_missions_that_leave_a_trick_to_nobody_are_not_achieved(
    kind: RoundType, rule: str, cards: int, kept: tuple[Mission, ...], achieved: tuple[int, ...], says: str
) -> None:
    def kept_by(state: State) -> State:
        return shown(after(state, MissionsSet()) if kind is RoundType.BLIND_MISSIONS else state, *kept)

    state = kept_by(begun(len(kept), cards, kind=kind))
    assert_refused(state, judged(*achieved), rule, says=says)
    bombed = kept_by(begun(len(kept), 2 if rule == "CB-273" else sum_of(kept, achieved) + 1, kind=kind, **BOMB))
    assert after(bombed, judged(*achieved)).past  # one of the tricks may be nobody's


BOMB = {"specials": (Special.BOMB,)}


def sum_of(kept: tuple[Mission, ...], achieved: tuple[int, ...]) -> int:
    """The most tricks the players of these missions can have won."""
    return sum({(SMALL, 1): 1, (FOUR, 0): 3}[mission, done] for mission, done in zip(kept, achieved, strict=True))


@pytest.mark.parametrize(
    ("cards", "kept", "achieved"),
    [
        (2, (SMALL, SMALL), (1, 1)),
        (8, (SMALL, SMALL), (0, 1)),
        (8, (SMALL, TRUMP), (1, 0)),
        (8, (SMALL, OTHER), (1, 1)),
        (6, (FOUR, FOUR), (0, 0)),
        (8, (NOT_FIRST, SMALL), (1, 1)),
    ],
)
def test_missions_that_leave_the_tricks_to_somebody_stand(
    cards: int, kept: tuple[Mission, ...], achieved: tuple[int, ...]
) -> None:  # CB-272, CB-274
    state = shown_and_read(begun(2, cards), *kept)
    assert after(state, judged(*achieved)).past


def shown_and_read(state: State, *kept: Mission) -> State:
    """The same, with the text of cards that are not in the rulebook."""
    for seat in state.clockwise:
        state = after(state, MissionKept(seat, kept[seat]))
        if kept[seat] is OTHER:
            state = after(state, MissionRead(seat, KnownCard("no red trick", ()), 10))
    return state


def test_a_bomb_that_was_played_leaves_its_trick_to_nobody() -> None:  # CB-272, CB-R53
    state = shown(begun(2, 3, level=Level.TRICKS, **BOMB), SMALL, NOT_FIRST)
    state = after(state, BombPlayed(A, B, copied=False), *won(A, B))
    assert after(state, judged(1, 1)) != state
    nobody_first = shown(begun(2, 3, level=Level.TRICKS, **BOMB), NOT_FIRST, NOT_FIRST)
    assert after(nobody_first, BombPlayed(A, B, copied=False), *won(A, B), judged(1, 1)) != nobody_first
    assert_refused(after(nobody_first, *won(A, B, B)), judged(1, 1), "CB-273", says="Somebody won the first trick")
    without = shown(begun(2, 3, level=Level.TRICKS, **BOMB), SMALL, SMALL)
    without = after(without, *won(A, B, B))
    assert_refused(without, judged(1, 1), "CB-272", says="All 3 tricks")


def test_a_thief_may_have_four_tricks_of_which_another_won_one_with_a_trump() -> None:  # CB-R53
    state = shown(begun(4, 4, specials=(Special.THIEF,)), FOUR, TRUMP, FOUR, SMALL)
    assert_refused(state, judged(1, 0, 1, 0), "CB-274", says="Only 4 tricks were played: Ana and Cleo cannot")
    assert after(state, judged(1, 1, 0, 1)).totals == (45, 15, -20, 0)
    many = shown(begun(4, 3, specials=(Special.THIEF,)), *(TRUMP,) * 4)
    assert_refused(many, judged(1, 1, 1, 1), "CB-271", says="Only 3 tricks were played")


@pytest.mark.parametrize("level", [Level.TRICKS, Level.CARDS])
def test_missions_are_judged_again_after_a_trick_went_to_somebody_else(level: Level) -> None:  # CB-274, CB-278
    state = shown(begun(3, 4, level=level, specials=(Special.THIEF,)), FOUR, SMALL, NOT_FIRST)
    by_cards = level is Level.CARDS
    state = laid(state, "b13 b1 b2 y13 y1 y2 g13 g1 g2 r13 r1 r2") if by_cards else after(state, *won(A, A, A, A))
    state = after(state, judged(1, 1, 1), TrickRuled(B, "a revoke") if by_cards else ThiefPlayed(B, A, copied=False))
    assert read_suggestions(state) == [0, 1, 1]
    assert GAME.provisional(state) == state.ledger
    assert scored(after(state, judged(0, 1, 1))).totals[A] == -20


def test_a_summoners_copy_of_a_trump_is_a_trump() -> None:  # CB-R53
    state = shown(begun(4, 1, level=Level.CARDS, specials=(Special.SUMMONER,)), *(TRUMP,) * 4)
    state = laid(state, "b5 r2 S b7")
    assert read_suggestions(state) == [0, 0, 1, 0]


def test_missions_lie_beside_the_names() -> None:  # CB-261
    state = shown(begun(), TRUMP, SMALL, NOT_FIRST, FOUR)
    tokens = [tile.name for zone in GAME.view(state).board.zones if zone.seat is not None for tile in zone.tiles]
    assert tokens == ["Trump: 20", "0–1: 5", "Not 1st: 0", "4+: 35"]


def test_missions_and_tricks_are_measured_where_they_are_known() -> None:  # CB-276, CB-278
    state = after(shown(begun(), TRUMP, SMALL, NOT_FIRST, FOUR), judged(1, 0, 1, 1))
    assert [(m.key, m.seat, m.value, m.of) for m in GAME.measures.of(state)] == [
        ("mission", seat, done, 1) for seat, done in enumerate((1, 0, 1, 1))
    ]
    assert [one.text for one in GAME.view(state).notes] == ["met", "failed", "met", "met"]
    state = shown(begun(4, 2, level=Level.TRICKS), *(SMALL,) * 4)
    state = scored(after(state, *won(A, B), judged(1, 1, 1, 1)))
    assert [m.value for m in GAME.measures.of(state) if m.key == "tricks"] == [1, 1, 0, 0]


def blind(level: Level = Level.COUNTS, secrets: Secrets = Secrets.AT_THE_TABLE, **options: Any) -> State:
    return begun(kind=RoundType.BLIND_MISSIONS, level=level, secrets=secrets, **options)


def test_blind_missions_are_entered_when_they_are_turned() -> None:  # CB-280
    state = blind()
    assert state_main(state).kind == "missions_set"
    state = after(state, MissionsSet())
    tokens = [tile.name for zone in GAME.view(state).board.zones if zone.seat is not None for tile in zone.tiles]
    assert tokens == ["?"] * 4
    state = shown(state, TRUMP, SMALL, NOT_FIRST, FOUR)
    assert after(state, judged(1, 1, 1, 0)).totals == (20, 5, 0, -20)


def test_blind_missions_wait_for_the_last_trick() -> None:  # CB-280
    state = after(blind(Level.TRICKS, cards=2), MissionsSet())
    assert state_main(state).kind == "trick_won"
    assert "that does not belong here" in refusal(state, MissionKept(A, SMALL)).message
    state = after(state, *won(A, A))
    assert state_main(state).kind == "mission_kept"
    state = shown(state, SMALL, SMALL, TRUMP, OTHER)
    assert state_main(state).kind == "mission_read"
    assert not GAME.view(state).notices
    state = after(state, MissionRead(D, KnownCard("Win nothing"), 10))
    assert not GAME.view(state).notices
    assert each_of(state_main(state)).cells[D].note == "Win nothing"
    assert read_suggestions(state) == [0, 1, None, None]


def test_a_blind_mission_is_worth_what_an_open_one_is() -> None:  # CB-281
    state = after(blind(players=3, cards=9), MissionsSet())
    assert after(shown(state, TRUMP, TRUMP, TRUMP), judged(1, 0, 0)).totals == (15, -20, -20)


def test_sealed_missions_are_covered_until_the_last_trick() -> None:  # CB-280
    state = blind(Level.TRICKS, Secrets.SEALED, cards=2)
    sealed = [MissionSealed(1, seat, mission) for seat, mission in ((A, TRUMP), (B, SMALL), (C, OTHER), (D, NOT_FIRST))]
    (field,) = state_main(state).fields
    assert isinstance(field, Sealed)
    assert_refused(state, MissionSealed(2, A, SMALL), "CB-280", says="This is round 1")
    assert_refused(state, MissionSealed(1, A, FOUR), "CB-267", "E_MISSION_INFEASIBLE")
    assert_refused(state, MissionSealed(1, Seat(7), SMALL), "CB-280")
    state = after(state, sealed[0])
    assert_refused(state, sealed[0], "CB-280", says="already sealed")
    state = after(state, *sealed[1:])
    assert [event.veiled(state) for event in sealed] == [{"mission"}] * 4
    tokens = [tile.name for zone in GAME.view(state).board.zones if zone.seat is not None for tile in zone.tiles]
    assert tokens == ["?"] * 4
    state = after(state, *won(A, A))
    assert state_main(state).kind == "missions_uncovered"
    state = after(state, MissionsUncovered())
    assert sealed[0].veiled(state) == frozenset()
    state = after(state, MissionRead(C, KnownCard("Win nothing"), 10), judged(1, 1, 1, 1))
    assert scored(state).totals == (10, 0, 10, 0)


def test_a_trick_that_was_given_away_says_nothing_of_trumps() -> None:  # CB-111, CB-271, CB-278
    state = shown(begun(4, 1, level=Level.CARDS), *(Mission.TRUMP_TRICK,) * 4)
    state = after(laid(state, "b1 r2 b3 b4"), TrickRuled(A, "the two was blue"))
    assert [cell.field.likely for cell in each_of(state_main(state)).cells if isinstance(cell.field, Count)] == [
        *(UNSET, 0, 0, 0),
    ]
    back = after(state, TrickRuled(B, "it was red"))
    assert dict(collect_answers(state_main(back), {})["achieved"]) == {A: 0, B: 1, C: 0, D: 0}


def test_a_thief_of_the_last_trick_acts_before_the_missions_are_judged_and_scored() -> None:  # CB-139, CB-262
    state = shown(begun(cards=2, level=Level.CARDS, specials=(Special.THIEF,)), FEW, FEW, FEW, FEW)
    state = laid(state, "b5 b3 b2 b1 b6 thief b4 b7")
    assert state_main(state).kind == "thief_played"
    assert GAME.provisional(state) == state.ledger
    state = after(state, ThiefPlayed(state_main(state).seat, None, copied=False))
    assert state_main(state).kind == "missions_judged"
