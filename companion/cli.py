"""The command line: replay a file, list, export, import, back up and examine; without a command the app opens."""

import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from companion.place import database_path
from scoring import agreements, transcript
from scoring.game import AnyGame
from scoring.games import GAMES, UnknownGame, find_game
from scoring.replay import Replay, replay
from storage import card_file, transfer, upkeep
from storage.errors import CannotOpen, StorageError
from storage.store import SessionHead, Store

OK: Final = 0
FAILED: Final = 2
"""For the shell: the input or the database cannot be used; a sentence on stderr says why."""


@dataclass(frozen=True, slots=True)
class AppOptions:
    """How the app is to be opened, where no sub-command is given."""

    database: str | None
    web: bool
    window: bool
    port: int | None


OpenApp = Callable[[AppOptions], int]


def run(argv: Sequence[str], open_app: OpenApp) -> int:
    """Do what the command line says and give the exit code; `open_app` is called without a sub-command."""
    options = _parser().parse_args(argv)
    if options.command is None:
        return open_app(AppOptions(options.database, options.web, options.window, options.port))
    command: Callable[[Namespace], int] = options.command
    try:
        return command(options)
    except StorageError as error:
        return _fail(str(error))


def _parser() -> ArgumentParser:
    parser = ArgumentParser("companion", description="The companion for card games at a real table.")
    parser.add_argument("--version", action="version", version=f"Table Companion {_version()}")
    parser.add_argument("--web", action="store_true", help="open in the browser")
    parser.add_argument("--window", action="store_true", help="open in a window of its own")
    parser.add_argument("--port", type=int, help="where to serve the page")
    parser.add_argument("--database", metavar="PATH", help="the file that keeps the sessions")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(name: str, command: Callable[[Namespace], int], text: str) -> ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("--database", metavar="PATH", default=SUPPRESS, help="the file that keeps the sessions")
        sub.add_argument("--json", action="store_true", help="answer in JSON")
        sub.set_defaults(command=command)
        return sub

    add("replay", _replay, "Tell a session file, entry by entry.").add_argument("file", help="'-' reads stdin")
    listing = add("sessions", _sessions, "List the sessions, newest first.")
    listing.add_argument("--limit", type=int, default=50, help="at most so many (50)")
    listing.add_argument("--game", help="only of this game")
    export = add("export", _export, "Write a session as a file.")
    export.add_argument("session", help="its id, or how it begins")
    export.add_argument("file", nargs="?", help="without one it goes to stdout")
    add("import", _import, "Take session files in.").add_argument("files", nargs="+", metavar="file")
    export_cards = add("export-cards", _export_cards, "Write the remembered cards of a game as a file to share.")
    export_cards.add_argument("game", help="its key, such as faction_wars")
    export_cards.add_argument("file", nargs="?", help="without one it goes to stdout")
    add("import-cards", _import_cards, "Take in a file of remembered cards.").add_argument("file")
    add("backup", _backup, "Copy everything into a new file.").add_argument("file")
    add("doctor", _doctor, "Examine the database without changing it.")
    return parser


def _replay(options: Namespace) -> int:
    file = transfer.read_session(_read(options.file))
    names = tuple(player.name for player in file.header.players)
    told = replay(file.game, file.journal, names)
    if options.json:
        _print_json(_replay_values(file.game, told))
    else:
        _print(*transcript.lines(file.game, told))
    return OK


def _sessions(options: Namespace) -> int:
    with _store(options) as store:
        heads = store.sessions(limit=max(1, options.limit), game=options.game).sessions
    if options.json:
        _print_json([_head_values(head) for head in heads])
    else:
        _print(*(_head_line(head) for head in heads))
    return OK


def _export(options: Namespace) -> int:
    with _store(options) as store:
        session_id = store.find_session(options.session)
        lines = transfer.export_session(store, session_id)
    if options.file is None:
        _print(*lines)
        return OK
    transfer.write_lines(Path(options.file), lines)
    done = {"session": session_id, "file": options.file, "entries": len(lines) - 1}
    _tell(options, done, f"{len(lines) - 1} entries are in {options.file}.")
    return OK


def _export_cards(options: Namespace) -> int:
    try:
        game = find_game(options.game)
    except UnknownGame as error:
        return _fail(str(error))
    with _store(options) as store:
        text = card_file.write_cards(store, game.key)
        number = store.card_counts().get(game.key, 0)
    if options.file is None:
        _print(text.rstrip())
        return OK
    transfer.write_lines(Path(options.file), text.splitlines())
    done = {"game": game.key, "file": options.file, "cards": number}
    _tell(options, done, f"{number} cards of {game.title} are in {options.file}.")
    return OK


def _import_cards(options: Namespace) -> int:
    lines = "\n".join(_read(options.file))
    with Store(database_path(options.database)) as store:
        report = card_file.import_cards(store, lines)
    told = (
        f"{find_game(report.game).title}: {report.new} new, {report.corrected} corrected, {report.known} known already."
    )
    _tell(options, asdict(report), told)
    return OK


