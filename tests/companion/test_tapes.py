"""The adding tape: cards tapped one by one add up, a sum is tapped in two, and the next tape opens by itself."""

from collections.abc import Sequence
from statistics import mean

import flet as ft
import pytest

from companion import fields
from companion.fields import Binding
from companion.testing.headless import Page, headless, mounted
from companion.testing.reach import is_selected, pressed_names
from companion.theme import Look
from companion.window.state import Window, WindowContext
from scoring.drafts import get_value
from scoring.game import Table
from scoring.prompts import UNSET, Answer, Cell, Grid, Sum, Unset
from tests.companion.test_fields import Alone, Heard
from tests.scoring.kinds import NAMES

THREE = Grid("f", "Points", tuple(Cell(n, name, Sum("n", "", 0, 299)) for n, name in enumerate(NAMES[:3])), seats=True)


async def tap(page: Page, *numbers: int) -> None:
    for number in numbers:
        await page.tap(f"form.f.tape#{number}")


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


@headless
async def test_after_a_plain_number_the_next_tape_is_on() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        assert is_selected(page, "form.f[0]")
        await tap(page, 20, 7, 0, 30, 0)
        assert heard.last == [[0, 27], [1, 0], [2, 30]]
        assert "form.f.tape.next" not in pressed_names(page)


@headless
async def test_a_tape_of_cards_waits_until_the_next_one_is_tapped() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        await tap(page, 3, 5)
        await page.tap("form.f.tape.next")
        await tap(page, 4)
        await page.tap("form.f[0]")
        await tap(page, 2)
        assert heard.last == [[0, [3, 5, 2]], [1, 4]]
        assert title_of(page, 0) == ["1", "Ana", "10"]
        await page.tap("form.f.tape.next")
        await tap(page, 9)
        assert heard.last == [[0, [3, 5, 2]], [1, 4], [2, 9]]


@headless
async def test_a_number_counted_before_is_added_to() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard, [[0, 12], [1, [4, 5]], [2, 0]]) as page:
        await tap(page, 8)
        assert heard.last == [[0, [12, 8]], [1, [4, 5]], [2, 0]]
        assert is_selected(page, "form.f[0]")  # nothing is open, so it stays


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
        keys = {number: page.tappable(f"form.f.tape#{number}") for number in (20, 7, 10, 4, 5)}
        for number in (20, 7, 10, 4, 5):  # nothing is drawn in between
            keys[number].on_click(None)  # type: ignore[attr-defined]
        await page.settle()
    assert heard.last == [[0, 27], [1, 14], [2, 5]]


def test_a_plain_number_costs_at_most_two_point_two_taps() -> None:
    """Every number of two digits, entered for one player after another; one digit needs the way on as well."""

    def cost(number: int) -> int:
        if number < 10:
            return 1 + (number > 0)
        return 2  # a ten, and its unit or 0

    assert mean(map(cost, range(100))) <= 2.2


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
            value=get_value(field, draft),
            answer=answer,
            refuse=lambda why: None,
            table=Table(NAMES),
            suits={},
            board=lambda: None,  # type: ignore[arg-type,return-value]
            find_cards=lambda shelf, letters: (),
            read_latest=lambda: (heard[-1] if heard else {}).get(field.name),
        )

    return ft.Column(fields.views(piles, bind))  # type: ignore[arg-type]


@headless
async def test_the_sums_of_a_form_share_one_pad() -> None:
    heard: list[dict[str, Answer]] = []
    async with mounted(lambda: WindowContext(Window(), lambda: Piles(heard))) as page:
        assert len([name for name in pressed_names(page) if name.endswith("#7")]) == 1
        for number in (10, 4, 3, 2):
            await page.tap(f"form.recruits.tape#{number}")
    assert heard[-1] == {"recruits": 14, "penalties": [3, 2]}
