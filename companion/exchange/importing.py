"""Import a file of any kind, or preview the import; texts for screen and command line. No Flet here."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import Final

from companion.ui.text import counted, dated, on, true_minus, within
from scoring.contract.names import join_words
from scoring.games import find_game
from storage.bg_stats import importing
from storage.bg_stats.report import ImportReport, PlayReport
from storage.clock import utc_now
from storage.errors import TransferError
from storage.file import file_io
from storage.history.import_log import App, FileImport
from storage.history.player_matching import ImportAction, PlayerReport
from storage.play_file import reading
from storage.store import Store
from storage.transfer import card_file, session_import
from storage.transfer.card_file import CardReport
from storage.transfer.file_kinds import HEAD_BYTES, FileKind, detect_kind
from storage.transfer.session_import import IncompleteSessionImport, SessionReport, SessionsReport
from storage.transfer.session_join import Diverged, SessionChange, SessionImport
from storage.upkeep import backups
from storage.upkeep.backups import Contents

OnProgress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Answers:
    """The user's decisions about a file.

    `choices` as in `PlayerMatching.match`; `diverged` and `brings_back` as in `import_sessions`.
    """

    choices: Mapping[str, str] = field(default_factory=dict)
    diverged: Diverged | None = None
    brings_back: bool = False


NO_ANSWERS: Final = Answers()


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file to import, and what importing it changes.

    `report` depends on the kind of file; of a backup it is the contents. The other fields are empty where the kind of
    file has nothing of it.
    """

    kind: FileKind
    report: ImportReport | SessionsReport | CardReport | Contents
    is_empty: bool = False  # importing it changes nothing
    refused: tuple[str, ...] = ()  # what cannot be imported, a sentence each
    players: tuple[PlayerReport, ...] = ()
    session_ids: tuple[str, ...] = ()  # of all sessions that the file brings or that are here already
    new_session_ids: tuple[str, ...] = ()
    changes: Counter[SessionChange] = field(default_factory=Counter)  # the number of sessions with each change
    binned: tuple[str, ...] = ()  # its sessions that are here already, in the bin
    interrupted: str = ""  # why the rest of the file was not imported
    imported_at: datetime | None = None  # key of the import for an undo; None if no session is new
    current: Contents | None = None  # the data that a backup would replace


def _plays_file(report: ImportReport) -> ImportFile:
    return ImportFile(
        FileKind.PLAYS,
        report,
        is_empty=report.is_empty,
        refused=report.skipped,
        players=report.players,
        session_ids=tuple(play.session_id for play in report.plays),
        new_session_ids=report.new_session_ids,
    )


def _sessions_file(report: SessionsReport, interrupted: str = "") -> ImportFile:
    results = [session.result for session in report.sessions if session.result]
    changes = Counter(result.change for result in results)
    is_written = changes[SessionChange.NEW] or changes[SessionChange.EXTENDED] or changes[SessionChange.EDITED]
    numbers = Counter(session.error for session in report.sessions if session.error)
    errors = [error if number == 1 else f"{number} games: {error}" for error, number in numbers.items()]
    return ImportFile(
        FileKind.SESSIONS,
        report,
        is_empty=not (is_written or report.changes_more or report.parted),
        refused=(*errors, *report.refused, *filter(None, [interrupted])),
        players=report.players,
        session_ids=tuple(result.session_id for result in results),
        new_session_ids=tuple(result.session_id for result in results if result.change is SessionChange.NEW),
        changes=changes,
        interrupted=interrupted,
    )


def _cards_file(report: CardReport) -> ImportFile:
    return ImportFile(FileKind.CARDS, report, is_empty=not (report.new or report.corrected))


LEFT_OUT: Final = "Left out"
DIVERGED: Final = "Continued on both devices"
DELETED: Final = "Deleted here"
DELETED_THERE: Final = "Deleted there"
PARTED: Final = "No longer merged"
MERGED: Final = "Players matched"
CHANGED: Final = "Players changed"
ALSO: Final = "Also"
NEW: Final = "New players"
"""Titles of lists of `details`."""


def preview_file(store: Store, path: Path, name: str = "", answers: Answers = NO_ANSWERS) -> ImportFile:
    """What importing a file would change, without changing anything. Raises StorageError if it is unusable."""
    return _read(store, path, name or path.name, answers, dry_run=True)


