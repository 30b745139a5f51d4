"""The recruits counted once, at the end of the game: what is asked, filled in, refused, scored and measured."""

import random
from typing import Any

import pytest

from scoring.contract.game import SUMMED_UP, CameLate, Left
from scoring.contract.prompts import Grid, Source
from scoring.contract.scores import Seat
from scoring.engine import regrouping
from scoring.engine.drafts import collect_answers, find_gaps
from scoring.games import find_game
from scoring.games.recruits.entry import LevelChosen, PileEmptied, RecruitNamed, VariantsAgreed
from scoring.games.recruits.final_count import CountedSoFar, RecruitsCounted
from scoring.games.recruits.options import EarlyEnd, Level, Options, Variant, WinTie
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.state import Awaiting, Deciding, Over, State
from scoring.games.recruits.winning import EndedEarly, WinCardPlayed
from scoring.insight.turning_points import tell_rounds
from scoring.testing.laws import walks
from scoring.testing.walks import play_on, rolled, start
from tests.scoring.recruits.table import (
    A,
    B,
    C,
    after,
    assert_refused,
    go,
    kinds,
    ledger,
    main,
    notices,
    opened,
    points,
    prompt_for,
    referee,
    refusal,
    resolver,
)

GAME = find_game("recruits")

COUNT, LEDGER, RESOLVER, REFEREE = Level
QUICK = Variant.QUICK_GAME
Count = RecruitsCounted | CountedSoFar


def counting(players: int = 3, *variants: Variant, **options: Any) -> State:
    """A game whose recruits are counted at the end."""
    return opened(players, *variants, level=COUNT, **options)


def count(*recruits: str, kind: type[Count] = RecruitsCounted) -> Count:
    """Everybody's recruits, a word for each player: "KKQ"; "-" for none."""
    of = {rank: tuple((Seat(seat), word.count(rank)) for seat, word in enumerate(recruits)) for rank in "KQJ"}
    return kind(of["K"], of["Q"], of["J"])


def so_far(*recruits: str) -> Count:
    return count(*recruits, kind=CountedSoFar)


# The end of the game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recruits", "totals", "because"),
    [
        (("KKQQJJ", "KKQQJJ"), (18, 18), "Ana and Ben have 18 points each and share the win."),  # RS-070, RS-R12
        (("KKQJ", "KKQQ", "QJJJ"), (13, 14, 9), "Ben has the most: 14 points."),
        (("KQJ", "KQJ", "KQJ", "KQJ"), (9, 9, 9, 9), "Ana, Ben, Cleo and Dov have 9 points each and share the win."),
        (("KKKKQQQQJJJJ", "-"), (36, 0), "Ana has the most: 36 points."),
    ],
)
def test_the_count_of_all_twelve_ends_the_game(  # RS-004, RS-070, RS-071, RS-072
    recruits: tuple[str, ...], totals: tuple[int, ...], because: str
) -> None:
    state = after(counting(len(recruits)), count(*recruits))
    outcome = GAME.outcome(state)
    assert points(state) == totals
    assert sum(totals) == 36
    assert outcome is not None
    assert outcome.because == because
    assert state.phase == Over(outcome.rule if len(outcome.winners) == 1 else state.phase.rule)  # type: ignore[union-attr]
    assert state.phase.rule.id == "RS-070"  # type: ignore[union-attr]
    assert GAME.prompts(state) == ()


def test_every_player_gets_one_line_with_what_was_counted() -> None:  # RS-004
    state = after(counting(), count("KKKQJ", "KQQQ", "JJJ"))
    assert [(line.seat, line.rule.id, line.working) for line in state.ledger] == [
        (A, "RS-004", "3 x 4 for kings + 3 for the queen + 2 for the jack = 17"),
        (B, "RS-004", "4 for the king + 3 x 3 for queens = 13"),
        (C, "RS-004", "3 x 2 for jacks = 6"),
    ]
    none = after(counting(2), count("KKKKQQQQJJJJ", "-"))
    assert [line.seat for line in none.ledger] == [A]


@pytest.mark.parametrize(
    ("recruits", "rule", "code", "says"),
    [
        (("KKKQQJJ", "KKQQJJ"), "RS-096", "TOO_MANY_OF_RANK", "5 kings are too many: there are 4."),
        (("KKQQJJ", "KKQQJ"), "RS-070", "NOT_COMPLETE", "one jack still missing"),
        (("KKQQJJ", "QQJJ"), "RS-070", "NOT_COMPLETE", "2 kings still missing"),
        (("-", "-"), "RS-070", "NOT_COMPLETE", "4 kings still missing"),
    ],
)
def test_a_count_that_is_not_four_of_each_rank_is_refused(
    recruits: tuple[str, ...], rule: str, code: str, says: str
) -> None:
    assert_refused(counting(2), count(*recruits), rule, code, says)


