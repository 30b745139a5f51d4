"""A half-filled form: what was entered, what is likely, what is solved, what is missing.

The screen, the command line and the tests fill forms through these functions; none of them
needs to know a game. A draft maps field names to answers; what is not entered yet is absent, and
an `Each` in a draft lists only the cells that were entered. A draft kept from another day may hold
anything: what cannot be read counts as not entered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.cards import left
from scoring.game import Draft
from scoring.prompts import (
    UNSET,
    Answer,
    Bid,
    Card,
    Cell,
    Choice,
    Count,
    Each,
    Field,
    Flag,
    Group,
    Groups,
    Key,
    Known,
    OnBoard,
    Pick,
    Prompt,
    Ranking,
    Repeat,
    Sealed,
    Subset,
    Text,
    Unset,
)


class Source(StrEnum):
    """Where the value of a field or cell comes from."""

    ENTERED = "entered"
    LIKELY = "likely"
    SOLVED = "solved"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Value:
    """What a field or cell holds now; `answer` is UNSET exactly when it is MISSING."""

    answer: Answer | Unset
    source: Source


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that keeps a form from being recorded: which field, and one short sentence."""

    path: str  # "tricks", "tricks[2]"
    text: str


NOTHING = Value(UNSET, Source.MISSING)


def value(field: Field, draft: Draft) -> Value:
    """What the field holds: the entered answer, else its likely one; the last of several groups is solved."""
    if field.name not in draft:
        return _likely(field)
    entered = draft[field.name]
    whole = _last_group(field, entered) if isinstance(field, Groups) else None
    return Value(entered, Source.ENTERED) if whole is None else Value(whole, Source.SOLVED)


def cells(each: Each, draft: Draft) -> tuple[tuple[Cell, Value], ...]:
    """Every cell with its value; the one left open by the sum is solved."""
    entered = dict(_pairs(draft.get(each.name)))
    held = [
        (cell, Value(entered[cell.key], Source.ENTERED) if cell.key in entered else _likely(cell.field))
        for cell in each.cells
    ]
    return tuple(_solved(each, held))


def gaps(prompt: Prompt, draft: Draft) -> tuple[Gap, ...]:
    """What is missing or does not fit, in the order of the form; empty: it can be recorded."""
    return tuple(gap for field in prompt.fields for gap in _gaps(field, draft, field.name))


