"""The number pad: keys are characters, a number is what they spell, and only "›" goes on to the next one."""

from dataclasses import replace
from pathlib import Path

import flet as ft
import pytest

from companion.forms import field_views
from companion.forms.field_views import Binding
from companion.open_session.desk import Desk
from companion.setup.start_session import begin
from companion.testing.accessibility import is_selected, pressed_names
from companion.testing.headless import Page, mounted
from companion.ui.theme import Look
from companion.window.state import Window, WindowContext
from scoring.contract.game import AnyGame, Table
from scoring.contract.prompts import UNSET, Answer, Cell, Count, Grid, Prompt, Sum, Unset
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.faction_wars import GAME as FACTION_WARS
from scoring.games.faction_wars.counting import CardsCounted
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.games.score_pad import Options
from storage.store import Store
from tests.companion.pages import at, type_on
from tests.companion.tables import checkpoint, enter, opened
from tests.companion.test_fields import Alone, Heard
from tests.scoring.kinds import NAMES
from tests.storage.tiny import TINY

THREE = Grid("f", "Points", tuple(Cell(n, name, Sum("n", "", 0, 299)) for n, name in enumerate(NAMES[:3])), seats=True)


SIGNED = replace(
    THREE, cells=tuple(replace(cell, field=Sum("n", "", -999, 999, is_signed=True)) for cell in THREE.cells)
)


async def tap(page: Page, keys: str) -> None:
    await type_on(page, "form.f.pad", keys)


def shown(page: Page) -> list[str]:
    """What stands above the keys: a hint or whose number it is, and what is typed."""
    return page.texts(page.id("form.f.pad"))


def points_of(page: Page, seat: int) -> str:
    return page.texts(page.id(f"form.f[{seat}]"))[-1]


@pytest.mark.parametrize(
    ("keys", "answer", "text"),
    [
        ("27", 27, "27"),
        ("7", 7, "7"),
        ("0", 0, "0"),
        ("07", 7, "7"),
        ("126", 126, "126"),
        ("3+6+2", [3, 6, 2], "3 + 6 + 2 = 11"),
        ("27+4", [27, 4], "27 + 4 = 31"),
        ("27+", 27, "27 +"),
        ("+27++4", [27, 4], "27 + 4 = 31"),
        ("3+0+5", [3, 5], "3 + 0 + 5 = 8"),
        ("3+6⌫", 3, "3 +"),
        ("3+6⌫⌫5", 35, "35"),
        ("27⌫⌫", UNSET, "–"),
        ("⌫", UNSET, "–"),
        ("27±", -27, "−27"),
        ("±27", -27, "−27"),
        ("±±27", 27, "27"),
        ("2±7", -27, "−27"),
        ("9+4±", [9, -4], "9 − 4 = 5"),
        ("9+±4", [9, -4], "9 − 4 = 5"),
        ("9+4±+2", [9, -4, 2], "9 − 4 + 2 = 7"),
        ("±", UNSET, "−"),
    ],
)
async def test_a_number_is_typed_as_on_a_calculator(keys: str, answer: Answer, text: str) -> None:
    heard = Heard([UNSET])
    async with mounted(Alone, Sum("f", "Points", -999, 999, is_signed=True), heard) as page:
        await tap(page, keys)
        assert shown(page)[-1] == text
    assert heard.last == answer


async def test_a_number_that_is_never_below_zero_has_no_key_for_it() -> None:
    async with mounted(Alone, Sum("f", "Points", 0, 199), Heard()) as page:
        assert [name[-1] for name in pressed_names(page)] == list("123456789⌫+0")


async def test_the_large_key_says_whose_number_is_next_and_goes_there() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        for keys, next_one in (("3+5", "Ben ›"), ("0", "Cleo ›")):
            await tap(page, keys)
            assert page.texts(page.id("form.f.pad#›"))[0] == next_one
            await tap(page, "›")
        await tap(page, "27")
        assert heard.last == [[0, [3, 5]], [1, 0], [2, 27]]
        assert not page.has("form.f.pad#›"), "the button of the form goes on"
        assert [points_of(page, seat) for seat in range(3)] == ["8", "0", "27"]


async def test_the_large_key_does_nothing_until_something_is_entered() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        await tap(page, "›4›")
        await page.tap("form.f[2]")
        await tap(page, "9›6")
        assert (heard.last, heard.refused) == ([[0, 4], [1, 6], [2, 9]], [])


