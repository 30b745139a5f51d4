"""The vocabulary of entry forms: everything a game can ask the table, as data.

Every answer is a plain JSON value, as in a stored entry. A field's docstring gives the type of its answer.
"""

from dataclasses import KW_ONLY, dataclass
from enum import Enum, StrEnum
from typing import Any, Final

from scoring.contract.cards import Deck, KnownCard
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat

Answer = Any
"""A JSON value: str, int, bool, None, or lists and string-keyed dicts of them."""

Key = str | int
"""The subject of a cell in a `Grid`: a seat, a suit's key or a card's code."""


class Unset(Enum):
    """Not entered yet; not the same as 0."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET

GAME_TITLES: Final = "game_titles"
"""The shelf of a `Text` whose answer is the title of a game: those in the history are offered."""


class Role(StrEnum):
    """Where a prompt is offered."""

    MAIN = "main"  # the game waits for the answer
    BESIDE = "beside"  # optional, in a slim row next to the main prompt
    ASIDE = "aside"  # optional, in a menu: special cards, shields, notes


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a field. A forbidden one stays visible and says why."""

    value: str | int | None
    label: str
    why_not: str = ""  # empty: allowed
    suit: str = ""  # Suit.key
    icon: str = ""  # name of a picture
    text: str = ""  # one line of explanation
    copies: int = 1  # weight when picked at random: how many cards it stands for


@dataclass(frozen=True, slots=True)
class Pick:
    """Exactly one of the choices. Answer: its value.

    `by_chance` is the label of a button that picks an allowed one at random ("Spin", "Pick at random"). With `seats`
    the values are seats (None: nobody) and the screen shows players.
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

    `words` replace the numbers on the screen, beginning with `low`: "Failed", "Achieved". `signs` stand for the numbers
    above `low` where there is little room: ("JJ", "JJJ"); `low` itself is then the likely answer and needs no key.
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
    signs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sum:
    """A whole number that lies on the table as several, low <= n <= high: the points of a pile of cards.

    Answer: int, or the list of its parts as they were tapped, each 1 or more: [3, 5, 2]. With `is_signed` the parts
    may also be below zero. Larger sums than the `usual` ones take more taps, so that fewer keys are in the way.
    """

    name: str
    label: str
    low: int
    high: int
    likely: int | Unset = UNSET
    is_signed: bool = False
    usual: int = 100


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no. Answer: bool."""

    name: str
    label: str
    likely: bool | Unset = UNSET


@dataclass(frozen=True, slots=True)
class Text:
    """A few words. Answer: str of at most `longest` characters; may be empty unless `needed`.

    `shelf` is what the words are offered from while they are typed: `GAME_TITLES`, or nothing.
    """

    name: str
    label: str
    longest: int = 80
    needed: bool = False
    likely: str | Unset = UNSET
    shelf: str = ""


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
class Group:
    """Several fields that belong together. Answer: dict by field name."""

    name: str
    label: str
    fields: "tuple[Field, ...]"


@dataclass(frozen=True, slots=True)
class Cell:
    """One question of a `Grid`: its subject and its field."""

    key: Key
    label: str
    field: "Field"
    note: str = ""  # a fact that helps to answer: "bid 2"


@dataclass(frozen=True, slots=True)
class Grid:
    """The same question for several keys. Answer: list of [key, answer], in the order of the cells.

    `totals` are the allowed sums of the answers, which are whole numbers then; the last open cell is solved from them.
    Empty: any sum. With `seats` the keys are seats, and each cell is shown in its player's row.
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

    `barred` are (number, why not) pairs: neither the number nor a double bid with it is allowed; `barred_singles` bar
    the number alone. `no_doubles` says why double bids are not allowed; empty: they are.
    """

    name: str
    label: str
    low: int
    high: int
    no_doubles: str = ""
    barred: tuple[tuple[int, str], ...] = ()
    barred_singles: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Groups:
    """Everybody in groups. Answer: list of lists of seats, whose sizes are one of `sizes`."""

    name: str
    label: str
    seats: tuple[Seat, ...]
    sizes: tuple[tuple[int, ...], ...]  # each sorted ascending: (2, 3)
    by_chance: str = "Pick at random"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck that is not in `gone`. Answer: its code.

    `barred`: (code, why not) pairs for other cards that are not allowed now.
    """

    name: str
    label: str
    deck: Deck
    gone: tuple[str, ...] = ()
    barred: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OnBoard:
    """A tile, tapped on the board. Answer: its id. `tiles` are the choices.

    `struck` are the tiles that the form, as it is filled in, would take from the board; they are shown crossed out.
    """

    name: str
    label: str
    tiles: tuple[Choice, ...]
    struck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """A card by its name, with the numbers printed on it; typed once, then remembered.

    Answer: {"name": str, "numbers": [[label, number], ...]}, the labels being the names of `numbers`.
    """

    name: str
    label: str
    shelf: str  # cards are remembered by shelf: "goblin", "recruit"
    numbers: tuple[Count, ...] = ()
    suggestions: tuple[str, ...] = ()  # names printed in the rulebook
    printed: tuple[KnownCard, ...] = ()  # cards printed in the rulebook: their numbers are filled in
    needed: bool = True  # otherwise the name may be empty; such a card is not remembered


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret answer: the screen covers it, and the log does not show it yet."""

    name: str
    label: str
    field: "Pick | Count | Bid | Subset"


Field = (
    Pick | Count | Sum | Flag | Text | Subset | Group | Grid | Repeat | Bid | Groups | Card | OnBoard | Known | Sealed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How a prompt is shown, where a form in the middle of the table is not enough."""

    beside: bool = False  # optional, in a slim row next to the main prompt
    suit: str = ""  # Suit.key of the suit it is about, which its title names
    so_far: str = ""  # the kind of an event with the same fields that scores a part of the answers, to be foreseen
    meanwhile: str = ""  # what the table does until it can be answered: "Play all tricks, then count them."
    reveals: str = ""  # what everybody sees then; the primary button must be held for a moment


@dataclass(frozen=True, slots=True)
class Prompt:
    """A form for one kind of event: its fields and `given` are exactly the fields of the event."""

    kind: str
    title: str  # a question or an instruction: "Ana bids", "Count the tricks"
    fields: tuple[Field, ...] = ()
    _: KW_ONLY
    rule: Rule | None = None
    seat: Seat | None = None  # whose turn it is
    given: tuple[tuple[str, Answer], ...] = ()  # answers known without asking
    instant: bool = False  # recorded as soon as its last field is answered
    confirm: str = "Record"  # the primary button
    help: str = ""  # one sentence below the title
    menu: str = ""  # the heading in the menu under which it is offered; empty: not in the menu
    shown: Presentation = Presentation()

    @property
    def role(self) -> Role:
        """Where it is offered."""
        if self.menu:
            return Role.ASIDE
        return Role.BESIDE if self.shown.beside else Role.MAIN


def find_prompt(prompts: "tuple[Prompt, ...]", kind: str) -> Prompt | None:
    """The prompt for this kind of event; there is at most one."""
    return next((prompt for prompt in prompts if prompt.kind == kind), None)
