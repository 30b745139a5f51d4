"""Repairs of a correction before it is saved: what to do with later entries that no longer fit."""

from collections.abc import Mapping
from typing import Any, Final

from companion.open_session.desk import Desk
from companion.open_session.preview import Preview
from companion.open_session.record_outcomes import Recorded, Refused, Unsaved, Verdict
from scoring.contract.prompts import Answer, Prompt, Role
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.engine.journal import Amend, Counted, Entry, Record, Remove, effective

MOST_DROPPED: Final = 12  # entries that a correction offers to drop at once; more deserve a look at each


def drop_misfits(desk: Desk, preview: Preview) -> Preview | None:
    """The same correction without the later entries that no longer fit; None if those are too many.

    An entry that would fit only in the round of others is dropped too.
    """
    after, dropped = preview, 0
    while after.waiting or after.stray is not None:
        misfit = Remove(after.waiting[0] if after.stray is None else after.stray)
        changed = desk.preview(preview.entry, *after.more, misfit)
        if dropped == MOST_DROPPED or not isinstance(changed, Preview):
            return None
        after, dropped = move_rounds(desk, changed), dropped + 1
    return after if preview.waiting else None


def keep_misfit(desk: Desk, preview: Preview) -> Preview | None:
    """The same correction with the misfit as it was played; None if the rule it breaks cannot be waived."""
    assert preview.violation is not None, "asked for a preview that does not fit"
    rule, journal = preview.violation.rule, (*desk.journal, preview.entry, *preview.more)
    if not rule.waivable:
        return None
    misfit = next(counted for counted in effective(journal) if counted.entry == preview.waiting[0])
    kept = desk.preview(preview.entry, *preview.more, Amend(misfit.entry, misfit.event, (*misfit.waived, rule.id)))
    return kept if isinstance(kept, Preview) else None


def questions_after(desk: Desk, preview: Preview) -> tuple[Prompt, ...]:
    """What the game asks where the entries no longer fit, or where the next entry of an inserted round goes."""
    prompts = agreements.prompts(desk.game, preview.state)
    return tuple(prompt for prompt in prompts if prompt.role is Role.MAIN)


def answer_anew(
    desk: Desk, preview: Preview, prompt: Prompt, answers: Mapping[str, Answer], waived: tuple[str, ...] = ()
) -> Preview | Refused | Unsaved:
    """The same correction with the game's new question answered; if the misfit asked it, its answer is replaced."""
    event, misfit = event_from(desk.game, prompt.kind, dict(answers)), preview.waiting[0]
    entry: Entry[Any] = Record(event, before=preview.gap, waived=waived)
    if desk.event_at(misfit).kind == prompt.kind and not isinstance(preview.entry, Record):
        entry = Amend(misfit, event, waived)
    after = desk.preview(preview.entry, *preview.more, entry)
    return move_rounds(desk, after) if isinstance(after, Preview) else after


def move_rounds(desk: Desk, preview: Preview) -> Preview:
    """The same insertion or removal, with later entries that name their round moved to the one asked for then."""
    while isinstance(preview.entry, Record | Remove) and preview.waiting:
        journal = (*desk.journal, preview.entry, *preview.more)
        counts = {counted.entry: counted for counted in effective(journal)}
        misfit, *later = (counts[entry] for entry in preview.waiting)
        number = desk.payload_of(misfit.event).get("round")
        prompts = agreements.prompts(desk.game, preview.state)
        asked = {dict(prompt.given).get("round") for prompt in prompts if prompt.kind == misfit.event.kind}
        if len(asked) != 1 or asked <= {number, None}:
            break
        (now,) = asked
        together = [counted for counted in later if desk.payload_of(counted.event).get("round") == number]
        moved = (_move_to_round(desk, counted, now) for counted in (*together, misfit))
        after = desk.preview(preview.entry, *preview.more, *moved)
        if not isinstance(after, Preview) or after.waiting[:1] == preview.waiting[:1]:
            break
        preview = after
    return preview


def _move_to_round(desk: Desk, counted: Counted[Any], number: Answer) -> Amend[Any]:
    payload = {**desk.payload_of(counted.event), "round": number}
    return Amend(counted.entry, event_from(desk.game, counted.event.kind, payload), counted.waived)


def write_all(desk: Desk, preview: Preview) -> Verdict:
    """Commit a previewed correction with everything that was dropped or answered anew for it, all at the same time."""
    verdict = desk.write(preview.entry)
    for entry in preview.more:
        if not isinstance(verdict, Recorded):
            break
        verdict = desk.write(entry, desk.times[-1])
    return verdict
