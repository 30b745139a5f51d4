"""The log: every entry as a sentence; a tap corrects or removes it, or inserts what was forgotten before it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.forms.form import Form, use_form
from companion.forms.player_rows import views_by_player
from companion.open_session.correction_repairs import move_rounds
from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_table, use_table_look
from companion.open_session.preview import Preview
from companion.open_session.record_outcomes import Verdict
from companion.open_session.table_session import LogLine, TableSession
from companion.setup.correction_drafts import correction_drafts_of
from companion.setup.correction_preview import PreviewCard, no_preview, root_of
from companion.table.undo_redo import step_buttons, use_step_keys
from companion.ui.chips_and_buttons import Act, choice_chip, icon_button, press, quiet
from companion.ui.dock import confirm
from companion.ui.panel import cloth, empty, flow, heading, note, sheet, stacked
from companion.ui.theme import Look
from companion.ui.typed_numbers import parse_number
from companion.window.hooks import use_memory, use_window
from companion.window.messages import go, go_back
from companion.window.view import use_view
from scoring.contract.errors import GameFailed
from scoring.contract.prompts import Answer, Prompt
from scoring.contract.scores import Seat
from scoring.engine.journal import Entry, Remove

ShowPreview = Callable[[Entry[Any]], Verdict | None]
"""Shows what a correction would change; a refusal is returned."""

_WIDEST: Final = 760  # pixels; in a wider window the entries are centred


@ft.component
def LogScreen() -> ft.View:
    """The entries of a session, latest first; one named in the address is opened, ready for the seat named there."""
    params = ft.use_route_params()
    session_id, named = unquote(params["session"]), params.get("entry", "")
    seat, entry = _number(params.get("seat", "")), _number(named)
    ready = None if seat is None else Seat(seat)
    desk = use_table(session_id)
    look, window = use_table_look(desk), use_window()
    chosen, choose = use_memory(f"{session_id}#{named}", lambda: -1 if entry is None else entry)
    inserting, insert = use_memory(f"{session_id}#{chosen}", lambda: False)
    root = root_of(session_id)
    use_step_keys(desk)

    is_left: Any = ft.use_ref(False)

    def close() -> None:
        choose(-1)
        if ready is not None and not is_left.current:  # a closed sheet says once more that it has slid away
            is_left.current = True
            go_back(f"{root}/sheet" if root.startswith("/table/") else root)

    lines = desk.log
    dialog = None
    line = next((line for line in lines if line.entry == chosen > 0), None)
    if isinstance(desk, Desk) and line is not None:
        start = ready if f"{chosen}" == named else None
        form = EntrySheet(desk, look, chosen, close, inserting, insert, start, key=str(chosen))
        title, verb = _round_titles(desk).get(line.round or 0), "Insert before this" if inserting else "Correct this"
        dialog = sheet(look, f"{verb} · {title}" if title else verb, form, close)
    ft.use_dialog(dialog)
    rows = ft.use_memo(
        lambda: _rows(desk, look, root, lines, choose), [session_id, desk.number, desk.shown.table.names, look]
    )
    nothing = "Nothing entered yet. Everything you enter at the table is listed here."
    body: ft.Control = empty(look, ft.Icons.HISTORY_ROUNDED, nothing)
    if rows:
        beside = max(12, (window.width - _WIDEST) / 2)
        body = ft.ListView(rows, expand=True, spacing=6, padding=ft.Padding.symmetric(horizontal=beside, vertical=12))
    actions: list[ft.Control] = []
    if desk.is_host:
        icon, ink = ft.Icons.TUNE_ROUNDED, "#ffffff"
        setup = icon_button("log.setup", icon, "Correct the set-up", partial(go, f"{root}/setup"), color=ink)
        actions = [*step_buttons(desk, color=ink), setup]
    return use_view([cloth(look, "Log", under=desk.title, back=lambda: go(root), actions=actions), body])


def _number(text: str) -> int | None:
    with suppress(ValueError):
        return parse_number(text, 0, 10**9)
    return None


@ft.component
def EntrySheet(
    desk: Desk,
    look: Look,
    entry: int,
    close: Act,
    inserting: bool,
    insert: Callable[[bool], None],
    ready: Seat | None = None,
    key: str | None = None,
) -> ft.Control:
    """One entry: its form with its answers, ready for a number of one player, then the preview of the correction.

    While `inserting`, the form of what was forgotten before it.
    """
    preview, show = use_memory(f"{desk.session_id}#{entry}", no_preview)

    def show_preview(change: Entry[Any]) -> Verdict | None:
        result = desk.preview(change)
        if not isinstance(result, Preview):
            return result
        show(move_rounds(desk, result))
        return None

    if preview is not None:
        return PreviewCard(desk, look, preview, close, lambda: show(None), key="preview")
    if inserting:
        return InsertSheet(desk, look, entry, show_preview, lambda: insert(False), key="insert")
    icon = ft.Icons.DELETE_OUTLINE_ROUNDED
    remove = quiet(look, "entry.remove", "Remove", lambda: show_preview(Remove(entry)), icon=icon, bad=True)
    is_waiting = entry in desk.run.waiting
    prompt = None if is_waiting else desk.prompt_for(entry)
    if prompt is None:
        text = _why_on_hold(desk, entry) if is_waiting else "This can be removed, but not changed."
        sentence = ft.Text(desk.describe(entry), style=look.text(15, bold=True))
        return ft.Column([sentence, note(look, text), remove], spacing=12, tight=True)

    def submit(_: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> Verdict | None:
        return show_preview(desk.amendment(entry, payload, waived))

    form = AmendForm(desk, look, prompt, entry, submit, remove, ready, key="amend")
    words, icon = "Something was forgotten before this", ft.Icons.PLAYLIST_ADD
    forgotten = quiet(look, "entry.insert", words, lambda: insert(True), icon=icon)
    return ft.Column([form, ft.Row([forgotten])], spacing=12, tight=True)


@ft.component
def InsertSheet(
    desk: Desk, look: Look, entry: int, show_preview: ShowPreview, back: Act, key: str | None = None
) -> ft.Control:
    """What had been forgotten before an entry: the forms that the table offered then."""
    prompts = desk.prompts_before(entry)
    chosen, choose = ft.use_state(0)
    number = min(chosen, len(prompts) - 1)

    def chip_of(at: int, prompt: Prompt) -> ft.Control:
        return choice_chip(look, f"forgotten:{at}", prompt.title, partial(choose, at), chosen=at == number)

    before = desk.sentence(desk.event(entry))
    form = InsertForm(desk, look, prompts[number], entry, show_preview, back, key=f"forgotten.{number}")
    return ft.Column(
        [note(look, f"Before: {before}"), flow([chip_of(at, prompt) for at, prompt in enumerate(prompts)]), form],
        spacing=12,
        tight=True,
    )


@ft.component
def InsertForm(
    desk: Desk,
    look: Look,
    prompt: Prompt,
    entry: int,
    show_preview: ShowPreview,
    back: Act,
    key: str | None = None,
) -> ft.Control:
    """The form of one forgotten entry, at the table as it was then."""

    def submit(answered: Prompt, payload: dict[str, Answer], waived: tuple[str, ...]) -> Verdict | None:
        return show_preview(desk.insertion(entry, answered, payload, waived))

    form = use_form(
        desk,
        replace(prompt, instant=False),
        submit=submit,
        start={},
        state=desk.run.before(entry),
        tag=f"@before{entry}",
    )
    rows = _form_rows(look, form, quiet(look, "insert.back", "Back", back), "insert.check")
    return ft.Column(rows, spacing=12, tight=True)


def _form_rows(look: Look, form: Form, beside: ft.Control, name: str) -> list[ft.Control]:
    missing = form.gaps[0].text if form.gaps else ""
    check = confirm(look, name, "See what changes", missing, form.send)
    return [*views_by_player(look, form), *form.message_line(look), ft.Row([beside, check], spacing=8)]


def _why_on_hold(desk: Desk, entry: int) -> str:
    assert desk.run.violation is not None, "lines are on hold because one broke a rule"
    if entry == desk.run.waiting[0]:
        return f"On hold: {desk.run.violation.message} Answer the table's question first, or remove this."
    return f"On hold behind “{desk.describe(desk.run.waiting[0])}”; it counts again once that fits."


@ft.component
def AmendForm(
    desk: Desk,
    look: Look,
    prompt: Prompt,
    entry: int,
    submit: Callable[..., Verdict | None],
    remove: ft.Control,
    ready: Seat | None = None,
    key: str | None = None,
) -> ft.Control:
    """The form of an entry, filled with its answers or with those of a correction that was left or looked at."""
    kept = correction_drafts_of(use_window())
    left = ft.use_memo(lambda: kept.find(desk, entry), [entry])
    times, begin_again = ft.use_state(0)
    names = {field.name for field in prompt.fields}
    given = tuple((name, answer) for name, answer in desk.payload(entry).items() if name not in names)
    recorded = {name: answer for name, answer in desk.open_answers(entry).items() if name in names}
    form = use_form(
        desk,
        replace(prompt, given=given, instant=False),  # recorded by its button, even where a chip did it at the table
        submit=submit,
        start=(not times and left) or recorded,
        state=desk.run.before(entry),
        tag=f"@{entry}" + "+" * times,
        ready=ready,
    )

    def keep() -> None:
        if form.memory.steps:
            kept.keep(desk, entry, form.draft)

    def start_again() -> None:
        kept.keep(desk, entry, {})
        begin_again(times + 1)

    ft.use_effect(keep, [form.draft])
    words, is_changed = desk.sentence(desk.event(entry)), bool(left) and left != recorded and not times
    words = f"Recorded: {words}" if is_changed else words
    rows: list[ft.Control] = [ft.Text(words, style=look.text(15, bold=True))]
    if is_changed:
        rows.append(ft.Row([quiet(look, "entry.again", "Back to what was recorded", start_again)]))
    return ft.Column([*rows, *_form_rows(look, form, remove, "entry.check")], spacing=12, tight=True)


def _rows(
    desk: TableSession, look: Look, root: str, lines: Sequence[LogLine], choose: Callable[[int], None]
) -> list[ft.Control]:
    rows: list[ft.Control] = []
    if lines and desk.is_host:
        rows.append(note(look, "Tap a line to correct it, or to insert what was forgotten before it."))
    titles, last = _round_titles(desk), 0
    for line in lines:
        if line.round is not None and line.round != last:
            last = line.round
            if last in titles:
                rows.append(ft.Container(heading(look, titles[last]), padding=ft.Padding.only(top=6)))
        act = partial(choose, line.entry) if line.entry else partial(go, f"{root}/setup")
        rows.append(_row(look, desk, line, act))
    return rows


def _round_titles(desk: TableSession) -> dict[int, str]:
    """The titles of the rounds; none where the game raises."""
    try:
        return {head.number: head.title for head in desk.shown.rounds}
    except GameFailed:
        return {}


def _row(look: Look, desk: TableSession, entry: LogLine, act: Act) -> ft.Control:
    ink = ft.Colors.ON_SURFACE_VARIANT if entry.round is None else None
    lines: list[ft.Control] = [ft.Text(entry.words, style=look.text(15, color=ink))]
    if entry.is_corrected:
        lines.append(ft.Text("corrected", style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)))
    line = ft.Row(
        [
            ft.Text(
                f"{entry.at.astimezone():%H:%M}", style=look.figure(13, bold=False, color=ft.Colors.ON_SURFACE_VARIANT)
            ),
            stacked(lines),
            ft.Icon(ft.Icons.EDIT_ROUNDED, size=18, color=ft.Colors.ON_SURFACE_VARIANT, visible=desk.is_host),
        ],
        spacing=12,
    )
    return press(
        f"entry[{entry.entry}]" if entry.entry else "entry.setup",
        line,
        act if desk.is_host else None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=15),
        border_radius=12,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
    )
