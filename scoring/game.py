"""The contract every game signs: one record of pure functions, and what all games share."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from scoring.board import Board
from scoring.cards import Suit
from scoring.prompts import Answer, Field, Prompt, prompt_of
from scoring.rulebook import Rule
from scoring.scores import Best, Ledger, Outcome, ScoreLine, Seat, Standings


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where, clockwise; fixed for the whole session."""

    names: tuple[str, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return _seats(len(self.names))

    def left_of(self, seat: int, steps: int = 1) -> Seat:
        """The seat `steps` places clockwise."""
        return Seat((seat + steps) % len(self.names))

    def clockwise_from(self, first: int) -> tuple[Seat, ...]:
        """All seats in playing order, `first` leading."""
        seats, first = self.seats, first % len(self.names)
        return seats[first:] + seats[:first]

    def list_numbers(self, numbers: Iterable[tuple[int, int]]) -> str:
        """Numbers by seat as the log lists them: "Ana 3, Ben 0"."""
        return ", ".join(f"{self.names[seat]} {number}" for seat, number in numbers)


@lru_cache(maxsize=64)
def _seats(players: int) -> tuple[Seat, ...]:
    """The seats of so many players: every event asks for them."""
    return tuple(map(Seat, range(players)))


class Event(Protocol):
    """Something players entered: a frozen dataclass of plain values, tuples and Enums."""

    kind: ClassVar[str]  # snake_case; stored, so stable for ever


O = TypeVar("O")


@dataclass(frozen=True, slots=True)
class Opened(Generic[O]):
    """Entry 0 of every journal: who plays which variant; amended like any other entry."""

    kind: ClassVar[str] = "opened"
    names: tuple[str, ...]
    options: O


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points the table agreed on for something no rule covers; also after the end."""

    kind: ClassVar[str] = "adjusted"
    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Somebody had to leave; `counts` says whether the result so far goes into the statistics."""

    kind: ClassVar[str] = "stopped"
    reason: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Resumed:
    """A stopped session goes on."""

    kind: ClassVar[str] = "resumed"


Agreement = Adjusted | Stopped | Resumed
AGREEMENTS: tuple[type[Agreement], ...] = (Adjusted, Stopped, Resumed)
"""The events every game has; `scoring/agreements.py` applies them."""


class State(Protocol):
    """What every game's frozen state shares; the rest is its own affair.

    A state is a frozen dataclass with the fields `ledger` and `stopped`, so that agreements can
    be applied to any of them with `dataclasses.replace`.
    """

    @property
    def table(self) -> Table: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def stopped(self) -> Stopped | None: ...
    @property
    def round(self) -> int:
        """The round being played, from 1; the last one when the game is over."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing worth seeing at the top of the table: "Dealer: Ada", "Cards: 6"."""

    key: str  # a word the screen may have a picture for: "round", "cards", "dealer", "trump"
    label: str
    value: str
    suit: str = ""  # Suit.key
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning, reminder or running clock; it never blocks.

    `seconds` offers a countdown of that length (the Spy's sixty).
    """

    rule: Rule
    text: str
    seat: Seat | None = None
    seconds: int | None = None
    code: str = ""  # "W_REVOKE"


@dataclass(frozen=True, slots=True)
class RoundHead:
    """One row of the score sheet: `kind` is a stored key, `size` its hand size (0: has none).

    `name` is what players call the kind, where the rounds of a game differ; empty: they do not.
    """

    number: int
    title: str
    kind: str = ""
    size: int = 0
    name: str = ""


PLAYED_BEFORE: Final = "joined"
"""The kind of the row for rounds played before the session was entered; stored. No round is of this kind."""


def rounds_before(last: int, unit: str = "Round") -> tuple[RoundHead, ...]:
    """The row for rounds 1 to `last`, of which only the totals are known; no row where `last` is 0."""
    if not last:
        return ()
    return (RoundHead(last, f"{unit} 1" if last == 1 else f"{unit}s 1–{last}", PLAYED_BEFORE),)


@dataclass(frozen=True, slots=True)
class Measure:
    """One of the game's own countables: `value` out of `of` (0: not a share) in a round."""

    round: int
    seat: Seat
    key: str
    value: int
    of: int = 0


@dataclass(frozen=True, slots=True)
class MeasureKind:
    """How a measure is named on screen and summed: as a share of `of`, or as a plain sum."""

    key: str
    title: str  # "Bids met"
    share: bool = False
    main: bool = False  # the share that tells how a round went for a seat
    praise: str = ""  # the award for most of it; empty where most is nothing to be proud of


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of the set-up form; `text` says in one line what it changes."""

    field: Field
    text: str = ""
    rule: Rule | None = None
    section: str = ""  # heading; house rulings are folded away
    house: bool = False


@dataclass(frozen=True, slots=True)
class Preset(Generic[O]):
    """Options a table would pick as a whole."""

    key: str
    title: str
    options: O
    text: str = ""
    rule: Rule | None = None


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)

Payload = dict[str, Any]
Upcast = Callable[[str, Payload], tuple[str, Payload]]
"""(kind, payload) of format n -> the same entry in format n + 1."""


class Entry(Protocol[S]):
    """An event that says itself what it changes and how the log tells it.

    Its class stands in the module of its rules, beside the form that asks for it, and is listed in that module's
    `EVENTS`.
    """

    kind: ClassVar[str]

    def apply(self, state: S, waived: Collection[str]) -> S:
        """The state after it; raises RuleViolation and changes nothing if it is not allowed."""

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        """The entry as the log tells it, without its veiled fields."""


Draft = Mapping[str, Answer]
"""What is filled in so far: answers by field name; a field not entered yet is absent."""


def sentence(table: Table, event: Entry[Any], veiled: frozenset[str]) -> str:
    """For games whose events tell themselves."""
    return event.sentence(table, veiled)


def no_notices(state: Any) -> tuple[Notice, ...]:
    """For games that never warn."""
    return ()


def no_measures(state: Any) -> tuple[Measure, ...]:
    """For games that count nothing but points."""
    return ()


def ledger_so_far(state: State) -> Ledger:
    """For games whose ledger is always up to date: nothing is scored only at the end."""
    return state.ledger


def no_veil(state: Any, event: Any) -> frozenset[str]:
    """For games without secrets."""
    return frozenset()


def no_starter(state: Any) -> Seat | None:
    """For games in which all begin a round together."""
    return None


def no_sealed(state: Any) -> tuple[Prompt, ...]:
    """For games in which nobody answers in secret."""
    return ()


def no_presets(players: int) -> "tuple[Preset[Any], ...]":
    """For games played one way."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)  # one of each: the same game is the same object, and hashes
class Game(Generic[O, S, E]):
    """A game as data: screen, storage and replay know nothing else about it."""

    key: str  # stable for ever: stored, names the package and assets/<key>/
    title: str
    tagline: str  # one line for the shelf
    colour: str  # "#rrggbb", the seed of its colour scheme
    players: range
    minutes: tuple[int, int]  # how long a session takes, from and to; 0, 0: not known
    format: int  # of stored entries; bumped when an event or option changes shape
    unit: int = 1  # what points are counted in: 5 where every score is a multiple of five
    best: Best = Best.HIGH  # which end wins
    suits: tuple[Suit, ...] = ()
    events: tuple[type[E], ...]
    options: type[O]  # frozen dataclass; defaults are the rules as printed
    rules: tuple[Rule, ...]  # every rule the game can cite

    option_fields: Callable[[Table, O], tuple[OptionField, ...]]  # who plays, options so far -> form
    open: Callable[[Table, O], S]  # raises RuleViolation for options that cannot be played
    apply: Callable[[S, E, Collection[str]], S]  # event, waived rule ids; raises RuleViolation, changes all or nothing
    prompts: Callable[[S], tuple[Prompt, ...]]  # main one first; without MAIN exactly when over
    sealed: Callable[[S], tuple[Prompt, ...]] = no_sealed  # what several seats may answer in secret at the same time
    standings: Callable[[S], Standings]  # of the ledger as it is
    outcome: Callable[[S], Outcome | None]  # None: not over
    rounds: Callable[[S], tuple[RoundHead, ...]]  # rows of the score sheet, the running one included
    starter: Callable[[S], Seat | None]  # who began the running round; None: all at once, or still to be settled
    facts: Callable[[S], tuple[Fact, ...]]
    board: Callable[[S], Board]
    sentence: Callable[[Table, E, frozenset[str]], str]  # an event as the log tells it, without its veiled fields

    presets: Callable[[int], tuple[Preset[O], ...]] = no_presets  # by number of players; the first is offered first
    form: Callable[[S, Prompt, Draft], Prompt] = field(default=lambda state, prompt, draft: prompt)
    preview: Callable[[S, Prompt, Draft], Board] | None = None  # what a filled form would do; None: plain board
    notices: Callable[[S], tuple[Notice, ...]] = no_notices
    measures: Callable[[S], tuple[Measure, ...]] = no_measures
    measured: tuple[MeasureKind, ...] = ()
    provisional: Callable[[S], Ledger] = ledger_so_far  # as if the game ended now, nothing veiled
    veil: Callable[[S, E], frozenset[str]] = no_veil  # fields of a recorded event that may not be shown yet
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Short, because failures and logs show it: the rules alone would fill pages."""
        return f"<Game {self.key}>"

    def asks(self, state: S, kind: str) -> Prompt | None:
        """The prompt for this kind of event, if the game asks for it now."""
        return prompt_of(self.prompts(state), kind)

    def board_for(self, state: S, prompt: Prompt, draft: Draft) -> Board:
        """The board while this form is being filled in: a chosen target, what would fall."""
        return self.board(state) if self.preview is None else self.preview(state, prompt, draft)


AnyGame = Game[Any, Any, Any]


def lines_of(ledger: Ledger, round: int, seat: Seat) -> tuple[ScoreLine, ...]:
    """The lines behind one cell of the score sheet."""
    return tuple(line for line in ledger if line.round == round and line.seat == seat)
