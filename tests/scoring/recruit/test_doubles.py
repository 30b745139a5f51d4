"""Only what scores is asked: the displayed suit, and who has two or more of a face."""

import random
from itertools import product
from typing import Any

import pytest

from scoring.contract.prompts import Count, Grid, Role
from scoring.contract.rulebook import RuleViolation
from scoring.games.recruit.dealing import CardDisplayed, SuitDisplayed
from scoring.games.recruit.doubles import DoublesCounted
from scoring.games.recruit.variations import VariationsDeclared
from scoring.kit.trick_taking import Level
from scoring.testing.tables import row
from tests.scoring.recruit.declared import DREAM, LOW, MATCH
from tests.scoring.recruit.states import Row, counted, dealt, faces, opened, sorting, taken
from tests.scoring.recruit.table import GAME, after, assert_refused, enter, fact_value, kinds, main, points, prompt_for

ONES = (1, 1, 1, 1)


def doubles(jacks: Row = (), queens: Row = (), kings: Row = (), match: Row = (), players: int = 4) -> DoublesCounted:
    """Two or more of a face by seat; nothing given: everybody has none or one."""
    ones = ONES[:players]
    return DoublesCounted(row(*(jacks or ones)), row(*(queens or ones)), row(*(kings or ones)), row(*match))


# The displayed suit -------------------------------------------------------------------------------------------------


def test_the_suit_is_enough_by_counts() -> None:
    state = opened(3)
    prompt = main(state)
    (field,) = prompt.fields
    assert ([choice.value for choice in field.choices], prompt.instant) == (["S", "H", "D", "C", "JOKER"], True)
    shown = after(state, SuitDisplayed("H"))
    assert (fact_value(shown, "trump"), main(shown).kind) == ("hearts", "tricks_counted")
    assert fact_value(after(state, SuitDisplayed("JOKER")), "trump") == "none"
    assert "card_displayed" in kinds(state, Role.ASIDE)


@pytest.mark.parametrize(
    ("declared", "level", "kind"),
    [
        ((), Level.COUNTS, "suit_displayed"),
        ((LOW, DREAM), Level.COUNTS, "suit_displayed"),
        ((MATCH,), Level.COUNTS, "card_displayed"),
        ((), Level.TRICKS, "card_displayed"),
        ((), Level.CARDS, "card_displayed"),
    ],
)
def test_the_whole_card_is_asked_where_its_rank_matters(declared: tuple[Any, ...], level: Level, kind: str) -> None:
    state = opened(3, level=level)
    state = after(state, VariationsDeclared(state.hand.dealer, declared))
    assert main(state).kind == kind
    if kind == "card_displayed":
        assert_refused(state, SuitDisplayed("H"), "RT-095")
    assert main(state).instant == (kind == "suit_displayed" or level is not Level.COUNTS)


def test_the_rank_may_follow_and_is_of_that_suit() -> None:
    state = after(opened(4), SuitDisplayed("H"))
    assert_refused(state, CardDisplayed("7S"), "RT-008", says="one of the hearts")
    state = after(state, CardDisplayed("KH"))
    assert fact_value(state, "trump") == "hearts"
    assert_refused(after(state, taken(13, 0, 0, 0)), doubles(kings=(4, 1, 1, 1)), "RT-091", "RANK_TOO_MANY")


def test_a_strange_suit_and_a_late_one_are_refused() -> None:
    assert_refused(opened(), SuitDisplayed("X"), "RT-008")
    assert_refused(dealt("2H"), SuitDisplayed("H"), "RT-008", says="before the hand is played")


# Two or more of a face ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exact", "short"),
    [
        (((1, 1, 1), (0, 0, 1), (0, 0, 0)), ((1, 1, 1), (1, 1, 1), (1, 1, 1))),
        (((2, 1, 0), (0, 0, 1), (3, 0, 1)), ((2, 1, 1), (1, 1, 1), (2, 1, 1))),
        (((2, 2, 0), (4, 0, 0), (1, 0, 3)), ((2, 2, 1), (2, 1, 1), (1, 1, 2))),
    ],
)
@pytest.mark.parametrize("declared", [(), (LOW,)])
def test_doubles_score_as_every_face_counted(exact: Any, short: Any, declared: tuple[Any, ...]) -> None:
    state = dealt("2H", *declared, players=3)
    one = counted(state, (5, 4, 4), *exact)
    other = after(state, taken(5, 4, 4), doubles(*short, players=3))
    assert [line.points for line in one.ledger] == [line.points for line in other.ledger]
    assert points(one) == points(other)