def import_file(
    store: Store, path: Path, name: str = "", answers: Answers = NO_ANSWERS, on_progress: OnProgress | None = None
) -> ImportFile:
    """Import a file. Raises StorageError if it is unusable, and for a backup, which is restored instead."""
    file = _read(store, path, name or path.name, answers, dry_run=False, on_progress=on_progress)
    origin = store.imports.find(file.new_session_ids[0]) if file.new_session_ids else None
    return replace(file, imported_at=origin.at if origin else None)


def _read(
    store: Store, path: Path, name: str, answers: Answers, *, dry_run: bool, on_progress: OnProgress | None = None
) -> ImportFile:
    file = _read_kind(store, path, name, answers, dry_run=dry_run, on_progress=on_progress)
    return replace(file, binned=store.imports.find_binned(file.session_ids))


def _read_kind(
    store: Store, path: Path, name: str, answers: Answers, *, dry_run: bool, on_progress: OnProgress | None
) -> ImportFile:
    own = store.database.path
    if own is not None and os.path.exists(path) and path.samefile(own):  # reading it would drop the app's locks
        raise TransferError(f"{name} holds your games already: the app uses it now.")
    match detect_kind(file_io.read_start(path, name, HEAD_BYTES), name):
        case FileKind.PLAYS:
            data = reading.parse_file(file_io.read_start(path, name, reading.MAX_BYTES + 1), name)
            import_or_preview = importing.preview_plays if dry_run else importing.import_plays
            return _plays_file(import_or_preview(store, data, answers.choices, Path(name).name))
        case FileKind.SESSIONS:
            lines, source = file_io.stream_lines(path, name), Path(name).name
            try:
                report = session_import.import_sessions(
                    store,
                    lines,
                    source,
                    answers.choices,
                    diverged=answers.diverged,
                    brings_back=answers.brings_back,
                    dry_run=dry_run,
                    on_progress=on_progress,
                )
            except IncompleteSessionImport as error:
                return _sessions_file(error.report, str(error))
            return _sessions_file(report)
        case FileKind.CARDS:
            text = file_io.read_start(path, name, reading.MAX_BYTES + 1).decode("utf-8-sig", "replace")
            if dry_run:
                return _cards_file(card_file.preview_cards(store, card_file.parse_cards(text, store.games)))
            return _cards_file(card_file.import_cards(store, text))
        case FileKind.BACKUP:
            if not dry_run:
                raise TransferError(f"{name} is a backup: restoring it brings everything back as it was then.")
            contents = backups.check_backup(path, name)
            return ImportFile(FileKind.BACKUP, contents, current=backups.contents(store))


# Texts -------------------------------------------------------------------------------------------------------------


def summary(file: ImportFile, *, done: bool) -> str:
    """One sentence about a file, before or after the import, and one about its sessions in the bin."""
    match file.report:
        case ImportReport() as plays:
            text = _plays_summary(plays, done=done)
        case SessionsReport() as sessions:
            text = _sessions_summary(file, sessions, done=done)
        case CardReport() as cards:
            title = find_game(cards.game).box.title
            text = f"{title}: {cards.new} new, {cards.corrected} corrected, {cards.known} already known."
        case Contents() as contents:
            text = f"A backup of {_contents_text(contents)}." if contents.latest else "A backup without games."
    number = len(file.binned)
    binned = f"{number} of these games {'lies' if number == 1 else 'lie'} in the bin." if number else ""
    return " ".join(filter(None, (text, binned, file.interrupted)))


def current_data(current: Contents) -> str:
    """One sentence about the current data, which a restored backup replaces."""
    if current.latest is None:
        return "There are no games here now."
    return f"Current data, kept as a copy: {_contents_text(current)}."


def _contents_text(contents: Contents) -> str:
    text = f"{counted(contents.sessions, 'game')} and {counted(contents.players, 'player')}"
    return f"{text}, the latest game on {dated(contents.latest.astimezone())}" if contents.latest else text


def _join_counts(*counts: tuple[int, str]) -> str:
    """The texts whose number is not 0, as a sentence."""
    return f"{', '.join(text for number, text in counts if number)}."


