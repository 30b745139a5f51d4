"""Half-filled forms: entered, likely, solved, missing and invalid values."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.contract.cards import PlayingCard
from scoring.contract.prompts import (
    MISSING_VALUE,
    Bid,
    Card,
    Cell,
    Choice,
    Count,
    Field,
    Flag,
    Gap,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Prompt,
    Repeat,
    Sealed,
    Source,
    Subset,
    Sum,
    Text,
    Value,
)
from scoring.contract.scores import Seat
from scoring.engine import drafts
from tests.scoring.kinds import EVERY

SUITS = (Choice("red", "Red"), Choice("blue", "Blue"), Choice("green", "Green", why_not="Green is not in the deck."))
PLAYERS = (Choice(0, "Ana"), Choice(1, "Ben"), Choice(None, "Nobody"))
DECK = (PlayingCard("r1", "Red 1"), PlayingCard("r2", "Red 2"), PlayingCard("golem", "Golem", copies=2))

PICK = Pick("suit", "Suit", SUITS)
WHO = Pick("who", "Who", PLAYERS, seats=True)
COUNT = Count("n", "Number", 0, 10, 5, barred=((5, "Five is taken."),))
FLAG = Flag("yes", "Yes")
TEXT = Text("why", "Why", longest=5, needed=True)
SUBSET = Subset("some", "Some", SUITS, 1, 2)
GROUP = Group("haul", "Haul", (Count("jacks", "Jacks", 0, 4), Flag("face", "Face up", likely=False)))
TRICK = Count("n", "Tricks", 0, 5)
EACH = Grid("tricks", "Tricks", (Cell(0, "Ana", TRICK), Cell(1, "Ben", TRICK)), totals=(5,), seats=True)
REPEAT = Repeat("eggs", "Eggs", Count("egg", "Egg", 1, 4), 1, 2)
BID = Bid("bid", "Bid", 0, 4)
GROUPS = Groups("coves", "Coves", tuple(map(Seat, range(5))), ((2, 3),))
CARD = Card("card", "Card", DECK, gone=("r1", "golem"), barred=(("r2", "Ben has it."),))
BOARD = OnBoard("target", "Target", (Choice("0-1", "Brute"), Choice("0-2", "Imp", why_not="Too strong.")))
KNOWN = Known("patron", "Patron", "patron", (Count("vp", "Points", 0, 9), Count("def", "Defence", 0, 9)))
SEALED = Sealed("bid", "Bid", Pick("bid", "Bid", (Choice(1, "1"), Choice(2, "2"))))


def brute(**numbers: Any) -> dict[str, Any]:
    return {"name": "Brute", "numbers": [[label, n] for label, n in numbers.items()]}


@pytest.mark.parametrize(
    ("field", "answer", "why"),
    [
        (PICK, "red", ""),
        (PICK, "green", "Green is not in the deck."),
        (PICK, "pink", "Choose one of the options."),
        (WHO, 0, ""),
        (WHO, None, ""),
        (WHO, False, "Choose one of the options."),
        (WHO, "0", "Choose one of the options."),
        (COUNT, 10, ""),
        (COUNT, 5, "Five is taken."),
        (COUNT, 3, "A number from 0 to 10, in steps of 5."),
        (COUNT, 15, "A number from 0 to 10."),
        (COUNT, -5, "A number from 0 to 10."),
        (COUNT, "5", "A number from 0 to 10."),
        (COUNT, True, "A number from 0 to 10."),
        (FLAG, False, ""),
        (FLAG, 0, "Yes or no."),
        (TEXT, "late", ""),
        (TEXT, "too late", "At most 5 characters."),
        (TEXT, 7, "At most 5 characters."),
        (TEXT, "  ", "A few words are needed."),
        (Text("why", "Why"), "", ""),
        (SUBSET, ["red"], ""),
        (SUBSET, ["blue", "red"], ""),
        (SUBSET, [], "Choose 1 to 2."),
        (SUBSET, ["red", "red"], "Each of them at most once."),
        (SUBSET, ["green"], "Green is not in the deck."),
        (SUBSET, ["pink"], "Choose one of the options."),
        (SUBSET, "red", "Each of them at most once."),
        (Subset("some", "Some", SUITS, 2, 2), ["red"], "Choose 2."),
        (BID, [3], ""),
        (BID, (3,), ""),
        (BID, [3, 4], ""),
        (BID, [5], "A bid is between 0 and 4."),
        (BID, [4, 5], "A bid is between 0 and 4."),
        (BID, [2, 4], "A double bid is two numbers in a row."),
        (BID, [3, 2], "A double bid is two numbers in a row."),
        (BID, [], "One number, or two in a row."),
        (BID, [1, 2, 3], "One number, or two in a row."),
        (BID, 3, "One number, or two in a row."),
        (BID, [True], "One number, or two in a row."),
        (GROUPS, [[0, 1], [2, 3, 4]], ""),
        (GROUPS, [[4, 0, 2], [3, 1]], ""),
        (GROUPS, [[0, 1], [2, 3]], "Everybody belongs to exactly one group."),
        (GROUPS, [[0, 1, 1], [2, 3, 4]], "Everybody belongs to exactly one group."),
        (GROUPS, [[0], [1, 2, 3, 4]], "The groups are 2 + 3."),
        (GROUPS, [0, 1], "Put everybody into a group."),
        (GROUPS, None, "Put everybody into a group."),
        (CARD, "golem", ""),
        (CARD, "r1", "That card has already been played."),
        (CARD, "r2", "Ben has it."),
        (CARD, "b7", "That card is not in the deck."),
        (CARD, 7, "That card is not in the deck."),
        (BOARD, "0-1", ""),
        (BOARD, "0-2", "Too strong."),
        (BOARD, "9-9", "Choose one of the options."),
        (KNOWN, brute(vp=4, **{"def": 2}), ""),
        (KNOWN, brute(vp=4), "Type every number printed on the card."),
        (KNOWN, brute(**{"def": 2, "vp": 4}), "Type every number printed on the card."),
        (KNOWN, brute(vp=4, **{"def": 12}), "A number from 0 to 9."),
        (KNOWN, {"name": " ", "numbers": []}, "The card needs its name."),
        (KNOWN, "Brute", "The card needs its name."),
        (SEALED, 2, ""),
        (SEALED, 3, "Choose one of the options."),
        (GROUP, {"jacks": 2, "face": True}, ""),
        (GROUP, {"jacks": 5, "face": True}, "A number from 0 to 4."),
        (GROUP, {"jacks": 2}, "Answer every part."),
        (GROUP, {"jacks": 2, "face": True, "hat": 1}, "Answer every part."),
        (GROUP, 3, "Answer every part."),
        (EACH, [[0, 2], [1, 3]], ""),
        (EACH, [[1, 3], [0, 2]], ""),
        (EACH, [[0, 2], [1, 2]], "1 trick still missing."),
        (EACH, [[0, 2], [1, 9]], "A number from 0 to 5."),
        (EACH, [[0, 2]], "Answer every part."),
        (EACH, [[0, 2], [1, 3], [1, 3]], "Answer every part."),
        (EACH, [0, 2], "Answer every part."),
        (EACH, {"0": 2}, "Answer every part."),
        (REPEAT, [1, 4], ""),
        (REPEAT, [1, 5], "A number from 1 to 4."),
        (REPEAT, [], "Between 1 and 2 of them."),
        (REPEAT, [1, 1, 1], "Between 1 and 2 of them."),
        (REPEAT, 1, "Between 1 and 2 of them."),
        (Repeat("r", "R", GROUP), [{"jacks": 1, "face": False}], ""),
        (Repeat("r", "R", GROUP), [{"jacks": 1}], "Answer every part."),
    ],
)
def test_a_field_says_why_it_would_not_take_an_answer(field: Field, answer: Any, why: str) -> None:
    assert field.find_error(answer) == why


@pytest.mark.parametrize(
    ("field", "bid", "why"),
    [
        (Bid("b", "B", 0, 4, no_doubles="One card: no doubles."), [1], ""),
        (Bid("b", "B", 0, 4, no_doubles="One card: no doubles."), [1, 2], "One card: no doubles."),
        (Bid("b", "B", 0, 4, barred=((2, "Not 2."),)), [2], "Not 2."),
        (Bid("b", "B", 0, 4, barred=((2, "Not 2."),)), [1, 2], "Not 2."),
        (Bid("b", "B", 0, 4, barred=((2, "Not 2."),)), [2, 3], "Not 2."),
        (Bid("b", "B", 0, 4, barred=((2, "Not 2."),)), [3, 4], ""),
        (Bid("b", "B", 0, 4, barred_singles=((2, "Not 2 alone."),)), [2], "Not 2 alone."),
        (Bid("b", "B", 0, 4, barred_singles=((2, "Not 2 alone."),)), [2, 3], ""),
    ],
)
def test_a_bid_may_be_closed_alone_or_with_its_doubles(field: Bid, bid: list[int], why: str) -> None:
    assert field.find_error(bid) == why


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 7) | st.sampled_from(["red", "2S", "", "low", "name", "Brute"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "numbers", "jacks", "gentle", "def"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("field", EVERY, ids=lambda field: type(field).__name__)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(answer=JSON)
def test_no_answer_however_odd_breaks_a_form(field: Field, answer: Any) -> None:
    for grid in (field, Repeat("r", "R", field), Group("g", "G", (field,)), Grid("e", "E", (Cell(0, "Ana", field),))):
        why = grid.find_error(answer)
        assert why == "" or why.endswith(".")
        prompt = Prompt("grid", "Asked", (grid,))
        if not drafts.find_gaps(prompt, {grid.name: answer}):
            drafts.collect_answers(prompt, {grid.name: answer})


@pytest.mark.parametrize(
    ("field", "draft", "value"),
    [
        (PICK, {}, MISSING_VALUE),
        (PICK, {"suit": "red"}, Value("red", Source.ENTERED)),
        (Pick("suit", "Suit", SUITS, likely="blue"), {}, Value("blue", Source.LIKELY)),
        (Pick("suit", "Suit", SUITS, likely="blue"), {"suit": "red"}, Value("red", Source.ENTERED)),
        (Count("n", "N", 0, 3, likely=0), {}, Value(0, Source.LIKELY)),
        (Flag("yes", "Yes", likely=False), {}, Value(False, Source.LIKELY)),
        (TEXT, {}, MISSING_VALUE),
        (Text("why", "Why"), {}, Value("", Source.LIKELY)),
        (Text("why", "Why", needed=True, likely="late"), {}, Value("late", Source.LIKELY)),
        (SUBSET, {}, MISSING_VALUE),
        (Subset("some", "Some", SUITS, likely=("red",)), {}, Value(["red"], Source.LIKELY)),
        (Subset("some", "Some", SUITS), {}, Value([], Source.LIKELY)),
        (Repeat("eggs", "Eggs", TRICK, likely=(1, 2)), {}, Value([1, 2], Source.LIKELY)),
        (Repeat("eggs", "Eggs", TRICK), {}, Value([], Source.LIKELY)),
        (REPEAT, {}, MISSING_VALUE),
        (BID, {}, MISSING_VALUE),
    ],
)
def test_a_field_holds_what_was_entered_else_what_is_likely(field: Field, draft: dict[str, Any], value: Value) -> None:
    assert field.get_value(draft) == value


def three(likely: tuple[int | None, ...], totals: tuple[int, ...] = (5,)) -> Grid:
    """Tricks of three players, some of them likely."""
    counts = (Count("n", "Tricks", 0, 5) if n is None else Count("n", "Tricks", 0, 5, likely=n) for n in likely)
    names = ("Ana", "Ben", "Cleo")
    return Grid("tricks", "Tricks", tuple(map(Cell, range(3), names, counts)), totals)


NONE = (None, None, None)


@pytest.mark.parametrize(
    ("sentence", "grid", "entered", "values", "missing"),
    [
        ("nothing entered, nothing known", three(NONE), [], "open, open, open", ["0", "1", "2"]),
        ("two open cells stay open", three(NONE), [[1, 2]], "open, 2 entered, open", ["0", "2"]),
        ("the last open cell is solved", three(NONE), [[0, 1], [1, 2]], "1 entered, 2 entered, 2 solved", []),
        ("it may be any cell", three(NONE), [[2, 1], [1, 2]], "2 solved, 2 entered, 1 entered", []),
        ("out of reach it is left open", three(NONE), [[0, 4], [1, 3]], "4 entered, 3 entered, open", ["", "2"]),
        ("two sums leave it open", three(NONE, (4, 5)), [[0, 1], [1, 2]], "1 entered, 2 entered, open", ["2"]),
        ("the sum that fits solves it", three(NONE, (5, 20)), [[0, 1], [1, 2]], "1 entered, 2 entered, 2 solved", []),
        ("without a sum nothing is solved", three(NONE, ()), [[0, 1], [1, 2]], "1 entered, 2 entered, open", ["2"]),
        ("likely values that add up stay likely", three((1, 2, 2)), [], "1 likely, 2 likely, 2 likely", []),
        ("two likely ones no longer add up", three((1, 2, 2)), [[0, 3]], "3 entered, 2 likely, 2 likely", [""]),
        ("the third is solved", three((1, 2, 2)), [[0, 3], [1, 1]], "3 entered, 1 entered, 1 solved", []),
        ("what still fits is not touched", three((1, 2, 2)), [[0, 2], [1, 1]], "2 entered, 1 entered, 2 likely", []),
        (
            "what is missing is solved before what is likely",
            three((1, None, 2)),
            [],
            "1 likely, 2 solved, 2 likely",
            [],
        ),
        ("all wrong", three(NONE), [[0, 1], [1, 1], [2, 1]], "1 entered, 1 entered, 1 entered", [""]),
        ("what is no longer asked is not held", three(NONE), [[7, 5]], "open, open, open", ["0", "1", "2"]),
    ],
)
def test_the_last_value_is_solved_from_the_sum(
    sentence: str, grid: Grid, entered: list[Any], values: str, missing: list[str]
) -> None:
    draft = {"tricks": entered}
    cells = [value for _, value in grid.get_cells(draft)]
    told = ", ".join("open" if cell == MISSING_VALUE else f"{cell.answer} {cell.source}" for cell in cells)
    assert told == values, sentence
    paths = [f"tricks[{key}]" if key else "tricks" for key in missing]
    assert [gap.path for gap in drafts.find_gaps(Prompt("t", "T", (grid,)), draft)] == paths, sentence


@pytest.mark.parametrize(
    ("entered", "value"),
    [
        ([[0, 1], []], Value([[0, 1], [2, 3, 4]], Source.SOLVED)),
        ([[], [0, 3, 4]], Value([[1, 2], [0, 3, 4]], Source.SOLVED)),
        ([[0], []], Value([[0], []], Source.ENTERED)),
        ([[0, 1, 2], [3, 4]], Value([[0, 1, 2], [3, 4]], Source.ENTERED)),
        ([[0, 4], [2]], Value([[0, 4], [1, 2, 3]], Source.SOLVED)),
        ([[0], [2]], Value([[0], [2]], Source.ENTERED)),
        ([[0, 0], []], Value([[0, 0], []], Source.ENTERED)),
        ([["0", 1], []], Value([["0", 1], []], Source.ENTERED)),
        (7, Value(7, Source.ENTERED)),
    ],
)
def test_everybody_left_over_is_the_last_group(entered: Any, value: Value) -> None:
    assert GROUPS.get_value({"coves": entered}) == value


def test_a_form_is_full_once_only_the_last_group_is_open() -> None:
    prompt = Prompt("kind", "Who?", (GROUPS,))
    assert drafts.find_gaps(prompt, {"coves": [[0], []]}) == (Gap("coves", "Everybody belongs to exactly one group."),)
    assert drafts.find_gaps(prompt, {"coves": [[0, 1], []]}) == ()
    assert drafts.collect_answers(prompt, {"coves": [[0, 1], []]}) == {"coves": [[0, 1], [2, 3, 4]]}


@pytest.mark.parametrize(
    ("grid", "entered", "first"),
    [
        (three(NONE, (2,)), [[0, 2], [1, 2]], "2 tricks too many."),
        (three(NONE, (2,)), [[0, 3]], "1 trick too many."),
        (three(NONE, (1, 3)), [[0, 2], [1, 2]], "1 trick too many: 4 of 1 or 3."),
        (three(NONE, (1, 5)), [[0, 2]], "2 still open, Ben first."),
        (three((None, 2, None), (3,)), [[0, 2]], "Still open: Cleo."),
        (three((None, 2, None), (3,)), [[0, 4]], "1 trick too many."),
        (three(NONE, ()), [[0, 5], [1, 5]], "Still open: Cleo."),
    ],
)
def test_a_sum_that_is_too_high_is_said_before_what_is_open(grid: Grid, entered: list[Any], first: str) -> None:
    assert drafts.find_gaps(Prompt("t", "T", (grid,)), {"tricks": entered})[0].text == first


def test_what_is_open_counts_with_its_lowest_number() -> None:
    cells = tuple(Cell(n, name, Count("n", "", 2, 5)) for n, name in enumerate("ABC"))
    shares = Grid("e", "Eggs", cells, totals=(6, 7))
    assert drafts.find_gaps(Prompt("t", "T", (shares,)), {"e": [[0, 2]]})[0] == Gap("e[1]", "2 still open, B first.")
    assert drafts.find_gaps(Prompt("t", "T", (shares,)), {"e": [[0, 3]]}) == ()
    assert [value.answer for _, value in shares.get_cells({"e": [[0, 3]]})] == [3, 2, 2]
    likely = Grid(
        "e", "Eggs", tuple(replace(cell, field=replace(cell.field, likely=3)) for cell in cells), totals=(6, 7)
    )
    assert [value.answer for _, value in likely.get_cells({"e": [[0, 3]]})] == [3, 3, 3], "which one has less?"
    assert drafts.find_gaps(Prompt("t", "T", (shares,)), {"e": [[0, 4]]})[0] == Gap("e", "1 egg too many: 8 of 6 or 7.")


def test_what_is_merely_likely_leaves_nothing_to_solve_for_several_others() -> None:
    fields = (Count("n", "", 0, 6, likely=4), Count("n", "", 0, 6, likely=2), *[Count("n", "", 0, 6)] * 2)
    shares = Grid("e", "Eggs", tuple(Cell(n, name, fields[n]) for n, name in enumerate("ABCD")), totals=(6,))
    assert drafts.find_gaps(Prompt("t", "T", (shares,)), {})[0] == Gap("e[2]", "2 still open, C first.")
    assert [value.answer for _, value in shares.get_cells({"e": [[0, 4], [1, 2]]})] == [4, 2, 0, 0]


def test_only_whole_numbers_are_solved() -> None:
    grid = Grid("e", "E", (Cell(0, "Ana", BID), Cell(1, "Ben", TRICK)), totals=(5,))
    assert [value.source for _, value in grid.get_cells({"e": [[0, [1]]]})] == [Source.ENTERED, Source.MISSING]


@pytest.mark.parametrize(
    ("totals", "total", "text"),
    [
        ((5,), 3, "2 tricks still missing."),
        ((5,), 7, "2 tricks too many."),
        ((20, 30), 15, "5 tricks still missing: 15 of 20 or 30."),
        ((20, 30), 28, "2 tricks still missing: 28 of 20 or 30."),
        ((20, 30), 35, "5 tricks too many: 35 of 20 or 30."),
        ((0, 1), 3, "2 tricks too many: 3 of 0 or 1."),
        ((0, 1, 2, 3, 4), 6, "2 tricks too many: 6 of at most 4."),
    ],
)
def test_a_sum_says_how_far_off_it_is(totals: tuple[int, ...], total: int, text: str) -> None:
    one = Grid("tricks", "Tricks", (Cell(0, "Ana", Count("tricks", "Tricks", 0, 99)),), totals)
    assert one.find_error([[0, total]]) == text


FORM = Prompt(
    "hand_played",
    "Count the hand",
    (
        PICK,
        GROUP,
        three(NONE),
        Grid("faces", "Faces", (Cell(0, "Ana", GROUP), Cell(1, "Ben", GROUP))),
        Grid("shields", "Shields", (Cell(0, "Ana", Subset("s", "Shields", SUITS)),)),
        Grid("rows", "Rows", (Cell("r", "Row", three(NONE)),)),
        Repeat("eggs", "Eggs", TRICK),
    ),
    given=(("dealer", 2),),
)


def test_an_empty_form_names_its_gaps_in_order() -> None:
    assert drafts.find_gaps(FORM, {}) == (
        Gap("suit", "Still open: Suit."),
        Gap("haul.jacks", "Still open: Jacks."),
        Gap("tricks[0]", "3 still open, Ana first."),
        Gap("tricks[1]", "3 still open, Ben first."),
        Gap("tricks[2]", "3 still open, Cleo first."),
        Gap("faces[0].jacks", "Still open: Jacks."),
        Gap("faces[1].jacks", "Still open: Jacks."),
        Gap("rows[r][0]", "Still open for Ana: Row."),
        Gap("rows[r][1]", "Still open for Ben: Row."),
        Gap("rows[r][2]", "Still open for Cleo: Row."),
    )


FILLED = {
    "suit": "red",
    "haul": {"jacks": 1},
    "tricks": [[0, 2], [1, 2]],
    "faces": [[0, {"jacks": 0}], [1, {"jacks": 4, "face": True}]],
    "rows": [["r", [[2, 5], [1, 0]]]],
    "left over from another form": 1,
}


def test_a_filled_form_is_completed_by_likely_solved_and_given_answers() -> None:
    assert drafts.find_gaps(FORM, FILLED) == ()
    assert drafts.collect_answers(FORM, FILLED) == {
        "dealer": 2,
        "suit": "red",
        "haul": {"jacks": 1, "face": False},
        "tricks": [[0, 2], [1, 2], [2, 1]],
        "faces": [[0, {"jacks": 0, "face": False}], [1, {"jacks": 4, "face": True}]],
        "shields": [[0, []]],
        "rows": [["r", [[0, 0], [1, 0], [2, 5]]]],
        "eggs": [],
    }


@pytest.mark.parametrize(
    ("change", "gap"),
    [
        ({"suit": "green"}, Gap("suit", "Green is not in the deck.")),
        ({"haul": {"jacks": 7}}, Gap("haul.jacks", "A number from 0 to 4.")),
        ({"tricks": [[0, 9], [1, 0], [2, 0]]}, Gap("tricks[0]", "A number from 0 to 5.")),
        ({"tricks": [[0, 1], [1, 0], [2, 0]]}, Gap("tricks", "4 tricks still missing.")),
        ({"faces": [[0, {"jacks": 9}], [1, {"jacks": 4}]]}, Gap("faces[0].jacks", "A number from 0 to 4.")),
        ({"shields": [[0, ["pink"]]]}, Gap("shields[0]", "Choose one of the options.")),
        ({"rows": [["r", [[0, 6], [1, 0], [2, 0]]]]}, Gap("rows[r][0]", "A number from 0 to 5.")),
        ({"eggs": [9]}, Gap("eggs", "A number from 0 to 5.")),
    ],
)
def test_what_does_not_fit_is_a_gap_at_its_place(change: dict[str, Any], gap: Gap) -> None:
    assert gap in drafts.find_gaps(FORM, FILLED | change)


def test_a_field_without_a_label_still_says_that_it_is_missing() -> None:
    assert drafts.find_gaps(Prompt("p", "P", (Flag("yes", ""),)), {}) == (Gap("yes", "Still open: an answer."),)
    grid = Grid("e", "Takes shelter", (Cell(0, "", Flag("in", "")),))
    assert drafts.find_gaps(Prompt("p", "P", (grid,)), {}) == (Gap("e[0]", "Still open: Takes shelter."),)


def test_typed_cards_are_found_wherever_they_are_asked() -> None:
    fields = (
        KNOWN,
        PICK,
        Repeat("more", "More", KNOWN),
        Group("pair", "Pair", (KNOWN, FLAG)),
        Grid("each", "Each", (Cell(0, "Ana", KNOWN), Cell(1, "Ben", FLAG))),
        Known("absent", "Absent", "goblin"),
    )
    payload = {
        "patron": brute(vp=1),
        "suit": "red",
        "more": [brute(vp=2), brute(vp=3)],
        "pair": {"patron": brute(vp=4), "yes": True},
        "each": [[0, brute(vp=5)], [1, False]],
    }
    prompt = list(drafts.known_answers(Prompt("p", "P", fields), payload))
    assert [answer["numbers"][0][1] for _, answer in prompt] == [1, 2, 3, 4, 5]
    assert all(shelf == KNOWN.shelf for shelf, _ in prompt)


@pytest.mark.parametrize(
    ("label", "field", "entered", "text"),
    [
        ("Bids", Count("bid", "", 0, 5), [], "3 bids still open, Ana first."),
        ("Bids", Count("bid", "", 0, 5), [[0, 1], [2, 0]], "Ben's bid is still open."),
        ("Missions", Pick("mission", "", (Choice(1, "One"),)), [[0, 1]], "2 missions still open, Ben first."),
        ("Points", Sum("points", "", 0, 99), [], "3 still open, Ana first."),
        ("Points", Sum("points", "", 0, 99), [[0, [3, 4]], [1, 0]], "Cleo's points are still open."),
        ("Jacks", Count("jacks", "", 0, 4), [[0, 1], [2, 0]], "Ben's jacks are still open."),
        ("Shown", Count("shown", "", 0, 5), [], "3 still open, Ana first."),
    ],
)
def test_what_is_open_of_several_players_is_counted(label: str, field: Any, entered: list[Any], text: str) -> None:
    cells = tuple(Cell(seat, name, field) for seat, name in enumerate(("Ana", "Ben", "Cleo")))
    grid = Grid("f", label, cells, seats=True)
    assert drafts.find_gaps(Prompt("t", "T", (grid,)), {"f": entered})[0].text == text


def test_where_players_answer_several_times_what_is_open_says_which_answer() -> None:
    def ask(name: str, label: str) -> Grid:
        return Grid(name, label, tuple(Cell(seat, "AB"[seat], Count(name, "", 0, 5)) for seat in (0, 1)), seats=True)

    form = Prompt("t", "T", (ask("trick", "Tricks"), ask("jacks", "Jacks"), ask("queens", "Queens")))
    texts = [gap.text for gap in drafts.find_gaps(form, {"jacks": [[0, 1]], "trick": [[1, 0]]})]
    assert texts == [
        "A's trick is still open.",
        "Still open for B: Jacks.",
        "Still open for A: Queens.",
        "Still open for B: Queens.",
    ]


def test_what_is_open_on_the_board_says_where_it_is() -> None:
    assert [gap.text for gap in BOARD.find_gaps({}, "attack.target")] == ["Still open: Target. Tap it above."]
    assert [gap.text for gap in BOARD.find_gaps({"target": "0-2"}, "attack.target")] == ["Too strong."]