def test_totals_no_recruits_add_up_to_cannot_be_counted() -> None:  # RS-004: neither 1 nor 35
    sums = set()
    for kings in range(5):
        for queens in range(5):
            for jacks in range(5):
                own = "K" * kings + "Q" * queens + "J" * jacks
                rest = "K" * (4 - kings) + "Q" * (4 - queens) + "J" * (4 - jacks)
                sums.add(points(after(counting(2), count(own, rest)))[0])
    assert sums == set(range(37)) - {1, 35}


def test_every_player_needs_numbers() -> None:
    fours = ((A, 4), (B, 0), (C, 0))
    assert_refused(counting(), RecruitsCounted(((A, 4),), fours, fours), "RS-071", says="Every player needs a number")
    wrong = ((A, 5), (B, -1), (C, 0))
    assert_refused(counting(), RecruitsCounted(fours, wrong, fours), "RS-071", says="Ben cannot have -1 queens")


def test_nothing_else_is_entered_during_the_game() -> None:
    state = counting()
    assert kinds(state) == ["recruits_counted", "counted_so_far", "level_chosen", "variants_agreed"]
    assert main(state).shown.meanwhile == "Play all recruits, then count them."
    assert_refused(state, RecruitNamed("K"), "RS-013", says="Recruits are counted at the end of the game.")
    assert_refused(ledger(), count("KKKKQQQQJJJJ", "-", "-"), "RS-013", says="Name the recruit first")
    assert GAME.reach(state) is None
    assert [(fact.label, fact.value) for fact in GAME.view(state).facts] == [("Recruits", "counted at the end")]


# Ties for the win --------------------------------------------------------------------------------------------------

EQUAL = ("KKKKJ", "QQQQJJJ")
"""18 points each, by four kings and a jack, and by four queens and three jacks."""


@pytest.mark.parametrize(
    ("win_tie", "winner", "because"),
    [
        (WinTie.KINGS, A, "With equal points, the most kings decide: Ana has 4 kings."),
        (WinTie.RECRUITS, B, "With equal points, the most recruits decide: Ben has 7 recruits."),
    ],
)
def test_counts_are_enough_for_ties_by_kings_or_recruits(win_tie: WinTie, winner: Seat, because: str) -> None:
    outcome = GAME.outcome(after(counting(2, win_tie=win_tie), count(*EQUAL)))  # RS-R12
    assert outcome is not None
    assert (outcome.winners, outcome.because) == ((winner,), because)


def test_only_a_tie_is_decided_by_a_card_and_only_the_tied_play_one() -> None:  # RS-R12
    state = after(counting(3, win_tie=WinTie.CARD), count("KKKQ", "QQQJJJ", "KJ"))
    assert (points(state), state.phase) == ((15, 15, 6), Deciding((A, B)))
    assert kinds(state) == ["win_card_played"]
    assert "All recruits are earned." in refusal(state, Left(C, ranked=True)).message
    decided = after(state, WinCardPlayed(A, "3S"), WinCardPlayed(B, "9S"))
    outcome = GAME.outcome(decided)
    assert outcome is not None
    assert outcome.winners == (B,)
    clear = after(counting(3, win_tie=WinTie.CARD), count("KKKKQ", "QQQJJJ", "J"))
    assert isinstance(clear.phase, Over)


# The form ----------------------------------------------------------------------------------------------------------


def filled(state: State, kind: str, **draft: dict[int, int]) -> Any:
    """The form with these numbers, by rank and seat."""
    answers = {name: [[seat, n] for seat, n in numbers.items()] for name, numbers in draft.items()}
    return GAME.form(state, prompt_for(state, kind), answers), answers


def test_what_follows_from_the_others_is_filled_in() -> None:
    form, draft = filled(counting(), "recruits_counted", kings={0: 2, 1: 1}, queens={1: 4}, jacks={0: 1, 1: 1})
    kings, queens, jacks = form.fields
    assert [(value.answer, value.source) for _, value in kings.get_cells(draft)][2] == (1, Source.SOLVED)
    assert [value.answer for _, value in queens.get_cells(draft)] == [0, 4, 0]  # a rank that is used up
    assert [value.answer for _, value in jacks.get_cells(draft)] == [1, 1, 2]
    assert find_gaps(form, draft) == ()
    answers = collect_answers(form, draft)
    assert answers == {
        "kings": [[0, 2], [1, 1], [2, 1]],
        "queens": [[0, 0], [1, 4], [2, 0]],
        "jacks": [[0, 1], [1, 1], [2, 2]],
    }


