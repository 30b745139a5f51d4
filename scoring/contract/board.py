"""The board as data; one renderer draws it for every game."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.contract.scores import Seat


class Shape(StrEnum):
    """How a tile is drawn."""

    CARD = "card"
    TOKEN = "token"


@dataclass(frozen=True, slots=True)
class Tile:
    """A card, token or piece; `id` is unique on the board and is the answer of an `OnBoard` field."""

    id: str
    name: str
    suit: str = ""  # Suit.key
    numbers: tuple[tuple[str, int], ...] = ()
    up: bool = True  # face up
    owner: Seat | None = None
    badge: str = ""
    struck: bool = False  # crossed out: a preview would trash it
    shape: Shape = Shape.CARD


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for tiles: in front of a seat or, without a seat, in the middle of the table."""

    id: str
    title: str
    tiles: tuple[Tile, ...] = ()
    seat: Seat | None = None
    count: str = ""  # "2 of 3", "15 left"
    stacked: bool = False  # tiles lie on top of each other, the last one uppermost


@dataclass(frozen=True, slots=True)
class Marker:
    """An icon beside a seat; with `others`, whose badges follow it, the label names them: "with Ben"."""

    seat: Seat
    key: str  # "dealer", "leads", "crown", "shield", "out"
    label: str
    others: tuple[Seat, ...] = ()
    short: str = ""  # where there is no room for the label, if no icon stands for it


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table."""

    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
