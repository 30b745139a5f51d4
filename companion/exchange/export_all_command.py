"""`companion export-all`: export all sessions as one file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, Final

from companion.cli.arguments import file_path
from companion.cli.console import add_force, report
from companion.cli.existing_store import open_existing_store
from companion.ui.text import counted
from storage.bg_stats import exporting
from storage.file import file_io
from storage.file.csv_text import COMMA, SEMICOLON
from storage.history.session_filter import SessionFilter
from storage.transfer import results_csv, session_export
from storage.upkeep.export_targets import check_export

SEPARATORS: Final = {"comma": COMMA, "semicolon": SEMICOLON}

FORMATS: Final = {
    "sessions": "with every entry, to import again",
    "bgstats": "plays for BG Stats",
    "results": "a CSV table with a row per player and session",
    "lines": "a CSV table with a row per score line",
}
"""The description of each format."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "format",
        choices=FORMATS,
        help=", ".join(f"{key}: {text}" for key, text in FORMATS.items()),
    )
    parser.add_argument("file", type=file_path)
    parser.add_argument(
        "--separator", choices=SEPARATORS, help="between the cells of a table; default: as in the app's settings"
    )
    add_force(parser)


def run(options: Namespace) -> int:
    target, separator = Path(options.file), SEPARATORS.get(options.separator, "")
    left_out: list[str] = []
    with open_existing_store(options) as store:
        check_export(target, store, force=options.force)
        match options.format:
            case "sessions":
                file_io.write_lines(target, session_export.export_sessions(store, left_out))
                number = len(session_export.list_own_sessions(store, binned=True)) - len(left_out)
            case "bgstats":
                exported = exporting.export_plays(store)
                number = exported.plays
                if exported.skipped:
                    left_out.append(f"{counted(exported.skipped, 'session')}, open or not counted.")
                file_io.write_file(target, (exported.content,))
            case "results":
                number = store.history.count(SessionFilter(counts=True))
                file_io.write_file(target, results_csv.export_results(store, separator))
            case _:  # "lines"
                file_io.write_file(target, results_csv.export_lines(store, separator, left_out))
                number = len(session_export.list_own_sessions(store)) - len(left_out)
        imported = store.history.count() - len(session_export.list_own_sessions(store))
        if imported and options.format in ("sessions", "lines"):
            left_out.append(f"{counted(imported, 'session')}, imported from another app.")
    values: dict[str, Any] = {"file": options.file, "sort": options.format, "sessions": number}
    if left_out:
        values["left_out"] = left_out
    sessions = counted(number, "session was", "sessions were")
    said = "".join(f" Left out: {sentence}" for sentence in left_out)
    return report(options, values, f"{sessions} exported to {options.file}.{said}")
