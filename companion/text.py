"""Words the shell says in more than one place; everything about a game comes from its prompts."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

APP: Final = "Table Companion"


def listed(names: Sequence[str]) -> str:
    """Names as people say them: "Ana", "Ana and Ben", "Ana, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def continued(title: str, sentence: str) -> str:
    """A sentence as it goes on after a title: after a colon, but as one of its own after a question."""
    return f" {sentence}" if title.endswith("?") else f": {sentence[0].lower()}{sentence[1:]}"


def day(moment: datetime, today: datetime) -> str:
    """A day as people say it: "Today 20:15", "Yesterday 20:15", "Fri 6 Nov 20:15", with the year if it is another."""
    local, now = moment.astimezone(), today.astimezone()
    days = (now.date() - local.date()).days
    clock = f"{local:%H:%M}"
    if days in (0, 1):
        return f"{('Today', 'Yesterday')[days]} {clock}"
    year = f" {local.year}" if local.year != now.year else ""
    return f"{local:%a} {local.day} {local:%b}{year} {clock}"


def on(moment: datetime, today: datetime) -> str:
    """The same without the clock: "Today", "Yesterday", "Fri 6 Nov", with the year if it is another."""
    return day(moment, today).rsplit(" ", 1)[0]


def within(day: str) -> str:
    """A day within a sentence: "today", "yesterday", "Fri 6 Nov"."""
    return day[0].lower() + day[1:] if day.startswith(("Today", "Yesterday")) else day


def month(moment: datetime) -> str:
    """The heading of a month: "November 2026"."""
    return f"{moment.astimezone():%B %Y}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 round", "3 rounds"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """A place as people say it: "1st", "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def true_minus(sentence: str) -> str:
    """A sentence with the minus signs of its numbers as they are set in print: "15 to −50"."""
    return re.sub(r"(?<![\w-])-(?=\d)", "−", sentence)


def share(part: float) -> str:
    """A share of 1 as people read it: "31 %"."""
    return f"{round(part * 100)} %"


def average(number: float) -> str:
    """An average with one decimal and a true minus: "2.3", "−0.5"."""
    return f"{number:.1f}".replace("-", "−")


def dated(at: date) -> str:
    """A date with its weekday and year: "Fri 6 Nov 2026"."""
    return f"{at:%a} {at.day} {at:%b} {at.year}"


def hours(seconds: int) -> str:
    """A long time: "12 h", "1 h 20 min", "35 min"."""
    minutes = round(seconds / 60)
    if minutes >= 600:
        return f"{round(minutes / 60)} h"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
