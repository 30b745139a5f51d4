"""What the table enters, in the order it happens; numbers for seats are (seat, number) pairs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from scoring.cards import KnownCard
from scoring.loot_and_recruit.options import Level
from scoring.scores import Seat

PerSeat = tuple[tuple[Seat, int], ...]
"""One number for each of some seats."""


class Place(StrEnum):
    """Where a card of one's own lies."""

    HAND = "hand"
    PLAY = "play"
    DISCARD = "discard"


class Row(StrEnum):
    """A line-up in the middle of the table."""

    CROWD = "crowd"
    SHOP = "shop"


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """How much is entered from here on."""

    kind: ClassVar[str] = "level_chosen"
    level: Level


@dataclass(frozen=True, slots=True)
class EventFlipped:
    """The event of a round; `effect`: it has a flip effect. `card` is typed where every card is entered."""

    kind: ClassVar[str] = "event_flipped"
    round: int
    card: KnownCard | None
    effect: bool


@dataclass(frozen=True, slots=True)
class FirstPlayerMoved:
    """Somebody gets the First Player card by the text of a card (LR-R01)."""

    kind: ClassVar[str] = "first_player_moved"
    seat: Seat


@dataclass(frozen=True, slots=True)
class EffectsDecided:
    """Who performs the flip effect, from the first player clockwise (LR-021)."""

    kind: ClassVar[str] = "effects_decided"
    done: tuple[tuple[Seat, bool], ...]


@dataclass(frozen=True, slots=True)
class CheckpointCounted:
    """Everybody's points on the platforms after round 5, 9 or 14 (LR-090).

    `goblins` are those of everybody who is tied for the win, where they decide (LR-R05); else there are none.
    """

    kind: ClassVar[str] = "checkpoint_counted"
    round: int
    points: PerSeat
    goblins: PerSeat


@dataclass(frozen=True, slots=True)
class GoblinMet:
    """A goblin recruited that nobody met before: its numbers are typed (LR-004, LR-037)."""

    kind: ClassVar[str] = "goblin_met"
    seat: Seat
    card: KnownCard


@dataclass(frozen=True, slots=True)
class GoblinRecruited:
    """A goblin recruited whose numbers are known (LR-037)."""

    kind: ClassVar[str] = "goblin_recruited"
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class GoblinPlaced:
    """The platform a recruited goblin goes to, counted from 0 (LR-038)."""

    kind: ClassVar[str] = "goblin_placed"
    seat: Seat
    platform: int


@dataclass(frozen=True, slots=True)
class BearerPlaced:
    """A Shield Bearer put on a stack; None: on none (LR-071)."""

    kind: ClassVar[str] = "bearer_placed"
    seat: Seat
    platform: int | None
    defense: int


@dataclass(frozen=True, slots=True)
class Attacked:
    """An attack on a card of a stack; `negated` by a Bodyguard or not (LR-050, LR-055)."""

    kind: ClassVar[str] = "attacked"
    seat: Seat
    target: str
    negated: bool


@dataclass(frozen=True, slots=True)
class SergeantPlayed:
    """One more attack this turn (LR-054)."""

    kind: ClassVar[str] = "sergeant_played"
    seat: Seat


@dataclass(frozen=True, slots=True)
class GoblinMoved:
    """A Coordinator moves a goblin to another platform of its owner (LR-070)."""

    kind: ClassVar[str] = "goblin_moved"
    seat: Seat
    target: str
    platform: int


@dataclass(frozen=True, slots=True)
class GoblinLaid:
    """A goblin that stands on a platform without having been recruited now: by a card, or from before."""

    kind: ClassVar[str] = "goblin_laid"
    seat: Seat
    platform: int
    card: KnownCard


@dataclass(frozen=True, slots=True)
class CardRemoved:
    """One card leaves its stack without an attack; those above slide down."""

    kind: ClassVar[str] = "card_removed"
    target: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The left neighbour's turn (LR-080)."""

    kind: ClassVar[str] = "turn_ended"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card played whose numbers nobody typed before (LR-030)."""

    kind: ClassVar[str] = "card_shown"
    seat: Seat
    card: KnownCard


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card played whose numbers are known (LR-030)."""

    kind: ClassVar[str] = "card_played"
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class CardFound:
    """A card bought that nobody met before (LR-033)."""

    kind: ClassVar[str] = "card_found"
    seat: Seat
    card: KnownCard


@dataclass(frozen=True, slots=True)
class CardBought:
    """A card bought whose numbers are known (LR-033)."""

    kind: ClassVar[str] = "card_bought"
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class ActionDone:
    """An action or purchase effect carried out: cards drawn, a card fetched from the own discard pile (LR-060)."""

    kind: ClassVar[str] = "action_done"
    seat: Seat
    name: str
    drawn: int
    fetched: str | None
    note: str


@dataclass(frozen=True, slots=True)
class PowersChanged:
    """Powers a card gives or takes beside those printed on the cards played."""

    kind: ClassVar[str] = "powers_changed"
    seat: Seat
    loot: int
    recruit: int
    attack: int


@dataclass(frozen=True, slots=True)
class CardTrashed:
    """A card of one's own goes to the Shop Trash (LR-057)."""

    kind: ClassVar[str] = "card_trashed"
    seat: Seat
    place: Place
    name: str


@dataclass(frozen=True, slots=True)
class PilesCounted:
    """How many cards a player holds and has discarded; the others are the deck."""

    kind: ClassVar[str] = "piles_counted"
    seat: Seat
    hand: int
    discard: int


@dataclass(frozen=True, slots=True)
class CardFaced:
    """A card turned over for a line-up (LR-015, LR-016, LR-034, LR-039)."""

    kind: ClassVar[str] = "card_faced"
    row: Row
    card: KnownCard


@dataclass(frozen=True, slots=True)
class LineUpLeft:
    """The cards of a line-up that are still to be entered stay unknown."""

    kind: ClassVar[str] = "line_up_left"
    row: Row


@dataclass(frozen=True, slots=True)
class LineUpOpened:
    """The cards of a line-up that stayed unknown are entered after all."""

    kind: ClassVar[str] = "line_up_opened"
    row: Row


@dataclass(frozen=True, slots=True)
class CardSwept:
    """A card leaves its line-up by the text of a card, and another one is turned over."""

    kind: ClassVar[str] = "card_swept"
    target: str


Event = (
    LevelChosen
    | EventFlipped
    | FirstPlayerMoved
    | EffectsDecided
    | CheckpointCounted
    | GoblinMet
    | GoblinRecruited
    | GoblinPlaced
    | BearerPlaced
    | Attacked
    | SergeantPlayed
    | GoblinMoved
    | GoblinLaid
    | CardRemoved
    | TurnEnded
    | CardShown
    | CardPlayed
    | CardFound
    | CardBought
    | ActionDone
    | PowersChanged
    | CardTrashed
    | PilesCounted
    | CardFaced
    | LineUpLeft
    | LineUpOpened
    | CardSwept
)

EVENTS: tuple[type[Event], ...] = (
    LevelChosen,
    EventFlipped,
    EffectsDecided,
    CheckpointCounted,
    GoblinMet,
    GoblinRecruited,
    GoblinPlaced,
    BearerPlaced,
    Attacked,
    SergeantPlayed,
    GoblinMoved,
    GoblinLaid,
    CardRemoved,
    TurnEnded,
    CardShown,
    CardPlayed,
    CardFound,
    CardBought,
    ActionDone,
    PowersChanged,
    CardTrashed,
    PilesCounted,
    CardFaced,
    LineUpLeft,
    LineUpOpened,
    CardSwept,
    FirstPlayerMoved,
)
