"""What each player needs to win: exact sentences at hand-made tables, and their truth at random ones."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scoring.contract.game import AnyGame, Left
from scoring.contract.prompts import Cell, Count, Grid, Prompt, Role
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.games import find_game, score_pad
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.counting import TricksTaken
from scoring.games.crown_battles.options import RoundType
from scoring.insight.what_if import (
    MOST_CASES,
    Case,
    chances,
    find_numbers,
    has_too_many_ways,
    name_counted,
    settles_round,
    tell_needs,
    try_answers,
)
from scoring.testing.walks import fill, rolled, table_of
from tests.scoring.crown_battles.states import bids, of_type, taken
from tests.scoring.crown_battles.table import after
from tests.scoring.recruit import states as recruit
from tests.scoring.sketches import apples
from tests.seeds import over_seeds

CROWN = find_game("crown_battles")
RECRUIT = find_game("recruit")
SCORE_PAD = find_game("score_pad")


def main_of(game: AnyGame, state: Any) -> Prompt:
    return next(prompt for prompt in game.prompts(state) if prompt.role is Role.MAIN)


def needs(game: AnyGame, state: Any, draft: Any = None) -> list[str]:
    """The sentence of every side; none where nothing is said."""
    cases = [case for case in try_answers(game, state, main_of(game, state), draft or {}) if case]
    grid = find_numbers(main_of(game, state))
    assert grid is not None
    return [sentence for _, sentence in tell_needs(state.table, cases, name_counted(grid))]


def basket(*behind: int, last: bool = True) -> Any:
    """A table of Rotten Apples, where few points win, after one basket."""
    state = apples.GAME.open(table_of(len(behind)), apples.Options(baskets=2 if last else 3))
    order = state.table.clockwise_from(state.dealer)
    return apples.GAME.apply(state, apples.BasketPicked(1, tuple((seat, behind[seat]) for seat in order)), ())


def crown(*numbers: int, cards: int, before: tuple[tuple[int, ...], tuple[int, ...]] | None = None) -> Any:
    """A round of Crown Battles whose bids are placed, the last one; `before` are bids and tricks of the first."""
    state = of_type(RoundType.NORMAL, players=len(numbers), cards=cards, rounds=2 if before else 1)
    if before:
        state = after(state, *bids(state, *before[0]), taken(*before[1]))
    return after(state, *bids(state, *numbers))


def test_a_lead_that_nobody_can_catch_up() -> None:
    assert needs(CROWN, crown(0, 0, cards=1, before=((1, 1), (1, 0)))) == [
        "Ana wins whatever happens.",
        "Ben cannot win.",
    ]


def test_who_meets_the_bid_wins() -> None:
    assert needs(CROWN, crown(1, 1, cards=1)) == ["Ana wins only with 1 trick.", "Ben wins only with 1 trick."]


def test_two_players_depend_on_each_other() -> None:
    first, second = needs(apples.GAME, basket(0, 8))
    assert first == (
        "Ana wins with at most 7 rotten apples; "
        "wins or shares the win with 8 rotten apples, or with 9 unless Ben has 0."
    )
    assert second == (
        "Ben wins or shares the win with 0 rotten apples if Ana has at least 8; "
        "shares the win with 1 rotten apple if Ana has 9."
    )


def test_before_the_last_round_it_is_the_lead() -> None:
    leader, other = needs(apples.GAME, basket(0, 9, last=False))
    assert leader == "Ana leads with at most 8 rotten apples; leads or shares the lead with 9 rotten apples."
    assert other == "Ben shares the lead with 0 rotten apples if Ana has 9."


def test_nothing_is_said_where_one_answer_leaves_the_round_open() -> None:
    state = basket(0, 8)
    first, *others = (case for case in try_answers(apples.GAME, state, main_of(apples.GAME, state), {}) if case)
    assert tell_needs(state.table, (first, *others))
    assert tell_needs(state.table, (replace(first, settled=False), *others)) == ()


def test_what_is_entered_already_stands() -> None:
    draft = {"rotten": [[0, 5]]}
    assert needs(apples.GAME, basket(0, 2), draft) == [
        "Ana wins or shares the win if Ben has at least 3.",
        "Ben wins with at most 2 rotten apples; shares the win with 3 rotten apples.",
    ]


def test_what_the_others_decide_together_is_only_possible() -> None:
    ana, ben, cleo = needs(apples.GAME, basket(8, 0, 0))
    assert ana == "Ana can win or share the win with 0 rotten apples; can share the win with 1 rotten apple."
    rest = "can win or share the win with 1 to 8 rotten apples; can share the win with 9 rotten apples"
    assert ben == f"Ben wins or shares the win with 0 rotten apples; {rest}."
    assert cleo == f"Cleo wins or shares the win with 0 rotten apples; {rest}."
    assert needs(apples.GAME, basket(0, 0, 0), {"rotten": [[0, 4]]})[0] == "Ana can win or share the win."


def test_nothing_is_said_while_more_of_the_round_is_counted() -> None:
    """The last hand, 60 to 57 points: the faces count, which are entered after the tricks."""
    for state in (recruit.dealt("2H"), recruit.dealt("2H", players=3)):
        assert main_of(RECRUIT, state).kind == recruit.taken().kind
        assert not settles_round(RECRUIT, state, main_of(RECRUIT, state))
        draft = {"tricks": [[0, 3], [1, 4]]}
        assert [case for case in try_answers(RECRUIT, state, main_of(RECRUIT, state), draft) if case]
        assert needs(RECRUIT, state, draft) == []


def test_only_the_last_suit_says_who_leads() -> None:
    state = of_type(RoundType.SUIT_PRECISION, players=2, cards=2)
    asked = []
    while state.round == 1:
        if main_of(CROWN, state).kind == TricksTaken.kind:
            asked.append((settles_round(CROWN, state, main_of(CROWN, state)), bool(needs(CROWN, state))))
        _, draft = fill(CROWN, state, main_of(CROWN, state), rolled(random.Random(1)))
        prompt = main_of(CROWN, state)
        state = after(state, event_from(CROWN, prompt.kind, dict(prompt.given) | draft))
    assert asked == [(False, False)] * (len(asked) - 1) + [(True, True)]
    assert len(asked) > 1


def test_who_left_needs_nothing_and_keeps_nobody_from_knowing() -> None:
    state = agreements.judge(
        CROWN, of_type(RoundType.NORMAL, players=3, cards=1, rounds=1), Left(Seat(0), ranked=False)
    )
    while main_of(CROWN, state).kind != TricksTaken.kind:
        prompt = main_of(CROWN, state)
        state = CROWN.apply(state, event_from(CROWN, prompt.kind, dict(prompt.given) | {"bid": [1]}), ())
    assert needs(CROWN, state) == ["Ben wins only with 1 trick.", "Cleo wins only with 1 trick."]


def test_teams_are_named_and_lead_alone() -> None:
    state = score_pad.open_table(table_of(4), score_pad.Options(teams=2))
    home, away = state.sides
    cases = [
        Case({home: 3, away: 2}, frozenset({home}), False, True),
        Case({home: 2, away: 3}, frozenset({away}), False, True),
    ]
    assert [sentence for _, sentence in tell_needs(state.table, cases, "points")] == [
        "Ana and Cleo lead only with 3 points together.",
        "Ben and Dov lead only with 3 points together.",
    ]


def test_numbers_without_a_bound_are_not_tried() -> None:
    """The score pad: a single open number has thousands of answers."""
    state = score_pad.open_table(table_of(2), score_pad.Options())
    assert not settles_round(SCORE_PAD, state, main_of(SCORE_PAD, state))
    assert has_too_many_ways(main_of(SCORE_PAD, state), {})
    assert needs(SCORE_PAD, state, {"scores": [[0, 4], [1, 2]]}) == ["Ana leads whatever happens.", "Ben cannot lead."]


def test_a_count_that_ends_the_round_is_known_from_one_answer() -> None:
    state = crown(1, 1, cards=1)
    assert settles_round(CROWN, state, main_of(CROWN, state))
    assert settles_round(apples.GAME, basket(0, 0, 0, 0), main_of(apples.GAME, basket(0, 0, 0, 0)))
    assert not settles_round(CROWN, of_type(RoundType.NORMAL), main_of(CROWN, of_type(RoundType.NORMAL)))


def test_only_plain_numbers_of_players_are_tried() -> None:
    plain = Grid("tricks", "Tricks", (Cell(Seat(0), "Ana", Count("own", "Own", 0, 3)),), seats=True)
    worded = Grid("done", "Done", (Cell(Seat(0), "Ana", Count("own", "Own", 0, 1, words=("No", "Yes"))),), seats=True)
    suits = Grid("suits", "Suits", (Cell("red", "Red", Count("own", "Own", 0, 3)),))
    assert find_numbers(Prompt("taken", "Count", (plain,))) is plain
    for fields in ((), (plain, plain), (worded,), (suits,), (Count("points", "Points", 0, 9),)):
        assert find_numbers(Prompt("taken", "Count", fields)) is None


@pytest.mark.long
def test_too_many_ways_are_not_tried() -> None:
    state = basket(0, 0, 0, 0)
    prompt = main_of(apples.GAME, state)
    assert MOST_CASES < 10**4
    assert has_too_many_ways(prompt, {})
    assert not has_too_many_ways(prompt, {"rotten": [[0, 3]]})
    assert list(try_answers(apples.GAME, state, prompt, {})) == []
    assert len(list(try_answers(apples.GAME, state, prompt, {"rotten": [[0, 3]]}))) == 10**3


@over_seeds(6, long=30, deep=60)
def test_every_sentence_is_true(seed: int) -> None:
    """Compared with all ways to distribute the tricks, listed and judged independently here."""
    dice = random.Random(seed)
    players, cards = dice.randint(2, 5), dice.randint(1, 5)
    state = of_type(RoundType.NORMAL, players=players, cards=cards, rounds=2)
    while True:
        while main_of(CROWN, state).kind != TricksTaken.kind:
            state = dice.choice(list(_after_each_bid(state, main_of(CROWN, state).seat, cards)))
        ways = [way for way in product(range(cards + 1), repeat=players) if sum(way) == cards]
        ends = {way: after(state, taken(*way)) for way in ways}
        ahead = {way: _ahead(end) for way, end in ends.items()}
        _check(state, ahead)
        state = ends[dice.choice(ways)]
        if CROWN.outcome(state) is not None or state.round > 2:
            return


def _check(state: Any, ahead: dict[tuple[int, ...], set[Seat]]) -> None:
    cases = [case for case in try_answers(CROWN, state, main_of(CROWN, state), {}) if case]
    assert {tuple(case.numbers[seat,] for seat in state.table.seats) for case in cases} == set(ahead)
    for seat in state.table.seats:
        for chance in chances(cases, (seat,)):
            these = [way for way in ahead if way[seat] == chance.number]
            good = [way for way in these if seat in ahead[way]]
            assert chance.sure == (good == these)
            assert bool(chance.endings) == bool(good)
            if chance.only_if is not None:
                (other,), numbers = chance.only_if.side, chance.only_if.numbers
                assert good == [way for way in these if way[other] in numbers]


def _ahead(state: Any) -> set[Seat]:
    outcome = agreements.outcome(CROWN, state)
    if outcome is not None:
        return set(outcome.winners)
    return {seat for place in CROWN.standings(state) if place.rank == 1 for seat in place.side}


def _after_each_bid(state: Any, seat: Seat | None, cards: int) -> Iterator[Any]:
    assert seat is not None
    for number in range(cards + 1):
        with suppress(RuleViolation):
            yield after(state, BidPlaced(seat, (number,)))
