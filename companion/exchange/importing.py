"""Import a file of any kind, or preview the import; texts for screen and command line. No Flet here."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Final

from companion.ui.text import counted, on, within
from scoring.contract.names import join_words
from scoring.games import find_game
from storage.bg_format import reading
from storage.bg_stats import importing
from storage.bg_stats.report import ImportReport, PlayReport
from storage.clock import utc_now
from storage.errors import TransferError
from storage.file import file_io
from storage.history.import_log import App, FileImport
from storage.history.player_matching import ImportAction
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

    `choices` as in `match_players`; `diverged` and `brings_back` as in `import_sessions`.
    """

    choices: Mapping[str, str] = field(default_factory=dict)
    diverged: Diverged | None = None
    brings_back: bool = False


NO_ANSWERS: Final = Answers()


@dataclass(frozen=True, slots=True)
class PlaysFile:
    """A file of BG Stats, and what importing it changes."""

    kind: ClassVar[FileKind] = FileKind.PLAYS
    name: str
    report: ImportReport
    binned: tuple[str, ...] = ()  # its sessions that are here already, in the bin
    imported_at: datetime | None = None  # key of the import for an undo; None if no session is new

    @property
    def new_session_ids(self) -> tuple[str, ...]:
        return self.report.new_session_ids

    @property
    def session_ids(self) -> tuple[str, ...]:
        """All sessions that the file brings or that are here already."""
        return tuple(play.session_id for play in self.report.plays)

    @property
    def is_empty(self) -> bool:
        """Whether importing it changes nothing."""
        return self.report.is_empty

    @property
    def refused(self) -> tuple[str, ...]:
        """What cannot be imported, a sentence each."""
        return tuple(map(str, self.report.skipped))


@dataclass(frozen=True, slots=True)
class SessionsFile:
    """A file of our own sessions, and what importing it changes."""

    kind: ClassVar[FileKind] = FileKind.SESSIONS
    name: str
    report: SessionsReport
    binned: tuple[str, ...] = ()  # its sessions that are here already, in the bin
    interrupted: str = ""  # why the rest of the file was not imported
    imported_at: datetime | None = None  # key of the import for an undo; None if no session is new

    @property
    def new_session_ids(self) -> tuple[str, ...]:
        results = (report.result for report in self.report.sessions if report.result)
        return tuple(result.session_id for result in results if result.change is SessionChange.NEW)

    @property
    def session_ids(self) -> tuple[str, ...]:
        """All sessions that the file brings or that are here already."""
        return tuple(session.result.session_id for session in self.report.sessions if session.result)

    @property
    def is_empty(self) -> bool:
        """Whether importing it changes nothing."""
        report = self.report
        changes = any(map(self.count, (SessionChange.NEW, SessionChange.EXTENDED, SessionChange.EDITED)))
        return not (changes or report.changed or report.deleted or report.parted)

    @property
    def refused(self) -> tuple[str, ...]:
        """What cannot be imported, a sentence each."""
        numbers = Counter(session.error for session in self.report.sessions if session.error)
        errors = [error if number == 1 else f"{number} games: {error}" for error, number in numbers.items()]
        errors += self.report.refused
        return (*errors, self.interrupted) if self.interrupted else tuple(errors)

    def count(self, change: SessionChange) -> int:
        """The number of sessions with this change."""
        return sum(report.result is not None and report.result.change is change for report in self.report.sessions)


