"""Play any game without knowing it: answers to every kind of field, walks, whole random sessions.

Everything is chosen through one function, `below(n)`: Hypothesis draws it, so that walks shrink, or a seeded
`random.Random` rolls it, so that bulk data comes fast.
"""

import random
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from hypothesis import strategies as st

from scoring.contract.cards import count_left
from scoring.contract.game import AnyGame, Opened, Table
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Bid,
    Card,
    Choice,
    Count,
    Field,
    Flag,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Prompt,
    Repeat,
    Role,
    Sealed,
    Subset,
    Sum,
    Text,
)
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import as_points
from scoring.contract.tapes import add_up
from scoring.engine import agreements
from scoring.engine.codec import FormatError, event_from, options_from, options_payload
from scoring.engine.journal import Record
from scoring.engine.regrouping import allow_regrouping

T = TypeVar("T")
Below = Callable[[int], int]
"""A whole number from 0 to n - 1; 0 is the plainest choice."""

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")
CARD_NAMES = ("Pint-Sized Pack", "Brute", "Sly Imp")
WORDS = ("the dog ate it", "Grüße", "a card said so — twice", "x")


def rolled(rng: random.Random) -> Below:
    """Choices by a seeded generator."""
    roll = rng.random
    return lambda n: int(roll() * n)


def drawn(draw: st.DrawFn) -> Below:
    """Choices by Hypothesis."""
    return lambda n: draw(st.integers(0, n - 1))


def one_of(options: Sequence[T], below: Below) -> T:
    return options[below(len(options))]


def seldom(odds: int, below: Below) -> bool:
    """True once in `odds` times; shrinks to False."""
    return below(odds) == odds - 1


def shuffled(items: Sequence[T], below: Below) -> list[T]:
    """The items in any order; shrinks to the given order."""
    rest, order = list(items), []
    while rest:
        order.append(rest.pop(below(len(rest))))
    return order


# Answers ---------------------------------------------------------------------------------------------------------


def answer(field: Field, below: Below) -> Answer:
    """A valid answer; an invalid one if there is no valid one."""
    likely = getattr(field, "likely", UNSET)
    if likely is not UNSET and below(2) == 0:
        return list(likely) if isinstance(likely, tuple) else likely
    return any_answer(field, below)


def any_answer(field: Field, below: Below) -> Answer:
    """A valid answer, whatever is likely."""
    match field:
        case Pick(choices=choices) | OnBoard(tiles=choices):
            return one_of(_open(choices) or choices, below).value
        case Count():
            return one_of(_numbers(field) or (field.low,), below)
        case Sum():
            return _tape(field, below)
        case Flag():
            return below(2) == 1
        case Text(longest=longest, needed=needed):
            return one_of(WORDS if needed else ("", *WORDS), below)[:longest]
        case Subset():
            return _subset(field, below)
        case Group(fields=inner):
            return {part.name: answer(part, below) for part in inner}
        case Grid():
            return _each(field, below)
        case Repeat(field=inner, low=low, high=high):
            return [answer(inner, below) for _ in range(low + below(min(high - low, 3) + 1))]
        case Bid():
            return one_of(_bids(field) or ([field.low],), below)
        case Groups(seats=seats, sizes=sizes):
            return _groups(shuffled(seats, below), one_of(sizes, below))
        case Card():
            return one_of(_cards(field) or [card.code for card in field.deck], below)
        case Known():
            return _known(field, one_of((*field.suggestions, *CARD_NAMES), below))
        case Sealed(field=inner):
            return answer(inner, below)
        case _:
            raise TypeError(f"no answers are made up for a {type(field).__name__}")