async def test_a_second_tap_on_the_large_key_changes_no_number() -> None:
    heard = Heard()
    async with mounted(Alone, SIGNED, heard) as page:
        for key in "74":
            await tap(page, key)
            twice = page.tappable("form.f.pad#›")
            for _ in range(2):  # nothing is drawn in between
                twice.on_click(None)  # type: ignore[attr-defined]
            await page.settle()
        await tap(page, "85")
        assert (heard.last, heard.refused) == ([[0, 7], [1, 4], [2, 85]], [])


async def test_a_number_entered_before_is_replaced_by_a_digit_and_added_to_by_a_plus() -> None:
    heard = Heard()
    async with mounted(Alone, SIGNED, heard, [[0, 13], [1, [4, 5]], [2, 2]]) as page:
        assert shown(page) == ["All in. Tap one above to change it."]
        await page.tap("form.f[0]")
        assert shown(page) == ["Ana\nA digit replaces it, + adds.", "13"]
        await tap(page, "82")
        assert (heard.last[0], shown(page)) == ([0, 82], ["Ana", "82"])
        await page.tap("form.f[1]")
        assert shown(page) == ["Ben\nA digit replaces it, + adds.", "4 + 5 = 9"]
        await tap(page, "+3")
        assert heard.last[1] == [1, [4, 5, 3]]
        await page.tap("form.f[2]")
        await tap(page, "±")
        assert (heard.last[2], is_selected(page, "form.f[2]")) == ([2, -2], True)
        await tap(page, "8")
        assert heard.last[2] == [2, -8]
        await page.tap("form.f[1]")
        await tap(page, "⌫7")
        assert heard.last[1] == [1, [4, 5, 7]]


async def test_what_is_more_than_the_highest_is_refused_and_not_put_in() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        await tap(page, "300")
        assert (heard.last, heard.refused) == ([[0, 30]], ["A number from 0 to 299. ⌫ takes it back."])
        assert shown(page) == ["Ana", "30", "0"]
        await tap(page, "5›")
        assert (heard.last, len(heard.refused)) == ([[0, 30]], 3)
        await tap(page, "⌫+5›4")
        assert heard.last == [[0, [30, 5]], [1, 4]]


async def test_a_number_that_is_too_small_so_far_may_become_longer_and_is_not_left() -> None:
    heard = Heard()
    low = replace(THREE, cells=tuple(replace(cell, field=Sum("n", "", 20, 99)) for cell in THREE.cells))
    async with mounted(Alone, low, heard) as page:
        await tap(page, "2›7›30")
        assert (heard.last, heard.refused) == ([[0, 27], [1, 30]], ["A number from 20 to 99."])


async def test_keys_that_are_faster_than_the_drawing_reach_the_numbers_they_were_meant_for() -> None:
    heard = Heard()
    async with mounted(Alone, THREE, heard) as page:
        keys = {key: page.tappable(f"form.f.pad#{key}") for key in "12345+›"}
        for key in "27›1+4›5".replace("7", "3"):  # nothing is drawn in between
            keys[key].on_click(None)  # type: ignore[attr-defined]
        await page.settle()
    assert heard.last == [[0, 23], [1, [1, 4]], [2, 5]]


async def test_lost_points_are_shown_with_their_sign() -> None:
    heard = Heard()
    async with mounted(Alone, Sum("f", "Penalties", -199, 199), heard) as page:
        await tap(page, "3+4")
        assert (heard.last, shown(page)[-1]) == ([3, 4], "−3 − 4 = −7")


async def test_the_last_number_of_a_sum_of_zero_follows(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3, Options(zero_sum=True))
    pad = "round_entered.scores"
    async with at(store, f"/table/{desk.session_id}") as page:
        await type_on(page, f"{pad}.pad", "30›12±")
        assert page.texts(page.id(f"{pad}[2]"))[-1] == "−18"
        assert not page.has(f"{pad}.pad#›")
        await page.tap("confirm")
    assert Desk(store, desk.session_id).event_at(1).scores == ((0, 30), (1, -12), (2, -18))


