"""Whether an answer is valid for its field, and one sentence for the player where it is not."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from scoring.contract.cards import count_left
from scoring.contract.names import LONGEST_NAME
from scoring.contract.prompts import (
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
    Key,
    Known,
    OnBoard,
    Pick,
    Repeat,
    Sealed,
    Subset,
    Sum,
    Text,
)
from scoring.engine.tapes import add_up, find_tape_error

_INCOMPLETE: Final = "Answer every part."


def find_error(field: Field, answer: Answer) -> str:
    """Why the answer is not valid, in one sentence; empty: it is. Any JSON value may come in."""
    match field:
        case Pick(choices=choices):
            return _choice_error(choices, answer)
        case OnBoard(tiles=tiles):
            return _choice_error(tiles, answer)
        case Count():
            return _count_error(field, answer)
        case Sum():
            return _sum_error(field, answer)
        case Flag():
            return "" if isinstance(answer, bool) else "Yes or no."
        case Text(longest=longest, needed=needed):
            if not isinstance(answer, str) or len(answer) > longest:
                return f"At most {longest} characters."
            return "A few words are needed." if needed and not answer.strip() else ""
        case Subset():
            return _subset_error(field, answer)
        case Bid():
            return find_bid_error(field, answer)
        case Groups():
            return find_groups_error(field, answer)
        case Card():
            return _card_error(field, answer)
        case Known():
            return _known_error(field, answer)
        case Sealed(field=inner):
            return find_error(inner, answer)
        case Group() | Grid() | Repeat():
            return _nested_error(field, answer)


def find_bid_error(field: Bid, answer: Answer) -> str:
    """Why this bid is not allowed; empty: it is."""
    if not isinstance(answer, list | tuple) or len(answer) not in (1, 2) or not all(map(is_int, answer)):
        return "One number, or two in a row."
    if not all(field.low <= n <= field.high for n in answer):
        return f"A bid is between {field.low} and {field.high}."
    barred = dict(field.barred)
    if len(answer) == 1:
        return barred.get(answer[0], "") or dict(field.barred_singles).get(answer[0], "")
    if answer[1] != answer[0] + 1:
        return "A double bid is two numbers in a row."
    return field.no_doubles or barred.get(answer[0], "") or barred.get(answer[1], "")


def find_groups_error(field: Groups, answer: Answer) -> str:
    """Why these are not the groups; empty: they are."""
    if not isinstance(answer, list) or not all(isinstance(group, list) for group in answer):
        return "Put everybody into a group."
    seats = [seat for group in answer for seat in group]
    if not all(map(is_int, seats)) or sorted(seats) != sorted(field.seats):
        return "Everybody belongs to exactly one group."
    allowed = " or ".join(" + ".join(map(str, sizes)) for sizes in field.sizes)
    return "" if tuple(sorted(map(len, answer))) in field.sizes else f"The groups are {allowed}."


def total_text(grid: Grid, total: int) -> str:
    """How far the sum is from an allowed one: "3 tricks still missing.", "1 trick too many: 4 of 1 or 3."."""
    nearest = min(grid.totals, key=lambda allowed: abs(allowed - total))
    most = max(grid.totals)
    any_up_to = len(grid.totals) > 2 and grid.totals == tuple(range(most + 1))
    allowed = f"at most {most}" if any_up_to else " or ".join(map(str, grid.totals))
    number, how = abs(nearest - total), "still missing" if nearest > total else "too many"
    words = " ".join(word for word in (str(number), _noun(grid.label, number), how) if word)
    return f"{words}." if len(grid.totals) == 1 else f"{words}: {total} of {allowed}."


def _noun(label: str, number: int) -> str:
    """The label of a sum in a sentence: "Tricks bid" becomes "trick bid" for one of them."""
    first, *rest = label.lower().split(" ")
    return " ".join([first.removesuffix("s") if number == 1 else first, *rest])


def has_shape(field: Field, answer: Answer) -> bool:
    """Whether the answer has the type of an answer to this field, be it incomplete or not allowed."""
    match field:
        case Pick() | OnBoard():
            return answer is None or isinstance(answer, str | int)
        case Count():
            return is_int(answer)
        case Sum():
            return is_int(answer) or is_tape(answer)
        case Flag():
            return isinstance(answer, bool)
        case Text() | Card():
            return isinstance(answer, str)
        case Subset():
            return isinstance(answer, list) and all(isinstance(value, str | int) for value in answer)
        case Bid():
            return isinstance(answer, list) and all(map(is_int, answer))
        case Groups():
            is_nested = isinstance(answer, list) and all(isinstance(group, list) for group in answer)
            return is_nested and all(is_int(seat) for group in answer for seat in group)
        case Sealed(field=inner):
            return has_shape(inner, answer)
        case Known():
            return isinstance(answer, dict) and isinstance(answer.get("name"), str) and _is_pairs(answer.get("numbers"))
        case Repeat(field=inner):
            return isinstance(answer, list) and all(has_shape(inner, item) for item in answer)
        case Group(fields=parts):
            return isinstance(answer, dict) and _have_shape({part.name: part for part in parts}, answer.items())
        case Grid(cells=cells):
            return _is_pairs(answer) and _have_shape({cell.key: cell.field for cell in cells}, answer)


def is_tape(answer: Any) -> bool:
    """Whether it is a list of whole numbers with at least one in it."""
    return isinstance(answer, list | tuple) and bool(answer) and all(map(is_int, answer))


def is_int(answer: Any) -> bool:
    """Whether it is a whole number; True and False are not."""
    return isinstance(answer, int) and not isinstance(answer, bool)


def read_pairs(answer: Answer) -> list[tuple[Key, Answer]]:
    """The [key, answer] pairs of a list; anything else in it is left out."""
    if not isinstance(answer, list | tuple):
        return []
    pairs = (tuple(pair) for pair in answer if isinstance(pair, list | tuple) and len(pair) == 2)
    return [(key, value) for key, value in pairs if isinstance(key, str) or is_int(key)]


def _is_pairs(answer: Answer) -> bool:
    return isinstance(answer, list) and len(read_pairs(answer)) == len(answer)


def _have_shape(fields: Mapping[Any, Field], answers: Iterable[tuple[Any, Answer]]) -> bool:
    return all(key in fields and has_shape(fields[key], answer) for key, answer in answers)


def _choice_error(choices: tuple[Choice, ...], answer: Answer) -> str:
    for choice in choices:
        if choice.value == answer and type(choice.value) is type(answer):
            return choice.why_not
    return "Choose one of the options."


def _count_error(field: Count, answer: Answer) -> str:
    if not is_int(answer) or not field.low <= answer <= field.high:
        return f"A number from {field.low} to {field.high}."
    if (answer - field.low) % field.step:
        return f"In steps of {field.step}."
    return dict(field.barred).get(answer, "")


def _sum_error(field: Sum, answer: Answer) -> str:
    if is_tape(answer) and (error := find_tape_error(answer, is_signed=field.is_signed)):
        return error
    if not (is_int(answer) or is_tape(answer)) or not field.low <= add_up(answer) <= field.high:
        low = field.low if field.is_signed else max(field.low, 0)
        return f"A number from {low} to {field.high}."
    return ""


def _subset_error(field: Subset, answer: Answer) -> str:
    if not isinstance(answer, list) or len(set(map(str, answer))) != len(answer):
        return "Each of them at most once."
    error = next((why for value in answer if (why := _choice_error(field.choices, value))), "")
    if error or field.low <= len(answer) <= field.high:
        return error
    return f"Choose {field.low if field.low == field.high else f'{field.low} to {field.high}'}."


def _card_error(field: Card, answer: Answer) -> str:
    remaining = count_left(field.deck, field.gone)
    if not isinstance(answer, str) or answer not in remaining:
        return "That card is not in the deck."
    if remaining[answer] < 1:
        return "That card has already been played."
    return dict(field.barred).get(answer, "")


def _known_error(field: Known, answer: Answer) -> str:
    match answer:
        case {"name": str(name), "numbers": list(numbers)} if name.strip() or not field.needed:
            if len(name) > LONGEST_NAME:
                return f"At most {LONGEST_NAME} characters."
            typed = dict(read_pairs(numbers))
            if list(typed) != [count.name for count in field.numbers]:
                return "Type every number printed on the card."
            return next((why for count in field.numbers if (why := _count_error(count, typed[count.name]))), "")
    return "The card needs its name."


def _nested_error(field: Group | Grid | Repeat, answer: Answer) -> str:
    match field:
        case Repeat(field=inner, low=low, high=high):
            if not isinstance(answer, list) or not low <= len(answer) <= high:
                return f"{high} of them." if low == high else f"Between {low} and {high} of them."
            return next((why for item in answer if (why := find_error(inner, item))), "")
        case Group(fields=parts):
            if not isinstance(answer, dict) or answer.keys() != {part.name for part in parts}:
                return _INCOMPLETE
            return next((why for part in parts if (why := find_error(part, answer[part.name]))), "")
        case Grid():
            return _grid_error(field, answer)


def _grid_error(grid: Grid, answer: Answer) -> str:
    answers = dict(read_pairs(answer))
    if answers.keys() != {cell.key for cell in grid.cells} or len(answer) != len(grid.cells):
        return _INCOMPLETE
    error = next((why for cell in grid.cells if (why := find_error(cell.field, answers[cell.key]))), "")
    total = sum(n for n in answers.values() if is_int(n))
    if error or not grid.totals or total in grid.totals:
        return error
    return total_text(grid, total)