@dataclass(frozen=True, slots=True)
class CardsFile:
    """A file of remembered cards, and what importing it changes."""

    kind: ClassVar[FileKind] = FileKind.CARDS
    name: str
    report: CardReport

    @property
    def is_empty(self) -> bool:
        """Whether importing it changes nothing."""
        return not (self.report.new or self.report.corrected)


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup, its contents, and the current data that it would replace."""

    kind: ClassVar[FileKind] = FileKind.BACKUP
    name: str
    contents: Contents
    current: Contents


LEFT_OUT: Final = "Left out"
DIVERGED: Final = "Continued on both devices"
DELETED: Final = "Deleted here"
DELETED_THERE: Final = "Deleted there"
PARTED: Final = "No longer merged"
MERGED: Final = "Players matched"
NEW: Final = "New players"
"""Titles of lists of `details`."""

ImportFile = PlaysFile | SessionsFile | CardsFile | BackupFile
"""A file to import, by its kind."""


def preview_file(store: Store, path: Path, name: str = "", answers: Answers = NO_ANSWERS) -> ImportFile:
    """What importing a file would change, without changing anything. Raises StorageError if it is unusable."""
    return _find_binned(store, _read(store, path, name or path.name, answers, dry_run=True, on_progress=None))


def import_file(
    store: Store, path: Path, name: str = "", answers: Answers = NO_ANSWERS, on_progress: OnProgress | None = None
) -> ImportFile:
    """Import a file. Raises StorageError if it is unusable, and for a backup, which is restored instead."""
    file = _find_binned(store, _read(store, path, name or path.name, answers, dry_run=False, on_progress=on_progress))
    if not isinstance(file, PlaysFile | SessionsFile) or not file.new_session_ids:
        return file
    origin = store.imports.find(file.new_session_ids[0])
    return replace(file, imported_at=origin.at if origin else None)


def _find_binned(store: Store, file: ImportFile) -> ImportFile:
    if not isinstance(file, PlaysFile | SessionsFile):
        return file
    return replace(file, binned=store.imports.find_binned(file.session_ids))


def _read(
    store: Store, path: Path, name: str, answers: Answers, *, dry_run: bool, on_progress: OnProgress | None
) -> ImportFile:
    match detect_kind(file_io.read_start(path, name, HEAD_BYTES), name):
        case FileKind.PLAYS:
            data = reading.parse_file(file_io.read_start(path, name, reading.MAX_BYTES + 1), name)
            if dry_run:
                return PlaysFile(name, importing.preview_plays(store, data, answers.choices))
            return PlaysFile(name, importing.import_plays(store, data, answers.choices, Path(name).name))
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
                return SessionsFile(name, error.report, interrupted=str(error))
            return SessionsFile(name, report)
        case FileKind.CARDS:
            text = file_io.read_start(path, name, reading.MAX_BYTES + 1).decode("utf-8-sig", "replace")
            if dry_run:
                return CardsFile(name, card_file.preview_cards(store, card_file.parse_cards(text, store.games)))
            return CardsFile(name, card_file.import_cards(store, text))
        case FileKind.BACKUP:
            if not dry_run:
                raise TransferError(f"{name} is a backup: restoring it brings everything back as it was then.")
            return BackupFile(name, backups.check_backup(path, name), backups.contents(store))


def refused(file: ImportFile) -> tuple[str, ...]:
    """What cannot be imported, a sentence each."""
    return file.refused if isinstance(file, PlaysFile | SessionsFile) else ()


# Texts -------------------------------------------------------------------------------------------------------------


def summary(file: ImportFile, *, done: bool) -> str:
    """One sentence about a file, before or after the import."""
    match file:
        case PlaysFile():
            return " ".join(filter(None, [_plays_summary(file.report, done=done), _binned_text(file)]))
        case SessionsFile():
            return " ".join(filter(None, [_sessions_summary(file, done=done), _binned_text(file), file.interrupted]))
        case CardsFile(report=cards):
            title = find_game(cards.game).box.title
            return f"{title}: {cards.new} new, {cards.corrected} corrected, {cards.known} already known."
        case BackupFile(contents=contents):
            return f"A backup of {_contents_text(contents)}." if contents.latest else "A backup without games."


def current_data(backup: BackupFile) -> str:
    """One sentence about the current data, which a restored backup replaces."""
    if backup.current.latest is None:
        return "There are no games here now."
    return f"Current data, kept as a copy: {_contents_text(backup.current)}."


def _contents_text(contents: Contents) -> str:
    text = f"{counted(contents.sessions, 'game')} and {counted(contents.players, 'player')}"
    return f"{text}, the latest game of {contents.latest.astimezone():%Y-%m-%d}" if contents.latest else text


def _plays_summary(report: ImportReport, *, done: bool) -> str:
    new, changed, known = map(report.count, (ImportAction.NEW, ImportAction.CHANGED, ImportAction.KNOWN))
    verb = "imported" if done else "to import"
    parts = [f"{counted(new, 'game')} {verb}" if new or not (changed or known) else ""]
    parts += [f"{changed} changed since" if changed else "", f"{known} already here" if known else ""]
    where = "now in the bin" if done else "to go in the bin"
    parts += [f"{len(report.deleted)} deleted there, {where}" if report.deleted else ""]
    parts += [f"{len(report.skipped)} left out" if report.skipped else "", _parted_text(report, done=done)]
    return f"{', '.join(filter(None, parts))}."


def _sessions_summary(file: SessionsFile, *, done: bool) -> str:
    new, extended, edited, known, diverged, deleted = map(file.count, SessionChange)
    report = file.report
    verb = "added" if done else "to add"
    parts = [
        f"{extended} played on" if extended else "",
        f"{edited} with a new place, note or bin" if edited else "",
    ]
    parts += [
        f"{known} already here" if known else "",
        f"{counted(diverged, 'game')} continued on both devices" if diverged else "",
    ]
    parts += [f"{counted(deleted, 'game')} deleted here" if deleted else ""]
    parts += [f"{counted(len(report.deleted), 'game')} deleted there" if report.deleted else ""]
    parts += [f"{counted(len(report.changed), 'player')} changed" if report.changed else ""]
    parts = [f"{counted(new, 'game')} {verb}" if new or not any(parts) else "", *parts]
    left_out = sum(bool(session.error) for session in file.report.sessions) + len(file.report.refused)
    parts += [f"{left_out} left out" if left_out else "", _parted_text(file.report, done=done)]
    missing = f" It does not have {counted(report.missing, 'game')} of yours: export a file for the other device, too."
    return f"{', '.join(filter(None, parts))}.{missing if report.missing else ''}"


def _binned_text(file: PlaysFile | SessionsFile) -> str:
    """ "2 of these games lie in the bin."; empty if none does."""
    number = len(file.binned)
    return f"{number} of these games {'lies' if number == 1 else 'lie'} in the bin." if number else ""


def restored_text(number: int) -> str:
    """The message after sessions of a file were brought back."""
    return f"{counted(number, 'game is', 'games are')} back from the bin."


def _parted_text(report: ImportReport | SessionsReport, *, done: bool) -> str:
    number = len(report.parted)
    return f"{counted(number, 'merge')} of players {'undone' if done else 'to undo'}" if number else ""


def origin_text(origin: FileImport | None) -> str:
    """The file an imported session came from: "imported from evenings.jsonl, Fri 20 Nov"; empty if not imported."""
    if origin is None:
        return ""
    source = origin.file or ("BG Stats" if origin.app is App.BG_STATS else "a file")
    return f"imported from {source}, {within(on(origin.at, utc_now()))}"


def facts(file: ImportFile) -> tuple[tuple[str, str], ...]:
    """Labels and short texts about a file of plays or sessions; nothing for other files."""
    if not isinstance(file, PlaysFile | SessionsFile) or file.is_empty:
        return ()
    days, games = _list_days_and_games(file)
    new_games = f"; the file names {len(file.report.games)} that are new here" if isinstance(file, PlaysFile) else ""
    texts = [
        ("Played", f"{min(days)} to {max(days)}" if days else ""),
        ("Players", _count_actions([player.action for player in file.report.players])),
        ("Titles", f"{len(set(games))} played{new_games}"),
    ]
    if isinstance(file, PlaysFile):
        texts.append(("Places", f"{len(file.report.places)} new" if file.report.places else ""))
        texts.append(("Do not count", str(file.report.ignored) if file.report.ignored else ""))
    return tuple((label, text) for label, text in texts if text)


def _list_days_and_games(file: PlaysFile | SessionsFile) -> tuple[list[str], list[str]]:
    """The day and the game of everything that is new or changed."""
    if isinstance(file, PlaysFile):
        plays = _list_incoming(file.report)
        return [f"{play.at:%Y-%m-%d}" for play in plays], [play.game for play in plays]
    sessions = list(filter(_session_line, file.report.sessions))
    return [session.day for session in sessions], [session.game for session in sessions]


def _count_actions(actions: list[ImportAction]) -> str:
    words = {ImportAction.KNOWN: "known", ImportAction.MERGED: "matched", ImportAction.NEW: "new"}
    return ", ".join(f"{actions.count(action)} {word}" for action, word in words.items() if action in actions)


def details(file: ImportFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lists behind the summary: titles and lines."""
    return ((title, lines) for title, lines in _list_details(file) if lines)


