"""Every kind of field: it shows the draft, answers with what is tapped, and says why a choice is closed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import flet as ft
import pytest

from companion.forms import field_views
from companion.forms.field_views import Binding
from companion.forms.numbers import short_count
from companion.testing.accessibility import is_selected, is_struck, out_of_reach, pressed_names
from companion.testing.headless import Page, mounted
from companion.ui.chips_and_buttons import CHIP
from companion.ui.theme import Look
from companion.window.state import Window, WindowContext
from scoring.contract.board import Board, Shape, Tile, Zone
from scoring.contract.cards import FRENCH_SUITS, KnownCard
from scoring.contract.game import Table
from scoring.contract.names import name_key
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Bid,
    Card,
    Cell,
    Choice,
    Count,
    Field,
    Flag,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Repeat,
    Sealed,
    Subset,
    Text,
    Unset,
)
from tests.companion.pages import type_on
from tests.scoring.kinds import COLOURS, DECK, EVERY, KINDS, NAMES, PLAYERS

ODIN = (KnownCard("Odin's Favor", (("loot", 3),)),)
SHELF = (KnownCard("Brute", (("def", 5), ("cost", 3))), KnownCard("Brave Heart", (("def", 2), ("cost", 1))))
BOARD = Board(
    (
        Zone("tower", "Tower", (Tile("low", "Imp", numbers=(("def", 2),)), Tile("top", "Brute"))),
        Zone("stock", "Stock", (Tile("coin", "Coin", shape=Shape.TOKEN), Tile("back", "Secret", up=False))),
    )
)


@dataclass
class Heard:
    """Records the answers and reasons a field gives its form."""

    answers: list[Answer | Unset] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def last(self) -> Answer | Unset:
        return self.answers[-1]


@pytest.fixture
def heard() -> Heard:
    return Heard()


@ft.component
def Alone(
    field: Field,
    heard: Heard,
    start: Answer | Unset = UNSET,
    draw: Callable[[Any, Binding], ft.Control] = field_views.view,
) -> Any:
    """One field in its own window."""
    return WindowContext(Window(), lambda: Question(field, heard, start, draw))


@ft.component
def Question(
    field: Field, heard: Heard, start: Answer | Unset, draw: Callable[[Any, Binding], ft.Control]
) -> ft.Control:
    """One field on a page, with its own draft."""
    entered_answer, put = ft.use_state(lambda: start)

    def answer(given: Answer | Unset) -> None:
        heard.answers.append(given)
        put(lambda _: given)

    def latest() -> Answer:
        entered = heard.answers[-1] if heard.answers else start
        now = field.get_value({}).answer if isinstance(entered, Unset) else entered
        return None if isinstance(now, Unset) else now

    return draw(
        field,
        Binding(
            look=Look(),
            path=f"form.{field.name}",
            value=field.get_value({} if isinstance(entered_answer, Unset) else {field.name: entered_answer}),
            answer=answer,
            refuse=heard.refused.append,
            table=Table(NAMES),
            suits={suit.key: suit for suit in FRENCH_SUITS},
            board=lambda: BOARD,
            find_cards=lambda shelf, letters: [
                card
                for card in (ODIN if shelf == "odin" else SHELF)
                if name_key(card.name).startswith(name_key(letters))
            ],
            read_latest=latest,
            recorded=None if isinstance(start, Unset) else start,
        ),
    )


async def switch(page: Page, name: str, on: bool) -> None:
    control = next(control for control in page.walk(page.id(name)) if isinstance(control, ft.Switch))
    await page.change(control, on)


# Every kind --------------------------------------------------------------------------------------------------------


def test_every_kind_of_question_is_among_those_that_are_tried() -> None:
    assert KINDS == set(field_views.VIEWS) == {type(field) for field in EVERY}


@pytest.mark.parametrize("field", EVERY, ids=lambda field: f"{type(field).__name__}-{field.label}")
async def test_whatever_can_be_pressed_is_high_enough_and_has_a_name_of_its_own(field: Field) -> None:
    async with mounted(Alone, field, Heard()) as page:
        assert out_of_reach(page) == []
        names = pressed_names(page)
        assert all(name.startswith("form.f") for name in names)
        assert len(set(names)) == len(names)


# Choosing ----------------------------------------------------------------------------------------------------------


async def test_a_chip_answers_and_a_second_tap_takes_it_back(heard: Heard) -> None:
    async with mounted(Alone, Pick("f", "Colour", COLOURS), heard) as page:
        assert not is_selected(page, "form.f=red")
        await page.tap("form.f=red")
        assert is_selected(page, "form.f=red")
        await page.tap("form.f=blue")
        assert (is_selected(page, "form.f=red"), is_selected(page, "form.f=blue")) == (False, True)
        await page.tap("form.f=blue")
        assert not is_selected(page, "form.f=blue")
    assert heard.answers == ["red", "blue", UNSET]


@pytest.mark.parametrize(
    ("field", "shut", "why"),
    [
        (Pick("f", "Colour", COLOURS), "=none", "It was spun."),
        (Subset("f", "Colours", COLOURS), "=none", "It was spun."),
        (Count("f", "Tricks", 0, 4, barred=((2, "It would add up."),)), "=2", "It would add up."),
        (Bid("f", "Bid", 0, 4, barred=((3, "It would add up."),)), "=3", "It would add up."),
        (Bid("f", "Bid", 0, 4, barred=((3, "It would add up."),)), "=3-4", "It would add up."),
        (Bid("f", "Bid", 0, 4, barred_singles=((1, "Only as a double."),)), "=1", "Only as a double."),
        (Card("f", "Card", DECK, ("2S",)), "=2S", "2 of spades has already been played."),
        (Card("f", "Card", DECK, (), (("3S", "Ben has it."),)), "=3S", "Ben has it."),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
async def test_a_closed_chip_is_struck_out_says_why_and_changes_nothing(
    field: Field, shut: str, why: str, heard: Heard
) -> None:
    async with mounted(Alone, field, heard) as page:
        assert is_struck(page, f"form.f{shut}")
        await page.tap(f"form.f{shut}")
    assert (heard.answers, heard.refused) == ([], [why])


async def test_chance_picks_among_all_copies_of_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three Berserkers and one Kunoichi are four cards to draw from."""
    drawn_from: list[Answer] = []
    monkeypatch.setattr("random.choice", lambda values: drawn_from.extend(values) or values[0])
    cards = (Choice("berserker", "Berserker", copies=3), Choice("kunoichi", "Kunoichi"), Choice("x", "X", "Gone."))
    async with mounted(Alone, Pick("f", "Drawn", cards, by_chance="Draw"), Heard()) as page:
        await page.tap("form.f.chance")
    assert drawn_from == ["berserker", "berserker", "berserker", "kunoichi"]


