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

from companion.exchange import Brought, details, look_into, summary
from companion.exchange import take_in as exchange_in
from companion.place import database_path
from companion.text import counted
from scoring import agreements, transcript
from scoring.game import AnyGame
from scoring.games import GAMES, UnknownGame, find_game
from scoring.replay import Replay, replay
from storage import bg_export, card_file, disk, session_export, session_file, tables_out, upkeep
from storage.bg_report import APART, Fate
from storage.errors import CannotOpen, StorageError
from storage.session_import import Import
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


_WHOLE: Final = {
    "sessions": "with every entry, to take in again",
    "bgstats": "every play as BG Stats reads it",
    "results": "a table, a row a player and session",
    "lines": "a table, a row a score line",
}
"""How everything can leave."""

_KEYS: Final = ", ".join(game.key for game in GAMES)

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
    listing.add_argument("--game", help=f"only of this game: {_KEYS}")
    export = add("export", _export, "Write a session as a file.")
    export.add_argument("session", help="its id, or how it begins")
    export.add_argument("file", nargs="?", help="without one it goes to stdout")
    export_all = add("export-all", _export_all, "Write everything that was played as one file.")
    export_all.add_argument("sort", choices=[*_WHOLE], help=", ".join(f"{key}: {told}" for key, told in _WHOLE.items()))
    export_all.add_argument("file")
    importing = add("import", _import, "Take files in: sessions, plays of BG Stats or remembered cards.")
    importing.add_argument("files", nargs="+", metavar="file")
    importing.add_argument("--look", action="store_true", help="tell what it would change, and change nothing")
    importing.add_argument("--apart", action="store_true", help="count no new player as one known by that name")
    export_cards = add("export-cards", _export_cards, "Write the remembered cards of a game as a file to share.")
    export_cards.add_argument("game", help=f"its key: {_KEYS}")
    export_cards.add_argument("file", nargs="?", help="without one it goes to stdout")
    add("import-cards", _import_cards, "Take in a file of remembered cards.").add_argument("file")
    add("backup", _backup, "Copy everything into a new file.").add_argument("file")
    add("restore", _restore, "Go back to a backup; what is here now is kept beside it.").add_argument("file")
    doctor = add("doctor", _doctor, "Examine the database without changing it.")
    doctor.add_argument(
        "--rebuild", action="store_true", help="first make results and statistics again from the entries"
    )
    return parser


def _replay(options: Namespace) -> int:
    file = session_file.read_session(_read(options.file))
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
        titles = store.titles()
    if options.json:
        _print_json([_head_values(head) for head in heads])
    else:
        _print(*(_head_line(head, titles.get(head.game, head.game)) for head in heads))
    return OK


def _export(options: Namespace) -> int:
    with _store(options) as store:
        session_id = store.find_session(options.session)
        lines = session_export.export_session(store, session_id)
    if options.file is None:
        _print(*lines)
        return OK
    disk.write_lines(Path(options.file), lines)
    done = {"session": session_id, "file": options.file, "entries": len(lines) - 1}
    _tell(options, done, f"{len(lines) - 1} entries are in {options.file}.")
    return OK


def _export_all(options: Namespace) -> int:
    target = Path(options.file)
    with _store(options) as store:
        match options.sort:
            case "sessions":
                number = len(session_export.own_sessions(store))
                disk.write_lines(target, session_export.export_sessions(store))
            case "bgstats":
                written = bg_export.export_plays(store)
                number = written.plays
                disk.write_file(target, (written.content,))
            case "results":
                number = store.count()
                disk.write_file(target, tables_out.results_csv(store))
            case _:
                number = len(session_export.own_sessions(store))
                disk.write_file(target, tables_out.lines_csv(store))
    done = {"file": options.file, "sort": options.sort, "sessions": number}
    _tell(options, done, f"{counted(number, 'session')} went into {options.file}.")
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
    disk.write_lines(Path(options.file), text.splitlines())
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
        done = [_imported(store, file, options) for file in options.files]
    if options.json:
        _print_json([values for values, _, _ in done])
    for values, lines, wrong in done:
        for each in wrong:
            print(f"{values['file']}: {each}", file=sys.stderr)
        if not options.json:
            _print(*lines)
    return FAILED if any(wrong for _, _, wrong in done) else OK


