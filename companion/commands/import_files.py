"""`companion import`: files of sessions, of plays, of cards."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.commands.console import FAILED, OK, print_json, print_lines
from companion.commands.data import existing_store
from companion.commands.files import printable, refuse_pipe
from companion.files.import_file import Brought, details, look_into, summary, take_in
from companion.files.paths import database_path
from storage.bg_stats.report import APART, Fate
from storage.errors import StorageError
from storage.store import Store
from storage.transfer.session_import import Import


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument("files", nargs="+", metavar="file")
    parser.add_argument("--look", action="store_true", help="tell what it would change, and change nothing")
    parser.add_argument("--apart", action="store_true", help="count no new player as one known by that name")


def run(options: Namespace) -> int:
    """Take in every file by itself: one that is damaged does not keep the others out."""
    with existing_store(options) if options.look else Store(database_path(options.database)) as store:
        done = [_imported(store, file, options) for file in options.files]
    if options.json:
        print_json([values for values, _, _ in done])
    for values, lines, faults in done:
        for fault in faults:
            with suppress(OSError):
                print(f"{values['file']}: {fault}", file=sys.stderr)
        if not options.json:
            print_lines(*lines)
    return FAILED if any(faults for _, _, faults in done) else OK


_Imported = tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]
"""A file as values, as lines, and what is wrong with it."""


def _imported(store: Store, path: str, options: Namespace) -> _Imported:
    file = printable(path)
    try:
        brought = _brought(store, Path(path), options)
    except StorageError as error:
        return {"file": file, "error": str(error)}, (), (str(error),)
    only = brought.sessions[0] if brought.sessions and len(brought.sessions) == 1 else None
    if only and only.error:
        return {"file": file, "error": only.error}, (), (only.error,)
    if only and only.done and not options.look:
        done = only.done
        values = {"file": file, "session": done.session_id, "change": done.change.value, "added": done.added}
        return values, (_line(values),), ()
    sentence = summary(brought, done=not options.look)
    under = [f"  {title}: {line}" for title, lines in details(brought) for line in lines if title != "Left out"]
    values = {"file": file, "kind": brought.kind.value, "told": sentence} | _values(brought)
    return values, (f"{file}: {sentence}", *(under if options.look else ())), brought.refused


def _brought(store: Store, path: Path, options: Namespace) -> Brought:
    """What a file changes; with `--apart` looked into first, for who would count as somebody known."""
    name = printable(str(path))
    refuse_pipe(path, name)
    choices: dict[str, str] = {}
    if options.apart:
        look = look_into(store, path, name)
        merged = look.plays.players if look.plays else ()
        choices = {player.id: APART for player in merged if player.fate is Fate.MERGED}
    return (look_into if options.look else take_in)(store, path, name, choices)


def _values(brought: Brought) -> dict[str, Any]:
    if brought.plays is not None:
        counts = {fate.value: brought.plays.count(fate) for fate in (Fate.NEW, Fate.CHANGED, Fate.KNOWN)}
        people = [
            {"name": player.name, "fate": player.fate.value, "plays": player.plays} for player in brought.plays.players
        ]
        return {"plays": counts, "players": people, "left_out": list(brought.refused)}
    if brought.cards is not None:
        return {"cards": asdict(brought.cards)}
    return {"sessions": {change.value: brought.number(change) for change in Import}}


def _line(done: dict[str, Any]) -> str:
    match Import(done["change"]):
        case Import.NEW:
            return f"{done['file']}: added, {done['added']} entries."
        case Import.MORE:
            return f"{done['file']}: {done['added']} new entries added to the session that was here."
        case Import.NOTHING:
            return f"{done['file']}: is here already; nothing was added."