async def test_what_is_likely_is_shown_and_a_tap_makes_it_an_answer(heard: Heard) -> None:
    async with mounted(Alone, Pick("f", "Dealer", PLAYERS, likely=1, seats=True), heard) as page:
        assert is_selected(page, "form.f=1")
        await page.tap("form.f=1")
        assert is_selected(page, "form.f=1")
    assert heard.answers == [1]


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        (Pick("f", "Colour", COLOURS, by_chance="Spin"), {"red", "blue"}),
        (Count("f", "Die", 1, 3, barred=((2, "No."),), by_chance="Roll"), {1, 3}),
    ],
    ids=["pick", "count"],
)
async def test_chance_picks_among_what_is_allowed(field: Field, allowed: set[Answer], heard: Heard) -> None:
    async with mounted(Alone, field, heard) as page:
        for _ in range(40):
            await page.tap("form.f.chance")
    assert set(heard.answers) == allowed


async def test_chance_beside_pictures_is_a_picture_with_a_caption_too(heard: Heard) -> None:
    suits = tuple(Choice(suit.key, suit.name, suit=suit.key) for suit in FRENCH_SUITS)
    async with mounted(Alone, Pick("f", "Trump", suits, by_chance="Spin"), heard, draw=field_views.bare) as page:
        chips = [page.one(ft.Semantics, identifier=f"form.f{end}").content for end in ("=S", ".chance")]
        assert {chip.width for chip in chips} == {CHIP}
        assert [text.max_lines for text in page.all(ft.Text, value="Spin")] == [2]


async def test_several_chips_switch_themselves_and_come_in_the_choices_order(heard: Heard) -> None:
    choices = (*COLOURS[:2], Choice("green", "Green"))
    async with mounted(Alone, Subset("f", "Colours", choices), heard) as page:
        for name in ("green", "red", "green"):
            await page.tap(f"form.f={name}")
        assert is_selected(page, "form.f=red")
        assert not is_selected(page, "form.f=green")
    assert heard.answers == [["green"], ["red", "green"], ["red"]]


