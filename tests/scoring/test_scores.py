"""Points explain themselves; standings share ranks; rules are cited."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import (
    Best,
    Place,
    ScoreLine,
    Seat,
    Term,
    TieBreak,
    break_ties,
    by_round,
    rank,
    reverse,
    solo_sides,
    tie_break_by_count,
    totals,
)

RULE = Rule("SK-900", "For these tests only.", "Sketch")
WAIVABLE = Rule("SK-901", "A card may say otherwise.", "Sketch", waivable=True)
ANA, BEN, CLEO, DOV = map(Seat, range(4))


@pytest.mark.parametrize(
    ("terms", "factor", "points", "working"),
    [
        ((Term("base", 10),), Fraction(1), 10, "10 base = 10"),
        ((Term("tricks", 5, 3),), Fraction(1), 15, "3 x 5 tricks = 15"),
        ((Term("tricks", 5, 0),), Fraction(1), 0, "0 x 5 tricks = 0"),
        ((Term("base", 10), Term("tricks", 5, 3)), Fraction(1), 25, "10 base + 3 x 5 tricks = 25"),
        ((Term("base", 10), Term("tricks", 5, 3)), Fraction(2), 50, "2 x (10 base + 3 x 5 tricks) = 50"),
        ((Term("base", 20),), Fraction(1, 2), 10, "1/2 x (20 base) = 10"),
        ((Term("base", 20),), Fraction(-1), -20, "-1 x (20 base) = -20"),
        ((Term("lot", 8), Term("paid", -2)), Fraction(1), 6, "8 lot - 2 paid = 6"),
        ((Term("lot", 8), Term("off", -2, 3)), Fraction(1), 2, "8 lot - 3 x 2 off = 2"),
        ((Term("lot", 8), Term("back", 2, -3)), Fraction(1), 2, "8 lot - 3 x 2 back = 2"),
        ((Term("off", -10, 3),), Fraction(1), -30, "3 x -10 off = -30"),
        ((Term("off", -10), Term("off", -10)), Fraction(1), -20, "-10 off - 10 off = -20"),
    ],
)
def test_a_line_shows_how_its_points_come_about(
    terms: tuple[Term, ...], factor: Fraction, points: int, working: str
) -> None:
    line = ScoreLine(1, ANA, RULE, terms, factor)
    assert (line.points, line.working) == (points, working)


def test_a_rule_that_forgot_to_round_is_a_bug_not_a_score() -> None:
    with pytest.raises(ValueError, match=r"SK-900: 5/2 is not whole"):
        _ = ScoreLine(1, ANA, RULE, (Term("tricks", 5),), Fraction(1, 2)).points


def test_a_contra_line_cancels_what_it_answers() -> None:
    gain = ScoreLine(2, ANA, RULE, (Term("theft", 3),), Fraction(2), other=BEN)
    back = reverse(gain, 4, WAIVABLE)
    assert back == ScoreLine(4, ANA, WAIVABLE, (Term("theft", 3),), Fraction(-2), BEN)
    assert gain.points + back.points == 0


def test_the_cells_of_a_sheet_sum_the_lines_of_a_round_and_a_seat() -> None:
    ledger = [
        ScoreLine(round_, seat, RULE, (Term("t", points),))
        for round_, seat, points in ((1, ANA, 10), (1, CLEO, -3), (1, ANA, -3), (2, ANA, 4))
    ]
    assert by_round(ledger) == {(1, ANA): 7, (1, CLEO): -3, (2, ANA): 4}


def test_totals_sum_the_lines_of_every_seat() -> None:
    ledger = tuple(ScoreLine(1, seat, RULE, (Term("t", n),)) for seat, n in ((ANA, 5), (CLEO, -3), (ANA, 2)))
    assert totals(ledger, (ANA, BEN, CLEO)) == {ANA: 7, BEN: 0, CLEO: -3}


@pytest.mark.parametrize(
    ("points", "best", "places"),
    [
        ((5, 9, 7), Best.HIGH, ((1, (BEN,), 9), (2, (CLEO,), 7), (3, (ANA,), 5))),
        ((5, 9, 7), Best.LOW, ((1, (ANA,), 5), (2, (CLEO,), 7), (3, (BEN,), 9))),
        ((9, 9, 7), Best.HIGH, ((1, (ANA,), 9), (1, (BEN,), 9), (3, (CLEO,), 7))),
        ((9, 7, 7, 1), Best.HIGH, ((1, (ANA,), 9), (2, (BEN,), 7), (2, (CLEO,), 7), (4, (DOV,), 1))),
        ((0, 0, 0), Best.LOW, ((1, (ANA,), 0), (1, (BEN,), 0), (1, (CLEO,), 0))),
        ((-5, -20), Best.HIGH, ((1, (ANA,), -5), (2, (BEN,), -20))),
    ],
)
def test_equal_totals_share_a_rank_and_the_next_one_is_skipped(
    points: tuple[int, ...], best: Best, places: tuple[tuple[int, tuple[Seat, ...], int], ...]
) -> None:
    seats = tuple(map(Seat, range(len(points))))
    seat = dict(zip(seats, points, strict=True))
    assert rank(seat, solo_sides(seats), best) == tuple(Place(*place) for place in places)


def test_partners_are_ranked_by_their_sum() -> None:
    points = {ANA: 10, BEN: 8, CLEO: -3, DOV: 1}
    sides = ((ANA, CLEO), (BEN, DOV))
    assert rank(points, sides) == (Place(1, (BEN, DOV), 9), Place(2, (ANA, CLEO), 7))


@pytest.mark.parametrize(
    ("points", "goblins", "places"),
    [
        ((9, 9, 7), (1, 3, 8), ((1, (BEN,), 9, "3 goblins"), (2, (ANA,), 9, "1 goblin"), (3, (CLEO,), 7))),
        ((9, 9, 7), (3, 3, 8), ((1, (ANA,), 9), (1, (BEN,), 9), (3, (CLEO,), 7))),
        (
            (9, 9, 9),
            (3, 3, 1),
            ((1, (ANA,), 9, "3 goblins"), (1, (BEN,), 9, "3 goblins"), (3, (CLEO,), 9, "1 goblin")),
        ),
        ((9, 7, 7), (0, 1, 2), ((1, (ANA,), 9), (2, (CLEO,), 7, "2 goblins"), (3, (BEN,), 7, "1 goblin"))),
        ((9, 9, 7), (), ((1, (ANA,), 9), (1, (BEN,), 9), (3, (CLEO,), 7))),
        ((9, 9, 7), (3,), ((1, (ANA,), 9), (1, (BEN,), 9), (3, (CLEO,), 7))),
    ],
)
def test_a_tie_break_orders_equal_totals_and_says_why(
    points: tuple[int, ...], goblins: tuple[int, ...], places: tuple[tuple[Any, ...], ...]
) -> None:
    seats = tuple(map(Seat, range(len(points))))
    by = tie_break_by_count(dict(zip(seats, goblins, strict=False)), "goblin", "goblins")
    standings = rank(dict(zip(seats, points, strict=True)), solo_sides(seats))
    assert break_ties(standings, by) == tuple(Place(*place) for place in places)


def test_nobody_loses_a_tie_break_they_took_no_part_in() -> None:
    standings = rank({ANA: 9, BEN: 9, CLEO: 9}, solo_sides((ANA, BEN, CLEO)))
    assert break_ties(standings, tie_break_by_count({ANA: 2, BEN: 5}, "goblin", "goblins")) == (
        Place(1, (BEN,), 9, "5 goblins"),
        Place(1, (CLEO,), 9),
        Place(3, (ANA,), 9, "2 goblins"),
    )


def test_a_tie_break_can_separate_partners() -> None:
    sides = ((ANA, CLEO), (BEN, DOV))
    standings = rank({ANA: 1, BEN: 2, CLEO: 3, DOV: 2}, sides)
    by = TieBreak({sides[0]: 0, sides[1]: 1}, {sides[1]: "the last trick"})
    assert break_ties(standings, by) == (Place(1, sides[1], 4, "the last trick"), Place(2, sides[0], 4))


def test_a_condition_that_holds_is_no_violation() -> None:
    require(True, RULE, "Never said.")


@pytest.mark.parametrize(
    ("rule", "waived"),
    [(RULE, ()), (RULE, ("SK-900",)), (WAIVABLE, ()), (WAIVABLE, ("SK-900",))],
    ids=["plain", "not waivable", "not waived", "another one waived"],
)
def test_a_broken_rule_is_told_with_sentence_field_and_code(rule: Rule, waived: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation) as refusal:
        require(False, rule, "Ana can bid 0 to 3.", field="bid", code="E_BID_RANGE", waived=waived)
    text = refusal.value
    assert (text.rule, text.message, text.field, text.code) == (rule, "Ana can bid 0 to 3.", "bid", "E_BID_RANGE")
    assert str(text) == "Ana can bid 0 to 3."


def test_a_waivable_rule_gives_way_when_the_card_says_so() -> None:
    require(False, WAIVABLE, "Never said.", waived=("SK-901",))
