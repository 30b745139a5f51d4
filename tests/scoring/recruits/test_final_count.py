"""The recruits counted once, at the end of the game: what is asked, filled in, refused, scored and measured."""

import random
from typing import Any

import pytest

from scoring.contract.game import SUMMED_UP, Left
from scoring.contract.prompts import Grid
from scoring.contract.scores import Seat
from scoring.engine import regrouping
from scoring.games.recruits.entry import LevelChosen, PileEmptied, RecruitNamed
from scoring.games.recruits.final_count import CountedSoFar, RecruitsCounted
from scoring.games.recruits.options import EarlyEnd, Level, Options, Variant, WinTie
from scoring.games.recruits.order import OVER
from scoring.games.recruits.score import RecruitEarned
from scoring.games.recruits.state import Awaiting, Deciding, Over, State
from scoring.games.recruits.winning import EndedEarly, WinCardPlayed
from scoring.insight.turning_points import tell_rounds
from scoring.testing.laws import walks
from scoring.testing.tables import A, B, C
from scoring.testing.walks import play_on, rolled, start
from tests.scoring.recruits.states import go, ledger, opened
from tests.scoring.recruits.table import GAME, after, assert_refused, kinds, main, notices, points, prompt_for, refusal

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
    assert outcome.because == because
    assert state.phase == Over(outcome.rule if len(outcome.winners) == 1 else state.phase.rule)
    assert state.phase.rule.id == "RS-070"
    assert GAME.prompts(state) == ()


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
    assert (outcome.winners, outcome.because) == ((winner,), because)


def test_only_a_tie_is_decided_by_a_card_and_only_the_tied_play_one() -> None:  # RS-R12
    state = after(counting(3, win_tie=WinTie.CARD), count("KKKQ", "QQQJJJ", "KJ"))
    assert (points(state), state.phase) == ((15, 15, 6), Deciding((A, B), OVER))
    assert kinds(state) == ["win_card_played"]
    assert "Only the tie is left to be decided." in refusal(state, Left(C, ranked=True)).message
    decided = after(state, WinCardPlayed(A, "3S"), WinCardPlayed(B, "9S"))
    outcome = GAME.outcome(decided)
    assert outcome.winners == (B,)
    clear = after(counting(3, win_tie=WinTie.CARD), count("KKKKQ", "QQQJJJ", "J"))
    assert isinstance(clear.phase, Over)


# Recruits that are left --------------------------------------------------------------------------------------------


def test_a_quick_game_ends_with_recruits_in_the_piles() -> None:  # RS-080, RS-R17
    state = counting(3, QUICK)
    assert all(not grid.totals for grid in main(state).fields if isinstance(grid, Grid))
    done = after(state, count("KK", "Q", "J"))
    assert (points(done), done.phase.rule.id) == ((8, 3, 2), "RS-080")
    assert_refused(
        state, count("KK", "Q", "-"), "RS-080", "NOT_COMPLETE", "ends with 4 to 10 recruits earned, not with 3."
    )
    assert_refused(state, count("KKKK", "QQQQ", "JJJ"), "RS-080", "NOT_COMPLETE", "not with 11.")
    assert points(after(counting(4, QUICK), count("K", "Q", "J", "-"))) == (4, 3, 2, 0)
    assert_refused(counting(4, QUICK), count("KKKK", "QQQQ", "J", "J"), "RS-080", "NOT_COMPLETE", "3 to 9")
    assert_refused(state, so_far("KKKK", "QQQQ", "JJJ"), "RS-080", "NOT_COMPLETE", "not with 11.")
    assert_refused(after(state, so_far("KKKK", "-", "-")), PileEmptied(1), "RS-080")


def test_a_count_so_far_scores_and_the_game_goes_on() -> None:  # RS-074
    state = after(counting(), so_far("KK", "Q", "-"))
    assert (points(state), state.phase) == ((8, 3, 0), Awaiting())
    assert [(fact.label, fact.value) for fact in GAME.view(state).facts] == [
        ("Counted", "3 of 12"),
        ("Left", "25 points"),
    ]
    reach = GAME.reach(state)
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
    assert [cell.field.likely for cell in kings.cells] == [2, 0, 0]
    assert [[n for n, _ in cell.field.barred] for cell in kings.cells] == [[0, 1], [3, 4], [3, 4]]
    assert [cell.field.likely for cell in queens.cells] == [0, 1, 0]


