"""`companion doctor`: check the database."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict

from companion.cli.console import FAILED, OK, fail, print_json, print_lines
from companion.cli.existing_store import open_existing_store
from companion.cli.progress_bar import ProgressBar
from companion.device.paths import database_path
from companion.ui.text import counted
from storage.errors import Damaged
from storage.upkeep.doctor import Report, doctor, rebuild


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of the command."""
    parser.add_argument("--rebuild", action="store_true", help="first rebuild results and statistics from the entries")


def run(options: Namespace) -> int:
    """Print the problems of the database; the exit code is 2 if there are any."""
    bar = ProgressBar()
    if options.rebuild:
        with open_existing_store(options) as store, suppress(Damaged):  # the report says what cannot be rebuilt
            rebuild(store, bar.show)
    report = doctor(database_path(options.database), show=bar.show)
    bar.clear()
    if options.json:
        print_json(asdict(report) | {"path": str(report.path), "healthy": report.healthy})
    elif report.fault:
        fail(report.fault)
    else:
        print_lines(*_iter_lines(report))
    return OK if report.healthy else FAILED


def _iter_lines(report: Report) -> Iterator[str]:
    sessions, entries = counted(report.sessions, "session"), counted(report.entries, "entry", "entries")
    yield f"{report.path}: {sessions}, {entries}, schema {report.schema or 'none'}"
    yield from (f"Broken: {fault}." for fault in (*report.integrity, *report.schema_faults, *report.damaged_values))
    for title, faults in (
        ("Gaps", report.gaps),
        ("Cannot be read", report.unreadable),
        ("Outdated results", report.outdated),
        ("Waiting entries", report.waiting),
        ("Closed with other totals", report.changed),
        ("One person on two seats", report.shared_seats),
    ):
        if faults:
            yield f"{title}:"
            yield from (f"  {fault.session[:8]}  {fault.text}" for fault in faults)
    yield from report.describe_unplayable()
    yield from (f"To be deleted: {stray}." for stray in report.strays)
    if report.healthy:
        yield "No problems found."
    elif report.lost:
        yield "The database is damaged; restore a backup or ask for help."
    else:
        yield "All entries are intact: companion doctor --rebuild repairs the rest."
