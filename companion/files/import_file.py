"""A file somebody brings: what kind it is, what taking it in would change, and the words for both.

No Flet here: the command line and the screen say the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.text import counted, listed, on, within
from scoring.games import find_game
from storage.bg_format import reading
from storage.bg_stats import importing
from storage.bg_stats.report import ImportAction, PlayReport
from storage.bg_stats.report import ImportReport as Plays
from storage.clock import utc_now
from storage.errors import TransferError
from storage.file import file_io
from storage.history.import_log import App, FileImport
from storage.store import Store
from storage.transfer import card_file, session_import
from storage.transfer.card_file import CardReport
from storage.transfer.file_kinds import HEAD_BYTES, FileKind, detect_kind
from storage.transfer.session_import import IncompleteSessionImport, SessionChange, SessionReport
from storage.upkeep import backups
from storage.upkeep.backups import Contents

Tell = Callable[[int], None]
Choices = Mapping[str, str]

NO_CHOICES: Final[Choices] = {}


@dataclass(frozen=True, slots=True)
class Brought:
    """A file and what it changes; one of the four kinds is there, and with a backup what it would replace, `here`."""

    name: str
    kind: FileKind
    plays: Plays | None = None
    sessions: tuple[SessionReport, ...] | None = None
    cards: CardReport | None = None
    backup: Contents | None = None
    here: Contents | None = None
    arrived: datetime | None = None  # by which the store knows what has come; None where nothing new has
    broken_off: str = ""  # why the rest of the file did not come in

    @property
    def new(self) -> tuple[str, ...]:
        """The sessions it brings."""
        if self.plays is not None:
            return self.plays.new_session_ids
        done = [each.result for each in self.sessions or () if each.result]
        return tuple(each.session_id for each in done if each.change is SessionChange.NEW)

    @property
    def nothing(self) -> bool:
        """Whether taking it in would change nothing."""
        if self.plays is not None:
            return self.plays.is_empty
        if self.sessions is not None:
            return not (self.number(SessionChange.NEW) or self.number(SessionChange.EXTENDED))
        return self.cards is not None and not (self.cards.new or self.cards.corrected)

    def number(self, change: SessionChange) -> int:
        """How many of the sessions are like this."""
        return sum(each.result is not None and each.result.change is change for each in self.sessions or ())

    @property
    def refused(self) -> tuple[str, ...]:
        """What cannot be taken in, each as a sentence."""
        if self.plays is not None:
            return tuple(map(str, self.plays.skipped))
        wrong = tuple(each.error for each in self.sessions or () if each.error)
        return (*wrong, self.broken_off) if self.broken_off else wrong


def look_into(store: Store, path: Path, name: str = "", choices: Choices = NO_CHOICES) -> Brought:
    """What a file would change, without any change; StorageError says why it is of no use."""
    return _brought(store, path, name or path.name, choices, only_look=True, tell=None)


def take_in(
    store: Store, path: Path, name: str = "", choices: Choices = NO_CHOICES, tell: Tell | None = None
) -> Brought:
    """Take a file in; StorageError says why it is of no use. A backup is refused: that is for `restore`."""
    done = _brought(store, path, name or path.name, choices, only_look=False, tell=tell)
    arrival = store.find_file_import(done.new[0]) if done.new else None
    return replace(done, arrived=arrival.at if arrival else None)


def _brought(store: Store, path: Path, name: str, choices: Choices, *, only_look: bool, tell: Tell | None) -> Brought:
    kind = detect_kind(file_io.read_start(path, name, HEAD_BYTES), name)
    match kind:
        case FileKind.PLAYS:
            data = reading.parse_file(file_io.read_start(path, name, reading.MAX_BYTES + 1), name)
            if only_look:
                return Brought(name, kind, plays=importing.preview_plays(store, data, choices))
            return Brought(name, kind, plays=importing.import_plays(store, data, choices, Path(name).name))
        case FileKind.SESSIONS:
            lines, file = file_io.stream_lines(path, name), Path(name).name
            try:
                sessions = session_import.import_sessions(store, lines, file, dry_run=only_look, on_progress=tell)
            except IncompleteSessionImport as error:
                return Brought(name, kind, sessions=error.reports, broken_off=str(error))
            return Brought(name, kind, sessions=sessions)
        case FileKind.CARDS:
            text = file_io.read_start(path, name, reading.MAX_BYTES + 1).decode("utf-8-sig", "replace")
            if only_look:
                return Brought(
                    name, kind, cards=card_file.preview_cards(store, card_file.parse_cards(text, store.games))
                )
            return Brought(name, kind, cards=card_file.import_cards(store, text))
        case FileKind.BACKUP:
            if not only_look:
                raise TransferError(f"{name} is a backup: restoring it brings everything back as it was then.")
            return Brought(name, kind, backup=backups.check_backup(path, name), here=backups.contents(store))


# Words -------------------------------------------------------------------------------------------------------------


def summary(brought: Brought, *, done: bool) -> str:
    """A file in one sentence, before it is taken in or after."""
    if brought.plays is not None:
        return _plays_told(brought.plays, done=done)
    if brought.sessions is not None:
        return _sessions_told(brought, done=done)
    if brought.cards is not None:
        new, corrected, known = brought.cards.new, brought.cards.corrected, brought.cards.known
        title = find_game(brought.cards.game).title
        return f"{title}: {new} new, {corrected} corrected, {known} known already."
    return _backup_told(brought.backup)


def _backup_told(backup: Contents | None) -> str:
    if backup is None or backup.latest is None:
        return "A backup without sessions."
    return f"A backup of {_held(backup)}."


def put_aside(brought: Brought) -> str:
    """What is here now and gives way to a backup, as a sentence."""
    here = brought.here
    if here is None or here.latest is None:
        return "There is no session here now."
    return f"Here now, and put aside: {_held(here)}."


def _held(contents: Contents) -> str:
    what = f"{counted(contents.sessions, 'session')} and {counted(contents.players, 'player')}"
    return f"{what}, the latest session of {contents.latest.astimezone():%Y-%m-%d}" if contents.latest else what


def _plays_told(plays: Plays, *, done: bool) -> str:
    new, changed, known = (plays.count(fate) for fate in (ImportAction.NEW, ImportAction.CHANGED, ImportAction.KNOWN))
    verb = "taken in" if done else "to take in"
    told = [f"{counted(new, 'play')} {verb}" if new or not (changed or known) else ""]
    told += [f"{changed} changed since" if changed else "", f"{known} here already" if known else ""]
    told += [f"{len(plays.deleted)} deleted there, {'now' if done else 'to go'} in the bin" if plays.deleted else ""]
    told += [f"{len(plays.skipped)} left out" if plays.skipped else ""]
    return f"{', '.join(filter(None, told))}."


def _sessions_told(brought: Brought, *, done: bool) -> str:
    new, more, known = (brought.number(change) for change in SessionChange)
    verb = "added" if done else "to add"
    told = [f"{counted(new, 'session')} {verb}" if new or not (more or known) else ""]
    told += [f"{more} with new entries" if more else "", f"{known} here already" if known else ""]
    left_out = len(brought.refused) - bool(brought.broken_off)
    told += [f"{left_out} left out" if left_out else ""]
    return " ".join(filter(None, [f"{', '.join(filter(None, told))}.", brought.broken_off]))


def came(arrival: FileImport | None) -> str:
    """How a session came here, where it was not entered here: "taken in from evenings.jsonl, Fri 20 Nov"."""
    if arrival is None:
        return ""
    source = arrival.file or ("BG Stats" if arrival.app is App.BG_STATS else "a file")
    return f"taken in from {source}, {within(on(arrival.at, utc_now()))}"


def facts(brought: Brought) -> tuple[tuple[str, str], ...]:
    """What is in a file of plays, as short facts: a word and a number."""
    plays = brought.plays
    if plays is None or plays.is_empty:
        return ()
    coming = [play for play in plays.plays if play.action is not ImportAction.KNOWN]
    days = sorted(play.at.date() for play in coming)
    fates = [person.action for person in plays.players]
    told = (
        ("Played", f"{days[0]:%Y-%m-%d} to {days[-1]:%Y-%m-%d}" if days else ""),
        ("Players", _fates(fates)),
        ("Games", f"{len({play.game for play in coming})} played, {len(plays.games)} new in the list"),
        ("Places", f"{len(plays.places)} new" if plays.places else ""),
        ("Do not count", str(plays.ignored) if plays.ignored else ""),
    )
    return tuple((word, text) for word, text in told if text)


def _fates(fates: list[ImportAction]) -> str:
    words = {ImportAction.KNOWN: "known", ImportAction.MERGED: "known by name", ImportAction.NEW: "new"}
    return ", ".join(f"{fates.count(fate)} {word}" for fate, word in words.items() if fate in fates)


def details(brought: Brought) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is behind the sentence: titles, and lines below them."""
    if brought.refused:
        yield "Left out", brought.refused
    if brought.plays is not None:
        yield from _play_details(brought.plays)
    if brought.sessions:
        new = [
            _session_line(each)
            for each in brought.sessions
            if each.result and each.result.change is not SessionChange.UNCHANGED
        ]
        yield "Sessions", tuple(new)


