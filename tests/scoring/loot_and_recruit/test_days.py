"""The set-up, the fourteen rounds, flip effects and checkpoints (LR-001 to LR-024, LR-090 to LR-096)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.contract.board import Marker
from scoring.contract.cards import KnownCard
from scoring.contract.game import Adjusted, Event
from scoring.contract.prompts import Role
from scoring.contract.scores import Seat, totals
from scoring.games.loot_and_recruit import days, score, supply
from scoring.games.loot_and_recruit.attacks import SergeantPlayed
from scoring.games.loot_and_recruit.days import (
    CheckpointCounted,
    EffectsDecided,
    EventFlipped,
    FirstPlayerMoved,
    RoundsPlayed,
)
from scoring.games.loot_and_recruit.entry import HAND, STARTER_DECK, LevelChosen
from scoring.games.loot_and_recruit.moving import GoblinAdded
from scoring.games.loot_and_recruit.options import FirstPlayer, Level, TieWin
from scoring.games.loot_and_recruit.playing import TurnEnded
from scoring.games.loot_and_recruit.recruiting import NewGoblinRecruited
from scoring.games.loot_and_recruit.state import PLATFORMS, ROUNDS, State
from scoring.kit.levels import CURRENT
from scoring.testing.tables import A, B, C, row
from tests.scoring.loot_and_recruit.cards import GOB, OCTET, TRIO, goblin
from tests.scoring.loot_and_recruit.states import flipped, opened, playing, round_over, stacked, until
from tests.scoring.loot_and_recruit.table import (
    GAME,
    after,
    assert_refused,
    enter,
    fact,
    kinds,
    main,
    notes,
    points,
    prompt_for,
    target,
    turn,
)

CHECKPOINTS = Level.CHECKPOINTS


def counted(level_rounds: int = ROUNDS, players: int = 2, **options: Any) -> State:
    """A table by checkpoints, its events flipped up to a round, nothing scored before."""
    state = opened(players, level=CHECKPOINTS, **options)
    for number in range(1, level_rounds + 1):
        state = flipped(state)
        if number in (5, 9) and number < level_rounds:
            state = enter(state, "checkpoint_counted", points=[[seat, 0] for seat in range(players)])
    return state


# The set-up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:  # LR-002
    with pytest.raises(ValueError, match="is for 2 to 5 players") as refused:
        GAME.open(type(opened().table)(("Ana",) * players), GAME.options())
    assert (refused.value.rule.id, refused.value.code) == ("LR-002", "PLAYERS")


def test_the_first_player_sits_at_the_table() -> None:  # LR-018
    with pytest.raises(ValueError, match="Choose one of the players"):
        opened(3, first_seat=Seat(3))


def test_everybody_begins_with_three_empty_platforms_and_ten_cards() -> None:  # LR-010, LR-011, LR-017, LR-019
    state = opened(4, level=Level.REFEREE)
    assert state.stacks == (((), (), ()),) * 4
    assert [len(platforms) for platforms in state.stacks] == [PLATFORMS] * 4
    assert len(STARTER_DECK) * 5 == 50
    assert [(own.hand, own.deck, own.discards) for own in state.holdings] == [(HAND, 5, 0)] * 4


def test_the_decks_are_what_the_permanent_cards_leave() -> None:  # LR-001, LR-014, LR-015, LR-016, LR-R10
    fresh = supply.initial_supply()
    assert (fresh.trio, fresh.catapult, fresh.chow, fresh.shinies) == (15, 10, 12, 12)
    assert (fresh.crowd, fresh.shop) == (40, 50)


# The rounds ---------------------------------------------------------------------------------------------------------


def test_the_parts_of_the_day_follow_the_event_deck() -> None:
    """LR-012, LR-013, LR-022: fourteen of the twenty events."""
    events = [days.event_name(number) for number in range(1, ROUNDS + 1)]
    assert events == ["Opening Ceremony", *["Morning"] * 4, *["Day"] * 4, *["Night"] * 4, "Closing Ceremony"]


def test_a_round_counts_for_the_part_of_the_day_that_ends_with_its_checkpoint() -> None:
    """LR-022, LR-090: one name for a part, in the facts, and the score sheet."""
    parts = [days.part_of_day(number) for number in range(1, ROUNDS + 1)]
    assert parts == [*["Morning"] * 5, *["Day"] * 4, *["Night"] * 5]
    state = opened(2, level=CHECKPOINTS)
    for number in (5, 9):
        state = enter(after(state, RoundsPlayed(number)), "checkpoint_counted", points=[[0, 1], [1, 2]])
    for _ in range(10, ROUNDS):
        state = flipped(state)
    assert main(state).help == "When it is over, flip the event of round 14: Closing Ceremony."
    last = flipped(state)
    assert fact(last, "round") == "14 of 14, Night"
    assert main(last).title == "Count the platforms after round 14"
    assert notes(last, "LR-090") == [], "the question says it"
    assert [head.title for head in GAME.rounds(last)] == ["Morning", "Day", "Night"]


def test_a_round_goes_clockwise_from_the_first_player() -> None:  # LR-020, LR-024, LR-082
    state, order = playing(4, first_seat=Seat(2)), []
    for _ in range(4):
        order.append(turn(state).seat)
        state = after(state, TurnEnded(turn(state).seat))
    assert order == [2, 3, 0, 1]
    assert (state.number, kinds(state, Role.MAIN)) == (2, ["event_flipped"])


@pytest.mark.parametrize(("rule", "seat"), [(FirstPlayer.FIXED, 2), (FirstPlayer.ROTATES, 0)])
def test_the_first_player_card_stays_or_moves(rule: FirstPlayer, seat: int) -> None:  # LR-023, LR-R01
    state = until(opened(3, first_seat=C, first_player=rule), 2)
    assert turn(flipped(state)).seat == seat


def turns(state: State) -> list[int]:
    """The players of the turns in the round whose event is due."""
    state, order = flipped(state), []
    for _ in state.table.seats:
        order.append(turn(state).seat)
        state = after(state, TurnEnded(turn(state).seat))
    return order


@pytest.mark.parametrize(("rule", "later"), [(FirstPlayer.FIXED, [2, 0, 1]), (FirstPlayer.ROTATES, [0, 1, 2])])
def test_a_card_may_move_the_first_player_card(rule: FirstPlayer, later: list[int]) -> None:
    """LR-R01: before anybody has played it counts at once; where it rotates, it goes on from there."""
    state = opened(3, first_player=rule)
    assert_refused(state, FirstPlayerMoved(A), "LR-R01", says="Ana already has the First Player card")
    assert_refused(state, FirstPlayerMoved(Seat(7)), "LR-R01")
    for moved in (after(state, FirstPlayerMoved(C)), after(flipped(state, effect=True), FirstPlayerMoved(C))):
        assert GAME.view(moved).board.markers == (Marker(C, "leads", "First"),)
    assert turns(after(state, FirstPlayerMoved(C))) == [2, 0, 1]
    assert turn(after(flipped(state), FirstPlayerMoved(C))).seat == C
    assert turns(round_over(after(flipped(state), FirstPlayerMoved(C)))) == later
    decided = after(flipped(state, effect=True), FirstPlayerMoved(C))
    assert_refused(decided, EffectsDecided(((A, True), (B, True), (C, True))), "LR-R06", says="Cleo first")


@pytest.mark.parametrize("rule", FirstPlayer)
def test_in_the_middle_of_a_round_the_first_player_card_moves_for_the_next_one(rule: FirstPlayer) -> None:
    """LR-R01: nobody plays twice in a round, or not at all."""
    state = after(flipped(opened(3, first_player=rule)), GoblinAdded(A, 0, GOB))
    moved = after(state, FirstPlayerMoved(C))
    assert (turn(moved).seat, notes(moved, "LR-R01")) == (A, ["Cleo begins the next round."])
    assert "from the next round on" in prompt_for(state, "first_player_moved").help
    assert_refused(moved, FirstPlayerMoved(C), "LR-R01", says="Cleo already has the First Player card")
    assert turns(round_over(moved)) == [2, 0, 1]
    back = after(moved, FirstPlayerMoved(A))
    assert turns(round_over(back)) == [0, 1, 2]
    assert notes(round_over(back), "LR-R01") == []


def test_between_two_turns_too_the_first_player_card_moves_for_the_next_round() -> None:  # LR-R01
    state = after(flipped(opened(3)), TurnEnded(A))
    moved = after(state, FirstPlayerMoved(C))
    assert (turn(moved).seat, notes(moved, "LR-R01")) == (B, ["Cleo begins the next round."])


def test_the_first_player_card_stays_where_something_is_unfinished() -> None:  # LR-061
    state = after(playing(), NewGoblinRecruited(A, OCTET))
    assert_refused(state, FirstPlayerMoved(B), "LR-R01", says="finish what you began")


def test_everybody_decides_about_a_flip_effect_before_the_first_turn() -> None:  # LR-021, LR-R06
    state = flipped(opened(3, first_seat=B), effect=True)
    assert kinds(state, Role.MAIN) == ["effects_decided"]
    assert_refused(state, TurnEnded(B), "LR-031")
    assert_refused(state, EventFlipped(2, None, effect=False), "LR-020")
    assert_refused(state, EffectsDecided(((A, True), (B, True), (C, True))), "LR-R06", says="Ben first")
    state = after(state, EffectsDecided(((B, True), (C, False), (A, True))))
    assert turn(state).seat == B
    assert_refused(state, EffectsDecided(((B, True), (C, False), (A, True))), "LR-021")


EVENT_NUMBERS = (("loot", 0), ("recruit", 0), ("attack", 0), ("flip", 0))

REFUSED_FLIPS = [
    (EventFlipped(2, None, effect=False), "LR-012", CHECKPOINTS, "Flip the event of round 1"),
    (EventFlipped(1, KnownCard("Rain"), effect=False), "LR-012", CHECKPOINTS, "The card of the event"),
    (EventFlipped(1, None, effect=True), "LR-021", CHECKPOINTS, "Flip effects are not entered"),
    (EventFlipped(1, KnownCard("Rain"), effect=False), "LR-012", Level.STACKS, "The card of the event"),
    (EventFlipped(1, None, effect=False), "LR-012", Level.REFEREE, "The event needs its name"),
    (EventFlipped(1, KnownCard("Rain"), effect=True), "LR-021", Level.REFEREE, "The event's card says"),
    (EventFlipped(1, KnownCard("Rain"), effect=False), "LR-003", Level.REFEREE, "Type what is printed on Rain"),
]


@pytest.mark.parametrize(("event", "rule", "level", "says"), REFUSED_FLIPS)
def test_an_event_is_entered_as_its_level_asks(event: EventFlipped, rule: str, level: Level, says: str) -> None:
    assert_refused(opened(level=level), event, rule, says=says)


def ceremony(number: int, name: str) -> EventFlipped:
    """An event with a name of the rulebook, and without powers."""
    return EventFlipped(number, KnownCard(name, EVENT_NUMBERS), effect=False)


def test_the_ceremonies_open_the_first_round_and_close_the_last() -> None:  # LR-012, LR-095, LR-063
    first = opened(2, level=Level.REFEREE)
    says = "The Closing Ceremony is the event of round 14, not of round 1."
    assert_refused(first, ceremony(1, "closing ceremony"), "LR-012", says=says)
    second = round_over(after(first, ceremony(1, "Opening Ceremony")))
    assert_refused(second, ceremony(2, "Opening Ceremony"), "LR-012", says="round 1, not of round 2")
    assert after(second, ceremony(2, "Closing Ceremony"), waived=("LR-012",)).number == 2
    last = after(until(second, ROUNDS), ceremony(ROUNDS, "Closing Ceremony"))
    assert last.number == ROUNDS


# Checkpoints --------------------------------------------------------------------------------------------------------


def test_points_are_counted_after_rounds_5_9_and_14() -> None:  # LR-090, LR-093, LR-095
    state = opened(2, level=CHECKPOINTS)
    asked_after = []
    for number in range(1, ROUNDS + 1):
        state = flipped(state)
        if "checkpoint_counted" in kinds(state, Role.MAIN):
            asked_after.append(number)
            state = enter(state, "checkpoint_counted", points=[[0, 2 * number], [1, 3]])
    assert asked_after == [5, 9, 14]
    assert points(state) == (56, 9)
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.because) == ((A,), "The highest final score: 56.")
    assert GAME.prompts(state) == ()
    assert_refused(state, TurnEnded(A), "LR-095", "GAME_OVER")


@pytest.mark.parametrize("number", [4, 8, 13])
def test_nothing_is_counted_too_early(number: int) -> None:  # LR-090
    state = counted(number)
    assert_refused(state, CheckpointCounted(number, row(1, 2), ()), "LR-090", "TOO_EARLY")


REFUSED_COUNTS: list[tuple[Event[Any], str, str]] = [
    (CheckpointCounted(9, row(1, 2), ()), "LR-090", "TOO_EARLY"),
    (CheckpointCounted(5, row(1), ()), "LR-096", ""),
    (CheckpointCounted(5, row(1, -2), ()), "LR-096", "NEGATIVE"),
    (CheckpointCounted(5, row(1, 300), ()), "LR-096", ""),
    (CheckpointCounted(5, row(1, 1), row(1, 1)), "LR-R05", ""),
]


@pytest.mark.parametrize(("event", "rule", "code"), REFUSED_COUNTS)
def test_counts_have_to_be_possible(event: Event[Any], rule: str, code: str) -> None:
    assert_refused(counted(5), event, rule, code)


def test_a_goblin_that_stands_all_day_counts_three_times() -> None:
    """LR-092: worth 4, it brings 12."""
    state = stacked(playing(2), A, 0, goblin("Brute", vp=4), goblin("Brute", vp=4))
    state = after(state, TurnEnded(A), TurnEnded(B))
    state = until(state, ROUNDS)
    assert points(state) == (16, 0)
    state = round_over(flipped(enter(state, "card_removed", target=target(state, "0-0-1"))))
    assert points(state) == (20, 0)
    assert [head.title for head in GAME.rounds(state)] == ["Morning", "Day", "Night"]


@pytest.mark.parametrize("level", [Level.STACKS, Level.REFEREE])
def test_what_stands_is_on_the_sheet_between_two_turns_as_well(level: Level) -> None:
    """LR-091: while an event is flipped and decided about nothing disappears; after a checkpoint it is scored."""
    state = stacked(playing(2, level=level), A, 0, GOB)
    shown = []
    for _ in range(5):
        state = round_over(state)
        shown.append(totals(GAME.provisional(state), state.table.seats)[A])
        state = flipped(state, effect=True)
        shown.append(totals(GAME.provisional(state), state.table.seats)[A])
        done = tuple((seat, False) for seat in state.table.clockwise_from(state.first))
        state = after(state, EffectsDecided(done))
    assert shown == [5] * 9 + [10]  # scored after round 5; from the event of round 6 on it counts for the Day
    assert GAME.provisional(flipped(opened(2, level=Level.CHECKPOINTS))) == ()


@pytest.mark.parametrize(("trash", "says"), [(0, "nothing is left to shuffle"), (3, "shuffle the ")])
def test_an_empty_deck_is_shuffled_where_there_is_a_trash(trash: int, says: str) -> None:
    """LR-083: with nothing in the trash the line-up stays short."""
    state = playing(2, level=Level.REFEREE)
    empty = replace(state.supply, crowd=0, shop=0, crowd_trash=trash, shop_trash=trash)
    texts = notes(replace(state, supply=empty), "LR-083")
    assert [says in text for text in texts] == [True, True]


# The winner ---------------------------------------------------------------------------------------------------------


def test_equal_scores_share_the_win() -> None:
    """LR-094, LR-R05: 37, 37 and 21."""
    state = counted(players=3)
    state = enter(state, "checkpoint_counted", points=[[0, 37], [1, 37], [2, 21]])
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.because) == ((A, B), "Ana and Ben have 37 points each and share the win.")
    assert outcome.rule is score.TIE
    assert [place.rank for place in GAME.standings(state)] == [1, 1, 3]


def test_the_last_checkpoint_may_decide() -> None:  # LR-R05
    state = opened(3, level=CHECKPOINTS, tie_win=TieWin.LAST_CHECKPOINT)
    for number in range(1, ROUNDS + 1):
        state = flipped(state)
        if number in (5, 9, ROUNDS):
            state = enter(state, "checkpoint_counted", points=[[0, 14 - number], [1, number - 5], [2, 0]])
    assert points(state) == (14, 13, 0)
    state = after(state, Adjusted(B, 1, "a goblin nobody saw"))
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.because) == (
        (B,),
        "The highest final score: 14; the tie is broken by 9 at the last checkpoint.",
    )
    assert outcome.rule is score.TIE


def test_goblins_are_asked_for_where_scores_come_out_equal() -> None:  # LR-R05, LR-R11
    state = counted(tie_win=TieWin.MOST_GOBLINS, players=3)
    prompt = prompt_for(state, "checkpoint_counted")

    def cells(*numbers: int) -> list[object]:
        fields = GAME.form(state, prompt, {"points": [[seat, n] for seat, n in enumerate(numbers)]}).fields
        return [cell.key for cell in fields[1].cells]

    assert (cells(3), cells(3, 2, 1), cells(3, 3, 1), cells(4, 4, 4)) == ([], [], [A, B], [A, B, C])
    assert prompt.help.endswith("The most goblins break a tie.")
    assert_refused(state, CheckpointCounted(14, row(3, 3, 1), ()), "LR-R05", says="Everybody who is tied")
    level = GAME.outcome(after(state, CheckpointCounted(14, row(3, 3, 1), row(4, 4))))
    assert (level.winners, level.because) == (
        (A, B),
        "Ana and Ben have 3 points each, have as many goblins and share the win.",
    )
    later = after(state, CheckpointCounted(14, row(3, 2, 1), ()), Adjusted(B, 1, "a goblin nobody saw"))
    assert GAME.outcome(later).because == "Ana and Ben have 3 points each and share the win."
    state = after(state, CheckpointCounted(14, row(3, 3, 1), row(4, 6)))
    assert [(place.side, place.rank, place.because) for place in GAME.standings(state)] == [
        ((B,), 1, "6 goblins"),
        ((A,), 2, "4 goblins"),
        ((C,), 3, ""),
    ]


def test_goblins_of_entered_stacks_are_counted_by_the_companion() -> None:
    """LR-R05, LR-R11: one goblin worth 3, or three worth 1 and a Shield Bearer."""
    state = until(opened(2, tie_win=TieWin.MOST_GOBLINS), ROUNDS)
    state = stacked(state, A, 0, OCTET)
    state = stacked(state, B, 0, TRIO, TRIO, TRIO, "SB")
    state = round_over(flipped(state))
    outcome = GAME.outcome(state)
    assert (points(state), outcome.winners) == ((3, 3), (B,))
    assert outcome.because == "The highest final score: 3; the tie is broken by 3 goblins."


# More or less -------------------------------------------------------------------------------------------------------


def test_more_is_entered_from_the_next_round_on() -> None:
    state = enter(counted(3), "level_chosen", level="stacks")
    assert notes(state, "LR-063") != []
    state = flipped(stacked(state, A, 0, GOB))
    assert (notes(state, "LR-063"), turn(state).seat, GAME.provisional(state)[0].points) == ([], A, 5)


def test_less_is_entered_at_once_and_stacks_are_forgotten() -> None:
    state = stacked(playing(2), A, 0, GOB)
    assert_refused(state, LevelChosen(CHECKPOINTS), "LR-020", says="finish this one first")
    state = enter(round_over(state), "level_chosen", level="checkpoints")
    assert state.stacks == (((), (), ()),) * 2
    assert_refused(state, LevelChosen(CHECKPOINTS), "LR-020", says=CURRENT)
    assert_refused(state, GoblinAdded(A, 0, GOB), "LR-063")
    assert_refused(state, LevelChosen(Level.REFEREE), "LR-010", says="first round")
    assert kinds(flipped(state), Role.MAIN) == ["rounds_played"]


def test_before_the_first_round_every_level_can_be_chosen() -> None:
    state = enter(opened(2), "level_chosen", level="referee")
    assert [own.hand for own in state.holdings] == [5, 5]
    state = enter(state, "level_chosen", level="stacks")
    assert (state.holdings, state.behind) == ((), False)
    assert_refused(stacked(state, A, 0, GOB), LevelChosen(Level.REFEREE), "LR-010")


# What is shown ------------------------------------------------------------------------------------------------------


def test_checkpoints_and_the_final_round_are_announced() -> None:  # LR-090, LR-095
    state = flipped(until(opened(2), 5))
    assert notes(state, "LR-090") == []
    assert notes(after(state, TurnEnded(A)), "LR-090") == ["After Ben's turn, the platforms are scored."]
    last = flipped(until(opened(2), ROUNDS))
    assert notes(last, "LR-095") == ["The Closing Ceremony: the final round."]


def test_a_sergeant_is_nothing_for_a_table_by_checkpoints() -> None:
    assert_refused(counted(3), SergeantPlayed(A), "LR-031")


# Playing on without the app -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first_player", FirstPlayer)
def test_playing_on_to_a_checkpoint_is_the_same_as_flipping_every_event(first_player: FirstPlayer) -> None:
    by_events = by_parts = opened(3, level=CHECKPOINTS, first_player=first_player)
    for begun, last in ((1, 5), (6, 9), (10, 14)):
        by_parts = after(flipped(by_parts), RoundsPlayed(last))
        for _ in range(begun, last + 1):
            by_events = flipped(by_events)
        assert by_parts == by_events
        points = [[seat, seat + last] for seat in range(3)]
        by_parts, by_events = (enter(state, "checkpoint_counted", points=points) for state in (by_parts, by_events))
    assert GAME.outcome(by_parts) == GAME.outcome(by_events) is not None


def test_the_table_plays_on_only_where_rounds_are_left_and_events_need_not_be_entered() -> None:
    fresh = opened(3, level=CHECKPOINTS)
    begun = flipped(fresh)
    for state in (fresh, begun):
        assert (kinds(state, Role.MAIN), kinds(state, Role.BESIDE)) == (["rounds_played"], [])
        assert "event_flipped" in kinds(state, Role.ASIDE)
        assert_refused(state, RoundsPlayed(9), "LR-090", says="after round 5")
        played = after(state, RoundsPlayed(5))
        assert (kinds(played, Role.MAIN), kinds(played, Role.BESIDE)) == (["checkpoint_counted"], [])
        assert_refused(played, RoundsPlayed(5), "LR-020")
    fourth = flipped(flipped(flipped(begun)))
    assert (kinds(fourth, Role.MAIN), kinds(fourth, Role.BESIDE)) == (["event_flipped"], [])
    for state in (opened(3, level=Level.STACKS), flipped(opened(3, level=Level.STACKS))):
        assert_refused(state, RoundsPlayed(5), "LR-020")


def test_the_first_button_plays_on_and_the_title_says_which_round_is_played() -> None:
    fresh = opened(3, level=CHECKPOINTS)
    assert (main(fresh).title, main(fresh).confirm) == (
        "Flip the event of round 1: Opening Ceremony",
        "Round 5 is over: count",
    )
    assert fact(fresh, "round") == "1 to 5 of 14, Morning"
    begun = flipped(fresh)
    assert fact(begun, "round") == "1 of 14, Morning"
    assert (main(begun).title, main(begun).confirm) == ("Round 1 is being played", "Round 5 is over: count")
    assert prompt_for(begun, "event_flipped").confirm == "Begin round 2"
    last = flipped(flipped(flipped(begun)))
    assert (main(last).title, main(last).confirm) == ("Round 4 is being played", "Begin round 5")


@pytest.mark.parametrize(("rule", "second"), [(FirstPlayer.FIXED, B), (FirstPlayer.ROTATES, A)])
def test_who_began_each_part_is_known_although_no_event_was_entered(rule: FirstPlayer, second: Seat) -> None:
    state = opened(3, level=CHECKPOINTS, first_seat=B, first_player=rule)
    starters = []
    for last in (5, 9):
        state = after(state, RoundsPlayed(last))
        starters.append(GAME.starter(state))
        state = enter(state, "checkpoint_counted", points=[[0, 1], [1, 2], [2, 3]])
        assert GAME.starter(state) is None
    assert starters == [B, second]