async def test_a_closed_choice_that_is_held_can_be_given_up(heard: Heard) -> None:
    async with mounted(Alone, Subset("f", "Colours", COLOURS), heard, ["none"]) as page:
        await page.tap("form.f=none")
    assert heard.answers == [[]]


async def test_a_switch_says_yes_and_no(heard: Heard) -> None:
    async with mounted(Alone, Flag("f", "Shaken", likely=True), heard) as page:
        assert page.one(ft.Switch).value is True
        await switch(page, "form.f", False)
        assert page.one(ft.Switch).value is False
        await switch(page, "form.f", True)
        await page.tap("form.f")  # on its words
    assert heard.answers == [False, True, False]


async def test_the_words_of_a_switch_take_as_many_lines_as_they_need() -> None:
    words = "After the four colours the dealer may also name no trump"
    async with mounted(Alone, Flag("f", words), Heard()) as page:
        text = page.one(ft.Text, value=words)
        assert not text.no_wrap
        assert text.max_lines is None
        assert text.parent.expand  # as wide as what the box leaves, no wider


# Numbers -----------------------------------------------------------------------------------------------------------


async def test_a_small_range_has_a_chip_a_number_in_its_steps(heard: Heard) -> None:
    async with mounted(Alone, Count("f", "Points", -10, 10, step=10), heard) as page:
        assert pressed_names(page) == ["form.f=-10", "form.f=0", "form.f=10"]
        assert "−10" in page.texts()
        await page.tap("form.f=-10")
        assert is_selected(page, "form.f=-10")
    assert heard.answers == [-10]


@pytest.mark.parametrize(
    ("limits", "keys", "ends"),
    [
        ((-1000, 1000), "1 5 0", 150),
        ((-1000, 1000), "9 9 9 9", 999),
        ((-1000, 1000), "1 5 ± ⌫", -1),
        ((0, 60), "6 1", 6),
        ((100, 200), "1 5 0", 150),
        ((100, 200), "1 5 0 0", 150),
        ((1, 9999), "1 0 0 ⌫ ⌫ ⌫", UNSET),
        ((1, 9999), "1 ⌫ 5 0", 50),
        ((-5, 30), "2 5 ±", 25),
        ((-30, 5), "3 ± 0", -30),
    ],
    ids=str,
)
async def test_a_number_is_typed_on_the_keypad_within_its_limits(limits: tuple[int, int], keys: str, ends: int) -> None:
    heard = Heard([UNSET])
    async with mounted(Alone, Count("f", "Points", *limits), heard) as page:
        await type_on(page, "form.f.pad", keys.split())
        shown = page.texts(page.id("form.f.pad"))
        assert shown[:1] == ["–" if heard.last is UNSET else str(heard.last).replace("-", "−")]
    assert heard.last == ends


async def test_the_first_digit_replaces_a_number_that_stands_there() -> None:
    field = Count("f", "Target", 1, 9999, likely=100)
    for start in (100, UNSET):
        heard = Heard()
        async with mounted(Alone, field, heard, start) as page:
            await type_on(page, "form.f.pad", "50")
            assert (heard.answers, page.texts(page.id("form.f.pad"))) == ([5, 50], ["50"])


async def test_a_bid_is_one_number_or_two_that_follow_each_other(heard: Heard) -> None:
    async with mounted(Alone, Bid("f", "Bid", 0, 3), heard) as page:
        for name in ("2", "2-3", "2-3"):
            await page.tap(f"form.f={name}")
        assert {"0–1", "1–2", "2–3"} <= set(page.texts())
    assert heard.answers == [[2], [2, 3], UNSET]


async def test_without_double_bids_the_pad_says_why() -> None:
    async with mounted(Alone, Bid("f", "Bid", 0, 3, no_doubles="Blind bids are single."), Heard()) as page:
        assert "Blind bids are single." in page.texts()
        assert "form.f=0-1" not in pressed_names(page)


# Words and cards ---------------------------------------------------------------------------------------------------


async def test_words_are_taken_as_they_are_typed(heard: Heard) -> None:
    async with mounted(Alone, Text("f", "Why", longest=20), heard) as page:
        await page.fill("Why", "the dog ate it")
        assert page.one(ft.TextField).value == "the dog ate it"
        assert page.one(ft.TextField).max_length == 20
    assert heard.answers == ["the dog ate it"]