async def test_halves_are_typed_where_the_game_has_them(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3, Options(zero_sum=True, halves=True))
    pad = "round_entered.scores"
    async with at(store, f"/table/{desk.session_id}") as page:
        await type_on(page, f"{pad}.pad", "3+6½+2")
        assert "3 + 6.5 + 2 = 11.5" in page.texts()
        await type_on(page, f"{pad}.pad", "›1½±")
        assert [page.texts(page.id(f"{pad}[{seat}]"))[-1] for seat in range(3)] == ["11.5", "−1.5", "−10"]
        await page.tap("confirm")
        assert {"+11.5", "−1.5", "−10"} <= set(page.texts())
    assert Desk(store, desk.session_id).event_at(1).scores == ((0, (3, 6.5, 2)), (1, -1.5), (2, -10))


async def test_other_numbers_have_no_key_for_a_half(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert "+" in page.texts()
        assert "½" not in page.texts()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (412, 915), (740, 360)])
async def test_twelve_players_scroll_to_the_one_who_is_on(width: int, height: int, store: Store) -> None:
    names = tuple(f"P{n}" for n in range(12))
    session = begin(store, SCORE_PAD, names, Options())
    async with at(store, f"/table/{session}", width=width, height=height) as page:
        page.client.calls.clear()
        for _ in range(9):
            await page.tap("round_entered.scores.pad#7", "round_entered.scores.pad#›")
        is_cut = height < 900
        await page.until(lambda: is_cut == ("scroll_to" in [name for name, _ in page.client.calls]))


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


async def test_the_sums_of_a_form_share_one_pad() -> None:
    heard: list[dict[str, Answer]] = []
    async with mounted(lambda: WindowContext(Window(), lambda: Piles(heard))) as page:
        assert len([name for name in pressed_names(page) if name.endswith("#7")]) == 1
        await type_on(page, "form.recruits.pad", "14›3+2")
    assert heard[-1] == {"recruits": 14, "penalties": [3, 2]}


@pytest.mark.long
async def test_a_plain_number_beside_sums_shares_their_pad(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 4)
    pad = "cards_counted.recruits.pad"
    async with at(store, f"/table/{desk.session_id}") as page:
        await type_on(page, f"{pad}", "50+44›3›1+1")
        assert page.texts(page.id("total[0]")) == ["A", "Ana", "0", "+95"]  # 50 + 44 − 3 + 2 x 2
        await page.tap("confirm")
    assert Desk(store, desk.session_id).event_at(1) == CardsCounted(0, (50, 44), 2, 3)


async def test_a_number_on_a_pad_says_why_it_cannot_be(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 2)
    enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=9)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("cards_counted.berserkers", "cards_counted.recruits.pad#3")
        assert "The box has 11 Vikings; at most 2 Berserkers are left to own. ⌫ takes it back." in page.texts()
        assert page.texts(page.id("cards_counted.berserkers")) == ["Berserker cards", "0"]


@pytest.mark.long
async def test_a_keyboard_types_numbers_and_enter_goes_on(store: Store) -> None:
    desk = checkpoint(store)
    async with at(store, f"/table/{desk.session_id}") as page:

        def points() -> list[str]:
            return [page.texts(page.id(f"checkpoint_counted.points[{seat}]"))[-1] for seat in range(3)]

        await page.key("2", "1", "Enter", "1", "0", "4", "Backspace", "Enter", "7", "+", "5")
        assert points() == ["21", "10", "12"]
        await page.tap("asides")
        await page.key("9")
        assert points() == ["21", "10", "12"], "it was typed into the sheet"
        await page.tap("sheet.close")
        await page.key("9", ctrl=True)
        await page.key("Numpad 3", "Enter", "8")
        assert points() == ["21", "10", "60"]
        await page.tap("checkpoint_counted.points[0]")
        await page.key("0", "Enter")
        assert points() == ["0", "10", "60"]
        expected = {"points": [[0, 0], [1, 10], [2, [7, 53]]]}
        await page.until(lambda: Desk(store, desk.session_id).draft("checkpoint_counted") == expected)
        await page.key("5")
        assert "All in. Tap one above to change it." in page.texts()
        await page.key("Enter")
        assert Desk(store, desk.session_id).number == desk.number + 1, "once more, and it is recorded"
        await page.go("/")
        await page.key("4", "Enter")
        assert Desk(store, desk.session_id).number == desk.number + 1


