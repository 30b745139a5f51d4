"""`companion export-all`: everything that was played as one file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from companion.commands.data import existing_store
from companion.commands.outcome import add_force, report
from companion.text import counted
from storage.bg_stats import exporting
from storage.file import file_io
from storage.transfer import csv_export, session_export
from storage.upkeep.export_targets import check_export

SORTS: Final = {
    "sessions": "with every entry, to take in again",
    "bgstats": "every play as BG Stats reads it",
    "results": "a table, a row a player and session",
    "lines": "a table, a row a score line",
}
"""How everything can leave."""


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument("sort", choices=[*SORTS], help=", ".join(f"{key}: {text}" for key, text in SORTS.items()))
    parser.add_argument("file")
    add_force(parser)


def run(options: Namespace) -> int:
    """Write all sessions into one file."""
    target = Path(options.file)
    with existing_store(options) as store:
        check_export(target, store, force=options.force)
        match options.sort:
            case "sessions":
                number = len(session_export.own_sessions(store))
                file_io.write_lines(target, session_export.export_sessions(store))
            case "bgstats":
                written = exporting.export_plays(store)
                number = written.plays
                file_io.write_file(target, (written.content,))
            case "results":
                number = store.count()
                file_io.write_file(target, csv_export.results_csv(store))
            case _:
                number = len(session_export.own_sessions(store))
                file_io.write_file(target, csv_export.lines_csv(store))
    values = {"file": options.file, "sort": options.sort, "sessions": number}
    return report(options, values, f"{counted(number, 'session')} went into {options.file}.")
