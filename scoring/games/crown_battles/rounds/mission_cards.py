"""The mission cards: the four printed in the rulebook with their values, any others, and those kept in a round."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles.bidding import count_tricks
from scoring.games.crown_battles.deck import Trump
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.state import STEP, Piles, State, TypeState

INFEASIBLE: Final = Rule("CB-267", "A mission that cannot be achieved is exchanged.", "Missions")
DASH: Final = Rule("CB-268", "A dash on the card: not for this number of players and cards; exchange it.", "Missions")
TRUMP_TRICK: Final = Rule("CB-271", "Win a trick with a trump card.", "Missions: Examples")
NONE_OR_ONE: Final = Rule("CB-272", "Win at most one trick.", "Missions: Examples")
NOT_FIRST: Final = Rule("CB-273", "Do not win the first trick.", "Missions: Examples")
FOUR: Final = Rule("CB-274", "Win four tricks or more.", "Missions: Examples")
OTHERS: Final = Rule("CB-275", "Every other mission is entered as printed on its card.", "Our ruling")


class Mission(StrEnum):
    """The missions printed in the rulebook, and any other card."""

    TRUMP_TRICK = "trump_trick"
    NONE_OR_ONE = "none_or_one"
    NOT_FIRST = "not_first"
    FOUR = "four"
    OTHER = "other"


TITLES: Final = {
    Mission.TRUMP_TRICK: "A trick with a trump",
    Mission.NONE_OR_ONE: "0 or 1 tricks",
    Mission.NOT_FIRST: "Not the first trick",
    Mission.FOUR: "4 tricks or more",
    Mission.OTHER: "Another card",
}

FAILED_POINTS: Final = -20
FOUR_TRICKS: Final = 4

HIGHEST_VALUE: Final = 995
"""A limit for typing; the rulebook has none (CB-275)."""

_CARDS: Final = 64
_HAND: Final = 5
_LONGEST_ROW: Final = 7
_COLUMNS: Final = (2, 4, 7, 10, 13, 16, 20)  # the most cards of each
_D: Final = None  # a printed dash

_PRINTED: Final[dict[Mission, dict[int, tuple[int | None, ...]]]] = {
    Mission.TRUMP_TRICK: {
        2: (0, 5, 10, 10, 10, 10, 10),
        3: (5, 10, 15, 15, 15, 15, 15),
        4: (10, 15, 20, 20, 20, 20, _D),
        5: (15, 20, 25, 25, 25, _D, _D),
        6: (20, 25, 30, 30, 30, _D, _D),
        7: (30, 35, 40, 40, _D, _D, _D),
    },
    Mission.NONE_OR_ONE: {
        2: (5, 15, 35, 65, 100, 140, 190),
        3: (0, 5, 10, 30, 50, 75, 100),
        4: (0, 0, 5, 10, 25, 45, _D),
        5: (0, 0, 5, 10, _D, _D, _D),
        6: (0, 0, 5, 5, _D, _D, _D),
        7: (0, 0, 0, 0, _D, _D, _D),
    },
    Mission.NOT_FIRST: {
        2: (5, 0, 0, 0, 0, 0, 0),
        3: (0, 0, 0, 0, 0, 0, 0),
        4: (0, 0, 0, 0, 0, 0, _D),
        5: (0, 0, 0, 0, 0, _D, _D),
        6: (0, 0, 0, 0, 0, _D, _D),
        7: (0, 0, 0, 0, _D, _D, _D),
    },
    Mission.FOUR: {
        2: (_D, 30, 20, 5, 0, 0, 0),
        3: (_D, 40, 30, 20, 5, 0, 0),
        4: (_D, 45, 35, 25, 15, 5, _D),
        5: (_D, 55, 45, 30, 20, _D, _D),
        6: (_D, 60, 50, 30, 25, _D, _D),
        7: (_D, 75, 65, 45, _D, _D, _D),
    },
}


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's mission; `value` is None until the card is read."""

    seat: Seat
    mission: Mission
    name: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Missions(TypeState):
    """The known missions, and which of them were achieved, by seat."""

    kept: tuple[Kept, ...] = ()
    picked: tuple[tuple[Seat, Mission], ...] = ()  # in secret, until all have picked
    set: bool = False  # face down, to be shown after the play
    shown: bool = False
    achieved: tuple[bool, ...] = ()
    judged: Piles = ()  # the tricks that everybody owned when the table said so


def kept_by(state: State, seat: Seat) -> Kept | None:
    """A player's mission; None if it is not known."""
    return next((kept for kept in Missions.of(state).kept if kept.seat == seat), None)


def printed_value(mission: Mission, players: int, cards: int) -> int | None:
    """The printed value of a mission (CB-264, CB-265); None: a dash, or not in the rulebook."""
    if mission is Mission.OTHER:
        return None
    column = next((at for at, most in enumerate(_COLUMNS) if cards <= most), None)
    return None if column is None or cards < 1 else _PRINTED[mission][min(players, _LONGEST_ROW)][column]


def cards_left(players: int) -> int:
    """How many missions are left for exchanges once everybody has five (CB-277)."""
    return _CARDS - _HAND * players


def value_of(state: State, mission: Mission) -> int | None:
    """The printed value of a mission in this round."""
    return printed_value(mission, state.players, state.deal.cards)


def why_not(state: State, mission: Mission) -> str:
    """Why a mission cannot be kept in this round; empty: it can."""
    return _find_error(state, mission)[0]


def check_mission(state: State, mission: Mission, field: str = "mission") -> None:
    """Refuse a mission that must be exchanged (CB-267, CB-268)."""
    why, rule = _find_error(state, mission)
    refuse_if(why, rule, field=field, code="E_MISSION_INFEASIBLE")


def check_value(value: int) -> None:
    """Refuse a value that no mission card can have (CB-275)."""
    is_valid = 0 <= value <= HIGHEST_VALUE and value % STEP == 0
    message = f"A mission is worth 0, 5, 10 and so on up to {HIGHEST_VALUE}, not {value}."
    require(is_valid, OTHERS, message, field="value", code="E_MISSION_VALUE")


def _find_error(state: State, mission: Mission) -> tuple[str, Rule]:
    """Why a mission must be exchanged, and by which rule; empty: it need not."""
    if mission is Mission.FOUR and state.deal.tricks < FOUR_TRICKS:
        return f"Only {count_tricks(state.deal.tricks, ' is', ' are')} played; exchange this card.", INFEASIBLE
    if mission is Mission.TRUMP_TRICK and _spun(state) is Trump.NONE:
        return "There is no trump this round; exchange this card.", INFEASIBLE
    is_dash = mission is not Mission.OTHER and value_of(state, mission) is None
    return "The card shows a dash for this number of players and cards; exchange it." if is_dash else "", DASH


def _spun(state: State) -> Trump | None:
    """The trump by the spinner or the dealer; an Alchemist does not change it (CB-R52)."""
    shown = state.deal.spun
    if shown is Spinner.CHOICE:
        return state.deal.named
    return Trump(shown.value) if shown is not None and shown.value in state.deck.suits else Trump.NONE
