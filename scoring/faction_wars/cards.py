"""The cards of the box: factions, special recruits, how many there are of each, and how one is typed."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final

from scoring.cards import KnownCard, Suit
from scoring.changing import replace
from scoring.game import Draft
from scoring.names import name_key, tidy
from scoring.prompts import Answer, Count, Known, Prompt
from scoring.rulebook import Rule, RuleViolation, require


class Named(StrEnum):
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
OTHER_CARDS: Final = Rule(
    "FW-002", "Besides: 5 bonus cards, 15 conscripts, 30 bid cards, 6 line-up cards, 10 rule cards.", "Box contents"
)
CONSCRIPTS: Final = Rule("FW-008", "Everybody begins with a battle deck of three conscripts.", "Setup")
BERSERKER: Final = Rule("FW-036", "In battle a Berserker has the value 2.", "Special cards")
NO_RECRUITS: Final = Rule("FW-047", "Conscripts are no recruits and score nothing.", "Special cards")
SYMBOLS: Final = Rule(
    "FW-066",
    "Berserkers count as Vikings, Buccaneers as Pirates, Gamblers as Cowboys, Kunoichi as Ninjas.",
    "Our reading",
)
AS_BATTLE_CARD: Final = Rule(
    "FW-R18",
    "A bystander or action in a battle deck is revealed like any card; without a value it has 0.",
    "Our ruling",
)

PASS_CARDS: Final = 58
"""The recruit deck without War is Over."""

HIGHEST_VALUE: Final = 9
HIGHEST_POINTS: Final = 13
"""More than any card can be expected to show; the real numbers stand on the cards only."""


class Kind(IntEnum):
    """What a card of the recruit deck is; the number is stored among the numbers of a card."""

    COWBOY = 0
    NINJA = 1
    PIRATE = 2
    VIKING = 3
    BYSTANDER = 4
    ACTION = 5

    @property
    def recruit(self) -> bool:
        """Whether cards of this kind are recruits."""
        return self in RECRUITS


RECRUITS: Final = frozenset({Kind.COWBOY, Kind.NINJA, Kind.PIRATE, Kind.VIKING})
IN_BOX: Final = {
    Kind.COWBOY: 11,
    Kind.NINJA: 11,
    Kind.PIRATE: 11,
    Kind.VIKING: 11,
    Kind.BYSTANDER: 6,
    Kind.ACTION: 8,
}
WORDS: Final = {
    Kind.COWBOY: "Cowboys",
    Kind.NINJA: "Ninjas",
    Kind.PIRATE: "Pirates",
    Kind.VIKING: "Vikings",
    Kind.BYSTANDER: "Bystanders",
    Kind.ACTION: "Actions",
}
COWBOYS: Final = Suit("cowboys", "Cowboys", "sun", "yellow")
NINJAS: Final = Suit("ninjas", "Ninjas", "leaf", "green")
PIRATES: Final = Suit("pirates", "Pirates", "drop", "blue")
VIKINGS: Final = Suit("vikings", "Vikings", "flame", "red")
SUITS: Final = (COWBOYS, NINJAS, PIRATES, VIKINGS)


class Special(StrEnum):
    """Recruits with a rule of their own, by the name on the card."""

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
    Named.GATLING_GUN: Kind.COWBOY,
    Named.KUJI_KIRI: Kind.NINJA,
    Named.FAIR_WINDS: Kind.PIRATE,
    Named.ODINS_FAVOR: Kind.VIKING,
}
TITLES: Final = {
    Named.GATLING_GUN: "Gatling Gun",
    Named.KUJI_KIRI: "Kuji-kiri",
    Named.FAIR_WINDS: "Fair Winds",
    Named.ODINS_FAVOR: "Odin's Favor",
}

BERSERKER_VALUE: Final = 2
_SPECIALS: Final = {name_key(special.value): special for special in Special}
_TITLES: Final = {name_key(title): named for named, title in TITLES.items()}

_KIND: Final = Count(
    "kind", "Kind of card", 0, len(Kind) - 1, words=tuple(word.removesuffix("s") for word in WORDS.values())
)
_VALUE: Final = Count("value", "Battle value", 0, HIGHEST_VALUE)
_POINTS: Final = Count("points", "Points, or penalty of a bystander", 0, HIGHEST_POINTS)
_PENALTY: Final = Count("points", "Penalty, as 2 or as -2", -HIGHEST_POINTS, HIGHEST_POINTS)


Shut = tuple[tuple[int, str], ...]
"""Kinds of which no other card can come, and why."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it was typed: for a bystander `points` is the size of the penalty."""

    name: str
    kind: Kind
    value: int
    points: int
    special: Special | None  # its own rule, where it has one

    @property
    def suit(self) -> str:
        """The faction's key; empty for bystanders and actions."""
        return SUITS[self.kind].key if self.kind.recruit else ""


