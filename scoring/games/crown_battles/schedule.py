"""How many cards are dealt in each round: the base table, and checks of other schedules."""

from typing import Final

from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.games.crown_battles.deck import FULL, Composition, base_composition

DEAL_FITS: Final = Rule("CB-014", "A deal takes no more cards than the deck has.", "How to Play: Turns & Rounds")
SEVEN_AND_EIGHT: Final = Rule(
    "CB-015", "Sixty cards are too few for the base table of seven or eight players.", "Set up; How to Play"
)
BASE_TABLE: Final = Rule("CB-020", "Each number of players has its own table of deals.", "How to Play: Turns & Rounds")
OWN_SCHEDULE: Final = Rule(
    "CB-044", "The table may make its own list of deals, even a shrinking one.", "Create your own play"
)
FINAL_ROUND: Final = Rule("CB-046", "The last deal of the list is the final round, whatever its size.", "How to Play")

_STEP: Final = 2
_CROWD: Final = 7  # from so many players on, the base deck is too small for the base table


def base_schedule(players: int) -> tuple[int, ...]:
    """The deals of the base table (CB-020), with the larger deck for seven and eight (CB-R01)."""
    return growing(largest_deal(players, base_composition(players).size))


def default_schedule(players: int, deck: Composition) -> tuple[int, ...]:
    """The base table, shortened for a smaller deck (CB-020, CB-023)."""
    largest = largest_deal(players, deck.size)
    return growing(largest) if is_shortened(players, deck) and largest else base_schedule(players)


def is_shortened(players: int, deck: Composition) -> bool:
    """Whether the base table ends earlier; with the base deck, seven and eight choose how to go on (CB-015)."""
    base = base_composition(players)
    return deck.lowest > base.lowest or (players < _CROWD and deck.size < base.size)


def growing(last: int) -> tuple[int, ...]:
    """2, 4, 6 and so on up to `last`, which may be odd (CB-021)."""
    return (*range(_STEP, last, _STEP), last)


def largest_deal(players: int, size: int) -> int:
    """The most cards each player can get from a deck of `size` cards (CB-014)."""
    return size // players


def check_schedule(schedule: tuple[int, ...], players: int, size: int) -> None:
    """Refuse a schedule that cannot be dealt from `size` cards (CB-014, CB-015, CB-044)."""
    listed = bool(schedule) and all(deal >= 1 for deal in schedule)
    message = "List at least one deal, and at least one card in each."
    require(listed, OWN_SCHEDULE, message, field="schedule", code="E_SCHEDULE")
    most = max(schedule)
    if most > largest_deal(players, size):
        rule, message = _too_small(most, players, size)
        raise RuleViolation(rule, message, field="schedule", code="E_DECK_TOO_SMALL")


def _too_small(deal: int, players: int, size: int) -> tuple[Rule, str]:
    short = f"{deal} cards for each of {players} players are {players * deal}, and the deck has {size}"
    largest = largest_deal(players, size)
    if players >= _CROWD and size == FULL.default.size:
        larger = base_composition(players).size
        deals = ", ".join(map(str, growing(largest)))
        return SEVEN_AND_EIGHT, f"{short}: take the deck of {larger} cards, or deal {deals}."
    return DEAL_FITS, f"{short}; deal at most {largest}."
