"""Tables as CSV that any spreadsheet opens: RFC 4180, CRLF, a byte order mark, and never a formula.

Pure: `csv_text` gives the text, `csv_bytes` what is written into a file.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

Cell = str | int | float | bool | datetime | None
"""What may stand in a cell. Numbers stay numbers; None is an empty cell; a moment is written in ISO 8601."""

_FORMULA: Final = re.compile('(^(?=[\t\r\n])|(?:^|[;\t\r\n])(?=[ \u00a0\u200b\ufeff"]*[=+@＝＋－＠-]))')
"""Where a spreadsheet may take what follows for a formula, full-width forms included; some skip what cannot be seen.

Many split a line at `;` or at tabs, whatever the quotes say, so a cell may begin within a text.
"""

_MARK: Final = "\ufeff"
_PIECE: Final = 500  # rows


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table with its headings, without the byte order mark."""
    return _rows([head]) + _rows(rows)


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """The same as a file: UTF-8, with the mark by which spreadsheets know it."""
    return (_MARK + csv_text(head, rows)).encode("utf-8", "replace")


def csv_parts(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """The same as `csv_bytes` piece by piece, for tables of any length."""
    yield csv_bytes(head, ())
    left = iter(rows)
    while piece := list(islice(left, _PIECE)):
        yield _rows(piece).encode("utf-8", "replace")


def safe_cell(value: Cell) -> str:
    """A cell as text that no spreadsheet takes for a formula.

    A text that begins like one, or does so behind a separator, gets an apostrophe there. A number given as a number
    stays one, also below 0.
    """
    match value:
        case None:
            return ""
        case bool():
            return "1" if value else "0"
        case int() | float():
            return str(value)
        case datetime():
            return iso_moment(value)
        case str():
            return _harmless(value)


def iso_moment(at: datetime) -> str:
    """ "2026-01-02T21:00:00+01:00": the moment at the table, to the second."""
    return at.isoformat(timespec="seconds")


def _rows(rows: Iterable[Sequence[Cell]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows([safe_cell(each) for each in row] for row in rows)
    return out.getvalue()


def _harmless(text: str) -> str:
    return _FORMULA.sub(r"\1'", text.replace("\0", ""))