def answers(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """The payload of the event, once there are no gaps: entered, likely, solved and given answers."""
    return dict(prompt.given) | {field.name: _answer(field, draft) for field in prompt.fields}


def fault(field: Field, answer: Answer) -> str:
    """Why the field would not take this answer, in one sentence; empty: it would."""
    match field:
        case Pick(choices=choices):
            return _closed(choices, answer)
        case OnBoard(tiles=tiles):
            return _closed(tiles, answer)
        case Count():
            return _count_fault(field, answer)
        case Flag():
            return "" if isinstance(answer, bool) else "Yes or no."
        case Text(longest=longest, needed=needed):
            if not isinstance(answer, str) or len(answer) > longest:
                return f"At most {longest} characters."
            return "A few words are needed." if needed and not answer.strip() else ""
        case Subset():
            return _subset_fault(field, answer)
        case Ranking(choices=choices):
            wanted = [choice.value for choice in choices]
            whole = isinstance(answer, list) and sorted(map(str, answer)) == sorted(map(str, wanted))
            return "" if whole else "Each of them once."
        case Bid():
            return bid_fault(field, answer)
        case Groups():
            return _groups_fault(field, answer)
        case Card():
            return _card_fault(field, answer)
        case Known():
            return _known_fault(field, answer)
        case Sealed(field=inner):
            return fault(inner, answer)
        case Group() | Each() | Repeat():
            return _nested_fault(field, answer)


def bid_fault(field: Bid, answer: Answer) -> str:
    """Why this bid is closed; empty: it is open."""
    if not isinstance(answer, list | tuple) or len(answer) not in (1, 2) or not all(map(_whole, answer)):
        return "One number, or two that follow each other."
    if not all(field.low <= n <= field.high for n in answer):
        return f"A bid is between {field.low} and {field.high}."
    barred = dict(field.barred)
    if len(answer) == 1:
        return barred.get(answer[0], "") or dict(field.barred_singles).get(answer[0], "")
    if answer[1] != answer[0] + 1:
        return "A double bid is two numbers that follow each other."
    doubles = dict(field.barred_doubles)
    return field.no_doubles or doubles.get(answer[0], "") or barred.get(answer[0], "") or barred.get(answer[1], "")


def readable(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """What of a draft has the shape of answers to this form; the rest counts as not entered."""
    return {
        field.name: draft[field.name]
        for field in prompt.fields
        if field.name in draft and _shaped(field, draft[field.name])
    }


def known_answers(prompt: Prompt, payload: Mapping[str, Answer]) -> Iterator[tuple[Known, Answer]]:
    """The remembered cards named in a payload, each with the field that asked for it."""
    for field in prompt.fields:
        if field.name in payload:
            yield from _known(field, payload[field.name])


def _shaped(field: Field, answer: Answer) -> bool:
    """Whether this could be an answer to the field, half-filled or not, allowed or not."""
    match field:
        case Pick() | OnBoard():
            return answer is None or isinstance(answer, str | int)
        case Count():
            return _whole(answer)
        case Flag():
            return isinstance(answer, bool)
        case Text() | Card():
            return isinstance(answer, str)
        case Subset() | Ranking():
            return isinstance(answer, list) and all(isinstance(value, str | int) for value in answer)
        case Bid():
            return isinstance(answer, list) and all(map(_whole, answer))
        case Groups():
            whole = isinstance(answer, list) and all(isinstance(group, list) for group in answer)
            return whole and all(_whole(seat) for group in answer for seat in group)
        case Sealed(field=inner):
            return _shaped(inner, answer)
        case Known() | Group() | Each() | Repeat():
            return _nested_shaped(field, answer)


def _nested_shaped(field: Known | Group | Each | Repeat, answer: Answer) -> bool:
    match field:
        case Known():
            return isinstance(answer, dict) and isinstance(answer.get("name"), str) and _paired(answer.get("numbers"))
        case Repeat(field=inner):
            return isinstance(answer, list) and all(_shaped(inner, each) for each in answer)
        case Group(fields=parts):
            asked = {part.name: part for part in parts}
            return isinstance(answer, dict) and _all_shaped(asked, answer.items())
        case Each(cells=open_cells):
            return _paired(answer) and _all_shaped({cell.key: cell.field for cell in open_cells}, answer)


def _all_shaped(asked: Mapping[Any, Field], answers: Iterable[tuple[Any, Answer]]) -> bool:
    return all(key in asked and _shaped(asked[key], each) for key, each in answers)


def _paired(answer: Answer) -> bool:
    """Whether it is a list of [key, answer] pairs."""
    return isinstance(answer, list) and len(_pairs(answer)) == len(answer)


def _likely(field: Field) -> Value:
    match field:
        case Pick(likely=likely) | Count(likely=likely) | Flag(likely=likely) | Text(likely=likely):
            if not isinstance(likely, Unset):
                return Value(likely, Source.LIKELY)
            return Value("", Source.LIKELY) if isinstance(field, Text) and not field.needed else NOTHING
        case Subset(likely=likely, low=low) | Repeat(likely=likely, low=low):
            if not isinstance(likely, Unset):
                return Value(list(likely), Source.LIKELY)
            return NOTHING if low else Value([], Source.LIKELY)
        case Ranking() | Group() | Each() | Bid() | Groups() | Card() | OnBoard() | Known() | Sealed():
            return NOTHING


def _solved(each: Each, held: list[tuple[Cell, Value]]) -> list[tuple[Cell, Value]]:
    """Fill the last open cell from the sum: the one without a value, else the one nobody touched."""
    if not each.totals or not all(isinstance(cell.field, Count) for cell, _ in held):
        return held
    open_ = [i for i, (_, held_value) in enumerate(held) if held_value.source is Source.MISSING]
    if not open_ and _total(held) not in each.totals:
        open_ = [i for i, (_, held_value) in enumerate(held) if held_value.source is Source.LIKELY]
    if len(open_) != 1:
        return held
    (last,) = open_
    others = _total(held[:last]) + _total(held[last + 1 :])
    fitting = [total - others for total in each.totals if not fault(held[last][0].field, total - others)]
    if len(fitting) == 1:
        held[last] = (held[last][0], Value(fitting[0], Source.SOLVED))
    return held


def _last_group(field: Groups, entered: Answer) -> Answer | None:
    """The groups with everybody left over in the one group that they make complete; None where there is no such."""
    if not _shaped(field, entered):
        return None
    rest = [seat for seat in field.seats if not any(seat in group for group in entered)]
    joined = [
        [sorted([*group, *rest]) if number == at else group for number, group in enumerate(entered)]
        for at in range(len(entered))
    ]
    fitting = [whole for whole in joined if not _groups_fault(field, whole)]
    return fitting[0] if rest and len(fitting) == 1 else None


def _total(held: Iterable[tuple[Cell, Value]]) -> int:
    return sum(value.answer for _, value in held if isinstance(value.answer, int))


def _gaps(field: Field, draft: Draft, path: str) -> Iterator[Gap]:
    match field:
        case Each():
            yield from _each_gaps(field, draft, path)
        case Group(fields=inner):
            held = _parts(field, draft)
            for part in inner:
                yield from _gaps(part, held, f"{path}.{part.name}")
        case (
            Pick()
            | Count()
            | Flag()
            | Text()
            | Subset()
            | Ranking()
            | Repeat()
            | Bid()
            | Groups()
            | Card()
            | OnBoard()
            | Known()
            | Sealed()
        ):
            held_value = value(field, draft)
            if held_value.source is Source.MISSING:
                yield Gap(path, f"Still open: {field.label or 'an answer'}.")
            elif wrong := fault(field, held_value.answer):
                yield Gap(path, wrong)


def _each_gaps(each: Each, draft: Draft, path: str) -> Iterator[Gap]:
    held = cells(each, draft)
    open_ = any(held_value.source is Source.MISSING for _, held_value in held)
    if each.totals and open_ and (least := _least(held)) > max(each.totals):
        yield Gap(path, total_text(each, least))  # before what is open: filling that in would not help
    for cell, held_value in held:
        if held_value.source is Source.MISSING and not isinstance(cell.field, Group | Each):
            yield Gap(f"{path}[{cell.key}]", f"Still open: {cell.label or each.label}.")
        elif isinstance(cell.field, Group | Each):
            nested = {} if isinstance(held_value.answer, Unset) else {cell.field.name: held_value.answer}
            yield from _gaps(cell.field, nested, f"{path}[{cell.key}]")
        elif wrong := fault(cell.field, held_value.answer):
            yield Gap(f"{path}[{cell.key}]", wrong)
    if each.totals and not open_:
        total = _total(held)
        if total not in each.totals:
            yield Gap(path, total_text(each, total))


def _least(held: Iterable[tuple[Cell, Value]]) -> int:
    """The smallest sum these cells can still have: what nobody entered may become the lowest number."""
    lowest = (
        held_value.answer if held_value.source is Source.ENTERED else cell.field.low
        for cell, held_value in held
        if isinstance(cell.field, Count)
    )
    return sum(number for number in lowest if isinstance(number, int))


def total_text(each: Each, total: int) -> str:
    """How far the sum is from what it must be: "Tricks 2 of 5: 3 more."."""
    nearest = min(each.totals, key=lambda allowed: abs(allowed - total))
    most = max(each.totals)
    any_up_to = len(each.totals) > 2 and each.totals == tuple(range(most + 1))
    wanted = f"at most {most}" if any_up_to else " or ".join(map(str, each.totals))
    off = f"{abs(nearest - total)} {'more' if nearest > total else 'too many'}"
    return f"{each.label} {total} of {wanted}: {off}.".lstrip()


def _answer(field: Field, draft: Draft) -> Answer:
    match field:
        case Each():
            return [[cell.key, _cell_answer(cell, held)] for cell, held in cells(field, draft)]
        case Group(fields=inner):
            held = _parts(field, draft)
            return {part.name: _answer(part, held) for part in inner}
        case (
            Pick()
            | Count()
            | Flag()
            | Text()
            | Subset()
            | Ranking()
            | Repeat()
            | Bid()
            | Groups()
            | Card()
            | OnBoard()
            | Known()
            | Sealed()
        ):
            return value(field, draft).answer


def _cell_answer(cell: Cell, held: Value) -> Answer:
    if isinstance(cell.field, Group | Each):
        return _answer(cell.field, {} if isinstance(held.answer, Unset) else {cell.field.name: held.answer})
    return held.answer


def _whole(answer: Any) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _closed(choices: tuple[Choice, ...], answer: Answer) -> str:
    for choice in choices:
        if choice.value == answer and type(choice.value) is type(answer):
            return choice.why_not
    return "Choose one of those offered."


def _count_fault(field: Count, answer: Answer) -> str:
    if not _whole(answer) or not field.low <= answer <= field.high:
        return f"A number from {field.low} to {field.high}."
    if (answer - field.low) % field.step:
        return f"In steps of {field.step}."
    return dict(field.barred).get(answer, "")


def _subset_fault(field: Subset, answer: Answer) -> str:
    if not isinstance(answer, list) or len(set(map(str, answer))) != len(answer):
        return "Each of them at most once."
    closed = next((why for each in answer if (why := _closed(field.choices, each))), "")
    if closed:
        return closed
    if not field.low <= len(answer) <= field.high:
        return f"Choose {field.low if field.low == field.high else f'{field.low} to {field.high}'}."
    return ""


def _groups_fault(field: Groups, answer: Answer) -> str:
    if not isinstance(answer, list) or not all(isinstance(group, list) for group in answer):
        return "Put everybody into a group."
    grouped = [seat for group in answer for seat in group]
    if not all(map(_whole, grouped)) or sorted(grouped) != sorted(field.seats):
        return "Everybody belongs to exactly one group."
    sizes = tuple(sorted(map(len, answer)))
    wanted = " or ".join(" + ".join(map(str, each)) for each in field.sizes)
    return "" if sizes in field.sizes else f"The groups are {wanted}."


def _card_fault(field: Card, answer: Answer) -> str:
    remaining = left(field.deck, field.gone)
    if not isinstance(answer, str) or answer not in remaining:
        return "That card is not in the deck."
    if remaining[answer] < 1:
        return "That card has been played already."
    return dict(field.barred).get(answer, "")


def _known_fault(field: Known, answer: Answer) -> str:
    match answer:
        case {"name": str(name), "numbers": list(numbers)} if name.strip():
            typed = dict(_pairs(numbers))
            if list(typed) != [count.name for count in field.numbers]:
                return "Type every number printed on the card."
            return next((why for count in field.numbers if (why := _count_fault(count, typed[count.name]))), "")
    return "The card needs its name."


def _nested_fault(field: Group | Each | Repeat, answer: Answer) -> str:
    match field:
        case Repeat(field=inner, low=low, high=high):
            if not isinstance(answer, list) or not low <= len(answer) <= high:
                return f"Between {low} and {high} of them."
            return next((why for each in answer if (why := fault(inner, each))), "")
        case Group(fields=inner_fields):
            if not isinstance(answer, dict) or answer.keys() != {part.name for part in inner_fields}:
                return _UNANSWERED
            return next((why for part in inner_fields if (why := fault(part, answer[part.name]))), "")
        case Each():
            return _each_fault(field, answer)


def _each_fault(each: Each, answer: Answer) -> str:
    by_key = dict(_pairs(answer))
    if by_key.keys() != {cell.key for cell in each.cells} or len(answer) != len(each.cells):
        return _UNANSWERED
    wrong = next((why for cell in each.cells if (why := fault(cell.field, by_key[cell.key]))), "")
    total = sum(n for n in by_key.values() if _whole(n))
    if wrong or not each.totals or total in each.totals:
        return wrong
    return total_text(each, total)


_UNANSWERED = "All of it has to be answered."


def _pairs(answer: Answer) -> list[tuple[Key, Answer]]:
    """The [key, answer] pairs of a list, without anything that is not one."""
    if not isinstance(answer, list | tuple):
        return []
    pairs = (tuple(pair) for pair in answer if isinstance(pair, list | tuple) and len(pair) == 2)
    return [(key, held) for key, held in pairs if isinstance(key, str) or _whole(key)]


def _parts(group: Group, draft: Draft) -> Draft:
    """What is entered of a group."""
    held = draft.get(group.name)
    return held if isinstance(held, Mapping) else {}


def _known(field: Field, answer: Answer) -> Iterator[tuple[Known, Answer]]:
    match field:
        case Known():
            yield field, answer
        case Repeat(field=inner):
            for each in answer:
                yield from _known(inner, each)
        case Group(fields=inner_fields):
            for part in inner_fields:
                yield from _known(part, answer[part.name])
        case Each(cells=inner_cells):
            by_key = dict(map(tuple, answer))
            for cell in inner_cells:
                yield from _known(cell.field, by_key[cell.key])
        case (
            Pick() | Count() | Flag() | Text() | Subset() | Ranking() | Bid() | Groups() | Card() | OnBoard() | Sealed()
        ):
            return