def _plays_summary(report: ImportReport, *, done: bool) -> str:
    new, changed, known = map(report.count, (ImportAction.NEW, ImportAction.CHANGED, ImportAction.KNOWN))
    deleted, skipped, where = len(report.deleted), len(report.skipped), "now in the bin" if done else "to go in the bin"
    corrected = len(report.changed)
    return _join_counts(
        (new or not (changed or known or corrected), f"{counted(new, 'game')} {'imported' if done else 'to import'}"),
        (changed, f"{changed} changed since"),
        (known, f"{known} already here"),
        (corrected, f"{counted(corrected, 'name or rule', 'names or rules')} changed"),
        (deleted, f"{deleted} deleted there, {where}"),
        (skipped, f"{skipped} left out"),
        _count_parted(report, done=done),
    )


def _sessions_summary(file: ImportFile, report: SessionsReport, *, done: bool) -> str:
    new, extended, edited, known, diverged, deleted = (file.changes[change] for change in SessionChange)
    deleted_there, changed = len(report.deleted), len(report.changed)
    also = len(report.also)
    is_only_new = not (extended or edited or known or diverged or deleted or deleted_there or changed or also)
    left_out = sum(bool(session.error) for session in report.sessions) + len(report.refused)
    sentence = _join_counts(
        (new or is_only_new, f"{counted(new, 'game')} {'added' if done else 'to add'}"),
        (extended, f"{extended} played on"),
        (edited, f"{edited} with changed details"),
        (known, f"{known} already here"),
        (diverged, f"{counted(diverged, 'game')} continued on both devices"),
        (deleted, f"{counted(deleted, 'game')} deleted here"),
        (deleted_there, f"{counted(deleted_there, 'game')} deleted there"),
        (changed, f"{counted(changed, 'player')} changed"),
        (also, f"{counted(also, 'other change')}"),
        (left_out, f"{left_out} left out"),
        _count_parted(report, done=done),
    )
    missing = f" It does not have {counted(report.missing, 'game')} of yours: export a file for the other device, too."
    return sentence + (missing if report.missing else "")


def restored_text(number: int) -> str:
    """The message after sessions of a file were brought back."""
    return f"{counted(number, 'game is', 'games are')} back from the bin."


def _count_parted(report: ImportReport | SessionsReport, *, done: bool) -> tuple[int, str]:
    number = len(report.parted)
    return number, f"{counted(number, 'merge')} of players {'undone' if done else 'to undo'}"


def origin_text(origin: FileImport | None) -> str:
    """The file an imported session came from: "imported from evenings.jsonl, Fri 20 Nov"; empty if not imported."""
    if origin is None:
        return ""
    source = origin.file or ("BG Stats" if origin.app is App.BG_STATS else "a file")
    return f"imported from {source}, {within(on(origin.at, utc_now()))}"


def facts(file: ImportFile) -> tuple[tuple[str, str], ...]:
    """Labels and short texts about a file of plays or sessions; nothing for other files."""
    if file.is_empty:
        return ()
    match file.report:
        case ImportReport() as report:
            plays = _list_incoming(report)
            days, games = [play.at.date() for play in plays], [play.game for play in plays]
            new_games = f"; {len(report.games)} new here" if report.games else ""
            more = [
                ("Places", f"{len(report.places)} new" if report.places else ""),
                ("Do not count", str(report.ignored) if report.ignored else ""),
            ]
        case SessionsReport(sessions=sessions):
            changed = list(filter(_session_line, sessions))
            days = [date.fromisoformat(session.day) for session in changed]
            games = [session.game for session in changed]
            new_games, more = "", []
        case CardReport() | Contents():
            return ()
    texts = [
        ("Played", " to ".join(map(dated, sorted({min(days), max(days)}))) if days else ""),
        ("Players", _count_actions([player.action for player in file.players])),
        ("Different games", f"{len(set(games))}{new_games}" if games else ""),
        *more,
    ]
    return tuple((label, text) for label, text in texts if text)


def _count_actions(actions: list[ImportAction]) -> str:
    words = {ImportAction.KNOWN: "known", ImportAction.MERGED: "matched", ImportAction.NEW: "new"}
    return ", ".join(f"{actions.count(action)} {word}" for action, word in words.items() if action in actions)


