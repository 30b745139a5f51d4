"""Numbers entered as their parts: the sum scores, and the score line shows every part."""

import pytest

from scoring.contract.prompts import Answer, Sum
from scoring.contract.scores import ScoreLine, Seat
from scoring.contract.tapes import Tape, add_up, list_terms
from scoring.engine.codec import decode, encode
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.counting import CardsCounted
from scoring.games.faction_wars.options import Level
from scoring.games.loot_and_recruit import GAME as LOOT_AND_RECRUIT
from scoring.games.loot_and_recruit.days import CheckpointCounted
from tests.scoring.faction_wars.states import opened
from tests.scoring.faction_wars.table import after, assert_refused
from tests.scoring.loot_and_recruit import test_days

A, B = Seat(0), Seat(1)


@pytest.mark.parametrize(
    ("tape", "sign", "working"),
    [
        (14, 1, "14 for recruits = 14"),
        ((3, 5, 2), 1, "3 + 5 + 2 for recruits = 10"),
        ((3, 5, 3), 1, "2 x 3 + 5 for recruits = 11"),
        ((4, 4), 1, "2 x 4 for recruits = 8"),
        ((2, 3), -1, "-2 - 3 for recruits = -5"),
    ],
)
def test_a_line_shows_every_number_on_the_tape(tape: Tape, sign: int, working: str) -> None:
    line = ScoreLine(1, A, FACTION_WARS.rules[0], list_terms(tape, "for recruits", sign))
    assert (line.working, line.points) == (working, sign * add_up(tape))


@pytest.mark.parametrize(
    ("answer", "has_its_shape", "error"),
    [
        (7, True, ""),
        ([3, 4], True, ""),
        ([7], True, ""),
        (-1, True, "A number from 0 to 9."),
        ([3, 7], True, "A number from 0 to 9."),
        ([3, 0], True, "Every number on the tape is 1 or more."),
        ([5, -2], True, "Every number on the tape is 1 or more."),
        ([1] * 61, True, "A tape has at most 60 numbers."),
        ([], False, "A number from 0 to 9."),
        ([True], False, "A number from 0 to 9."),
        ("7", False, "A number from 0 to 9."),
        (None, False, "A number from 0 to 9."),
    ],
)
def test_an_answer_is_a_number_or_its_parts(answer: Answer, has_its_shape: bool, error: str) -> None:
    field = Sum("f", "Points", 0, 9)
    assert (field.has_shape(answer), field.find_error(answer)) == (has_its_shape, error)


def test_cards_entered_one_by_one_score_as_their_sum_and_are_kept() -> None:
    table = opened(2, Level.FINAL)
    in_parts, in_sums = CardsCounted(A, (3, 5, 2), 2, (1, 2)), CardsCounted(A, 10, 2, 3)
    one, other = after(table, in_parts), after(table, in_sums)
    assert [line.points for line in one.ledger] == [line.points for line in other.ledger] == [10, 4, -3]
    assert [line.working for line in one.ledger][::2] == [
        "3 + 5 + 2 for recruits = 10",
        "-1 - 2 for bystanders = -3",
    ]
    sentence = in_parts.sentence(table.table, frozenset())
    assert sentence == in_sums.sentence(table.table, frozenset()) == "Ana: recruits 10, Berserkers 2, penalties 3"
    for event in (in_parts, in_sums):
        assert decode(FACTION_WARS, encode(FACTION_WARS, event)) == event


@pytest.mark.parametrize("tape", [(), (3, -1), (1,) * 61], ids=["empty", "negative", "long"])
def test_a_tape_that_no_pile_has_is_refused(tape: Tape) -> None:
    assert_refused(opened(2, Level.FINAL), CardsCounted(A, tape, 0, 0), "FW-060")


def test_goblins_entered_one_by_one_score_as_their_sum() -> None:
    state = test_days.counted(5)
    event = CheckpointCounted(5, ((A, (4, 2, 4)), (B, 7)), ())
    ledger = test_days.after(state, event).ledger[-2:]
    assert [line.working for line in ledger] == ["2 x 4 + 2 on the platforms = 10", "7 on the platforms = 7"]
    assert decode(LOOT_AND_RECRUIT, encode(LOOT_AND_RECRUIT, event)) == event
    assert event.sentence(state.table, frozenset()).endswith("Ana 10, Ben 7")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (-5, ""),
        ([8, -3], ""),
        ([8, 0], "A tape needs numbers, and 0 is none."),
        (-100, "A number from -99 to 99."),
        ([60, 40], "A number from -99 to 99."),
    ],
)
def test_a_signed_number_may_be_below_zero(answer: Answer, error: str) -> None:
    assert Sum("n", "Points", -99, 99, is_signed=True).find_error(answer) == error
