"""The button "Check my data" in the settings, the progress of the check, and what was found, in plain words."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Final

import flet as ft

from companion.repair.data_check import DataCheck
from companion.ui.chips_and_buttons import Act, primary, quiet
from companion.ui.dock import message
from companion.ui.panel import note
from companion.ui.text import counted, on
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_redraw, use_window
from companion.window.messages import go
from scoring.contract.names import join_words
from storage.clock import utc_now
from storage.errors import StorageError
from storage.store import Store
from storage.upkeep.doctor import Report

_LOOK_EVERY: Final = 0.2
"""Seconds between two looks at how far the check is."""

_MOST: Final = 5
"""Sessions that are named; the others are counted."""


@ft.component
def DataCheckRows(look: Look, key: str | None = None) -> ft.Control:
    """The button or the progress, and the result with buttons for the repair."""
    house, window = use_house(), use_window()
    check, store = house.shared[DataCheck], house.store
    page = ft.context.page
    redraw = use_redraw()

    async def follow() -> None:
        while check.running:
            await asyncio.sleep(_LOOK_EVERY)
            redraw()

    async def work(with_repair: bool) -> None:
        await check.run(house.device, with_repair=with_repair)
        window.revision += 1  # statistics on screen may have changed

    def start(*, with_repair: bool) -> None:
        page.run_task(work, with_repair)
        page.run_task(follow)

    ft.use_effect(follow, [])  # a check goes on while other screens are shown
    if store.database.path is None:
        return ft.Container(key="check")
    rows: list[ft.Control] = []
    if check.running:
        rows.append(_progress(look, check))
    else:
        rows.append(
            quiet(look, "check.start", "Check my data", partial(start, with_repair=False), icon=ft.Icons.CHECK_ROUNDED)
        )
        if check.error:
            rows.append(message(look, check.error, bad=True))
        if check.report is not None:
            rows += _result(look, store, check, check.report, partial(start, with_repair=True))
    return ft.Column(rows, spacing=8, tight=True, key="check")


def _progress(look: Look, check: DataCheck) -> ft.Control:
    words = f"{check.stage or 'Checking what was entered'} …"
    if check.total:
        words = f"{check.stage}: {check.done:,} of {counted(check.total, 'game')}"
    share = check.done / check.total if check.total else None
    bar = ft.ProgressBar(value=share, color=look.accent, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, border_radius=4)
    text = ft.Text(words, style=look.text(14))
    return ft.Semantics(identifier="check.progress", content=ft.Column([text, bar], spacing=6, tight=True))


def _result(look: Look, store: Store, check: DataCheck, report: Report, repair: Act) -> Iterator[ft.Control]:
    """What the check found, and the buttons for what can be done."""
    bad, texts = not report.healthy, list(_describe(report, is_repaired=check.is_repaired))
    yield message(look, texts[0], bad=bad)
    yield from (note(look, text) for text in (*texts[1:], *_name_sessions(store, report)))
    if report.can_rebuild:
        yield ft.Row([primary(look, "check.repair", "Repair the results", repair)])
        yield note(look, "They are computed again from what was entered, which stays as it is.")
    if report.lost:
        yield quiet(look, "check.restore", "Restore a backup", lambda: go("/exchange"), icon=ft.Icons.REPLAY_ROUNDED)


def _describe(report: Report, *, is_repaired: bool) -> Iterator[str]:
    """The result in one sentence, then the details."""
    if report.fault:
        yield report.fault
        return
    checked = f"{counted(report.sessions, 'game')} with {counted(report.entries, 'line', 'lines')}"
    if report.healthy:
        yield f"{'Repaired. ' if is_repaired else ''}No problems found: {checked}, results and statistics."
    elif report.broken:
        yield "The file is damaged. Save a backup of what there is, then restore an older one."
        yield from (f"{text[0].upper()}{text[1:]}." for text in report.broken[:_MOST])
    elif report.lost:
        missing = len({fault.session for fault in (*report.gaps, *report.unreadable)})
        yield f"{counted(missing, 'game is', 'games are')} damaged; all others are intact."
    else:
        yield "Everything entered is intact, but not everything that was computed from them is right."
    yield from report.describe_unplayable()
    if report.outdated:
        number = counted(len({fault.session for fault in report.outdated}), "game")
        yield f"The results of {number} do not match what was entered."
    if report.shared_seats:
        yield "Merged players sit at one table, so they cannot be one person: the repair parts them."
    if report.strays:
        yield "There are results of games that do not exist any more."


def _name_sessions(store: Store, report: Report) -> Iterator[str]:
    """The sessions that are damaged or that today's rules judge differently."""
    faults = (*report.gaps, *report.unreadable)
    for title, named in (
        ("Damaged", faults),
        ("On hold, because today's rules refuse something", report.waiting),
        ("Closed with other totals than today's rules give", report.changed),
        ("One person on two seats", report.shared_seats),
    ):
        ids = tuple(dict.fromkeys(fault.session for fault in named))
        for id in ids[:_MOST]:
            lacks = next(fault.text for fault in faults if fault.session == id) if title == "Damaged" else ""
            yield f"{title}: {_name_session(store, id)}. {lacks}".strip()
        if len(ids) > _MOST:
            yield f"{title}: {counted(len(ids) - _MOST, 'more game')}."


def _name_session(store: Store, session_id: str) -> str:
    """A session as people know it: "Recruits with Ana and Ben, Fri 6 Nov"."""
    try:
        head = store.sessions.load_head(session_id)
    except (StorageError, ValueError):  # the damage itself
        return "a game that cannot be read"
    titles = store.titles.load()
    names = join_words([seated.player.name for seated in head.seats])
    return f"{titles.get(head.game, head.game)} with {names}, {on(head.opened_at, utc_now())}"