def details(file: ImportFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lists behind the summary: titles and lines."""
    return ((title, lines) for title, lines in _list_details(file) if lines)


def _list_details(file: ImportFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield LEFT_OUT, file.refused
    binned = frozenset(file.binned)
    match file.report:
        case ImportReport() as report:
            yield "Names and rules changed", report.changed
            yield from _list_players(report)
            yield "Games new here", report.games
            yield "New places", report.places
            yield "Games", tuple(_play_line(play, binned) for play in _list_incoming(report))
        case SessionsReport() as report:
            diverged = _select(report, SessionChange.DIVERGED)
            yield DIVERGED, tuple(_diverged_line(*pair, binned) for pair in diverged)
            yield DELETED, tuple(_full_line(session) for session, _ in _select(report, SessionChange.DELETED))
            yield DELETED_THERE, (counted(len(report.deleted), "game"),) if report.deleted else ()
            yield CHANGED, report.changed
            yield ALSO, report.also
            yield from _list_players(report)
            yield "Games", tuple(filter(None, (_session_line(session, binned) for session in report.sessions)))
        case CardReport() | Contents():
            return


def _list_incoming(report: ImportReport) -> list[PlayReport]:
    return [play for play in report.plays if play.action is not ImportAction.KNOWN]


def _list_players(report: ImportReport | SessionsReport) -> Iterator[tuple[str, tuple[str, ...]]]:
    merged = (player for player in report.players if player.action is ImportAction.MERGED)
    yield PARTED, report.parted
    yield MERGED, tuple(f"{player.name} counts as {player.merged_into_name}" for player in merged)
    for title, action in ((NEW, ImportAction.NEW), ("Players already known", ImportAction.KNOWN)):
        players = (player for player in report.players if player.action is action)
        yield title, tuple(f"{player.name}, {counted(player.plays, 'game')}" for player in players)


def _play_line(play: PlayReport, binned: Collection[str]) -> str:
    """ "Sun 3 Jan 2021  7 Wonders: Ana, Ben and Cleo; Ana won (in the bin)"."""
    won = f"; {join_words(play.winners)} won" if play.winners else ""
    mark = "" if play.counts else " (does not count)"
    return f"{dated(play.at)}  {play.game}: {join_words(play.names)}{won}{mark}{_mark_binned(play.session_id, binned)}"


def _session_line(session: SessionReport, binned: Collection[str] = ()) -> str:
    """ "Sun 3 Jan 2021  Recruits: Ana and Ben (in the bin), 3 new lines"; empty if nothing changes."""
    match session.result:
        case SessionImport(change=SessionChange.NEW):
            return _full_line(session, binned)
        case SessionImport(change=SessionChange.EXTENDED, added_entries=added, edits=edits):
            return ", ".join(filter(None, (_full_line(session, binned), counted(added, "new line"), edits)))
        case SessionImport(change=SessionChange.EDITED, edits=edits):
            return f"{_full_line(session, binned)}, {edits}"
        case _:
            return ""


def _diverged_line(session: SessionReport, result: SessionImport, binned: Collection[str]) -> str:
    """ "Sun 3 Jan 2021  Recruits: Ana and Ben, since Round 4: here Ana 17, Ben 13; in the file Ana 8, Ben 32"."""
    return f"{_full_line(session, binned)}, since {result.since}: {true_minus(result.points)}"


def _full_line(session: SessionReport, binned: Collection[str] = ()) -> str:
    """ "Sun 3 Jan 2021  Recruits: Ana and Ben", and whether it is among the sessions in the bin."""
    mark = _mark_binned(session.result.session_id, binned) if session.result else ""
    return f"{dated(date.fromisoformat(session.day))}  {session.game}: {join_words(session.names)}{mark}"


def _mark_binned(session_id: str, binned: Collection[str]) -> str:
    return " (in the bin)" if session_id in binned else ""


def _select(report: SessionsReport, change: SessionChange) -> list[tuple[SessionReport, SessionImport]]:
    pairs = ((session, session.result) for session in report.sessions)
    return [(session, result) for session, result in pairs if result and result.change is change]