async def test_a_remembered_card_is_offered_and_brings_its_numbers(heard: Heard) -> None:
    numbers = (Count("def", "Defence", 0, 9), Count("cost", "Cost", 0, 9))
    async with mounted(Alone, Known("f", "Goblin", "goblin", numbers, ("Shield Bearer",)), heard) as page:
        assert "form.f:Shield Bearer" in pressed_names(page)
        await page.fill("Goblin", "Br")
        offered = [name for name in pressed_names(page) if ":" in name]
        assert offered == ["form.f:Brave Heart", "form.f:Brute"]
        await page.tap("form.f:Brute")
        assert heard.last == {"name": "Brute", "numbers": [["def", 5], ["cost", 3]]}
        assert {"Defence: 5", "Cost: 3"} <= set(page.texts())
        await page.tap("form.f.def")
        assert heard.last == {"name": "Brute", "numbers": [["cost", 3]]}
        await page.tap("form.f.def=4")
        assert heard.last == {"name": "Brute", "numbers": [["def", 4], ["cost", 3]]}
        assert out_of_reach(page) == []


async def test_a_card_is_recognised_however_its_apostrophe_is_typed(heard: Heard) -> None:
    field = Known("f", "Card", "power", (Count("loot", "Loot", 0, 9),), ("Pile O' Chow", "Box O' Shinies"))
    async with mounted(Alone, field, heard) as page:
        await page.fill("Card", "pile o\u2019")
        assert [name for name in pressed_names(page) if ":" in name] == ["form.f:Pile O' Chow"]
    async with mounted(Alone, Known("f", "Card", "odin", (Count("loot", "Loot", 0, 9),)), heard) as page:
        await page.fill("Card", "Odin\u2019s Favor")
        assert heard.last == {"name": "Odin\u2019s Favor", "numbers": [["loot", 3]]}


@pytest.mark.parametrize(("start", "kept"), [(3, []), (4, [["loot", 4]])])
async def test_another_name_keeps_only_numbers_that_are_not_those_of_a_known_card(
    start: int, kept: list[Answer], heard: Heard
) -> None:
    printed = KnownCard("Loki's Trick", (("loot", 3),))
    field = Known("f", "Card", "odin", (Count("loot", "Loot", 0, 9),), printed=(printed,))
    for name in ("Odin's Favor", "Loki's Trick"):
        async with mounted(Alone, field, heard, {"name": name, "numbers": [["loot", start]]}) as page:
            await page.fill("Card", f"{name}s")
            assert heard.answers.pop() == {"name": f"{name}s", "numbers": kept}


async def test_a_card_nobody_knows_takes_its_numbers_from_the_table(heard: Heard) -> None:
    field = Known("f", "Goblin", "goblin", (Count("def", "Defence", 0, 9),))
    async with mounted(Alone, field, heard) as page:
        await page.fill("Goblin", "Sly Imp")
        await page.tap("form.f.def=7")
        assert field.find_error(heard.last) == ""
        assert heard.last == {"name": "Sly Imp", "numbers": [["def", 7]]}
        await page.fill("Goblin", "Br")
        assert [name for name in pressed_names(page) if ":" in name] == ["form.f:Brave Heart", "form.f:Brute"]


async def test_a_card_in_a_group_is_not_taken_for_the_group(heard: Heard) -> None:
    card = Known("card", "Goblin", "goblin", (Count("def", "Defence", 0, 9),))
    start = {"card": {"name": "Sly Imp", "numbers": []}}
    async with mounted(Alone, Group("f", "Group", (card,)), heard, start) as page:
        await page.fill("Goblin", "Sly Imps")
    assert heard.last == {"card": {"name": "Sly Imps", "numbers": []}}


async def test_a_card_shows_how_many_are_left_and_greys_those_that_are_gone(heard: Heard) -> None:
    async with mounted(Alone, Card("f", "Card", DECK, ("2S", "JOKER")), heard) as page:
        assert is_struck(page, "form.f=2S")
        assert not is_struck(page, "form.f=JOKER")
        assert "★" in page.texts()
        await page.tap("form.f=JOKER")
    assert heard.answers == ["JOKER"]
    async with mounted(Alone, Card("f", "Card", DECK), Heard()) as page:
        assert "★ ×2" in page.texts()


