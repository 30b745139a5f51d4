"""What a correction would change, shown before it is saved, and what to do where later entries no longer fit."""

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
    """What changes, or which later entry does not fit any more and what can be done; `done` after it is saved."""
    said, say = ft.use_state("")

    def save() -> None:
        verdict = desk.write(preview.entry)
        if isinstance(verdict, Recorded):
            done()
        else:
            say(problem(verdict))

    changes = card(ft.Column(_changes(desk, look, preview), spacing=4, tight=True))
    rows: list[ft.Control] = [changes, *_collision(desk, look, preview)]
    if said:
        rows.append(message(look, said, bad=True))
    stay = quiet(look, "preview.cancel", "Cancel", cancel)
    if preview.fits:
        rows.append(ft.Row([stay, primary(look, "preview.save", "Save the correction", save)], spacing=8))
        return ft.Column(rows, spacing=12, tight=True)
    fix = quiet(look, "preview.fix", "Fix that entry", lambda: choose(preview.waiting[0]))
    anyway = quiet(look, "preview.save", "Save anyway", save, bad=True)
    rows.append(ft.Row([stay, fix, anyway], spacing=8, wrap=True, run_spacing=8))
    return ft.Column(rows, spacing=12, tight=True)


def root_of(session_id: str) -> str:
    """Where the log was opened from: the table, or the session's page."""
    return f"/session/{session_id}" if ft.use_route_location().startswith("/session/") else f"/table/{session_id}"


def no_preview() -> Preview | None:
    """Nothing is about to be changed."""
    return None


def _collision(desk: Desk, look: Look, preview: Preview) -> list[ft.Control]:
    """Which later entry breaks which rule, and what becomes of it."""
    if preview.violation is None:
        return []
    later = {step.entry: step.event for step in desk.run.steps}.get(preview.waiting[0])
    told = f"Entry {preview.waiting[0]}"
    if later is not None:
        told = f"“{agreements.sentence(desk.game, desk.state, later)}”"
    wait = counted(len(preview.waiting), "entry waits", "entries wait")
    return [
        message(look, f"{told} no longer fits: {preview.violation.message}", bad=True),
        note(look, f"Saved anyway, {wait} until the log fits again; nothing is lost."),
    ]


def _changes(desk: Desk, look: Look, preview: Preview) -> list[ft.Control]:
    titles = {head.number: head.title for head in desk.game.rounds(desk.state)}
    rows: list[ft.Control] = [ft.Text(told, style=look.text(16, bold=True)) for told in _ending(preview)]
    for change in preview.changes:
        where = "Total" if change.round == TOTAL else titles.get(change.round, "Before")
        told = f"{preview.names[change.seat]}, {where}: {number_text(change.was)} → {number_text(change.now)}"
        rows.append(ft.Text(told, style=look.text(15, bold=change.round == TOTAL)))
    for change in preview.ranks:
        told = f"{preview.names[change.seat]} {ordinal(change.was)} → {ordinal(change.now)}"
        rows.append(ft.Text(told, style=look.text(15, bold=True, color=look.accent)))
    return rows or [ft.Text("No points change.", style=look.text(15))]


def _ending(preview: Preview) -> list[str]:
    """Whether it ends otherwise: who won and who wins now."""
    if preview.winners_before == preview.winners_after:
        return []
    won, wins = (
        listed([preview.names[seat] for seat in winners or ()])
        for winners in (preview.winners_before, preview.winners_after)
    )
    if preview.winners_after is None:
        return [f"{won} won → not over any more; it can be played on"]
    return [f"{won} won → {wins} won" if preview.winners_before is not None else f"It is over: {wins} won"]
