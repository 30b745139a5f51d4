"""Texts used in more than one place."""

from datetime import datetime

import pytest

from companion.ui.marks import number_text, points_text
from companion.ui.text import average, continued, counted, day, hours, month, ordinal, share, within
from scoring.contract.names import join_words

NOW = datetime(2026, 11, 20, 22, 30).astimezone()


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ((), ""),
        (("Ana",), "Ana"),
        (("Ana", "Ben"), "Ana and Ben"),
        (("Ana", "Ben", "Cleo"), "Ana, Ben and Cleo"),
        (("Ana", "Ben", "Cleo", "Dov"), "Ana, Ben, Cleo and Dov"),
    ],
)
def test_names_are_listed_as_people_say_them(names: tuple[str, ...], text: str) -> None:
    assert join_words(names) == text


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        ((2026, 11, 20, 20, 15), "Today 20:15"),
        ((2026, 11, 20, 0, 0), "Today 00:00"),
        ((2026, 11, 19, 23, 59), "Yesterday 23:59"),
        ((2026, 11, 18, 20, 15), "Wed 18 Nov 20:15"),
        ((2026, 1, 2, 20, 5), "Fri 2 Jan 20:05"),
        ((2025, 12, 31, 20, 15), "Wed 31 Dec 2025 20:15"),
    ],
)
def test_a_day_is_told_from_today(moment: tuple[int, int, int, int, int], text: str) -> None:
    assert day(datetime(*moment).astimezone(), NOW) == text


@pytest.mark.parametrize(
    ("date", "text"),
    [("Today", "today"), ("Yesterday 20:15", "yesterday 20:15"), ("Wed 18 Nov", "Wed 18 Nov")],
)
def test_within_a_sentence_only_names_of_days_keep_their_capital(date: str, text: str) -> None:
    assert within(date) == text


def test_a_month_heads_its_evenings() -> None:
    assert month(NOW) == "November 2026"


@pytest.mark.parametrize(
    ("number", "words", "text"),
    [
        (0, ("round",), "0 rounds"),
        (1, ("round",), "1 round"),
        (3, ("round",), "3 rounds"),
        (1, ("entry waits", "entries wait"), "1 entry waits"),
        (2, ("entry waits", "entries wait"), "2 entries wait"),
    ],
)
def test_a_number_takes_its_noun_along(number: int, words: tuple[str, ...], text: str) -> None:
    assert counted(number, *words) == text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0, "under 1 min"),
        (35, "35 min"),
        (59, "59 min"),
        (60, "1 h 0 min"),
        (80, "1 h 20 min"),
        (600, "10 h"),
        (630, "11 h"),
    ],
)
def test_an_evening_lasts_hours_and_minutes(minutes: int, text: str) -> None:
    assert hours(minutes * 60) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_counted_as_people_do(number: int, text: str) -> None:
    assert ordinal(number) == text


@pytest.mark.parametrize(
    ("number", "plain", "points"), [(0, "0", "0"), (30, "30", "+30"), (-10, "−10", "−10"), (-1000, "−1000", "−1000")]
)
def test_minus_is_a_true_minus(number: int, plain: str, points: str) -> None:
    assert (number_text(number), points_text(number)) == (plain, points)


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Count the tricks", "Count the tricks: the bids are filled in; tap what differs."),
        ("Who bets more?", "Who bets more? The bids are filled in; tap what differs."),
    ],
)
def test_no_colon_follows_a_question(title: str, heading: str) -> None:
    assert title + continued(title, "The bids are filled in; tap what differs.") == heading


@pytest.mark.parametrize(("part", "text"), [(1 / 8, "13 %"), (29 / 200, "15 %"), (1 / 3, "33 %"), (1, "100 %")])
def test_a_percentage_is_rounded_as_people_do(part: float, text: str) -> None:
    assert share(part) == text


@pytest.mark.parametrize(("number", "text"), [(2.25, "2.3"), (-0.25, "−0.3"), (2.349, "2.3"), (7, "7.0")])
def test_an_average_is_rounded_as_people_do(number: float, text: str) -> None:
    assert average(number) == text
