"""A file somebody brings: what it would change, whom its players count as, then what it has changed, and a way back."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.files.import_file import (
    BackupFile,
    ImportFile,
    OnProgress,
    PlaysFile,
    SessionsFile,
    current_data,
    details,
    facts,
    import_file,
    preview_file,
    summary,
)
from companion.files.uploads import INBOX, IncomingFile
from companion.parts.panel import card, cloth, heading, label, note, page, sheet
from companion.parts.press import Act, identified, press, primary, quiet
from companion.parts.view import use_view
from companion.text import counted
from companion.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.state import House
from storage.bg_stats.report import SEPARATE, ImportAction, PlayerReport
from storage.errors import IncompleteImport, StorageError
from storage.sessions.players import Player
from storage.store import BIN_DAYS, Store
from storage.upkeep import backups

WIDEST: Final = 760
_FIRST: Final = 6
"""So many lines of a list are shown before it is opened."""

_MOST: Final = 400
"""So many lines of a list are shown at all."""

_use_state: Callable[..., Any] = ft.use_state  # its own type knows no state that is made from the one before

_ASKED: Final = ("Players known by name", "New players")
"""The lists that stand on the screen as choices until the file is taken in."""


@ft.component
def BroughtScreen() -> ft.View:
    """What a file would change, then what it has changed."""
    token = unquote(ft.use_route_params()["token"])
    window, look = use_window(), use_look()
    file = INBOX.get(token)
    body: ft.Control
    if file is None:
        gone = "This file is no longer here: it was taken in, or the app was started anew. Choose it again."
        inside = [note(look, gone), quiet(look, "brought.again", "Choose a file", lambda: go("/exchange"))]
        body = page(inside, min(window.width, WIDEST))
    else:
        body = Taking(look, file, min(window.width, WIDEST), key=token)
    under = file.name if file else ""
    return use_view([cloth(look, "Take in", under=under, back=lambda: go("/exchange")), body])


@dataclass(frozen=True, slots=True)
class _Stage:
    """How far a file is: looked into, at work, done, or of no use."""

    brought: ImportFile | None = None
    busy: str = "Reading the file …"
    problem: str = ""
    done: str = ""
    kept: Path | None = None
    undone: bool = False


@ft.component
def Taking(look: Look, file: IncomingFile, width: float, key: str | None = None) -> ft.Control:
    """A file on its way in, step by step."""
    house = use_house()
    stage, put = _use_state(_Stage())
    choices, choose = ft.use_state(dict[str, str]())
    opened, open_ = ft.use_state(frozenset[str]())
    asked, ask = ft.use_state("")
    device = ft.context.page

    async def reading() -> None:
        put(await house.device.run_in_background(_looked, house.store, file, choices))

    async def working(act: Callable[[OnProgress], _Stage]) -> None:
        put(_Stage(stage.brought, _at_work(stage.brought)))
        loop, here = asyncio.get_running_loop(), copy_context()

        def tell(done: int) -> None:
            with suppress(RuntimeError):  # the app is being closed; what was begun is brought to its end
                loop.call_soon_threadsafe(partial(advance, done), context=here)

        put(await house.device.run_in_background(act, tell))
        with suppress(StorageError):  # other tables notice it by themselves
            house.desks.look()

    def advance(done: int) -> None:
        put(lambda now: replace(now, busy=f"{counted(done, 'session')} so far …") if now.busy else now)

    def start(act: Callable[[OnProgress], _Stage]) -> None:
        if not stage.busy:
            device.run_task(working, act)

    def chosen(player: str, into: str) -> None:
        ask("")
        choose({**choices, player: into})

    ft.use_effect(reading, [file.token, choices], cleanup=lambda: None)
    brought = stage.brought
    told = ft.use_memo(lambda: tuple(details(brought)) if brought else (), [brought])
    ft.use_dialog(_who_sheet(look, house, stage.brought, asked, chosen, lambda: ask("")))
    rows: list[ft.Control] = [_headline(look, stage)]
    if stage.brought is not None:
        rows += _facts(look, stage.brought)
        rows.append(_doing(look, house, file, stage, choices, start))
        lists = dict(told)
        if not stage.done:
            lists = {title: lines for title, lines in lists.items() if title not in _ASKED}
            rows += _people(look, stage.brought, opened, open_, ask)
        rows += [_list(look, title, lines, opened, open_) for title, lines in lists.items() if lines]
    elif stage.problem:
        rows.append(quiet(look, "brought.again", "Choose another file", lambda: go("/exchange")))
    return page(rows, width)


def _looked(store: Store, file: IncomingFile, choices: dict[str, str]) -> _Stage:
    try:
        return _Stage(preview_file(store, file.path, file.name, choices), "")
    except StorageError as error:
        return _Stage(None, "", str(error))


def _at_work(brought: ImportFile | None) -> str:
    """What is told while it takes its time."""
    if not isinstance(brought, PlaysFile):
        return "One moment …"
    return f"Taking in {counted(len(brought.report.plays), 'play')} …"


def _applied(store: Store, file: IncomingFile, choices: dict[str, str], tell: OnProgress) -> _Stage:
    """Take it in; the file is done with."""
    try:
        done = import_file(store, file.path, file.name, choices, tell)
    except IncompleteImport as error:
        return _Stage(preview_file(store, file.path, file.name, choices), "", str(error))
    except StorageError as error:
        return _Stage(preview_file(store, file.path, file.name, choices), "", f"Nothing was taken in. {error}")
    words = summary(done, done=True)
    interrupted = isinstance(done, SessionsFile) and bool(done.interrupted)
    return _Stage(done, "", words if interrupted else "", words)


def _restored(store: Store, file: IncomingFile, brought: ImportFile, tell: OnProgress) -> _Stage:
    try:
        kept = backups.restore(store, file.path)
    except StorageError as error:
        return _Stage(brought, "", f"Nothing was changed. {str(error).replace(str(file.path), file.name)}")
    where = f" What was here before is kept in {kept}." if kept else ""
    return _Stage(brought, "", "", f"Everything is as in {file.name}.{where}", kept)


def _undone(store: Store, stage: _Stage, tell: OnProgress) -> _Stage:
    """Take back what was just done, as far as that goes."""
    brought = stage.brought
    try:
        if stage.kept is not None:
            backups.restore(store, stage.kept)
            told = "Everything is as it was before."
        else:
            assert isinstance(brought, PlaysFile | SessionsFile)
            assert brought.imported_at is not None
            told = gone_words(store.undo_import(brought.imported_at))
    except StorageError as error:
        return _Stage(brought, "", str(error), stage.done, stage.kept)
    return _Stage(brought, "", "", told, None, undone=True)


def _headline(look: Look, stage: _Stage) -> ft.Control:
    """Where things stand, in one place."""
    if stage.busy:
        ring = ft.ProgressRing(width=22, height=22, stroke_width=3, color=look.accent)
        return ft.Semantics(
            identifier="brought.busy",
            live_region=True,
            content=ft.Row([ring, ft.Text(stage.busy, style=look.text(16))], spacing=12),
        )
    words = stage.problem or stage.done or (summary(stage.brought, done=False) if stage.brought else "")
    ink = look.bad if stage.problem else None
    text = ft.Text(words, style=look.text(18, bold=True, color=ink) if ink else look.text(18, bold=True))
    return ft.Semantics(identifier="brought.told", live_region=True, content=text)


def _doing(
    look: Look, house: House, file: IncomingFile, stage: _Stage, choices: dict[str, str], start: Callable[..., None]
) -> ft.Control:
    """The one thing to do now."""
    brought = stage.brought
    assert brought is not None
    if stage.done:
        return _afterwards(look, house, stage, start)
    if isinstance(brought, BackupFile):
        return section(
            look,
            "Restore this backup?",
            identified("brought.here", note(look, current_data(brought))),
            note(look, "Sessions, players and settings of today give way to those of the backup."),
            note(look, "What is here now is kept beside it as a file, and you can go back to it at once."),
            wide_primary(
                look, "brought.restore", "Restore", lambda: start(partial(_restored, house.store, file, brought))
            ),
        )
    if brought.is_empty:
        return note(look, "Everything in this file is here already: there is nothing to take in.")
    return wide_primary(
        look, "brought.apply", "Take it in", lambda: start(partial(_applied, house.store, file, dict(choices)))
    )


def _afterwards(look: Look, house: House, stage: _Stage, start: Callable[..., None]) -> ft.Control:
    ways: list[ft.Control] = [
        quiet(look, "brought.history", "To the history", lambda: go("/history"), icon=ft.Icons.HISTORY_ROUNDED)
    ]
    new = isinstance(stage.brought, PlaysFile | SessionsFile) and stage.brought.imported_at
    if not stage.undone and (stage.kept is not None or new):
        words = "Go back to what was before" if stage.kept else "Put what came into the bin"
        undo = lambda: start(partial(_undone, house.store, stage))  # noqa: E731
        ways.append(quiet(look, "brought.undo", words, undo, icon=ft.Icons.UNDO_ROUNDED))
    return ft.Row(list(ways), wrap=True, spacing=8, run_spacing=8)


def _facts(look: Look, brought: ImportFile) -> list[ft.Control]:
    """What is in the file, in a few words."""
    rows: list[ft.Control] = [
        ft.Row(
            [
                ft.Container(label(look, word), width=110),
                ft.Text(text, style=look.text(15), expand=True),
            ],
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for word, text in facts(brought)
    ]
    return [card(ft.Column(rows, spacing=6, tight=True))] if rows else []


def _people(
    look: Look,
    brought: ImportFile,
    opened: frozenset[str],
    open_: Callable[[frozenset[str]], None],
    ask: Callable[[str], None],
) -> list[ft.Control]:
    """Who of the file is new, and whom they count as: a choice for each, those known by name first."""
    if not isinstance(brought, PlaysFile) or brought.is_empty:
        return []
    unknown = [player for player in brought.report.players if player.action is not ImportAction.KNOWN]
    if not unknown:
        return []
    unknown.sort(key=lambda each: (each.action is not ImportAction.MERGED, -each.plays))
    shown = unknown if "people" in opened else unknown[:_FIRST]
    rows = [_person(look, each, partial(ask, each.id)) for each in shown]
    if len(unknown) > len(shown):
        rows.append(quiet(look, "brought.people", f"Show all {len(unknown)}", lambda: open_(opened | {"people"})))
    told = note(look, "Whom do they count as here? Tap a player to say so; players known already are not listed.")
    return [section(look, f"Players ({len(unknown)})", told, *rows)]


def _person(look: Look, each: PlayerReport, act: Act) -> ft.Control:
    counts = f"counts as {each.merged_into_name}" if each.action is ImportAction.MERGED else "somebody new"
    words = ft.Column(
        [
            ft.Text(each.name, style=look.text(16, bold=True), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
            note(look, f"{counts} · {counted(each.plays, 'play')}"),
        ],
        spacing=0,
        expand=True,
        tight=True,
    )
    icon = ft.Icons.LINK_ROUNDED if each.action is ImportAction.MERGED else ft.Icons.PERSON_ADD_ALT_ROUNDED
    row: list[ft.Control] = [
        ft.Icon(icon, color=look.accent),
        words,
        ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=ft.Colors.OUTLINE),
    ]
    return press(f"brought.person[{each.id}]", ft.Row(row, spacing=12), act, padding=10, border_radius=10)


def _who_sheet(
    look: Look, house: House, brought: ImportFile | None, asked: str, chosen: Callable[[str, str], None], close: Act
) -> ft.BottomSheet | None:
    """Whom a player of the file counts as."""
    people = brought.report.players if isinstance(brought, PlaysFile) else ()
    person = next((each for each in people if each.id == asked), None)
    if person is None:
        return None
    here = house.store.recent_players(200, archived=True)
    others = sorted(here, key=lambda player: player.name.casefold())
    rows: list[ft.Control] = [
        quiet(
            look, "who.apart", "Somebody new", partial(chosen, person.id, SEPARATE), icon=ft.Icons.PERSON_ADD_ROUNDED
        ),
        label(look, "Or the same person as"),
        *(_candidate(look, player, person, chosen) for player in others),
    ]
    if not others:
        rows.append(note(look, "Nobody is known here yet."))
    return sheet(look, f"Who is {person.name}?", ft.Column(rows, spacing=8, tight=True), close)


def _candidate(look: Look, player: Player, person: PlayerReport, chosen: Callable[[str, str], None]) -> ft.Control:
    mark = ft.Icons.CHECK_ROUNDED if player.id == person.merged_into else None
    act = partial(chosen, person.id, player.id)
    return quiet(look, f"who[{player.id}]", player.name, act, icon=mark)


def _list(
    look: Look, title: str, lines: Iterable[str], opened: frozenset[str], open_: Callable[[frozenset[str]], None]
) -> ft.Control:
    """A list of the report, its first lines until it is opened."""
    every = list(lines)
    shown = every[: _MOST if title in opened else _FIRST]
    rows: list[ft.Control] = [
        ft.Semantics(container=True, content=ft.Text(line, style=look.text(14))) for line in shown
    ]
    if len(every) > len(shown) and title in opened:
        rows.append(note(look, f"and {len(every) - len(shown)} more"))
    elif len(every) > len(shown):
        words = f"Show all {len(every)}" if len(every) <= _MOST else f"Show the first {_MOST}"
        rows.append(quiet(look, f"brought.all[{title}]", words, lambda: open_(opened | {title})))
    return ft.Container(section(look, f"{title} ({len(every)})", *rows), key=f"brought.list[{title}]")


def gone_words(number: int) -> str:
    """What is told once so many sessions were taken back."""
    return f"{counted(number, 'session')} went into the bin; they stay there for {BIN_DAYS} days."


def section(look: Look, title: str, *rows: ft.Control) -> ft.Control:
    """A card with a heading."""
    return card(ft.Column([heading(look, title), *rows], spacing=8, tight=True))


def wide_primary(look: Look, name: str, words: str, act: Act, *, busy: bool = False) -> ft.Control:
    """The one thing to do, as wide as the page."""
    return ft.Row([primary(look, name, "One moment …" if busy else words, act, ready=not busy)])
