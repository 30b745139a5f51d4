"""The contract every game signs: one record of pure functions, and what all games share."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from scoring.contract.board import Board
from scoring.contract.cards import KnownCard, Suit
from scoring.contract.names import count_of, join_words
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Cell,
    Choice,
    Count,
    Draft,
    Field,
    Grid,
    Pick,
    Prompt,
    Unset,
)
from scoring.contract.rulebook import Rule, values_in
from scoring.contract.scores import Best, Ledger, Outcome, Points, Seat, Side, Standings, rank, solo_sides, totals


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
        """All seats in playing order, beginning with `first`."""
        seats, first = self.seats, first % len(self.names)
        return seats[first:] + seats[:first]

    def has_all_seats(self, pairs: Iterable[tuple[int, Any]]) -> bool:
        """Whether the (seat, value) pairs have every seat exactly once."""
        return sorted(seat for seat, _ in pairs) == list(self.seats)

    def pick_seat(
        self,
        name: str,
        label: str,
        why_not: Callable[[Seat], str] = lambda seat: "",
        *,
        seats: Iterable[Seat] | None = None,
        others: tuple[Choice, ...] = (),
        likely: Answer | Unset = UNSET,
        by_chance: str = "",
    ) -> Pick:
        """A choice among `seats` (default: all players); `others` are further choices, such as nobody."""
        players = (Choice(seat, self.names[seat], why_not(seat)) for seat in (self.seats if seats is None else seats))
        return Pick(name, label, (*players, *others), likely, by_chance, seats=True)

    def ask_each_seat(
        self,
        name: str,
        label: str,
        field: Field | Callable[[Seat], Field],
        *,
        seats: Iterable[Seat] | None = None,
        totals: tuple[int, ...] = (),
    ) -> Grid:
        """The same question for each of `seats` (default: all players); a callable makes the field for a seat."""
        cells = tuple(
            Cell(seat, self.names[seat], field(seat) if callable(field) else field)
            for seat in (self.seats if seats is None else seats)
        )
        return Grid(name, label, cells, totals, seats=True)

    def join_names(self, seats: Iterable[int]) -> str:
        """Names in a sentence: "Ana, Ben and Cleo"."""
        return join_words(self.names[seat] for seat in seats)

    def list_numbers(self, numbers: Iterable[tuple[int, float]]) -> str:
        """Numbers by seat as a list for the log: "Ana 3, Ben 0"."""
        return ", ".join(f"{self.names[seat]} {number}" for seat, number in numbers)


@lru_cache(maxsize=64)
def _seats(players: int) -> tuple[Seat, ...]:
    """Cached, because every event asks for them."""
    return tuple(map(Seat, range(players)))


O = TypeVar("O")
S = TypeVar("S", bound="State")


class Event(Generic[S]):
    """Something players entered, with its own rules and log text: a frozen dataclass of plain values, tuples and Enums.

    Define it in the module of its rules, next to its prompt; `Game.events` has all of them.
    """

    __slots__ = ()

    kind: ClassVar[str]  # stored, so stable for ever: the name of the class in snake case
    begins_again: ClassVar[bool] = False  # the round begins again, so that what was still to be gained grows
    movers: ClassVar[Mapping[str, Callable[[Any, Sequence[int]], Any]]] = {}
    """How a field's value changes when players change seats, if it is not enough to replace each `Seat` in it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "kind" not in vars(cls):
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def apply(self, state: S, waived: Collection[str]) -> S:
        """The new state; rules whose ids are in `waived` are not looked at. Raises RuleViolation."""
        raise NotImplementedError

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        """The log text, without the veiled fields."""
        raise NotImplementedError

    def veiled(self, state: S) -> frozenset[str]:
        """The fields that may not be shown yet, once it is recorded."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class Opened(Event[Any], Generic[O]):
    """Entry 0 of every journal: who plays, and with which options. It can be amended like any other entry."""

    names: tuple[str, ...]
    options: O
    moves: tuple[Seat, ...] = ()
    """In a correction: the new seat of each player by old seat; what was entered before goes with them."""


@dataclass(frozen=True, slots=True)
class Adjusted(Event[Any]):
    """Points the table agreed on for something no rule covers; allowed after the end of the game, too."""

    seat: Seat
    points: Points
    reason: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} {self.points:+} by agreement: {self.reason}"


@dataclass(frozen=True, slots=True)
class Stopped(Event[Any]):
    """Somebody had to leave; `counts` says whether the result so far goes into the statistics."""

    reason: str
    counts: bool

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        why = f" ({self.reason})" if self.reason else ""
        return f"Stopped here{why}; the result {'counts' if self.counts else 'does not count'}"


@dataclass(frozen=True, slots=True)
class Resumed(Event[Any]):
    """A stopped session goes on."""

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "Resumed"


@dataclass(frozen=True, slots=True)
class Left(Event[Any]):
    """A player leaves and the others play on; `ranked` says whether by points, or after all who played to the end."""

    seat: Seat
    ranked: bool

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        how = "ranked by points" if self.ranked else "ranked last"
        return f"{table.names[self.seat]} leaves, {how}; the others play on"


@dataclass(frozen=True, slots=True)
class CameLate(Event[Any]):
    """A new player joins the session with `points`, to the left of `after`; `seat` is the next one of the session."""

    seat: Seat
    name: str
    after: Seat
    points: Points

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{self.name} comes late, with {count_of(self.points, 'point')}"


@dataclass(frozen=True, slots=True)
class CameBack(Event[Any]):
    """A player who left plays again."""

    seat: Seat

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} comes back"


def events_in(package: Mapping[str, Any]) -> tuple[type[Event[Any]], ...]:
    """All events that the modules of a package define, given its `globals()`; base classes are no dataclasses."""
    classes = dict.fromkeys(value for value in values_in(package) if isinstance(value, type) and is_dataclass(value))
    root = package["__name__"]
    return tuple(cls for cls in classes if issubclass(cls, Event) and cls.__module__.startswith(f"{root}."))


Agreement = Adjusted | Stopped | Resumed | Left | CameLate | CameBack
AGREEMENTS: tuple[type[Agreement], ...] = (Adjusted, Stopped, Resumed, Left, CameLate, CameBack)
"""The events every game has; `scoring/engine/agreements.py` applies them."""


class State(Protocol):
    """What the states of all games have in common.

    A state is a frozen dataclass with the fields `ledger` and `stopped`, which agreements change.
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
    """One line at the top of the table: "Dealer: Ada", "Cards: 6"."""

    key: str  # the screen has icons for some: "round", "cards", "dealer", "trump"
    label: str
    value: str
    suit: str = ""  # Suit.key
    rule: Rule | None = None
    group: str = ""  # neighbours of one group are shown together, also where the game has stopped: totals of teams

    @property
    def text(self) -> str:
        """ "Round 3 of 10", "Trump"."""
        return f"{self.label} {self.value}".strip()


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning, reminder or countdown of `seconds`; it never keeps an entry from being recorded."""

    rule: Rule
    text: str
    seat: Seat | None = None
    seconds: int | None = None
    code: str = ""  # "W_REVOKE"
    moves: str = ""  # the key of a marker that has just moved: a table that tells the round says so itself


@dataclass(frozen=True, slots=True)
class RoundHead:
    """One row of the score sheet: `type` is a stored key, `size` its hand size (0: has none).

    `name` is what players call the type; empty where all rounds of a game are of the same type. `starter` is who
    started the round; None: nobody, or not known yet.
    """

    number: int
    title: str
    type: str = ""
    size: int = 0
    name: str = ""
    starter: Seat | None = None


PLAYED_BEFORE: Final = "joined"
"""The type of the row for rounds played before the session was entered; stored. No round has this type."""


SUMMED_UP: Final = "summed_up"
"""The type of a row for several rounds whose points are known only together; stored. No round has this type."""

COUNTED_ONCE: Final = "category"
"""The type of a row for a category, which is counted once at the end; stored. No round has this type."""

FINAL_COUNT: Final = "count"
"""The type of the row for what is counted after the last round; stored. No round has this type."""

_NUMBERED: Final = re.compile(r"\w+ [\d–]+")  # a title that only says which round it is: "Round 3", "Rounds 1–4"

TOTALS_ONLY: Final = (PLAYED_BEFORE, SUMMED_UP, COUNTED_ONCE, FINAL_COUNT)
"""The types of rows that say nothing about a single round."""


def are_successive(rounds: Iterable[RoundHead]) -> bool:
    """Whether the rows are rounds, one after the other; otherwise nothing can be said of how the session went."""
    return not any(head.type in (SUMMED_UP, COUNTED_ONCE) for head in rounds)


def name_rounds(rounds: Iterable[RoundHead], noun: str) -> dict[int, str]:
    """What a sentence calls each round, by its number: "round 3", or "“King”" where it has a title of its own; "recruit
    6" where others have the same title.
    """
    titles = {head.number: head.title for head in rounds}
    times = Counter(titles.values())

    def name(number: int, title: str) -> str:
        if times[title] > 1:
            return f"{noun} {number}"
        return f"{title[0].lower()}{title[1:]}" if _NUMBERED.fullmatch(title) else f"“{title}”"

    return {number: name(number, title) for number, title in titles.items()}


def rounds_before(last: int, unit: str = "Round") -> tuple[RoundHead, ...]:
    """The row for rounds 1 to `last`, whose totals alone are known; no row if `last` is 0."""
    if not last:
        return ()
    return (RoundHead(last, f"{unit} 1" if last == 1 else f"{unit}s 1–{last}", PLAYED_BEFORE),)


@dataclass(frozen=True, slots=True)
class Measure:
    """Something the game counts for its statistics: `value` out of `of` (0: not a share) in a round."""

    round: int
    seat: Seat
    key: str
    value: int
    of: int = 0


@dataclass(frozen=True, slots=True)
class MeasureKind:
    """The title of a measure, and how it is summed: as a share of `of`, or as a plain sum."""

    key: str
    title: str  # "Bids met"
    share: bool = False
    main: bool = False  # the share that says how well a seat did in a round
    stands_in: bool = False  # says so in rounds that do not count the main measure
    praise: str = ""  # the title of the award for the highest value; empty: there is none
    common: bool = False  # what a share is of belongs to all players together, as the tricks of a hand
    none: str = ""  # said after a round of who has nothing of a share: "missed"; empty: nothing


@dataclass(frozen=True, slots=True)
class Measures(Generic[S]):
    """What a game counts besides points: the kinds, and what was counted up to a state."""

    kinds: tuple[MeasureKind, ...] = ()
    of: Callable[[S], tuple[Measure, ...]] = lambda state: ()


LONGEST_NOTE: Final = 14
"""The most characters of a note, because the cells of a phone's score sheet are narrow."""