def _play_details(plays: Plays) -> Iterator[tuple[str, tuple[str, ...]]]:
    people = plays.players
    merged = [f"{each.name} counts as {each.merged_into_name}" for each in people if each.action is ImportAction.MERGED]
    new = [f"{each.name}, {counted(each.plays, 'play')}" for each in people if each.action is ImportAction.NEW]
    known = [f"{each.name}, {counted(each.plays, 'play')}" for each in people if each.action is ImportAction.KNOWN]
    coming = [_play_line(play) for play in plays.plays if play.action is not ImportAction.KNOWN]
    for title, lines in (
        ("Players known by name", merged),
        ("New players", new),
        ("Players known already", known),
        ("New games", plays.games),
        ("New places", plays.places),
        ("Plays", coming),
    ):
        if lines:
            yield title, tuple(lines)


def _play_line(play: PlayReport) -> str:
    """ "2021-01-03  7 Wonders: Ana, Ben and Cleo; Ana won"."""
    won = f"; {listed(play.winners)} won" if play.winners else ""
    mark = "" if play.counts else " (does not count)"
    return f"{play.at:%Y-%m-%d}  {play.game}: {listed(play.names)}{won}{mark}"


def _session_line(each: SessionReport) -> str:
    if each.result is None:
        return ""
    more = (
        f", {counted(each.result.added_entries, 'new entry', 'new entries')}"
        if each.result.change is SessionChange.EXTENDED
        else ""
    )
    return f"{each.day}  {each.game}: {listed(each.names)}{more}"
