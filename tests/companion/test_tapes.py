"""The adding tape: cards tapped one by one add up, a sum is tapped in two, and only keys that say so leave a tape."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

import flet as ft
import pytest

from companion.desk.desk import Desk
from companion.forms import field_views
from companion.forms.field_views import Binding
from companion.testing.headless import Page, headless, mounted
from companion.testing.reach import is_selected, name_of, pressed_names
from companion.ui.theme import Look
from companion.window.state import Window, WindowContext
from scoring.contract.game import Table
from scoring.contract.prompts import UNSET, Answer, Cell, Grid, Sum, Unset
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.counting import CardsCounted
from scoring.games.loot_and_recruit import GAME as LOOT_AND_RECRUIT
from storage.store import Store
from tests.companion.tables import enter, opened
from tests.companion.test_fields import Alone, Heard
from tests.companion.test_screens import at
from tests.scoring.kinds import NAMES

THREE = Grid("f", "Points", tuple(Cell(n, name, Sum("n", "", 0, 299)) for n, name in enumerate(NAMES[:3])), seats=True)


SIGNED = replace(
    THREE, cells=tuple(replace(cell, field=Sum("n", "", -999, 999, is_signed=True)) for cell in THREE.cells)
)


async def tap(page: Page, *numbers: int) -> None:
    for number in numbers:
        await page.tap(f"form.f.tape#{number}")


async def last(page: Page, *numbers: int) -> None:
    """Tap the keys that add their number and go on."""
    for number in numbers:
        await page.tap(f"form.f.tape>{number}")


def tape(page: Page) -> list[str]:
    """The numbers on the tape that is on."""
    names = (name for name in pressed_names(page) if name.startswith("form.f.tape.part["))
    return [page.texts(page.id(name))[0] for name in names]


def title_of(page: Page, seat: int) -> list[str]:
    return page.texts(page.id(f"form.f[{seat}]"))


@headless
async def test_cards_stand_on_the_tape_and_add_up_and_a_tap_takes_one_off() -> None:
    heard = Heard()
    async with mounted(Alone, Sum("f", "Points", 0, 199), heard) as page:
        assert "–" in page.texts()
        await tap(page, 3, 5, 2)
        assert (heard.last, tape(page)) == ([3, 5, 2], ["3", "+5", "+2"])
        assert "10" in page.texts(page.id("form.f"))
        await page.tap("form.f.tape.part[1]")
        assert (heard.last, tape(page)) == ([3, 2], ["3", "+2"])
        await page.tap("form.f.tape.part[0]")
        assert heard.last == 2
        await page.tap("form.f.tape.part[0]")
        assert heard.last is UNSET
        assert "–" in page.texts()


SIGN = 0
"""Stands for the key that changes the sign, where no test taps a 0."""


@pytest.mark.parametrize(
    ("taps", "answer"),
    [
        ((SIGN, 7), -7),
        ((7, SIGN), -7),
        ((SIGN, 20, 7), -27),
        ((20, 7, SIGN), -27),
        ((20, SIGN, 7), -27),
        ((9, 4, SIGN), [9, -4]),
        ((9, 4, SIGN, 2), [9, -4, 2]),
        ((7, SIGN, SIGN), 7),
        ((SIGN, SIGN, 7), 7),
        ((SIGN, 100, 20, 6), -126),
    ],
)
def test_a_signed_tape_goes_below_zero(taps: Sequence[int], answer: Answer) -> None:
    @headless
    async def enter() -> None:
        heard = Heard()
        async with mounted(Alone, Sum("f", "Points", -999, 999, is_signed=True), heard) as page:
            for number in taps:
                await page.tap("form.f.tape.sign" if number == SIGN else f"form.f.tape#{number}")
            assert f"{abs(sum(answer) if isinstance(answer, list) else answer)}" in page.texts(page.id("form.f"))[-1]
            assert heard.last == answer

    enter()


@headless
async def test_a_tape_without_a_sign_has_no_key_for_it() -> None:
    async with mounted(Alone, Sum("f", "Points", 0, 199), Heard()) as page:
        assert "form.f.tape.sign" not in pressed_names(page)


@pytest.mark.parametrize(
    ("taps", "answer"),
    [
        ((0,), 0),
        ((7,), 7),
        ((30,), 30),
        ((20, 7), 27),
        ((100, 20, 6), 126),
        ((100, 6), 106),
        ((4, 20, 7), [4, 27]),
        ((20, 7, 4), [27, 4]),
        ((20, 30), [20, 30]),
        ((100, 100, 20, 6), 226),
        ((20, 0, 4), [20, 4]),
    ],
)
def test_a_ten_and_its_unit_are_one_number(taps: Sequence[int], answer: Answer) -> None:
    heard = Heard()

    @headless
    async def play() -> None:
        async with mounted(Alone, Sum("f", "Points", 0, 299), heard) as page:
            await tap(page, *taps)

    play()
    assert heard.last == answer


@pytest.mark.parametrize("cards", [(10, 3, 1), (10, 3, 20), (20, 0, 4), (0, 5), (3, 10, 5), (100, 20, 6, 1)])
def test_a_further_card_goes_to_nobody_else(cards: Sequence[int]) -> None:
    """No number shows that it is complete: 13 may be a card, and another one may follow."""

    @headless
    async def count() -> None:
        heard = Heard()
        async with mounted(Alone, THREE, heard) as page:
            await tap(page, *cards)
            assert [seat for seat, _ in heard.last] == [0]
            assert title_of(page, 0)[-1] == f"{sum(cards)}"
            assert is_selected(page, "form.f[0]")

    count()


@headless
async def test_a_last_digit_is_added_and_the_next_tape_is_on() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        assert is_selected(page, "form.f[0]")
        assert "Add and go on to Ben" in page.texts()
        await tap(page, 20)
        await last(page, 7, 0)
        assert "Add and finish" in page.texts()
        await tap(page, 30)
        await last(page, 0)
        assert heard.last == [[0, 27], [1, 0], [2, 30]]
        await page.tap("form.f.tape.next")
        await tap(page, 4)
        assert heard.last == [[0, 27], [1, 0], [2, 30]]


@headless
async def test_a_last_digit_may_end_a_tape_of_cards() -> None:
    heard = Heard()
    async with mounted(Alone, SIGNED, heard) as page:
        await tap(page, 3, 5)
        await last(page, 2)
        await page.tap("form.f.tape.sign")
        assert page.texts(page.id("form.f.tape>4"))[0] == "−4 ›"
        await last(page, 4)
        await tap(page, 6)
        await last(page, 0)
        assert heard.last == [[0, [3, 5, 2]], [1, -4], [2, 6]]


@headless
async def test_a_last_digit_that_is_refused_stays_where_it_is() -> None:
    heard = Heard()
    low = replace(THREE, cells=tuple(replace(cell, field=Sum("n", "", 0, 30)) for cell in THREE.cells))
    async with mounted(Alone, low, heard) as page:
        await tap(page, 30)
        await last(page, 4)
        assert (heard.last, len(heard.refused), is_selected(page, "form.f[1]")) == ([[0, 30]], 1, False)


@headless
async def test_a_tape_of_cards_waits_until_the_next_one_is_tapped() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        await tap(page, 3, 5)
        await page.tap("form.f.tape.next")
        await tap(page, 4)
        await page.tap("form.f[2]")
        await tap(page, 9)
        assert heard.last == [[0, [3, 5]], [1, 4], [2, 9]]
        assert title_of(page, 0) == ["1", "Ana", "8"]


@headless
async def test_next_keeps_its_place_and_does_nothing_until_something_is_entered() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        await page.tap("form.f.tape.next")
        for ten, unit in ((10, 1), (10, 3)):  # the key went on already
            await tap(page, ten)
            await last(page, unit)
            await page.tap("form.f.tape.next")
        assert is_selected(page, "form.f[2]")
        await tap(page, 8)
        assert heard.last == [[0, 11], [1, 13], [2, 8]]
        assert page.texts(page.id("form.f.tape.next"))[0] == "Done"


@headless
async def test_a_second_tap_on_the_last_next_changes_no_number() -> None:
    heard = Heard()
    async with mounted(Alone, SIGNED, heard) as page:
        for number in (7, 4, 8):
            await tap(page, number)
            twice = page.tappable("form.f.tape.next")
            for _ in range(2):  # nothing is drawn in between
                twice.on_click(None)  # type: ignore[attr-defined]
            await page.settle()
        assert heard.last == [[0, 7], [1, 4], [2, 8]]
        assert tape(page) == []
        await tap(page, 5)
        assert (heard.last, len(heard.refused)) == ([[0, 7], [1, 4], [2, 8]], 1)


@headless
async def test_a_number_entered_before_is_replaced_once_its_player_is_tapped() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard, [[0, 13], [1, [4, 5]], [2, 0]]) as page:
        assert tape(page) == []  # a key changes nobody's number before a player is tapped
        await page.tap("form.f[0]")
        assert (tape(page), page.texts(page.id("form.f.tape#8"))) == (["13"], ["8"])
        assert "Replace 13 and finish" in page.texts()
        await tap(page, 8)
        assert heard.last == [[0, 8], [1, [4, 5]], [2, 0]]
        await tap(page, 2)
        assert heard.last == [[0, [8, 2]], [1, [4, 5]], [2, 0]]
        await page.tap("form.f.tape.next")
        await page.tap("form.f[2]")
        await tap(page, 20)
        await last(page, 7)
        assert heard.last == [[0, [8, 2]], [1, [4, 5]], [2, 27]]
        assert tape(page) == []


@headless
async def test_parts_entered_before_are_taken_off_or_added_to() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard, [[0, 13], [1, [4, 5]], [2, 0]]) as page:
        await page.tap("form.f[1]")
        await page.tap("form.f.tape.part[0]")
        await tap(page, 6)
        assert heard.last == [[0, 13], [1, [5, 6]], [2, 0]]
        await page.tap("form.f.tape.next")
        await page.tap("form.f[0]")
        assert "Replace 13 and finish" in page.texts()
        await page.tap("form.f.tape.add")
        assert "Add and finish" in page.texts()
        await tap(page, 8)
        assert heard.last == [[0, [13, 8]], [1, [5, 6]], [2, 0]]
        await page.tap("form.f.tape.rub")
        assert (heard.last, tape(page)) == ([[0, 13], [1, [5, 6]], [2, 0]], ["13"])


@headless
async def test_a_sign_stays_with_the_number_that_is_replaced() -> None:
    heard = Heard()
    async with mounted(Alone, SIGNED, heard, [[0, 13], [1, 4], [2, 0]]) as page:
        await page.tap("form.f[0]")
        await page.tap("form.f.tape.sign")
        assert (heard.last, page.texts(page.id("form.f.tape#8"))) == ([[0, -13], [1, 4], [2, 0]], ["−8"])
        await tap(page, 8)
        assert heard.last == [[0, -8], [1, 4], [2, 0]]


@headless
async def test_a_digit_that_seems_to_follow_another_goes_to_nobody_else() -> None:
    """Who takes the keys for digits sees "+7" and "+0": 7 and 0 make 7, and the pad stays there."""
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        assert page.texts(page.id("form.f.tape#7")) == ["+7"]
        await tap(page, 7, 0)
        assert (heard.last, is_selected(page, "form.f[1]")) == ([[0, 7]], False)
        await page.tap("form.f.tape.rub")
        await tap(page, 70, 0, 0)
        assert heard.last == [[0, 70]]


@headless
async def test_the_keys_beside_the_tape_keep_their_places() -> None:
    heard = Heard()
    async with mounted(Alone, SIGNED, heard) as page:
        places = {beside(page)}
        for keys in ((7,), (), (10, 1), (20, 6), ()):
            await tap(page, *keys)
            await page.tap("form.f.tape.next")
            places.add(beside(page))
        assert places == {("form.f.tape.sign", "form.f.tape.rub", "form.f.tape.next")}


def beside(page: Page) -> tuple[str, ...]:
    """The keys beside the tape, in their order; those that are off are there too."""
    names = (name_of(control) for control in page.all(ft.Semantics))
    return tuple(name for name in names if name.startswith("form.f.tape.") and "part" not in name)


@headless
async def test_what_is_more_than_the_highest_is_refused_and_changes_nothing() -> None:
    heard = Heard()
    async with mounted(Alone, Sum("f", "Points", 0, 30), heard) as page:
        await tap(page, 20, 7, 4)
        assert (heard.last, heard.refused) == (27, ["A number from 0 to 30."])
        assert tape(page) == ["27"]


@headless
async def test_taps_that_are_faster_than_the_drawing_reach_the_tapes_they_were_meant_for() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        keys = {name: page.tappable(f"form.f.tape{name}") for name in ("#20", ">7", "#10", ">4", "#5")}
        for key in keys.values():  # nothing is drawn in between
            key.on_click(None)  # type: ignore[attr-defined]
        await page.settle()
    assert heard.last == [[0, 27], [1, 14], [2, 5]]


@pytest.mark.long
@headless
async def test_a_plain_number_costs_at_most_two_point_two_taps() -> None:
    """Every number of one and of two digits, entered for one player after another."""
    taps = []
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        for number in range(100):
            await page.tap("form.f[0]")
            keys = [f"#{number // 10 * 10}"] * (number >= 10) + [f">{number % 10}"]
            for key in keys:
                await page.tap(f"form.f.tape{key}")
            assert (heard.last, is_selected(page, "form.f[1]")) == ([[0, number]], True)
            taps.append(len(keys))
    assert mean(taps) <= 2.2


@headless
async def test_lost_points_are_shown_with_their_sign() -> None:
    heard = Heard()
    async with mounted(Alone, Sum("f", "Penalties", -199, 199), heard) as page:
        assert page.texts(page.id("form.f.tape#3")) == ["−3"]
        await tap(page, 3)
        await tap(page, 4)
        assert (heard.last, tape(page)) == ([3, 4], ["−3", "−4"])
        assert "−7" in page.texts()


# Several sums in one form -------------------------------------------------------------------------------------------


@ft.component
def Piles(heard: list[dict[str, Answer]]) -> ft.Control:
    """Two sums of a form, one of them likely."""
    piles = (Sum("recruits", "Recruits", 0, 199), Sum("penalties", "Penalties", 0, 199, likely=0))
    draft, put = ft.use_state(dict[str, Answer])

    def bind(field: Sum) -> Binding:
        def answer(given: Answer | Unset) -> None:
            heard.append({**(heard[-1] if heard else {}), field.name: given})
            put(lambda before: {**before, field.name: given})

        return Binding(
            look=Look(),
            path=f"form.{field.name}",
            value=field.get_value(draft),
            answer=answer,
            refuse=lambda why: None,
            table=Table(NAMES),
            suits={},
            board=lambda: None,  # type: ignore[arg-type,return-value]
            find_cards=lambda shelf, letters: (),
            read_latest=lambda: (heard[-1] if heard else {}).get(field.name),
        )

    return ft.Column(field_views.views(piles, bind))  # type: ignore[arg-type]


@headless
async def test_the_sums_of_a_form_share_one_pad() -> None:
    heard: list[dict[str, Answer]] = []
    async with mounted(lambda: WindowContext(Window(), lambda: Piles(heard))) as page:
        assert len([name for name in pressed_names(page) if name.endswith("#7")]) == 1
        for key in ("#10", ">4", "#3", "#2"):
            await page.tap(f"form.recruits.tape{key}")
    assert heard[-1] == {"recruits": 14, "penalties": [3, 2]}


@pytest.mark.long
@headless
async def test_a_number_beside_sums_shares_their_pad_which_has_the_tens_that_are_usual(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 4)
    pad = "cards_counted.recruits.tape"
    async with at(store, f"/table/{desk.session_id}") as page:
        tens = [name for name in pressed_names(page) if name.startswith(f"{pad}#") and len(name) > len(f"{pad}#0")]
        assert tens == [f"{pad}#{ten}" for ten in (10, 20, 30, 40, 50)]
        for key in (f"{pad}#50", f"{pad}#40", f"{pad}>4", f"{pad}>3", f"{pad}#1", f"{pad}#1"):
            await page.tap(key)
        assert page.texts(page.id("total[0]")) == ["1", "Ana", "0", "+95"]  # 50 + 44 − 3 + 2 x 2
        await page.tap("confirm")
    assert Desk(store, desk.session_id).event_at(1) == CardsCounted(0, (50, 44), 2, 3)


@headless
async def test_a_number_on_a_pad_says_why_it_cannot_be(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 2)
    enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=9)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("cards_counted.berserkers")
        await page.tap("cards_counted.recruits.tape#3")
        assert "The box has 11 Vikings; at most 2 Berserkers are left to own." in page.texts()
        assert page.texts(page.id("cards_counted.berserkers")) == ["Berserker cards", "0"]


@pytest.mark.long
@headless
async def test_a_keyboard_types_numbers_and_enter_goes_on(store: Store) -> None:
    desk = opened(store, LOOT_AND_RECRUIT, 3)
    enter(desk, "rounds_played", round=5)
    async with at(store, f"/table/{desk.session_id}") as page:

        async def press(*keys: str) -> None:
            for key in keys:
                await page.key(key)

        def points() -> list[str]:
            return [page.texts(page.id(f"checkpoint_counted.points[{seat}]"))[-1] for seat in range(3)]

        await press("2", "1", "Enter", "1", "0", "4", "Backspace", "Enter", "7", "+", "5")
        assert points() == ["21", "10", "12"]
        await page.tap("asides")
        await press("9")
        assert points() == ["21", "10", "12"], "it was typed into the sheet"
        await page.tap("sheet.close")
        await page.key("9", ctrl=True)
        await press("Numpad 3", "Enter", "8")
        assert points() == ["21", "10", "60"]
        await page.tap("checkpoint_counted.points[0]")
        await press("0", "Enter")
        assert points() == ["0", "10", "60"]
        expected = {"points": [[0, 0], [1, 10], [2, [7, 53]]]}
        await page.until(lambda: Desk(store, desk.session_id).draft("checkpoint_counted") == expected)
        await press("5")
        assert "All in. Tap one above to change it." in page.texts()
        await press("Enter")
        assert Desk(store, desk.session_id).number == desk.number + 1, "once more, and it is recorded"
        await page.go("/")
        await press("4", "Enter")
        assert Desk(store, desk.session_id).number == desk.number + 1


@headless
async def test_a_keyboard_corrects_a_number_in_its_sheet(store: Store) -> None:
    desk = opened(store, LOOT_AND_RECRUIT, 2)
    enter(desk, "rounds_played", round=5)
    enter(desk, "checkpoint_counted", points=[[0, 21], [1, 12]])
    async with at(store, f"/table/{desk.session_id}/log/2/1") as page:
        await page.key("8")
        assert page.texts(page.id("checkpoint_counted.points[1]"))[-1] == "8"
        await page.tap("entry.check")
        await page.key("4")
        await page.tap("preview.save")
    assert Desk(store, desk.session_id).event_at(2).points == ((0, 21), (1, 8))


@pytest.mark.long
@headless
async def test_enter_goes_on_before_it_records(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        for key in ("2", "7", "Enter", "3", "Enter", "2", "Enter"):
            await page.key(key)
            assert Desk(store, desk.session_id).number == desk.number, "penalties and Berserkers would be 0"
        await page.key("Enter")
        assert Desk(store, desk.session_id).event_at(1) == CardsCounted(0, 27, 2, 3)
        for key in ("9", "Enter", "Enter"):
            await page.key(key)
        assert Desk(store, desk.session_id).event_at(2) == CardsCounted(1, 9, 0, 0), "without penalties"