def test_the_score_says_two_or_more_where_nobody_counted_them() -> None:
    workings = [line.working for line in after(sorting(5, 4, 4), doubles((2, 1, 1), players=3)).ledger]
    assert "-5 for two or more jacks = -5" in workings
    assert "-5 for 2 jacks = -5" in [
        line.working for line in counted(dealt("2H", players=3), (5, 4, 4), (2, 0, 0), (0, 0, 0), (0, 0, 0)).ledger
    ]


def test_only_those_with_two_or_more_need_a_tap() -> None:
    state = sorting(5, 4, 4)
    prompt = prompt_for(state, "doubles_counted")
    cells = [cell.field for grid in prompt.fields if isinstance(grid, Grid) for cell in grid.cells]
    assert len(cells) == 9
    assert all(isinstance(cell, Count) and cell.likely == 1 and cell.words[0] == "0–1" for cell in cells)
    assert sum(
        points(enter(state, "doubles_counted", jacks=row(*ONES[:3]), queens=row(2, 1, 1), kings=row(1, 1, 1)))
    ) == (39 - 5)


def test_the_button_says_nobody_only_where_nobody_has_two() -> None:
    assert prompt_for(sorting(5, 4, 4), "doubles_counted").confirm == "Nobody has two: score hand 1"
    one_took_all = prompt_for(sorting(13, 0, 0, 0), "doubles_counted")
    assert one_took_all.confirm == "Score hand 1"


def test_matching_cards_are_counted_beside_the_doubles() -> None:
    state = sorting(5, 4, 4, declared=(MATCH,), displayed="7H")
    assert [field.name for field in main(state).fields] == ["jacks", "queens", "kings", "match"]
    assert points(after(state, doubles(kings=(2, 1, 1), match=(1, 0, 2), players=3))) == (15 - 5 + 3, 12, 12 + 6)


@pytest.mark.parametrize(("declared", "displayed"), [((DREAM,), "2H"), ((MATCH,), "KH"), ((DREAM, MATCH), "7H")])
def test_every_face_is_counted_where_one_or_none_matters(declared: tuple[Any, ...], displayed: str) -> None:
    state = sorting(5, 4, 4, declared=declared, displayed=displayed)
    assert main(state).kind == "faces_counted"
    assert "doubles_counted" not in kinds(state)
    match = (1, 0, 0) if displayed == "7H" else ()
    assert_refused(state, doubles(match=match, players=3), "RT-052", says="count every face")


def test_a_table_may_count_every_face_all_the_same() -> None:
    state = sorting(5, 4, 4)
    assert "faces_counted" in kinds(state, Role.ASIDE)
    assert points(after(state, faces((1, 1, 0), (0, 2, 0), (0, 0, 0)))) == (15, 12 - 5, 12)


@pytest.mark.parametrize(
    ("tricks", "event", "rule", "code"),
    [
        ((5, 4, 4), doubles(jacks=(5, 1, 1), players=3), "RT-091", "RANK_TOO_MANY"),
        ((5, 4, 4), doubles(jacks=(0, 1, 1), players=3), "RT-091", "NEGATIVE"),
        ((5, 4, 4), doubles(jacks=(2, 2, 2), players=3), "RT-092", "RANK_SUM"),
        ((13, 0, 0), doubles(jacks=(1, 2, 1), players=3), "RT-093", "TOO_MANY_FACES"),
        ((13, 0, 0, 0), doubles(), "RT-092", "RANK_SUM"),  # all four jacks are in one pile
        # Three jacks are in the one trick of four cards, which cannot hold two queens as well.
        ((12, 1, 0, 0), doubles((1, 2, 1, 1), (2, 2, 1, 1), (2, 1, 1, 1)), "RT-092", "RANK_SUM"),
        ((5, 4, 4), doubles(players=4), "RT-091", ""),
        ((5, 4, 4), doubles(match=(1, 1, 1), players=3), "RT-094", "MATCH_SUM"),
    ],
)
def test_what_no_piles_can_hold_is_refused(tricks: Row, event: DoublesCounted, rule: str, code: str) -> None:
    assert_refused(sorting(*tricks), event, rule, code)


def test_the_table_hears_that_somebody_must_have_two_jacks() -> None:
    """Three piles with at most one jack each cannot hold all four."""
    says = "all 4 jacks are in the piles; somebody has two or more"
    assert_refused(sorting(4, 5, 4, 0), doubles(), "RT-092", "RANK_SUM", says=says)


def test_numbers_that_no_longer_fit_are_closed() -> None:
    state = sorting(12, 1, 0)
    form = GAME.form(state, prompt_for(state, "doubles_counted"), {"jacks": [[0, 2]], "queens": [[1, 2]]})
    jacks, queens, kings = (grid for grid in form.fields if isinstance(grid, Grid))
    closed = [[n for n, _ in cell.field.barred] for grid in (jacks, queens, kings) for cell in grid.cells]
    assert closed == [[], [2], [2], [], [], [2], [], [2], [2]]