def test_the_form_says_what_is_missing_and_what_the_others_leave() -> None:
    form, draft = filled(counting(), "recruits_counted", kings={0: 3})
    assert [gap.text for gap in find_gaps(form, draft)] == [
        "1 king still missing.",
        "4 queens still missing.",
        "4 jacks still missing.",
    ]
    barred = [dict(cell.field.barred) for cell in form.fields[0].cells]
    assert [sorted(numbers) for numbers in barred] == [[], [2, 3, 4], [2, 3, 4]]
    assert barred[1][2] == "The others leave at most 1 of the kings."


# Recruits that are left --------------------------------------------------------------------------------------------


def test_a_quick_game_ends_with_recruits_in_the_piles() -> None:  # RS-080, RS-R17
    state = counting(3, QUICK)
    assert all(not grid.totals for grid in main(state).fields if isinstance(grid, Grid))
    done = after(state, count("KK", "Q", "J"))
    assert (points(done), done.phase.rule.id) == ((8, 3, 2), "RS-080")  # type: ignore[union-attr]
    assert_refused(
        state, count("KK", "Q", "-"), "RS-080", "NOT_COMPLETE", "ends with 4 to 10 recruits earned, not with 3."
    )
    assert_refused(state, count("KKKK", "QQQQ", "JJJ"), "RS-080", "NOT_COMPLETE", "not with 11.")
    assert points(after(counting(4, QUICK), count("K", "Q", "J", "-"))) == (4, 3, 2, 0)
    assert_refused(counting(4, QUICK), count("KKKK", "QQQQ", "J", "J"), "RS-080", "NOT_COMPLETE", "3 to 9")
    assert_refused(after(state, so_far("KKKK", "-", "-")), PileEmptied(1), "RS-080")


def test_a_count_so_far_scores_and_the_game_goes_on() -> None:  # RS-074
    state = after(counting(), so_far("KK", "Q", "-"))
    assert (points(state), state.phase) == ((8, 3, 0), Awaiting())
    assert [(fact.label, fact.value) for fact in GAME.view(state).facts] == [
        ("Counted", "3 of 12"),
        ("Left", "25 points"),
    ]
    reach = GAME.reach(state)
    assert reach is not None
    assert reach.ranges == ((0, 25),) * 3
    assert [zone.count for zone in GAME.view(state).board.zones] == ["2K", "Q", ""]
    done = after(state, count("KKJ", "KKQQ", "QQJJJ"))
    assert points(done) == (10, 14, 12)
    assert [line.working for line in done.ledger if line.round == 2] == [
        "2 for the jack = 2",
        "2 x 4 for kings + 3 for the queen = 11",
        "2 x 3 for queens + 3 x 2 for jacks = 12",
    ]


def test_what_was_counted_before_is_the_least() -> None:  # RS-096
    state = after(counting(), so_far("KK", "Q", "-"))
    assert_refused(state, so_far("KK", "Q", "-"), "RS-096", says="Nothing has been added")
    refused = count("KQQQQJJJJ", "KKK", "-")
    assert_refused(state, refused, "RS-096", "RECRUIT_ALREADY_EARNED", "Ana has 2 kings already.")
    kings, queens, _ = main(state).fields
    assert isinstance(kings, Grid)
    assert isinstance(queens, Grid)
    assert [cell.field.likely for cell in kings.cells] == [2, 0, 0]  # type: ignore[union-attr]
    assert [[n for n, _ in cell.field.barred] for cell in kings.cells] == [[0, 1], [3, 4], [3, 4]]  # type: ignore[union-attr]
    assert [cell.field.likely for cell in queens.cells] == [0, 1, 0]  # type: ignore[union-attr]


def test_a_count_so_far_of_everything_ends_the_game() -> None:
    assert isinstance(after(counting(2), so_far("KKKKQQQQ", "JJJJ")).phase, Over)
    assert isinstance(after(counting(2, QUICK), so_far("KKKKQQQQ", "JJ")).phase, Over)


