"""Text formatting shared by screens and commands; all texts about a game come from the game itself."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from scoring.contract.names import join_words
from scoring.contract.scores import as_points

APP: Final = "Table Companion"


def continued(title: str, sentence: str) -> str:
    """A sentence that follows a title: after a colon and in lower case, or as it is after a question mark."""
    return f" {sentence}" if title.endswith("?") else f": {sentence[0].lower()}{sentence[1:]}"


def day(moment: datetime, today: datetime) -> str:
    """A day and time: "Today 20:15", "Yesterday 20:15", "Fri 6 Nov 20:15"; with the year unless it is this year."""
    local, now = moment.astimezone(), today.astimezone()
    days = (now.date() - local.date()).days
    clock = f"{local:%H:%M}"
    if days in (0, 1):
        return f"{('Today', 'Yesterday')[days]} {clock}"
    year = f" {local.year}" if local.year != now.year else ""
    return f"{local:%a} {local.day} {local:%b}{year} {clock}"


def on(moment: datetime, today: datetime) -> str:
    """A day: "Today", "Yesterday", "Fri 6 Nov"; with the year unless it is this year."""
    return day(moment, today).rsplit(" ", 1)[0]


def within(day: str) -> str:
    """A day inside a sentence: "today", "yesterday", "Fri 6 Nov"."""
    return day[0].lower() + day[1:] if day.startswith(("Today", "Yesterday")) else day


def month(moment: datetime) -> str:
    """The heading of a month: "November 2026"."""
    return f"{moment.astimezone():%B %Y}"


def counted(number: float, one: str, many: str = "") -> str:
    """A number with its noun: "1 round", "3 rounds", "2.5 points"."""
    return f"{as_points(number)} {one if number == 1 else many or one + 's'}"


def against(beaten: int, lost: int) -> str:
    """How often somebody was ahead of another player at the end of a game: "ahead of others 3 times, behind 1"."""
    return f"ahead of others {counted(beaten, 'time')}, behind {lost}"


def who_wins(names: Sequence[str]) -> str:
    """ "Ana wins", "Ana and Ben win"."""
    return f"{join_words(names)} {'wins' if len(names) == 1 else 'win'}"


def ordinal(number: int) -> str:
    """An ordinal: "1st", "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def true_minus(sentence: str) -> str:
    """Replace hyphens before numbers by minus signs: "15 to −50"."""
    return re.sub(r"(?<![\w-])-(?=\d)", "−", sentence)


def share(part: float) -> str:
    """A fraction as a percentage: "31 %"; a half is rounded up."""
    return f"{_rounded(round(part * 100, 9), '1')} %"


def average(number: float) -> str:
    """A number with one decimal and a minus sign: "2.3", "−0.5"; a half is rounded away from zero."""
    return f"{_rounded(number, '0.1')}".replace("-", "−")


def _rounded(number: float, unit: str) -> Decimal:
    """As people round, while Python rounds a half to the even neighbour: 12.5 to 12."""
    return Decimal(str(number)).quantize(Decimal(unit), ROUND_HALF_UP)


def dated(at: date) -> str:
    """A date with its weekday and year: "Fri 6 Nov 2026"."""
    return f"{at:%a} {at.day} {at:%b} {at.year}"


def hours(seconds: float) -> str:
    """A duration: "12 h", "1 h 20 min", "35 min", "under 1 min"."""
    minutes = round(seconds / 60)
    if not minutes:
        return "under 1 min"
    if minutes >= 600:
        return f"{(minutes + 30) // 60} h"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def stopwatch(milliseconds: int) -> str:
    """A time as a stopwatch shows it: "0:42", "12:05", "1:02:33"."""
    seconds = milliseconds // 1000
    minutes = f"{seconds // 3600}:{seconds // 60 % 60:02}" if seconds >= 3600 else f"{seconds // 60}"
    return f"{minutes}:{seconds % 60:02}"


def address(text: str, name: str, word: str) -> str:
    """A text for the player it names: with "your", "Cleo's bid is still open." becomes "Your bid is still open."."""
    if not name:
        return text
    addressed = text.replace(f"{name}'s", word)
    return f"{addressed[0].upper()}{addressed[1:]}" if text.startswith(f"{name}'s") else addressed
