"""The cards of the box: factions, special recruits, their numbers, and how a card is typed."""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final

from scoring.contract.cards import KnownCard, Suit
from scoring.contract.names import name_key, tidy
from scoring.contract.prompts import Answer, Count, Known
from scoring.contract.rulebook import Rule, RuleViolation, require


class NamedBonusCard(StrEnum):
    """The bonus cards that pay for the cards of a faction (FW-064)."""

    GATLING_GUN = "gatling_gun"
    KUJI_KIRI = "kuji_kiri"
    FAIR_WINDS = "fair_winds"
    ODINS_FAVOR = "odins_favor"


BOX: Final = Rule(
    "FW-001",
    "The recruit deck: 11 cards of each faction, 6 bystanders, 8 actions and War is Over.",
    "Box contents",
)
SYMBOLS: Final = Rule(
    "FW-066",
    "Berserkers count as Vikings, Buccaneers as Pirates, Gamblers as Cowboys, Kunoichi as Ninjas.",
    "Our reading",
)

PASS_CARDS: Final = 58
"""The recruit deck without War is Over."""

HIGHEST_VALUE: Final = 9
HIGHEST_POINTS: Final = 13
"""More than any card can be expected to show; the real numbers are only on the cards."""


class Kind(IntEnum):
    """What a card of the recruit deck is; the number is stored among the numbers of a card."""

    COWBOY = 0
    NINJA = 1
    PIRATE = 2
    VIKING = 3
    BYSTANDER = 4
    ACTION = 5


RECRUITS: Final = frozenset({Kind.COWBOY, Kind.NINJA, Kind.PIRATE, Kind.VIKING})
IN_BOX: Final = dict.fromkeys(RECRUITS, 11) | {Kind.BYSTANDER: 6, Kind.ACTION: 8}
WORDS: Final = {kind: f"{kind.name.capitalize()}s" for kind in Kind}
SUITS: Final = (
    Suit("cowboys", "Cowboys", "sun", "yellow"),
    Suit("ninjas", "Ninjas", "leaf", "green"),
    Suit("pirates", "Pirates", "drop", "blue"),
    Suit("vikings", "Vikings", "flame", "red"),
)
"""The factions, by the number of their kind."""


class Special(StrEnum):
    """Recruits with a rule of their own, by their printed name."""

    BERSERKER = "Berserker"
    BUCCANEER = "Buccaneer"
    GAMBLER = "Gambler"
    KUNOICHI = "Kunoichi"


FACTION: Final = {
    Special.BERSERKER: Kind.VIKING,
    Special.BUCCANEER: Kind.PIRATE,
    Special.GAMBLER: Kind.COWBOY,
    Special.KUNOICHI: Kind.NINJA,
}
PAYS_FOR: Final = {
    NamedBonusCard.GATLING_GUN: Kind.COWBOY,
    NamedBonusCard.KUJI_KIRI: Kind.NINJA,
    NamedBonusCard.FAIR_WINDS: Kind.PIRATE,
    NamedBonusCard.ODINS_FAVOR: Kind.VIKING,
}
TITLES: Final = {
    NamedBonusCard.GATLING_GUN: "Gatling Gun",
    NamedBonusCard.KUJI_KIRI: "Kuji-kiri",
    NamedBonusCard.FAIR_WINDS: "Fair Winds",
    NamedBonusCard.ODINS_FAVOR: "Odin's Favor",
}


def _title_key(title: str) -> str:
    """The key of a bonus card's title, which people type with other blanks, hyphens and apostrophes."""
    return "".join(filter(str.isalnum, name_key(title)))


BERSERKER_VALUE: Final = 2
_SPECIAL_OF: Final = {name_key(special.value): special for special in Special}
_BONUS_OF: Final = {_title_key(title): card for card, title in TITLES.items()} | {
    _title_key("Odin's Favour"): NamedBonusCard.ODINS_FAVOR
}