async def test_a_tile_is_tapped_where_it_lies(heard: Heard) -> None:
    field = OnBoard("f", "Target", (Choice("low", "Imp"), Choice("top", "Brute", "It is sheltered.")))
    async with mounted(Alone, field, heard) as page:
        assert {"Imp", "Brute"} <= set(page.texts())
        assert "Coin" not in page.texts()  # nothing there can be chosen
        assert "Secret" not in page.texts()
        assert pressed_names(page) == ["form.f=low", "form.f=top"]
        await page.tap("form.f=low", "form.f=top")
    assert (heard.answers, heard.refused) == (["low"], ["It is sheltered."])


async def test_an_empty_board_says_that_there_is_nothing_to_choose() -> None:
    async with mounted(Alone, OnBoard("f", "Target", ()), Heard()) as page:
        assert "There is nothing to choose from." in page.texts()


# Questions made of questions ---------------------------------------------------------------------------------------


def tricks(*, totals: tuple[int, ...] = (5,), likely: int | Unset = UNSET) -> Grid:
    cells = tuple(Cell(seat, name, Count("n", "", 0, 5, likely=likely), "bid 2") for seat, name in PAIRS)
    return Grid("f", "Tricks", cells, totals, seats=True)


PAIRS = tuple(enumerate(NAMES[:3]))


async def test_each_has_a_row_and_an_answer_of_its_own(heard: Heard) -> None:
    async with mounted(Alone, tricks(totals=()), heard) as page:
        assert page.texts().count("bid 2") == 3
        await page.tap("form.f[2]=1", "form.f[0]=4")
        assert heard.last == [[0, 4], [2, 1]]
        await page.tap("form.f[2]=1")
    assert heard.last == [[0, 4]]


@pytest.mark.parametrize(
    ("likely", "shown"),
    [
        (UNSET, [0, 1, 2, 3, 4]),
        (0, [0, 1, 2, 3, 4]),
        (2, [0, 1, 2, 3, 4]),
        (3, [0, 1, 2, 3, 4]),
        (4, [0, 3, 4, 5, 6]),
        (9, [0, 6, 7, 8, 9]),
    ],
)
async def test_keys_leave_out_numbers_only_before_a_high_likely_one(likely: int | Unset, shown: list[int]) -> None:
    cells = (Cell(0, "Ana", Count("n", "", 0, 9, likely=likely)),)
    async with mounted(Alone, Grid("f", "Tricks", cells), Heard()) as page:
        keys = [name for name in pressed_names(page) if name.startswith("form.f[0]=")]
        assert keys == [f"form.f[0]={n}" for n in shown]
        assert "form.f[0].more" in pressed_names(page)


@pytest.mark.parametrize("entered", [[], [[0, 0]], [[1, 2]]])
async def test_numbers_that_are_mostly_nought_are_asked_behind_a_line_until_one_is_not(entered: list[Any]) -> None:
    cells = tuple(Cell(seat, name, Count("n", "", 0, 9, likely=0)) for seat, name in enumerate(("Ana", "Ben")))
    async with mounted(Alone, Grid("f", "Penalties", cells, seats=True), Heard(), entered) as page:
        assert (pressed_names(page) == ["form.f.open"]) is (entered != [[1, 2]])
        if "form.f.open" in pressed_names(page):
            await page.tap("form.f.open")
        assert "form.f[1]=1" in pressed_names(page)


async def test_the_last_open_number_is_solved_from_the_sum(heard: Heard) -> None:
    async with mounted(Alone, tricks(), heard) as page:
        await page.tap("form.f[0]=1")
        assert not is_selected(page, "form.f[2]=2")
        await page.tap("form.f[1]=2")
        assert is_selected(page, "form.f[2]=2")
        await page.tap("form.f[1]=3")
        assert is_selected(page, "form.f[2]=1")
    assert heard.last == [[0, 1], [1, 3]]


async def test_questions_nest_each_repeat_group_and_count(heard: Heard) -> None:
    egg = Group("egg", "Egg", (Count("points", "Points", 1, 4), Text("name", "Name")))
    cells = (Cell(0, "Ana", Repeat("eggs", "Eggs", egg, 0, 2)), Cell(1, "Ben", Repeat("eggs", "Eggs", egg, 0, 2)))
    async with mounted(Alone, Grid("f", "Eggs", cells, seats=True), heard) as page:
        await page.tap("form.f[0][0].points=3")
        assert heard.last == [[0, [{"name": "", "points": 3}]]]  # words that may be left out are not missing
        await page.tap("form.f[0][1].points=4", "form.f[1][0].points=1", "form.f[0][0].points=2")
    eggs = [[{"name": "", "points": points} for points in own] for own in ((2, 4), (1,))]
    assert heard.last == [[0, eggs[0]], [1, eggs[1]]]


