"""The piles at the end of a hand: exact checks, solved numbers, and closed choices."""

from typing import Any

import pytest

from scoring.contract.game import Event, Opened
from scoring.contract.prompts import Count, Source
from scoring.contract.scores import Seat
from scoring.engine.codec import options_from
from scoring.engine.drafts import find_gaps
from scoring.engine.journal import Amend, Record
from scoring.engine.replay import replay
from scoring.games.recruit.counting import CardsCounted, FacesCounted
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.options import Options, PileCount
from scoring.games.recruit.state import State
from scoring.games.recruit.tricks import TrickWon
from scoring.kit.trick_taking import Level
from scoring.testing.tables import row
from tests.scoring.recruit.declared import MATCH
from tests.scoring.recruit.states import Row, dealt, faces, opened, sorting, taken
from tests.scoring.recruit.table import GAME, after, assert_refused, enter, grid_of, kinds, main, prompt_for

FOUR = (4, 0, 0, 0)
IN_CARDS: dict[str, Any] = {"pile_count": PileCount.CARDS}


@pytest.mark.parametrize(
    ("tricks", "code", "says"),
    [
        ((5, 3, 4, -1), "NEGATIVE", "Dov cannot have -1 tricks"),
        ((5, 3, 4, 0), "TRICK_SUM", "add up to 12, but 13 were played: 1 too few"),
        ((5, 3, 4, 3), "TRICK_SUM", "15, but 13 were played: 2 too many"),
        ((5, 3, 5), "", "Every player needs a number of tricks"),
        ((5, 3, 4, 1, 0), "", "Every player needs a number of tricks"),
    ],
)
def test_a_wrong_number_of_tricks_is_refused(tricks: Row, code: str, says: str) -> None:  # RT-013, RT-090
    assert_refused(dealt("2H"), taken(*tricks), "RT-090", code, says)


@pytest.mark.parametrize(
    ("cards", "code", "says"),
    [
        ((12, 15, 13), "NOT_MULTIPLE", "Cleo cannot have 13 cards: every trick has 3."),
        ((12, 15, 9), "CARD_SUM", "add up to 36, but 39 were played: 3 too few"),
        ((12, 15, -3), "NEGATIVE", "Cleo cannot have -3 cards"),
    ],
)
def test_a_wrong_number_of_cards_is_refused(cards: Row, code: str, says: str) -> None:  # RT-030, RT-090
    assert_refused(dealt("2H", players=3, **IN_CARDS), CardsCounted(row(*cards)), "RT-090", code, says)


@pytest.mark.parametrize(
    ("options", "pile_count", "event", "asks"),
    [
        ({}, "cards", taken(5, 3, 4, 1), "cards_counted"),
        (IN_CARDS, "tricks", CardsCounted(row(20, 12, 16, 4)), "tricks_counted"),
    ],
)
def test_another_unit_in_the_set_up_is_asked_for_from_the_next_hand_on(
    options: dict[str, Any], pile_count: str, event: Event[Any], asks: str
) -> None:  # RT-090
    names = opened().table.names
    before, after_ = Options(**options), options_from(GAME, {"pile_count": pile_count})
    entries = (CardDisplayed("2H"), event, faces(FOUR, FOUR, FOUR))
    journal = [Record(Opened(names, before)), *map(Record, entries), Amend(0, Opened(names, after_))]
    run = replay(GAME, journal)
    assert (run.waiting, run.state.round) == ((), 2)
    assert main(after(run.state, CardDisplayed("3H"))).kind == asks


def test_the_last_pile_follows() -> None:  # RT-096
    field = grid_of(main(dealt("2H")), "tricks")
    value = field.get_cells({"tricks": [[0, 5], [1, 3], [2, 4]]})
    assert (value[3][1].answer, value[3][1].source) == (1, Source.SOLVED)
    assert find_gaps(main(dealt("2H")), {"tricks": [[0, 6], [1, 5], [2, 4]]})  # a rest below zero