def test_the_table_may_stop_above_18_points() -> None:  # RS-073, RS-076, RS-R13
    state = counting(2)
    assert "ended_early" not in kinds(state)
    assert_refused(state, EndedEarly(), "RS-073", says="more than 18 points")
    assert "ended_early" not in kinds(after(state, so_far("KKKKJ", "Q")))  # 18
    ahead = after(state, so_far("KKKKQ", "Q"))
    assert "Nobody can catch Ana any more: 14 points at most can still be won. You may end here" in notices(ahead)
    ended = after(ahead, EndedEarly())
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert (outcome.rule.id, outcome.winners, points(ended)) == ("RS-073", (A,), (19, 3))
    assert "ended_early" not in kinds(after(counting(2, early_end=EarlyEnd.OFF), so_far("KKKKQ", "Q")))


def test_nothing_is_told_about_rounds_that_are_only_known_together() -> None:
    early = after(counting(2), so_far("KKKKQ", "Q"), EndedEarly())
    assert tell_rounds(GAME, early) == ()
    assert tell_rounds(GAME, after(counting(2), so_far("KK", "J"), count("KKKKQQQQ", "JJJJ"))) == ()


# Other levels ------------------------------------------------------------------------------------------------------


def test_recruits_entered_before_are_kept_and_counted_again() -> None:  # RS-098
    before = ledger(words="K 0 Q 1")
    state = after(before, LevelChosen(COUNT, forget=False))
    assert (points(state), main(state).kind) == ((4, 3, 0), "recruits_counted")
    assert_refused(
        state, count("KKQQQQJJJJ", "KK", "-"), "RS-096", "RECRUIT_ALREADY_EARNED", "Ben has one queen already."
    )
    done = after(state, count("KKQJ", "KKQQ", "QJJJ"))
    assert points(done) == (13, 14, 9)
    assert [(head.number, head.title, head.type) for head in GAME.rounds(done)] == [
        (1, "King", "kings"),
        (2, "Queen", "queens"),
        (3, "Final count", SUMMED_UP),
    ]


def test_named_but_not_earned_or_half_resolved_is_dropped() -> None:  # RS-098
    named = after(ledger(words="K 0 Q"), LevelChosen(COUNT, forget=False))
    assert (points(named), named.phase) == ((4, 0, 0), Awaiting())
    fighting = resolver(words="KD 9S")
    assert_refused(fighting, LevelChosen(COUNT, forget=False), "RS-098", says="will be dropped")
    assert after(fighting, LevelChosen(COUNT, forget=True)).phase == Awaiting()
    bidding = after(referee(words="1 9S"), LevelChosen(COUNT, forget=True))
    assert (bidding.phase, bidding.piles) == (Awaiting(), ())


@pytest.mark.parametrize("level", [LEDGER, RESOLVER, REFEREE])
def test_more_is_entered_from_the_start(level: Level) -> None:
    state = after(counting(), LevelChosen(level, forget=False))
    assert state.level is level
    assert main(state).kind != "recruits_counted"


def test_after_a_count_the_next_recruits_are_entered_one_by_one() -> None:
    state = after(counting(), so_far("KKKK", "Q", "-"), LevelChosen(LEDGER, forget=False))
    assert "choose" not in prompt_for(state, "level_chosen").help
    assert main(state).title == "Recruit 6: which rank is earned?"
    assert refusal(state, RecruitNamed("K")).code == "TOO_MANY_OF_RANK"
    state = go(state, "Q 2")
    assert points(state) == (16, 3, 3)
    assert [head.title for head in GAME.rounds(state)] == ["So far", "Queen", "Recruit 7"]
    assert_refused(state, LevelChosen(REFEREE, forget=False), "RS-098", says="from the first card on")


def random_ledger(seed: int, variants: tuple[Variant, ...] = ()) -> tuple[State, list[State]]:
    """A game by recruits, and every state on the way."""
    rng = random.Random(seed)
    states = [opened(rng.choice((2, 3, 4)), *variants)]
    ranks = list("KQJ" * 4)
    rng.shuffle(ranks)
    for rank in ranks:
        for event in (RecruitNamed(rank), RecruitEarned(Seat(rng.randrange(states[0].players)))):
            states.append(after(states[-1], event))
    return states[-1], states[:-1]


