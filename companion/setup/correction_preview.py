"""The preview of a correction; later entries that no longer fit can be dropped or answered again."""

from functools import partial
from typing import Any, Final

import flet as ft

from companion.forms.form import use_form
from companion.forms.player_rows import views_by_player
from companion.open_session import correction_repairs
from companion.open_session.desk import Desk
from companion.open_session.preview import TOTAL, Change, Preview
from companion.open_session.record_outcomes import Moved, Recorded, Verdict, problem
from companion.open_session.shown_table import AT_START
from companion.setup.setup_plan import option_changes
from companion.ui.chips_and_buttons import Act, primary, quiet
from companion.ui.dock import confirm, message
from companion.ui.marks import badge, number_text
from companion.ui.panel import buttons, card, heading, note, stacked, stretched
from companion.ui.text import counted, ordinal
from companion.ui.theme import Look
from scoring.contract.names import join_words
from scoring.contract.prompts import Answer, Bid, Pick, Prompt
from scoring.engine.journal import Amend, Record, Remove

_DROPPED: Final = 5  # dropped lines named one by one, so that the buttons stay in sight


@ft.component
def PreviewCard(desk: Desk, look: Look, preview: Preview, done: Act, cancel: Act, key: str | None = None) -> ft.Control:
    """The changes, and the first later entry that no longer fits. `done` is called after saving, which happens once."""
    error, set_error = ft.use_state("")
    shown, show = ft.use_state(preview)
    number, foresee = ft.use_state(desk.number)
    answering, answer = ft.use_state("")

    def save(chosen: Preview) -> None:
        if desk.number != number:  # another window changed what the correction does
            fresh = desk.preview(chosen.entry, *chosen.more)
            foresee(desk.number)
            set_error(problem(Moved()) if isinstance(fresh, Preview) else problem(fresh))
            if isinstance(fresh, Preview):
                show(fresh)
            return
        verdict = correction_repairs.write_all(desk, chosen)
        if isinstance(verdict, Recorded):
            done()
        else:
            set_error(problem(verdict))

    def go_on(chosen: Preview) -> None:
        answer("")
        show(chosen)

    if _is_saved(desk, shown):
        return ft.Column(tight=True)
    if shown.fits:
        rows: list[ft.Control] = [card(stretched(_changes(desk, look, shown), 4))]
        rows += [message(look, error, bad=True)] if error else []
        stay = quiet(look, "preview.cancel", "Cancel", cancel)
        words = _verb(desk, shown) if isinstance(shown.entry, Remove | Record) else "Save the correction"
        save_button = primary(look, "preview.save", words, lambda: save(shown))
        rows.append(ft.Row([stay, save_button], spacing=8))
        return stretched(rows, 12)
    question = next(
        (prompt for prompt in correction_repairs.questions_after(desk, shown) if prompt.kind == answering), None
    )
    if question is not None:
        return AnswerAnew(desk, look, shown, question, go_on, lambda: answer(""), key=f"anew.{len(shown.more)}")
    return _misfit(desk, look, shown, error, save=save, go_on=go_on, answer=answer, cancel=cancel)


def _is_saved(desk: Desk, preview: Preview) -> bool:
    """Whether the entry that does not fit was dropped a moment ago, before the card goes."""
    live = {step.entry for step in desk.run.steps} | set(desk.run.waiting)
    return any(entry < desk.number and entry not in live for entry in preview.waiting[:1])