_KIND: Final = Count("kind", "Kind of card", 0, len(Kind) - 1, words=tuple(kind.name.capitalize() for kind in Kind))
_VALUE: Final = Count("value", "Battle value", 0, HIGHEST_VALUE)
_POINTS: Final = Count("points", "Points", 0, HIGHEST_POINTS)
_PENALTY: Final = replace(
    _POINTS, label="Penalty", words=("0", *(f"\N{MINUS SIGN}{points}" for points in range(1, HIGHEST_POINTS + 1)))
)


ClosedKinds = tuple[tuple[int, str], ...]
"""Kinds of which no other card can come, each with the reason."""


@dataclass(frozen=True, slots=True)
class Card:
    """A typed card; a bystander's `points` are its penalty."""

    name: str
    kind: Kind
    value: int
    points: int
    special: Special | None

    @property
    def suit(self) -> str:
        """The faction's key; empty for bystanders and actions."""
        return SUITS[self.kind].key if self.kind in RECRUITS else ""


def special_of(name: str) -> Special | None:
    return _SPECIAL_OF.get(name_key(name))


def bonus_of(name: str) -> NamedBonusCard | None:
    return _BONUS_OF.get(_title_key(name))


@lru_cache(maxsize=1024)
def printed_name(name: str) -> str:
    """The name as the rulebook spells it; a name it does not mention stays as typed."""
    if special := special_of(name):
        return special.value
    bonus = bonus_of(name)
    return tidy(name) if bonus is None else TITLES[bonus]


def field(closed: ClosedKinds, draft: Answer = None) -> Known:
    """The field for a card; for a special recruit it asks only for what is printed on it."""
    typed = draft if isinstance(draft, dict) else {}
    typed_name, typed_numbers = typed.get("name"), typed.get("numbers")
    is_bystander = isinstance(typed_numbers, list) and ["kind", Kind.BYSTANDER.value] in typed_numbers
    counts = {_KIND: replace(_KIND, barred=closed), _POINTS: _PENALTY if is_bystander else _POINTS}
    special = special_of(typed_name) if isinstance(typed_name, str) else None
    numbers = tuple(counts.get(count, count) for count in _printed_numbers(special))
    return Known("card", "Card", "recruit", numbers, tuple(special.value for special in Special))


def card_numbers(shelf: str, card: KnownCard) -> tuple[Count, ...]:
    """What is printed on a remembered card."""
    return field((), {"name": card.name, "numbers": [list(pair) for pair in card.numbers]}).numbers


@lru_cache(maxsize=1024)
def read(typed: KnownCard, path: str) -> Card:
    """Check and read a typed card; RuleViolation if a printed number is missing or out of range.

    Cached, because the same cards come again and again, most of all in a replay.
    """
    name = printed_name(typed.name)
    require(bool(name), BOX, "The card needs its name.", field=path)
    special = special_of(name)
    numbers = dict(typed.numbers)
    if [label for label, _ in typed.numbers] != [count.name for count in _printed_numbers(special)]:
        raise RuleViolation(BOX, f"Type what is printed on {name}.", field=path)
    kind = Kind(_read_number(numbers, _KIND, path)) if special is None else FACTION[special]
    if special is Special.BERSERKER:
        return Card(name, kind, BERSERKER_VALUE, 0, special)
    value = _read_number(numbers, _VALUE, path)
    points = _read_number(numbers, _PENALTY if kind is Kind.BYSTANDER else _POINTS, path)
    return Card(name, kind, value, points, special)


def _printed_numbers(special: Special | None) -> tuple[Count, ...]:
    """The numbers to ask for: special recruits have fewer printed on them."""
    match special:
        case None:
            return (_KIND, _VALUE, _POINTS)
        case Special.BERSERKER:
            return ()
        case Special.BUCCANEER | Special.GAMBLER | Special.KUNOICHI:
            return (_VALUE, _POINTS)


def _read_number(numbers: dict[str, int], count: Count, path: str) -> int:
    number = numbers[count.name]
    if not count.low <= number <= count.high:
        message = f"{count.label}: a number from {count.low} to {count.high}."
        raise RuleViolation(BOX, message, field=path, code="NEGATIVE" if number < 0 else "")
    return number
