"""The import screen: a preview, the matching of players, progress, and undo."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.device.uploads import INBOX, IncomingFile
from companion.exchange.importing import (
    DIVERGED,
    MERGED,
    NEW,
    NO_ANSWERS,
    Answers,
    ImportFile,
    OnProgress,
    current_data,
    details,
    facts,
    import_file,
    preview_file,
    restored_text,
    summary,
)
from companion.open_session.desks import Desks
from companion.ui.chips_and_buttons import Act, identified, press, primary, quiet
from companion.ui.dock import dock
from companion.ui.panel import buttons, card, cloth, cut_text, label, note, page, section, sheet, stacked
from companion.ui.text import counted
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from companion.window.state import House
from companion.window.view import use_view
from storage.bin import BIN_DAYS
from storage.errors import IncompleteImport, StorageError
from storage.history.player_matching import SEPARATE, ImportAction, PlayerReport
from storage.sessions.players import Player
from storage.store import Store
from storage.transfer.file_kinds import FileKind
from storage.transfer.session_join import Diverged, SessionChange
from storage.upkeep import backups

WIDEST: Final = 760
_FIRST: Final = 6
"""Lines shown before a list is expanded."""

_MOST: Final = 400
"""Most lines of an expanded list."""

_use_state: Callable[..., Any] = ft.use_state  # its type does not allow an updater function

_SHOWN_AS_CHOICES: Final = (MERGED, NEW, DIVERGED)
"""Lists that are shown as choices until the file is imported."""

_DIVERGED: Final = {
    Diverged.MINE: "Keep this device's",
    Diverged.THEIRS: "Take the file's",
    Diverged.BOTH: "Keep both",
}

Start = Callable[[Callable[[OnProgress], "_Stage"]], None]
"""Starts work in the background; its result is the next stage."""


@ft.component
def ImportScreen() -> ft.View:
    """The preview of a file, then the outcome of its import."""
    token = unquote(ft.use_route_params()["token"])
    window, look = use_window(), use_look()
    file = INBOX.get(token)
    body: ft.Control
    if file is None:
        text = "This file is no longer here: it was imported, or the app was restarted. Choose it again."
        inside = [note(look, text), quiet(look, "import.again", "Choose a file", lambda: go("/exchange"))]
        body = page(inside, min(window.width, WIDEST))
    else:
        body = ImportSteps(look, file, min(window.width, WIDEST), key=token)
    under = file.name if file else ""
    return use_view([cloth(look, "Import", under=under, back=lambda: go("/exchange")), body])


@dataclass(frozen=True, slots=True)
class _Stage:
    """How far the import is: `busy` with something, `done`, or stopped by a `problem`."""

    content: ImportFile | None = None
    busy: str = "Reading the file …"
    problem: str = ""
    done: str = ""
    kept_copy: Path | None = None  # of the data that a backup replaced


@ft.component
def ImportSteps(look: Look, file: IncomingFile, width: float, key: str | None = None) -> ft.Control:
    house = use_house()
    stage, put = _use_state(_Stage())
    answers, answer = ft.use_state(NO_ANSWERS)
    opened, open_ = ft.use_state(frozenset[str]())
    player, ask_about = ft.use_state("")  # whose match the sheet asks about

    async def preview() -> None:
        put(await house.device.run_in_background(_preview, house.store, file, answers))

    def match(of: str, into: str) -> None:
        ask_about("")
        answer(replace(answers, choices={**answers.choices, of: into}))

    start = _use_background_work(house, stage, put)
    ft.use_effect(preview, [file.token, answers.choices, answers.brings_back], cleanup=lambda: None)
    content = stage.content
    lists = ft.use_memo(lambda: tuple(details(content)) if content else (), [content])
    ft.use_dialog(_match_sheet(look, house, content, player, match, lambda: ask_about("")))
    rows: list[ft.Control] = [_headline(look, stage)]
    foot: list[ft.Control] = []
    if content is not None:
        rows += _facts(look, content)
        if stage.done:
            rows.append(_after_import(look, house.store, stage, start))
            rows += [_list(look, *part, opened, open_) for part in lists]
        else:
            rows += _questions(look, content, answers, answer)
            rows += _people(look, content, opened, open_, ask_about)
            rows += [_list(look, *part, opened, open_) for part in lists if part[0] not in _SHOWN_AS_CHOICES]
            if _can_import(content, answers):
                go_on = partial(start, partial(_import, house.store, file, answers))
                button = ft.Container(wide_primary(look, "import.start", "Import", go_on), width=width - 28)
                foot.append(dock([ft.Row([button], alignment=ft.MainAxisAlignment.CENTER)]))
            else:
                rows.append(_restore_or_nothing(look, house.store, file, stage, content, start))
    elif stage.problem:
        rows.append(quiet(look, "import.again", "Choose another file", lambda: go("/exchange")))
    stretched = ft.CrossAxisAlignment.STRETCH
    body = page(rows, width, key="import.done" if stage.done or stage.problem else "import.preview")
    return ft.Column([body, *foot], spacing=0, expand=True, horizontal_alignment=stretched)


def _use_background_work(house: House, stage: _Stage, put: Callable[..., None]) -> Start:
    """Returns a function that runs work in the background, one at a time, and shows its progress."""
    page = ft.context.page

    def show_progress(sessions: int) -> None:
        put(lambda now: replace(now, busy=f"{counted(sessions, 'game')} so far …") if now.busy else now)

    async def work(act: Callable[[OnProgress], _Stage]) -> None:
        put(_Stage(stage.content, _progress_text(stage.content)))
        loop, context = asyncio.get_running_loop(), copy_context()

        def on_progress(sessions: int) -> None:
            with suppress(RuntimeError):  # the app is closing; the work is finished without showing it
                loop.call_soon_threadsafe(partial(show_progress, sessions), context=context)

        try:
            put(await house.device.run_in_background(act, on_progress))
        except StorageError as error:
            put(replace(stage, problem=str(error)))
        with suppress(StorageError):  # open tables notice it later
            house.shared[Desks].look()

    def start(act: Callable[[OnProgress], _Stage]) -> None:
        if not stage.busy:
            page.run_task(work, act)

    return start


# ---- the work ------------------------------------------------------------------------------------


def _preview(store: Store, file: IncomingFile, answers: Answers) -> _Stage:
    try:
        return _Stage(preview_file(store, file.path, file.name, answers), "")
    except StorageError as error:
        return _Stage(None, "", str(error))


def _progress_text(content: ImportFile | None) -> str:
    """Shown until the first progress is reported."""
    if content is None or content.kind is not FileKind.PLAYS:
        return "One moment …"
    return f"Importing {counted(len(content.session_ids), 'game')} …"


def _import(store: Store, file: IncomingFile, answers: Answers, on_progress: OnProgress) -> _Stage:
    try:
        content = import_file(store, file.path, file.name, answers, on_progress)
    except IncompleteImport as error:
        return _Stage(preview_file(store, file.path, file.name, answers), "", str(error))
    except StorageError as error:
        return _Stage(preview_file(store, file.path, file.name, answers), "", f"Nothing was imported. {error}")
    text = summary(content, done=True)
    return _Stage(content, "", text if content.interrupted else "", text)


def _restore(store: Store, file: IncomingFile, content: ImportFile, on_progress: OnProgress) -> _Stage:
    try:
        copy = backups.restore(store, file.path)
    except StorageError as error:
        return _Stage(content, "", f"Nothing was changed. {str(error).replace(str(file.path), file.name)}")
    where = f" Your data from before is kept in {copy}." if copy else ""
    return _Stage(content, "", "", f"Everything is as in {file.name}.{where}", copy)


def _undo(store: Store, stage: _Stage, on_progress: OnProgress) -> _Stage:
    """Undo the import, or restore the data that a backup replaced."""
    content = stage.content
    assert content is not None
    if stage.kept_copy is not None:
        backups.restore(store, stage.kept_copy)
        text = "Everything is as it was before."
    else:
        assert content.imported_at is not None
        text = binned_text(store.imports.undo(content.imported_at))
    return _Stage(replace(content, imported_at=None), "", "", text)


def _bring_back(store: Store, stage: _Stage, content: ImportFile, on_progress: OnProgress) -> _Stage:
    text = restored_text(store.imports.restore_all(content.binned))
    return replace(stage, content=replace(content, binned=()), problem="", done=text)


# ---- what is shown -------------------------------------------------------------------------------


def _headline(look: Look, stage: _Stage) -> ft.Control:
    if stage.busy:
        ring = ft.ProgressRing(width=22, height=22, stroke_width=3, color=look.accent)
        return ft.Semantics(
            identifier="import.busy",
            live_region=True,
            content=ft.Row([ring, ft.Text(stage.busy, style=look.text(16))], spacing=12),
        )
    text = stage.problem or stage.done or (summary(stage.content, done=False) if stage.content else "")
    style = look.text(18, bold=True, color=look.bad if stage.problem else None)
    return ft.Semantics(identifier="import.status", live_region=True, content=ft.Text(text, style=style))


def _can_import(content: ImportFile, answers: Answers) -> bool:
    """Whether the file is no backup of the whole app, and has something for this device."""
    is_answered = bool(content.changes[SessionChange.DIVERGED] and answers.diverged)
    return content.current is None and (is_answered or not content.is_empty)


def _restore_or_nothing(
    look: Look, store: Store, file: IncomingFile, stage: _Stage, content: ImportFile, start: Start
) -> ft.Control:
    """The question of a backup, or that there is nothing to import."""
    if content.current is not None:
        restore = partial(start, partial(_restore, store, file, content))
        return section(
            look,
            "Restore this backup?",
            identified("import.current", note(look, current_data(content.current))),
            note(look, "The backup replaces today's games, players and settings."),
            note(look, "Today's data is kept beside it as a file, and you can go back to it at once."),
            wide_primary(look, "import.restore", "Restore", restore),
        )
    return ft.Column(
        [note(look, _why_nothing(content)), *_offer_binned(look, store, stage, start)], spacing=8, tight=True
    )


def _why_nothing(content: ImportFile) -> str:
    if content.refused and not content.session_ids:
        return "Nothing in this file can be imported."
    has_others = content.changes[SessionChange.DIVERGED] or content.changes[SessionChange.DELETED] or content.refused
    everything = "Everything else" if has_others else "Everything"
    return f"{everything} in this file is already here; there is nothing to import."


def _after_import(look: Look, store: Store, stage: _Stage, start: Start) -> ft.Control:
    history = quiet(look, "import.history", "Show the history", lambda: go("/history"), icon=ft.Icons.HISTORY_ROUNDED)
    ways = [history]
    has_new = stage.content is not None and stage.content.imported_at is not None
    if stage.kept_copy is not None or has_new:
        words = "Go back to the data from before" if stage.kept_copy else "Move the imported games to the bin"
        undo = partial(start, partial(_undo, store, stage))
        ways.append(quiet(look, "import.undo", words, undo, icon=ft.Icons.UNDO_ROUNDED))
    return buttons([*ways, *_offer_binned(look, store, stage, start)])


def _offer_binned(look: Look, store: Store, stage: _Stage, start: Start) -> list[ft.Control]:
    if stage.content is None or not stage.content.binned:
        return []
    words = f"Bring {counted(len(stage.content.binned), 'game')} back from the bin"
    act = partial(start, partial(_bring_back, store, stage, stage.content))
    return [quiet(look, "import.unbin", words, act, icon=ft.Icons.RESTORE_FROM_TRASH_ROUNDED)]


def _facts(look: Look, content: ImportFile) -> list[ft.Control]:
    rows: list[ft.Control] = [
        ft.Row(
            [
                ft.Container(label(look, word), width=110),
                ft.Text(text, style=look.text(15), expand=True),
            ],
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for word, text in facts(content)
    ]
    return [card(ft.Column(rows, spacing=6, tight=True))] if rows else []


def _questions(
    look: Look, content: ImportFile, answers: Answers, answer: Callable[[Answers], None]
) -> list[ft.Control]:
    rows: list[ft.Control] = []
    if content.changes[SessionChange.DIVERGED]:
        ways = [
            quiet(
                look,
                f"import.diverged[{kept.value}]",
                words,
                partial(answer, replace(answers, diverged=kept)),
                icon=ft.Icons.CHECK_ROUNDED if answers.diverged is kept else None,
            )
            for kept, words in _DIVERGED.items()
        ]
        lines = [ft.Text(line, style=look.text(14)) for line in dict(details(content))[DIVERGED]]
        text = "Which of them counts? The other one goes in the bin. Without an answer nothing of them changes."
        rows.append(section(look, DIVERGED, *lines, note(look, text), buttons(ways)))
    if number := content.changes[SessionChange.DELETED]:
        words = f"Bring {counted(number, 'deleted game')} back"
        act = partial(answer, replace(answers, brings_back=True))
        rows.append(quiet(look, "import.undelete", words, act, icon=ft.Icons.RESTORE_FROM_TRASH_ROUNDED))
    return rows


def _people(
    look: Look,
    content: ImportFile,
    opened: frozenset[str],
    open_: Callable[[frozenset[str]], None],
    ask_about: Callable[[str], None],
) -> list[ft.Control]:
    """The players whose id is unknown and their matches; matched ones first."""
    unknown = [player for player in content.players if player.action is not ImportAction.KNOWN]
    if not unknown:
        return []
    unknown.sort(key=lambda player: (player.action is not ImportAction.MERGED, -player.plays))
    shown = unknown if "people" in opened else unknown[:_FIRST]
    rows = [_player_row(look, player, partial(ask_about, player.id)) for player in shown]
    if len(unknown) > len(shown):
        rows.append(quiet(look, "import.people", f"Show all {len(unknown)}", lambda: open_(opened | {"people"})))
    known = len(content.players) - len(unknown)
    others = f" {counted(known, 'other player is', 'other players are')} known already." if known else ""
    text = note(look, f"Who are these players? Tap one to change the match.{others}")
    return [section(look, f"Players ({len(unknown)})", text, *rows)]


def _player_row(look: Look, player: PlayerReport, act: Act) -> ft.Control:
    is_merged = player.action is ImportAction.MERGED
    match = f"counts as {player.merged_into_name}" if is_merged else "a new player"
    name = cut_text(player.name, look.text(16, bold=True))
    row: list[ft.Control] = [
        ft.Icon(ft.Icons.LINK_ROUNDED if is_merged else ft.Icons.PERSON_ADD_ALT_ROUNDED, color=look.accent),
        stacked([name, note(look, f"{match} · {counted(player.plays, 'game')}")]),
        ft.Icon(ft.Icons.CHEVRON_RIGHT_ROUNDED, color=ft.Colors.OUTLINE),
    ]
    return press(f"import.player[{player.id}]", ft.Row(row, spacing=12), act, padding=10, border_radius=10)


def _match_sheet(
    look: Look, house: House, content: ImportFile | None, player: str, match: Callable[[str, str], None], close: Act
) -> ft.BottomSheet | None:
    reports = content.players if content else ()
    report = next((report for report in reports if report.id == player), None)
    if report is None:
        return None
    known = sorted(house.store.players.list_recent(200, archived=True), key=lambda player: player.name.casefold())
    if report.merged_into and all(player.id != report.merged_into for player in known):
        known.insert(0, Player(report.merged_into, report.merged_into_name))  # also new, or one of very many
    separate = partial(match, report.id, SEPARATE)
    rows: list[ft.Control] = [
        quiet(look, "match.new", "A new player", separate, icon=ft.Icons.PERSON_ADD_ROUNDED),
        label(look, "Or the same person as"),
        *(
            quiet(
                look,
                f"match[{player.id}]",
                player.name,
                partial(match, report.id, player.id),
                icon=ft.Icons.CHECK_ROUNDED if player.id == report.merged_into else None,
            )
            for player in known
        ),
    ]
    if not known:
        rows.append(note(look, "There are no players here yet."))
    return sheet(look, f"Who is {report.name}?", ft.Column(rows, spacing=8, tight=True), close)


def _list(
    look: Look, title: str, lines: Sequence[str], opened: frozenset[str], open_: Callable[[frozenset[str]], None]
) -> ft.Control:
    """A list of the report; only its first lines until it is expanded."""
    is_open = title in opened
    shown = lines[: _MOST if is_open else _FIRST]
    rows: list[ft.Control] = [
        ft.Semantics(container=True, content=ft.Text(line, style=look.text(14))) for line in shown
    ]
    if len(lines) > len(shown) and is_open:
        rows.append(note(look, f"and {len(lines) - len(shown)} more"))
    elif len(lines) > len(shown):
        words = f"Show all {len(lines)}" if len(lines) <= _MOST else f"Show the first {_MOST}"
        rows.append(quiet(look, f"import.all[{title}]", words, lambda: open_(opened | {title})))
    return ft.Container(section(look, f"{title} ({len(lines)})", *rows), key=f"import.list[{title}]")


def binned_text(number: int) -> str:
    """The message after an import was undone: "3 games moved to the bin; …"."""
    stay = "it stays" if number == 1 else "they stay"
    return f"{counted(number, 'game')} moved to the bin; {stay} there for {BIN_DAYS} days."


def wide_primary(look: Look, name: str, words: str, act: Act, *, busy: bool = False) -> ft.Control:
    """The primary button, as wide as the page."""
    return ft.Row([primary(look, name, "One moment …" if busy else words, act, ready=not busy)])
