"""The clock at the table."""

from datetime import UTC, datetime

import pytest

from storage.clock import at_table

AT = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("offset", "shown"),
    [
        (0, "2026-12-31 23:30"),
        (60, "2027-01-01 00:30"),
        (345, "2027-01-01 05:15"),
        (-720, "2026-12-31 11:30"),
        (840, "2027-01-01 13:30"),
        (1440, "2027-01-01 23:29"),
        (-1440, "2026-12-30 23:31"),
        (10**9, "2027-01-01 23:29"),
    ],
)
def test_every_offset_gives_a_time_at_the_table(offset: int, shown: str) -> None:
    assert f"{at_table(AT, offset):%Y-%m-%d %H:%M}" == shown
    assert abs(at_table(AT, offset) - AT).total_seconds() == 0


@pytest.mark.parametrize("year", [1970, 9000])
@pytest.mark.parametrize("offset", [-1440, 1440])
def test_the_first_and_the_last_year_of_sessions_have_one_too(year: int, offset: int) -> None:
    assert at_table(datetime(year, 1, 1, tzinfo=UTC), offset).year in (year - 1, year)
