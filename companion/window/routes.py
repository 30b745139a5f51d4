"""The routes of evenings and years, and the way from a session to its evening."""

from datetime import date
from functools import partial
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.ui.chips_and_buttons import quiet
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.ui.typed_numbers import parse_number
from companion.window.messages import go
from companion.window.state import House
from storage.statistics.evenings_and_years import find_evening
from storage.valid_values import FIRST_YEAR, LAST_YEAR, is_local_year

PICTURE_PATH: Final = "/result.png"
EVENING_PATH: Final = "/evening.jsonl"
"""Where a phone at the table gets the picture of the result, and the games of this evening as a file."""


def evening_path(day: date) -> str:
    return f"/evening/{day.isoformat()}"


def parse_day(text: str) -> date:
    """The day in the route of an evening; raises ValueError with a sentence."""
    try:
        day = date.fromisoformat(unquote(text))
    except ValueError:
        day = date.min
    if not is_local_year(day.year):
        raise ValueError("There is no such day.")
    return day


def year_path(year: int) -> str:
    return f"/year/{year}"


def parse_year(text: str) -> int:
    """The year in its route; raises ValueError with a sentence."""
    try:
        return parse_number(unquote(text), FIRST_YEAR - 1, LAST_YEAR + 1)
    except ValueError as error:
        raise ValueError("There is no such year.") from error


def evening_links(look: Look, house: House, session_id: str) -> list[ft.Control]:
    """A button that opens the evening of a session; none if it was the only game."""
    evening = find_evening(house.store.database, session_id)
    if evening is None or evening[1] < 2:
        return []
    day, number = evening
    words = f"The evening: {counted(number, 'game')}"
    return [quiet(look, "evening", words, partial(go, evening_path(day)), icon=ft.Icons.EVENT)]