def test_what_one_rank_leaves_binds_the_others() -> None:
    """With four players all faces are in the piles, so the second pile has three jacks and no room for two queens."""
    state = sorting(12, 1, 0, 0)
    form = GAME.form(state, prompt_for(state, "doubles_counted"), {"jacks": [[0, 1], [1, 2]]})
    jacks, queens, _ = (grid for grid in form.fields if isinstance(grid, Grid))
    closed = [[n for n, _ in cell.field.barred] for grid in (jacks, queens) for cell in grid.cells]
    assert closed == [[], [1], [2], [2], [1], [2], [2], [2]]


def test_doubles_are_taken_where_some_piles_have_them() -> None:
    """Every way to make none or one of the ones, and two or more of the twos, is tried."""
    rng = random.Random(7)
    taken_ones = 0
    for _ in range(300):
        tricks = [0, 0, 0, 0]
        for _ in range(13):
            tricks[rng.choice((0, 0, 0, 1, 2, 3))] += 1
        ranks = [[rng.choice((1, 1, 1, 2)) for _ in tricks] for _ in range(3)]
        ways = [
            [way for way in product(*((2, 3, 4) if n > 1 else (0, 1) for n in rank)) if sum(way) == 4] for rank in ranks
        ]
        fits = any(
            all(sum(pile) <= 4 * n for pile, n in zip(zip(*way, strict=True), tricks, strict=True))
            for way in product(*ways)
        )
        state = sorting(*tricks)
        event = doubles(*map(tuple, ranks))
        if fits:
            after(state, event)
            taken_ones += 1
        else:
            with pytest.raises(RuleViolation):
                after(state, event)
    assert 20 < taken_ones < 280


def test_the_log_names_the_doubles_only() -> None:
    table = opened(3).table
    assert doubles(players=3).sentence(table, frozenset()) == "Nobody has two faces of a rank"
    event = doubles(kings=(1, 3, 1), match=(0, 1, 0), players=3)
    assert event.sentence(table, frozenset()) == "Two or more kings: Ben; matching: Ben 1"
    assert SuitDisplayed("H").sentence(table, frozenset()) == "Displayed suit: hearts"
    assert SuitDisplayed("JOKER").sentence(table, frozenset()) == "The joker is displayed"


def test_none_or_one_takes_no_room_from_the_matching_cards() -> None:
    state = sorting(1, 6, 6, declared=(MATCH,), displayed="2D")
    ones = [[seat, 1] for seat in range(3)]
    form = GAME.form(state, prompt_for(state, "doubles_counted"), {"jacks": ones, "queens": ones, "kings": ones})
    match = form.fields[-1]
    assert [cell.field.barred for cell in match.cells if isinstance(cell.field, Count)] == [(), (), ()]


def test_two_or_more_are_asked_once_because_they_cost_the_same() -> None:
    prompt = main(sorting(5, 3, 4, 1))
    grids = [grid for grid in prompt.fields if isinstance(grid, Grid)]
    signs = {cell.field.signs for grid in grids for cell in grid.cells if isinstance(cell.field, Count)}
    assert signs == {("JJ+",), ("QQ+",), ("KK+",)}
    assert prompt.help == "No tap for none or one."


def test_a_closed_number_says_where_the_faces_are() -> None:
    state = sorting(5, 3, 4, 1)
    draft = {"kings": [[0, 2], [1, 2]], "jacks": [[0, 3]]}
    barred = {
        grid.name: dict(cell.field.barred)
        for grid in GAME.form(state, main(state), draft).fields
        if isinstance(grid, Grid)
        for cell in grid.cells
        if cell.key == 2 and isinstance(cell.field, Count)
    }
    assert barred["kings"][2] == "All kings are in the other piles already."
    assert barred["jacks"][2] == "Only 1 of the jacks can be here: the others are in the other piles."


@pytest.mark.parametrize(("entered", "likely"), [([[1, 2], [2, 0]], 1), ([[1, 0], [2, 0]], 3), ([[1, 3]], 0)])
def test_the_only_number_of_matching_cards_that_is_left_is_filled_in(entered: list[list[int]], likely: int) -> None:
    state = sorting(0, 5, 4, 4, declared=(MATCH,), displayed="7D")
    form = GAME.form(state, main(state), {"match": entered})
    last = form.fields[-1].cells[-1].field
    assert isinstance(last, Count)
    assert last.likely == likely