def _open(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    return tuple(choice for choice in choices if not choice.why_not)


@lru_cache(maxsize=4096)
def _numbers(field: Count) -> tuple[float, ...]:
    closed = dict(field.barred)
    return tuple(n for n in field.numbers if n not in closed)


def _tape(field: Sum, below: Below) -> Answer:
    """A number alone, or as its parts."""
    parts = [_between(1, 9, field.step, below) for _ in range(below(4))]
    low = field.low if field.is_signed else max(field.low, 0)
    if field.is_signed and parts and below(2):
        parts = [-part if below(2) else part for part in parts]
    return parts if parts and low <= sum(parts) <= field.high else _between(low, field.high, field.step, below)


def _between(low: float, high: float, step: float, below: Below) -> float:
    """A number from `low` to `high` in steps."""
    return as_points(low + step * below(int((high - low) / step) + 1))


def _subset(field: Subset, below: Below) -> Answer:
    values = [choice.value for choice in _open(field.choices)]
    low, high = min(field.low, len(values)), min(field.high, len(values))
    chosen = set(shuffled(range(len(values)), below)[: low + below(high - low + 1)])
    return [value for n, value in enumerate(values) if n in chosen]


def _each(grid: Grid, below: Below) -> Answer:
    pairs: list[Answer] = []
    for position, cell in enumerate(grid.cells):
        pairs.append([cell.key, cell_answer(grid, position, pairs, below)])
    return pairs


def cell_answer(grid: Grid, position: int, before: Sequence[Answer], below: Below) -> Answer:
    """An answer for one cell with which the open cells can still reach the total."""
    cell = grid.cells[position].field
    if not grid.totals or not isinstance(cell, Count | Sum):
        return answer(cell, below)
    rest = [_limits(later.field) for later in grid.cells[position + 1 :]]
    so_far = sum(add_up(value) for _, value in before)
    least, most = sum(low for low, _ in rest), sum(high for _, high in rest)
    if isinstance(cell, Sum):
        total = one_of(grid.totals, below) - so_far
        low, high = max(cell.low, total - most), min(cell.high, total - least)
        return _between(low, max(low, high), cell.step, below)
    fitting = [n for n in _numbers(cell) if any(least <= total - so_far - n <= most for total in grid.totals)]
    if cell.likely in fitting and below(2) == 0:
        return cell.likely
    return one_of(fitting or (cell.low,), below)


def _limits(field: Field) -> tuple[float, float]:
    """The lowest and the highest number of a field; none for one that asks for no number."""
    if isinstance(field, Sum):
        return field.low, field.high
    numbers = _numbers(field) if isinstance(field, Count) else ()
    return min(numbers, default=0), max(numbers, default=0)


def _bids(field: Bid) -> tuple[list[int], ...]:
    singles = [[n] for n in range(field.low, field.high + 1)]
    doubles = [[n, n + 1] for n in range(field.low, field.high)]
    return tuple(bid for bid in (*singles, *doubles) if not field.find_error(bid))


def _groups(seats: list[Any], sizes: tuple[int, ...]) -> Answer:
    groups, start = [], 0
    for size in sizes:
        groups.append(seats[start : start + size])
        start += size
    return groups


def _cards(field: Card) -> list[str]:
    closed = dict(field.barred)
    return [code for code, n in count_left(field.deck, field.gone).items() if n > 0 and code not in closed]


def _known(field: Known, name: str) -> Answer:
    """The same name has the same numbers every time, as a printed card has."""
    numbers = []
    for n, count in enumerate(field.numbers):
        allowed = _numbers(count) or (count.low,)
        numbers.append([count.name, allowed[(sum(map(ord, name)) + 5 * n) % len(allowed)]])
    return {"name": name, "numbers": numbers}


def wrong(field: Field, below: Below) -> Answer:
    """An answer of the right type that is mostly invalid."""
    match field:
        case Pick(choices=choices) | OnBoard(tiles=choices):
            closed = tuple(choice for choice in choices if choice.why_not)
            if closed:
                return one_of(closed, below).value
            return 99 if isinstance(choices[0].value, int) else "nothing of the kind"
        case Count(low=low, high=high, barred=barred):
            return one_of((low - 1, high + 1, *(n for n, _ in barred)), below)
        case Sum(low=low, high=high):
            return one_of((low - 1, high + 1, [], [3, 0], [high, 1], [1] * 61, 2.25, 3 - field.step / 2), below)
        case Flag():
            return below(2) == 1
        case Text(longest=longest):
            return one_of(("", "x" * (longest + 1)), below)
        case Subset(choices=choices):
            return [choice.value for choice in choices for _ in range(1 + below(2))]
        case Group(fields=inner):
            return {part.name: one_of((answer, wrong), below)(part, below) for part in inner}
        case Grid(cells=cells):
            kept = cells[below(2) :]
            return [[cell.key, one_of((answer, wrong), below)(cell.field, below)] for cell in kept]
        case Repeat(field=inner, low=low, high=high):
            return [answer(inner, below) for _ in range(one_of((max(low - 1, 0), min(high, 8) + 1), below))]
        case Bid(low=low, high=high):
            return one_of(([low - 1], [high + 1], [], [low, low + 2], [high, high + 1]), below)
        case Groups(seats=seats):
            return one_of(([], [list(seats)], [[seat] for seat in seats]), below)
        case Card(gone=used, deck=deck):
            return one_of((*used, "no such card", deck[0].code), below)
        case Known():
            return {"name": one_of(("", "Brute"), below), "numbers": [["no such number", -1]]}
        case Sealed(field=inner):
            return wrong(inner, below)
        case _:
            raise TypeError(f"no answers are made up for a {type(field).__name__}")


def fill(game: AnyGame, state: Any, prompt: Prompt, below: Below) -> tuple[Prompt, dict[str, Answer]]:
    """Fill in a prompt field by field and cell by cell, updated by the game on the way: (last prompt, draft)."""
    draft: dict[str, Answer] = {}
    for name in [one.name for one in prompt.fields]:
        current = _field(game.form(state, prompt, draft), name)
        match current:
            case Grid(cells=cells):
                draft[name] = []
                for position in range(len(cells)):
                    now = _field(game.form(state, prompt, draft), name)
                    assert isinstance(now, Grid)
                    value = cell_answer(now, position, draft[name], below)
                    draft[name] = [*draft[name], [now.cells[position].key, value]]
            case Known(suggestions=suggestions):
                called = one_of((*suggestions, *CARD_NAMES), below)
                draft[name] = {"name": called, "numbers": []}
                now = _field(game.form(state, prompt, draft), name)
                assert isinstance(now, Known)
                draft[name] = _known(now, called)
            case _:
                draft[name] = answer(current, below)
    return game.form(state, prompt, draft), draft


def _field(prompt: Prompt, name: str) -> Field:
    field = next((field for field in prompt.fields if field.name == name), None)
    assert field is not None, (
        f"`Game.form` returned {prompt.kind} without its field {name!r}; it may only change fields."
    )
    return field


# Tables and options ------------------------------------------------------------------------------------------------


def table_of(players: int) -> Table:
    """A table with the first few of our invented players."""
    return Table(NAMES[:players])


def first_options(game: AnyGame, players: int) -> Any:
    """The app's default options: the first preset, or the printed rules."""
    presets = game.presets(players)
    return presets[0].options if presets else game.options()


def options_for(game: AnyGame, table: Table, below: Below) -> Any:
    """A preset, or a set-up form answered at random; always one that can be played."""
    presets = [preset.options for preset in game.presets(len(table.names))]
    options = one_of(presets, below) if presets else game.options()
    for name in [option.field.name for option in game.option_fields(table, options)]:
        fields = {option.field.name: option.field for option in game.option_fields(table, options)}
        if name not in fields or not seldom(2, below):
            continue
        changed = options_from(game, options_payload(game, options) | {name: any_answer(fields[name], below)})
        if can_open(game, table, changed):
            options = changed
    return options


def crowded_options_for(game: AnyGame, table: Table, below: Below) -> Any:
    """Options with as many variants, types and special cards as can be played together."""
    options = options_for(game, table, below)
    for name in [option.field.name for option in game.option_fields(table, options)]:
        now = {option.field.name: option.field for option in game.option_fields(table, options)}
        current = now.get(name)
        for choice in shuffled(_open(current.choices), below) if isinstance(current, Subset) else ():
            payload = options_payload(game, options)
            more = options_from(game, payload | {name: [*payload[name], choice.value]})
            if choice.value not in payload[name] and can_open(game, table, more):
                options = more
    return options


def can_open(game: AnyGame, table: Table, options: Any) -> bool:
    try:
        game.open(table, options)
    except RuleViolation:
        return False
    return True


# Walks -------------------------------------------------------------------------------------------------------------


@dataclass(repr=False, eq=False)  # each is itself alone, and hashes
class Walk:
    """A session in progress: the states after every event, and the refusals."""

    game: AnyGame
    opened: Opened[Any]
    states: list[Any]
    records: list[Record[Any]] = field(default_factory=list)
    refused: list[RuleViolation] = field(default_factory=list)

    def __repr__(self) -> str:
        """The events, so that a failing walk can be read."""
        return "\n".join((f"{self.game.key} {self.opened}", *map(str, self.records)))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Hypothesis would print every state otherwise."""
        printer.text(repr(self))

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def events(self) -> list[Any]:
        return [record.event for record in self.records]

    @property
    def journal(self) -> tuple[Record[Any], ...]:
        return (Record(self.opened), *self.records)

    def enter(self, event: Any, waived: tuple[str, ...] = ()) -> RuleViolation | None:
        """Judge the event; a refusal is kept and returned."""
        try:
            after = agreements.judge(self.game, self.state, event, waived)
        except RuleViolation as violation:
            self.refused.append(violation)
            return violation
        self.states.append(after)
        self.records.append(Record(event, waived=waived))
        return None


def start(game: AnyGame, players: int, options: Any) -> Walk:
    """A walk that has not taken a step."""
    table, game = table_of(players), allow_regrouping(game)
    return Walk(game, Opened(table.names, options), [game.open(table, options)])


def step(walk: Walk, below: Below) -> None:
    """One answered prompt, main or not, sometimes wrongly; a waivable refusal is sometimes waived."""
    prompts = agreements.prompts(walk.game, walk.state)
    main = [prompt for prompt in prompts if prompt.role is not Role.ASIDE]
    aside = [prompt for prompt in prompts if prompt.role is Role.ASIDE]
    prompt = one_of(main if main and not seldom(6, below) else aside, below)
    form, draft = fill(walk.game, walk.state, prompt, below)
    payload = dict(prompt.given) | draft
    event = event_from(walk.game, prompt.kind, payload)
    if form.fields and seldom(12, below):
        broken = one_of(form.fields, below)
        with suppress(FormatError):  # what does not even pass the codec is no entry
            event = event_from(walk.game, prompt.kind, payload | {broken.name: wrong(broken, below)})
    refusal = walk.enter(event)
    if refusal is not None and refusal.rule.waivable and seldom(2, below):
        walk.enter(event, (refusal.rule.id,))


@st.composite
def walk(draw: st.DrawFn, game: AnyGame) -> Walk:
    """A legal session of up to 14 events at any table with any options, with refused entries between."""
    below = drawn(draw)
    players = one_of(game.box.players, below)
    trail = start(game, players, options_for(game, table_of(players), below))
    for _ in range(draw(st.integers(0, 14))):
        step(trail, below)
    return trail


@st.composite
def long_walk(draw: st.DrawFn, game: AnyGame) -> Walk:
    """A session by one drawn seed: goes as deep as 400 events, but shrinks only by its length."""
    below = rolled(random.Random(draw(st.integers(0, 10**6))))
    players = one_of(game.box.players, below)
    trail = start(game, players, options_for(game, table_of(players), below))
    for _ in range(draw(st.integers(0, 400))):
        step(trail, below)
        if trail.game.outcome(trail.state) is not None and seldom(4, below):
            break
    return trail


class Stuck(AssertionError):
    """A prompt has no valid answer, or the game never ends."""


def play_on(walk: Walk, below: Below, *, bound: int = 2000, aside: int = 10, without: Collection[str] = ()) -> Walk:
    """Play the session to its end: main prompts, and once in `aside` times one of the game's asides, but none of the
    kinds `without`."""
    if walk.state.stopped is not None:
        _resume(walk)
    while walk.game.outcome(walk.state) is None:
        if len(walk.records) >= bound:
            raise Stuck(f"{walk.game.key}: no end after {bound} events")
        _advance(walk, below, aside, without)
    return walk


def _resume(walk: Walk) -> None:
    (go_on,) = (p for p in agreements.prompts(walk.game, walk.state) if not p.fields)
    walk.enter(event_from(walk.game, go_on.kind, {}))


def _advance(walk: Walk, below: Below, aside: int, without: Collection[str]) -> None:
    prompts = walk.game.prompts(walk.state)
    wanted = [prompt for prompt in prompts if prompt.role is not Role.ASIDE]
    others = [prompt for prompt in prompts if prompt.role is Role.ASIDE and prompt.kind not in without]
    refusal: RuleViolation | None = None
    for attempt in range(500):
        offered = others if others and not attempt and seldom(aside, below) else wanted
        prompt = one_of(offered, below)
        _, draft = fill(walk.game, walk.state, prompt, below)
        refusal = walk.enter(event_from(walk.game, prompt.kind, dict(prompt.given) | draft))
        if refusal is None:
            return
    raise Stuck(f"{walk.game.key}: {[prompt.kind for prompt in wanted]} cannot be answered: {refusal}")


def random_session(
    game: AnyGame,
    rng: random.Random,
    players: int | None = None,
    options: Any = None,
    *,
    names: tuple[str, ...] | None = None,
    aside: int = 10,
) -> tuple[Record[Any], ...]:
    """The journal of a whole session played at random, as fast as the rules allow; for benchmarks and bulk data."""
    seats = players or rng.choice(game.box.players)
    played = start(game, seats, first_options(game, seats) if options is None else options)
    play_on(played, rolled(rng), aside=aside)
    if names is None:
        return played.journal
    return (Record(replace(played.opened, names=names)), *played.records)
