"""What a game may ask the table next, as data: the whole vocabulary of entry forms.

An answer is a plain JSON value, whatever the field: it goes to the codec exactly as a stored
entry does. The type of each answer stands in the field's docstring.
"""

from dataclasses import KW_ONLY, dataclass
from enum import Enum, StrEnum
from typing import Any, Final

from scoring.cards import Deck, KnownCard
from scoring.rulebook import Rule
from scoring.scores import Seat

Answer = Any
"""A JSON value: str, int, bool, None, or lists and string-keyed dicts of them."""

Key = str | int
"""What a cell of an `Each` is for: a seat, a suit's key or a card's code."""


class Unset(Enum):
    """Not entered yet: a state of its own, never 0."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


class Role(StrEnum):
    """Where a prompt is offered."""

    MAIN = "main"  # what the game waits for
    BESIDE = "beside"  # may be answered beside the main form, in one slim row; never waited for
    ASIDE = "aside"  # special cards, shields, notes: one menu, away from the main form


@dataclass(frozen=True, slots=True)
class Choice:
    """One option; a forbidden one stays visible and says why. `suit` and `icon` dress it."""

    value: str | int | None
    label: str
    why_not: str = ""  # empty: allowed
    suit: str = ""  # Suit.key
    icon: str = ""  # a word the screen has a picture for
    text: str = ""  # one line of explanation
    copies: int = 1  # cards behind it: how often a draw by chance picks from it


@dataclass(frozen=True, slots=True)
class Pick:
    """Exactly one of the choices. Answer: its value.

    `by_chance` is the label of a button that picks among the allowed ("Spin", "Draw"). With
    `seats` the values are seats (None: nobody) and the choices are drawn as players.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    likely: Answer | Unset = UNSET
    by_chance: str = ""
    seats: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number, low <= n <= high in steps. Answer: int. `barred`: (number, why not) pairs.

    `words` are shown in place of the numbers, from `low` up: the kinds of a printed card.
    """

    name: str
    label: str
    low: int
    high: int
    step: int = 1
    likely: int | Unset = UNSET
    barred: tuple[tuple[int, str], ...] = ()
    by_chance: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no. Answer: bool."""

    name: str
    label: str
    likely: bool | Unset = UNSET


@dataclass(frozen=True, slots=True)
class Text:
    """A few words. Answer: str of at most `longest` characters; may be empty unless `needed`."""

    name: str
    label: str
    longest: int = 80
    needed: bool = False
    likely: str | Unset = UNSET


@dataclass(frozen=True, slots=True)
class Subset:
    """Between `low` and `high` of the choices. Answer: list of values, in the choices' order."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    low: int = 0
    high: int = 99
    likely: tuple[Answer, ...] | Unset = UNSET


@dataclass(frozen=True, slots=True)
class Ranking:
    """All choices in an order. Answer: list of their values, first to last."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Several answers that belong together. Answer: dict by field name."""

    name: str
    label: str
    fields: "tuple[Field, ...]"


@dataclass(frozen=True, slots=True)
class Cell:
    """One question of an `Each`: for whom or what, and the field that asks it."""

    key: Key
    label: str
    field: "Field"
    note: str = ""  # the one fact that helps to answer: "bid 2"


@dataclass(frozen=True, slots=True)
class Each:
    """The same question for several keys. Answer: list of [key, answer], in the cells' order.

    `totals` are the allowed sums of the (whole-number) answers; with one cell open the last
    value is solved from them. Empty: any sum. With `seats` the keys are seats and each cell is
    drawn in that player's row.
    """

    name: str
    label: str
    cells: tuple[Cell, ...]
    totals: tuple[int, ...] = ()
    seats: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same question between `low` and `high` times. Answer: list of answers."""

    name: str
    label: str
    field: "Field"
    low: int = 0
    high: int = 99
    likely: tuple[Answer, ...] | Unset = UNSET


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks, or two consecutive ones. Answer: [n] or [n, n + 1].

    `barred` are (number, why not) pairs: the number is closed, and every double that holds it;
    `barred_singles` close the number alone.
    `no_doubles` says why double bids are closed; empty: they are open.
    """

    name: str
    label: str
    low: int
    high: int
    no_doubles: str = ""
    barred: tuple[tuple[int, str], ...] = ()
    barred_doubles: tuple[tuple[int, str], ...] = ()  # by the lower number
    barred_singles: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Groups:
    """Everybody in groups. Answer: list of lists of seats, whose sizes are one of `sizes`."""

    name: str
    label: str
    seats: tuple[Seat, ...]
    sizes: tuple[tuple[int, ...], ...]  # each sorted ascending: (2, 3)
    by_chance: str = "Draw"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck; those in `gone` are greyed. Answer: its code.

    `barred`: (code, why not) pairs for cards that exist but may not be named now.
    """

    name: str
    label: str
    deck: Deck
    gone: tuple[str, ...] = ()
    barred: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OnBoard:
    """A tile of the board, tapped there. Answer: its id. `tiles` carries what may be tapped."""

    name: str
    label: str
    tiles: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A card by its name, with the numbers printed on it; typed once, then remembered.

    Answer: {"name": str, "numbers": [[label, number], ...]} with exactly the labels asked for.
    """

    name: str
    label: str
    shelf: str  # which memory: "goblin", "recruit"
    numbers: tuple[Count, ...] = ()
    suggestions: tuple[str, ...] = ()  # names the rulebook itself prints
    printed: tuple[KnownCard, ...] = ()  # numbers the rulebook itself prints: filled in, to be looked at


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer nobody else may see until all are in: name, hold to enter, release to cover."""

    name: str
    label: str
    field: "Pick | Count | Bid | Subset"


Field = (
    Pick
    | Count
    | Flag
    | Text
    | Subset
    | Ranking
    | Group
    | Each
    | Repeat
    | Bid
    | Groups
    | Card
    | OnBoard
    | Known
    | Sealed
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A form for one kind of event: fields and `given` together are exactly that event's fields."""

    kind: str
    title: str  # a question or an instruction: "Ana bids", "Count the tricks"
    fields: tuple[Field, ...] = ()
    _: KW_ONLY
    rule: Rule | None = None
    seat: Seat | None = None  # whose turn it is
    role: Role = Role.MAIN
    given: tuple[tuple[str, Answer], ...] = ()  # answers nobody is asked
    instant: bool = False  # recorded by the tap that answers its only, or last, field
    confirm: str = "Record"  # the primary button
    help: str = ""  # one sentence below the title
    group: str = ""  # heading in the menu of asides


def prompt_of(prompts: "tuple[Prompt, ...]", kind: str) -> Prompt | None:
    """The prompt that asks for this kind of event; at most one does."""
    return next((prompt for prompt in prompts if prompt.kind == kind), None)
