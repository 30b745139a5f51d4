"""What lies on the table, as data; one renderer draws it for every game."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.scores import Seat


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
    up: bool = True  # a tile that lies face down shows its back only
    owner: Seat | None = None
    badge: str = ""
    struck: bool = False  # crossed out: what a preview would trash
    shape: Shape = Shape.CARD


@dataclass(frozen=True, slots=True)
class Zone:
    """A place that holds tiles: a seat's or, without a seat, the middle of the table."""

    id: str
    title: str
    tiles: tuple[Tile, ...] = ()
    seat: Seat | None = None
    count: str = ""  # "2 of 3", "15 left"
    stacked: bool = False  # tiles lie on each other, the last one on top


@dataclass(frozen=True, slots=True)
class Marker:
    """A sign beside a seat: `key` is one of the words the screen has a picture for."""

    seat: Seat
    key: str  # "dealer", "leads", "crown", "shield", "out"
    label: str


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table now."""

    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