def _import(options: Namespace) -> int:
    """Every file by itself: one that is damaged does not keep the others out."""
    with Store(database_path(options.database)) as store:
        done = [_imported(store, file) for file in options.files]
    if options.json:
        _print_json(done)
    for each in done:
        if "error" in each:
            print(f"{each['file']}: {each['error']}", file=sys.stderr)
        elif not options.json:
            _print(_import_line(each))
    return FAILED if any("error" in each for each in done) else OK


def _backup(options: Namespace) -> int:
    with _store(options) as store:
        upkeep.backup(store, Path(options.file))
    _tell(options, {"file": options.file}, f"Everything is in {options.file}.")
    return OK


def _doctor(options: Namespace) -> int:
    report = upkeep.doctor(database_path(options.database))
    if options.json:
        _print_json(asdict(report) | {"path": str(report.path), "healthy": report.healthy})
    elif report.fault:
        _fail(report.fault)
    else:
        _print(*_report_lines(report))
    return OK if report.healthy else FAILED


def _store(options: Namespace) -> Store:
    """The store, for a command that only looks: it does not begin a new file because of a slip of the pen."""
    path = database_path(options.database)
    if not path.exists():
        raise CannotOpen(f"{path} does not exist; name another file with --database, or open the app once.")
    return Store(path)


def _read(file: str) -> tuple[str, ...]:
    if file == "-":
        return transfer.lines_of(sys.stdin.buffer.read(transfer.LARGEST + 1), "The input")
    return transfer.read_lines(Path(file))


def _imported(store: Store, file: str) -> dict[str, Any]:
    try:
        done = transfer.import_session(store, transfer.read_session(_read(file)))
    except StorageError as error:
        return {"file": file, "error": str(error)}
    return {"file": file, "session": done.session_id, "change": done.change.value, "added": done.added}


def _import_line(done: dict[str, Any]) -> str:
    match transfer.Import(done["change"]):
        case transfer.Import.NEW:
            return f"{done['file']}: added, {done['added']} entries."
        case transfer.Import.MORE:
            return f"{done['file']}: {done['added']} new entries added to the session that was here."
        case transfer.Import.NOTHING:
            return f"{done['file']}: is here already; nothing was added."


def _replay_values(game: AnyGame, told: Replay[Any, Any]) -> dict[str, Any]:
    outcome = agreements.outcome(game, told.state)
    return {
        "game": game.key,
        "players": told.state.table.names,
        "lines": list(transcript.lines(game, told)),
        "standings": [asdict(place) for place in game.standings(told.state)],
        "outcome": outcome and {"rule": outcome.rule.id, "winners": outcome.winners, "because": outcome.because},
        "refused": told.violation and {"rule": told.violation.rule.id, "message": told.violation.message},
        "waiting": told.waiting,
    }


def _head_values(head: SessionHead) -> dict[str, Any]:
    return {
        "session": head.id,
        "game": head.game,
        "opened_at": head.opened_at.isoformat(),
        "utc_offset": head.utc_offset,
        "status": head.status.value,
        "place": head.place,
        "note": head.note,
        "players": [
            {"name": seated.player.name, "rank": seated.rank, "points": seated.points, "won": seated.won}
            for seated in head.seats
        ],
    }


def _head_line(head: SessionHead) -> str:
    """ "1f0c2a9b  2026-01-02 21:00  Crown Battles  finished  Ana 85 (won), Ben 60"."""
    at = head.opened_at + timedelta(minutes=head.utc_offset)
    told = ", ".join(
        seated.player.name
        + (f" {seated.points}" if seated.points is not None else "")
        + (" (won)" if seated.won else "")
        for seated in head.seats
    )
    return f"{head.id[:8]}  {at:%Y-%m-%d %H:%M}  {_title(head.game)}  {head.status.value}  {told}"


def _title(key: str) -> str:
    try:
        return find_game(key, GAMES).title
    except UnknownGame:
        return key


def _report_lines(report: upkeep.Report) -> Iterator[str]:
    yield f"{report.path}: {report.sessions} sessions, {report.entries} entries, schema {report.schema or 'none'}"
    yield from report.integrity
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
    yield "Nothing is broken." if report.healthy else "Something is broken; restore a backup or ask for help."


def _version() -> str:
    try:
        return version("table-companion")
    except PackageNotFoundError:
        return "(a checkout that is not installed)"


def _tell(options: Namespace, values: dict[str, Any], sentence: str) -> None:
    if options.json:
        _print_json(values)
    else:
        _print(sentence)


def _print(*lines: str) -> None:
    for line in lines:
        print(line)


def _print_json(values: Any) -> None:
    print(json.dumps(values, ensure_ascii=False, indent=2))


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return FAILED