async def test_everybodys_bids_share_a_pad_that_goes_on_to_the_next(heard: Heard) -> None:
    cells = tuple(Cell(seat, name, Bid("bid", "", 0, 3)) for seat, name in enumerate(("Ana", "Ben", "Cleo")))
    async with mounted(Alone, Grid("f", "Bids", cells, seats=True), heard) as page:
        await page.tap("form.f[0]=2")
        assert heard.last == [[0, [2]]]
        assert "Ana 2" in page.texts()
        await page.tap("form.f[2]", "form.f[2]=0-1", "form.f[1]=1")
        assert heard.last == [[0, [2]], [1, [1]], [2, [0, 1]]]
        assert "Double bid, half the points" not in page.texts()
        await page.tap("form.f[0]")
        assert is_selected(page, "form.f[0]=2")
        await page.tap("form.f[0]=3")
    assert heard.last == [[0, [3]], [1, [1]], [2, [0, 1]]]


async def test_long_choices_of_many_players_are_made_in_turn(heard: Heard) -> None:
    words = ("Golems & Dragons", "Peasants and Thieves", "Anything but numbers")
    shows = Pick("suit", "", tuple(Choice(word[0], word) for word in words))
    cells = tuple(Cell(seat, name, shows) for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dov")))
    async with mounted(Alone, Grid("f", "Shown", cells, seats=True), heard) as page:
        assert [name for name in pressed_names(page) if name.endswith("=G")] == ["form.f[0]=G"]
        await page.tap("form.f[0]=P", "form.f[1]=G")
        assert {"Ana Peasants and Thieves", "Ben Golems & Dragons"} <= set(page.texts())
        await page.tap("form.f[1]", "form.f[1]=G")
    assert heard.last == [[0, "P"]]
    async with mounted(Alone, Grid("f", "Shown", cells[:3], seats=True), Heard()) as page:
        assert len([name for name in pressed_names(page) if name.endswith("=G")]) == 3


async def test_a_fact_that_helps_stands_beside_a_row_that_is_no_players_too() -> None:
    cells = (Cell("red", "Red", Flag("won", ""), note="worth 3"), Cell("blue", "Blue", Flag("won", "")))
    async with mounted(Alone, Grid("f", "Won", cells), Heard()) as page:
        assert "worth 3" in page.texts()


async def test_a_group_keeps_its_answers_apart(heard: Heard) -> None:
    faces = Group("f", "Faces", (Count("jacks", "Jacks", 0, 4, likely=0), Count("kings", "Kings", 0, 4)))
    async with mounted(Alone, faces, heard) as page:
        assert is_selected(page, "form.f.jacks=0")
        await page.tap("form.f.kings=2", "form.f.jacks=1", "form.f.kings=2")
    assert heard.answers == [{"kings": 2}, {"kings": 2, "jacks": 1}, {"jacks": 1}]


async def test_numbers_in_a_row_grow_change_both_ways_and_shrink(heard: Heard) -> None:
    field = Repeat("f", "Deals", Count("n", "Cards", 1, 3), 1, 3, likely=(2,))
    async with mounted(Alone, field, heard) as page:
        assert "Tap a number to change it." in page.texts()
        await page.tap("form.f.add")
        assert heard.last == [2, 3]
        await page.tap("form.f[1]")
        assert is_selected(page, "form.f[1]=3")
        await page.tap("form.f[1]=1", "form.f[1]=1")
        assert heard.last == [2, 1]
        await page.tap("form.f[0]", "form.f[0]=3")
        assert heard.last == [3, 1]
        await page.tap("form.f[0]")
        assert "form.f[0]=3" not in pressed_names(page)
        await page.tap("form.f.add")
        assert heard.last == [3, 1, 2]
        assert "form.f.add" not in pressed_names(page)
        await page.tap("form.f[2]", "form.f.drop", "form.f.drop")
    assert heard.last == [3]


async def test_a_number_of_several_may_be_drawn(heard: Heard) -> None:
    field = Repeat("f", "Deals", Count("n", "Cards", 1, 3, by_chance="Draw"), 1, 3, likely=(2,))
    async with mounted(Alone, field, heard) as page:
        await page.tap("form.f[0]", "form.f[0].chance")
    assert heard.last in ([1], [2], [3])


async def test_players_are_put_into_groups_by_hand_or_by_chance(heard: Heard) -> None:
    field = Groups("f", "Coves", tuple(range(5)), ((2, 3),))
    async with mounted(Alone, field, heard) as page:
        await page.tap("form.f[0]")
        assert heard.last == [[0], []]
        assert not is_selected(page, "form.f[4]")
        await page.tap("form.f[1]")
        assert heard.last == [[0, 1], []]
        assert is_selected(page, "form.f[4]")
        assert "Ana + Ben · Cleo + Dov + Eve" in page.texts()
        await page.tap("form.f[2]")
        assert heard.last == [[0, 1], [2]]
        for _ in range(10):
            await page.tap("form.f.chance")
            assert field.find_error(heard.last) == ""


async def test_another_tap_moves_a_player_on_to_the_next_group_and_out(heard: Heard) -> None:
    async with mounted(Alone, Groups("f", "Coves", tuple(range(4)), ((2, 2),), by_chance=""), heard) as page:
        for seat, groups in (
            (0, [[0], []]),
            (1, [[0, 1], []]),
            (1, [[0], [1]]),
            (2, [[0, 2], [1]]),
            (1, [[0, 2], []]),
            (1, [[0, 2], [1]]),
        ):
            await page.tap(f"form.f[{seat}]")
            assert heard.last == groups
        assert page.texts(page.id("form.f[1]")) == ["2", "Ben 2"]


# Secrets -----------------------------------------------------------------------------------------------------------


async def test_a_sealed_answer_opens_when_it_is_held_or_tapped_twice_and_is_shown_nowhere(heard: Heard) -> None:
    bids = tuple(Choice(n, f"{n} coins") for n in range(4))
    async with mounted(Alone, Sealed("f", "Bid", Pick("bid", "Bid", bids)), heard) as page:
        covered = page.texts()
        assert "Hold to enter" in covered
        assert not any("coins" in word for word in covered)
        await page.tap("form.f.hold")
        assert page.texts() == covered
        assert "tap again" in heard.refused[-1]
        await page.hold("form.f.hold")
        assert heard.refused[-1] == ""
        assert "2 coins" in page.texts()
        await page.tap("form.f=2")
        assert not any("2" in word for word in page.texts())
        assert "Set. Hold to change" in page.texts()
        await page.tap("form.f.hold")
        assert "tap again" in heard.refused[-1]  # the first tap only warns, at each choice
        await page.tap("form.f.hold")
        assert not any(is_selected(page, f"form.f={n}") for n in range(4))
        await page.tap("form.f=3")
    assert heard.answers == [2, 3]


def test_two_questions_that_look_the_same_are_the_same() -> None:
    """Parts are redrawn only if their field changed."""

    def bound(answer: Any) -> Binding:
        unanswered = PAIRED.get_value({})
        return Binding(
            Look(), "form.f", unanswered, answer, print, Table(NAMES), {}, lambda: BOARD, lambda shelf, letters: ()
        )

    assert bound(lambda _: None) == bound(lambda _: None)


PAIRED = Count("f", "Tricks", 0, 3)


@pytest.mark.parametrize(
    ("high", "around", "answer", "row"),
    [
        (6, 3, UNSET, "0 1 2 3 4 5 6"),
        (12, 2, UNSET, "0 1 2 3 4 5 +"),
        (12, 3, UNSET, "0 1 2 3 4 5 +"),  # the 1 was missing here
        (12, 7, UNSET, "0 6 7 8 9 10 +"),
        (12, 12, UNSET, "0 8 9 10 11 12 +"),
        (12, 2, 9, "0 5 6 7 8 9 +"),
        (12, 3, 6, "0 2 3 4 5 6 +"),  # the 6 was missing here
        (12, 7, 3, "0 3 4 5 6 7 +"),
        (12, 7, 0, "0 6 7 8 9 10 +"),
    ],
)
async def test_a_row_of_numbers_is_in_order_and_ends_with_the_key_for_the_others(
    high: int, around: int, answer: Answer | Unset, row: str
) -> None:
    def draw(field: Count, binding: Binding) -> ft.Control:
        return short_count(field, binding, around, 7, lambda: None)

    async with mounted(Alone, Count("f", "Tricks", 0, high), Heard(), answer, draw) as page:
        assert " ".join("+" if text == "Other numbers" else text for text in page.texts()) == row
