import csv
import io
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.csv_text import csv_bytes, csv_text, safe_cell

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("Ana", "Ana"),
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-Ben", "'-Ben"),
        ("@Cleo", "'@Cleo"),
        ("\tDov", "'\tDov"),
        ("\rEve", "'\rEve"),
        ("  =1+1", "'  =1+1"),
        ("\u200b=1+1", "'\u200b=1+1"),
        ("＝1+1", "'＝1+1"),
        ("a=b", "a=b"),
        ("", ""),
        ("Fay\0", "Fay"),
        ("\0=1", "'=1"),
        (-20, "-20"),
        (20, "20"),
        (-0.5, "-0.5"),
        (None, ""),
        (True, "1"),
        (False, "0"),
        (datetime(2026, 1, 2, 20, 0, 0, 900, tzinfo=UTC), "2026-01-02T20:00:00+00:00"),
        (datetime(2026, 1, 2, 21, tzinfo=timezone(timedelta(hours=1))), "2026-01-02T21:00:00+01:00"),
    ],
)
def test_a_text_never_becomes_a_formula_and_a_number_stays_one(value, cell):
    assert safe_cell(value) == cell


def test_quotes_commas_and_lines_are_quoted_and_lines_end_as_spreadsheets_want_it():
    assert csv_text(["player", "points"], [['Ana "the" One', 1], ["Ben, Cleo\nDov", -2]]) == (
        'player,points\r\n"Ana ""the"" One",1\r\n"Ben, Cleo\nDov",-2\r\n'
    )


def test_a_file_begins_with_the_mark_and_is_utf_8():
    assert csv_bytes(["Größe"], []) == b"\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe\r\n"


def test_half_a_character_does_not_keep_the_rest_from_being_written():
    assert csv_bytes(["a"], [["\ud800b"]]) == b"\xef\xbb\xbfa\r\n?b\r\n"


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\0")), min_size=2, max_size=2), max_size=5))
def test_whatever_is_written_can_be_read_again_and_nothing_in_it_is_a_formula(rows):
    text = csv_bytes(["a", "b"], rows).decode("utf-8-sig")
    head, *found = csv.reader(io.StringIO(text, newline=""))
    assert head == ["a", "b"]
    for asked, told in zip(rows, found, strict=True):
        for before, after in zip(asked, told, strict=True):
            assert after.removeprefix("'") == before.encode("utf-8", "replace").decode().removeprefix("'")
            assert not after.lstrip(" ").startswith(FORMULAS)
