"""Whatever is typed, pasted or passed where a number is asked is understood or refused, and never left out."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from companion.forms.binding import Binding, entered_value
from companion.forms.number_pad import Pad, Slot
from companion.ui.theme import Look
from companion.ui.typed_numbers import parse_number, read_character
from scoring.contract.game import Table
from scoring.contract.prompts import UNSET, Answer, Count, Sum, Unset
from scoring.contract.tapes import add_up
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import checkpoint

HALVES = Sum("f", "Points", -9999, 9999, is_signed=True, step=0.5)
AGREED = Count("f", "Points", -1000, 1000, step=0.5)
SIGNED = Sum("f", "Points", -9999, 9999, is_signed=True)
POINTS = Sum("f", "Points", 0, 299)
LOST = Sum("f", "Penalties", -299, 299)
COUNT = Count("f", "Cards", 0, 60)


@dataclass
class Keyboard:
    """A pad for one number and another one after it, with what was refused."""

    field: Sum | Count
    answers: list[Answer | Unset] = field(default_factory=lambda: [UNSET, UNSET])
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pad = Pad([self._slot(0), self._slot(1)])

    def press(self, keys: Sequence[str]) -> "Keyboard":
        for key in keys:
            self.pad.press(key)
        return self

    @property
    def number(self) -> float | None:
        """The first number."""
        return None if isinstance(self.answers[0], Unset) else add_up(self.answers[0])

    def _slot(self, place: int) -> Slot:
        def answer(given: Answer | Unset) -> None:
            self.answers[place] = given

        def latest() -> Answer:
            given = self.answers[place]
            return None if isinstance(given, Unset) else given

        binding = Binding(
            look=Look(),
            path="f",
            value=entered_value(UNSET),
            answer=answer,
            refuse=self.refused.append,
            table=Table(("Ana", "Ben")),
            suits={},
            board=lambda: None,  # type: ignore[arg-type, return-value]  # never shown
            find_cards=lambda shelf, letters: [],
            read_latest=latest,
        )
        return Slot(self.field, binding, "")


@pytest.mark.parametrize(
    ("asked", "keys", "number"),
    [
        (POINTS, "25", 25),
        (POINTS, "025", 25),
        (POINTS, "1 00", 100),
        (POINTS, "7+5", 12),
        (POINTS, "5+05", 10),
        (POINTS, "7＋5", 12),
        (POINTS, "２５", 25),
        (POINTS, "٢٥", 25),
        (POINTS, "२५", 25),
        (SIGNED, "-5", -5),
        (SIGNED, "−5", -5),
        (SIGNED, "－５", -5),
        (SIGNED, "-05", -5),
        (SIGNED, "12-7", 5),
        (SIGNED, "12+-7", 5),
        (SIGNED, "12--7", 19),
        (SIGNED, "0", 0),
        (HALVES, "2.5", 2.5),
        (HALVES, "2,5", 2.5),
        (HALVES, "2\u066b٥", 2.5),
        (HALVES, "2½", 2.5),
        (HALVES, "½", 0.5),
        (HALVES, ".5", 0.5),
        (HALVES, "-½", -0.5),
        (HALVES, "2½±", -2.5),
        (HALVES, "2..5½", 2.5),
        (HALVES, "2.½", 2.5),
        (HALVES, "3+6½+2", 11.5),
        (HALVES, "2½+2½", 5),
        (HALVES, "3.+6.", 9),
        (HALVES, "1-½", 0.5),
        (AGREED, "10½", 10.5),
    ],
)
def test_digits_and_signs_of_every_keyboard_are_understood(asked: Sum | Count, keys: str, number: float) -> None:
    pad = Keyboard(asked).press(keys)
    assert (pad.number, pad.refused) == (number, [])


@pytest.mark.parametrize(
    ("asked", "keys", "why"),
    [
        (POINTS, "2.5", "A point is not part of a whole number."),
        (POINTS, "2,5", "A comma is not part of a whole number."),
        (POINTS, "1\xa0000", "“\xa0” is not part of a whole number."),
        (POINTS, "1'000", "“'” is not part of a whole number."),
        (POINTS, "2٫5", "“٫” is not part of a whole number."),
        (POINTS, "2O", "“O” is not part of a whole number."),
        (HALVES, "2.3", "A number is whole or ends in .5."),
        (HALVES, "2.53", "A number is whole or ends in .5."),
        (HALVES, "2½0", "A number is whole or ends in .5."),
        (HALVES, "-9999½", "A number from -9999 to 9999."),
        (AGREED, "-1000½", "A number from -1000 to 1000."),
        (POINTS, "2½", "“½” is not part of a whole number."),
        (POINTS, "2²", "“²” is not part of a whole number."),
        (POINTS, "x5", "“x” is not part of a whole number."),
        (POINTS, "-5", "A number from 0 to 299."),
        (POINTS, "12−7", "A number from 0 to 299."),
        (POINTS, "300", "A number from 0 to 299."),
        (COUNT, "61", "A number from 0 to 60."),
        (COUNT, "2.5", "A point is not part of a whole number."),
        (LOST, "-5", "Lost points are entered without a sign."),
        (SIGNED, "-2.5", "A point is not part of a whole number."),
    ],
)
def test_anything_else_is_refused_until_it_is_taken_back(asked: Sum | Count, keys: str, why: str) -> None:
    pad = Keyboard(asked)
    before = next(pad.number for key in keys if pad.press(key).refused)
    assert pad.refused[-1] == f"{why} ⌫ takes it back."
    count = len(pad.refused)
    pad.press(["7", "Enter", "8"])
    assert len(pad.refused) == count + 3, "no key is left out without a sentence"
    assert (pad.number, pad.answers[1], pad.pad.on) == (before, UNSET, 0)
    pad.press(["Backspace", *"+1", "Enter"])
    assert (pad.number, pad.pad.on) == ((before or 0) + 1, 1)


def test_a_half_is_taken_back_as_one_key() -> None:
    pad = Keyboard(HALVES).press([*"3+2½", "Backspace"])
    assert (pad.pad.text, pad.number) == ("3+2", 5)
    assert pad.press("½").number == 5.5
    assert pad.press(["Enter", *"1.", "Backspace", *"±", "Enter"]).answers == [[3, 2.5], -1]


def test_a_minus_without_a_number_after_it_is_not_left_out() -> None:
    pad = Keyboard(SIGNED).press([*"12-", "Enter"])
    assert (pad.refused, pad.pad.on) == (["A number is missing after the minus."], 0)
    assert pad.press(["Backspace", "Enter"]).pad.on == 1
    assert pad.number == 12


def test_keys_without_a_character_enter_nothing() -> None:
    pad = Keyboard(POINTS).press(["2", "Shift", "Tab", "Arrow Left", "Escape", "F5", "5"])
    assert (pad.number, pad.refused) == (25, [])
    assert Keyboard(POINTS).press([" ", "2"]).number == 2, "a space presses the button that has the focus"


@pytest.mark.long
def test_any_keys_are_worth_what_they_spell_or_are_refused() -> None:
    """Seeds of random keys, read once more by plain arithmetic."""
    for seed in range(3000):
        dice = random.Random(seed)
        keys = "".join(dice.choice("0012345678９٣+-−.") for _ in range(dice.randrange(1, 7)))
        pad = Keyboard(SIGNED).press([*keys, "Enter"])
        spelled, wrong = _spelled(keys)
        assert bool(pad.refused) == wrong, (seed, keys, pad.refused)
        assert wrong or (pad.number or 0) == spelled, (seed, keys, pad.answers)


def _spelled(keys: str) -> tuple[int, bool]:
    """The sum that the keys spell, and whether they spell none."""
    total, sign, digits = 0, 1, ""
    for key in [*map(read_character, keys), "end"]:
        if key.isdecimal():
            digits += key
            continue
        if abs(total + sign * int(digits or 0)) > 9999 or key == "":
            return 0, True
        total += sign * int(digits or 0)
        if digits:
            sign = 1
        sign, digits = (-sign if key == "-" else sign), ""
    return total, sign < 0 and not keys[-1:].isdecimal()


@pytest.mark.long
async def test_the_block_of_numbers_types_as_the_others_do(store: Store) -> None:
    async with at(store, f"/table/{checkpoint(store).session_id}") as page:
        await page.key("Numpad 7", "Numpad Add", "Numpad 5")
        assert page.texts(page.id("checkpoint_counted.points[0]"))[-1] == "12"
        for key, why in (("Numpad Decimal", "A point"), ("Numpad Comma", "A comma"), ("Numpad Divide", "“/”")):
            await page.key(key, "5")
            sentence = f"{why} is not part of a whole number. ⌫ takes it back."
            assert sentence in page.texts()
            await page.key("Backspace")
            assert sentence not in page.texts()
        assert page.texts(page.id("checkpoint_counted.points[0]"))[-1] == "12"


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), (" 12 ", 12), ("+12", 12), ("-12", -12), ("−12", -12), ("１２", 12), ("٠١٢", 12)]
)
def test_a_number_in_words_is_parsed(text: str, number: int) -> None:
    assert parse_number(text, -99, 99) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "+", "+-1", "1-", "1.0", "1,0", "1 0", "1_0", "²", "½", "0x1", "1e1", "nan", "100", "9" * 5000],
)
def test_a_text_that_is_no_number_here_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number from -99 to 99"):
        parse_number(text, -99, 99)
