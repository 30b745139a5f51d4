"""Write CSV that every spreadsheet opens (RFC 4180, CRLF, UTF-8 with byte order mark) and that holds no formulas."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

Cell = str | int | float | bool | datetime | None
"""A value of a cell. None gives an empty cell, a bool 1 or 0, a datetime ISO 8601."""

COMMA: Final = ","
SEMICOLON: Final = ";"
"""What separates cells. Spreadsheets in languages with a decimal comma want a semicolon."""

_FORMULA: Final = {
    separator: re.compile(f'(^(?= *[\t\r\n])|(?:^|[{ends}\t\r\n])(?=[ \u00a0\u200b\ufeff"]*[=+@＝＋－＠-]))')
    for separator, ends in ((COMMA, ";"), (SEMICOLON, ",;"))
}
"""Positions where a spreadsheet may start a formula, also after invisible characters or with full-width signs.

Many spreadsheets split cells at `;` or tabs even inside quotes, and at commas that are not quoted, so a formula may
start in the middle of a text.
"""

_BYTE_ORDER_MARK: Final = "\ufeff"
_ROWS_PER_PART: Final = 500


def encode_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]], separator: str = COMMA) -> bytes:
    """Encode a table as a file, with the byte order mark that makes spreadsheets read UTF-8."""
    return b"".join(iter_csv(header, rows, separator))


def iter_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]], separator: str = COMMA) -> Iterator[bytes]:
    """The same bytes as `encode_csv` in parts, for tables of any length."""
    yield (_BYTE_ORDER_MARK + _format_rows([header], separator)).encode("utf-8", "replace")
    remaining = iter(rows)
    while part := list(islice(remaining, _ROWS_PER_PART)):
        yield _format_rows(part, separator).encode("utf-8", "replace")


def format_cell(value: Cell, separator: str = COMMA) -> str:
    """Format a cell, a fraction with the decimal point or comma that goes with the separator.

    A string that could start a formula gets an apostrophe there. Negative numbers stay numbers.
    """
    match value:
        case None:
            return ""
        case bool():
            return "1" if value else "0"
        case int():
            return str(value)
        case float():
            return str(value).replace(".", "," if separator == SEMICOLON else ".")
        case datetime():
            return value.isoformat(timespec="seconds")
        case str():
            return _FORMULA[separator].sub(r"\1'", value.replace("\0", ""))


def _format_rows(rows: Iterable[Sequence[Cell]], separator: str) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([format_cell(value, separator) for value in row] for row in rows)
    return out.getvalue()