def special(name: str) -> Special | None:
    """The special recruit of this name."""
    return _SPECIALS.get(name_key(name))


def named(name: str) -> Named | None:
    """The named bonus card of this name."""
    return _TITLES.get(name_key(name))


@lru_cache(maxsize=1024)
def called(name: str) -> str:
    """The name as the rulebook writes it, where it does; else as it was typed."""
    if own := special(name):
        return own.value
    bonus = named(name)
    return tidy(name) if bonus is None else TITLES[bonus]


def field(name: str, label: str, draft: Answer = None, shut: Shut = ()) -> Known:
    """The question for a card; special recruits are asked for no more than is printed on them."""
    typed = draft if isinstance(draft, dict) else {}
    wanted = typed.get("name")
    printed = typed.get("numbers")
    bystander = isinstance(printed, list) and ["kind", Kind.BYSTANDER.value] in printed
    counts = {_KIND: replace(_KIND, barred=shut), _POINTS: _PENALTY if bystander else _POINTS}
    own = special(wanted) if isinstance(wanted, str) else None
    numbers = tuple(counts.get(count, count) for count in _printed(own))
    return Known(name, label, "recruit", numbers, tuple(special.value for special in Special))


def narrowed(prompt: Prompt, asked: Known, draft: Draft, shut: Shut) -> Prompt:
    """The form of one card once its name is typed."""
    return replace(prompt, fields=(field(asked.name, asked.label, draft.get(asked.name), shut),))


def read(typed: KnownCard, path: str) -> Card:
    """The card that was typed; RuleViolation where something printed on it is missing."""
    name = called(typed.name)
    require(bool(name), BOX, "The card needs its name.", field=path)
    own = special(name)
    numbers = dict(typed.numbers)
    if [label for label, _ in typed.numbers] != [count.name for count in _printed(own)]:
        raise RuleViolation(BOX, f"Type what is printed on {name}.", field=path)
    kind = Kind(_within(numbers, _KIND, path)) if own is None else FACTION[own]
    if own is Special.BERSERKER:
        return Card(name, kind, BERSERKER_VALUE, 0, own)
    sign = -1 if kind is Kind.BYSTANDER else 1
    return Card(name, kind, _within(numbers, _VALUE, path), abs(_within(numbers, _POINTS, path, also=sign)), own)


def _printed(own: Special | None) -> tuple[Count, ...]:
    """What is asked of a card: special recruits have less printed on them."""
    match own:
        case None:
            return (_KIND, _VALUE, _POINTS)
        case Special.BERSERKER:
            return ()
        case Special.BUCCANEER | Special.GAMBLER | Special.KUNOICHI:
            return (_VALUE, _POINTS)


def _within(numbers: dict[str, int], count: Count, path: str, *, also: int = 1) -> int:
    """The number under the label of `count`; with `also` -1 its size alone counts (FW-062)."""
    number = numbers[count.name]
    if not count.low <= max(number, also * number) <= count.high:
        message = f"{count.label}: a number from {count.low} to {count.high}."
        raise RuleViolation(BOX, message, field=path, code="NEGATIVE" if number < 0 else "")
    return number
