"""A half-filled form: what is missing in it, and what it records.

The screen, the command line and the tests fill in forms through these functions and need to know no game. A draft maps
field names to answers; fields not entered yet are absent, and so are such cells of a `Grid`. A draft restored from
storage may hold anything: what is malformed counts as not entered.
"""

from collections.abc import Iterator, Mapping

from scoring.contract.prompts import Answer, Draft, Gap, Grid, Prompt


def find_gaps(prompt: Prompt, draft: Draft) -> tuple[Gap, ...]:
    """What is missing or not valid, in the order of the form; empty: the form can be recorded.

    Where each player answers several times, what is open says which answer.
    """
    has_several = sum(isinstance(field, Grid) and field.seats for field in prompt.fields) > 1
    return tuple(
        gap for field in prompt.fields for gap in field.find_gaps(draft, field.name, field.label if has_several else "")
    )


def collect_answers(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """The payload of the event, once there are no gaps: entered, likely, solved and given answers."""
    return dict(prompt.given) | {field.name: field.collect(draft) for field in prompt.fields}


def drop_malformed(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """The draft without answers that are not of this form, or not of their field's type."""
    return {
        field.name: draft[field.name]
        for field in prompt.fields
        if field.name in draft and field.has_shape(draft[field.name])
    }


def known_answers(prompt: Prompt, payload: Mapping[str, Answer]) -> Iterator[tuple[str, Answer]]:
    """The cards named in a payload, to be remembered, each with its shelf."""
    for field in prompt.fields:
        if field.name in payload:
            yield from field.list_known(payload[field.name])
