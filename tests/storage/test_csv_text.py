import csv
import io
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.file.csv_text import SEMICOLON, encode_csv, format_cell

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
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＠A1", "'＠A1"),
        ("\nEve", "'\nEve"),
        (" \nEve", "' \nEve"),
        ("a=b", "a=b"),
        ("x;=1+1;y", "x;'=1+1;y"),
        ("x; =1+1", "x;' =1+1"),
        ("x;\u200b=1+1", "x;'\u200b=1+1"),
        ("x\t+1", "x\t'+1"),
        ("x\n-1", "x\n'-1"),
        ("x\r-1", "x\r'-1"),
        (" \rEve", "' \rEve"),
        ("x\r\n@A1", "x\r\n'@A1"),
        ('x;"=1+1";y', 'x;\'"=1+1";y'),
        ('x";=1+1', "x\";'=1+1"),
        ('"=1+1"', '\'"=1+1"'),
        ("x;;＝1", "x;;'＝1"),
        ("Ana; Ben", "Ana; Ben"),
        ("first\nsecond", "first\nsecond"),
        ("2;3", "2;3"),
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
def test_strings_never_become_formulas_and_numbers_stay_numbers(value, cell):
    assert format_cell(value) == cell


def test_a_comma_that_is_not_quoted_starts_no_formula_either():
    assert format_cell("Ana,=1+1", SEMICOLON) == "Ana,'=1+1"


def test_a_fraction_has_the_decimal_comma_where_a_semicolon_separates() -> None:
    assert encode_csv(["a", "b"], [[-2.5, "2.5"]], ";") == b"\xef\xbb\xbfa;b\r\n-2,5;2.5\r\n"


def test_quotes_commas_and_newlines_are_quoted_lines_end_with_crlf_and_lone_surrogates_go_out():
    assert encode_csv(["player", "Größe"], [['Ana "the" One', 1], ["Ben, Cleo\nDov", -2]]).decode() == (
        '\ufeffplayer,Größe\r\n"Ana ""the"" One",1\r\n"Ben, Cleo\nDov",-2\r\n'
    )
    assert encode_csv(["a"], [["\ud800b"]]) == b"\xef\xbb\xbfa\r\n?b\r\n"


TEXTS = st.text(st.one_of(st.characters(exclude_characters="\0"), st.sampled_from("=+-@;\t\r\n\"' a")))


@pytest.mark.long
@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2), max_size=5))
def test_every_table_can_be_read_again_and_holds_no_formula(rows):
    text = encode_csv(["a", "b"], rows).decode("utf-8-sig")
    for separator in (";", "\t"):  # as a spreadsheet reads it that splits at another sign
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert not any(cell.lstrip(' "').startswith(("=", "+", "-", "@")) for cell in cells)
    head, *read_rows = csv.reader(io.StringIO(text, newline=""))
    assert head == ["a", "b"]
    for row, read_row in zip(rows, read_rows, strict=True):
        for before, after in zip(row, read_row, strict=True):
            assert after.replace("'", "") == before.encode("utf-8", "replace").decode().replace("'", "")
            assert not after.lstrip(" ").startswith(FORMULAS)
