"""The frame of the expansion: the pool, the card that is drawn, and the cross table of the types (sections 10, 23)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.contract.prompts import Subset
from scoring.contract.rulebook import RuleViolation
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Trump
from scoring.games.crown_battles.entry import JoinedLate
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.crown_battles.pool import drawable_types
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.crown_battles.rounds.blind import BlindBidsSet
from scoring.games.crown_battles.rounds.wagering import ExtrasBet
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpNamed, TrumpSpun
from scoring.testing.tables import A, B
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.states import bids, opened, taken
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for, state_main

N, BLIND, SPLIT = RoundType.NORMAL, RoundType.BLIND, RoundType.SPLIT
LONG, STAKES = RoundType.LONG_PLAY, RoundType.WAGERING


def closed(state: State) -> dict[str, str]:
    """The types that cannot come now, and why."""
    pick = state_main(state).fields[0]
    return {str(choice.value): choice.why_not for choice in pick.choices if choice.why_not}


def scored(state: State) -> State:
    """The state after a round of one bid each in which Ana took everything."""
    cards = state.deal.tricks
    return after(
        state, *bids(state, *(0,) * len(state.table.names)), taken(cards, *(0,) * (len(state.table.names) - 1))
    )


def drawn(state: State, kind: RoundType) -> State:
    return after(state, TypeDrawn(kind))


def test_the_base_game_draws_nothing() -> None:  # CB-170
    state = opened(4)
    assert (state.options.pool, state.deal.type) == ((N,), N)
    assert state_main(state).kind == BidPlaced.kind
    assert "type" not in {fact.key for fact in GAME.view(state).facts}
    assert_refused(state, TypeDrawn(N), "CB-171", says="already a round of Normal Bidding")


def test_one_type_is_drawn_before_every_round() -> None:  # CB-171, CB-172
    state = opened(4, pool=(N, BLIND, SPLIT), schedule=(2, 4))
    main = state_main(state)
    assert (main.kind, main.seat, main.instant) == (TypeDrawn.kind, 3, True)
    assert main.fields[0].by_chance == "Pick at random"
    assert {fact.key: fact.value for fact in GAME.view(state).facts}["type"] == "to be drawn"
    assert [head.type for head in GAME.rounds(state)] == [""]
    for early in (BidPlaced(A, (0,)), BlindBidsSet(), TrumpSpun(Spinner.RED), taken(2, 0, 0, 0)):
        assert_refused(state, early, "CB-057", says="draws the type of the round first")
    assert_refused(state, TrumpNamed(Trump.RED), "CB-054", "E_TRUMP_CHOICE")
    state = drawn(state, N)
    assert (state.deal.type, state_main(state).kind) == (N, BidPlaced.kind)
    assert [head.type for head in GAME.rounds(state)] == ["normal"]
    assert {fact.key: fact.value for fact in GAME.view(state).facts}["type"] == "Normal Bidding"
    assert state_main(scored(state)).kind == TypeDrawn.kind


def joined(next_round: int, *pool: RoundType, cards: int = 2, rounds: int = 8, **options: Any) -> State:
    """A game of two that the companion joins late."""
    state = opened(2, pool=pool, schedule=(cards,) * rounds, **options)
    return after(state, JoinedLate(next_round, ((A, 0), (B, 0))))


def played_types(state: State, *drawn_types: RoundType) -> State:
    """The state after a round of each of these types."""
    for kind in drawn_types:
        state = scored(drawn(state, kind))
    return state


def test_a_type_drawn_since_joining_may_have_been_reshuffled() -> None:  # CB-R54
    state = played_types(joined(2, N, LONG), N)  # before: one card, and Long Play is left or was the one
    assert closed(state) == {}
    state = played_types(state, N)  # so the cards were reshuffled between the two
    assert list(closed(state)) == ["normal"]
    assert_refused(state, TypeDrawn(N), "CB-R54", "E_TYPE_EXCLUDED", "has already been drawn")
    assert closed(played_types(state, LONG)) == {}


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("missed", range(6))
def test_after_joining_late_no_card_that_can_come_is_refused(size: int, missed: int) -> None:  # CB-171, CB-R54
    chance, kinds_ = Random(size * 10 + missed), (N, LONG, BLIND, STAKES)[:size]
    fresh = joined(missed + 1, *kinds_, rounds=40) if missed else opened(2, pool=kinds_, schedule=(2,) * 40)
    for _ in range(20):
        cards: list[RoundType] = []
        drawn_: list[RoundType] = []
        for number in range(missed + 12):
            if not cards:
                cards = list(kinds_)
                chance.shuffle(cards)
            left, card = set(cards), cards.pop()
            if number >= missed:
                state = replace(fresh, drawn=tuple(drawn_))
                open_to = set(drawable_types(state, state.deal.number))
                assert left <= open_to
                assert missed or left == open_to  # from the first round on it is known to the card
                drawn_.append(card)


def test_joining_late_leaves_open_whether_a_card_can_be_played() -> None:  # CB-R54: Normal Bidding steps in
    state = joined(3, SPLIT, LONG, BLIND, cards=1)  # Long Play and Blind Bidding may both lie aside
    field = state_main(state).fields[0]
    assert [choice.value for choice in field.choices if not choice.why_not] == ["normal", "blind", "long_play"]
    stepped = drawn(state, N)
    assert (stepped.deal.type, stepped.drawn) == (N, ())
    one = joined(2, SPLIT, LONG, BLIND, cards=1)
    assert_refused(one, TypeDrawn(N), "CB-170", "E_TYPE_EXCLUDED", "not in the pool")


def test_a_game_joined_late_takes_over_an_open_pot() -> None:  # CB-289, CB-156
    state = opened(4, pool=(N, STAKES), schedule=(4,) * 4)
    joining = prompt_for(state, JoinedLate.kind)
    assert [field.name for field in joining.fields] == ["next_round", "totals", "pot"]
    pot = joining.fields[2]
    assert (pot.low, pot.high, pot.step, pot.likely) == (0, 240, 80, 0)
    zeros = tuple((seat, 0) for seat in state.table.seats)
    state = after(state, JoinedLate(3, zeros, 160))
    assert {fact.key: fact.value for fact in GAME.view(state).facts}["pot"] == "160"
    state = after(drawn(state, STAKES), *bids(state, 1, 0, 0, 0))
    state = after(state, ExtrasBet(zeros), taken(1, 1, 1, 1))
    assert state.totals == (-20, -20, 160 + 80 - 20, -20)  # Cleo bids first in round 3


def test_without_wagering_there_is_no_pot_to_take_over() -> None:  # CB-289
    state = opened(4, pool=(N, BLIND), schedule=(4,) * 4)
    assert dict(prompt_for(state, JoinedLate.kind).given) == {"pot": 0}
    totals = tuple((seat, 0) for seat in state.table.seats)
    assert_refused(state, JoinedLate(3, totals, 80), "CB-289", says="Wagering is not played")


def type_notices(state: State) -> list[str]:
    """The notices about the type before the bids."""
    return [notice.text for notice in GAME.view(state).notices if notice.code == "" and ": " in notice.text]


@pytest.mark.parametrize(
    ("kind", "schedule", "why"),
    [
        (SPLIT, (2, 1), "The Split needs 2 cards each."),
        (RoundType.ALLIANCES, (2, 2), "The final round is never one of alliances."),
        (RoundType.MISSIONS_ALLIANCES, (2, 2), "The final round is never one of alliances."),
        (RoundType.SUIT_PRECISION_ALLIANCES, (2, 2), "The final round is never one of alliances."),
    ],
)
def test_a_pool_of_one_type_says_where_normal_bidding_steps_in(
    kind: RoundType, schedule: tuple[int, ...], why: str
) -> None:  # CB-R54, CB-176, CB-177
    first = opened(4, pool=(kind,), schedule=schedule)
    assert GAME.rounds(first)[-1].name == ROUNDS[kind].title
    assert {fact.key: fact.value for fact in GAME.view(first).facts}["type"] == ROUNDS[kind].title
    state = after(first, JoinedLate(2, tuple((seat, 0) for seat in first.table.seats)))
    assert state.deal.type is N
    assert {fact.key: fact.value for fact in GAME.view(state).facts}["type"] == "Normal Bidding"
    assert type_notices(state) == [f"Normal Bidding: {why}"]
    assert GAME.rounds(state)[-1].name == "Normal Bidding"


@pytest.mark.parametrize("pool", [(SPLIT, LONG), (N, SPLIT)])
def test_normal_bidding_steps_in_aloud_among_several_types(pool: tuple[RoundType, ...]) -> None:  # CB-R54
    state = opened(2, pool=pool, schedule=(1, 1, 2))
    state = scored(drawn(state, LONG if LONG in pool else N))
    assert (state.deal.number, state_main(state).kind) == (2, BidPlaced.kind)
    assert type_notices(state) == ["Normal Bidding: None of the remaining cards can be played now."]
    assert state_main(scored(state)).kind == TypeDrawn.kind


def test_the_set_up_says_where_a_lone_type_cannot_come() -> None:  # CB-R54
    def text(players: int, *pool: RoundType) -> str:
        form = {option.field.name: option for option in GAME.option_fields(table_of(players), Options(pool=pool))}
        return form["pool"].text

    final = "The final round is never one of alliances. Normal Bidding is played instead."
    assert text(4, RoundType.ALLIANCES) == final
    assert text(3, RoundType.DUEL_FIGHTS, RoundType.ALLIANCES) == final  # three play without Duel Fights
    for players, pool in ((4, (SPLIT,)), (4, (N, SPLIT)), (2, (RoundType.ALLIANCES,))):
        assert "Normal Bidding" not in text(players, *pool)


def test_a_pool_needs_a_type() -> None:  # CB-170
    with pytest.raises(RuleViolation) as refused:
        GAME.open(table_of(4), Options(pool=()))
    assert (refused.value.rule.id, refused.value.code, refused.value.field) == ("CB-170", "E_TYPE_EXCLUDED", "pool")


def test_the_round_tracker_is_on_show() -> None:  # CB-175: round 4 of 6, 8 cards, the type shown
    state = opened(5, pool=(SPLIT,), schedule=(8, 8, 8, 8, 8, 8))
    facts = {fact.key: fact.value for fact in GAME.view(state).facts}
    assert (facts["round"], facts["cards"], facts["type"]) == ("1 of 6", "8", "The Split")


def pool_field(players: int) -> Subset:
    form = GAME.option_fields(table_of(players), Options())
    (field,) = (option.field for option in form if option.field.name == "pool")
    assert isinstance(field, Subset)
    return field


def test_the_form_offers_every_type() -> None:  # CB-005, CB-172
    field = pool_field(4)
    assert [choice.value for choice in field.choices] == [kind.value for kind in ROUNDS]
    assert all(choice.text.endswith(".") for choice in field.choices)
    assert field.likely == ("normal",)


MATRIX = {  # CB-177: players 2 to 8
    "normal": "YYYYYYY",
    "blind": "YYYYYYY",
    "long_play": "YYYYYYY",
    "leaked_suit": "YYYYYYY",
    "split": "YYYYYYY",
    "suit_precision": "YYYYYYY",
    "missions": "YYYYYYY",
    "blind_missions": "YYYYYYY",
    "wagering": "YYYYYYY",
    "stealth": "-YYYYYY",
    "duel_fights": "--YYYYY",
    "alliances": "-FFFFFF",
    "missions_alliances": "-FFFFFF",
    "suit_precision_alliances": "-FFFFFF",
}


def test_the_matrix_names_every_type() -> None:  # CB-172: 11 + 3
    assert MATRIX.keys() == {kind.value for kind in RoundType}
    assert len(MATRIX) == 14


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("kind", ROUNDS)
def test_types_are_legal_as_the_matrix_says(kind: RoundType, players: int) -> None:  # CB-173, CB-174, CB-176, CB-177
    sign = MATRIX[kind.value][players - 2]
    others = tuple(other for other in (N, BLIND, RoundType.LONG_PLAY) if other is not kind)
    before = opened(players, pool=(*others, kind), schedule=(2, 2))
    last = opened(players, pool=(*others, kind), schedule=(2,))
    field = next(choice for choice in pool_field(players).choices if choice.value == kind.value)
    assert bool(field.why_not) == (sign == "-")
    if sign == "-":
        rule = "CB-174" if players == 2 else "CB-173"
        assert_refused(before, TypeDrawn(kind), rule, "E_TYPE_EXCLUDED", "is not played by")
        with pytest.raises(RuleViolation) as refused:
            opened(players, pool=(kind,))
        assert (refused.value.rule.id, refused.value.code) == (rule, "E_TYPE_EXCLUDED")
        return
    assert drawn(before, kind).deal.type is kind
    if sign == "F":
        assert_refused(last, TypeDrawn(kind), "CB-176", "E_ALLIANCE_FINAL", "never one of alliances")
        assert opened(players, pool=(kind,), schedule=(2,)).deal.type is N
    else:
        assert drawn(last, kind).deal.type is kind
