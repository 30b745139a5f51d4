"""Answers for the forms of any game as the taps that enter them, on a page without a browser or in one."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from companion.forms.cells import asks_owner, in_turn, is_folded
from companion.forms.number_pad import HALVE, SIGN, pad_of
from companion.forms.numbers import has_keys
from companion.forms.player_rows import grids_in_rows
from scoring.contract.game import AnyGame
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Bid,
    Card,
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
    Source,
    Subset,
    Sum,
    Text,
)
from scoring.contract.rulebook import RuleViolation
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.testing.walks import Below, Stuck, fill, one_of

TRIES: Final = 500  # random answers before no entry counts as possible
FIRST_NUMBERS: Final = 2  # numbers of a list that is asked without a likely one
SOME_WORDS: Final = "x"  # for a group, no part of which may be left empty


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap what has this identifier."""

    name: str


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold what has this identifier until `opens` is there."""

    name: str
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """Write into the box with this identifier and label."""

    name: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Tap a number: its chip, by way of its ten or of the key for other numbers, or its digits on the keypad."""

    path: str
    number: int


Step = Tap | Hold | Write | Choose


def steps_of(prompt: Prompt, draft: dict[str, Answer]) -> Iterator[Step]:
    """The taps that enter a filled form and record it. Lists of numbers are entered as they come."""
    if prompt.role is Role.BESIDE:
        yield Tap(prompt.kind)
        return
    pad = pad_of(prompt.fields)
    for field in prompt.fields:
        path = f"{prompt.kind}.{field.name}"
        if field in pad:
            shared = f"{prompt.kind}.{pad[0].name}.pad" if len(pad) > 1 else f"{path}.pad"
            yield from write_number(shared, path if len(pad) > 1 else "", draft[field.name])
        else:
            if isinstance(field, Grid) and is_folded(field) and field not in grids_in_rows(prompt):
                yield Tap(f"{path}.open")
            yield from enter(field, path, draft[field.name])
    if not (prompt.instant and prompt.fields) or any(map(has_keys, prompt.fields)):
        yield Tap("confirm")


def enter(field: Field, path: str, value: Answer) -> Iterator[Step]:
    """The steps that enter an answer into a field that has none."""
    match field:
        case Count(signs=signs) if signs:
            yield from step_to_sign(field, path, value)
        case Count():
            yield Choose(path, value)
        case Pick() | OnBoard() | Card():
            yield Tap(f"{path}={value}")
        case Bid():
            yield Tap(f"{path}={'-'.join(map(str, value))}")
        case Sum():
            yield from write_number(f"{path.partition('[')[0]}.pad", path if path.endswith("]") else "", value)
        case Flag(likely=likely):
            if value != (likely is True):
                yield Tap(path)
            elif likely is UNSET:
                yield from (Tap(path), Tap(path))
        case Text(label=label):
            if value:
                yield Write(path, label, value)
        case Subset(likely=likely):
            there: Any = () if likely is UNSET else likely
            yield from (
                Tap(f"{path}={choice}") for choice in [*value, *there] if (choice in value) != (choice in there)
            )
        case Group(fields=inner):
            for part in inner:
                answer = value[part.name] or SOME_WORDS if isinstance(part, Text) else value[part.name]
                yield from enter(part, f"{path}.{part.name}", answer)
        case Grid():
            yield from enter_cells(field, path, value)
        case Repeat():
            yield from repeat(field, path, value)
        case Groups(seats=seats):  # each goes into the first group with room
            yield from (Tap(f"{path}[{seat}]") for seat in seats)
        case Known(label=label):
            yield Write(path, label, value["name"])
            yield from (Choose(f"{path}.{name}", number) for name, number in value["numbers"])
        case Sealed(field=inner_field):
            first, *rest = enter(inner_field, path, value)
            yield Hold(f"{path}.hold", first.name if isinstance(first, Tap) else "")
            yield from (first, *rest)
        case _:
            raise TypeError(f"nobody knows how a {type(field).__name__} is tapped")


def enter_cells(field: Grid, path: str, value: Answer) -> Iterator[Step]:
    """The steps for the cells; the last one is left out where the sum solves it."""
    draft: dict[str, Answer] = {field.name: []}
    turns = in_turn(field)
    for cell, (_, answer) in zip(field.cells, value, strict=True):
        solved = {other.key: shown for other, shown in field.get_cells(draft)}[cell.key]
        if solved.source is not Source.SOLVED or solved.answer != answer:
            if turns:
                yield Tap(f"{path}[{cell.key}]")
            steps = list(enter(cell.field, f"{path}[{cell.key}]", answer))
            if asks_owner(cell) and solved.source is not Source.MISSING:
                steps.insert(0, Tap(f"{path}[{cell.key}]"))
            yield from steps
            if not steps:  # a number that needs no tap is not entered, and solves no other one
                continue
        draft = {field.name: [*draft[field.name], [cell.key, answer]]}


def step_to_sign(field: Count, path: str, number: int) -> Iterator[Step]:
    """The taps on the two keys of a number with signs; the lowest number needs none."""
    second = field.low + 2
    shown = next((n for n in range(second, field.high + 1) if n not in dict(field.barred)), second)
    if field.low < number <= second:
        yield Tap(f"{path}={number}")
    elif number > second:
        yield from (Tap(f"{path}={n}") for n in (shown, *range(shown, number)))


def repeat(field: Repeat, path: str, value: Answer) -> Iterator[Step]:
    """The steps for a list: numbers are taken as the keys add them, anything else one after the other."""
    if not isinstance(field.field, Count):
        for index, answer in enumerate(value):
            yield from enter(field.field, f"{path}[{index}]", answer)
    elif field.likely is UNSET:
        yield from (Tap(f"{path}.add") for _ in range(max(field.low, min(field.high, FIRST_NUMBERS))))


def write_number(pad: str, slot: str, answer: Answer) -> Iterator[Step]:
    """The keys for a number or its parts, after a tap on their `slot` where there are several."""
    if slot:
        yield Tap(slot)
    yield from (Tap(f"{pad}#{key}") for key in keys_of(answer))


def keys_of(answer: Answer) -> str:
    """The keys of a number pad for a number or its parts: "3+6½+2±"."""
    parts = [answer] if isinstance(answer, int | float) else answer
    return "+".join(f"{abs(part)}{SIGN if part < 0 else ''}" for part in parts).replace(".5", HALVE)


def choose_entry(game: AnyGame, state: Any, below: Below) -> list[Step]:
    """The steps for a random entry that the rules take: a main form, or what may be tapped beside it."""
    prompts = agreements.prompts(game, state)
    mains = [prompt for prompt in prompts if prompt.role is Role.MAIN]
    buttons = [prompt for prompt in prompts if prompt.role is Role.BESIDE and not prompt.fields]
    for attempt in range(TRIES):
        prompt = one_of(mains if attempt < TRIES // 2 else (*mains, *buttons), below)
        form, draft = fill(game, state, prompt, below)
        with suppress(RuleViolation):
            agreements.judge(game, state, event_from(game, prompt.kind, dict(prompt.given) | draft))
            chosen = [] if prompt in (mains[0], *buttons) else [Tap(f"main.{prompt.kind}")]
            return [*chosen, *steps_of(form, draft)]
    raise Stuck(f"{game.key}: {[prompt.kind for prompt in mains]} cannot be answered")