async def test_a_keyboard_corrects_a_number_in_its_sheet(store: Store) -> None:
    desk = checkpoint(store, 2)
    enter(desk, "checkpoint_counted", points=[[0, 21], [1, 12]])
    async with at(store, f"/table/{desk.session_id}/log/2/1") as page:
        await page.key("8")
        assert page.texts(page.id("checkpoint_counted.points[1]"))[-1] == "8"
        await page.tap("entry.check")
        await page.key("4")
        await page.tap("preview.save")
    assert Desk(store, desk.session_id).event_at(2).points == ((0, 21), (1, 8))


@pytest.mark.long
async def test_enter_goes_on_before_it_records(store: Store) -> None:
    desk = opened(store, FACTION_WARS, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        for key in ("2", "7", "Enter", "3", "Enter", "2", "Enter"):
            await page.key(key)
            assert Desk(store, desk.session_id).number == desk.number, "penalties and Berserkers would be 0"
        await page.key("Enter")
        assert Desk(store, desk.session_id).event_at(1) == CardsCounted(0, 27, 2, 3)
        await page.key("9", "Enter", "Enter", "Enter", "Enter")
        assert Desk(store, desk.session_id).event_at(2) == CardsCounted(1, 9, 0, 0), "without penalties"


async def test_totals_of_rounds_played_before_are_typed(store: Store) -> None:
    desk = opened(store, CROWN, 2)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides", "aside.joined_late", "joined_late.next_round=3")
        assert "Totals so far" in page.texts()
        await type_on(page, "joined_late.totals.pad", "40›20±")
        await page.tap("aside.confirm")
    assert [line.points for line in Desk(store, desk.session_id).state.ledger] == [40, -20]


def _ask_at_once(most: int) -> AnyGame:
    """The tiny game with a number that is recorded as soon as it is given."""
    number, given = Count("points", "Points", 0, most), (("seat", 0),)
    return replace(TINY, prompts=lambda state: (Prompt("scored", "Ana scores", (number,), given=given, instant=True),))


@pytest.mark.parametrize(("most", "is_recorded"), [(9, True), (40, False)])
async def test_a_number_of_two_digits_is_never_recorded_at_its_first(
    tmp_path: Path, most: int, is_recorded: bool
) -> None:
    game = _ask_at_once(most)
    with Store(tmp_path / "tiny.db", [game]) as store:
        desk = opened(store, game, 2)
        async with at(store, f"/table/{desk.session_id}") as page:
            await page.tap("scored.points=4" if is_recorded else "scored.points.pad#4")
            assert len(store.sessions.load(desk.session_id).journal) == 1 + is_recorded


async def test_nothing_is_recorded_while_a_refused_digit_is_in_sight(store: Store) -> None:
    """Without it the shorter number would count: 1 instead of 12."""
    desk = opened(store, FACTION_WARS, 2)
    enter(desk, "cards_counted", recruits=12, bystanders=0, berserkers=0)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("cards_counted.recruits")
        await type_on(page, "cards_counted.recruits.pad", "7›0›12")
        for _ in range(2):
            await page.tap("confirm")
            assert any(text.endswith("takes it back.") for text in page.texts())
            assert Desk(store, desk.session_id).number == 2
        await page.tap("cards_counted.bystanders")  # leaves the number no more than a key does
        await type_on(page, "cards_counted.recruits.pad", "5")
        await page.tap("confirm")
        assert Desk(store, desk.session_id).number == 2
        await type_on(page, "cards_counted.recruits.pad", "⌫")
        await page.tap("confirm")
        assert Desk(store, desk.session_id).number == 3


@pytest.mark.parametrize(
    ("players", "height", "scale", "has_totals"),
    [(4, 740, 1.0, True), (5, 740, 1.0, False), (4, 640, 1.0, False), (4, 740, 1.3, False), (5, 915, 1.0, False)],
)
async def test_a_small_phone_has_one_line_of_totals_above_the_pad_where_it_has_room(
    players: int, height: int, scale: float, has_totals: bool, store: Store
) -> None:
    desk = opened(store, SCORE_PAD, players)
    enter(desk, "round_entered", scores=[[seat, 7] for seat in range(players)])
    store.settings.put("scale", scale)
    async with at(store, f"/table/{desk.session_id}", width=360, height=height) as page:
        assert page.has("total[0]") is has_totals
