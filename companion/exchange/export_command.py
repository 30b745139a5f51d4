"""`companion export`: export one session."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.arguments import file_path, words
from companion.cli.console import OK, add_force, print_data, report
from companion.cli.existing_store import open_existing_store
from companion.ui.text import counted
from storage.file import file_io
from storage.transfer import session_export
from storage.upkeep.export_targets import check_export


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("session", type=words, help="its id, or the beginning of it")
    parser.add_argument("file", nargs="?", type=file_path, help="default: stdout")
    add_force(parser)


def run(options: Namespace) -> int:
    """Write a session into a file or to stdout."""
    with open_existing_store(options) as store:
        session_id = store.sessions.find(options.session)
        if options.file is not None:
            check_export(Path(options.file), store, force=options.force)
        lines = session_export.export_session(store, session_id)
    if options.file is None:
        print_data(lines)
        return OK
    file_io.write_lines(Path(options.file), lines)
    number = len(lines) - 1
    values = {"session": session_id, "file": options.file, "entries": number}
    return report(options, values, f"{counted(number, 'entry was', 'entries were')} exported to {options.file}.")