@pytest.mark.parametrize(
    ("rule", "displayed", "tricks", "counts", "code", "says"),
    [
        ("RT-091", "KH", (5, 3, 4, 1), (FOUR, FOUR, FOUR), "RANK_TOO_MANY", "4 kings: 3 are in play; the fourth is"),
        ("RT-091", "2H", (5, 3, 4, 1), ((5, 0, 0, 0), FOUR, FOUR), "RANK_TOO_MANY", "Ana cannot have 5 jacks: 4 are"),
        ("RT-092", "QS", (5, 3, 4, 1), (FOUR, (3, 1, 0, 0), FOUR), "RANK_SUM", "cannot hold 4 queens: 3 are in play"),
        ("RT-092", "2H", (5, 3, 4, 1), ((3, 0, 0, 0), FOUR, FOUR), "RANK_SUM", "all 4 jacks are in the piles; 3 are"),
        ("RT-092", "2H", (13, 0), ((3, 2), (0, 0), (0, 0)), "RANK_SUM", "cannot hold 5 jacks"),
        ("RT-093", "2H", (1, 12), ((1, 0), (1, 0), (1, 0)), "TOO_MANY_FACES", "Ana collected 2 cards, so 3 faces"),
        ("RT-093", "2H", (0, 13), ((1, 0), (0, 0), (0, 0)), "TOO_MANY_FACES", "Ana collected 0 cards"),
        ("RT-095", None, (5, 3, 4, 1), ((3, 0, 0, 0), (3, 0, 0, 0), FOUR), "RANK_SUM", "all 4 jacks"),
        ("RT-095", None, (5, 3, 4, 1), ((2, 0, 0, 0), FOUR, FOUR), "RANK_SUM", "all 4 jacks"),
        ("RT-091", "2H", (5, 3, 4, 1), ((-1, 0, 0, 0), FOUR, FOUR), "NEGATIVE", "Ana cannot have -1 jacks"),
        ("RT-091", "2H", (5, 3, 4, 1), ((4, 0, 0), FOUR, FOUR), "", "a number of jacks"),
    ],
)
def test_faces_that_cannot_be_are_refused(
    rule: str, displayed: str | None, tricks: Row, counts: tuple[Row, Row, Row], code: str, says: str
) -> None:
    assert_refused(sorting(*tricks, displayed=displayed), faces(*counts), rule, code, says)


@pytest.mark.parametrize(
    ("rule", "displayed", "declared", "match", "code", "says"),
    [
        ("RT-094", "7C", (MATCH,), (4, 0, 0, 0), "MATCH_SUM", "Three 7s are in play"),
        ("RT-094", "7C", (MATCH,), (1, 1, 0, 0), "MATCH_SUM", "2 are counted"),  # all three with four players
        ("RT-094", "7C", (MATCH,), (), "MATCH_SUM", "count the 7s"),
        ("RT-094", "7C", (), (1, 2, 0, 0), "MATCH_SUM", "only under Match"),
        ("RT-094", "JOKER", (MATCH,), (1, 2, 0, 0), "MATCH_SUM", "only under Match"),  # RT-R04
        ("RT-076", "KC", (MATCH,), (1, 2, 0, 0), "MATCH_SUM", "only under Match"),
        ("RT-094", "7C", (MATCH,), (-1, 2, 0, 0), "NEGATIVE", "Ana cannot have -1 match"),
    ],
)
def test_matching_cards_that_cannot_be_are_refused(
    rule: str, displayed: str, declared: tuple[object, ...], match: Row, code: str, says: str
) -> None:
    kings = (3, 0, 0, 0) if displayed == "KC" else FOUR
    state = sorting(13, 0, 0, 0, declared=declared, displayed=displayed)
    assert_refused(state, faces(FOUR, FOUR, kings, match), rule, code, says)


@pytest.mark.parametrize(("kings", "match"), [((0, 0, 0), (0, 0, 0)), ((1, 0, 0), (0, 0, 0)), ((0, 0, 0), (0, 1, 0))])
def test_three_cannot_collect_39_cards_without_two_faces_or_matching_cards(
    kings: Row, match: Row
) -> None:  # RT-044: only 37 other cards are in play
    none = (0, 0, 0)
    state = sorting(4, 5, 4, declared=(MATCH,), displayed="7H")
    says = "2 of the 39 cards must be faces or 7s"
    assert_refused(state, faces(none, none, kings, match), "RT-044", "TOO_FEW_FACES", says)
    for fits in (
        faces(none, none, (1, 0, 0), (0, 1, 0)),
        faces(none, none, none, (1, 0, 1)),
        faces(none, none, (1, 1, 0), none),
    ):
        assert after(state, fits).round == 2