def _list_details(file: ImportFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield LEFT_OUT, refused(file)
    match file:
        case PlaysFile(report=report):
            yield from _list_players(report)
            yield "New titles", report.games
            yield "New places", report.places
            yield "Games", tuple(map(_play_line, _list_incoming(report)))
        case SessionsFile(report=report):
            diverged = _select(report, SessionChange.DIVERGED)
            yield DIVERGED, tuple(f"{_full_line(session)}, since {result.since}" for session, result in diverged)
            yield DELETED, tuple(_full_line(session) for session, _ in _select(report, SessionChange.DELETED))
            yield DELETED_THERE, (counted(len(report.deleted), "game"),) if report.deleted else ()
            yield "Players changed", report.changed
            yield from _list_players(report)
            yield "Games", tuple(filter(None, map(_session_line, report.sessions)))
        case CardsFile() | BackupFile():
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


def _play_line(play: PlayReport) -> str:
    """ "2021-01-03  7 Wonders: Ana, Ben and Cleo; Ana won"."""
    won = f"; {join_words(play.winners)} won" if play.winners else ""
    mark = "" if play.counts else " (does not count)"
    return f"{play.at:%Y-%m-%d}  {play.game}: {join_words(play.names)}{won}{mark}"


def _session_line(session: SessionReport) -> str:
    """ "2021-01-03  Recruits: Ana and Ben, 3 new entries"; empty if nothing changes."""
    match session.result:
        case SessionImport(change=SessionChange.NEW):
            return _full_line(session)
        case SessionImport(change=SessionChange.EXTENDED, added_entries=added):
            return f"{_full_line(session)}, {counted(added, 'new line')}"
        case SessionImport(change=SessionChange.EDITED):
            return f"{_full_line(session)}, its place, note or bin changed"
        case _:
            return ""


def _full_line(session: SessionReport) -> str:
    """ "2021-01-03  Recruits: Ana and Ben"."""
    return f"{session.day}  {session.game}: {join_words(session.names)}"


def _select(report: SessionsReport, change: SessionChange) -> list[tuple[SessionReport, SessionImport]]:
    pairs = ((session, session.result) for session in report.sessions)
    return [(session, result) for session, result in pairs if result and result.change is change]
