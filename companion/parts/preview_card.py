"""The preview of a correction, and the choices if later entries no longer fit."""

from collections.abc import Callable

import flet as ft

from companion.parts.dock import message
from companion.parts.marks import number_text
from companion.parts.panel import card, note
from companion.parts.press import Act, primary, quiet
from companion.session.desk import Desk, Recorded, problem
from companion.session.preview import TOTAL, Preview
from companion.text import counted, listed, ordinal
from companion.theme import Look
from scoring import agreements


@ft.component
def PreviewCard(
    desk: Desk,
    look: Look,
    preview: Preview,
    done: Act,
    cancel: Act,
    choose: Callable[[int], None],
    key: str | None = None,
) -> ft.Control:
    """The changes, or the later entry that no longer fits. `done` is called after saving."""
    error, set_error = ft.use_state("")

    def save() -> None:
        verdict = desk.write(preview.entry)
        if isinstance(verdict, Recorded):
            done()
        else:
            set_error(problem(verdict))

    changes = card(ft.Column(_changes(desk, look, preview), spacing=4, tight=True))
    rows: list[ft.Control] = [changes, *_collision(desk, look, preview)]
    if error:
        rows.append(message(look, error, bad=True))
    stay = quiet(look, "preview.cancel", "Cancel", cancel)
    if preview.fits:
        rows.append(ft.Row([stay, primary(look, "preview.save", "Save the correction", save)], spacing=8))
        return ft.Column(rows, spacing=12, tight=True)
    fix = quiet(look, "preview.fix", "Fix that entry", lambda: choose(preview.waiting[0]))
    anyway = quiet(look, "preview.save", "Save anyway", save, bad=True)
    rows.append(ft.Row([stay, fix, anyway], spacing=8, wrap=True, run_spacing=8))
    return ft.Column(rows, spacing=12, tight=True)


def root_of(session_id: str) -> str:
    """The address of the screen the log was opened from: the table or the session's page."""
    return f"/session/{session_id}" if ft.use_route_location().startswith("/session/") else f"/table/{session_id}"


def no_preview() -> Preview | None:
    """The initial state: no correction is previewed."""
    return None


def _collision(desk: Desk, look: Look, preview: Preview) -> list[ft.Control]:
    """The later entry that breaks a rule, and what happens to it."""
    if preview.violation is None:
        return []
    later = {step.entry: step.event for step in desk.run.steps}.get(preview.waiting[0])
    text = f"Entry {preview.waiting[0]}"
    if later is not None:
        text = f"“{agreements.sentence(desk.game, desk.state, later)}”"
    entries = counted(len(preview.waiting), "entry does", "entries do")
    return [
        message(look, f"{text} no longer fits: {preview.violation.message}", bad=True),
        note(look, f"If you save anyway, {entries} not count until the log is corrected; nothing is lost."),
    ]


def _changes(desk: Desk, look: Look, preview: Preview) -> list[ft.Control]:
    titles = {head.number: head.title for head in desk.game.rounds(desk.state)}
    rows: list[ft.Control] = [ft.Text(text, style=look.text(16, bold=True)) for text in _winner_change(preview)]
    for change in preview.changes:
        where = "Total" if change.round == TOTAL else titles.get(change.round, "Before")
        text = f"{preview.names[change.seat]}, {where}: {number_text(change.was)} → {number_text(change.now)}"
        rows.append(ft.Text(text, style=look.text(15, bold=change.round == TOTAL)))
    for change in preview.ranks:
        text = f"{preview.names[change.seat]} {ordinal(change.was)} → {ordinal(change.now)}"
        rows.append(ft.Text(text, style=look.text(15, bold=True, color=look.accent)))
    return rows or [ft.Text("No points change.", style=look.text(15))]


def _winner_change(preview: Preview) -> list[str]:
    """The change of winners, if any."""
    if preview.winners_before == preview.winners_after:
        return []
    won, wins = (
        listed([preview.names[seat] for seat in winners or ()])
        for winners in (preview.winners_before, preview.winners_after)
    )
    if preview.winners_after is None:
        return [f"{won} won → the game goes on"]
    return [f"{won} won → {wins} won" if preview.winners_before is not None else f"It is over: {wins} won"]
