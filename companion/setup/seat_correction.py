"""Players who change places in a running session: were the names wrong, or did they sit in another order?"""

from functools import partial

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.preview import TOTAL, Preview
from companion.open_session.record_outcomes import Recorded, problem
from companion.setup.setup_plan import SeatCorrections, option_changes
from companion.ui.chips_and_buttons import Act, primary, quiet
from companion.ui.dock import message
from companion.ui.marks import number_text
from companion.ui.panel import note, section
from companion.ui.text import ordinal
from companion.ui.theme import Look
from scoring.contract.game import Payload

_RENAMED = "What was entered stays with its seat. Each player gets what was entered for their new seat."
_MOVED = "What was entered stays with its player. Only the order changes: who deals or plays after whom."


@ft.component
def SeatCorrection(
    desk: Desk, look: Look, corrections: SeatCorrections, done: Act, cancel: Act, key: str | None = None
) -> ft.Control:
    """Both corrections with what they change for each player, and a button for each."""
    error, set_error = ft.use_state("")

    def save(payload: Payload) -> None:
        verdict = desk.write(desk.amendment(0, payload))
        if isinstance(verdict, Recorded):
            done()
        else:
            set_error(problem(verdict))

    rows: list[ft.Control] = []
    for name, title, text, words, payload in (
        ("renamed", "The names were wrong", _RENAMED, "Swap the names", corrections.renamed),
        ("moved", "They sat in another order", _MOVED, "Change the order", corrections.moved),
    ):
        rows.append(_way(desk, look, name, title, text, words, payload, partial(save, payload)))
    if error:
        rows.append(message(look, error, bad=True))
    rows.append(ft.Row([quiet(look, "preview.cancel", "Cancel", cancel)]))
    return ft.Column(rows, spacing=12, tight=True)


def _way(
    desk: Desk, look: Look, name: str, title: str, text: str, words: str, payload: Payload, save: Act
) -> ft.Control:
    """One reading: what it means, what changes for whom, and its button if the entries still fit."""
    preview = desk.preview(desk.amendment(0, payload))
    inside: list[ft.Control] = [note(look, text)]
    if not isinstance(preview, Preview):
        inside.append(message(look, problem(preview), bad=True))
    elif preview.violation is not None:
        why = f"Not possible: what was entered does not fit that order. {preview.violation.message}"
        inside.append(message(look, why, bad=True))
    else:
        inside += [ft.Text(line, style=look.text(15)) for line in changes_by_player(desk, payload, preview)]
        inside.append(ft.Row([primary(look, f"seats.{name}", words, save)]))
    return section(look, title, *inside, spacing=6)


def changes_by_player(desk: Desk, payload: Payload, preview: Preview) -> list[str]:
    """A line for each player whose seat, total, running points or rank change, and each option whose player does."""
    shown, before, after = desk.shown, desk.setup_names, tuple(payload["names"])
    totals = (change for change in preview.changes if change.round == TOTAL)
    points = {seat: change for change in totals for seat in (change.seat, *change.partners)}
    ranks = {seat: change for change in preview.ranks for seat in (change.seat, *change.partners)}
    unscored = {line.round for line in shown.provisional[len(shown.ledger) :]}
    running = {change.seat: change for change in preview.changes if change.round in unscored}
    titles = {row.number: row.title for row in shown.rows}
    lines = []
    for name in before:
        seat, parts = after.index(name), []
        if before.index(name) != seat:
            parts.append(f"seat {before.index(name) + 1} → {seat + 1}")
        if seat in points:
            parts.append(f"total {number_text(points[seat].was)} → {number_text(points[seat].now)}")
        if seat in running:
            title = titles[running[seat].round]
            parts.append(f"{title} {number_text(running[seat].was)} → {number_text(running[seat].now)}")
        if seat in ranks:
            parts.append(f"{ordinal(int(ranks[seat].was))} → {ordinal(int(ranks[seat].now))}")
        if parts:
            lines.append(f"{name}: {', '.join(parts)}")
    lines += option_changes(desk.game, desk.payload_of(desk.run.opened), payload)
    return lines if points or running else [*lines, "No points change."]