def test_the_table_may_stop_above_18_points() -> None:  # RS-073, RS-076, RS-R13
    state = counting(2)
    assert "ended_early" not in kinds(state)
    assert_refused(state, EndedEarly(), "RS-073", says="more than 18 points")
    assert "ended_early" not in kinds(after(state, so_far("KKKKJ", "Q")))  # 18
    ahead = after(state, so_far("KKKKQ", "Q"))
    assert "Nobody can catch Ana any more: 14 points at most can still be won. You may end here" in notices(ahead)
    ended = after(ahead, EndedEarly())
    outcome = GAME.outcome(ended)
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


def test_after_a_count_the_next_recruits_are_entered_one_by_one() -> None:
    state = after(counting(), so_far("KKKK", "Q", "-"), LevelChosen(LEDGER, forget=False))
    assert "choose" not in prompt_for(state, "level_chosen").help
    assert main(state).title == "Recruit 6: which rank is earned?"
    assert "Queen, 3 points" in dict(main(state).fields[0].list_values())  # "Queen 3" would be a number of queens
    assert refusal(state, RecruitNamed("K")).code == "TOO_MANY_OF_RANK"
    state = go(state, "Q 2")
    assert points(state) == (16, 3, 3)
    assert [head.title for head in GAME.rounds(state)] == ["So far", "Queen", "Recruit 7"]
    assert_refused(state, LevelChosen(REFEREE, forget=False), "RS-098", says="from the first card on")


def random_ledger(seed: int) -> tuple[State, list[State]]:
    """A game by recruits, and every state on the way."""
    rng = random.Random(seed)
    states = [opened(rng.choice((2, 3, 4)))]
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


# Players who leave or come late ------------------------------------------------------------------------------------


def test_players_change_once_what_they_have_is_counted() -> None:  # RS-R25
    assert "First count what everybody has so far." in refusal(counting(), Left(C, ranked=True)).message
    nothing = after(counting(), so_far("-", "-", "-"))
    assert_refused(nothing, so_far("-", "-", "-"), "RS-096", says="Nothing has been added")
    assert points(after(nothing, Left(C, ranked=True))) == (0, 0, 0)
    state = after(counting(), so_far("K", "Q", "KJ"), Left(C, ranked=True))
    kings, queens, jacks = main(state.own).fields
    assert [grid.totals for grid in (kings, queens, jacks) if isinstance(grid, Grid)] == [(3,), (4,), (3,)]
    four = RecruitsCounted(((A, 4), (B, 0)), ((A, 0), (B, 4)), ((A, 3), (B, 0)))
    assert_refused(state, four, "RS-096", "TOO_MANY_OF_RANK", "4 kings are too many: there are 3.")
    fewer = RecruitsCounted(((A, 2), (B, 0)), ((A, 0), (B, 4)), ((A, 3), (B, 0)))
    says = "If a player left with recruits that were not counted yet, correct the count before that."
    assert_refused(state, fewer, "RS-070", "NOT_COMPLETE", f"one king still missing. {says}")
    assert says in main(state).help
    assert says not in main(counting()).help
    done = after(state, RecruitsCounted(((A, 3), (B, 0)), ((A, 0), (B, 4)), ((A, 3), (B, 0))))
    assert points(done) == (18, 12, 6)
    assert regrouping.list_playing(done) == (A, B)


# The walks ---------------------------------------------------------------------------------------------------------


def test_the_walks_reach_both_counts() -> None:
    """Without such walks, no law would be checked at this level."""
    events = {(event.kind, bool(QUICK in trail.states[0].variants)) for trail in walks(GAME) for event in trail.events}
    assert {("recruits_counted", False), ("counted_so_far", False)} <= events
    for seed in range(6):
        trail = play_on(start(GAME, 3, Options(variants=(QUICK,))), rolled(random.Random(seed)))
        assert GAME.outcome(trail.state) is not None