def _misfit(
    desk: Desk, look: Look, preview: Preview, error: str, *, save: Any, go_on: Any, answer: Any, cancel: Act
) -> ft.Control:
    """The entry that no longer fits and why, the effect of dropping it, and the questions to answer again."""
    assert preview.violation is not None, "asked for a preview that does not fit"
    verb, dropped = _verb(desk, preview), correction_repairs.drop_misfits(desk, preview)
    misfit = desk.describe(preview.waiting[0])
    rows: list[ft.Control] = [message(look, f"“{misfit}” no longer fits: {preview.violation.message}", bad=True)]
    for prompt in _questions(desk, preview, dropped):
        words = f"Answer it now: {prompt.title}"
        rows.append(ft.Row([primary(look, f"preview.answer:{prompt.kind}", words, partial(answer, prompt.kind))]))
    kept = correction_repairs.keep_misfit(desk, preview)
    if kept is not None:
        rows.append(ft.Row([quiet(look, "preview.keep", "Keep it: it was played like that", lambda: go_on(kept))]))
    if dropped is not None:
        removed = [desk.describe(entry.target) for entry in dropped.more if isinstance(entry, Remove)]
        inside: list[ft.Control] = [heading(look, "Without what no longer fits")]
        inside += [note(look, f"Dropped: {sentence}") for sentence in removed[:_DROPPED]]
        if len(removed) > _DROPPED:
            inside.append(note(look, f"… and {counted(len(removed) - _DROPPED, 'later line', 'later lines')}"))
        inside += _changes(desk, look, dropped)
        words = f"{verb} and drop {_dropped(removed)}"
        inside.append(ft.Row([primary(look, "preview.drop", words, lambda: save(dropped))]))
        rows.append(card(stretched(inside, 4)))
    entries = counted(len(preview.waiting), "line is", "lines are")
    rows.append(note(look, f"You can also leave it for later: {entries} on hold then, and nothing is lost."))
    rows += [message(look, error, bad=True)] if error else []
    stay = quiet(look, "preview.cancel", "Cancel", cancel)
    later = quiet(look, "preview.save", f"{verb}, sort out the rest later", lambda: save(preview), bad=True)
    rows.append(buttons([stay, later]))
    return ft.Column(rows, spacing=12, tight=True)


def _questions(desk: Desk, preview: Preview, dropped: Preview | None) -> list[Prompt]:
    """The questions to answer again; only that of the misfit if dropping the misfit alone would do."""
    kind = desk.event_at(preview.waiting[0]).kind
    is_one_too_many = dropped is not None and len(dropped.more) == len(preview.more) + 1
    is_round = preview.gap != preview.waiting[0]  # the rest of a round that is being inserted
    return [
        prompt
        for prompt in correction_repairs.questions_after(desk, preview)
        if prompt.kind == kind or is_round or not is_one_too_many
    ]


@ft.component
def AnswerAnew(
    desk: Desk, look: Look, preview: Preview, prompt: Prompt, go_on: Any, back: Act, key: str | None = None
) -> ft.Control:
    """The form of a question that the correction asks again, in the state of the table at that time."""
    misfit = desk.event_at(preview.waiting[0])
    is_replaced = misfit.kind == prompt.kind and not isinstance(preview.entry, Record)
    start = desk.open_answers(preview.waiting[0]) if is_replaced else {}
    names = {
        field.name
        for field in prompt.fields
        if not (isinstance(field, Bid | Pick) and field.find_error(start.get(field.name)))
    }

    def submit(answered: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> Verdict | None:
        after = correction_repairs.answer_anew(desk, preview, answered, payload, waived)
        if not isinstance(after, Preview):
            return after
        go_on(after)
        return None

    form = use_form(
        desk,
        prompt,
        submit=submit,
        start={name: answer for name, answer in start.items() if name in names},
        state=preview.state,
        tag=f"@anew{len(preview.more)}",
    )
    missing = form.gaps[0].text if form.gaps else ""
    rows: list[ft.Control] = [ft.Text(form.prompt.title, style=look.text(16, bold=True))]
    rows += views_by_player(look, form)
    rows += form.message_line(look)
    buttons: list[ft.Control] = [quiet(look, "anew.back", "Back", back)]
    if not form.prompt.instant:
        buttons.append(confirm(look, "anew.confirm", form.prompt.confirm, missing, form.send))
    rows.append(ft.Row(buttons, spacing=8))
    return ft.Column(rows, spacing=12, tight=True)


def root_of(session_id: str) -> str:
    """The address of the screen the log was opened from: the table or the session's page."""
    return f"/session/{session_id}" if ft.use_route_location().startswith("/session/") else f"/table/{session_id}"


def no_preview() -> Preview | None:
    """The initial state: no correction is previewed."""
    return None


def _verb(desk: Desk, preview: Preview) -> str:
    """What the correction does: "Remove it", "Change the type" if one answer changes, else "Change it"."""
    if isinstance(preview.entry, Remove):
        return "Remove it"
    if isinstance(preview.entry, Record):
        return "Insert it"
    if not isinstance(preview.entry, Amend) or preview.entry.target == 0:
        return "Change the set-up"
    before, after = desk.payload(preview.entry.target), desk.payload_of(preview.entry.event)
    prompt = desk.prompt_for(preview.entry.target)
    fields = () if prompt is None else prompt.fields
    changed = [field.label for field in fields if before.get(field.name) != after.get(field.name)]
    label = changed[0].strip() if len(changed) == 1 else ""
    return f"Change the {label[0].lower()}{label[1:]}" if label and " " not in label else "Change it"


def _dropped(sentences: list[str]) -> str:
    """What is dropped: "the fights" if its sentence begins with "The fights: ", else "1 entry"."""
    start, colon, _ = sentences[0].partition(":")
    if len(sentences) == 1 and colon and start.startswith("The "):
        return f"the {start[4:]}"
    return counted(len(sentences), "line", "lines")


def _changes(desk: Desk, look: Look, preview: Preview) -> list[ft.Control]:
    """The new winner as a headline, what the set-up was, and each player or side whose points or place change."""
    headlines = _winner_change(preview)
    rows: list[ft.Control] = [
        ft.Text(text, style=look.figure(20), text_align=ft.TextAlign.CENTER) for text in headlines
    ]
    told = [*_tell_place(desk, preview), *_setup_changes(desk, preview)]
    rows += [ft.Text(text, style=look.text(15, bold=True)) for text in told]
    sides = dict.fromkeys((change.seat, *change.partners) for change in (*preview.changes, *preview.ranks))
    moved_first = sorted(sides, key=lambda side: not any(_is_of(change, side) for change in preview.ranks))
    changed = [_changed_side(desk, look, preview, side) for side in moved_first]
    for row in changed if rows else changed[1:]:
        row.border = ft.Border(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT))
    rows += changed
    return rows if sides or headlines else [*rows, ft.Text("No points change.", style=look.text(15))]