@pytest.mark.parametrize("seed", range(8))
def test_a_game_scores_the_same_from_any_moment_on(seed: int) -> None:
    """A table goes over to the final count anywhere in a game by recruits."""
    end, states = random_ledger(seed)
    piles = [[earned.recruit for earned in end.earned if earned.seat == seat] for seat in end.table.seats]
    counted = count(*("".join(pile) for pile in piles))
    for state in states:
        now = after(state, LevelChosen(COUNT, forget=False))
        assert now.earned == state.earned
        done = after(now, counted)
        assert points(done) == points(end)
        assert GAME.standings(done) == GAME.standings(end)
        sums = [
            {
                (seat, kind.key): sum(m.value for m in GAME.measures.of(one) if (m.seat, m.key) == (seat, kind.key))
                for seat in end.table.seats
                for kind in GAME.measures.kinds
            }
            for one in (done, end)
        ]
        assert sums[0] == sums[1]


def test_variations_may_change_before_the_count() -> None:  # RS-012
    state = after(counting(), VariantsAgreed((QUICK,), 1, agreed=True))
    assert isinstance(after(state, count("KK", "QQ", "-")).phase, Over)


# What is kept ------------------------------------------------------------------------------------------------------


def test_the_count_is_one_row_that_says_nothing_about_single_recruits() -> None:
    state = counting()
    assert [(head.number, head.title, head.type) for head in GAME.rounds(state)] == [(1, "Final count", "")]
    done = after(state, count("KKKKQQQQ", "JJJJ", "-"))
    assert [(head.number, head.title, head.type) for head in GAME.rounds(done)] == [(1, "Final count", SUMMED_UP)]
    assert [(m.round, m.seat, m.key, m.value, m.of) for m in GAME.measures.of(done)] == [
        (1, A, "kings", 4, 0),
        (1, A, "queens", 4, 0),
        (1, B, "jacks", 4, 0),
    ]  # nothing about bids, and nothing that is 0
    assert GAME.starter(done) is None
    stopped = after(counting(2), so_far("KKKKQ", "Q"))
    assert [head.title for head in GAME.rounds(stopped)] == ["So far", "Final count"]
    assert [head.title for head in GAME.rounds(after(stopped, EndedEarly()))] == ["Final count"]
    one = after(counting(), so_far("K", "-", "-"))
    assert [(head.title, head.type) for head in GAME.rounds(one)] == [("King", "kings"), ("Final count", "")]


def test_the_log_tells_what_was_counted() -> None:
    state = counting()
    assert count("KKKKQQ", "QQ", "JJJJ").sentence(state.table, frozenset()) == (
        "Kings: Ana 4; queens: Ana 2, Ben 2; jacks: Cleo 4"
    )
    assert so_far("K", "-", "-").sentence(state.table, frozenset()) == (
        "So far, kings: Ana 1; queens: none; jacks: none"
    )


# Players who leave or come late ------------------------------------------------------------------------------------


def test_players_change_once_what_they_have_is_counted() -> None:  # RS-R25
    assert "First count what everybody has so far." in refusal(counting(), Left(C, ranked=True)).message
    state = after(counting(), so_far("K", "Q", "KJ"), Left(C, ranked=True))
    kings, queens, jacks = main(state.own).fields
    assert [grid.totals for grid in (kings, queens, jacks) if isinstance(grid, Grid)] == [(3,), (4,), (3,)]
    four = RecruitsCounted(((A, 4), (B, 0)), ((A, 0), (B, 4)), ((A, 3), (B, 0)))
    assert_refused(state, four, "RS-096", "TOO_MANY_OF_RANK", "4 kings are too many: there are 3.")
    done = after(state, RecruitsCounted(((A, 3), (B, 0)), ((A, 0), (B, 4)), ((A, 3), (B, 0))))
    assert points(done) == (18, 12, 6)
    assert regrouping.list_playing(done) == (A, B)


def test_somebody_who_comes_late_is_counted_too() -> None:  # RS-R25
    state = after(counting(2), so_far("K", "Q"), CameLate(C, "Cleo", after=B, points=0))
    done = after(state, count("KKKK", "QQQQ", "JJJJ"))
    assert points(done) == (16, 12, 8)


# The walks ---------------------------------------------------------------------------------------------------------


def test_the_walks_reach_both_counts() -> None:
    """Without such walks, no law would be checked at this level."""
    events = {(event.kind, bool(QUICK in trail.states[0].variants)) for trail in walks(GAME) for event in trail.events}
    assert {("recruits_counted", False), ("counted_so_far", False)} <= events
    for seed in range(6):
        trail = play_on(start(GAME, 3, Options(variants=(QUICK,))), rolled(random.Random(seed)))
        assert GAME.outcome(trail.state) is not None