@dataclass(frozen=True, slots=True)
class CellNote:
    """What a cell of the score sheet says below its points, in a few characters: "3/2" for 3 tricks, 2 bid."""

    round: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class TableView:
    """What a screen shows of a state besides its questions and points; `legend` says what the notes mean."""

    facts: tuple[Fact, ...] = ()
    board: Board = field(default_factory=Board)
    notices: tuple[Notice, ...] = ()
    notes: tuple[CellNote, ...] = ()  # below the points of the score sheet
    legend: str = ""  # "Below the points: tricks taken / bid."
    by_side: bool = False  # partners have one number, at the seat of the first of them


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of the set-up form; `text` explains it in one line."""

    field: Field
    text: str = ""
    rule: Rule | None = None
    section: str = ""  # heading; house rulings are folded away
    house: bool = False
    seals: bool = False  # it decides whether secrets are answered in the app


@dataclass(frozen=True, slots=True)
class Preset(Generic[O]):
    """A named set of options."""

    key: str
    title: str
    options: O
    text: str = ""
    rule: Rule | None = None


Gain = tuple[float, float | None]
"""The least and the most points that can still be gained; None: there is no upper bound."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What each seat can still gain by the rules in what is left, by seat.

    Points by agreement, tie-breaks and rounds that the table begins again are not in it. `sides` has the sides of
    several players whose range is narrower than the sum of theirs, because they cannot all have their best at once.
    """

    ranges: tuple[Gain, ...]
    sides: tuple[tuple[Side, Gain], ...] = ()


E = TypeVar("E", bound=Event[Any])

Payload = dict[str, Any]
Upcast = Callable[[str, Payload], tuple[str, Payload]]
"""(kind, payload) of format n -> the same entry in format n + 1."""


@dataclass(frozen=True, slots=True)
class Regrouping(Generic[S]):
    """How a game goes on with other players, from the current round on; see `scoring/engine/regrouping.py`.

    `why_not` says why it cannot go on with this number of players, or not at this moment; empty: it can. `is_begun`
    says whether something of the current round was entered, which is dropped. `begin` makes the state in which the
    round begins: with the new table, the old seat of each new one (None: a new player), and the points so far in the
    new seats, with which the new ledger begins.
    """

    begin: "Callable[[S, Table, tuple[Seat | None, ...], Ledger], S]"
    why_not: "Callable[[S, int], str]"
    is_begun: "Callable[[S], bool]"


def by_points(state: State) -> Standings:
    """Everybody alone, the most points first."""
    return rank(totals(state.ledger, state.table.seats), solo_sides(state.table.seats))


@dataclass(frozen=True, kw_only=True, slots=True)
class Box:
    """What a game is by its looks: what is printed on the box, and what the screens need before anybody plays."""

    title: str
    tagline: str  # one line for the shelf
    colour: str  # "#rrggbb", the seed of its colour scheme
    players: range
    minutes: tuple[int, int] = (0, 0)  # shortest and longest session; 0, 0: unknown
    suits: tuple[Suit, ...] = ()
    round: str = "round"  # what the table calls one: "hand"


CONTRACT: Final = 1
"""The version of this contract. A change after which games written for it would not work any more raises it."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)  # one object per game, so equality is identity
class Game(Generic[O, S, E]):
    """A game as data: all that the screens, storage and replay know about it."""

    key: str  # stable for ever: stored, names the package and assets/<key>/
    box: Box
    format: int  # of stored entries; raised when an event or option changes shape
    events: tuple[type[E], ...]
    options: type[O]  # frozen dataclass; defaults are the rules as printed
    rules: tuple[Rule, ...]  # every rule the game can cite

    option_fields: Callable[[Table, O], tuple[OptionField, ...]]  # who plays, options so far -> form
    open: Callable[[Table, O], S]  # raises RuleViolation for options that cannot be played
    # by event and waived rule ids; raises RuleViolation
    apply: Callable[[S, E, Collection[str]], S] = lambda state, event, waived: event.apply(state, waived)
    prompts: Callable[[S], tuple[Prompt, ...]]  # main one first; no MAIN prompt exactly when the game is over
    sealed: Callable[[S], tuple[Prompt, ...]] = lambda state: ()  # answered in secret by several seats, in any order
    standings: Callable[[S], Standings] = by_points
    outcome: Callable[[S], Outcome | None]  # None: not over
    rounds: Callable[[S], tuple[RoundHead, ...]]  # rows of the score sheet, including the current round
    view: Callable[[S], TableView]

    counts_as: Callable[[O], str] = lambda options: ""  # the title it is found under later; empty: the game's own
    unit: Callable[[S], float] = lambda state: 1  # every score is a multiple of it
    best: Callable[[S], Best] = lambda state: Best.HIGH  # which end wins
    presets: Callable[[int], tuple[Preset[O], ...]] = lambda players: ()  # by number of players
    form: Callable[[S, Prompt, Draft], Prompt] = lambda state, prompt, draft: prompt  # narrows it by what is filled in
    measures: Measures[S] = Measures()
    provisional: Callable[[S], Ledger] = lambda state: state.ledger  # as if the game ended now
    reach: Callable[[S], Reach | None] = lambda state: None  # None: nothing is known, or nothing left
    regrouping: Regrouping[S] | None = None  # None: nobody can leave or come
    card_numbers: Callable[[str, KnownCard], tuple[Count, ...]] = lambda shelf, card: ()  # printed on cards of a shelf
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Short, because test failures and logs show it."""
        return f"<Game {self.key}>"

    def starter(self, state: S) -> Seat | None:
        """Who started the current round; None: nobody, or not known yet."""
        return next((head.starter for head in self.rounds(state) if head.number == state.round), None)

    def title_of(self, options: O) -> str:
        """The title under which a session with these options counts."""
        return self.counts_as(options) or self.box.title


AnyGame = Game[Any, Any, Any]
