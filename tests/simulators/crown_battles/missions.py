"""The four printed missions: their tables, where they can be played, and when they are achieved (CB-264 to CB-278)."""

from typing import Final

TRUMP_TRICK: Final = "trump_trick"
NONE_OR_ONE: Final = "none_or_one"
NOT_FIRST: Final = "not_first"
FOUR: Final = "four"
OTHER: Final = "other"

COLUMNS: Final = ((1, 2), (3, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 20))

_TABLES: Final = {
    TRUMP_TRICK: """
        0 5 10 10 10 10 10 / 5 10 15 15 15 15 15 / 10 15 20 20 20 20 - / 15 20 25 25 25 - -
        / 20 25 30 30 30 - - / 30 35 40 40 - - -""",
    NONE_OR_ONE: """
        5 15 35 65 100 140 190 / 0 5 10 30 50 75 100 / 0 0 5 10 25 45 - / 0 0 5 10 - - -
        / 0 0 5 5 - - - / 0 0 0 0 - - -""",
    NOT_FIRST: """
        5 0 0 0 0 0 0 / 0 0 0 0 0 0 0 / 0 0 0 0 0 0 - / 0 0 0 0 0 - -
        / 0 0 0 0 0 - - / 0 0 0 0 - - -""",
    FOUR: """
        - 30 20 5 0 0 0 / - 40 30 20 5 0 0 / - 45 35 25 15 5 - / - 55 45 30 20 - -
        / - 60 50 30 25 - - / - 75 65 45 - - -""",
}
_ROWS: Final = (2, 3, 4, 5, 6, 7)
_VALUES: Final = {name: [row.split() for row in table.split("/")] for name, table in _TABLES.items()}


def value(mission: str, players: int, dealt: int) -> int | None:
    """The value of a mission, by numbers of players and cards; None: a dash (CB-264, CB-265)."""
    row = _ROWS.index(min(players, 7))
    column = next((n for n, (low, high) in enumerate(COLUMNS) if low <= dealt <= high), None)
    cell = "-" if column is None else _VALUES[mission][row][column]
    return None if cell == "-" else int(cell)


def is_feasible(mission: str, players: int, dealt: int, trump: str) -> bool:
    """Whether the mission may be kept (CB-267, CB-268, CB-R51, CB-R52)."""
    if mission == OTHER:
        return True
    if value(mission, players, dealt) is None:
        return False
    return {TRUMP_TRICK: trump != "none", FOUR: dealt >= 4}.get(mission, True)


def is_achieved(mission: str, owned: int, *, trump_won: bool, first_won: bool) -> bool:
    """Whether a printed mission is achieved: tricks as owned at the end, the others as won (CB-278, CB-R53).

    `trump_won`: the player won a trick with a trump. Stolen tricks count in `owned` only.
    """
    match mission:
        case "trump_trick":
            return trump_won
        case "none_or_one":
            return owned <= 1
        case "not_first":
            return not first_won
        case _:
            return owned >= 4
