"""`companion import`: import files of sessions, plays of BG Stats or BoardGameGeek, or cards."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from companion.cli.arguments import file_path
from companion.cli.console import FAILED, OK, print_json, print_lines
from companion.cli.existing_store import does_exist
from companion.cli.input_files import printable, refuse_pipe
from companion.device.paths import database_path
from companion.exchange.importing import (
    ALSO,
    CHANGED,
    DELETED,
    DELETED_THERE,
    DIVERGED,
    LEFT_OUT,
    MERGED,
    PARTED,
    Answers,
    ImportFile,
    details,
    import_file,
    preview_file,
    restored_text,
    summary,
)
from companion.ui.text import counted
from storage.bg_stats.report import ImportReport
from storage.errors import CannotOpen, StorageError
from storage.file.database import MEMORY
from storage.history.player_matching import SEPARATE, ImportAction
from storage.store import Store
from storage.transfer.card_file import CardReport
from storage.transfer.session_import import SessionsReport
from storage.transfer.session_join import Diverged, SessionChange
from storage.upkeep.backups import Contents

_ALWAYS_TOLD: Final = (PARTED, MERGED, DIVERGED, DELETED, DELETED_THERE, CHANGED, ALSO)
"""Titles of the lists that are printed after an import, too."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="file", type=file_path)
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    parser.add_argument(
        "--separate", action="store_true", help="do not merge new players with known ones of the same name"
    )
    parser.add_argument(
        "--bring-back",
        action="store_true",
        help="also bring back the sessions of the file that lie in the bin or were deleted",
    )
    parser.add_argument(
        "--diverged",
        choices=[answer.value for answer in Diverged],
        help="for sessions continued on both devices: which one stays; the other goes in the bin",
    )


def run(options: Namespace) -> int:
    """Import every file; a damaged one does not stop the others, but makes the exit code 2."""
    with _open_store(options) as store:
        outcomes = [_import_file(store, file, options) for file in options.files]
    if options.json:
        print_json([values for values, _, _ in outcomes])
    for values, lines, faults in outcomes:
        for fault in faults:
            with suppress(OSError):
                print(f"{values['file']}: {fault}", file=sys.stderr)
        if not options.json:
            print_lines(*lines)
    return FAILED if any(faults for _, _, faults in outcomes) else OK


def _open_store(options: Namespace) -> Store:
    """The store to import into; for a dry run with a file that does not exist yet an empty one, which is not kept."""
    path = database_path(options.database)
    if options.dry_run and not does_exist(path):
        if barrier := next((parent for parent in path.parents if parent.is_file()), None):
            raise CannotOpen(f"{path} cannot be made: {barrier} is a file.")
        if not options.json:
            print_lines(f"{path} does not exist yet, so everything is new.")
        return Store(MEMORY)
    return Store(path)


_Outcome = tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]
"""The outcome for a file as JSON values, as lines for stdout, and its errors."""


def _import_file(store: Store, path: str, options: Namespace) -> _Outcome:
    file = printable(path)
    try:
        imported = _import_or_preview(store, Path(path), options)
    except StorageError as error:
        return {"file": file, "error": str(error)}, (), (str(error),)
    sessions = imported.report.sessions if isinstance(imported.report, SessionsReport) else ()
    only = sessions[0] if len(sessions) == 1 else None
    if only and only.error:
        return {"file": file, "error": only.error}, (), (only.error,)
    shown = [
        f"  {title}: {line}"
        for title, lines in details(imported)
        if title in _ALWAYS_TOLD or (options.dry_run and title != LEFT_OUT)
        for line in lines
    ]
    binned = imported.binned
    if binned and options.bring_back and not options.dry_run:
        shown.append(f"  {restored_text(store.imports.restore_all(binned))}")
    elif binned:
        shown.append(f"  {counted(len(binned), 'session')} in the bin: --bring-back brings them back.")
    changes_more = isinstance(imported.report, SessionsReport) and imported.report.changes_more
    if only and only.result and not options.dry_run and not changes_more:
        result = only.result
        values = {
            "file": file,
            "session": result.session_id,
            "change": result.change.value,
            "added": result.added_entries,
            "binned": len(binned),
        }
        return values | _list_players(imported), (_format_line(values), *shown), imported.refused
    sentence = summary(imported, done=not options.dry_run)
    values = {"file": file, "kind": imported.kind.value, "summary": sentence, "binned": len(binned)}
    values |= _make_values(imported)
    return values, (f"{file}: {sentence}", *shown), imported.refused


def _import_or_preview(store: Store, path: Path, options: Namespace) -> ImportFile:
    """Import or preview a file; `--separate` previews it first to find the players it would merge."""
    name = printable(str(path))
    refuse_pipe(path, name)
    choices: dict[str, str] = {}
    if options.separate:
        players = preview_file(store, path, name).players
        choices = {player.id: SEPARATE for player in players if player.action is not ImportAction.KNOWN}
    answers = Answers(choices, options.diverged and Diverged(options.diverged), brings_back=options.bring_back)
    return (preview_file if options.dry_run else import_file)(store, path, name, answers)


def _make_values(file: ImportFile) -> dict[str, Any]:
    match file.report:
        case ImportReport() as report:
            actions = (ImportAction.NEW, ImportAction.CHANGED, ImportAction.KNOWN)
            counts = {action.value: report.count(action) for action in actions}
            return {"plays": counts, "left_out": list(file.refused)} | _list_players(file)
        case SessionsReport():
            return {"sessions": {change.value: file.changes[change] for change in SessionChange}} | _list_players(file)
        case CardReport() as cards:
            return {"cards": asdict(cards)}
        case Contents() as contents:
            return {"backup": {"sessions": contents.sessions, "players": contents.players}}


def _list_players(file: ImportFile) -> dict[str, Any]:
    assert isinstance(file.report, ImportReport | SessionsReport)
    players = [
        {"name": player.name, "action": player.action.value, "plays": player.plays, "as": player.merged_into_name}
        for player in file.players
    ]
    return {"players": players, "parted": list(file.report.parted)}


def _format_line(values: dict[str, Any]) -> str:
    match SessionChange(values["change"]):
        case SessionChange.NEW:
            return f"{values['file']}: added, {counted(values['added'], 'entry', 'entries')}."
        case SessionChange.EXTENDED:
            added = counted(values["added"], "new entry", "new entries")
            return f"{values['file']}: {added} added to the stored session."
        case SessionChange.EDITED:
            return f"{values['file']}: already stored; its place, its note or the bin changed."
        case SessionChange.UNCHANGED:
            return f"{values['file']}: already stored; nothing was imported."
        case SessionChange.DIVERGED:
            return f"{values['file']}: continued on both devices; --diverged mine, theirs or both takes it in."
        case SessionChange.DELETED:
            return f"{values['file']}: deleted here; --bring-back imports it again."
