"""What each player needs to win: exact sentences at hand-made tables, and their truth at random ones."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from scoring import agreements
from scoring.crown_battles import GAME as CROWN
from scoring.crown_battles.events import BidPlaced, TricksTaken
from scoring.crown_battles.options import RoundType
from scoring.game import AnyGame
from scoring.prompts import Cell, Count, Grid, Prompt, Role
from scoring.rulebook import RuleViolation
from scoring.scores import Seat
from scoring.testing.walks import table_of
from scoring.what_if import MOST_CASES, chances, describe, find_numbers, try_answers
from tests.scoring.crown_battles.table import after, bids, of_type, taken
from tests.scoring.sketches import apples
from tests.seeds import seeds


def main_of(game: AnyGame, state: Any) -> Prompt:
    return next(prompt for prompt in game.prompts(state) if prompt.role is Role.MAIN)


def needs(game: AnyGame, state: Any, draft: Any = None) -> list[str]:
    """The sentence of every player, without the name it begins with."""
    prompt = main_of(game, state)
    table = state.table
    cases = [case for case in try_answers(game, state, prompt, draft or {}) if case]
    sentences = [describe(table, seat, chances(cases, seat)) for seat in table.seats]
    return [text.removeprefix(f"{name} ") for name, text in zip(table.names, sentences, strict=True)]


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
    assert needs(CROWN, crown(0, 0, cards=1, before=((1, 1), (1, 0)))) == ["wins whatever happens.", "cannot win."]


def test_who_meets_the_bid_wins() -> None:
    assert needs(CROWN, crown(1, 1, cards=1)) == ["wins with exactly 1; otherwise not."] * 2


def test_two_players_depend_on_each_other() -> None:
    first, second = needs(apples.GAME, basket(0, 8))
    assert first == "wins with at most 7; wins or shares the win with exactly 8; with 9 unless Ben has 0."
    with_0 = "wins or shares the win with 0 only if Ana has at least 8"
    assert second == f"{with_0}; shares the win with 1 only if Ana has 9; otherwise not."


def test_before_the_last_round_it_is_the_lead() -> None:
    leader, other = needs(apples.GAME, basket(0, 9, last=False))
    assert leader == "leads with at most 8; leads or shares the lead with exactly 9."
    assert other == "shares the lead with 0 only if Ana has 9; otherwise not."


def test_what_is_entered_already_stands() -> None:
    draft = {"rotten": [[0, 5]]}
    assert needs(apples.GAME, basket(0, 2), draft) == [
        "wins or shares the win only if Ben has at least 3.",
        "wins with at most 2; shares the win with exactly 3; otherwise not.",
    ]


def test_only_plain_numbers_of_players_are_tried() -> None:
    plain = Grid("tricks", "Tricks", (Cell(Seat(0), "Ana", Count("own", "Own", 0, 3)),), seats=True)
    worded = Grid("done", "Done", (Cell(Seat(0), "Ana", Count("own", "Own", 0, 1, words=("No", "Yes"))),), seats=True)
    suits = Grid("suits", "Suits", (Cell("red", "Red", Count("own", "Own", 0, 3)),))
    assert find_numbers(Prompt("taken", "Count", (plain,))) is plain
    for fields in ((), (plain, plain), (worded,), (suits,), (Count("points", "Points", 0, 9),)):
        assert find_numbers(Prompt("taken", "Count", fields)) is None


def test_too_many_ways_are_not_tried() -> None:
    state = basket(0, 0, 0, 0)
    prompt = main_of(apples.GAME, state)
    assert MOST_CASES < 10**4
    assert list(try_answers(apples.GAME, state, prompt, {})) == []
    assert len(list(try_answers(apples.GAME, state, prompt, {"rotten": [[0, 3]]}))) == 10**3


@pytest.mark.parametrize("seed", seeds(60, 12))
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
    assert {tuple(case.numbers[seat] for seat in state.table.seats) for case in cases} == set(ahead)
    for seat in state.table.seats:
        for chance in chances(cases, seat):
            these = [way for way in ahead if way[seat] == chance.number]
            good = [way for way in these if seat in ahead[way]]
            assert chance.sure == (good == these)
            assert bool(chance.endings) == bool(good)
            if chance.only_if is not None:
                other, numbers = chance.only_if.seat, chance.only_if.numbers
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
