"""`companion doctor`: how the database is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict

from companion.commands.console import FAILED, OK, fail, print_json, print_lines
from companion.commands.data import existing_store
from companion.commands.progress import ProgressBar
from companion.files.paths import database_path
from storage.errors import Damaged
from storage.upkeep.doctor import Report, doctor, rebuild


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument(
        "--rebuild", action="store_true", help="first make results and statistics again from the entries"
    )


def run(options: Namespace) -> int:
    """Print what a thorough look finds."""
    if options.rebuild:
        with existing_store(options) as store, suppress(Damaged):  # what cannot be rebuilt is in the report
            rebuild(store, ProgressBar("Rebuilding").update)
    report = doctor(database_path(options.database), progress=ProgressBar("Examining").update)
    if options.json:
        print_json(asdict(report) | {"path": str(report.path), "healthy": report.healthy})
    elif report.fault:
        fail(report.fault)
    else:
        print_lines(*_lines(report))
    return OK if report.healthy else FAILED


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.path}: {report.sessions} sessions, {report.entries} entries, schema {report.schema or 'none'}"
    yield from (f"Broken: {fault}." for fault in (*report.integrity, *report.schema_faults, *report.damaged_values))
    for title, faults in (
        ("Gaps", report.gaps),
        ("Cannot be read", report.unreadable),
        ("Results to be made again", report.outdated),
        ("Entries that wait", report.waiting),
        ("Closed with other totals", report.changed),
    ):
        if faults:
            yield f"{title}:"
            yield from (f"  {fault.session[:8]}  {fault.text}" for fault in faults)
    if not report.sums_are_right:
        yield "The sums in the statistics are not those of the results."
    if not report.ratings_are_right:
        yield "The ratings are not those that follow from the plays."
    yield from (f"To be cleared away: {stray}." for stray in report.strays)
    if report.healthy:
        yield "Nothing is broken."
    elif report.lost:
        yield "Something is broken; restore a backup or ask for help."
    else:
        yield "All entries are there: companion doctor --rebuild makes the rest again from them."