def test_the_form_says_how_many_are_missing() -> None:  # RT-044
    state = sorting(4, 5, 4, declared=(MATCH,), displayed="7H")
    none = [[0, 0], [1, 0], [2, 0]]
    draft: dict[str, object] = {"jacks": none, "queens": none, "kings": none}
    form = GAME.form(state, prompt_for(state, FacesCounted.kind), draft)
    assert grid_of(form, "match").totals == (2, 3)
    draft["match"] = [[0, 0], [1, 1], [2, 0]]
    form = GAME.form(state, prompt_for(state, FacesCounted.kind), draft)
    assert "1 7 still missing: 1 of 2 or 3." in [gap.text for gap in find_gaps(form, draft)]
    draft["kings"] = [[0, 1], [1, 0], [2, 0]]
    form = GAME.form(state, prompt_for(state, FacesCounted.kind), draft)
    assert not find_gaps(form, draft)
    assert grid_of(main(sorting(13, 0, declared=(MATCH,), displayed="7H")), "match").totals == ()


def test_cards_noted_on_the_way_count_for_what_is_missing() -> None:  # RT-044
    state = dealt("7H", MATCH, players=3, level=Level.TRICKS)
    state = after(state, *(TrickWon(Seat(0)) for _ in range(13)))
    form = main(state)
    assert grid_of(form, "match").totals == (2, 3)
    assert find_gaps(form, {})


def test_all_cards_of_a_rank_that_were_noted_are_filled_in() -> None:
    state = dealt("7H", players=3, level=Level.TRICKS)
    for n in range(13):
        state = after(state, TrickWon(Seat(0)))
        state = enter(state, "card_noted", card="jack") if n < 4 else state
    assert number(state, "jacks", 0, {}).likely == 4


def test_the_first_reason_is_told() -> None:
    state = sorting(0, 13, 0, 0, displayed="KH")
    assert_refused(state, faces((5, 0, 0, 0), FOUR, (-1, 4, 0, 0)), "RT-091", "NEGATIVE")
    assert_refused(state, faces((4, 4, 0, 0), FOUR, FOUR), "RT-091", "RANK_TOO_MANY")
    assert_refused(state, faces((4, 4, 0, 0), FOUR, (3, 0, 0, 0), FOUR), "RT-092", "RANK_SUM")
    assert_refused(state, faces(FOUR, FOUR, (3, 0, 0, 0), FOUR), "RT-076", "MATCH_SUM")
    assert_refused(state, faces(FOUR, FOUR, (3, 0, 0, 0)), "RT-093", "TOO_MANY_FACES")


def number(state: State, name: str, seat: int, draft: dict[str, object]) -> Count:
    form = GAME.form(state, prompt_for(state, FacesCounted.kind), draft)
    (result,) = (cell.field for cell in grid_of(form, name).cells if cell.key == seat)
    assert isinstance(result, Count)
    return result


def test_without_the_card_one_rank_may_be_one_short() -> None:  # RT-095
    state = sorting(5, 3, 4, 1, displayed=None)
    prompt = prompt_for(state, FacesCounted.kind)
    assert grid_of(prompt, "kings").totals == (3, 4)
    draft = {"jacks": [[0, 3], [1, 0], [2, 0], [3, 0]]}
    assert grid_of(GAME.form(state, prompt, draft), "kings").totals == (4,)
    assert grid_of(GAME.form(sorting(5, 3, 4, 1, displayed="KH"), prompt, {}), "kings").totals == (3,)


def test_nothing_is_counted_at_the_wrong_time() -> None:
    assert_refused(dealt("2H"), faces(FOUR, FOUR, FOUR), "RT-030", says="by counting")
    assert_refused(sorting(13, 0, 0, 0), taken(13, 0, 0, 0), "RT-030", "TRICK_SUM")
    assert kinds(sorting(13, 0, 0, 0))[0] == "doubles_counted"