def _backup(options: Namespace) -> int:
    with _store(options) as store:
        upkeep.backup(store, Path(options.file))
    _tell(options, {"file": options.file}, f"Everything is in {options.file}.")
    return OK


def _restore(options: Namespace) -> int:
    with Store(database_path(options.database)) as store:
        kept = upkeep.restore(store, Path(options.file))
    done = {"file": options.file, "kept": str(kept)}
    _tell(options, done, f"Everything is as in {options.file}. What was here before is kept in {kept}.")
    return OK


def _doctor(options: Namespace) -> int:
    if options.rebuild:
        with _store(options) as store:
            store.rebuild()
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
        return disk.lines_of(sys.stdin.buffer.read(disk.LARGEST + 1), "The input")
    return disk.read_lines(Path(file))


_Told = tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]
"""A file as values, as lines, and what is wrong with it."""


def _imported(store: Store, file: str, options: Namespace) -> _Told:
    try:
        brought = _brought(store, Path(file), options)
    except StorageError as error:
        return {"file": file, "error": str(error)}, (), (str(error),)
    only = brought.sessions[0] if brought.sessions and len(brought.sessions) == 1 else None
    if only and only.error:
        return {"file": file, "error": only.error}, (), (only.error,)
    if only and only.done and not options.look:
        done = only.done
        values = {"file": file, "session": done.session_id, "change": done.change.value, "added": done.added}
        return values, (_import_line(values),), ()
    told = summary(brought, done=not options.look)
    under = [f"  {title}: {line}" for title, lines in details(brought) for line in lines if title != "Left out"]
    values = {"file": file, "kind": brought.kind.value, "told": told} | _import_values(brought)
    return values, (f"{file}: {told}", *(under if options.look else ())), brought.refused


def _brought(store: Store, path: Path, options: Namespace) -> Brought:
    """What a file changes; with `--apart` looked into first, for who would count as somebody known."""
    look = look_into(store, path, str(path))
    if options.look and not options.apart:
        return look
    merged = look.plays.players if look.plays and options.apart else ()
    choices = {player.id: APART for player in merged if player.fate is Fate.MERGED}
    return (look_into if options.look else exchange_in)(store, path, str(path), choices)


def _import_values(brought: Brought) -> dict[str, Any]:
    if brought.plays is not None:
        counts = {fate.value: brought.plays.count(fate) for fate in (Fate.NEW, Fate.CHANGED, Fate.KNOWN)}
        people = [{"name": each.name, "fate": each.fate.value, "plays": each.plays} for each in brought.plays.players]
        return {"plays": counts, "players": people, "left_out": list(brought.refused)}
    if brought.cards is not None:
        return {"cards": asdict(brought.cards)}
    return {"sessions": {change.value: brought.number(change) for change in Import}}


def _import_line(done: dict[str, Any]) -> str:
    match Import(done["change"]):
        case Import.NEW:
            return f"{done['file']}: added, {done['added']} entries."
        case Import.MORE:
            return f"{done['file']}: {done['added']} new entries added to the session that was here."
        case Import.NOTHING:
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


def _head_line(head: SessionHead, title: str) -> str:
    """ "1f0c2a9b  2026-01-02 21:00  Crown Battles  finished  Ana 85 (won), Ben 60"."""
    at = head.opened_at + timedelta(minutes=head.utc_offset)
    told = ", ".join(
        seated.player.name
        + (f" {seated.points}" if seated.points is not None else "")
        + (" (won)" if seated.won else "")
        for seated in head.seats
    )
    return f"{head.id[:8]}  {at:%Y-%m-%d %H:%M}  {title}  {head.status.value}  {told}"


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
    if not report.sums_are_right:
        yield "The sums in the statistics are not those of the results."
    if report.healthy:
        yield "Nothing is broken."
    elif report.lost:
        yield "Something is broken; restore a backup or ask for help."
    else:
        yield "All entries are there: companion doctor --rebuild makes the rest again from them."


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