def _tell_place(desk: Desk, preview: Preview) -> list[str]:
    """Where something that was forgotten is put in, and whether later rounds move."""
    entry, way = preview.entry, "down" if preview.shift > 0 else "up"
    moved = [f"The {desk.game.box.round}s after it move {way}."] if preview.shift else []
    if not isinstance(entry, Record) or entry.before is None:
        return moved
    return [" ".join([f"Put in before “{desk.describe(entry.before)}”.", *moved])]


def _setup_changes(desk: Desk, preview: Preview) -> list[str]:
    """What the correction changes of the set-up, old → new; nothing for other corrections."""
    if not isinstance(preview.entry, Amend) or preview.entry.target != 0:
        return []
    before, after = desk.payload_of(desk.run.opened), desk.payload_of(preview.entry.event)
    was, now = (", ".join(payload["names"]) for payload in (before, after))
    names = [f"Players: {was} → {now}"] if was != now else []
    return [*names, *option_changes(desk.game, before, after)]


def _is_of(change: Change, side: tuple[int, ...]) -> bool:
    return (change.seat, *change.partners) == side


def _changed_side(desk: Desk, look: Look, preview: Preview, side: tuple[int, ...]) -> ft.Container:
    titles = {row.number: row.title for row in desk.shown.rows}
    mine = [change for change in preview.changes if _is_of(change, side)]
    rounds = [f"{titles.get(change.round, AT_START)}: {_change(change)}" for change in mine if change.round != TOTAL]
    totals = [_change(change) for change in mine if change.round == TOTAL]
    places = [change for change in preview.ranks if _is_of(change, side)]
    words: list[ft.Control] = [
        ft.Text(join_words([preview.names[seat] for seat in side]), style=look.text(16, bold=True))
    ]
    words += [note(look, text) for text in rounds]
    end = ft.CrossAxisAlignment.END
    numbers: list[ft.Control] = [ft.Text(text, style=look.figure(18), no_wrap=True) for text in totals]
    for place in places:
        ink = look.good if place.now < place.was else look.bad
        text = f"{ordinal(int(place.was))} → {ordinal(int(place.now))}"
        numbers.append(ft.Text(text, style=look.text(14, bold=True, color=ink), no_wrap=True))
    row = ft.Row(
        [
            *(badge(look, seat, 30) for seat in side),
            stacked(words),
            ft.Column(numbers, spacing=0, tight=True, horizontal_alignment=end),
        ],
        spacing=10,
    )
    return ft.Container(row, padding=ft.Padding.symmetric(vertical=6))


def _change(change: Change) -> str:
    return f"{number_text(change.was)} → {number_text(change.now)}"


def _winner_change(preview: Preview) -> list[str]:
    if preview.winners_before == preview.winners_after:
        return []
    won, wins = (
        join_words([preview.names[seat] for seat in winners or ()])
        for winners in (preview.winners_before, preview.winners_after)
    )
    if preview.winners_after is None:
        return [f"{won} won → the game goes on"]
    return [f"{won} won → {wins} won" if preview.winners_before is not None else f"It is over: {wins} won"]
